//! Who wants to hear when something that is sold out can be had again.

use std::slice::from_ref;

use souk_catalog::restock_requests::{KEPT, MOST_OF_PHONE, MOST_WAITING};
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::catalog::v1::restock_requests_server::RestockRequests as _;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;
use uuid::Uuid;

use crate::support::{SCHEMA, Shop, by, content, fields, staff};

/// Calls as somebody.
macro_rules! call {
    ($shop:expr, $actor:expr, $method:ident, $request:expr) => {
        $shop
            .catalog
            .restock_requests()
            .$method(by(&$actor, $request))
            .await
            .map(|it| it.into_inner())
            .map_err(Failure::from)
    };
}

const PAGE: Option<PageRequest> = Some(PageRequest { page: 1, size: 12 });

async fn ask(shop: &Shop, product: &str, combination: &str, phone: &str) -> Result<(), Failure> {
    let request = proto::SubmitRestockRequestRequest {
        product_id: product.into(),
        combination_id: combination.into(),
        phone: phone.into(),
        name: " Amina ".into(),
    };
    call!(shop, Actor::shopper(), submit_restock_request, request).map(|_| ())
}

async fn items(shop: &Shop, available: Option<bool>, sort: &str) -> proto::ListRestockItemsResponse {
    let request = proto::ListRestockItemsRequest { page: PAGE, available, sort: sort.into() };
    call!(shop, staff(Role::Sales), list_restock_items, request).expect("listed")
}

async fn people(shop: &Shop, product: &str, told: Option<bool>) -> Vec<proto::RestockRequest> {
    let request = proto::ListRestockRequestsRequest {
        page: PAGE,
        product_id: product.into(),
        told,
        ..Default::default()
    };
    call!(shop, staff(Role::Sales), list_restock_requests, request).expect("listed").requests
}

/// Whether it changed anything.
async fn mark(shop: &Shop, request: &proto::RestockRequest, told: bool) -> Result<bool, Failure> {
    let request = proto::MarkRestockRequestRequest { id: request.id.clone(), version: request.version, told };
    call!(shop, staff(Role::Sales), mark_restock_request, request).map(|answer| answer.changed)
}

async fn remove(shop: &Shop, request: &proto::RestockRequest) -> Result<(), Failure> {
    let request = proto::RemoveRestockRequestRequest { id: request.id.clone(), version: request.version };
    call!(shop, staff(Role::Sales), remove_restock_request, request).map(|_| ())
}

fn name(text: Option<&LocalizedText>) -> &str {
    text.map_or("", |text| &text.fr)
}

fn row(item: &proto::RestockItem) -> (&str, &str, u64, bool) {
    let proto::RestockItem { product_name, combination_name, waiting, available, .. } = item;
    (name(product_name.as_ref()), name(combination_name.as_ref()), *waiting, *available)
}

