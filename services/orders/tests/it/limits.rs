//! Nobody holds the shop's stock for nothing: what a cart, a phone and an address may have open, and for how long.

use futures::future::join_all;
use souk_kernel::Money;
use souk_orders::checkout::{Cap, Limits, Policy};
use souk_proto::catalog::v1 as catalog;
use souk_proto::orders::v1 as proto;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;
use time::Duration;

use crate::support::{HOME_PRICE, POLICY, SCHEMA, Shop, admin, fields, sellable};

const NETWORK: &str = "2001:db8:1:2::";
const SITE: &str = "2001:db8:1::";

fn limited(limits: Limits) -> Policy {
    Policy { cooldown: std::time::Duration::ZERO, limits, ..POLICY }
}

fn cap(orders: u32, pieces: u32, value: i64) -> Cap {
    Cap { orders, pieces, value: Money::from_centimes(value) }
}

fn from(cart: proto::PlaceOrderRequest, network: &str) -> proto::PlaceOrderRequest {
    proto::PlaceOrderRequest { client_network: network.into(), ..cart }
}

fn told(refused: &Failure) -> (Kind, &str, Vec<&str>) {
    (refused.kind, refused.code.as_ref(), fields(refused))
}

#[souk_testkit::test(SCHEMA)]
async fn a_cart_holds_no_more_pieces_than_a_household_needs(pool: PgPool) {
    let limits = Limits { line_pieces: 10, cart_pieces: 15, ..Limits::NONE };
    let shop = Shop::with_policy(pool, limited(limits)).await;
    let (soap, cream) = (shop.product(10_000).await, shop.product(10_000).await);
    let refused = shop.place(shop.cart_of(&[(&soap, 1), (&cream, 11)])).await.expect_err("a long line");
    assert_eq!(told(&refused), (Kind::Invalid, "orders.invalid_lines", vec!["products[1].quantity"]));
    assert_eq!(refused.violations[0].key, "form.validation.tooManyPieces");
    let refused = shop.place(shop.cart_of(&[(&soap, 8), (&cream, 8)])).await.expect_err("a large cart");
    assert_eq!(told(&refused), (Kind::Invalid, "orders.cart_too_large", vec!["products"]));
    assert_eq!(refused.metadata["most"], "15");
    assert_eq!(shop.inventory.book().questions, 0, "nobody was asked for stock");
    shop.place(shop.cart_of(&[(&soap, 8), (&cream, 7)])).await.expect("as much as may be");
}

#[souk_testkit::test(SCHEMA)]
async fn the_fewest_that_the_merchant_sells_are_never_too_many(pool: PgPool) {
    let limits = Limits { line_pieces: 10, cart_pieces: 15, ..Limits::NONE };
    let shop = Shop::with_policy(pool, limited(limits)).await;
    let rule = catalog::QuantityRule { minimum: 20, maximum: None, step: 1 };
    let cup = catalog::Sellable { quantity_rule: Some(rule), ..sellable(&shop.id(), 1_000) };
    shop.announce(&cup).await;
    let (cup, soap) = (cup.product_id, shop.product(10_000).await);
    let refused = shop.place(shop.cart_of(&[(&cup, 21)])).await.expect_err("a long line");
    assert_eq!(told(&refused), (Kind::Invalid, "orders.invalid_lines", vec!["products[0].quantity"]));
    assert_eq!(refused.violations[0].text, "at most 20 pieces of one thing");
    let refused = shop.place(shop.cart_of(&[(&cup, 20), (&soap, 1)])).await.expect_err("a large cart");
    assert_eq!((refused.code.as_ref(), refused.metadata["most"].as_str()), ("orders.cart_too_large", "20"));
    shop.place(shop.cart_of(&[(&cup, 20)])).await.expect("as few as may be");
}

