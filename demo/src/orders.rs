//! A few weeks of orders, placed as shoppers place them, and one in five as staff take it on the telephone. An order of the demo is
//! known by its phone number, for ever: the key that places it once is forgotten after two days.

use anyhow::Context as _;
use souk_proto::orders::v1 as orders;
use souk_proto::orders::v1::checkout_client::CheckoutClient;
use souk_proto::orders::v1::geography_client::GeographyClient;
use souk_proto::orders::v1::orders_client::OrdersClient;
use souk_proto::orders::v1::staff_orders_client::StaffOrdersClient;
use souk_rpc::{Actor, Client};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::data::{self, Component, Product};
use crate::transporters::transporter_ids;
use crate::{Shop, ids, life, wait};

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

/// An order of the demo, and when it should have been placed.
#[derive(Debug)]
pub struct Made {
    pub id: Uuid,
    pub order: orders::Order,
    pub placed_at: OffsetDateTime,
}

impl Made {
    /// Whether its transporter got cash for it.
    pub fn is_delivered(&self) -> bool {
        matches!(self.order.status.as_str(), "delivered" | "settled")
    }
}

/// Whether the orders were moved into the past, the last thing that a load does: the id of its first timeline row tells when
/// an order was really placed.
pub async fn are_in_the_past(shop: &Shop) -> anyhow::Result<bool> {
    let Some(first) = find(shop, 0).await? else { return Ok(false) };
    let request = orders::GetOrderRequest { id: first.id };
    let detail = OrdersClient::new(shop.client("orders")?).get_order(request).await?.into_inner();
    let entry: Uuid = detail.timeline.first().context("an order without a timeline")?.id.parse()?;
    let (made_at, _) = entry.get_timestamp().context("a timeline row's id has no time")?.to_unix();
    let placed_at = OffsetDateTime::parse(&first.placed_at, &Rfc3339)?;
    Ok(placed_at + Duration::days(1) < OffsetDateTime::from_unix_timestamp(i64::try_from(made_at)?)?)
}

/// Makes those of `count` orders that are missing, and takes each as far as it should be.
pub async fn load(shop: &Shop, count: usize) -> anyhow::Result<Vec<Made>> {
    let products = in_stock()?;
    let communes = communes(&shop.client("orders")?).await?;
    let mut made = Vec::with_capacity(count);
    for number in 0..count {
        let placed = match find(shop, number).await? {
            Some(order) => order,
            None => place(shop, number, &products, &communes).await?,
        };
        let age = life::age(number, count)?;
        let order = life::advance(shop, &placed.id, number, age).await?;
        made.push(Made { id: order.id.parse()?, order, placed_at: at(age, number) });
    }
    Ok(made)
}

/// What shoppers of the demo order.
pub fn in_stock() -> anyhow::Result<Vec<Product>> {
    Ok(data::products()?
        .into_iter()
        .filter(|product| product.stock != Some(0) && product.available_in_days.is_none())
        .collect())
}

async fn find(shop: &Shop, number: usize) -> anyhow::Result<Option<orders::Order>> {
    let request =
        orders::ListOrdersRequest { query: phone(number), sort: "oldest".into(), ..Default::default() };
    let client = shop.client("orders")?;
    let found = wait::until_known(|| {
        let (mut service, request) = (OrdersClient::new(client.clone()), request.clone());
        async move { service.list_orders(request).await }
    })
    .await?;
    Ok(found.into_inner().orders.into_iter().next())
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
    if number % 5 == 3 {
        return take_by_telephone(shop, number, products, commune).await;
    }
    let request = orders::PlaceOrderRequest {
        idempotency_key: format!("demo-{number}"),
        request_hash: format!("demo-{number}"),
        visitor_id: ids::id("visitor", &number.to_string()),
        form: Some(form(number, commune)),
        lines: lines(number, products),
        shown_total: None,
        language: if number % 4 == 1 { "ar" } else { "fr" }.into(),
        client_network: String::new(),
        client_site: String::new(),
        only_placed: false,
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

async fn take_by_telephone(
    shop: &Shop,
    number: usize,
    products: &[Product],
    commune: &orders::Commune,
) -> anyhow::Result<orders::Order> {
    let request = orders::CreateOrderRequest {
        idempotency_key: format!("demo-{number}"),
        request_hash: format!("demo-{number}"),
        form: Some(form(number, commune)),
        lines: lines(number, products),
        shown_total: None,
        language: "fr".into(),
        confirm: false,
        r#type: "phoneorder".into(),
    };
    let client = shop.client_as("orders", &life::employee("placed"))?;
    let answer = wait::until_known(|| {
        let (mut service, request) = (StaffOrdersClient::new(client.clone()), request.clone());
        async move { service.create_order(request).await }
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
    let (first_name, last_name) = name(number);
    orders::CheckoutForm {
        first_name,
        last_name,
        phone: phone(number),
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

/// First and last name of who orders.
pub fn name(number: usize) -> (String, String) {
    let [first, last] =
        [FIRST_NAMES[number * 5 % FIRST_NAMES.len()], LAST_NAMES[number * 3 % LAST_NAMES.len()]];
    (first.into(), last.into())
}

/// Every order of the demo has its own.
pub fn phone(number: usize) -> String {
    format!("0{}{:08}", 5 + number % 3, 50_123_456 + number * 7919 % 40_000_000)
}

/// What the order of this number is of.
pub fn lines(number: usize, products: &[Product]) -> Vec<orders::CheckoutLine> {
    (0..=number % 3)
        .map(|line| {
            let product = &products[(number * 7 + line * 13) % products.len()];
            let combination = product.combinations.get(number % product.combinations.len().max(1));
            orders::CheckoutLine {
                product_id: product.id(),
                combination_id: combination.map(|c| product.combination_id(&c.value.fr)).unwrap_or_default(),
                quantity: pieces(product, number.is_multiple_of(6)),
                choices: choices(number, product, products),
            }
        })
        .collect()
}

/// The fewest that can be ordered, or the next number.
fn pieces(product: &Product, is_more: bool) -> i64 {
    let (minimum, step) = product.quantity_rule.map_or((1, 1), |rule| (rule.minimum, rule.step));
    i64::from(minimum + if is_more { step } else { 0 })
}

/// What somebody chose of a flexible pack.
fn choices(number: usize, pack: &Product, products: &[Product]) -> Vec<String> {
    let choice = |part: &Component| {
        let among = part.choices.as_ref()?;
        let product = products.iter().find(|product| product.slug == part.product)?;
        let mut offered: Vec<&str> = among.iter().map(String::as_str).collect();
        if offered.is_empty() {
            offered = product.combinations.iter().map(|own| own.value.fr.as_str()).collect();
        }
        let value = offered.get(number % offered.len().max(1))?;
        Some(product.combination_id(value))
    };
    pack.pack.iter().filter_map(choice).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_order_has_a_phone_number_of_its_own() {
        let phones: HashSet<_> = (0..10_000).map(phone).collect();
        assert_eq!(phones.len(), 10_000);
    }
}
