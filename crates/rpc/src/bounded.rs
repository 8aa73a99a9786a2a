//! What a failure tells stands in headers of its answer, of which who sits between takes so many bytes: with more the refusal would be
//! a 503 that names nothing. So words go first, then what comes last, each with a note. The code always stays.

use std::collections::HashMap;

use crate::violation::Violation;

/// Bytes of all that is told. 16 KiB of headers pass everywhere; base64 makes four bytes of three, and the message and what others add
/// come beside.
const MOST_BYTES: usize = 9 * 1024;
/// Longest message; percent-encoded it may take three times as much, beside the details and in them.
const LONGEST_MESSAGE: usize = 400;
/// What the wire adds to each fact and violation, and to all.
const EACH: usize = 12;
const ALL: usize = 300;
/// Facts of what was cut: how many of its violations, and of its facts, are left out.
const VIOLATIONS_LEFT_OUT: &str = "violationsLeftOut";
const FACTS_LEFT_OUT: &str = "factsLeftOut";
/// Stands for words that are left out.
const LEFT_OUT: &str = "…";

/// What a failure tells beside its kind and code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub message: String,
    pub facts: HashMap<String, String>,
    pub violations: Vec<Violation>,
}

impl Told {
    /// As much of it as fits beside the code.
    pub fn bounded(mut self, code: &str) -> Self {
        self.message = cut(self.message);
        let room = MOST_BYTES.saturating_sub(ALL + code.len() + self.message.len());
        let size = self.facts.iter().map(fact_size).sum::<usize>() + size(&self.violations);
        if size <= room {
            return self;
        }
        // Facts are few and short; where they are not, the violations have half.
        let (facts, facts_left_out) = fitting_facts(self.facts, room / 2);
        let taken: usize = facts.iter().map(fact_size).sum();
        let (violations, violations_left_out) = fitting(self.violations, room - taken);
        let notes = [(FACTS_LEFT_OUT, facts_left_out), (VIOLATIONS_LEFT_OUT, violations_left_out)];
        let notes = notes.into_iter().filter(|(_, left_out)| *left_out > 0);
        let notes = notes.map(|(name, left_out)| (name.to_owned(), left_out.to_string()));
        Self { facts: facts.into_iter().chain(notes).collect(), violations, ..self }
    }
}

fn cut(message: String) -> String {
    if message.len() <= LONGEST_MESSAGE {
        return message;
    }
    let end = message.floor_char_boundary(LONGEST_MESSAGE - LEFT_OUT.len());
    format!("{}{LEFT_OUT}", &message[..end])
}

/// The shortest ones, and how many are left out.
fn fitting_facts(facts: HashMap<String, String>, room: usize) -> (HashMap<String, String>, usize) {
    let all = facts.len();
    let mut facts: Vec<_> = facts.into_iter().collect();
    facts.sort_by_cached_key(|(name, value)| (name.len() + value.len(), name.clone()));
    let mut taken = 0;
    let fits = |(name, value): &(String, String)| {
        taken += fact_size((name, value));
        taken <= room
    };
    let kept: HashMap<_, _> = facts.into_iter().take_while(fits).collect();
    let left_out = all - kept.len();
    (kept, left_out)
}

/// The first ones, without their words where they don't all fit with them, and how many are left out.
fn fitting(violations: Vec<Violation>, room: usize) -> (Vec<Violation>, usize) {
    if size(&violations) <= room {
        return (violations, 0);
    }
    let all = violations.len();
    let without_words =
        violations.into_iter().map(|violation| Violation { text: LEFT_OUT.to_owned(), ..violation });
    let mut taken = 0;
    let fits = |violation: &Violation| {
        taken += size(std::slice::from_ref(violation));
        taken <= room
    };
    let kept: Vec<_> = without_words.take_while(fits).collect();
    let left_out = all - kept.len();
    (kept, left_out)
}

fn size(violations: &[Violation]) -> usize {
    violations.iter().map(|own| EACH + own.field.len() + own.key.len() + own.text.len()).sum()
}

fn fact_size((name, value): (&String, &String)) -> usize {
    EACH + name.len() + value.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(violations: usize, text: &str) -> Told {
        let violation = |n| Violation::new(format!("products[{n}].quantity"), "form.tooMany", text);
        Told {
            message: "some lines can't be ordered".to_owned(),
            facts: HashMap::from([("total".to_owned(), "5".to_owned())]),
            violations: (0..violations).map(violation).collect(),
        }
    }

    #[test]
    fn what_fits_stays_whole() {
        for small in [told(0, ""), told(60, "999 at most")] {
            assert_eq!(small.clone().bounded("orders.invalid_lines"), small);
        }
    }

    #[test]
    fn words_go_before_names() {
        let long = told(60, &"so many pieces of it are ordered by nobody ".repeat(20));
        assert_eq!(long.bounded("orders.invalid_lines"), told(60, LEFT_OUT));
    }

    #[test]
    fn a_long_fact_leaves_room_for_the_fields_and_takes_none_from_shorter_ones() {
        let mut long = told(60, "999 at most");
        long.facts.insert("orders".to_owned(), "x".repeat(40_000));
        let mut expected = told(60, "999 at most");
        expected.facts.insert(FACTS_LEFT_OUT.to_owned(), "1".to_owned());
        assert_eq!(long.bounded("orders.invalid_lines"), expected);
    }

    #[test]
    fn a_long_message_is_cut_between_letters() {
        let long = Told { message: "ن".repeat(5_000), ..told(0, "") }.bounded("internal");
        assert!(long.message.len() <= LONGEST_MESSAGE && long.message.ends_with("ن…"));
    }
}
