//! What staff's requests read in a large shop: what they answer, and no more than a bound that does not grow with it.

use souk_kernel::{Clock as _, Role, SystemClock, rfc3339};
use souk_orders::orders::oversold;
use souk_proto::common::v1::PageRequest;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::customers_server::Customers as _;
use souk_proto::orders::v1::geography_server::Geography as _;
use souk_proto::orders::v1::orders_server::Orders as _;
use souk_proto::orders::v1::transporters_server::Transporters as _;
use souk_testkit::{Database, Reads, planned_each_time, statements_of};
use time::Duration;

use crate::support::{SCHEMA, Shop, admin, by, staff};

/// Entries of indexes that a count reads at most.
const COUNTED: i64 = 10_001;
/// Orders that a search reads at most where the index names few.
const GLANCE: i64 = 2_000;
/// Orders that a search for a common text reads more.
const LOOKED_THROUGH: i64 = 10_000;
/// What a step of a file reads at most: five parts of the list, with the numbers of three statuses, and once what the index names of a
/// text. To walk all of this shop is half as much again.
const LOOKED_AT: i64 = 5 * 4 * LOOKED_THROUGH + COUNTED;
/// What finding a dozen orders by a whole phone or number costs, with the page of them.
const KEYED: i64 = 150;
/// Orders that are read at the two ends of a time.
const ENDS: i64 = 2_000;
/// What one page of 24 orders costs, whatever it is of: each with its lines, out of 11 statuses.
const PAGE: i64 = 1_000;

/// 100,000 orders with a line each: 1 % placed, most settled, one in ten returned. Wilaya 01 has most, 58 has 10. Every
/// tenth customer is an Amina; the very first is Zoubida, one of the newest a Bouzou; one in seven was a Mohamedi, long ago.
const SHOP: &[&str] = &[
    "INSERT INTO wilayas (code, iso_code, name, name_ar)
     SELECT lpad(n::text, 2, '0'), 'DZ-' || n, 'W' || n, 'W' || n FROM generate_series(1, 58) n",
    "INSERT INTO communes (code, wilaya_code, name, name_ar) VALUES ('0101', '01', 'C', 'C')",
    "INSERT INTO transporters (id, name)
     SELECT ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'T' || n FROM generate_series(0, 4) n",
    "INSERT INTO orders (id, number, version, status, stock, visitor_id, first_name, last_name, phone, wilaya_code,
                         wilaya_name, commune_code, commune_name, transporter_id, transporter_name, delivery_type,
                         products_total, delivery_price, total, language, placed_at, delivered_at, actor_name,
                         assignee_id, assignee_name)
     SELECT gen_random_uuid(), 10000 + n, 5,
            CASE WHEN n > 99000 THEN 'placed' WHEN n % 10 = 0 THEN 'returned' ELSE 'settled' END,
            'reserved', gen_random_uuid(),
            CASE WHEN n = 1 THEN 'Zoubida' WHEN n % 10 = 3 THEN 'Amina' ELSE translate(substr(md5(n::text), 1, 6), '0123456789', 'ghijklmnop') END,
            CASE WHEN n = 99999 THEN 'Bouzou' WHEN n <= 80000 AND n % 7 = 0 THEN 'Mohamedi'
                 ELSE translate(substr(md5((n * 7)::text), 1, 6), '0123456789', 'ghijklmnop') END, '0555' || lpad(n::text, 6, '0'),
            CASE WHEN n % 10000 = 1 THEN '58' WHEN n % 3 = 0 THEN '16' ELSE '01' END, 'W', '0101', 'C',
            ('00000000-0000-7000-8000-00000000000' || n % 4)::uuid, 'T', 'home', 100, 0, 100, 'fr',
            now() - (100001 - n) * interval '1 second', now(), 'x',
            CASE WHEN n % 50 = 0 THEN '00000000-0000-7000-8000-0000000000a1'::uuid
                 WHEN n > 10000 THEN '00000000-0000-7000-8000-0000000000a2' END,
            CASE WHEN n % 50 = 0 OR n > 10000 THEN 'S' ELSE '' END
       FROM generate_series(1, 100000) n",
    r#"INSERT INTO order_lines (order_id, position, product_id, name, combination_name, sku, image, quantity, unit_price,
                                unit_price_ht, unit_price_ttc, tax_rate, total, stock_items)
       SELECT id, 0, id, '{"fr": "P", "ar": "P", "en": "P"}', '{"fr": "", "ar": "", "en": ""}', '', '', 1, 100, 100, 100, 0, 100,
              jsonb_build_array(jsonb_build_object('product_id', id, 'combination_id', NULL, 'quantity', 1)) FROM orders"#,
];

