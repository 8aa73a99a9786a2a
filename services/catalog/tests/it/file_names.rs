//! What files call categories and brands: found however it is written, told where it is missing, and made.

use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::categories_server::Categories as _;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_proto::catalog::v1::product_files_server::ProductFiles as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, product_text};

/// What a name of a field leads to.
#[derive(Debug, PartialEq, Eq)]
enum Led {
    /// The category's id, and the brand's.
    To(String, String),
    Refused(Vec<String>),
}

impl Shop {
    async fn import_filed(&self, category: &str, brand: &str) -> Led {
        let product = proto::FileProduct {
            new_id: self.id(),
            price_ht: Some(100),
            category: category.into(),
            brand: brand.into(),
            texts: vec![product_text("fr", &format!("Article {}", self.id()))],
            ..Default::default()
        };
        let id = product.new_id.clone();
        let request = proto::ImportProductsRequest { products: vec![product], ..Default::default() };
        let answer = self.catalog.product_files().import_products(by(&content(), request)).await;
        let imported = answer.expect("told").into_inner().products.remove(0);
        if imported.outcome() != Outcome::Made {
            let faults = imported.faults.into_iter();
            return Led::Refused(faults.map(|fault| format!("{} {}", fault.field, fault.code)).collect());
        }
        let request = by(&content(), proto::GetProductRequest { id });
        let made = self.products.get_product(request).await.expect("made").into_inner();
        Led::To(made.category_id, made.brand_id)
    }

    async fn missing(&self, categories: &[&str], brands: &[&str]) -> proto::ListMissingResponse {
        let request = proto::ListMissingRequest { categories: owned(categories), brands: owned(brands) };
        let answer = self.catalog.product_files().list_missing(by(&content(), request)).await;
        answer.expect("told").into_inner()
    }

    async fn try_make(&self, categories: &[&str], brands: &[&str]) -> Result<u32, Failure> {
        let request = proto::MakeMissingRequest { categories: owned(categories), brands: owned(brands) };
        let answer = self.catalog.product_files().make_missing(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner().made)
    }

    async fn make(&self, categories: &[&str], brands: &[&str]) -> u32 {
        self.try_make(categories, brands).await.expect("made")
    }

