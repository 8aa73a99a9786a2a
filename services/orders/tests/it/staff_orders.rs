//! What staff order for customers, and change of an order: who may, what it costs, what it holds, records and tells.

use prost::Message as _;
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as catalog;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::checkout_server::Checkout as _;
use souk_proto::orders::v1::orders_server::Orders as _;
use souk_proto::orders::v1::staff_orders_server::StaffOrders as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{DESK_PRICE, HOME_PRICE, SCHEMA, Shop, admin, by, fields, sellable, staff, tariff};

/// A line that stays.
fn kept(order: &proto::Order, line: u32, quantity: i64) -> proto::WantedLine {
    let at = usize::try_from(line).expect("small");
    let product = order.lines.get(at).map(|line| line.product_id.clone()).unwrap_or_default();
    proto::WantedLine { line: Some(line), ..added(&product, quantity) }
}

fn added(product: &str, quantity: i64) -> proto::WantedLine {
    let product =
        proto::CheckoutLine { product_id: product.into(), quantity, ..proto::CheckoutLine::default() };
    proto::WantedLine { line: None, product: Some(product) }
}

fn changing(order: &proto::Order, lines: Vec<proto::WantedLine>) -> proto::ChangeLinesRequest {
    let (id, version) = (order.id.clone(), order.version);
    proto::ChangeLinesRequest { id, version, lines, shown_total: None }
}

async fn change(
    shop: &Shop,
    actor: &Actor,
    request: proto::ChangeLinesRequest,
) -> Result<proto::OrderDetail, Failure> {
    let id = request.id.clone();
    let detail = shop.staff_orders.change_lines(by(actor, request)).await;
    let detail = detail.map_err(Failure::from)?.into_inner();
    // What is answered is what is stored.
    assert_eq!(shop.get(&id).await.order, detail.order);
    Ok(detail)
}

async fn quote(shop: &Shop, request: proto::QuoteOrderRequest) -> Result<proto::OrderQuote, Failure> {
    let quote = shop.staff_orders.quote_order(by(&staff("Sana", Role::Sales), request)).await;
    Ok(quote.map_err(Failure::from)?.into_inner())
}

fn order_of(detail: &proto::OrderDetail) -> &proto::Order {
    detail.order.as_ref().expect("an order")
}

