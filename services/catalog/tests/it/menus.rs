//! Menus as the merchant makes them, and as shoppers see them.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::cms_pages_server::CmsPages as _;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::catalog::v1::menus_server::Menus as _;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{QueryCount, SCHEMA, Shop, by, content, fields, staff, text};

/// Calls as the role that may write content.
macro_rules! call {
    ($shop:expr, $method:ident, $request:expr) => {
        $shop.menus.$method(by(&content(), $request)).await.map(|it| it.into_inner()).map_err(Failure::from)
    };
}

fn item(shop: &Shop, menu: &str, kind: &str, target: &str) -> proto::MenuItem {
    proto::MenuItem {
        id: shop.id(),
        menu: menu.into(),
        r#type: kind.into(),
        target_id: target.into(),
        active: true,
        ..Default::default()
    }
}

fn link(shop: &Shop, menu: &str, label: &str, link: &str) -> proto::MenuItem {
    proto::MenuItem { label: Some(text(label)), link: link.into(), ..item(shop, menu, "Link", "") }
}

async fn save(shop: &Shop, item: proto::MenuItem) -> Result<proto::MenuItem, Failure> {
    call!(shop, save_menu_item, proto::SaveMenuItemRequest { item: Some(item) })
}

async fn put(shop: &Shop, item: &proto::MenuItem, parent: &str, at: u32) -> Result<proto::MenuItem, Failure> {
    let (id, parent_id) = (item.id.clone(), parent.to_owned());
    call!(shop, move_menu_item, proto::MoveMenuItemRequest { id, version: item.version, parent_id, at })
}

async fn page(shop: &Shop, title: &str, active: bool) -> proto::CmsPage {
    let page = proto::CmsPage { id: shop.id(), title: Some(text(title)), active, ..Default::default() };
    let request = proto::SaveCmsPageRequest { page: Some(page) };
    shop.cms_pages.save_cms_page(by(&content(), request)).await.expect("saved").into_inner()
}

async fn menus(shop: &Shop, language: &str) -> views::Menus {
    shop.catalog.catch_up().await.expect("caught up");
    let request = proto::GetMenusRequest { language: language.into() };
    let answer = shop.content.get_menus(by(&Actor::shopper(), request)).await.expect("answers").into_inner();
    serde_json::from_slice(&answer.json).expect("menus")
}

/// `label -> link` of the items of a menu, those below one behind it and indented.
async fn shown(shop: &Shop, menu: &str, language: &str) -> Vec<String> {
    let menus = menus(shop, language).await;
    let menu = menus.menus.into_iter().find(|found| found.name == menu).expect("the menu");
    let line = |item: &views::MenuItem, indent: &str| format!("{indent}{} -> {}", item.label, item.link);
    let lines = menu.items.iter().flat_map(|item| {
        let below = item.children.iter().map(|child| line(child, "  "));
        std::iter::once(line(item, "")).chain(below).collect::<Vec<_>>()
    });
    lines.collect()
}

async fn all(shop: &Shop) -> Vec<proto::MenuItem> {
    call!(shop, list_menu_items, proto::ListMenuItemsRequest {}).expect("listed").items
}

#[souk_testkit::test(SCHEMA)]
async fn a_menu_that_nobody_made_follows_the_category_tree(pool: PgPool) {
    let shop = Shop::open(pool);
    let root = shop.category("Beauté", "").await;
    let perfumes = shop.category("Parfums", &root).await;
    shop.category("Extraits", &perfumes).await;
    let main = shown(&shop, "main", "ar").await;
    // Every page carries the menus: no more than the app shows.
    assert_eq!(
        main,
        [
            "Beauté -> /catalog/category/beaute",
            "  Parfums -> /catalog/category/parfums",
            "جديدنا -> /new",
            "مختاراتنا -> /featured"
        ]
    );
    let footer = shown(&shop, "footer", "fr").await;
    assert_eq!(
        footer,
        ["Nouveautés -> /new", "Sélection -> /featured", "Beauté -> /catalog/category/beaute"]
    );
}

