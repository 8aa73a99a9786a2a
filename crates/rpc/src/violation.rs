//! What is wrong with one field of a request.

use std::borrow::Cow;

/// One field that breaks one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The field's name on the public wire: `phone`, `products[2].quantity`.
    pub field: String,
    /// Translation key: `form.validation.phone`.
    pub key: Cow<'static, str>,
    /// The same in plain English.
    pub text: String,
}

impl Violation {
    pub fn new(field: impl Into<String>, key: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Self {
        Self { field: field.into(), key: key.into(), text: text.into() }
    }
}
