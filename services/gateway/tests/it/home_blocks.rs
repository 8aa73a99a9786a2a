//! Home blocks on staff screens, and the page that is read before a script runs.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

fn stored() -> proto::HomeBlock {
    let settings = proto::ModuleSettings { show_title: true, size: 12, ..Default::default() };
    proto::HomeBlock {
        id: ID.into(),
        version: 4,
        r#type: "banner".into(),
        active: true,
        image_url: "/media/shop/0f-1080.jpg".into(),
        settings: Some(settings),
        ..Default::default()
    }
}

fn wanted(change: &Value) -> Value {
    let mut body = json!({
        "version": 3, "type": "banner_carousel", "isActive": true, "image": "/media/shop/0f-1080.jpg",
        "settings": {
            "showTitle": true, "size": 6, "bgColor": "", "containerClass": "", "wrapperCssClass": "warm",
            "responsiveNumber": { "mobile": 1, "tablet": 2, "desktop": 4 },
        },
    });
    for (name, value) in change.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

#[souk_testkit::test(SCHEMA)]
async fn a_block_is_sent_whole_with_what_stays_of_its_pictures(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("SaveHomeBlock", &stored());
    let path = format!("/dashboard/api/home-blocks/{ID}");
    let texts = json!({ "fr": "Un", "ar": "واحد", "en": "" });
    let slide = json!({ "title": texts, "text": texts, "button": texts, "link": "/new", "image": "AAEC" });
    let body = wanted(&json!({ "publicTitle": texts, "slides": [slide] }));
    let answer = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((answer.status, &answer.json()["image"]), (StatusCode::OK, &json!("/media/shop/0f-1080.jpg")));
    let sent = gateway.neighbour.asked::<proto::SaveHomeBlockRequest>("SaveHomeBlock").remove(0);
    let block = sent.block.expect("a block");
    assert_eq!((block.id.as_str(), block.version, block.image.len()), (ID, 3, 0));
    assert_eq!(block.image_url, "/media/shop/0f-1080.jpg", "it stays");
    assert_eq!((block.slides[0].image.as_slice(), block.slides[0].image_url.as_str()), (&[0, 1, 2][..], ""));
    let settings = block.settings.expect("settings");
    assert_eq!((settings.on_desktop, settings.wrapper_css_class.as_str()), (4, "warm"));

    let odd = gateway.json(&content, Method::PUT, &path, &wanted(&json!({ "image": "…" }))).await;
    assert_eq!(odd.fields(), ["image"]);
    let large = "A".repeat(1_900_000);
    let answer = gateway.json(&content, Method::PUT, &path, &wanted(&json!({ "image": large }))).await;
    assert_eq!(answer.status, StatusCode::OK, "a picture is larger than what others send");
}

#[souk_testkit::test(SCHEMA)]
async fn a_stale_edit_answers_with_the_present_block(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let listed = proto::ListHomeBlocksResponse { blocks: vec![stored()] };
    gateway.neighbour.says("ListHomeBlocks", &listed);
    gateway
        .neighbour
        .fails("SaveHomeBlock", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    let path = format!("/dashboard/api/home-blocks/{ID}");
    let stale = gateway.json(&content, Method::PUT, &path, &wanted(&json!({}))).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    let other = ID.replace('a', "b");
    let missing = gateway.get(&content, &format!("/dashboard/api/home-blocks/{other}")).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_not_saved_is_previewed_for_staff_and_kept_by_nobody(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let settings = json!({
        "showTitle": true, "size": 12, "bgColor": "", "containerClass": "", "wrapperCssClass": "",
        "responsiveNumber": { "mobile": 0, "tablet": 0, "desktop": 0 },
    });
    let mut module = json!({ "type": "text_carousel", "publicTitle": "", "items": ["Un"] });
    module.as_object_mut().expect("members").extend(settings.as_object().expect("members").clone());
    let told = json!({ "blocks": [{ "id": ID, "isShown": false, "module": module }] });
    let json = told.to_string().into_bytes();
    gateway.neighbour.says("GetHomePreview", &proto::GetHomePreviewResponse { json });
    let path = "/dashboard/api/home-blocks/preview";
    let body =
        json!({ "language": "ar", "id": ID, "block": wanted(&json!({ "image": "bmV3" })), "ids": [ID] });
    let answer = gateway.json(&content, Method::POST, path, &body).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, told));
    assert_eq!(answer.header("cache-control"), "no-store");
    let asked = gateway.neighbour.asked::<proto::GetHomePreviewRequest>("GetHomePreview").remove(0);
    let block = asked.block.expect("a block");
    assert_eq!((asked.language.as_str(), block.id.as_str(), block.image.as_slice()), ("ar", ID, &b"new"[..]));
    assert_eq!((asked.ids, asked.all), (vec![ID.to_owned()], false));

    let odd = json!({ "language": "fr", "id": "x" });
    assert_eq!(gateway.json(&content, Method::POST, path, &odd).await.fields(), ["id"]);
    let sales = gateway.employee(Role::Sales).await;
    let refused = gateway.json(&sales, Method::POST, path, &json!({ "language": "fr" })).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
