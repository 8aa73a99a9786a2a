//! A listing's first sight.

use serde_json::{Value, json};
use souk_kernel::Language;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_views::{Listing, ProductCard};

use super::content::{Content, Place, Waypoint, breadcrumb_data, category_way, shortened};
use super::deal::{Deal, write_deal};
use super::document::{Head, Picture};
use super::html::Html;
use super::parts::{Slot, Step, card_path, write_breadcrumb, write_cards, write_link, write_steps};
use super::route::{brand_path, search_path};
use super::words::{INSTEAD, listing_description, listing_title, results_for};
use crate::listing_query::ListingQuery;

/// Cards of the first row, whose pictures are loaded at once.
const FIRST_ROW: usize = 4;

pub fn listing(
    listing: &Listing,
    scope: Scope,
    place: Place,
    (words, query): (Option<&str>, &ListingQuery),
) -> Content {
    let searched = words.map(|words| results_for(words, place.language));
    let title = match &searched {
        Some(searched) => searched,
        None if listing.title.is_empty() => listing_title(scope, place.language),
        None => &listing.title,
    };
    let first = listing.products.first();
    let is_past_the_end = query.page() > 1 && first.is_none();
    // Of a search, other sites show the shop's name beside what is said here: none of it is what somebody wrote into its address.
    let preview_title = searched.as_ref().map(|_| listing_title(scope, place.language));
    let description = match [listing.seo_description.as_str(), &listing.description] {
        ["", ""] => listing_description(preview_title.unwrap_or(title), place.shop_name, place.language),
        ["", written] | [written, _] => shortened(written),
    };
    let banner = listing.discount.as_ref().and_then(|discount| discount.banner_thumb.as_ref());
    let thumb = first.and_then(|card| card.grid_display_images_for_web.thumb.as_ref());
    let face = thumb.map(|image| Picture::at(Slot::Card, image));
    let way = way(listing, scope, title, place.path);
    let head = Head {
        title: if listing.seo_title.is_empty() { title } else { &listing.seo_title }.to_owned(),
        preview_title,
        description,
        canonical: Some(canonical(place.path, query)),
        indexed: !query.is_variation() && !is_past_the_end,
        image: banner.map(|image| Picture::at(Slot::Deal, image)).or(face),
        kind: "website",
        price: None,
        data: item_list(&listing.products, place)
            .into_iter()
            .chain(breadcrumb_data(&way, None, place))
            .collect(),
    };
    let address_of = |page| query.address_of(page, words);
    Content { head, body: body(listing, title, &way, place, address_of) }
}

fn body(
    listing: &Listing,
    title: &str,
    way: &[Waypoint],
    Place { language, path, .. }: Place,
    address_of: impl Fn(u64) -> String,
) -> Html {
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">");
    // The last part of the way is the list itself.
    let above = way.split_last().map_or(&[][..], |(_, above)| above);
    write_way(&mut body, above, Some(title), language);
    body.raw("<div class=\"page-head\"><div>").element("h1", title);
    if !listing.description.is_empty() {
        body.element("p", &listing.description);
    }
    body.raw("</div></div>");
    let discount = listing.discount.as_ref();
    if let Some(deal) = discount.and_then(|discount| Deal::of_page(discount, language)) {
        write_deal(&mut body, &deal, language);
    }
    body.raw("<div class=\"listing\"><div></div><section><div class=\"tools\"></div>");
    write_instead(&mut body, listing, language);
    body.raw("<div class=\"grid\">");
    write_cards(&mut body, &listing.products, FIRST_ROW, language);
    body.raw("</div>");
    if !listing.products.is_empty() {
        write_steps(&mut body, (listing.page.into(), listing.page_count), path, address_of, language);
    }
    body.raw("</section></div></main>");
    body
}

/// Searches that find something, where this one does not. Search engines don't follow them: they have the lists.
fn write_instead(body: &mut Html, listing: &Listing, language: Language) {
    if listing.instead.is_empty() {
        return;
    }
    body.raw("<p class=\"note instead\"><span>").text(INSTEAD.to(language));
    for search in &listing.instead {
        body.raw(" <bdi>");
        write_link(body, &search_path(&search.words), &[("rel", "nofollow")], &search.words, language);
        body.text(&format!(" ({})", search.total)).raw("</bdi>");
    }
    body.raw("</span></p>");
}

/// The way to the list and the list itself: through categories to the listed one, by the brand to its line, at once to a
/// collection.
fn way<'a>(listing: &'a Listing, scope: Scope, title: &'a str, path: &str) -> Vec<Waypoint<'a>> {
    let mut way = category_way(&listing.breadcrumb);
    if let Some(brand) = &listing.brand {
        way.extend([(brand.name.as_str(), brand_path(&brand.slug)), (title, path.to_owned())]);
    }
    if scope == Scope::Collection {
        way.push((title, path.to_owned()));
    }
    way
}

/// The way, to the page named `own` where it stands for itself.
pub fn write_way(body: &mut Html, way: &[Waypoint], own: Option<&str>, language: Language) {
    let above = way.iter().map(|(name, path)| Step { name, path: Some(path) });
    let steps: Vec<Step> = above.chain(own.map(|name| Step { name, path: None })).collect();
    write_breadcrumb(body, &steps, language);
}

/// Each page of a list is a page of its own; sizes, orders and filters are views of it.
pub fn canonical(path: &str, query: &ListingQuery) -> String {
    if query.page() > 1 { format!("{path}?page={}", query.page()) } else { path.to_owned() }
}

fn item_list(cards: &[ProductCard], place: Place) -> Option<Value> {
    let item = |(index, card): (usize, &ProductCard)| {
        let url = place.url(&card_path(card));
        json!({ "@type": "ListItem", "position": index + 1, "name": card.name, "url": url })
    };
    let items: Vec<Value> = cards.iter().enumerate().map(item).collect();
    let data = || json!({ "@context": "https://schema.org", "@type": "ItemList", "itemListElement": items });
    (!cards.is_empty()).then(data)
}
