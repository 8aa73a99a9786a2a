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
    let text = format!("Idempotency-Key has 1 to {LONGEST_KEY} visible ASCII characters");
    Err(Problem::field("Idempotency-Key", "form.validation.idempotencyKey", text))
}
