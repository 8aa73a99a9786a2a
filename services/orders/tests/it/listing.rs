//! The staff's list, its search and its counts; walking through all orders.

use std::collections::HashMap;
use std::time::Duration;

use futures::StreamExt as _;
use souk_kernel::Role;
use souk_proto::catalog::v1 as catalog;
use souk_proto::common::v1::PageRequest;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::customers_server::Customers as _;
use souk_proto::orders::v1::orders_server::Orders as _;
use souk_rpc::{Actor, Failure, Kind};
use souk_testkit::statements_of;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, admin, by, fields, sellable, staff};

async fn list(shop: &Shop, request: proto::ListOrdersRequest) -> Result<proto::ListOrdersResponse, Failure> {
    let answer = shop.orders.list_orders(by(&staff("Samira", Role::Sales), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner())
}

async fn found(shop: &Shop, query: &str) -> Vec<String> {
    let request = proto::ListOrdersRequest { query: query.into(), ..proto::ListOrdersRequest::default() };
    let answer = list(shop, request).await.expect("listed");
    assert_eq!(answer.total, answer.orders.len() as u64);
    answer.orders.into_iter().map(|order| order.number).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn orders_are_found_by_number_phone_and_name_in_any_script(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    let product = shop.product(10_000).await;
    for (first, last, phone) in [("Amina", "Haddad", "0555123456"), ("أمينة", "بن علي", "0666987654")]
    {
        let form =
            proto::CheckoutForm { first_name: first.into(), last_name: last.into(), ..shop.form(phone) };
        let cart = proto::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
        shop.place(cart).await.expect("placed");
    }
    for query in
        ["A-10001", "10001", "0555 12 34", "+213 555 12", "٠٥٥٥١٢", "amina had", "haddad  Amina", "HADDAD"]
    {
        assert_eq!(found(&shop, query).await, ["A-10001"], "{query}");
    }
    for query in ["أمينة", "بن علي", "066698"] {
        assert_eq!(found(&shop, query).await, ["A-10002"], "{query}");
    }
    let shipped =
        "UPDATE orders SET tracking_number = CASE number WHEN 10001 THEN 'RHL-99231x' ELSE '0555123456' END";
    sqlx::query(shipped).execute(&shop.pool).await.expect("shipped");
    assert_eq!(found(&shop, " rhl-99231X").await, ["A-10001"], "as the transporter names it");
    assert_eq!(
        found(&shop, "0555123456").await,
        ["A-10002", "A-10001"],
        "the phone of one, the parcel of another"
    );
    assert_eq!(found(&shop, "rhl-9923").await, [""; 0], "the whole of it");
    let shipped = "UPDATE orders SET tracking_number = '10001' WHERE number = 10002";
    sqlx::query(shipped).execute(&shop.pool).await.expect("shipped");
    assert_eq!(
        found(&shop, "10001").await,
        ["A-10002", "A-10001"],
        "the number of one, the parcel of another"
    );
    assert_eq!(found(&shop, "%").await, [""; 0]);
    assert_eq!(found(&shop, "' OR 1=1 --").await, [""; 0]);
}

#[souk_testkit::test(SCHEMA)]
async fn names_are_found_without_their_accents_however_they_were_written(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    let product = shop.product(10_000).await;
    // The second has its accent as a sign of its own, as some keyboards write it.
    let names =
        [("Rachid", "Bénali"), ("Inès", "Be\u{301}nali"), ("أمينة", "آيت علي"), ("أمينة", "ا\u{653}يت علي")];
    for (number, (first, last)) in names.into_iter().enumerate() {
        let form = proto::CheckoutForm {
            first_name: first.into(),
            last_name: last.into(),
            ..shop.form(&format!("066600000{number}"))
        };
        let cart = proto::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
        shop.place(cart).await.expect("placed");
    }
    for query in ["benali", "BÉNALI", "be\u{301}nali", "Benali"] {
        assert_eq!(found(&shop, query).await, ["A-10002", "A-10001"], "{query}");
    }
    assert_eq!(found(&shop, "ines benali").await, ["A-10002"]);
    for query in ["ايت علي", "آيت علي", "امينه"] {
        assert_eq!(found(&shop, query).await, ["A-10004", "A-10003"], "{query}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn counts_follow_every_order_and_every_step(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    for _ in 0..13 {
        shop.order("0555123456").await;
    }
    let first = shop.order("0555123456").await;
    shop.step(&admin(), &first, "confirmed").await.expect("confirmed");
    let page = proto::ListOrdersRequest {
        statuses: vec!["placed".into()],
        page: Some(PageRequest { page: 2, size: 12 }),
        ..proto::ListOrdersRequest::default()
    };
    let answer = list(&shop, page).await.expect("listed");
    assert_eq!(answer.counts, HashMap::from([("placed".to_owned(), 13), ("confirmed".to_owned(), 1)]));
    assert_eq!((answer.total, answer.orders.len()), (13, 1));
    assert_eq!(answer.orders[0].number, "A-10001");
    let oldest = proto::ListOrdersRequest { sort: "oldest".into(), ..proto::ListOrdersRequest::default() };
    assert_eq!(list(&shop, oldest).await.expect("listed").orders[1].number, "A-10002");
}

#[souk_testkit::test(SCHEMA)]
async fn orders_of_a_time_are_listed_though_numbers_were_given_in_another_order(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    for _ in 0..5 {
        shop.order("0555123456").await;
    }
    // The third and the fourth were placed at once on the 21st, at midnight in Algiers, by two who had their numbers before.
    let times = "UPDATE orders SET placed_at = (ARRAY['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z', '2026-11-20T23:00:00Z',
                                                      '2026-11-20T22:59:59Z', '2026-11-21T23:00:00Z'])[number - 10000]::timestamptz";
    sqlx::query(times).execute(&shop.pool).await.expect("moved");
    let placed = async |from: &str, before: &str, query: &str| {
        let request = proto::ListOrdersRequest {
            placed_from: from.into(),
            placed_before: before.into(),
            query: query.into(),
            ..proto::ListOrdersRequest::default()
        };
        let answer = list(&shop, request).await.expect("listed");
        assert_eq!((answer.total, answer.more), (answer.orders.len() as u64, false));
        answer.orders.into_iter().map(|order| order.number).collect::<Vec<_>>()
    };
    let (midnight, next) = ("2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z");
    for query in ["", "0555123456", "a-1000"] {
        assert_eq!(placed(midnight, next, query).await, ["A-10003"], "{query:?}");
        assert_eq!(placed("2026-11-19T23:00:00Z", midnight, query).await, ["A-10004", "A-10002"]);
        assert_eq!(placed(midnight, "", query).await, ["A-10005", "A-10003"]);
        assert_eq!(placed("", "2026-11-19T23:00:00Z", query).await, ["A-10001"]);
        assert_eq!(placed("2026-11-22T23:00:00Z", "", query).await, [""; 0]);
        assert_eq!(placed(next, midnight, query).await, [""; 0], "it ends before it begins");
    }
    let odd = proto::ListOrdersRequest { placed_from: "2026-11-20".into(), ..Default::default() };
    assert_eq!(fields(&list(&shop, odd).await.expect_err("no moment")), ["from"]);
}

#[souk_testkit::test(SCHEMA)]
async fn the_orders_of_a_list_are_read_whole_step_by_step(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    shop.order("0555123456").await;
    shop.copy_order(249).await;
    let whole = async |query: &str, statuses: &[&str], after| {
        let statuses = statuses.iter().map(|&status| status.to_owned()).collect();
        let filter = proto::ListOrdersRequest { query: query.into(), statuses, ..Default::default() };
        let request = proto::ListWholeOrdersRequest { filter: Some(filter), after };
        let clerk = staff("Samira", Role::Sales);
        shop.orders.list_whole_orders(by(&clerk, request)).await.expect("listed").into_inner()
    };
    for query in ["", "0555123456", "a-10"] {
        let first = whole(query, &["placed"], 0).await;
        assert_eq!((first.orders.len(), first.orders[0].number.as_str()), (200, "A-10250"), "{query:?}");
        let second = whole(query, &["placed"], first.next).await;
        assert_eq!((second.orders.len(), second.next), (50, 0), "{query:?}");
        assert_eq!(
            (second.orders[0].number.as_str(), second.orders[49].number.as_str()),
            ("A-10050", "A-10001")
        );
    }
    let order = whole("", &[], 10_002).await.orders.remove(0);
    let line = &order.lines[0];
    assert_eq!(
        (line.quantity, line.stock_items.len(), order.email.as_str(), order.commune_id.as_str()),
        (1, 0, "", ""),
        "what a file tells"
    );
    assert_eq!(line.sku.is_empty(), line.name.is_some(), "by its number, or its name");
    assert_eq!(whole("", &["settled"], 0).await, proto::ListWholeOrdersResponse::default());
    let request = proto::ListWholeOrdersRequest::default;
    let clerk = staff("Karim", Role::Warehouse);
    let refused = shop.orders.list_whole_orders(by(&clerk, request())).await;
    assert_eq!(
        refused.map_err(Failure::from).expect_err("refused").kind,
        Kind::Forbidden,
        "they may read them"
    );
    let stranger = shop.orders.list_whole_orders(by(&Actor::shopper(), request())).await;
    assert_eq!(stranger.map_err(Failure::from).expect_err("refused").kind, Kind::Forbidden);
    let filter = Some(proto::ListOrdersRequest { tracking_number: "RHL-1".into(), ..Default::default() });
    let request = proto::ListWholeOrdersRequest { filter, after: 0 };
    let refused = shop.orders.list_whole_orders(by(&staff("Samira", Role::Sales), request)).await;
    assert_eq!(fields(&refused.map_err(Failure::from).expect_err("refused")), ["trackingNumber"]);
}

/// 200 orders of 200 lines would be an answer that no gateway takes.
#[souk_testkit::test(SCHEMA)]
async fn a_step_of_whole_orders_ends_with_so_many_lines(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    shop.order("0555123456").await;
    let longer = "INSERT INTO order_lines
                  SELECT l.* FROM order_lines, generate_series(1, 199) n,
                         jsonb_populate_record(order_lines, jsonb_build_object('position', 1000 + n)) AS l";
    sqlx::query(longer).execute(&shop.pool).await.expect("stored");
    shop.copy_order(4).await;
    assert_eq!(sizes_of_steps(&shop).await, [vec![200, 200], vec![200, 200], vec![200]]);
}

/// How many lines the orders of each step have.
async fn sizes_of_steps(shop: &Shop) -> Vec<Vec<usize>> {
    let mut sizes = Vec::new();
    let mut after = 0;
    loop {
        let request = proto::ListWholeOrdersRequest { filter: None, after };
        let clerk = staff("Samira", Role::Sales);
        let step = shop.orders.list_whole_orders(by(&clerk, request)).await.expect("listed").into_inner();
        sizes.push(step.orders.iter().map(|order| order.lines.len()).collect());
        after = step.next;
        if after == 0 {
            return sizes;
        }
    }
}

/// Nor would 200 orders of a pack of a hundred parts be one that does.
#[souk_testkit::test(SCHEMA)]
async fn a_step_of_whole_orders_ends_with_so_many_parts_of_packs(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    shop.order("0555123456").await;
    shop.copy_order(5).await;
    let packs = "UPDATE order_lines SET parts = (SELECT jsonb_agg(p) FROM generate_series(1, 199),
                     jsonb_build_object('product_id', product_id, 'name', name, 'combination_name', combination_name,
                                        'quantity', 1) AS p)";
    sqlx::query(packs).execute(&shop.pool).await.expect("stored");
    assert_eq!(sizes_of_steps(&shop).await, [[1, 1], [1, 1], [1, 1]], "200 rows each, with their line");
}

