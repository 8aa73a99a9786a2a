//! Nothing to say about a shop that agrees.

use std::time::Duration;

use souk_testkit::eventually;

use crate::shop::{Shop, fresh, sql};

#[tokio::test]
async fn a_shop_with_orders_in_every_status_agrees() {
    let shop = Shop::open().await;
    let statuses = [
        "placed",
        "unreachable",
        "confirmed",
        "preparing",
        "cancelled",
        "shipped",
        "attempted",
        "delivered",
        "returning",
        "returned",
        "lost",
        "settled",
    ];
    for status in statuses {
        shop.order(status).await;
    }
    shop.reversed_order().await;
    let taken_back = shop.order("delivered").await;
    shop.take_back(taken_back).await;
    let on_its_way = shop.expedition("sent", 0).await;
    shop.leaves(on_its_way).await;
    assert_eq!(shop.verify().await, []);
    shop.close().await;
}

#[tokio::test]
async fn an_answer_that_was_forgotten_in_its_time_is_no_disagreement() {
    let shop = Shop::open().await;
    shop.order("placed").await;
    let later = "DELETE FROM idempotency; UPDATE orders SET placed_at = now() - interval '3 days'";
    sql(&shop.orders, later).await;
    assert_eq!(shop.verify().await, []);
    shop.close().await;
}

#[tokio::test]
async fn a_checkout_in_flight_is_no_disagreement() {
    let shop = Shop::open().await;
    shop.hold(fresh(), "held").await;
    assert_eq!(shop.verify().await, []);
    shop.close().await;
}

#[tokio::test]
async fn an_order_cancelled_before_inventory_heard_of_it_holds_nothing() {
    let shop = Shop::open().await;
    shop.write_order(fresh(), "cancelled", "pending").await;
    assert_eq!(shop.verify().await, []);
    shop.close().await;
}

#[tokio::test]
async fn an_event_that_arrives_meanwhile_is_no_disagreement() {
    let shop = Shop::open().await;
    let event = shop.publish().await;
    let config = souk_verify::Config { settle_seconds: 30, ..shop.config() };
    let (violations, ()) = tokio::join!(souk_verify::verify(&config), async {
        let asked = "SELECT EXISTS (SELECT FROM pg_stat_activity
              WHERE application_name = 'souk-verify' AND datname = current_database() AND query LIKE '%outbox%')";
        eventually("the verifier waits for the event", Duration::from_secs(20), async || {
            sqlx::query_scalar(asked).fetch_one(&shop.inventory).await.unwrap()
        })
        .await;
        sql(&shop.inventory, "UPDATE bus.outbox SET published_at = now()").await;
        let arrives =
            sqlx::query("INSERT INTO bus.inbox (consumer, message_id) VALUES ('catalog', $1)").bind(event);
        arrives.execute(&shop.catalog).await.unwrap();
    });
    assert_eq!(violations.unwrap(), []);
    shop.close().await;
}
