//! Promotions on staff screens: where each stands at the moment, what is sent, and edits that collide.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

fn promotion(number: u8, starts_at: &str, ends_at: &str) -> proto::Promotion {
    proto::Promotion {
        id: format!("01a1fdf1-e03e-76e9-a51e-afe4c853a5{number:02}"),
        version: 4,
        rule_type: "percentage".into(),
        value: 1_250,
        rule: "all".into(),
        starts_at: starts_at.into(),
        ends_at: ends_at.into(),
        active: true,
        ..Default::default()
    }
}

const LONG_AGO: &str = "2020-01-01T00:00:00Z";
const FAR_AHEAD: &str = "2120-01-01T00:00:00Z";

#[souk_testkit::test(SCHEMA)]
async fn each_promotion_says_where_it_stands(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let promotions = vec![
        promotion(1, FAR_AHEAD, ""),
        promotion(2, LONG_AGO, FAR_AHEAD),
        promotion(3, "", ""),
        promotion(4, "", LONG_AGO),
        proto::Promotion { active: false, ..promotion(5, FAR_AHEAD, "") },
    ];
    gateway.neighbour.says("ListPromotions", &proto::ListPromotionsResponse { promotions });
    let states = async |query: &str| {
        let answer = gateway.get(&sales, &format!("/dashboard/api/promotions{query}")).await.json();
        let rows = answer["promotions"].as_array().expect("rows").clone();
        rows.into_iter().map(|row| row["state"].as_str().expect("a state").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(states("").await, ["planned", "running", "running", "over", "over"]);
    assert_eq!(states("?state=over").await, ["over", "over"]);
    assert_eq!(
        gateway.get(&sales, "/dashboard/api/promotions?state=x").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let past = gateway.get(&sales, "/dashboard/api/promotions?size=12&page=2").await.json();
    assert_eq!((&past["total"], &past["promotions"]), (&json!(5), &json!([])));
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_keeps_what_it_does_not_name_and_a_stale_one_answers_with_the_present_promotion(
    pool: PgPool,
) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let banner_url = "/media/shop/a-1080.jpg".to_owned();
    let stored = proto::Promotion { banner_url, ..promotion(1, LONG_AGO, "") };
    gateway
        .neighbour
        .says("ListPromotions", &proto::ListPromotionsResponse { promotions: vec![stored.clone()] });
    gateway.neighbour.says("SavePromotion", &proto::Promotion { active: false, ..stored.clone() });
    let path = format!("/dashboard/api/promotions/{}", stored.id);
    let end = json!({ "version": 4, "isActive": false });
    let ended = gateway.json(&content, Method::PATCH, &path, &end).await;
    assert_eq!((ended.status, &ended.json()["state"]), (StatusCode::OK, &json!("over")));
    let sent = gateway.neighbour.asked::<proto::SavePromotionRequest>("SavePromotion").remove(0);
    let none = Some(LocalizedText::default());
    let (title, subtitle, slogan) = (none.clone(), none.clone(), none);
    let kept = proto::Promotion { active: false, title, subtitle, slogan, ..stored.clone() };
    assert_eq!((kept.banner_url.as_str(), sent.promotion), ("/media/shop/a-1080.jpg", Some(kept.clone())));

    let terms = json!({ "title": { "fr": "Soldes", "ar": "", "en": "" }, "discountValue": 99.5,
        "ruleType": "amount", "rule": "all", "endsAt": FAR_AHEAD,
        "slogan": { "fr": "Vite", "ar": "", "en": "" }, "banner": "iVBORw0KGgo=" });
    gateway.json(&content, Method::PATCH, &path, &json!({ "version": 4, "terms": terms })).await;
    let sent = gateway.neighbour.asked::<proto::SavePromotionRequest>("SavePromotion").remove(1);
    let sent = sent.promotion.expect("sent");
    assert_eq!((sent.value, sent.starts_at.as_str(), sent.ends_at.as_str()), (9_950, "", FAR_AHEAD));
    assert!(sent.active && sent.banner.starts_with(b"\x89PNG") && sent.banner_url.is_empty());
    assert_eq!(sent.slogan.map(|slogan| slogan.fr).as_deref(), Some("Vite"));
    let broken = json!({ "version": 4, "terms": { "title": { "fr": "", "ar": "", "en": "" }, "discountValue": 1,
        "ruleType": "amount", "rule": "all", "banner": "not base64" } });
    let refused = gateway.json(&content, Method::PATCH, &path, &broken).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.json()["errors"]["banner"][0]["key"], "form.validation.notAPicture");

    gateway.neighbour.fails("SavePromotion", || Failure::conflict("catalog.stale_version", "changed"));
    let stale = gateway.json(&content, Method::PATCH, &path, &end).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
}
