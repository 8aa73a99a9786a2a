//! What staff's requests read in a large shop: what they answer, and no more than a bound that does not grow with it.

use std::sync::Arc;

use souk_payments::receivables::balances;
use souk_proto::common::v1::PageRequest;
use souk_proto::payments::v1 as proto;
use souk_proto::payments::v1::receivables_server::Receivables as _;
use souk_proto::payments::v1::transporter_payments_server::TransporterPayments as _;
use souk_testkit::{Database, Reads, statements_of};

use crate::support::{SCHEMA, Shop, by, clerk};

const BUSY: &str = "00000000-0000-7000-8000-000000000001";
const QUIET: &str = "00000000-0000-7000-8000-000000000009";
/// What a page of 24 payments costs, each of 5 orders.
const PAGE: i64 = 500;
/// Rows that a list counts.
const REACH: i64 = 10_001;

/// 100,000 orders of three transporters in 16,000 payments of 5 orders each; the last 20,000 are open. A fourth owes one order.
const SHOP: &[&str] = &[
    "INSERT INTO receivables (order_id, order_number, transporter_id, transporter_name, customer_name, wilaya_name, total,
                              delivered_at, owed, paid, payment_version)
     SELECT ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'A-' || n,
            ('00000000-0000-7000-8000-00000000000' || CASE WHEN n = 100000 THEN 9 ELSE 1 + n / 5 % 3 END)::uuid,
            'T', 'C', 'W', 100, now() + n * interval '1 second', 1, (n <= 80000)::int, (n <= 80000)::int
       FROM generate_series(1, 100000) n",
    "INSERT INTO transporter_payments (id, transporter_id, transporter_name, reference, total, recorded_at, actor_name)
     SELECT ('00000000-0000-7000-a000-' || lpad(n::text, 12, '0'))::uuid,
            ('00000000-0000-7000-8000-00000000000' || 1 + n % 3)::uuid, 'T', '', 500, now(), 'x'
       FROM generate_series(0, 15999) n",
    "INSERT INTO receivable_entries (order_id, kind, amount, reason, actor_name, at)
     SELECT order_id, 'delivered', total, '', 'x', delivered_at FROM receivables",
    "INSERT INTO receivable_entries (order_id, kind, amount, payment_id, reason, actor_name, at)
     SELECT ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'paid', -100,
            ('00000000-0000-7000-a000-' || lpad(((n - 1) / 5)::text, 12, '0'))::uuid, '', 'x', now()
       FROM generate_series(1, 80000) n",
];

/// A large shop on one connection, and what goes with the test.
async fn large() -> (Arc<Shop>, Database) {
    let database = Database::copy_of("payments", SCHEMA, SHOP).await.expect("a copy");
    (Shop::open(database.single()), database)
}

#[tokio::test]
async fn payments_are_listed_in_bounded_reads() {
    let (shop, _database) = large().await;
    for (transporter, page, rows) in [("", 1, 24), (BUSY, 1, 24), (QUIET, 1, 0), ("", 416, 24)] {
        let request = proto::ListPaymentsRequest {
            page: Some(PageRequest { page, size: 24 }),
            transporter_id: transporter.into(),
        };
        let work = shop.payments.list_payments(by(&clerk(), request));
        let (answer, reads) = Reads::of(shop.pool(), work).await;
        let answer = answer.expect("listed").into_inner();
        assert_eq!((answer.payments.len(), answer.more), (rows, transporter.is_empty()));
        reads.assert_at_most(2 * REACH + PAGE, &format!("page {page} of {transporter:?}"));
        assert!(reads.fetched <= PAGE, "{reads:?}");
    }
}

