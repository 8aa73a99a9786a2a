//! What Meilisearch is asked, and what is made of its answers, on answers as a server gave them. What it finds is tried on a real
//! one (`search_conformance`).

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use futures::future::join_all;
use futures::stream;
use serde_json::{Value, json};
use souk_catalog::Catalog;
use souk_catalog::listings::ListingsRpc;
use souk_catalog::prices::Prices;
use souk_catalog::search::{
    Batch, Filters, MeiliConfig, MeiliEngine, Scope, SearchEngine, SearchError, SearchQuery, Selection,
    Synonyms,
};
use souk_kernel::{Language, Money};
use souk_pricing::{Discount, Promotion, Target};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Actor, Failure};
use souk_service::Service as _;
use souk_testkit::{Proxy, eventually};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Code;
use uuid::Uuid;

use super::search_conformance::{document, product};
use crate::support::{SCHEMA, Shop, by, everything};

const INDEX: &str = "souk-products-2";
const NEXT: &str = "souk-products-2-next";
const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const KEY: &str = "9f2c5a7be0d148634f1e7c9ab2d05836e1f4a7c90b3d6258";

/// A server that gives recorded answers in their order, and writes down what it was asked.
#[derive(Clone, Default)]
struct Recorded {
    answers: Arc<Mutex<VecDeque<(u16, Value)>>>,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Recorded {
    /// The server and where it is.
    async fn server() -> (Self, MeiliConfig) {
        let recorded = Self::default();
        let config = serve(Router::new().fallback(answer).with_state(recorded.clone())).await;
        (recorded, config)
    }

    async fn started() -> (Self, MeiliEngine) {
        let (recorded, config) = Self::server().await;
        (recorded, MeiliEngine::new(&config, None).expect("opens"))
    }

    fn will_say(&self, status: u16, answer: Value) {
        self.answers.lock().expect("whole").push_back((status, answer));
    }

    /// Takes a task in and does it at once.
    fn will_do(&self, task: u64) {
        self.will_take(task);
        self.will_say(200, json!({ "uid": task, "status": "succeeded", "error": null }));
    }

    fn will_take(&self, task: u64) {
        let taken = json!({ "taskUid": task, "indexUid": INDEX, "status": "enqueued", "enqueuedAt": "2026-11-24T02:00:00Z" });
        self.will_say(202, taken);
    }

    /// What was asked since the last time.
    fn asked(&self) -> Vec<(String, Value)> {
        std::mem::take(&mut self.asked.lock().expect("whole"))
    }

    fn questions(&self) -> Vec<String> {
        self.asked().into_iter().map(|(question, _)| question).collect()
    }
}

/// Where a server is from now on.
async fn serve(app: Router) -> MeiliConfig {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("its address"));
    tokio::spawn(async move { axum::serve(listener, app).await.expect("serves") });
    MeiliConfig {
        meili_url: Some(url),
        meili_key: Some(KEY.to_owned().into()),
        meili_index: "souk".to_owned(),
    }
}

async fn answer(
    State(recorded): State<Recorded>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, String) {
    let body = if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).expect("JSON") };
    recorded.asked.lock().expect("whole").push((format!("{method} {uri}"), body));
    if headers.get("authorization").is_none_or(|key| *key != format!("Bearer {KEY}")) {
        return (StatusCode::UNAUTHORIZED, String::new());
    }
    let next = recorded.answers.lock().expect("whole").pop_front();
    let (status, answer) = next.unwrap_or((500, Value::Null));
    (StatusCode::from_u16(status).expect("a status"), answer.to_string())
}

/// As the server says it where the index is not there.
fn no_index() -> Value {
    refusal("index_not_found", "Index `souk-products-2` not found.")
}

fn refusal(code: &str, message: &str) -> Value {
    let link = format!("https://docs.meilisearch.com/errors#{code}");
    json!({ "message": message, "code": code, "type": "invalid_request", "link": link })
}

