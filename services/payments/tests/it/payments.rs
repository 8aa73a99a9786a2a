//! Recording what transporters pay, alone and at once.

use souk_kernel::Role;
use souk_proto::common::v1::PageRequest;
use souk_proto::payments::v1::transporter_payments_server::TransporterPayments as _;
use souk_proto::payments::v1::{self as proto, AuditRecorded, TransporterPaymentRecorded};
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::support::{SCHEMA, Shop, by, clerk, staff};

#[souk_testkit::test(SCHEMA)]
async fn a_payment_covers_its_orders_for_what_they_are_worth(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let (first, second) =
        (shop.delivered(&transporter, 150_050).await, shop.delivered(&transporter, 99_900).await);
    let left = shop.delivered(&transporter, 70_000).await;
    let paid = shop.record(shop.remittance(&transporter, &[&first, &second])).await.expect("recorded");
    assert_eq!((paid.number.as_str(), paid.total, paid.orders), ("P-101", 249_950, 2));
    assert_eq!((paid.transporter_name.as_str(), paid.reference.as_str()), ("Rapide", "Bordereau 12"));
    assert_eq!(paid.receivables.len(), 2);
    let unpaid: Vec<_> = shop.unpaid(&transporter).await.into_iter().map(|it| it.order_id).collect();
    assert_eq!(unpaid, [left]);

    let events: Vec<TransporterPaymentRecorded> = shop.published().await;
    assert_eq!((events.len(), events[0].total, events[0].order_ids.len()), (1, 249_950, 2));
    assert_eq!((events[0].payment_id.as_str(), events[0].version), (paid.id.as_str(), 1));
    let mut orders = [&first, &second];
    orders.sort();
    let covers: Vec<_> = events[0].covers.iter().map(|cover| (&cover.order_id, cover.version)).collect();
    assert_eq!(covers, orders.map(|order| (order, 1)));
    let told: Vec<AuditRecorded> = shop.published().await;
    let entry = told[0].entry.clone().expect("an entry");
    assert_eq!(
        (told.len(), entry.action.as_str(), entry.subject_name.as_str()),
        (1, "payments.payment_recorded", "P-101")
    );
    assert!(entry.after.contains(r#""total":249950"#) && !entry.employee_id.is_empty(), "{entry:?}");
    assert_eq!(shop.read(&paid.id).await, paid);
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn two_payments_at_once_with_one_order_in_common_pay_it_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    for _ in 0..10 {
        let (common, left, right) = (
            shop.delivered(&transporter, 100).await,
            shop.delivered(&transporter, 20).await,
            shop.delivered(&transporter, 3).await,
        );
        let (one, other) = tokio::join!(
            shop.record(shop.remittance(&transporter, &[&left, &common])),
            shop.record(shop.remittance(&transporter, &[&common, &right]))
        );
        let (won, lost): (Vec<_>, Vec<_>) = [one, other].into_iter().partition(Result::is_ok);
        assert_eq!((won.len(), lost.len()), (1, 1));
        let refused = lost.into_iter().find_map(Result::err).expect("the one that lost");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "payments.already_paid"));
        assert_eq!((refused.violations.len(), &refused.metadata["orders"]), (1, &common));
    }
    assert_eq!(shop.published::<TransporterPaymentRecorded>().await.len(), 10);
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn crossed_lists_never_wait_for_each_other_for_ever(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let mut orders = Vec::new();
    for _ in 0..30 {
        orders.push(shop.delivered(&transporter, 10).await);
    }
    let mut calls = JoinSet::new();
    for offset in 0..20 {
        let mut some: Vec<&String> = orders.iter().skip(offset).step_by(3).collect();
        if offset % 2 == 0 {
            some.reverse();
        }
        let request = shop.remittance(&transporter, &some);
        let shop = shop.clone();
        calls.spawn(async move { shop.record(request).await });
    }
    for refused in calls.join_all().await.into_iter().filter_map(Result::err) {
        assert_eq!(refused.code, "payments.already_paid");
    }
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn recording_twice_books_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let (first, second) = (shop.delivered(&transporter, 100).await, shop.delivered(&transporter, 20).await);
    let request = shop.remittance(&transporter, &[&first, &second]);
    let mut calls = JoinSet::new();
    for _ in 0..20 {
        let (shop, request) = (shop.clone(), request.clone());
        calls.spawn(async move { shop.record(request).await });
    }
    let mut answers: Vec<_> =
        calls.join_all().await.into_iter().map(|answer| answer.expect("recorded")).collect();
    answers.dedup();
    assert_eq!((answers.len(), shop.published::<TransporterPaymentRecorded>().await.len()), (1, 1));

    let swapped = proto::RecordPaymentRequest { order_ids: vec![second, first.clone()], ..request.clone() };
    assert_eq!(shop.record(swapped).await.expect("the same payment"), answers[0]);
    let other = proto::RecordPaymentRequest { order_ids: vec![first], ..request };
    let refused = shop.record(other).await.expect_err("the key is taken");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "payments.idempotency_key_reused"));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_repeat_gets_the_answer_of_then_whatever_happened_since(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let order = shop.delivered(&transporter, 100).await;
    let request = shop.remittance(&transporter, &[&order]);
    let answer = shop.record(request.clone()).await.expect("recorded");
    shop.taken_back(&order, &transporter, 100).await;
    assert!(shop.read(&answer.id).await.receivables[0].taken_back);
    assert_eq!(shop.record(request).await.expect("the same"), answer);
}

