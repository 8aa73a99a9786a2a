//! Wilayas, communes and who delivers there.

use std::time::Duration;

use serde_json::json;
use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::geography_server::Geography as _;
use souk_proto::orders::v1::transporters_server::Transporters as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::{AssertSqlSafe, PgPool};

use crate::support::{DESK_PRICE, HOME_PRICE, SCHEMA, Shop, admin, by, fields, staff, tariff};

#[souk_testkit::test(SCHEMA)]
async fn every_wilaya_has_its_communes_and_the_shops_own_flags_survive_a_new_seed(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    sqlx::query("UPDATE communes SET deliverable = false WHERE code = '1601'")
        .execute(&pool)
        .await
        .expect("set");
    souk_orders::geography::seed(&pool).await.expect("seeded again");
    let wilayas = shop.geography.list_wilayas(by(&Actor::shopper(), proto::ListWilayasRequest {})).await;
    let wilayas = wilayas.expect("listed").into_inner().wilayas;
    assert_eq!(wilayas.len(), 69);
    let algiers = wilayas.iter().find(|wilaya| wilaya.id == "16").expect("Alger");
    assert_eq!((algiers.iso_code.as_str(), algiers.name.as_str()), ("DZ-16", "Alger"));
    let mut communes = Vec::new();
    for wilaya in wilayas {
        let request = proto::ListCommunesRequest { wilaya_id: wilaya.id };
        let listed = shop.geography.list_communes(by(&Actor::shopper(), request)).await;
        communes.extend(listed.expect("listed").into_inner().communes);
    }
    assert_eq!(communes.len(), 1541);
    let closed: Vec<_> =
        communes.iter().filter(|commune| !commune.deliverable).map(|it| it.id.as_str()).collect();
    assert_eq!(closed, ["1601"]);
}

/// As an order on its way holds them, and each `souk-orders migrate` seeds while there are some.
#[souk_testkit::test(SCHEMA)]
async fn a_new_seed_waits_for_no_order_and_brings_names_up_to_the_files(pool: PgPool) {
    souk_orders::geography::seed(&pool).await.expect("seeded");
    let mut order = pool.begin().await.expect("begins");
    for table in ["wilayas", "communes"] {
        let held = format!("SELECT FROM {table} FOR KEY SHARE");
        sqlx::query(AssertSqlSafe(held)).execute(&mut *order).await.expect("held");
    }
    let again = tokio::time::timeout(Duration::from_secs(5), souk_orders::geography::seed(&pool)).await;
    again.expect("at once").expect("seeded again");
    order.rollback().await.expect("ends");

    sqlx::query("UPDATE wilayas SET name = 'Algiers' WHERE code = '16'").execute(&pool).await.expect("set");
    souk_orders::geography::seed(&pool).await.expect("seeded again");
    let name = sqlx::query_scalar::<_, String>("SELECT name FROM wilayas WHERE code = '16'").fetch_one(&pool);
    assert_eq!(name.await.expect("found"), "Alger");
}

#[souk_testkit::test(SCHEMA)]
async fn an_unknown_place_is_not_found(pool: PgPool) {
    let shop = Shop::open(pool).await;
    for id in ["00", "", "x", "160"] {
        let request = proto::ListCommunesRequest { wilaya_id: id.into() };
        let refused =
            shop.geography.list_communes(by(&Actor::shopper(), request)).await.expect_err("refused");
        assert_eq!(Failure::from(refused).kind, Kind::NotFound, "{id}");
    }
    assert_eq!(offers(&shop, "9999").await.map_err(|failure| failure.kind), Err(Kind::NotFound));
}

