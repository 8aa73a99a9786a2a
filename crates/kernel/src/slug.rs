//! Readable parts of addresses: `creme-a-la-figue`, `كريم-التين`.

use std::fmt;
use std::str::FromStr;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower-case letters and digits of any script, joined by single hyphens; 1 to 100 characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(String);

/// The text is not a slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a slug has lower-case letters, digits and single hyphens, 100 characters at most")]
pub struct SlugError;

impl Slug {
    pub const MAX: usize = 100;

    /// The slug of a name: accents and vowel signs dropped, letters of any script kept, so that an Arabic name
    /// stays readable. `None` when the name has no letter or digit.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut slug = String::new();
        let plain = name.nfkd().filter(|c| !is_combining_mark(*c) && *c != '\u{640}').nfc();
        for c in plain.flat_map(char::to_lowercase) {
            if c.is_alphanumeric() {
                slug.push(c);
            } else if !slug.is_empty() && !slug.ends_with('-') {
                slug.push('-');
            }
        }
        let cut: String = slug.chars().take(Self::MAX).collect();
        let trimmed = cut.trim_end_matches('-');
        (!trimmed.is_empty()).then(|| Self(trimmed.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Slug {
    type Err = SlugError;

    fn from_str(text: &str) -> Result<Self, SlugError> {
        match Self::from_name(text) {
            Some(slug) if slug.0 == text => Ok(slug),
            _ => Err(SlugError),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_become_usable_addresses() {
        for (name, slug) in [
            ("Crème à la figue", "creme-a-la-figue"),
            ("  Rouge -- mat N°7 ", "rouge-mat-n-7"),
            ("كريم مُرَطِّب بالتين", "كريم-مرطب-بالتين"),
            ("عـــطر", "عطر"),
        ] {
            assert_eq!(Slug::from_name(name).map(|slug| slug.to_string()), Some(slug.into()), "{name}");
        }
        assert_eq!(Slug::from_name("!?"), None);
    }

    proptest! {
        #[test]
        fn a_slug_is_its_own_slug(name in "\\PC{0,150}") {
            if let Some(slug) = Slug::from_name(&name) {
                prop_assert!(slug.as_str().chars().count() <= Slug::MAX);
                prop_assert_eq!(slug.as_str().parse(), Ok(slug.clone()));
            }
        }
    }
}