/// A row as it is shown.
fn shown(number: u64) -> Value {
    json!({
        "id": product(number), "base": number * 1_000, "tax": 1_900, "category": Uuid::from_u128(1), "brand": null,
        "card": format!(r#""n":{number}"#), "card_fr": r#""l":"fr""#, "card_ar": r#""l":"ar""#, "card_en": r#""l":"en""#,
    })
}

fn found(hits: &[Value], total: u64, more: Value) -> Value {
    let mut answer = json!({
        "indexUid": INDEX, "hits": hits, "query": "", "processingTimeMs": 1, "hitsPerPage": 12, "page": 1,
        "totalPages": 1, "totalHits": total,
    });
    if let Value::Object(more) = more {
        answer.as_object_mut().expect("an object").extend(more);
    }
    answer
}

fn state(revision: u64) -> Value {
    found(&[json!({ "revision": revision })], 1, json!({}))
}

/// Where the index stands, as its row says it.
fn state_row(revision: u64) -> Value {
    json!({ "results": [{ "revision": revision }], "offset": 0, "limit": 1, "total": 1 })
}

/// How an index is asked where it stands.
fn look() -> String {
    format!("POST /indexes/{INDEX}/documents/fetch")
}

/// Answers to all that a page without filters is made of, at a revision of the index.
fn page_of(revision: u64, hits: &[Value], total: u64) -> Value {
    let listed = || found(&[], total, json!({}));
    json!({ "results": [state(revision), listed(), listed(), listed(), found(hits, total, json!({}))] })
}

/// Prices are given before there is an index.
async fn priced(recorded: &Recorded, engine: &MeiliEngine) {
    recorded.will_say(404, no_index());
    engine.reprice(Arc::default(), NOW).await.expect("given");
    assert_eq!(recorded.questions(), [look()]);
}

fn all() -> SearchQuery {
    SearchQuery::newest(Scope::All, Language::Fr)
}

#[tokio::test]
async fn a_filtered_page_is_one_question() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    let seen = json!({
        "facetDistribution": { "facets": { "value-1": 2, "value-2": 1 } }, "facetStats": {},
    });
    let page = json!({ "facetDistribution": { "facets": { "value-1": 1 } } });
    let open = json!({ "facetDistribution": { "facets": { "value-1": 1, "value-2": 1 } } });
    let [cheapest, dearest] = [1_000, 2_000].map(|price| found(&[json!({ "price": price })], 2, json!({})));
    let page = found(&[shown(2)], 1, page);
    let results = [state(7), found(&[], 2, seen), cheapest, dearest, page, found(&[], 2, open)];
    recorded.will_say(200, json!({ "results": results }));
    let value = |id: &str, key: &str| {
        let names = json!({ "fr": key, "ar": "", "en": "" });
        json!({ "id": id, "facet": { "group": "brands", "key": key, "label": {}, "value": names, "color": "" } })
    };
    let values = [value("value-2", "zahra"), value("value-1", "nour")];
    recorded.will_say(200, json!({ "results": values, "offset": 0, "limit": 2, "total": 2 }));
    let filters = Filters {
        groups: [("brands".to_owned(), vec!["nour".to_owned()])].into(),
        price_max: Some(Money::from_centimes(2_000)),
        ..Filters::default()
    };
    let answer = engine.search(SearchQuery { filters, ..all() }).await.expect("answers");

    assert_eq!((answer.total, answer.revision), (1, 7));
    assert_eq!(answer.hits[0].pricing, document(2, "", &[]).pricing);
    assert_eq!(answer.hits[0].members, [r#""l":"fr""#, r#""n":2"#]);
    assert_eq!(answer.price_bounds, Some((Money::from_centimes(1_000), Money::from_centimes(2_000))));
    let counts: Vec<_> =
        answer.facets[0].values.iter().map(|count| (&*count.facet.key, count.products)).collect();
    assert_eq!(counts, [("nour", 1), ("zahra", 1)]);

    let [(search, body), (fetch, wanted)] = recorded.asked().try_into().expect("two questions");
    assert_eq!(search, "POST /multi-search");
    let queries = body["queries"].as_array().expect("queries");
    assert_eq!(queries.len(), 6);
    assert_eq!(queries[0]["filter"], json!(["id = \"state\""]));
    let unfiltered = json!({
        "indexUid": INDEX, "q": "", "filter": ["scopes = \"all\""], "facets": ["facets"],
        "attributesToRetrieve": ["id"], "page": 1, "hitsPerPage": 0, "matchingStrategy": "all",
    });
    assert_eq!(queries[1], unfiltered);
    assert_eq!((&queries[4]["sort"], &queries[4]["hitsPerPage"]), (&json!(["number:desc"]), &json!(12)));
    assert_eq!(queries[4]["filter"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        queries[5]["filter"],
        json!(["scopes = \"all\"", "price <= 2000"]),
        "its own group is left out"
    );
    assert_eq!(fetch, format!("POST /indexes/{INDEX}/documents/fetch"));
    assert_eq!(wanted["filter"], "id IN [\"value-1\", \"value-2\"]");
}

#[tokio::test]
async fn words_that_nothing_has_together_are_asked_for_from_the_first_on() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    recorded.will_say(200, page_of(1, &[], 0));
    recorded.will_say(200, page_of(1, &[shown(1)], 1));
    let query = SearchQuery { words: "savon à qqqq".to_owned(), ..all() };
    let answer = engine.search(query).await.expect("answers");
    assert_eq!((answer.total, answer.has_all_words), (1, false));
    let asked = recorded.asked();
    let strategies: Vec<_> =
        asked.iter().map(|(_, body)| body["queries"][4]["matchingStrategy"].clone()).collect();
    assert_eq!(strategies, ["all", "last"]);
    assert!(asked.iter().all(|(_, body)| body["queries"][4]["q"] == "savon qqqq"), "{asked:?}");
}

#[tokio::test]
async fn texts_are_counted_in_one_question_by_all_their_words() {
    let (recorded, engine) = Recorded::started().await;
    let [some, none] = [12, 0].map(|total| found(&[], total, json!({})));
    recorded.will_say(200, json!({ "results": [some, none] }));
    let texts = ["chaussure rouge".to_owned(), "%%%".to_owned()];
    assert_eq!(engine.counts(texts.to_vec()).await.expect("counted"), [12, 0]);
    let [(question, body)] = recorded.asked().try_into().expect("one question");
    assert_eq!(question, "POST /multi-search");
    let counted = json!({
        "indexUid": INDEX, "q": "chaussure rouge", "filter": ["scopes = \"all\""],
        "attributesToRetrieve": ["id"], "page": 1, "hitsPerPage": 0, "matchingStrategy": "all",
    });
    assert_eq!(body["queries"][0], counted);
    assert_eq!(body["queries"][1]["filter"], json!(["scopes = \"all\"", "id IN []"]), "it has no word");
    assert_eq!(engine.words_near("chosure").await.expect("told"), [""; 0], "it doesn't tell its words");
    assert_eq!(recorded.questions(), [""; 0]);
}

#[tokio::test]
async fn synonyms_are_settings_of_the_index_and_set_once() {
    let (recorded, engine) = Recorded::started().await;
    let group = ["samsung", "سامسونغ"].map(|word| [word.to_owned()].into()).to_vec();
    let given = || Arc::new(Synonyms::from_iter([group.clone()]));
    recorded.will_say(404, no_index());
    engine.give_synonyms(given()).await.expect("the index is made with them");
    assert_eq!(recorded.questions(), [look()]);

    let both = json!({ "samsung": ["سامسونغ"], "سامسونغ": ["samsung"] });
    for (groups, expected) in [(given(), both), (Arc::default(), json!({}))] {
        recorded.will_say(200, state_row(3));
        recorded.will_do(1);
        recorded.will_say(200, state_row(3));
        engine.give_synonyms(groups.clone()).await.expect("set");
        let [_, (question, settings), _, _] = recorded.asked().try_into().expect("four questions");
        assert_eq!(question, format!("PATCH /indexes/{INDEX}/settings"));
        assert_eq!(settings["synonyms"], expected);
        engine.give_synonyms(groups).await.expect("has them");
        assert_eq!(recorded.questions(), [""; 0]);
    }
}

/// Who wrote before may have died between the change and the settings.
#[tokio::test]
async fn who_begins_to_write_sets_the_synonyms_even_where_there_are_none() {
    let (recorded, engine) = Recorded::started().await;
    recorded.will_say(500, Value::Null);
    engine.give_synonyms(Arc::default()).await.expect_err("it is away");
    recorded.asked();
    (0..2).for_each(|_| recorded.will_say(200, state_row(3)));
    recorded.will_do(1);
    recorded.will_say(200, state_row(3));
    assert_eq!(engine.revision().await.expect("answers"), Some(3));
    engine.keep_up().await.expect("has them");
    let set = recorded.asked().into_iter().find(|(question, _)| question.starts_with("PATCH"));
    assert_eq!(set.map(|(_, settings)| settings["synonyms"].clone()), Some(json!({})));
}

#[tokio::test]
async fn picked_products_are_put_in_their_order_here() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    let ids: Vec<_> = [1, 2].map(|number| json!({ "id": product(number) })).into();
    recorded.will_say(200, page_of(1, &ids, 2));
    recorded.will_say(200, json!({ "results": [shown(1), shown(2)], "offset": 0, "limit": 2, "total": 2 }));
    let picked = Selection::Picked([2, 9, 1].map(product).into());
    let answer =
        engine.search(SearchQuery { within: Some(Arc::new(picked)), ..all() }).await.expect("answers");
    let order: Vec<_> = answer.hits.iter().map(|hit| hit.pricing.product).collect();
    assert_eq!(order, [2, 1].map(product));
}

#[tokio::test]
async fn a_new_index_is_filled_beside_the_old_one_and_takes_its_place() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    recorded.will_take(1);
    recorded.will_say(200, json!({ "uid": 1, "status": "failed", "error": no_index() }));
    // Both indexes, the settings, one step of products, the state.
    (2..=6).for_each(|task| recorded.will_do(task));
    recorded.will_say(200, json!({ "numberOfDocuments": 3, "isIndexing": false, "fieldDistribution": {} }));
    // A key for the shop's indexes alone sees no task of two, though it may swap them.
    recorded.will_take(7);
    recorded.will_say(404, refusal("task_not_found", "Task `7` not found."));
    recorded.will_do(8);
    recorded.will_say(200, state_row(9));
    let documents = vec![document(1, "Savon", &[("brands", "Nour")])];
    engine.replace(Box::pin(stream::iter([Ok(documents)])), 9).await.expect("made");

    let asked: Vec<_> =
        recorded.asked().into_iter().filter(|(question, _)| !question.starts_with("GET /tasks/")).collect();
    let questions: Vec<_> = asked.iter().map(|(question, _)| question.as_str()).collect();
    let next = |rest: &str| format!("/indexes/{NEXT}{rest}");
    let expected = [
        format!("DELETE {}", next("")),
        "POST /indexes".to_owned(),
        "POST /indexes".to_owned(),
        format!("PATCH {}", next("/settings")),
        format!("POST {}", next("/documents")),
        format!("POST {}", next("/documents")),
        format!("GET {}", next("/stats")),
        "POST /swap-indexes".to_owned(),
        format!("DELETE {}", next("")),
        look(),
    ];
    assert_eq!(questions, expected);
    assert_eq!(asked[1].1, json!({ "uid": NEXT, "primaryKey": "id" }));
    assert_eq!(asked[3].1["pagination"]["maxTotalHits"], 100_000_000);
    assert_eq!(asked[3].1["searchableAttributes"], json!(["names", "words"]));
    let [value, row] = &asked[4].1.as_array().expect("rows")[..] else { panic!("a value and a product") };
    assert_eq!(value["facet"]["key"], "nour");
    assert_eq!((&row["price"], &row["scopes"]), (&json!(1_000), &json!(["all"])));
    assert_eq!(row["facets"], json!([value["id"]]));
    assert_eq!(asked[5].1, json!([{ "id": "state", "revision": 9 }]));
    assert_eq!(asked[7].1, json!([{ "indexes": [INDEX, NEXT] }]));
}