#[souk_testkit::test(SCHEMA)]
async fn staff_open_and_close_communes_and_orders_follow_at_once(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let read = area(&shop, &staff("Samira", Role::Sales)).await.expect("read");
    assert_eq!((read.version, read.communes.len()), (1, 1541));
    let algiers: Vec<String> =
        read.communes.iter().filter(|it| it.wilaya_id == "16").map(|it| it.id.clone()).collect();
    assert!(read.communes.iter().all(|commune| commune.deliverable));

    let saved = save_area(&shop, &admin(), 1, &[], &["1601".into()]).await.expect("saved");
    assert_eq!(saved.version, 2);
    let refused = shop.place(shop.cart(&product)).await.expect_err("nothing goes there");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["commune"]));
    assert_eq!(offers(&shop, "1601").await, Ok(Vec::new()));
    let told = shop.audit().await.pop().expect("an entry");
    assert_eq!(told.action, "orders.delivery_area_saved");
    assert!(told.before.starts_with(r#"{"1601 "#) && told.before.ends_with(":true}"), "{}", told.before);
    assert!(told.after.ends_with(":false}"), "{}", told.after);

    let closed = save_area(&shop, &admin(), 2, &[], &algiers).await.expect("saved");
    assert_eq!(closed.version, 3);
    assert!(!is_deliverable(&shop, "16").await, "none of its communes is");
    let opened = save_area(&shop, &admin(), 3, &["1601".into()], &[]).await.expect("saved");
    assert_eq!(opened.communes.iter().filter(|it| it.wilaya_id == "16" && it.deliverable).count(), 1);
    assert!(is_deliverable(&shop, "16").await);
    assert!(shop.place(shop.cart(&product)).await.is_ok());
}

#[souk_testkit::test(SCHEMA)]
async fn a_commune_of_a_closed_wilaya_is_read_and_saved_as_closed(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    sqlx::query("UPDATE wilayas SET deliverable = false WHERE code = '16'")
        .execute(&pool)
        .await
        .expect("set");
    let read = area(&shop, &admin()).await.expect("read");
    assert!(read.communes.iter().all(|it| it.deliverable == (it.wilaya_id != "16")));
    save_area(&shop, &admin(), 1, &["1602".into()], &[]).await.expect("saved");
    let saved = area(&shop, &admin()).await.expect("read");
    let open: Vec<_> = saved.communes.iter().filter(|it| it.wilaya_id == "16" && it.deliverable).collect();
    assert_eq!(open.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["1602"]);
}

#[souk_testkit::test(SCHEMA)]
async fn the_delivery_area_is_checked_and_saved_by_those_who_may(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (one, other) = (vec!["1601".to_owned()], vec!["1602".to_owned()]);
    save_area(&shop, &admin(), 1, &[], &one).await.expect("saved");
    let again = save_area(&shop, &admin(), 1, &[], &one).await.expect("what is so already");
    assert_eq!(again.version, 2);
    let stale = save_area(&shop, &admin(), 1, &[], &other).await.expect_err("stale");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "orders.stale_version"));
    for (opened, closed, field) in [
        (vec!["16".to_owned()], vec![], "opened[0]"),
        (vec![], vec!["1699".to_owned()], "closed"),
        (one.clone(), one.clone(), "closed"),
        (vec!["1601".to_owned(); 2_001], vec![], "opened"),
    ] {
        let refused = save_area(&shop, &admin(), 2, &opened, &closed).await.expect_err("refused");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec![field]));
    }
    let sales = staff("Samira", Role::Sales);
    let refused = save_area(&shop, &sales, 2, &one, &[]).await.expect_err("refused");
    assert_eq!(refused.kind, Kind::Forbidden);
    assert_eq!(area(&shop, &Actor::shopper()).await.map_err(|it| it.kind).map(drop), Err(Kind::Forbidden));
}

#[souk_testkit::test(SCHEMA)]
async fn a_communes_own_tariff_wins_and_is_shown_first(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let own = proto::Tariff { commune_id: "1602".into(), ..tariff("home", 60_000) };
    let tariffs = [tariff("home", HOME_PRICE), own, tariff("desk", DESK_PRICE)];
    shop.save_transporter(&shop.transporter, &tariffs).await;
    assert_eq!(
        offers(&shop, "1601").await,
        Ok(vec![("desk".into(), DESK_PRICE), ("home".into(), HOME_PRICE)])
    );
    assert_eq!(offers(&shop, "1602").await, Ok(vec![("home".into(), 60_000), ("desk".into(), DESK_PRICE)]));
    assert_eq!(offers(&shop, "0901").await, Ok(Vec::new()));
}

#[souk_testkit::test(SCHEMA)]
async fn a_changed_price_is_charged_at_once_and_read_back_as_it_was_saved(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(120_050).await;
    let own = proto::Tariff { commune_id: "1602".into(), desk_address: "Rue 1".into(), ..tariff("desk", 7) };
    let home = proto::Tariff { free_from: Some(500_000), ..tariff("home", 65_000) };
    shop.save_transporter(&shop.transporter, &[home.clone(), own.clone()]).await;
    let placed = shop.place(shop.cart(&product)).await.expect("placed");
    assert_eq!(placed.total, 120_050 + 65_000);
    let get = async |actor: Actor, id: &str| {
        let request = proto::GetTransporterRequest { id: id.into() };
        shop.transporters.get_transporter(by(&actor, request)).await.map_err(Failure::from)
    };
    let read = get(staff("Sana", Role::Sales), &shop.transporter).await.expect("read").into_inner();
    assert_eq!(read.tariffs, [home, own]);
    assert_eq!(read.transporter.expect("a transporter").version, 2);
    assert_eq!(
        get(Actor::shopper(), &shop.transporter).await.map_err(|it| it.kind).err(),
        Some(Kind::Forbidden)
    );
    for unknown in ["", "x", &shop.id()] {
        let refused = get(admin(), unknown).await.expect_err("unknown");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "orders.unknown_transporter"));
    }
}

