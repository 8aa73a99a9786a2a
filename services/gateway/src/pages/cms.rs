//! The first sight of a page of text.

use serde_json::json;
use souk_views::CmsPage;

use super::content::{Content, Place, shortened};
use super::document::Head;
use super::html::Html;
use super::parts::{Step, write_breadcrumb};

pub fn cms_page(page: &CmsPage, place: Place) -> Content {
    let title = if page.seo_title.is_empty() { &page.title } else { &page.seo_title };
    let head = Head {
        title: title.clone(),
        preview_title: None,
        description: shortened(&page.seo_description),
        canonical: Some(place.path.to_owned()),
        indexed: true,
        image: None,
        kind: "website",
        price: None,
        data: vec![json!({
            "@context": "https://schema.org",
            "@type": "WebPage",
            "name": page.title,
            "url": place.url(place.path),
        })],
    };
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">");
    write_breadcrumb(&mut body, &[Step { name: &page.title, path: None }], place.language);
    body.raw("<div class=\"page-head\">").element("h1", &page.title).raw("</div>");
    // Cleaned by the catalogue when it was written and when the page was made.
    body.raw("<div class=\"prose\" dir=\"auto\">").raw(&page.html).raw("</div></main>");
    Content { head, body }
}
