//! Pictures of the shop's own pages on staff screens, to be chosen again.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";

#[souk_testkit::test(SCHEMA)]
async fn pictures_are_listed_for_who_writes_pages_or_products(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let picture = proto::ShopPictureFile {
        path: "/media/shop/0f-1080.jpg".into(),
        thumb: "/media/shop/0f-160.webp".into(),
        text_path: "/media/shop/0f-1080.webp".into(),
        text_width: 640,
        text_height: 480,
        name: "Soldes".into(),
        added_at: "2026-11-22T10:00:00Z".into(),
    };
    let listed = proto::ListShopPicturesResponse { pictures: vec![picture], total: 13 };
    gateway.neighbour.says("ListShopPictures", &listed);
    let content = gateway.employee(Role::Content).await;
    let list = gateway.get(&content, "/dashboard/api/shop-pictures?q=sol&page=1&size=12").await.json();
    let wanted = json!({
        "path": "/media/shop/0f-1080.jpg", "thumb": "/media/shop/0f-160.webp", "textPath": "/media/shop/0f-1080.webp",
        "textWidth": 640, "textHeight": 480, "name": "Soldes", "addedAt": "2026-11-22T10:00:00Z",
    });
    assert_eq!((&list["pictures"], &list["pageCount"]), (&json!([wanted]), &json!(2)));
    let asked = gateway.neighbour.asked::<proto::ListShopPicturesRequest>("ListShopPictures").remove(0);
    assert_eq!((asked.query.as_str(), asked.page.expect("a page").size), ("sol", 12));
    let warehouse = gateway.employee(Role::Warehouse).await;
    let refused = gateway.get(&warehouse, "/dashboard/api/shop-pictures").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}

#[souk_testkit::test(SCHEMA)]
async fn a_category_and_a_brand_take_one_by_its_path(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("UpdateBrand", &proto::Brand { id: ID.into(), version: 2, ..Default::default() });
    let path = "/media/shop/0f-1080.jpg";
    let change = json!({ "version": 1, "logo": path });
    let brand = format!("/dashboard/api/brands/{ID}");
    assert_eq!(gateway.json(&content, Method::PATCH, &brand, &change).await.status, StatusCode::OK);
    let bare = json!({ "version": 1, "logo": "" });
    gateway.json(&content, Method::PATCH, &brand, &bare).await;
    let sent = gateway.neighbour.asked::<proto::UpdateBrandRequest>("UpdateBrand");
    let sent: Vec<_> = sent.into_iter().map(|sent| (sent.logo, sent.logo_url)).collect();
    assert_eq!(sent, [(Some(Vec::new()), path.to_owned()), (Some(Vec::new()), String::new())]);

    gateway.neighbour.says("UpdateCategory", &proto::Category { id: ID.into(), ..Default::default() });
    let change = json!({ "version": 1, "image": path });
    gateway.json(&content, Method::PATCH, &format!("/dashboard/api/categories/{ID}"), &change).await;
    let sent = gateway.neighbour.asked::<proto::UpdateCategoryRequest>("UpdateCategory").remove(0);
    assert_eq!((sent.image, sent.image_url.as_str()), (Some(Vec::new()), path));
}