/// A large shop on one connection, and what goes with the test.
async fn large() -> (std::sync::Arc<Shop>, Database) {
    let database = Database::copy_of("orders", SCHEMA, SHOP).await.expect("a copy");
    (Shop::open(database.single()).await, database)
}

async fn list(shop: &Shop, request: proto::ListOrdersRequest) -> (proto::ListOrdersResponse, Reads) {
    let clerk = staff("Samira", Role::Sales);
    let (answer, reads) = Reads::of(&shop.pool, shop.orders.list_orders(by(&clerk, request))).await;
    (answer.expect("listed").into_inner(), reads)
}

fn narrowed(statuses: &[&str], wilaya: &str, transporter: &str, page: u32) -> proto::ListOrdersRequest {
    proto::ListOrdersRequest {
        page: Some(PageRequest { page, size: 24 }),
        statuses: statuses.iter().map(|&status| status.to_owned()).collect(),
        wilaya_id: wilaya.to_owned(),
        transporter_id: transporter.to_owned(),
        ..proto::ListOrdersRequest::default()
    }
}

fn search(query: &str) -> proto::ListOrdersRequest {
    proto::ListOrdersRequest { query: query.to_owned(), ..proto::ListOrdersRequest::default() }
}

#[tokio::test]
async fn a_page_of_orders_costs_the_same_whatever_it_is_narrowed_by() {
    let (shop, _database) = large().await;
    let transporter = "00000000-0000-7000-8000-000000000001";
    let unused = "00000000-0000-7000-8000-000000000004";
    let cases: [(&[&str], &str, &str, i64); 9] = [
        (&[], "", "", 0),
        (&["placed"], "", "", 0),
        (&["attempted", "returning"], "", "", 0),
        (&[], "01", "", COUNTED),
        (&[], "58", "", COUNTED),
        (&["placed"], "58", "", COUNTED),
        (&[], "", unused, COUNTED),
        (&["settled"], "58", transporter, COUNTED),
        (&["returned"], "16", transporter, COUNTED),
    ];
    for (statuses, wilaya, transporter, counted) in cases {
        let (_, reads) = list(&shop, narrowed(statuses, wilaya, transporter, 1)).await;
        let what = format!("{statuses:?} {wilaya:?} {transporter:?}");
        reads.assert_at_most(PAGE + counted, &what);
        assert!(reads.fetched <= PAGE, "{what}: a count needs no rows: {reads:?}");
    }
}

/// Placed so many seconds ago, up to so many.
fn placed(from: i64, before: i64) -> proto::ListOrdersRequest {
    let ago = |seconds| rfc3339(SystemClock.now() - Duration::seconds(seconds));
    proto::ListOrdersRequest {
        placed_from: ago(from),
        placed_before: ago(before),
        ..proto::ListOrdersRequest::default()
    }
}

