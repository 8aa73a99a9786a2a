//! Numbers of data sheets, kept as they are written: a decimal that no float ever holds. Pure.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use souk_kernel::Language;

/// Digits before the point, and behind it.
const MOST_WHOLE: usize = 12;
const MOST_DECIMALS: usize = 4;

/// In its shortest form: `8.5` however it was written, never `-0`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Number(String);

/// The text is no number of a data sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a number has at most {MOST_WHOLE} digits, and {MOST_DECIMALS} behind a point")]
pub struct NumberError;

impl Number {
    /// As it is read in a language: Latin digits, a comma but in English.
    pub fn shown(&self, language: Language) -> String {
        match language {
            Language::Fr | Language::Ar => self.0.replace('.', ","),
            Language::En => self.0.clone(),
        }
    }
}

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        let (whole, decimals) = digits.split_once('.').map_or((digits, None), |(a, b)| (a, Some(b)));
        let is_part = |part: &str, most: usize| {
            (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !is_part(whole, MOST_WHOLE) || !decimals.is_none_or(|part| is_part(part, MOST_DECIMALS)) {
            return Err(NumberError);
        }
        let (whole, decimals) = (whole.trim_start_matches('0'), decimals.unwrap_or("").trim_end_matches('0'));
        Ok(Self(match (whole, decimals) {
            ("", "") => "0".to_owned(),
            (whole, "") => format!("{sign}{whole}"),
            ("", decimals) => format!("{sign}0.{decimals}"),
            (whole, decimals) => format!("{sign}{whole}.{decimals}"),
        }))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Number {
    type Error = NumberError;

    fn try_from(text: String) -> Result<Self, NumberError> {
        text.parse()
    }
}

impl From<Number> for String {
    fn from(number: Number) -> Self {
        number.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_number_has_one_spelling() {
        for (written, kept) in [
            ("8", "8"),
            ("08.50", "8.5"),
            ("0.0", "0"),
            ("-0", "0"),
            ("-0.25", "-0.25"),
            ("999999999999.9999", "999999999999.9999"),
        ] {
            assert_eq!(
                written.parse::<Number>().map(|number| number.to_string()).as_deref(),
                Ok(kept),
                "{written}"
            );
        }
        for wrong in ["", "-", ".", "8.", ".5", "8,5", "1e3", "+8", "٨", "1234567890123", "0.00001", "8 "] {
            assert_eq!(wrong.parse::<Number>(), Err(NumberError), "{wrong}");
        }
    }

    #[test]
    fn a_number_is_written_as_its_language_does() {
        let number: Number = "-8.5".parse().expect("a number");
        assert_eq!(Language::ALL.map(|language| number.shown(language)), ["-8,5", "-8,5", "-8.5"]);
    }

    proptest! {
        #[test]
        fn what_is_kept_is_read_as_the_same(text in "-?[0-9]{1,12}(\\.[0-9]{1,4})?") {
            let number: Number = text.parse().expect("a number");
            prop_assert_eq!(number.to_string().parse::<Number>(), Ok(number));
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,20}") {
            let _ = text.parse::<Number>();
        }
    }
}
