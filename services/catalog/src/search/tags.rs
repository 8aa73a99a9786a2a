//! Tags as products have them and lists name them.

/// Longest tag, in characters.
const LONGEST_TAG: usize = 40;
/// What parts tags where several are typed.
const COMMAS: [char; 2] = [',', '،'];

/// What is wrong with a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongTag {
    #[error("a tag has words")]
    Empty,
    #[error("{LONGEST_TAG} characters at most")]
    TooLong,
    #[error("a tag has characters that can be seen")]
    Unseen,
    #[error("a tag has no comma: commas part tags")]
    Comma,
}

impl WrongTag {
    /// The rule that is broken, as forms name it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Empty => "form.validation.required",
            Self::TooLong => "form.validation.tooLong",
            Self::Unseen | Self::Comma => "form.validation.name",
        }
    }
}

/// A tag as it is kept: its words with one space between them.
pub fn tag(given: &str) -> Result<String, WrongTag> {
    let words = given.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() {
        return Err(WrongTag::Empty);
    }
    if words.chars().count() > LONGEST_TAG {
        return Err(WrongTag::TooLong);
    }
    if words.chars().any(char::is_control) {
        return Err(WrongTag::Unseen);
    }
    if words.contains(COMMAS) {
        return Err(WrongTag::Comma);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::TagKey;

    #[test]
    fn a_tag_is_the_same_whatever_its_case_and_the_spaces_in_it() {
        assert_eq!(TagKey::of(" Idées \u{a0}Cadeaux"), TagKey::of("idées cadeaux"));
        assert_ne!(TagKey::of("idéescadeaux"), TagKey::of("idées cadeaux"));
    }

    #[test]
    fn a_tag_is_some_words() {
        assert_eq!(tag("  idées \n cadeaux "), Ok("idées cadeaux".to_owned()));
        assert_eq!(tag(&"ص".repeat(40)), Ok("ص".repeat(40)));
        assert_eq!(tag(&"ص".repeat(41)), Err(WrongTag::TooLong));
        assert_eq!((tag(" \t"), tag("a\u{0}b")), (Err(WrongTag::Empty), Err(WrongTag::Unseen)));
        assert_eq!([tag("a, b"), tag("هدية،")], [Err(WrongTag::Comma), Err(WrongTag::Comma)]);
    }

    proptest! {
        #[test]
        fn a_tag_that_is_kept_reads_back(given in ".{0,60}") {
            if let Ok(kept) = tag(&given) {
                prop_assert_eq!(tag(&kept), Ok(kept));
            }
        }
    }
}
