//! Reading requests: bodies, queries, ids and languages, every refusal naming the field at fault.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, FromRequestParts, Request};
use bytes::Bytes;
use http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, HOST, ORIGIN};
use http::request::Parts;
use http::{HeaderMap, StatusCode, Uri};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Error as PathError;
use souk_kernel::{Language, Page};
use souk_rpc::{Failure, Violations};

use crate::limits;
use crate::problem::Problem;

/// How JSON writes a NUL.
const NUL: &[u8] = b"\\u0000";

/// A JSON body.
#[derive(Debug)]
pub struct Json<T>(pub T);

/// The query string; unknown keys are refused by the types themselves.
#[derive(Debug)]
pub struct Query<T>(pub T);

/// A request without its body.
#[derive(Debug)]
pub struct Asked(pub Parts);

/// The language of the answer: `Accept-Language`, else French.
#[derive(Debug, Clone, Copy)]
pub struct Locale(pub Language);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        require_json(request.headers())?;
        let body = Bytes::from_request(request, state)
            .await
            .map_err(|refused| Problem::new(refused.status(), "too_large", refused.body_text()))?;
        parse_json(&body).map(Self)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(pairs).map(Self).map_err(|error| field_error(&error))
    }
}

impl<S: Send + Sync> FromRequest<S> for Asked {
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(request.into_parts().0))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Locale {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(language_of(&parts.headers)))
    }
}

pub fn language_of(headers: &HeaderMap) -> Language {
    let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Language::negotiate(header.unwrap_or_default())
}

/// An id of a path or a query; one that can't be any is a 422 that names it.
pub fn id<T: FromStr<Err: Display>>(field: &'static str, text: &str) -> Result<T, Problem> {
    text.parse().map_err(|error: T::Err| Problem::field(field, "form.validation.id", error.to_string()))
}

/// Why a form with a file could not be read, at the field that was being read.
pub fn unread(field: &str, error: &MultipartError) -> Problem {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Problem::field(field, "form.validation.fileTooLarge", "the file is larger than 2 MB")
    } else {
        Problem::field(field, "form.validation.required", error.body_text())
    }
}

/// What staff search for; none is everything.
pub fn words(given: Option<String>) -> Result<String, Problem> {
    let words = given.unwrap_or_default();
    if words.chars().count() > limits::WORDS {
        let text = format!("{} characters at most", limits::WORDS);
        return Err(Problem::field("q", "form.validation.words", text));
    }
    Ok(words)
}

/// The page that a query asks for.
pub fn page(number: Option<u32>, size: Option<u32>) -> Result<Page, Problem> {
    let refused = |error: souk_kernel::PageError| {
        Problem::field(error.field(), "form.validation.page", error.to_string())
    };
    // Zero means "absent" on the inner wire: here it is a mistake.
    if number == Some(0) {
        return Err(refused(souk_kernel::PageError::Number));
    }
    if size == Some(0) {
        return Err(refused(souk_kernel::PageError::Size));
    }
    Page::new(number.unwrap_or(0), size.unwrap_or(0)).map_err(refused)
}

/// Refuses an address that is too long, and one with a NUL in it: no database can hold one, so nothing of that name exists.
pub fn require_text(uri: &Uri) -> Result<(), Problem> {
    if uri.path().len() + uri.query().map_or(0, str::len) > limits::URI {
        return Err(Problem::new(StatusCode::URI_TOO_LONG, "uri_too_long", "the address is too long"));
    }
    if uri.path().contains("%00") {
        return Err(Problem::not_found("there is nothing at this address"));
    }
    let query = uri.query().filter(|query| query.contains("%00")).unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    match pairs.find(|(name, value)| name.contains('\0') || value.contains('\0')) {
        Some((name, _)) => Err(no_nul(name.replace('\0', "\u{fffd}"))),
        None => Ok(()),
    }
}

