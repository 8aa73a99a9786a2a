//! What isn't published yet, as shoppers would see it, for who has a link to it. It is made anew each time, says above that it is a
//! draft, and neither caches nor search engines keep it.

use http::StatusCode;
use serde_json::json;
use souk_kernel::Language;
use souk_views::{Draft, DraftThing};
use tokio::time::Instant;

use super::content::{Content, Place};
use super::document::Head;
use super::html::{HTML, Html};
use super::page::{Page, made};
use super::request::Request;
use super::route::{Route, localized};
use super::{blog, cms, product, words};
use crate::problem::Problem;
use crate::reads::{Copy, Fetched};

impl Request<'_> {
    /// The page at a link; of what shoppers see already, the way to its own.
    pub(super) async fn draft(&self, token: &str) -> Result<Page, Problem> {
        let link = self.app.drafts.read(token, self.app.clock.now());
        let link = link.ok_or_else(|| Problem::not_found("the link is over, or none of ours"))?;
        self.app.limits.miss(self.client)?;
        let draft = self.app.catalog.draft(link, self.language).await?;
        let copy = Copy::passing_as(HTML, self.write(&draft, token).await?);
        let location = draft.is_shown.then(|| localized(self.language, &draft.link));
        Ok(Page { location, ..Page::new(StatusCode::OK, copy.body) })
    }

    async fn write(&self, draft: &Draft, token: &str) -> Result<Fetched, Problem> {
        let frame = self.frame().await;
        let place = Place {
            language: self.language,
            path: &draft.link,
            public_url: &self.app.public_url,
            shop_name: &frame.shop_name,
            logo: &frame.logo,
        };
        // As its own page: what it is drawn with is that page's.
        let (content, route) = match &draft.thing {
            DraftThing::Page(page) => (cms::cms_page(page, place), Route::Cms { slug: page.slug.clone() }),
            DraftThing::Post(post) => (blog::post(post, place), Route::BlogPost { slug: post.slug.clone() }),
            DraftThing::Product(page) => {
                let route = Route::Product { slug: page.slug.clone(), combination: None };
                (product::draft(page, place), route)
            }
        };
        let at = Instant::now();
        let answer = serde_json::to_vec(draft).map_err(souk_rpc::Failure::internal)?;
        let key =
            json!(["get", "/web/public/api/draft/{token}", { "params": { "path": { "token": token } } }]);
        let query = Some((key, Copy::passing(Fetched::new(answer, at)).into()));
        let page = self.document(&frame, noted(content, self.language), query, Some(&route), None)?;
        Ok(Fetched { at, ..made(page) })
    }
}

/// The page with what says that it is a draft, and without what search engines and previews of its address would be told.
fn noted(content: Content, language: Language) -> Content {
    let Head { title, image, .. } = content.head;
    let head = Head { title, image, kind: "website", ..Head::default() };
    let mut body = Html::new();
    body.raw("<aside class=\"wrap\"><p class=\"note\">").text(words::DRAFT.to(language));
    body.raw("</p></aside>").raw(&content.body.into_string());
    Content { head, body }
}
