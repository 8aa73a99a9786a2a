//! Products made like other ones.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::attributes_server::Attributes as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, png, product_text, staff, text};

/// A product with something in every place that a copy takes over or leaves.
async fn filled(shop: &Shop) -> proto::Product {
    let mut request = shop.new_product("Savon noir", &shop.category("Bain", "").await);
    let french = proto::ProductText {
        short_description: "Doux".into(),
        long_description: "<p>À l’huile d’olive</p>".into(),
        seo_title: "Savon noir de Tlemcen".into(),
        seo_description: "Fait main".into(),
        ..product_text("fr", "Savon noir")
    };
    request.texts = vec![french, product_text("ar", "صابون أسود")];
    request.brand_id = shop.brand("Nour").await;
    request.tags = vec!["cadeau".into(), "fait main".into()];
    request.featured = true;
    request.page = "simpler".into();
    let details = proto::ProductDetails {
        sku: "SAV".into(),
        barcode: "613000".into(),
        supply_price_ht: 60_000,
        wholesale_price_ht: 80_000,
        weight: 120,
        wholesale_min_order_quantity: 24,
        ..Default::default()
    };
    request.details = Some(details);
    request.features = vec![proto::FeatureValue {
        r#type: "origine".into(),
        type_label: Some(text("Origine")),
        value: Some(text("Tlemcen")),
        ..Default::default()
    }];
    let red = proto::Combination {
        sku: "SAV-R".into(),
        barcode: "613001".into(),
        price_ht: 99_000,
        ..shop.combination("Rouge", true)
    };
    request.combinations = vec![red, shop.combination("Bleu", false)];
    let product = shop.create(request).await;
    for (seed, shows) in [(1, Vec::new()), (2, vec![product.combinations[1].id.clone()])] {
        let image = proto::AddImageRequest {
            product_id: product.id.clone(),
            content: png(seed),
            alt: "Un savon".into(),
            combination_ids: shows,
        };
        shop.products.add_image(by(&content(), image)).await.expect("added");
    }
    shop.available(&product.id, &product.combinations[0].id, 1, 5).await;
    read(shop, &product.id).await
}

async fn read(shop: &Shop, id: &str) -> proto::Product {
    let request = proto::GetProductRequest { id: id.into() };
    shop.products.get_product(by(&content(), request)).await.expect("there").into_inner()
}

/// The product without what tells it from its copies.
fn likeness(product: &proto::Product) -> proto::Product {
    let mut like = product.clone();
    like.id.clear();
    like.slug.clear();
    like.version = 0;
    like.active = false;
    like.texts.iter_mut().for_each(|text| text.name.clear());
    let codes = like.details.as_mut().expect("details");
    (codes.sku, codes.barcode) = Default::default();
    let pictures: Vec<_> = like.images.iter().map(|image| image.id.clone()).collect();
    like.images.iter_mut().for_each(|image| image.id.clear());
    for own in &mut like.combinations {
        (own.id, own.sku, own.barcode) = Default::default();
        // By their places: they have other ids.
        let place = |id: &String| pictures.iter().position(|other| other == id).expect("its own").to_string();
        own.image_ids = own.image_ids.iter().map(place).collect();
    }
    like
}

