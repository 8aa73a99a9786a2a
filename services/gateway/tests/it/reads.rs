//! Public reads: kept, compressed, revalidated, and given on while the catalogue is away.

use std::path::PathBuf;

use http::StatusCode;
use souk_proto::catalog::v1::{
    GetCardsRequest, GetCardsResponse, GetHomeRequest, GetHomeResponse, GetListingRequest, GetListingResponse,
};
use souk_proto::orders::v1::{ListWilayasRequest, ListWilayasResponse};
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

const HOME: &str = "/web/public/api/home";

async fn open(pool: PgPool) -> (Gateway, Person) {
    let gateway = Gateway::open(pool).await;
    let json = format!("{{\"blocks\":[],\"padding\":\"{}\"}}", "x".repeat(2000)).into_bytes();
    gateway.neighbour.says("GetHome", &GetHomeResponse { json, version: 1 });
    let shopper = gateway.shopper().await;
    (gateway, shopper)
}

fn fetches(gateway: &Gateway) -> usize {
    gateway.neighbour.asked::<GetHomeRequest>("GetHome").len()
}

#[souk_testkit::test(SCHEMA)]
async fn a_read_is_fetched_once_per_language(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let (first, second) = tokio::join!(gateway.get(&shopper, HOME), gateway.get(&shopper, HOME));
    assert_eq!((first.status, first.body), (StatusCode::OK, second.body));
    assert_eq!(fetches(&gateway), 1);
    let mut arabic = shopper.clone();
    arabic.headers.push(("accept-language", "ar".into()));
    gateway.get(&arabic, HOME).await;
    assert_eq!(gateway.neighbour.asked::<GetHomeRequest>("GetHome")[1].language, "ar");
}

#[souk_testkit::test(SCHEMA)]
async fn a_kept_answer_is_the_fetched_one_to_the_byte(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    for encoding in ["identity", "gzip", "br"] {
        gateway.app.catalog.reads().drop_all();
        let mut asking = shopper.clone();
        asking.headers.push(("accept-encoding", encoding.into()));
        let (miss, hit) = (gateway.get(&asking, HOME).await, gateway.get(&asking, HOME).await);
        assert_eq!((&miss.status, &miss.headers, &miss.body), (&hit.status, &hit.headers, &hit.body));
        assert_eq!(hit.header("vary"), "accept-encoding, accept-language");
    }
    assert_eq!(fetches(&gateway), 3);
}

#[souk_testkit::test(SCHEMA)]
async fn a_change_drops_what_was_kept(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    gateway.get(&shopper, HOME).await;
    gateway.app.catalog.reads().drop_all();
    gateway.get(&shopper, HOME).await;
    assert_eq!(fetches(&gateway), 2);
}

#[souk_testkit::test(SCHEMA)]
async fn it_is_sent_compressed_and_only_when_it_is_news(pool: PgPool) {
    let (gateway, mut shopper) = open(pool).await;
    shopper.headers.push(("accept-encoding", "gzip, br".into()));
    let answer = gateway.get(&shopper, HOME).await;
    assert_eq!(answer.header("content-encoding"), "br");
    assert!(answer.body.len() < 200);
    shopper.headers.push(("if-none-match", answer.header("etag").to_owned()));
    let again = gateway.get(&shopper, HOME).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
}

#[souk_testkit::test(SCHEMA)]
async fn the_last_good_answer_is_given_while_the_catalogue_is_away(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    gateway.get(&shopper, HOME).await;
    gateway.neighbour.fails("GetHome", || Failure::unavailable("away"));
    gateway.app.catalog.reads().drop_all();
    assert_eq!(gateway.get(&shopper, HOME).await.status, StatusCode::OK);
    let never_read = gateway.get(&shopper, "/web/public/api/menus").await;
    assert_eq!(never_read.status, StatusCode::NOT_FOUND);
    let mut arabic = shopper.clone();
    arabic.headers.push(("accept-language", "ar".into()));
    let answer = gateway.get(&arabic, HOME).await;
    assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "unavailable"));
}

