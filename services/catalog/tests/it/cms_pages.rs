//! Pages of text as the merchant writes them, and as shoppers read them.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::cms_pages_server::CmsPages as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, staff, text};

/// Calls as the role that may write content.
macro_rules! call {
    ($shop:expr, $method:ident, $request:expr) => {
        $shop
            .cms_pages
            .$method(by(&content(), $request))
            .await
            .map(|it| it.into_inner())
            .map_err(Failure::from)
    };
}

fn page(shop: &Shop, title: &str) -> proto::CmsPage {
    proto::CmsPage { id: shop.id(), title: Some(text(title)), active: true, ..Default::default() }
}

async fn save(shop: &Shop, page: proto::CmsPage) -> Result<proto::CmsPage, Failure> {
    call!(shop, save_cms_page, proto::SaveCmsPageRequest { page: Some(page) })
}

async fn read(shop: &Shop, slug: &str, language: &str) -> Result<views::CmsPage, Failure> {
    let request = proto::GetPublishedCmsPageRequest { slug: slug.into(), language: language.into() };
    let answer = shop.cms_pages.get_published_cms_page(by(&Actor::shopper(), request)).await?;
    Ok(serde_json::from_slice(&answer.into_inner().json).expect("a page"))
}

async fn listed(shop: &Shop, query: &str, state: &str, sort: &str) -> (Vec<String>, u64) {
    let request = proto::ListCmsPagesRequest {
        page: Some(PageRequest::default()),
        query: query.into(),
        state: state.into(),
        sort: sort.into(),
    };
    let answer = call!(shop, list_cms_pages, request).expect("listed");
    (answer.pages.into_iter().map(|page| page.title.unwrap_or_default().fr).collect(), answer.total)
}

/// The page at an address, as staff read it.
async fn addressed(shop: &Shop, slug: &str) -> proto::CmsPage {
    let request = proto::ListCmsPagesRequest { query: slug.into(), ..Default::default() };
    let listed = call!(shop, list_cms_pages, request).expect("listed").pages;
    let found = listed.into_iter().find(|page| page.slug == slug).expect("found");
    call!(shop, get_cms_page, proto::GetCmsPageRequest { id: found.id }).expect("found")
}