async fn last_change(shop: &Shop) -> proto::OrderLinesChanged {
    let payload: Vec<u8> = sqlx::query_scalar(
        "SELECT payload FROM bus.outbox WHERE type = 'souk.orders.v1.OrderLinesChanged' ORDER BY position DESC LIMIT 1",
    )
    .fetch_one(&shop.pool)
    .await
    .expect("told");
    proto::OrderLinesChanged::decode(payload.as_slice()).expect("decodes")
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_gets_one_more_and_another_product_and_what_stays_keeps_its_price(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let sana = staff("Sana", Role::Sales);
    let placed = shop.order("0555123456").await;
    let soap = placed.lines[0].product_id.clone();
    let candle = shop.product(50_000).await;
    let mut dearer = crate::support::sellable(&soap, 300_000);
    dearer.version = 2;
    shop.announce(&dearer).await;
    let agreed = placed.lines[0].unit_price;
    let wanted = vec![kept(&placed, 0, 3), added(&candle, 2)];

    let request =
        proto::QuoteOrderRequest { order_id: placed.id.clone(), lines: wanted.clone(), ..Default::default() };
    let quoted = quote(&shop, request).await.expect("priced");
    let candle_price = quoted.lines[1].unit_price;
    let expected = 3 * agreed + 2 * candle_price;
    assert_eq!((quoted.products_total, quoted.delivery_price), (expected, Some(HOME_PRICE)));
    assert_eq!((quoted.total, &quoted.sources, &quoted.short), (expected + HOME_PRICE, &vec![0, 1], &vec![]));
    assert!(shop.inventory.book().held.len() == 1, "a quote holds nothing");

    let request = proto::ChangeLinesRequest {
        shown_total: Some(quoted.total - 1),
        ..changing(&placed, wanted.clone())
    };
    let refused = change(&shop, &sana, request).await.expect_err("another total");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.price_changed"));
    assert_eq!(shop.inventory.book().held.len(), 1, "what was held for it is given back");

    let request = proto::ChangeLinesRequest { shown_total: Some(quoted.total), ..changing(&placed, wanted) };
    let detail = change(&shop, &sana, request.clone()).await.expect("changed");
    let order = order_of(&detail).clone();
    assert_eq!((detail.changed, order.version, order.total), (Some(true), 2, quoted.total));
    let lines: Vec<_> =
        order.lines.iter().map(|line| (&line.product_id, line.quantity, line.unit_price)).collect();
    assert_eq!(lines, [(&soap, 3, agreed), (&candle, 2, candle_price)]);
    let pieces: i32 = sqlx::query_scalar("SELECT pieces FROM orders").fetch_one(&pool).await.expect("read");
    assert_eq!(pieces, 5);

    let told = last_change(&shop).await;
    assert_eq!(told.order.as_ref().map(|order| order.version), Some(2));
    let hold = told.order.as_ref().and_then(|order| order.change_ids.last()).cloned().expect("a change");
    let held = shop.inventory.book().held.get(&hold).cloned().expect("held beside the order's");
    let held: Vec<_> = held.iter().map(|item| (&item.product_id, item.quantity)).collect();
    let mut expected = [(&soap, 2), (&candle, 2)];
    expected.sort();
    let mut held = held;
    held.sort();
    assert_eq!(held, expected, "what the order lacked");

    let entry = detail.timeline.last().expect("an entry");
    assert_eq!((entry.kind.as_str(), &entry.id), ("note", &hold));
    let changes: Vec<_> = entry.lines.iter().map(|line| (line.before, line.after)).collect();
    assert_eq!(changes, [(1, 3), (0, 2)]);
    assert_eq!(entry.data["totalBefore"], placed.total.to_string());
    assert!(!entry.data.contains_key("lines") && !entry.data.contains_key("priceBefore"));
    let check = proto::CheckOrdersRequest { order_ids: vec![hold.clone()] };
    let known = shop.orders.check_orders(by(&Actor::system("inventory"), check)).await.expect("told");
    assert_eq!(
        known.into_inner().existing,
        [hold],
        "inventory keeps what is held for a change that was made"
    );

    let audit = shop.audit().await;
    let audit = audit.iter().find(|entry| entry.action == "orders.order_lines_changed").expect("told");
    let after: serde_json::Value = serde_json::from_str(&audit.after).expect("JSON");
    assert_eq!((&after["lines"][1]["product"], &after["total"]), (&json!(candle), &json!(order.total)));
    // The answer got lost, and somebody else changed it since.
    let again = change(&shop, &sana, request.clone()).await.expect("a repeat");
    assert_eq!((again.changed, order_of(&again).version), (Some(false), 2));
    let later = change(&shop, &admin(), changing(&order, vec![kept(&order, 1, 1)])).await.expect("changed");
    let again = change(&shop, &sana, request).await.expect("a repeat");
    assert_eq!((again.changed, order_of(&again)), (Some(false), order_of(&later)));
    let stale = change(&shop, &sana, changing(&placed, vec![kept(&placed, 0, 9)])).await.expect_err("stale");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "orders.stale_version"));
    // The day's total is that of its orders.
    souk_orders::orders::tallies::fold(&pool).await.expect("folded");
    let request = by(&admin(), proto::GetSummaryRequest {});
    let summed = shop.orders.get_summary(request).await.expect("summed").into_inner();
    assert_eq!((summed.placed_today, summed.placed_today_total), (1, order_of(&later).total));
}

#[souk_testkit::test(SCHEMA)]
async fn nothing_is_promised_that_is_not_there(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let placed = shop.order("0555123456").await;
    let soap = placed.lines[0].product_id.clone();
    shop.inventory.book().available.insert(soap.clone(), 2);
    let scarce = shop.product(50_000).await;
    shop.inventory.book().available.insert(scarce.clone(), 1);
    let wanted = vec![added(&scarce, 2), kept(&placed, 0, 3)];
    let request =
        proto::QuoteOrderRequest { order_id: placed.id.clone(), lines: wanted.clone(), ..Default::default() };
    assert_eq!(quote(&shop, request).await.expect("priced").short, [0], "two more of the second can be had");
    let refused = change(&shop, &admin(), changing(&placed, wanted)).await.expect_err("too few");
    assert_eq!(refused.code.as_ref(), "orders.out_of_stock");
    assert_eq!(fields(&refused), ["products[0].quantity"]);

    let held = std::mem::take(&mut shop.inventory.book().held);
    assert_eq!(held.len(), 1, "the order's own");
    shop.inventory.book().is_away = true;
    let more = changing(&placed, vec![kept(&placed, 0, 2)]);
    let refused = change(&shop, &admin(), more).await.expect_err("nobody knows");
    assert_eq!(refused.kind, Kind::Unavailable);
    let other = shop.order("0555123457").await;
    assert_eq!(other.stock, "pending");
    let detail = change(&shop, &admin(), changing(&other, vec![kept(&other, 0, 2)])).await;
    assert_eq!(order_of(&detail.expect("its event asks")).lines[0].quantity, 2);
    assert!(shop.inventory.book().held.is_empty(), "nothing is held for an order that holds nothing");
}

