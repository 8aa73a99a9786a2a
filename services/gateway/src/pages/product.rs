//! A product page's first sight.

use serde_json::{Value, json};
use souk_kernel::{CombinationId, Language, Money};
use souk_views::{Combination, FeatureValue, ImageSize, ProductImage, ProductPage, Rating};

use super::availability::{chosen_first, is_available, obstacle};
use super::content::{Content, Place, breadcrumb_data, category_way, shortened};
use super::document::{Head, Picture};
use super::html::Html;
use super::listing::write_way;
use super::parts::{
    Loading, Slot, product_path, shown, write_brand_link, write_image, write_link, write_price, write_tone,
};
use super::route::{ORDER_FORM_PATH, brand_line_path, brand_path, encode};
use super::words::{LOWEST_PRICE, ORDER_FORM, REVIEWS, available_from};

const LARGE: &str = "PRODUCT_PAGE_LARGE";

/// What the page shows of the product: a combination, where it has some.
#[derive(Clone, Copy)]
struct Shown<'a> {
    page: &'a ProductPage,
    combination: Option<&'a Combination>,
    /// Whether the address says which.
    is_chosen: bool,
    /// Whether it is shown before it is sold.
    is_draft: bool,
}

pub fn product(page: &ProductPage, chosen: Option<CombinationId>, place: Place) -> Content {
    of_sight(Shown::of(page, chosen), place)
}

/// As [`product`], of what can't be ordered yet.
pub fn draft(page: &ProductPage, place: Place) -> Content {
    of_sight(Shown { is_draft: true, ..Shown::of(page, None) }, place)
}

fn of_sight(sight: Shown, place: Place) -> Content {
    let page = sight.page;
    let price = sight.price();
    let path = product_path(page.main_category_read.as_ref(), &page.slug);
    let place = Place { path: &path, ..place };
    let end = Some((page.name.as_str(), path.clone()));
    let description = first_of(&page.seo_description, &page.short_description);
    let head = Head {
        title: first_of(&page.seo_title, &page.name).to_owned(),
        preview_title: None,
        description: shortened(description),
        canonical: Some(path.clone()),
        indexed: true,
        image: sight
            .image()
            .and_then(large)
            .map(|image| Picture { on_page: !is_minimal(page), ..Picture::at(Slot::Product, image) }),
        kind: "product",
        price: Some(price.0),
        data: std::iter::once(product_data(sight, place))
            .chain(breadcrumb_data(&category_way(&page.breadcrumb), end, place))
            .collect(),
    };
    Content { head, body: body(sight, place) }
}

/// Name and order form alone (spec 2).
fn is_minimal(page: &ProductPage) -> bool {
    page.page == "minimal"
}

fn body(sight: Shown, place: Place) -> Html {
    let page = sight.page;
    let mut body = Html::new();
    body.raw("<main class=\"wrap product_hasBar\" id=\"main\">");
    if is_minimal(page) {
        body.raw("<div class=\"product_minimal\"><div class=\"buy-box\">");
        body.element("h1", &page.name);
        write_order_link(&mut body, sight, place.language);
        body.raw("</div></div></main>");
        return body;
    }
    write_way(&mut body, &category_way(&page.breadcrumb), None, place.language);
    body.raw("<div class=\"product\"><div class=\"product_media\"><div class=\"gallery\">");
    // The room that the app leads its thumbnails in; of one picture it has none.
    if page.images.len() > 1 {
        body.raw("<div class=\"gallery_thumbnails\"></div>");
    }
    body.raw("<figure class=\"gallery_main\"><section class=\"gallery_slides\">");
    if let Some((image, size)) = sight.image().and_then(|image| Some((image, large(image)?))) {
        write_tone(&mut body, size, Loading::First);
        write_image(&mut body, (size, Slot::Product), first_of(&image.alt, &page.name), Loading::First);
    }
    body.raw("</section></figure></div></div><div class=\"buy-box\"><div class=\"buy-box_identity\">");
    let is_whole = page.page != "simpler";
    if let Some(brand) = page.brand_read.as_ref().filter(|_| is_whole) {
        write_brand_link(
            &mut body,
            &brand_path(&brand.slug),
            ("class", "small quiet"),
            brand,
            place.language,
        );
    }
    if let Some(line) = page.brand_line_read.as_ref().filter(|_| is_whole) {
        let attributes = [("class", "small quiet"), ("lang", "fr")];
        write_link(&mut body, &brand_line_path(&line.slug), &attributes, &line.name, place.language);
    }
    body.element("h1", &page.name);
    if is_whole && !page.short_description.is_empty() {
        body.raw("<p class=\"buy-box_kind\">").text(&page.short_description).raw("</p>");
    }
    write_rating(&mut body, &page.rating, place.language);
    body.raw("</div><div><p class=\"buy-box_price\">");
    write_price(&mut body, sight.price(), place.language);
    body.raw("</p>");
    write_lowest(&mut body, sight, place.language);
    write_awaited(&mut body, page, place.language);
    body.raw("</div>");
    write_order_link(&mut body, sight, place.language);
    body.raw("</div></div>");
    if is_whole {
        write_details(&mut body, page);
    }
    body.raw("</main>");
    body
}

/// Cleaned html as it may stand in `<noscript>`, which a browser with scripts takes for text up to the first end of its own, wherever
/// that stands: what is cleaned has one in values of attributes alone, and as an escape it says the same there.
fn within_noscript(html: &str) -> String {
    let ends = html.to_ascii_lowercase();
    let mut kept = String::with_capacity(html.len());
    let mut at = 0;
    for (end, _) in ends.match_indices("</noscript") {
        kept += &html[at..end];
        kept += "&lt;";
        at = end + 1;
    }
    kept + &html[at..]
}

