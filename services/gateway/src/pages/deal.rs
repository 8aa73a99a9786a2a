//! What a banner, a discount of the home page and the page of a promotion show alike.

use souk_kernel::Language;
use souk_views::{BannerBlock, Discount, DiscountBlock, ImageSize};

use super::html::Html;
use super::parts::{Loading, Slot, write_image, write_link};

/// As the app writes it (`web/src/storefront/parts/deal.tsx`).
pub struct Deal<'a> {
    title: &'a str,
    text: &'a str,
    button: &'a str,
    link: &'a str,
    image: Option<&'a ImageSize>,
    /// Whether the app counts the time left down.
    has_clock: bool,
}

impl<'a> From<&'a BannerBlock> for Deal<'a> {
    fn from(banner: &'a BannerBlock) -> Self {
        let BannerBlock { title, text, button, link, image } = banner;
        Self { title, text, button, link, image: image.as_ref(), has_clock: false }
    }
}

impl<'a> From<&'a DiscountBlock> for Deal<'a> {
    fn from(discount: &'a DiscountBlock) -> Self {
        let DiscountBlock { title, subtitle, button, link, banner_thumb, discount_end_date, .. } = discount;
        let (image, has_clock) = (banner_thumb.as_ref(), discount_end_date.is_some());
        Self { title, text: subtitle, button, link, image, has_clock }
    }
}

impl<'a> Deal<'a> {
    /// What the page of a promotion shows over its products; `None` where that is nothing. Its title and subtitle stand
    /// in the page's heading.
    pub fn of_page(discount: &'a Discount, language: Language) -> Option<Self> {
        let Discount { discount_lang_read, banner_thumb, discount_end_date, .. } = discount;
        let texts = discount_lang_read.iter().find(|texts| texts.language == language.code());
        let title = texts.map_or("", |texts| &texts.slogan);
        let (image, has_clock) = (banner_thumb.as_ref(), discount_end_date.is_some());
        let is_empty = title.is_empty() && image.is_none() && !has_clock;
        (!is_empty).then_some(Self { title, text: "", button: "", link: "", image, has_clock })
    }
}

pub fn write_deal(body: &mut Html, deal: &Deal, language: Language) {
    body.raw("<section class=\"section deal\"><div class=\"deal_text\">");
    if !deal.title.is_empty() {
        body.element("h2", deal.title);
    }
    if !deal.text.is_empty() {
        body.element("p", deal.text);
    }
    if deal.has_clock {
        body.raw("<div class=\"countdown_clock\"></div>");
    }
    if !deal.button.is_empty() && !deal.link.is_empty() {
        write_link(body, deal.link, &[("class", "button")], deal.button, language);
    }
    body.raw("</div>");
    if let Some(image) = deal.image {
        write_image(body, (image, Slot::Deal), "", Loading::Lazy);
    }
    body.raw("</section>");
}
