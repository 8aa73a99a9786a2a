//! Products that staff take away.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::catalog::v1::restock_requests_server::RestockRequests as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, png, staff};

async fn delete(shop: &Shop, id: &str) -> Result<(), Failure> {
    let request = proto::DeleteProductRequest { id: id.into() };
    shop.products.delete_product(by(&content(), request)).await.map(|_| ()).map_err(Failure::from)
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_that_nothing_names_goes_with_its_pictures(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let image = proto::AddImageRequest {
        product_id: product.id.clone(),
        content: png(1),
        alt: String::new(),
        combination_ids: Vec::new(),
    };
    shop.products.add_image(by(&content(), image)).await.expect("added");
    let request = proto::DeleteProductRequest { id: product.id.clone() };
    shop.products.delete_product(by(&staff(Role::Sales), request)).await.expect_err("may not");

    delete(&shop, &product.id).await.expect("gone");
    assert_eq!(shop.listing(everything()).await.expect("listed").products.len(), 0);
    let last = shop.announced(&product.id).await;
    assert_eq!((last.removed, last.active), (true, false));
    let audited = shop.events::<proto::AuditRecorded>().await;
    let told = audited.into_iter().filter_map(|told| told.entry);
    assert_eq!(told.filter(|entry| entry.action == "catalog.product_removed").count(), 1);
    assert_eq!(delete(&shop, &product.id).await.expect_err("gone").kind, Kind::NotFound);
    assert_eq!(shop.page("savon").await.expect_err("gone").code, "catalog.gone");
    assert_eq!(shop.page("inconnu").await.expect_err("never was").code, "catalog.unknown_product");
    let again = shop.create(shop.new_product("Savon", &shop.category("Douche", "").await)).await;
    assert_eq!(shop.page("savon").await.expect("there again").id, again.id);
    let hide = proto::UpdateProductRequest {
        id: again.id,
        version: again.version,
        active: Some(false),
        ..Default::default()
    };
    shop.update(hide).await.expect("hidden");
    assert_eq!(shop.page("savon").await.expect_err("hidden").code, "catalog.unknown_product");
    assert_eq!(delete(&shop, "savon").await.expect_err("no id").kind, Kind::Invalid);
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_that_had_stock_or_stands_in_a_pack_stays(pool: PgPool) {
    let shop = Shop::open(pool);
    let pack_of = |part: &proto::Product, new: proto::CreateProductRequest| {
        let part = proto::PackComponent { product_id: part.id.clone(), quantity: 2, ..Default::default() };
        proto::CreateProductRequest { pack: vec![part], ..new }
    };
    let category = shop.category("Bain", "").await;
    let sold = shop.create(shop.new_product("Savon", &category)).await;
    shop.available(&sold.id, "", 1, 0).await;
    let part = shop.create(shop.new_product("Gant", &category)).await;
    shop.create(pack_of(&part, shop.new_product("Coffret", &category))).await;
    let ordered = shop.create(pack_of(&sold, shop.new_product("Trousse", &category))).await;
    for (product, named) in [(&sold, [1, 1]), (&part, [0, 1]), (&ordered, [1, 0])] {
        let refused = delete(&shop, &product.id).await.expect_err("it is named");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "catalog.product_in_use"));
        let counts = ["stock", "packs"].map(|name| refused.metadata[name].parse::<u64>().expect("a number"));
        assert_eq!(counts, named);
        let request = proto::GetProductRequest { id: product.id.clone() };
        shop.products.get_product(by(&content(), request)).await.expect("still there");
    }
}

/// Whoever ordered it before has it still to come.
#[souk_testkit::test(SCHEMA)]
async fn a_pack_that_could_be_ordered_stays_whatever_it_holds_since(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let sold = shop.create(shop.new_product("Savon", &category)).await;
    shop.available(&sold.id, "", 1, 5).await;
    let unsold = shop.create(shop.new_product("Gant", &category)).await;
    let of = |part: &proto::Product| proto::PackComponent {
        product_id: part.id.clone(),
        quantity: 1,
        ..Default::default()
    };
    let pack_of = |name: &str, part| proto::CreateProductRequest {
        pack: vec![of(part)],
        ..shop.new_product(name, &category)
    };
    for (name, first, is_kept) in [("Coffret", &sold, true), ("Trousse", &unsold, false)] {
        let pack = shop.create(pack_of(name, first)).await;
        let other = shop.create(shop.new_product(&format!("{name} vide"), &category)).await;
        let exchange = proto::UpdateProductRequest {
            id: pack.id.clone(),
            version: pack.version,
            pack: Some(proto::PackParts { parts: vec![of(&other)] }),
            ..Default::default()
        };
        shop.update(exchange).await.expect("exchanged");
        let deleted = delete(&shop, &pack.id).await.map_err(|refused| refused.metadata["stock"].clone());
        assert_eq!(deleted, if is_kept { Err("1".to_owned()) } else { Ok(()) }, "{name}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_that_somebody_waits_for_stays_until_they_were_told(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let wish = proto::SubmitRestockRequestRequest {
        product_id: product.id.clone(),
        phone: "0550 12 34 56".into(),
        ..Default::default()
    };
    shop.catalog.restock_requests().submit_restock_request(by(&Actor::shopper(), wish)).await.expect("kept");
    let refused = delete(&shop, &product.id).await.expect_err("somebody waits");
    assert_eq!(
        (refused.code.as_ref(), refused.metadata["requests"].as_str()),
        ("catalog.product_in_use", "1")
    );
    sqlx::query("UPDATE restock_requests SET told_at = now()").execute(shop.pool()).await.expect("told");
    delete(&shop, &product.id).await.expect("gone");
}

/// What names the product at the same moment is counted, and not lost with it.
#[souk_testkit::test(SCHEMA)]
async fn a_deletion_waits_for_who_is_naming_the_product(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let mut naming = shop.pool().begin().await.expect("begun");
    let wish = "INSERT INTO restock_requests (id, product_id, combination_id, phone, name, asked_at)
                SELECT gen_random_uuid(), id, '00000000-0000-0000-0000-000000000000', '0550123456', '', now() FROM products";
    sqlx::query(wish).execute(&mut *naming).await.expect("asked");
    let named = async {
        shop.somebody_waits().await;
        naming.commit().await.expect("kept");
    };
    let (deleted, ()) = tokio::join!(delete(&shop, &product.id), named);
    assert_eq!(deleted.expect_err("somebody waits").code, "catalog.product_in_use");
}