#[tokio::test]
async fn other_prices_are_written_where_they_differ() {
    let (recorded, engine) = Recorded::started().await;
    recorded.will_say(200, state_row(4));
    let row = |number: u64, price: u64| {
        json!({
            "id": product(number), "base": number * 1_000, "tax": 1_900, "category": Uuid::from_u128(1), "brand": null,
            "price": price, "reduced": false,
        })
    };
    recorded.will_say(
        200,
        json!({ "results": [row(1, 1_000), row(2, 2_000)], "offset": 0, "limit": 1000, "total": 2 }),
    );
    recorded.will_do(1);
    let off = Promotion {
        id: Uuid::from_u128(1),
        discount: Discount::Amount(Money::from_centimes(500)),
        target: Target::Product(product(2)),
        starts_at: None,
        ends_at: None,
    };
    let prices = Prices { promotions: [off].into_iter().collect(), ..Prices::default() };
    engine.reprice(Arc::new(prices), NOW).await.expect("priced");
    let asked = recorded.asked();
    assert_eq!(asked[2].0, format!("PUT /indexes/{INDEX}/documents"));
    assert_eq!(asked[2].1, json!([{ "id": product(2), "price": 1_500, "reduced": true }]));
}

#[tokio::test]
async fn a_batch_that_the_server_has_no_room_for_is_not_in() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    // Its prices are those that were given: nothing is there to be priced.
    recorded.will_say(404, no_index());
    settles(&recorded, 1);
    recorded.will_take(2);
    let full = refusal("no_space_left_on_device", "No space left on device");
    recorded.will_say(200, json!({ "uid": 2, "status": "failed", "error": full }));
    let batch = Batch { removed: vec![product(1)], revision: 5, ..Batch::default() };
    let refused = engine.apply(batch).await.expect_err("full");
    assert!(matches!(refused, SearchError::Engine(cause) if cause.to_string().contains("No space left")));
    let written = recorded.asked().into_iter().find(|(question, _)| question.ends_with("/documents"));
    let rows = json!([{ "id": product(1) }, { "id": "state", "revision": 5 }]);
    assert_eq!(
        written.map(|(_, rows)| rows),
        Some(rows),
        "what is gone is in no list, at one moment with the rest"
    );
}

