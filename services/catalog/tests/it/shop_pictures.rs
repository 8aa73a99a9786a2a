//! Pictures of the shop's own pages, chosen again for other ones.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::blog_server::Blog as _;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::categories_server::Categories as _;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::catalog::v1::pictures_server::Pictures as _;
use souk_proto::common::v1::PageRequest;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, png, staff, text};

async fn listed_by(shop: &Shop, actor: &Actor, query: &str) -> Result<Vec<proto::ShopPictureFile>, Failure> {
    let page = Some(PageRequest { page: 1, size: 12 });
    let request = proto::ListShopPicturesRequest { page, query: query.into() };
    let answer = shop.catalog.pictures().list_shop_pictures(by(actor, request)).await?.into_inner();
    assert_eq!(answer.total, answer.pictures.len() as u64);
    Ok(answer.pictures)
}

async fn names(shop: &Shop, query: &str) -> Vec<String> {
    let pictures = listed_by(shop, &content(), query).await.expect("listed");
    pictures.into_iter().map(|picture| picture.name).collect()
}

async fn store(shop: &Shop, seed: u8, name: &str) {
    let request = proto::StoreTextPictureRequest { content: png(seed), name: name.into() };
    shop.catalog.pictures().store_text_picture(by(&content(), request)).await.expect("stored");
}

fn banner(shop: &Shop, image_url: &str) -> proto::HomeBlock {
    proto::HomeBlock {
        id: shop.id(),
        r#type: "banner".into(),
        title: Some(text("Soldes")),
        image_url: image_url.into(),
        active: true,
        ..Default::default()
    }
}

async fn show(shop: &Shop, block: proto::HomeBlock) -> Result<proto::HomeBlock, Failure> {
    let request = proto::SaveHomeBlockRequest { block: Some(block) };
    Ok(shop.content.save_home_block(by(&content(), request)).await?.into_inner())
}

fn is_stored(shop: &Shop, url: &str) -> bool {
    let path = url.strip_prefix("/media/").expect("a media path");
    shop.folder.path().join("media").join(path).is_file()
}

#[souk_testkit::test(SCHEMA)]
async fn pictures_are_found_newest_first_by_what_they_were_given_for(pool: PgPool) {
    let shop = Shop::open(pool);
    store(&shop, 1, "Plan de l’atelier").await;
    shop.clock.advance(time::Duration::hours(1));
    show(&shop, proto::HomeBlock { image: png(2), ..banner(&shop, "") }).await.expect("saved");
    shop.clock.advance(time::Duration::hours(1));
    store(&shop, 3, "").await;
    assert_eq!(names(&shop, "").await, ["", "Soldes", "Plan de l’atelier"]);
    assert_eq!(names(&shop, "ATELIER").await, ["Plan de l’atelier"]);
    // Sent again it is the same picture, and the newest; who had no name gets one, the others keep theirs.
    shop.clock.advance(time::Duration::hours(1));
    store(&shop, 1, "Autre").await;
    store(&shop, 3, "Équipe").await;
    let mut found = names(&shop, "").await;
    assert_eq!(found.pop().as_deref(), Some("Soldes"));
    found.sort();
    assert_eq!(found, ["Plan de l’atelier", "Équipe"]);

    let picture = listed_by(&shop, &content(), "atelier").await.expect("listed").remove(0);
    assert!(picture.path.ends_with("-1080.jpg") && picture.text_path.ends_with("-720.webp"), "{picture:?}");
    assert_eq!((picture.text_width, picture.text_height), (640, 640));
    for url in [&picture.path, &picture.thumb, &picture.text_path] {
        assert!(is_stored(&shop, url), "{url}");
    }
    let sales = listed_by(&shop, &staff(Role::Sales), "").await.expect_err("refused");
    assert_eq!(sales.kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn a_picture_that_is_chosen_twice_outlives_each_of_its_users(pool: PgPool) {
    let shop = Shop::open(pool);
    let guides = proto::BlogCategory {
        id: shop.id(),
        name: Some(text("Guides")),
        picture: png(1),
        ..Default::default()
    };
    let request = proto::SaveBlogCategoryRequest { category: Some(guides.clone()) };
    shop.blog.save_blog_category(by(&content(), request)).await.expect("saved");
    let picture = listed_by(&shop, &content(), "guides").await.expect("listed").remove(0);

    // Chosen for a banner, a category and a brand, each in the size that it shows.
    let block = show(&shop, banner(&shop, &picture.path)).await.expect("saved");
    assert_eq!(block.image_url, picture.path);
    let category = shop.category("Bain", "").await;
    let request = proto::UpdateCategoryRequest {
        id: category,
        version: 1,
        image: Some(Vec::new()),
        image_url: picture.path.clone(),
        ..Default::default()
    };
    let category =
        shop.categories.update_category(by(&content(), request)).await.expect("saved").into_inner();
    let request = proto::CreateBrandRequest {
        id: shop.id(),
        name: "Nour".into(),
        logo_url: picture.path.clone(),
        ..Default::default()
    };
    let brand = shop.brands.create_brand(by(&content(), request)).await.expect("made").into_inner();
    assert_eq!(category.image, brand.logo);
    assert!(brand.logo.ends_with("-320.webp"), "{}", brand.logo);
    // What a thing has already stays as it is.
    let kept = show(&shop, proto::HomeBlock { link: "/new".into(), ..block.clone() }).await.expect("saved");
    assert_eq!(kept.image_url, block.image_url);

    let request = proto::DeleteBlogCategoryRequest { id: guides.id };
    shop.blog.delete_blog_category(by(&content(), request)).await.expect("deleted");
    show(&shop, proto::HomeBlock { image_url: String::new(), ..kept }).await.expect("saved");
    for url in [&picture.path, &category.image, &brand.logo] {
        assert!(is_stored(&shop, url), "{url}");
    }
    assert_eq!(names(&shop, "").await, ["Guides"], "it can be chosen again");
}

#[souk_testkit::test(SCHEMA)]
async fn a_path_of_no_picture_of_the_shop_is_refused_at_its_field(pool: PgPool) {
    let shop = Shop::open(pool);
    for path in ["/media/shop/0f-1080.jpg", "/media/products/x/0f-1080.jpg", "/media/shop/"] {
        assert_eq!(fields(&show(&shop, banner(&shop, path)).await.expect_err("refused")), ["image"]);
        let request = proto::CreateBrandRequest {
            id: shop.id(),
            name: "Nour".into(),
            logo_url: path.into(),
            ..Default::default()
        };
        let refused = shop.brands.create_brand(by(&content(), request)).await.map_err(Failure::from);
        assert_eq!(fields(&refused.expect_err("refused")), ["logo"], "{path}");
    }
}
