//! `/media/…`: pictures from the object store. Their names are hashes of their content, so that they never change.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, StatusCode};
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{ObjectStore, ObjectStoreExt as _};
use souk_kernel::ProductId;
use souk_rpc::Failure;

use crate::problem::Problem;
use crate::reads::is_known;

const JPEG: HeaderValue = HeaderValue::from_static("image/jpeg");
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Hexadecimal digits of a picture's hash, at most.
const LONGEST_HASH: usize = 64;

/// The shop's pictures.
#[derive(Debug, Clone)]
pub struct Media {
    store: Arc<dyn ObjectStore>,
}

impl Media {
    /// Opens `file:///folder`, which is made when it is missing.
    pub fn open(url: &str) -> anyhow::Result<Self> {
        let Some(folder) = url.strip_prefix("file://") else {
            bail!("SOUK_MEDIA_URL {url} is no file:// address")
        };
        let folder = PathBuf::from(folder);
        std::fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        Ok(Self { store: Arc::new(LocalFileSystem::new_with_prefix(folder)?) })
    }
}

pub fn routes<S>(media: Media) -> Router<S> {
    Router::new().route("/media/{*path}", get(picture)).with_state(media)
}

async fn picture(
    State(media): State<Media>,
    Path(path): Path<String>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let gone = || Problem::not_found("there is no such picture");
    if !is_stored(&path) {
        return Err(gone());
    }
    let path = ObjectPath::parse(&path).map_err(|_| gone())?;
    let found = media.store.get(&path).await.map_err(|error| match error {
        object_store::Error::NotFound { .. } => gone(),
        error => Failure::unavailable("the pictures are away").because(error).into(),
    })?;
    let etag = HeaderValue::try_from(format!("\"{}\"", path.filename().unwrap_or_default()));
    let etag = etag.unwrap_or_else(|_| HeaderValue::from_static("\"picture\""));
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, FOREVER);
    headers.insert(ETAG, etag.clone());
    if is_known(request.get(IF_NONE_MATCH), &etag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    headers.insert(CONTENT_TYPE, JPEG);
    headers.insert(CONTENT_LENGTH, HeaderValue::from(found.meta.size));
    *response.body_mut() = Body::from_stream(found.into_stream());
    Ok(response)
}

/// Whether the catalogue gives such names, `products/<id>/<hash>-<side>.jpg` and `shop/<hash>-<side>.jpg`: no other is
/// looked for.
fn is_stored(path: &str) -> bool {
    let name = match path.split('/').collect::<Vec<_>>()[..] {
        ["products", product, name] if product.parse::<ProductId>().is_ok() => name,
        ["shop", name] => name,
        _ => return false,
    };
    let parts = name.strip_suffix(".jpg").and_then(|name| name.split_once('-'));
    parts.is_some_and(|(hash, side)| {
        (1..=LONGEST_HASH).contains(&hash.len())
            && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
            && side.parse::<u16>().is_ok()
    })
}
