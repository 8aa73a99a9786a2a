//! What an order costs, what is refused, and what inventory is asked.

use souk_proto::catalog::v1 as catalog;
use souk_proto::common::v1::LocalizedText;
use souk_proto::orders::v1 as proto;
use souk_rpc::Kind;
use sqlx::PgPool;

use crate::support::{DESK_PRICE, HOME_PRICE, SCHEMA, Shop, fields, sellable};

#[souk_testkit::test(SCHEMA)]
async fn an_order_is_stored_at_the_shops_price_together_with_its_event(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(120_050).await;
    let placed = shop.place(shop.cart_of(&[(&product, 2)])).await.expect("placed");
    assert_eq!(placed.total, 240_100 + HOME_PRICE);
    assert_eq!(placed.order_number, "A-10001");
    let detail = shop.get(&placed.order_id).await;
    let order = detail.order.expect("an order");
    assert_eq!(Some(&order), placed.order.as_ref());
    assert_eq!((order.status.as_str(), order.stock.as_str(), order.version), ("placed", "reserved", 1));
    assert_eq!((order.wilaya_name.as_str(), order.delivery_price), ("Alger", HOME_PRICE));
    let line = &order.lines[0];
    assert_eq!(
        (line.quantity, line.unit_price, line.unit_price_ttc, line.total),
        (2, 120_050, 142_860, 240_100)
    );
    assert_eq!(detail.timeline.iter().map(|entry| entry.kind.as_str()).collect::<Vec<_>>(), ["placed"]);
    assert_eq!(shop.events().await, ["souk.orders.v1.OrderPlaced"]);
    assert_eq!(shop.inventory.book().held[&placed.order_id][0].quantity, 2);
}

#[souk_testkit::test(SCHEMA)]
async fn repeated_lines_and_packs_are_asked_for_as_one_item_each(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let soap = shop.product(10_000).await;
    let component =
        |id: &str| catalog::PackComponent { product_id: id.into(), quantity: 3, ..Default::default() };
    let pack = catalog::Sellable { pack: vec![component(&soap)], ..sellable(&shop.id(), 25_000) };
    shop.announce(&pack).await;
    let cart = shop.cart_of(&[(&soap, 1), (&pack.product_id, 2), (&soap, 1)]);
    let placed = shop.place(cart).await.expect("placed");
    assert_eq!(placed.total, 2 * 10_000 + 2 * 25_000 + HOME_PRICE);
    let book = shop.inventory.book();
    let items = &book.held[&placed.order_id];
    assert_eq!(items.len(), 1);
    assert_eq!((items[0].product_id.as_str(), items[0].quantity), (soap.as_str(), 8));
}

#[souk_testkit::test(SCHEMA)]
async fn so_many_are_ordered_as_the_merchant_lets_shoppers_order(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let rule = catalog::QuantityRule { minimum: 12, maximum: Some(60), step: 6 };
    let cup = catalog::Sellable { quantity_rule: Some(rule), ..sellable(&shop.id(), 1_000) };
    shop.announce(&cup).await;
    let soap = shop.product(10_000).await;
    let cup = cup.product_id;
    let refused = async |lines: &[(&str, i64)]| {
        let refused = shop.place(shop.cart_of(lines)).await.expect_err("refused");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Invalid, "orders.invalid_lines"));
        let told = refused.violations.iter().map(|one| (one.field.clone(), one.key.to_string()));
        (told.collect::<Vec<_>>(), refused.metadata)
    };
    let at =
        |line: u32, rule: &str| (format!("products[{line}].quantity"), format!("form.validation.{rule}"));
    let (violations, facts) = refused(&[(&soap, 1), (&cup, 5)]).await;
    assert_eq!(violations, [at(1, "belowMinimum")]);
    let fact = |name: &str| facts.get(&format!("products[1].{name}")).map(String::as_str);
    assert_eq!(["minimumQuantity", "maximumQuantity", "quantityStep"].map(fact), ["12", "60", "6"].map(Some));
    assert_eq!(refused(&[(&cup, 13)]).await.0, [at(0, "offStep")]);
    assert_eq!(refused(&[(&cup, 60), (&cup, 6)]).await.0, [at(0, "aboveMaximum")], "together");
    assert_eq!(shop.inventory.book().questions, 0, "nothing was asked for");
    let placed = shop.place(shop.cart_of(&[(&cup, 6), (&cup, 12)])).await.expect("placed");
    assert_eq!(placed.order.expect("an order").lines[0].quantity, 18);
}

