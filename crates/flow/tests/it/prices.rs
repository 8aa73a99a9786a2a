//! What the page shows is what checkout charges, also at the moment at which a promotion begins or ends.

use std::time::Duration;

use souk_flow::{CAP, DELIVERY, PRICE, Shop};
use souk_kernel::{Clock as _, SystemClock, rfc3339};
use souk_testkit::eventually;

/// Between two shoppers.
const PACE: Duration = Duration::from_millis(150);

/// One per cent off for ever tells that orders has heard of the set; the planned fifth off comes and goes while no event can
/// arrive. No shopper is charged what he was not shown: whoever was shown the price of before is asked again.
#[tokio::test(flavor = "multi_thread")]
async fn a_promotion_begins_and_ends_for_page_and_checkout_alike_while_the_broker_is_away() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(1_000).await.unwrap();
    let start = SystemClock.now() + time::Duration::seconds(6);
    let end = start + time::Duration::seconds(4);
    counter.promote(2_000, rfc3339(start), rfc3339(end)).await.unwrap();
    counter.promote(100, String::new(), String::new()).await.unwrap();
    let (before, reduced) = (PRICE * 99 / 100, PRICE * 80 / 100);
    let knows =
        async || counter.order_once(&goods, 1).await.is_ok_and(|order| order.total < PRICE + DELIVERY);
    eventually("orders knows the promotions", CAP, knows).await;

    shop.broker.cut();
    let mut charged = Vec::new();
    let mut pace = tokio::time::interval(PACE);
    while SystemClock.now() < end + time::Duration::seconds(1) {
        pace.tick().await;
        let shown = counter.shown_price().await.unwrap();
        match counter.order_shown(&goods, shown).await {
            Ok(order) => charged.push(order.total - DELIVERY),
            Err(failure) => {
                assert_eq!(failure.code, "orders.price_changed");
                assert_ne!(counter.shown_price().await.unwrap(), shown, "it is shown what it is now");
            }
        }
    }
    charged.dedup();
    assert!(charged.ends_with(&[reduced, before]), "{charged:?}");
    shop.broker.mend();
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}