#[tokio::test]
async fn balances_and_what_is_unpaid_are_read_without_the_paid() {
    let (shop, _database) = large().await;
    balances::fold(shop.pool()).await.expect("folded");
    let work = shop.receivables.list_balances(by(&clerk(), proto::ListBalancesRequest {}));
    let (answer, reads) = Reads::of(shop.pool(), work).await;
    let answer = answer.expect("listed").into_inner().balances;
    assert_eq!(answer.iter().map(|balance| balance.orders).sum::<u64>(), 20_000);
    assert_eq!((answer[3].orders, answer[3].total, answer[3].transporter_id.as_str()), (1, 100, QUIET));
    reads.assert_at_most(50, "balances");
    let request = proto::ListUnpaidRequest { transporter_id: BUSY.into(), ..Default::default() };
    let work = shop.receivables.list_unpaid(by(&clerk(), request.clone()));
    let (unpaid, reads) = Reads::of(shop.pool(), work).await;
    let unpaid = unpaid.expect("listed").into_inner();
    assert_eq!((unpaid.receivables.len(), unpaid.more), (5_000, true));
    reads.assert_at_most(5_001, "the oldest that are unpaid");
    let numbers = ["A-99991", "99992", "A-99976"].map(str::to_owned).to_vec();
    let several = proto::ListUnpaidRequest { numbers, ..request.clone() };
    let (found, reads) = Reads::of(shop.pool(), shop.receivables.list_unpaid(by(&clerk(), several))).await;
    assert_eq!(found.expect("listed").into_inner().receivables.len(), 3);
    reads.assert_at_most(30, "orders by their numbers");
    let request = proto::ListUnpaidRequest { number: "A-99991".into(), ..request };
    let (found, reads) = Reads::of(shop.pool(), shop.receivables.list_unpaid(by(&clerk(), request))).await;
    let found = found.expect("listed").into_inner();
    assert_eq!((found.receivables.len(), found.more), (1, false), "beyond the list");
    reads.assert_at_most(10, "an order by its number");
}

#[tokio::test]
async fn a_payment_is_recorded_and_shown_by_keys() {
    let (shop, _database) = large().await;
    let order = |number: u32| format!("00000000-0000-7000-9000-{number:012}");
    let orders = [order(90_000), order(90_001), order(90_002)];
    let request = shop.remittance("00000000-0000-7000-8000-000000000001", &orders.each_ref());
    let (recorded, reads) = Reads::of(shop.pool(), shop.record(request)).await;
    let recorded = recorded.expect("recorded");
    reads.assert_at_most(200, "a payment of three orders");
    let (read, reads) = Reads::of(shop.pool(), shop.read(&recorded.id)).await;
    assert_eq!(read.total, 300);
    reads.assert_at_most(100, "a payment");
}

#[tokio::test]
async fn lists_of_200_rows_send_as_many_statements_as_those_of_12() {
    let (shop, _database) = large().await;
    let payments = async |size| {
        let page = Some(PageRequest { page: 1, size });
        let request = proto::ListPaymentsRequest { page, ..Default::default() };
        let (answer, statements) = statements_of(shop.payments.list_payments(by(&clerk(), request))).await;
        (answer.expect("listed").into_inner().payments.len(), statements)
    };
    let ((few, short), (many, long)) = (payments(12).await, payments(200).await);
    assert_eq!((few, many, short), (12, 200, long), "payments");
    // These have no pages: of a transporter who owes one order and one who owes thousands, of four transporters and of many.
    let unpaid = async |transporter: &str| {
        let request = proto::ListUnpaidRequest { transporter_id: transporter.into(), ..Default::default() };
        let (answer, statements) = statements_of(shop.receivables.list_unpaid(by(&clerk(), request))).await;
        (answer.expect("listed").into_inner().receivables.len(), statements)
    };
    let ((few, short), (many, long)) = (unpaid(QUIET).await, unpaid(BUSY).await);
    assert_eq!((few, many, short), (1, 5_000, long), "what is unpaid");
    let balances = async || {
        let (answer, statements) =
            statements_of(shop.receivables.list_balances(by(&clerk(), proto::ListBalancesRequest {}))).await;
        (answer.expect("listed").into_inner().balances.len(), statements)
    };
    let (few, short) = balances().await;
    sqlx::raw_sql(
        "INSERT INTO receivables (order_id, order_number, transporter_id, transporter_name, customer_name, wilaya_name, total,
                                  delivered_at, owed)
         SELECT gen_random_uuid(), 'B-' || n, gen_random_uuid(), 'N' || n, 'C', 'W', 100, now(), 1 FROM generate_series(1, 200) n",
    )
    .execute(shop.pool())
    .await
    .expect("stored");
    assert_eq!(balances().await, (few + 200, short), "balances");
}
