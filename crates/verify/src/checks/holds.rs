//! I3: orders and inventory agree on who holds what.

use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::Snapshot;
use crate::findings::{Findings, Scope};
use crate::merge::merge;

/// Each order with its pieces by product and combination, written as `RESERVATIONS` writes them.
const ORDERS: &str = "SELECT o.id, o.status, o.stock, coalesce(items.text, 'nothing')
       FROM orders o LEFT JOIN LATERAL (
           SELECT string_agg(quantity || ' of ' || product || '/' || combination, ', ' ORDER BY product, combination) AS text
             FROM (SELECT (item ->> 'product_id')::uuid AS product,
                          coalesce(nullif(item ->> 'combination_id', ''), '00000000-0000-0000-0000-000000000000')::uuid
                              AS combination,
                          sum((item ->> 'quantity')::bigint) AS quantity
                     FROM order_lines l, jsonb_array_elements(l.stock_items) AS item
                    WHERE l.order_id = o.id GROUP BY 1, 2) AS pieces
       ) AS items ON true
      WHERE $1::uuid[] IS NULL OR o.id = ANY ($1)
      ORDER BY o.id";

const RESERVATIONS: &str =
    "SELECT r.order_id, r.state, coalesce(r.expires_at > now() - interval '1 minute', false),
            coalesce(items.text, 'nothing')
       FROM reservations r LEFT JOIN LATERAL (
           SELECT string_agg(quantity || ' of ' || product_id || '/' || combination_id, ', '
                             ORDER BY product_id, combination_id) AS text
             FROM (SELECT product_id, combination_id, sum(quantity) AS quantity FROM reservation_items i
                    WHERE i.order_id = r.order_id GROUP BY 1, 2) AS pieces
       ) AS items ON true
      WHERE $1::uuid[] IS NULL OR r.order_id = ANY ($1)
      ORDER BY r.order_id";

#[derive(Debug)]
struct Order {
    status: String,
    stock: String,
    items: String,
}

#[derive(Debug)]
struct Reservation {
    state: String,
    /// Held for a checkout that is not done yet.
    in_flight: bool,
    items: String,
}

pub(crate) async fn check(
    orders: &mut Snapshot,
    inventory: &mut Snapshot,
    scope: &Scope,
) -> sqlx::Result<Findings> {
    let placed = sqlx::query_as::<_, (Uuid, String, String, String)>(ORDERS).bind(scope.ids());
    let placed =
        placed.fetch(&mut **orders).map_ok(|(id, status, stock, items)| (id, Order { status, stock, items }));
    let held = sqlx::query_as::<_, (Uuid, String, bool, String)>(RESERVATIONS).bind(scope.ids());
    let held = held
        .fetch(&mut **inventory)
        .map_ok(|(id, state, in_flight, items)| (id, Reservation { state, in_flight, items }));
    let mut found = Findings::default();
    merge(placed, held, |id, order, reservation| {
        if let Some(detail) = judge(order.as_ref(), reservation.as_ref()) {
            found.add(id, Invariant::OrdersHoldTheirStock.broken(format!("order {id}"), detail));
        }
    })
    .await?;
    Ok(found)
}

/// What is wrong between an order and its reservation.
fn judge(order: Option<&Order>, reservation: Option<&Reservation>) -> Option<String> {
    let Some(order) = order else { return reservation.and_then(judge_foundling) };
    let expected = match (order.status.as_str(), order.stock.as_str()) {
        ("cancelled", _) | (_, "rejected" | "released") => "released",
        ("shipped" | "attempted" | "delivered" | "settled" | "returning" | "lost", _) => "shipped",
        ("returned", _) => "returned",
        (_, "pending") => return Some("still waits for its stock".to_owned()),
        _ => "confirmed",
    };
    let Some(reservation) = reservation else {
        // An order that was cancelled before inventory heard of it holds nothing.
        return (expected != "released").then(|| format!("{} without a reservation", order.status));
    };
    if reservation.state != expected {
        return Some(format!("{} while its reservation is {}", order.status, reservation.state));
    }
    let agrees = expected == "released" || reservation.items == order.items;
    (!agrees).then(|| format!("ordered {}, reserved {}", order.items, reservation.items))
}

/// A reservation of no order.
fn judge_foundling(reservation: &Reservation) -> Option<String> {
    let keeps = reservation.state != "released" && !reservation.in_flight;
    keeps.then(|| format!("no such order, but its reservation is {}", reservation.state))
}
