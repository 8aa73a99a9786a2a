//! Menus on staff screens: the form as the specification sends it, and what it offers to choose from.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Answer, Gateway, Person, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";
const OTHER: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";

const FORM: [(&str, &str); 9] = [
    ("version", "3"),
    ("isActive", "true"),
    ("menu", "footer"),
    ("parentId", ""),
    ("type", "Cms"),
    ("targetId", OTHER),
    ("label.fr", "Nos délais"),
    ("label.ar", "الآجال"),
    ("accent", "true"),
];

fn stored() -> proto::MenuItem {
    proto::MenuItem {
        id: ID.into(),
        version: 4,
        menu: "footer".into(),
        r#type: "Cms".into(),
        target_id: OTHER.into(),
        active: true,
        target_name: Some(text("Livraison")),
        leads: true,
        ..Default::default()
    }
}

fn text(fr: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ..Default::default() }
}

async fn send(gateway: &Gateway, person: &Person, fields: &[(&str, &str)]) -> Answer {
    let part = |(name, value): &(&str, &str)| {
        format!("--line\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let body = fields.iter().map(part).collect::<String>() + "--line--\r\n";
    let headers = [("content-type", "multipart/form-data; boundary=line")];
    let path = format!("/dashboard/api/menu-items/{ID}");
    gateway.send(person, Method::POST, &path, &headers, body.into()).await
}

#[souk_testkit::test(SCHEMA)]
async fn an_item_is_saved_by_its_form(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("SaveMenuItem", &stored());
    let answer = send(&gateway, &content, &FORM).await;
    assert_eq!((answer.status, &answer.json()["targetName"]["fr"]), (StatusCode::OK, &json!("Livraison")));
    let sent = gateway.neighbour.asked::<proto::SaveMenuItemRequest>("SaveMenuItem").remove(0).item;
    let label = LocalizedText { ar: "الآجال".into(), ..text("Nos délais") };
    let wanted = proto::MenuItem {
        version: 3,
        accent: true,
        label: Some(label),
        target_name: None,
        leads: false,
        ..stored()
    };
    assert_eq!(sent, Some(wanted));

    for (form, field) in [
        (&FORM[1..], "version"),
        (&FORM[..1], "isActive"),
        (&[("version", "x")][..], "version"),
        (&[("leads", "true")][..], "leads"),
        (&[("link", "/a\0b")][..], "link"),
    ] {
        let refused = send(&gateway, &content, form).await;
        assert_eq!(
            (refused.status, refused.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec![field.to_owned()])
        );
    }
    let sales = gateway.employee(Role::Sales).await;
    assert_eq!(send(&gateway, &sales, &FORM).await.status, StatusCode::FORBIDDEN);

    let stale = || Failure::conflict("catalog.stale_version", "it is at version 4");
    gateway.neighbour.fails("SaveMenuItem", stale);
    gateway.neighbour.fails("MoveMenuItem", stale);
    gateway.neighbour.says("ListMenuItems", &proto::ListMenuItemsResponse { items: vec![stored()] });
    let collided = send(&gateway, &content, &FORM).await;
    assert_eq!((collided.status, &collided.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    let place = json!({ "version": 3, "parentId": "", "at": 1 });
    let path = format!("/dashboard/api/menu-items/{ID}/move");
    let collided = gateway.json(&content, Method::POST, &path, &place).await;
    assert_eq!((collided.status, &collided.json()["current"]["id"]), (StatusCode::CONFLICT, &json!(ID)));
}

#[souk_testkit::test(SCHEMA)]
async fn a_menu_is_started_and_reset_by_its_name(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("StartMenu", &proto::StartMenuResponse {});
    gateway.neighbour.says("ResetMenu", &proto::ResetMenuResponse {});
    gateway.neighbour.says("ListMenuItems", &proto::ListMenuItemsResponse { items: vec![stored()] });
    for step in ["start", "reset"] {
        let path = format!("/dashboard/api/menus/footer/{step}");
        let answer = gateway.json(&content, Method::POST, &path, &json!({})).await;
        assert_eq!((answer.status, &answer.json()["items"][0]["id"]), (StatusCode::OK, &json!(ID)));
    }
    assert_eq!(gateway.neighbour.asked::<proto::ResetMenuRequest>("ResetMenu")[0].menu, "footer");
}

#[souk_testkit::test(SCHEMA)]
async fn look_ups_answer_a_list_in_a_list(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let target = proto::MenuTarget { id: OTHER.into(), name: Some(text("Livraison")) };
    let targets = proto::ListMenuTargetsResponse { targets: vec![target] };
    gateway.neighbour.says("ListMenuTargets", &targets);
    for (path, kind) in [
        ("pages", "page"),
        ("cmsPage", "Cms"),
        ("collections", "collectionPage"),
        ("blogCategory", "BlogCategory"),
        ("blogPost", "BlogPost"),
    ] {
        let answer = gateway.get(&content, &format!("/dashboard/menu/api/{path}")).await;
        assert_eq!(answer.json(), json!([[{ "id": OTHER, "name": "Livraison" }]]));
        let asked = gateway.neighbour.asked::<proto::ListMenuTargetsRequest>("ListMenuTargets");
        assert_eq!(asked.last().map(|asked| asked.r#type.as_str()), Some(kind));
    }
    let row = proto::ProductRow { id: ID.into(), name: "Savon noir".into(), ..Default::default() };
    gateway
        .neighbour
        .says("ListProducts", &proto::ListProductsResponse { products: vec![row], ..Default::default() });
    let found = gateway.get(&content, "/dashboard/menu/api/products/search/sav").await;
    assert_eq!(found.json(), json!([[{ "id": ID, "name": "Savon noir" }]]));
    let asked = gateway.neighbour.asked::<proto::ListProductsRequest>("ListProducts").remove(0);
    assert_eq!(asked.query, "sav");
    for text in ["sa", "%20%20sa", &"x".repeat(101)] {
        let refused = gateway.get(&content, &format!("/dashboard/menu/api/products/search/{text}")).await;
        assert_eq!(
            (refused.status, refused.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec!["text".to_owned()])
        );
    }
}
