//! The guard of the dashboard: who is signed in, whether they may, and whether the change comes from our own page.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::header::{ACCEPT, ALLOW};
use http::request::Parts;
use http::{HeaderMap, HeaderName, Method, StatusCode};
use souk_kernel::{Permission, Role};
use souk_rpc::{Actor, Origin};
use utoipa::openapi::path::{PathItem, Paths};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::extract::require_same_origin;
use crate::limits::ClientAddress;
use crate::problem::{Problem, request_id};
use crate::staff::{Employee, Session};
use crate::state::App;
use crate::visitor::CSRF_HEADER;

/// Says that a tab asks by itself: nobody has touched it for a while.
pub const UNATTENDED: HeaderName = HeaderName::from_static("x-unattended");

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Signing in itself.
    Anyone,
    /// The way from a password that somebody else gave to one's own.
    Entering,
    /// What every member of staff has: their own session.
    SignedIn,
    Needs(Permission),
    AnyOf(&'static [Permission]),
}

/// The dashboard's routes; none can be in it without its [`Access`].
#[derive(Default)]
pub struct StaffRoutes {
    router: OpenApiRouter<App>,
    table: AccessTable,
}

/// Who may call which method of which path pattern.
#[derive(Debug, Clone, Default)]
pub struct AccessTable(HashMap<(String, Method), Access>);

/// The signed-in caller.
#[derive(Debug, Clone)]
pub struct Staff {
    pub employee: Employee,
    pub session: Session,
    /// As the services know the caller.
    pub actor: Actor,
}

impl Access {
    pub fn allows(self, roles: &[Role]) -> bool {
        let may = |permission: &Permission| roles.iter().any(|role| role.allows(*permission));
        match self {
            Self::Anyone | Self::Entering | Self::SignedIn => true,
            Self::Needs(permission) => may(&permission),
            Self::AnyOf(permissions) => permissions.iter().any(may),
        }
    }

    /// The permissions that open the route, for documents and refusals.
    pub fn names(self) -> Vec<&'static str> {
        match self {
            Self::Anyone | Self::Entering | Self::SignedIn => Vec::new(),
            Self::Needs(permission) => vec![permission.code()],
            Self::AnyOf(permissions) => permissions.iter().map(|permission| permission.code()).collect(),
        }
    }
}

impl StaffRoutes {
    /// Adds a route together with who may call it.
    #[must_use]
    pub fn route(mut self, access: Access, routes: UtoipaMethodRouter<App>) -> Self {
        self.table.note(access, &routes.1);
        self.router = self.router.routes(routes);
        self
    }

    pub fn into_parts(self) -> (OpenApiRouter<App>, AccessTable) {
        (self.router, self.table)
    }
}

impl AccessTable {
    fn note(&mut self, access: Access, paths: &Paths) {
        for (path, item) in &paths.paths {
            for method in methods(item) {
                self.0.insert((path.clone(), method), access);
            }
        }
    }

    fn get(&self, path: &str, method: &Method) -> Option<Access> {
        // HEAD is answered by the GET route.
        let method = if method == Method::HEAD { Method::GET } else { method.clone() };
        self.0.get(&(path.to_owned(), method)).copied()
    }

    /// All routes in a stable order.
    pub fn entries(&self) -> Vec<(&str, &Method, Access)> {
        let mut entries: Vec<_> =
            self.0.iter().map(|((path, method), access)| (path.as_str(), method, *access)).collect();
        entries.sort_by_key(|(path, method, _)| (*path, method.as_str()));
        entries
    }
}

fn methods(item: &PathItem) -> impl Iterator<Item = Method> {
    let used = [
        (item.get.is_some(), Method::GET),
        (item.post.is_some(), Method::POST),
        (item.put.is_some(), Method::PUT),
        (item.patch.is_some(), Method::PATCH),
        (item.delete.is_some(), Method::DELETE),
    ];
    used.into_iter().filter_map(|(is_used, method)| is_used.then_some(method))
}

/// Middleware of all dashboard routes.
pub async fn guard(
    State((app, table)): State<(App, Arc<AccessTable>)>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let Some(access) = path.and_then(|path| table.get(&path, request.method())) else {
        // What the table doesn't know is open to nobody: a method that the route does not have, as a rule.
        return refused_method(&table, &request);
    };
    let (parts, body) = request.into_parts();
    let admitted = admit(&app, access, &parts).await;
    let mut request = Request::from_parts(parts, body);
    match admitted {
        Ok(None) => next.run(request).await,
        Ok(Some(staff)) => {
            request.extensions_mut().insert(staff);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}

fn refused_method(table: &AccessTable, request: &Request) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let routes = table.entries().into_iter().filter(|(route, ..)| *route == path);
    let methods: Vec<_> = routes.map(|(_, method, _)| method.as_str()).collect();
    (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, methods.join(","))]).into_response()
}

/// The caller, once everything that the route asks for is there; None where it asks for nobody.
async fn admit(app: &App, access: Access, request: &Parts) -> Result<Option<Staff>, Problem> {
    let headers = &request.headers;
    let is_change = !request.method.is_safe();
    if is_change {
        require_same_origin(headers)?;
    }
    if access == Access::Anyone {
        return Ok(None);
    }
    let (employee, session) = app.staff.authenticate(headers, is_attended(headers)).await?;
    if is_change {
        require_csrf(&session, headers)?;
    }
    if employee.password_is_temporary && access != Access::Entering {
        return Err(Problem::forbidden("staff.temporary_password", "choose a password of your own first"));
    }
    if !access.allows(&employee.roles) {
        let detail = format!("this needs the permission {}", access.names().join(" or "));
        return Err(Problem::forbidden("forbidden", detail));
    }
    let actor = employee.actor().of_request(origin(headers, ClientAddress::found(&request.extensions)));
    Ok(Some(Staff { employee, session, actor }))
}

/// Whether a person asks: neither a stream of changes, which its tab opens again by itself, nor a tab that says that nobody
/// has touched it for a while.
fn is_attended(headers: &HeaderMap) -> bool {
    let is_stream = headers.get(ACCEPT).is_some_and(|accept| accept == "text/event-stream");
    !is_stream && !headers.contains_key(UNATTENDED)
}

/// The request, as services and the audit log are told of it.
pub fn origin(headers: &HeaderMap, client: ClientAddress) -> Origin {
    Origin { address: client.to_string(), request_id: request_id(headers).unwrap_or_default() }
}

fn require_csrf(session: &Session, headers: &HeaderMap) -> Result<(), Problem> {
    let token = headers.get(CSRF_HEADER).and_then(|token| token.to_str().ok()).unwrap_or_default();
    if session.is_csrf(token) {
        Ok(())
    } else {
        Err(Problem::forbidden("csrf", "X-CSRF-Token is missing or is not this session's"))
    }
}

impl Staff {
    /// Names a write: the caller's own key, else one that no other write has.
    pub fn idempotency_key(&self, app: &App, given: Option<String>) -> String {
        given.map_or_else(|| app.clock.uuid().to_string(), |key| format!("{}:{key}", self.employee.id))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let staff = parts.extensions.get::<Self>().cloned();
        staff.ok_or_else(|| Problem::unauthenticated("nobody is signed in"))
    }
}
