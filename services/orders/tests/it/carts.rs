//! Draft carts belong to their visitor and do not stay.

use std::sync::Arc;

use souk_kernel::{Clock as _, Role};
use souk_orders::checkout::Policy;
use souk_orders::drafts::{Drafts, DraftsRpc};
use souk_proto::common::v1::PageRequest;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::carts_server::Carts as _;
use souk_proto::orders::v1::checkout_server::Checkout as _;
use souk_rpc::{Actor, Failure, Kind};
use souk_testkit::eventually;
use sqlx::PgPool;
use time::Duration;

use crate::support::{POLICY, SCHEMA, Shop, by, fields, staff};

async fn draft(shop: &Shop, visitor: &str, product: &str) -> Result<String, Failure> {
    draft_of(shop, visitor, "", shop.cart(product)).await
}

async fn draft_of(
    shop: &Shop,
    visitor: &str,
    network: &str,
    cart: proto::PlaceOrderRequest,
) -> Result<String, Failure> {
    let request = proto::CreateDraftCartRequest {
        visitor_id: visitor.into(),
        form: cart.form,
        lines: cart.lines,
        client_network: network.into(),
        client_site: site_of(network),
    };
    let answer = shop.checkout.create_draft_cart(by(&Actor::shopper(), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner().cart_id)
}

/// The first 48 bits of a network of IPv6.
fn site_of(network: &str) -> String {
    let groups: Vec<_> = network.split(':').collect();
    if groups.len() > 3 { format!("{}::", groups[..3].join(":")) } else { String::new() }
}

#[souk_testkit::test(SCHEMA)]
async fn a_visitor_has_one_draft_whatever_number_it_claims(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let (visitor, stranger) = (shop.id(), shop.id());
    let first = draft(&shop, &visitor, &product).await.expect("stored");
    assert_eq!(draft(&shop, &visitor, &product).await.expect("refreshed"), first);
    assert_ne!(draft(&shop, &stranger, &product).await.expect("stored"), first);
    assert_eq!(shop.count("draft_carts").await, 2);
    assert_eq!(fields(&draft(&shop, "cart_1", &product).await.expect_err("refused")), ["visitor"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_draft_ends_with_the_order_or_with_its_time(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    let visitor = shop.id();
    draft(&shop, &visitor, &product).await.expect("stored");
    draft(&shop, &shop.id(), &product).await.expect("stored");
    let order = proto::PlaceOrderRequest { visitor_id: visitor, ..shop.cart(&product) };
    shop.place(order).await.expect("placed");
    assert_eq!(shop.count("draft_carts").await, 1);
    shop.clock.advance(Duration::days(8));
    souk_orders::housekeeping::sweep(&pool, &shop.clock).await.expect("swept");
    for table in ["draft_carts", "cooldowns", "idempotency"] {
        assert_eq!(shop.count(table).await, 0, "{table} at {}", shop.clock.now());
    }
}

/// As two statements leave it that began at the same time.
#[souk_testkit::test(SCHEMA)]
async fn a_draft_that_was_saved_while_its_order_was_is_taken_away(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    let visitors = [shop.id(), shop.id()];
    for visitor in &visitors {
        draft(&shop, visitor, &product).await.expect("stored");
    }
    sqlx::query("CREATE TABLE kept AS SELECT * FROM draft_carts").execute(&pool).await.expect("kept");
    shop.place(proto::PlaceOrderRequest { visitor_id: visitors[0].clone(), ..shop.cart(&product) })
        .await
        .expect("taken");
    let left = "INSERT INTO draft_carts SELECT * FROM kept ON CONFLICT DO NOTHING";
    sqlx::query(left).execute(&pool).await.expect("left over");
    assert_eq!(shop.count("draft_carts").await, 2);
    souk_orders::housekeeping::forget_ordered_drafts(&pool, shop.clock.now()).await.expect("swept");
    assert_eq!(shop.count("draft_carts").await, 1, "the other visitor has ordered nothing");
}

#[souk_testkit::test(SCHEMA)]
async fn a_draft_that_comes_just_after_its_order_is_not_stored(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(10_000).await;
    let visitor = shop.id();
    let order = proto::PlaceOrderRequest { visitor_id: visitor.clone(), ..shop.cart(&product) };
    shop.place(order).await.expect("placed");
    shop.clock.advance(Duration::seconds(110));
    draft(&shop, &visitor, &product).await.expect("no error");
    assert_eq!(shop.count("draft_carts").await, 0);
    draft(&shop, &shop.id(), &product).await.expect("of another visitor");
    let other = proto::PlaceOrderRequest { form: Some(shop.form("0666123456")), ..shop.cart(&product) };
    draft_of(&shop, &visitor, "", other).await.expect("with another phone");
    assert_eq!(shop.count("draft_carts").await, 2);
    shop.clock.advance(Duration::seconds(11));
    let third = shop.id();
    draft(&shop, &visitor, &product).await.expect("another purchase");
    draft(&shop, &third, &product).await.expect("stored");
    assert_eq!(shop.count("draft_carts").await, 3);
}

/// Its order comes after it was looked for, and before the draft is written.
#[souk_testkit::test(SCHEMA)]
async fn a_draft_that_its_order_overtakes_is_not_stored(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    let visitor = shop.id();
    let order = proto::PlaceOrderRequest { visitor_id: visitor.clone(), ..shop.cart(&product) };
    shop.place(order).await.expect("placed");
    shop.clock.advance(Duration::minutes(3));
    let mut ordering = pool.begin().await.expect("begun");
    sqlx::query("LOCK TABLE draft_carts IN EXCLUSIVE MODE").execute(&mut *ordering).await.expect("locked");
    let now = shop.clock.now();
    let ordered = async {
        let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')";
        eventually("the draft waits", std::time::Duration::from_secs(10), async || {
            sqlx::query_scalar(waits).fetch_one(&pool).await.expect("looked")
        })
        .await;
        sqlx::query("UPDATE orders SET placed_at = $1")
            .bind(now)
            .execute(&mut *ordering)
            .await
            .expect("ordered");
        ordering.commit().await.expect("placed");
    };
    let (drafted, ()) = tokio::join!(draft(&shop, &visitor, &product), ordered);
    drafted.expect("no error");
    assert_eq!(shop.count("draft_carts").await, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn a_draft_names_what_is_sold_and_not_too_much_of_it(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let soap = shop.product(10_000).await;
    let unknown = shop.id();
    let refused = draft_of(&shop, &shop.id(), "", shop.cart_of(&[(&soap, 1), (&unknown, 1)])).await;
    let refused = refused.expect_err("nobody sells it");
    assert_eq!(
        (refused.code.as_ref(), fields(&refused)),
        ("orders.invalid_cart", vec!["products[1].product"])
    );
    let many: Vec<_> = std::iter::repeat_n((soap.as_str(), 1), 51).collect();
    let refused = draft_of(&shop, &shop.id(), "", shop.cart_of(&many)).await.expect_err("a stock list");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["products"]));
    assert_eq!(shop.count("draft_carts").await, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn an_address_drafts_for_so_many_visitors_an_hour(pool: PgPool) {
    let shop = Shop::with_policy(pool, Policy { network_drafts: 3, ..POLICY }).await;
    let product = shop.product(10_000).await;
    let save = async |visitor: &str, network| draft_of(&shop, visitor, network, shop.cart(&product)).await;
    let first = shop.id();
    save(&first, "192.0.2.1").await.expect("stored");
    for _ in 0..2 {
        save(&shop.id(), "192.0.2.1").await.expect("stored");
    }
    let refused = save(&shop.id(), "192.0.2.1").await.expect_err("a fourth");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::RateLimited, "orders.draft_limit"));
    assert_eq!(fields(&refused), ["clientAddress"]);
    shop.clock.advance(Duration::seconds(10));
    save(&first, "192.0.2.1").await.expect("refreshed");
    save(&shop.id(), "192.0.2.2").await.expect("another address");
    shop.clock.advance(Duration::hours(2));
    save(&shop.id(), "192.0.2.1").await.expect("an hour later");
}

#[souk_testkit::test(SCHEMA)]
async fn a_line_of_many_networks_drafts_as_eight_addresses_may(pool: PgPool) {
    let shop = Shop::with_policy(pool, Policy { network_drafts: 1, ..POLICY }).await;
    let product = shop.product(10_000).await;
    let save = async |network: String| draft_of(&shop, &shop.id(), &network, shop.cart(&product)).await;
    for number in 1..=8 {
        save(format!("2001:db8:1:{number}::")).await.expect("stored");
    }
    let refused = save("2001:db8:1:9::".into()).await.expect_err("a ninth of one line");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::RateLimited, "orders.draft_limit"));
    save("2001:db8:2:1::".into()).await.expect("another line");
}

#[souk_testkit::test(SCHEMA)]
async fn a_draft_that_is_saved_over_and_over_is_written_now_and_then(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let (soap, cream) = (shop.product(10_000).await, shop.product(10_000).await);
    let visitor = shop.id();
    let id = draft(&shop, &visitor, &soap).await.expect("stored");
    let line = async || {
        let line = sqlx::query_scalar::<_, String>("SELECT lines #>> '{0,product}' FROM draft_carts");
        line.fetch_one(&pool).await.expect("one draft")
    };
    assert_eq!(draft(&shop, &visitor, &cream).await.expect("a moment later"), id);
    assert_eq!(line().await, soap);
    shop.clock.advance(Duration::seconds(3));
    assert_eq!(draft(&shop, &visitor, &cream).await.expect("refreshed"), id);
    assert_eq!(line().await, cream);
}

#[souk_testkit::test(SCHEMA)]
async fn of_too_many_drafts_the_oldest_are_forgotten(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let flood = "INSERT INTO draft_carts (id, visitor_id, first_name, last_name, phone, lines, updated_at, expires_at)
         SELECT gen_random_uuid(), gen_random_uuid(), 'Amina', 'Haddad', '0555123456', '[]',
                $1::timestamptz + n * interval '1 ms', $1::timestamptz + interval '7 days'
           FROM generate_series(1, $2) n";
    let now = shop.clock.now();
    let flood = sqlx::query(flood).bind(now).bind(souk_orders::carts::KEPT_MAX + 6_000);
    flood.execute(&pool).await.expect("stored");
    souk_orders::housekeeping::sweep(&pool, &shop.clock).await.expect("swept");
    assert_eq!(shop.count("draft_carts").await, souk_orders::carts::KEPT_MAX);
    let oldest = sqlx::query_scalar::<_, time::OffsetDateTime>("SELECT min(updated_at) FROM draft_carts");
    assert!(oldest.fetch_one(&pool).await.expect("read") > now + Duration::seconds(6));
}

#[souk_testkit::test(SCHEMA)]
async fn staff_see_what_was_not_ordered_at_the_prices_of_now(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (soap, candle) = (shop.product(10_000).await, shop.product(2_500).await);
    draft(&shop, &shop.id(), &soap).await.expect("stored");
    shop.clock.advance(Duration::HOUR);
    let cart = shop.cart_of(&[(&soap, 2), (&candle, 3)]);
    draft_of(&shop, &shop.id(), "", cart.clone()).await.expect("stored");

    let list = async |actor: &Actor, sort: &str| {
        let page = Some(PageRequest { page: 1, size: 12 });
        let request = proto::ListDraftCartsRequest { page, sort: sort.into() };
        let answer = DraftsRpc(Drafts::new(shop.pool.clone(), Arc::new(shop.clock.clone())))
            .list_draft_carts(by(actor, request))
            .await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let sales = staff("Sonia", Role::Sales);
    let listed = list(&sales, "").await.expect("listed");
    assert_eq!((listed.total, listed.more, listed.carts.len()), (2, false, 2));
    let newest = &listed.carts[0];
    let form = cart.form.expect("a form");
    assert_eq!((&newest.first_name, &newest.last_name), (&form.first_name, &form.last_name));
    assert!(newest.phone.starts_with('0') && newest.phone.len() == 10);
    let lines: Vec<_> = newest.lines.iter().map(|line| (&line.product_id, line.quantity)).collect();
    assert_eq!(lines, [(&soap, 2), (&candle, 3)]);
    let sum: i64 = newest.lines.iter().map(|line| line.quantity * line.unit_price.expect("is sold")).sum();
    assert!(sum > 0 && newest.total == sum, "{newest:?}");
    assert!(newest.expires_at > newest.updated_at);
    let expiring = list(&sales, "expiring").await.expect("listed");
    assert_eq!(expiring.carts[1].id, newest.id);

    let many = "INSERT INTO draft_carts (id, visitor_id, first_name, last_name, phone, lines, updated_at, expires_at)
         SELECT gen_random_uuid(), gen_random_uuid(), 'Amina', 'Large', '0555123456',
                jsonb_build_array(jsonb_build_object('odd', n)) ||
                (SELECT jsonb_agg(jsonb_build_object('product', gen_random_uuid(), 'quantity', 1)) FROM generate_series(1, 12)),
                $1::timestamptz - interval '2 hours', $1::timestamptz + interval '1 hour' FROM generate_series(1, 60) n";
    sqlx::query(many).bind(shop.clock.now()).execute(&shop.pool).await.expect("stored");
    let request =
        proto::ListDraftCartsRequest { page: Some(PageRequest { page: 1, size: 200 }), sort: String::new() };
    let page = DraftsRpc(Drafts::new(shop.pool.clone(), Arc::new(shop.clock.clone())))
        .list_draft_carts(by(&sales, request))
        .await
        .expect("what can't be read is not known, and fails nothing")
        .into_inner();
    assert_eq!((page.carts.len(), page.total), (62, 62));
    let large = &page.carts[61];
    assert_eq!((large.lines.len(), large.line_count), (10, 12), "the first are told, and how many there are");
    sqlx::query("DELETE FROM draft_carts WHERE last_name = 'Large'").execute(&shop.pool).await.expect("gone");

    sqlx::query("UPDATE sellables SET body = '\\xff' WHERE product_id = $1::uuid")
        .bind(&candle)
        .execute(&shop.pool)
        .await
        .expect("of a newer release");
    assert_eq!(list(&sales, "").await.expect("listed").carts[0].lines[1].unit_price, None);
    sqlx::query("DELETE FROM sellables WHERE product_id = $1::uuid")
        .bind(&candle)
        .execute(&shop.pool)
        .await
        .expect("is sold no more");
    let without = list(&sales, "").await.expect("listed").carts.remove(0);
    assert_eq!(without.lines[1].unit_price, None);
    assert_eq!(without.total, 2 * without.lines[0].unit_price.expect("is sold"));

    shop.clock.advance(souk_orders::carts::LIFETIME - Duration::MINUTE * 30);
    assert_eq!(list(&sales, "").await.expect("listed").total, 1, "what is past its time is gone already");
    assert_eq!(fields(&list(&sales, "total").await.expect_err("no such order")), ["sort"]);
    for actor in [Actor::shopper(), staff("Karim", Role::Content), staff("Walid", Role::Warehouse)] {
        assert_eq!(list(&actor, "").await.expect_err("not theirs").kind, Kind::Forbidden);
    }
}