#[tokio::test]
async fn the_orders_of_a_time_cost_what_a_page_costs_and_what_is_read_at_its_ends() {
    let (shop, _database) = large().await;
    let transporter = "00000000-0000-7000-8000-000000000001";
    let cases: [(&[&str], &str, &str); 5] = [
        (&[], "", ""),
        (&["settled"], "", ""),
        (&[], "58", ""),
        (&["settled"], "16", ""),
        (&["settled"], "01", transporter),
    ];
    // A little time long ago, all but the newest, and none.
    for (from, before) in [(91_000, 90_000), (200_000, 2_000), (900_000, 800_000)] {
        for (statuses, wilaya, transporter) in cases {
            let request = proto::ListOrdersRequest {
                page: Some(PageRequest { page: 1, size: 24 }),
                statuses: statuses.iter().map(|&status| status.to_owned()).collect(),
                wilaya_id: wilaya.to_owned(),
                transporter_id: transporter.to_owned(),
                ..placed(from, before)
            };
            let what = format!("{from} to {before}: {statuses:?} {wilaya:?} {transporter:?}");
            let (_, reads) = list(&shop, request).await;
            reads.assert_at_most(PAGE + COUNTED + ENDS, &what);
            assert!(reads.fetched <= PAGE, "{what}: a count needs no rows: {reads:?}");
        }
    }
    let (found, reads) =
        list(&shop, proto::ListOrdersRequest { query: "amina".into(), ..placed(90_800, 90_000) }).await;
    assert_eq!((found.total, found.more), (80, false), "that time is read whole");
    reads.assert_at_most(GLANCE + PAGE + ENDS, "a common name in a little time");
}

#[tokio::test]
async fn orders_whose_goods_are_gone_are_counted_in_an_index_of_their_own() {
    let (shop, _database) = large().await;
    for statement in ["UPDATE orders SET stock = 'rejected' WHERE number % 20 = 1", "ANALYZE orders"] {
        sqlx::query(statement).execute(&shop.pool).await.expect("5,000, of which 50 have not left");
    }
    let (counted, reads) = Reads::of(&shop.pool, oversold::count(&shop.pool)).await;
    assert_eq!(counted.ok(), Some(50.0));
    reads.assert_at_most(50, "those that have not left");
}

#[tokio::test]
async fn whom_to_call_again_is_listed_by_an_index_of_its_own() {
    let (shop, _database) = large().await;
    let unreached =
        "UPDATE orders SET status = 'unreachable', next_call_at = now() + number * interval '1 minute'
                      WHERE number % 20 = 1";
    for statement in [unreached, "ANALYZE orders"] {
        sqlx::query(statement).execute(&shop.pool).await.expect("5,000 are unreachable");
    }
    let by_next_call = |statuses: &[&str], wilaya, page| proto::ListOrdersRequest {
        sort: "nextCall".into(),
        ..narrowed(statuses, wilaya, "", page)
    };
    for (statuses, page) in [(&["unreachable"][..], 1), (&["unreachable"], 3), (&[], 1), (&["settled"], 1)] {
        let (_, reads) = list(&shop, by_next_call(statuses, "", page)).await;
        reads.assert_at_most(PAGE, &format!("{statuses:?}, page {page}"));
    }
    // Of a wilaya those of all are gone through, but not the settled ones.
    let (_, reads) = list(&shop, by_next_call(&["unreachable"], "58", 1)).await;
    reads.assert_at_most(PAGE + COUNTED, "of a wilaya");
}

#[tokio::test]
async fn the_orders_of_an_employee_cost_what_they_are() {
    let (shop, _database) = large().await;
    // One has 2,000 orders, 20 of them placed; another has most of all.
    let (one, most) = ("00000000-0000-7000-8000-0000000000a1", "00000000-0000-7000-8000-0000000000a2");
    let cases: [(&str, &[&str], usize); 4] =
        [(one, &[], 24), (one, &["placed"], 20), (most, &[], 24), (most, &["returned"], 24)];
    for (employee, statuses, expected) in cases {
        let request =
            proto::ListOrdersRequest { employee_id: employee.into(), ..narrowed(statuses, "", "", 1) };
        let (listed, reads) = list(&shop, request).await;
        assert_eq!(listed.orders.len(), expected, "{employee} {statuses:?}");
        reads.assert_at_most(PAGE + COUNTED, &format!("{employee} {statuses:?}"));
    }
}

