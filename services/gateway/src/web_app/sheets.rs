//! The style sheets of a page as they stand in its text: it is painted without asking for more. The app takes them for loaded
//! (`web/src/lib/written-sheets.ts`).

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::encoding::Within;

/// See the module.
#[derive(Debug)]
pub struct Sheets {
    pub text: Arc<Within>,
    /// What a page's policy calls them, parted by spaces.
    pub hashes: String,
}

impl Sheets {
    /// Of sheets by their addresses, in order.
    pub fn new<'a>(sheets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let (mut text, mut hashes) = (String::new(), Vec::new());
        for (address, css) in sheets {
            // As an escape it says the same, and ends no element.
            let css = css.replace("</", "<\\/");
            for piece in ["<style data-sheet=\"", address, "\">", &css, "</style>"] {
                text += piece;
            }
            hashes.push(hash(&css));
        }
        Self { text: Arc::new(Within::new(text.into())), hashes: hashes.join(" ") }
    }
}

/// What a page's policy calls a sheet that stands in its text.
pub fn hash(css: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(css)))
}
