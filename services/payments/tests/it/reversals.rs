//! Payments taken back, whole or in part, alone and at once.

use souk_kernel::Role;
use souk_proto::payments::v1::transporter_payments_server::TransporterPayments as _;
use souk_proto::payments::v1::{self as proto, TransporterPaymentReversed};
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::support::{SCHEMA, Shop, by, staff};

/// A payment of three orders worth 100, 20 and 3 centimes.
async fn paid(shop: &Shop, transporter: &str) -> (proto::Payment, [String; 3]) {
    let mut orders = Vec::new();
    for worth in [100, 20, 3] {
        orders.push(shop.delivered(transporter, worth).await);
    }
    let orders: [String; 3] = orders.try_into().expect("three");
    let payment = shop.record(shop.remittance(transporter, &orders.each_ref())).await.expect("recorded");
    (payment, orders)
}

#[souk_testkit::test(SCHEMA)]
async fn a_reversed_order_is_owed_again_and_can_be_paid_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let (payment, [first, second, third]) = paid(&shop, &transporter).await;
    let reversed = shop.reverse(shop.reversal(&payment, &[&second])).await.expect("reversed");
    assert_eq!((reversed.total, reversed.orders, reversed.version), (123, 3, 2));
    assert_eq!((reversed.reversed_total, reversed.reversed_orders), (20, 1));
    let reversal = &reversed.reversals[0];
    assert_eq!((reversal.total, reversal.reason.as_str()), (20, "Bordereau d'un autre jour"));
    assert_eq!(reversal.actor.as_ref().expect("somebody").name, "Nadia K.");
    for covered in &reversed.receivables {
        let expected = if covered.order_id == second { reversal.id.as_str() } else { "" };
        assert_eq!(covered.reversal_id, expected, "{first} and {third} stay");
    }
    let unpaid: Vec<_> = shop.unpaid(&transporter).await.into_iter().map(|it| it.order_id).collect();
    assert_eq!(unpaid, std::slice::from_ref(&second));

    let again = shop.record(shop.remittance(&transporter, &[&second])).await.expect("paid again");
    assert_eq!((again.total, shop.unpaid(&transporter).await), (20, vec![]));
    let events: Vec<TransporterPaymentReversed> = shop.published().await;
    assert_eq!((events.len(), events[0].total, events[0].remaining_total), (1, 20, 103));
    assert_eq!((events[0].version, events[0].remaining_order_ids.len()), (2, 2));
    assert_eq!(events[0].covers, [proto::Cover { order_id: second.clone(), version: 2 }]);
    let recorded: Vec<proto::TransporterPaymentRecorded> = shop.published().await;
    let again = recorded.iter().find(|event| event.payment_id == again.id).expect("told");
    assert_eq!(again.covers, [proto::Cover { order_id: second, version: 3 }]);
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn the_whole_of_a_payment_is_what_it_still_covers(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let (payment, [first, ..]) = paid(&shop, &transporter).await;
    let part = shop.reverse(shop.reversal(&payment, &[&first])).await.expect("a part");
    let whole = shop.reverse(shop.reversal(&part, &[])).await.expect("the rest");
    assert_eq!((whole.reversed_total, whole.reversed_orders, whole.reversals.len()), (123, 3, 2));
    assert_eq!(shop.unpaid(&transporter).await.len(), 3);
    let refused = shop.reverse(shop.reversal(&whole, &[])).await.expect_err("nothing left");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "payments.already_reversed"));
    let page = proto::ListPaymentsRequest { page: None, transporter_id: transporter };
    let listed = shop.payments.list_payments(by(&staff(Role::Payments), page)).await.expect("listed");
    assert_eq!(listed.into_inner().payments[0].reversed_total, 123);
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn reversing_twice_reverses_once_and_answers_as_it_did_then(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let (payment, [first, second, _]) = paid(&shop, &transporter).await;
    let request = shop.reversal(&payment, &[&first]);
    let mut calls = JoinSet::new();
    for _ in 0..10 {
        let (shop, request) = (shop.clone(), request.clone());
        calls.spawn(async move { shop.reverse(request).await });
    }
    let mut answers: Vec<_> =
        calls.join_all().await.into_iter().map(|answer| answer.expect("reversed")).collect();
    answers.dedup();
    assert_eq!((answers.len(), shop.published::<TransporterPaymentReversed>().await.len()), (1, 1));

    shop.reverse(shop.reversal(&answers[0], &[&second])).await.expect("another");
    assert_eq!(shop.reverse(request.clone()).await.expect("the same"), answers[0]);
    let other = proto::ReversePaymentRequest { reason: "autre".into(), ..request };
    let refused = shop.reverse(other).await.expect_err("the key is taken");
    assert_eq!(refused.code, "payments.idempotency_key_reused");
    shop.assert_adds_up().await;
}

