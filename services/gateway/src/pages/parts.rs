//! Pieces of markup that several pages share, with the classes of the app's own (`web/src/storefront/parts`).

use souk_kernel::{Language, Money};
use souk_views::{Brand, Category, Dinars, ImageSize, ProductCard};

use super::html::Html;
use super::money::price;
use super::route::{self, localized};
use super::words::{BREADCRUMB, HOME};

/// A place on the way from the home page; the page itself has no address.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    pub name: &'a str,
    pub path: Option<&'a str>,
}

/// When a picture is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loading {
    /// The one that the page is judged by.
    First,
    Eager,
    Lazy,
}

pub fn write_cards(body: &mut Html, cards: &[ProductCard], eager: usize, language: Language) {
    for (index, card) in cards.iter().enumerate() {
        let loading = if index < eager { Loading::Eager } else { Loading::Lazy };
        write_card(body, card, loading, language);
    }
}

fn write_card(body: &mut Html, card: &ProductCard, loading: Loading, language: Language) {
    body.open("article", &[("class", if card.available { "card" } else { "card out" })]);
    body.raw("<div class=\"picture\">");
    if let Some(thumb) = &card.grid_display_images_for_web.thumb {
        write_image(body, thumb, "", loading);
    }
    body.raw("</div><div class=\"card-text\"><p class=\"brand\">");
    if let Some(brand) = &card.brand_read {
        write_brand(body, brand);
    }
    if let Some(category) = &card.main_category_read {
        write_link(body, &route::category_path(&category.slug), &[], &category.name, language);
    }
    body.raw("</p>");
    write_link(body, &card_path(card), &[("class", "name")], &card.name, language);
    body.raw("<p class=\"price\">");
    write_price(body, shown(card.price_ht, card.product_price_after_promotion), language);
    body.raw("</p></div></article>");
}

/// The brand's logo, else its name: without a logo it has a name for one, and no path (spec 9).
fn write_brand(body: &mut Html, brand: &Brand) {
    if brand.logo.starts_with('/') {
        let attributes = [
            ("class", "brand-logo"),
            ("src", brand.logo.as_str()),
            ("alt", &brand.name),
            ("loading", "lazy"),
        ];
        body.void("img", &attributes);
    } else {
        body.raw("<span lang=\"fr\">").text(&brand.name).raw("</span>");
    }
}

/// What is charged, and the price before a promotion that lowers it.
pub fn shown(Dinars(base): Dinars, promoted: Option<Dinars>) -> (Money, Option<Money>) {
    let now = promoted.map_or(base, |Dinars(price)| price);
    (now, (now < base).then_some(base))
}

pub fn write_price(body: &mut Html, (now, before): (Money, Option<Money>), language: Language) {
    let Some(before) = before else {
        body.element("bdi", &price(now, language));
        return;
    };
    body.raw("<span class=\"reduced\">").element("bdi", &price(now, language)).raw("</span> ");
    body.raw("<s>").element("bdi", &price(before, language)).raw("</s>");
}

pub fn write_image(body: &mut Html, image: &ImageSize, alt: &str, loading: Loading) {
    let (width, height) = (image.width.to_string(), image.height.to_string());
    let when = match loading {
        Loading::First => ("fetchpriority", "high"),
        Loading::Eager => ("loading", "eager"),
        Loading::Lazy => ("loading", "lazy"),
    };
    let attributes = [
        ("src", image.display_url.as_str()),
        ("width", &width),
        ("height", &height),
        ("alt", alt),
        ("decoding", "async"),
        when,
    ];
    body.void("img", &attributes);
}

/// A link to a path of the shop; nothing without a text.
pub fn write_link(body: &mut Html, path: &str, attributes: &[(&str, &str)], text: &str, language: Language) {
    if text.is_empty() {
        return;
    }
    let href = localized(language, path);
    let attributes = [attributes, &[("href", href.as_str())]].concat();
    body.open("a", &attributes).text(text).raw("</a>");
}

pub fn write_breadcrumb(body: &mut Html, steps: &[Step], language: Language) {
    body.open("nav", &[("aria-label", BREADCRUMB.to(language))]).raw("<ol class=\"breadcrumbs\"><li>");
    write_link(body, "/", &[], HOME.to(language), language);
    body.raw("</li>");
    for step in steps {
        body.raw("<li>");
        match step.path {
            Some(path) => write_link(body, path, &[], step.name, language),
            None => {
                body.element("span", step.name);
            }
        }
        body.raw("</li>");
    }
    body.raw("</ol></nav>");
}

pub fn card_path(card: &ProductCard) -> String {
    product_path(card.main_category_read.as_ref(), &card.slug)
}

/// A product's address below its main category.
pub fn product_path(category: Option<&Category>, slug: &str) -> String {
    route::product_path(category.map_or("produits", |category| category.slug.as_str()), slug)
}
