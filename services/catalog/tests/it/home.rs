//! The home page: its blocks as staff make them, and as shoppers see them.

use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::orders::v1 as orders;
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, png, text};

fn block(shop: &Shop, kind: &str, source: &str) -> proto::HomeBlock {
    proto::HomeBlock {
        id: shop.id(),
        r#type: kind.into(),
        title: Some(text("Titre")),
        source: source.into(),
        active: true,
        ..Default::default()
    }
}

async fn save(shop: &Shop, block: proto::HomeBlock) -> Result<proto::HomeBlock, Failure> {
    let request = proto::SaveHomeBlockRequest { block: Some(block) };
    let answer = shop.content.save_home_block(by(&content(), request)).await;
    answer.map(tonic::Response::into_inner).map_err(Failure::from)
}

async fn save_all(shop: &Shop, blocks: Vec<proto::HomeBlock>) {
    for block in blocks {
        save(shop, block).await.expect("saved");
    }
}

async fn listed(shop: &Shop) -> Vec<proto::HomeBlock> {
    let answer = shop.content.list_home_blocks(by(&content(), proto::ListHomeBlocksRequest {})).await;
    answer.expect("listed").into_inner().blocks
}

async fn arrange(shop: &Shop, ids: &[&proto::HomeBlock]) {
    let request = proto::ArrangeHomeRequest { ids: ids.iter().map(|block| block.id.clone()).collect() };
    shop.content.arrange_home(by(&content(), request)).await.expect("arranged");
}

