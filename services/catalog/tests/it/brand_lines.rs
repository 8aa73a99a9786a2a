//! Brand lines as staff look after them, and what products and lists show of theirs.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brand_lines_server::BrandLines as _;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, listing_of, png, staff, text};

/// Calls as the role that may write the catalogue.
macro_rules! call {
    ($shop:expr, $method:ident, $request:expr) => {
        $shop
            .brand_lines
            .$method(by(&content(), $request))
            .await
            .map(|it| it.into_inner())
            .map_err(Failure::from)
    };
}

fn line(shop: &Shop, brand: &str, name: &str) -> proto::BrandLine {
    proto::BrandLine { id: shop.id(), brand_id: brand.into(), name: name.into(), ..Default::default() }
}

async fn save(shop: &Shop, line: proto::BrandLine) -> Result<proto::BrandLine, Failure> {
    call!(shop, save_brand_line, proto::SaveBrandLineRequest { line: Some(line) })
}

async fn made(shop: &Shop, brand: &str, name: &str) -> String {
    save(shop, line(shop, brand, name)).await.expect("saved").id
}

async fn get(shop: &Shop, id: &str) -> Result<proto::BrandLine, Failure> {
    call!(shop, get_brand_line, proto::GetBrandLineRequest { id: id.into() })
}

async fn delete(shop: &Shop, id: &str) -> Result<proto::DeleteBrandLineResponse, Failure> {
    call!(shop, delete_brand_line, proto::DeleteBrandLineRequest { id: id.into() })
}

/// A product of a line.
async fn product(shop: &Shop, name: &str, brand: &str, line: &str) -> proto::Product {
    let category = shop.category(&format!("Rayon {name}"), "").await;
    let mut product = shop.new_product(name, &category);
    (product.brand_id, product.brand_line_id) = (brand.into(), line.into());
    shop.create(product).await
}

/// Lets products follow their lines to the end; how many steps it took.
async fn follow(shop: &Shop) -> usize {
    let products = shop.catalog.product_cases();
    let mut steps = 0;
    while products.follow_brand_line().await.expect("a step") {
        steps += 1;
    }
    steps
}

async fn names(shop: &Shop, request: proto::ListBrandLinesRequest) -> (Vec<String>, u64) {
    let answer = call!(shop, list_brand_lines, request).expect("listed");
    (answer.lines.into_iter().map(|line| line.name).collect(), answer.total)
}

