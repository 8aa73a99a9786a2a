//! A few weeks of orders: placed as shoppers place them, then moved along by the staff, each as far as its age says.

use anyhow::Context as _;
use souk_kernel::{EmployeeId, Role};
use souk_proto::orders::v1 as orders;
use souk_proto::orders::v1::checkout_client::CheckoutClient;
use souk_proto::orders::v1::geography_client::GeographyClient;
use souk_proto::orders::v1::orders_client::OrdersClient;
use souk_proto::payments::v1 as payments;
use souk_proto::payments::v1::receivables_client::ReceivablesClient;
use souk_proto::payments::v1::transporter_payments_client::TransporterPaymentsClient;
use souk_rpc::{Actor, Client};
use time::{Duration, OffsetDateTime};

use crate::data::{self, Product};
use crate::history::Past;
use crate::transporters::transporter_ids;
use crate::{Shop, ids, wait};

/// How far back the first order lies.
const DAYS: i64 = 24;

const FIRST_NAMES: [&str; 16] = [
    "Amina",
    "Yacine",
    "Lydia",
    "Mohamed",
    "Sabrina",
    "Riad",
    "Meriem",
    "Walid",
    "أمينة",
    "كريم",
    "Imene",
    "Sofiane",
    "Nesrine",
    "Bilal",
    "فاطمة",
    "Hichem",
];
const LAST_NAMES: [&str; 14] = [
    "Benali",
    "Haddad",
    "Ait Ouali",
    "Mansouri",
    "Cherif",
    "Belkacem",
    "Saadi",
    "Bouzid",
    "بن عمر",
    "Khelifi",
    "Rahmani",
    "Zerrouki",
    "بلقاسم",
    "Hamidi",
];
const WILAYAS: [&str; 12] = ["16", "31", "25", "09", "19", "06", "15", "23", "13", "05", "30", "16"];

pub async fn are_loaded(shop: &Shop) -> anyhow::Result<bool> {
    let mut service = OrdersClient::new(shop.client("orders")?);
    Ok(service.list_orders(orders::ListOrdersRequest::default()).await?.into_inner().total > 0)
}

/// Makes `count` orders; answers when each of them should have happened.
pub async fn load(shop: &Shop, count: usize) -> anyhow::Result<Vec<Past>> {
    let products: Vec<Product> =
        data::products()?.into_iter().filter(|product| product.stock != Some(0)).collect();
    let communes = communes(&shop.client("orders")?).await?;
    let mut past = Vec::with_capacity(count);
    for number in 0..count {
        let placed = place(shop, number, &products, &communes).await?;
        let age = Duration::days(DAYS) * i32::try_from(count - number)? / i32::try_from(count)?;
        advance(shop, &placed, number, age).await?;
        past.push(Past { order_id: placed.id, placed_at: at(age, number) });
    }
    settle_oldest(shop, &past).await?;
    Ok(past)
}

/// `age` ago, at an hour when people order.
fn at(age: Duration, number: usize) -> OffsetDateTime {
    let day = souk_kernel::Clock::now(&souk_kernel::SystemClock) - age;
    let minutes = i64::try_from(number * 47 % 720).unwrap_or(0);
    let wanted = day.replace_time(time::Time::MIDNIGHT) + Duration::hours(8) + Duration::minutes(minutes);
    wanted.min(day)
}

async fn communes(client: &Client) -> anyhow::Result<Vec<orders::Commune>> {
    let mut geography = GeographyClient::new(client.clone());
    let mut communes = Vec::new();
    for wilaya in WILAYAS {
        let request = orders::ListCommunesRequest { wilaya_id: wilaya.into() };
        communes.push(geography.list_communes(request).await?.into_inner().communes);
    }
    Ok(communes
        .into_iter()
        .map(|of_wilaya| of_wilaya.into_iter().next())
        .collect::<Option<_>>()
        .unwrap_or_default())
}

async fn place(
    shop: &Shop,
    number: usize,
    products: &[Product],
    communes: &[orders::Commune],
) -> anyhow::Result<orders::Order> {
    let commune = &communes[number % communes.len()];
    let request = orders::PlaceOrderRequest {
        idempotency_key: format!("demo-{number}"),
        request_hash: format!("demo-{number}"),
        visitor_id: ids::id("visitor", &number.to_string()),
        cart_id: String::new(),
        form: Some(form(number, commune)),
        lines: lines(number, products),
        shown_total: None,
        language: if number % 4 == 1 { "ar" } else { "fr" }.into(),
    };
    let client = shop.client_as("orders", &Actor::shopper())?;
    let answer = wait::until_known(|| {
        let (mut checkout, request) = (CheckoutClient::new(client.clone()), request.clone());
        async move { checkout.place_order(request).await }
    })
    .await
    .with_context(|| format!("order {number}"))?;
    answer.into_inner().order.context("the answer has no order")
}

