//! Fields that many requests share, read into the words of the trade. Every rule that a request breaks is noted.

use souk_kernel::{Language, LocalizedText, Money, Slug, TaxRate, is_reordering, parse_rfc3339};
use souk_proto::common::v1 as common;
use souk_rpc::{Violations, localized_from_proto};
use time::OffsetDateTime;

use crate::html::clean_all;

/// Highest price, in centimes: a hundred million dinars. Keeps every later sum far from overflow.
pub const HIGHEST_PRICE: Money = Money::from_centimes(10_000_000_000);
/// Longest line of text, in characters.
pub const LONGEST_LINE: usize = 300;
/// Longest address that staff write, in bytes.
const LONGEST_ADDRESS: usize = 2_000;

/// The language of an answer; none named is French.
pub fn language(code: &str, violations: &mut Violations) -> Option<Language> {
    if code.is_empty() {
        return Some(Language::default());
    }
    violations.check("language", "form.validation.language", code.parse())
}

/// A name: written in French at least, no longer than a line.
pub fn name(
    field: &str,
    given: Option<common::LocalizedText>,
    violations: &mut Violations,
) -> Option<LocalizedText> {
    let name = localized_from_proto(given);
    if name.fr.trim().is_empty() {
        violations.push(format!("{field}.fr"), "form.validation.required", "the French name is required");
        return None;
    }
    let too_long =
        Language::ALL.into_iter().find(|language| name.get(*language).chars().count() > LONGEST_LINE);
    if let Some(language) = too_long {
        let field = format!("{field}.{language}");
        violations.push(field, "form.validation.tooLong", format!("{LONGEST_LINE} characters at most"));
        return None;
    }
    Some(name)
}

/// A wanted slug, or the one that a name gives.
pub fn slug(wanted: &str, name: &str, violations: &mut Violations) -> Option<Slug> {
    if !wanted.is_empty() {
        return given_slug(wanted, violations);
    }
    let made = Slug::from_name(name);
    if made.is_none() {
        violations.push("slug", "form.validation.slug", "the name has no letter to make an address of");
    }
    made
}

/// A slug that somebody wrote.
pub fn given_slug(wanted: &str, violations: &mut Violations) -> Option<Slug> {
    violations.check("slug", "form.validation.slug", wanted.parse())
}

pub fn price(field: &str, centimes: i64, violations: &mut Violations) -> Option<Money> {
    let price = Money::from_centimes(centimes);
    if (Money::ZERO..=HIGHEST_PRICE).contains(&price) {
        return Some(price);
    }
    violations.push(field, "form.validation.price", "a price is from 0 to 100,000,000 dinars");
    None
}

pub fn rate(field: &str, hundredths: u32, violations: &mut Violations) -> Option<TaxRate> {
    violations.check(field, "form.validation.rate", TaxRate::from_hundredths(hundredths))
}

/// From when until when something holds, written as RFC 3339; empty for no bound.
pub fn period(
    starts_at: &str,
    ends_at: &str,
    violations: &mut Violations,
) -> (Option<OffsetDateTime>, Option<OffsetDateTime>) {
    let starts_at = moment("startsAt", starts_at, violations);
    let ends_at = moment("endsAt", ends_at, violations);
    if let (Some(start), Some(end)) = (starts_at, ends_at)
        && end <= start
    {
        violations.push("endsAt", "form.validation.backwards", "the end is after the start");
    }
    (starts_at, ends_at)
}

/// A moment written as RFC 3339; `None` where it is empty.
pub fn moment(field: &'static str, text: &str, violations: &mut Violations) -> Option<OffsetDateTime> {
    let moment = parse_rfc3339(text);
    if moment.is_none() && !text.is_empty() {
        violations.push(field, "form.validation.time", "a time is written as RFC 3339");
    }
    moment
}

/// Texts that may all be empty, no longer than so many characters each.
pub fn texts(
    field: &str,
    given: Option<common::LocalizedText>,
    longest: usize,
    violations: &mut Violations,
) -> LocalizedText {
    let texts = localized_from_proto(given);
    no_longer(field, &texts, longest, violations);
    texts
}

/// HTML that staff wrote, cleaned; each no longer than so many characters as it is stored, so that what was saved can be
/// saved again.
pub fn html(
    field: &str,
    given: Option<common::LocalizedText>,
    longest: usize,
    violations: &mut Violations,
) -> LocalizedText {
    let cleaned = clean_all(localized_from_proto(given));
    no_longer(field, &cleaned, longest, violations);
    cleaned
}

fn no_longer(field: &str, texts: &LocalizedText, longest: usize, violations: &mut Violations) {
    for language in Language::ALL {
        // What was not written in a language is read in another.
        let own = match language {
            Language::Fr => &texts.fr,
            Language::Ar => &texts.ar,
            Language::En => &texts.en,
        };
        if own.chars().count() > longest {
            let text = format!("{longest} characters at most");
            violations.push(format!("{field}.{language}"), "form.validation.tooLong", text);
        }
    }
}

/// A text as somebody wrote it, which may be empty: no longer than `longest` characters, each of them shown as it is stored.
pub fn written(
    field: &str,
    text: &str,
    longest: usize,
    is_allowed: fn(char) -> bool,
    violations: &mut Violations,
) -> Option<String> {
    let text = text.trim();
    if text.chars().count() > longest {
        violations.push(field, "form.validation.tooLong", format!("{longest} characters at most"));
        return None;
    }
    if !text.chars().all(is_allowed) {
        violations.push(field, "form.validation.text", "a character that no text needs");
        return None;
    }
    Some(text.to_owned())
}

pub fn is_line(c: char) -> bool {
    !c.is_control() && !is_reordering(c)
}

/// A path of this shop, never another site's address.
pub fn is_path(link: &str) -> bool {
    link.starts_with('/') && !link.starts_with("//") && is_read_as_written(link)
}

/// Another site's address that nobody on the way can read or change.
pub fn is_secure_address(link: &str) -> bool {
    let host = link.strip_prefix("https://").and_then(|rest| rest.split(['/', '?', '#']).next());
    host.is_some_and(|host| !host.is_empty()) && is_read_as_written(link)
}

/// Browsers read a backslash as a slash, and leave tabs and line ends out.
fn is_read_as_written(link: &str) -> bool {
    let is_misread = |c: char| c == '\\' || c.is_control();
    !link.contains(is_misread) && link.len() <= LONGEST_ADDRESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_never_leaves_the_shop() {
        assert!(is_path("/new"));
        for link in [
            "https://a.example",
            "//a.example",
            "javascript:alert(1)",
            "/\\a.example",
            "/\t/a.example",
            "/\n/a.example",
        ] {
            assert!(!is_path(link), "{link}");
        }
    }

    #[test]
    fn an_address_of_another_site_is_a_secure_one() {
        assert!(is_secure_address("https://a.example/x?y#z"));
        for link in
            ["http://a.example", "https://", "https:///x", "https://a\\b", "javascript:alert(1)", "/new"]
        {
            assert!(!is_secure_address(link), "{link}");
        }
    }
}