#[tokio::test]
async fn the_last_page_that_is_offered_is_within_the_lists_reach() {
    let (shop, _database) = large().await;
    let (last, reads) = list(&shop, narrowed(&["settled"], "", "", 417)).await;
    assert_eq!((last.orders.len(), last.more), (16, false));
    assert!(last.total > 80_000, "kept counts are exact: {}", last.total);
    reads.assert_at_most(PAGE + COUNTED, "page 417");
    let (beyond, reads) = list(&shop, narrowed(&["settled"], "", "", 418)).await;
    assert_eq!(beyond.orders.len(), 0);
    reads.assert_at_most(PAGE + COUNTED, "page 418");
    let (many, _) = list(&shop, narrowed(&[], "01", "", 1)).await;
    assert_eq!((many.total, many.more), (10_000, true));
}

#[tokio::test]
async fn a_search_finds_whatever_there_is_and_reads_a_bounded_part_of_it() {
    let (shop, _database) = large().await;
    // Two letters are known to the index at the beginning of a word only: others may have them elsewhere.
    for (query, expected, more) in [
        ("zoubida", &["A-10001"][..], false),
        ("555012345", &["A-22345"], false),
        ("zo", &["A-109999", "A-10001"], true),
    ] {
        let (found, reads) = list(&shop, search(query)).await;
        let numbers: Vec<_> = found.orders.iter().map(|order| order.number.as_str()).collect();
        assert_eq!((numbers.as_slice(), found.more), (expected, more), "{query}");
        reads.assert_at_most(GLANCE + PAGE, query);
    }
    // One in ten: those among the newest, and more. A page that they fill needs no others.
    let page =
        |page| proto::ListOrdersRequest { page: Some(PageRequest { page, size: 24 }), ..search("amina") };
    for (number, first, total, bound) in [
        (1, "A-109993", 200, GLANCE),
        (8, "A-108313", 200, GLANCE),
        (9, "A-108073", 1_000, GLANCE + LOOKED_THROUGH),
    ] {
        let (found, reads) = list(&shop, page(number)).await;
        let told = (found.orders[0].number.as_str(), found.orders.len(), found.total, found.more);
        assert_eq!(told, (first, 24, total, true), "page {number}");
        reads.assert_at_most(bound + PAGE, "a common name");
    }
    let oldest = proto::ListOrdersRequest { sort: "oldest".into(), ..search("amina") };
    assert_eq!(list(&shop, oldest).await.0.orders[0].number, "A-10003");
    // Too many for a list, and none among the newest.
    let (found, reads) = list(&shop, search("mohamedi")).await;
    assert_eq!((found.total, found.more), (10_000, true));
    assert!(found.orders.iter().all(|order| order.last_name == "Mohamedi"), "{found:?}");
    reads.assert_at_most(GLANCE + COUNTED + LOOKED_THROUGH + 2 * PAGE, "a name that was common");
    for (query, more) in [("zzqx", false), ("zz", true)] {
        let (none, reads) = list(&shop, search(query)).await;
        assert_eq!((none.total, none.more), (0, more), "{query}");
        reads.assert_at_most(GLANCE + PAGE, query);
    }
    for query in ["q q", "%%%"] {
        let (unknown, reads) = list(&shop, search(query)).await;
        assert_eq!((unknown.total, unknown.more), (0, true), "the index knows nothing of {query}");
        reads.assert_at_most(GLANCE + LOOKED_THROUGH + PAGE, query);
    }
}