fn short(items: &proto::ListRestockItemsResponse) -> Vec<(&str, &str, u64, bool)> {
    items.items.iter().map(row).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn who_waits_is_counted_by_thing_and_seen_when_it_is_back(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let soap = shop.create(shop.new_product("Savon", &category)).await;
    let mut scarf = shop.new_product("Foulard", &category);
    scarf.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    let scarf = shop.create(scarf).await;
    let blue = &scarf.combinations[1].id;
    let mut pack = shop.new_product("Coffret", &category);
    pack.pack = vec![proto::PackComponent { product_id: soap.id.clone(), quantity: 2, ..Default::default() }];
    let pack = shop.create(pack).await;

    ask(&shop, &scarf.id, blue, "0550 12 34 56").await.expect("kept");
    shop.clock.advance(time::Duration::HOUR);
    for phone in ["0550123456", "+213 550 12 34 57"] {
        ask(&shop, &soap.id, "", phone).await.expect("kept");
    }
    ask(&shop, &soap.id, "", "0550123456").await.expect("the same again is the same success");
    shop.clock.advance(time::Duration::HOUR);
    ask(&shop, &pack.id, "", "0550123456").await.expect("kept");

    let sold_out = items(&shop, None, "").await;
    let expected = [("Foulard", "Bleu", 1, false), ("Savon", "", 2, false), ("Coffret", "", 1, false)];
    assert_eq!((short(&sold_out), sold_out.total, sold_out.to_tell), (expected.to_vec(), 3, 0));
    assert_eq!(short(&items(&shop, None, "waiting").await)[0].0, "Savon");
    assert_eq!(short(&items(&shop, None, "recent").await)[0].0, "Coffret");

    shop.available(&soap.id, "", 1, 1).await;
    let back = items(&shop, None, "").await;
    assert_eq!(short(&back)[0], ("Savon", "", 2, true), "what is back comes first");
    let refused = ask(&shop, &soap.id, "", "0550123458").await.expect_err("nobody has to wait for it");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "catalog.can_be_had"));
    assert_eq!(short(&back)[2], ("Coffret", "", 1, false), "which needs two of it");
    assert_eq!((back.total, back.to_tell), (3, 2));
    assert_eq!(short(&items(&shop, Some(true), "").await), [("Savon", "", 2, true)]);
    shop.available(&soap.id, "", 2, 2).await;
    shop.available(&scarf.id, blue, 1, 4).await;
    assert_eq!(items(&shop, Some(true), "").await.to_tell, 4);
    let none = items(&shop, Some(false), "").await;
    assert_eq!((none.items.len(), none.total, none.to_tell), (0, 0, 4), "of a page without rows too");
    let deactivate = proto::UpdateProductRequest {
        id: soap.id.clone(),
        version: soap.version,
        active: Some(false),
        ..Default::default()
    };
    shop.products.update_product(by(&content(), deactivate)).await.expect("hidden");
    assert_eq!(items(&shop, Some(true), "").await.total, 2, "what is hidden can't be had");
}