#[tokio::test]
async fn what_was_asked_before_is_answered_from_what_is_kept() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    recorded.will_say(200, page_of(3, &[shown(1)], 1));
    engine.search(all()).await.expect("answers");
    let wrong_key = refusal("invalid_api_key", "The provided API key is invalid.");
    let strange = json!("not what it was");
    for (status, answer) in [(503, json!({})), (403, wrong_key), (404, no_index()), (200, strange)] {
        recorded.will_say(status, answer.clone());
        assert_eq!(engine.search(all()).await.expect("kept").revision, 3, "{status}");
        recorded.will_say(status, answer);
        let never_asked = SearchQuery::newest(Scope::Featured, Language::Fr);
        assert!(engine.search(never_asked).await.is_err(), "{status}");
    }
    (0..2).for_each(|_| recorded.will_say(404, no_index()));
    assert_eq!(engine.revision().await.expect("answers"), None, "whoever follows makes it anew");
}

#[tokio::test]
async fn a_search_in_an_index_that_was_lost_is_one_without_an_index() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    let lost = "Inside `.queries[0]`: Index `souk-products-2` not found.";
    recorded.will_say(400, refusal("index_not_found", lost));
    assert!(matches!(engine.search(all()).await, Err(SearchError::NotReady)));
}

/// The server makes an index by itself for rows that come once its data were lost: they are not the whole shop.
#[tokio::test]
async fn an_index_without_the_shops_settings_is_none() {
    let (recorded, engine) = Recorded::started().await;
    let not_told = refusal(
        "invalid_document_filter",
        "Attribute `id` is not filterable. This index does not have configured filterable attributes.\n1:3 id = \"state\"",
    );
    recorded.will_say(400, not_told);
    assert_eq!(engine.revision().await.expect("answers"), None, "whoever follows makes it anew");
}