/// Whoever knows a phone can order with it: its owner must not be kept out by that.
#[souk_testkit::test(SCHEMA)]
async fn beyond_what_a_phone_may_have_open_orders_are_taken_and_hold_nothing(pool: PgPool) {
    for limits in [cap(2, 0, 0), cap(0, 2, 0), cap(0, 0, 2 * (10_000 + HOME_PRICE))] {
        let limits = Limits { phone: limits, ..Limits::NONE };
        let shop = Shop::with_policy(pool.clone(), limited(limits)).await;
        let product = shop.product(10_000).await;
        let place = async |phone: &str| {
            let cart = proto::PlaceOrderRequest { form: Some(shop.form(phone)), ..shop.cart(&product) };
            shop.place(cart).await.expect("taken").order.expect("an order")
        };
        let mut orders = Vec::new();
        for _ in 0..4 {
            orders.push(place("0555123456").await);
        }
        let stock: Vec<_> = orders.iter().map(|order| order.stock.as_str()).collect();
        assert_eq!(stock, ["reserved", "reserved", "released", "released"], "{limits:?}");
        orders.push(place("0555123457").await);
        assert_eq!(orders[4].stock, "reserved", "another phone has its own");
        let confirmed = shop.step(&admin(), &orders[2], "confirmed").await.expect("confirmed");
        assert_eq!(confirmed.stock, "reserved", "its stock was asked for");
        for order in [&orders[0], &orders[1], &orders[3], &orders[4]] {
            shop.step(&admin(), order, "cancelled").await.expect("cancelled");
        }
        let next = place("0555123456").await;
        assert_eq!(next.stock, "reserved", "nothing else waits");
        shop.step(&admin(), &next, "cancelled").await.expect("cancelled");
    }
}

/// Nobody learns by ordering with somebody's phone what its owner ordered, when, or for how much.
#[souk_testkit::test(SCHEMA)]
async fn a_checkout_tells_a_stranger_no_more_of_a_known_phone_than_of_another(pool: PgPool) {
    let limits = Limits { phone: cap(1, 0, 0), ..Limits::NONE };
    let shop = Shop::with_policy(pool, Policy { limits, ..POLICY }).await;
    let own = shop.order("0555123456").await;
    shop.clock.advance(Duration::seconds(40));
    let (product, short) = (shop.product(10_000).await, shop.product(10_000).await);
    shop.inventory.book().available.insert(short.clone(), 0);
    let unknown = shop.id();
    let ask = async |phone: &str, cart: proto::PlaceOrderRequest| {
        shop.place(proto::PlaceOrderRequest { form: Some(shop.form(phone)), ..cart }).await
    };
    for recent in [true, false] {
        for phone in ["0555123456", "0666123456"] {
            let refused = ask(phone, shop.cart(&unknown)).await.expect_err("nobody sells it");
            assert_eq!(refused.code, "orders.invalid_lines", "{phone} {recent}");
            let refused = ask(phone, shop.cart(&short)).await.expect_err("none is left");
            assert_eq!(
                (refused.code.as_ref(), fields(&refused)),
                ("orders.out_of_stock", vec!["products[0].quantity"]),
                "{phone} {recent}"
            );
            let other = proto::PlaceOrderRequest { shown_total: Some(1), ..shop.cart(&product) };
            let refused = ask(phone, other).await.expect_err("another price");
            assert_eq!(refused.code, "orders.price_changed", "{phone} {recent}");
        }
        if recent {
            let refused = ask("0555123456", shop.cart(&product)).await.expect_err("a moment ago");
            assert_eq!(refused.code, "orders.cooldown");
            assert_eq!(refused.retry_after, Some(crate::support::COOLDOWN), "not when");
        }
        shop.clock.advance(Duration::seconds(60));
    }
    let second = ask("0555123456", shop.cart(&product)).await.expect("taken").order.expect("an order");
    assert_eq!((own.stock.as_str(), second.stock.as_str()), ("reserved", "released"));
}

