//! Products as files have them.

use souk_catalog::MIGRATOR;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_proto::catalog::v1::product_files_server::ProductFiles as _;
use sqlx::PgPool;

use crate::support::{Shop, by, content, product_text};

async fn step(shop: &Shop, request: proto::ListWholeProductsRequest) -> proto::ListWholeProductsResponse {
    let files = shop.catalog.product_files();
    files.list_whole_products(by(&content(), request)).await.expect("listed").into_inner()
}

fn names(step: &proto::ListWholeProductsResponse) -> Vec<String> {
    let products = step.products.iter().filter_map(|whole| whole.product.as_ref());
    products.map(|product| product.slug.clone()).collect()
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn all_that_a_list_shows_is_listed_whole_in_steps(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (bath, other) = (shop.category("Bain", "").await, shop.category("Autre", "").await);
    let mut soap = shop.new_product("Savon", &bath);
    soap.brand_id = shop.brand("Nour").await;
    soap.combinations = vec![shop.combination("Rouge", true)];
    let soap = shop.create(soap).await;
    shop.create(shop.new_product("Bougie", &other)).await;
    shop.copy(&soap.id, 150).await;

    let request = proto::ListWholeProductsRequest { category_id: bath.clone(), ..Default::default() };
    let first = step(&shop, request.clone()).await;
    assert_eq!((first.products.len(), first.next > 0), (100, true));
    let whole = &first.products[0];
    assert_eq!((whole.category_slug.as_str(), whole.brand_slug.as_str()), ("bain", "nour"));
    assert_eq!(whole.product.as_ref().map(|product| product.combinations.len()), Some(1));
    let second = step(&shop, proto::ListWholeProductsRequest { after: first.next, ..request }).await;
    assert_eq!((second.products.len(), second.next), (51, 0));
    let mut all = [names(&first), names(&second)].concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 151, "each once");

    let words = proto::ListWholeProductsRequest { query: "bougie".into(), ..Default::default() };
    let found = step(&shop, words.clone()).await;
    assert_eq!((names(&found), found.next), (vec!["bougie".to_owned()], 0));
    let past = step(&shop, proto::ListWholeProductsRequest { after: 1, ..words }).await;
    assert_eq!(past.products.len(), 0);
}

/// What becomes of products of a file, each with the fields at fault.
async fn import(
    shop: &Shop,
    check_only: bool,
    products: Vec<proto::FileProduct>,
) -> Vec<(Outcome, Vec<String>)> {
    let request = proto::ImportProductsRequest { products, check_only };
    let answer = shop.catalog.product_files().import_products(by(&content(), request)).await.expect("told");
    let told = answer.into_inner().products.into_iter();
    told.map(|one| (one.outcome(), one.faults.into_iter().map(|fault| fault.field).collect())).collect()
}

fn soap(shop: &Shop) -> proto::FileProduct {
    let red = |sku: &str, value: &str| proto::FileCombination {
        sku: sku.into(),
        options: vec![proto::FileOption { attribute: "Couleur".into(), value: value.into() }],
        ..Default::default()
    };
    proto::FileProduct {
        new_id: shop.id(),
        slug: "savon".into(),
        price_ht: Some(100_050),
        category: "Hygiène > Bain".into(),
        brand: "nour".into(),
        texts: vec![product_text("fr", "Savon noir")],
        tags: vec!["cadeau".into()],
        combinations: vec![red("S-R", "Rouge"), red("S-B", "Bleu")],
        ..Default::default()
    }
}

