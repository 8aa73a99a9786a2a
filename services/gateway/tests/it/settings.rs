//! The shop's settings on staff screens, and what a new shop lacks.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as catalog;
use souk_proto::common::v1::LocalizedText;
use souk_proto::inventory::v1 as inventory;
use souk_proto::orders::v1 as orders;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

fn settings() -> catalog::Settings {
    catalog::Settings {
        version: 4,
        active_add_to_cart: true,
        price_basis: "ht".into(),
        shop_name: Some(LocalizedText { fr: "Zahra".into(), ..Default::default() }),
        opening_hours: Some(LocalizedText::default()),
        show_lowest_price: Some(true),
        cooldown_seconds: Some(45),
        hold_hours: Some(0),
        identity: Some(catalog::ShopIdentity { rc: "16/00-1234567".into(), ..Default::default() }),
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_keeps_what_it_does_not_name_and_a_stale_one_answers_with_the_present_settings(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("GetSettings", &settings());
    gateway.neighbour.says("UpdateSettings", &catalog::Settings { version: 5, ..settings() });
    let promise = json!({ "kind": "call", "title": { "fr": "Appel", "ar": "", "en": "" },
        "text": { "fr": "", "ar": "", "en": "" } });
    let change = json!({ "version": 4, "phone": "0550 12 34 56", "promises": [promise],
        "showLowestPrice": false, "holdHours": 24 });
    let path = "/dashboard/api/settings";
    let saved = gateway.json(&content, Method::PATCH, path, &change).await;
    assert_eq!((saved.status, &saved.json()["version"]), (StatusCode::OK, &json!(5)));
    let sent = gateway.neighbour.asked::<catalog::UpdateSettingsRequest>("UpdateSettings").remove(0);
    let sent = sent.settings.expect("sent");
    assert_eq!((sent.phone.as_str(), sent.promises[0].kind.as_str()), ("0550 12 34 56", "call"));
    assert_eq!(
        catalog::Settings {
            phone: String::new(),
            promises: Vec::new(),
            show_lowest_price: Some(true),
            hold_hours: Some(0),
            ..sent.clone()
        },
        settings()
    );
    assert_eq!((sent.show_lowest_price, sent.hold_hours), (Some(false), Some(24)));
    let read = gateway.get(&content, path).await.json();
    assert_eq!((&read["cooldownSeconds"], &read["holdHours"]), (&json!(45), &json!(0)));
    assert_eq!(read["identity"]["rc"], "16/00-1234567");

    gateway.neighbour.fails("UpdateSettings", || Failure::conflict("catalog.stale_version", "changed"));
    let stale = gateway.json(&content, Method::PATCH, path, &change).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
}

#[souk_testkit::test(SCHEMA)]
async fn a_new_shop_is_told_what_it_lacks(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    gateway.neighbour.says("GetSettings", &settings());
    let closed = inventory::Warehouse::default();
    gateway.neighbour.says("ListWarehouses", &inventory::ListWarehousesResponse { warehouses: vec![closed] });
    let offered = orders::Transporter { active: true, ..Default::default() };
    gateway
        .neighbour
        .says("ListTransporters", &orders::ListTransportersResponse { transporters: vec![offered] });
    gateway.neighbour.says("ListProducts", &catalog::ListProductsResponse::default());
    gateway.neighbour.says("GetTransporter", &orders::TransporterDetail::default());
    let setup = async || gateway.get(&admin, "/dashboard/api/setup").await.json();
    let movements = |movements| inventory::ListMovementsResponse { movements, ..Default::default() };
    gateway.neighbour.says("ListMovements", &movements(Vec::new()));
    let hidden = catalog::HomeBlock::default();
    gateway.neighbour.says("ListHomeBlocks", &catalog::ListHomeBlocksResponse { blocks: vec![hidden] });
    let nothing = json!({ "phone": false, "warehouse": false, "transporter": false, "product": false, "stock": false, "home": false });
    assert_eq!(setup().await, nothing, "a transporter without a tariff delivers nowhere");
    let tariffs = vec![orders::Tariff::default()];
    gateway.neighbour.says("GetTransporter", &orders::TransporterDetail { tariffs, ..Default::default() });
    assert_eq!(setup().await["transporter"], json!(true));
    gateway.neighbour.says("ListMovements", &movements(vec![inventory::Movement::default()]));
    assert_eq!(setup().await["stock"], json!(true));
    let shown = catalog::HomeBlock { active: true, ..Default::default() };
    gateway.neighbour.says("ListHomeBlocks", &catalog::ListHomeBlocksResponse { blocks: vec![shown] });
    assert_eq!(setup().await["home"], json!(true));
}

#[souk_testkit::test(SCHEMA)]
async fn a_picture_goes_on_as_its_bytes_or_as_the_one_that_stays(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let logo =
        catalog::ShopPicture { url: "/media/shop/ab-480.jpg".into(), width: 480, ..Default::default() };
    gateway.neighbour.says("GetSettings", &catalog::Settings { logo: Some(logo), ..settings() });
    gateway.neighbour.says("UpdateSettings", &settings());
    let path = "/dashboard/api/settings";
    let read = gateway.get(&content, path).await.json();
    assert_eq!((&read["logo"], &read["favicon"]), (&json!("/media/shop/ab-480.jpg"), &json!("")));
    let sent = async |change: serde_json::Value| {
        let answer = gateway.json(&content, Method::PATCH, path, &change).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let asked = gateway.neighbour.asked::<catalog::UpdateSettingsRequest>("UpdateSettings");
        let sent = asked.last().and_then(|request| request.settings.clone()).expect("sent");
        [sent.logo, sent.favicon].map(|picture| picture.map(|picture| (picture.content, picture.url)))
    };
    assert_eq!(sent(json!({ "version": 4, "phone": "" })).await, [None, None], "nothing is said of them");
    let both = json!({ "version": 4, "logo": "/media/shop/ab-480.jpg", "favicon": "QUJD" });
    let kept = Some((Vec::new(), "/media/shop/ab-480.jpg".to_owned()));
    assert_eq!(sent(both).await, [kept, Some((b"ABC".to_vec(), String::new()))]);
    let away = sent(json!({ "version": 4, "logo": "" })).await;
    assert_eq!(away, [Some((Vec::new(), String::new())), None]);
    let wrong = json!({ "version": 4, "favicon": "!" });
    assert_eq!(gateway.json(&content, Method::PATCH, path, &wrong).await.fields(), ["favicon"]);
}