#[souk_testkit::test(SCHEMA)]
async fn another_amount_than_the_orders_are_worth_is_accepted_with_a_reason(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let order = shop.delivered(&transporter, 100).await;
    let total = shop.unpaid(&transporter).await[0].total;
    let less = proto::RecordPaymentRequest {
        received: Some(total - 30),
        ..shop.remittance(&transporter, &[&order])
    };
    let refused = shop.record(less.clone()).await.expect_err("nobody said why");
    assert_eq!((refused.kind, refused.violations[0].field.as_str()), (Kind::Invalid, "differenceReason"));
    assert_eq!(shop.unpaid(&transporter).await.len(), 1);

    let explained = proto::RecordPaymentRequest { difference_reason: " Frais ".into(), ..less };
    let payment = shop.record(explained).await.expect("recorded");
    assert_eq!((payment.total, payment.difference), (total, -30));
    assert_eq!(payment.difference_reason, "Frais");
    assert_eq!(shop.unpaid(&transporter).await.len(), 0, "the order is paid");

    let other = shop.delivered(&transporter, 20).await;
    let total = shop.unpaid(&transporter).await[0].total;
    let same = proto::RecordPaymentRequest {
        received: Some(total),
        difference_reason: "Frais".into(),
        ..shop.remittance(&transporter, &[&other])
    };
    let payment = shop.record(same).await.expect("recorded");
    assert_eq!((payment.difference, payment.difference_reason.as_str()), (0, ""), "there is none");
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_not_owed_by_the_transporter_is_refused_by_order(pool: PgPool) {
    let shop = Shop::open(pool);
    let (transporter, other) = (shop.id(), shop.id());
    let (own, foreign, unknown) =
        (shop.delivered(&transporter, 100).await, shop.delivered(&other, 20).await, shop.id());
    let refused = shop.record(shop.remittance(&transporter, &[&own, &foreign])).await.expect_err("foreign");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "payments.foreign_order"));
    assert_eq!(
        (refused.violations[0].field.as_str(), &refused.metadata["orders"]),
        ("orderIds[1]", &foreign)
    );
    let refused = shop.record(shop.remittance(&transporter, &[&own, &unknown])).await.expect_err("unknown");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "payments.unknown_order"));
    assert_eq!(&refused.metadata["orders"], &unknown);
    assert_eq!(
        (shop.unpaid(&transporter).await.len(), shop.published::<TransporterPaymentRecorded>().await.len()),
        (1, 0),
        "all or none"
    );
}

