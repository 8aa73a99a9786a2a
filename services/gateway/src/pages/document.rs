//! The whole HTML document around a page's own head and body.

use std::sync::Arc;

use http::StatusCode;
use serde_json::Value;
use souk_kernel::{Language, Money};
use souk_views::ImageSize;

use super::html::{Answers, Html};
use super::parts::Slot;
use super::route::localized;
use super::{structured, web_manifest};
use crate::headers::Shown;
use crate::reads::Written;
use crate::web_app::{Files, Sheets, hash};

/// What a page says of itself.
#[derive(Debug, Default)]
pub struct Head {
    pub title: String,
    /// What a preview of its address calls it instead, where its title has words that anybody may write into an address.
    pub preview_title: Option<&'static str>,
    pub description: String,
    /// Path without the language's prefix, with the query that belongs to the address; None: the page has none.
    pub canonical: Option<String>,
    /// Whether search engines may keep it.
    pub indexed: bool,
    /// The picture that previews show.
    pub image: Option<Picture>,
    /// `website`, `article` or `product`.
    pub kind: &'static str,
    /// What the product costs.
    pub price: Option<Money>,
    /// Structured data.
    pub data: Vec<Value>,
}

/// The picture of a page.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The JPEG file, which previews show.
    pub url: String,
    /// What the page shows instead, as `srcset` and `sizes` take it; the first is empty for a picture without WebP.
    pub srcset: String,
    pub sizes: &'static str,
    /// Whether it is above the fold; else previews alone show it.
    pub on_page: bool,
}

impl Picture {
    pub fn at(slot: Slot, image: &ImageSize) -> Self {
        let (url, srcset) = (image.display_url.clone(), image.webp_srcset.clone());
        Self { url, srcset, sizes: slot.sizes(), on_page: true }
    }

    /// Has a browser fetch the file that it will choose before it has read the page.
    fn write_preload(&self, html: &mut Html) {
        let mut attributes = vec![("rel", "preload"), ("as", "image"), ("fetchpriority", "high")];
        if self.srcset.is_empty() {
            attributes.push(("href", &self.url));
        } else {
            let chosen = [("type", "image/webp"), ("imagesrcset", &self.srcset), ("imagesizes", self.sizes)];
            attributes.extend(chosen);
        }
        html.void("link", &attributes);
    }
}

/// A page ready to be written.
#[derive(Debug)]
pub struct Document<'a> {
    pub language: Language,
    pub shop_name: &'a str,
    pub public_url: &'a str,
    pub head: Head,
    pub body: Html,
    /// What the app reads instead of asking.
    pub answers: Answers,
    pub files: &'a Files,
    /// Its sheets, where they stand in its text: of all pages but the dashboard's, which has no colours of the shop.
    pub sheets: Option<Arc<Sheets>>,
    /// Whose policy it has.
    pub shown: Shown,
    /// The font of the page's script, where it has its own.
    pub font: Option<String>,
    /// The stylesheet of the shop's colours; may be empty.
    pub theme: &'a str,
    /// Path of the shop's own picture for the browser's tab; may be empty.
    pub favicon: &'a str,
    /// Path of the one for a phone's screen; empty where that is.
    pub touch_icon: &'a str,
    /// What the answer is instead of a page that is there.
    pub missing: Option<StatusCode>,
}