/// For settings it makes one too.
#[tokio::test]
async fn nothing_is_put_into_an_index_that_was_lost_as_its_settings_came() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    recorded.will_say(404, no_index());
    recorded.will_do(1);
    recorded.will_say(200, json!({ "results": [], "offset": 0, "limit": 1, "total": 0 }));
    let batch = Batch { removed: vec![product(1)], revision: 5, ..Batch::default() };
    engine.apply(batch).await.expect_err("it is gone");
    assert!(!recorded.questions().iter().any(|question| question.ends_with("/documents")));
}

/// It has the prices of then, whatever this process did to it since.
#[tokio::test]
async fn an_index_that_was_put_back_is_priced_anew() {
    let (recorded, engine) = Recorded::started().await;
    let nothing = || json!({ "results": [], "offset": 0, "limit": 1000, "total": 0 });
    let stands = |revision| recorded.will_say(200, state_row(revision));
    stands(7);
    recorded.will_say(200, nothing());
    engine.reprice(Arc::default(), NOW).await.expect("priced");
    stands(7);
    assert_eq!(engine.revision().await.expect("answers"), Some(7));
    assert_eq!(recorded.questions().len(), 3);
    (0..2).for_each(|_| stands(4));
    recorded.will_say(200, nothing());
    assert_eq!(engine.revision().await.expect("answers"), Some(4));
    engine.keep_up().await.expect("has them");
    let [_, _, (_, prices)] = recorded.asked().try_into().expect("two looks and the prices");
    assert_eq!(prices["filter"], "scopes = \"all\"");
}

#[tokio::test]
async fn what_the_server_refuses_is_told_in_its_words() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    // Another key, one of an older release, a full disk.
    let refusals = [
        (403, "invalid_api_key"),
        (400, "bad_request"),
        (400, "invalid_multi_search_filter"),
        (422, "no_space_left_on_device"),
    ];
    for (status, code) in refusals {
        recorded.will_say(status, refusal(code, "not this one"));
        let Err(SearchError::Engine(error)) = engine.search(all()).await else { panic!("no {code}") };
        assert!(format!("{error:#}").contains(&format!("{code}: not this one")), "{error:#}");
    }
}

/// The index has its settings.
fn settles(recorded: &Recorded, task: u64) {
    recorded.will_do(task);
    recorded.will_say(200, state_row(4));
}

#[tokio::test]
async fn another_server_at_its_address_is_told_as_that() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    for (status, answer) in
        [(404, json!("Not Found")), (502, json!({})), (404, json!({ "error": "Object Not Found" }))]
    {
        recorded.will_say(status, answer.clone());
        let Err(SearchError::Engine(error)) = engine.search(all()).await else { panic!("{status}") };
        assert!(format!("{error:#}").contains("is no Meilisearch"), "{error:#}");
        recorded.will_say(status, answer);
        engine.revision().await.expect_err("nothing is made there");
    }
}

