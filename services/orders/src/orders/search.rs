//! Finding orders by a part of number, phone or name.
//!
//! A whole phone or number is a key ([`super::key`]). Of any other text a glance at the [`GLANCE`] newest orders (oldest, where the
//! list begins with them) tells how common it is. What at most [`MOST`] orders should hold is looked up in the index of trigrams;
//! for what is more common the list itself is looked through in its order, [`LOOKED_THROUGH`] orders far or until [`MANY`] match.
//! What more than [`MANY`] should hold is looked for no further than fills the page, in the glance or that far: the index would name
//! them all. A narrowed list is looked through first: it may be short. So neither a name that every tenth customer has nor one that
//! nobody has reads the whole table (ADR 23).

use souk_database::columns::{contains_patterns, trigram_patterns};
use souk_kernel::{Counted, EmployeeId, Page, TransporterId, WilayaCode, latin_digit};
use sqlx::PgConnection;
use uuid::Uuid;

use super::filter::{Candidate, Filter};
use super::key::{self, Key};

/// Orders that are read one by one, whatever is looked for.
const GLANCE: i64 = 2_000;
/// Orders that are read one by one for a common text.
const LOOKED_THROUGH: i64 = 10_000;
/// So many matches are enough of a common text, whatever is shown of them.
pub const MANY: u16 = 1_000;
/// A text that more orders should hold is not looked up: the index would name them all, and each would be read.
const MOST: u64 = 5_000;
/// Hits of a glance from which they tell how common a text is.
const TELLING: usize = 20;

/// What somebody typed to find an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// For `LIKE ANY`; wildcards in them are characters. Empty where nothing is left of what was typed, which finds nothing.
    patterns: Vec<String>,
    /// As the index of trigrams is asked; empty where it knows nothing of it.
    indexed: Vec<String>,
    /// Of a whole phone or number.
    key: Option<Key>,
    /// In lower case, where it may be a transporter's.
    tracking_number: Option<String>,
}

/// An order that holds the text, by its place in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Match {
    number: i64,
    id: Uuid,
    /// Whether it is one of the list, as filtered.
    listed: bool,
}

/// The matching orders in the order of the list.
#[derive(Debug)]
pub struct Found {
    orders: Vec<Uuid>,
    /// Whether others may match too.
    more: bool,
}