#[souk_testkit::test(SCHEMA)]
async fn delivery_is_free_from_an_amount_of_goods_on_whatever_the_browser_says(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(100_000).await;
    let free_from = |amount| [proto::Tariff { free_from: amount, ..tariff("home", HOME_PRICE) }];
    let order = async |pieces, shown: i64, phone: &str| {
        let (form, shown_total) = (Some(shop.form(phone)), Some(shown));
        let cart = shop.cart_of(&[(&product, pieces)]);
        shop.place(proto::PlaceOrderRequest { form, shown_total, ..cart }).await
    };
    shop.save_transporter(&shop.transporter, &free_from(Some(300_000))).await;
    let dear = order(3, 300_000 + HOME_PRICE, "0555000001").await.expect_err("it is free");
    assert_eq!(dear.code.as_ref(), "orders.price_changed");
    assert_eq!(order(3, 300_000, "0555000001").await.expect("placed").total, 300_000);
    let below = order(2, 200_000 + HOME_PRICE, "0555000002").await.expect("placed");
    assert_eq!(below.total, 200_000 + HOME_PRICE);

    shop.save_transporter(&shop.transporter, &free_from(None)).await;
    assert!(order(3, 300_000, "0555000003").await.is_ok(), "who doesn't know of it leaves it");
    shop.save_transporter(&shop.transporter, &free_from(Some(0))).await;
    assert!(order(3, 300_000, "0555000004").await.is_err());
    for amount in [-1, 1_000_000_001] {
        let refused = shop.try_save_transporter(&shop.transporter, &free_from(Some(amount))).await;
        let refused = refused.expect_err("refused");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["tariffs[0].freeFrom"]));
    }
}

#[souk_testkit::test(SCHEMA)]
async fn the_audit_log_tells_what_changed_of_which_tariff(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let desk = tariff("desk", 300);
    shop.save_transporter(&shop.transporter, &[tariff("home", 1), desk.clone()]).await;
    let moved = proto::Tariff { desk_address: "Rue 2".into(), ..desk };
    shop.save_transporter(&shop.transporter, &[tariff("home", 1), moved]).await;
    let told = shop.audit().await.pop().expect("an entry");
    let entry = |desk: &str| json!({ "tariff 16/*/desk": { "price": 300, "hours": [24, 48], "desk": desk } });
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!((parsed(&told.before), parsed(&told.after)), (entry(""), entry("Rue 2")));
}

