//! The gRPC interface of content and of the settings.

use souk_kernel::{Language, Permission};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::content_server::Content as Service;
use souk_rpc::{Failure, Violations, actor, localized_from_proto};
use tonic::{Request, Response, Status};

use super::model::{BlockKind, HomeBlock, Source};
use super::{Content, NewBlock};
use crate::failure::checked;
use crate::{parse, settings};

/// Blocks that a home page may have.
const MOST_BLOCKS: usize = 50;

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
        let saved = settings::update(&self.content.context, &actor, wanted).await.map_err(Failure::from)?;
        Ok(Response::new(proto::Settings::from(&saved)))
    }

    async fn set_home(
        &self,
        request: Request<proto::SetHomeRequest>,
    ) -> Result<Response<proto::SetHomeResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let blocks = read_blocks(request.into_inner().blocks)?;
        self.content.set_home(&actor, blocks).await.map_err(Failure::from)?;
        Ok(Response::new(proto::SetHomeResponse {}))
    }
}

fn language(code: &str) -> Result<Language, Failure> {
    let mut found = Violations::default();
    checked(parse::language(code, &mut found), found)
}

fn read_blocks(blocks: Vec<proto::HomeBlock>) -> Result<Vec<NewBlock>, Failure> {
    let mut found = Violations::default();
    if blocks.len() > MOST_BLOCKS {
        found.push("blocks", "form.validation.tooMany", "50 blocks at most");
    }
    let mut read = Vec::new();
    for (at, given) in blocks.into_iter().enumerate() {
        let kind = given.r#type.parse::<BlockKind>().map_err(|_| "this shop can't fill a block of this type");
        let kind = found.check(format!("blocks[{at}].type"), "form.validation.unknown", kind);
        let source = given.source.parse::<Source>();
        let source = found.check(format!("blocks[{at}].source"), "form.validation.unknown", source);
        if !given.link.is_empty() && !is_path(&given.link) {
            found.push(format!("blocks[{at}].link"), "form.validation.path", "a link is a path of the shop");
        }
        read.extend(kind.zip(source).map(|(kind, source)| NewBlock {
            block: HomeBlock {
                kind,
                title: localized_from_proto(given.title),
                text: localized_from_proto(given.text),
                button: localized_from_proto(given.button),
                link: given.link,
                image: None,
                source,
                number: given.number,
            },
            picture: given.image,
        }));
    }
    checked(Some(read), found)
}

/// A path of this shop, never another site's address.
fn is_path(link: &str) -> bool {
    // Browsers read a backslash as a slash and leave tabs and line ends out.
    let is_misread = |c: char| c == '\\' || c.is_control();
    link.starts_with('/') && !link.starts_with("//") && !link.contains(is_misread)
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn a_link_never_leaves_the_shop() {
        assert!(is_path("/new"));
        for link in [
            "https://a.example",
            "//a.example",
            "javascript:alert(1)",
            "/\\a.example",
            "/\t/a.example",
            "/\n/a.example",
        ] {
            assert!(!is_path(link), "{link}");
        }
    }
}