#[souk_testkit::test(SCHEMA)]
async fn the_list_is_searched_narrowed_sorted_and_paged(pool: PgPool) {
    let shop = Shop::open(pool);
    let (nour, zahra) = (shop.brand("Nour").await, shop.brand("Zahra").await);
    let sahara = made(&shop, &nour, "Sahara").await;
    save(&shop, proto::BrandLine { position: 9, ..line(&shop, &nour, "Casbah") }).await.expect("saved");
    save(&shop, proto::BrandLine { position: 10, ..line(&shop, &zahra, "Atlas") }).await.expect("saved");
    product(&shop, "Ambre", &nour, &sahara).await;
    let list = |query: &str, sort: &str, brand: &str| proto::ListBrandLinesRequest {
        page: Some(PageRequest { page: 1, size: 12 }),
        query: query.into(),
        sort: sort.into(),
        brand_id: brand.into(),
    };
    assert_eq!(names(&shop, list("", "", "")).await.0, ["Sahara", "Casbah", "Atlas"]);
    assert_eq!(names(&shop, list("", "name", "")).await.0, ["Atlas", "Casbah", "Sahara"]);
    assert_eq!(names(&shop, list("", "products", &nour)).await.0, ["Sahara", "Casbah"]);
    assert_eq!(names(&shop, list("SBA", "", "")).await, (vec!["Casbah".to_owned()], 1));
    let choices = proto::ListBrandLinesRequest { brand_id: nour.clone(), ..Default::default() };
    assert_eq!(names(&shop, choices).await, (vec!["Sahara".to_owned(), "Casbah".to_owned()], 2));

    let wrong = call!(shop, list_brand_lines, list("", "x", "y")).expect_err("wrong");
    assert_eq!(fields(&wrong), ["brandId", "sort"]);
    let all = names(&shop, proto::ListBrandLinesRequest::default()).await.0;
    assert_eq!(all, ["Sahara", "Casbah", "Atlas"], "brand by brand");
    let payments = shop.brand_lines.list_brand_lines(by(&staff(Role::Payments), list("", "", ""))).await;
    assert_eq!(Failure::from(payments.expect_err("refused")).kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn a_line_is_made_once_and_edited_at_the_version_that_was_read(pool: PgPool) {
    let shop = Shop::open(pool);
    let nour = shop.brand("Nour").await;
    let texts = |fr: &str| Some(LocalizedText { fr: fr.into(), ar: "نور".into(), en: "en".into() });
    let wanted = proto::BrandLine {
        picture: png(1),
        about: texts("Le désert"),
        seo_title: texts("Sahara, Nour"),
        seo_description: texts("Des parfums"),
        position: 4,
        ..line(&shop, &nour, " Sahara ")
    };
    let saved = save(&shop, wanted.clone()).await.expect("made");
    assert_eq!((saved.version, saved.name.as_str(), saved.slug.as_str()), (1, "Sahara", "sahara"));
    assert_eq!((saved.brand_name.as_str(), saved.position, saved.products), ("Nour", 4, 0));
    let read = (saved.about.clone(), saved.seo_title.clone(), saved.seo_description.clone());
    assert_eq!(read, (wanted.about.clone(), wanted.seo_title.clone(), wanted.seo_description.clone()));
    assert!(saved.picture_url.starts_with("/media/shop/"), "{}", saved.picture_url);
    assert_eq!(save(&shop, wanted.clone()).await.expect("its answer was lost"), saved);

    let edit = proto::BrandLine { position: 5, ..saved.clone() };
    let edited = save(&shop, edit.clone()).await.expect("edited");
    assert_eq!((edited.version, edited.position, &edited.picture_url), (2, 5, &saved.picture_url));
    let stale = save(&shop, proto::BrandLine { position: 6, ..edit }).await.expect_err("stale");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "catalog.stale_version"));
    let bare = proto::BrandLine { picture_url: String::new(), ..edited.clone() };
    assert_eq!(save(&shop, bare).await.expect("edited").picture_url, "");
    let entries = shop.events::<proto::AuditRecorded>().await;
    let actions = entries.into_iter().filter_map(|told| told.entry).map(|entry| entry.action);
    let of_lines = actions.filter(|action| action == "catalog.brand_line_saved").count();
    assert_eq!(of_lines, 3, "a making and two edits");

    let unknown = proto::BrandLine { id: shop.id(), version: 2, ..edited };
    assert_eq!(save(&shop, unknown).await.expect_err("gone").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn all_that_is_wrong_with_a_line_is_said_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let long = Some(LocalizedText { ar: "ن".repeat(2_001), ..Default::default() });
    let wrong = proto::BrandLine {
        id: "x".into(),
        brand_id: "y".into(),
        about: long.clone(),
        seo_title: long.clone(),
        seo_description: long,
        position: u32::MAX,
        ..Default::default()
    };
    let refused = save(&shop, wrong).await.expect_err("wrong");
    let expected = ["id", "brandId", "name", "about.ar", "seoTitle.ar", "seoDescription.ar", "position"];
    assert_eq!(fields(&refused), expected);
    let nour = shop.brand("Nour").await;
    let nobody = save(&shop, line(&shop, &shop.id(), "Sahara")).await.expect_err("no such brand");
    assert_eq!(fields(&nobody), ["brandId"]);
    let no_picture = proto::BrandLine { picture: b"text".to_vec(), ..line(&shop, &nour, "Sahara") };
    assert_eq!(fields(&save(&shop, no_picture).await.expect_err("no picture")), ["picture"]);
    let sahara = save(&shop, line(&shop, &nour, "Sahara")).await.expect("saved");
    let taken = save(&shop, line(&shop, &nour, "Sahara")).await.expect_err("taken");
    assert_eq!((taken.kind, taken.code.as_ref()), (Kind::Conflict, "catalog.taken"));
    let elsewhere = proto::BrandLine { brand_id: shop.brand("Zahra").await, ..sahara };
    assert_eq!(fields(&save(&shop, elsewhere).await.expect_err("it stays with its brand")), ["brandId"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_is_of_a_line_of_its_own_brand(pool: PgPool) {
    let shop = Shop::open(pool);
    let (nour, zahra) = (shop.brand("Nour").await, shop.brand("Zahra").await);
    let (sahara, atlas) = (made(&shop, &nour, "Sahara").await, made(&shop, &zahra, "Atlas").await);
    let ambre = product(&shop, "Ambre", &nour, &sahara).await;
    assert_eq!(ambre.brand_line_id, sahara);
    let page = shop.page("ambre").await.expect("found");
    let shown = views::BrandLine { uuid: sahara.clone(), name: "Sahara".into(), slug: "sahara".into() };
    assert_eq!(page.brand_line_read, Some(shown.clone()));
    let listing = shop.listing(everything()).await.expect("listed");
    assert_eq!(listing.products[0].brand_line_read, Some(shown));

    let edit = |version: u64, brand: Option<&str>, line: Option<&str>| proto::UpdateProductRequest {
        id: ambre.id.clone(),
        version,
        brand_id: brand.map(str::to_owned),
        brand_line_id: line.map(str::to_owned),
        ..Default::default()
    };
    let of_another = shop.update(edit(1, None, Some(&atlas))).await.expect_err("of another brand");
    assert_eq!(fields(&of_another), ["brandLineId"]);
    let of_none = shop.update(edit(1, Some(""), Some(&sahara))).await.expect_err("of no brand");
    assert_eq!(fields(&of_none), ["brandLineId"]);
    let moved = shop.update(edit(1, Some(&zahra), Some(&atlas))).await.expect("both at once");
    assert_eq!((moved.brand_id.as_str(), moved.brand_line_id.as_str()), (zahra.as_str(), atlas.as_str()));
    let counts =
        [get(&shop, &sahara).await, get(&shop, &atlas).await].map(|line| line.expect("there").products);
    assert_eq!(counts, [0, 1]);
    let back = shop.update(edit(2, Some(&nour), None)).await.expect("the brand alone");
    assert_eq!((back.brand_line_id.as_str(), back.version), ("", 3), "a line of another brand goes");
    assert_eq!(get(&shop, &atlas).await.expect("there").products, 0);
    let entries = shop.events::<proto::AuditRecorded>().await;
    let mut entries = entries.into_iter().filter_map(|told| told.entry);
    let told = entries.rfind(|entry| entry.action == "catalog.product_changed").expect("told");
    assert!(told.before.contains(&atlas), "{}", told.before);
}

#[souk_testkit::test(SCHEMA)]
async fn a_line_has_a_listing_and_lists_are_narrowed_by_lines(pool: PgPool) {
    let shop = Shop::open(pool);
    let nour = shop.brand("Nour").await;
    let (sahara, casbah) = (made(&shop, &nour, "Sahara").await, made(&shop, &nour, "Casbah").await);
    product(&shop, "Ambre", &nour, &sahara).await;
    product(&shop, "Jasmin", &nour, &casbah).await;
    product(&shop, "Savon", &nour, "").await;
    let about =
        proto::BrandLine { about: Some(text("Le désert")), version: 1, ..line(&shop, &nour, "Sahara") };
    let about = proto::BrandLine { id: sahara.clone(), slug: "sahara".into(), ..about };
    save(&shop, about).await.expect("saved");

    let listing = shop.listing(listing_of(Scope::BrandLine, "sahara")).await.expect("listed");
    assert_eq!((listing.title.as_str(), listing.description.as_str()), ("Sahara", "Le désert"));
    assert_eq!(listing.brand.expect("whose line it is").slug, "nour");
    assert_eq!((listing.total, listing.products[0].name.as_str()), (1, "Ambre"));
    let of_brand = shop.listing(listing_of(Scope::Brand, "nour")).await.expect("listed");
    let counts: Vec<_> =
        of_brand.filter_data.brandlines.iter().map(|line| (line.value.as_str(), line.count)).collect();
    assert_eq!(counts, [("Casbah", 1), ("Sahara", 1)]);
    let mut narrowed = listing_of(Scope::Brand, "nour");
    narrowed.filters = vec![proto::Filter { name: "brandlines".into(), values: vec!["CASBAH".into()] }];
    let narrowed = shop.listing(narrowed).await.expect("listed");
    assert_eq!((narrowed.total, narrowed.products[0].name.as_str()), (1, "Jasmin"));
    let found = shop.listing(listing_of(Scope::Search, "sahara")).await.expect("found");
    assert_eq!(found.total, 1, "a line's name finds its products");
    let unknown = shop.listing(listing_of(Scope::BrandLine, "x")).await.expect_err("unknown");
    assert_eq!(unknown.kind, Kind::NotFound);
    let addresses =
        shop.products.list_addresses(by(&Actor::shopper(), proto::ListAddressesRequest { part: 0 }));
    let addresses = addresses.await.expect("listed").into_inner().addresses;
    let lines = addresses.iter().filter(|address| address.kind() == proto::address::Kind::BrandLine);
    assert_eq!(lines.map(|address| address.slug.as_str()).collect::<Vec<_>>(), ["casbah", "sahara"]);
}

#[souk_testkit::test(SCHEMA)]
async fn products_follow_another_name_and_the_former_address_leads_on(pool: PgPool) {
    let shop = Shop::open(pool);
    let nour = shop.brand("Nour").await;
    let sahara = save(&shop, line(&shop, &nour, "Sahara")).await.expect("saved");
    for name in ["Ambre", "Oud"] {
        product(&shop, name, &nour, &sahara.id).await;
    }
    assert_eq!(shop.listing(everything()).await.expect("listed").filter_data.brandlines[0].label, "Sahara");
    let renamed = proto::BrandLine { name: "Hoggar".into(), slug: "hoggar".into(), ..sahara };
    save(&shop, renamed).await.expect("saved");
    assert_eq!(follow(&shop).await, 2, "the products, and that there are no more");
    let listing = shop.listing(listing_of(Scope::BrandLine, "hoggar")).await.expect("listed");
    let lines = listing.products.iter().map(|card| card.brand_line_read.as_ref().expect("a line"));
    assert!(lines.clone().all(|line| (line.name.as_str(), line.slug.as_str()) == ("Hoggar", "hoggar")));
    assert_eq!((lines.count(), listing.filter_data.brandlines[0].label.as_str()), (2, "Hoggar"));
    let moved = shop.listing(listing_of(Scope::BrandLine, "sahara")).await.expect_err("elsewhere now");
    assert_eq!(moved.metadata.get("movedTo").map(String::as_str), Some("hoggar"));
    assert_eq!(follow(&shop).await, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn a_line_goes_when_nothing_names_it_and_its_brand_after_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let nour = shop.brand("Nour").await;
    let sahara = made(&shop, &nour, "Sahara").await;
    let ambre = product(&shop, "Ambre", &nour, &sahara).await;
    let block = proto::HomeBlock {
        id: shop.id(),
        r#type: "brand_lines_products_carousel".into(),
        source: format!("brand_line:{sahara}"),
        active: true,
        ..Default::default()
    };
    let request = proto::SaveHomeBlockRequest { block: Some(block.clone()) };
    shop.content.save_home_block(by(&content(), request)).await.expect("saved");
    let refused = delete(&shop, &sahara).await.expect_err("in use");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "catalog.brand_line_in_use"));
    let count = |refused: &Failure, name: &str| refused.metadata.get(name).cloned();
    assert_eq!(
        [count(&refused, "products"), count(&refused, "blocks")],
        [Some("1".into()), Some("1".into())]
    );

    let edit = proto::UpdateProductRequest {
        id: ambre.id,
        version: 1,
        brand_id: Some(String::new()),
        ..Default::default()
    };
    shop.update(edit).await.expect("saved");
    let gone = proto::DeleteHomeBlockRequest { id: block.id };
    shop.content.delete_home_block(by(&content(), gone)).await.expect("gone");
    let with_line =
        shop.brands.delete_brand(by(&content(), proto::DeleteBrandRequest { id: nour.clone() })).await;
    let with_line = Failure::from(with_line.expect_err("it has a line"));
    assert_eq!(count(&with_line, "lines"), Some("1".into()));
    delete(&shop, &sahara).await.expect("gone");
    assert_eq!(delete(&shop, &sahara).await.expect_err("unknown").kind, Kind::NotFound);
    let request = proto::DeleteBrandRequest { id: nour };
    shop.brands.delete_brand(by(&content(), request)).await.expect("gone too");
}

#[souk_testkit::test(SCHEMA)]
async fn products_are_filed_under_a_line_while_it_is_taken_away(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Parfums", "").await;
    let nour = shop.brand("Nour").await;
    for round in 0..10 {
        let id = made(&shop, &nour, &format!("Sahara {round}")).await;
        let mut product = shop.new_product(&format!("Ambre {round}"), &category);
        (product.brand_id, product.brand_line_id) = (nour.clone(), id.clone());
        match tokio::join!(shop.try_create(product), delete(&shop, &id)) {
            (Ok(_), Err(refused)) => assert_eq!(refused.code, "catalog.brand_line_in_use"),
            (Err(refused), Ok(_)) => assert_eq!(fields(&refused), ["brandLineId"]),
            (created, deleted) => panic!("one of both: {created:?}, {deleted:?}"),
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn lines_go_with_a_brand_that_is_merged(pool: PgPool) {
    let shop = Shop::open(pool);
    let (nour, zahra) = (shop.brand("Nour").await, shop.brand("Zahra").await);
    let sahara = made(&shop, &nour, "Sahara").await;
    let ambre = product(&shop, "Ambre", &nour, &sahara).await;
    let merge = proto::MergeBrandRequest { id: nour.clone(), version: 1, into: zahra.clone() };
    shop.brands.merge_brand(by(&content(), merge)).await.expect("begun");

    let moved = get(&shop, &sahara).await.expect("there");
    assert_eq!((moved.brand_id.as_str(), moved.version), (zahra.as_str(), 2));
    let refused = save(&shop, line(&shop, &nour, "Casbah")).await.expect_err("it is going");
    assert_eq!(refused.code, "catalog.brand_merging");
    // What still is of the one brand and what is of the other already: both are products of the line.
    product(&shop, "Oud", &zahra, &sahara).await;
    assert_eq!(shop.listing(listing_of(Scope::BrandLine, "sahara")).await.expect("listed").total, 2);

    let products = shop.catalog.product_cases();
    while products.follow_brand().await.expect("a step") {}
    let listing = shop.listing(listing_of(Scope::BrandLine, "sahara")).await.expect("listed");
    assert_eq!((listing.total, listing.brand.expect("a brand").slug.as_str()), (2, "zahra"));
    assert_eq!(get(&shop, &sahara).await.expect("there").products, 2);
    let request = proto::GetProductRequest { id: ambre.id };
    let ambre = shop.products.get_product(by(&content(), request)).await.expect("there").into_inner();
    assert_eq!((ambre.brand_id.as_str(), ambre.brand_line_id.as_str()), (zahra.as_str(), sahara.as_str()));
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM brand_line_brands WHERE line_id = $1::uuid")
        .bind(&sahara)
        .fetch_one(shop.pool())
        .await
        .expect("counted");
    assert_eq!(left, 1, "its own brand's products are all that it may have");
}

#[souk_testkit::test(SCHEMA)]
async fn the_home_page_shows_lines_with_their_brand_and_the_products_of_one(pool: PgPool) {
    let shop = Shop::open(pool);
    let nour = shop.brand("Nour").await;
    let sahara = proto::BrandLine { position: 2, picture: png(3), ..line(&shop, &nour, "Sahara") };
    let sahara = save(&shop, sahara).await.expect("saved").id;
    let casbah = made(&shop, &nour, "Casbah").await;
    made(&shop, &nour, "Rien encore").await;
    product(&shop, "Ambre", &nour, &sahara).await;
    product(&shop, "Jasmin", &nour, &casbah).await;
    let block = |kind: &str, source: &str| proto::HomeBlock {
        id: shop.id(),
        r#type: kind.into(),
        source: source.into(),
        active: true,
        ..Default::default()
    };
    let source = format!("brand_line:{sahara}");
    let wrong = proto::SaveHomeBlockRequest { block: Some(block("brand_lines_products_carousel", "new")) };
    let wrong = shop.content.save_home_block(by(&content(), wrong)).await.expect_err("of no line");
    assert_eq!(fields(&Failure::from(wrong)), ["source"]);
    for block in [block("brand_lines_carousel", ""), block("brand_lines_products_carousel", &source)] {
        let request = proto::SaveHomeBlockRequest { block: Some(block) };
        shop.content.save_home_block(by(&content(), request)).await.expect("saved");
    }
    let home = shop.home().await;
    let shown: Vec<_> = home.blocks.into_iter().map(|module| module.block).collect();
    let [views::HomeBlock::BrandLinesCarousel(lines), views::HomeBlock::BrandLinesProductsCarousel(goods)] =
        shown.as_slice()
    else {
        panic!("{shown:?}");
    };
    let tiles =
        lines.lines.iter().map(|tile| (tile.line.name.as_str(), tile.brand_name.as_str(), tile.products));
    assert_eq!(
        tiles.collect::<Vec<_>>(),
        [("Casbah", "Nour", 1), ("Sahara", "Nour", 1)],
        "none that is empty"
    );
    assert!(lines.lines[1].picture.as_ref().is_some_and(|picture| picture.name == "GRID_DISPLAY"));
    assert_eq!(goods.link, "/catalog/brandlines/sahara");
    assert_eq!(goods.products[0].name, "Ambre");
}