async fn shown(shop: &Shop) -> Vec<views::HomeBlock> {
    shop.home().await.blocks.into_iter().map(|module| module.block).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn the_home_page_shows_its_blocks_in_order_and_none_that_is_empty(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.brand_id = shop.brand("Nour").await;
    let brand = format!("brand:{}", request.brand_id);
    shop.create(request).await;
    let banner = proto::HomeBlock { link: "/new".into(), image: png(1), ..block(&shop, "banner", "") };
    let blocks = vec![
        banner,
        block(&shop, "products_carousel", "new"),
        block(&shop, "products_grid", "featured"),
        block(&shop, "category_products_carousel", &format!("category:{category}")),
        block(&shop, "brands_products_carousel", &brand),
        block(&shop, "bestsellers_products", ""),
        block(&shop, "discounted_products", ""),
        block(&shop, "categories_carousel", ""),
        block(&shop, "brands_carousel", ""),
        block(&shop, "html_block", ""),
        proto::HomeBlock { title: None, ..block(&shop, "banner", "") },
        block(&shop, "banner_carousel", ""),
    ];
    save_all(&shop, blocks).await;
    let home = shown(&shop).await;
    let [
        views::HomeBlock::Banner(banner),
        views::HomeBlock::ProductsCarousel(new),
        views::HomeBlock::CategoryProductsCarousel(bath),
        views::HomeBlock::BrandsProductsCarousel(nour),
        views::HomeBlock::CategoriesCarousel(categories),
        views::HomeBlock::BrandsCarousel(brands),
    ] = home.as_slice()
    else {
        panic!("{home:?}");
    };
    assert_eq!(nour.link, "/catalog/brands/nour");
    assert!(banner.image.as_ref().is_some_and(|image| image.url.starts_with("/media/shop/")));
    assert_eq!((new.products[0].name.as_str(), new.link.as_str()), ("Savon", "/new"));
    assert_eq!(bath.link, "/catalog/category/bain");
    assert_eq!((categories.categories[0].products, brands.brands[0].products), (1, 1));
    let newest = shop.events::<proto::ContentChanged>().await.into_iter().max_by_key(|event| event.version);
    assert_eq!(newest.expect("told").kind, "home");
}

#[souk_testkit::test(SCHEMA)]
async fn a_discount_is_told_with_its_end_while_it_is_in_force_and_texts_take_turns_by_line(pool: PgPool) {
    let shop = Shop::open(pool);
    let ends_at = "2099-11-30T22:59:59Z".to_owned();
    let current = proto::Promotion { ends_at, subtitle: Some(text("Vite")), ..shop.promotion(2_000) };
    let page = format!("/promotions/{}", current.id);
    let stopped = proto::Promotion { active: false, ..shop.promotion(1_000) };
    let source = |promotion: &proto::Promotion| format!("promotion:{}", promotion.id);
    let lines = proto::HomeBlock { text: Some(text("Un\n\n Deux ")), ..block(&shop, "text_carousel", "") };
    let blocks = vec![
        block(&shop, "discount_block", &source(&current)),
        block(&shop, "discount_block", &source(&stopped)),
        lines,
        block(&shop, "text_carousel", ""),
    ];
    for promotion in [current, stopped] {
        shop.promote(promotion).await.expect("saved");
    }
    save_all(&shop, blocks).await;
    let home = shown(&shop).await;
    let [views::HomeBlock::DiscountBlock(discount), views::HomeBlock::TextCarousel(texts)] = home.as_slice()
    else {
        panic!("{home:?}");
    };
    assert_eq!(
        (discount.discount_value.0.centimes(), discount.rule_type),
        (2_000, views::RuleType::Percentage)
    );
    assert_eq!(discount.discount_end_date.as_deref(), Some("2099-11-30 CET 23:59:59"));
    assert_eq!((&discount.link, discount.subtitle.as_str()), (&page, "Vite"), "where the block says nothing");
    assert_eq!(texts.items, ["Un", "Deux"]);
}

#[souk_testkit::test(SCHEMA)]
async fn delivered_orders_make_bestsellers(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let soap = shop.create(shop.new_product("Savon", &category)).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    for (product, quantity) in [(&soap.id, 5), (&candle.id, 2)] {
        let line = orders::OrderLine { product_id: product.clone(), quantity, ..Default::default() };
        let order = orders::Order { id: shop.id(), lines: vec![line], ..Default::default() };
        for _repeat in 0..3 {
            let mut tx = shop.pool().begin().await.expect("a transaction");
            souk_catalog::sales::record_in(&mut tx, &shop.clock, &order).await.expect("noted");
            tx.commit().await.expect("committed");
        }
    }
    save(&shop, block(&shop, "bestsellers_products", "")).await.expect("saved");
    let views::HomeBlock::BestsellersProducts(best) = shown(&shop).await.remove(0) else {
        panic!("a carousel")
    };
    let names: Vec<_> = best.products.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Savon", "Bougie"]);
}

#[souk_testkit::test(SCHEMA)]
async fn what_sold_long_ago_is_no_bestseller(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let soap = shop.create(shop.new_product("Savon", &category)).await;
    let candle = shop.create(shop.new_product("Bougie", &category)).await;
    let best = async || {
        souk_catalog::sales::forget_old(&shop.catalog.context).await.expect("looked");
        let mut conn = shop.pool().acquire().await.expect("a connection");
        let best = souk_catalog::sales::bestsellers(&mut conn, 10).await.expect("read");
        best.into_iter().map(|id| id.to_string()).collect::<Vec<_>>()
    };
    for (product, quantity) in [(&soap.id, 50), (&candle.id, 2), (&soap.id, 1)] {
        let line = orders::OrderLine { product_id: product.clone(), quantity, ..Default::default() };
        let order = orders::Order { id: shop.id(), lines: vec![line], ..Default::default() };
        let mut tx = shop.pool().begin().await.expect("a transaction");
        souk_catalog::sales::record_in(&mut tx, &shop.clock, &order).await.expect("noted");
        tx.commit().await.expect("committed");
        shop.clock.advance(time::Duration::days(30));
    }
    assert_eq!(best().await, [soap.id.clone(), candle.id.clone()], "90 days: all of it");
    shop.clock.advance(time::Duration::days(1));
    assert_eq!(best().await, [candle.id.clone(), soap.id.clone()], "the fifty are gone");
    shop.clock.advance(time::Duration::days(60));
    assert!(best().await.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_promotion_reaches_is_shown_once_and_goes_with_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let bath = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &bath)).await;
    shop.create(shop.new_product("Bougie", &shop.category("Maison", "").await)).await;
    save(&shop, block(&shop, "discounted_products", "")).await.expect("saved");
    assert!(shown(&shop).await.is_empty());
    let of_bath = |value| proto::Promotion {
        rule: "category".into(),
        entity_id: bath.clone(),
        ..shop.promotion(value)
    };
    let (one, other) = (of_bath(1_000), of_bath(2_000));
    shop.promote(one).await.expect("saved");
    let saved = shop.promote(other).await.expect("saved");
    let views::HomeBlock::DiscountedProducts(discounted) = shown(&shop).await.remove(0) else {
        panic!("discounted products")
    };
    let names: Vec<_> = discounted.products.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Savon"]);
    let too_much = proto::Promotion { rule_type: "amount".into(), ..shop.promotion(i64::from(u32::MAX)) };
    shop.promote(too_much).await.expect("saved");
    let views::HomeBlock::DiscountedProducts(discounted) = shown(&shop).await.remove(0) else {
        panic!("discounted products")
    };
    assert_eq!(discounted.products.len(), 1, "of all products it reduces none");
    shop.promote(proto::Promotion { active: false, ..saved }).await.expect("ended");
    assert_eq!(shown(&shop).await.len(), 1, "the other one still holds");
}

