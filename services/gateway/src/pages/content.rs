//! A page's own part, and what several of them say of themselves.

use serde_json::{Value, json};
use souk_kernel::Language;
use souk_views::CategoryTile;

use super::document::Head;
use super::html::Html;
use super::route::{Personal, category_path, localized};
use super::words;

/// Longest description of a page, in characters.
const DESCRIPTION: usize = 160;

/// Head and readable body of a page.
#[derive(Debug, Default)]
pub struct Content {
    pub head: Head,
    pub body: Html,
}

/// Where a page is, and in which shop.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    pub language: Language,
    /// In its one spelling, without the language's prefix.
    pub path: &'a str,
    pub public_url: &'a str,
    pub shop_name: &'a str,
    /// Path of the shop's logo; may be empty.
    pub logo: &'a str,
}

impl Place<'_> {
    /// The whole address of a path, in the page's language.
    pub fn url(&self, path: &str) -> String {
        format!("{}{}", self.public_url, localized(self.language, path))
    }
}

/// A page that the app fills alone and search engines leave out.
pub fn untold(title: &str) -> Content {
    Content { head: Head { title: title.to_owned(), kind: "website", ..Head::default() }, body: Html::new() }
}

/// A page of one shopper.
pub fn personal(page: Personal, language: Language) -> Content {
    untold(words::personal_title(page).to(language))
}

/// What a wrong address shows.
pub fn missing(text: &str) -> Content {
    let mut page = untold(text);
    page.body.raw("<main class=\"wrap\" id=\"main\">").element("h1", text).raw("</main>");
    page
}

pub fn shortened(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let cut: String = text.chars().take(DESCRIPTION - 1).collect();
    format!("{}…", cut.trim_end())
}

/// A place on the way to a page: its name and its path.
pub type Waypoint<'a> = (&'a str, String);

/// The way through the categories.
pub fn category_way(categories: &[CategoryTile]) -> Vec<Waypoint<'_>> {
    categories.iter().map(|category| (category.name.as_str(), category_path(&category.slug))).collect()
}

/// The way to the page that ends it; None where there is nothing on it.
pub fn breadcrumb_data(way: &[Waypoint], end: Option<Waypoint>, place: Place) -> Option<Value> {
    let item = |(index, (name, path)): (usize, Waypoint)| json!({ "@type": "ListItem", "position": index + 1, "name": name, "item": place.url(&path) });
    let items: Vec<Value> = way.iter().cloned().chain(end).enumerate().map(item).collect();
    let data =
        || json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items });
    (!way.is_empty()).then(data)
}
