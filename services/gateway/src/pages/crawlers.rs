//! What search engines ask for: `/robots.txt` and `/sitemap.xml`, which names its parts.

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use http::HeaderValue;
use serde::Deserialize;
use souk_kernel::Language;
use souk_proto::catalog::v1::address::Kind;
use souk_proto::catalog::v1::{Address, ListAddressesRequest, ListAddressesResponse};
use souk_rpc::Actor;
use tokio::time::Instant;

use super::html::Html;
use super::route::{
    BLOG_PATH, blog_category_path, blog_post_path, brand_line_path, brand_path, category_path, cms_page_path,
    collection_path, localized, product_path, promotion_path,
};
use crate::extract::{Asked, Query};
use crate::limits::ClientAddress;
use crate::problem::Problem;
use crate::reads::{Fetched, respond};
use crate::state::App;

const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGE_NAMESPACE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
/// Pages that every shop has.
const OWN: [&str; 3] = ["/", "/new", "/featured"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SitemapQuery {
    part: Option<u32>,
}

pub fn routes() -> Router<App> {
    Router::new().route("/robots.txt", get(robots)).route("/sitemap.xml", get(sitemap))
}

/// Pages may be read; calls and the staff's screens are nothing to find.
async fn robots(State(app): State<App>, Asked(parts): Asked) -> Response {
    let text = format!(
        "User-agent: *\nDisallow: /web/\nDisallow: /public/\nDisallow: /dashboard/\nDisallow: /admin\n\n\
         Sitemap: {}/sitemap.xml\n",
        app.public_url
    );
    let content = crate::reads::Content::new(TEXT, text.into());
    crate::reads::respond_with(&content, http::StatusCode::OK, &parts.headers).await
}

/// The list of parts, or one of them.
async fn sitemap(
    State(app): State<App>,
    Query(query): Query<SitemapQuery>,
    Asked(parts): Asked,
) -> Result<Response, Problem> {
    let make = async || {
        app.limits.miss(ClientAddress::found(&parts.extensions))?;
        write(&app, query.part).await
    };
    let copy = app.sitemap.part(&format!("{:?}", query.part), make).await?;
    Ok(respond(&copy, &parts.headers).await)
}

async fn write(app: &App, part: Option<u32>) -> Result<Fetched, Problem> {
    let at = Instant::now();
    let shopper = Actor::shopper();
    let request = ListAddressesRequest { part: part.unwrap_or(0) };
    let answer = app.neighbours.by(&shopper).product_pages()?.list_addresses(request).await?.into_inner();
    let xml = match part {
        None => index(&app.public_url, answer.parts),
        Some(part) if part < answer.parts => pages(&app.public_url, part, &answer),
        Some(_) => return Err(Problem::not_found("the sitemap has no such part")),
    };
    Ok(Fetched::new(xml.into_bytes(), at))
}

fn index(public_url: &str, parts: u32) -> String {
    let mut xml = begun("sitemapindex");
    for part in 0..parts {
        xml.raw("<sitemap>")
            .element("loc", &format!("{public_url}/sitemap.xml?part={part}"))
            .raw("</sitemap>\n");
    }
    xml.raw("</sitemapindex>\n");
    xml.into_string()
}

/// Every page in every language, with the pictures that it shows; how languages belong together is said in the pages' heads.
fn pages(public_url: &str, part: u32, answer: &ListAddressesResponse) -> String {
    let is_first = part == 0;
    let own = OWN.iter().filter(|_| is_first).map(|path| (*path).to_owned());
    // Without posts it is an empty page.
    let has_posts = is_first && answer.addresses.iter().any(|address| address.kind() == Kind::BlogPost);
    let blog = has_posts.then(|| BLOG_PATH.to_owned());
    let told =
        answer.addresses.iter().filter_map(|address| Some((path(address)?, address.images.as_slice())));
    let mut xml = begun("urlset");
    for (path, images) in own.chain(blog).map(|path| (path, &[][..])).chain(told) {
        for language in Language::ALL {
            xml.raw("<url>").element("loc", &format!("{public_url}{}", localized(language, &path)));
            for image in images {
                xml.raw("<image:image>")
                    .element("image:loc", &format!("{public_url}{image}"))
                    .raw("</image:image>");
            }
            xml.raw("</url>\n");
        }
    }
    xml.raw("</urlset>\n");
    xml.into_string()
}

fn begun(root: &str) -> Html {
    let mut xml = Html::new();
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.open(root, &[("xmlns", NAMESPACE), ("xmlns:image", IMAGE_NAMESPACE)]).raw("\n");
    xml
}

fn path(address: &Address) -> Option<String> {
    match address.kind() {
        Kind::Category => Some(category_path(&address.slug)),
        Kind::Brand => Some(brand_path(&address.slug)),
        Kind::BrandLine => Some(brand_line_path(&address.slug)),
        Kind::Collection => Some(collection_path(&address.slug)),
        Kind::Promotion => Some(promotion_path(&address.slug)),
        Kind::Product => Some(product_path(&address.category_slug, &address.slug)),
        Kind::CmsPage => Some(cms_page_path(&address.slug)),
        Kind::BlogPost => Some(blog_post_path(&address.slug)),
        Kind::BlogCategory => Some(blog_category_path(&address.slug)),
        Kind::Unspecified => None,
    }
}