/// A server of recorded answers behind a line that a test can cut, with one list that was asked for.
async fn behind_a_proxy() -> (Recorded, Proxy, MeiliEngine) {
    let (recorded, config) = Recorded::server().await;
    let url = config.meili_url.as_deref().expect("where it is");
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let proxy = Proxy::start(host).await.expect("a proxy");
    let meili_url = Some(format!("http://{}", proxy.addr()));
    let engine = MeiliEngine::new(&MeiliConfig { meili_url, ..config }, None).expect("opens");
    priced(&recorded, &engine).await;
    recorded.will_say(200, page_of(3, &[shown(1)], 1));
    assert_eq!(engine.search(all()).await.expect("answers").revision, 3);
    (recorded, proxy, engine)
}

/// It answers what was asked before, and what the server says once that can be heard again.
async fn is_heard_again(recorded: &Recorded, proxy: &Proxy, engine: &MeiliEngine) {
    recorded.will_say(200, page_of(4, &[shown(1)], 1));
    assert_eq!(engine.search(all()).await.expect("kept").revision, 3);
    proxy.mend();
    eventually("the server is heard", Duration::from_secs(5), async || {
        engine.search(all()).await.is_ok_and(|found| found.revision == 4)
    })
    .await;
}

#[tokio::test]
async fn a_server_that_hangs_is_waited_for_by_one_shopper_and_not_by_the_next() {
    let (recorded, proxy, engine) = behind_a_proxy().await;
    proxy.silence();
    let (asked, longest) = (Instant::now(), Duration::from_secs(4));
    assert_eq!(engine.search(all()).await.expect("kept").revision, 3);
    assert!(asked.elapsed() < longest, "{:?}", asked.elapsed());
    let next = Instant::now();
    assert_eq!(engine.search(all()).await.expect("kept").revision, 3);
    assert!(next.elapsed() < Duration::from_millis(500), "{:?}", next.elapsed());
    is_heard_again(&recorded, &proxy, &engine).await;
}

#[tokio::test]
async fn one_shopper_finds_out_for_all_whether_a_server_still_hangs() {
    let (recorded, proxy, engine) = behind_a_proxy().await;
    proxy.silence();
    assert_eq!(engine.search(all()).await.expect("kept").revision, 3);
    // Longer than it is left alone.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let wait = async || {
        let asked = Instant::now();
        assert_eq!(engine.search(all()).await.expect("kept").revision, 3);
        asked.elapsed() > Duration::from_millis(500)
    };
    let waited = join_all((0..8).map(|_| wait())).await;
    assert_eq!(waited.into_iter().filter(|long| *long).count(), 1);
    is_heard_again(&recorded, &proxy, &engine).await;
}

#[tokio::test]
async fn a_server_that_was_restarted_is_asked_over_a_new_connection() {
    let (recorded, proxy, engine) = behind_a_proxy().await;
    proxy.cut();
    is_heard_again(&recorded, &proxy, &engine).await;
}

/// What it took in it does all the same: whoever follows looks where the index stands.
#[tokio::test]
async fn a_server_that_goes_away_during_a_change_is_asked_how_far_it_came() {
    let (recorded, engine) = Recorded::started().await;
    priced(&recorded, &engine).await;
    recorded.will_say(404, no_index());
    settles(&recorded, 1);
    recorded.will_take(2);
    recorded.will_say(503, Value::Null);
    let batch = |revision| Batch { removed: vec![product(1)], revision, ..Batch::default() };
    assert!(matches!(engine.apply(batch(5)).await, Err(SearchError::Engine(_))));
    (0..2).for_each(|_| recorded.will_say(200, state_row(5)));
    recorded.will_say(200, json!({ "results": [], "offset": 0, "limit": 1000, "total": 0 }));
    assert_eq!(engine.revision().await.expect("answers"), Some(5));
    engine.keep_up().await.expect("has them");
    recorded.will_do(3);
    engine.apply(batch(6)).await.expect("goes on");
}

/// Where nobody answers.
fn away() -> MeiliEngine {
    let config = MeiliConfig {
        meili_url: Some("http://127.0.0.1:9".to_owned()),
        meili_index: "souk".to_owned(),
        ..MeiliConfig::default()
    };
    MeiliEngine::new(&config, None).expect("opens without it")
}

