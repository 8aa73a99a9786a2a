//! What isn't published yet, seen by who has a link to it.

use std::path::PathBuf;

use http::StatusCode;
use serde_json::{Value, json};
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::sheets::without_looks;
use crate::support::{Answer, Gateway, Person, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";

fn page() -> Value {
    json!({
        "title": "Livraison", "slug": "livraison", "html": "<p>48 h</p>", "seoTitle": "", "seoDescription": "Vite",
    })
}

async fn open(pool: PgPool, is_shown: bool) -> Gateway {
    let web_app = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"));
    let gateway = Gateway::open_with(pool, web_app).await;
    let json = page().to_string().into_bytes();
    gateway
        .neighbour
        .says("GetDraftCmsPage", &proto::Draft { json, link: "/pages/livraison".into(), shown: is_shown });
    gateway.neighbour.says("GetCmsPage", &proto::CmsPage { id: ID.into(), ..Default::default() });
    gateway
}

/// A link as staff get it: its path and when it ends.
async fn link(gateway: &Gateway) -> (String, String) {
    let content = gateway.employee(Role::Content).await;
    let answer = gateway.get(&content, &format!("/dashboard/api/cms-pages/{ID}/draft-link")).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let text = |name: &str| answer.json()[name].as_str().expect("a text").to_owned();
    (text("path"), text("endsAt"))
}

fn assert_unlisted(answer: &Answer) {
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(answer.header("x-robots-tag").contains("noindex"), "{answer:?}");
    assert_eq!(answer.header("etag"), "");
}

#[souk_testkit::test(SCHEMA)]
async fn a_link_shows_the_draft_to_who_has_no_account_and_to_no_search_engine(pool: PgPool) {
    let gateway = open(pool, false).await;
    let (path, ends_at) = link(&gateway).await;
    for (path, language, note) in [
        (path.clone(), "fr", "Brouillon\u{a0}: les clients ne voient pas cette page."),
        (format!("/ar{path}"), "ar", "مسودة: لا يرى الزبائن هذه الصفحة."),
        (format!("/en{path}"), "en", "Draft: shoppers don’t see this page."),
    ] {
        let answer = gateway.get(&Person::default(), &path).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        assert_unlisted(&answer);
        let html = answer.text();
        assert!(html.contains(note) && html.contains("<p>48 h</p>"), "{html}");
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{html}");
        for told in ["rel=\"canonical\"", "application/ld+json", "og:url"] {
            assert!(!html.contains(told), "{told}");
        }
        assert_eq!(without_looks(&html), [""; 0]);
        let asked = gateway.neighbour.asked::<proto::GetDraftRequest>("GetDraftCmsPage").pop();
        let asked = asked.expect("asked");
        assert_eq!((asked.id.as_str(), asked.language.as_str()), (ID, language));
    }
    // The app reads the same by its session.
    let token = path.rsplit('/').next().expect("a token");
    let call = format!("/web/public/api/draft/{token}");
    let answer = gateway.get(&gateway.shopper().await, &call).await;
    assert_unlisted(&answer);
    let wanted = json!({
        "link": "/pages/livraison", "isShown": false, "endsAt": ends_at, "thing": { "kind": "page", "of": page() },
    });
    assert_eq!(answer.json(), wanted);
    assert_eq!(gateway.get(&Person::default(), &call).await.status, StatusCode::UNAUTHORIZED);
}

#[souk_testkit::test(SCHEMA)]
async fn a_link_ends_by_itself_and_a_made_up_one_leads_nowhere(pool: PgPool) {
    let gateway = open(pool, false).await;
    let (path, _) = link(&gateway).await;
    let (kept, _) = path.split_at(path.len() - 2);
    for wrong in ["/preview/AAAA".to_owned(), format!("{kept}!!"), kept.to_owned()] {
        let answer = gateway.get(&Person::default(), &wrong).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert_unlisted(&answer);
    }
    gateway.clock.advance(time::Duration::days(7));
    let answer = gateway.get(&Person::default(), &path).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert!(answer.text().contains("Ce lien d’aperçu n’est plus valable"));
    assert_eq!(gateway.neighbour.asked::<proto::GetDraftRequest>("GetDraftCmsPage").len(), 0);
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_published_meanwhile_is_seen_at_its_own_address(pool: PgPool) {
    let gateway = open(pool, true).await;
    let (path, _) = link(&gateway).await;
    let answer = gateway.get(&Person::default(), &format!("/ar{path}")).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/ar/pages/livraison"));
    assert_unlisted(&answer);
    gateway.neighbour.fails("GetDraftCmsPage", || Failure::not_found("catalog.unknown_cms_page", "gone"));
    assert_eq!(gateway.get(&Person::default(), &path).await.status, StatusCode::NOT_FOUND);
}

#[souk_testkit::test(SCHEMA)]
async fn only_who_may_change_a_thing_gives_links_to_it(pool: PgPool) {
    let gateway = open(pool, false).await;
    let sales = gateway.employee(Role::Sales).await;
    for thing in ["cms-pages", "blog-posts", "products"] {
        let path = format!("/dashboard/api/{thing}/{ID}/draft-link");
        assert_eq!(gateway.get(&sales, &path).await.status, StatusCode::FORBIDDEN, "{thing}");
    }
    let content = gateway.employee(Role::Content).await;
    let path = format!("/dashboard/api/products/{ID}/draft-link");
    assert_eq!(gateway.get(&content, &path).await.status, StatusCode::NOT_FOUND);
    gateway.neighbour.says("GetProduct", &proto::Product { id: ID.into(), ..Default::default() });
    assert_eq!(gateway.get(&content, &path).await.status, StatusCode::OK);
}