#[souk_testkit::test(SCHEMA)]
async fn the_desk_has_its_own_price_and_needs_no_address(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let form = proto::CheckoutForm {
        delivery_type: "desk".into(),
        address: String::new(),
        ..shop.form("0555123456")
    };
    let cart = proto::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
    assert_eq!(shop.place(cart).await.expect("placed").total, 10_000 + DESK_PRICE);
}

#[souk_testkit::test(SCHEMA)]
async fn a_total_that_the_shopper_did_not_see_is_not_charged(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let cart = proto::PlaceOrderRequest { shown_total: Some(1), ..shop.cart(&product) };
    let refused = shop.place(cart.clone()).await.expect_err("refused");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.price_changed"));
    assert_eq!(refused.metadata["total"], (10_000 + HOME_PRICE).to_string());
    assert_eq!(shop.inventory.book().questions, 0);
    let agreed = proto::PlaceOrderRequest { shown_total: Some(10_000 + HOME_PRICE), ..cart };
    assert!(shop.place(agreed).await.is_ok());
}

#[souk_testkit::test(SCHEMA)]
async fn every_field_that_breaks_a_rule_is_named_as_the_specification_names_it(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let form = proto::CheckoutForm {
        first_name: "A1".into(),
        email: "nobody".into(),
        delivery_type: "home".into(),
        ..proto::CheckoutForm::default()
    };
    let lines = [("no id", i64::MAX), ("", 0)];
    let cart = proto::PlaceOrderRequest { form: Some(form), ..shop.cart_of(&lines) };
    let refused = shop.place(cart).await.expect_err("refused");
    assert_eq!(refused.kind, Kind::Invalid);
    let expected = [
        "firstname",
        "lastname",
        "phone",
        "email",
        "wilaya",
        "commune",
        "transporter",
        "address",
        "products[0].product",
        "products[0].quantity",
        "products[1].product",
        "products[1].quantity",
    ];
    assert_eq!(fields(&refused), expected);
}

