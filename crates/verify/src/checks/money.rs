//! I6: what customers paid, what transporters owe and what they remitted are the same money.

use std::collections::HashMap;

use sqlx::PgPool;
use uuid::Uuid;

use crate::{Databases, Invariant, Violation};

/// What payments keeps of an order: its state and its worth in centimes.
type Receivables = HashMap<Uuid, (String, i64)>;

/// Payments' own books.
pub(crate) async fn check_payments(payments: &PgPool) -> sqlx::Result<Vec<Violation>> {
    let wrong_totals = sqlx::query_as::<_, (Uuid, i64, i64)>(
        "SELECT p.id, p.total, coalesce(sum(o.total), 0)::bigint
           FROM transporter_payments p LEFT JOIN payment_orders o ON o.payment_id = p.id
          GROUP BY p.id HAVING p.total <> coalesce(sum(o.total), 0)",
    );
    let wrong_states = sqlx::query_as::<_, (Uuid, String, bool)>(
        "SELECT r.order_id, r.state, o.order_id IS NOT NULL
           FROM receivables r LEFT JOIN payment_orders o USING (order_id)
          WHERE (r.state = 'paid') <> (o.order_id IS NOT NULL) OR o.total <> r.total",
    );
    let payment = |(payment, total, orders)| {
        let detail = format!("total {total}, its orders {orders} centimes");
        Invariant::MoneyAddsUp.broken(format!("payment {payment}"), detail)
    };
    let receivable = |(order, state, in_payment)| {
        let place = if in_payment { "in a payment, perhaps at another total" } else { "in no payment" };
        Invariant::MoneyAddsUp
            .broken(format!("order {order}"), format!("its receivable is {state} and {place}"))
    };
    let mut violations: Vec<_> = wrong_totals.fetch_all(payments).await?.into_iter().map(payment).collect();
    violations.extend(wrong_states.fetch_all(payments).await?.into_iter().map(receivable));
    Ok(violations)
}

/// Orders against payments.
pub(crate) async fn check(databases: &Databases) -> sqlx::Result<Vec<Violation>> {
    let receivables = receivables(&databases.payments).await?;
    let orders = sqlx::query_as::<_, (Uuid, String, i64)>("SELECT id, status, total FROM orders");
    let orders: HashMap<_, _> = orders
        .fetch_all(&databases.orders)
        .await?
        .into_iter()
        .map(|(id, status, total)| (id, (status, total)))
        .collect();
    let of_orders = orders.iter().filter_map(|(id, (status, total))| {
        let detail = judge(status, *total, receivables.get(id))?;
        Some(Invariant::MoneyAddsUp.broken(format!("order {id}"), detail))
    });
    let of_nobody =
        receivables.iter().filter(|(id, _)| !orders.contains_key(id)).map(|(id, (state, total))| {
            let detail = format!("no such order, but {total} centimes of it are {state}");
            Invariant::MoneyAddsUp.broken(format!("order {id}"), detail)
        });
    Ok(of_orders.chain(of_nobody).collect())
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

async fn receivables(payments: &PgPool) -> sqlx::Result<Receivables> {
    let rows = sqlx::query_as::<_, (Uuid, String, i64)>("SELECT order_id, state, total FROM receivables");
    Ok(rows.fetch_all(payments).await?.into_iter().map(|(id, state, total)| (id, (state, total))).collect())
}
