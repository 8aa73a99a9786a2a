//! What became of the demo's orders: the steps that the staff took, each order as far as its age says.

use std::collections::HashSet;

use anyhow::Context as _;
use souk_kernel::{Clock as _, EmployeeId, Role, SystemClock};
use souk_proto::orders::v1 as orders;
use souk_proto::orders::v1::orders_client::OrdersClient;
use souk_rpc::Actor;
use time::Duration;

use crate::{Shop, ids};

/// How far back the first order lies.
const DAYS: i64 = 24;
/// The order whose delivery was a wrong click.
const TAKEN_BACK: usize = 95;
/// The order whose parcel nobody finds.
const LOST: usize = 21;

/// How long ago the order of this number was placed, of so many in all: evenly, the first of them at the beginning.
pub fn age(number: usize, count: usize) -> anyhow::Result<Duration> {
    Ok(Duration::days(DAYS) * i32::try_from(count - number)? / i32::try_from(count)?)
}

/// The steps that an order of this age has taken, by who takes them.
fn steps(number: usize, age: Duration) -> Vec<&'static str> {
    let days = age.whole_days();
    match number % 12 {
        7 if days > 1 => vec!["unreachable", "cancelled"],
        _ if number == LOST && days > 8 => vec!["confirmed", "preparing", "shipped", "attempted", "lost"],
        9 if days > 8 => vec!["confirmed", "preparing", "shipped", "attempted", "returning", "returned"],
        9 if days > 5 => vec!["confirmed", "preparing", "shipped", "attempted", "returning"],
        9 if days > 3 => vec!["confirmed", "preparing", "shipped", "attempted"],
        4 if days < 2 => vec!["unreachable"],
        _ if number == TAKEN_BACK && days > 5 => {
            vec!["confirmed", "preparing", "shipped", "delivered", "returning"]
        }
        _ if days > 5 => vec!["confirmed", "preparing", "shipped", "delivered"],
        _ if days > 3 => vec!["confirmed", "preparing", "shipped"],
        _ if days > 2 => vec!["confirmed", "preparing"],
        _ if days > 1 => vec!["confirmed"],
        _ => Vec::new(),
    }
}

/// Takes the steps that the order has not taken yet: an earlier load may have been cut off between two. Answers the
/// order after them.
pub async fn advance(
    shop: &Shop,
    order_id: &str,
    number: usize,
    age: Duration,
) -> anyhow::Result<orders::Order> {
    let request = orders::GetOrderRequest { id: order_id.into() };
    let detail = OrdersClient::new(shop.client("orders")?).get_order(request).await?.into_inner();
    let taken: HashSet<String> = detail.timeline.into_iter().map(|entry| entry.kind).collect();
    let mut order = detail.order.context("the answer has no order")?;
    for step in steps(number, age).into_iter().filter(|step| !taken.contains(*step)) {
        order = take(shop, &order, number, step)
            .await
            .with_context(|| format!("order {} to {step}", order.number))?;
    }
    Ok(order)
}

async fn take(
    shop: &Shop,
    order: &orders::Order,
    number: usize,
    step: &str,
) -> anyhow::Result<orders::Order> {
    let request = orders::TransitionOrderRequest {
        id: order.id.clone(),
        to: step.into(),
        version: order.version,
        reason: reason(&order.status, step).into(),
        tracking_number: if step == "shipped" {
            format!("NX{:07}", 4_120_000 + number)
        } else {
            String::new()
        },
        next_call_at: if step == "unreachable" { next_call(number) } else { String::new() },
        ..Default::default()
    };
    let mut service = OrdersClient::new(shop.client_as("orders", &employee(step))?);
    service.transition_order(request).await?.into_inner().order.context("the answer has no order")
}

/// One is due, one later today, one tomorrow.
fn next_call(number: usize) -> String {
    const HOURS: [i64; 3] = [-1, 2, 26];
    souk_kernel::rfc3339(SystemClock.now() + Duration::hours(HOURS[number / 12 % HOURS.len()]))
}

fn reason(from: &str, step: &str) -> &'static str {
    match (from, step) {
        (_, "cancelled") => "Injoignable après trois appels",
        (_, "attempted") => "Client absent",
        (_, "lost") => "Introuvable chez le transporteur",
        ("delivered", "returning") => {
            "Livraison cochée par erreur : le colis est encore chez le transporteur"
        }
        (_, "returning") => "Refusé à la livraison",
        _ => "",
    }
}

/// Whoever takes the step, as its role does in the demo's accounts.
pub fn employee(step: &str) -> Actor {
    let (name, role) = match step {
        "preparing" | "shipped" | "returned" => ("Karim Haddad", Role::Warehouse),
        "delivered" | "attempted" | "returning" | "lost" => ("Yacine Mansouri", Role::Payments),
        _ => ("Samira Belkacem", Role::Sales),
    };
    Actor::employee(EmployeeId::from_uuid(ids::uuid("employee", name)), name, vec![role], Vec::new())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Only a transporter's payment settles.
    #[test]
    fn the_steps_leave_orders_in_every_status_that_staff_lead_to() {
        let count = crate::ORDERS;
        let last = |number| steps(number, age(number, count).unwrap()).pop().unwrap_or("placed");
        let statuses: BTreeSet<_> = (0..count).map(last).collect();
        let wanted = [
            "attempted",
            "cancelled",
            "confirmed",
            "delivered",
            "lost",
            "placed",
            "preparing",
            "returned",
            "returning",
            "shipped",
            "unreachable",
        ];
        assert_eq!(Vec::from_iter(statuses), wanted);
    }
}