impl Text {
    /// As numbers and names are searched: in lower case, without accents. None where nothing was typed; a vowel sign alone is something,
    /// of which nothing is left and which finds nothing.
    pub async fn of(conn: &mut PgConnection, typed: &str) -> sqlx::Result<Option<Self>> {
        if typed.trim().is_empty() {
            return Ok(None);
        }
        let folded =
            sqlx::query_scalar!(r#"SELECT search_folded($1) AS "text!""#, typed).fetch_one(conn).await?;
        Ok(Some(Self::parse(&folded).unwrap_or_default()))
    }

    fn parse(typed: &str) -> Option<Self> {
        let text: String = typed.trim().chars().map(|c| latin_digit(c).unwrap_or(c)).collect();
        let words = part_of_phone(&text).unwrap_or_else(|| text.to_lowercase());
        let patterns = contains_patterns(&words);
        let tracking_number = key::tracking_number(&text);
        let text =
            Self { patterns, indexed: trigram_patterns(&words), key: Key::of(&words), tracking_number };
        (!text.patterns.is_empty()).then_some(text)
    }

    /// For `LIKE ANY`.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// In lower case, where it may be a transporter's.
    pub fn tracking_number(&self) -> Option<&str> {
        self.tracking_number.as_deref()
    }

    /// Whether it is a whole phone or number, by which an index names the orders.
    pub fn is_key(&self) -> bool {
        self.key.is_some()
    }

    pub fn finds_nothing(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Whether the index finds whatever contains the text.
    fn is_indexed_whole(&self) -> bool {
        self.indexed == self.patterns
    }
}

impl Found {
    /// Each of the list's once, in its order and as far as it reaches.
    fn of(mut matches: Vec<Match>, more: bool, filter: &Filter) -> Self {
        matches.retain(|found| found.listed);
        matches.sort_unstable();
        matches.dedup();
        if !filter.sort.begins_with_oldest() {
            matches.reverse();
        }
        matches.truncate(Page::REACH as usize);
        Self { orders: matches.into_iter().map(|found| found.id).collect(), more }
    }

    pub fn page(&self, page: Page) -> Vec<Uuid> {
        page.of(self.orders.iter().copied()).collect()
    }

    /// So many of them, and whether others may match.
    pub fn first(&self, most: usize) -> (&[Uuid], bool) {
        let first = &self.orders[..self.orders.len().min(most)];
        (first, self.more || first.len() < self.orders.len())
    }

    pub fn total(&self) -> Counted {
        Counted { rows: self.orders.len() as u64, more: self.more }
    }
}

/// The orders that the text and the filter's other parts match, in a shop of so many orders. Of a list of all, where more than
/// [`MANY`] should match, `enough` of the first are.
pub async fn find(
    conn: &mut PgConnection,
    filter: &Filter,
    text: &Text,
    orders: u64,
    enough: usize,
) -> sqlx::Result<Found> {
    if text.finds_nothing() {
        return Ok(Found { orders: Vec::new(), more: false });
    }
    let (mut matches, more) = matching(conn, filter, text, orders, enough).await?;
    if let Some(number) = &text.tracking_number {
        matches.extend(marked(key::tracked(conn, number).await?, filter));
    }
    Ok(Found::of(matches, more, filter))
}

/// The orders of the list that their transporter has under this number.
pub async fn tracked(conn: &mut PgConnection, filter: &Filter, number: &str) -> sqlx::Result<Found> {
    let found = key::tracked(conn, number).await?;
    let is_cut = found.len() > Page::REACH as usize;
    Ok(Found::of(marked(found, filter), is_cut, filter))
}

/// What the number, the phone or the name matches, in the list or not, and whether others may match too.
async fn matching(
    conn: &mut PgConnection,
    filter: &Filter,
    text: &Text,
    orders: u64,
    enough: usize,
) -> sqlx::Result<(Vec<Match>, bool)> {
    if text.key.is_some() {
        return look_up(conn, filter, text, orders).await;
    }
    let mut matches = Vec::new();
    if !filter.is_of_all() {
        let (found, more) = look_through_statuses(conn, filter, text).await?;
        if !more {
            return Ok((found, false));
        }
        matches = found;
    }
    let near = glance(conn, filter, text).await?;
    let hits = near.len();
    matches.extend(near);
    if orders <= GLANCE.unsigned_abs() {
        return Ok((matches, false));
    }
    let is_for_no_index = text.indexed.is_empty() || is_common(hits, orders);
    let is_near = filter.is_of_all() && (is_for_no_index || expected(hits, orders) > u64::from(MANY));
    if is_near && hits >= enough {
        return Ok((matches, true));
    }
    let should_fill = expected(hits, LOOKED_THROUGH.unsigned_abs()) >= enough as u64;
    if is_for_no_index || (is_near && should_fill) {
        let (found, more) = look_through_all(conn, filter, text, orders).await?;
        let is_filled = found.len() >= enough;
        matches.extend(found);
        if is_for_no_index || is_filled {
            return Ok((matches, more));
        }
    }
    let (found, more) = look_up(conn, filter, text, orders).await?;
    matches.extend(found);
    Ok((matches, more))
}

/// Whether more than [`MOST`] of so many orders should hold a text that so many of the glance do. A few hits say nothing: who
/// ordered twice today is no common name.
fn is_common(hits: usize, orders: u64) -> bool {
    hits >= TELLING && expected(hits, orders) > MOST
}

/// How many of so many orders should hold a text that so many of the glance do.
fn expected(hits: usize, orders: u64) -> u64 {
    hits as u64 * orders / GLANCE.unsigned_abs()
}

/// Those of the first orders that hold the text, in the list or not.
async fn glance(conn: &mut PgConnection, filter: &Filter, text: &Text) -> sqlx::Result<Vec<Match>> {
    let (newest, oldest) = ends(filter, GLANCE);
    let found = sqlx::query_as!(
        Candidate,
        r#"SELECT id AS "id!", number AS "number!", status AS "status!", wilaya_code AS "wilaya_code!",
                  transporter_id AS "transporter_id!", assignee_id
             FROM ((SELECT id, number, search, status, wilaya_code, transporter_id, assignee_id FROM orders
                     ORDER BY number DESC LIMIT $2)
                   UNION ALL
                   (SELECT id, number, search, status, wilaya_code, transporter_id, assignee_id FROM orders
                     ORDER BY number LIMIT $3)) near
            WHERE search_folded(search) LIKE ANY ($1)"#,
        &text.patterns,
        newest,
        oldest,
    );
    Ok(marked(found.fetch_all(conn).await?, filter))
}

/// The first of all orders that hold the text, and whether others may; none where the list is narrowed, which was looked
/// through before.
async fn look_through_all(
    conn: &mut PgConnection,
    filter: &Filter,
    text: &Text,
    orders: u64,
) -> sqlx::Result<(Vec<Match>, bool)> {
    if !filter.is_of_all() {
        return Ok((Vec::new(), true));
    }
    let (newest, oldest) = ends(filter, LOOKED_THROUGH);
    let found = sqlx::query_as!(
        Match,
        r#"SELECT id AS "id!", number AS "number!", true AS "listed!"
             FROM ((SELECT id, number, search FROM orders ORDER BY number DESC LIMIT $2)
                   UNION ALL
                   (SELECT id, number, search FROM orders ORDER BY number LIMIT $3)) near
            WHERE search_folded(search) LIKE ANY ($1) LIMIT $4"#,
        &text.patterns,
        newest,
        oldest,
        i64::from(MANY),
    );
    let found = found.fetch_all(conn).await?;
    let more = found.len() >= usize::from(MANY) || orders > LOOKED_THROUGH.unsigned_abs();
    Ok((found, more))
}

/// The first of a narrowed list that hold the text, and whether others may. As many of each status are read, each by an index of
/// its own order; where that did not read all of one, nothing is told of what stands behind it in the list. The indexes name numbers
/// alone, whose texts are read after: else the numbers of a little time are gone through once for each status.
async fn look_through_statuses(
    conn: &mut PgConnection,
    filter: &Filter,
    text: &Text,
) -> sqlx::Result<(Vec<Match>, bool)> {
    let statuses = filter.statuses();
    let of_each = LOOKED_THROUGH / i64::try_from(statuses.len()).unwrap_or(1).max(1);
    let (newest, oldest) = ends(filter, of_each);
    let row = sqlx::query!(
        r#"WITH near AS MATERIALIZED (
               SELECT listed.number, o.id, o.search, s.status
                 FROM unnest($2::text[]) AS s (status) CROSS JOIN LATERAL (
                     (SELECT number FROM orders
                       WHERE status = s.status AND ($3::text IS NULL OR wilaya_code = $3)
                         AND ($4::uuid IS NULL OR transporter_id = $4)
                         AND ($7::uuid IS NULL OR assignee_id = $7)
                         AND number BETWEEN $8 AND $9 AND number <> ALL ($10)
                       ORDER BY number DESC LIMIT $5)
                     UNION ALL
                     (SELECT number FROM orders
                       WHERE status = s.status AND ($3::text IS NULL OR wilaya_code = $3)
                         AND ($4::uuid IS NULL OR transporter_id = $4)
                         AND ($7::uuid IS NULL OR assignee_id = $7)
                         AND number BETWEEN $8 AND $9 AND number <> ALL ($10)
                       ORDER BY number LIMIT $6)) listed
                CROSS JOIN LATERAL (SELECT id, search FROM orders WHERE number = listed.number LIMIT 1) o
           ), matching AS (SELECT id, number FROM near WHERE search_folded(search) LIKE ANY ($1)
           ), unread AS (SELECT min(number) AS lowest, max(number) AS highest FROM near GROUP BY status HAVING count(*) >= $5 + $6)
           SELECT ARRAY(SELECT id FROM matching ORDER BY number) AS "ids!",
                  ARRAY(SELECT number FROM matching ORDER BY number) AS "numbers!",
                  (SELECT max(lowest) FROM unread) AS read_down_to, (SELECT min(highest) FROM unread) AS read_up_to"#,
        &text.patterns,
        statuses as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        newest,
        oldest,
        filter.employee.map(EmployeeId::uuid),
        filter.numbers.lowest,
        filter.numbers.highest,
        &filter.numbers.besides,
    )
    .fetch_one(conn)
    .await?;
    let mut found: Vec<Match> =
        row.numbers.into_iter().zip(row.ids).map(|(number, id)| Match { number, id, listed: true }).collect();
    let (Some(lowest), Some(highest)) = (row.read_down_to, row.read_up_to) else { return Ok((found, false)) };
    found.retain(
        |one| if filter.sort.begins_with_oldest() { one.number <= highest } else { one.number >= lowest },
    );
    Ok((found, true))
}

/// Whether a look-up by the index is worth while, where so many of so many orders hold the text: of a common one it is cut.
pub fn is_rare(hits: usize, of: usize, orders: u64) -> bool {
    hits as u64 * orders <= MOST * of as u64
}

/// All orders of the list that hold the text, newest first, where an index names them all; None where it doesn't know them all, or where
/// they are more than are looked up.
pub async fn named(conn: &mut PgConnection, filter: &Filter, text: &Text) -> sqlx::Result<Option<Vec<i64>>> {
    let mut found = match &text.key {
        Some(key) => key::orders_of(conn, key).await?,
        None if text.is_indexed_whole() => by_trigrams(conn, text).await?,
        None => return Ok(None),
    };
    let most = Page::REACH as usize;
    let mut is_cut = found.len() > most;
    if let Some(number) = &text.tracking_number {
        let tracked = key::tracked(conn, number).await?;
        is_cut |= tracked.len() > most;
        found.extend(tracked);
    }
    if is_cut {
        return Ok(None);
    }
    let mut numbers: Vec<_> =
        found.iter().filter(|order| filter.takes(order)).map(|order| order.number).collect();
    numbers.sort_unstable_by(|one, other| other.cmp(one));
    numbers.dedup();
    Ok(Some(numbers))
}

/// What an index names, in the list or not, and whether others may match. Where that is more than a list reaches, the first of all
/// are looked through too.
async fn look_up(
    conn: &mut PgConnection,
    filter: &Filter,
    text: &Text,
    orders: u64,
) -> sqlx::Result<(Vec<Match>, bool)> {
    let found = match &text.key {
        Some(key) => key::orders_of(conn, key).await?,
        None => by_trigrams(conn, text).await?,
    };
    let is_cut = found.len() > Page::REACH as usize;
    let mut matches = marked(found, filter);
    if is_cut {
        matches.extend(look_through_all(conn, filter, text, orders).await?.0);
    }
    // Of two letters the index knew only the words that begin so.
    Ok((matches, is_cut || !text.is_indexed_whole()))
}

/// What the index of trigrams finds: one more than a list reaches at most, whichever come first.
async fn by_trigrams(conn: &mut PgConnection, text: &Text) -> sqlx::Result<Vec<Candidate>> {
    sqlx::query_as!(
        Candidate,
        "SELECT id, number, status, wilaya_code, transporter_id, assignee_id FROM orders WHERE search_folded(search) LIKE ANY($1) LIMIT $2",
        &text.indexed,
        Counted::limit(Page::REACH),
    )
    .fetch_all(conn)
    .await
}

fn marked(found: Vec<Candidate>, filter: &Filter) -> Vec<Match> {
    let mark = |order: Candidate| Match { number: order.number, id: order.id, listed: filter.takes(&order) };
    found.into_iter().map(mark).collect()
}

/// How many are read from the newest on and how many from the oldest on.
fn ends(filter: &Filter, rows: i64) -> (i64, i64) {
    if filter.sort.begins_with_oldest() { (0, rows) } else { (rows, 0) }
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
        Text::parse(text).and_then(|text| text.patterns.into_iter().next())
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
    fn a_few_hits_make_no_common_text_in_a_shop_of_any_size() {
        assert!(!is_common(2, 10_000_000), "a customer's own orders of today");
        assert!(!is_common(20, 100_000) && !is_common(9, 1_000_000), "what the index finds soon");
        assert!(is_common(200, 100_000) && is_common(84, 1_000_000), "one in ten, one in 24");
    }

    #[test]
    fn wildcards_are_looked_for_and_do_not_match_everything() {
        assert_eq!(pattern("a%_\\").as_deref(), Some("%a\\%\\_\\\\%"));
    }
}
