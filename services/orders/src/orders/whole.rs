//! The orders of a list for a file, step by step and newest first. A step tells down to which number all was looked at, and the next goes
//! on below it, so that a file has each order of the list: a step may be empty and still not be the last.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use souk_database::snapshot;
use souk_kernel::{EmployeeId, OrderNumber, TransporterId, WilayaCode};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::filter::Filter;
use super::model::Order;
use super::search::{self, Text};
use super::{listing, placed, store};

/// Orders of a step.
const MOST: usize = 200;
/// Lines of a step, parts of packs counted as lines: an order has up to 200, and an answer of more could not be sent.
const MOST_LINES: i64 = 500;
/// Orders of the list whose texts are read in one part of a step.
const LOOKED_THROUGH: usize = 10_000;
/// Parts of a step, where it finds none.
const PARTS: usize = 5;
/// After so long a step ends with what it has: were it cut by its deadline, all that it looked at would be looked at again.
const LONG: Duration = Duration::from_millis(1_500);
/// So many texts are read at once, until they are enough.
const PORTION: usize = 1_000;

/// What a step tells.
#[derive(Debug, Default)]
pub struct FileStep {
    /// With their lines, newest first.
    pub orders: Vec<Order>,
    /// All from here on was looked at; None: to the list's end.
    pub next: Option<OrderNumber>,
}

/// An order, before it is read.
#[derive(Debug)]
struct InFile {
    id: Uuid,
    number: i64,
    /// With what their packs hold.
    lines: i64,
}

/// The numbers of the list that were found, newest first, and down to which all was looked at.
#[derive(Debug, Default)]
struct Numbered {
    numbers: Vec<i64>,
    next: Option<i64>,
}

/// Whether an index names all orders that hold the text. That it doesn't is found out once in a step: it costs as much each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Index {
    Untried,
    NamesNotAll,
}

impl Index {
    async fn named(
        &mut self,
        conn: &mut PgConnection,
        filter: &Filter,
        text: &Text,
    ) -> sqlx::Result<Option<Numbered>> {
        if *self == Self::NamesNotAll {
            return Ok(None);
        }
        let named = search::named(conn, filter, text).await?;
        if named.is_none() {
            *self = Self::NamesNotAll;
        }
        Ok(named.map(Numbered::first))
    }
}

impl Numbered {
    /// The first of them all.
    fn first(mut all: Vec<i64>) -> Self {
        let next = (all.len() > MOST).then(|| all[MOST - 1]);
        all.truncate(MOST);
        Self { numbers: all, next }
    }
}

/// The next orders of the list below a number. It may have none and not be the last: where few hold a text, it ends after a while.
pub async fn step(pool: &PgPool, filter: &Filter, below: Option<OrderNumber>) -> sqlx::Result<FileStep> {
    let began = Instant::now();
    let mut tx = snapshot(pool).await?;
    let text = Text::of(&mut tx, &filter.text).await?;
    let mut filter = Filter { numbers: placed::numbers(&mut tx, filter.placed).await?, ..filter.clone() };
    let mut index = Index::Untried;
    let mut below = below.map(|below| below.0);
    let mut parts = 0;
    loop {
        filter.numbers.highest = below.map_or(i64::MAX, |below| below - 1).min(filter.numbers.highest);
        let found = match &text {
            None => Numbered::first(newest(&mut tx, &filter, MOST + 1).await?),
            Some(text) if text.finds_nothing() => Numbered::default(),
            Some(text) => holding(&mut tx, &filter, (text, &mut index), began + LONG).await?,
        };
        let (ids, next) = sent(in_file(&mut tx, &filter, &found.numbers).await?, found.next);
        parts += 1;
        if !ids.is_empty() || next.is_none() || parts == PARTS || began.elapsed() > LONG {
            let mut orders = store::load(&mut *tx, &ids).await?;
            tx.commit().await?;
            orders.sort_by_key(|order| Reverse(order.number));
            return Ok(FileStep { orders, next: next.map(OrderNumber) });
        }
        below = next;
    }
}

/// As many of the orders as an answer takes, and what the step after goes on below.
fn sent(orders: Vec<InFile>, next: Option<i64>) -> (Vec<Uuid>, Option<i64>) {
    let room = room_for(orders.iter().map(|order| order.lines));
    let next = if room < orders.len() { Some(orders[room - 1].number) } else { next };
    (orders.into_iter().take(room).map(|order| order.id).collect(), next)
}

/// How many orders of so many lines, the first of them, go into one answer: one at least.
pub fn room_for(lines: impl IntoIterator<Item = i64>) -> usize {
    let mut sum = 0;
    let has_room = |(before, lines): &(usize, i64)| {
        sum += lines;
        *before == 0 || sum <= MOST_LINES
    };
    lines.into_iter().enumerate().take_while(has_room).count()
}