async fn addresses(shop: &Shop) -> Vec<String> {
    let request = by(&Actor::shopper(), proto::ListAddressesRequest { part: 0 });
    let answer = shop.products.list_addresses(request).await.expect("listed").into_inner();
    answer.addresses.into_iter().map(|address| address.slug).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_written_is_read_cleaned_in_the_shoppers_language(pool: PgPool) {
    let shop = Shop::open(pool);
    let html = LocalizedText {
        fr: "<h2>Délais</h2><p>48 h &amp; plus</p><script>alert(1)</script>".into(),
        ar: "<p onclick=\"x()\">48 ساعة</p>".into(),
        en: String::new(),
    };
    let wanted = proto::CmsPage {
        title: Some(LocalizedText { ar: "التوصيل".into(), ..text("Livraison à domicile") }),
        html: Some(html),
        seo_title: Some(text("Livraison partout")),
        ..page(&shop, "")
    };
    let saved = save(&shop, wanted).await.expect("saved");
    assert_eq!((saved.slug.as_str(), saved.version), ("livraison-a-domicile", 1));
    assert!(!saved.html.expect("texts").fr.contains("script"));

    let french = read(&shop, "livraison-a-domicile", "fr").await.expect("found");
    assert_eq!(french.html, "<h2>Délais</h2><p>48 h &amp; plus</p>");
    assert_eq!(
        (french.seo_title.as_str(), french.seo_description.as_str()),
        ("Livraison partout", "Délais 48 h & plus")
    );
    let arabic = read(&shop, "livraison-a-domicile", "ar").await.expect("found");
    assert_eq!((arabic.title.as_str(), arabic.html.as_str()), ("التوصيل", "<p>48 ساعة</p>"));
    let newest = shop.events::<proto::ContentChanged>().await.into_iter().max_by_key(|event| event.version);
    assert_eq!(newest.expect("told").kind, "cms_page");
}

#[souk_testkit::test(SCHEMA)]
async fn a_draft_is_seen_by_staff_alone(pool: PgPool) {
    let shop = Shop::open(pool);
    let draft = proto::CmsPage { active: false, ..page(&shop, "Brouillon") };
    let draft = save(&shop, draft).await.expect("saved");
    save(&shop, page(&shop, "Conditions")).await.expect("saved");
    assert_eq!(read(&shop, "brouillon", "fr").await.expect_err("hidden").kind, Kind::NotFound);
    assert_eq!(addresses(&shop).await, ["conditions"]);
    let seen = call!(shop, get_cms_page, proto::GetCmsPageRequest { id: draft.id.clone() });
    assert_eq!(seen.expect("found"), draft);
    let asked = proto::GetCmsPageRequest { id: draft.id.clone() };
    let sales = shop.cms_pages.get_cms_page(by(&staff(Role::Sales), asked));
    assert_eq!(Failure::from(sales.await.expect_err("refused")).kind, Kind::Forbidden);

    // Who has a link to it reads it as shoppers would; nobody else may ask for it so.
    let asked = shop.cms_pages.get_draft_cms_page(Shop::draft_of(&draft.id)).await;
    let seen = asked.expect("found").into_inner();
    let page: views::CmsPage = serde_json::from_slice(&seen.json).expect("a page");
    assert_eq!(
        (page.title.as_str(), seen.link.as_str(), seen.shown),
        ("Brouillon", "/pages/brouillon", false)
    );
    let request = proto::GetDraftRequest { id: draft.id.clone(), language: "fr".into() };
    let shopper = shop.cms_pages.get_draft_cms_page(by(&Actor::shopper(), request)).await;
    assert_eq!(Failure::from(shopper.expect_err("refused")).kind, Kind::Forbidden);
    save(&shop, proto::CmsPage { active: true, ..draft.clone() }).await.expect("saved");
    let asked = shop.cms_pages.get_draft_cms_page(Shop::draft_of(&draft.id)).await;
    assert!(asked.expect("found").into_inner().shown);
}

#[souk_testkit::test(SCHEMA)]
async fn a_former_address_leads_to_the_page_until_it_is_gone(pool: PgPool) {
    let shop = Shop::open(pool);
    let first = save(&shop, page(&shop, "Livraison")).await.expect("saved");
    let moved = proto::CmsPage { slug: "delais".into(), ..first.clone() };
    let moved = save(&shop, moved).await.expect("saved");
    let refused = read(&shop, "livraison", "fr").await.expect_err("moved");
    assert_eq!((refused.code.as_ref(), refused.metadata["movedTo"].as_str()), ("catalog.moved", "delais"));

    let hidden = save(&shop, proto::CmsPage { active: false, ..moved }).await.expect("saved");
    assert_eq!(read(&shop, "livraison", "fr").await.expect_err("hidden").code, "catalog.unknown_cms_page");
    let shown = save(&shop, proto::CmsPage { active: true, ..hidden }).await.expect("saved");
    // Who takes the address is found at it.
    save(&shop, page(&shop, "Livraison")).await.expect("saved");
    assert_eq!(read(&shop, "livraison", "fr").await.expect("found").title, "Livraison");

    // Also when that one leaves it again: the address is no former one of the first.
    let taker = addressed(&shop, "livraison").await;
    save(&shop, proto::CmsPage { active: false, ..taker }).await.expect("hidden");
    assert_eq!(read(&shop, "livraison", "fr").await.expect_err("hidden").code, "catalog.unknown_cms_page");

    call!(shop, delete_cms_page, proto::DeleteCmsPageRequest { id: shown.id.clone() }).expect("deleted");
    assert_eq!(read(&shop, "delais", "fr").await.expect_err("gone").code, "catalog.gone");
    assert_eq!(addresses(&shop).await, [""; 0]);
    // Whoever takes the address again is found there, and is not gone while nobody sees it.
    let again = save(&shop, proto::CmsPage { slug: "delais".into(), ..page(&shop, "Délais") }).await;
    let again = again.expect("saved");
    assert_eq!(read(&shop, "delais", "fr").await.expect("found").title, "Délais");
    save(&shop, proto::CmsPage { active: false, ..again }).await.expect("hidden");
    assert_eq!(read(&shop, "delais", "fr").await.expect_err("hidden").code, "catalog.unknown_cms_page");
    let again = call!(shop, delete_cms_page, proto::DeleteCmsPageRequest { id: shown.id.clone() });
    assert_eq!(again.expect_err("gone").kind, Kind::NotFound);
    // A save from before has nothing to change.
    assert_eq!(save(&shop, shown).await.expect_err("gone").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn a_save_changes_the_version_that_was_read_and_no_other(pool: PgPool) {
    let shop = Shop::open(pool);
    let first = save(&shop, page(&shop, "Livraison")).await.expect("saved");
    let repeat = save(&shop, proto::CmsPage { version: 0, ..first.clone() }).await;
    assert_eq!(repeat.expect("a repeat"), first);
    let longer = proto::CmsPage { html: Some(text("<p>48 h</p>")), ..first.clone() };
    let second = save(&shop, longer).await.expect("saved");
    assert_eq!(second.version, 2);
    let stale = save(&shop, proto::CmsPage { active: false, ..first }).await.expect_err("stale");
    assert_eq!((stale.code.as_ref(), stale.metadata["version"].as_str()), ("catalog.stale_version", "2"));

    let taken = save(&shop, proto::CmsPage { slug: "livraison".into(), ..page(&shop, "Autre") }).await;
    let taken = taken.expect_err("taken");
    assert_eq!((taken.code.as_ref(), taken.metadata["field"].as_str()), ("catalog.taken", "slug"));
    let nameless = proto::CmsPage { slug: "a/b".into(), ..page(&shop, " ") };
    assert_eq!(fields(&save(&shop, nameless).await.expect_err("refused")), ["title.fr", "slug"]);
    let long = proto::CmsPage { html: Some(text(&"x".repeat(50_001))), ..page(&shop, "Longue") };
    assert_eq!(fields(&save(&shop, long).await.expect_err("refused")), ["html.fr"]);
    // Measured as it is stored: cleaning makes each & five characters.
    let grows = proto::CmsPage { html: Some(text(&"&".repeat(10_001))), ..page(&shop, "Longue") };
    assert_eq!(fields(&save(&shop, grows).await.expect_err("refused")), ["html.fr"]);
}

#[souk_testkit::test(SCHEMA)]
async fn the_list_is_searched_narrowed_and_sorted(pool: PgPool) {
    let shop = Shop::open(pool);
    let terms = save(&shop, page(&shop, "Conditions")).await.expect("saved");
    shop.clock.advance(time::Duration::hours(1));
    let arabic = proto::CmsPage {
        title: Some(LocalizedText { ar: "التوصيل".into(), ..text("livraison") }),
        active: false,
        ..page(&shop, "")
    };
    save(&shop, arabic).await.expect("saved");
    assert_eq!(listed(&shop, "", "", "").await, (vec!["Conditions".into(), "livraison".into()], 2));
    assert_eq!(listed(&shop, "", "", "changed").await.0, ["livraison", "Conditions"]);
    assert_eq!(listed(&shop, "التوصيل", "", "").await, (vec!["livraison".into()], 1));
    assert_eq!(listed(&shop, "", "active", "").await.0, ["Conditions"]);
    assert_eq!(listed(&shop, "", "draft", "").await.0, ["livraison"]);
    shop.clock.advance(time::Duration::hours(1));
    save(&shop, proto::CmsPage { slug: "cgv".into(), ..terms }).await.expect("saved");
    assert_eq!(listed(&shop, "cgv", "", "changed").await.0, ["Conditions"]);
    let odd = proto::ListCmsPagesRequest { state: "x".into(), sort: "y".into(), ..Default::default() };
    assert_eq!(fields(&call!(shop, list_cms_pages, odd).expect_err("unknown")), ["state", "sort"]);
}
