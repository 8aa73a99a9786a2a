//! Finding orders by a part of number, phone or name.
//!
//! The [`LOOKED_THROUGH`] newest orders (oldest, where the list begins with them) are looked through first. Where [`MANY`] of them
//! match, they are the answer; where few do, the index of trigrams finds all that match. So neither a name that every tenth
//! customer has nor one that nobody has reads the whole table (ADR 23).

use souk_database::columns::{contains_pattern, trigram_patterns};
use souk_kernel::{Counted, Page, TransporterId, WilayaCode, latin_digit};
use sqlx::PgConnection;
use uuid::Uuid;

use super::filter::Filter;

/// Orders that are read one by one, whatever is looked for.
const LOOKED_THROUGH: i64 = 20_000;
/// So many matches among them are a text that the index would find too often.
const MANY: usize = 1_000;

/// What somebody typed to find an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// For `LIKE`; wildcards in it are characters.
    pattern: String,
    /// As the index of trigrams is asked; empty where it knows nothing of it.
    indexed: Vec<String>,
}

/// The matching orders in the order of the list.
#[derive(Debug)]
pub struct Found {
    ids: Vec<Uuid>,
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
}

impl Found {
    pub fn page(&self, page: Page) -> Vec<Uuid> {
        page.of(self.ids.iter().copied()).collect()
    }

    pub fn total(&self) -> Counted {
        Counted { rows: self.ids.len() as u64, more: self.more }
    }
}

/// The orders that the text and the filter's other parts match.
pub async fn find(conn: &mut PgConnection, filter: &Filter, text: &Text) -> sqlx::Result<Found> {
    let near = look_through(conn, filter, text).await?;
    if !near.more || near.ids.len() >= MANY || text.indexed.is_empty() {
        return Ok(near);
    }
    Ok(by_index(conn, filter, text).await?.unwrap_or(near))
}

async fn look_through(conn: &mut PgConnection, filter: &Filter, text: &Text) -> sqlx::Result<Found> {
    let (newest, oldest) = if filter.oldest_first { (0, LOOKED_THROUGH) } else { (LOOKED_THROUGH, 0) };
    let row = sqlx::query!(
        r#"SELECT coalesce(array_agg(id ORDER BY number) FILTER (
                      WHERE search LIKE $1 AND status = ANY($2)
                        AND ($3::text IS NULL OR wilaya_code = $3) AND ($4::uuid IS NULL OR transporter_id = $4)),
                      '{}') AS "ids!", count(*) AS "read!"
             FROM ((SELECT id, number, search, status, wilaya_code, transporter_id FROM orders
                     ORDER BY number DESC LIMIT $5)
                   UNION ALL
                   (SELECT id, number, search, status, wilaya_code, transporter_id FROM orders
                     ORDER BY number LIMIT $6)) near"#,
        text.pattern,
        filter.statuses() as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        newest,
        oldest,
    )
    .fetch_one(conn)
    .await?;
    Ok(Found { ids: in_order(row.ids, filter), more: row.read == LOOKED_THROUGH })
}

/// All that match, by the index; none where they are more than a list reaches.
async fn by_index(conn: &mut PgConnection, filter: &Filter, text: &Text) -> sqlx::Result<Option<Found>> {
    let mut rows = sqlx::query!(
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
    rows.sort_unstable_by_key(|row| row.number);
    let ids = in_order(rows.into_iter().map(|row| row.id).collect(), filter);
    Ok((ids.len() <= Page::REACH as usize).then_some(Found { ids, more: false }))
}

/// Ids that stand oldest first, as the list has them.
fn in_order(mut ids: Vec<Uuid>, filter: &Filter) -> Vec<Uuid> {
    if !filter.oldest_first {
        ids.reverse();
    }
    ids
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