/// One reverses an order of a payment while another puts it into the next: whoever is first, it is in one payment or none.
#[souk_testkit::test(SCHEMA)]
async fn two_clerks_reverse_and_pay_at_once_and_the_money_adds_up(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    for _ in 0..10 {
        let (payment, [first, second, _]) = paid(&shop, &transporter).await;
        let (one, other, paid) = tokio::join!(
            shop.reverse(shop.reversal(&payment, &[&first])),
            shop.reverse(shop.reversal(&payment, &[&first, &second])),
            shop.record(shop.remittance(&transporter, &[&first])),
        );
        let (won, lost): (Vec<_>, Vec<_>) = [one, other].into_iter().partition(Result::is_ok);
        assert_eq!((won.len(), lost.len()), (1, 1));
        let lost = lost.into_iter().find_map(Result::err).expect("the one that lost");
        assert_eq!((lost.kind, lost.code.as_ref()), (Kind::Precondition, "payments.already_reversed"));
        let unpaid = shop.unpaid(&transporter).await.iter().any(|it| it.order_id == first);
        assert_eq!(paid.is_ok(), !unpaid, "it is owed or paid: {paid:?}");
        shop.assert_adds_up().await;
    }
}

#[souk_testkit::test(SCHEMA)]
async fn who_read_an_older_payment_reads_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let (payment, [first, second, _]) = paid(&shop, &transporter).await;
    shop.reverse(shop.reversal(&payment, &[&first])).await.expect("reversed");
    let refused = shop.reverse(shop.reversal(&payment, &[&second])).await.expect_err("stale");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "payments.stale_version"));
    let stranger = shop.delivered(&transporter, 5).await;
    let refused = shop.reverse(shop.reversal(&payment, &[&second, &stranger])).await.expect_err("stranger");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "payments.not_in_payment"));
    assert_eq!(
        (refused.violations[0].field.as_str(), &refused.metadata["orders"]),
        ("orderIds[1]", &stranger)
    );
}

#[souk_testkit::test(SCHEMA)]
async fn all_that_is_wrong_with_a_reversal_is_said_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let odd = proto::ReversePaymentRequest {
        idempotency_key: String::new(),
        id: "P-101".into(),
        version: 1,
        order_ids: vec!["'".into()],
        reason: " ".into(),
    };
    let refused = shop.reverse(odd).await.expect_err("all of it");
    let fields: Vec<_> = refused.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(fields, ["idempotencyKey", "id", "reason", "orderIds[0]"]);
    let unknown = proto::Payment { id: shop.id(), version: 1, ..Default::default() };
    let refused = shop.reverse(shop.reversal(&unknown, &[])).await.expect_err("unknown");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "payments.unknown_payment"));
    for actor in [Actor::shopper(), staff(Role::Sales), staff(Role::Warehouse), staff(Role::Content)] {
        let refused =
            shop.payments.reverse_payment(by(&actor, proto::ReversePaymentRequest::default())).await;
        assert_eq!(Failure::from(refused.expect_err("not theirs")).kind, Kind::Forbidden);
    }
}
