//! The orders of a list for a file, step by step and newest first. A step tells down to which number all was looked at, and the next goes
//! on below it, so that a file has each order of the list: a step may be empty and still not be the last.

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
/// Lines of a step: an order has up to 200, and an answer of more could not be sent.
const MOST_LINES: i64 = 500;
/// Orders of the list whose texts are read in one step.
const LOOKED_THROUGH: usize = 10_000;
/// So many texts are read at once, until they are enough.
const PORTION: usize = 1_000;

/// What was looked at of a list.
#[derive(Debug, Default)]
pub struct Part {
    /// Newest first.
    pub orders: Vec<InFile>,
    /// All from here on was looked at; None: to the list's end.
    pub next: Option<OrderNumber>,
}

/// An order, before it is read.
#[derive(Debug)]
pub struct InFile {
    pub id: Uuid,
    number: i64,
    lines: i64,
}

/// The numbers of the list that were found, newest first, and down to which all was looked at.
#[derive(Debug, Default)]
struct Numbered {
    numbers: Vec<i64>,
    next: Option<i64>,
}

impl Part {
    /// As many of the orders as an answer takes, and what the step after goes on below.
    pub fn sent(self) -> (Vec<Uuid>, Option<OrderNumber>) {
        let mut lines = 0;
        let mut sent: Vec<Uuid> = Vec::new();
        let mut last = None;
        for order in self.orders {
            lines += order.lines;
            if lines > MOST_LINES && !sent.is_empty() {
                return (sent, last);
            }
            sent.push(order.id);
            last = Some(OrderNumber(order.number));
        }
        (sent, self.next)
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

/// The next orders of the list below a number.
pub async fn part(pool: &PgPool, filter: &Filter, below: Option<OrderNumber>) -> sqlx::Result<Part> {
    let mut tx = snapshot(pool).await?;
    let mut numbers = placed::numbers(&mut tx, filter.placed).await?;
    if let Some(below) = below {
        numbers.highest = numbers.highest.min(below.0 - 1);
    }
    let filter = &Filter { numbers, ..filter.clone() };
    let found = match Text::of(&mut tx, &filter.text).await? {
        None => Numbered::first(newest(&mut tx, filter, MOST + 1).await?),
        Some(text) if text.finds_nothing() => Numbered::default(),
        Some(text) => holding(&mut tx, filter, &text).await?,
    };
    let orders = in_file(&mut tx, filter, &found.numbers).await?;
    tx.commit().await?;
    Ok(Part { orders, next: found.next.map(OrderNumber) })
}

/// The orders with their lines, newest first.
pub async fn load(pool: &PgPool, ids: &[Uuid]) -> sqlx::Result<Vec<Order>> {
    let mut orders = store::load(pool, ids).await?;
    orders.sort_by_key(|order| std::cmp::Reverse(order.number));
    Ok(orders)
}

/// Those of the list that hold the text: by an index, where it names them all, else the list is looked through.
async fn holding(conn: &mut PgConnection, filter: &Filter, text: &Text) -> sqlx::Result<Numbered> {
    if text.is_key()
        && let Some(named) = search::named(conn, filter, text).await?
    {
        return Ok(Numbered::first(named));
    }
    let list = newest(conn, filter, LOOKED_THROUGH).await?;
    let (mut found, mut read) = (Vec::new(), 0);
    for portion in list.chunks(PORTION) {
        found.extend(holding_of(conn, text, portion).await?);
        read += portion.len();
        if found.len() >= MOST {
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
        && let Some(named) = search::named(conn, filter, text).await?
    {
        return Ok(Numbered::first(named));
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
    sqlx::query_as!(
        InFile,
        r#"SELECT id, number, (SELECT count(*) FROM order_lines WHERE order_id = o.id) AS "lines!"
             FROM orders o
            WHERE number = ANY ($1) AND placed_at >= coalesce($2::timestamptz, '-infinity')
              AND placed_at < coalesce($3::timestamptz, 'infinity')
            ORDER BY number DESC"#,
        numbers,
        filter.placed.from,
        filter.placed.before,
    )
    .fetch_all(conn)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(lines: &[i64]) -> Part {
        let numbers = (1..=i64::try_from(lines.len()).expect("is small")).rev();
        let order = |(&lines, number): (_, i64)| InFile {
            id: Uuid::from_u128(number.unsigned_abs().into()),
            number,
            lines,
        };
        Part { orders: lines.iter().zip(numbers).map(order).collect(), next: Some(OrderNumber(1)) }
    }

    fn sent(lines: &[i64]) -> (usize, Option<OrderNumber>) {
        let (ids, next) = part(lines).sent();
        (ids.len(), next)
    }

    #[test]
    fn a_step_ends_where_its_lines_are_enough_and_the_next_goes_on_there() {
        assert_eq!(sent(&[200, 200, 100]), (3, Some(OrderNumber(1))), "all of them");
        assert_eq!(sent(&[200, 200, 101, 1]), (2, Some(OrderNumber(3))));
        assert_eq!(sent(&[900, 1]), (1, Some(OrderNumber(2))), "one at least");
        assert_eq!(sent(&[]), (0, Some(OrderNumber(1))), "none of what was looked at");
    }
}
