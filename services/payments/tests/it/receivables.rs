//! What transporters owe.

use souk_kernel::Role;
use souk_proto::orders::v1::Order;
use souk_proto::payments::v1 as proto;
use souk_proto::payments::v1::receivables_server::Receivables as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, Step, by, clerk, order, staff};

#[souk_testkit::test(SCHEMA)]
async fn a_delivery_is_owed_once_and_the_oldest_is_listed_first(pool: PgPool) {
    let shop = Shop::open(pool);
    let (transporter, other) = (shop.id(), shop.id());
    let newer = order(&shop.id(), &transporter, 150_050);
    let mut older = order(&shop.id(), &transporter, 99_900);
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

    let balances = shop.balances().await;
    let of_transporter = balances.iter().find(|balance| balance.transporter_id == transporter).expect("owes");
    assert_eq!((balances.len(), of_transporter.orders, of_transporter.total), (2, 2, 249_950));
    assert_eq!(of_transporter.oldest_delivered_at, "2026-11-01T10:00:00Z");
}

/// Every sequence of three of the two events: each in its turn, late, and twice.
#[souk_testkit::test(SCHEMA)]
async fn a_delivery_that_was_taken_back_is_not_owed_whichever_event_comes_first(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    for sequence in 0..8 {
        let steps = [0, 1, 2].map(|bit| if sequence >> bit & 1 == 1 { Step::Back } else { Step::Delivered });
        let id = shop.id();
        for step in steps {
            shop.happens(step, order(&id, &transporter, 5_000)).await.expect("handled");
        }
        let is_owed = !steps.contains(&Step::Back);
        let owed = shop.unpaid(&transporter).await.iter().any(|it| it.order_id == id);
        assert_eq!(owed, is_owed, "{steps:?}");
        if !is_owed {
            let refused = shop.record(shop.remittance(&transporter, &[&id])).await.expect_err("nothing due");
            assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "payments.unknown_order"));
        }
    }
    shop.assert_adds_up().await;
    let reasons: Vec<String> =
        sqlx::query_scalar("SELECT DISTINCT reason FROM receivable_entries WHERE kind = 'taken_back'")
            .fetch_all(shop.pool())
            .await
            .expect("read");
    assert_eq!(reasons, ["Clic par erreur"]);
}

/// Delivered, taken back by mistake, delivered after all: each in its turn, late, twice, or first heard of at the end.
#[souk_testkit::test(SCHEMA)]
async fn a_delivery_that_was_taken_back_by_mistake_is_owed_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    for sequence in [&[1, 2, 3][..], &[1, 3, 2], &[3, 1, 2, 3], &[2, 1, 3], &[3]] {
        let id = shop.id();
        for version in sequence {
            shop.turns(*version, order(&id, &transporter, 5_000)).await.expect("handled");
        }
        assert!(shop.unpaid(&transporter).await.iter().any(|it| it.order_id == id), "{sequence:?}");
    }
    let id = shop.delivered(&transporter, 700).await;
    shop.taken_back(&id, &transporter, 700).await;
    let later = Order { delivered_at: "2027-01-05T10:00:00Z".into(), ..order(&id, &transporter, 700) };
    shop.turns(3, later).await.expect("after a release that did not count");
    let owed = shop.unpaid(&transporter).await.into_iter().find(|it| it.order_id == id).expect("owed");
    assert_eq!(owed.delivered_at, "2027-01-05T10:00:00Z", "since the last time");
    shop.record(shop.remittance(&transporter, &[&id])).await.expect("it is owed");
    shop.assert_adds_up().await;
    assert!(shop.turns(1_001, order(&shop.id(), &transporter, 1)).await.is_err(), "nobody turns it so often");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_due_is_found_by_the_number_of_its_order(pool: PgPool) {
    let shop = Shop::open(pool);
    let (transporter, other) = (shop.id(), shop.id());
    for (number, of) in [("A-10234", &transporter), ("A-110234", &transporter), ("A-10235", &other)] {
        let due = Order { number: number.into(), ..order(&shop.id(), of, 100) };
        shop.happens(Step::Delivered, due).await.expect("handled");
    }
    let found = async |number: &str| {
        let transporter_id = transporter.clone();
        let request =
            proto::ListUnpaidRequest { transporter_id, number: number.into(), ..Default::default() };
        let answer = shop.receivables.list_unpaid(by(&clerk(), request)).await.expect("listed").into_inner();
        answer.receivables.into_iter().map(|it| it.order_number).collect::<Vec<_>>()
    };
    for number in ["A-10234", "a 10234", "10234", "١٠٢٣٤", "A-010234"] {
        assert_eq!(found(number).await, ["A-10234"], "{number}");
    }
    assert_eq!(found("10235").await, [""; 0], "another transporter's");
    let several = async |numbers: &[&str]| {
        let numbers = numbers.iter().map(|&number| number.to_owned()).collect();
        let request =
            proto::ListUnpaidRequest { transporter_id: transporter.clone(), numbers, ..Default::default() };
        let answer =
            shop.receivables.list_unpaid(by(&clerk(), request)).await.map_err(Failure::from)?.into_inner();
        Ok::<_, Failure>(answer.receivables.into_iter().map(|it| it.order_number).collect::<Vec<_>>())
    };
    let mut two = several(&["A-110234", "A-10235", "10234", "A-10234"]).await.expect("listed");
    two.sort();
    assert_eq!(two, ["A-10234", "A-110234"]);
    let refused = several(&["A-"; 201]).await.expect_err("refused");
    let fields: Vec<_> = refused.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(fields[..2], ["numbers", "numbers[0]"], "too many, and each that is none");
}