#[souk_testkit::test(SCHEMA)]
async fn what_the_catalogue_sheds_is_not_asked_for_again(pool: PgPool) {
    let web = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"));
    let gateway = Gateway::open_with(pool, web).await;
    gateway.neighbour.fails("GetListing", || Failure::busy("catalog.busy", "more than can be done"));
    let call = gateway.get(&gateway.shopper().await, "/web/public/api/new/products?page=7").await;
    assert_eq!((call.status, call.problem().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "catalog.busy"));
    let page = gateway.get(&Person::default(), "/new?page=8").await;
    assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
    for answer in [call, page] {
        assert!(!answer.header("retry-after").is_empty(), "{answer:?}");
        // What Envoy reads: neither repeat it nor count it against this replica.
        assert_eq!(answer.header("x-envoy-ratelimited"), "true");
    }
    gateway.neighbour.fails("GetListing", || Failure::unavailable("away"));
    let away = gateway.get(&Person::default(), "/new?page=9").await;
    assert_eq!((away.status, away.header("x-envoy-ratelimited")), (StatusCode::SERVICE_UNAVAILABLE, ""));
}

#[souk_testkit::test(SCHEMA)]
async fn places_are_asked_for_once(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("ListWilayas", &ListWilayasResponse::default());
    let nobody = Person::default();
    let asks = (0..50).map(|_| gateway.get(&nobody, "/public/utilis/api/wilayas"));
    for answer in futures::future::join_all(asks).await {
        assert_eq!((answer.status, answer.text().as_str()), (StatusCode::OK, "[]"));
    }
    assert_eq!(gateway.neighbour.asked::<ListWilayasRequest>("ListWilayas").len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_listing_is_asked_for_in_one_spelling(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    gateway.neighbour.says("GetListing", &GetListingResponse { json: b"{}".to_vec(), version: 1 });
    let path = "/web/public/api/category/products/parfums";
    gateway.get(&shopper, &format!("{path}?brands=b&brands=a&attributes.color=red&page=2")).await;
    gateway.get(&shopper, &format!("{path}?page=2&attributes.color=red&brands=a&brands=b&size=12")).await;
    let asked = gateway.neighbour.asked::<GetListingRequest>("GetListing");
    assert_eq!(asked.len(), 1);
    let filters: Vec<_> =
        asked[0].filters.iter().map(|filter| (filter.name.as_str(), filter.values.join(" "))).collect();
    assert_eq!(filters, [("attributes.color", "red".into()), ("brands", "a b".into())]);
    assert_eq!((asked[0].key.as_str(), asked[0].sort.as_str()), ("parfums", "default"));
}

#[souk_testkit::test(SCHEMA)]
async fn cards_are_asked_for_once_each_in_one_order_and_take_no_place(pool: PgPool) {
    let (gateway, shopper) = open(pool).await;
    let json = b"{\"products\":[]}".to_vec();
    gateway.neighbour.says("GetCards", &GetCardsResponse { json: json.clone() });
    let id = |last: u8| format!("01a1fdf1-e03e-76e9-a51e-afe4c853a5{last:02}");
    let path = |ids: &[u8]| {
        let ids: Vec<String> = ids.iter().copied().map(id).collect();
        format!("/web/public/api/products?ids={}", ids.join(","))
    };
    for ids in [&[2, 1][..], &[1, 2, 1]] {
        let answer = gateway.get(&shopper, &path(ids)).await;
        assert_eq!((answer.status, answer.body.to_vec()), (StatusCode::OK, json.clone()));
    }
    let asked = gateway.neighbour.asked::<GetCardsRequest>("GetCards");
    let wanted = GetCardsRequest { ids: vec![id(1), id(2)], language: "fr".into() };
    assert_eq!(asked, [wanted.clone(), wanted], "nothing is kept of what a browser saw");
    let many: Vec<u8> = (0..13).collect();
    for wrong in [path(&many), "/web/public/api/products".into(), "/web/public/api/products?ids=x".into()] {
        assert_eq!(gateway.get(&shopper, &wrong).await.fields(), ["ids"], "{wrong}");
    }
}