#[souk_testkit::test(SCHEMA)]
async fn a_block_is_made_edited_put_elsewhere_and_taken_away(pool: PgPool) {
    let shop = Shop::open(pool);
    let made = save(&shop, proto::HomeBlock { image: png(1), ..block(&shop, "banner", "") }).await;
    let made = made.expect("made");
    assert_eq!(made.version, 1);
    let again = proto::HomeBlock { version: 0, ..made.clone() };
    assert_eq!(save(&shop, again).await.expect("the same"), made, "a repeat makes no second block");

    let settings = proto::ModuleSettings {
        show_title: false,
        size: 6,
        bg_color: "#fff3e0".into(),
        container_class: "wide".into(),
        wrapper_css_class: "on-phone  warm".into(),
        on_mobile: 1,
        on_tablet: 2,
        on_desktop: 4,
    };
    let edited = proto::HomeBlock { link: "/new".into(), settings: Some(settings), ..made.clone() };
    let edited = save(&shop, edited).await.expect("edited");
    let kept = edited.settings.clone().expect("settings");
    assert_eq!((edited.version, kept.wrapper_css_class.as_str()), (2, "on-phone warm"));
    assert_eq!(edited.image_url, made.image_url, "its picture stays");
    assert_eq!(save(&shop, made.clone()).await.expect_err("read before").kind, Kind::Conflict);
    let module = shop.home().await.blocks.remove(0);
    let looks = module.settings;
    assert_eq!((looks.show_title, looks.size, looks.bg_color.as_str()), (false, 6, "#fff3e0"));
    assert_eq!(looks.responsive_number, views::ResponsiveNumber { mobile: 1, tablet: 2, desktop: 4 });

    let second = save(&shop, block(&shop, "banner", "")).await.expect("made");
    let third = save(&shop, block(&shop, "banner", "")).await.expect("made");
    arrange(&shop, &[&third, &made]).await;
    let order: Vec<_> = listed(&shop).await.into_iter().map(|block| block.id).collect();
    assert_eq!(order, [third.id.clone(), made.id.clone(), second.id.clone()]);

    let request = || by(&content(), proto::DeleteHomeBlockRequest { id: second.id.clone() });
    shop.content.delete_home_block(request()).await.expect("taken away");
    let gone = shop.content.delete_home_block(request()).await.map_err(Failure::from).expect_err("gone");
    assert_eq!((gone.kind, listed(&shop).await.len()), (Kind::NotFound, 2));
    let told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let actions: Vec<_> = told.map(|entry| entry.action).collect();
    let saved = ["catalog.home_block_saved"; 4];
    assert_eq!(actions[..4], saved);
    assert_eq!(actions[4..], ["catalog.home_arranged", "catalog.home_block_removed"]);
    let newest = shop.events::<proto::ContentChanged>().await.into_iter().max_by_key(|event| event.version);
    assert_eq!(newest.expect("told").kind, "home");
}

