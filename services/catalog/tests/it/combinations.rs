//! The combinations of a product: replaced by staff as a whole.

use std::time::Instant;

use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields};

impl Shop {
    fn wanted(&self, options: &[&proto::AttributeOption]) -> proto::WantedCombination {
        let option_ids = options.iter().map(|option| option.id.clone()).collect();
        proto::WantedCombination { id: self.id(), option_ids, active: true, ..Default::default() }
    }

    async fn combine(
        &self,
        product: &proto::Product,
        combinations: Vec<proto::WantedCombination>,
    ) -> Result<proto::Product, Failure> {
        let request = proto::SetCombinationsRequest {
            product_id: product.id.clone(),
            version: product.version,
            combinations,
        };
        let answer = self.products.set_combinations(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }
}

/// As it is, to be given back.
fn kept(own: &proto::Combination) -> proto::WantedCombination {
    proto::WantedCombination {
        id: own.id.clone(),
        option_ids: Vec::new(),
        sku: own.sku.clone(),
        barcode: Some(own.barcode.clone()),
        price_ht: own.price_ht,
        is_default: own.is_default,
        active: own.active,
    }
}

fn skus(product: &proto::Product) -> Vec<&str> {
    product.combinations.iter().map(|own| own.sku.as_str()).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn a_simple_product_gets_combinations_that_can_be_ordered(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let size = shop.attribute("Taille", &["S", "M"]).await;
    let color = shop.attribute("Couleur", &["Rouge"]).await;
    let product = shop.create(shop.new_product("Savon", &category)).await;
    let mut medium = shop.wanted(&[&size.options[1], &color.options[0]]);
    medium.is_default = true;
    medium.price_ht = 150_000;
    medium.sku = " SAV-M ".into();
    let small = shop.wanted(&[&size.options[0], &color.options[0]]);
    let wanted = vec![small.clone(), medium.clone()];
    let combined = shop.combine(&product, wanted.clone()).await.expect("combined");
    assert_eq!((combined.version, skus(&combined)), (2, vec!["", "SAV-M"]));

    let announced = shop.announced(&product.id).await;
    let told: Vec<_> =
        announced.combinations.iter().map(|own| (&*own.combination_id, own.price_ht)).collect();
    assert_eq!(told, [(&*small.id, 0), (&*medium.id, 150_000)], "stock and orders hear of them");
    shop.available(&product.id, &medium.id, 1, 3).await;
    let page = shop.page("savon").await.expect("found");
    let first = &page.combinations[1];
    assert_eq!((first.display_name.as_str(), first.is_default, first.available), ("M / Rouge", true, true));
    assert!(page.available);

    let again = shop.combine(&combined, wanted).await.expect("the same again");
    assert_eq!(again.version, 2, "changes nothing");
    let stale = shop.combine(&product, Vec::new()).await.expect_err("stale");
    assert_eq!(&*stale.code, "catalog.stale_version");
    let mut told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let change = told.next_back().expect("told");
    assert_eq!(change.action, "catalog.combinations_changed");
    assert!(change.after.contains(r#""name":"M / Rouge","price":150000,"sku":"SAV-M""#), "{}", change.after);
}

#[souk_testkit::test(SCHEMA)]
async fn skus_change_places_and_pictures_stay(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    (request.combinations[0].sku, request.combinations[1].sku) = ("R".into(), "B".into());
    let product = shop.create(request).await;
    let picture = proto::AddImageRequest {
        product_id: product.id.clone(),
        content: crate::support::png(1),
        combination_ids: vec![product.combinations[0].id.clone()],
        ..Default::default()
    };
    shop.products.add_image(by(&content(), picture)).await.expect("added");

    let (mut red, mut blue) = (kept(&product.combinations[0]), kept(&product.combinations[1]));
    (red.sku, blue.sku) = ("B".into(), "R".into());
    (red.is_default, blue.is_default) = (false, true);
    let swapped = shop.combine(&product, vec![blue, red]).await.expect("swapped");
    assert_eq!(skus(&swapped), ["R", "B"]);
    assert_eq!(swapped.combinations[1].image_ids.len(), 1);

    let other = shop.create(shop.new_product("Bougie", &category)).await;
    let size = shop.attribute("Taille", &["S"]).await;
    let mut same = shop.wanted(&[&size.options[0]]);
    same.sku = "R".into();
    let taken = shop.combine(&other, vec![same.clone()]).await.expect_err("taken");
    assert_eq!(
        (&*taken.code, taken.metadata.get("field").map(String::as_str)),
        ("catalog.taken", Some("sku"))
    );
    (same.id, same.sku) = (swapped.combinations[0].id.clone(), String::new());
    shop.combine(&other, vec![same]).await.expect_err("it is the other product's");
    assert_eq!(
        skus(&shop.combine(&swapped, swapped.combinations.iter().map(kept).collect()).await.expect("kept")),
        ["R", "B"]
    );
}

#[souk_testkit::test(SCHEMA)]
async fn each_combination_has_a_barcode_of_its_own(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    request.combinations[0].barcode = " 6130000000011 ".into();
    let product = shop.create(request.clone()).await;
    let barcodes =
        |of: &proto::Product| of.combinations.iter().map(|own| own.barcode.clone()).collect::<Vec<_>>();
    assert_eq!(barcodes(&product), ["6130000000011", ""]);

    let (mut red, mut blue) = (kept(&product.combinations[0]), kept(&product.combinations[1]));
    (red.barcode, blue.barcode) = (Some(String::new()), Some("6130000000011".into()));
    let swapped = shop.combine(&product, vec![red.clone(), blue.clone()]).await.expect("swapped");
    assert_eq!(barcodes(&swapped), ["", "6130000000011"]);
    let mut told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    assert!(told.next_back().expect("told").after.contains(r#""barcode":"6130000000011""#));
    (red.barcode, blue.barcode, blue.price_ht) = (None, None, 70_000);
    let edited = shop.combine(&swapped, vec![red.clone(), blue.clone()]).await.expect("edited");
    assert_eq!(barcodes(&edited), ["", "6130000000011"], "who names none leaves them");

    red.barcode = Some("6130000000011".into());
    let repeated = shop.combine(&edited, vec![red.clone(), blue.clone()]).await.expect_err("twice");
    assert_eq!((repeated.kind, fields(&repeated)), (Kind::Invalid, vec!["combinations[1].barcode"]));
    red.barcode = Some("6".repeat(65));
    let long = shop.combine(&edited, vec![red, blue]).await.expect_err("too long");
    assert_eq!(fields(&long), ["combinations[0].barcode"]);

    let mut other = shop.new_product("Bougie", &category);
    other.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    other.combinations[0].barcode = "6130000000011".into();
    shop.create(other.clone()).await;
    let mut twice = proto::CreateProductRequest { id: shop.id(), slug: "bougie-2".into(), ..other };
    twice.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    for own in &mut twice.combinations {
        own.barcode = "613".into();
    }
    let taken = shop.try_create(twice).await.expect_err("twice in one product");
    assert_eq!((&*taken.code, taken.metadata["field"].as_str()), ("catalog.taken", "barcode"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_combination_that_had_stock_or_is_packed_stays(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations =
        ["Rouge", "Bleu", "Vert"].map(|color| shop.combination(color, color == "Rouge")).to_vec();
    let product = shop.create(request).await;
    let [red, blue, green] = product.combinations.as_slice() else { panic!("three") };
    shop.available(&product.id, &red.id, 1, 0).await;
    let mut pack = shop.new_product("Coffret", &category);
    pack.pack = vec![proto::PackComponent {
        product_id: product.id.clone(),
        combination_id: blue.id.clone(),
        quantity: 1,
        ..proto::PackComponent::default()
    }];
    shop.create(pack).await;

    let refused = shop.combine(&product, vec![kept(green)]).await.expect_err("in use");
    assert_eq!((refused.kind, &*refused.code), (Kind::Conflict, "catalog.combination_in_use"));
    assert_eq!(refused.metadata.get("combinations").map(String::as_str), Some("2"));
    let left = shop.combine(&product, vec![kept(red), kept(blue)]).await.expect("nobody names the green one");
    assert_eq!(left.combinations.len(), 2);

    let mut of_its_own = shop.new_product("Coffret duo", &category);
    of_its_own.pack = vec![proto::PackComponent {
        product_id: left.id.clone(),
        quantity: 1,
        combination_id: red.id.clone(),
        ..proto::PackComponent::default()
    }];
    let pack = shop.create(of_its_own).await;
    let refused = shop.combine(&pack, vec![kept(blue)]).await.expect_err("a pack");
    assert_eq!((refused.kind, &*refused.code), (Kind::Precondition, "catalog.pack_combined"));

    let plain = shop.create(shop.new_product("Bougie", &category)).await;
    let mut trio = shop.new_product("Coffret trio", &category);
    trio.pack =
        vec![proto::PackComponent { product_id: plain.id.clone(), quantity: 1, ..Default::default() }];
    shop.create(trio).await;
    let size = shop.attribute("Taille", &["S"]).await;
    let refused = shop.combine(&plain, vec![shop.wanted(&[&size.options[0]])]).await.expect_err("a part");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["combinations"]));
}

#[souk_testkit::test(SCHEMA)]
async fn combinations_that_can_t_be_told_apart_are_refused(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let size = shop.attribute("Taille", &["S", "M"]).await;
    let color = shop.attribute("Couleur", &["Rouge"]).await;
    let product = shop.create(shop.new_product("Savon", &category)).await;
    let (small, medium, red) = (&size.options[0], &size.options[1], &color.options[0]);
    let foreign = shop.option("Bleu");
    let cases: [&[&[&proto::AttributeOption]]; 5] = [
        &[&[small], &[small]],
        &[&[small], &[medium, red]],
        &[&[small], &[&foreign]],
        &[&[red], &[]],
        &[&[red], &[small, medium]],
    ];
    for options in cases {
        let wanted = options.iter().map(|options| shop.wanted(options)).collect();
        let refused = shop.combine(&product, wanted).await.expect_err("refused");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["combinations[1].optionIds"]));
    }
    let mut both = vec![shop.wanted(&[small]), shop.wanted(&[medium])];
    (both[0].is_default, both[1].is_default) = (true, true);
    both[1].price_ht = -1;
    let refused = shop.combine(&product, both).await.expect_err("refused");
    assert_eq!(fields(&refused), ["combinations", "combinations[1].priceHt"]);
}

/// Generous on a busy machine: on a free one each takes a third of a second at most.
#[souk_testkit::test(SCHEMA)]
async fn two_thousand_combinations_are_made_and_saved_in_seconds(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let names = |letter: char, count: usize| (0..count).map(|at| format!("{letter}{at}")).collect::<Vec<_>>();
    let (sizes, colors) = (names('T', 50), names('C', 40));
    let size = shop.attribute("Taille", &sizes.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let color = shop.attribute("Couleur", &colors.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let product = shop.create(shop.new_product("Savon", &category)).await;
    let pairs = size.options.iter().flat_map(|one| color.options.iter().map(move |other| [one, other]));
    let wanted: Vec<_> = pairs.map(|pair| shop.wanted(&pair)).collect();
    let begun = Instant::now();
    let made = shop.combine(&product, wanted.clone()).await.expect("generated");
    let generated = begun.elapsed();
    let mut edited: Vec<_> = made.combinations.iter().map(kept).collect();
    edited[1_999].price_ht = 120_000;
    let begun = Instant::now();
    let saved = shop.combine(&made, edited).await.expect("saved");
    assert_eq!(saved.combinations[1_999].price_ht, 120_000);
    let saved_in = begun.elapsed();
    assert!(generated.as_secs() < 10 && saved_in.as_secs() < 5, "{generated:?}, {saved_in:?}");
    let mut more = wanted;
    more.push(shop.wanted(&[&size.options[0]]));
    let refused = shop.combine(&saved, more).await.expect_err("one too many");
    assert_eq!(fields(&refused), ["combinations"]);
}