/// However many lines are short: neither the numbers nor the names say whether goods were to be held for the phone.
#[souk_testkit::test(SCHEMA)]
async fn a_checkout_tells_a_stranger_as_much_of_what_is_left_for_a_known_phone_as_for_another(pool: PgPool) {
    let limits = Limits { phone: cap(1, 0, 0), ..Limits::NONE };
    let shop = Shop::with_policy(pool, Policy { limits, ..POLICY }).await;
    shop.order("0555123456").await;
    let mut products = Vec::new();
    for left in 0..110 {
        let product = shop.product(10_000).await;
        shop.inventory.book().available.insert(product.clone(), left % 22);
        products.push(product);
    }
    let ask = async |phone: &str, products: &[String]| {
        let lines: Vec<_> = products.iter().map(|product| (product.as_str(), 50)).collect();
        let cart = proto::PlaceOrderRequest { form: Some(shop.form(phone)), ..shop.cart_of(&lines) };
        shop.place(cart).await.expect_err("too little is left")
    };
    let known = ask("0555123456", &products[19..22]).await;
    let numbers = [("products[0].available", "19"), ("products[1].available", "20")];
    let numbers = numbers.map(|(field, left)| (field.to_owned(), left.to_owned()));
    assert_eq!(known.metadata, numbers.into(), "how many more than 20 are left is not told");
    for (recent, most) in [(true, 22), (true, 110), (false, 22), (false, 110)] {
        if !recent {
            shop.clock.advance(Duration::seconds(60));
        }
        let [known, other] =
            [ask("0555123456", &products[..most]).await, ask("0666123456", &products[..most]).await];
        assert_eq!((&known.metadata, fields(&known)), (&other.metadata, fields(&other)), "{recent} {most}");
        assert_eq!(other.violations.len(), most.min(100));
    }
    assert!(ask("0666123456", &products).await.metadata.len() <= 50, "of the first ones");
}

/// One guest who orders for invented people must not shut the shop for everybody behind the same operator.
#[souk_testkit::test(SCHEMA)]
async fn beyond_what_an_address_may_hold_orders_are_taken_and_hold_nothing(pool: PgPool) {
    let limits = Limits { address: cap(5, 0, 0), ..Limits::NONE };
    let shop = Shop::with_policy(pool, limited(limits)).await;
    let product = shop.product(10_000).await;
    let cart = |n| {
        let form = Some(shop.form(&format!("0555{n:06}")));
        from(proto::PlaceOrderRequest { form, ..shop.cart(&product) }, NETWORK)
    };
    let answers = join_all((0..40).map(|n| shop.place(cart(n)))).await;
    let orders = answers.into_iter().map(|answer| answer.expect("taken").order.expect("an order"));
    let (held, bare): (Vec<_>, Vec<_>) = orders.partition(|order| order.stock == "reserved");
    assert_eq!((held.len(), bare.len()), (5, 35), "exactly what it may hold");
    assert!(bare.iter().all(|order| order.stock == "released"));
    assert_eq!(shop.inventory.book().questions, 5, "inventory was not asked for the others");

    let confirmed = shop.step(&admin(), &bare[0], "confirmed").await.expect("confirmed");
    assert_eq!(confirmed.stock, "reserved", "its stock was asked for");
    let again = shop.place(cart(40)).await.expect("taken").order.expect("an order");
    assert_eq!(again.stock, "released", "five of this address still wait");
    shop.step(&admin(), &held[0], "cancelled").await.expect("cancelled");
    for (cart, stock) in [(cart(41), "reserved"), (from(shop.cart(&product), "192.0.2.1"), "reserved")] {
        assert_eq!(shop.place(cart).await.expect("taken").order.expect("an order").stock, stock);
    }
}

