//! Pieces of markup that several pages share, with the classes of the app's own (`web/src/storefront/parts`).

use souk_kernel::{Language, Money};
use souk_views::{Brand, Category, Dinars, ImageSize, ProductCard};

use super::html::Html;
use super::money::price;
use super::route::{self, localized};
use super::words::{BREADCRUMB, HOME, NEXT, PAGES, PREVIOUS};

/// A place on the way from the home page; the page itself has no address.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    pub name: &'a str,
    pub path: Option<&'a str>,
}

/// Where a picture stands on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    Card,
    Product,
    Hero,
    Deal,
    Post,
    /// Over the text of a post.
    Article,
}

impl Slot {
    /// As browsers are told of it, in the app's words (`web/src/storefront/parts/picture.tsx`): with others they would fetch a
    /// second file when the app takes over.
    pub const fn sizes(self) -> &'static str {
        match self {
            Self::Card => "(min-width: 1024px) 240px, (min-width: 768px) 31vw, 46vw",
            Self::Product => "(min-width: 1024px) 600px, 100vw",
            Self::Hero => "(min-width: 1240px) 1240px, (min-width: 768px) 100vw, 92vw",
            Self::Deal => "(min-width: 768px) 50vw, 100vw",
            Self::Post => "(min-width: 1024px) 400px, (min-width: 768px) 50vw, 100vw",
            Self::Article => "(min-width: 768px) 760px, 100vw",
        }
    }
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
        let loading = match index {
            0 if eager > 0 => Loading::First,
            index if index < eager => Loading::Eager,
            _ => Loading::Lazy,
        };
        write_card(body, card, loading, language);
    }
}

fn write_card(body: &mut Html, card: &ProductCard, loading: Loading, language: Language) {
    body.open("article", &[("class", if card.available { "card" } else { "card card_out" })]);
    body.raw("<div class=\"picture\">");
    if let Some(thumb) = &card.grid_display_images_for_web.thumb {
        write_tone(body, thumb, loading);
        write_image(body, (thumb, Slot::Card), "", loading);
    }
    body.raw("</div><div class=\"card_text\"><p class=\"card_brand\">");
    if let Some(brand) = &card.brand_read {
        write_brand(body, brand);
    }
    if let Some(category) = &card.main_category_read {
        write_link(body, &route::category_path(&category.slug), &[], &category.name, language);
    }
    body.raw("</p>");
    write_link(body, &card_path(card), &[("class", "card_name")], &card.name, language);
    body.raw("<p class=\"card_price\">");
    write_price(body, shown(card.price_ht, card.product_price_after_promotion), language);
    body.raw("</p></div></article>");
}

/// The brand's logo, else its name: without a logo it has a name for one, and no path (spec 9).
fn write_brand(body: &mut Html, brand: &Brand) {
    if brand.logo.starts_with('/') {
        let attributes = [
            ("class", "brand-mark"),
            ("src", brand.logo.as_str()),
            ("alt", &brand.name),
            ("loading", "lazy"),
        ];
        body.void("img", &attributes);
    } else {
        body.raw("<span lang=\"fr\">").text(&brand.name).raw("</span>");
    }
}

/// A link to the brand, which shows its logo, else its name.
pub fn write_brand_link(body: &mut Html, path: &str, class: (&str, &str), brand: &Brand, language: Language) {
    let href = localized(language, path);
    body.open("a", &[class, ("href", href.as_str()), ("lang", "fr")]);
    write_brand(body, brand);
    body.raw("</a>");
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
    body.raw("<span>").element("bdi", &price(now, language)).raw("</span> ");
    body.raw("<s>").element("bdi", &price(before, language)).raw("</s>");
}

/// The colour that the picture's place has while it loads. A drawing: a page's policy knows its sheets alone.
pub fn write_tone(body: &mut Html, image: &ImageSize, loading: Loading) {
    if loading == Loading::Lazy || image.tone.is_empty() {
        return;
    }
    body.raw("<svg class=\"picture_tone\" aria-hidden=\"true\">");
    body.open("rect", &[("width", "100%"), ("height", "100%"), ("fill", &image.tone)]).raw("</rect></svg>");
}

pub fn write_image(body: &mut Html, (image, slot): (&ImageSize, Slot), alt: &str, loading: Loading) {
    body.raw("<picture>");
    if !image.webp_srcset.is_empty() {
        let attributes =
            [("type", "image/webp"), ("srcset", image.webp_srcset.as_str()), ("sizes", slot.sizes())];
        body.void("source", &attributes);
    }
    let (width, height) = (image.width.to_string(), image.height.to_string());
    let when: &[(&str, &str)] = match loading {
        Loading::First => &[("fetchpriority", "high")],
        Loading::Eager => &[],
        Loading::Lazy => &[("decoding", "async"), ("loading", "lazy")],
    };
    let file = [("src", image.display_url.as_str()), ("width", &width), ("height", &height), ("alt", alt)];
    body.void("img", &[&file[..], when].concat()).raw("</picture>");
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

/// To the pages of a list beside this one, which without a script nothing else leads to. `address_of` is what the address of a page says.
pub fn write_steps(
    body: &mut Html,
    (page, page_count): (u64, u64),
    path: &str,
    address_of: impl Fn(u64) -> String,
    language: Language,
) {
    // From a page past the end it leads back to the last that there is.
    let previous = page.saturating_sub(1).min(page_count);
    if previous == 0 && page >= page_count {
        return;
    }
    body.open("nav", &[("class", "pages"), ("aria-label", PAGES.to(language))]);
    let mut step = |page: u64, word: &str| {
        let path = format!("{path}{}", address_of(page));
        write_link(body, &path, &[("class", "pages_step")], word, language);
    };
    if previous > 0 {
        step(previous, PREVIOUS.to(language));
    }
    if page < page_count {
        step(page + 1, NEXT.to(language));
    }
    body.raw("</nav>");
}

pub fn card_path(card: &ProductCard) -> String {
    product_path(card.main_category_read.as_ref(), &card.slug)
}

/// A product's address below its main category.
pub fn product_path(category: Option<&Category>, slug: &str) -> String {
    route::product_path(category.map_or("produits", |category| category.slug.as_str()), slug)
}
