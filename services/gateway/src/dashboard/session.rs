//! Signing in and out (design 8).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::{CACHE_CONTROL, SET_COOKIE, USER_AGENT};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use souk_kernel::{Permission, Role, rfc3339};
use utoipa::ToSchema;

use super::access::{Staff, origin};
use crate::extract;
use crate::limits::ClientAddress;
use crate::problem::{Problem, ProblemBody};
use crate::staff::{self, Credentials, Employee, LONGEST_EMAIL, Session, SignedIn, SignedOut, Visit};
use crate::state::App;

/// Characters that are kept of how a browser names itself.
const LONGEST_BROWSER: usize = 200;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// Address of the account, in any case.
    pub email: String,
    /// 12 to 128 characters.
    #[schema(value_type = String)]
    pub password: SecretString,
    /// Six digits, or a recovery code, where the account has a second factor.
    #[serde(default)]
    pub totp: Option<String>,
}

/// Who is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffSession {
    /// Whose session it is.
    pub employee: EmployeeView,
    /// Codes of the permission table: `orders.read`.
    pub permissions: Vec<&'static str>,
    /// Somebody else knows the password: nothing is open but this session and `PUT /dashboard/api/account/password`.
    pub password_is_temporary: bool,
    /// For `X-CSRF-Token` of changes.
    pub csrf_token: String,
    /// When the session ends whatever happens; RFC 3339.
    pub expires_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct EmployeeView {
    /// Id.
    pub id: String,
    /// Address that they sign in with.
    pub email: String,
    /// As timelines show it.
    pub name: String,
    /// `admin`, `sales`, `warehouse`, `payments`, `content`.
    pub roles: Vec<String>,
    /// Warehouses that the employee is assigned to; empty means all.
    pub warehouses: Vec<String>,
}

/// Signs in.
#[utoipa::path(post, path = "/dashboard/api/session", tag = "dashboard", request_body = SignIn,
    responses((status = 200, body = StaffSession), (status = 401, body = ProblemBody,
        description = "`staff.refused`, whatever of it was wrong or missing")))]
pub async fn sign_in(
    State(app): State<App>,
    headers: HeaderMap,
    client: ClientAddress,
    extract::Json(asked): extract::Json<SignIn>,
) -> Result<Response, Problem> {
    // Nobody's, and not worth a look: such a text costs its reading and leaves no trace.
    if asked.email.len() > LONGEST_EMAIL {
        return Err(staff::refused());
    }
    let credentials = Credentials::new(&asked.email, asked.password, asked.totp);
    let guess = app.limits.sign_in(client, &credentials.email)?;
    let account = credentials.account_hash();
    let visit = Visit { origin: origin(&headers, client), browser: browser(&headers) };
    let signed_in = match app.staff.sign_in(&app.limits, client, credentials, &visit).await {
        Ok(signed_in) => signed_in,
        Err(problem) => {
            tracing::info!(client.address = %client, account.hash = %account, error.code = problem.code(), "sign-in refused");
            // What was not looked at was no guess.
            if problem.status().is_server_error() {
                guess.forgive();
            }
            return Err(problem);
        }
    };
    let SignedIn { employee, session, cookie } = signed_in;
    guess.forgive();
    end_former(&app, &headers).await;
    let body = Json(StaffSession::new(&employee, &session));
    Ok(([(SET_COOKIE, cookie.to_string()), (CACHE_CONTROL, "no-store".into())], body).into_response())
}

/// A session that the browser still had ends where a new one begins. Who is signed in is not refused because this failed.
async fn end_former(app: &App, headers: &HeaderMap) {
    match app.staff.sign_out(headers).await {
        Ok(former) if former.ended => app.live.close_signed_out(),
        Ok(_) => {}
        Err(problem) => {
            tracing::warn!(
                error.code = problem.code(),
                "a browser's former session goes on until it expires"
            );
        }
    }
}

/// As the browser names itself.
fn browser(headers: &HeaderMap) -> String {
    let name = headers.get(USER_AGENT).and_then(|name| name.to_str().ok()).unwrap_or_default();
    name.chars().take(LONGEST_BROWSER).collect()
}

/// The signed-in session.
#[utoipa::path(get, path = "/dashboard/api/session", tag = "dashboard", operation_id = "current_session",
    security(("staff" = [])),
    responses((status = 200, body = StaffSession)))]
pub async fn current(staff: Staff) -> ([(http::HeaderName, &'static str); 1], Json<StaffSession>) {
    ([(CACHE_CONTROL, "no-store")], Json(StaffSession::new(&staff.employee, &staff.session)))
}

/// Signs out: the session ends everywhere at once.
#[utoipa::path(delete, path = "/dashboard/api/session", tag = "dashboard", operation_id = "sign_out",
    security(("staff" = [], "csrf" = [])),
    responses((status = 204)))]
pub async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let SignedOut { cookie, ended } = app.staff.sign_out(&headers).await?;
    if ended {
        app.live.close_signed_out();
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie.to_string())]).into_response())
}

/// The signed-in employee.
#[utoipa::path(get, path = "/dashboard/api/employees/me", tag = "dashboard", operation_id = "me",
    security(("staff" = [])),
    responses((status = 200, body = EmployeeView)))]
pub async fn me(staff: Staff) -> Json<EmployeeView> {
    Json(EmployeeView::from(&staff.employee))
}

impl StaffSession {
    fn new(employee: &Employee, session: &Session) -> Self {
        let may = |permission: &&Permission| employee.roles.iter().any(|role| role.allows(**permission));
        Self {
            employee: employee.into(),
            permissions: Permission::ALL.iter().filter(may).map(|permission| permission.code()).collect(),
            password_is_temporary: employee.password_is_temporary,
            csrf_token: session.csrf_token().to_owned(),
            expires_at: rfc3339(session.expires_at()),
        }
    }
}

impl From<&Employee> for EmployeeView {
    fn from(employee: &Employee) -> Self {
        Self {
            id: employee.id.to_string(),
            email: employee.email.clone(),
            name: employee.name.clone(),
            roles: employee.roles.iter().map(Role::to_string).collect(),
            warehouses: employee.warehouses.iter().map(ToString::to_string).collect(),
        }
    }
}
