//! What became of an order: its steps from the day on which it was placed until now.

use std::collections::BTreeMap;

use time::{Duration, OffsetDateTime, Time};

use super::dice::Dice;

/// Of a hundred orders.
const CANCELLED: u64 = 14;
const RETURNED: u64 = 9;
/// Of a hundred that went back.
const LOST: u64 = 4;
const UNREACHABLE_FIRST: u64 = 15;
const ATTEMPTED_FIRST: u64 = 12;
/// After a call in vain.
pub const CALLED_AGAIN: Duration = Duration::hours(2);

/// A row of an order's timeline.
#[derive(Debug, Clone)]
pub struct Step {
    pub kind: &'static str,
    pub at: OffsetDateTime,
    pub data: BTreeMap<&'static str, String>,
}

/// When a transporter pays what it delivered: the Wednesday after the week of the delivery, as
/// [`super::finish`] groups them.
pub fn settled_at(delivered_at: OffsetDateTime) -> OffsetDateTime {
    let monday = i64::from(delivered_at.weekday().number_days_from_monday());
    (delivered_at - Duration::days(monday)).replace_time(Time::MIDNIGHT) + Duration::days(9)
}

/// The steps that were taken until `now`, the placing first.
pub fn steps(placed_at: OffsetDateTime, now: OffsetDateTime, number: i64, dice: &mut Dice) -> Vec<Step> {
    let mut life = Life { steps: Vec::new(), at: placed_at };
    life.step("placed", Duration::ZERO, None);
    let fate = dice.below(100);
    if dice.percent(UNREACHABLE_FIRST) {
        let called = hours(dice, 1, 6);
        let again = souk_kernel::rfc3339(life.at + called + CALLED_AGAIN);
        life.step("unreachable", called, Some(("nextCallAt", again)));
    }
    if fate < CANCELLED {
        life.step(
            "cancelled",
            hours(dice, 2, 24),
            Some(("reason", "Commande annulée par le client".to_owned())),
        );
    } else {
        life.leaves(number, dice);
        if fate < CANCELLED + RETURNED {
            life.step("returning", hours(dice, 20, 72), Some(("reason", "Refusé à la livraison".to_owned())));
            if dice.percent(LOST) {
                let why = ("reason", "Introuvable chez le transporteur".to_owned());
                life.step("lost", hours(dice, 100, 240), Some(why));
            } else {
                life.step("returned", hours(dice, 48, 140), None);
            }
        } else {
            life.step("delivered", hours(dice, 18, 72), None);
            life.at = settled_at(life.at);
            life.step("settled", Duration::ZERO, None);
        }
    }
    life.steps.retain(|step| step.at <= now);
    life.steps
}

struct Life {
    steps: Vec<Step>,
    at: OffsetDateTime,
}

impl Life {
    fn leaves(&mut self, number: i64, dice: &mut Dice) {
        self.step("confirmed", hours(dice, 1, 20), None);
        self.step("preparing", hours(dice, 2, 16), None);
        self.step("shipped", hours(dice, 3, 26), Some(("trackingNumber", tracking_number(number))));
        if dice.percent(ATTEMPTED_FIRST) {
            self.step("attempted", hours(dice, 18, 40), Some(("reason", "Client absent".to_owned())));
        }
    }

    fn step(&mut self, kind: &'static str, after: Duration, data: Option<(&'static str, String)>) {
        self.at += after;
        self.steps.push(Step { kind, at: self.at, data: data.into_iter().collect() });
    }
}

pub fn tracking_number(number: i64) -> String {
    format!("NX{number:09}")
}

fn hours(dice: &mut Dice, least: i64, most: i64) -> Duration {
    Duration::minutes(dice.between(least * 60, most * 60))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-21 10:00 UTC);

    #[test]
    fn the_orders_of_three_weeks_are_in_every_status() {
        let last = |number: i64| {
            let mut dice = Dice::of(1, "fate", number.unsigned_abs());
            steps(NOW - Duration::minutes(number * 5), NOW, number, &mut dice).pop().unwrap().kind
        };
        let statuses: BTreeSet<_> = (0..6_000).map(last).collect();
        assert_eq!(statuses.len(), 12, "{statuses:?}");
    }

    #[test]
    fn nobody_waits_for_a_call_for_more_than_two_days() {
        for number in 0..2_000 {
            let mut dice = Dice::of(1, "fate", number);
            let last = steps(NOW - Duration::days(2), NOW, 1, &mut dice).pop().unwrap().kind;
            assert!(!["placed", "unreachable"].contains(&last));
        }
    }

    #[test]
    fn a_week_is_paid_on_the_wednesday_after_it() {
        assert_eq!(settled_at(datetime!(2026-11-16 00:00 UTC)), datetime!(2026-11-25 00:00 UTC));
        assert_eq!(settled_at(datetime!(2026-11-22 23:59 UTC)), datetime!(2026-11-25 00:00 UTC));
    }
}
