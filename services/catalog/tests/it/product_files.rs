//! Products as files have them.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_proto::catalog::v1::product_files_server::ProductFiles as _;
use souk_proto::catalog::v1::undone_product::Outcome as Undone;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, product_text, staff};

async fn step(shop: &Shop, request: proto::ListWholeProductsRequest) -> proto::ListWholeProductsResponse {
    let files = shop.catalog.product_files();
    files.list_whole_products(by(&content(), request)).await.expect("listed").into_inner()
}

fn names(step: &proto::ListWholeProductsResponse) -> Vec<String> {
    let products = step.products.iter().filter_map(|whole| whole.product.as_ref());
    products.map(|product| product.slug.clone()).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn all_that_a_list_shows_is_listed_whole_in_steps(pool: PgPool) {
    let shop = Shop::open(pool);
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

#[souk_testkit::test(SCHEMA)]
async fn a_file_tells_what_goods_are_bought_for_to_who_may_change_them_alone(pool: PgPool) {
    let shop = Shop::open(pool);
    let details =
        proto::ProductDetails { supply_price_ht: 60_000, wholesale_price_ht: 80_000, ..Default::default() };
    let soap = shop.new_product("Savon", &shop.category("Bain", "").await);
    shop.create(proto::CreateProductRequest { details: Some(details), ..soap }).await;
    for (role, cost) in [(Role::Content, 60_000), (Role::Sales, 0), (Role::Warehouse, 0)] {
        let files = shop.catalog.product_files();
        let request = by(&staff(role), proto::ListWholeProductsRequest::default());
        let mut listed = files.list_whole_products(request).await.expect("listed").into_inner();
        let told = listed.products.remove(0).product.and_then(|product| product.details).expect("details");
        assert_eq!((told.supply_price_ht, told.wholesale_price_ht), (cost, 80_000), "{role}");
    }
}

/// What becomes of products of a file, each with the fields at fault.
async fn import(
    shop: &Shop,
    check_only: bool,
    products: Vec<proto::FileProduct>,
) -> Vec<(Outcome, Vec<String>)> {
    let request = proto::ImportProductsRequest { products, check_only, ..Default::default() };
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
        category: "Bain".into(),
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

#[souk_testkit::test(SCHEMA)]
async fn a_product_of_a_file_is_checked_made_and_then_stays_as_it_is(pool: PgPool) {
    let shop = Shop::open(pool);
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
    assert_eq!(made.category_slug, "bain");
    assert_eq!((made.category_id.as_str(), made.active, made.version), (bath.as_str(), false, 1));
    assert_eq!(made.combinations.iter().map(|own| own.sku.as_str()).collect::<Vec<_>>(), ["S-R", "S-B"]);
    let later = proto::FileProduct { new_id: shop.id(), ..wanted };
    assert_eq!(import(&shop, false, vec![later]).await, [(Outcome::Same, vec![])], "by its slug");
    assert_eq!(shop.events::<proto::SellableChanged>().await.len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_file_says_how_many_wholesalers_order_at_least_and_an_undo_takes_it_back(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let new = proto::FileProduct { wholesale_min_order_quantity: Some(24), ..soap(&shop) };
    assert_eq!(import(&shop, false, vec![new.clone()]).await, [(Outcome::Made, vec![])]);
    let minimum = async || {
        let details = read(&shop, &new.new_id).await.expect("made").details.expect("details");
        details.wholesale_min_order_quantity
    };
    assert_eq!(minimum().await, 24);
    let said = |pieces| proto::FileProduct {
        new_id: shop.id(),
        id: new.new_id.clone(),
        wholesale_min_order_quantity: pieces,
        weight: Some(120),
        ..Default::default()
    };
    let import_id = shop.id();
    import_as(&shop, &import_id, vec![said(None)]).await;
    assert_eq!(minimum().await, 24, "it stays where nothing is said");
    let import_id = shop.id();
    import_as(&shop, &import_id, vec![said(Some(0))]).await;
    assert_eq!(minimum().await, 0);
    undo(&shop, &import_id).await;
    assert_eq!(minimum().await, 24);
    let at = vec!["details.wholesaleMinOrderQuantity".to_owned()];
    assert_eq!(import(&shop, true, vec![said(Some(1_000_001))]).await, [(Outcome::Refused, at)]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_file_says_in_what_numbers_a_product_is_ordered_and_an_undo_takes_it_back(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let new = proto::FileProduct {
        minimum_quantity: Some(12),
        maximum_quantity: Some(60),
        quantity_step: Some(6),
        on_sale: Some(true),
        available_from: "2026-12-12".into(),
        ..soap(&shop)
    };
    assert_eq!(import(&shop, false, vec![new.clone()]).await, [(Outcome::Made, vec![])]);
    let rule = async || read(&shop, &new.new_id).await.expect("made").quantity_rule;
    let made = proto::QuantityRule { minimum: 12, maximum: Some(60), step: 6 };
    assert_eq!(rule().await, Some(made));
    let on_sale = async || read(&shop, &new.new_id).await.expect("made").on_sale;
    let day = async || read(&shop, &new.new_id).await.expect("made").available_from;
    assert!(on_sale().await);
    assert_eq!(day().await, "2026-12-12");
    let said = |minimum, maximum, step| proto::FileProduct {
        new_id: shop.id(),
        id: new.new_id.clone(),
        minimum_quantity: minimum,
        maximum_quantity: maximum,
        quantity_step: step,
        ..Default::default()
    };
    let import_id = shop.id();
    let less = proto::FileProduct {
        on_sale: Some(false),
        available_from: "0".into(),
        ..said(None, Some(0), Some(3))
    };
    import_as(&shop, &import_id, vec![less]).await;
    assert!(!on_sale().await);
    assert_eq!(day().await, "");
    assert_eq!(rule().await, Some(proto::QuantityRule { maximum: None, step: 3, ..made }), "the rest stays");
    undo(&shop, &import_id).await;
    assert!(on_sale().await);
    assert_eq!(day().await, "2026-12-12");
    assert_eq!(rule().await, Some(made));
    let wrong = vec![said(Some(61), None, Some(0))];
    let at = vec!["quantityRule.maximumQuantity".to_owned(), "quantityRule.quantityStep".to_owned()];
    assert_eq!(import(&shop, true, wrong).await, [(Outcome::Refused, at)]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_file_changes_what_it_names_of_a_product_and_its_combinations(pool: PgPool) {
    let shop = Shop::open(pool);
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

#[souk_testkit::test(SCHEMA)]
async fn what_is_wrong_with_a_product_is_told_and_the_others_are_made(pool: PgPool) {
    let shop = Shop::open(pool);
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

fn plain(shop: &Shop, number: u32) -> proto::FileProduct {
    let sku = format!("P-{number}");
    let texts = vec![product_text("fr", &format!("Article {number}"))];
    let combinations = Vec::new();
    proto::FileProduct { new_id: shop.id(), slug: String::new(), sku, texts, combinations, ..soap(shop) }
}

#[souk_testkit::test(SCHEMA)]
async fn new_products_are_made_together_and_none_takes_another_along(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let mut wanted: Vec<_> = (0..4).map(|number| plain(&shop, number)).collect();
    wanted.push(soap(&shop));
    assert_eq!(import(&shop, false, wanted.clone()).await, vec![(Outcome::Made, vec![]); 5]);
    let told = shop.events::<proto::SellableChanged>().await;
    let revisions: Vec<u64> =
        told.iter().filter_map(|event| Some(event.sellable.as_ref()?.version)).collect();
    assert_eq!(
        (revisions.len(), revisions.iter().min()),
        (5, revisions.iter().max()),
        "one change of the shop"
    );

    // Of the next ones: one whose SKU another product has, one without a price, one as the line before it says it, one that is fine.
    let taken = proto::FileProduct { slug: "autre".into(), sku: "P-0".into(), ..plain(&shop, 10) };
    let unpriced = proto::FileProduct { price_ht: None, ..plain(&shop, 11) };
    let (fine, again) = (plain(&shop, 12), plain(&shop, 12));
    let again = proto::FileProduct { price_ht: Some(5_000), ..again };
    let next = vec![taken, unpriced, fine.clone(), again];
    let [made, changed] = [(Outcome::Made, vec![]), (Outcome::Changed, vec![])];
    let refused = |field: &str| (Outcome::Refused, vec![field.to_owned()]);
    let expected = [refused("sku"), refused("priceHt"), made, changed];
    assert_eq!(import(&shop, false, next).await, expected);
    assert_eq!(read(&shop, &fine.new_id).await.expect("made").price_ht, 5_000, "by the line after it");
}

#[souk_testkit::test(SCHEMA)]
async fn a_check_of_new_products_writes_nothing_at_all(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let wanted: Vec<_> = (0..3).map(|number| plain(&shop, number)).chain([soap(&shop)]).collect();
    assert_eq!(import(&shop, true, wanted.clone()).await, vec![(Outcome::Made, vec![]); 4]);
    assert_eq!(import(&shop, false, wanted).await, vec![(Outcome::Made, vec![]); 4]);
    let numbers: Vec<i64> = sqlx::query_scalar("SELECT number FROM products ORDER BY 1")
        .fetch_all(shop.pool())
        .await
        .expect("numbers");
    assert_eq!(numbers, [1, 2, 3, 4], "no number is used up");
}

/// A product of its own with combinations of these SKUs, each of another option of the attribute.
fn choice(shop: &Shop, name: &str, attribute: &str, options: &[(&str, String)]) -> proto::FileProduct {
    let combination = |(sku, value): &(&str, String)| proto::FileCombination {
        sku: (*sku).into(),
        options: vec![proto::FileOption { attribute: attribute.into(), value: value.clone() }],
        ..Default::default()
    };
    let combinations = options.iter().map(combination).collect();
    let texts = vec![product_text("fr", name)];
    proto::FileProduct { slug: String::new(), texts, combinations, ..soap(shop) }
}

#[souk_testkit::test(SCHEMA)]
async fn a_check_refuses_what_the_import_does_and_nothing_beside_it(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let two = |first: &'static str, second: &'static str| {
        [(first, "Rouge".to_owned()), (second, "Bleu".to_owned())]
    };
    let long: &'static str = "S".repeat(65).leak();
    let many: Vec<_> = (0..1_001).map(|number| ("", format!("Teinte {number}"))).collect();
    let alike = [("", "Rouge".to_owned()), ("", "ROUGE".to_owned())];
    let wanted = vec![
        choice(&shop, "Un code", "Couleur", &two("UN", "UN")),
        choice(&shop, "Sans nom", "—", &two("", "")),
        choice(&shop, "Long", "Couleur", &two(long, "")),
        choice(&shop, "Deux fois", "Couleur", &alike),
        choice(&shop, "Tout", "Teinte", &many),
        plain(&shop, 1),
    ];
    let refused = |field: &str| (Outcome::Refused, vec![field.to_owned()]);
    let values = ["combinations[0].values", "combinations[1].values"].map(str::to_owned);
    let expected = vec![
        refused("combinations[1].sku"),
        (Outcome::Refused, values.into()),
        refused("combinations[0].sku"),
        refused("combinations[1].optionIds"),
        refused("combinations"),
        (Outcome::Made, vec![]),
    ];
    for check_only in [true, false] {
        assert_eq!(import(&shop, check_only, wanted.clone()).await, expected, "check: {check_only}");
    }
}

/// Takes products in as a part of an import that can be taken back.
async fn import_as(shop: &Shop, import: &str, products: Vec<proto::FileProduct>) {
    let request = proto::ImportProductsRequest {
        products,
        check_only: false,
        import_id: import.into(),
        portion_id: import.into(),
    };
    let answer = shop.catalog.product_files().import_products(by(&content(), request)).await.expect("told");
    assert!(answer.into_inner().products.iter().all(|one| one.faults.is_empty()));
}

/// What becomes of the products of an import that is taken back, each with why it isn't.
async fn undo(shop: &Shop, import: &str) -> Vec<(u32, Undone, String)> {
    let request = proto::UndoImportRequest { portion_id: import.into(), after: 0 };
    let answer = shop.catalog.product_files().undo_import(by(&content(), request)).await.expect("undone");
    let products = answer.into_inner().products.into_iter();
    products.map(|one| (one.line, one.outcome(), one.code)).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn what_an_import_made_goes_again_unless_something_names_it(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let gone = proto::FileProduct { line: 2, active: Some(true), ..soap(&shop) };
    let stocked = proto::FileProduct {
        line: 5,
        slug: "huile".into(),
        active: Some(true),
        combinations: vec![],
        sku: "H".into(),
        ..soap(&shop)
    };
    let import = shop.id();
    import_as(&shop, &import, vec![gone.clone(), stocked.clone()]).await;
    shop.available(&stocked.new_id, "", 1, 3).await;
    assert_eq!(shop.listing(everything()).await.expect("listed").products.len(), 2);

    let told = [(5, Undone::Archived, String::new()), (2, Undone::Removed, String::new())];
    for _ in 0..2 {
        assert_eq!(undo(&shop, &import).await, told, "also again");
    }
    assert!(read(&shop, &gone.new_id).await.is_none());
    let late = proto::ImportProductsRequest {
        products: vec![gone.clone()],
        import_id: import.clone(),
        portion_id: import.clone(),
        check_only: false,
    };
    let late = shop.catalog.product_files().import_products(by(&content(), late)).await.expect("told");
    assert_eq!(late.into_inner().products[0].outcome(), Outcome::Refused, "it was taken back meanwhile");
    assert!(read(&shop, &gone.new_id).await.is_none());
    let kept = read(&shop, &stocked.new_id).await.expect("stock names it");
    assert!(!kept.active);
    assert_eq!(shop.listing(everything()).await.expect("listed").products.len(), 0, "the index knows, too");
    let last = shop.announced(&gone.new_id).await;
    assert_eq!((last.removed, last.active), (true, false));
    let audited = shop.events::<proto::AuditRecorded>().await;
    let actions: Vec<_> = audited.into_iter().filter_map(|told| Some(told.entry?.action)).collect();
    assert!(actions.iter().any(|action| action == "catalog.product_removed"), "{actions:?}");
    // Its address and its SKU are free.
    let later = proto::FileProduct { new_id: shop.id(), ..gone };
    assert_eq!(import_one(&shop, later).await, Outcome::Made);
}

async fn import_one(shop: &Shop, product: proto::FileProduct) -> Outcome {
    import(shop, false, vec![product]).await.remove(0).0
}

#[souk_testkit::test(SCHEMA)]
async fn what_an_import_changed_is_as_it_was_unless_somebody_changed_it_since(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    shop.category("Cuisine", "").await;
    shop.brand("Nour").await;
    let wanted = soap(&shop);
    let other = proto::FileProduct { slug: "huile".into(), combinations: vec![], ..soap(&shop) };
    import(&shop, false, vec![wanted.clone(), other.clone()]).await;
    let before = read(&shop, &wanted.new_id).await.expect("made");

    let blue = proto::FileCombination {
        sku: "S-X".into(),
        price_ht: Some(90_000),
        active: Some(false),
        options: vec![proto::FileOption { attribute: "couleur".into(), value: "bleu".into() }],
        ..Default::default()
    };
    let change = |id: &str, line, combinations| proto::FileProduct {
        new_id: shop.id(),
        id: id.into(),
        line,
        active: Some(true),
        price_ht: Some(1),
        category: "Cuisine".into(),
        sku: format!("N-{line}"),
        texts: vec![product_text("fr", "Autre"), product_text("ar", "صابون")],
        tags: vec!["neuf".into()],
        combinations,
        ..Default::default()
    };
    let import = shop.id();
    let products = vec![change(&wanted.new_id, 2, vec![blue]), change(&other.new_id, 4, vec![])];
    import_as(&shop, &import, products.clone()).await;
    import_as(&shop, &import, products).await;
    let changed = read(&shop, &other.new_id).await.expect("there");
    assert_eq!(changed.texts.len(), 2);
    let since = proto::UpdateProductRequest {
        id: changed.id.clone(),
        version: changed.version,
        featured: Some(true),
        ..Default::default()
    };
    shop.update(since).await.expect("changed by somebody");

    let told = [(4, Undone::Refused, "catalog.stale_version".into()), (2, Undone::Restored, String::new())];
    for _ in 0..2 {
        assert_eq!(undo(&shop, &import).await, told, "also again");
    }
    let after = read(&shop, &wanted.new_id).await.expect("there");
    assert!(after.version > before.version);
    assert_eq!(proto::Product { version: before.version, ..after }, before);
    assert_eq!(read(&shop, &other.new_id).await.expect("there").price_ht, 1, "it stays as they left it");
}

#[souk_testkit::test(SCHEMA)]
async fn what_one_product_gave_up_and_another_took_is_given_back(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    shop.brand("Nour").await;
    let named = |slug: &str, sku: &str| proto::FileProduct {
        slug: slug.into(),
        combinations: vec![],
        sku: sku.into(),
        ..soap(&shop)
    };
    let (old, other, third) = (named("ancien", "S"), named("autre", "A"), named("dernier", "T"));
    import(&shop, false, vec![old.clone(), other.clone(), third.clone()]).await;
    let change = |of: &proto::FileProduct, line, sku: &str| proto::FileProduct {
        new_id: shop.id(),
        id: of.new_id.clone(),
        line,
        sku: sku.into(),
        ..Default::default()
    };
    let sku_of = async |of: &proto::FileProduct| {
        read(&shop, &of.new_id).await.expect("there").details.expect("told").sku
    };
    let skus = async || [sku_of(&old).await, sku_of(&other).await, sku_of(&third).await];
    // Each takes what another gave up before; the first line's is changed again by the last.
    let id = shop.id();
    let moved = vec![
        proto::FileProduct { price_ht: Some(1), ..change(&third, 2, "") },
        change(&old, 3, "X"),
        change(&other, 4, "S"),
        change(&third, 5, "A"),
    ];
    import_as(&shop, &id, moved).await;
    assert_eq!(skus().await, ["X", "S", "A"]);
    let told = [5, 4, 3].map(|line| (line, Undone::Restored, String::new()));
    for _ in 0..2 {
        assert_eq!(undo(&shop, &id).await, told, "the last change first");
    }
    assert_eq!(skus().await, ["S", "A", "T"]);
    assert_eq!(read(&shop, &third.new_id).await.expect("there").price_ht, 100_050, "of both");
}
