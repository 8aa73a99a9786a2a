//! Words that mean the same, on the staff's screen.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const PATH: &str = "/dashboard/api/synonyms";
const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

fn group(words: &[&str]) -> proto::SynonymGroup {
    let words = words.iter().map(ToString::to_string).collect();
    proto::SynonymGroup { id: ID.into(), version: 2, words, updated_at: "2026-11-21T09:00:00Z".into() }
}

#[souk_testkit::test(SCHEMA)]
async fn groups_are_listed_by_page_and_part_of_a_word(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let groups = vec![group(&["Samsung", "سامسونغ"])];
    gateway.neighbour.says("ListSynonymGroups", &proto::ListSynonymGroupsResponse { groups });
    let list = gateway.get(&sales, &format!("{PATH}?q=SUNG")).await.json();
    let asked = gateway.neighbour.asked::<proto::ListSynonymGroupsRequest>("ListSynonymGroups").remove(0);
    assert_eq!(asked.part, "SUNG");
    let expected = json!({ "id": ID, "version": 2, "words": ["Samsung", "سامسونغ"], "updatedAt": "2026-11-21T09:00:00Z" });
    assert_eq!((&list["groups"], &list["total"]), (&json!([expected]), &json!(1)));
    let beyond = gateway.get(&sales, &format!("{PATH}?page=2&size=12")).await.json();
    assert_eq!((&beyond["groups"], &beyond["total"]), (&json!([]), &json!(1)));
    let payments = gateway.employee(Role::Payments).await;
    assert_eq!(gateway.get(&payments, PATH).await.status, StatusCode::FORBIDDEN);
}

#[souk_testkit::test(SCHEMA)]
async fn a_group_is_saved_whole_and_taken_away(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("SaveSynonymGroup", &group(&["itr", "عطر"]));
    gateway.neighbour.says("GetSynonymGroup", &group(&["itr", "parfum"]));
    gateway.neighbour.says("DeleteSynonymGroup", &proto::DeleteSynonymGroupResponse {});
    let (path, body) = (format!("{PATH}/{ID}"), json!({ "version": 1, "words": ["itr", "عطر"] }));
    let saved = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((saved.status, &saved.json()["version"]), (StatusCode::OK, &json!(2)));
    let sent = gateway.neighbour.asked::<proto::SaveSynonymGroupRequest>("SaveSynonymGroup").remove(0);
    assert_eq!((sent.id.as_str(), sent.version, sent.words.len()), (ID, 1, 2));
    gateway.neighbour.fails("SaveSynonymGroup", || Failure::conflict("catalog.stale_version", "it is at 2"));
    let stale = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert_eq!(stale.json()["current"]["words"], json!(["itr", "parfum"]));
    gateway.neighbour.fails("SaveSynonymGroup", || {
        let taken = Failure::invalid_field("words[1]", "form.validation.taken", "it is in another group");
        taken.with("words[1]", "parfum = عطر")
    });
    let taken = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!(taken.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(taken.json()["errors"]["words[1]"][0]["key"], "form.validation.taken");
    assert_eq!(taken.json()["facts"]["words[1]"], "parfum = عطر");

    let none = json!(null);
    let removed = gateway.json(&content, Method::DELETE, &format!("{path}?version=2"), &none).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT, "{removed:?}");
    let sent = gateway.neighbour.asked::<proto::DeleteSynonymGroupRequest>("DeleteSynonymGroup").remove(0);
    assert_eq!((sent.id.as_str(), sent.version), (ID, 2));
    let sales = gateway.employee(Role::Sales).await;
    let refused = gateway.json(&sales, Method::PUT, &path, &body).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
