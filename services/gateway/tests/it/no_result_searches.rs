//! What shoppers searched and did not find, on the staff's screen.

use http::StatusCode;
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const PATH: &str = "/dashboard/api/no-result-searches";

#[souk_testkit::test(SCHEMA)]
async fn a_period_is_asked_for_in_days_and_told_with_its_terms(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    let henna = proto::NoResultSearch {
        term: "henne".into(),
        language: "fr".into(),
        count: 11,
        last_at: "2026-11-21T09:00:00Z".into(),
    };
    let listed = proto::ListNoResultSearchesResponse { searches: vec![henna], total: 30 };
    gateway.neighbour.says("ListNoResultSearches", &listed);
    let path = format!("{PATH}?period=7d&language=ar&q=hen&sort=recent&page=2&size=12");
    let list = gateway.get(&sales, &path).await.json();
    let told = json!({ "term": "henne", "language": "fr", "count": 11, "lastAt": "2026-11-21T09:00:00Z" });
    assert_eq!(
        (&list["searches"], &list["total"], &list["pageCount"]),
        (&json!([told]), &json!(30), &json!(3))
    );
    assert_eq!(gateway.get(&sales, PATH).await.status, StatusCode::OK);
    let asked = gateway.neighbour.asked::<proto::ListNoResultSearchesRequest>("ListNoResultSearches");
    let named = |at: usize| {
        let asked: &proto::ListNoResultSearchesRequest = &asked[at];
        (asked.days, asked.language.as_str(), asked.query.as_str(), asked.sort.as_str())
    };
    assert_eq!((named(0), named(1)), ((7, "ar", "hen", "recent"), (30, "", "", "default")));
    assert_eq!(asked[0].page.map(|page| (page.page, page.size)), Some((2, 12)));

    for wrong in ["period=8d", "language=de", "sort=count"] {
        let answer = gateway.get(&sales, &format!("{PATH}?{wrong}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}: {answer:?}");
    }
    let payments = gateway.employee(Role::Payments).await;
    assert_eq!(gateway.get(&payments, PATH).await.status, StatusCode::FORBIDDEN);
}
