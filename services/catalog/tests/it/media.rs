//! Pictures through their gRPC service.

use souk_catalog::media::Media;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::pictures_server::Pictures as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, png, staff};

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

#[souk_testkit::test(SCHEMA)]
async fn a_picture_is_stored_in_three_sizes_and_shown(pool: PgPool) {
    let shop = Shop::open(pool);
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
    let offered = page.images[0].images_ids_and_sizes.iter().map(|size| widths(&shop, &size.webp_srcset));
    let offered: Vec<_> = offered.collect();
    assert_eq!(
        offered,
        [vec![160, 320], vec![320, 480, 640], vec![480, 640]],
        "the widest is the original's"
    );
    let tone = &page.images[0].images_ids_and_sizes[1].tone;
    assert!(tone.len() == 7 && tone.starts_with('#'), "{tone}");
    assert_eq!(page.combinations[0].images, std::slice::from_ref(&second.id));
    let card = shop.listing(everything()).await.expect("listed").products.remove(0);
    let images = card.grid_display_images_for_web;
    assert_eq!(images.thumb.expect("a face").url, second.sizes[1].url, "of what is chosen first");
    assert_eq!(images.second_image.expect("another").url, first.sizes[1].url);
    let request = by(&Actor::shopper(), proto::ListAddressesRequest { part: 1 });
    let listed = shop.products.list_addresses(request).await.expect("listed").into_inner();
    let large = |image: &proto::Image| image.sizes[2].url.clone();
    assert_eq!(listed.addresses[0].images, [large(&first), large(&second)], "for search engines");
}

/// Of a `srcset`, whose files are there.
fn widths(shop: &Shop, srcset: &str) -> Vec<u32> {
    let width = |candidate: &str| {
        let (url, width) = candidate.split_once(' ').expect("a width");
        let file = shop.folder.path().join("media").join(url.strip_prefix("/media/").expect("a media path"));
        let content = std::fs::read(&file).expect("stored");
        assert!(content.starts_with(b"RIFF") && content[8..].starts_with(b"WEBP"), "{url}");
        width.strip_suffix('w').expect("pixels").parse().expect("a number")
    };
    srcset.split(", ").filter(|candidate| !candidate.is_empty()).map(width).collect()
}

/// As the release before stored pictures.
async fn forget_webp(shop: &Shop) {
    sqlx::query(
        "UPDATE images SET webp_tried = false,
             sizes = (SELECT jsonb_agg(size - 'webp' - 'tone') FROM jsonb_array_elements(sizes) size)",
    )
    .execute(shop.pool())
    .await
    .expect("updated");
}

#[souk_testkit::test(SCHEMA)]
async fn a_picture_from_before_gets_its_webp_files_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    add(&shop, &product.id, png(1), &[]).await.expect("added");
    let new = shop.page("savon").await.expect("found");
    forget_webp(&shop).await;
    let folder = shop.folder.path().join("media/products").join(&product.id);
    for file in std::fs::read_dir(&folder).expect("a folder") {
        let file = file.expect("a file").path();
        if file.extension().is_some_and(|end| end == "webp") {
            std::fs::remove_file(file).expect("removed");
        }
    }
    let products = shop.catalog.product_cases();
    assert!(products.lighten_picture().await.expect("made"));
    let lighter = shop.page("savon").await.expect("found");
    let large = &lighter.images[0].images_ids_and_sizes[2];
    assert_eq!(widths(&shop, &large.webp_srcset), [480, 640]);
    assert_eq!(large.webp_srcset, new.images[0].images_ids_and_sizes[2].webp_srcset);
    assert!(lighter.version > new.version, "kept pages hear of it");
    let card = shop.listing(everything()).await.expect("listed").products.remove(0);
    let thumb = card.grid_display_images_for_web.thumb.expect("a face");
    assert_eq!(widths(&shop, &thumb.webp_srcset), [320, 480, 640]);
    assert!(!products.lighten_picture().await.expect("none is left"));
    assert_eq!(shop.page("savon").await.expect("found").version, lighter.version);
}

