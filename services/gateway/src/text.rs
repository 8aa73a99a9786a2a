//! Localized text of the inner wire, picked for one reader.

use souk_kernel::Language;
use souk_proto::common::v1 as proto;

/// The text in `language`, in French where it was not translated.
pub fn pick(text: Option<&proto::LocalizedText>, language: Language) -> String {
    let Some(text) = text else { return String::new() };
    let wanted = match language {
        Language::Fr => &text.fr,
        Language::Ar => &text.ar,
        Language::En => &text.en,
    };
    if wanted.is_empty() { text.fr.clone() } else { wanted.clone() }
}
