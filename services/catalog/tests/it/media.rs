//! Pictures through their gRPC service.

use souk_catalog::MIGRATOR;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{Shop, by, content, everything, fields, png};

async fn add(
    shop: &Shop,
    product: &str,
    content_: Vec<u8>,
    combinations: &[&str],
) -> Result<proto::Image, Failure> {
    let request = proto::AddImageRequest {
        product_id: product.into(),
        content: content_,
        alt: "Flacon".into(),
        combination_ids: combinations.iter().map(|id| (*id).into()).collect(),
    };
    let answer = shop.products.add_image(by(&content(), request)).await.map_err(Failure::from)?;
    Ok(answer.into_inner().image.expect("an image"))
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_picture_is_stored_in_three_sizes_and_shown(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let mut request = shop.new_product("Savon", &shop.category("Bain", "").await);
    request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    let product = shop.create(request).await;
    let first = add(&shop, &product.id, png(1), &[]).await.expect("added");
    let red = product.combinations[0].id.as_str();
    let second = add(&shop, &product.id, png(2), &[red]).await.expect("added");
    let names: Vec<_> = first.sizes.iter().map(|size| (size.name.as_str(), size.width)).collect();
    assert_eq!(names, [("SMALL_PRODUCT", 160), ("GRID_DISPLAY", 480), ("PRODUCT_PAGE_LARGE", 640)]);
    for size in &first.sizes {
        let path = size.url.strip_prefix("/media/").expect("a media path");
        assert!(path.starts_with(&format!("products/{}/", product.id)), "{path}");
        assert!(shop.folder.path().join("media").join(path).is_file(), "{path}");
    }
    let page = shop.page("savon").await.expect("found");
    assert_eq!(page.images.len(), 2);
    assert_eq!(page.combinations[0].images, std::slice::from_ref(&second.id));
    let card = shop.listing(everything()).await.expect("listed").products.remove(0);
    let images = card.grid_display_images_for_web;
    assert_eq!(images.thumb.expect("a face").url, second.sizes[1].url, "of what is chosen first");
    assert_eq!(images.second_image.expect("another").url, first.sizes[1].url);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn the_same_bytes_are_one_picture(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let first = add(&shop, &product.id, png(1), &[]).await.expect("added");
    assert_eq!(add(&shop, &product.id, png(1), &[]).await.expect("the same").id, first.id);
    assert_eq!(shop.page("savon").await.expect("found").images.len(), 1);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn what_is_no_picture_is_refused(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    for bytes in [Vec::new(), b"<svg onload=alert(1)>".to_vec(), vec![0; 2 * 1024 * 1024 + 1]] {
        let failure = add(&shop, &product.id, bytes, &[]).await.expect_err("refused");
        assert_eq!((failure.kind, fields(&failure)), (Kind::Invalid, vec!["image"]));
    }
    let nowhere = add(&shop, &shop.id(), png(1), &[]).await.expect_err("refused");
    assert_eq!(nowhere.kind, Kind::NotFound);
    let foreign = add(&shop, &product.id, png(1), &[&shop.id()]).await.expect_err("refused");
    assert_eq!(fields(&foreign), ["combinationIds"]);
    assert!(shop.page("savon").await.expect("found").images.is_empty());
}
