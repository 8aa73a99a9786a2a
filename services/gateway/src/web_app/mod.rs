//! The built web app: its files, and which of them a page loads. Storefront and dashboard are builds of their own, in
//! folders of these names; their files have one address space, since the names carry their content's hash.

mod assets;
mod manifest;
mod sheets;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;

use self::assets::Assets;
pub use self::assets::FOREVER;
pub use self::manifest::{Files, Manifest};
pub use self::sheets::{Sheets, hash};

/// The build of `web/`.
#[derive(Debug)]
pub struct WebApp {
    assets: Arc<Assets>,
    pub storefront: Manifest,
    pub dashboard: Manifest,
    /// By their addresses: as many as there are kinds of pages.
    sheets: RwLock<HashMap<Vec<String>, Arc<Sheets>>>,
}

impl WebApp {
    /// Reads the build's folder.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let [storefront, dashboard] = ["storefront", "dashboard"].map(|app| folder.join(app));
        Ok(Self {
            assets: Arc::new(Assets::read(&[&storefront, &dashboard])?),
            storefront: Manifest::read(&storefront)?,
            dashboard: Manifest::read(&dashboard)?,
            sheets: RwLock::default(),
        })
    }

    /// The sheets of a page's files, to stand in its text; none where one of them is no file.
    pub fn sheets(&self, files: &Files) -> Option<Arc<Sheets>> {
        if let Some(made) = self.sheets.read().unwrap_or_else(PoisonError::into_inner).get(&files.styles) {
            return Some(made.clone());
        }
        let texts = files.styles.iter().map(|address| Some((address.as_str(), self.assets.text(address)?)));
        let made = Arc::new(Sheets::new(texts.collect::<Option<Vec<_>>>()?));
        let mut all = self.sheets.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(files.styles.clone(), made.clone());
        Some(made)
    }
}

/// Serves the files.
pub fn routes<S: Clone + Send + Sync + 'static>(web_app: &WebApp) -> Router<S> {
    assets::routes(&web_app.assets)
}
