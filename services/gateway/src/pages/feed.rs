//! The shop's products for Google Merchant Center and Meta's catalogue: `/feeds/fr.xml`, RSS 2.0 with the names of `g:`. A file is
//! written while it is read, from pieces of a size that are kept for an hour; what fails on the way cuts it, so that half of it is not
//! taken for the whole.

use std::io;
use std::pin::pin;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use http::HeaderValue;
use http::header::CONTENT_TYPE;
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, Money};
use souk_proto::catalog::v1::{Address, GetProductPageRequest, ListAddressesRequest, ListAddressesResponse};
use souk_rpc::{Actor, Failure, Kind};
use souk_views::{Combination, ImageSize, ProductImage, ProductPage};
use tokio::time::Instant;

use super::availability::is_available;
use super::content::Place;
use super::html::Html;
use super::parts::{product_path, shown};
use super::product::{combination_address, first_of, large};
use crate::extract::Asked;
use crate::limits::ClientAddress;
use crate::problem::Problem;
use crate::reads::Fetched;
use crate::state::App;

const XML: HeaderValue = HeaderValue::from_static("application/xml; charset=utf-8");
const NAMESPACE: &str = "http://base.google.com/ns/1.0";
/// Products that are asked for at once while a piece is made.
const AT_ONCE: usize = 4;
/// Bytes from which on a piece takes no further entry. One product alone may have 2,000, of 5,000 characters each.
const PIECE: usize = 1024 * 1024;
/// Pictures beside the first, as many as are taken.
const MORE_PICTURES: usize = 10;
/// Longest title and description, in characters, that are taken.
const TITLE: usize = 150;
const DESCRIPTION: usize = 5_000;

/// Where a piece begins: at the first combination from an id on, of the first product from a number on. Neither changes, and they are in
/// this order: what is hidden, shown or renamed between two pieces moves nothing from one into the other.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Start {
    product: u64,
    combination: String,
}

pub fn routes() -> Router<App> {
    Router::new().route("/feeds/{file}", get(feed))
}

/// `<language>.xml`: every product that shoppers see, one entry for each combination.
async fn feed(
    State(app): State<App>,
    Path(file): Path<String>,
    Asked(asked): Asked,
) -> Result<Response, Problem> {
    let language = file.strip_suffix(".xml").and_then(|code| code.parse().ok());
    let language = language.ok_or_else(|| Problem::not_found("the shop has no such feed"))?;
    let client = ClientAddress::found(&asked.extensions);
    app.limits.miss(client)?;
    // Held until the file is read to its end, or given up by Envoy.
    let turn = app.limits.feed(client)?;
    let shop_name = app.catalog.settings(language).await.shop_name;
    // One past the last says how many there are.
    let ListAddressesResponse { parts, .. } = addresses(&app, u32::MAX).await?;
    if parts > 1 {
        // Made before anything is sent, and kept: that it can't be had is still said, and is no feed that was begun.
        piece(&app, language, 1, Start::default()).await?;
    }
    turn.begin()?;
    let head = head(&app.public_url, &shop_name);
    let pieces = stream::iter(1..parts).flat_map(move |part| {
        let app = app.clone();
        stream::try_unfold(Some(Start::default()), move |start| {
            let app = app.clone();
            async move {
                let Some(start) = start else { return Ok(None) };
                piece(&app, language, part, start).await.map(Some)
            }
        })
    });
    let tail = Bytes::from_static(b"</channel></rss>\n");
    let file = stream::iter([Ok(head)]).chain(pieces).chain(stream::iter([Ok(tail)])).map(move |bytes| {
        let _held = &turn;
        bytes.map_err(|problem: Problem| io::Error::other(problem.code().to_owned()))
    });
    let mut response = Response::new(Body::from_stream(file));
    response.headers_mut().insert(CONTENT_TYPE, XML);
    Ok(response)
}

fn head(public_url: &str, shop_name: &str) -> Bytes {
    let mut xml = Html::new();
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.open("rss", &[("version", "2.0"), ("xmlns:g", NAMESPACE)]).raw("<channel>\n");
    tell(&mut xml, "title", shop_name);
    tell(&mut xml, "link", public_url);
    tell(&mut xml, "description", shop_name);
    xml.raw("\n");
    xml.into_string().into()
}

async fn addresses(app: &App, part: u32) -> Result<ListAddressesResponse, Problem> {
    let mut pages = app.neighbours.by(&Actor::shopper()).product_pages()?;
    Ok(pages.list_addresses(ListAddressesRequest { part }).await?.into_inner())
}

/// Entries of a part of the products, kept, and where the part goes on.
async fn piece(
    app: &App,
    language: Language,
    part: u32,
    start: Start,
) -> Result<(Bytes, Option<Start>), Problem> {
    let key = format!("{language} {part} {start:?}");
    // Its first line says where the next one begins.
    let make = async || {
        let at = Instant::now();
        let (xml, next) = write_piece(app, language, part, start).await?;
        let mut bytes = serde_json::to_vec(&next).map_err(Failure::internal)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(xml.as_bytes());
        Ok(Fetched::new(bytes, at))
    };
    let kept = app.feeds.part(&key, make).await?.body.plain.clone();
    let line = kept.iter().position(|byte| *byte == b'\n').unwrap_or_default();
    let next = serde_json::from_slice(&kept[..line]).map_err(Failure::internal)?;
    Ok((kept.slice(line + 1..), next))
}

