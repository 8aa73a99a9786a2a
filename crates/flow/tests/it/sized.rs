//! A shop of any size is one that its services can work with.

use souk_demo::sized::{Databases, Size, load};
use souk_flow::{CAP, Goods, Shop};
use souk_kernel::{Clock as _, SystemClock};
use souk_testkit::{eventually, eventually_some};
use sqlx::{Connection as _, PgConnection};

const SIZE: Size = Size { products: 500, orders: 500, seed: 3 };

#[tokio::test(flavor = "multi_thread")]
async fn goods_that_were_written_into_the_databases_are_listed_and_sold() {
    let shop = Shop::open().await.unwrap();
    let counter = shop.counter().unwrap();
    let goods = counter.furnish(10).await.unwrap();
    let urls = shop.database_urls();
    let databases = Databases {
        catalog: urls.catalog.clone(),
        orders: urls.orders,
        inventory: urls.inventory,
        payments: urls.payments,
    };
    load(&databases, SIZE, &[], SystemClock.now()).await.unwrap();

    let mut catalog = PgConnection::connect(&urls.catalog).await.unwrap();
    let (slug, count) = fullest_category(&mut catalog).await.unwrap();
    let listed = async || counter.listed(&slug).await.is_ok_and(|listed| listed == count);
    eventually("the category lists all that it holds", CAP, listed).await;

    let goods = Goods { product: available_product(&mut catalog).await.unwrap(), ..goods };
    let before = counter.available(&goods).await.unwrap();
    let order =
        eventually_some("the product is sold", CAP, async || counter.order_once(&goods, 1).await.ok()).await;
    assert_eq!(order.lines.len(), 1);
    let sold = async || counter.available(&goods).await.is_ok_and(|now| now == before - 1);
    eventually("one piece fewer is for sale", CAP, sold).await;
    assert_eq!(shop.verify().await.unwrap(), []);
    shop.close().await.unwrap();
}

/// A category without any below it, and its visible products.
async fn fullest_category(catalog: &mut PgConnection) -> sqlx::Result<(String, u64)> {
    let (slug, count): (String, i64) = sqlx::query_as(
        "SELECT c.slug, count(*) FROM products p JOIN categories c ON c.id = p.category_id
          WHERE p.active AND NOT EXISTS (SELECT FROM categories below WHERE below.parent_id = c.id)
          GROUP BY c.id ORDER BY 2 DESC, 1 LIMIT 1",
    )
    .fetch_one(catalog)
    .await?;
    Ok((slug, count.unsigned_abs()))
}

async fn available_product(catalog: &mut PgConnection) -> sqlx::Result<String> {
    sqlx::query_scalar(
        "SELECT p.id::text FROM products p JOIN availability a ON a.product_id = p.id
          WHERE p.active AND p.slug ~ '-[0-9]+$' AND a.combination_id = '00000000-0000-0000-0000-000000000000'
            AND a.available > 5 ORDER BY 1 LIMIT 1",
    )
    .fetch_one(catalog)
    .await
}
