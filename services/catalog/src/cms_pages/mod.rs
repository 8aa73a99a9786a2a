//! Pages of text that the merchant writes: delivery, about us, terms. Shoppers read those that are active.

mod model;
mod rpc;
mod store;

use bytes::Bytes;
use serde_json::Value;
use souk_audit::Change;
use souk_database::on_conflict;
use souk_kernel::Language;
use souk_rpc::{Actor, Failure};
use souk_views as views;
use uuid::Uuid;

pub use model::{CmsPage, MOST_PAGES};
pub use rpc::CmsPagesRpc;
pub use store::{ListFilter, ListSort, NamedPage, State, active_slugs, named};

use crate::context::Context;
use crate::drafts::Draft;
use crate::failure::GONE;
use crate::former_addresses::{self, Kind};
use crate::versions::{self, OutOfDate};
use crate::{html, revision};

/// What caches hear that pages of text changed by.
const CONTENT: &str = "cms_page";
/// Characters of a description that is made of the text: more than search engines show.
const DESCRIPTION: usize = 300;

/// The use cases of pages of text.
#[derive(Clone)]
pub struct CmsPages {
    context: Context,
}

/// Why something could not be done with a page.
#[derive(Debug, thiserror::Error)]
pub enum CmsPageError {
    #[error("there is no such page")]
    Unknown,
    #[error("the page has another address: {0}")]
    Moved(String),
    #[error("the page was taken away")]
    Gone,
    #[error("the page was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("another page has this slug")]
    SlugTaken,
    #[error("the shop has {MOST_PAGES} pages already; delete one first")]
    TooMany,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("the page could not be written")]
    Json(#[from] serde_json::Error),
}

impl CmsPages {
    pub fn new(context: Context) -> Self {
        Self { context }
    }

    /// An active page as shoppers read it, as JSON.
    pub async fn published(&self, slug: &str, language: Language) -> Result<Bytes, CmsPageError> {
        let mut conn = self.context.pool.acquire().await?;
        let Some(page) = store::active(&mut conn, slug).await? else {
            let subject = former_addresses::subject(&mut conn, Kind::CmsPage, slug).await?;
            let moved = match subject {
                Some(id) => store::find(&mut conn, id).await?.filter(|page| page.active),
                None => None,
            };
            return Err(match moved {
                Some(page) => CmsPageError::Moved(page.slug),
                None if former_addresses::is_gone(&mut conn, Kind::CmsPage, slug).await? => {
                    CmsPageError::Gone
                }
                None => CmsPageError::Unknown,
            });
        };
        Ok(Bytes::from(serde_json::to_vec(&view(&page, language))?))
    }

    /// A page as shoppers would read it, whether they do or not.
    pub async fn draft(&self, id: Uuid, language: Language) -> Result<Draft, CmsPageError> {
        let page = self.get(id).await?;
        let json = Bytes::from(serde_json::to_vec(&view(&page, language))?);
        Ok(Draft { json, link: link(&page.slug), shown: page.active })
    }

    /// A page of the list, without their texts, and how many match.
    pub async fn list(&self, filter: &ListFilter) -> Result<(Vec<CmsPage>, u64), CmsPageError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = store::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    pub async fn get(&self, id: Uuid) -> Result<CmsPage, CmsPageError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(CmsPageError::Unknown)
    }

    /// Makes the page or replaces the version that it carries. What is stored already changes nothing.
    pub async fn save(&self, actor: &Actor, wanted: CmsPage) -> Result<CmsPage, CmsPageError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let before = store::find(&mut tx, wanted.id).await?;
        let next = versions::over(wanted, before.as_ref())?;
        if before.as_ref() == Some(&next) {
            return Ok(next);
        }
        if before.is_none() && store::count(&mut tx).await? >= MOST_PAGES {
            return Err(CmsPageError::TooMany);
        }
        store::save_in(&mut tx, &next)
            .await
            .map_err(on_conflict("cms_pages_slug_key", CmsPageError::SlugTaken))?;
        let slug = before.as_ref().map(|before| before.slug.as_str());
        former_addresses::save_in(&mut tx, Kind::CmsPage, next.id, (slug, &next.slug)).await?;
        let was = before.as_ref().map_or(Value::Null, CmsPage::facts);
        let change = Change::between("catalog.cms_page_saved", next.subject(), was, next.facts());
        revision::commit_content(&self.context, tx, CONTENT, actor, change).await?;
        Ok(next)
    }

    pub async fn delete(&self, actor: &Actor, id: Uuid) -> Result<(), CmsPageError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let page = store::find(&mut tx, id).await?.ok_or(CmsPageError::Unknown)?;
        store::delete_in(&mut tx, id).await?;
        former_addresses::leave_in(&mut tx, Kind::CmsPage, id, &page.slug).await?;
        let change = Change::between("catalog.cms_page_removed", page.subject(), page.facts(), Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}

/// The path of its page.
pub fn link(slug: &str) -> String {
    format!("/pages/{slug}")
}

fn view(page: &CmsPage, language: Language) -> views::CmsPage {
    let html = html::clean(page.html.get(language));
    let description = match page.seo_description.get(language) {
        "" => html::words(&html).chars().take(DESCRIPTION).collect(),
        written => written.to_owned(),
    };
    views::CmsPage {
        title: page.title.get(language).to_owned(),
        slug: page.slug.clone(),
        html,
        seo_title: page.seo_title.get(language).to_owned(),
        seo_description: description,
    }
}

impl From<OutOfDate> for CmsPageError {
    fn from(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::Unknown,
            OutOfDate::At(version) => Self::Stale(version),
        }
    }
}

impl From<CmsPageError> for Failure {
    fn from(error: CmsPageError) -> Self {
        let text = error.to_string();
        match error {
            CmsPageError::Unknown => Self::not_found("catalog.unknown_cms_page", text),
            CmsPageError::Gone => Self::not_found(GONE, text),
            CmsPageError::Moved(slug) => Self::not_found("catalog.moved", text).with("movedTo", slug),
            CmsPageError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            CmsPageError::SlugTaken => Self::conflict("catalog.taken", text).with("field", "slug"),
            CmsPageError::TooMany => Self::invalid_field("title", "form.validation.tooMany", text),
            CmsPageError::Database(error) => souk_database::failure(error),
            CmsPageError::Json(error) => Self::internal(error),
        }
    }
}
