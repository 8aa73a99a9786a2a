//! Searches that found nothing, counted in the process until they are written. Pure.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use souk_kernel::{Language, Page, Phone};
use time::{Date, OffsetDateTime, UtcOffset};

/// Longest term that is counted, in characters: nobody looks for a product by more.
pub const LONGEST_TERM: usize = 80;
/// Terms of one day that are kept; what was searched least makes room.
pub const MOST_TERMS: i64 = 500;
/// Days that terms are kept, today among them.
pub const KEPT_DAYS: u16 = 90;
/// Terms that wait to be written; further ones aren't counted until then.
const MOST_WAITING: usize = 1_000;

/// What was searched, as the search compares it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    pub language: Language,
    pub words: String,
}

impl Term {
    /// `None` of what is no term: without a word, longer than one types, or what may say who somebody is, an e-mail address or a phone
    /// number that was typed into the wrong field (law 18-05).
    pub fn of(typed: &str, words: &[String], language: Language) -> Option<Self> {
        if typed.contains('@') || Phone::parse(typed).is_ok() {
            return None;
        }
        let words = words.join(" ");
        (1..=LONGEST_TERM).contains(&words.chars().count()).then_some(Self { language, words })
    }
}

/// How often a term was searched in a day, and when last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    pub searches: u64,
    pub last_at: OffsetDateTime,
}

/// Which terms, in which order.
#[derive(Debug, Clone)]
pub struct Filter {
    pub page: Page,
    /// Part of a term; empty for all.
    pub query: String,
    /// Up to today, 1 to [`KEPT_DAYS`].
    pub days: u16,
    pub language: Option<Language>,
    pub sort: ListSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// Most searched first.
    #[default]
    Default,
    /// Searched last first.
    Recent,
    Term,
}

/// What was searched in some days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoResultSearch {
    pub term: Term,
    pub count: u64,
    pub last_at: OffsetDateTime,
}

/// What was counted since it was written last.
#[derive(Debug, Default)]
pub struct Tally(HashMap<(Date, Term), Counted>);

impl Tally {
    pub fn note(&mut self, term: Term, at: OffsetDateTime) {
        self.add((day(at), term), Counted { searches: 1, last_at: at });
    }

    /// All of it, which is then no longer here.
    pub fn take(&mut self) -> Vec<((Date, Term), Counted)> {
        std::mem::take(&mut self.0).into_iter().collect()
    }

    /// What could not be written waits again.
    pub fn give_back(&mut self, taken: Vec<((Date, Term), Counted)>) {
        for (key, counted) in taken {
            self.add(key, counted);
        }
    }

    fn add(&mut self, key: (Date, Term), counted: Counted) {
        let waiting = self.0.len();
        match self.0.entry(key) {
            Entry::Occupied(mut known) => {
                let known = known.get_mut();
                known.searches = known.searches.saturating_add(counted.searches);
                known.last_at = known.last_at.max(counted.last_at);
            }
            Entry::Vacant(free) if waiting < MOST_WAITING => {
                free.insert(counted);
            }
            Entry::Vacant(_) => {}
        }
    }
}

/// The day of Algiers, one hour ahead of UTC all the year.
pub fn day(at: OffsetDateTime) -> Date {
    at.to_offset(UtcOffset::from_hms(1, 0, 0).unwrap_or(UtcOffset::UTC)).date()
}

/// The first of so many days, the last of which is that of a moment.
pub fn first_day(at: OffsetDateTime, days: u16) -> Date {
    day(at).saturating_sub(time::Duration::days(i64::from(days.saturating_sub(1))))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOON: OffsetDateTime = datetime!(2026-11-25 12:00 UTC);

    fn term(words: &str) -> Term {
        Term { language: Language::Fr, words: words.into() }
    }

    fn read(typed: &str, words: &[&str]) -> Option<Term> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        Term::of(typed, &words, Language::Fr)
    }

    #[test]
    fn what_may_say_who_somebody_is_and_what_is_no_word_is_no_term() {
        assert_eq!(read("Savon d’Alep", &["savon", "d", "alep"]), Some(term("savon d alep")));
        assert_eq!(read("6130001234567", &["6130001234567"]), Some(term("6130001234567")), "a barcode");
        for typed in ["0555 12 34 56", "+213 555 12 34 56", "٠٥٥٥١٢٣٤٥٦", "amel@exemple.dz"] {
            assert_eq!(read(typed, &["555"]), None, "{typed}");
        }
        assert_eq!(read("!?", &[]), None);
        assert_eq!(read("long", &[&"a".repeat(LONGEST_TERM + 1)]), None);
        assert!(read("long", &[&"é".repeat(LONGEST_TERM)]).is_some());
    }

    #[test]
    fn a_term_is_counted_by_day_of_algiers_with_when_it_was_searched_last() {
        let mut tally = Tally::default();
        let late = datetime!(2026-11-25 23:30 UTC);
        for at in [NOON, NOON + time::Duration::HOUR, NOON, late] {
            tally.note(term("henne"), at);
        }
        let mut taken = tally.take();
        taken.sort_by_key(|((day, _), _)| *day);
        let expected = [(3, NOON + time::Duration::HOUR), (1, late)];
        let counted: Vec<_> = taken.iter().map(|(_, counted)| (counted.searches, counted.last_at)).collect();
        assert_eq!(counted, expected);
        assert_eq!(taken[1].0.0, time::macros::date!(2026 - 11 - 26), "past midnight in Algiers");
        assert!(tally.take().is_empty());
        tally.note(term("henne"), NOON);
        tally.give_back(taken);
        let again: u64 = tally.take().iter().map(|(_, counted)| counted.searches).sum();
        assert_eq!(again, 5, "what could not be written waits again");
    }

    #[test]
    fn whatever_is_searched_what_waits_is_bounded() {
        let mut tally = Tally::default();
        for number in 0..MOST_WAITING * 2 {
            tally.note(term(&number.to_string()), NOON);
            tally.note(term("0"), NOON);
        }
        let taken = tally.take();
        assert_eq!(taken.len(), MOST_WAITING);
        let known = taken.iter().find(|((_, own), _)| *own == term("0")).expect("known");
        assert_eq!(known.1.searches, MOST_WAITING as u64 * 2 + 1, "what waits already is counted on");
    }
}
