//! The gRPC interface of content and of the settings.

use souk_kernel::{Language, Permission, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::content_server::Content as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::model::{HomeBlock, MOST_BLOCKS, ModuleSettings, Slide};
use super::preview::WantedPreview;
use super::{Content, parse};
use crate::failure::checked;
use crate::media::StoredSize;
use crate::settings;

pub struct ContentRpc {
    content: Content,
}

impl ContentRpc {
    pub fn new(content: Content) -> Self {
        Self { content }
    }
}

#[tonic::async_trait]
impl Service for ContentRpc {
    async fn get_home(
        &self,
        request: Request<proto::GetHomeRequest>,
    ) -> Result<Response<proto::GetHomeResponse>, Status> {
        let language = language(&request.get_ref().language)?;
        let (json, version) = self.content.home(language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetHomeResponse { json: json.into(), version }))
    }

    async fn get_menus(
        &self,
        request: Request<proto::GetMenusRequest>,
    ) -> Result<Response<proto::GetMenusResponse>, Status> {
        let language = language(&request.get_ref().language)?;
        let (json, version) = self.content.menus(language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetMenusResponse { json: json.into(), version }))
    }

    async fn get_settings(
        &self,
        _request: Request<proto::GetSettingsRequest>,
    ) -> Result<Response<proto::Settings>, Status> {
        let settings = settings::get(&self.content.context).await.map_err(Failure::from)?;
        Ok(Response::new(proto::Settings::from(&settings)))
    }

    async fn update_settings(
        &self,
        request: Request<proto::UpdateSettingsRequest>,
    ) -> Result<Response<proto::Settings>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let wanted = settings::from_message(request.into_inner().settings.unwrap_or_default())?;
        let saved = settings::update(&self.content.context, &self.content.pictures, &actor, wanted).await;
        let saved = saved.map_err(Failure::from)?;
        Ok(Response::new(proto::Settings::from(&saved)))
    }

    async fn list_home_blocks(
        &self,
        request: Request<proto::ListHomeBlocksRequest>,
    ) -> Result<Response<proto::ListHomeBlocksResponse>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let blocks = self.content.listed().await.map_err(Failure::from)?;
        Ok(Response::new(proto::ListHomeBlocksResponse { blocks: blocks.into_iter().map(message).collect() }))
    }

    async fn save_home_block(
        &self,
        request: Request<proto::SaveHomeBlockRequest>,
    ) -> Result<Response<proto::HomeBlock>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let wanted = parse::block(request.into_inner().block.unwrap_or_default())?;
        let saved = self.content.save_block(&actor, wanted).await.map_err(Failure::from)?;
        Ok(Response::new(message(saved)))
    }

    async fn delete_home_block(
        &self,
        request: Request<proto::DeleteHomeBlockRequest>,
    ) -> Result<Response<proto::DeleteHomeBlockResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let mut found = Violations::default();
        let id = checked(found.id("id", &request.get_ref().id), found)?;
        self.content.delete_block(&actor, id).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteHomeBlockResponse {}))
    }

    async fn arrange_home(
        &self,
        request: Request<proto::ArrangeHomeRequest>,
    ) -> Result<Response<proto::ArrangeHomeResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let ids = ids(&request.get_ref().ids)?;
        self.content.arrange(&actor, &ids).await.map_err(Failure::from)?;
        Ok(Response::new(proto::ArrangeHomeResponse {}))
    }

    async fn get_home_preview(
        &self,
        request: Request<proto::GetHomePreviewRequest>,
    ) -> Result<Response<proto::GetHomePreviewResponse>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let proto::GetHomePreviewRequest { language: code, block, ids: first, all } = request.into_inner();
        let language = language(&code)?;
        let block = block.map(parse::block).transpose()?;
        let wanted = WantedPreview { block, first: ids(&first)?, all };
        let json = self.content.preview(language, wanted).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetHomePreviewResponse { json: json.into() }))
    }
}

fn language(code: &str) -> Result<Language, Failure> {
    let mut found = Violations::default();
    checked(crate::parse::language(code, &mut found), found)
}

fn ids(given: &[String]) -> Result<Vec<Uuid>, Failure> {
    let mut found = Violations::default();
    if given.len() > MOST_BLOCKS {
        found.push("ids", "form.validation.tooMany", format!("{MOST_BLOCKS} blocks at most"));
        return checked(None, found);
    }
    let read = given.iter().enumerate().filter_map(|(at, id)| found.id(format!("ids[{at}]"), id)).collect();
    checked(Some(read), found)
}

/// `is_filled`: whether what its source names is there.
fn message((block, is_filled): (HomeBlock, bool)) -> proto::HomeBlock {
    let HomeBlock { id, version, active, starts_at, ends_at, content } = block;
    let told = |moment: Option<OffsetDateTime>| moment.map(rfc3339).unwrap_or_default();
    proto::HomeBlock {
        id: id.to_string(),
        version,
        active,
        starts_at: told(starts_at),
        ends_at: told(ends_at),
        r#type: <&str>::from(content.kind).to_owned(),
        title: Some(localized_to_proto(&content.title)),
        text: Some(localized_to_proto(&content.text)),
        button: Some(localized_to_proto(&content.button)),
        html: Some(localized_to_proto(&content.html)),
        link: content.link,
        image: Vec::new(),
        image_url: url(content.image),
        source: content.source.into(),
        number: content.number,
        slides: content.slides.into_iter().map(slide_message).collect(),
        settings: Some(settings_message(content.settings)),
        source_gone: !is_filled,
    }
}

fn slide_message(slide: Slide) -> proto::Slide {
    proto::Slide {
        title: Some(localized_to_proto(&slide.title)),
        text: Some(localized_to_proto(&slide.text)),
        button: Some(localized_to_proto(&slide.button)),
        link: slide.link,
        image: Vec::new(),
        image_url: url(slide.image),
    }
}

fn settings_message(settings: ModuleSettings) -> proto::ModuleSettings {
    proto::ModuleSettings {
        show_title: settings.show_title,
        size: settings.size,
        bg_color: settings.bg_color,
        container_class: settings.container_class,
        wrapper_css_class: settings.wrapper_css_class,
        on_mobile: settings.responsive_number.mobile,
        on_tablet: settings.responsive_number.tablet,
        on_desktop: settings.responsive_number.desktop,
    }
}

fn url(image: Option<StoredSize>) -> String {
    image.map(|size| size.url).unwrap_or_default()
}
