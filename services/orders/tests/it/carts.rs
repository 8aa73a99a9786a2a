//! Draft carts belong to their visitor and do not stay.

use souk_kernel::Clock as _;
use souk_proto::orders::v1 as wire;
use souk_proto::orders::v1::checkout_server::Checkout as _;
use souk_rpc::{Actor, Failure};
use sqlx::PgPool;
use time::Duration;

use crate::support::{Shop, by, fields};

async fn draft(shop: &Shop, visitor: &str, product: &str) -> Result<String, Failure> {
    let cart = shop.cart(product);
    let request = wire::CreateDraftCartRequest {
        idempotency_key: shop.id(),
        visitor_id: visitor.into(),
        cart_id: "cart_1700000000_1".into(),
        form: cart.form,
        lines: cart.lines,
    };
    let answer = shop.checkout.create_draft_cart(by(&Actor::shopper(), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner().cart_id)
}

#[sqlx::test]
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

#[sqlx::test]
async fn a_draft_ends_with_the_order_or_with_its_time(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let product = shop.product(10_000).await;
    let visitor = shop.id();
    draft(&shop, &visitor, &product).await.expect("stored");
    draft(&shop, &shop.id(), &product).await.expect("stored");
    let order = wire::PlaceOrderRequest { visitor_id: visitor, ..shop.cart(&product) };
    shop.place(order).await.expect("placed");
    assert_eq!(shop.count("draft_carts").await, 1);
    shop.clock.advance(Duration::days(8));
    souk_orders::housekeeping::sweep(&pool, &shop.clock).await.expect("swept");
    for table in ["draft_carts", "cooldowns", "idempotency"] {
        assert_eq!(shop.count(table).await, 0, "{table} at {}", shop.clock.now());
    }
}