#[souk_testkit::test(SCHEMA)]
async fn wrong_input_is_refused_by_field(pool: PgPool) {
    let shop = Shop::open(pool);
    let (transporter, order) = (shop.id(), shop.id());
    let many: Vec<String> = (0..1001).map(|_| shop.id()).collect();
    let many: Vec<&String> = many.iter().collect();
    for orders in [&[][..], &[&order, &order], &many] {
        let refused = shop.record(shop.remittance(&transporter, orders)).await.expect_err("no list");
        assert_eq!((refused.kind, refused.violations[0].field.as_str()), (Kind::Invalid, "orderIds"));
    }
    let odd = proto::RecordPaymentRequest {
        idempotency_key: "k".repeat(256),
        transporter_id: "1".into(),
        order_ids: vec![order, "'".into()],
        reference: "é".repeat(101),
        received: Some(-1),
        difference_reason: "é".repeat(501),
    };
    let refused = shop.record(odd).await.expect_err("all of it");
    let fields: Vec<_> = refused.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(
        fields,
        ["idempotencyKey", "reference", "transporterId", "received", "differenceReason", "orderIds[1]"]
    );

    let page = Some(PageRequest { page: 10_001, size: 12 });
    let request = proto::ListPaymentsRequest { page, transporter_id: "1".into() };
    let refused = Failure::from(shop.payments.list_payments(by(&clerk(), request)).await.expect_err("wrong"));
    let fields: Vec<_> = refused.violations.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(fields, ["transporterId", "page"]);
    for (id, kind) in [("P-101".to_owned(), Kind::Invalid), (shop.id(), Kind::NotFound)] {
        let refused = shop.payments.get_payment(by(&clerk(), proto::GetPaymentRequest { id })).await;
        assert_eq!(Failure::from(refused.expect_err("none")).kind, kind);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn payments_are_listed_newest_first(pool: PgPool) {
    let shop = Shop::open(pool);
    let (transporter, other) = (shop.id(), shop.id());
    for payer in [&transporter, &other, &transporter] {
        let order = shop.delivered(payer, 100).await;
        shop.record(shop.remittance(payer, &[&order])).await.expect("recorded");
    }
    for (filter, numbers) in [(String::new(), vec!["P-103", "P-102", "P-101"]), (other, vec!["P-102"])] {
        let request = proto::ListPaymentsRequest { page: None, transporter_id: filter };
        let listed = shop.payments.list_payments(by(&clerk(), request)).await.expect("listed").into_inner();
        let listed_numbers: Vec<_> = listed.payments.iter().map(|payment| payment.number.as_str()).collect();
        assert_eq!((listed.total, listed_numbers), (numbers.len() as u64, numbers));
    }
}

#[souk_testkit::test(SCHEMA)]
async fn only_those_who_handle_money_record_it(pool: PgPool) {
    let shop = Shop::open(pool);
    for actor in [Actor::shopper(), staff(Role::Sales), staff(Role::Warehouse), staff(Role::Content)] {
        let request = by(&actor, proto::RecordPaymentRequest::default());
        let refused = shop.payments.record_payment(request).await.expect_err("not theirs");
        assert_eq!(Failure::from(refused).kind, Kind::Forbidden);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn the_database_lets_no_order_into_two_payments(pool: PgPool) {
    let shop = Shop::open(pool);
    let transporter = shop.id();
    let (first, second) = (shop.delivered(&transporter, 100).await, shop.delivered(&transporter, 20).await);
    shop.record(shop.remittance(&transporter, &[&first])).await.expect("recorded");
    shop.record(shop.remittance(&transporter, &[&second])).await.expect("recorded");
    let twice = "UPDATE receivables SET paid = paid + 1";
    let error = sqlx::query(twice).execute(shop.pool()).await.expect_err("twice");
    assert_eq!(error.into_database_error().expect("the database's").code().as_deref(), Some("23514"));
}
