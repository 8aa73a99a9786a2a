//! The key by which a caller names a submission, so that repeating it has no second effect (design 4).

use http::HeaderMap;

use crate::problem::Problem;

const IDEMPOTENCY_KEY: &str = "idempotency-key";
const LONGEST_KEY: usize = 128;

/// The `Idempotency-Key` header.
pub fn given_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = value.to_str().unwrap_or_default().trim();
    let is_usable = (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_usable {
        return Ok(Some(key.to_owned()));
    }
    Err(unusable_key())
}

/// As [`given_key`], of what must never be done twice by a caller who doesn't say whether it is meant so.
pub fn required_key(headers: &HeaderMap) -> Result<String, Problem> {
    given_key(headers)?.ok_or_else(unusable_key)
}

fn unusable_key() -> Problem {
    let text = format!("Idempotency-Key has 1 to {LONGEST_KEY} visible ASCII characters");
    Problem::field("Idempotency-Key", "form.validation.idempotencyKey", text)
}