#[souk_testkit::test(SCHEMA)]
async fn a_copy_has_all_but_what_names_or_counts_the_original(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = filled(&shop).await;
    let copy = shop.duplicate(&product.id, "once").await.expect("made");
    assert_eq!(likeness(&copy), likeness(&product));
    assert_eq!((copy.version, copy.active, copy.slug.as_str()), (1, false, "savon-noir-copie"));
    let names: Vec<_> = copy.texts.iter().map(|text| text.name.as_str()).collect();
    assert_eq!(names, ["Savon noir (copie)", "صابون أسود (نسخة)"]);
    let codes = copy.details.as_ref().map(|details| (details.sku.as_str(), details.barcode.as_str()));
    assert_eq!(codes, Some(("", "")));
    assert!(copy.combinations.iter().all(|own| own.sku.is_empty() && own.barcode.is_empty()));
    assert_eq!(copy.images[1].sizes[0].url, product.images[1].sizes[0].url, "the same files");
    let is_made_again = shop.catalog.product_cases().lighten_picture().await.expect("asked");
    assert!(!is_made_again, "among them the WebP files");
    assert_eq!(copy.combinations[1].image_ids, [copy.images[1].id.clone()]);
    let own = |product: &proto::Product| {
        let combinations = product.combinations.iter().map(|own| own.id.clone());
        combinations.chain(product.images.iter().map(|image| image.id.clone())).collect::<Vec<_>>()
    };
    assert!(own(&copy).iter().all(|id| !own(&product).contains(id)), "each has ids of its own");

    assert_eq!(shop.listing(everything()).await.expect("listed").total, 1, "it is out of sale");
    let announced = shop.announced(&copy.id).await;
    assert!(!announced.active && announced.combinations.len() == 2, "who sells and stocks it hears of it");
    let told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let told: Vec<_> = told.filter(|entry| entry.subject_id == copy.id).collect();
    assert_eq!(told.len(), 1, "told once: {told:?}");
    assert_eq!(told[0].action, "catalog.product_duplicated");
    assert!(told[0].after.contains(&format!(r#""copyOf":"{}""#, product.id)), "{}", told[0].after);

    let sale = proto::UpdateProductRequest {
        id: copy.id.clone(),
        version: 1,
        active: Some(true),
        ..Default::default()
    };
    shop.update(sale).await.expect("edited");
    let page = shop.page("savon-noir-copie").await.expect("it is an own product");
    assert!(!page.available, "it has no stock: the original's is not its own");
    let gone = proto::RemoveImageRequest { product_id: copy.id, image_id: copy.images[0].id.clone() };
    shop.products.remove_image(by(&content(), gone)).await.expect("removed");
    assert_eq!(read(&shop, &product.id).await, product, "what becomes of the copy changes nothing of it");
}

#[souk_testkit::test(SCHEMA)]
async fn the_same_key_makes_one_copy_and_another_a_second_one(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let product = shop.create(shop.new_product("Savon", &category)).await;
    let other = shop.create(shop.new_product("Bougie", &category)).await;
    let (first, again) =
        tokio::join!(shop.duplicate(&product.id, "lost"), shop.duplicate(&product.id, "lost"));
    let first = first.expect("made");
    assert_eq!(again.expect("the same"), first, "at once, too");
    let second = shop.duplicate(&product.id, "meant").await.expect("made");
    assert_eq!((second.slug.as_str(), second.id == first.id), ("savon-copie-2", false));
    let of_copy = shop.duplicate(&first.id, "again").await.expect("made");
    assert_eq!(of_copy.slug, "savon-copie-copie");
    let (one, two) = tokio::join!(shop.duplicate(&product.id, "a"), shop.duplicate(&product.id, "b"));
    let mut slugs = [one, two].map(|made| made.expect("made").slug);
    slugs.sort();
    assert_eq!(slugs, ["savon-copie-3", "savon-copie-4"], "two at once have two addresses");

    let reused = shop.duplicate(&other.id, "lost").await.expect_err("another product");
    assert_eq!((reused.kind, &*reused.code), (Kind::Invalid, "catalog.idempotency_key_reused"));
    assert_eq!(fields(&shop.duplicate(&product.id, "").await.expect_err("no key")), ["idempotencyKey"]);
    assert_eq!(fields(&shop.duplicate("savon", "x").await.expect_err("no id")), ["id"]);
    let nobody = shop.duplicate(&shop.id(), "y").await.expect_err("unknown");
    assert_eq!((nobody.kind, &*nobody.code), (Kind::NotFound, "catalog.unknown_product"));
    let request = proto::DuplicateProductRequest { id: product.id, idempotency_key: "z".into() };
    let sales = shop.products.duplicate_product(by(&staff(Role::Sales), request)).await;
    assert_eq!(Failure::from(sales.expect_err("refused")).kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn a_copy_of_a_pack_holds_the_same_at_the_price_of_now(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let mut soap = shop.new_product("Savon", &category);
    soap.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    let soap = shop.create(soap).await;
    let mut set = shop.new_product("Coffret", &category);
    let part = |product: &proto::Product, quantity, chosen| proto::PackComponent {
        product_id: product.id.clone(),
        quantity,
        chosen,
        ..Default::default()
    };
    set.pack = vec![part(&candle, 2, false), part(&soap, 1, true)];
    set.pack_price =
        Some(proto::PackPrice { kind: "sum".into(), rule_type: "percentage".into(), value: 1_000 });
    let set = shop.create(set).await;
    let dearer = proto::UpdateProductRequest {
        id: candle.id,
        version: 1,
        price_ht: Some(150_000),
        ..Default::default()
    };
    shop.update(dearer).await.expect("edited");
    let copy = shop.duplicate(&set.id, "once").await.expect("made");
    assert_eq!((&copy.pack, &copy.pack_price), (&set.pack, &set.pack_price));
    assert_eq!((set.price_ht, copy.price_ht), (270_000, 360_000), "the set follows within seconds");
}

#[souk_testkit::test(SCHEMA)]
async fn a_copy_is_called_as_the_attributes_are_now(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut request = shop.new_product("Savon", &shop.category("Bain", "").await);
    request.combinations = vec![shop.combination("Rouge", true)];
    let product = shop.create(request).await;
    let mut attribute = shop.attributes().await.remove(0);
    attribute.options[0].name = Some(text("Carmin"));
    let edit = proto::UpdateAttributeRequest {
        id: attribute.id,
        version: attribute.version,
        name: attribute.name,
        options: Some(proto::AttributeOptions { options: attribute.options }),
    };
    shop.attributes.update_attribute(by(&content(), edit)).await.expect("renamed");
    let copy = shop.duplicate(&product.id, "once").await.expect("made");
    let chosen = |product: &proto::Product| product.combinations[0].values[0].clone();
    assert_eq!(chosen(&copy).value.expect("a value").fr, "Carmin", "nobody followed it yet");
    assert_eq!(chosen(&copy).option_id, chosen(&product).option_id, "no option is made anew");
}
