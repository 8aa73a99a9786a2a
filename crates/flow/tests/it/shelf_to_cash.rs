//! The main job: one order from the shelf to the cash, and the ways on which it ends before.

use souk_flow::{CAP, Counter, DELIVERY, Goods, PRICE, Shop};
use souk_testkit::{eventually, eventually_some};

/// Orders as soon as orders has heard of the product.
async fn first_order(counter: &Counter, goods: &Goods) -> String {
    eventually_some("orders knows the product", CAP, async || counter.order_once(goods, 2).await.ok())
        .await
        .id
}

async fn reservation_becomes(counter: &Counter, order: &str, state: &str) {
    let what = format!("the reservation is {state}");
    eventually(&what, CAP, async || counter.reservation(order).await.is_ok_and(|now| now == state)).await;
}

/// What is published about the goods follows their stock within moments.
async fn pieces_for_sale(counter: &Counter, goods: &Goods, pieces: i64) {
    let what = format!("{pieces} pieces are for sale");
    eventually(&what, CAP, async || counter.available(goods).await.is_ok_and(|now| now == pieces)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_goes_from_the_shelf_to_the_cash() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(10).await.unwrap();
    let order = first_order(&counter, &goods).await;
    reservation_becomes(&counter, &order, "confirmed").await;
    let placed = counter.get_order(&order).await.unwrap();
    assert_eq!(placed.total, 2 * PRICE + DELIVERY);
    pieces_for_sale(&counter, &goods, 8).await;

    for step in ["confirmed", "preparing", "shipped"] {
        counter.transition(&order, step).await.unwrap();
    }
    reservation_becomes(&counter, &order, "shipped").await;
    counter.transition(&order, "delivered").await.unwrap();
    let owed = async || counter.unpaid(&goods).await.is_ok_and(|unpaid| unpaid == [order.clone()]);
    eventually("the transporter owes the order", CAP, owed).await;

    let payment = counter.record_payment(&goods, std::slice::from_ref(&order)).await.unwrap();
    assert_eq!(payment.total, placed.total);
    let settled = async || counter.get_order(&order).await.is_ok_and(|order| order.status == "settled");
    eventually("the order is settled", CAP, settled).await;
    pieces_for_sale(&counter, &goods, 8).await;
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}

/// Both ways back: a payment that was recorded wrongly, and a delivery that was clicked by mistake.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_goes_from_the_shelf_to_the_cash_and_back() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(10).await.unwrap();
    let (back, kept) = (first_order(&counter, &goods).await, counter.order_once(&goods, 1).await.unwrap().id);
    for order in [&back, &kept] {
        reservation_becomes(&counter, order, "confirmed").await;
        for step in ["confirmed", "preparing", "shipped", "delivered"] {
            counter.transition(order, step).await.unwrap();
        }
    }
    let owed = async |count: usize| counter.unpaid(&goods).await.is_ok_and(|unpaid| unpaid.len() == count);
    let becomes = async |order: &str, status: &str| {
        let what = format!("the order is {status}");
        eventually(&what, CAP, async || counter.get_order(order).await.is_ok_and(|it| it.status == status))
            .await;
    };
    eventually("the transporter owes both", CAP, async || owed(2).await).await;
    let payment = counter.record_payment(&goods, &[back.clone(), kept.clone()]).await.unwrap();
    becomes(&back, "settled").await;
    becomes(&kept, "settled").await;
    assert!(counter.transition(&back, "returning").await.is_err(), "its payment stands");

    let payment = counter.reverse_payment(&payment, &[]).await.unwrap();
    assert_eq!(payment.reversed_total, payment.total);
    becomes(&back, "delivered").await;
    becomes(&kept, "delivered").await;
    assert!(owed(2).await, "it is owed as soon as it is reversed");
    counter.transition(&back, "returning").await.unwrap();
    eventually("what goes back is not owed", CAP, async || owed(1).await).await;
    counter.record_payment(&goods, std::slice::from_ref(&kept)).await.unwrap();
    becomes(&kept, "settled").await;
    reservation_becomes(&counter, &back, "shipped").await;
    counter.transition(&back, "returned").await.unwrap();
    reservation_becomes(&counter, &back, "returned").await;
    pieces_for_sale(&counter, &goods, 9).await;
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_shown_and_what_is_charged_have_one_switch() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(1_000).await.unwrap();
    first_order(&counter, &goods).await;
    for (basis, price) in [("ttc", PRICE * 119 / 100), ("ht", PRICE)] {
        counter.set_price_basis(basis).await.unwrap();
        let charged =
            async || counter.order_once(&goods, 1).await.is_ok_and(|order| order.total == price + DELIVERY);
        eventually(&format!("prices are {basis}"), CAP, charged).await;
    }
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_order_and_a_returned_parcel_give_their_pieces_back() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(4).await.unwrap();
    let (cancelled, returned) =
        (first_order(&counter, &goods).await, counter.order_once(&goods, 2).await.unwrap().id);
    pieces_for_sale(&counter, &goods, 0).await;

    counter.transition(&cancelled, "cancelled").await.unwrap();
    reservation_becomes(&counter, &cancelled, "released").await;
    for step in ["confirmed", "preparing", "shipped", "returning", "returned"] {
        counter.transition(&returned, step).await.unwrap();
    }
    reservation_becomes(&counter, &returned, "returned").await;
    pieces_for_sale(&counter, &goods, 4).await;
    assert_eq!(counter.unpaid(&goods).await.unwrap(), Vec::<String>::new());
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}