#[tokio::test]
async fn a_server_that_is_away_is_not_asked_again_at_once() {
    let engine = away();
    engine.reprice(Arc::default(), NOW).await.expect_err("nobody is there");
    for cause in ["it does not answer", "it did not answer a moment ago"] {
        let Err(SearchError::Engine(error)) = engine.search(all()).await else { panic!("no answer") };
        assert!(format!("{error:#}").contains(cause), "{error:#}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_process_without_its_server_shows_products_and_says_that_lists_come_later(pool: PgPool) {
    let (lists, followed) = shows_products(pool, away(), "the search engine does not answer").await;
    let refused = lists.get_listing(by(&Actor::shopper(), everything())).await.expect_err("no index");
    assert_eq!(refused.code(), Code::Unavailable);
    assert!(Failure::from(refused).retry_after.is_some());
    followed.end().await;
}

/// Whoever follows shows what the index has before anything is written to it.
#[tokio::test]
async fn where_the_index_stands_is_told_while_the_server_works_for_others() {
    let (server, engine) = Queue::server().await;
    server.is_busy.store(true, Ordering::Relaxed);
    let engine = Arc::new(engine);
    let writing = engine.clone();
    let writing = tokio::spawn(async move { writing.give_synonyms(Arc::default()).await });
    let cap = Duration::from_secs(10);
    eventually("it is written to", cap, async || server.is_waited_for.load(Ordering::Relaxed)).await;
    let stands = tokio::time::timeout(cap, engine.revision()).await.expect("in time");
    assert_eq!(stands.expect("answers"), Some(0));
    server.is_busy.store(false, Ordering::Relaxed);
    writing.await.expect("ran").expect("set");
}

#[souk_testkit::test(SCHEMA)]
async fn a_process_whose_server_works_for_others_first_lists_what_the_index_has(pool: PgPool) {
    let (server, engine) = Queue::server().await;
    server.is_busy.store(true, Ordering::Relaxed);
    let (lists, followed) = shows_products(pool, engine, "the search index is being made").await;
    lists.get_listing(by(&Actor::shopper(), everything())).await.expect("the index as it stands");
    server.is_busy.store(false, Ordering::Relaxed);
    followed.end().await;
}

async fn shows_products(pool: PgPool, engine: MeiliEngine, lacking: &str) -> (ListingsRpc, Followed) {
    let shop = Shop::open(pool.clone());
    let category = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &category)).await;
    let catalog = with_engine(&shop, pool, engine);
    assert!(!catalog.is_ready(), "it did not try yet");
    let followed = Followed::begin(&catalog);
    eventually("it is ready", Duration::from_secs(8), async || catalog.is_ready()).await;
    let told = catalog.lacks().expect("what it does without");
    assert!(told.starts_with(lacking), "{told}");

    let wanted = proto::GetProductPageRequest { slug: "savon".into(), language: "fr".into() };
    catalog.products().get_product_page(by(&Actor::shopper(), wanted)).await.expect("shown");
    (ListingsRpc::new(catalog.listings()), followed)
}

#[souk_testkit::test(SCHEMA)]
async fn a_change_that_the_server_does_not_come_to_is_told_while_it_is_waited_for(pool: PgPool) {
    let (server, engine) = Queue::server().await;
    let shop = Shop::open(pool.clone());
    let category = shop.category("Bain", "").await;
    let catalog = with_engine(&shop, pool, engine);
    let followed = Followed::begin(&catalog);
    let cap = Duration::from_secs(15);
    eventually("it follows", cap, async || catalog.is_ready() && catalog.lacks().is_none()).await;
    server.is_busy.store(true, Ordering::Relaxed);
    shop.create(shop.new_product("Savon", &category)).await;
    eventually("it is told", cap, async || catalog.lacks().is_some()).await;
    assert!(catalog.is_ready(), "products are shown all the same");
    server.is_busy.store(false, Ordering::Relaxed);
    eventually("it follows again", cap, async || catalog.lacks().is_none()).await;
    followed.end().await;
}

fn with_engine(shop: &Shop, pool: PgPool, engine: MeiliEngine) -> Catalog {
    Catalog::with_engine(pool, Arc::new(shop.clock.clone()), shop.catalog.media.clone(), Arc::new(engine))
}

/// A process that follows its database.
struct Followed {
    stop: CancellationToken,
    following: JoinHandle<()>,
}

impl Followed {
    fn begin(catalog: &Catalog) -> Self {
        let (stop, catalog) = (CancellationToken::new(), catalog.clone());
        let until = stop.clone();
        Self { stop, following: tokio::spawn(async move { catalog.follow(&until).await }) }
    }

    async fn end(self) {
        self.stop.cancel();
        self.following.await.expect("ended");
    }
}

