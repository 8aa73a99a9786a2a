//! The web app's files: read once into memory with the compressed forms that its build made. Those under
//! `assets/` have their content's hash in the name and never change.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use bytes::Bytes;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::encoding::Encoding;
use crate::problem::Problem;
use crate::reads::{etag, is_known};

/// Of what has another address when it is another.
pub const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// The files by path, `/assets/main-x1.js`.
#[derive(Debug, Default)]
pub struct Assets {
    files: HashMap<String, File>,
}

#[derive(Debug)]
struct File {
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
    kind: HeaderValue,
    etag: HeaderValue,
    cache: HeaderValue,
}

impl Assets {
    /// Reads the builds' folders; nothing where one is missing, since the API needs no web app.
    pub fn read(folders: &[&Path]) -> anyhow::Result<Self> {
        let mut assets = Self::default();
        for folder in folders {
            if folder.is_dir() {
                assets.read_folder(folder, folder)?;
            } else {
                tracing::warn!(folder = %folder.display(), "there is no such web app, its pages are not served");
            }
        }
        Ok(assets)
    }

    fn read_folder(&mut self, root: &Path, folder: &Path) -> anyhow::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.read_folder(root, &path)?;
            } else if let Some((kind, name)) = servable(root, &path) {
                let file = File::read(&path, kind, &name)?;
                self.files.insert(name, file);
            }
        }
        Ok(())
    }

    /// A file's text.
    pub fn text(&self, address: &str) -> Option<&str> {
        std::str::from_utf8(&self.files.get(address)?.plain).ok()
    }

    fn respond(&self, request: &Request) -> Response {
        match self.files.get(request.uri().path()) {
            Some(file) => file.respond(request.headers()),
            None => Problem::not_found("there is no such file").into_response(),
        }
    }
}

/// What of the folder is served, with its type and address. HTML is made by [`crate::pages`]; compressed forms belong
/// to their file; the manifest is the build's own.
fn servable(root: &Path, path: &Path) -> Option<(&'static str, String)> {
    let kind = match path.extension()?.to_str()? {
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    };
    let name = path.strip_prefix(root).ok()?.to_str()?;
    (!name.starts_with('.')).then(|| (kind, format!("/{name}")))
}

impl File {
    fn read(path: &Path, kind: &'static str, name: &str) -> anyhow::Result<Self> {
        let plain = Bytes::from(fs::read(path)?);
        Ok(Self {
            etag: etag(&plain),
            gzip: beside(path, "gz"),
            brotli: beside(path, "br"),
            kind: HeaderValue::from_static(kind),
            cache: if name.starts_with("/assets/") { FOREVER } else { AN_HOUR },
            plain,
        })
    }

    fn respond(&self, request: &HeaderMap) -> Response {
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, self.cache.clone());
        headers.insert(ETAG, self.etag.clone());
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if is_known(request.get(IF_NONE_MATCH), &self.etag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(CONTENT_TYPE, self.kind.clone());
        let (body, encoding) = self.encoded(Encoding::accepted(request.get(ACCEPT_ENCODING)));
        if let Some(name) = encoding.header() {
            headers.insert(CONTENT_ENCODING, name);
        }
        *response.body_mut() = Body::from(body);
        response
    }

    /// The wanted form where the build made it.
    fn encoded(&self, wanted: Encoding) -> (Bytes, Encoding) {
        match (wanted, &self.brotli, &self.gzip) {
            (Encoding::Brotli, Some(brotli), _) => (brotli.clone(), Encoding::Brotli),
            (Encoding::Brotli | Encoding::Gzip, _, Some(gzip)) => (gzip.clone(), Encoding::Gzip),
            _ => (self.plain.clone(), Encoding::Identity),
        }
    }
}

fn beside(path: &Path, extension: &str) -> Option<Bytes> {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    fs::read(PathBuf::from(name)).ok().map(Bytes::from)
}

/// One route per file: what is no file is a page.
pub fn routes<S: Clone + Send + Sync + 'static>(assets: &Arc<Assets>) -> Router<S> {
    let serve = |assets: Arc<Assets>| get(move |request: Request| async move { assets.respond(&request) });
    let mut router = Router::new().route("/assets/{*path}", serve(assets.clone()));
    for name in assets.files.keys().filter(|name| !name.starts_with("/assets/")) {
        router = router.route(name, serve(assets.clone()));
    }
    router
}