#[souk_testkit::test(SCHEMA)]
async fn less_needs_no_stock_and_the_delivery_follows_its_tariff(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let free = proto::Tariff { free_from: Some(150_000), ..tariff("home", HOME_PRICE) };
    shop.save_transporter(&shop.transporter, &[free, tariff("desk", DESK_PRICE)]).await;
    let placed = shop.order("0555123456").await;
    assert_eq!((placed.products_total, placed.delivery_price), (100_000, HOME_PRICE));
    let detail =
        change(&shop, &admin(), changing(&placed, vec![kept(&placed, 0, 2)])).await.expect("changed");
    let more = order_of(&detail).clone();
    assert_eq!((more.delivery_price, more.total), (0, 200_000), "free from 1 500 dinars");
    let told = &detail.timeline.last().expect("an entry").data;
    assert_eq!((told["priceBefore"].as_str(), told["priceAfter"].as_str()), ("40000", "0"));

    shop.inventory.book().is_away = true;
    sqlx::query("UPDATE tariffs SET price = price + 5000").execute(&pool).await.expect("dearer");
    let detail = change(&shop, &admin(), changing(&more, vec![kept(&more, 0, 1)])).await.expect("changed");
    let less = order_of(&detail).clone();
    assert_eq!((less.delivery_price, less.total), (HOME_PRICE + 5_000, 100_000 + HOME_PRICE + 5_000));
    // Nothing is delivered there by now.
    sqlx::query("UPDATE transporters SET active = false").execute(&pool).await.expect("closed");
    shop.inventory.book().is_away = false;
    let detail = change(&shop, &admin(), changing(&less, vec![kept(&less, 0, 3)])).await.expect("changed");
    assert_eq!(order_of(&detail).delivery_price, HOME_PRICE + 5_000, "as agreed");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_packed_stays_and_what_is_no_line_is_named(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let placed = shop.order("0555123456").await;
    let gone = shop.id();
    let wanted = vec![kept(&placed, 0, 1), added(&gone, 1), kept(&placed, 0, 1)];
    let refused = change(&shop, &admin(), changing(&placed, wanted)).await.expect_err("twice");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["products[2].line"]));
    let wanted = vec![kept(&placed, 0, 1), added(&gone, 1)];
    let refused = change(&shop, &admin(), changing(&placed, wanted)).await.expect_err("not sold");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["products[1].product"]));
    for lines in [Vec::new(), vec![kept(&placed, 0, 0)], vec![kept(&placed, 0, 1_000)]] {
        let refused = change(&shop, &admin(), changing(&placed, lines)).await.expect_err("no order");
        assert_eq!(refused.kind, Kind::Invalid);
    }
    let warehouse = staff("Karim", Role::Warehouse);
    let more = changing(&placed, vec![kept(&placed, 0, 2)]);
    let refused = change(&shop, &warehouse, more).await.expect_err("not theirs");
    assert_eq!(refused.kind, Kind::Forbidden);
    let confirmed = shop.step(&admin(), &placed, "confirmed").await.expect("confirmed");
    let more = changing(&confirmed, vec![kept(&confirmed, 0, 2)]);
    let changed = change(&shop, &admin(), more).await.expect("on the telephone");
    assert_eq!(order_of(&changed).status, "confirmed");
    let packed = shop.step(&admin(), order_of(&changed), "preparing").await.expect("prepared");
    let refused = change(&shop, &admin(), changing(&packed, vec![kept(&packed, 0, 1)])).await;
    assert_eq!(refused.expect_err("packed").code.as_ref(), "orders.goods_taken");
}

