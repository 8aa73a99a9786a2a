//! Algerian phone numbers (spec 5: 10 digits starting with 0, non-digits stripped).

use std::fmt;

/// A phone number as 10 ASCII digits starting with 0.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

/// The text is no Algerian phone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a phone number has 10 digits and starts with 0")]
pub struct PhoneError;

impl Phone {
    /// Strips what is not a digit, takes Arabic-Indic digits for the Latin ones and `+213` or `00213` for the 0.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        if text.len() > 64 {
            return Err(PhoneError);
        }
        let digits: String = text.chars().filter_map(latin_digit).collect();
        let international = text.trim_start().starts_with('+').then(|| digits.strip_prefix("213")).flatten();
        let national = match international.or_else(|| digits.strip_prefix("00213")) {
            Some(rest) => format!("0{}", rest.strip_prefix('0').unwrap_or(rest)),
            None => digits,
        };
        if national.len() == 10 && national.starts_with('0') { Ok(Self(national)) } else { Err(PhoneError) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Personal data: logs show the last two digits only.
impl fmt::Debug for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Phone(********{})", &self.0[8..])
    }
}

/// `'7'` for `'7'`, `'٧'` (Arabic-Indic) and `'۷'` (Persian); `None` for anything else.
pub fn latin_digit(c: char) -> Option<char> {
    let value = match c {
        '0'..='9' => return Some(c),
        '\u{660}'..='\u{669}' => u32::from(c) - 0x660,
        '\u{6f0}'..='\u{6f9}' => u32::from(c) - 0x6f0,
        _ => return None,
    };
    char::from_digit(value, 10)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_people_type_becomes_ten_digits() {
        for text in ["0555123456", "05 55 12 34 56", "+213 555 12 34 56", "00213555123456", "٠٥٥٥١٢٣٤٥٦"]
        {
            assert_eq!(Phone::parse(text).map(|phone| phone.to_string()), Ok("0555123456".into()), "{text}");
        }
    }

    #[test]
    fn others_are_refused() {
        for text in ["", "555123456", "05551234567", "1555123456", "phone", "+33612345678"] {
            assert_eq!(Phone::parse(text), Err(PhoneError), "{text}");
        }
    }

    #[test]
    fn logs_do_not_show_it() {
        assert_eq!(format!("{:?}", Phone::parse("0555123456")), "Ok(Phone(********56))");
    }

    proptest! {
        #[test]
        fn parsing_never_panics_and_is_stable(text in "\\PC{0,80}") {
            if let Ok(phone) = Phone::parse(&text) {
                prop_assert_eq!(Phone::parse(phone.as_str()), Ok(phone));
            }
        }
    }
}