/// A replica's clock was ahead, and an order that it took stands among those of the day after.
#[souk_testkit::test(SCHEMA)]
async fn an_order_of_another_day_is_in_no_list_of_a_day_and_in_no_file_of_it(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    shop.order("0555123456").await;
    shop.copy_order(1_599).await;
    let times = "UPDATE orders SET placed_at = CASE WHEN number IN (10010, 11600) THEN timestamptz '2026-11-22T12:00:00Z'
                                                    ELSE timestamptz '2026-11-21T10:00:00Z' + (number - 10001) * interval '1 second' END";
    sqlx::query(times).execute(&shop.pool).await.expect("moved");
    for query in ["", "0555123456", "a-1"] {
        let filter = proto::ListOrdersRequest {
            placed_from: "2026-11-21T23:00:00Z".into(),
            query: query.into(),
            sort: "oldest".into(),
            page: Some(PageRequest { page: 1, size: 200 }),
            ..Default::default()
        };
        let listed = list(&shop, filter.clone()).await.expect("listed");
        assert_eq!(
            (listed.placed_from.as_str(), listed.placed_before.as_str()),
            ("2026-11-21T23:00:00Z", "")
        );
        let numbers: Vec<_> = listed.orders.iter().map(|order| order.number.as_str()).collect();
        assert_eq!(numbers, ["A-10010"], "the first page has no other's");
        let (mut told, mut after) = (Vec::new(), 0);
        loop {
            let request = proto::ListWholeOrdersRequest { filter: Some(filter.clone()), after };
            let clerk = staff("Samira", Role::Sales);
            let step = shop.orders.list_whole_orders(by(&clerk, request)).await.expect("listed").into_inner();
            told.extend(step.orders.into_iter().map(|order| order.number));
            after = step.next;
            if after == 0 {
                break;
            }
        }
        assert_eq!(told, ["A-11600", "A-10010"], "{query:?}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_nothing_is_left_of_finds_nothing(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    shop.order("0555123456").await;
    for query in ["ـ", "\u{64e}", " ـــ "] {
        assert_eq!(found(&shop, query).await, [""; 0], "{query:?}");
        let filter = Some(proto::ListOrdersRequest { query: query.into(), ..Default::default() });
        let request = proto::ListWholeOrdersRequest { filter, after: 0 };
        let file = shop.orders.list_whole_orders(by(&staff("Samira", Role::Sales), request)).await;
        assert_eq!(file.expect("listed").into_inner(), proto::ListWholeOrdersResponse::default());
        let request = proto::ListCustomersRequest { query: "ـــ".into(), page: None };
        let customers = shop.customers.list_customers(by(&staff("Samira", Role::Sales), request)).await;
        assert_eq!(customers.expect("listed").into_inner().total, 0);
    }
    assert_eq!(found(&shop, "  ").await, ["A-10001"], "nothing was typed");
}

#[souk_testkit::test(SCHEMA)]
async fn orders_are_listed_by_the_number_that_their_transporter_has(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    shop.order("0555123456").await;
    shop.copy_order(2).await;
    let shipped = "UPDATE orders SET tracking_number = CASE number WHEN 10001 THEN 'Rhl-7' WHEN 10002 THEN 'RHL-7' ELSE 'RHL-77' END";
    sqlx::query(shipped).execute(&shop.pool).await.expect("shipped");
    let tracked =
        |number: &str| proto::ListOrdersRequest { tracking_number: number.into(), ..Default::default() };
    let listed = list(&shop, tracked(" rhl-7 ")).await.expect("listed");
    let numbers: Vec<_> = listed.orders.iter().map(|order| order.number.as_str()).collect();
    assert_eq!(
        (numbers, listed.total, listed.more),
        (vec!["A-10002", "A-10001"], 2, false),
        "whole, in any case"
    );
    let transporter_id = listed.orders[0].transporter_id.clone();
    let of = async |transporter_id: String| {
        list(&shop, proto::ListOrdersRequest { transporter_id, ..tracked("rhl-7") })
            .await
            .expect("listed")
            .total
    };
    assert_eq!((of(transporter_id).await, of(shop.id()).await), (2, 0), "narrowed as any list");
    let refused = list(&shop, tracked(&"x".repeat(65))).await.expect_err("refused");
    assert_eq!(fields(&refused), ["trackingNumber"]);
    let both = proto::ListOrdersRequest { query: "Amina".into(), ..tracked("rhl-7") };
    assert_eq!(fields(&list(&shop, both).await.expect_err("refused")), ["trackingNumber"]);
}

#[souk_testkit::test(SCHEMA)]
async fn whom_to_call_again_soonest_comes_first_until_they_are_reached(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    let mut orders = Vec::new();
    for phone in ["0555000001", "0555000002", "0555000003", "0555000004"] {
        orders.push(shop.order(phone).await);
    }
    let call = async |order: &proto::Order, version, at: &str| {
        let request = proto::TransitionOrderRequest {
            id: order.id.clone(),
            to: "unreachable".into(),
            version,
            next_call_at: at.into(),
            ..proto::TransitionOrderRequest::default()
        };
        shop.transition(&admin(), request).await.expect("a legal step").order.expect("an order")
    };
    let calls = async |query: &str| {
        let request = proto::ListOrdersRequest {
            sort: "nextCall".into(),
            query: query.into(),
            ..proto::ListOrdersRequest::default()
        };
        let listed = list(&shop, request).await.expect("listed").orders;
        let told = |order: &proto::Order| (order.number.clone(), order.next_call_at.clone());
        listed.iter().map(told).collect::<Vec<_>>()
    };
    let expected = |calls: &[(&str, &str)]| -> Vec<_> {
        calls.iter().map(|(number, at)| ((*number).to_owned(), (*at).to_owned())).collect()
    };
    call(&orders[1], 1, "2026-11-22T09:00:00Z").await;
    let third = call(&orders[2], 1, "2026-11-21T15:00:00Z").await;
    call(&orders[3], 1, "").await;
    assert_eq!(
        calls("").await,
        expected(&[
            ("A-10003", "2026-11-21T15:00:00Z"),
            ("A-10002", "2026-11-22T09:00:00Z"),
            ("A-10004", ""),
            ("A-10001", "")
        ])
    );
    assert_eq!(calls("0555000003").await, expected(&[("A-10003", "2026-11-21T15:00:00Z")]));
    let third = call(&third, third.version, "2026-11-23T10:00:00Z").await;
    assert_eq!(
        calls("").await[1],
        ("A-10003".to_owned(), "2026-11-23T10:00:00Z".to_owned()),
        "in vain again"
    );
    let reached = shop.step(&admin(), &third, "confirmed").await.expect("confirmed");
    assert_eq!(reached.next_call_at, "");
    assert_eq!(
        calls("").await,
        expected(&[("A-10002", "2026-11-22T09:00:00Z"), ("A-10004", ""), ("A-10001", ""), ("A-10003", "")])
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_filter_that_is_not_understood_is_refused_and_never_ignored(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let request = proto::ListOrdersRequest {
        page: Some(PageRequest { page: 1, size: 13 }),
        statuses: vec!["gone".into()],
        query: "x".repeat(101),
        wilaya_id: "x".into(),
        transporter_id: "x".into(),
        employee_id: "x".into(),
        sort: "total; DROP TABLE orders".into(),
        ..proto::ListOrdersRequest::default()
    };
    let refused = list(&shop, request).await.expect_err("refused");
    assert_eq!(fields(&refused), ["size", "status", "wilaya", "transporter", "employee", "sort", "q"]);
    let stranger = shop.orders.list_orders(by(&Actor::shopper(), proto::ListOrdersRequest::default())).await;
    assert_eq!(Failure::from(stranger.expect_err("refused")).kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn the_home_page_knows_todays_numbers_by_the_day_of_algiers(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    // 23:30 of the 21st in Algiers is the same day, 00:30 is not.
    shop.clock.advance(time::Duration::hours(13) + time::Duration::minutes(30));
    let yesterday = shop.order("0555123456").await;
    shop.clock.advance(time::Duration::hours(1));
    let mut today = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "delivered"] {
        today = shop.step(&admin(), &today, to).await.expect("a legal step");
    }
    let summary = shop.orders.get_summary(by(&admin(), proto::GetSummaryRequest {})).await;
    let summary = summary.expect("summed").into_inner();
    assert_eq!((summary.placed_today, summary.placed_today_total), (1, today.total));
    assert_eq!((summary.delivered_today, summary.delivered_today_total), (1, today.total));
    assert_eq!(summary.days.len(), 14);
    let before = &summary.days[12];
    assert_eq!((before.date.as_str(), before.placed, before.total), ("2026-11-21", 1, yesterday.total));
    assert_eq!(summary.counts["delivered"], 1);
}

#[souk_testkit::test(SCHEMA)]
async fn inventory_learns_which_orders_exist_and_a_reader_walks_through_all(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    let (kept, cancelled) = (shop.order("0555123456").await, shop.order("0555123456").await);
    shop.step(&admin(), &cancelled, "cancelled").await.expect("cancelled");
    let order_ids = vec![kept.id.clone(), cancelled.id.clone(), shop.id(), "no id".into()];
    let request = proto::CheckOrdersRequest { order_ids };
    let existing = shop.orders.check_orders(by(&Actor::system("inventory"), request)).await.expect("checked");
    assert_eq!(existing.into_inner().existing, std::slice::from_ref(&kept.id));
    let stream =
        shop.orders.stream_orders(by(&Actor::system("payments"), proto::StreamOrdersRequest {})).await;
    let orders: Vec<_> = stream.expect("a stream").into_inner().collect().await;
    let numbers: Vec<_> = orders.into_iter().map(|order| order.expect("an order").number).collect();
    assert_eq!(numbers, [kept.number, cancelled.number]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_page_of_24_orders_takes_as_many_statements_as_one_of_a_single_order(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    let mut counts = Vec::new();
    for orders in [1, 24] {
        while shop.count("orders").await < orders {
            shop.order("0555123456").await;
        }
        let page = Some(PageRequest { page: 1, size: 24 });
        let request = proto::ListOrdersRequest { page, ..proto::ListOrdersRequest::default() };
        let (listed, statements) = statements_of(list(&shop, request)).await;
        assert_eq!(i64::try_from(listed.expect("listed").orders.len()), Ok(orders));
        counts.push(statements);
    }
    assert_eq!(counts, [5, 5]);
}

/// A page of 200 orders of 200 lines would be an answer that no gateway takes.
#[souk_testkit::test(SCHEMA)]
async fn a_row_tells_the_first_pictures_and_all_pieces_of_however_long_an_order(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, Duration::ZERO).await;
    let mut products = Vec::new();
    for number in 0..6 {
        let image = if number == 1 { String::new() } else { format!("/media/{number}.webp") };
        let sellable = catalog::Sellable { image, ..sellable(&shop.id(), 10_000) };
        shop.announce(&sellable).await;
        products.push(sellable.product_id);
    }
    let lines: Vec<_> = products.iter().map(|product| (product.as_str(), 2)).collect();
    shop.place(shop.cart_of(&lines)).await.expect("placed");
    let listed = list(&shop, proto::ListOrdersRequest::default()).await.expect("listed").orders.remove(0);
    let told: Vec<_> = listed.lines.iter().map(|line| (line.image.as_str(), line.quantity)).collect();
    let expected = [("/media/0.webp", 0), ("/media/2.webp", 0), ("/media/3.webp", 0), ("", 12)];
    assert_eq!(told, expected, "what a gateway sums up and looks through, of any release");
    assert_eq!(shop.get(&listed.id).await.order.expect("an order").lines.len(), 6);
}

/// The counts as the list shows them, and the sum of the last days' orders.
async fn told(shop: &Shop) -> (HashMap<String, u64>, u64) {
    let counts = list(shop, proto::ListOrdersRequest::default()).await.expect("listed").counts;
    let summary =
        shop.orders.get_summary(by(&admin(), proto::GetSummaryRequest {})).await.expect("summed up");
    (counts, summary.into_inner().days.iter().map(|day| day.placed).sum())
}

#[souk_testkit::test(SCHEMA)]
async fn counts_are_the_same_before_during_and_after_their_log_is_folded(pool: PgPool) {
    let shop = Shop::with_cooldown(pool.clone(), Duration::ZERO).await;
    let product = shop.product(10_000).await;
    let folding = tokio::spawn({
        let pool = pool.clone();
        async move {
            loop {
                let (one, other) = tokio::join!(
                    souk_orders::orders::tallies::fold(&pool),
                    souk_orders::orders::tallies::fold(&pool)
                );
                one.and(other).expect("folded");
            }
        }
    });
    for number in 1..=30 {
        let order = shop.place(shop.cart(&product)).await.expect("placed").order.expect("an order");
        if number % 3 == 0 {
            shop.step(&admin(), &order, "confirmed").await.expect("confirmed");
        }
        let (counts, placed) = told(&shop).await;
        assert_eq!((counts.values().sum::<u64>(), placed), (number, number));
    }
    folding.abort();
    let expected = HashMap::from([("placed".to_owned(), 20), ("confirmed".to_owned(), 10)]);
    assert_eq!(told(&shop).await.0, expected);
    souk_orders::orders::tallies::fold(&pool).await.expect("folded");
    assert_eq!((shop.count("status_changes").await, shop.count("day_changes").await), (0, 0));
    assert_eq!(told(&shop).await, (expected, 30));
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_that_is_being_changed_holds_up_no_other(pool: PgPool) {
    let shop = Shop::with_cooldown(pool.clone(), Duration::ZERO).await;
    let product = shop.product(10_000).await;
    let mut orders = Vec::new();
    for _ in 0..33 {
        orders.push(shop.place(shop.cart(&product)).await.expect("placed").order_id);
    }
    let change = "UPDATE orders SET status = 'confirmed' WHERE id = $1::uuid";
    let mut slow = pool.begin().await.expect("a transaction");
    sqlx::query(change).bind(&orders[0]).execute(&mut *slow).await.expect("changed");
    // The 33rd was counted in the same rows as the first.
    let mut other = pool.begin_with("BEGIN; SET LOCAL lock_timeout = '100ms'").await.expect("a transaction");
    sqlx::query(change).bind(&orders[32]).execute(&mut *other).await.expect("waits for nobody");
}
