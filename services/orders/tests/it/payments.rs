//! A transporter pays for a thousand orders at once: they are settled, and made delivered again, a hundred of them together.

use std::time::Duration;

use souk_bus::Tuning;
use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_proto::payments::v1::{Cover, TransporterPaymentRecorded, TransporterPaymentReversed};
use souk_testkit::{SpanStatements, eventually};
use sqlx::PgPool;
use tokio::time::timeout;

use crate::bus::Neighbours;
use crate::support::{SCHEMA, staff};

const CAP: Duration = Duration::from_secs(20);

/// As many orders as a payment may have.
const MOST: i32 = 1_000;
/// So many of them hear of it in one transaction.
const PORTION: i32 = 100;

async fn delivered(neighbours: &Neighbours) -> proto::Order {
    let shop = &neighbours.shop;
    let mut order = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "delivered"] {
        order = shop.step(&staff("Nadia", Role::Admin), &order, to).await.expect("a legal step");
    }
    order
}

async fn all_become(neighbours: &Neighbours, status: &str, count: i64) {
    let are_so = async || {
        let found =
            sqlx::query_scalar::<_, i64>("SELECT count(*) FROM orders WHERE status = $1").bind(status);
        found.fetch_one(&neighbours.shop.pool).await.expect("counted") == count
    };
    eventually(&format!("{count} are {status}"), CAP, are_so).await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_payment_of_a_hundred_orders_takes_as_many_statements_as_one_of_a_single_order(pool: PgPool) {
    let neighbours = Neighbours::of(pool).await;
    let order = delivered(&neighbours).await;
    let mut statements = SpanStatements::begin("consume");
    let mut counts = Vec::new();
    let mut version = 0;
    let mut pay = async |ids: &[String], recorded: bool| {
        version += 1;
        let covers = ids.iter().map(|id| Cover { order_id: id.clone(), version }).collect();
        let number = "P-101".into();
        if recorded {
            let event = TransporterPaymentRecorded { number, covers, ..Default::default() };
            neighbours.say(event, &order).await;
        } else {
            let event = TransporterPaymentReversed { number, covers, ..Default::default() };
            neighbours.say(event, &order).await;
        }
        let status = if recorded { "settled" } else { "delivered" };
        all_become(&neighbours, status, i64::try_from(ids.len()).expect("a count")).await;
        counts.push(timeout(CAP, statements.next()).await.expect("it is acknowledged"));
    };
    let one = [order.id.clone()];
    pay(&one, true).await;
    pay(&one, false).await;
    let all = neighbours.shop.copy_order(PORTION - 1).await;
    pay(&all, true).await;
    pay(&all, false).await;
    assert_eq!(counts[..2], counts[2..]);
    assert_eq!(neighbours.shop.count("bus.failures").await, 0, "each within its time");
    for rows in [
        "bus.outbox WHERE type = 'souk.orders.v1.OrderSettled'",
        "bus.outbox WHERE type = 'souk.orders.v1.OrderPaymentChanged'",
        "order_timeline WHERE kind = 'settled'",
        "order_timeline WHERE kind = 'payment_reversed'",
    ] {
        assert_eq!(neighbours.shop.count(rows).await, i64::from(PORTION) + 1, "{rows}");
    }
    neighbours.leave().await;
}

/// All of them take 4 s, of which a handler has two.
#[souk_testkit::test(SCHEMA)]
async fn a_payment_of_a_thousand_orders_is_handled_in_parts_on_a_slow_disk(pool: PgPool) {
    let tuning = Tuning { handling_timeout: Duration::from_secs(2), ..Tuning::default() };
    let neighbours = Neighbours::with(pool, tuning).await;
    let order = delivered(&neighbours).await;
    let all = neighbours.shop.copy_order(MOST - 1).await;
    let slow = "CREATE FUNCTION writes_slowly() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_sleep(0.004); RETURN NEW; END $$;
                CREATE TRIGGER slow BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION writes_slowly()";
    sqlx::raw_sql(slow).execute(&neighbours.shop.pool).await.expect("made slow");
    let covers = all.iter().map(|id| Cover { order_id: id.clone(), version: 1 }).collect();
    let event = TransporterPaymentRecorded { number: "P-101".into(), covers, ..Default::default() };
    let message = neighbours.say(event, &order).await;
    all_become(&neighbours, "settled", MOST.into()).await;
    eventually("it is remembered as handled", CAP, async || neighbours.are_handled(&[message]).await).await;
    for rows in
        ["bus.outbox WHERE type = 'souk.orders.v1.OrderSettled'", "order_timeline WHERE kind = 'settled'"]
    {
        assert_eq!(neighbours.shop.count(rows).await, i64::from(MOST), "{rows}");
    }
    neighbours.leave().await;
}
