//! Names of people (spec 5: letters of any script and whitespace, 3 to 20).

use std::fmt;

/// A first or last name. Outer space is trimmed, inner runs of space become one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PersonName(String);

/// Why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PersonNameError {
    #[error("a name has 3 to 20 characters")]
    Length,
    #[error("a name has letters and spaces only")]
    Characters,
}

impl PersonName {
    pub const MIN: usize = 3;
    pub const MAX: usize = 20;

    pub fn parse(text: &str) -> Result<Self, PersonNameError> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !name.chars().all(|c| c.is_alphabetic() || c == ' ' || is_mark(c)) {
            return Err(PersonNameError::Characters);
        }
        let length = name.chars().filter(|c| !is_mark(*c)).count();
        if (Self::MIN..=Self::MAX).contains(&length) { Ok(Self(name)) } else { Err(PersonNameError::Length) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether the character makes the text after it be shown in another order than it is stored in: an override, an embedding
/// or an isolate. In a name or an address it only ever hides what stands there; the marks that Arabic text needs are others.
pub const fn is_reordering(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Accents and vowel signs written as characters of their own belong to their letter.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_script_pass() {
        for name in ["Amina", "أمينة", "Aït Ali", "ⵜⵉⵏⵀⵉⵏⴰⵏ", "Ame\u{301}lie", "مُحَمَّد"]
        {
            assert!(PersonName::parse(name).is_ok(), "{name}");
        }
        assert_eq!(PersonName::parse("  Ben   Ali ").map(|name| name.to_string()), Ok("Ben Ali".into()));
    }

    #[test]
    fn others_are_refused_with_the_reason() {
        assert_eq!(PersonName::parse("Al"), Err(PersonNameError::Length));
        assert_eq!(PersonName::parse("   "), Err(PersonNameError::Length));
        assert_eq!(PersonName::parse(&"a".repeat(21)), Err(PersonNameError::Length));
        for name in ["Jean-Paul", "Ali3", "<b>Ali</b>", "Ali\u{0}", "Ali\u{202e}mina", "\u{2067}Amina"] {
            assert_eq!(PersonName::parse(name), Err(PersonNameError::Characters), "{name}");
        }
    }
}