/// A line comes with a /56 or a /48: its networks are no customers of their own.
#[souk_testkit::test(SCHEMA)]
async fn a_line_of_many_networks_holds_what_eight_addresses_may(pool: PgPool) {
    for limits in [cap(2, 0, 0), cap(0, 2, 0), cap(0, 0, 2 * (10_000 + HOME_PRICE))] {
        let limits = Limits { address: limits, ..Limits::NONE };
        let shop = Shop::with_policy(pool.clone(), limited(limits)).await;
        let product = shop.product(10_000).await;
        let stock = async |site: &str, network: u32| {
            let cart = proto::PlaceOrderRequest {
                form: Some(shop.form(&format!("0555{network:06}"))),
                client_site: site.into(),
                ..from(shop.cart(&product), &format!("{site}{network:x}"))
            };
            shop.place(cart).await.expect("taken").order.expect("an order")
        };
        let mut orders = Vec::new();
        for network in 0..20 {
            orders.push(stock("2001:db8:1::", network).await);
        }
        let held = orders.iter().filter(|order| order.stock == "reserved").count();
        assert_eq!(held, 16, "{limits:?}");
        assert_eq!(stock("2001:db8:2::", 21).await.stock, "reserved", "another line");
        shop.step(&admin(), &orders[0], "confirmed").await.expect("confirmed");
        assert_eq!(stock("2001:db8:1::", 22).await.stock, "reserved", "one of the line's waits no more");
        for table in ["order_lines", "order_timeline", "orders"] {
            let cleared = sqlx::AssertSqlSafe(format!("DELETE FROM {table}"));
            sqlx::query(cleared).execute(&pool).await.expect("cleared");
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_burst_of_one_phone_holds_exactly_what_it_may_have_open(pool: PgPool) {
    let component = |product_id: String| souk_proto::catalog::v1::PackComponent {
        product_id,
        combination_id: String::new(),
        quantity: 6,
        ..Default::default()
    };
    for (n, limits) in
        [cap(5, 0, 0), cap(0, 30, 0), cap(0, 0, 5 * (10_000 + HOME_PRICE))].into_iter().enumerate()
    {
        let limits = Limits { phone: limits, ..Limits::NONE };
        let shop = Shop::with_policy(pool.clone(), limited(limits)).await;
        let pack = souk_proto::catalog::v1::Sellable {
            pack: vec![component(shop.id())],
            ..crate::support::sellable(&shop.id(), 10_000)
        };
        shop.announce(&pack).await;
        let form = Some(shop.form(&format!("0555{n:06}")));
        let cart = |_| proto::PlaceOrderRequest { form: form.clone(), ..shop.cart(&pack.product_id) };
        let answers = join_all((0..40).map(cart).map(|cart| shop.place(cart))).await;
        let orders = answers.into_iter().map(|answer| answer.expect("taken").order.expect("an order"));
        let held = orders.filter(|order| order.stock == "reserved").count();
        assert_eq!(held, 5, "{limits:?}");
        assert_eq!(shop.inventory.book().held.len(), 5, "nothing else is held");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_large_cap_is_one(pool: PgPool) {
    let limits = Limits { phone: cap(1_500, 0, 0), ..Limits::NONE };
    let shop = Shop::with_policy(pool.clone(), limited(limits)).await;
    shop.order("0555123456").await;
    shop.copy_order(1_499).await;
    let product = shop.product(10_000).await;
    let order = shop.place(shop.cart(&product)).await.expect("taken").order.expect("an order");
    assert_eq!(order.stock, "released", "1,500 wait");
}

#[souk_testkit::test(SCHEMA)]
async fn where_an_order_came_from_is_forgotten_when_it_is_confirmed(pool: PgPool) {
    let shop = Shop::with_policy(pool.clone(), limited(Limits::NONE)).await;
    let product = shop.product(10_000).await;
    let cart = proto::PlaceOrderRequest { client_site: SITE.into(), ..from(shop.cart(&product), NETWORK) };
    let order = shop.place(cart).await.expect("placed").order.expect("an order");
    let network = async || {
        let network = sqlx::query_as::<_, (String, String)>("SELECT client_network, client_site FROM orders");
        network.fetch_one(&pool).await.expect("read")
    };
    assert_eq!(network().await, (NETWORK.to_owned(), SITE.to_owned()));
    shop.step(&admin(), &order, "confirmed").await.expect("confirmed");
    assert_eq!(network().await, (String::new(), String::new()));
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_that_nobody_confirms_gives_its_stock_back_and_asks_again_when_it_is(pool: PgPool) {
    let shop = Shop::with_policy(pool, limited(Limits { phone: cap(1, 0, 0), ..Limits::NONE })).await;
    let order = shop.order("0555123456").await;
    let kept = shop.order("0555123457").await;
    shop.step(&admin(), &kept, "confirmed").await.expect("confirmed");
    let release = async || shop.orders.0.release_unconfirmed(Duration::hours(72)).await.expect("swept");
    shop.clock.advance(Duration::hours(71));
    assert_eq!(release().await, 0);
    shop.clock.advance(Duration::hours(2));
    assert_eq!((release().await, release().await), (1, 0));
    let detail = shop.get(&order.id).await;
    let released = detail.order.expect("an order");
    assert_eq!((released.status.as_str(), released.stock.as_str()), ("placed", "released"));
    assert_eq!(detail.timeline[1].data["stock"], "released");
    assert_eq!(shop.events().await.last().map(String::as_str), Some("souk.orders.v1.OrderHoldReleased"));
    assert_eq!(shop.get(&kept.id).await.order.expect("an order").stock, "reserved");
    shop.order("0555123456").await;

    {
        let mut book = shop.inventory.book();
        book.held.clear();
        book.available.insert(order.lines[0].product_id.clone(), 0);
        book.version = 9;
    }
    let refused = shop.step(&admin(), &released, "confirmed").await.expect_err("sold meanwhile");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.out_of_stock"));
    shop.inventory.book().is_away = true;
    let refused = shop.step(&admin(), &released, "confirmed").await.expect_err("nobody knows");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.stock_not_held"));
    {
        let mut book = shop.inventory.book();
        book.is_away = false;
        book.available.insert(order.lines[0].product_id.clone(), 1);
    }
    let confirmed = shop.step(&admin(), &released, "confirmed").await.expect("confirmed");
    assert_eq!((confirmed.status.as_str(), confirmed.stock.as_str()), ("confirmed", "reserved"));
    assert_eq!(shop.inventory.book().order_version, released.version, "no older word may free it again");
}

#[souk_testkit::test(SCHEMA)]
async fn the_merchant_chooses_how_long_an_unconfirmed_order_holds_its_stock(pool: PgPool) {
    let limits = Limits { phone: cap(1, 0, 0), ..Limits::NONE };
    let shop = Shop::with_policy(pool.clone(), limited(limits)).await;
    let product = shop.product(10_000).await;
    let place = async || {
        let cart = proto::PlaceOrderRequest { form: Some(shop.form("0555123456")), ..shop.cart(&product) };
        shop.place(cart).await.expect("taken").order.expect("an order")
    };
    let first = place().await;
    let stock = async || shop.get(&first.id).await.order.expect("an order").stock;
    let release = async |hold| {
        souk_orders::housekeeping::release(&pool, &shop.orders.0, hold).await.expect("swept");
    };
    let told = Duration::hours(72);
    shop.announce_times(1, 0, 100).await;
    shop.clock.advance(Duration::hours(90));
    release(told).await;
    let beyond = place().await;
    assert_eq!(
        (stock().await.as_str(), beyond.stock.as_str()),
        ("reserved", "released"),
        "the merchant's 100 h"
    );
    shop.step(&admin(), &beyond, "cancelled").await.expect("cancelled");
    shop.announce_times(2, 0, 24).await;
    let second = place().await;
    assert_eq!(second.stock, "reserved", "the first counts no more once its time is over, swept or not");
    release(Duration::ZERO).await;
    assert_eq!(stock().await, "reserved", "held for ever where the process was told so");
    release(told).await;
    assert_eq!(stock().await, "released", "a shorter time holds of orders that are there");
    let second = shop.get(&second.id).await.order.expect("an order");
    assert_eq!(second.stock, "reserved", "what was placed a moment ago keeps its stock");
    shop.announce_times(3, 0, 0).await;
    shop.clock.advance(Duration::hours(71));
    release(told).await;
    assert_eq!(shop.get(&second.id).await.order.expect("an order").stock, "reserved");
    shop.clock.advance(Duration::hours(2));
    release(told).await;
    assert_eq!(
        shop.get(&second.id).await.order.expect("an order").stock,
        "released",
        "as the process was told"
    );
}

/// Released, an order holds nothing, whatever becomes of the time that orders hold their stock.
#[souk_testkit::test(SCHEMA)]
async fn what_was_released_counts_for_nobody_when_the_merchant_lengthens_the_time(pool: PgPool) {
    let one = cap(1, 0, 0);
    for (n, limits) in [Limits { phone: one, ..Limits::NONE }, Limits { address: one, ..Limits::NONE }]
        .into_iter()
        .enumerate()
    {
        let shop = Shop::with_policy(pool.clone(), limited(limits)).await;
        let product = shop.product(10_000).await;
        let network = format!("192.0.2.{n}");
        let place = async || {
            let form = Some(shop.form(&format!("0555{n:06}")));
            let cart = proto::PlaceOrderRequest { form, ..shop.cart(&product) };
            shop.place(from(cart, &network)).await.expect("taken").order.expect("an order")
        };
        let version = u64::try_from(n).expect("few") * 2;
        shop.announce_times(version + 1, 0, 24).await;
        let first = place().await;
        let bare = place().await;
        assert_eq!((first.stock.as_str(), bare.stock.as_str()), ("reserved", "released"), "{limits:?}");
        shop.clock.advance(Duration::hours(25));
        souk_orders::housekeeping::release(&pool, &shop.orders.0, Duration::hours(72)).await.expect("swept");
        let networks =
            sqlx::query_scalar("SELECT count(*) FROM orders WHERE client_network = $1").bind(&network);
        let networks: i64 = networks.fetch_one(&pool).await.expect("counted");
        assert_eq!(networks, 0, "where they came from limits nothing any more");
        shop.announce_times(version + 2, 0, 100).await;
        assert_eq!(place().await.stock, "reserved", "{limits:?}");
        assert_eq!(place().await.stock, "released", "one that holds its stock counts: {limits:?}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn one_order_that_cannot_be_released_keeps_none_behind_it(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let damaged = shop.order("0555123456").await;
    shop.clock.advance(Duration::minutes(5));
    let sound = shop.order("0555123457").await;
    let damage = sqlx::query("UPDATE order_lines SET name = '0' WHERE order_id = $1::uuid").bind(&damaged.id);
    damage.execute(&pool).await.expect("damaged");
    shop.clock.advance(Duration::hours(73));
    assert!(shop.orders.0.release_unconfirmed(Duration::hours(72)).await.is_err(), "somebody hears of it");
    assert_eq!(shop.get(&sound.id).await.order.expect("an order").stock, "released");
}

#[souk_testkit::test(SCHEMA)]
async fn a_cart_of_more_things_than_can_be_reserved_at_once_is_refused_even_while_inventory_is_away(
    pool: PgPool,
) {
    let shop = Shop::with_policy(pool, limited(Limits::NONE)).await;
    shop.inventory.book().is_away = true;
    let mut packs = Vec::new();
    for _ in 0..6 {
        let component = |_| souk_proto::catalog::v1::PackComponent {
            product_id: shop.id(),
            combination_id: String::new(),
            quantity: 1,
            ..Default::default()
        };
        let pack = (0..100).map(component).collect();
        let pack = souk_proto::catalog::v1::Sellable { pack, ..crate::support::sellable(&shop.id(), 25_000) };
        shop.announce(&pack).await;
        packs.push(pack.product_id);
    }
    let lines: Vec<_> = packs.iter().map(|pack| (pack.as_str(), 1)).collect();
    let refused = shop.place(shop.cart_of(&lines)).await.expect_err("600 things");
    assert_eq!(told(&refused), (Kind::Invalid, "orders.cart_too_large", vec!["products"]));
    shop.place(shop.cart_of(&lines[..5])).await.expect("500 can wait for inventory");
}
