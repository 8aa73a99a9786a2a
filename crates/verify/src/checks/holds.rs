//! I3: orders and inventory agree on who holds what.

use std::collections::{BTreeMap, HashMap};

use sqlx::PgPool;
use uuid::Uuid;

use crate::{Databases, Invariant, Violation};

/// Pieces by product and combination; the nil id stands for "no combination".
type Items = BTreeMap<(Uuid, Uuid), i64>;

#[derive(Debug)]
struct Order {
    status: String,
    stock: String,
    items: Items,
}

#[derive(Debug)]
struct Reservation {
    state: String,
    /// Held for a checkout that is not done yet.
    in_flight: bool,
    items: Items,
}

pub(crate) async fn check(databases: &Databases) -> sqlx::Result<Vec<Violation>> {
    let reservations = reservations(&databases.inventory).await?;
    let orders = orders(&databases.orders).await?;
    let of_orders = orders.iter().filter_map(|(id, order)| {
        let detail = judge(order, reservations.get(id))?;
        Some(Invariant::OrdersHoldTheirStock.broken(format!("order {id}"), detail))
    });
    let of_nobody =
        reservations.iter().filter(|(id, _)| !orders.contains_key(id)).filter_map(|(id, reservation)| {
            let keeps = reservation.state != "released" && !reservation.in_flight;
            let detail = format!("no such order, but its reservation is {}", reservation.state);
            keeps.then(|| Invariant::OrdersHoldTheirStock.broken(format!("order {id}"), detail))
        });
    Ok(of_orders.chain(of_nobody).collect())
}

/// What is wrong between an order and its reservation.
fn judge(order: &Order, reservation: Option<&Reservation>) -> Option<String> {
    let expected = match (order.status.as_str(), order.stock.as_str()) {
        ("cancelled", _) | (_, "rejected") => "released",
        ("shipped" | "attempted" | "delivered" | "settled" | "returning", _) => "shipped",
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
    if expected != "released" && reservation.items != order.items {
        return Some(format!(
            "ordered {}, reserved {}",
            describe(&order.items),
            describe(&reservation.items)
        ));
    }
    None
}

async fn orders(orders: &PgPool) -> sqlx::Result<HashMap<Uuid, Order>> {
    let rows =
        sqlx::query_as::<_, (Uuid, String, String)>("SELECT id, status, stock FROM orders").fetch_all(orders);
    let mut found: HashMap<_, _> = rows
        .await?
        .into_iter()
        .map(|(id, status, stock)| (id, Order { status, stock, items: Items::new() }))
        .collect();
    let items = sqlx::query_as::<_, (Uuid, Uuid, Uuid, i64)>(
        "SELECT l.order_id, (item ->> 'product_id')::uuid,
                coalesce(nullif(item ->> 'combination_id', ''), '00000000-0000-0000-0000-000000000000')::uuid,
                sum((item ->> 'quantity')::bigint)::bigint
           FROM order_lines l, jsonb_array_elements(l.stock_items) AS item GROUP BY 1, 2, 3",
    );
    for (id, product, combination, quantity) in items.fetch_all(orders).await? {
        if let Some(order) = found.get_mut(&id) {
            order.items.insert((product, combination), quantity);
        }
    }
    Ok(found)
}

async fn reservations(inventory: &PgPool) -> sqlx::Result<HashMap<Uuid, Reservation>> {
    let rows = sqlx::query_as::<_, (Uuid, String, bool)>(
        "SELECT order_id, state, coalesce(expires_at > now() - interval '1 minute', false) FROM reservations",
    );
    let mut found: HashMap<_, _> = rows
        .fetch_all(inventory)
        .await?
        .into_iter()
        .map(|(id, state, in_flight)| (id, Reservation { state, in_flight, items: Items::new() }))
        .collect();
    let items = sqlx::query_as::<_, (Uuid, Uuid, Uuid, i64)>(
        "SELECT order_id, product_id, combination_id, sum(quantity)::bigint FROM reservation_items GROUP BY 1, 2, 3",
    );
    for (id, product, combination, quantity) in items.fetch_all(inventory).await? {
        if let Some(reservation) = found.get_mut(&id) {
            reservation.items.insert((product, combination), quantity);
        }
    }
    Ok(found)
}

fn describe(items: &Items) -> String {
    let items: Vec<_> = items
        .iter()
        .map(|((product, combination), quantity)| format!("{quantity} of {product}/{combination}"))
        .collect();
    if items.is_empty() { "nothing".to_owned() } else { items.join(", ") }
}
