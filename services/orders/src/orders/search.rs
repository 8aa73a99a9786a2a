//! Finding orders by a part of number, phone or name.
//!
//! The [`LOOKED_THROUGH`] newest orders (oldest, where the list begins with them) are looked through first. Where [`MANY`] of them
//! match, they are the answer; where few do, the index of trigrams finds all that match, or as many as a list reaches. So neither a
//! name that every tenth customer has nor one that nobody has reads the whole table (ADR 23).

use souk_database::columns::{contains_pattern, trigram_patterns};
use souk_kernel::{Counted, Page, TransporterId, WilayaCode, latin_digit};
use sqlx::PgConnection;
use uuid::Uuid;

use super::filter::Filter;

/// Orders that are read one by one, whatever is looked for.
const LOOKED_THROUGH: i64 = 20_000;
/// So many matches among them are a text that the index would find too often.
const MANY: i64 = 1_000;

/// What somebody typed to find an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// For `LIKE`; wildcards in it are characters.
    pattern: String,
    /// As the index of trigrams is asked; empty where it knows nothing of it.
    indexed: Vec<String>,
}

/// A matching order by its place in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Numbered {
    number: i64,
    id: Uuid,
}

/// The matching orders in the order of the list.
#[derive(Debug)]
pub struct Found {
    orders: Vec<Numbered>,
    /// Whether others may match too.
    more: bool,
}

impl Text {
    /// None where nothing was typed.
    pub fn parse(typed: &str) -> Option<Self> {
        let text: String = typed.trim().chars().map(|c| latin_digit(c).unwrap_or(c)).collect();
        let words = part_of_phone(&text).unwrap_or_else(|| text.to_lowercase());
        Some(Self { pattern: contains_pattern(&words)?, indexed: trigram_patterns(&words) })
    }

    /// Whether the index finds whatever contains the text.
    fn is_indexed_whole(&self) -> bool {
        self.indexed.contains(&self.pattern)
    }
}

impl Found {
    pub fn page(&self, page: Page) -> Vec<Uuid> {
        page.of(self.orders.iter().map(|order| order.id)).collect()
    }

    pub fn total(&self) -> Counted {
        Counted { rows: self.orders.len() as u64, more: self.more }
    }
}

/// The orders that the text and the filter's other parts match.
pub async fn find(conn: &mut PgConnection, filter: &Filter, text: &Text) -> sqlx::Result<Found> {
    let near = look_through(conn, filter, text).await?;
    if !near.more || near.total().rows >= MANY.unsigned_abs() || text.indexed.is_empty() {
        return Ok(near);
    }
    let (found, is_cut) = by_index(conn, filter, text).await?;
    let mut orders = in_order([found, near.orders].concat(), filter);
    orders.truncate(Page::REACH as usize);
    // Of two letters the index knew only the words that begin so.
    Ok(Found { orders, more: is_cut || !text.is_indexed_whole() })
}

async fn look_through(conn: &mut PgConnection, filter: &Filter, text: &Text) -> sqlx::Result<Found> {
    let (newest, oldest) = ends(filter, LOOKED_THROUGH);
    let row = sqlx::query!(
        r#"WITH near AS MATERIALIZED (
               (SELECT id, number, search, status, wilaya_code, transporter_id FROM orders ORDER BY number DESC LIMIT $5)
               UNION ALL
               (SELECT id, number, search, status, wilaya_code, transporter_id FROM orders ORDER BY number LIMIT $6)
           ), matching AS (
               SELECT id, number FROM near
                WHERE search LIKE $1 AND status = ANY($2)
                  AND ($3::text IS NULL OR wilaya_code = $3) AND ($4::uuid IS NULL OR transporter_id = $4)
           )
           SELECT ARRAY(SELECT id FROM matching ORDER BY number) AS "ids!",
                  ARRAY(SELECT number FROM matching ORDER BY number) AS "numbers!", (SELECT count(*) FROM near) AS "read!""#,
        text.pattern,
        filter.statuses() as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        newest,
        oldest,
    )
    .fetch_one(conn)
    .await?;
    let orders = row.numbers.into_iter().zip(row.ids).map(|(number, id)| Numbered { number, id });
    Ok(Found { orders: in_order(orders.collect(), filter), more: row.read == LOOKED_THROUGH })
}

/// What the index finds, and whether it is only a part: as many as a list reaches, whichever come first.
async fn by_index(
    conn: &mut PgConnection,
    filter: &Filter,
    text: &Text,
) -> sqlx::Result<(Vec<Numbered>, bool)> {
    let found = sqlx::query_as!(
        Numbered,
        "SELECT id, number FROM orders
          WHERE search LIKE ANY($1) AND status = ANY($2)
            AND ($3::text IS NULL OR wilaya_code = $3) AND ($4::uuid IS NULL OR transporter_id = $4)
          LIMIT $5",
        &text.indexed,
        filter.statuses() as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        Counted::limit(Page::REACH),
    )
    .fetch_all(conn)
    .await?;
    let is_cut = found.len() > Page::REACH as usize;
    Ok((found, is_cut))
}

/// How many are read from the newest on and how many from the oldest on.
fn ends(filter: &Filter, rows: i64) -> (i64, i64) {
    if filter.oldest_first { (0, rows) } else { (rows, 0) }
}

/// As the list has them, each once.
fn in_order(mut orders: Vec<Numbered>, filter: &Filter) -> Vec<Numbered> {
    orders.sort_unstable();
    orders.dedup();
    if !filter.oldest_first {
        orders.reverse();
    }
    orders
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

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Option<String> {
        Text::parse(text).map(|text| text.pattern)
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