fn form(number: usize, commune: &orders::Commune) -> orders::CheckoutForm {
    let transporters = transporter_ids();
    let home = number % 3 != 2;
    // The second transporter does not go to the south.
    let second = number.is_multiple_of(5) && home && commune.wilaya_id != "30";
    orders::CheckoutForm {
        first_name: FIRST_NAMES[number * 5 % FIRST_NAMES.len()].into(),
        last_name: LAST_NAMES[number * 3 % LAST_NAMES.len()].into(),
        phone: format!("0{}{:08}", 5 + number % 3, 50_123_456 + number * 7919 % 40_000_000),
        email: String::new(),
        address: if home {
            format!("Cité {} logements, bâtiment {}", 50 + number % 9 * 50, number % 20 + 1)
        } else {
            String::new()
        },
        wilaya_id: commune.wilaya_id.clone(),
        commune_id: commune.id.clone(),
        transporter_id: transporters[usize::from(second)].clone(),
        delivery_type: if home { "home" } else { "desk" }.into(),
    }
}

fn lines(number: usize, products: &[Product]) -> Vec<orders::CheckoutLine> {
    (0..=number % 3)
        .map(|line| {
            let product = &products[(number * 7 + line * 13) % products.len()];
            let combination = product.combinations.get(number % product.combinations.len().max(1));
            orders::CheckoutLine {
                product_id: product.id(),
                combination_id: combination.map(|c| product.combination_id(&c.value.fr)).unwrap_or_default(),
                quantity: if number.is_multiple_of(6) { 2 } else { 1 },
            }
        })
        .collect()
}

/// The steps that an order of this age has taken, by who takes them.
fn steps(number: usize, age: Duration) -> Vec<&'static str> {
    let days = age.whole_days();
    match number % 12 {
        7 if days > 1 => vec!["unreachable", "cancelled"],
        9 if days > 8 => vec!["confirmed", "preparing", "shipped", "attempted", "returning", "returned"],
        9 if days > 3 => vec!["confirmed", "preparing", "shipped", "attempted"],
        4 if days < 2 => vec!["unreachable"],
        _ if days > 5 => vec!["confirmed", "preparing", "shipped", "delivered"],
        _ if days > 3 => vec!["confirmed", "preparing", "shipped"],
        _ if days > 2 => vec!["confirmed", "preparing"],
        _ if days > 1 => vec!["confirmed"],
        _ => Vec::new(),
    }
}

async fn advance(shop: &Shop, placed: &orders::Order, number: usize, age: Duration) -> anyhow::Result<()> {
    let mut version = placed.version;
    for step in steps(number, age) {
        let client = shop.client_as("orders", &employee(step))?;
        let request = orders::TransitionOrderRequest {
            id: placed.id.clone(),
            to: step.into(),
            version,
            reason: reason(step).into(),
            tracking_number: if step == "shipped" {
                format!("NX{:07}", 4_120_000 + number)
            } else {
                String::new()
            },
            ..Default::default()
        };
        let detail = OrdersClient::new(client)
            .transition_order(request)
            .await
            .with_context(|| format!("order {} to {step}", placed.number))?
            .into_inner();
        version = detail.order.context("the answer has no order")?.version;
    }
    Ok(())
}

fn reason(step: &str) -> &'static str {
    match step {
        "cancelled" => "Injoignable après trois appels",
        "attempted" => "Client absent",
        "returning" => "Refusé à la livraison",
        _ => "",
    }
}

/// Whoever takes the step, as its role does in the demo's accounts.
fn employee(step: &str) -> Actor {
    let (name, role) = match step {
        "preparing" | "shipped" | "returned" => ("Karim Haddad", Role::Warehouse),
        "delivered" | "attempted" | "returning" => ("Yacine Mansouri", Role::Payments),
        _ => ("Samira Belkacem", Role::Sales),
    };
    Actor::employee(EmployeeId::from_uuid(ids::uuid("employee", name)), name, vec![role], Vec::new())
}

/// Books the remittances that cover the older half of what was delivered, one per transporter.
async fn settle_oldest(shop: &Shop, past: &[Past]) -> anyhow::Result<()> {
    let old: Vec<&str> = past[..past.len() / 2].iter().map(|order| order.order_id.as_str()).collect();
    for (number, transporter) in (1..).zip(transporter_ids().into_iter().take(2)) {
        let orders = unpaid(shop, &transporter, &old).await?;
        if orders.is_empty() {
            continue;
        }
        let client = shop.client_as("payments", &employee("delivered"))?;
        let request = payments::RecordPaymentRequest {
            idempotency_key: format!("demo-{number}"),
            transporter_id: transporter,
            order_ids: orders,
            reference: format!("VIR-2026-11-{number:02}"),
        };
        TransporterPaymentsClient::new(client).record_payment(request).await?;
    }
    Ok(())
}

/// Which of `orders` the transporter owes, once payments has heard of the last delivery.
async fn unpaid(shop: &Shop, transporter: &str, orders: &[&str]) -> anyhow::Result<Vec<String>> {
    let mut service = ReceivablesClient::new(shop.client("payments")?);
    let mut known = 0;
    loop {
        let request = payments::ListUnpaidRequest { transporter_id: transporter.into() };
        let receivables = service.list_unpaid(request).await?.into_inner().receivables;
        if receivables.len() == known && known > 0 {
            let ids = receivables.into_iter().map(|receivable| receivable.order_id);
            return Ok(ids.filter(|id| orders.contains(&id.as_str())).collect());
        }
        known = receivables.len();
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
}