/// A browser says where a change comes from; anything but our own pages is refused. Other clients say nothing and
/// are held by the anti-forgery token alone.
pub fn require_same_origin(headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let refused = || Problem::forbidden("cross_origin", "changes are taken from the shop's own pages only");
    if text("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return Err(refused());
    }
    match (text(ORIGIN.as_str()), text(HOST.as_str())) {
        (Some(origin), Some(host)) if origin.split_once("://").map(|(_, host)| host) != Some(host) => {
            Err(refused())
        }
        _ => Ok(()),
    }
}

fn no_nul(field: impl Into<String>) -> Problem {
    Problem::field(field, "form.validation.text", "a text has no NUL character")
}

/// Where in a JSON document a text has a NUL.
fn nul_at(value: &Value, at: &str) -> Option<String> {
    match value {
        Value::String(text) => text.contains('\0').then(|| at.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| nul_at(item, &format!("{at}[{index}]")))
        }
        Value::Object(members) => members.iter().find_map(|(name, member)| nul_at(member, &join(at, name))),
        _ => None,
    }
}

/// Parses a body that was already read.
pub fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    if body.windows(NUL.len()).any(|bytes| bytes == NUL)
        && let Some(field) = serde_json::from_slice(body).ok().and_then(|value| nul_at(&value, ""))
    {
        return Err(no_nul(field));
    }
    let mut reader = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        if error.inner().is_data() { field_error(&error) } else { malformed(error.inner()) }
    })?;
    reader.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

pub fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let detail = "the body must be application/json";
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail))
}

fn malformed(error: &serde_json::Error) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "malformed_json", format!("the body is no JSON: {error}"))
}

fn field_error<E: Display>(error: &PathError<E>) -> Problem {
    let text = error.inner().to_string();
    let at = error.path().to_string();
    let field = named_in(&text).map_or(at.clone(), |name| join(&at, name));
    let mut violations = Violations::default();
    violations.push(field, "form.validation.format", text);
    Failure::invalid("invalid_request", violations).into()
}

/// The field that serde names itself: the path leads to its parent only.
fn named_in(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("missing field `").or_else(|| text.strip_prefix("unknown field `"))?;
    rest.split('`').next()
}

fn join(parent: &str, name: &str) -> String {
    match parent {
        "." | "?" | "" => name.to_owned(),
        path if path == name || path.ends_with(&format!(".{name}")) => path.to_owned(),
        path => format!("{path}.{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        #[serde(rename = "lines")]
        _lines: Vec<Line>,
    }

    #[derive(Debug, serde::Deserialize)]
    struct Line {
        #[serde(rename = "quantity")]
        _quantity: u32,
    }

    fn field_of(body: &str) -> String {
        let problem = parse_json::<Body>(body.as_bytes()).expect_err("is refused");
        format!("{problem:?}")
    }

    #[test]
    fn the_field_at_fault_is_named() {
        assert!(field_of(r#"{"lines":[{"quantity":1},{"quantity":"x"}]}"#).contains("lines[1].quantity"));
        assert!(field_of(r#"{"lines":[{}]}"#).contains("lines[0].quantity"));
        assert!(field_of(r#"{"lines":[],"more":1}"#).contains("\"more\""));
        assert!(field_of("{").contains("malformed_json"));
        assert!(field_of(r#"{"lines":[]} x"#).contains("malformed_json"));
    }

    #[test]
    fn a_nul_is_refused_wherever_it_stands() {
        assert!(field_of(r#"{"lines":[{"quantity":"a\u0000"}]}"#).contains("\"lines[0].quantity\""));
        assert!(!field_of(r#"{"lines":["\\u0000"]}"#).contains("form.validation.text"));
        for (address, is_fine) in
            [("/a?b=%00", false), ("/%00", false), ("/?%00=1", false), ("/a?b=%2500", true)]
        {
            assert_eq!(require_text(&address.parse().expect("an address")).is_ok(), is_fine, "{address}");
        }
    }
}