#[souk_testkit::test(SCHEMA)]
async fn a_picture_whose_file_is_gone_or_damaged_keeps_nobody_waiting(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    for seed in 1..=3 {
        add(&shop, &product.id, png(seed), &[]).await.expect("added");
    }
    forget_webp(&shop).await;
    let page = shop.page("savon").await.expect("found");
    let large = |at: usize| {
        page.images[at].images_ids_and_sizes[2].url.strip_prefix("/media/").expect("a media path")
    };
    let file = |at| shop.folder.path().join("media").join(large(at));
    std::fs::remove_file(file(0)).expect("removed");
    std::fs::write(file(1), "no picture").expect("written");
    let products = shop.catalog.product_cases();
    for _ in 0..3 {
        assert!(products.lighten_picture().await.expect("taken"));
    }
    assert!(!products.lighten_picture().await.expect("none is left"));
    let page = shop.page("savon").await.expect("found");
    let has_webp = page.images.iter().map(|image| !image.images_ids_and_sizes[2].webp_srcset.is_empty());
    assert_eq!(has_webp.collect::<Vec<_>>(), [false, false, true]);
}

#[souk_testkit::test(SCHEMA)]
async fn the_same_bytes_are_one_picture(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let first = add(&shop, &product.id, png(1), &[]).await.expect("added");
    assert_eq!(add(&shop, &product.id, png(1), &[]).await.expect("the same").id, first.id);
    assert_eq!(shop.page("savon").await.expect("found").images.len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_no_picture_is_refused(pool: PgPool) {
    let shop = Shop::open(pool);
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

#[souk_testkit::test(SCHEMA)]
async fn pictures_are_put_in_order_assigned_and_taken_away_and_everybody_hears_of_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut request = shop.new_product("Savon", &shop.category("Bain", "").await);
    request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    let product = shop.create(request).await;
    let mut ids = Vec::new();
    for seed in 1..=3 {
        ids.push(add(&shop, &product.id, png(seed), &[]).await.expect("added").id);
    }
    let order = async |image_ids: &[&String]| {
        let image_ids = image_ids.iter().map(|id| (*id).clone()).collect();
        let request = proto::OrderImagesRequest { product_id: product.id.clone(), image_ids };
        let answer = shop.products.order_images(by(&content(), request)).await.map_err(Failure::from)?;
        Ok::<_, Failure>(images(answer.get_ref()).into_iter().cloned().collect::<Vec<String>>())
    };
    let [one, two, three] = [&ids[0], &ids[1], &ids[2]];
    assert_eq!(
        order(&[three]).await.expect("ordered"),
        [three, one, two].map(Clone::clone),
        "the star: first of all"
    );
    assert_eq!(order(&[two, one, three]).await.expect("ordered"), [two, one, three].map(Clone::clone));
    for wrong in [&[one, one][..], &[&product.id]] {
        assert_eq!(fields(&order(wrong).await.expect_err("wrong")), ["imageIds"]);
    }
    let face = shop.announced(&product.id).await.image;
    assert!(face.contains(&Media::hash(&png(2))), "the first is the product's face: {face}");

    let red = &product.combinations[0].id;
    let assign = async |image_id: &String, shows| {
        let request = proto::AssignImageRequest {
            product_id: product.id.clone(),
            image_id: image_id.clone(),
            combination_id: red.clone(),
            shows,
        };
        let answer = shop.products.assign_image(by(&content(), request)).await.map_err(Failure::from)?;
        Ok::<_, Failure>(answer.into_inner().combinations[0].image_ids.clone())
    };
    assert_eq!(assign(three, true).await.expect("assigned"), std::slice::from_ref(three));
    assert_eq!(assign(three, true).await.expect("again"), std::slice::from_ref(three));
    assert_eq!(assign(three, false).await.expect("taken back"), Vec::<String>::new());
    assert_eq!(fields(&assign(red, true).await.expect_err("no picture")), ["imageId"]);

    let remove = || proto::RemoveImageRequest { product_id: product.id.clone(), image_id: two.clone() };
    for _ in 0..2 {
        let left = shop.products.remove_image(by(&content(), remove())).await.expect("removed").into_inner();
        assert_eq!(images(&left), [one, three], "the same again is success");
    }
    assert!(shop.announced(&product.id).await.image.contains(&Media::hash(&png(1))));
    let told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let actions: Vec<String> = told.map(|entry| entry.action).filter(|one| one.contains("image")).collect();
    let expected = [
        "image_added",
        "image_added",
        "image_added",
        "images_ordered",
        "images_ordered",
        "image_assigned",
        "image_assigned",
        "image_removed",
    ];
    let mut expected = expected.map(|action| format!("catalog.{action}"));
    let mut actions = actions;
    actions.sort();
    expected.sort();
    assert_eq!(actions, expected, "what changed nothing is not told");
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_has_a_hundred_pictures_at_most(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    sqlx::query(
        "INSERT INTO images (id, product_id, position, content_hash, sizes)
         SELECT gen_random_uuid(), $1::uuid, n, n::text, '[]' FROM generate_series(0, 98) n",
    )
    .bind(uuid::Uuid::parse_str(&product.id).expect("an id"))
    .execute(shop.pool())
    .await
    .expect("inserted");
    add(&shop, &product.id, png(1), &[]).await.expect("the hundredth");
    assert_eq!(fields(&add(&shop, &product.id, png(2), &[]).await.expect_err("one more")), ["image"]);
    add(&shop, &product.id, png(1), &[]).await.expect("the same again");
}

fn images(product: &proto::Product) -> Vec<&String> {
    product.images.iter().map(|image| &image.id).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn a_transporters_logo_is_stored_once_for_those_who_edit_transporters(pool: PgPool) {
    let shop = Shop::open(pool);
    let store = async |actor: Actor, content: Vec<u8>| {
        let request = proto::StoreTransporterLogoRequest { content };
        let stored = shop.catalog.pictures().store_transporter_logo(by(&actor, request)).await;
        stored.map(|stored| stored.into_inner().path).map_err(Failure::from)
    };
    let path = store(staff(Role::Admin), png(1)).await.expect("stored");
    assert!(path.starts_with("/media/shop/") && path.ends_with("-160.jpg"), "{path}");
    assert_eq!(store(staff(Role::Admin), png(1)).await.expect("stored"), path);
    assert_eq!(fields(&store(staff(Role::Admin), b"text".into()).await.expect_err("no picture")), ["logo"]);
    assert_eq!(store(content(), png(1)).await.expect_err("refused").kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn a_picture_in_a_text_is_stored_once_for_those_who_write_texts(pool: PgPool) {
    let shop = Shop::open(pool);
    let store = async |actor: Actor, content: Vec<u8>| {
        let request = proto::StoreTextPictureRequest { content, name: "Plan".into() };
        let stored = shop.catalog.pictures().store_text_picture(by(&actor, request)).await;
        stored.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let picture = store(content(), png(1)).await.expect("stored");
    let name = picture.path.strip_prefix("/media/shop/").expect("of the shop's own");
    assert_eq!(name.rsplit_once('.').map(|(_, kind)| kind), Some("webp"), "{picture:?}");
    assert!(picture.width > 0 && picture.height > 0, "{picture:?}");
    assert_eq!(store(content(), png(1)).await.expect("stored"), picture);
    let entries = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let entry =
        entries.into_iter().find(|entry| entry.action == "catalog.text_picture_stored").expect("noted");
    assert_eq!((entry.subject_kind.as_str(), &entry.subject_name), ("picture", &picture.path));
    assert_eq!(fields(&store(content(), b"text".into()).await.expect_err("no picture")), ["file"]);
    assert_eq!(store(staff(Role::Sales), png(1)).await.expect_err("refused").kind, Kind::Forbidden);
}