#[souk_testkit::test(SCHEMA)]
async fn a_block_comes_and_goes_by_itself(pool: PgPool) {
    let shop = Shop::open(pool);
    let at =
        |hours| souk_kernel::rfc3339(souk_kernel::Clock::now(&shop.clock) + time::Duration::hours(hours));
    let planned = proto::HomeBlock { starts_at: at(1), ends_at: at(2), ..block(&shop, "banner", "") };
    let hidden = proto::HomeBlock { active: false, ..block(&shop, "banner", "") };
    save_all(&shop, vec![planned, hidden]).await;
    let mut seen = Vec::new();
    for _hour in 0..3 {
        seen.push(shown(&shop).await.len());
        shop.clock.advance(time::Duration::hours(1));
    }
    assert_eq!(seen, [0, 1, 0]);
}

/// Titles of the banners of a preview with whether shoppers see them.
async fn previewed(shop: &Shop, request: proto::GetHomePreviewRequest) -> Vec<(String, bool)> {
    let told = preview(shop, request).await.expect("previewed").blocks.into_iter();
    told.map(|block| match block.module.block {
        views::HomeBlock::Banner(banner) => (banner.title, block.is_shown),
        other => panic!("{other:?}"),
    })
    .collect()
}

async fn preview(shop: &Shop, request: proto::GetHomePreviewRequest) -> Result<views::HomePreview, Failure> {
    shop.catalog.catch_up().await.expect("caught up");
    let request = proto::GetHomePreviewRequest { language: "fr".into(), ..request };
    let answer = shop.content.get_home_preview(by(&content(), request)).await.map_err(Failure::from)?;
    Ok(serde_json::from_slice(&answer.into_inner().json).expect("a preview"))
}

#[souk_testkit::test(SCHEMA)]
async fn a_preview_shows_what_is_not_saved_and_stores_nothing(pool: PgPool) {
    let shop = Shop::open(pool);
    let named = |title: &str| proto::HomeBlock { title: Some(text(title)), ..block(&shop, "banner", "") };
    let soon = souk_kernel::rfc3339(souk_kernel::Clock::now(&shop.clock) + time::Duration::hours(1));
    let hidden = proto::HomeBlock { active: false, ..named("Caché") };
    let planned = proto::HomeBlock { starts_at: soon, ..named("Prévu") };
    save_all(&shop, vec![named("Un"), hidden, named("Deux"), planned]).await;
    let stored = listed(&shop).await;
    let told = shop.events::<proto::ContentChanged>().await.len();
    let shown = |titles: &[(&str, bool)]| {
        titles.iter().map(|(title, shown)| ((*title).to_owned(), *shown)).collect::<Vec<_>>()
    };

    let plain = previewed(&shop, proto::GetHomePreviewRequest::default()).await;
    assert_eq!(plain, shown(&[("Un", true), ("Deux", true)]));
    let ids = vec![stored[3].id.clone(), stored[2].id.clone()];
    let turned = proto::GetHomePreviewRequest { ids, all: true, ..Default::default() };
    let expected = shown(&[("Prévu", false), ("Deux", true), ("Un", true), ("Caché", false)]);
    assert_eq!(previewed(&shop, turned).await, expected);

    let edited = proto::HomeBlock { title: Some(text("Ouvert")), version: 0, ..stored[1].clone() };
    let edit = proto::GetHomePreviewRequest { block: Some(edited), ..Default::default() };
    let expected = shown(&[("Un", true), ("Ouvert", false), ("Deux", true)]);
    assert_eq!(previewed(&shop, edit).await, expected, "the one that is edited is seen, in its place");
    let new = proto::GetHomePreviewRequest { block: Some(named("Trois")), ..Default::default() };
    assert_eq!(previewed(&shop, new).await, shown(&[("Un", true), ("Deux", true), ("Trois", true)]));

    assert_eq!(listed(&shop).await, stored);
    assert_eq!(shop.events::<proto::ContentChanged>().await.len(), told);
}

