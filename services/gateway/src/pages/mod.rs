//! Pages.

use std::path::Path;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};

use crate::app::App;
use crate::assets::Assets;
use crate::problem::Problem;

/// The web app.
#[derive(Debug)]
pub struct Pages {
    assets: Arc<Assets>,
}

impl Pages {
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self { assets: Arc::new(Assets::read(folder)?) })
    }

    pub fn assets(&self) -> Arc<Assets> {
        self.assets.clone()
    }
}

/// Answers what no route took.
pub async fn serve(State(_app): State<App>, _request: Request) -> Response {
    Problem::not_found("there is nothing at this address").into_response()
}
