//! What an order costs, what is refused, and what inventory is asked.

use souk_proto::catalog::v1 as catalog;
use souk_proto::orders::v1 as wire;
use souk_rpc::Kind;
use sqlx::PgPool;

use crate::support::{DESK_PRICE, HOME_PRICE, Shop, fields, sellable};

#[sqlx::test]
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

#[sqlx::test]
async fn repeated_lines_and_packs_are_asked_for_as_one_item_each(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let soap = shop.product(10_000).await;
    let component = |id: &str| catalog::PackComponent {
        product_id: id.into(),
        combination_id: String::new(),
        quantity: 3,
    };
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

#[sqlx::test]
async fn the_desk_has_its_own_price_and_needs_no_address(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let form = wire::CheckoutForm {
        delivery_type: "desk".into(),
        address: String::new(),
        ..shop.form("0555123456")
    };
    let cart = wire::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
    assert_eq!(shop.place(cart).await.expect("placed").total, 10_000 + DESK_PRICE);
}

#[sqlx::test]
async fn a_total_that_the_shopper_did_not_see_is_not_charged(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let cart = wire::PlaceOrderRequest { shown_total: Some(1), ..shop.cart(&product) };
    let refused = shop.place(cart.clone()).await.expect_err("refused");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.price_changed"));
    assert_eq!(refused.metadata["total"], (10_000 + HOME_PRICE).to_string());
    assert_eq!(shop.inventory.book().questions, 0);
    let agreed = wire::PlaceOrderRequest { shown_total: Some(10_000 + HOME_PRICE), ..cart };
    assert!(shop.place(agreed).await.is_ok());
}

#[sqlx::test]
async fn every_field_that_breaks_a_rule_is_named_as_the_specification_names_it(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let form = wire::CheckoutForm {
        first_name: "A1".into(),
        email: "nobody".into(),
        delivery_type: "home".into(),
        ..wire::CheckoutForm::default()
    };
    let lines = [("no id", i64::MAX), ("", 0)];
    let cart = wire::PlaceOrderRequest { form: Some(form), ..shop.cart_of(&lines) };
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

#[sqlx::test]
async fn an_address_reads_as_it_is_stored(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    for address in ["12 rue \u{202e}Didouche", "12 rue \u{2066}Didouche", "12 rue\nDidouche"] {
        let form = wire::CheckoutForm { address: address.into(), ..shop.form("0555123456") };
        let cart = wire::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
        assert_eq!(fields(&shop.place(cart).await.expect_err("refused")), ["address"], "{address:?}");
    }
}

#[sqlx::test]
async fn nothing_is_sent_where_nothing_is_delivered(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    for (wilaya, commune) in [("09", "1601"), ("16", "9999"), ("16", "0901")] {
        let form = wire::CheckoutForm {
            wilaya_id: wilaya.into(),
            commune_id: commune.into(),
            ..shop.form("0555123456")
        };
        let cart = wire::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
        assert_eq!(fields(&shop.place(cart).await.expect_err("refused")), ["commune"], "{wilaya} {commune}");
    }
}

#[sqlx::test]
async fn an_undeliverable_commune_or_a_foreign_transporter_is_refused(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    let form = wire::CheckoutForm { transporter_id: shop.id(), ..shop.form("0555123456") };
    let cart = wire::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
    assert_eq!(fields(&shop.place(cart).await.expect_err("refused")), ["transporter"]);
    sqlx::query("UPDATE communes SET deliverable = false WHERE code = '1601'")
        .execute(&pool)
        .await
        .expect("set");
    assert_eq!(fields(&shop.place(shop.cart(&product)).await.expect_err("refused")), ["commune"]);
}

#[sqlx::test]
async fn what_is_out_of_stock_is_named_and_the_same_cart_can_be_sent_again(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (soap, cream) = (shop.product(10_000).await, shop.product(20_000).await);
    shop.inventory.book().available.insert(cream.clone(), 1);
    let cart = shop.cart_of(&[(&soap, 1), (&cream, 2)]);
    let refused = shop.place(cart.clone()).await.expect_err("refused");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.out_of_stock"));
    assert_eq!(fields(&refused), ["products[1].quantity"]);
    assert_eq!(shop.count("orders").await, 0);
    shop.inventory.book().available.insert(cream, 2);
    assert!(shop.place(cart).await.is_ok());
}

#[sqlx::test]
async fn an_order_is_taken_while_inventory_is_away(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.inventory.book().is_away = true;
    let order = shop.order("0555123456").await;
    assert_eq!(order.stock, "pending");
    assert_eq!(shop.events().await, ["souk.orders.v1.OrderPlaced"]);
}

#[sqlx::test]
async fn an_inventory_that_does_not_answer_is_not_waited_for(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let _gate = shop.inventory.gate();
    assert_eq!(shop.order("0555123456").await.stock, "pending");
}

#[sqlx::test]
async fn an_older_word_of_catalog_changes_nothing(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let now = catalog::Sellable { version: 7, ..sellable(&shop.id(), 20_000) };
    shop.announce(&now).await;
    shop.announce(&catalog::Sellable { version: 6, price_ht: 1, ..now.clone() }).await;
    let placed = shop.place(shop.cart(&now.product_id)).await.expect("placed");
    assert_eq!(placed.total, 20_000 + HOME_PRICE);
}

#[sqlx::test]
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

#[sqlx::test]
async fn the_database_itself_refuses_an_order_that_does_not_add_up(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    shop.order("0555123456").await;
    for tampered in [
        "UPDATE orders SET total = total - 1",
        "UPDATE orders SET delivery_price = -1, total = products_total - 1",
        "UPDATE orders SET status = 'lost'",
        "UPDATE orders SET status = 'delivered'",
        "UPDATE order_lines SET unit_price = 1",
        "UPDATE order_lines SET quantity = 0, total = 0",
    ] {
        assert!(sqlx::query(tampered).execute(&pool).await.is_err(), "{tampered}");
    }
}
