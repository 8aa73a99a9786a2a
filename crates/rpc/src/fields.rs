//! Fields that requests of every service have, read into the words of the trade; each notes what is wrong with it.

use std::fmt::Display;
use std::str::FromStr;

use souk_kernel::{LocalizedText, Page};
use souk_proto::common::v1 as common;

use crate::Violations;

impl Violations {
    pub fn id<T: FromStr<Err: Display>>(&mut self, field: impl Into<String>, text: &str) -> Option<T> {
        self.check(field, "form.validation.id", text.parse())
    }

    /// An id that may be empty. `None` also after noting that it is malformed: the caller looks whether anything was.
    pub fn optional_id<T: FromStr<Err: Display>>(
        &mut self,
        field: impl Into<String>,
        text: &str,
    ) -> Option<T> {
        if text.is_empty() { None } else { self.id(field, text) }
    }

    /// The part of a list; none named is the first.
    pub fn page(&mut self, request: Option<common::PageRequest>) -> Option<Page> {
        let request = request.unwrap_or_default();
        match Page::new(request.page, request.size) {
            Ok(page) => Some(page),
            Err(error) => {
                self.push(error.field(), "form.validation.page", error.to_string());
                None
            }
        }
    }
}

/// Text in the shop's languages as messages carry it.
pub fn localized_to_proto(text: &LocalizedText) -> common::LocalizedText {
    common::LocalizedText { fr: text.fr.clone(), ar: text.ar.clone(), en: text.en.clone() }
}

/// Text in the shop's languages as a message brought it; left out, it is empty.
pub fn localized_from_proto(text: Option<common::LocalizedText>) -> LocalizedText {
    let text = text.unwrap_or_default();
    LocalizedText { fr: text.fr, ar: text.ar, en: text.en }
}

#[cfg(test)]
mod tests {
    use souk_kernel::ProductId;

    use super::*;

    #[test]
    fn every_field_that_breaks_a_rule_is_named() {
        let mut violations = Violations::default();
        assert_eq!(violations.id::<ProductId>("productId", "soap"), None);
        assert_eq!(violations.optional_id::<ProductId>("other", ""), None);
        assert_eq!(violations.page(Some(common::PageRequest { page: 1, size: 13 })), None);
        assert!(violations.page(None).is_some());
        let fields: Vec<_> = violations.into_vec().into_iter().map(|violation| violation.field).collect();
        assert_eq!(fields, ["productId", "size"]);
    }
}
