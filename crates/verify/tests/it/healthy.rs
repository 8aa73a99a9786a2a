//! Nothing to say about a shop that agrees.

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
        "settled",
    ];
    for status in statuses {
        shop.order(status).await;
    }
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