#[souk_testkit::test(SCHEMA)]
async fn of_two_who_edit_a_transporter_at_once_the_later_one_is_told(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let save = async |name: &str, tariffs: &[proto::Tariff], version: u64| {
        let request = proto::SaveTransporterRequest {
            id: shop.transporter.clone(),
            name: name.into(),
            active: true,
            tariffs: tariffs.to_vec(),
            version,
            ..proto::SaveTransporterRequest::default()
        };
        let saved = shop.transporters.save_transporter(by(&admin(), request)).await.map_err(Failure::from);
        saved.map(|saved| saved.into_inner().version)
    };
    let (home, desk) = (tariff("home", 1), tariff("desk", 2));
    assert_eq!(save("Rapide", &[home.clone(), desk.clone()], 1).await.expect("saved"), 2);
    let same = save("Rapide", &[desk.clone(), home], 1).await;
    assert_eq!(same.expect("what is stored already, in another order"), 2);
    let refused = save("Express", &[desk], 1).await.expect_err("stale");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "orders.stale_version"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_logo_is_one_of_the_shops_pictures_and_shown_with_its_offers(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let save = async |logo: &str, version: u64| {
        let request = proto::SaveTransporterRequest {
            id: shop.transporter.clone(),
            name: "Rapide".into(),
            logo: logo.into(),
            active: true,
            tariffs: vec![tariff("home", HOME_PRICE)],
            version,
        };
        shop.transporters.save_transporter(by(&admin(), request)).await.map_err(Failure::from)
    };
    let logo = "/media/shop/00ff00ff-160.jpg";
    assert_eq!(save(logo, 1).await.expect("saved").into_inner().logo, logo);
    let request = proto::ListForCommuneRequest { commune_id: "1601".into() };
    let offers = shop.transporters.list_for_commune(by(&Actor::shopper(), request)).await.expect("listed");
    assert_eq!(offers.into_inner().offers[0].logo, logo);
    for foreign in [
        "https://elsewhere.example/x.jpg",
        "/media/products/1/00ff-160.jpg",
        "/media/shop/../x-160.jpg",
        "/media/shop/00ff-160.png",
        "/media/shop/00ff-+16.jpg",
    ] {
        assert_eq!(fields(&save(foreign, 2).await.expect_err("refused")), ["logo"], "{foreign}");
    }
    assert_eq!(save("", 2).await.expect("saved").into_inner().logo, "");
}

#[souk_testkit::test(SCHEMA)]
async fn tariffs_are_checked_and_saved_by_those_who_may(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let save = async |actor: Actor, tariffs: Vec<proto::Tariff>| {
        let request = proto::SaveTransporterRequest {
            id: shop.transporter.clone(),
            name: "Rapide".into(),
            logo: String::new(),
            active: true,
            tariffs,
            version: 1,
        };
        shop.transporters.save_transporter(by(&actor, request)).await.map(drop).map_err(Failure::from)
    };
    let bad = proto::Tariff {
        wilaya_id: "1".into(),
        price: -1,
        delay_min_hours: 9,
        delay_max_hours: 1,
        ..tariff("air", 0)
    };
    let refused = save(admin(), vec![bad]).await.expect_err("refused");
    let expected =
        ["wilayaId", "deliveryType", "price", "delayMaxHours"].map(|field| format!("tariffs[0].{field}"));
    assert_eq!(fields(&refused), expected);
    let twice = save(admin(), vec![tariff("home", 1), tariff("home", 2)]).await.expect_err("refused");
    assert_eq!((twice.kind, fields(&twice)), (Kind::Invalid, vec!["tariffs"]));
    for (wilaya, commune) in [("99", ""), ("31", "1602"), ("16", "1699")] {
        let nowhere =
            proto::Tariff { wilaya_id: wilaya.into(), commune_id: commune.into(), ..tariff("home", 1) };
        let refused = save(admin(), vec![nowhere]).await.expect_err("no such place");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["tariffs"]), "{wilaya}/{commune}");
    }
    assert_eq!(
        save(staff("Samira", Role::Sales), Vec::new()).await.map_err(|it| it.kind),
        Err(Kind::Forbidden)
    );
    assert_eq!(offers(&shop, "1601").await.map(|offers| offers.len()).ok(), Some(2));
}

async fn area(shop: &Shop, actor: &Actor) -> Result<proto::DeliveryArea, Failure> {
    let area = shop.geography.get_delivery_area(by(actor, proto::GetDeliveryAreaRequest {})).await;
    Ok(area.map_err(Failure::from)?.into_inner())
}

async fn save_area(
    shop: &Shop,
    actor: &Actor,
    version: u64,
    opened: &[String],
    closed: &[String],
) -> Result<proto::DeliveryArea, Failure> {
    let request =
        proto::SaveDeliveryAreaRequest { version, opened: opened.to_vec(), closed: closed.to_vec() };
    let saved = shop.geography.save_delivery_area(by(actor, request)).await;
    Ok(saved.map_err(Failure::from)?.into_inner())
}

async fn is_deliverable(shop: &Shop, wilaya: &str) -> bool {
    let wilayas = shop.geography.list_wilayas(by(&Actor::shopper(), proto::ListWilayasRequest {})).await;
    let wilayas = wilayas.expect("listed").into_inner().wilayas;
    wilayas.into_iter().any(|it| it.id == wilaya && it.deliverable)
}

async fn offers(shop: &Shop, commune: &str) -> Result<Vec<(String, i64)>, Refused> {
    let request = proto::ListForCommuneRequest { commune_id: commune.into() };
    let answer = shop.transporters.list_for_commune(by(&Actor::shopper(), request)).await;
    let offers = answer.map_err(|status| Refused { kind: Failure::from(status).kind })?.into_inner().offers;
    Ok(offers.into_iter().map(|offer| (offer.delivery_type, offer.price)).collect())
}

#[derive(Debug, PartialEq)]
struct Refused {
    kind: Kind,
}