#[souk_testkit::test(SCHEMA)]
async fn a_pack_of_choices_is_back_when_one_of_them_is(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations = ["Rouge", "Bleu"].map(|color| shop.combination(color, color == "Rouge")).to_vec();
    let soap = shop.create(soap).await;
    let [red, blue] = soap.combinations.as_slice() else { panic!("two") };
    let mut pack = shop.new_product("Coffret", &category);
    let choices = vec![blue.id.clone()];
    let part = proto::PackComponent {
        product_id: soap.id.clone(),
        quantity: 1,
        chosen: true,
        choices,
        ..Default::default()
    };
    pack.pack = vec![part];
    let pack = shop.create(pack).await;
    ask(&shop, &pack.id, "", "0550123456").await.expect("kept");
    for (version, combination, expected) in [(1, &red.id, false), (2, &blue.id, true)] {
        shop.available(&soap.id, combination, version, 1).await;
        let page = shop.page("coffret").await.expect("found");
        let listed = items(&shop, None, "").await.items.remove(0);
        assert_eq!((page.available, listed.available), (expected, expected), "as the shopper's page says");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn staff_note_who_was_told_and_who_asks_again_waits_anew(pool: PgPool) {
    let shop = Shop::open(pool);
    let soap = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    for phone in ["0550123456", "0550123457"] {
        ask(&shop, &soap.id, "", phone).await.expect("kept");
        shop.clock.advance(time::Duration::MINUTE);
    }
    let [first, second] = people(&shop, &soap.id, None).await.try_into().expect("two");
    assert_eq!((first.phone.as_str(), first.name.as_str(), first.version), ("0550123456", "Amina", 1));
    assert!(mark(&shop, &first, true).await.expect("told"));
    assert!(!mark(&shop, &first, true).await.expect("the same again is success"), "and changes nothing");
    let stale = mark(&shop, &first, false).await.expect_err("it is at version 2");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "catalog.stale_version"));
    assert_eq!(people(&shop, &soap.id, Some(false)).await, from_ref(&second));
    assert_eq!(items(&shop, None, "").await.items[0].waiting, 1);
    let told = people(&shop, "", Some(true)).await.remove(0);
    assert!(!told.told_at.is_empty());

    shop.clock.advance(time::Duration::HOUR);
    ask(&shop, &soap.id, "", "0550123456").await.expect("somebody else was quicker");
    let [_, again] = people(&shop, &soap.id, Some(false)).await.try_into().expect("both");
    assert_eq!((again.id.as_str(), again.version), (first.id.as_str(), 3), "the one row of the phone");
    assert!(again.asked_at > first.asked_at);
    remove(&shop, &again).await.expect("gone");
    remove(&shop, &again).await.expect("what is gone is gone");
    assert_eq!(people(&shop, "", None).await, [second]);

    let entries = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let entries: Vec<_> = entries.filter(|entry| entry.subject_kind == "restock_request").collect();
    let actions: Vec<_> = entries.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions, ["catalog.restock_request_marked", "catalog.restock_request_removed"]);
    assert!(entries.iter().all(|entry| entry.subject_name == "Savon"));
    assert!(!format!("{entries:?}").contains("055012345"), "who waits is told to nobody");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_wrong_is_named_and_nobody_else_may_read_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let soap = shop.create(shop.new_product("Savon", &category)).await;
    let mut scarf = shop.new_product("Foulard", &category);
    scarf.combinations = vec![shop.combination("Rouge", true)];
    let scarf = shop.create(scarf).await;
    let odd = proto::SubmitRestockRequestRequest {
        product_id: "x".into(),
        combination_id: "y".into(),
        phone: "0555".into(),
        name: "a".repeat(61),
    };
    let odd = call!(shop, Actor::shopper(), submit_restock_request, odd).expect_err("refused");
    assert_eq!(fields(&odd), ["product", "combination", "phone", "name"]);
    let gone = ask(&shop, &shop.id(), "", "0550123456").await.expect_err("nobody sells it");
    assert_eq!((gone.kind, gone.code.as_ref()), (Kind::NotFound, "catalog.unknown_product"));
    for (product, combination) in
        [(&scarf.id, String::new()), (&scarf.id, shop.id()), (&soap.id, scarf.combinations[0].id.clone())]
    {
        let refused = ask(&shop, product, &combination, "0550123456").await.expect_err("another thing");
        assert_eq!(fields(&refused), ["combination"]);
    }
    let request = || proto::ListRestockItemsRequest { page: PAGE, ..Default::default() };
    let people = || proto::ListRestockRequestsRequest { page: PAGE, ..Default::default() };
    for actor in [Actor::shopper(), content(), staff(Role::Warehouse)] {
        let refused = call!(shop, actor, list_restock_items, request()).expect_err("not theirs");
        assert_eq!(refused.kind, Kind::Forbidden);
        let refused =
            call!(shop, actor, list_restock_requests, people()).expect_err("phones are for who calls");
        assert_eq!(refused.kind, Kind::Forbidden);
    }
    let marked = proto::MarkRestockRequestRequest { id: shop.id(), version: 1, told: true };
    let refused =
        call!(shop, staff(Role::Warehouse), mark_restock_request, marked.clone()).expect_err("reads");
    assert_eq!(refused.kind, Kind::Forbidden);
    let unknown = call!(shop, staff(Role::Sales), mark_restock_request, marked).expect_err("is none");
    assert_eq!(unknown.code.as_ref(), "catalog.unknown_restock_request");
}