#[tokio::test]
async fn a_text_that_many_should_hold_is_looked_for_as_far_as_fills_the_page() {
    let (shop, _database) = large().await;
    // Letters of one name in 25, wherever they stand; numbers of which all but ten are among the newest.
    for (query, number, first, total, more, bound) in [
        ("gh", 1, "A-109970", 79, true, GLANCE),
        ("gh", 9, "A-107381", 368, true, GLANCE + LOOKED_THROUGH),
        ("a-1099", 1, "A-109999", 100, true, GLANCE),
        ("a-1099", 10, "A-10991", 110, false, GLANCE + LOOKED_THROUGH + PAGE),
    ] {
        let page = Some(PageRequest { page: number, size: 12 });
        let request = proto::ListOrdersRequest { page, ..search(query) };
        let (found, reads) = list(&shop, request).await;
        let told = (found.orders[0].number.as_str(), found.total, found.more);
        assert_eq!(told, (first, total, more), "{query}, page {number}");
        reads.assert_at_most(bound + PAGE, query);
    }
}

#[tokio::test]
async fn a_whole_phone_or_number_is_read_by_an_index_of_its_own() {
    let (shop, _database) = large().await;
    let longer = (100_010..=100_019).rev().map(|number| format!("A-{number}"));
    let begun: Vec<_> = longer.chain(["A-10001".into()]).collect();
    let cases = [
        ("0555000001", "", vec!["A-10001".to_owned()]),
        ("+213 555 00 00 01", "58", vec!["A-10001".into()]),
        ("0555000001", "16", vec![]),
        ("0555100001", "", vec![]),
        ("a-60000", "", vec!["A-60000".into()]),
        ("A-60000", "16", vec![]),
        ("A-10001", "", begun.clone()),
        ("A-110001", "", vec![]),
    ];
    for (query, wilaya, expected) in cases {
        let request = proto::ListOrdersRequest { query: query.into(), ..narrowed(&[], wilaya, "", 1) };
        let (found, reads) = list(&shop, request).await;
        assert_eq!((numbers(&found), found.more), (expected.clone(), false), "{query} {wilaya}");
        assert_eq!(found.total, expected.len() as u64, "{query} {wilaya}");
        reads.assert_at_most(KEYED, query);
    }
    let oldest = proto::ListOrdersRequest { sort: "oldest".into(), ..search("A-10001") };
    assert!(numbers(&list(&shop, oldest).await.0).iter().eq(begun.iter().rev()));
}

#[tokio::test]
async fn a_search_in_a_narrowed_list_reads_a_bounded_part_of_that_list() {
    let (shop, _database) = large().await;
    let unused = "00000000-0000-7000-8000-000000000004";
    let within = |text: &str, statuses: &[&str], wilaya: &str, transporter: &str| proto::ListOrdersRequest {
        query: text.to_owned(),
        ..narrowed(statuses, wilaya, transporter, 1)
    };
    // Wilaya 58 has one order in 10,000, each of them of no Amina; that of A-10001 is of Zoubida.
    let (found, _) = list(&shop, within("zoubida", &[], "58", "")).await;
    assert_eq!((found.total, found.more), (1, false));
    let (found, reads) = list(&shop, within("amina", &[], "58", "")).await;
    assert_eq!((found.total, found.more), (0, false), "all ten were read");
    reads.assert_at_most(GLANCE + PAGE, "a common name in a small wilaya");
    let (found, reads) = list(&shop, within("amina", &[], "", unused)).await;
    assert_eq!((found.total, found.more), (0, false), "nothing to read");
    reads.assert_at_most(GLANCE + PAGE, "a common name of a transporter who has no order");
    let (found, reads) = list(&shop, within("amina", &["settled"], "01", "")).await;
    assert!(found.total > 500 && found.more, "those among the newest of the list: {}", found.total);
    // Two of three orders are of that wilaya: it may be read by its status alone.
    reads.assert_at_most(GLANCE + 2 * LOOKED_THROUGH + PAGE, "a common name in a large wilaya");
    // A list that is read whole is answered exactly: what was common long ago, and two letters within a word.
    let (found, _) = list(&shop, within("mohamedi", &[], "58", "")).await;
    assert_eq!((found.total, found.more), (1, false));
    let (found, _) = list(&shop, within("ub", &[], "58", "")).await;
    assert_eq!((found.total, found.more), (1, false));
    // One that is not: no order is missing between two that are shown.
    let common = proto::ListOrdersRequest { query: "amina".into(), ..narrowed(&[], "01", "", 1) };
    let (found, reads) =
        list(&shop, proto::ListOrdersRequest { sort: "oldest".into(), ..common.clone() }).await;
    assert!(found.more && found.orders.iter().all(|order| order.first_name == "Amina"));
    assert_eq!(numbers(&found), numbers_of_aminas_in_wilaya_01(found.orders.len()));
    reads.assert_at_most(GLANCE + 2 * LOOKED_THROUGH + PAGE, "the oldest of a common name");
}

