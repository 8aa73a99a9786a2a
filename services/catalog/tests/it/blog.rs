//! The blog as the merchant writes it, and as shoppers read it.

use souk_kernel::{Clock as _, Role, rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::blog_server::Blog as _;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::catalog::v1::menus_server::Menus as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{QueryCount, SCHEMA, Shop, by, content, fields, png, staff, text};

/// Calls as the role that may write content.
macro_rules! call {
    ($shop:expr, $method:ident, $request:expr) => {
        $shop.blog.$method(by(&content(), $request)).await.map(|it| it.into_inner()).map_err(Failure::from)
    };
}

fn category(shop: &Shop, name: &str) -> proto::BlogCategory {
    proto::BlogCategory { id: shop.id(), name: Some(text(name)), ..Default::default() }
}

async fn file(shop: &Shop, category: proto::BlogCategory) -> Result<proto::BlogCategory, Failure> {
    call!(shop, save_blog_category, proto::SaveBlogCategoryRequest { category: Some(category) })
}

/// A category that is there.
async fn filed(shop: &Shop, name: &str) -> proto::BlogCategory {
    file(shop, category(shop, name)).await.expect("saved")
}

fn post(shop: &Shop, category: &proto::BlogCategory, title: &str) -> proto::BlogPost {
    proto::BlogPost {
        id: shop.id(),
        category_id: category.id.clone(),
        title: Some(text(title)),
        active: true,
        ..Default::default()
    }
}

async fn save(shop: &Shop, post: proto::BlogPost) -> Result<proto::BlogPost, Failure> {
    call!(shop, save_blog_post, proto::SaveBlogPostRequest { post: Some(post) })
}

async fn read(shop: &Shop, slug: &str, language: &str) -> Result<views::BlogPost, Failure> {
    let request = proto::GetPublishedBlogPostRequest { slug: slug.into(), language: language.into() };
    let answer = shop.blog.get_published_blog_post(by(&Actor::shopper(), request)).await?;
    Ok(serde_json::from_slice(&answer.into_inner().json).expect("a post"))
}

async fn posts(shop: &Shop, category: &str, page: u32) -> Result<views::BlogPosts, Failure> {
    let request = proto::ListPublishedBlogPostsRequest {
        category: category.into(),
        page: Some(PageRequest { page, size: 12 }),
        language: "fr".into(),
    };
    let answer = shop.blog.list_published_blog_posts(by(&Actor::shopper(), request)).await?;
    Ok(serde_json::from_slice(&answer.into_inner().json).expect("a list"))
}

fn titles(list: &views::BlogPosts) -> Vec<&str> {
    list.posts.iter().map(|post| post.title.as_str()).collect()
}

async fn listed(shop: &Shop, request: proto::ListBlogPostsRequest) -> Vec<String> {
    let answer = call!(shop, list_blog_posts, request).expect("listed");
    assert_eq!(answer.total, answer.posts.len() as u64);
    answer.posts.into_iter().map(|post| post.title.unwrap_or_default().fr).collect()
}

async fn addresses(shop: &Shop) -> Vec<String> {
    let request = by(&Actor::shopper(), proto::ListAddressesRequest { part: 0 });
    let answer = shop.products.list_addresses(request).await.expect("listed").into_inner();
    answer.addresses.into_iter().map(|address| address.slug).collect()
}

fn in_hours(shop: &Shop, hours: i64) -> String {
    rfc3339(shop.clock.now() + time::Duration::hours(hours))
}

fn block(shop: &Shop, kind: &str, source: &str) -> proto::HomeBlock {
    proto::HomeBlock {
        id: shop.id(),
        r#type: kind.into(),
        source: source.into(),
        active: true,
        ..Default::default()
    }
}

async fn show(shop: &Shop, block: proto::HomeBlock) -> Result<proto::HomeBlock, Failure> {
    let request = proto::SaveHomeBlockRequest { block: Some(block) };
    let answer = shop.content.save_home_block(by(&content(), request)).await;
    answer.map(tonic::Response::into_inner).map_err(Failure::from)
}

async fn home(shop: &Shop) -> Vec<views::HomeBlock> {
    shop.home().await.blocks.into_iter().map(|module| module.block).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_written_is_read_cleaned_in_the_shoppers_language(pool: PgPool) {
    let shop = Shop::open(pool);
    let guides = proto::BlogCategory {
        name: Some(LocalizedText { ar: "أدلة".into(), ..text("Guides d’achat") }),
        ..category(&shop, "")
    };
    let guides = file(&shop, guides).await.expect("saved");
    let html = LocalizedText {
        fr: "<h2>Délais</h2><p>48 h &amp; plus</p><script>alert(1)</script>".into(),
        ar: "<p onclick=\"x()\">48 ساعة</p>".into(),
        en: String::new(),
    };
    let wanted = proto::BlogPost {
        title: Some(LocalizedText { ar: "التوصيل".into(), ..text("La livraison à domicile") }),
        html: Some(html),
        picture: png(7),
        ..post(&shop, &guides, "")
    };
    let saved = save(&shop, wanted).await.expect("saved");
    assert_eq!((saved.slug.as_str(), saved.version), ("la-livraison-a-domicile", 1));
    assert_eq!((saved.state.as_str(), saved.published_at.as_str()), ("published", "2026-11-21T09:00:00Z"));
    assert_eq!(saved.category_name.as_ref().map(|name| name.fr.as_str()), Some("Guides d’achat"));
    assert!(saved.picture_url.starts_with("/media/shop/"));

    let french = read(&shop, &saved.slug, "fr").await.expect("found");
    assert_eq!(french.html, "<h2>Délais</h2><p>48 h &amp; plus</p>");
    assert_eq!((french.excerpt.as_str(), french.seo_description.as_str()), ("", "Délais 48 h & plus"));
    assert_eq!(french.picture.map(|picture| picture.url), Some(saved.picture_url.clone()));
    let arabic = read(&shop, &saved.slug, "ar").await.expect("found");
    assert_eq!((arabic.title.as_str(), arabic.category.name.as_str()), ("التوصيل", "أدلة"));
    let newest = shop.events::<proto::ContentChanged>().await.into_iter().max_by_key(|event| event.version);
    assert_eq!(newest.expect("told").kind, "blog");

    let kept = proto::BlogPost { excerpt: Some(text("En deux jours")), ..saved.clone() };
    let kept = save(&shop, kept).await.expect("saved");
    assert_eq!((kept.picture_url.as_str(), kept.version), (saved.picture_url.as_str(), 2));
    assert_eq!(read(&shop, &saved.slug, "fr").await.expect("found").seo_description, "En deux jours");
    let bare = save(&shop, proto::BlogPost { picture_url: String::new(), ..kept }).await.expect("saved");
    assert!(bare.picture_url.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn a_post_is_read_from_its_date_on_and_a_draft_never(pool: PgPool) {
    let shop = Shop::open(pool);
    let guides = filed(&shop, "Guides").await;
    let planned = proto::BlogPost { published_at: in_hours(&shop, 2), ..post(&shop, &guides, "Bientôt") };
    let planned = save(&shop, planned).await.expect("saved");
    let draft = proto::BlogPost { active: false, ..post(&shop, &guides, "Brouillon") };
    let draft = save(&shop, draft).await.expect("saved");
    assert_eq!((planned.state.as_str(), draft.state.as_str()), ("planned", "draft"));
    assert_eq!(draft.published_at, "");
    for kind in ["blog_posts_carousel", "blog_categories_carousel"] {
        show(&shop, block(&shop, kind, "")).await.expect("saved");
    }
    show(&shop, block(&shop, "blog_post_card", &format!("blog_post:{}", planned.id))).await.expect("saved");

    assert_eq!(read(&shop, "bientot", "fr").await.expect_err("hidden").code, "catalog.unknown_blog_post");
    assert_eq!(posts(&shop, "guides", 1).await.expect("there").total, 0);
    assert!(addresses(&shop).await.is_empty() && home(&shop).await.is_empty());
    // Nobody saves anything meanwhile.
    shop.clock.advance(time::Duration::hours(2));
    assert_eq!(read(&shop, "bientot", "fr").await.expect("its date came").title, "Bientôt");
    assert_eq!(read(&shop, "brouillon", "fr").await.expect_err("hidden").kind, Kind::NotFound);
    assert_eq!(titles(&posts(&shop, "", 1).await.expect("there")), ["Bientôt"]);
    assert_eq!(addresses(&shop).await, ["guides", "bientot"]);
    assert_eq!(home(&shop).await.len(), 3);
    let hidden = save(&shop, proto::BlogPost { active: false, ..planned }).await.expect("saved");
    assert_eq!((hidden.state.as_str(), home(&shop).await.len()), ("draft", 0));
}

#[souk_testkit::test(SCHEMA)]
async fn posts_are_listed_newest_first_by_category_and_page(pool: PgPool) {
    let shop = Shop::open(pool);
    let (guides, news) = (filed(&shop, "Guides").await, filed(&shop, "Actualités").await);
    filed(&shop, "Vide").await;
    for number in 1..=13 {
        let post = post(&shop, &guides, &format!("Guide {number}"));
        save(&shop, proto::BlogPost { published_at: in_hours(&shop, -number), ..post }).await.expect("saved");
    }
    save(&shop, post(&shop, &news, "Du neuf")).await.expect("saved");
    let first = posts(&shop, "", 1).await.expect("there");
    assert_eq!((first.total, first.page_count, first.posts.len()), (14, 2, 12));
    assert_eq!(titles(&first)[..2], ["Du neuf", "Guide 1"]);
    assert_eq!(first.category, None);
    let names: Vec<_> = first.categories.iter().map(|category| category.name.as_str()).collect();
    assert_eq!(names, ["Actualités", "Guides"], "those that have posts");
    let second = posts(&shop, "guides", 2).await.expect("there");
    assert_eq!((titles(&second), second.total), (vec!["Guide 13"], 13));
    assert_eq!(second.category.map(|category| category.slug).as_deref(), Some("guides"));
    assert!(posts(&shop, "vide", 1).await.expect("there").posts.is_empty());
    assert_eq!(posts(&shop, "x", 1).await.expect_err("gone").code, "catalog.unknown_blog_category");

    let cost = async |size: u32| {
        let count = QueryCount::start();
        let request = proto::ListPublishedBlogPostsRequest {
            page: Some(PageRequest { page: 1, size }),
            ..Default::default()
        };
        shop.blog.list_published_blog_posts(by(&Actor::shopper(), request)).await.expect("listed");
        count.stop()
    };
    assert_eq!(cost(12).await, cost(200).await);
}

#[souk_testkit::test(SCHEMA)]
async fn former_addresses_lead_on_until_what_they_were_of_is_gone(pool: PgPool) {
    let shop = Shop::open(pool);
    let guides = filed(&shop, "Guides").await;
    let first = save(&shop, post(&shop, &guides, "Livraison")).await.expect("saved");
    let moved = proto::BlogPost { slug: "delais".into(), ..first.clone() };
    let moved = save(&shop, moved).await.expect("saved");
    let refused = read(&shop, "livraison", "fr").await.expect_err("moved");
    assert_eq!((refused.code.as_ref(), refused.metadata["movedTo"].as_str()), ("catalog.moved", "delais"));
    let later = proto::BlogPost { published_at: in_hours(&shop, 1), ..moved };
    let later = save(&shop, later).await.expect("saved");
    assert_eq!(read(&shop, "livraison", "fr").await.expect_err("not yet").code, "catalog.unknown_blog_post");

    let renamed = proto::BlogCategory { slug: "conseils".into(), ..guides.clone() };
    file(&shop, renamed).await.expect("saved");
    let refused = posts(&shop, "guides", 1).await.expect_err("moved");
    assert_eq!((refused.code.as_ref(), refused.metadata["movedTo"].as_str()), ("catalog.moved", "conseils"));

    let kept = call!(shop, delete_blog_category, proto::DeleteBlogCategoryRequest { id: guides.id.clone() });
    let kept = kept.expect_err("in use");
    assert_eq!((kept.code.as_ref(), kept.metadata["posts"].as_str()), ("catalog.blog_category_in_use", "1"));
    call!(shop, delete_blog_post, proto::DeleteBlogPostRequest { id: later.id.clone() }).expect("deleted");
    call!(shop, delete_blog_category, proto::DeleteBlogCategoryRequest { id: guides.id }).expect("deleted");
    for slug in ["guides", "conseils"] {
        assert_eq!(posts(&shop, slug, 1).await.expect_err("gone").code, "catalog.gone");
    }
    for slug in ["livraison", "delais"] {
        assert_eq!(read(&shop, slug, "fr").await.expect_err("gone").code, "catalog.gone");
    }
    let next = filed(&shop, "Guides").await;
    assert!(posts(&shop, "guides", 1).await.is_ok(), "it is there again");
    let hidden = save(&shop, post(&shop, &next, "Livraison")).await.expect("saved");
    save(&shop, proto::BlogPost { active: false, ..hidden }).await.expect("hidden");
    assert_eq!(read(&shop, "livraison", "fr").await.expect_err("hidden").code, "catalog.unknown_blog_post");
    // A save from before has nothing to change.
    assert_eq!(save(&shop, later).await.expect_err("gone").kind, Kind::NotFound);
    assert_eq!(save(&shop, first).await.expect_err("gone").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn a_save_changes_the_version_that_was_read_and_says_what_is_wrong(pool: PgPool) {
    let shop = Shop::open(pool);
    let guides = filed(&shop, "Guides").await;
    let repeat = file(&shop, proto::BlogCategory { version: 0, ..guides.clone() }).await;
    assert_eq!(repeat.expect("a repeat"), guides);
    let first = save(&shop, post(&shop, &guides, "Tailles")).await.expect("saved");
    shop.clock.advance(time::Duration::hours(1));
    let undated = proto::BlogPost { version: 0, published_at: String::new(), ..first.clone() };
    assert_eq!(save(&shop, undated).await.expect("a repeat"), first, "it keeps the date that it got");
    let second = save(&shop, proto::BlogPost { excerpt: Some(text("Mesurez")), ..first.clone() }).await;
    assert_eq!(second.expect("saved").version, 2);
    let stale = save(&shop, proto::BlogPost { active: false, ..first }).await.expect_err("stale");
    assert_eq!((stale.code.as_ref(), stale.metadata["version"].as_str()), ("catalog.stale_version", "2"));
    let taken = proto::BlogPost { slug: "tailles".into(), ..post(&shop, &guides, "Autre") };
    let taken = save(&shop, taken).await.expect_err("taken");
    assert_eq!((taken.code.as_ref(), taken.metadata["field"].as_str()), ("catalog.taken", "slug"));

    let wrong = proto::BlogPost {
        category_id: "x".into(),
        slug: "a/b".into(),
        published_at: "demain".into(),
        excerpt: Some(text(&"x".repeat(501))),
        html: Some(text(&"x".repeat(50_001))),
        ..post(&shop, &guides, " ")
    };
    let expected = ["categoryId", "title.fr", "slug", "publishedAt", "excerpt.fr", "html.fr"];
    assert_eq!(fields(&save(&shop, wrong).await.expect_err("refused")), expected);
    let nowhere = proto::BlogPost { category_id: shop.id(), ..post(&shop, &guides, "Ailleurs") };
    assert_eq!(fields(&save(&shop, nowhere).await.expect_err("refused")), ["categoryId"]);
    let pictured = proto::BlogPost { picture_url: "/media/shop/x.jpg".into(), ..post(&shop, &guides, "Ici") };
    assert_eq!(fields(&save(&shop, pictured).await.expect_err("refused")), ["picture"]);
    let wrong = proto::BlogCategory {
        description: Some(text(&"x".repeat(2_001))),
        position: 1_000_001,
        ..category(&shop, " ")
    };
    let refused = file(&shop, wrong).await.expect_err("refused");
    assert_eq!(fields(&refused), ["name.fr", "description.fr", "position"]);

    let sales = by(&staff(Role::Sales), proto::ListBlogPostsRequest::default());
    let sales = shop.blog.list_blog_posts(sales).await.expect_err("refused");
    assert_eq!(Failure::from(sales).kind, Kind::Forbidden);
    let told = shop.events::<proto::AuditRecorded>().await;
    let told: Vec<_> = told.into_iter().filter_map(|event| event.entry).map(|entry| entry.action).collect();
    assert_eq!(told[..2], ["catalog.blog_category_saved", "catalog.blog_post_saved"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_blog_has_so_many_categories_and_no_more(pool: PgPool) {
    let shop = Shop::open(pool);
    for number in 0..50 {
        filed(&shop, &format!("Rubrique {number}")).await;
    }
    let many = file(&shop, category(&shop, "Encore")).await.expect_err("too many");
    assert_eq!(many.violations[0].key, "form.validation.tooMany");
}

#[souk_testkit::test(SCHEMA)]
async fn the_lists_of_staff_are_searched_narrowed_and_sorted(pool: PgPool) {
    let shop = Shop::open(pool);
    let (guides, news) = (filed(&shop, "Guides").await, filed(&shop, "Actualités").await);
    let old = proto::BlogPost { published_at: in_hours(&shop, -9), ..post(&shop, &guides, "Tailles") };
    let old = save(&shop, old).await.expect("saved");
    shop.clock.advance(time::Duration::minutes(1));
    let planned = proto::BlogPost { published_at: in_hours(&shop, 9), ..post(&shop, &news, "Soldes") };
    save(&shop, planned).await.expect("saved");
    shop.clock.advance(time::Duration::minutes(1));
    let draft = proto::BlogPost { active: false, ..post(&shop, &guides, "Essai") };
    save(&shop, draft).await.expect("saved");
    let all = proto::ListBlogPostsRequest::default;
    assert_eq!(listed(&shop, all()).await, ["Essai", "Soldes", "Tailles"]);
    let by_title = proto::ListBlogPostsRequest { sort: "title".into(), ..all() };
    assert_eq!(listed(&shop, by_title).await, ["Essai", "Soldes", "Tailles"]);
    shop.clock.advance(time::Duration::minutes(1));
    save(&shop, proto::BlogPost { slug: "guide-des-tailles".into(), ..old }).await.expect("saved");
    let changed = proto::ListBlogPostsRequest { sort: "changed".into(), ..all() };
    assert_eq!(listed(&shop, changed).await, ["Tailles", "Essai", "Soldes"]);
    for (state, title) in [("draft", "Essai"), ("planned", "Soldes"), ("published", "Tailles")] {
        let of_state = proto::ListBlogPostsRequest { state: state.into(), ..all() };
        assert_eq!(listed(&shop, of_state).await, [title]);
    }
    let filed = proto::ListBlogPostsRequest { category_id: guides.id.clone(), ..all() };
    assert_eq!(listed(&shop, filed).await, ["Essai", "Tailles"]);
    let addressed = proto::ListBlogPostsRequest { query: "guide-des".into(), ..all() };
    assert_eq!(listed(&shop, addressed).await, ["Tailles"]);
    let odd = proto::ListBlogPostsRequest { state: "x".into(), sort: "y".into(), ..all() };
    assert_eq!(fields(&call!(shop, list_blog_posts, odd).expect_err("unknown")), ["state", "sort"]);

    let names = async |query: &str, sort: &str| {
        let request =
            proto::ListBlogCategoriesRequest { query: query.into(), sort: sort.into(), ..Default::default() };
        let answer = call!(shop, list_blog_categories, request).expect("listed").categories;
        answer.into_iter().map(|found| (found.name.unwrap_or_default().fr, found.posts)).collect::<Vec<_>>()
    };
    file(&shop, proto::BlogCategory { position: 9, ..news }).await.expect("saved");
    assert_eq!(names("", "").await, [("Guides".into(), 2), ("Actualités".into(), 1)]);
    assert_eq!(names("", "name").await[0].0, "Actualités");
    assert_eq!(names("", "posts").await[0].0, "Guides");
    assert_eq!(names("guid", "").await.len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn the_home_page_shows_posts_and_categories_as_the_specification_counts_them(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut made = Vec::new();
    for number in 1..=5 {
        let description = text(&"é".repeat(if number == 1 { 101 } else { 100 }));
        let wanted = proto::BlogCategory {
            description: Some(description),
            position: number,
            ..category(&shop, &format!("Rubrique {number}"))
        };
        let filed = file(&shop, wanted).await.expect("saved");
        let post = post(&shop, &filed, &format!("Article {number}"));
        let at = in_hours(&shop, -i64::from(number));
        made.push(save(&shop, proto::BlogPost { published_at: at, ..post }).await.expect("saved"));
    }
    show(&shop, proto::HomeBlock { number: 2, ..block(&shop, "blog_posts_carousel", "") })
        .await
        .expect("saved");
    show(&shop, block(&shop, "blog_post_card", &format!("blog_post:{}", made[4].id))).await.expect("saved");
    show(&shop, block(&shop, "blog_categories_carousel", "")).await.expect("saved");
    let blocks = home(&shop).await;
    let [
        views::HomeBlock::BlogPostsCarousel(posts),
        views::HomeBlock::BlogPostCard(card),
        views::HomeBlock::BlogCategoriesCarousel(categories),
    ] = blocks.as_slice()
    else {
        panic!("{blocks:?}");
    };
    let named: Vec<_> = posts.posts.iter().map(|post| post.title.as_str()).collect();
    assert_eq!((named, posts.link.as_str()), (vec!["Article 1", "Article 2"], "/blog"));
    assert_eq!(card.post.title, "Article 5");
    let lengths: Vec<_> = categories.categories.iter().map(|tile| tile.description.chars().count()).collect();
    assert_eq!(lengths, [100; 4]);
    assert!(categories.categories[0].description.ends_with('…'));

    let five = proto::HomeBlock { number: 5, ..block(&shop, "blog_categories_carousel", "") };
    assert_eq!(fields(&show(&shop, five).await.expect_err("too many")), ["number"]);
    assert_eq!(
        fields(&show(&shop, block(&shop, "blog_post_card", "new")).await.expect_err("no post")),
        ["source"]
    );
    let draft = proto::BlogPost { active: false, ..made.remove(4) };
    save(&shop, draft).await.expect("saved");
    assert_eq!(home(&shop).await.len(), 2, "a draft is not shown");
}

#[souk_testkit::test(SCHEMA)]
async fn menus_lead_to_posts_from_their_dates_on_and_to_categories(pool: PgPool) {
    let shop = Shop::open(pool);
    let guides = filed(&shop, "Guides").await;
    let planned = proto::BlogPost { published_at: in_hours(&shop, 1), ..post(&shop, &guides, "Tailles") };
    let planned = save(&shop, planned).await.expect("saved");
    for (kind, target) in [("BlogPost", &planned.id), ("BlogCategory", &guides.id)] {
        let item = proto::MenuItem {
            id: shop.id(),
            menu: "footer".into(),
            r#type: kind.into(),
            target_id: target.clone(),
            active: true,
            ..Default::default()
        };
        let request = proto::SaveMenuItemRequest { item: Some(item) };
        shop.menus.save_menu_item(by(&content(), request)).await.expect("saved");
        let request = by(&content(), proto::ListMenuTargetsRequest { r#type: kind.into() });
        let choices = shop.menus.list_menu_targets(request).await.expect("listed").into_inner().targets;
        assert_eq!(choices.iter().map(|choice| &choice.id).collect::<Vec<_>>(), [target]);
    }
    let links = async || {
        shop.catalog.catch_up().await.expect("caught up");
        let request = by(&Actor::shopper(), proto::GetMenusRequest { language: "fr".into() });
        let answer = shop.content.get_menus(request).await.expect("answers").into_inner();
        let menus: views::Menus = serde_json::from_slice(&answer.json).expect("menus");
        let footer = menus.menus.into_iter().find(|menu| menu.name == "footer").expect("the menu");
        footer.items.into_iter().map(|item| item.link).collect::<Vec<_>>()
    };
    assert_eq!(links().await, ["/blog/categories/guides"]);
    shop.clock.advance(time::Duration::hours(1));
    assert_eq!(links().await, ["/blog/tailles", "/blog/categories/guides"]);
    save(&shop, proto::BlogPost { active: false, ..planned }).await.expect("saved");
    assert_eq!(links().await, ["/blog/categories/guides"]);
}

#[souk_testkit::test(SCHEMA)]
async fn what_menus_or_the_home_page_name_stays(pool: PgPool) {
    let shop = Shop::open(pool);
    let guides = filed(&shop, "Guides").await;
    let other = filed(&shop, "Conseils").await;
    let first = save(&shop, post(&shop, &guides, "Tailles")).await.expect("saved");
    let mut items = Vec::new();
    for (kind, target) in [("BlogPost", &first.id), ("BlogCategory", &other.id)] {
        let item = proto::MenuItem {
            id: shop.id(),
            menu: "main".into(),
            r#type: kind.into(),
            target_id: target.clone(),
            active: true,
            ..Default::default()
        };
        let request = proto::SaveMenuItemRequest { item: Some(item) };
        items.push(shop.menus.save_menu_item(by(&content(), request)).await.expect("saved").into_inner().id);
    }
    let block = proto::HomeBlock {
        id: shop.id(),
        r#type: "blog_post_card".into(),
        source: format!("blog_post:{}", first.id),
        active: true,
        ..Default::default()
    };
    let request = proto::SaveHomeBlockRequest { block: Some(block.clone()) };
    shop.content.save_home_block(by(&content(), request)).await.expect("saved");

    let remove_post = || proto::DeleteBlogPostRequest { id: first.id.clone() };
    let remove_category = || proto::DeleteBlogCategoryRequest { id: other.id.clone() };
    let refused = call!(shop, delete_blog_post, remove_post()).expect_err("named");
    let count = |name: &str| refused.metadata.get(name).map(String::as_str);
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "catalog.blog_post_in_use"));
    assert_eq!([count("items"), count("blocks")], [Some("1"), Some("1")]);
    let refused = call!(shop, delete_blog_category, remove_category()).expect_err("named");
    let count = |name: &str| refused.metadata.get(name).map(String::as_str);
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Conflict, "catalog.blog_category_in_use"));
    assert_eq!([count("items"), count("posts")], [Some("1"), Some("0")]);

    for id in items {
        let request = proto::DeleteMenuItemRequest { id };
        shop.menus.delete_menu_item(by(&content(), request)).await.expect("gone");
    }
    call!(shop, delete_blog_category, remove_category()).expect("deleted");
    assert_eq!(call!(shop, delete_blog_post, remove_post()).expect_err("named").kind, Kind::Conflict);
    let request = proto::DeleteHomeBlockRequest { id: block.id };
    shop.content.delete_home_block(by(&content(), request)).await.expect("gone");
    call!(shop, delete_blog_post, remove_post()).expect("deleted");
}

#[souk_testkit::test(SCHEMA)]
async fn a_draft_and_a_post_before_its_date_are_read_by_their_links(pool: PgPool) {
    let shop = Shop::open(pool);
    let guides = filed(&shop, "Guides").await;
    let draft = proto::BlogPost { active: false, ..post(&shop, &guides, "Brouillon") };
    let draft = save(&shop, draft).await.expect("saved");
    let planned = proto::BlogPost { published_at: in_hours(&shop, 2), ..post(&shop, &guides, "Demain") };
    let planned = save(&shop, planned).await.expect("saved");
    let seen =
        async |id: &str| shop.blog.get_draft_blog_post(Shop::draft_of(id)).await.expect("found").into_inner();
    for (written, dated) in [(&draft, in_hours(&shop, 0)), (&planned, in_hours(&shop, 2))] {
        assert_eq!(read(&shop, &written.slug, "fr").await.expect_err("hidden").kind, Kind::NotFound);
        let seen = seen(&written.id).await;
        let post: views::BlogPost = serde_json::from_slice(&seen.json).expect("a post");
        assert_eq!((post.category.slug.as_str(), post.published_at), ("guides", dated));
        assert_eq!((seen.link, seen.shown), (format!("/blog/{}", written.slug), false));
    }
    shop.clock.advance(time::Duration::hours(3));
    assert!(seen(&planned.id).await.shown);
}
