//! Sets of features on staff screens: sent on whole, edits that collide.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a701";
const SCREEN: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a702";

fn phone() -> proto::FeatureSet {
    let features = vec![SCREEN.to_owned()];
    proto::FeatureSet { id: ID.into(), version: 4, name: "Téléphone".into(), feature_ids: features }
}

#[souk_testkit::test(SCHEMA)]
async fn a_set_is_saved_whole(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("ListFeatureSets", &proto::ListFeatureSetsResponse { sets: vec![phone()] });
    gateway.neighbour.says("GetFeatureSet", &phone());
    gateway.neighbour.says("SaveFeatureSet", &phone());
    gateway.neighbour.says("DeleteFeatureSet", &proto::DeleteFeatureSetResponse {});
    let path = format!("/dashboard/api/feature-sets/{ID}");
    let read = gateway.get(&content, &path).await.json();
    assert_eq!(read, json!({ "id": ID, "version": 4, "name": "Téléphone", "features": [SCREEN] }));
    assert_eq!(gateway.get(&content, "/dashboard/api/feature-sets").await.json(), json!([read]));
    let wanted = json!({ "version": 4, "name": "Téléphone", "features": [SCREEN] });
    let saved = gateway.json(&content, Method::PUT, &path, &wanted).await;
    assert_eq!((saved.status, saved.json()), (StatusCode::OK, read));
    let sent = gateway.neighbour.asked::<proto::SaveFeatureSetRequest>("SaveFeatureSet").remove(0);
    assert_eq!(sent.set, Some(phone()));

    gateway.neighbour.fails("SaveFeatureSet", || Failure::conflict("catalog.stale_version", "it is at 4"));
    let stale = gateway.json(&content, Method::PUT, &path, &wanted).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    let gone = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
}
