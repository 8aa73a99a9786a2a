//! Customers: read from their orders, found by phone and name, and what staff write of them.

use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::customers_server::Customers as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, admin, by, fields, staff};

async fn list(shop: &Shop, query: &str) -> Result<proto::ListCustomersResponse, Failure> {
    let request = proto::ListCustomersRequest { query: query.into(), page: None };
    let answer = shop.customers.list_customers(by(&admin(), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner())
}

async fn get(shop: &Shop, id: &str) -> Result<proto::CustomerDetail, Failure> {
    let request = proto::GetCustomerRequest { id: id.into() };
    let answer = shop.customers.get_customer(by(&admin(), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner())
}

async fn create(shop: &Shop, request: proto::CreateCustomerRequest) -> Result<proto::Customer, Failure> {
    let answer = shop.customers.create_customer(by(&admin(), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner().customer.expect("a customer"))
}

async fn update(
    shop: &Shop,
    id: &str,
    version: u64,
    card: proto::CustomerCard,
) -> Result<proto::Customer, Failure> {
    let request = proto::UpdateCustomerRequest { id: id.into(), version, card: Some(card) };
    let answer = shop.customers.update_customer(by(&admin(), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner().customer.expect("a customer"))
}

fn yasmine() -> proto::CustomerCard {
    proto::CustomerCard {
        first_name: "Yasmine".into(),
        last_name: "Belkacem".into(),
        email: "yasmine@example.dz".into(),
        wilaya_id: "16".into(),
        commune_id: "1601".into(),
        address: "3 rue Larbi".into(),
        note: "calls back in the evening".into(),
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_customer_is_read_from_their_orders(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, std::time::Duration::ZERO).await;
    let first = shop.order("0555123456").await;
    let second = shop.order("0555123456").await;
    let other = shop.order("0666123456").await;
    shop.step(&admin(), &first, "cancelled").await.expect("cancelled");

    let listed = list(&shop, "").await.expect("listed");
    let phones: Vec<_> = listed.customers.iter().map(|customer| customer.phone.as_str()).collect();
    assert_eq!((listed.total, listed.more), (2, false));
    assert!(phones.contains(&"0555123456") && phones.contains(&"0666123456"), "each once: {phones:?}");
    for id in [&first.id, &second.id] {
        let found = get(&shop, id).await.expect("any order leads to them");
        let customer = found.customer.expect("a customer");
        assert_eq!((customer.id.as_str(), customer.version), (second.id.as_str(), 0));
        assert_eq!(customer.card.expect("as ordered").first_name, "Amina");
        let outcomes = customer.outcomes.expect("counted");
        assert_eq!((outcomes.open, outcomes.cancelled, outcomes.more), (1, 1, false));
        let orders: Vec<_> = found.orders.iter().map(|order| order.id.as_str()).collect();
        assert_eq!(orders, [second.id.as_str(), first.id.as_str()]);
    }
    let found = list(&shop, "0666").await.expect("found by phone").customers;
    assert_eq!(found.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), [other.id.as_str()]);
    assert_eq!(list(&shop, "hadd").await.expect("found by name").total, 2);
    let short = list(&shop, "ha").await.expect_err("too short");
    assert_eq!((short.kind, fields(&short)), (Kind::Invalid, vec!["q"]));
    assert_eq!(get(&shop, &shop.id()).await.expect_err("nobody").code, "orders.unknown_customer");
}

/// Of 102 orders of one phone: the oldest is cancelled, the next lost.
#[souk_testkit::test(SCHEMA)]
async fn of_who_ordered_very_often_the_newest_hundred_orders_are_counted(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let oldest = shop.order("0555123456").await;
    shop.copy_order(101).await;
    let second = "UPDATE orders SET status = 'lost' WHERE number = (SELECT min(number) + 1 FROM orders)";
    sqlx::query(second).execute(&shop.pool).await.expect("written");
    shop.step(&admin(), &oldest, "cancelled").await.expect("cancelled");
    let newest = "SELECT id::text FROM orders ORDER BY number DESC LIMIT 1";
    let newest: String = sqlx::query_scalar(newest).fetch_one(&shop.pool).await.expect("read");
    let counted = async || {
        let customer = get(&shop, &oldest.id).await.expect("found").customer.expect("a customer");
        let outcomes = customer.outcomes.expect("counted");
        let history = shop.get(&newest).await.customer.expect("a history");
        let figures = [outcomes.open, outcomes.lost, outcomes.cancelled];
        (figures, outcomes.more, [history.orders, history.lost, history.refused], history.more)
    };
    assert_eq!(counted().await, ([100, 0, 0], true, [100, 1, 0], true));
    let another = "UPDATE orders SET phone = '0666123456'
                    WHERE number BETWEEN (SELECT max(number) - 2 FROM orders) AND (SELECT max(number) - 1 FROM orders)";
    sqlx::query(another).execute(&shop.pool).await.expect("written");
    assert_eq!(counted().await, ([98, 1, 1], false, [99, 1, 1], false));
}

#[souk_testkit::test(SCHEMA)]
async fn who_is_assigned_to_warehouses_sees_customers_by_the_orders_that_they_may_open(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, std::time::Duration::ZERO).await;
    let foreign = shop.order("0555123456").await;
    let own = shop.order("0555123456").await;
    let clerk =
        Actor { warehouses: vec![shop.id().parse().expect("an id")], ..staff("Karim", Role::Warehouse) };
    let seen = async |id: &str| {
        let request = proto::GetCustomerRequest { id: id.into() };
        let answer = shop.customers.get_customer(by(&clerk, request)).await.map_err(Failure::from)?;
        let orders = answer.into_inner().orders.into_iter().map(|order| order.id);
        Ok::<_, Failure>(orders.collect::<Vec<_>>())
    };
    shop.inventory.book().warehouse = shop.id();
    shop.inventory.book().foreign.insert(foreign.id.clone());
    for id in [&foreign.id, &own.id] {
        let asked = shop.inventory.book().questions;
        assert_eq!(seen(id).await.expect("one is theirs"), std::slice::from_ref(&own.id));
        assert_eq!(shop.inventory.book().questions, asked + 1, "for both orders together");
    }
    shop.inventory.book().foreign.insert(own.id.clone());
    for id in [&foreign.id, &own.id] {
        assert_eq!(seen(id).await.expect_err("none is theirs").kind, Kind::Forbidden);
    }
    assert_eq!(get(&shop, &own.id).await.expect("by an admin").orders.len(), 2);
}

#[souk_testkit::test(SCHEMA)]
async fn what_staff_write_stands_over_what_was_ordered(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let saved = update(&shop, &order.id, 0, yasmine()).await.expect("written");
    assert_eq!((saved.version, saved.card), (1, Some(yasmine())));
    assert_ne!(saved.id, order.id, "the order's phone may be corrected");
    assert!(!saved.wilaya_name.is_empty());
    let stale = update(&shop, &order.id, 0, proto::CustomerCard { note: String::new(), ..yasmine() }).await;
    assert_eq!(stale.expect_err("stale").code, "orders.stale_version");
    assert_eq!(update(&shop, &order.id, 0, yasmine()).await.expect("said already").version, 1);
    assert_eq!(list(&shop, "belkacem").await.expect("found by the card").total, 1);

    let entries = shop.audit().await;
    let told: Vec<_> = entries.iter().filter(|entry| entry.action == "orders.customer_saved").collect();
    assert_eq!(told.len(), 1, "once");
    assert!(!told[0].after.contains("Yasmine"), "nothing of the person is kept for ever: {}", told[0].after);

    let wrong = proto::CustomerCard {
        first_name: "Y".into(),
        email: "nobody".into(),
        commune_id: String::new(),
        note: "x".repeat(1_001),
        ..yasmine()
    };
    let refused = update(&shop, &order.id, 1, wrong).await.expect_err("refused");
    assert_eq!(fields(&refused), ["firstname", "email", "commune", "note"]);
    let elsewhere = proto::CustomerCard { wilaya_id: "31".into(), ..yasmine() };
    let refused = update(&shop, &order.id, 1, elsewhere).await.expect_err("1601 lies in 16");
    assert_eq!(fields(&refused), ["commune"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_phone_gets_one_card_before_it_orders(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let request = proto::CreateCustomerRequest {
        id: shop.id(),
        phone: "+213 777 12 34 56".into(),
        card: Some(yasmine()),
    };
    let made = create(&shop, request.clone()).await.expect("made");
    assert_eq!((made.phone.as_str(), made.version, made.last_order_at.as_str()), ("0777123456", 1, ""));
    assert_eq!(create(&shop, request.clone()).await.expect("made already").id, made.id);
    let again = proto::CreateCustomerRequest { id: shop.id(), ..request.clone() };
    assert_eq!(create(&shop, again).await.expect_err("the phone has one").code, "orders.customer_taken");
    let order = shop.order("0777123456").await;
    let found = get(&shop, &order.id).await.expect("found").customer.expect("a customer");
    assert_eq!((found.id, found.card), (made.id, Some(yasmine())), "the card stays");
    let foreign =
        proto::CreateCustomerRequest { id: order.id, phone: "0555000000".into(), ..request.clone() };
    assert_eq!(create(&shop, foreign).await.expect_err("of another phone").code, "orders.customer_taken");

    let request = proto::CreateCustomerRequest { id: shop.id(), phone: "12".into(), ..request };
    assert_eq!(fields(&create(&shop, request.clone()).await.expect_err("no phone")), ["phone"]);
    let packer = staff("Walid", Role::Warehouse);
    let denied = shop
        .customers
        .create_customer(by(&packer, proto::CreateCustomerRequest { phone: "0555000000".into(), ..request }));
    let denied = denied.await.map_err(Failure::from).expect_err("not theirs to write");
    assert_eq!(denied.kind, Kind::Forbidden);
}