async fn write_piece(
    app: &App,
    language: Language,
    part: u32,
    start: Start,
) -> Result<(String, Option<Start>), Problem> {
    let mut left = addresses(app, part).await?.addresses;
    left.retain(|address| address.number >= start.product);
    left.sort_by_key(|address| address.number);
    let pages = left.into_iter().map(async |address| {
        let number = address.number;
        let page = product(app, language, address).await?;
        Ok::<_, Problem>((number, page))
    });
    let mut pages = pin!(stream::iter(pages).buffered(AT_ONCE));
    let place = Place { language, path: "", public_url: &app.public_url, shop_name: "", logo: "" };
    let mut xml = Html::new();
    while let Some((number, page)) = pages.try_next().await? {
        let Some(page) = page else { continue };
        for combination in entries(&page) {
            let id = combination.map(|one| one.id.as_str()).unwrap_or_default();
            if number == start.product && id < start.combination.as_str() {
                continue;
            }
            // A catalogue of the release before tells no numbers: its parts stay whole.
            if xml.bytes() >= PIECE && number > 0 {
                return Ok((xml.into_string(), Some(Start { product: number, combination: id.to_owned() })));
            }
            write_entry(&mut xml, &page, combination, place);
        }
    }
    Ok((xml.into_string(), None))
}

/// None where it is gone since it was listed.
async fn product(app: &App, language: Language, address: Address) -> Result<Option<ProductPage>, Problem> {
    let mut pages = app.neighbours.by(&Actor::shopper()).product_pages()?;
    let request = GetProductPageRequest { slug: address.slug, language: language.to_string() };
    match pages.get_product_page(request).await.map_err(Problem::from) {
        Ok(answer) => serde_json::from_slice(&answer.into_inner().json)
            .map(Some)
            .map_err(|error| Failure::internal(error).into()),
        Err(problem) if problem.kind() == Kind::NotFound => Ok(None),
        Err(problem) => Err(problem),
    }
}

/// What of a product can be ordered: its combinations in the order of their ids, itself without any.
fn entries(page: &ProductPage) -> Vec<Option<&Combination>> {
    let mut combinations: Vec<_> = page.combinations.iter().map(Some).collect();
    combinations.sort_unstable_by_key(|one| one.map(|one| &one.id));
    if combinations.is_empty() { vec![None] } else { combinations }
}

fn write_entry(xml: &mut Html, page: &ProductPage, combination: Option<&Combination>, place: Place) {
    xml.raw("<item>");
    let link = place.url(&product_path(page.main_category_read.as_ref(), &page.slug));
    if let Some(one @ Combination { id, display_name, .. }) = combination {
        tell(xml, "g:id", id);
        tell(xml, "g:item_group_id", &page.id);
        tell(xml, "g:title", &cut(&format!("{} – {display_name}", page.name), TITLE));
        tell(xml, "g:link", &combination_address(&link, one));
    } else {
        tell(xml, "g:id", &page.id);
        tell(xml, "g:title", &cut(&page.name, TITLE));
        tell(xml, "g:link", &link);
    }
    let said = first_of(first_of(&page.seo_description, &page.short_description), &page.name);
    tell(xml, "g:description", &cut(said, DESCRIPTION));
    let availability = if is_available(page, combination) { "in_stock" } else { "out_of_stock" };
    tell(xml, "g:availability", availability);
    let fewest = page.quantity_rule.map_or(1, |rule| rule.minimum_quantity);
    write_price(
        xml,
        match combination {
            Some(one) => shown(one.price_ht, one.price_after_promotion),
            None => shown(page.price_ht, page.product_price_after_promotion),
        },
        fewest,
    );
    write_pictures(xml, page, combination, place);
    tell(xml, "g:condition", "new");
    let kind: Vec<_> = page.breadcrumb.iter().map(|category| category.name.as_str()).collect();
    if !kind.is_empty() {
        tell(xml, "g:product_type", &kind.join(" > "));
    }
    if let Some(brand) = &page.brand_read {
        tell(xml, "g:brand", &brand.name);
    }
    match combination.map(|one| one.sku.as_str()).filter(|sku| !sku.is_empty()) {
        Some(sku) => tell(xml, "g:mpn", sku),
        None => tell(xml, "g:identifier_exists", "no"),
    }
    xml.raw("</item>\n");
}

/// What is charged for the fewest pieces that can be ordered, as these catalogues ask for it, and what was before a promotion.
fn write_price(xml: &mut Html, (now, before): (Money, Option<Money>), fewest: u32) {
    tell(xml, "g:price", &amount(before.unwrap_or(now), fewest));
    if before.is_some() {
        tell(xml, "g:sale_price", &amount(now, fewest));
    }
}

fn amount(one: Money, pieces: u32) -> String {
    let centimes = i128::from(one.centimes()) * i128::from(pieces);
    format!("{}.{:02} DZD", centimes / 100, centimes % 100)
}

/// Those of the combination first.
fn write_pictures(xml: &mut Html, page: &ProductPage, combination: Option<&Combination>, place: Place) {
    let own = combination.map(|one| one.images.as_slice()).unwrap_or_default();
    let (of_it, others): (Vec<&ProductImage>, Vec<_>) =
        page.images.iter().partition(|image| own.contains(&image.id));
    let sizes = of_it.into_iter().chain(others).filter_map(large);
    for (index, ImageSize { display_url, .. }) in sizes.take(1 + MORE_PICTURES).enumerate() {
        let tag = if index == 0 { "g:image_link" } else { "g:additional_image_link" };
        tell(xml, tag, &format!("{}{display_url}", place.public_url));
    }
}

/// An element; what XML can't hold is left out of its text.
fn tell(xml: &mut Html, tag: &str, text: &str) {
    let told: String = text.chars().filter(|char| is_told(*char)).collect();
    xml.element(tag, &told);
}

fn is_told(char: char) -> bool {
    match char {
        '\n' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        char => !char.is_control(),
    }
}

fn cut(text: &str, longest: usize) -> String {
    text.chars().take(longest).collect()
}