/// Those of the list that hold the text: by an index, where it names them all, else the list is looked through.
async fn holding(
    conn: &mut PgConnection,
    filter: &Filter,
    (text, index): (&Text, &mut Index),
    until: Instant,
) -> sqlx::Result<Numbered> {
    if text.is_key()
        && let Some(named) = index.named(conn, filter, text).await?
    {
        return Ok(named);
    }
    let list = newest(conn, filter, LOOKED_THROUGH).await?;
    let (mut found, mut read) = (Vec::new(), 0);
    for portion in list.chunks(PORTION) {
        found.extend(holding_of(conn, text, portion).await?);
        read += portion.len();
        if found.len() >= MOST || Instant::now() > until {
            break;
        }
    }
    if found.len() > MOST {
        return Ok(Numbered::first(found));
    }
    if read == list.len() && read < LOOKED_THROUGH {
        return Ok(Numbered { numbers: found, next: None });
    }
    let is_full = found.len() == MOST;
    let orders = listing::counts(conn).await?.values().sum();
    if !is_full
        && !text.is_key()
        && search::is_rare(found.len(), read, orders)
        && let Some(named) = index.named(conn, filter, text).await?
    {
        return Ok(named);
    }
    Ok(Numbered { numbers: found, next: Some(list[read - 1]) })
}

/// Those of the numbers whose orders hold the text, newest first.
async fn holding_of(conn: &mut PgConnection, text: &Text, numbers: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT n.number AS "number!"
             FROM unnest($1::bigint[]) AS n (number)
            CROSS JOIN LATERAL (SELECT search, tracking_number FROM orders WHERE number = n.number LIMIT 1) o
            WHERE search_folded(o.search) LIKE ANY ($2) OR lower(o.tracking_number) = $3
            ORDER BY n.number DESC"#,
        numbers,
        text.patterns(),
        text.tracking_number(),
    )
    .fetch_all(conn)
    .await
}

/// The first numbers of the list, whatever text its orders hold.
async fn newest(conn: &mut PgConnection, filter: &Filter, most: usize) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT of_status.number AS "number!"
             FROM unnest($1::text[]) AS s (status) CROSS JOIN LATERAL (
                 SELECT number FROM orders
                  WHERE status = s.status AND ($2::text IS NULL OR wilaya_code = $2)
                    AND ($3::uuid IS NULL OR transporter_id = $3)
                    AND ($4::uuid IS NULL OR assignee_id = $4)
                    AND number BETWEEN $5 AND $6 AND number <> ALL ($7)
                  ORDER BY number DESC LIMIT $8) of_status
            ORDER BY of_status.number DESC LIMIT $8"#,
        filter.statuses() as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        filter.employee.map(EmployeeId::uuid),
        filter.numbers.lowest,
        filter.numbers.highest,
        &filter.numbers.besides,
        i64::try_from(most).unwrap_or(i64::MAX),
    )
    .fetch_all(conn)
    .await
}

/// The orders of the numbers that are of the filter's time, newest first.
async fn in_file(conn: &mut PgConnection, filter: &Filter, numbers: &[i64]) -> sqlx::Result<Vec<InFile>> {
    let orders = sqlx::query!(
        r#"SELECT id, number
             FROM orders
            WHERE number = ANY ($1) AND placed_at >= coalesce($2::timestamptz, '-infinity')
              AND placed_at < coalesce($3::timestamptz, 'infinity')
            ORDER BY number DESC"#,
        numbers,
        filter.placed.from,
        filter.placed.before,
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: Vec<_> = orders.iter().map(|order| order.id).collect();
    let sizes = store::sizes(conn, &ids).await?;
    let in_file = orders.into_iter().map(|order| InFile {
        id: order.id,
        number: order.number,
        lines: sizes.get(&order.id).copied().unwrap_or(0),
    });
    Ok(in_file.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent_of(lines: &[i64]) -> (usize, Option<i64>) {
        let numbers = (1..=i64::try_from(lines.len()).expect("is small")).rev();
        let order = |(&lines, number): (_, i64)| InFile {
            id: Uuid::from_u128(number.unsigned_abs().into()),
            number,
            lines,
        };
        let (ids, next) = sent(lines.iter().zip(numbers).map(order).collect(), Some(1));
        (ids.len(), next)
    }

    #[test]
    fn a_step_ends_where_its_lines_are_enough_and_the_next_goes_on_there() {
        assert_eq!(sent_of(&[200, 200, 100]), (3, Some(1)), "all of them");
        assert_eq!(sent_of(&[200, 200, 101, 1]), (2, Some(3)));
        assert_eq!(sent_of(&[900, 1]), (1, Some(2)), "one at least");
        assert_eq!(sent_of(&[]), (0, Some(1)), "none of what was looked at");
    }
}
