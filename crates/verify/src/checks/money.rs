//! I6: what customers paid, what transporters owe and what they remitted are the same money.

use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::Snapshot;
use crate::findings::{Findings, Scope};
use crate::merge::merge;

const PAYMENTS: &str = "SELECT p.id, p.total, coalesce(-sum(e.amount), 0)::bigint
       FROM transporter_payments p LEFT JOIN receivable_entries e ON e.payment_id = p.id AND e.kind = 'paid'
      GROUP BY p.id HAVING p.total <> coalesce(-sum(e.amount), 0)";

const REVERSALS: &str = "SELECT v.id, v.total, coalesce(sum(e.amount), 0)::bigint
       FROM transporter_payment_reversals v LEFT JOIN receivable_entries e ON e.reversal_id = v.id
      GROUP BY v.id HAVING v.total <> coalesce(sum(e.amount), 0) OR v.orders <> count(e.id)";

const SUMS: &str = "SELECT r.order_id, r.owed, r.paid, coalesce(sum(e.owed), 0), coalesce(sum(e.paid), 0),
            (r.owed - r.paid) * r.total, coalesce(sum(e.amount), 0)::bigint
       FROM receivables r LEFT JOIN receivable_entries e USING (order_id)
      GROUP BY r.order_id
     HAVING r.owed <> coalesce(sum(e.owed), 0) OR r.paid <> coalesce(sum(e.paid), 0)
         OR r.payment_version <> count(e.payment_id) OR (r.owed - r.paid) * r.total <> coalesce(sum(e.amount), 0)";

// What is kept of a transporter, with what its log has not been folded of, against its receivables.
const BALANCES: &str = "SELECT transporter_id, sum(orders)::bigint, sum(total)::bigint
       FROM (SELECT transporter_id, owed AS orders, owed * total AS total, paid AS overpaid, paid * total AS overpaid_total
               FROM receivables WHERE owed <> paid
             UNION ALL
             SELECT transporter_id, -orders, -total, -overpaid, -overpaid_total FROM transporter_balances
             UNION ALL
             SELECT transporter_id, -orders, -total, -overpaid, -overpaid_total FROM balance_changes) open
      GROUP BY transporter_id
     HAVING sum(orders) <> 0 OR sum(total) <> 0 OR sum(overpaid) <> 0 OR sum(overpaid_total) <> 0";

const ORDERS: &str = "SELECT id, status, total, transporter_id, payment_version
       FROM orders WHERE $1::uuid[] IS NULL OR id = ANY ($1) ORDER BY id";

// What is `overpaid` came back while it was being paid: somebody must reverse its payment.
const RECEIVABLES: &str = "SELECT order_id,
            CASE WHEN owed > paid THEN 'due' WHEN owed < paid THEN 'overpaid' WHEN paid = 1 THEN 'paid' ELSE 'void' END, total,
            transporter_id, payment_version
       FROM receivables WHERE $1::uuid[] IS NULL OR order_id = ANY ($1) ORDER BY order_id";

/// What orders or payments knows of an order's money.
#[derive(Debug)]
struct Known {
    /// In the words of whose it is.
    status: String,
    total: i64,
    transporter: Uuid,
    /// Counts the order's payments and their reversals.
    payment_version: i64,
}

type Row = (Uuid, String, i64, Uuid, i64);

/// Payments' own books: what is kept beside the entries is their sum.
pub(crate) async fn check_payments(payments: &mut Snapshot) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    for (what, query) in [("payment", PAYMENTS), ("reversal", REVERSALS)] {
        let mut wrong = sqlx::query_as::<_, (Uuid, i64, i64)>(query).fetch(&mut **payments);
        while let Some((id, total, entries)) = wrong.try_next().await? {
            let detail = format!("total {total}, its entries {entries} centimes");
            found.add(id, Invariant::MoneyAddsUp.broken(format!("{what} {id}"), detail));
        }
    }
    let mut wrong = sqlx::query_as::<_, (Uuid, i16, i16, i64, i64, i64, i64)>(SUMS).fetch(&mut **payments);
    while let Some((order, owed, paid, owed_sum, paid_sum, worth, amount)) = wrong.try_next().await? {
        let detail = format!(
            "owed {owed} and paid {paid} times, {worth} centimes; by its entries {owed_sum} and {paid_sum} times, {amount}"
        );
        found.add(order, Invariant::MoneyAddsUp.broken(format!("order {order}"), detail));
    }
    drop(wrong);
    let mut wrong = sqlx::query_as::<_, (Uuid, i64, i64)>(BALANCES).fetch(&mut **payments);
    while let Some((transporter, orders, total)) = wrong.try_next().await? {
        let detail = format!(
            "its kept balance lacks {orders} orders and {total} centimes, or has other ones as overpaid"
        );
        found.add(transporter, Invariant::MoneyAddsUp.broken(format!("transporter {transporter}"), detail));
    }
    Ok(found)
}

/// Orders against payments.
pub(crate) async fn check(
    orders: &mut Snapshot,
    payments: &mut Snapshot,
    scope: &Scope,
) -> sqlx::Result<Findings> {
    let known = |(id, status, total, transporter, payment_version): Row| {
        (id, Known { status, total, transporter, payment_version })
    };
    let placed = sqlx::query_as::<_, Row>(ORDERS).bind(scope.ids()).fetch(&mut **orders).map_ok(known);
    let owed = sqlx::query_as::<_, Row>(RECEIVABLES).bind(scope.ids()).fetch(&mut **payments).map_ok(known);
    let mut found = Findings::default();
    merge(placed, owed, |id, order, receivable| {
        let detail = match (order, receivable) {
            (Some(order), receivable) => judge(&order, receivable.as_ref()),
            (None, Some(Known { status, total, .. })) => {
                Some(format!("no such order, but {total} centimes of it are {status}"))
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
fn judge(order: &Known, receivable: Option<&Known>) -> Option<String> {
    let Known { status, total, .. } = order;
    let expected = match status.as_str() {
        "delivered" => "due",
        "settled" => "paid",
        _ => "void",
    };
    let Some(owed) = receivable else {
        return (expected != "void").then(|| format!("{status} and nobody owes its {total} centimes"));
    };
    // Of an order that was settled before payments were counted, orders knows no number.
    let is_counted = order.payment_version > 0 || status != "settled";
    if owed.status != expected {
        Some(format!("{status} while its receivable is {}", owed.status))
    } else if owed.total != *total {
        Some(format!("worth {total} centimes, owed at {}", owed.total))
    } else if owed.transporter != order.transporter {
        Some(format!("carried by transporter {}, owed by {}", order.transporter, owed.transporter))
    } else if is_counted && owed.payment_version != order.payment_version {
        let [heard, told] = [order, owed].map(|known| known.payment_version);
        Some(format!("orders heard of {heard} payments and reversals, payments made {told}"))
    } else {
        None
    }
}
