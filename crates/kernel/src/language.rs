//! The shop's three languages and text written in them (spec 1: fallback fr).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language of the storefront.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    Fr,
    Ar,
    En,
}

/// The code is none of `fr`, `ar`, `en`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown language")]
pub struct UnknownLanguage;

/// Text in the shop's languages. An empty string means that it was not translated.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct LocalizedText {
    #[serde(default)]
    pub fr: String,
    #[serde(default)]
    pub ar: String,
    #[serde(default)]
    pub en: String,
}

impl Language {
    /// All languages, the fallback first.
    pub const ALL: [Self; 3] = [Self::Fr, Self::Ar, Self::En];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Fr => "fr",
            Self::Ar => "ar",
            Self::En => "en",
        }
    }

    /// Direction of the script, as HTML's `dir` says it.
    pub const fn direction(self) -> &'static str {
        match self {
            Self::Ar => "rtl",
            Self::Fr | Self::En => "ltr",
        }
    }

    /// The first known language of an `Accept-Language` header, else French. Quality values are the
    /// browser's own order in practice, so the first match is the wanted one.
    pub fn negotiate(accept_language: &str) -> Self {
        accept_language
            .split(',')
            .filter_map(|part| part.trim().get(..2))
            .find_map(|code| code.to_ascii_lowercase().parse().ok())
            .unwrap_or_default()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL.into_iter().find(|language| language.code() == code).ok_or(UnknownLanguage)
    }
}

impl LocalizedText {
    /// The text in `language`, in French where it was not translated.
    pub fn get(&self, language: Language) -> &str {
        let text = match language {
            Language::Fr => &self.fr,
            Language::Ar => &self.ar,
            Language::En => &self.en,
        };
        if text.is_empty() { &self.fr } else { text }
    }

    pub fn set(&mut self, language: Language, text: impl Into<String>) {
        match language {
            Language::Fr => self.fr = text.into(),
            Language::Ar => self.ar = text.into(),
            Language::En => self.en = text.into(),
        }
    }

    pub fn is_empty(&self) -> bool {
        Language::ALL.into_iter().all(|language| self.get(language).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_translation_falls_back_to_french() {
        let text = LocalizedText { fr: "Savon".into(), ar: "صابون".into(), en: String::new() };
        assert_eq!(text.get(Language::Ar), "صابون");
        assert_eq!(text.get(Language::En), "Savon");
    }

    #[test]
    fn the_browsers_first_known_language_is_taken() {
        assert_eq!(Language::negotiate("de-DE,ar-DZ;q=0.9,fr;q=0.8"), Language::Ar);
        assert_eq!(Language::negotiate("日本"), Language::Fr);
        assert_eq!(Language::negotiate(""), Language::Fr);
    }
}
