//! What transporters owe.

use souk_kernel::Role;
use souk_payments::MIGRATOR;
use souk_proto::payments::v1 as wire;
use souk_proto::payments::v1::receivables_server::Receivables as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{Shop, Step, by, clerk, order, staff};

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_delivery_is_owed_once_and_the_oldest_is_listed_first(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (transporter, other) = (shop.id(), shop.id());
    let newer = order(&shop.id(), 5, &transporter, 150_050);
    let mut older = order(&shop.id(), 5, &transporter, 99_900);
    older.delivered_at = "2026-11-01T10:00:00Z".into();
    for _ in 0..2 {
        shop.happens(Step::Delivered, newer.clone()).await.expect("handled");
        shop.happens(Step::Delivered, older.clone()).await.expect("handled");
    }
    shop.delivered(&other, 1).await;
    let listed = shop.unpaid(&transporter).await;
    let listed: Vec<_> =
        listed.iter().map(|it| (&it.order_id, it.total, it.customer_name.as_str())).collect();
    assert_eq!(listed, [(&older.id, 99_900, "Amine Benali"), (&newer.id, 150_050, "Amine Benali")]);

    let balances = shop.receivables.list_balances(by(&clerk(), wire::ListBalancesRequest {})).await;
    let balances = balances.expect("listed").into_inner().balances;
    let of_transporter = balances.iter().find(|balance| balance.transporter_id == transporter).expect("owes");
    assert_eq!((balances.len(), of_transporter.orders, of_transporter.total), (2, 2, 249_950));
    assert_eq!(of_transporter.oldest_delivered_at, "2026-11-01T10:00:00Z");
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_parcel_that_came_back_is_not_owed_whichever_event_comes_first(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let transporter = shop.id();
    for (first, second) in
        [((Step::Delivered, 5), (Step::Returned, 7)), ((Step::Returned, 7), (Step::Delivered, 5))]
    {
        let id = shop.id();
        for (step, version) in [first, second, first, second] {
            shop.happens(step, order(&id, version, &transporter, 5_000)).await.expect("handled");
        }
        assert_eq!(shop.unpaid(&transporter).await, [], "{first:?}, {second:?}");
        let refused = shop.record(shop.remittance(&transporter, &[&id])).await.expect_err("nothing due");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "payments.unknown_order"));
    }
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_return_after_the_payment_needs_a_person(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let transporter = shop.id();
    let id = shop.delivered(&transporter, 5_000).await;
    shop.record(shop.remittance(&transporter, &[&id])).await.expect("recorded");
    shop.happens(Step::Returned, order(&id, 4, &transporter, 5_000)).await.expect("older than the delivery");
    let refused = shop.happens(Step::Returned, order(&id, 9, &transporter, 5_000)).await;
    assert!(refused.expect_err("paid").to_string().contains(&id));
    shop.assert_adds_up().await;
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn an_order_that_can_not_be_is_refused(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let good = order(&shop.id(), 5, &shop.id(), 5_000);
    let mut odd = vec![good.clone(), good.clone(), good.clone(), good];
    odd[0].total = -1;
    odd[1].id = "A-1".into();
    odd[2].transporter_id = String::new();
    odd[3].number = String::new();
    for order in odd {
        assert!(shop.happens(Step::Delivered, order).await.is_err());
    }
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn only_those_who_handle_money_see_it(pool: PgPool) {
    let shop = Shop::open(pool).await;
    for actor in [Actor::shopper(), staff(Role::Sales), staff(Role::Warehouse), staff(Role::Content)] {
        let refused = shop.receivables.list_balances(by(&actor, wire::ListBalancesRequest {})).await;
        assert_eq!(Failure::from(refused.expect_err("not theirs")).kind, Kind::Forbidden);
        let refused = shop.receivables.list_unpaid(by(&actor, wire::ListUnpaidRequest::default())).await;
        assert_eq!(Failure::from(refused.expect_err("not theirs")).kind, Kind::Forbidden);
    }
    let request = wire::ListUnpaidRequest { transporter_id: "1".into() };
    let refused =
        Failure::from(shop.receivables.list_unpaid(by(&clerk(), request)).await.expect_err("no id"));
    assert_eq!((refused.kind, refused.violations[0].field.as_str()), (Kind::Invalid, "transporterId"));
}
