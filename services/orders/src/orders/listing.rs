//! The staff's list of orders and the numbers of their home page. Counts are kept: the database's own triggers log each
//! change, and what is not folded into the tallies yet ([`super::tallies`]) is added. A search counts no further than [`COUNT_CAP`]: a page costs the same however many orders there are.

use std::collections::HashMap;

use souk_kernel::{Money, Page, TransporterId, WilayaCode, latin_digit};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::model::Order;
use super::status::Status;
use super::store;

/// Searches and filters say "10,000" for any larger number.
pub const COUNT_CAP: i64 = 10_000;
/// Days of the home page's curve.
const DAYS: i32 = 14;

/// What staff want to see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Empty: all.
    pub statuses: Vec<Status>,
    /// A part of number, phone or name.
    pub text: String,
    pub wilaya: Option<WilayaCode>,
    pub transporter: Option<TransporterId>,
    pub oldest_first: bool,
    pub page: Page,
}

/// A page of orders with what the screen shows around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    pub orders: Vec<Order>,
    pub total: u64,
    pub counts: HashMap<String, u64>,
}

/// The numbers of the dashboard's home; days are those of Africa/Algiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub counts: HashMap<String, u64>,
    /// Oldest first, today last.
    pub days: Vec<Day>,
}

/// What happened on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    pub date: Date,
    pub placed: u64,
    pub placed_total: Money,
    pub delivered: u64,
    pub delivered_total: Money,
}

impl Filter {
    /// Whether the kept counts tell how many orders match.
    fn is_by_status_only(&self) -> bool {
        self.text.is_empty() && self.wilaya.is_none() && self.transporter.is_none()
    }

    fn status_column(&self) -> Option<Vec<String>> {
        let names = self.statuses.iter().map(|status| status.as_ref().to_owned()).collect();
        (!self.statuses.is_empty()).then_some(names)
    }

    /// The LIKE pattern of the text; wildcards in it are literal.
    fn pattern(&self) -> Option<String> {
        let text: String = self.text.trim().chars().map(|c| latin_digit(c).unwrap_or(c)).collect();
        if text.is_empty() {
            return None;
        }
        let words = part_of_phone(&text).unwrap_or_else(|| text.to_lowercase());
        let escaped = words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        Some(format!("%{escaped}%"))
    }
}

/// The digits of a text that is a phone or a part of one, as phones are stored: without what people write between digits,
/// with 0 for the country's code.
fn part_of_phone(text: &str) -> Option<String> {
    if !text.chars().all(|c| c.is_ascii_digit() || " .-+()".contains(c)) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let international = text.starts_with('+').then(|| digits.strip_prefix("213")).flatten();
    let national = international.or_else(|| digits.strip_prefix("00213")).map(|rest| format!("0{rest}"));
    Some(national.unwrap_or(digits)).filter(|digits| !digits.is_empty())
}

/// The page, its total and the counts per status.
pub async fn list(pool: &PgPool, filter: &Filter) -> sqlx::Result<Listing> {
    let ids = if filter.oldest_first { oldest(pool, filter).await? } else { newest(pool, filter).await? };
    let mut orders = store::load(pool, &ids).await?;
    orders.sort_by_key(|order| ids.iter().position(|id| *id == order.id.uuid()));
    let counts = counts(pool).await?;
    let total =
        if filter.is_by_status_only() { kept_total(filter, &counts) } else { counted(pool, filter).await? };
    Ok(Listing { orders, total, counts })
}

async fn newest(pool: &PgPool, filter: &Filter) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM orders
          WHERE ($1::text[] IS NULL OR status = ANY($1)) AND ($2::text IS NULL OR search LIKE $2)
            AND ($3::text IS NULL OR wilaya_code = $3) AND ($4::uuid IS NULL OR transporter_id = $4)
          ORDER BY number DESC LIMIT $5 OFFSET $6",
        filter.status_column() as _,
        filter.pattern(),
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        i64::from(filter.page.size()),
        filter.page.offset(),
    )
    .fetch_all(pool)
    .await
}

