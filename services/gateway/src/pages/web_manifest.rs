//! What a phone calls the shop, and shows of it, among its apps: one for each language, since that opens again in it.

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};
use souk_kernel::Language;
use souk_views::ShopPicture;

use super::route::localized;
use crate::extract::Asked;
use crate::reads::{Content, respond_with};
use crate::state::App;

const MANIFEST: HeaderValue = HeaderValue::from_static("application/manifest+json");
const PATH: &str = "/manifest.webmanifest";
/// The page's ground (`--bg`), before it is there.
const GROUND: &str = "#ffffff";

pub fn routes() -> Router<App> {
    Language::ALL.into_iter().fold(Router::new(), |routes, language| {
        let answer = async move |State(app): State<App>, Asked(parts): Asked| {
            let content = Content::new(MANIFEST, manifest(&app, language).await.into());
            respond_with(&content, StatusCode::OK, &parts.headers).await
        };
        routes.route(&path(language), get(answer))
    })
}

/// Where the one of a language is.
pub fn path(language: Language) -> String {
    localized(language, PATH)
}

async fn manifest(app: &App, language: Language) -> String {
    let settings = app.catalog.settings(language).await;
    let icons: Vec<Value> = match (settings.favicon.as_str(), settings.icons.as_slice()) {
        ("", _) => vec![json!({ "src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml" })],
        // Too small for a phone's screen: what it is otherwise.
        (favicon, []) => vec![json!({ "src": favicon, "sizes": "any", "type": "image/jpeg" })],
        (_, icons) => icons.iter().map(icon).collect(),
    };
    let manifest = json!({
        "id": localized(language, "/"),
        "name": settings.shop_name,
        "short_name": settings.shop_name,
        "lang": language.code(),
        "dir": language.direction(),
        "start_url": localized(language, "/"),
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": icons,
    });
    manifest.to_string()
}

fn icon(icon: &ShopPicture) -> Value {
    let sizes = format!("{}x{}", icon.width, icon.height);
    json!({ "src": icon.url, "sizes": sizes, "type": "image/png", "purpose": "any" })
}
