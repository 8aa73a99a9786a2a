//! `/media/…`: pictures from the object store. Their names are hashes of their content, so that they never change.

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, StatusCode};
use object_store::path::Path as ObjectPath;
use souk_kernel::ProductId;
use souk_media::{Error, Pictures};
use souk_rpc::Failure;

use crate::problem::Problem;
use crate::reads::is_known;

/// The formats that the catalogue makes, by the end of a name.
static FORMATS: [(&str, HeaderValue); 3] = [
    (".webp", HeaderValue::from_static("image/webp")),
    (".jpg", HeaderValue::from_static("image/jpeg")),
    (".png", HeaderValue::from_static("image/png")),
];

const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Hexadecimal digits of a picture's hash, at most.
const LONGEST_HASH: usize = 64;

/// The shop's pictures.
#[derive(Debug, Clone)]
pub struct Media(pub Pictures);

pub fn routes<S>(media: Media) -> Router<S> {
    Router::new().route("/media/{*path}", get(picture)).with_state(media)
}

async fn picture(
    State(Media(pictures)): State<Media>,
    Path(path): Path<String>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let gone = || Problem::not_found("there is no such picture");
    let format = stored_format(&path).ok_or_else(gone)?;
    let path = ObjectPath::parse(&path).map_err(|_| gone())?;
    let failed = |error: Error| match error {
        Error::Missing => gone(),
        error => Failure::unavailable("the pictures are away").because(error).into(),
    };
    let etag = HeaderValue::try_from(format!("\"{}\"", path.filename().unwrap_or_default()));
    let etag = etag.unwrap_or_else(|_| HeaderValue::from_static("\"picture\""));
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, FOREVER);
    headers.insert(ETAG, etag.clone());
    if is_known(request.get(IF_NONE_MATCH), &etag) {
        pictures.find(&path).await.map_err(failed)?;
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    let found = pictures.get(&path).await.map_err(failed)?;
    headers.insert(CONTENT_TYPE, format);
    headers.insert(CONTENT_LENGTH, HeaderValue::from(found.meta.size));
    *response.body_mut() = Body::from_stream(found.into_stream());
    Ok(response)
}

/// The type of a picture with such a name as the catalogue gives, `products/<id>/<hash>-<side>.webp` and
/// `shop/<hash>-<side>.jpg`, or `.png` of an icon: no other is looked for.
fn stored_format(path: &str) -> Option<HeaderValue> {
    let name = match path.split('/').collect::<Vec<_>>()[..] {
        ["products", product, name] if product.parse::<ProductId>().is_ok() => name,
        ["shop", name] => name,
        _ => return None,
    };
    let (name, format) = FORMATS.iter().find_map(|(end, format)| Some((name.strip_suffix(end)?, format)))?;
    let (hash, side) = name.split_once('-')?;
    let is_named = (1..=LONGEST_HASH).contains(&hash.len())
        && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        && side.parse::<u16>().is_ok();
    is_named.then(|| format.clone())
}