#[souk_testkit::test(SCHEMA)]
async fn an_address_reads_as_it_is_stored(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    for address in ["12 rue \u{202e}Didouche", "12 rue \u{2066}Didouche", "12 rue\nDidouche"] {
        let form = proto::CheckoutForm { address: address.into(), ..shop.form("0555123456") };
        let cart = proto::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
        assert_eq!(fields(&shop.place(cart).await.expect_err("refused")), ["address"], "{address:?}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn nothing_is_sent_where_nothing_is_delivered(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    for (wilaya, commune) in [("09", "1601"), ("16", "9999"), ("16", "0901")] {
        let form = proto::CheckoutForm {
            wilaya_id: wilaya.into(),
            commune_id: commune.into(),
            ..shop.form("0555123456")
        };
        let cart = proto::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
        assert_eq!(fields(&shop.place(cart).await.expect_err("refused")), ["commune"], "{wilaya} {commune}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_undeliverable_commune_or_a_foreign_transporter_is_refused(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    let form = proto::CheckoutForm { transporter_id: shop.id(), ..shop.form("0555123456") };
    let cart = proto::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
    assert_eq!(fields(&shop.place(cart).await.expect_err("refused")), ["transporter"]);
    sqlx::query("UPDATE communes SET deliverable = false WHERE code = '1601'")
        .execute(&pool)
        .await
        .expect("set");
    assert_eq!(fields(&shop.place(shop.cart(&product)).await.expect_err("refused")), ["commune"]);
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_out_of_stock_is_named_and_the_same_cart_can_be_sent_again(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (soap, cream) = (shop.product(10_000).await, shop.product(20_000).await);
    shop.inventory.book().available.insert(cream.clone(), 1);
    let cart = shop.cart_of(&[(&soap, 1), (&cream, 2)]);
    let refused = shop.place(cart.clone()).await.expect_err("refused");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.out_of_stock"));
    assert_eq!(fields(&refused), ["products[1].quantity"]);
    assert_eq!(
        refused.metadata.get("products[1].available").map(String::as_str),
        Some("1"),
        "one can be had"
    );
    assert_eq!(shop.count("orders").await, 0);
    shop.inventory.book().available.insert(cream, 2);
    assert!(shop.place(cart).await.is_ok());
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_is_taken_while_inventory_is_away(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.inventory.book().is_away = true;
    let order = shop.order("0555123456").await;
    assert_eq!(order.stock, "pending");
    assert_eq!(shop.events().await, ["souk.orders.v1.OrderPlaced"]);
}

#[souk_testkit::test(SCHEMA)]
async fn an_inventory_that_does_not_answer_is_not_waited_for(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let _gate = shop.inventory.gate();
    assert_eq!(shop.order("0555123456").await.stock, "pending");
}

#[souk_testkit::test(SCHEMA)]
async fn an_older_word_of_catalog_changes_nothing(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let now = catalog::Sellable { version: 7, ..sellable(&shop.id(), 20_000) };
    shop.announce(&now).await;
    shop.announce(&catalog::Sellable { version: 6, price_ht: 1, ..now.clone() }).await;
    let placed = shop.place(shop.cart(&now.product_id)).await.expect("placed");
    assert_eq!(placed.total, 20_000 + HOME_PRICE);
}

#[souk_testkit::test(SCHEMA)]
async fn an_older_setting_of_catalog_changes_no_price(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    shop.announce_basis(3, "ttc").await;
    shop.announce_basis(2, "ht").await;
    let placed = shop.place(shop.cart(&product)).await.expect("placed");
    assert_eq!(placed.total, 11_900 + HOME_PRICE);
    let line = &placed.order.expect("an order").lines[0];
    assert_eq!((line.unit_price, line.unit_price_ht, line.unit_price_ttc), (11_900, 10_000, 11_900));
}

#[souk_testkit::test(SCHEMA)]
async fn the_database_itself_refuses_an_order_that_does_not_add_up(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    shop.order("0555123456").await;
    for tampered in [
        "UPDATE orders SET total = total - 1",
        "UPDATE orders SET delivery_price = -1, total = products_total - 1",
        "UPDATE orders SET status = 'gone'",
        "UPDATE orders SET status = 'delivered'",
        "UPDATE order_lines SET unit_price = 1",
        "UPDATE order_lines SET quantity = 0, total = 0",
    ] {
        assert!(sqlx::query(tampered).execute(&pool).await.is_err(), "{tampered}");
    }
}

/// A box with a candle and a soap of the shopper's choice: the pack, the soap's two scents, the candle.
async fn flexible(shop: &Shop, pack_price: Option<catalog::PackPrice>) -> (String, [String; 2], String) {
    let scent = |id: &str, price_ht, name: &str| catalog::SellableCombination {
        combination_id: id.into(),
        price_ht,
        name: Some(LocalizedText { fr: name.into(), ar: name.into(), en: name.into() }),
        active: true,
        ..Default::default()
    };
    let scents = [shop.id(), shop.id()];
    let combinations = vec![scent(&scents[0], 0, "Rose"), scent(&scents[1], 15_000, "Menthe")];
    let soap = catalog::Sellable { combinations, ..sellable(&shop.id(), 10_000) };
    let candle = shop.product(40_000).await;
    let part = |product_id: &str, chosen| catalog::PackComponent {
        product_id: product_id.into(),
        quantity: 1,
        chosen,
        ..Default::default()
    };
    let parts = vec![part(&candle, false), part(&soap.product_id, true)];
    let pack = catalog::Sellable { pack: parts, pack_price, ..sellable(&shop.id(), 45_000) };
    shop.announce(&soap).await;
    shop.announce(&pack).await;
    (pack.product_id, scents, candle)
}

fn choosing(cart: proto::PlaceOrderRequest, choices: &[&[&str]]) -> proto::PlaceOrderRequest {
    let chosen = |(line, choices): (proto::CheckoutLine, &&[&str])| proto::CheckoutLine {
        choices: choices.iter().map(|id| (*id).to_owned()).collect(),
        ..line
    };
    proto::PlaceOrderRequest { lines: cart.lines.into_iter().zip(choices).map(chosen).collect(), ..cart }
}

#[souk_testkit::test(SCHEMA)]
async fn a_flexible_pack_is_ordered_as_it_was_chosen(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (pack, [rose, mint], candle) = flexible(&shop, None).await;
    let cart = shop.cart_of(&[(&pack, 1), (&pack, 2), (&pack, 1)]);
    let cart = choosing(cart, &[&[&rose], &[&mint], &[&rose]]);
    let placed = shop.place(cart.clone()).await.expect("placed");
    assert_eq!(placed.total, 4 * 45_000 + HOME_PRICE);
    let detail = shop.get(&placed.order_id).await;
    let lines = detail.order.expect("an order").lines;
    let said = |line: &proto::OrderLine| {
        let chosen = line.combination_name.clone().unwrap_or_default().fr;
        let parts = line.parts.iter().map(|part| part.combination_id.clone()).collect::<Vec<_>>();
        (line.quantity, chosen, parts, line.combination_id.is_empty())
    };
    let told: Vec<_> = lines.iter().map(said).collect();
    let part = |id: &String| vec![String::new(), id.clone()];
    assert_eq!(told, [(2, "Rose".into(), part(&rose), true), (2, "Menthe".into(), part(&mint), true)]);
    {
        let book = shop.inventory.book();
        let held = |product: &str, combination: &str| {
            let items = &book.held[&placed.order_id];
            let item = items.iter().find(|it| {
                it.combination_id == combination && (product.is_empty() || it.product_id == product)
            });
            item.map(|item| item.quantity)
        };
        assert_eq!([held(&candle, ""), held("", &rose), held("", &mint)], [Some(4), Some(2), Some(2)]);
    }
    let again = shop.place(cart).await.expect("replayed");
    assert_eq!((again.order_id, again.replayed), (placed.order_id, true));
}

#[souk_testkit::test(SCHEMA)]
async fn a_wrong_choice_is_named_at_its_line(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (pack, [rose, _], candle) = flexible(&shop, None).await;
    let unknown = shop.id();
    let choices: [(&[&str], &str); 4] = [
        (&[], "products[1].choices"),
        (&[&unknown], "products[1].choices[0]"),
        (&[&rose, &rose], "products[1].choices[1]"),
        (&["x"], "products[1].choices[0]"),
    ];
    for (choice, field) in choices {
        let cart = choosing(shop.cart_of(&[(&candle, 1), (&pack, 1)]), &[&[], choice]);
        let refused = shop.place(cart).await.expect_err("refused");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec![field]), "{choice:?}");
    }
    let plain = choosing(shop.cart(&candle), &[&[&rose]]);
    let refused = shop.place(plain).await.expect_err("no pack");
    assert_eq!(fields(&refused), ["products[0].choices[0]"]);
    assert_eq!(shop.inventory.book().questions, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn a_pack_at_the_sum_of_its_parts_is_charged_for_what_was_chosen(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let off = catalog::PackPrice { kind: "sum".into(), rule_type: "percentage".into(), value: 1_000 };
    let (pack, [rose, mint], candle) = flexible(&shop, Some(off)).await;
    for (choice, price) in [(&rose, 45_000), (&mint, 49_500)] {
        let cart = choosing(shop.cart(&pack), &[&[choice]]);
        let form = Some(shop.form(if price > 45_000 { "0555123457" } else { "0555123456" }));
        let placed = shop.place(proto::PlaceOrderRequest { form, ..cart }).await.expect("placed");
        assert_eq!(placed.total, price + HOME_PRICE);
    }
    let dearer = catalog::Sellable { version: 2, ..sellable(&candle, 50_000) };
    shop.announce(&dearer).await;
    let cart = choosing(shop.cart(&pack), &[&[&rose]]);
    let form = Some(shop.form("0555123458"));
    let placed = shop.place(proto::PlaceOrderRequest { form, ..cart }).await.expect("placed");
    assert_eq!(
        placed.total,
        54_000 + HOME_PRICE,
        "as its parts cost now, whoever told the pack's price last"
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_pack_whose_parts_are_not_known_yet_waits(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let part =
        catalog::PackComponent { product_id: shop.id(), quantity: 1, chosen: true, ..Default::default() };
    let pack = catalog::Sellable { pack: vec![part], ..sellable(&shop.id(), 45_000) };
    shop.announce(&pack).await;
    let refused =
        shop.place(choosing(shop.cart(&pack.product_id), &[&[&shop.id()]])).await.expect_err("waits");
    assert_eq!(refused.kind, Kind::Unavailable);
}