fn numbers(found: &proto::ListOrdersResponse) -> Vec<String> {
    found.orders.iter().map(|order| order.number.clone()).collect()
}

/// The first so many, oldest first.
fn numbers_of_aminas_in_wilaya_01(count: usize) -> Vec<String> {
    let is_one = |n: &u32| n % 10 == 3 && !n.is_multiple_of(3);
    (1..=100_000_u32).filter(is_one).take(count).map(|n| format!("A-{}", 10_000 + n)).collect()
}

/// The numbers of all orders of a file, whose every step reads a bounded part of the shop.
async fn file_of(shop: &Shop, filter: proto::ListOrdersRequest) -> Vec<String> {
    let (mut told, mut after) = (Vec::new(), 0);
    let what = filter.query.clone();
    loop {
        let request = proto::ListWholeOrdersRequest { filter: Some(filter.clone()), after };
        let clerk = staff("Samira", Role::Sales);
        let work = shop.orders.list_whole_orders(by(&clerk, request));
        let (step, reads) = Reads::of(&shop.pool, work).await;
        let step = step.expect("listed").into_inner();
        told.extend(step.orders.into_iter().map(|order| order.number));
        reads.assert_at_most(LOOKED_AT + PAGE, &format!("{what:?} below {after}"));
        if step.next == 0 {
            return told;
        }
        assert!(after == 0 || step.next < after, "{what}: it goes on");
        after = step.next;
    }
}

#[tokio::test]
async fn a_file_of_a_search_has_all_that_hold_it_and_each_step_reads_a_bounded_part() {
    let (shop, _database) = large().await;
    // What is common now, what was and is more than an index tells, what stands nowhere but at the end, and letters that no index knows.
    for (query, statuses) in [
        ("amina", &["placed"][..]),
        ("mohamedi", &[]),
        ("mohamedi", &["returned", "settled"]),
        ("zoubida", &["returned", "settled"]),
        ("zo", &[]),
        ("%%%", &["settled"]),
    ] {
        let expected = "SELECT 'A-' || number FROM orders
                         WHERE position($1 in search_folded(search)) > 0 AND (status = ANY($2) OR $2 = '{}') ORDER BY number DESC";
        let expected: Vec<String> = sqlx::query_scalar(expected)
            .bind(query)
            .bind(statuses)
            .fetch_all(&shop.pool)
            .await
            .expect("read");
        let filter = proto::ListOrdersRequest { query: query.into(), ..narrowed(statuses, "", "", 1) };
        let told = file_of(&shop, filter).await;
        assert_eq!(told.len(), expected.len(), "{query} {statuses:?}");
        assert!(told == expected, "{query} {statuses:?}: in its order, each once");
    }
}