#[souk_testkit::test(SCHEMA)]
async fn an_own_menu_leads_to_each_type_under_its_own_words_or_the_targets(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let brand = shop.brand("Tassili").await;
    let mut soap = shop.new_product("Savon", &category);
    soap.texts.push(crate::support::product_text("ar", "صابون"));
    let soap = shop.create(soap).await;
    let terms = page(&shop, "Conditions de vente", true).await;
    let own = LocalizedText { fr: "Tout le bain".into(), ..Default::default() };
    let bath = proto::MenuItem { label: Some(own), ..item(&shop, "main", "ProductCategory", &category) };
    let bath = save(&shop, bath).await.expect("saved");
    assert_eq!((bath.target_name.expect("named").fr.as_str(), bath.leads), ("Bain", true));
    for (kind, target) in [("Brand", brand.as_str()), ("Product", &soap.id), ("Cms", &terms.id), ("10", "")] {
        save(&shop, item(&shop, "main", kind, target)).await.expect("saved");
    }
    save(&shop, link(&shop, "main", "Instagram", "https://instagram.example/souk")).await.expect("saved");
    let below = proto::MenuItem { parent_id: bath.id, ..item(&shop, "main", "4", "") };
    save(&shop, below).await.expect("saved");
    let french = shown(&shop, "main", "fr").await;
    assert_eq!(
        french,
        [
            "Tout le bain -> /catalog/category/bain",
            "  Nouveautés -> /new",
            "Tassili -> /catalog/brands/tassili",
            "Savon -> /catalog/product/bain/savon",
            "Conditions de vente -> /pages/conditions-de-vente",
            "Suivre ma commande -> /order/track",
            "Instagram -> https://instagram.example/souk",
        ]
    );
    let arabic = shown(&shop, "main", "ar").await;
    assert_eq!(
        (arabic[0].as_str(), arabic[3].as_str()),
        ("Bain -> /catalog/category/bain", "صابون -> /catalog/product/bain/savon")
    );
    assert_eq!(shown(&shop, "footer", "fr").await[0], "Nouveautés -> /new", "the other menu stays as it was");
    let newest = shop.events::<proto::ContentChanged>().await.into_iter().max_by_key(|event| event.version);
    assert_eq!(newest.expect("told").kind, "menus");
}

#[souk_testkit::test(SCHEMA)]
async fn what_leads_nowhere_is_not_sent(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let soap = shop.create(shop.new_product("Savon", &category)).await;
    let draft = page(&shop, "Brouillon", false).await;
    for (kind, target) in [("3", ""), ("Product", soap.id.as_str()), ("Cms", draft.id.as_str())] {
        save(&shop, item(&shop, "footer", kind, target)).await.expect("saved");
    }
    let hidden = proto::MenuItem { active: false, ..item(&shop, "footer", "5", "") };
    let hidden = save(&shop, hidden).await.expect("saved");
    save(&shop, proto::MenuItem { parent_id: hidden.id, ..item(&shop, "footer", "8", "") })
        .await
        .expect("saved");
    assert_eq!(shown(&shop, "footer", "fr").await, ["Accueil -> /", "Savon -> /catalog/product/bain/savon"]);

    let hide = proto::UpdateProductRequest {
        id: soap.id.clone(),
        version: soap.version,
        active: Some(false),
        ..Default::default()
    };
    shop.update(hide).await.expect("hidden");
    let show = proto::SaveCmsPageRequest { page: Some(proto::CmsPage { active: true, ..draft.clone() }) };
    shop.cms_pages.save_cms_page(by(&content(), show)).await.expect("shown");
    assert_eq!(shown(&shop, "footer", "fr").await, ["Accueil -> /", "Brouillon -> /pages/brouillon"]);
    let delete = proto::DeleteCmsPageRequest { id: draft.id };
    shop.cms_pages.delete_cms_page(by(&content(), delete)).await.expect("deleted");
    assert_eq!(shown(&shop, "footer", "fr").await, ["Accueil -> /"]);

    let items = all(&shop).await;
    let led: Vec<_> = items.iter().map(|item| (item.leads, item.target_name.is_some())).collect();
    assert_eq!(led[..3], [(true, true), (false, true), (false, false)], "staff are told which lead nowhere");
    // What is gone may be kept under another label, and nobody can choose it anew.
    let gone = items[2].clone();
    save(&shop, proto::MenuItem { label: Some(text("Plus tard")), ..gone.clone() }).await.expect("saved");
    let anew = item(&shop, "footer", "Cms", &gone.target_id);
    assert_eq!(fields(&save(&shop, anew).await.expect_err("gone")), ["targetId"]);
}

