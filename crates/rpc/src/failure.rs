//! The closed error kinds of the house and their one mapping to gRPC and back. On the wire a failure
//! is a status with `google.rpc` details: `ErrorInfo` carries the code, `BadRequest` the violations.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::bounded::Told;
use crate::violation::Violation;

/// The domain of every `ErrorInfo` that is ours.
const DOMAIN: &str = "souk";
/// Metadata of an `ErrorInfo` that tells [`Kind::Busy`] from [`Kind::RateLimited`], which share a gRPC code.
const SHED: &str = "shed";
/// Metadata of an `ErrorInfo` that tells [`Failure::is_uncertain`].
const UNCERTAIN: &str = "uncertain";

/// What went wrong, in as few words as callers need to react.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The input breaks a rule; the violations say where.
    Invalid,
    NotFound,
    /// Somebody else changed or made it first.
    Conflict,
    /// Legal in itself, not in the present state.
    Precondition,
    RateLimited,
    Unauthenticated,
    Forbidden,
    /// More comes than can be worked on, and nothing was begun. The service is well: whoever sits between neither asks
    /// again nor takes a replica out for it, as that would only make more of what is too much.
    Busy,
    /// Try again later.
    Unavailable,
    /// Our fault; the cause is logged, never sent.
    Internal,
}

/// The violations found so far; all of a request's are collected, not the first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Violations(Vec<Violation>);

/// An error on its way to a caller.
#[derive(Debug, thiserror::Error)]
#[error("{code}: {message}")]
pub struct Failure {
    pub kind: Kind,
    /// Stable and dotted: `orders.out_of_stock`.
    pub code: Cow<'static, str>,
    /// For people who read logs and raw answers, in English.
    pub message: String,
    pub violations: Vec<Violation>,
    /// Facts that callers act on, such as the new `total`.
    pub metadata: HashMap<String, String>,
    pub retry_after: Option<Duration>,
    /// Whether it may have been done all the same: a database was asked to commit it, and its answer got lost.
    pub is_uncertain: bool,
    #[source]
    pub cause: Option<anyhow::Error>,
}

impl Kind {
    const fn code(self) -> Code {
        match self {
            Self::Invalid => Code::InvalidArgument,
            Self::NotFound => Code::NotFound,
            Self::Conflict => Code::Aborted,
            Self::Precondition => Code::FailedPrecondition,
            Self::RateLimited | Self::Busy => Code::ResourceExhausted,
            Self::Unauthenticated => Code::Unauthenticated,
            Self::Forbidden => Code::PermissionDenied,
            Self::Unavailable => Code::Unavailable,
            Self::Internal => Code::Internal,
        }
    }

    const fn from_code(code: Code) -> Self {
        match code {
            Code::InvalidArgument | Code::OutOfRange => Self::Invalid,
            Code::NotFound => Self::NotFound,
            Code::AlreadyExists | Code::Aborted => Self::Conflict,
            Code::FailedPrecondition => Self::Precondition,
            Code::ResourceExhausted => Self::RateLimited,
            Code::Unauthenticated => Self::Unauthenticated,
            Code::PermissionDenied => Self::Forbidden,
            // A replica of the release before doesn't know the call yet: for as long as a roll-out takes.
            Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled | Code::Unimplemented => {
                Self::Unavailable
            }
            Code::Ok | Code::Unknown | Code::Internal | Code::DataLoss => Self::Internal,
        }
    }

