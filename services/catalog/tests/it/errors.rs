//! What wrong requests about categories and brands get.

use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::categories_server::Categories as _;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, text};

#[souk_testkit::test(SCHEMA)]
async fn a_category_needs_a_name_an_address_and_a_known_parent(pool: PgPool) {
    let shop = Shop::open(pool);
    let create = async |request| {
        let answer = shop.categories.create_category(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let wrong = proto::CreateCategoryRequest {
        id: "1".into(),
        parent_id: "2".into(),
        slug: "A B".into(),
        ..Default::default()
    };
    let failure = create(wrong).await.expect_err("refused");
    assert_eq!(fields(&failure), ["id", "parentId", "name.fr", "slug"]);

    let orphan = proto::CreateCategoryRequest {
        id: shop.id(),
        parent_id: shop.id(),
        name: Some(text("Bain")),
        ..Default::default()
    };
    assert_eq!(fields(&create(orphan).await.expect_err("refused")), ["parentId"]);

    let bath = proto::CreateCategoryRequest { id: shop.id(), name: Some(text("Bain")), ..Default::default() };
    let first = create(bath.clone()).await.expect("created");
    assert_eq!(create(bath.clone()).await.expect("the same"), first);
    let twin = proto::CreateCategoryRequest { id: shop.id(), slug: "bain".into(), ..bath };
    assert_eq!(create(twin).await.expect_err("taken").kind, Kind::Conflict);
}

#[souk_testkit::test(SCHEMA)]
async fn a_brand_needs_a_name_and_is_made_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let create = async |id: String, name: &str| {
        let request = proto::CreateBrandRequest { id, name: name.into(), ..Default::default() };
        let answer = shop.brands.create_brand(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    assert_eq!(fields(&create("x".into(), " ").await.expect_err("refused")), ["id", "name", "slug"]);
    let id = shop.id();
    let first = create(id.clone(), "Nour").await.expect("created");
    assert_eq!(create(id, "Nour").await.expect("the same"), first);
    assert_eq!(create(shop.id(), "Nour").await.expect_err("taken").kind, Kind::Conflict);
}
