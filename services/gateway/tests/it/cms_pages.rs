//! Pages of text on staff screens, and as they are read before a script runs.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";

fn stored() -> proto::CmsPage {
    proto::CmsPage {
        id: ID.into(),
        version: 4,
        slug: "livraison".into(),
        active: true,
        title: Some(LocalizedText { fr: "Livraison".into(), ..Default::default() }),
        changed_at: "2026-11-22T10:00:00Z".into(),
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_page_is_listed_and_saved_whole(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("ListCmsPages", &proto::ListCmsPagesResponse { pages: vec![stored()], total: 1 });
    let list = gateway.get(&content, "/dashboard/api/cms-pages?state=draft&sort=changed&q=livr").await.json();
    assert_eq!((&list["pages"][0]["link"], &list["pageCount"]), (&json!("/pages/livraison"), &json!(1)));
    let asked = gateway.neighbour.asked::<proto::ListCmsPagesRequest>("ListCmsPages").remove(0);
    assert_eq!(
        (asked.state.as_str(), asked.sort.as_str(), asked.query.as_str()),
        ("draft", "changed", "livr")
    );

    gateway.neighbour.says("SaveCmsPage", &stored());
    let path = format!("/dashboard/api/cms-pages/{ID}");
    let title = json!({ "fr": "Livraison", "ar": "التوصيل", "en": "" });
    // Three languages of a long text: more than other bodies may have.
    let html = json!({ "fr": "x".repeat(50_000), "ar": "ت".repeat(50_000), "en": "" });
    let body = json!({ "version": 3, "isActive": true, "title": title, "html": html });
    let answer = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((answer.status, &answer.json()["version"]), (StatusCode::OK, &json!(4)));
    let sent = gateway.neighbour.asked::<proto::SaveCmsPageRequest>("SaveCmsPage").remove(0).page;
    let sent = sent.expect("a page");
    assert_eq!((sent.id.as_str(), sent.version, sent.slug.as_str(), sent.active), (ID, 3, "", true));
    assert_eq!(sent.html.expect("texts").fr.len(), 50_000);

    gateway
        .neighbour
        .fails("SaveCmsPage", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    gateway.neighbour.says("GetCmsPage", &stored());
    let stale = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
}

#[souk_testkit::test(SCHEMA)]
async fn a_page_that_moved_says_where_to_who_asks_by_script(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let moved = || Failure::not_found("catalog.moved", "it moved").with("movedTo", "delais");
    gateway.neighbour.fails("GetPublishedCmsPage", moved);
    let shopper = gateway.shopper().await;
    let answer = gateway.get(&shopper, "/web/public/api/cms-page/livraison").await;
    assert_eq!(
        (answer.status, &answer.json()["facts"]["movedTo"]),
        (StatusCode::NOT_FOUND, &json!("delais"))
    );
    let nobody = gateway.get(&Person::default(), "/web/public/api/cms-page/livraison").await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
}
