//! A shop that is closed for a while. Pure.

use std::time::Duration;

use serde_json::{Value, json};
use souk_audit::Subject;
use souk_kernel::{Language, LocalizedText, rfc3339};
use souk_rpc::Violations;
use time::OffsetDateTime;

/// Longest message, in characters.
pub const LONGEST_MESSAGE: usize = 300;
/// When to ask again where nobody said when the shop opens.
const USUAL_WAIT: Duration = Duration::from_mins(10);
const SHORTEST_WAIT: Duration = Duration::from_mins(1);
/// Search engines take a longer time for an error.
const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// Whether the shop is closed, and what shoppers are told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    /// Grows with each change.
    pub version: u64,
    pub is_closed: bool,
    /// May be empty.
    pub message: LocalizedText,
    pub ends_at: Option<OffsetDateTime>,
}

impl Closure {
    /// When to come back.
    pub fn wait(&self, now: OffsetDateTime) -> Duration {
        let left = self.ends_at.map(|end| Duration::try_from(end - now).unwrap_or_default());
        left.unwrap_or(USUAL_WAIT).clamp(SHORTEST_WAIT, LONGEST_WAIT)
    }

    /// The message in a language, in the fallback's where it was not translated.
    pub fn message(&self, language: Language) -> &str {
        self.message.get(language)
    }

    pub fn check(&self, found: &mut Violations) {
        for language in Language::ALL {
            let own = match language {
                Language::Fr => &self.message.fr,
                Language::Ar => &self.message.ar,
                Language::En => &self.message.en,
            };
            if own.chars().count() > LONGEST_MESSAGE {
                let text = format!("{LONGEST_MESSAGE} characters at most");
                found.push(format!("message.{}", language.code()), "form.validation.tooLong", text);
            }
        }
    }

    /// As the audit log names it.
    pub fn subject() -> Subject {
        Subject::new("shop", "", "")
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> Value {
        json!({ "isClosed": self.is_closed, "message": self.message, "endsAt": self.ends_at.map(rfc3339) })
    }
}

#[cfg(test)]
mod tests {
    use time::ext::NumericalDuration as _;

    use super::*;

    #[test]
    fn who_comes_to_a_closed_shop_is_told_when_to_come_back() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let wait = |ends_at| {
            let closure = Closure { version: 1, is_closed: true, message: LocalizedText::default(), ends_at };
            closure.wait(now).as_secs()
        };
        assert_eq!(wait(None), 600);
        assert_eq!(wait(Some(now + 2.hours())), 7_200);
        assert_eq!((wait(Some(now - 1.hours())), wait(Some(now + 9.days()))), (60, 86_400));
    }
}