    /// The status of `application/problem+json`.
    pub const fn http_status(self) -> http::StatusCode {
        match self {
            Self::Invalid => http::StatusCode::UNPROCESSABLE_ENTITY,
            Self::NotFound => http::StatusCode::NOT_FOUND,
            Self::Conflict | Self::Precondition => http::StatusCode::CONFLICT,
            Self::RateLimited => http::StatusCode::TOO_MANY_REQUESTS,
            Self::Unauthenticated => http::StatusCode::UNAUTHORIZED,
            Self::Forbidden => http::StatusCode::FORBIDDEN,
            Self::Busy | Self::Unavailable => http::StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => http::StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Violations {
    pub fn push(
        &mut self,
        field: impl Into<String>,
        key: impl Into<Cow<'static, str>>,
        text: impl Into<String>,
    ) {
        self.0.push(Violation::new(field, key, text));
    }

    /// The value, or `None` after noting why the field has none.
    pub fn check<T, E: std::fmt::Display>(
        &mut self,
        field: impl Into<String>,
        key: impl Into<Cow<'static, str>>,
        result: Result<T, E>,
    ) -> Option<T> {
        result.map_err(|error| self.push(field, key, error.to_string())).ok()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn into_vec(self) -> Vec<Violation> {
        self.0
    }

    /// A failure of kind Invalid with all violations, or nothing when there are none.
    pub fn into_result(self, code: impl Into<Cow<'static, str>>) -> Result<(), Failure> {
        if self.is_empty() { Ok(()) } else { Err(Failure::invalid(code, self)) }
    }
}

impl Failure {
    pub fn new(kind: Kind, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self {
            kind,
            code: code.into(),
            message: message.into(),
            violations: Vec::new(),
            metadata: HashMap::new(),
            retry_after: None,
            is_uncertain: false,
            cause: None,
        }
    }

    pub fn invalid(code: impl Into<Cow<'static, str>>, violations: Violations) -> Self {
        let mut failure = Self::new(Kind::Invalid, code, "the request breaks a rule");
        failure.violations = violations.into_vec();
        failure
    }

    /// One field that breaks one rule, where there is nothing to collect.
    pub fn invalid_field(
        field: impl Into<String>,
        key: impl Into<Cow<'static, str>>,
        text: impl Into<String>,
    ) -> Self {
        let mut violations = Violations::default();
        violations.push(field, key, text);
        Self::invalid("invalid_request", violations)
    }

    pub fn not_found(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::new(Kind::NotFound, code, message)
    }

    pub fn conflict(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::new(Kind::Conflict, code, message)
    }

    pub fn precondition(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::new(Kind::Precondition, code, message)
    }

    /// Shed: there is more to do than can be done.
    pub fn busy(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::new(Kind::Busy, code, message).retry_after(Duration::from_secs(1))
    }

    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(Kind::Unavailable, "unavailable", message).retry_after(Duration::from_secs(1))
    }

    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        let mut failure = Self::new(Kind::Internal, "internal", "something went wrong on our side");
        failure.cause = Some(cause.into());
        failure
    }

    /// Whether a call's answer was lost, be it to a deadline, with its connection, or between the service and its database: it may have
    /// been done. Anything else that a service of ours says of itself is no such thing.
    pub fn is_lost(&self) -> bool {
        let is_no_answer = || self.cause.as_ref().is_some_and(anyhow::Error::is::<Status>);
        matches!(self.kind, Kind::Unavailable | Kind::Internal) && (self.is_uncertain || is_no_answer())
    }

    #[must_use]
    pub fn uncertain(mut self) -> Self {
        self.is_uncertain = true;
        self
    }

    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts are given as they are")]
    pub fn with(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        self.metadata.insert(name.into(), value.to_string());
        self
    }

    #[must_use]
    pub fn violating(mut self, violations: Vec<Violation>) -> Self {
        self.violations = violations;
        self
    }

    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    #[must_use]
    pub fn because(mut self, cause: impl Into<anyhow::Error>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    fn log(&self) {
        let cause = self.cause.as_ref().map(|cause| format!("{cause:#}"));
        match self.kind {
            Kind::Internal => tracing::error!(error.code = %self.code, error.cause = cause, "call failed"),
            Kind::Unavailable => {
                tracing::warn!(error.code = %self.code, error.cause = cause, "call could not be served");
            }
            _ => tracing::info!(error.code = %self.code, error.message = %self.message, "call refused"),
        }
    }
}

/// Logs the failure with its cause, then sends what a caller may know, as far as it fits.
impl From<Failure> for Status {
    fn from(mut failure: Failure) -> Self {
        failure.log();
        if failure.kind == Kind::Busy {
            failure = failure.with(SHED, true);
        }
        if failure.is_uncertain {
            failure = failure.with(UNCERTAIN, true);
        }
        let Failure { kind, code, message, violations, metadata, retry_after, .. } = failure;
        let told = Told { message, facts: metadata, violations }.bounded(&code);
        let mut details = ErrorDetails::with_error_info(code, DOMAIN, told.facts);
        for violation in told.violations {
            details
                .add_bad_request_violation(violation.field, format!("{}: {}", violation.key, violation.text));
        }
        if let Some(wait) = retry_after {
            details.set_retry_info(Some(wait));
        }
        Self::with_error_details(kind.code(), told.message, details)
    }
}

/// Reads a failure back from another service's answer; a status that is not ours keeps its kind only.
impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        let kind = match Kind::from_code(status.code()) {
            // Made on this side of the wire, which broke in the middle of an answer.
            Kind::Internal if std::error::Error::source(&status).is_some() => Kind::Unavailable,
            kind => kind,
        };
        let details = status.get_error_details();
        let Some(info) = details.error_info().filter(|info| info.domain == DOMAIN) else {
            let code = if kind == Kind::Unavailable { "unavailable" } else { "internal" };
            return Self::new(kind, code, "another service could not answer").because(status);
        };
        let mut failure = Self::new(kind, info.reason.clone(), status.message());
        failure.metadata.clone_from(&info.metadata);
        if failure.metadata.remove(SHED).is_some() {
            failure.kind = Kind::Busy;
        }
        failure.is_uncertain = failure.metadata.remove(UNCERTAIN).is_some();
        failure.retry_after = details.retry_info().and_then(|info| info.retry_delay);
        let violations = details.bad_request().map(|bad| bad.field_violations.as_slice()).unwrap_or_default();
        failure.violations = violations.iter().map(|v| read_violation(&v.field, &v.description)).collect();
        failure
    }
}

fn read_violation(field: &str, description: &str) -> Violation {
    let (key, text) = description.split_once(": ").unwrap_or((description, description));
    Violation::new(field, key.to_owned(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 10] = [
        Kind::Invalid,
        Kind::NotFound,
        Kind::Conflict,
        Kind::Precondition,
        Kind::RateLimited,
        Kind::Busy,
        Kind::Unauthenticated,
        Kind::Forbidden,
        Kind::Unavailable,
        Kind::Internal,
    ];

    #[test]
    fn every_kind_survives_the_wire() {
        for kind in KINDS {
            let sent = Failure::new(kind, "orders.test", "a test")
                .with("total", 5)
                .violating(vec![Violation::new("phone", "form.validation.phone", "10 digits: all of them")])
                .retry_after(Duration::from_secs(7));
            let read = Failure::from(Status::from(sent));
            assert_eq!(
                (read.kind, read.code.as_ref(), read.message.as_str()),
                (kind, "orders.test", "a test")
            );
            assert_eq!(read.metadata, HashMap::from([("total".to_owned(), "5".to_owned())]));
            assert_eq!(read.violations[0].key, "form.validation.phone");
            assert_eq!(read.violations[0].text, "10 digits: all of them");
            assert_eq!(read.retry_after, Some(Duration::from_secs(7)));
        }
    }

    /// What passes everywhere, of all headers of an answer.
    const HEADERS: usize = 16 * 1024;

    #[test]
    fn a_thousand_violations_fit_into_the_headers_and_the_first_are_named() {
        for text in ["999 pieces at most", &"so many pieces of it are ordered by nobody ".repeat(40)] {
            let violation = |n| Violation::new(format!("products[{n}].quantity"), "form.tooMany", text);
            let mut sent = Failure::new(Kind::Invalid, "orders.invalid_lines", "ن".repeat(5_000))
                .violating((0..1_000).map(violation).collect());
            sent.metadata.insert("total".to_owned(), "5".to_owned());
            let headers = Status::from(sent).into_http::<()>().headers().clone();
            // As HTTP/2 counts them.
            let bytes: usize =
                headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 32).sum();
            assert!(bytes < HEADERS, "{bytes}");
            let read = Failure::from(Status::from_header_map(&headers).expect("a status"));
            assert_eq!((read.kind, read.code.as_ref()), (Kind::Invalid, "orders.invalid_lines"));
            let named = read.violations.len();
            assert!(named > 150, "{named}");
            assert_eq!(read.violations[named - 1].field, format!("products[{}].quantity", named - 1));
            assert_eq!((&*read.violations[0].key, read.violations[0].text.as_str()), ("form.tooMany", "…"));
            assert_eq!(read.metadata["violationsLeftOut"], (1_000 - named).to_string());
            assert_eq!(read.metadata["total"], "5");
        }
    }

    #[test]
    fn a_wire_that_breaks_in_an_answer_is_a_service_that_is_away() {
        let cut = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        assert_eq!(Failure::from(Status::from_error(Box::new(cut))).kind, Kind::Unavailable);
        assert_eq!(Failure::from(Status::unknown("what a service says of itself")).kind, Kind::Internal);
    }

    #[test]
    fn an_answer_is_lost_where_no_service_gave_it() {
        assert!(Failure::from(Status::deadline_exceeded("late")).is_lost());
        let cut = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        assert!(Failure::from(Status::from_error(Box::new(cut))).is_lost());
        let answered = Failure::unavailable("the database is away").because(anyhow::anyhow!("refused"));
        assert!(!answered.is_lost());
        assert!(!Failure::from(Status::from(answered)).is_lost());
        let uncertain = Failure::from(Status::from(Failure::unavailable("the database is away").uncertain()));
        assert!(uncertain.is_lost() && uncertain.metadata.is_empty());
    }

    #[test]
    fn what_is_shed_is_told_as_no_fault_of_the_service() {
        let shed = Failure::busy("test.busy", "more than can be done");
        assert_eq!(shed.kind.http_status(), http::StatusCode::SERVICE_UNAVAILABLE);
        // Envoy counts UNAVAILABLE as a failure of the replica, and repeats reads that get it.
        assert_eq!(Status::from(shed).code(), Code::ResourceExhausted);
    }

    #[test]
    fn a_cause_is_not_sent() {
        let status = Status::from(Failure::internal(anyhow::anyhow!("password in the log")));
        assert!(!format!("{status:?}").contains("password"));
    }

    #[test]
    fn a_foreign_status_keeps_its_kind() {
        assert_eq!(Failure::from(Status::unavailable("no healthy upstream")).kind, Kind::Unavailable);
        assert_eq!(Failure::from(Status::deadline_exceeded("late")).kind, Kind::Unavailable);
        assert_eq!(Failure::from(Status::unimplemented("an older replica")).kind, Kind::Unavailable);
        assert_eq!(Failure::from(Status::unknown("odd")).kind, Kind::Internal);
    }
}