#[souk_testkit::test(SCHEMA)]
async fn an_item_moves_among_those_of_its_menu(pool: PgPool) {
    let shop = Shop::open(pool);
    let mut items = Vec::new();
    for kind in ["3", "4", "5"] {
        items.push(save(&shop, item(&shop, "main", kind, "")).await.expect("saved"));
    }
    let other = save(&shop, item(&shop, "footer", "8", "")).await.expect("saved");
    let last = put(&shop, &items[2], "", 0).await.expect("moved");
    assert_eq!(last.version, 2);
    let below = put(&shop, &items[1], &items[0].id, 9).await.expect("moved");
    let home = "Accueil -> /";
    assert_eq!(shown(&shop, "main", "fr").await, ["Sélection -> /featured", home, "  Nouveautés -> /new"]);
    assert_eq!(put(&shop, &below, &items[0].id, 0).await.expect("already there"), below);

    assert_eq!(put(&shop, &items[1], "", 0).await.expect_err("stale").kind, Kind::Conflict);
    for (moved, parent) in [(&last, &below.id), (&last, &other.id), (&items[0], &last.id), (&last, &last.id)]
    {
        assert_eq!(fields(&put(&shop, moved, parent, 0).await.expect_err("misplaced")), ["parentId"]);
    }
    let nested = proto::MenuItem { parent_id: below.id.clone(), ..item(&shop, "main", "6", "") };
    assert_eq!(fields(&save(&shop, nested).await.expect_err("too deep")), ["parentId"]);

    // Where an item stands is nothing that its form changes.
    let edited = proto::MenuItem { parent_id: String::new(), accent: true, ..below.clone() };
    assert_eq!(save(&shop, edited).await.expect("saved").parent_id, items[0].id);
    call!(shop, delete_menu_item, proto::DeleteMenuItemRequest { id: items[0].id.clone() }).expect("deleted");
    assert_eq!(shown(&shop, "main", "fr").await, ["Sélection -> /featured"], "what was below went with it");
    let again = call!(shop, delete_menu_item, proto::DeleteMenuItemRequest { id: items[0].id.clone() });
    assert_eq!(again.expect_err("gone").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn a_save_changes_the_version_that_was_read_and_no_other(pool: PgPool) {
    let shop = Shop::open(pool);
    let first = save(&shop, link(&shop, "main", "Guide", "/pages/guide")).await.expect("saved");
    let repeat = save(&shop, proto::MenuItem { version: 0, ..first.clone() }).await;
    assert_eq!(repeat.expect("a repeat"), first);
    let second = save(&shop, proto::MenuItem { accent: true, ..first.clone() }).await.expect("saved");
    assert_eq!(second.version, 2);
    let stale = save(&shop, proto::MenuItem { active: false, ..first }).await.expect_err("stale");
    assert_eq!((stale.code.as_ref(), stale.metadata["version"].as_str()), ("catalog.stale_version", "2"));
    let unread = proto::MenuItem { version: 4, ..link(&shop, "main", "Autre", "/new") };
    assert_eq!(save(&shop, unread).await.expect_err("gone").kind, Kind::NotFound);
    let told = shop.events::<proto::AuditRecorded>().await;
    let told: Vec<_> = told.into_iter().filter_map(|event| event.entry).map(|entry| entry.action).collect();
    assert_eq!(told, ["catalog.menu_item_saved"; 2]);
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_wrong_with_an_item_is_told_by_field(pool: PgPool) {
    let shop = Shop::open(pool);
    let refused = async |item: proto::MenuItem| save(&shop, item).await.expect_err("refused");
    for address in
        ["javascript:alert(1)", "http://a.example", "//a.example", "/\\a.example", "https://", "new"]
    {
        let failure = refused(link(&shop, "main", "x", address)).await;
        assert_eq!(fields(&failure), ["link"], "{address}");
    }
    assert_eq!(fields(&refused(link(&shop, "main", "", "/new")).await), ["label.fr"]);
    assert_eq!(fields(&refused(link(&shop, "main", "x", "")).await), ["link"]);
    assert_eq!(fields(&refused(link(&shop, "side", &"x".repeat(81), "/new")).await), ["menu", "label.fr"]);
    assert_eq!(fields(&refused(item(&shop, "main", "7", "")).await), ["type"]);
    assert_eq!(fields(&refused(item(&shop, "main", "Brand", "")).await), ["targetId"]);
    assert_eq!(fields(&refused(item(&shop, "main", "Brand", &shop.id())).await), ["targetId"]);
    let sales =
        by(&staff(Role::Sales), proto::SaveMenuItemRequest { item: Some(item(&shop, "main", "3", "")) });
    let sales = shop.menus.save_menu_item(sales).await.expect_err("refused");
    assert_eq!(Failure::from(sales).kind, Kind::Forbidden);

    for _ in 0..100 {
        save(&shop, item(&shop, "main", "3", "")).await.expect("saved");
    }
    let many = refused(item(&shop, "main", "3", "")).await;
    assert_eq!(many.violations[0].key, "form.validation.tooMany");
    save(&shop, item(&shop, "footer", "3", "")).await.expect("the other menu has room");
}

#[souk_testkit::test(SCHEMA)]
async fn a_menu_is_begun_with_what_shoppers_see_and_given_back_to_the_categories(pool: PgPool) {
    let shop = Shop::open(pool);
    let root = shop.category("Beauté", "").await;
    shop.category("Parfums", &root).await;
    let made = shown(&shop, "main", "ar").await;
    let start = proto::StartMenuRequest { menu: "main".into() };
    call!(shop, start_menu, start.clone()).expect("started");
    call!(shop, start_menu, start).expect("a repeat");
    assert_eq!(all(&shop).await.len(), 4);
    assert_eq!(shown(&shop, "main", "ar").await, made);
    // It is the merchant's from now on.
    shop.category("Maison", "").await;
    assert_eq!(shown(&shop, "main", "ar").await, made);
    call!(shop, reset_menu, proto::ResetMenuRequest { menu: "main".into() }).expect("reset");
    assert!(all(&shop).await.is_empty());
    assert_eq!(shown(&shop, "main", "ar").await.len(), 5);
    let odd = call!(shop, reset_menu, proto::ResetMenuRequest { menu: "side".into() });
    assert_eq!(fields(&odd.expect_err("unknown")), ["menu"]);
}

#[souk_testkit::test(SCHEMA)]
async fn choices_are_listed_by_type(pool: PgPool) {
    let shop = Shop::open(pool);
    page(&shop, "Qui sommes-nous", true).await;
    page(&shop, "conditions", false).await;
    let names = async |kind: &str| {
        let request = proto::ListMenuTargetsRequest { r#type: kind.into() };
        let targets = call!(shop, list_menu_targets, request).map(|answer| answer.targets)?;
        let names = targets.into_iter().map(|target| target.name.unwrap_or_default().fr);
        Ok::<Vec<String>, Failure>(names.collect())
    };
    assert_eq!(names("Cms").await.expect("listed"), ["conditions", "Qui sommes-nous"]);
    assert_eq!(names("page").await.expect("listed").len(), 6);
    assert_eq!(fields(&names("x").await.expect_err("unknown")), ["type"]);
}

#[souk_testkit::test(SCHEMA)]
async fn menus_cost_the_same_with_two_items_and_with_many(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let add = async |number: usize| {
        let product = shop.create(shop.new_product(&format!("Savon {number}"), &category)).await;
        save(&shop, item(&shop, "main", "Product", &product.id)).await.expect("saved");
        let page = page(&shop, &format!("Page {number}"), true).await;
        save(&shop, item(&shop, "main", "Cms", &page.id)).await.expect("saved");
    };
    add(0).await;
    let cost = async |language: &str| {
        shop.catalog.catch_up().await.expect("caught up");
        let count = QueryCount::start();
        let request = proto::GetMenusRequest { language: language.into() };
        shop.content.get_menus(by(&Actor::shopper(), request)).await.expect("answers");
        count.stop()
    };
    let few = cost("fr").await;
    for number in 1..8 {
        add(number).await;
    }
    assert_eq!(cost("fr").await, few);
    assert_eq!(cost("fr").await, 0, "they are kept");
}