async fn oldest(pool: &PgPool, filter: &Filter) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM orders
          WHERE ($1::text[] IS NULL OR status = ANY($1)) AND ($2::text IS NULL OR search LIKE $2)
            AND ($3::text IS NULL OR wilaya_code = $3) AND ($4::uuid IS NULL OR transporter_id = $4)
          ORDER BY number LIMIT $5 OFFSET $6",
        filter.status_column() as _,
        filter.pattern(),
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        i64::from(filter.page.size()),
        filter.page.offset(),
    )
    .fetch_all(pool)
    .await
}

async fn counted(pool: &PgPool, filter: &Filter) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT 1 FROM orders
                WHERE ($1::text[] IS NULL OR status = ANY($1)) AND ($2::text IS NULL OR search LIKE $2)
                  AND ($3::text IS NULL OR wilaya_code = $3) AND ($4::uuid IS NULL OR transporter_id = $4)
                LIMIT $5) matching"#,
        filter.status_column() as _,
        filter.pattern(),
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        COUNT_CAP,
    )
    .fetch_one(pool)
    .await?;
    Ok(count.unsigned_abs())
}

fn kept_total(filter: &Filter, counts: &HashMap<String, u64>) -> u64 {
    let wanted =
        |name: &String| filter.statuses.is_empty() || filter.statuses.iter().any(|s| s.as_ref() == name);
    counts.iter().filter(|(name, _)| wanted(name)).map(|(_, count)| count).sum()
}

/// Orders per status now.
async fn counts(pool: &PgPool) -> sqlx::Result<HashMap<String, u64>> {
    let rows = sqlx::query!(
        r#"SELECT status AS "status!", sum(orders)::bigint AS "orders!"
             FROM (SELECT status, orders FROM status_tallies UNION ALL SELECT status, orders FROM status_changes) t
            GROUP BY status HAVING sum(orders) > 0"#
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (row.status, row.orders.unsigned_abs())).collect())
}

/// The numbers of the dashboard's home as of `now`.
pub async fn summary(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<Summary> {
    let rows = sqlx::query!(
        r#"SELECT d::date AS "date!", coalesce(sum(t.placed), 0)::bigint AS "placed!",
                  coalesce(sum(t.placed_total), 0)::bigint AS "placed_total!",
                  coalesce(sum(t.delivered), 0)::bigint AS "delivered!",
                  coalesce(sum(t.delivered_total), 0)::bigint AS "delivered_total!"
             FROM generate_series(($1::timestamptz AT TIME ZONE 'Africa/Algiers')::date - ($2 - 1),
                                  ($1::timestamptz AT TIME ZONE 'Africa/Algiers')::date, interval '1 day') d
             LEFT JOIN (SELECT day, placed, placed_total, delivered, delivered_total FROM day_tallies
                        UNION ALL
                        SELECT day, placed, placed_total, delivered, delivered_total FROM day_changes) t
               ON t.day = d::date
            GROUP BY d ORDER BY d"#,
        now,
        DAYS,
    )
    .fetch_all(pool)
    .await?;
    let days = rows.into_iter().map(|row| Day {
        date: row.date,
        placed: row.placed.unsigned_abs(),
        placed_total: Money::from_centimes(row.placed_total),
        delivered: row.delivered.unsigned_abs(),
        delivered_total: Money::from_centimes(row.delivered_total),
    });
    Ok(Summary { counts: counts(pool).await?, days: days.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Option<String> {
        Filter { text: text.to_owned(), ..Filter::default() }.pattern()
    }

    #[test]
    fn phones_are_found_as_people_write_them() {
        for text in ["05 55-12.34", "+213 5 55 12 34", "00213 5551234", "٠٥ ٥٥ ١٢ ٣٤"] {
            assert_eq!(pattern(text).as_deref(), Some("%05551234%"), "{text}");
        }
        assert_eq!(pattern("-").as_deref(), Some("%-%"), "no digits, and so no phone");
        assert_eq!(pattern("A-10234").as_deref(), Some("%a-10234%"));
        assert_eq!(pattern("  "), None);
    }

    #[test]
    fn wildcards_are_looked_for_and_do_not_match_everything() {
        assert_eq!(pattern("a%_\\").as_deref(), Some("%a\\%\\_\\\\%"));
    }
}