#[tokio::test]
async fn one_order_and_the_numbers_of_the_day_are_read_by_their_keys() {
    let (shop, _database) = large().await;
    let clerk = staff("Samira", Role::Sales);
    let id = "SELECT id::text FROM orders WHERE number = 60000";
    let id: String = sqlx::query_scalar(id).fetch_one(&shop.pool).await.expect("read");
    let work = shop.orders.get_order(by(&clerk, proto::GetOrderRequest { id: id.clone() }));
    let (found, reads) = Reads::of(&shop.pool, work).await;
    let phone = found.expect("found").into_inner().order.expect("an order").phone;
    reads.assert_at_most(50, "an order");
    let request = proto::TrackOrderRequest { number: "A-60000".into(), phone };
    let (tracked, reads) = Reads::of(&shop.pool, shop.orders.track_order(by(&clerk, request))).await;
    tracked.expect("found");
    reads.assert_at_most(50, "tracking");
    let request = proto::CheckOrdersRequest { order_ids: vec![id] };
    let (checked, reads) = Reads::of(&shop.pool, shop.orders.check_orders(by(&admin(), request))).await;
    assert_eq!(checked.expect("checked").into_inner().existing.len(), 1);
    reads.assert_at_most(50, "a check");
    let ids = "SELECT id::text FROM orders WHERE number BETWEEN 60000 AND 60049";
    let ids: Vec<String> = sqlx::query_scalar(ids).fetch_all(&shop.pool).await.expect("read");
    let work = shop.orders.get_orders(by(&clerk, proto::GetOrdersRequest { ids }));
    let (found, reads) = Reads::of(&shop.pool, work).await;
    assert_eq!(found.expect("found").into_inner().orders.len(), 50);
    reads.assert_at_most(PAGE, "what is printed of 50 orders");
    let work = shop.orders.get_summary(by(&clerk, proto::GetSummaryRequest {}));
    let (summed, reads) = Reads::of(&shop.pool, work).await;
    assert_eq!(summed.expect("summed").into_inner().counts["placed"], 1_000);
    reads.assert_at_most(PAGE, "the numbers of the day");
}

#[tokio::test]
async fn customers_are_found_among_a_bounded_part_of_the_orders() {
    let (shop, _database) = large().await;
    let clerk = staff("Samira", Role::Sales);
    // A page of customers, with the places of the country.
    let page = 4 * PAGE;
    let cases = [
        ("", 10_000, true, LOOKED_THROUGH),
        ("zoubida", 1, false, GLANCE),
        ("0555000001", 1, false, GLANCE),
        ("amina", 1_000, true, GLANCE + LOOKED_THROUGH + 1_000),
        // What a search leads to is cut; each of it is read by an index and by its row.
        ("mohamedi", 2_000, true, GLANCE + COUNTED + LOOKED_THROUGH + 2 * 2_000),
    ];
    for (query, total, more, bound) in cases {
        let request = proto::ListCustomersRequest { query: query.into(), page: None };
        let (listed, reads) = Reads::of(&shop.pool, shop.customers.list_customers(by(&clerk, request))).await;
        let listed = listed.expect("listed").into_inner();
        assert_eq!((listed.total, listed.more), (total, more), "{query}");
        reads.assert_at_most(bound + page, query);
    }
    let id: String = sqlx::query_scalar("SELECT id::text FROM orders WHERE number = 60000")
        .fetch_one(&shop.pool)
        .await
        .expect("read");
    let work = shop.customers.get_customer(by(&clerk, proto::GetCustomerRequest { id }));
    let (found, reads) = Reads::of(&shop.pool, work).await;
    assert_eq!(found.expect("found").into_inner().orders.len(), 1);
    reads.assert_at_most(page, "a customer");
}

