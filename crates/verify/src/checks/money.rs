//! I6: what customers paid, what transporters owe and what they remitted are the same money.

use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::Snapshot;
use crate::findings::{Findings, Scope};
use crate::merge::merge;

const PAYMENTS: &str = "SELECT p.id, p.total, coalesce(sum(o.total), 0)::bigint
       FROM transporter_payments p LEFT JOIN payment_orders o ON o.payment_id = p.id
      GROUP BY p.id HAVING p.total <> coalesce(sum(o.total), 0)";

const STATES: &str = "SELECT r.order_id, r.state, o.order_id IS NOT NULL
       FROM receivables r LEFT JOIN payment_orders o USING (order_id)
      WHERE (r.state = 'paid') <> (o.order_id IS NOT NULL) OR o.total <> r.total";

const ORDERS: &str =
    "SELECT id, status, total FROM orders WHERE $1::uuid[] IS NULL OR id = ANY ($1) ORDER BY id";

const RECEIVABLES: &str = "SELECT order_id, state, total FROM receivables
      WHERE $1::uuid[] IS NULL OR order_id = ANY ($1) ORDER BY order_id";

/// Payments' own books.
pub(crate) async fn check_payments(payments: &mut Snapshot) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    let mut wrong_totals = sqlx::query_as::<_, (Uuid, i64, i64)>(PAYMENTS).fetch(&mut **payments);
    while let Some((payment, total, orders)) = wrong_totals.try_next().await? {
        let detail = format!("total {total}, its orders {orders} centimes");
        found.add(payment, Invariant::MoneyAddsUp.broken(format!("payment {payment}"), detail));
    }
    drop(wrong_totals);
    let mut wrong_states = sqlx::query_as::<_, (Uuid, String, bool)>(STATES).fetch(&mut **payments);
    while let Some((order, state, in_payment)) = wrong_states.try_next().await? {
        let place = if in_payment { "in a payment, perhaps at another total" } else { "in no payment" };
        let detail = format!("its receivable is {state} and {place}");
        found.add(order, Invariant::MoneyAddsUp.broken(format!("order {order}"), detail));
    }
    Ok(found)
}

/// Orders against payments.
pub(crate) async fn check(
    orders: &mut Snapshot,
    payments: &mut Snapshot,
    scope: &Scope,
) -> sqlx::Result<Findings> {
    let placed = sqlx::query_as::<_, (Uuid, String, i64)>(ORDERS).bind(scope.ids());
    let placed = placed.fetch(&mut **orders).map_ok(|(id, status, total)| (id, (status, total)));
    let owed = sqlx::query_as::<_, (Uuid, String, i64)>(RECEIVABLES).bind(scope.ids());
    let owed = owed.fetch(&mut **payments).map_ok(|(id, state, total)| (id, (state, total)));
    let mut found = Findings::default();
    merge(placed, owed, |id, order, receivable| {
        let detail = match (order, receivable) {
            (Some((status, total)), receivable) => judge(&status, total, receivable.as_ref()),
            (None, Some((state, total))) => {
                Some(format!("no such order, but {total} centimes of it are {state}"))
            }
            (None, None) => None,
        };
        if let Some(detail) = detail {
            found.add(id, Invariant::MoneyAddsUp.broken(format!("order {id}"), detail));
        }
    })
    .await?;
    Ok(found)
}

/// What is wrong between an order and what is owed for it.
fn judge(status: &str, total: i64, receivable: Option<&(String, i64)>) -> Option<String> {
    let expected = match status {
        "delivered" => "due",
        "settled" => "paid",
        _ => "void",
    };
    match receivable {
        None => (expected != "void").then(|| format!("{status} and nobody owes its {total} centimes")),
        Some((state, _)) if state != expected => Some(format!("{status} while its receivable is {state}")),
        Some((_, owed)) if *owed != total => Some(format!("worth {total} centimes, owed at {owed}")),
        Some(_) => None,
    }
}
