//! Taking an order depends on nothing but the orders service.

use std::time::Duration;

use souk_flow::{CAP, Shop};
use souk_testkit::{eventually, eventually_some};

/// As long as a broker takes to be upgraded: longer than every timeout and most waits between two tries.
const OUTAGE: Duration = Duration::from_mins(1);
const ORDERS: u32 = 20;

#[tokio::test(flavor = "multi_thread")]
async fn orders_are_taken_while_the_broker_is_away_for_a_minute_and_their_events_follow() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(100).await.unwrap();
    eventually_some("orders knows the product", CAP, async || counter.order_once(&goods, 1).await.ok()).await;

    shop.broker.cut();
    eventually("the services know it", CAP, async || !shop.is_connected()).await;
    let mut placed = Vec::new();
    let mut pace = tokio::time::interval(OUTAGE / ORDERS);
    for _ in 0..ORDERS {
        pace.tick().await;
        placed.push(counter.order_once(&goods, 1).await.unwrap().id);
    }
    assert_ne!(counter.reservation(&placed[0]).await.unwrap(), "confirmed", "nobody could say so");

    shop.broker.mend();
    for order in &placed {
        let confirmed = async || counter.reservation(order).await.is_ok_and(|state| state == "confirmed");
        eventually("every order is confirmed", CAP, confirmed).await;
    }
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_are_taken_while_inventory_is_away_and_get_their_stock_later() {
    let mut shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(2).await.unwrap();
    eventually_some("orders knows the product", CAP, async || counter.order_once(&goods, 1).await.ok()).await;

    shop.stop_inventory().await;
    let (lucky, late) =
        (counter.order_once(&goods, 1).await.unwrap(), counter.order_once(&goods, 1).await.unwrap());
    assert_eq!((lucky.stock.as_str(), late.stock.as_str()), ("pending", "pending"));

    shop.start_inventory().unwrap();
    let mut outcomes = Vec::new();
    for order in [&lucky.id, &late.id] {
        let answered =
            async || Some(counter.get_order(order).await.ok()?.stock).filter(|stock| stock != "pending");
        outcomes.push(eventually_some("inventory has answered", CAP, answered).await);
    }
    outcomes.sort();
    assert_eq!(outcomes, ["rejected", "reserved"], "one piece was left");
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}
