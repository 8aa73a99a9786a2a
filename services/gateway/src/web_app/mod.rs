//! The built web app: its files, and which of them a page loads.

mod assets;
mod manifest;

use std::path::Path;
use std::sync::Arc;

use axum::Router;

use self::assets::Assets;
pub use self::manifest::{Files, Manifest};

/// The build of `web/`.
#[derive(Debug)]
pub struct WebApp {
    assets: Arc<Assets>,
    pub manifest: Manifest,
}

impl WebApp {
    /// Reads the build's folder.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self { assets: Arc::new(Assets::read(folder)?), manifest: Manifest::read(folder)? })
    }
}

/// Serves the files.
pub fn routes<S: Clone + Send + Sync + 'static>(web_app: &WebApp) -> Router<S> {
    assets::routes(&web_app.assets)
}
