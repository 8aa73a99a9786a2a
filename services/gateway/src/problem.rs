//! `application/problem+json`: the one place that turns a failure into an HTTP answer. A handler returns
//! a [`Problem`]; [`render`] writes it, and rewrites every other refusal of the framework (unknown path, wrong
//! method, oversize body, panic) into the same form, so that a client never reads anything else. Where people read a page in its
//! place, [`Problem::tell`] does the rest.

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::value::RawValue;
use souk_kernel::Money;
use souk_rpc::{Failure, Kind, Violation};
use souk_views::Dinars;
use utoipa::ToSchema;
use uuid::Uuid;

/// Names the request in logs and problems; Envoy sets it.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");
/// Tells Envoy that an answer was shed: it neither repeats the request nor counts against this replica.
pub const SHED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-envoy-ratelimited"), HeaderValue::from_static("true"));
/// What a client waits before it asks an unreachable service again.
const DEFAULT_RETRY: Duration = Duration::from_secs(1);
/// Facts whose value is an amount in centimes on the inner wire and in dinars outside.
const MONEY_FACTS: [&str; 1] = ["total"];

/// A refused request.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    failure: Failure,
    /// The newer state that a stale edit collided with.
    current: Option<Box<RawValue>>,
}

/// The body of every refusal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem, example = json!({
    "type": "urn:souk:orders.out_of_stock", "title": "Conflict", "status": 409, "code": "orders.out_of_stock",
    "detail": "there is not enough stock", "requestId": "0193b0c4-5a6e-7c1d-9d0e-2f6f0a7b8c9d",
    "errors": { "products[0].quantity": [{ "key": "form.validation.outOfStock", "text": "not enough in stock" }] },
    "facts": { "products[0].available": 2 },
}))]
pub struct ProblemBody {
    /// `urn:souk:` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// For people, in English.
    pub detail: String,
    /// What to name when asking for help.
    pub request_id: String,
    /// Stable and dotted: `orders.out_of_stock`.
    pub code: String,
    /// The fields at fault, each with its messages.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub errors: BTreeMap<String, Vec<Message>>,
    /// Facts to act on: `total` (dinars) of a changed price, `seconds` of a cooldown.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false, value_type = BTreeMap<String, serde_json::Value>)]
    pub facts: BTreeMap<String, Fact>,
    /// After 409: the present state of what was edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub current: Option<Box<RawValue>>,
}

/// One message under a field.
#[derive(Debug, Serialize, ToSchema)]
pub struct Message {
    /// Translation key: `form.validation.phone`.
    pub key: String,
    /// The same in plain English.
    pub text: String,
}

/// A fact of a problem.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Fact {
    Amount(Dinars),
    Number(i64),
    Text(String),
}

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        let kind = match status {
            StatusCode::NOT_FOUND => Kind::NotFound,
            StatusCode::UNAUTHORIZED => Kind::Unauthenticated,
            StatusCode::FORBIDDEN => Kind::Forbidden,
            StatusCode::INTERNAL_SERVER_ERROR => Kind::Internal,
            _ => Kind::Invalid,
        };
        Self { status, failure: Failure::new(kind, code, detail), current: None }
    }

    pub fn field(field: impl Into<String>, key: &'static str, text: impl Into<String>) -> Self {
        Failure::invalid_field(field, key, text).into()
    }

    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", detail)
    }

    pub fn unauthenticated(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", detail)
    }

    pub fn forbidden(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }

    pub fn rate_limited(wait: Duration) -> Self {
        let wait = wait.max(Duration::from_secs(1));
        let failure = Failure::new(Kind::RateLimited, "rate_limited", "too many requests, wait a little");
        failure.with("seconds", seconds(wait)).retry_after(wait).into()
    }

    /// Says it in other words to people; code and fields stay.
    pub fn worded(mut self, detail: impl Into<String>) -> Self {
        self.failure.message = detail.into();
        self
    }

    /// Calls refused fields as the caller did; those that `name` knows nothing of keep their names.
    pub fn rename(mut self, name: impl Fn(&str) -> Option<String>) -> Self {
        for violation in &mut self.failure.violations {
            if let Some(renamed) = name(&violation.field) {
                violation.field = renamed;
            }
        }
        self
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Stable and dotted: `orders.out_of_stock`.
    pub fn code(&self) -> &str {
        &self.failure.code
    }

    pub fn kind(&self) -> Kind {
        self.failure.kind
    }

    /// What to wait before asking again, in whole seconds.
    pub fn wait(&self) -> Duration {
        Duration::from_secs(seconds(self.failure.retry_after.unwrap_or(DEFAULT_RETRY)))
    }

    /// The fields at fault, and why.
    pub fn violations(&self) -> &[Violation] {
        &self.failure.violations
    }

    /// A fact to act on, as it was told.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.failure.metadata.get(name).map(String::as_str)
    }

    /// The address that what was asked for has now, the last part of it.
    pub fn moved_to(&self) -> Option<&str> {
        self.failure.metadata.get("movedTo").map(String::as_str)
    }

    /// The address, the last part of it, of what a moved product is filed under.
    pub fn moved_below(&self) -> Option<&str> {
        self.failure.metadata.get("movedBelow").map(String::as_str)
    }

    /// Whether what was asked for was there once and was taken away for good.
    pub fn is_gone(&self) -> bool {
        self.failure.code == "catalog.gone"
    }

    /// Adds the state that the edit collided with.
    #[must_use]
    pub fn with_current(mut self, current: &impl Serialize) -> Self {
        self.current = serde_json::value::to_raw_value(current).ok();
        self
    }

    /// Tells the log and the count of it, and with these headers who asked: when to ask again, and Envoy that it was shed.
    pub fn tell(&self, headers: &mut HeaderMap) {
        self.record();
        if let Some(wait) = self.failure.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds(wait)));
        }
        if self.kind() == Kind::Busy {
            headers.extend([SHED]);
        }
    }

    /// Tells the log and the count of it.
    pub fn record(&self) {
        self.log();
        // Codes are ours and the services', never a caller's: few series.
        metrics::counter!("souk_problems_total", "code" => self.code().to_owned()).increment(1);
    }

    fn log(&self) {
        let Failure { code, message, cause, .. } = &self.failure;
        let cause = cause.as_ref().map(|cause| format!("{cause:#}"));
        match self.failure.kind {
            Kind::Internal => tracing::error!(error.code = %code, error.cause = cause, "request failed"),
            Kind::Unavailable => {
                tracing::warn!(error.code = %code, error.cause = cause, "request could not be served");
            }
            _ => tracing::debug!(error.code = %code, error.message = %message, "request refused"),
        }
    }

    fn into_body(self, request_id: String) -> ProblemBody {
        let title = self.status.canonical_reason().unwrap_or("Error").to_owned();
        ProblemBody {
            kind: format!("urn:souk:{}", self.failure.code),
            title,
            status: self.status.as_u16(),
            detail: self.failure.message,
            request_id,
            code: self.failure.code.into_owned(),
            errors: by_field(self.failure.violations),
            facts: facts(self.failure.metadata),
            current: self.current,
        }
    }
}