#[souk_testkit::test(SCHEMA)]
async fn what_waits_is_bounded_and_forgotten(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations = (0..=MOST_OF_PHONE).map(|n| shop.combination(&format!("C{n}"), n == 0)).collect();
    let soap = shop.create(soap).await;
    let [combinations @ .., last] = soap.combinations.as_slice() else { panic!("many") };
    for combination in combinations {
        ask(&shop, &soap.id, &combination.id, "0550123456").await.expect("kept");
    }
    ask(&shop, &soap.id, &last.id, "0550123456").await.expect("nobody learns what a phone waits for");
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM restock_requests")
        .fetch_one(shop.pool())
        .await
        .expect("counted");
    assert_eq!(kept, i64::from(MOST_OF_PHONE), "nor is more of it kept");
    ask(&shop, &soap.id, &combinations[0].id, "0550123456").await.expect("waits already");

    let fill = "INSERT INTO restock_requests (id, product_id, combination_id, phone, name, asked_at)
        SELECT gen_random_uuid(), $1, $2, to_char(n, 'FM0000000000'), '', now() FROM generate_series(1, $3) n";
    let waiting = i64::try_from(combinations.len()).expect("few");
    let rest = i64::from(MOST_WAITING) - waiting;
    let [product, combination] = [&soap.id, &last.id].map(|id| id.parse::<Uuid>().expect("an id"));
    sqlx::query(fill).bind(product).bind(combination).bind(rest).execute(shop.pool()).await.expect("filled");
    let refused = ask(&shop, &soap.id, &last.id, "0770123456").await.expect_err("too much of all");
    assert_eq!(
        (refused.kind, refused.code.as_ref()),
        (Kind::RateLimited, "catalog.too_many_restock_requests")
    );

    let cases = shop.catalog.restock_request_cases();
    shop.clock.advance(KEPT - time::Duration::MINUTE);
    sqlx::query("UPDATE restock_requests SET asked_at = $1 WHERE phone <> '0550123456'")
        .bind(souk_kernel::Clock::now(&shop.clock))
        .execute(shop.pool())
        .await
        .expect("asked later");
    while cases.forget_some().await.expect("forgotten") {}
    let count = async || -> i64 {
        let count = sqlx::query_scalar("SELECT count(*) FROM restock_requests WHERE phone = '0550123456'");
        count.fetch_one(shop.pool()).await.expect("counted")
    };
    assert_eq!(count().await, waiting, "not yet");
    shop.clock.advance(time::Duration::MINUTE * 2);
    while cases.forget_some().await.expect("forgotten") {}
    assert_eq!(count().await, 0);
    ask(&shop, &soap.id, &last.id, "0550123456").await.expect("there is room again");
}

#[souk_testkit::test(SCHEMA)]
async fn nobody_waits_for_what_is_gone(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut scarf = shop.new_product("Foulard", &category);
    scarf.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    let scarf = shop.create(scarf).await;
    let [red, blue] = scarf.combinations.as_slice() else { panic!("two") };
    for combination in [red, blue] {
        ask(&shop, &scarf.id, &combination.id, "0550123456").await.expect("kept");
    }
    let of_the_product = "INSERT INTO restock_requests (id, product_id, combination_id, phone, name, asked_at)
        VALUES (gen_random_uuid(), $1::text::uuid, '00000000-0000-0000-0000-000000000000', '0550123457', '', now())";
    sqlx::query(of_the_product).bind(&scarf.id).execute(shop.pool()).await.expect("of before it had any");
    let kept = proto::WantedCombination { id: red.id.clone(), active: true, ..Default::default() };
    let (product_id, version) = (scarf.id.clone(), scarf.version);
    let request = proto::SetCombinationsRequest { product_id, version, combinations: vec![kept] };
    shop.products.set_combinations(by(&content(), request)).await.expect("saved");
    let waiting = people(&shop, &scarf.id, None).await;
    let waiting: Vec<_> = waiting.iter().map(|request| request.combination_id.as_str()).collect();
    assert_eq!(waiting, [red.id.as_str()]);
}

#[souk_testkit::test(SCHEMA)]
async fn who_asks_for_a_phone_that_hangs_is_sent_away_and_others_are_not(pool: PgPool) {
    let shop = Shop::open(pool);
    let soap = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let mut hanging = shop.pool().begin().await.expect("a transaction");
    let lock = "SELECT pg_advisory_xact_lock($1, hashtext('0550123456'))";
    let class = i32::from_be_bytes(*b"rstk");
    sqlx::query(lock).bind(class).execute(&mut *hanging).await.expect("held");
    let refused = ask(&shop, &soap.id, "", "0550123456").await.expect_err("not for ever");
    assert_eq!(refused.kind, Kind::Unavailable);
    ask(&shop, &soap.id, "", "0550123457").await.expect("another phone");
}
