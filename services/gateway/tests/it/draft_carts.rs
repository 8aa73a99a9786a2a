//! Carts that were not ordered, on the staff's screen.

use http::StatusCode;
use souk_kernel::Role;
use souk_proto::common::v1::LocalizedText;
use souk_proto::orders::v1 as proto;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const PATH: &str = "/dashboard/api/draft-carts";

#[souk_testkit::test(SCHEMA)]
async fn staff_see_what_was_not_ordered_and_whom_to_call(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let text = |fr: &str| Some(LocalizedText { fr: fr.into(), ..Default::default() });
    let line = proto::DraftLine {
        product_id: "p".into(),
        combination_id: "c".into(),
        product_name: text("Foulard"),
        combination_name: text("Bleu"),
        quantity: 2,
        unit_price: Some(150_050),
    };
    let gone = proto::DraftLine { product_id: "g".into(), quantity: 1, ..Default::default() };
    let cart = proto::DraftCart {
        id: "d".into(),
        first_name: "Amina".into(),
        last_name: "Ben Ali".into(),
        phone: "0550123456".into(),
        lines: vec![line, gone],
        total: 300_100,
        updated_at: "2026-11-21T09:00:00Z".into(),
        expires_at: "2026-11-28T09:00:00Z".into(),
        line_count: 2,
    };
    let listed = proto::ListDraftCartsResponse { carts: vec![cart], total: 1, more: false };
    gateway.neighbour.says("ListDraftCarts", &listed);
    let list = gateway.get(&sales, &format!("{PATH}?page=2&size=12&sort=expiring")).await;
    insta::assert_json_snapshot!("draft_carts", list.json());
    assert_eq!(list.header("cache-control"), "no-store", "whose they are is kept in no browser");
    let sent = gateway.neighbour.asked::<proto::ListDraftCartsRequest>("ListDraftCarts").remove(0);
    assert_eq!((sent.page.map(|page| page.page), sent.sort.as_str()), (Some(2), "expiring"));
    assert_eq!(
        gateway.get(&sales, &format!("{PATH}?sort=total")).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let content = gateway.employee(Role::Content).await;
    assert_eq!(gateway.get(&content, PATH).await.status, StatusCode::FORBIDDEN);
}