impl From<Failure> for Problem {
    fn from(mut failure: Failure) -> Self {
        let waits = matches!(failure.kind, Kind::Busy | Kind::Unavailable | Kind::RateLimited);
        if waits && failure.retry_after.is_none() {
            failure.retry_after = Some(DEFAULT_RETRY);
        }
        Self { status: failure.kind.http_status(), failure, current: None }
    }
}

impl From<tonic::Status> for Problem {
    fn from(status: tonic::Status) -> Self {
        Failure::from(status).into()
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        souk_database::failure(error).into()
    }
}

/// Carries the problem to [`render`], which knows the request.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(std::sync::Arc::new(std::sync::Mutex::new(Some(self))));
        response
    }
}

type Carried = std::sync::Arc<std::sync::Mutex<Option<Problem>>>;

fn by_field(violations: Vec<Violation>) -> BTreeMap<String, Vec<Message>> {
    let mut errors: BTreeMap<String, Vec<Message>> = BTreeMap::new();
    for Violation { field, key, text } in violations {
        errors.entry(field).or_default().push(Message { key: key.into_owned(), text });
    }
    errors
}

fn facts(metadata: HashMap<String, String>) -> BTreeMap<String, Fact> {
    metadata.into_iter().map(|(name, value)| (name.clone(), fact(&name, value))).collect()
}

fn fact(name: &str, value: String) -> Fact {
    match value.parse::<i64>() {
        Ok(centimes) if MONEY_FACTS.contains(&name) => Fact::Amount(Money::from_centimes(centimes).into()),
        Ok(number) => Fact::Number(number),
        Err(_) => Fact::Text(value),
    }
}

/// What a panic in a handler becomes; its message goes to the log only.
#[expect(clippy::needless_pass_by_value, reason = "the signature that the layer calls")]
pub fn from_panic(panic: Box<dyn Any + Send + 'static>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    Problem::from(Failure::internal(anyhow::anyhow!("panicked: {message}"))).into_response()
}

/// The caller's own name for the request, where it is harmless to print.
pub fn request_id(headers: &HeaderMap) -> Option<String> {
    headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).and_then(usable_id)
}

/// Writes the problem that an answer carries, or that a refusal of the framework is.
pub fn render(response: Response, request_id: Option<String>) -> Response {
    if response.status().as_u16() < 400 {
        return response;
    }
    match problem_of(&response) {
        Some(problem) => write(problem, request_id, response.headers()),
        None => response,
    }
}

/// The carried problem, or one for a refusal that the framework made itself; None where the answer is a page.
fn problem_of(response: &Response) -> Option<Problem> {
    if let Some(carried) = response.extensions().get::<Carried>() {
        return carried.lock().ok()?.take();
    }
    let is_page =
        response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if is_page {
        return None;
    }
    let status = response.status();
    let (code, detail) = match status {
        StatusCode::NOT_FOUND => ("not_found", "there is nothing at this address"),
        StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "this address does not take that method"),
        StatusCode::PAYLOAD_TOO_LARGE => ("too_large", "the body is too large"),
        status if status.is_server_error() => ("internal", "something went wrong on our side"),
        _ => ("bad_request", "the request could not be understood"),
    };
    Some(Problem::new(status, code, detail))
}

fn write(problem: Problem, request_id: Option<String>, old: &HeaderMap) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = problem.status;
    let headers = response.headers_mut();
    problem.tell(headers);
    headers.insert(CONTENT_TYPE, PROBLEM_JSON);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(methods) = old.get(ALLOW) {
        headers.insert(ALLOW, methods.clone());
    }
    let request_id = request_id.unwrap_or_else(new_id);
    *response.body_mut() = serde_json::to_vec(&problem.into_body(request_id)).unwrap_or_default().into();
    response
}

/// Whole seconds, rounded up: waiting them is always enough.
fn seconds(wait: Duration) -> u64 {
    (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1)
}

fn usable_id(id: &str) -> Option<String> {
    let harmless = !id.is_empty() && id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_graphic());
    harmless.then(|| id.to_owned())
}

fn new_id() -> String {
    Uuid::now_v7().to_string()
}
