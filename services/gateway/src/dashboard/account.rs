//! What employees do with their own account (design 8).

use axum::Json;
use axum::extract::{Path, State};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use qrcode::QrCode;
use qrcode::render::svg;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use souk_kernel::rfc3339;
use souk_rpc::Failure;
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::Staff;
use super::session::EmployeeView;
use crate::extract;
use crate::limits::ClientAddress;
use crate::problem::Problem;
use crate::staff::{Employee, SessionRow};
use crate::state::App;

/// The shop's name in an authenticator app.
const ISSUER: &str = "Souk";

/// The signed-in employee's own account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Whose it is.
    pub employee: EmployeeView,
    /// Whether signing in asks for a code.
    pub has_second_factor: bool,
    /// Recovery codes that were not used yet.
    pub recovery_codes: u32,
    /// Where the employee is signed in, the last used first.
    pub sessions: Vec<SessionView>,
}

/// An open session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// Id; opens nothing.
    pub id: String,
    /// When it was opened; RFC 3339.
    pub created_at: String,
    /// When it was last used, to the minute; RFC 3339.
    pub seen_at: String,
    /// Address of the client that opened it; may be empty.
    pub address: String,
    /// As the browser names itself; may be empty.
    pub browser: String,
    /// Whether it is the one that asks.
    pub is_own: bool,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangePassword {
    /// The present one.
    #[schema(value_type = String)]
    pub password: SecretString,
    /// Another one; 12 to 128 characters.
    #[schema(value_type = String)]
    pub new_password: SecretString,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferSecondFactor {
    /// The account's password.
    #[schema(value_type = String)]
    pub password: SecretString,
    /// Six digits of the present second factor, or a recovery code, where there is one.
    #[serde(default)]
    pub code: Option<String>,
}

/// What an authenticator app is given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedSecondFactor {
    /// In base 32, to be typed.
    pub secret: String,
    /// `otpauth://totp/…`, to be opened on the phone that has the app.
    pub address: String,
    /// The address as a QR code, for the app's camera: `data:image/svg+xml;base64,…`.
    pub picture: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConfirmSecondFactor {
    /// Six digits of the offered second factor.
    pub code: String,
}

/// Each opens the account once where the second factor is lost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Told this once.
    pub codes: Vec<String>,
}

/// The signed-in employee's own account.
#[utoipa::path(get, path = "/dashboard/api/account", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Account)))]
pub async fn get_account(State(app): State<App>, staff: Staff) -> Result<Json<Account>, Problem> {
    let account = app.staff.own_account(&staff.employee, &staff.session).await?;
    Ok(Json(Account {
        employee: (&staff.employee).into(),
        has_second_factor: account.has_second_factor,
        recovery_codes: account.recovery_codes,
        sessions: account.sessions.into_iter().map(Into::into).collect(),
    }))
}

/// Replaces one's own password; all sessions but this one end.
#[utoipa::path(put, path = "/dashboard/api/account/password", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = ChangePassword, responses((status = 204)))]
pub async fn change_password(
    State(app): State<App>,
    staff: Staff,
    client: ClientAddress,
    extract::Json(body): extract::Json<ChangePassword>,
) -> Result<StatusCode, Problem> {
    // Whoever sits down at an open session guesses no more often than at the door.
    let guess = app.limits.sign_in(client, &staff.employee.email)?;
    let own = (&staff.employee, &staff.session);
    app.staff.change_password(&staff.actor, own, body.password, body.new_password).await?;
    guess.forgive();
    app.live.close_signed_out();
    Ok(StatusCode::NO_CONTENT)
}

/// Begins a second factor; it is asked for once a code of it was confirmed. Who has one already proves it.
#[utoipa::path(post, path = "/dashboard/api/account/second-factor", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = OfferSecondFactor,
    responses((status = 200, body = OfferedSecondFactor)))]
pub async fn offer_second_factor(
    State(app): State<App>,
    staff: Staff,
    client: ClientAddress,
    extract::Json(body): extract::Json<OfferSecondFactor>,
) -> Result<Json<OfferedSecondFactor>, Problem> {
    let guess = app.limits.sign_in(client, &staff.employee.email)?;
    let asks = (&app.limits, client);
    let whose = (&staff.actor, &staff.employee);
    let secret = app.staff.offer_second_factor(asks, whose, body.password, body.code.as_deref()).await?;
    guess.forgive();
    let address = otpauth(&staff.employee, &secret);
    Ok(Json(OfferedSecondFactor { picture: qr_code(&address)?, address, secret }))
}

/// Asks for the offered second factor from now on; all sessions but this one end.
#[utoipa::path(put, path = "/dashboard/api/account/second-factor", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = ConfirmSecondFactor,
    responses((status = 200, body = RecoveryCodes)))]
pub async fn confirm_second_factor(
    State(app): State<App>,
    staff: Staff,
    client: ClientAddress,
    extract::Json(body): extract::Json<ConfirmSecondFactor>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let asks = (&app.limits, client);
    let own = (&staff.employee, &staff.session);
    let codes = app.staff.confirm_second_factor(asks, &staff.actor, own, &body.code).await?;
    app.live.close_signed_out();
    Ok(Json(RecoveryCodes { codes }))
}

/// Ends one of one's own sessions.
#[utoipa::path(delete, path = "/dashboard/api/account/sessions/{session}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("session" = String, Path, description = "The session's id")),
    responses((status = 204)))]
pub async fn end_own_session(
    State(app): State<App>,
    staff: Staff,
    Path(session): Path<String>,
) -> Result<StatusCode, Problem> {
    let session = extract::id::<Uuid>("session", &session)?;
    app.staff.end_session(&staff.actor, staff.employee.id, session).await?;
    app.live.close_signed_out();
    Ok(StatusCode::NO_CONTENT)
}

/// The secret as authenticator apps open it (Google's Key Uri Format).
fn otpauth(employee: &Employee, secret: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("secret", secret)
        .append_pair("issuer", ISSUER)
        .finish();
    let account = percent_encoding::utf8_percent_encode(&employee.email, percent_encoding::NON_ALPHANUMERIC);
    format!("otpauth://totp/{ISSUER}:{account}?{query}")
}

/// Dark on light with its quiet zone, whatever the theme: cameras look for that.
fn qr_code(text: &str) -> Result<String, Problem> {
    let code = QrCode::new(text).map_err(Failure::internal)?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(format!("data:image/svg+xml;base64,{}", STANDARD.encode(picture)))
}

impl From<SessionRow> for SessionView {
    fn from(session: SessionRow) -> Self {
        Self {
            id: session.id.to_string(),
            created_at: rfc3339(session.created_at),
            seen_at: rfc3339(session.seen_at),
            address: session.address,
            browser: session.browser,
            is_own: session.is_own,
        }
    }
}
