//! Staff accounts, as an administrator looks after them (design 8).

use axum::Json;
use axum::extract::{Path, State};
use http::header::CACHE_CONTROL;
use http::{HeaderName, StatusCode};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use souk_kernel::{EmployeeId, Role, WarehouseId, rfc3339};
use souk_rpc::Violations;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Staff;
use super::account::SessionView;
use super::edits;
use super::session::EmployeeView;
use crate::extract::{self, Query, id, page, words};
use crate::problem::{Problem, ProblemBody};
use crate::staff::{AccountEdit, AccountFilter, AccountRow, NewEmployee, Session};
use crate::state::App;

/// A page of accounts, those that may sign in first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmployeeList {
    /// The rows of the page.
    pub employees: Vec<EmployeeAccount>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages in all.
    pub page_count: u64,
}

/// One account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmployeeAccount {
    #[serde(flatten)]
    pub employee: EmployeeView,
    /// Whether it may sign in.
    pub is_active: bool,
    /// Whether signing in asks for a code.
    pub has_second_factor: bool,
    /// Whether its owner has yet to choose a password.
    pub password_is_temporary: bool,
    /// RFC 3339.
    pub created_at: String,
    /// When one of its sessions was last used; null without an open one. RFC 3339.
    pub seen_at: Option<String>,
    /// Goes with every edit.
    pub version: u64,
}

/// One account with where it is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmployeeDetail {
    #[serde(flatten)]
    pub account: EmployeeAccount,
    /// Open sessions, the last used first.
    pub sessions: Vec<SessionView>,
}

/// What is told once of a password that was made for somebody.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemporaryPassword {
    /// Id of the account.
    pub id: String,
    /// Opens nothing but the choice of another; told this once.
    pub password: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct EmployeeQuery {
    /// Part of the name or the address.
    q: Option<String>,
    /// Those that may sign in, or those that may not.
    active: Option<bool>,
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
}

/// Who is to get an account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateEmployee {
    /// Address that they sign in with; one account each.
    pub email: String,
    /// As timelines show it; 1 to 60 characters.
    pub name: String,
    /// `admin`, `sales`, `warehouse`, `payments`, `content`; at least one.
    pub roles: Vec<String>,
    /// Warehouses that the employee is assigned to; none means all.
    #[serde(default)]
    pub warehouses: Vec<String>,
}

/// What changes; absent fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateEmployee {
    /// The version read; another one in the shop is a 409 with the present account.
    pub version: u64,
    /// As timelines show it; 1 to 60 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// `admin`, `sales`, `warehouse`, `payments`, `content`; at least one.
    #[serde(default)]
    pub roles: Option<Vec<String>>,
    /// Warehouses that the employee is assigned to; none means all.
    #[serde(default)]
    pub warehouses: Option<Vec<String>>,
    /// Whether the account may sign in; one that may not is signed out at once.
    #[serde(default)]
    pub is_active: Option<bool>,
}

/// The accounts of the shop.
#[utoipa::path(get, path = "/dashboard/api/employees", tag = "dashboard", security(("staff" = [])),
    params(EmployeeQuery), responses((status = 200, body = EmployeeList)))]
pub async fn list_employees(
    State(app): State<App>,
    Query(query): Query<EmployeeQuery>,
) -> Result<Json<EmployeeList>, Problem> {
    let page = page(query.page, query.size)?;
    let filter = AccountFilter { words: words(query.q)?, active: query.active, page };
    let (accounts, total) = app.staff.list(&filter).await?;
    Ok(Json(EmployeeList {
        employees: accounts.into_iter().map(Into::into).collect(),
        total,
        page: page.number(),
        size: page.size(),
        page_count: page.count(total),
    }))
}

/// Makes an account; the address that it has is its idempotency key.
#[utoipa::path(post, path = "/dashboard/api/employees", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = CreateEmployee,
    responses((status = 201, body = TemporaryPassword),
        (status = 409, body = ProblemBody, description = "`staff.taken`: the address has an account")))]
pub async fn create_employee(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<CreateEmployee>,
) -> Result<(StatusCode, [(HeaderName, &'static str); 1], Json<TemporaryPassword>), Problem> {
    let (id, password) = app.staff.create(&staff.actor, body.parse()?).await?;
    Ok((StatusCode::CREATED, [(CACHE_CONTROL, "no-store")], told(id, password.expose_secret())))
}

/// One account with where it is signed in.
#[utoipa::path(get, path = "/dashboard/api/employees/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The employee's id")),
    responses((status = 200, body = EmployeeDetail)))]
pub async fn get_employee(
    State(app): State<App>,
    staff: Staff,
    Path(employee): Path<String>,
) -> Result<Json<EmployeeDetail>, Problem> {
    Ok(Json(read(&app, id("id", &employee)?, &staff.session).await?))
}

/// Changes an account. Who is switched off is signed out; the shop's last administrator stays one.
#[utoipa::path(patch, path = "/dashboard/api/employees/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The employee's id")),
    request_body = UpdateEmployee,
    responses((status = 200, body = EmployeeDetail),
        (status = 409, body = ProblemBody, description = "`staff.stale_version`, `staff.last_admin`; `current` is the present account")))]