/// The rows and the statements of a list that has at most so many rows, where it has pages.
async fn list_of(shop: &Shop, list: &str, size: u32) -> (usize, usize) {
    let page = || Some(PageRequest { page: 1, size });
    let clerk = staff("Samira", Role::Sales);
    let (rows, statements) = statements_of(async {
        match list {
            "orders" | "orders with a word" => {
                // What the newest are enough of for the shorter page is looked for no further.
                let query = if list == "orders" { "" } else { "mohamedi" }.into();
                let request = proto::ListOrdersRequest { query, page: page(), ..Default::default() };
                shop.orders.list_orders(by(&clerk, request)).await.map(|it| it.into_inner().orders.len())
            }
            "customers" | "customers with a word" => {
                let query = if list == "customers" { "" } else { "amina" }.into();
                let request = proto::ListCustomersRequest { query, page: page() };
                let listed = shop.customers.list_customers(by(&clerk, request)).await;
                listed.map(|it| it.into_inner().customers.len())
            }
            "transporters" => {
                let listed =
                    shop.transporters.list_transporters(by(&admin(), proto::ListTransportersRequest {}));
                listed.await.map(|it| it.into_inner().transporters.len())
            }
            "offers for a commune" => {
                let request = proto::ListForCommuneRequest { commune_id: "0101".into() };
                let listed = shop.transporters.list_for_commune(by(&clerk, request)).await;
                listed.map(|it| it.into_inner().offers.len())
            }
            "communes" => {
                let request = proto::ListCommunesRequest { wilaya_id: "01".into() };
                let listed = shop.geography.list_communes(by(&clerk, request)).await;
                listed.map(|it| it.into_inner().communes.len())
            }
            _ => {
                let listed = shop.geography.list_wilayas(by(&clerk, proto::ListWilayasRequest {})).await;
                listed.map(|it| it.into_inner().wilayas.len())
            }
        }
    })
    .await;
    (rows.expect("listed"), statements)
}

#[tokio::test]
async fn lists_of_200_rows_send_as_many_statements_as_those_of_12() {
    let (shop, _database) = large().await;
    for list in ["orders", "orders with a word", "customers", "customers with a word"] {
        let (short, long) = (list_of(&shop, list, 12).await, list_of(&shop, list, 200).await);
        assert_eq!((short.0, long.0), (12, 200), "{list}");
        assert_eq!(short.1, long.1, "{list}");
    }
    // These have no pages: first as they are, then grown.
    let lists = ["transporters", "offers for a commune", "communes", "wilayas"];
    let offer = "INSERT INTO tariffs (transporter_id, wilaya_code, delivery_type, price, delay_min_hours, delay_max_hours)
                 SELECT id, '01', 'home', 100, 24, 48 FROM transporters ON CONFLICT DO NOTHING";
    sqlx::raw_sql(offer).execute(&shop.pool).await.expect("stored");
    let mut short = Vec::new();
    for list in lists {
        short.push(list_of(&shop, list, 0).await);
    }
    let grown = [
        "INSERT INTO transporters (id, name) SELECT gen_random_uuid(), 'N' || n FROM generate_series(1, 200) n",
        offer,
        "INSERT INTO communes (code, wilaya_code, name, name_ar)
         SELECT '01' || lpad(n::text, 2, '0'), '01', 'C', 'C' FROM generate_series(2, 99) n ON CONFLICT DO NOTHING",
        "INSERT INTO wilayas (code, iso_code, name, name_ar)
         SELECT n::text, 'DZ-' || n, 'W' || n, 'W' || n FROM generate_series(60, 99) n ON CONFLICT DO NOTHING",
    ];
    for statement in grown {
        sqlx::raw_sql(statement).execute(&shop.pool).await.expect("stored");
    }
    for (list, short) in lists.into_iter().zip(short) {
        let long = list_of(&shop, list, 0).await;
        assert!(long.0 >= short.0 + 30, "{list}: {short:?}, {long:?}");
        assert_eq!(short.1, long.1, "{list}");
    }
}

#[tokio::test]
async fn a_checkout_is_planned_once() {
    let (shop, _database) = large().await;
    let product = shop.product(10_000).await;
    // What stands there already took the first numbers.
    sqlx::query("SELECT setval('order_numbers', 1000000)").execute(&shop.pool).await.expect("later numbers");
    let planned = planned_each_time(&shop.pool, async |time| {
        let form = Some(shop.form(&format!("06610000{time:02}")));
        shop.place(proto::PlaceOrderRequest { form, ..shop.cart(&product) }).await.expect("placed");
    });
    assert_eq!(planned.await, Vec::<String>::new());
}
