//! The built web app: its files, and which of them a page loads. Storefront and dashboard are builds of their own, in
//! folders of these names; their files have one address space, since the names carry their content's hash.

mod assets;
mod manifest;

use std::path::Path;
use std::sync::Arc;

use axum::Router;

use self::assets::Assets;
pub use self::assets::FOREVER;
pub use self::manifest::{Files, Manifest};

/// The build of `web/`.
#[derive(Debug)]
pub struct WebApp {
    assets: Arc<Assets>,
    pub storefront: Manifest,
    pub dashboard: Manifest,
}

impl WebApp {
    /// Reads the build's folder.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let [storefront, dashboard] = ["storefront", "dashboard"].map(|app| folder.join(app));
        Ok(Self {
            assets: Arc::new(Assets::read(&[&storefront, &dashboard])?),
            storefront: Manifest::read(&storefront)?,
            dashboard: Manifest::read(&dashboard)?,
        })
    }
}

/// Serves the files.
pub fn routes<S: Clone + Send + Sync + 'static>(web_app: &WebApp) -> Router<S> {
    assets::routes(&web_app.assets)
}
