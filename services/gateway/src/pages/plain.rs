//! A page that runs no script and leads to few others: its sheets by their addresses, the shop's name above, who sells below.

use souk_kernel::Language;
use souk_views::Settings;

use super::document::write_languages;
use super::frame::{write_identity, write_name};
use super::html::Html;
use crate::web_app::Files;

/// A page ready to be written; search engines leave it out.
pub struct Plain<'a> {
    pub language: Language,
    pub title: &'a str,
    pub settings: &'a Settings,
    pub files: &'a Files,
    /// The shop's address, and the page's own without its language.
    pub public_url: &'a str,
    pub path: &'a str,
}

impl Plain<'_> {
    /// With what stands in its main part.
    pub fn write(&self, main: Html) -> String {
        let Self { language, title, settings, files, public_url, path } = *self;
        let mut html = Html::new();
        html.raw("<!doctype html>");
        html.open("html", &[("lang", language.code()), ("dir", language.direction())]);
        html.raw("<head><meta charset=\"utf-8\">");
        html.void("meta", &[("name", "viewport"), ("content", "width=device-width,initial-scale=1")]);
        html.void("meta", &[("name", "robots"), ("content", "noindex")]);
        html.element("title", &format!("{title} · {}", settings.shop_name));
        write_languages(&mut html, public_url, path);
        for style in files.styles.iter().chain(Some(&settings.stylesheet).filter(|style| !style.is_empty())) {
            html.void("link", &[("rel", "stylesheet"), ("href", style)]);
        }
        html.raw("</head><body>");
        write_name(&mut html, &settings.shop_name);
        html.raw("<main class=\"wrap\" id=\"main\">").raw(&main.into_string()).raw("</main>");
        write_identity(&mut html, settings.identity.as_ref());
        html.raw("</body></html>");
        html.into_string()
    }
}
