//! A picture of a thing that is saved whole: another one, or the one that it has.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::problem::Problem;

/// The bytes of a new picture, or the path of one that stays.
pub fn picture(field: &str, given: String) -> Result<(Vec<u8>, String), Problem> {
    if given.starts_with("/media/") {
        return Ok((Vec::new(), given));
    }
    let content = BASE64_STANDARD.decode(given).map_err(|_| {
        Problem::field(field, "form.validation.notAPicture", "a picture in Base64 is expected")
    })?;
    Ok((content, String::new()))
}
