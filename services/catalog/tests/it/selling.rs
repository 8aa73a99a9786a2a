//! In what way shoppers order a product: the numbers that they can order, from when on, and whether it is in the sale.

use souk_kernel::Clock as _;
use souk_proto::catalog::v1 as proto;
use sqlx::PgPool;
use time::Duration;

use crate::support::{SCHEMA, Shop, everything, fields};

const BY_SIX: proto::QuantityRule = proto::QuantityRule { minimum: 12, maximum: Some(60), step: 6 };

fn ruled(product: &proto::Product, rule: proto::QuantityRule) -> proto::UpdateProductRequest {
    proto::UpdateProductRequest {
        id: product.id.clone(),
        version: product.version,
        quantity_rule: Some(rule),
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn in_what_numbers_it_is_ordered_comes_back_is_shown_told_and_checked(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let any = shop.create(shop.new_product("Bougie", &category)).await;
    let anything = proto::QuantityRule { minimum: 1, maximum: None, step: 1 };
    assert_eq!(any.quantity_rule, Some(anything));
    assert_eq!(shop.page("bougie").await.expect("found").quantity_rule, None);
    let request = shop.new_product("Savon", &category);
    let made = shop.create(proto::CreateProductRequest { quantity_rule: Some(BY_SIX), ..request }).await;
    assert_eq!(made.quantity_rule, Some(BY_SIX));

    let rule = proto::QuantityRule { maximum: None, step: 4, ..BY_SIX };
    let edited = shop.update(ruled(&made, rule)).await.expect("edited");
    assert_eq!((edited.version, edited.quantity_rule), (2, Some(rule)));
    let renamed =
        proto::UpdateProductRequest { featured: Some(true), quantity_rule: None, ..ruled(&edited, rule) };
    assert_eq!(shop.update(renamed).await.expect("edited").quantity_rule, Some(rule), "it stays");
    let page = shop.page("savon").await.expect("found").quantity_rule.expect("a rule");
    assert_eq!((page.minimum_quantity, page.maximum_quantity, page.quantity_step), (12, None, 4));
    let cards = shop.listing(everything()).await.expect("listed").products;
    let card = cards.iter().find(|card| card.slug == "savon").expect("listed");
    assert_eq!(card.quantity_rule, Some(page));
    assert_eq!(cards.iter().find(|card| card.slug == "bougie").and_then(|card| card.quantity_rule), None);
    let told = shop.events::<proto::SellableChanged>().await.pop().and_then(|event| event.sellable);
    assert_eq!(told.expect("told").quantity_rule, Some(rule));
    let mut entries = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let entry = entries.find(|entry| entry.action == "catalog.product_changed").expect("told");
    let facts: serde_json::Value = serde_json::from_str(&entry.after).expect("JSON");
    assert_eq!(facts["quantityRule"], serde_json::json!({ "minimum": 12, "maximum": null, "step": 4 }));

    let copy = shop.duplicate(&made.id, "copy").await.expect("copied");
    assert_eq!(copy.quantity_rule, Some(rule));

    let wrong = |minimum, maximum, step| ruled(&any, proto::QuantityRule { minimum, maximum, step });
    let [minimum, maximum, step] =
        ["quantityRule.minimumQuantity", "quantityRule.maximumQuantity", "quantityRule.quantityStep"];
    let refused = shop.update(wrong(0, Some(1_000), 0)).await.expect_err("all of it");
    assert_eq!(fields(&refused), [minimum, maximum, step]);
    let refused = shop.update(wrong(12, Some(11), 6)).await.expect_err("nothing could be ordered");
    assert_eq!(fields(&refused), [maximum]);
    let refused = shop.update(wrong(1_000, None, 1)).await.expect_err("more than a line has");
    assert_eq!(fields(&refused), [minimum]);
}

#[souk_testkit::test(SCHEMA)]
async fn less_than_the_fewest_that_can_be_ordered_is_sold_out(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let request = shop.new_product("Savon", &category);
    let soap = shop.create(proto::CreateProductRequest { quantity_rule: Some(BY_SIX), ..request }).await;
    let part = proto::PackComponent { product_id: soap.id.clone(), quantity: 3, ..Default::default() };
    let rule = proto::QuantityRule { minimum: 2, maximum: None, step: 1 };
    let request = shop.new_product("Coffret", &category);
    let pack = shop
        .create(proto::CreateProductRequest { pack: vec![part], quantity_rule: Some(rule), ..request })
        .await;
    let available = async |slug: &str| {
        let card = shop.listing(everything()).await.expect("listed").products.into_iter();
        let card = card.filter(|card| card.slug == slug).map(|card| card.available).next();
        assert_eq!(card, Some(shop.page(slug).await.expect("found").available), "{slug}");
        card
    };
    let orderable = async |product: &str| {
        let nil = "00000000-0000-0000-0000-000000000000";
        let query = sqlx::query_scalar::<_, bool>("SELECT is_orderable($1::text::uuid, $2::text::uuid)");
        query.bind(product).bind(nil).fetch_one(shop.pool()).await.expect("asked")
    };
    for (version, pieces, of_soap, of_pack) in [
        (1, 5, false, false),
        (2, 6, false, true),
        (3, 11, false, true),
        (4, 12, true, true),
        (5, 2, false, false),
    ] {
        shop.available(&soap.id, "", version, pieces).await;
        assert_eq!(available("savon").await, Some(of_soap), "{pieces}");
        assert_eq!(available("coffret").await, Some(of_pack), "the pack has a rule of its own: {pieces}");
        assert_eq!((orderable(&soap.id).await, orderable(&pack.id).await), (of_soap, of_pack), "{pieces}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn the_database_keeps_no_rule_by_which_nothing_can_be_ordered(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &category)).await;
    for wrong in [
        "minimum_quantity = 0",
        "minimum_quantity = 1000",
        "quantity_step = 0",
        "quantity_step = 1000",
        "minimum_quantity = 12, maximum_quantity = 11",
        "maximum_quantity = 1000",
    ] {
        let set = sqlx::query(sqlx::AssertSqlSafe(format!("UPDATE products SET {wrong}")));
        assert!(set.execute(shop.pool()).await.is_err(), "{wrong}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_in_the_seasonal_sale_is_so_by_the_merchants_word(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let request = shop.new_product("Savon", &category);
    let made = shop.create(proto::CreateProductRequest { on_sale: true, ..request }).await;
    let shown = async || {
        let card = shop.listing(everything()).await.expect("listed").products.remove(0);
        let page = shop.page("savon").await.expect("found");
        assert_eq!(page.is_on_sale, card.is_on_sale);
        page.is_on_sale
    };
    assert!(made.on_sale && shown().await);
    let edit = |version, on_sale| proto::UpdateProductRequest {
        id: made.id.clone(),
        version,
        featured: Some(true),
        on_sale,
        ..Default::default()
    };
    assert!(shop.update(edit(1, None)).await.expect("edited").on_sale, "it stays");
    assert!(!shop.update(edit(2, Some(false))).await.expect("edited").on_sale);
    assert!(!shown().await);
    let entries = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let told = entries.filter(|entry| entry.action == "catalog.product_changed");
    let told = told.map(|entry| serde_json::from_str::<serde_json::Value>(&entry.after).expect("JSON"));
    assert_eq!(
        told.map(|facts| facts["onSale"].clone()).collect::<Vec<_>>(),
        [serde_json::Value::Null, false.into()]
    );
}

#[souk_testkit::test(SCHEMA)]
async fn until_its_day_a_product_is_shown_and_awaited_and_from_then_on_it_is_as_any_other(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let tomorrow = shop.clock.now() + Duration::days(1);
    let day = tomorrow.to_offset(time::macros::offset!(+1)).date().to_string();
    let request = shop.new_product("Savon", &category);
    let made = shop.create(proto::CreateProductRequest { available_from: day.clone(), ..request }).await;
    assert_eq!(made.available_from, day);
    shop.available(&made.id, "", 1, 5).await;
    let told = shop.events::<proto::SellableChanged>().await.pop().and_then(|event| event.sellable);
    assert_eq!(told.expect("told").available_from, day);
    let page = async || shop.page("savon").await.expect("found");
    let card = async || shop.listing(everything()).await.expect("listed").products.remove(0);
    assert_eq!((page().await.available_from, page().await.available), (Some(day.clone()), true));
    assert_eq!((card().await.available_from, card().await.available), (Some(day.clone()), true));

    shop.clock.advance(Duration::days(2));
    assert_eq!(page().await.available_from, None, "nobody did anything");
    let edit = |version, available_from: Option<&str>| proto::UpdateProductRequest {
        id: made.id.clone(),
        version,
        featured: Some(true),
        available_from: available_from.map(str::to_owned),
        ..Default::default()
    };
    assert_eq!(shop.update(edit(1, None)).await.expect("edited").available_from, day, "it stays");
    let refused = shop.update(edit(2, Some("12/12/2026"))).await.expect_err("no day");
    assert_eq!(fields(&refused), ["availableFrom"]);
    assert_eq!(shop.update(edit(2, Some(""))).await.expect("edited").available_from, "");
    let mut entries = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let entry = entries.rfind(|entry| entry.action == "catalog.product_changed").expect("told");
    let fact = |facts: &str| {
        let facts: serde_json::Value = serde_json::from_str(facts).expect("JSON");
        facts["availableFrom"].clone()
    };
    assert_eq!((fact(&entry.before), fact(&entry.after)), (day.into(), serde_json::Value::Null));
}

#[souk_testkit::test(SCHEMA)]
async fn who_finds_a_product_before_its_day_may_wait_for_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let orderable = async |slug: &str, day: &str| {
        let request = shop.new_product(slug, &category);
        let made = shop.create(proto::CreateProductRequest { available_from: day.into(), ..request }).await;
        shop.available(&made.id, "", 1, 5).await;
        let query = "SELECT is_orderable($1::text::uuid, '00000000-0000-0000-0000-000000000000')";
        sqlx::query_scalar::<_, bool>(query).bind(&made.id).fetch_one(shop.pool()).await.expect("asked")
    };
    assert!(!orderable("demain", "2100-12-31").await);
    assert!(orderable("hier", "2000-01-01").await);
}