fn new_order(shop: &Shop, key: &str, product: &str, confirm: bool) -> proto::CreateOrderRequest {
    proto::CreateOrderRequest {
        idempotency_key: key.into(),
        request_hash: "hash".into(),
        form: Some(shop.form("0555123456")),
        lines: added(product, 2).product.into_iter().collect(),
        shown_total: None,
        language: "fr".into(),
        confirm,
        r#type: String::new(),
    }
}

async fn create(
    shop: &Shop,
    actor: &Actor,
    request: proto::CreateOrderRequest,
) -> Result<proto::OrderDetail, Failure> {
    let detail = shop.staff_orders.create_order(by(actor, request)).await;
    Ok(detail.map_err(Failure::from)?.into_inner())
}

#[souk_testkit::test(SCHEMA)]
async fn a_telephone_order_is_placed_once_and_confirmed_without_a_wait(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let sana = staff("Sana", Role::Sales);
    let product = shop.product(100_000).await;
    let cart = proto::CreateDraftCartRequest {
        visitor_id: shop.id(),
        form: Some(shop.form("0555123456")),
        lines: added(&product, 1).product.into_iter().collect(),
        ..Default::default()
    };
    shop.checkout.create_draft_cart(by(&Actor::shopper(), cart)).await.expect("drafted");
    let detail = create(&shop, &sana, new_order(&shop, "first", &product, true)).await.expect("placed");
    assert_eq!(shop.count("draft_carts").await, 0, "nobody has to call about it any more");
    let order = order_of(&detail).clone();
    assert_eq!(
        (order.status.as_str(), order.stock.as_str(), order.phone.as_str()),
        ("confirmed", "reserved", "0555123456")
    );
    let entries: Vec<_> = detail
        .timeline
        .iter()
        .map(|it| (it.kind.as_str(), it.actor.clone().expect("somebody").name))
        .collect();
    assert_eq!(entries, [("placed", "Sana".to_owned()), ("confirmed", "Sana".to_owned())]);
    let again = create(&shop, &sana, new_order(&shop, "first", &product, true)).await.expect("a repeat");
    assert_eq!(order_of(&again), &order);
    let other = proto::CreateOrderRequest {
        request_hash: "other".into(),
        ..new_order(&shop, "first", &product, true)
    };
    let refused = create(&shop, &sana, other).await.expect_err("another order under the key");
    assert_eq!(refused.code.as_ref(), "orders.idempotency_key_reused");

    // The same phone at once, by a colleague under the same key.
    let karima = staff("Karima", Role::Sales);
    let detail = create(&shop, &karima, new_order(&shop, "first", &product, false)).await.expect("placed");
    assert_eq!((order_of(&detail).status.as_str(), shop.count("orders").await), ("placed", 2));
    assert_eq!(shop.count("cooldowns").await, 0);
    let audit = shop.audit().await;
    let created: Vec<_> = audit.iter().filter(|entry| entry.action == "orders.order_created").collect();
    assert_eq!(created.iter().map(|entry| entry.actor_name.as_str()).collect::<Vec<_>>(), ["Sana", "Karima"]);
    assert_eq!(created[0].subject_name, order.number);

    shop.inventory.book().available.insert(product.clone(), 1);
    let refused =
        create(&shop, &sana, new_order(&shop, "second", &product, true)).await.expect_err("too few");
    assert_eq!(
        (refused.code.as_ref(), fields(&refused)),
        ("orders.out_of_stock", vec!["products[0].quantity"])
    );
    let dearer =
        proto::CreateOrderRequest { shown_total: Some(1), ..new_order(&shop, "third", &product, true) };
    let refused = create(&shop, &sana, dearer).await.expect_err("another total");
    assert_eq!(refused.code.as_ref(), "orders.price_changed");
    let warehouse = staff("Karim", Role::Warehouse);
    let refused = create(&shop, &warehouse, new_order(&shop, "fourth", &product, false)).await;
    assert_eq!(refused.expect_err("not theirs").kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn on_the_telephone_other_numbers_and_days_are_agreed_than_shoppers_may_order(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let sana = staff("Sana", Role::Sales);
    let rule = catalog::QuantityRule { minimum: 12, maximum: None, step: 6 };
    let cup = catalog::Sellable {
        quantity_rule: Some(rule),
        available_from: "2100-12-31".into(),
        ..sellable(&shop.id(), 1_000)
    };
    shop.announce(&cup).await;
    let made = create(&shop, &sana, new_order(&shop, "first", &cup.product_id, false)).await.expect("placed");
    let order = order_of(&made);
    assert_eq!(order.lines[0].quantity, 2);
    let more = vec![kept(order, 0, 3), added(&cup.product_id, 2)];
    let changed = change(&shop, &sana, changing(order, more)).await.expect("changed");
    assert_eq!(order_of(&changed).lines[0].quantity, 5);
}

#[souk_testkit::test(SCHEMA)]
async fn a_telephone_order_is_confirmed_while_inventory_is_away_as_any_other_is(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(100_000).await;
    shop.inventory.book().is_away = true;
    let detail = create(&shop, &admin(), new_order(&shop, "key", &product, true)).await.expect("placed");
    let order = order_of(&detail);
    assert_eq!((order.status.as_str(), order.stock.as_str()), ("confirmed", "pending"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_new_order_is_quoted_as_far_as_it_is_known_where_it_goes(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(100_000).await;
    let request =
        |form| proto::QuoteOrderRequest { lines: vec![added(&product, 2)], form, ..Default::default() };
    let quoted = quote(&shop, request(None)).await.expect("priced");
    assert_eq!((quoted.delivery_price, quoted.total), (None, 200_000));
    let form = proto::CheckoutForm { first_name: String::new(), phone: String::new(), ..shop.form("") };
    let quoted = quote(&shop, request(Some(form.clone()))).await.expect("priced");
    assert_eq!((quoted.delivery_price, quoted.total), (Some(HOME_PRICE), 200_000 + HOME_PRICE));
    let nowhere = proto::CheckoutForm { wilaya_id: "31".into(), ..form };
    let quoted = quote(&shop, request(Some(nowhere))).await.expect("priced");
    assert_eq!((quoted.delivery_price, quoted.total), (None, 200_000), "nobody delivers there so");
}

/// Inventory heard of the order as it was placed, and answers while staff change it.
#[souk_testkit::test(SCHEMA)]
async fn an_answer_about_other_lines_than_the_order_has_is_no_answer(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.inventory.book().is_away = true;
    let placed = shop.order("0555123456").await;
    let detail =
        change(&shop, &admin(), changing(&placed, vec![kept(&placed, 0, 3)])).await.expect("changed");
    assert_eq!((order_of(&detail).version, order_of(&detail).stock.as_str()), (2, "pending"));
    shop.hears_reserved(&placed.id, 4, 1).await;
    assert_eq!(
        shop.get(&placed.id).await.order.expect("an order").stock,
        "pending",
        "of one piece, and not of three"
    );
    shop.hears_reserved(&placed.id, 5, 2).await;
    assert_eq!(shop.get(&placed.id).await.order.expect("an order").stock, "reserved");
}

#[souk_testkit::test(SCHEMA)]
async fn lines_in_another_order_are_no_change_and_a_twin_keeps_the_hold(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let candle = shop.product(50_000).await;
    let placed = shop.order("0555123456").await;
    let both = changing(&placed, vec![kept(&placed, 0, 1), added(&candle, 1)]);
    let wrong = proto::ChangeLinesRequest { shown_total: Some(1), ..both.clone() };
    let detail = change(&shop, &admin(), both).await.expect("changed");
    let order = order_of(&detail).clone();
    let hold = order.change_ids.last().expect("a change");
    assert!(shop.inventory.book().held.contains_key(hold));
    assert_eq!(change(&shop, &admin(), wrong).await.expect("made already").changed, Some(false));
    assert!(shop.inventory.book().held.contains_key(hold), "whoever was told another total frees nothing");
    let turned = changing(&order, vec![kept(&order, 1, 1), kept(&order, 0, 1)]);
    let detail = change(&shop, &admin(), turned).await.expect("so already");
    assert_eq!((detail.changed, order_of(&detail).version), (Some(false), order.version));
    // What is taken out and ordered anew costs what was told of it: today's price.
    let soap = order.lines[0].product_id.clone();
    let mut dearer = crate::support::sellable(&soap, 300_000);
    dearer.version = 2;
    shop.announce(&dearer).await;
    let anew = changing(&order, vec![added(&soap, 1), kept(&order, 1, 1)]);
    let told = order.total + 200_000;
    let anew = proto::ChangeLinesRequest { shown_total: Some(told), ..anew };
    let detail = change(&shop, &admin(), anew).await.expect("changed");
    assert_eq!((detail.changed, order_of(&detail).total), (Some(true), told));
    let order = order_of(&detail).clone();
    let other = proto::WantedLine {
        product: kept(&order, 0, 1)
            .product
            .map(|product| proto::CheckoutLine { combination_id: candle, ..product }),
        ..kept(&order, 0, 1)
    };
    let refused = change(&shop, &admin(), changing(&order, vec![other])).await.expect_err("another thing");
    assert_eq!(fields(&refused), ["products[0].line"]);
}

const MINIMUM: u32 = 10;

/// Sold by the piece for more, and to wholesalers from ten on: 800 centimes before tax, as the shop's prices are.
fn wholesaled(product: &str) -> catalog::Sellable {
    let wholesale = Some(catalog::Wholesale { price_ht: 800, minimum_quantity: MINIMUM });
    catalog::Sellable { wholesale, ..sellable(product, 1_000) }
}

/// Of two combinations, the second dearer by itself.
fn in_two(shop: &Shop) -> (catalog::Sellable, [String; 2]) {
    let ids = [shop.id(), shop.id()];
    let combination = |id: &String, price_ht| catalog::SellableCombination {
        combination_id: id.clone(),
        price_ht,
        active: true,
        ..Default::default()
    };
    let combinations = vec![combination(&ids[0], 0), combination(&ids[1], 5_000)];
    (catalog::Sellable { combinations, ..wholesaled(&shop.id()) }, ids)
}

fn of(product: &str, combination: &str, quantity: i64) -> proto::CheckoutLine {
    let (product_id, combination_id) = (product.to_owned(), combination.to_owned());
    proto::CheckoutLine { product_id, combination_id, quantity, ..Default::default() }
}

fn wholesale_order(shop: &Shop, key: &str, lines: Vec<proto::CheckoutLine>) -> proto::CreateOrderRequest {
    proto::CreateOrderRequest { lines, r#type: "wholesalerorder".into(), ..new_order(shop, key, "", false) }
}

/// As a new order of a wholesaler is priced.
async fn wholesale_quote(shop: &Shop, lines: &[proto::CheckoutLine]) -> Result<proto::OrderQuote, Failure> {
    let lines = lines.iter().cloned().map(|line| proto::WantedLine { line: None, product: Some(line) });
    let request = proto::QuoteOrderRequest {
        lines: lines.collect(),
        r#type: "wholesalerorder".into(),
        ..Default::default()
    };
    quote(shop, request).await
}

#[souk_testkit::test(SCHEMA)]
async fn a_wholesale_order_costs_wholesale_prices_from_the_minimum_of_all_combinations_on(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let sana = staff("Sana", Role::Sales);
    let (soap, [red, blue]) = in_two(&shop);
    shop.announce(&soap).await;
    let soap = soap.product_id;
    let lines = |of_blue| vec![of(&soap, &red, 4), of(&soap, &blue, of_blue)];

    let fewer = wholesale_quote(&shop, &lines(5)).await.expect_err("too few");
    assert_eq!((fewer.kind, fewer.code.as_ref()), (Kind::Invalid, "orders.invalid_lines"));
    assert_eq!(fields(&fewer), ["products[0].quantity", "products[1].quantity"]);
    assert!(fewer.violations.iter().all(|it| it.key == "form.validation.wholesaleMinimum"));
    assert_eq!(fewer.metadata["products[1].wholesaleMinimum"], "10");
    let refused = create(&shop, &sana, wholesale_order(&shop, "fewer", lines(5))).await.expect_err("too few");
    assert_eq!(fields(&refused), fields(&fewer));

    let quoted = wholesale_quote(&shop, &lines(6)).await.expect("priced");
    let prices: Vec<_> = quoted.lines.iter().map(|line| (line.unit_price, line.unit_price_ht)).collect();
    assert_eq!((prices, quoted.products_total), (vec![(800, 800); 2], 8_000));
    let request = proto::CreateOrderRequest {
        shown_total: Some(8_000 + HOME_PRICE),
        ..wholesale_order(&shop, "first", lines(6))
    };
    let made = create(&shop, &sana, request).await.expect("placed");
    let order = order_of(&made);
    assert_eq!((order.r#type.as_str(), order.total), ("wholesalerorder", 8_000 + HOME_PRICE));
    let audit = shop.audit().await;
    let created = audit.iter().find(|entry| entry.action == "orders.order_created").expect("told");
    let facts: serde_json::Value = serde_json::from_str(&created.after).expect("JSON");
    assert_eq!(facts["type"], json!("wholesalerorder"));

    let candle = shop.product(50_000).await;
    let refused = wholesale_quote(&shop, &[of(&soap, &red, 10), of(&candle, "", 1)]).await;
    let refused = refused.expect_err("no wholesale price");
    assert_eq!(fields(&refused), ["products[1].product"]);
    assert_eq!(refused.violations[0].key, "form.validation.wholesalePrice");
    let retail = create(&shop, &sana, new_order(&shop, "retail", &candle, false)).await.expect("placed");
    assert_eq!(order_of(&retail).r#type, "phoneorder");
    assert_eq!(shop.order("0555123457").await.r#type, "weborder");
    let unknown = proto::CreateOrderRequest {
        r#type: "weborder".into(),
        ..new_order(&shop, "unknown", &candle, false)
    };
    let refused = create(&shop, &sana, unknown).await.expect_err("no shopper's");
    assert_eq!(fields(&refused), ["type"]);
}

/// As a catalog of the release before tells products: what wholesalers pay is not known.
#[souk_testkit::test(SCHEMA)]
async fn what_a_catalog_of_before_told_is_sold_to_shoppers_alone(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let before = catalog::Sellable { wholesale: None, ..sellable(&shop.id(), 1_000) };
    shop.announce(&before).await;
    let refused = wholesale_quote(&shop, &[of(&before.product_id, "", 10)]).await.expect_err("not known");
    assert_eq!(fields(&refused), ["products[0].product"]);
    create(&shop, &admin(), new_order(&shop, "retail", &before.product_id, false)).await.expect("placed");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_added_to_a_wholesale_order_costs_its_wholesale_price_of_that_day(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let soap = wholesaled(&shop.id());
    shop.announce(&soap).await;
    let lines = vec![of(&soap.product_id, "", 10)];
    let made = create(&shop, &admin(), wholesale_order(&shop, "first", lines)).await.expect("placed");
    let order = order_of(&made).clone();
    let wholesale = Some(catalog::Wholesale { price_ht: 900, minimum_quantity: 20 });
    shop.announce(&catalog::Sellable { version: 2, wholesale, ..soap.clone() }).await;
    let cup = wholesaled(&shop.id());
    shop.announce(&cup).await;

    let few = vec![kept(&order, 0, 10), added(&cup.product_id, 9)];
    let refused = change(&shop, &admin(), changing(&order, few)).await.expect_err("too few cups");
    assert_eq!(fields(&refused), ["products[1].quantity"], "as many soaps as were agreed");
    let both = vec![kept(&order, 0, 10), added(&cup.product_id, 10)];
    let changed = change(&shop, &admin(), changing(&order, both)).await.expect("changed");
    let order = order_of(&changed).clone();
    assert_eq!(order.lines.iter().map(|line| line.unit_price).collect::<Vec<_>>(), [800, 800]);

    let fewer = vec![kept(&order, 0, 12), kept(&order, 1, 10)];
    let refused = change(&shop, &admin(), changing(&order, fewer)).await.expect_err("below today's minimum");
    assert_eq!(refused.metadata["products[0].wholesaleMinimum"], "20");
    let more = vec![kept(&order, 0, 20), kept(&order, 1, 10)];
    let changed = change(&shop, &admin(), changing(&order, more)).await.expect("changed");
    assert_eq!(order_of(&changed).lines[0].unit_price, 800, "as agreed");
    let order = order_of(&changed).clone();
    let anew = vec![added(&soap.product_id, 20), kept(&order, 1, 10)];
    let changed = change(&shop, &admin(), changing(&order, anew)).await.expect("changed");
    assert_eq!(order_of(&changed).lines[0].unit_price, 900, "today's");
}
