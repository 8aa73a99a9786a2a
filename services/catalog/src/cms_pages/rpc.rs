//! The gRPC interface of pages of text.

use souk_kernel::{Permission, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::cms_pages_server::CmsPages as Service;
use souk_rpc::{Failure, Violations, actor, localized_to_proto};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{CmsPage, CmsPages, ListFilter, ListSort};
use crate::drafts;
use crate::failure::checked;
use crate::parse::{self, LONGEST_LINE, texts};

/// Longest text of a page in one language, in characters.
const LONGEST_HTML: usize = 50_000;
/// Longest description of a page in one language, in characters.
const LONGEST_DESCRIPTION: usize = 2_000;

pub struct CmsPagesRpc {
    pages: CmsPages,
}

impl CmsPagesRpc {
    pub fn new(pages: CmsPages) -> Self {
        Self { pages }
    }
}

#[tonic::async_trait]
impl Service for CmsPagesRpc {
    async fn get_published_cms_page(
        &self,
        request: Request<proto::GetPublishedCmsPageRequest>,
    ) -> Result<Response<proto::GetPublishedCmsPageResponse>, Status> {
        let proto::GetPublishedCmsPageRequest { slug, language } = request.into_inner();
        let mut found = Violations::default();
        let language = checked(parse::language(&language, &mut found), found)?;
        let json = self.pages.published(&slug, language).await.map_err(Failure::from)?;
        Ok(Response::new(proto::GetPublishedCmsPageResponse { json: json.into() }))
    }

    async fn get_draft_cms_page(
        &self,
        request: Request<proto::GetDraftRequest>,
    ) -> Result<Response<proto::Draft>, Status> {
        let (id, language) = drafts::asked(&actor(&request)?, request.get_ref())?;
        Ok(Response::new(self.pages.draft(id, language).await.map_err(Failure::from)?.into()))
    }

    async fn list_cms_pages(
        &self,
        request: Request<proto::ListCmsPagesRequest>,
    ) -> Result<Response<proto::ListCmsPagesResponse>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let filter = filter(request.into_inner())?;
        let (pages, total) = self.pages.list(&filter).await.map_err(Failure::from)?;
        let pages = pages.into_iter().map(message).collect();
        Ok(Response::new(proto::ListCmsPagesResponse { pages, total }))
    }

    async fn get_cms_page(
        &self,
        request: Request<proto::GetCmsPageRequest>,
    ) -> Result<Response<proto::CmsPage>, Status> {
        actor(&request)?.require(Permission::ContentWrite)?;
        let page = self.pages.get(id(&request.get_ref().id)?).await.map_err(Failure::from)?;
        Ok(Response::new(message(page)))
    }

    async fn save_cms_page(
        &self,
        request: Request<proto::SaveCmsPageRequest>,
    ) -> Result<Response<proto::CmsPage>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        let now = self.pages.context.clock.now();
        let wanted = page(request.into_inner().page.unwrap_or_default(), now)?;
        let saved = self.pages.save(&actor, wanted).await.map_err(Failure::from)?;
        Ok(Response::new(message(saved)))
    }

    async fn delete_cms_page(
        &self,
        request: Request<proto::DeleteCmsPageRequest>,
    ) -> Result<Response<proto::DeleteCmsPageResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::ContentWrite)?;
        self.pages.delete(&actor, id(&request.get_ref().id)?).await.map_err(Failure::from)?;
        Ok(Response::new(proto::DeleteCmsPageResponse {}))
    }
}

fn id(given: &str) -> Result<Uuid, Failure> {
    let mut found = Violations::default();
    checked(found.id("id", given), found)
}

fn filter(request: proto::ListCmsPagesRequest) -> Result<ListFilter, Failure> {
    let mut found = Violations::default();
    let page = found.page(request.page);
    let state = match request.state.as_str() {
        "" => Some(None),
        state => found.check("state", "form.validation.unknown", state.parse().map(Some)),
    };
    let sort = match request.sort.as_str() {
        "" => Some(ListSort::Default),
        sort => found.check("sort", "form.validation.sort", sort.parse()),
    };
    let query = request.query;
    let filter =
        page.zip(state).zip(sort).map(|((page, state), sort)| ListFilter { page, query, state, sort });
    checked(filter, found)
}

fn page(given: proto::CmsPage, now: OffsetDateTime) -> Result<CmsPage, Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &given.id);
    let title = parse::name("title", given.title, &mut found);
    let named = title.as_ref().map_or("", |title| title.fr.as_str());
    // What has no title has that to be told alone.
    let slug = (title.is_some() || !given.slug.is_empty())
        .then(|| parse::slug(&given.slug, named, &mut found))
        .flatten();
    let html = parse::html("html", given.html, LONGEST_HTML, &mut found);
    let seo_title = texts("seoTitle", given.seo_title, LONGEST_LINE, &mut found);
    let seo_description = texts("seoDescription", given.seo_description, LONGEST_DESCRIPTION, &mut found);
    let page = id.zip(title).zip(slug).map(|((id, title), slug)| CmsPage {
        id,
        version: given.version,
        slug: slug.to_string(),
        active: given.active,
        title,
        html,
        seo_title,
        seo_description,
        changed_at: now,
    });
    checked(page, found)
}

fn message(page: CmsPage) -> proto::CmsPage {
    proto::CmsPage {
        id: page.id.to_string(),
        version: page.version,
        slug: page.slug,
        active: page.active,
        title: Some(localized_to_proto(&page.title)),
        html: Some(localized_to_proto(&page.html)),
        seo_title: Some(localized_to_proto(&page.seo_title)),
        seo_description: Some(localized_to_proto(&page.seo_description)),
        changed_at: rfc3339(page.changed_at),
    }
}
