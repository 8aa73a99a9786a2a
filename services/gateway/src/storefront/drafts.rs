//! What isn't published yet, read by who has a link to it. Neither caches nor search engines keep it.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use souk_views::Draft;

use super::shopper;
use crate::extract::{Asked, language_of};
use crate::headers::unlisted;
use crate::limits::ClientAddress;
use crate::problem::Problem;
use crate::state::App;

/// What a link leads to: a page of text, a post or a product as shoppers would see it. A link leads to one thing, for seven days.
#[utoipa::path(get, path = "/web/public/api/draft/{token}", tag = "storefront", security(("visitor" = [])),
    params(("token" = String, Path, description = "Last part of the link's address")),
    responses((status = 200, body = Draft)))]
pub async fn draft(
    State(app): State<App>,
    Path(token): Path<String>,
    Asked(parts): Asked,
) -> Result<Response, Problem> {
    shopper::admit(&app, &parts)?;
    let link = app.drafts.read(&token, app.clock.now());
    let link = link.ok_or_else(|| Problem::not_found("the link is over, or none of ours"))?;
    app.limits.miss(ClientAddress::found(&parts.extensions))?;
    let draft = app.catalog.draft(link, language_of(&parts.headers)).await?;
    Ok(unlisted(Json(draft).into_response()))
}
