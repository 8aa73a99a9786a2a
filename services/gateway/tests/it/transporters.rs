//! Transporters on staff screens: an edit of some tariffs leaves the others, and all of them as a file.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as catalog;
use souk_proto::orders::v1 as proto;
use souk_rpc::{Failure, Violations};
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";

fn tariff(commune: &str, delivery: &str, price: i64) -> proto::Tariff {
    proto::Tariff {
        wilaya_id: "16".into(),
        commune_id: commune.into(),
        delivery_type: delivery.into(),
        price,
        delay_min_hours: 12,
        delay_max_hours: 36,
        desk_address: if delivery == "desk" { "=Rue 1".into() } else { String::new() },
        free_from: Some(if commune.is_empty() { 500_000 } else { 0 }),
    }
}

fn rapide() -> proto::TransporterDetail {
    let transporter = proto::Transporter {
        id: ID.into(),
        name: "Rapide".into(),
        active: true,
        version: 4,
        ..Default::default()
    };
    let tariffs =
        vec![tariff("", "desk", 30_000), tariff("", "home", 40_050), tariff("1602", "home", 60_000)];
    proto::TransporterDetail { transporter: Some(transporter), tariffs }
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_changes_the_tariffs_that_it_names(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    gateway.neighbour.says("GetTransporter", &rapide());
    gateway.neighbour.says("SaveTransporter", &proto::Transporter::default());
    let path = format!("/dashboard/api/transporters/{ID}");
    let change = json!({ "version": 4, "tariffs": [
        { "wilayaId": "16", "deliveryType": "home", "price": 450.5 },
        { "wilayaId": "16", "communeId": "1602", "deliveryType": "home", "price": null },
        { "wilayaId": "31", "deliveryType": "desk", "price": 0, "deskAddress": "Rue 2", "freeFrom": 70.5 },
    ] });
    let answer = gateway.json(&admin, Method::PATCH, &path, &change).await;
    assert_eq!((answer.status, &answer.json()["tariffs"][1]["price"]), (StatusCode::OK, &json!(400.5)));
    let sent = gateway.neighbour.asked::<proto::SaveTransporterRequest>("SaveTransporter").remove(0);
    assert_eq!((sent.name.as_str(), sent.active, sent.version), ("Rapide", true, 4));
    let new = proto::Tariff {
        wilaya_id: "31".into(),
        delivery_type: "desk".into(),
        delay_min_hours: 24,
        delay_max_hours: 72,
        desk_address: "Rue 2".into(),
        free_from: Some(7_050),
        ..Default::default()
    };
    assert_eq!(sent.tariffs, [tariff("", "desk", 30_000), tariff("", "home", 45_050), new]);

    gateway.neighbour.fails("SaveTransporter", || Failure::conflict("orders.stale_version", "changed"));
    let stale = gateway.json(&admin, Method::PATCH, &path, &json!({ "version": 3, "name": "Vite" })).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    gateway.neighbour.fails("SaveTransporter", || {
        let mut violations = Violations::default();
        violations.push("tariffs[1].price", "form.validation.price", "too much");
        violations.push("name", "form.validation.name", "too long");
        Failure::invalid("orders.invalid_transporter", violations)
    });
    let refused = gateway.json(&admin, Method::PATCH, &path, &change).await;
    assert_eq!(refused.fields(), ["name", "tariffs[0].price"], "as the request calls them");
    let sales = gateway.employee(Role::Sales).await;
    let refused = gateway.json(&sales, Method::PATCH, &path, &json!({ "version": 4 })).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}

#[souk_testkit::test(SCHEMA)]
async fn a_logo_is_stored_by_catalog_and_named_by_its_path(pool: PgPool) {
    const LOGO: &str = "/media/shop/00ff-160.jpg";
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    gateway.neighbour.says("GetTransporter", &rapide());
    gateway.neighbour.says("SaveTransporter", &proto::Transporter::default());
    let stored = catalog::StoreTransporterLogoResponse { path: LOGO.into() };
    gateway.neighbour.says("StoreTransporterLogo", &stored);
    let path = format!("/dashboard/api/transporters/{ID}");
    for (logo, saved) in [("AAEC", LOGO), ("", "")] {
        let answer = gateway.json(&admin, Method::PATCH, &path, &json!({ "version": 4, "logo": logo })).await;
        assert_eq!(answer.status, StatusCode::OK);
        let sent = gateway.neighbour.asked::<proto::SaveTransporterRequest>("SaveTransporter");
        let sent = sent.last().expect("saved");
        assert_eq!((sent.logo.as_str(), sent.tariffs.len()), (saved, 3), "the tariffs stay");
    }
    let asked = gateway.neighbour.asked::<catalog::StoreTransporterLogoRequest>("StoreTransporterLogo");
    assert_eq!(asked.len(), 1, "nothing is stored where a logo is taken away");
    assert_eq!(asked[0].content, [0, 1, 2]);
    let odd = gateway.json(&admin, Method::PATCH, &path, &json!({ "version": 4, "logo": "…" })).await;
    assert_eq!(odd.fields(), ["logo"]);
}

#[souk_testkit::test(SCHEMA)]
async fn an_export_has_every_tariff_as_text(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    gateway.neighbour.says("GetTransporter", &rapide());
    let answer = gateway.get(&sales, &format!("/dashboard/api/transporters/{ID}/export")).await;
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"tariffs.csv\"");
    let text = std::str::from_utf8(&answer.body).expect("UTF-8");
    let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!(lines[1], r#""16";"";"desk";"300";"12";"36";"'=Rue 1";"5000""#);
    assert_eq!(lines[2], r#""16";"";"home";"400.5";"12";"36";"";"5000""#);
}