pub async fn update_employee(
    State(app): State<App>,
    staff: Staff,
    Path(employee): Path<String>,
    extract::Json(body): extract::Json<UpdateEmployee>,
) -> Result<Json<EmployeeDetail>, Problem> {
    let employee = id::<EmployeeId>("id", &employee)?;
    let version = body.version;
    match app.staff.update(&staff.actor, employee, version, body.parse()?).await {
        Ok(()) => {
            app.live.close_signed_out();
            Ok(Json(read(&app, employee, &staff.session).await?))
        }
        Err(failure) => Err(edits::refused(failure, read(&app, employee, &staff.session)).await),
    }
}

/// Gives the account another password, which its owner replaces when they next sign in; they are signed out.
#[utoipa::path(post, path = "/dashboard/api/employees/{id}/password", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The employee's id")),
    responses((status = 200, body = TemporaryPassword)))]
pub async fn reset_password(
    State(app): State<App>,
    staff: Staff,
    Path(employee): Path<String>,
) -> Result<([(HeaderName, &'static str); 1], Json<TemporaryPassword>), Problem> {
    let employee = id("id", &employee)?;
    let password = app.staff.reset_password(&staff.actor, employee).await?;
    app.live.close_signed_out();
    Ok(([(CACHE_CONTROL, "no-store")], told(employee, password.expose_secret())))
}

/// Takes the second factor off an account whose owner lost it; they are signed out.
#[utoipa::path(delete, path = "/dashboard/api/employees/{id}/second-factor", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The employee's id")),
    responses((status = 204)))]
pub async fn reset_second_factor(
    State(app): State<App>,
    staff: Staff,
    Path(employee): Path<String>,
) -> Result<StatusCode, Problem> {
    app.staff.reset_second_factor(&staff.actor, id("id", &employee)?).await?;
    app.live.close_signed_out();
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one session of an employee.
#[utoipa::path(delete, path = "/dashboard/api/employees/{id}/sessions/{session}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The employee's id"),
        ("session" = String, Path, description = "The session's id")),
    responses((status = 204)))]
pub async fn end_session(
    State(app): State<App>,
    staff: Staff,
    Path((employee, session)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let session = id::<Uuid>("session", &session)?;
    app.staff.end_session(&staff.actor, id("id", &employee)?, session).await?;
    app.live.close_signed_out();
    Ok(StatusCode::NO_CONTENT)
}

async fn read(app: &App, employee: EmployeeId, own: &Session) -> Result<EmployeeDetail, Problem> {
    let (account, sessions) = app.staff.account(employee, own).await?;
    Ok(EmployeeDetail { account: account.into(), sessions: sessions.into_iter().map(Into::into).collect() })
}

fn told(id: EmployeeId, password: &str) -> Json<TemporaryPassword> {
    Json(TemporaryPassword { id: id.to_string(), password: password.to_owned() })
}

impl CreateEmployee {
    fn parse(self) -> Result<NewEmployee, Problem> {
        let mut violations = Violations::default();
        let roles = roles(&mut violations, &self.roles);
        let warehouses = warehouses(&mut violations, &self.warehouses);
        violations.into_result("staff.invalid")?;
        Ok(NewEmployee {
            email: self.email,
            name: self.name,
            roles,
            warehouses,
            password: String::new().into(),
            password_is_temporary: true,
        })
    }
}

impl UpdateEmployee {
    fn parse(self) -> Result<AccountEdit, Problem> {
        let mut violations = Violations::default();
        let roles = self.roles.map(|codes| roles(&mut violations, &codes));
        let warehouses = self.warehouses.map(|ids| warehouses(&mut violations, &ids));
        violations.into_result("staff.invalid")?;
        Ok(AccountEdit { name: self.name, roles, warehouses, active: self.is_active })
    }
}

/// The roles, each once.
fn roles(violations: &mut Violations, codes: &[String]) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::new();
    for (index, code) in codes.iter().enumerate() {
        roles.extend(violations.check(
            format!("roles[{index}]"),
            "form.validation.roles",
            code.parse::<Role>(),
        ));
    }
    roles.sort_unstable();
    roles.dedup();
    roles
}

/// The warehouses, each once.
fn warehouses(violations: &mut Violations, ids: &[String]) -> Vec<WarehouseId> {
    let mut warehouses: Vec<WarehouseId> = Vec::new();
    for (index, id) in ids.iter().enumerate() {
        let at = format!("warehouses[{index}]");
        warehouses.extend(violations.check(at, "form.validation.id", id.parse::<WarehouseId>()));
    }
    warehouses.sort_unstable();
    warehouses.dedup();
    warehouses
}

impl From<AccountRow> for EmployeeAccount {
    fn from(account: AccountRow) -> Self {
        Self {
            is_active: account.active,
            has_second_factor: account.has_second_factor,
            password_is_temporary: account.employee.password_is_temporary,
            created_at: rfc3339(account.created_at),
            seen_at: account.seen_at.map(rfc3339),
            version: account.version,
            employee: (&account.employee).into(),
        }
    }
}
