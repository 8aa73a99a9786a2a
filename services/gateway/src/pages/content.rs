//! A page's own part, and what several of them say of themselves.

use serde_json::{Value, json};
use souk_kernel::Language;
use souk_views::CategoryTile;

use super::document::Head;
use super::html::Html;
use super::parts::category_path;
use super::route::localized;
use super::words::NOT_FOUND;

/// Longest description of a page, in characters.
const DESCRIPTION: usize = 160;

/// Head and readable body of a page.
#[derive(Debug, Default)]
pub struct Content {
    pub head: Head,
    pub body: Html,
}

/// Where a page is.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    pub language: Language,
    /// Without the language's prefix.
    pub path: &'a str,
    pub public_url: &'a str,
}

impl Place<'_> {
    /// The whole address of a path, in the page's language.
    pub fn url(&self, path: &str) -> String {
        format!("{}{}", self.public_url, localized(self.language, path))
    }
}

/// A page that the app fills alone.
pub fn personal() -> Content {
    Content { head: Head { kind: "website", ..Head::default() }, body: Html::new() }
}

/// What a wrong address shows.
pub fn missing(language: Language) -> Content {
    let text = NOT_FOUND.to(language);
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">").element("h1", text).raw("</main>");
    Content { head: Head { title: text.into(), kind: "website", ..Head::default() }, body }
}

pub fn shortened(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let cut: String = text.chars().take(DESCRIPTION - 1).collect();
    format!("{}…", cut.trim_end())
}

pub fn breadcrumb_data(categories: &[CategoryTile], place: Place) -> Value {
    let item = |(index, category): (usize, &CategoryTile)| {
        let url = place.url(&category_path(&category.slug));
        json!({ "@type": "ListItem", "position": index + 1, "name": category.name, "item": url })
    };
    let items: Vec<Value> = categories.iter().enumerate().map(item).collect();
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items })
}