#[souk_testkit::test(SCHEMA)]
async fn a_preview_is_clean_and_holds_no_picture_but_the_block_s_own(pool: PgPool) {
    let shop = Shop::open(pool);
    let kept = proto::HomeBlock { image: png(1), ..block(&shop, "banner", "") };
    let kept = save(&shop, kept).await.expect("saved");
    let of =
        |block: proto::HomeBlock| proto::GetHomePreviewRequest { block: Some(block), ..Default::default() };

    let html = text("<p>Doux</p><script>alert(1)</script>");
    let written = proto::HomeBlock { html: Some(html), ..block(&shop, "html_block", "") };
    let views::HomeBlock::HtmlBlock(written) =
        preview(&shop, of(written)).await.expect("previewed").blocks.remove(1).module.block
    else {
        panic!("html")
    };
    assert_eq!(written.html, "<p>Doux</p>");

    let slides = [b"new".to_vec(), Vec::new()].map(|image| proto::Slide { image, ..Default::default() });
    let carousel = proto::HomeBlock { slides: slides.into(), ..block(&shop, "banner_carousel", "") };
    let views::HomeBlock::BannerCarousel(carousel) =
        preview(&shop, of(carousel)).await.expect("previewed").blocks.remove(1).module.block
    else {
        panic!("banners")
    };
    let addresses: Vec<_> =
        carousel.banners.iter().map(|one| one.image.as_ref().map(|one| &*one.url)).collect();
    assert_eq!(addresses, [Some("")], "a new one has no address, and needs none to be shown");

    // One of the shop's, and one of nobody's.
    let chosen = proto::HomeBlock { image_url: kept.image_url.clone(), ..block(&shop, "banner", "") };
    preview(&shop, of(chosen)).await.expect("shown");
    let foreign =
        proto::HomeBlock { image_url: "/media/shop/0-1080.jpg".into(), ..block(&shop, "banner", "") };
    assert_eq!(fields(&preview(&shop, of(foreign)).await.expect_err("refused")), ["image"]);
    let wrong = proto::HomeBlock { link: "//a.example".into(), ..kept };
    assert_eq!(fields(&preview(&shop, of(wrong)).await.expect_err("refused")), ["link"]);
    let request = proto::GetHomePreviewRequest { language: "fr".into(), ..Default::default() };
    let other = shop.content.get_home_preview(by(&Actor::shopper(), request)).await.map_err(Failure::from);
    assert_eq!(other.expect_err("refused").kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn html_is_shown_without_what_runs(pool: PgPool) {
    let shop = Shop::open(pool);
    let html = text("<h2>Doux</h2><script>alert(1)</script><img src=x onerror=alert(1)>");
    let saved = save(&shop, proto::HomeBlock { html: Some(html), ..block(&shop, "html_block", "") }).await;
    let stored = saved.expect("saved").html.expect("html").fr;
    let views::HomeBlock::HtmlBlock(shown) = shown(&shop).await.remove(0) else { panic!("html") };
    assert_eq!(stored, "<h2>Doux</h2><img src=\"x\">");
    assert_eq!(shown.html, stored);
    // As a release before could have stored it.
    sqlx::query(
        "UPDATE home_blocks SET block = jsonb_set(block, '{html,fr}', '\"<script>alert(1)</script>\"')",
    )
    .execute(shop.pool())
    .await
    .expect("written");
    let other = proto::HomeBlock { text: Some(text("Un")), ..block(&shop, "text_carousel", "") };
    save(&shop, other).await.expect("saved");
    assert_eq!(shop.home().await.blocks.len(), 1, "nothing is left of it");
}

#[souk_testkit::test(SCHEMA)]
async fn banners_take_turns_with_pictures_of_their_own(pool: PgPool) {
    let shop = Shop::open(pool);
    let slide = |title: &str, picture: Vec<u8>| proto::Slide {
        title: Some(text(title)),
        image: picture,
        ..Default::default()
    };
    let slides = vec![slide("Un", png(1)), slide("", Vec::new()), slide("Deux", png(2))];
    let carousel = proto::HomeBlock { slides, ..block(&shop, "banner_carousel", "") };
    let mut saved = save(&shop, carousel).await.expect("saved");
    let urls: Vec<_> = saved.slides.iter().map(|slide| slide.image_url.clone()).collect();
    assert!(urls[1].is_empty() && urls[0] != urls[2], "{urls:?}");
    saved.slides.swap(0, 2);
    let turned = save(&shop, saved).await.expect("saved");
    assert_eq!(turned.slides[0].image_url, urls[2], "pictures go with their banners");
    let views::HomeBlock::BannerCarousel(carousel) = shown(&shop).await.remove(0) else { panic!("banners") };
    let titles: Vec<_> = carousel.banners.iter().map(|banner| banner.title.as_str()).collect();
    assert_eq!(titles, ["Deux", "Un"], "one that says nothing is not shown");
}

#[souk_testkit::test(SCHEMA)]
async fn a_block_that_can_t_be_shown_is_refused_by_name(pool: PgPool) {
    let shop = Shop::open(pool);
    let settings = proto::ModuleSettings {
        size: 5,
        bg_color: "red".into(),
        container_class: "a{}".into(),
        on_tablet: 13,
        ..Default::default()
    };
    let wrong = proto::HomeBlock {
        id: "x".into(),
        link: "https://example.org".into(),
        starts_at: "2026-11-02T00:00:00Z".into(),
        ends_at: "2026-11-01T00:00:00Z".into(),
        title: Some(text(&"a".repeat(301))),
        number: 25,
        slides: vec![proto::Slide { link: "//a.example".into(), ..Default::default() }],
        settings: Some(settings),
        ..block(&shop, "products_carousel", "colour:x")
    };
    let failure = save(&shop, wrong).await.expect_err("refused");
    let expected = [
        "id",
        "source",
        "endsAt",
        "title.fr",
        "link",
        "number",
        "size",
        "bgColor",
        "responsiveNumber.tablet",
        "containerClass",
        "slides[0].link",
    ];
    assert_eq!(fields(&failure), expected);
    for (kind, source, field) in [
        ("marquee", "", "type"),
        ("category_products_carousel", "", "source"),
        ("discount_block", "new", "source"),
        ("text_carousel", "bestsellers", "source"),
    ] {
        let failure = save(&shop, block(&shop, kind, source)).await.expect_err("refused");
        assert_eq!(fields(&failure), [field], "{kind}");
    }
    let foreign =
        proto::HomeBlock { image_url: "/media/shop/0-1080.jpg".into(), ..block(&shop, "banner", "") };
    assert_eq!(fields(&save(&shop, foreign).await.expect_err("refused")), ["image"]);
    let slides = vec![proto::Slide { image: b"<svg>".to_vec(), ..Default::default() }];
    let drawn = proto::HomeBlock { slides, ..block(&shop, "banner_carousel", "") };
    assert_eq!(fields(&save(&shop, drawn).await.expect_err("refused")), ["slides[0].image"]);
}

#[souk_testkit::test(SCHEMA)]
async fn who_does_not_write_content_sees_the_page_alone(pool: PgPool) {
    let shop = Shop::open(pool);
    let sales = crate::support::staff(souk_kernel::Role::Sales);
    let request = proto::SaveHomeBlockRequest { block: Some(block(&shop, "banner", "")) };
    let save = shop.content.save_home_block(by(&sales, request)).await.map_err(Failure::from);
    let list = shop.content.list_home_blocks(by(&Actor::shopper(), proto::ListHomeBlocksRequest {})).await;
    let kinds = [save.expect_err("refused").kind, list.map_err(Failure::from).expect_err("refused").kind];
    assert_eq!(kinds, [Kind::Forbidden, Kind::Forbidden]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_block_of_a_newer_release_is_left_out_and_stays(pool: PgPool) {
    let shop = Shop::open(pool);
    let newer = proto::HomeBlock { link: "/new".into(), image: png(1), ..block(&shop, "banner", "") };
    let own = proto::HomeBlock { link: "/featured".into(), image: png(2), ..block(&shop, "banner", "") };
    let newer = save(&shop, newer).await.expect("saved");
    sqlx::query("UPDATE home_blocks SET block = jsonb_set(block, '{source}', '\"moon:1\"')")
        .execute(shop.pool())
        .await
        .expect("as a newer one stores it");
    let own = save(&shop, own).await.expect("saved");
    let ids: Vec<_> = listed(&shop).await.into_iter().map(|block| block.id).collect();
    assert_eq!(ids, [&*own.id]);
    assert!(matches!(shown(&shop).await.as_slice(), [views::HomeBlock::Banner(_)]));
    arrange(&shop, &[&own]).await;
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM home_blocks WHERE id = $1::uuid")
        .bind(newer.id)
        .fetch_one(shop.pool())
        .await
        .expect("read");
    assert_eq!(kept, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_block_of_what_is_not_there_is_refused_and_one_of_what_goes_says_so(pool: PgPool) {
    let shop = Shop::open(pool);
    let unknown = shop.id();
    for (kind, source) in [
        ("category_products_carousel", "category"),
        ("brands_products_carousel", "brand"),
        ("brand_lines_products_carousel", "brand_line"),
        ("collection_products", "collection"),
        ("discount_block", "promotion"),
        ("blog_post_card", "blog_post"),
    ] {
        let refused = save(&shop, block(&shop, kind, &format!("{source}:{unknown}"))).await;
        let refused = refused.expect_err("nobody has it");
        assert_eq!((fields(&refused), refused.kind), (vec!["source"], Kind::Invalid), "{kind}");
        assert_eq!(refused.violations[0].key, "form.validation.unknown");
    }
    let category = shop.category("Bain", "").await;
    let source = format!("category:{category}");
    let saved = save(&shop, block(&shop, "category_products_carousel", &source)).await.expect("saved");
    save(&shop, block(&shop, "tag_products", "tag:été")).await.expect("a tag may have products later");
    assert_eq!(listed(&shop).await.iter().map(|block| block.source_gone).collect::<Vec<_>>(), [false, false]);

    // Past the service, which keeps what a block names: as by a dump of a part of the shop.
    sqlx::query("DELETE FROM categories").execute(shop.pool()).await.expect("deleted");
    assert_eq!(listed(&shop).await.iter().map(|block| block.source_gone).collect::<Vec<_>>(), [true, false]);
    assert!(shown(&shop).await.is_empty());
    let hidden =
        save(&shop, proto::HomeBlock { active: false, ..saved.clone() }).await.expect("can be hidden");
    assert!(hidden.source_gone);
    let other = proto::HomeBlock { source: format!("category:{unknown}"), ..hidden };
    assert_eq!(fields(&save(&shop, other).await.expect_err("nobody has it")), ["source"]);
}