impl Document<'_> {
    pub fn write(mut self) -> (String, Option<Written>) {
        let mut html = Html::new();
        html.raw("<!doctype html>");
        html.open("html", &[("lang", self.language.code()), ("dir", self.language.direction())]);
        html.raw("<head><meta charset=\"utf-8\">");
        html.void(
            "meta",
            &[("name", "viewport"), ("content", "width=device-width,initial-scale=1,viewport-fit=cover")],
        );
        self.write_preloads(&mut html);
        html.element("title", &self.title(&self.head.title));
        self.write_meta(&mut html);
        self.write_addresses(&mut html);
        let written = self.write_sheets(&mut html);
        self.write_files(&mut html);
        for data in std::mem::take(&mut self.head.data) {
            html.json(&[("type", "application/ld+json")], &structured::told(data));
        }
        html.raw("</head><body><div id=\"root\">").raw(&self.body.into_string()).raw("</div>");
        html.answers(&[("id", "__q"), ("type", "application/json")], &self.answers);
        html.raw("</body></html>");
        (html.into_string(), written)
    }

    fn title(&self, of_page: &str) -> String {
        if of_page.is_empty() || of_page == self.shop_name {
            self.shop_name.to_owned()
        } else {
            format!("{of_page} · {}", self.shop_name)
        }
    }

    fn write_preloads(&self, html: &mut Html) {
        if let Some(picture) = self.head.image.as_ref().filter(|picture| picture.on_page) {
            picture.write_preload(html);
        }
        if let Some(font) = &self.font {
            // Fonts are fetched without credentials: a preload that is not `crossorigin` would load it twice.
            html.raw("<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin");
            html.attribute("href", font).raw(">");
        }
    }

    fn write_meta(&self, html: &mut Html) {
        let head = &self.head;
        if !head.description.is_empty() {
            html.void("meta", &[("name", "description"), ("content", &head.description)]);
        }
        if !head.indexed {
            html.void("meta", &[("name", "robots"), ("content", "noindex")]);
        }
        if let Some(status) = self.missing {
            html.void("meta", &[("name", "souk-status"), ("content", status.as_str())]);
        }
        let title = self.title(head.preview_title.unwrap_or(&head.title));
        let mut og = vec![("og:type", head.kind.to_owned()), ("og:title", title)];
        og.push(("og:site_name", self.shop_name.to_owned()));
        og.push(("og:description", head.description.clone()));
        og.extend(head.image.as_ref().map(|image| ("og:image", format!("{}{}", self.public_url, image.url))));
        og.extend(self.canonical(self.language).map(|url| ("og:url", url)));
        og.push(("og:locale", locale(self.language).to_owned()));
        if let Some(price) = head.price {
            og.push(("product:price:amount", price.to_string()));
            og.push(("product:price:currency", "DZD".to_owned()));
        }
        for (name, content) in og.iter().filter(|(_, content)| !content.is_empty()) {
            html.void("meta", &[("property", name), ("content", content)]);
        }
        html.void("meta", &[("name", "twitter:card"), ("content", "summary_large_image")]);
    }

    /// The page's one address, and the same page in the other languages.
    fn write_addresses(&self, html: &mut Html) {
        let Some(own) = self.canonical(self.language) else { return };
        html.void("link", &[("rel", "canonical"), ("href", &own)]);
        if let Some(path) = &self.head.canonical {
            write_languages(html, self.public_url, path);
        }
    }

    fn canonical(&self, language: Language) -> Option<String> {
        let path = self.head.canonical.as_ref()?;
        Some(format!("{}{}", self.public_url, localized(language, path)))
    }

    /// Where its sheets stand in it, before the shop's colours; their addresses, where they don't.
    fn write_sheets(&self, html: &mut Html) -> Option<Written> {
        let Some(sheets) = &self.sheets else {
            for style in &self.files.styles {
                html.void("link", &[("rel", "stylesheet"), ("href", style)]);
            }
            return None;
        };
        let (at, mut hashes) = (html.bytes(), sheets.hashes.clone());
        if !self.theme.is_empty() {
            html.raw("<style>").raw(self.theme).raw("</style>");
            hashes = format!("{hashes} {}", hash(self.theme));
        }
        Some(Written { sheets: sheets.text.clone(), at, policy: self.shown.policy_with(&hashes) })
    }

    fn write_files(&self, html: &mut Html) {
        if self.shown == Shown::Shop {
            html.void("link", &[("rel", "manifest"), ("href", &web_manifest::path(self.language))]);
        }
        if self.favicon.is_empty() {
            html.void("link", &[("rel", "icon"), ("href", "/favicon.svg"), ("type", "image/svg+xml")]);
        } else {
            html.void("link", &[("rel", "icon"), ("href", self.favicon), ("type", "image/jpeg")]);
            html.void("link", &[("rel", "apple-touch-icon"), ("href", self.touch_icon)]);
        }
        // The page is readable without the app: its files leave the line to the picture that the reader waits for.
        let later = ("fetchpriority", "low");
        for module in &self.files.modules {
            html.void("link", &[("rel", "modulepreload"), later, ("href", module)]);
        }
        html.open("script", &[("type", "module"), later, ("src", &self.files.entry)]).raw("</script>");
    }
}

/// The language as readers of Open Graph name it.
const fn locale(language: Language) -> &'static str {
    match language {
        Language::Fr => "fr_DZ",
        Language::Ar => "ar_DZ",
        Language::En => "en_GB",
    }
}

/// The page at a path in each of the shop's languages.
pub fn write_languages(html: &mut Html, public_url: &str, path: &str) {
    let own = Language::ALL.map(|language| (language.code(), language));
    for (code, language) in own.into_iter().chain([("x-default", Language::default())]) {
        let url = format!("{public_url}{}", localized(language, path));
        html.void("link", &[("rel", "alternate"), ("hreflang", code), ("href", &url)]);
    }
}