/// To the form where a product is ordered without a script.
fn write_order_link(body: &mut Html, sight: Shown, language: Language) {
    let Shown { page, combination, is_draft, .. } = sight;
    if is_draft || obstacle(page, combination).is_some() {
        return;
    }
    let chosen = combination.map(|one| format!("&combination={}", one.id)).unwrap_or_default();
    let path = format!("{ORDER_FORM_PATH}?product={}{chosen}", encode(&page.slug));
    body.raw("<noscript><p>");
    write_link(body, &path, &[("class", "button button_primary")], ORDER_FORM.to(language), language);
    body.raw("</p></noscript>");
}

/// Description and data sheet where no script runs: the app shows them in a tab, with the height that this would take from it.
fn write_details(body: &mut Html, page: &ProductPage) {
    if page.long_description.is_empty() && page.feature_values_read.is_empty() {
        return;
    }
    // Cleaned by the catalogue when it was written and when the page was made.
    body.raw("<noscript><div class=\"prose\" dir=\"auto\">")
        .raw(&within_noscript(&page.long_description))
        .raw("</div><dl class=\"details_sheet\">");
    for FeatureValue { type_label, value, .. } in &page.feature_values_read {
        body.raw("<div>").element("dt", type_label).element("dd", value).raw("</div>");
    }
    body.raw("</dl></noscript>");
}

/// What the reviews come to, where there are any.
fn write_rating(body: &mut Html, rating: &Rating, language: Language) {
    if rating.count == 0 {
        return;
    }
    body.raw("<p class=\"buy-box_rate\"><span class=\"num\">")
        .text(&rating.average.to_string())
        .raw("</span> <span>");
    body.text(&format!("{} ({})", REVIEWS.to(language), rating.count)).raw("</span></p>");
}

impl<'a> Shown<'a> {
    /// What is chosen, else what is chosen first.
    fn of(page: &'a ProductPage, chosen: Option<CombinationId>) -> Self {
        let chosen = chosen.map(|id| id.to_string());
        let chosen = chosen.and_then(|id| page.combinations.iter().find(|one| one.id == id));
        let combination = chosen.or_else(|| chosen_first(page));
        Self { page, combination, is_chosen: chosen.is_some(), is_draft: false }
    }

    fn price(&self) -> (Money, Option<Money>) {
        match self.combination {
            Some(one) => shown(one.price_ht, one.price_after_promotion),
            None => shown(self.page.price_ht, self.page.product_price_after_promotion),
        }
    }

    /// Its picture, as the app's gallery shows it.
    fn image(&self) -> Option<&'a ProductImage> {
        let own = self.combination.map(|one| one.images.as_slice()).unwrap_or_default();
        self.page.images.iter().find(|image| own.contains(&image.id)).or(self.page.images.first())
    }
}

/// What it cost before, below a price that is struck.
fn write_lowest(body: &mut Html, sight: Shown, language: Language) {
    let lowest = sight.combination.map_or(sight.page.lowest_price, |one| one.lowest_price);
    let (Some(lowest), (_, Some(_))) = (lowest, sight.price()) else { return };
    body.raw("<p class=\"small quiet\">").text(LOWEST_PRICE.to(language)).raw(" ");
    write_price(body, (lowest.0, None), language);
    body.raw("</p>");
}

/// From when on it can be ordered, where no script runs: the app says it in the place of the quantity.
fn write_awaited(body: &mut Html, page: &ProductPage, language: Language) {
    let Some(day) = &page.available_from else { return };
    body.raw("<noscript><p>").text(&available_from(day, language)).raw("</p></noscript>");
}

pub fn large(image: &ProductImage) -> Option<&ImageSize> {
    let sizes = &image.images_ids_and_sizes;
    sizes.iter().find(|size| size.name == LARGE).or(sizes.first())
}

pub fn first_of<'a>(wanted: &'a str, otherwise: &'a str) -> &'a str {
    if wanted.is_empty() { otherwise } else { wanted }
}

fn product_data(sight: Shown, place: Place) -> Value {
    let mut data = offer_data(sight, place);
    let page = sight.page;
    // What search engines are told is on the page too.
    if page.rating.count > 0 && !is_minimal(page) {
        data["aggregateRating"] = json!({
            "@type": "AggregateRating",
            "ratingValue": page.rating.average.to_string(),
            "reviewCount": page.rating.count,
        });
    }
    if let Some(day) = &page.available_from {
        data["offers"]["availabilityStarts"] = json!(day);
    }
    if let Some(rule) = page.quantity_rule {
        data["offers"]["eligibleQuantity"] = json!({
            "@type": "QuantitativeValue",
            "minValue": rule.minimum_quantity,
            "maxValue": rule.maximum_quantity,
        });
    }
    data
}

fn offer_data(sight: Shown, place: Place) -> Value {
    let Shown { page, combination, is_chosen, .. } = sight;
    let availability = if is_available(page, combination) { "InStock" } else { "OutOfStock" };
    let image = sight.image().and_then(large);
    let address = place.url(place.path);
    json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": page.name,
        "description": page.short_description,
        "image": image.map(|image| format!("{}{}", place.public_url, image.display_url)),
        "brand": page.brand_read.as_ref().map(|brand| json!({ "@type": "Brand", "name": brand.name })),
        "offers": {
            "@type": "Offer",
            "price": sight.price().0.to_string(),
            "priceCurrency": "DZD",
            "availability": format!("https://schema.org/{availability}"),
            "url": match combination.filter(|_| is_chosen) {
                Some(one) => combination_address(&address, one),
                None => address,
            },
        },
    })
}

/// The product's address with the combination chosen.
pub fn combination_address(product: &str, combination: &Combination) -> String {
    format!("{product}?combination={}", combination.id)
}
