//! A whole phone or number: each has an index of its own, which names its orders and no other's. Nothing else that orders are
//! found by has digits, so who typed one meant nothing else, but for a transporter's number: that is looked for beside all else.

use souk_kernel::{Counted, Page, Phone};
use sqlx::PgConnection;

use super::filter::Candidate;

/// Digits that each number has: the first is 10001.
const FEWEST_DIGITS: usize = 5;

/// Characters that each tracking number has at least.
const SHORTEST_TRACKING_NUMBER: usize = 5;

/// What names orders by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    Phone(Phone),
    /// What the number begins with: that one, and longer ones.
    Number(i64),
}

impl Key {
    /// None of less than a whole one.
    pub fn of(text: &str) -> Option<Self> {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if digits(text) {
            return Phone::parse(text).ok().map(Self::Phone);
        }
        let number = text.strip_prefix("a-").filter(|number| digits(number) && !number.starts_with('0'))?;
        let begun = number.parse().ok().filter(|_| number.len() >= FEWEST_DIGITS);
        begun.map(Self::Number)
    }
}

/// The text in lower case, where it may be a whole tracking number: one word with a digit in it.
pub fn tracking_number(text: &str) -> Option<String> {
    let may_be = text.len() >= SHORTEST_TRACKING_NUMBER
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_graphic());
    may_be.then(|| text.to_lowercase())
}

/// Orders that were handed over under this tracking number, whatever its case: one more than a list reaches at most.
pub async fn tracked(conn: &mut PgConnection, number: &str) -> sqlx::Result<Vec<Candidate>> {
    sqlx::query_as!(
        Candidate,
        "SELECT id, number, status, wilaya_code, transporter_id, assignee_id FROM orders
          WHERE lower(tracking_number) = lower($1) AND tracking_number <> '' LIMIT $2",
        number,
        Counted::limit(Page::REACH),
    )
    .fetch_all(conn)
    .await
}

/// Its orders, in no order of note: one more than a list reaches at most.
pub async fn orders_of(conn: &mut PgConnection, key: &Key) -> sqlx::Result<Vec<Candidate>> {
    match key {
        Key::Phone(phone) => of_phone(conn, phone).await,
        Key::Number(begun) => of_numbers(conn, *begun).await,
    }
}

async fn of_phone(conn: &mut PgConnection, phone: &Phone) -> sqlx::Result<Vec<Candidate>> {
    sqlx::query_as!(
        Candidate,
        "SELECT id, number, status, wilaya_code, transporter_id, assignee_id FROM orders WHERE phone = $1 LIMIT $2",
        phone.as_str(),
        Counted::limit(Page::REACH),
    )
    .fetch_all(conn)
    .await
}

async fn of_numbers(conn: &mut PgConnection, begun: i64) -> sqlx::Result<Vec<Candidate>> {
    let (lowest, highest) = ranges(begun);
    sqlx::query_as!(
        Candidate,
        "SELECT o.id, o.number, o.status, o.wilaya_code, o.transporter_id, o.assignee_id
           FROM unnest($1::bigint[], $2::bigint[]) AS r (lowest, highest)
           JOIN orders o ON o.number BETWEEN r.lowest AND r.highest
          LIMIT $3",
        &lowest,
        &highest,
        Counted::limit(Page::REACH),
    )
    .fetch_all(conn)
    .await
}

/// The lowest and the highest numbers of each length that begin so.
fn ranges(begun: i64) -> (Vec<i64>, Vec<i64>) {
    let of_length = |more: u32| {
        let times = 10_i64.checked_pow(more)?;
        Some((begun.checked_mul(times)?, begun.checked_mul(times)?.checked_add(times - 1)?))
    };
    (0..).map_while(of_length).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_whole_is_a_key() {
        let phone = Phone::parse("0555123456").expect("a phone");
        assert_eq!(Key::of("0555123456"), Some(Key::Phone(phone)));
        assert_eq!(Key::of("a-10234"), Some(Key::Number(10_234)));
        for part in [
            "",
            "a-",
            "055512345",
            "05551234567",
            "1555123456",
            "a-1023",
            "a-01023",
            "a-10234x",
            "10234",
            "ba-10234",
        ] {
            assert_eq!(Key::of(part), None, "{part}");
        }
        assert_eq!(Key::of("a-99999999999999999999"), None, "a number that no order can have");
    }

    #[test]
    fn one_word_with_a_digit_may_be_a_tracking_number() {
        assert_eq!(tracking_number("YAL-12Ab3").as_deref(), Some("yal-12ab3"));
        for none in ["", "a-12", "Benali", "yal 12345", "ياسين12345"] {
            assert_eq!(tracking_number(none), None, "{none}");
        }
    }

    #[test]
    fn a_number_that_is_begun_stands_in_a_range_of_each_length() {
        let (lowest, highest) = ranges(10_234);
        assert_eq!(
            (lowest[..3].to_vec(), highest[..3].to_vec()),
            (vec![10_234, 102_340, 1_023_400], vec![10_234, 102_349, 1_023_499])
        );
        assert_eq!((lowest.len(), ranges(i64::MAX).0.len()), (15, 1), "as long as they get");
    }
}
