//! Many at once.

use std::collections::HashSet;

use futures::future::join_all;
use souk_flow::{CAP, Counter, Shop};
use souk_rpc::Kind;
use souk_testkit::eventually_some;

#[tokio::test(flavor = "multi_thread")]
async fn the_last_pieces_are_sold_once_each_and_everybody_else_is_told() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(21).await.unwrap();
    eventually_some("orders knows the product", CAP, async || counter.order_once(&goods, 1).await.ok()).await;

    let answers = join_all((0..80).map(|_| counter.order_patiently(&goods, 1))).await;
    let (mut sold, mut told) = (0, 0);
    for answer in answers {
        match answer {
            // One that inventory was too busy to answer in time is accepted, and gets its answer by the event.
            Ok(order) if stock_of(&counter, &order.id).await == "reserved" => sold += 1,
            Ok(_) => told += 1,
            Err(refusal) => {
                assert_eq!(
                    (refusal.kind, refusal.code.as_ref()),
                    (Kind::Precondition, "orders.out_of_stock")
                );
                told += 1;
            }
        }
    }
    assert_eq!((sold, told), (20, 60));
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}

/// What inventory said about the order's stock.
async fn stock_of(counter: &Counter, order: &str) -> String {
    let answered =
        async || Some(counter.get_order(order).await.ok()?.stock).filter(|stock| stock != "pending");
    eventually_some("inventory has answered", CAP, answered).await
}

#[tokio::test(flavor = "multi_thread")]
async fn one_order_in_two_payments_at_once_is_paid_once() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(1).await.unwrap();
    let order =
        eventually_some("orders knows the product", CAP, async || counter.order_once(&goods, 1).await.ok())
            .await
            .id;
    for step in ["confirmed", "preparing", "shipped", "delivered"] {
        counter.transition(&order, step).await.unwrap();
    }
    let owed = async || counter.unpaid(&goods).await.ok().filter(|unpaid| !unpaid.is_empty());
    let orders = eventually_some("the transporter owes the order", CAP, owed).await;

    let answers = join_all((0..8).map(|_| counter.record_payment(&goods, &orders))).await;
    let payments: HashSet<_> = answers.into_iter().filter_map(Result::ok).map(|payment| payment.id).collect();
    assert_eq!(payments.len(), 1);
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}