#[souk_testkit::test(SCHEMA)]
async fn a_renamed_transporter_is_called_as_its_newest_order_says(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let mut names = Vec::new();
    // The parcel of the newer order arrived first.
    for (name, number, day) in [("Fusée", "A-10000", "01"), ("Rapide", "A-9999", "02")] {
        let delivered_at = format!("2026-11-{day}T10:00:00Z");
        let (transporter_name, number) = (name.into(), number.into());
        let due = Order { transporter_name, number, delivered_at, ..order(&shop.id(), &transporter, 100) };
        names.push(due.id.clone());
        shop.happens(Step::Delivered, due).await.expect("handled");
    }
    assert_eq!(shop.balances().await[0].transporter_name, "Fusée");
    names.sort();
    let paid = shop.record(shop.remittance(&transporter, &[&names[0], &names[1]])).await.expect("recorded");
    assert_eq!(paid.transporter_name, "Fusée");
}

#[souk_testkit::test(SCHEMA)]
async fn a_parcel_that_was_never_delivered_owes_nothing(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let refused = Order { delivered_at: String::new(), ..order(&shop.id(), &transporter, 5_000) };
    shop.happens(Step::Back, refused.clone()).await.expect("handled");
    assert_eq!(shop.balances().await, []);
    let refused = shop.record(shop.remittance(&transporter, &[&refused.id])).await.expect_err("nothing due");
    assert_eq!(refused.code, "payments.unknown_order");
}

#[souk_testkit::test(SCHEMA)]
async fn a_delivery_taken_back_while_it_is_paid_is_told_until_its_payment_is_reversed(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let (back, kept) = (shop.delivered(&transporter, 5_000).await, shop.delivered(&transporter, 700).await);
    let paid = shop.record(shop.remittance(&transporter, &[&back, &kept])).await.expect("recorded");
    shop.taken_back(&back, &transporter, 5_000).await;
    let balance = &shop.balances().await[0];
    assert_eq!((balance.orders, balance.total), (0, 0));
    assert_eq!((balance.overpaid_orders, balance.overpaid_total), (1, 5_000));
    let read = shop.read(&paid.id).await;
    let flagged: Vec<_> = read.receivables.iter().filter(|it| it.taken_back).map(|it| &it.order_id).collect();
    assert_eq!(flagged, [&back]);

    shop.reverse(shop.reversal(&read, &[&back])).await.expect("reversed");
    assert_eq!((shop.balances().await, shop.unpaid(&transporter).await), (vec![], vec![]));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn entries_are_never_changed(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.delivered(&shop.id(), 5_000).await;
    for change in ["UPDATE receivable_entries SET amount = 0", "DELETE FROM receivable_entries"] {
        let error = sqlx::query(sqlx::AssertSqlSafe(change)).execute(shop.pool()).await.expect_err("refused");
        assert_eq!(error.into_database_error().expect("the database's").code().as_deref(), Some("23001"));
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_that_can_not_be_is_refused(pool: PgPool) {
    let shop = Shop::open(pool);
    let good = order(&shop.id(), &shop.id(), 5_000);
    let mut odd = vec![good.clone(), good.clone(), good.clone(), good];
    odd[0].total = -1;
    odd[1].id = "A-1".into();
    odd[2].transporter_id = String::new();
    odd[3].number = String::new();
    for order in odd {
        assert!(shop.happens(Step::Delivered, order).await.is_err());
    }
}

#[souk_testkit::test(SCHEMA)]
async fn only_those_who_handle_money_see_it(pool: PgPool) {
    let shop = Shop::open(pool);
    for actor in [Actor::shopper(), staff(Role::Sales), staff(Role::Warehouse), staff(Role::Content)] {
        let refused = shop.receivables.list_balances(by(&actor, proto::ListBalancesRequest {})).await;
        assert_eq!(Failure::from(refused.expect_err("not theirs")).kind, Kind::Forbidden);
        let refused = shop.receivables.list_unpaid(by(&actor, proto::ListUnpaidRequest::default())).await;
        assert_eq!(Failure::from(refused.expect_err("not theirs")).kind, Kind::Forbidden);
    }
    let request =
        proto::ListUnpaidRequest { transporter_id: "1".into(), number: "A-".into(), ..Default::default() };
    let refused =
        Failure::from(shop.receivables.list_unpaid(by(&clerk(), request)).await.expect_err("no id"));
    let fields: Vec<_> = refused.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!((refused.kind, fields), (Kind::Invalid, vec!["transporterId", "number"]));
}