async fn read(shop: &Shop, id: &str) -> Option<proto::Product> {
    use souk_proto::catalog::v1::products_server::Products as _;
    let request = proto::GetProductRequest { id: id.into() };
    shop.products.get_product(by(&content(), request)).await.ok().map(tonic::Response::into_inner)
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_product_of_a_file_is_checked_made_and_then_stays_as_it_is(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let bath = shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let wanted = soap(&shop);
    assert_eq!(import(&shop, true, vec![wanted.clone()]).await, [(Outcome::Made, vec![])]);
    assert!(read(&shop, &wanted.new_id).await.is_none(), "a check keeps nothing");
    assert_eq!(shop.events::<proto::SellableChanged>().await.len(), 0);

    for _ in 0..2 {
        assert_eq!(import(&shop, false, vec![wanted.clone()]).await, [(Outcome::Made, vec![])], "also again");
    }
    let made = read(&shop, &wanted.new_id).await.expect("made");
    assert_eq!((made.slug.as_str(), made.price_ht, made.tax_rate), ("savon", 100_050, 1_900));
    assert_eq!((made.category_id.as_str(), made.active, made.version), (bath.as_str(), false, 1));
    assert_eq!(made.combinations.iter().map(|own| own.sku.as_str()).collect::<Vec<_>>(), ["S-R", "S-B"]);
    let later = proto::FileProduct { new_id: shop.id(), ..wanted };
    assert_eq!(import(&shop, false, vec![later]).await, [(Outcome::Same, vec![])], "by its slug");
    assert_eq!(shop.events::<proto::SellableChanged>().await.len(), 1);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_file_changes_what_it_names_of_a_product_and_its_combinations(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let wanted = soap(&shop);
    import(&shop, false, vec![wanted.clone()]).await;
    let said = proto::ProductText { long_description: "<p>Doux</p>".into(), ..product_text("fr", "") };
    let blue = proto::FileCombination {
        price_ht: Some(90_000),
        active: Some(false),
        options: vec![proto::FileOption { attribute: "couleur".into(), value: "bleu".into() }],
        ..Default::default()
    };
    let change = proto::FileProduct {
        new_id: shop.id(),
        id: wanted.new_id.clone(),
        active: Some(true),
        texts: vec![said],
        combinations: vec![blue],
        ..Default::default()
    };
    assert_eq!(import(&shop, true, vec![change.clone()]).await, [(Outcome::Changed, vec![])]);
    assert_eq!(read(&shop, &wanted.new_id).await.expect("there").version, 1, "a check keeps nothing");
    assert_eq!(import(&shop, false, vec![change.clone()]).await, [(Outcome::Changed, vec![])]);
    assert_eq!(import(&shop, false, vec![change]).await, [(Outcome::Same, vec![])]);
    let changed = read(&shop, &wanted.new_id).await.expect("there");
    assert_eq!((changed.active, changed.price_ht, changed.tags), (true, 100_050, vec!["cadeau".to_owned()]));
    assert_eq!(changed.texts[0].name, "Savon noir", "what is left out stays");
    assert_eq!(changed.texts[0].long_description, "<p>Doux</p>");
    let combinations: Vec<_> = changed.combinations.iter().map(|own| (own.price_ht, own.active)).collect();
    assert_eq!(combinations, [(0, true), (90_000, false)]);
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn what_is_wrong_with_a_product_is_told_and_the_others_are_made(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let fine = soap(&shop);
    let taken = proto::FileProduct {
        new_id: shop.id(),
        slug: "autre".into(),
        combinations: vec![],
        sku: "S-1".into(),
        ..soap(&shop)
    };
    let also = proto::FileProduct { new_id: shop.id(), slug: "encore".into(), ..taken.clone() };
    let unknown = proto::FileProduct {
        category: "Jardin".into(),
        brand: "Personne".into(),
        slug: "jardin".into(),
        ..soap(&shop)
    };
    let bare = proto::FileProduct { new_id: shop.id(), slug: "rien".into(), ..Default::default() };
    let outcomes = import(&shop, false, vec![unknown, bare, taken, also, fine.clone()]).await;
    let fields = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        outcomes,
        [
            (Outcome::Refused, fields(&["categoryId", "brandId"])),
            (Outcome::Refused, fields(&["priceHt", "categoryId"])),
            (Outcome::Made, vec![]),
            (Outcome::Refused, fields(&["sku"])),
            (Outcome::Made, vec![]),
        ]
    );
    let foreign = proto::FileProduct {
        new_id: shop.id(),
        id: fine.new_id,
        combinations: vec![proto::FileCombination { sku: "S-X".into(), ..Default::default() }],
        ..Default::default()
    };
    let refused = import(&shop, false, vec![foreign]).await;
    assert_eq!(refused, [(Outcome::Refused, fields(&["combinations[0].id"]))]);
}
