//! What the checks find, in bounded memory however much of a shop is broken.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::{Invariant, Violation};

/// Violations of one invariant that are named; more are only counted.
pub const MOST_NAMED: usize = 1_000;

/// Violations with the order, event or product that each is about.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    named: Vec<(Uuid, Violation)>,
    counts: BTreeMap<Invariant, usize>,
}

/// What a check looks at.
#[derive(Debug, Clone)]
pub(crate) enum Scope {
    All,
    /// Only the orders and events of these ids.
    Only(Vec<Uuid>),
}

impl Findings {
    pub(crate) fn add(&mut self, about: Uuid, violation: Violation) {
        let count = self.counts.entry(violation.invariant).or_default();
        *count += 1;
        if *count <= MOST_NAMED {
            self.named.push((about, violation));
        }
    }

    pub(crate) fn extend(&mut self, others: Self) {
        let mut unnamed = others.counts;
        for (about, violation) in others.named {
            if let Some(count) = unnamed.get_mut(&violation.invariant) {
                *count -= 1;
            }
            self.add(about, violation);
        }
        for (invariant, count) in unnamed {
            *self.counts.entry(invariant).or_default() += count;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// Where to look again: at what was found, or at everything if not all of it is named.
    pub(crate) fn scope(&self) -> Scope {
        if self.is_cut() {
            return Scope::All;
        }
        Scope::Only(self.named.iter().map(|(about, _)| *about).collect())
    }

    /// What was found now as well.
    pub(crate) fn still_in(self, now: Self) -> Self {
        if self.is_cut() {
            return now;
        }
        let mut still = Self::default();
        for (about, violation) in self.named {
            if now.named.iter().any(|(_, other)| *other == violation) {
                still.add(about, violation);
            }
        }
        still
    }

    /// All that is named in the order of the invariants, and how many more there are of each.
    pub(crate) fn violations(self) -> Vec<Violation> {
        let more = self.counts.iter().filter(|(_, count)| **count > MOST_NAMED);
        let more = more.map(|(invariant, count)| {
            let detail = format!("not named: the first {MOST_NAMED} are");
            invariant.broken(format!("{} more", count - MOST_NAMED), detail)
        });
        let more: Vec<_> = more.collect();
        let mut violations: Vec<_> = self.named.into_iter().map(|(_, violation)| violation).collect();
        violations.sort();
        violations.extend(more);
        violations
    }

    fn is_cut(&self) -> bool {
        self.counts.values().any(|count| *count > MOST_NAMED)
    }
}

impl Scope {
    /// For `$1::uuid[] IS NULL OR id = ANY($1)`.
    pub(crate) fn ids(&self) -> Option<&[Uuid]> {
        match self {
            Self::All => None,
            Self::Only(ids) => Some(ids),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_to_name_is_counted_and_looked_at_again_as_a_whole() {
        let mut findings = Findings::default();
        for number in 0..=MOST_NAMED as u128 {
            findings.add(
                Uuid::from_u128(number),
                Invariant::MoneyAddsUp.broken(number.to_string(), "owed twice"),
            );
        }
        assert!(matches!(findings.scope(), Scope::All));
        let violations = findings.violations();
        assert_eq!(violations.len(), MOST_NAMED + 1);
        assert_eq!(violations[MOST_NAMED].subject, "1 more");
    }
}