/// A server with an index of no products. While it is busy it answers and takes every change, and comes to none: its one queue has
/// others' work before ours.
#[derive(Default)]
struct Queue {
    /// Whether somebody asked for the end of a task while it works for others.
    is_waited_for: AtomicBool,
    is_busy: AtomicBool,
    /// Where the index stands, and where it will once all that was taken is done.
    revision: AtomicU64,
    taken: AtomicU64,
}

impl Queue {
    async fn server() -> (Arc<Self>, MeiliEngine) {
        let queue = Arc::new(Self::default());
        let config = serve(Router::new().fallback(in_its_turn).with_state(queue.clone())).await;
        (queue, MeiliEngine::new(&config, None).expect("opens"))
    }
}

async fn in_its_turn(
    State(queue): State<Arc<Queue>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> (StatusCode, String) {
    let (path, is_busy) = (uri.path(), queue.is_busy.load(Ordering::Relaxed));
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    let answer = match method {
        Method::GET if path.starts_with("/tasks/") && is_busy => {
            queue.is_waited_for.store(true, Ordering::Relaxed);
            json!({ "uid": 1, "status": "enqueued", "error": null })
        }
        Method::GET if path.starts_with("/tasks/") => {
            queue.revision.store(queue.taken.load(Ordering::Relaxed), Ordering::Relaxed);
            json!({ "uid": 1, "status": "succeeded", "error": null })
        }
        Method::POST if path.ends_with("/fetch") && asked["limit"] == 1 => {
            state_row(queue.revision.load(Ordering::Relaxed))
        }
        Method::POST if path == "/multi-search" => page_of(queue.revision.load(Ordering::Relaxed), &[], 0),
        Method::POST if path.ends_with("/fetch") => {
            json!({ "results": [], "offset": 0, "limit": 1000, "total": 0 })
        }
        _ => {
            if let Some(revision) = asked.as_array().and_then(|rows| rows.last()?["revision"].as_u64()) {
                queue.taken.store(revision, Ordering::Relaxed);
            }
            json!({ "taskUid": 1, "indexUid": INDEX, "status": "enqueued" })
        }
    };
    (StatusCode::OK, answer.to_string())
}

#[souk_testkit::test(SCHEMA)]
async fn one_replica_writes_and_the_others_wait_for_it(pool: PgPool) {
    let (recorded, config) = Recorded::server().await;
    let [writer, other] = [1, 2].map(|number| {
        MeiliEngine::new(&config, Some((pool.clone(), Uuid::from_u128(number)))).expect("opens")
    });
    priced(&recorded, &writer).await;
    other.reprice(Arc::default(), NOW).await.expect("given");
    assert_eq!(recorded.questions(), [""; 0], "the prices of the index are its writer's");
    for revision in [4, 5] {
        recorded.will_say(200, state_row(revision));
    }
    let batch = Batch { documents: vec![document(1, "Savon", &[])], revision: 5, ..Batch::default() };
    other.apply(batch).await.expect("written by the first");
    assert_eq!(recorded.questions(), [look(), look()]);
}

/// A lease ends three seconds after who held it died.
#[souk_testkit::test(SCHEMA)]
async fn who_waits_for_a_writer_that_died_writes_itself(pool: PgPool) {
    let queue = Arc::new(Queue::default());
    let config = serve(Router::new().fallback(in_its_turn).with_state(queue.clone())).await;
    let [first, other] = [1, 2].map(|number| {
        MeiliEngine::new(&config, Some((pool.clone(), Uuid::from_u128(number)))).expect("opens")
    });
    first.reprice(Arc::default(), NOW).await.expect("it leads");
    drop(first);
    let batch = Batch { documents: vec![document(1, "Savon", &[])], revision: 5, ..Batch::default() };
    other.apply(batch).await.expect("written");
    assert_eq!(queue.revision.load(Ordering::Relaxed), 5);
}

/// As replicas of two releases do whose rows differ, or of two names.
#[souk_testkit::test(SCHEMA)]
async fn each_index_has_a_replica_that_writes_it(pool: PgPool) {
    let (recorded, config) = Recorded::server().await;
    let engine = |name: &str, number| {
        let config = MeiliConfig { meili_index: name.to_owned(), ..config.clone() };
        MeiliEngine::new(&config, Some((pool.clone(), Uuid::from_u128(number)))).expect("opens")
    };
    priced(&recorded, &engine("souk", 1)).await;
    recorded.will_say(404, no_index());
    engine("other", 2).reprice(Arc::default(), NOW).await.expect("given");
    assert_eq!(recorded.questions(), ["POST /indexes/other-products-2/documents/fetch"], "it leads there");
}