    /// Ways from the top of the tree, each with the category's slug.
    async fn ways(&self) -> Vec<(String, String)> {
        let request = by(&content(), proto::ListCategoriesRequest {});
        let all = self.categories.list_categories(request).await.expect("listed").into_inner().categories;
        let way = |category: &proto::Category| {
            let mut way = category.name.clone().unwrap_or_default().fr;
            let mut parent = category.parent_id.clone();
            while let Some(above) = all.iter().find(|other| other.id == parent) {
                way = format!("{} > {way}", above.name.clone().unwrap_or_default().fr);
                parent.clone_from(&above.parent_id);
            }
            (way, category.slug.clone())
        };
        all.iter().map(way).collect()
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn refused(fault: &str) -> Led {
    Led::Refused(vec![fault.to_owned()])
}

#[souk_testkit::test(SCHEMA)]
async fn one_name_in_another_spelling_leads_to_the_same(pool: PgPool) {
    let shop = Shop::open(pool);
    let (beauty, brand) = (shop.category("Beauté", "").await, shop.brand("L’Oréal").await);
    for (category, name) in [("BEAUTE", "l'oreal"), ("beauté", "L’Oréal"), ("beaute", "l-oreal")] {
        assert_eq!(shop.missing(&[category], &[name]).await, proto::ListMissingResponse::default());
        let led = shop.import_filed(category, name).await;
        assert_eq!(led, Led::To(beauty.clone(), brand.clone()), "{category} {name}");
    }
    // The nearest spelling counts, where both are there.
    let other = shop.category("Beaute", "").await;
    assert_eq!(shop.import_filed("Beaute", "").await, Led::To(other, String::new()));
    assert_eq!(shop.import_filed("Beauté", "").await, Led::To(beauty, String::new()));
}

#[souk_testkit::test(SCHEMA)]
async fn two_lines_that_write_one_name_otherwise_make_one(pool: PgPool) {
    let shop = Shop::open(pool);
    let (categories, brands) = (["Beauté", "Beaute", "BEAUTÉ"], ["Nour", "NOUR", "Lancôme", "Lancome"]);
    let missing = shop.missing(&categories, &brands).await;
    assert_eq!(missing.categories, ["Beauté"]);
    assert_eq!((missing.brands, missing.more), (owned(&["Nour", "Lancôme"]), false));
    assert_eq!(shop.make(&["Beauté"], &["Nour", "Lancôme"]).await, 3);
    let nothing = shop.missing(&categories, &brands).await;
    assert_eq!(nothing, proto::ListMissingResponse::default());
    assert!(matches!(shop.import_filed("Beaute", "LANCOME").await, Led::To(..)));
}

#[souk_testkit::test(SCHEMA)]
async fn categories_of_one_name_in_different_places_are_made_and_then_found(pool: PgPool) {
    let shop = Shop::open(pool);
    let ways = ["Chaussures > Homme", "Parfums > Homme"];
    let told = shop.missing(&ways, &[]).await.categories;
    assert_eq!(told, ["Chaussures", "Chaussures > Homme", "Parfums", "Parfums > Homme"]);
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    assert_eq!(shop.make(&told, &[]).await, 4);
    let made = shop.ways().await;
    let expected = [
        ("Chaussures", "chaussures"),
        ("Chaussures > Homme", "homme"),
        ("Parfums", "parfums"),
        ("Parfums > Homme", "parfums-homme"),
    ];
    assert_eq!(made, expected.map(|(way, slug)| (way.to_owned(), slug.to_owned())));
    let (shoes, scents) = (shop.import_filed(ways[0], "").await, shop.import_filed(ways[1], "").await);
    assert!(matches!((&shoes, &scents), (Led::To(..), Led::To(..))), "{shoes:?} {scents:?}");
    assert_ne!(shoes, scents);

    // By its name alone it is none of both, and nothing that can be made.
    let several = refused("categoryId form.validation.several");
    assert_eq!(shop.import_filed("Homme", "").await, several);
    assert_eq!(shop.missing(&["Homme"], &[]).await, proto::ListMissingResponse::default());
    assert_eq!((shop.make(&["Homme"], &[]).await, shop.ways().await.len()), (0, 4));
    // One at the top of the tree is called by its whole way.
    let top = shop.category("Homme", "").await;
    assert_eq!(shop.import_filed("Homme", "").await, Led::To(top, String::new()));
}

#[souk_testkit::test(SCHEMA)]
async fn the_steps_of_a_way_are_named_in_any_language_or_by_their_slugs(pool: PgPool) {
    let shop = Shop::open(pool);
    let home = proto::CreateCategoryRequest {
        id: shop.id(),
        name: Some(LocalizedText { fr: "Maison".into(), ar: "منزل".into(), ..Default::default() }),
        slug: "chez-soi".into(),
        ..Default::default()
    };
    let home = shop.categories.create_category(by(&content(), home)).await.expect("made").into_inner().id;
    assert_eq!(shop.missing(&["منزل > مطبخ"], &[]).await.categories, ["منزل > مطبخ"], "not its parent");
    assert_eq!(shop.make(&["منزل > مطبخ", "chez-soi > Bain"], &[]).await, 2);
    let ways: Vec<String> = shop.ways().await.into_iter().map(|(way, _)| way).collect();
    assert_eq!(ways, ["Maison", "Maison > مطبخ", "Maison > Bain"]);

    let pan = shop.category("Poêles", &home).await;
    for way in ["maison > poeles", "chez-soi>Poêles", "Poêles", " منزل > > poêles "] {
        assert_eq!(shop.import_filed(way, "").await, Led::To(pan.clone(), String::new()), "{way}");
    }
    // The end of a way is enough, another beginning is another way.
    let deep = shop.category("Fonte", &pan).await;
    assert_eq!(shop.import_filed("Poêles > Fonte", "").await, Led::To(deep, String::new()));
    let unknown = refused("categoryId form.validation.unknown");
    assert_eq!(shop.import_filed("Jardin > Poêles", "").await, unknown);
}

#[souk_testkit::test(SCHEMA)]
async fn a_brand_that_is_there_keeps_no_other_from_being_made(pool: PgPool) {
    let shop = Shop::open(pool);
    let nour = shop.brand("Nour").await;
    // Of another name since, its address stays.
    let rename = proto::UpdateBrandRequest {
        id: shop.brand("Zina").await,
        version: 1,
        name: Some("Zina Alger".into()),
        ..Default::default()
    };
    shop.brands.update_brand(by(&content(), rename)).await.expect("renamed");
    let told = shop.events::<proto::ContentChanged>().await.len();
    assert_eq!(shop.make(&["Bain", "Cuisine"], &["Nour", "Zina", "Amber", "Rym"]).await, 5);
    let again = shop.make(&["Bain", "Cuisine"], &["Nour", "Zina", "Amber", "Rym"]).await;
    assert_eq!(again, 0, "the same again");
    let kinds: Vec<String> = shop
        .events::<proto::ContentChanged>()
        .await
        .split_off(told)
        .into_iter()
        .map(|told| told.kind)
        .collect();
    assert_eq!(kinds, ["category", "brand"], "told once");

    let listed = shop.brands.list_brands(by(&content(), proto::ListBrandsRequest::default())).await;
    let listed = listed.expect("listed").into_inner().brands;
    let slugs: Vec<(&str, &str)> =
        listed.iter().map(|brand| (brand.name.as_str(), brand.slug.as_str())).collect();
    let expected =
        [("Amber", "amber"), ("Nour", "nour"), ("Rym", "rym"), ("Zina", "zina-2"), ("Zina Alger", "zina")];
    assert_eq!(slugs, expected);
    assert!(matches!(shop.import_filed("Bain", "NOUR").await, Led::To(_, brand) if brand == nour));
    let audited = shop.events::<proto::AuditRecorded>().await;
    let added = audited.into_iter().filter_map(|told| Some(told.entry?.action));
    let added: Vec<String> = added.filter(|action| action.ends_with("_added")).collect();
    assert_eq!(added.iter().filter(|action| *action == "catalog.brand_added").count(), 5, "{added:?}");
    assert_eq!(added.iter().filter(|action| *action == "catalog.category_added").count(), 2, "{added:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_made_at_once_is_bounded_and_told_before(pool: PgPool) {
    let shop = Shop::open(pool);
    let ways: Vec<String> = (0..300).map(|number| format!("Rayon {number} > Étagère")).collect();
    let ways: Vec<&str> = ways.iter().map(String::as_str).collect();
    let first = shop.missing(&ways, &["Nour"]).await;
    assert_eq!((first.categories.len(), first.brands.len(), first.more), (500, 0, true));
    let told: Vec<&str> = first.categories.iter().map(String::as_str).collect();
    assert_eq!(shop.make(&told, &[]).await, 500, "those that were told");
    let rest = shop.missing(&ways, &["Nour"]).await;
    assert_eq!((rest.categories.len(), rest.brands.len(), rest.more), (100, 1, false));

    let many: Vec<String> = (0..501).map(|number| format!("Marque {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(fields(&shop.try_make(&[], &many).await.expect_err("too many")), ["categories"]);
    let long = "x".repeat(301);
    let deep = ["a"; 11].join(" > ");
    let wrong = shop.try_make(&["Bain", " > ", &long, &deep, "!?"], &["Nour", "—"]).await;
    let named = ["categories[1]", "categories[2]", "categories[3]", "categories[4]", "brands[1]"];
    assert_eq!(fields(&wrong.expect_err("wrong")), named);
    // A file that says so is told why, and is offered nothing.
    assert_eq!(shop.import_filed(&long, "").await, refused("categoryId form.validation.tooLong"));
    assert_eq!(shop.missing(&[&long, &deep, "!?"], &[]).await, proto::ListMissingResponse::default());
}

#[souk_testkit::test(SCHEMA)]
async fn a_long_way_is_made_before_a_name_that_it_answers(pool: PgPool) {
    let shop = Shop::open(pool);
    let told = shop.missing(&["Cuisine", "Maison > Cuisine"], &[]).await.categories;
    assert_eq!(told, ["Maison", "Maison > Cuisine"]);
    assert_eq!(shop.make(&["Maison", "Maison > Cuisine"], &[]).await, 2);
    assert!(matches!(shop.import_filed("Cuisine", "").await, Led::To(..)));
}

#[souk_testkit::test(SCHEMA)]
async fn two_who_make_the_same_at_once_make_it_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let (ways, brands) = (["Maison > Cuisine", "Maison > Bain"], ["Nour", "Rym"]);
    let (one, other) = tokio::join!(shop.make(&ways, &brands), shop.make(&ways, &brands));
    assert_eq!((one + other, shop.ways().await.len()), (5, 3));
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_made_has_its_address_for_itself(pool: PgPool) {
    let shop = Shop::open(pool);
    let (category, brand) = (shop.category("Beauté", "").await, shop.brand("Nour").await);
    let request = by(&content(), proto::DeleteCategoryRequest { id: category });
    shop.categories.delete_category(request).await.expect("taken away");
    let request = by(&content(), proto::DeleteBrandRequest { id: brand });
    shop.brands.delete_brand(request).await.expect("taken away");
    let gone = async || {
        let kept = "SELECT count(*) FROM gone_addresses WHERE slug IN ('beaute', 'nour')";
        sqlx::query_scalar::<_, i64>(kept).fetch_one(shop.pool()).await.expect("counted")
    };
    assert_eq!(gone().await, 2);
    assert_eq!(shop.make(&["Beauté"], &["Nour"]).await, 2);
    assert_eq!(gone().await, 0);
}
