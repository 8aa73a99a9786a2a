//! What shoppers searched and did not find.

use souk_catalog::no_result_searches::{KEPT_DAYS, MOST_TERMS};
use souk_kernel::{Language, Role};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::no_result_searches_server::NoResultSearches as _;
use souk_proto::common::v1::PageRequest;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, fields, listing_of, staff};

fn all() -> proto::ListNoResultSearchesRequest {
    proto::ListNoResultSearchesRequest {
        page: Some(PageRequest { page: 1, size: 12 }),
        days: 30,
        ..Default::default()
    }
}

async fn list(
    shop: &Shop,
    request: proto::ListNoResultSearchesRequest,
) -> Result<proto::ListNoResultSearchesResponse, Failure> {
    let searches = shop.catalog.no_result_searches();
    let answer = searches.list_no_result_searches(by(&staff(Role::Sales), request)).await;
    Ok(answer.map_err(Failure::from)?.into_inner())
}

/// Terms with their languages and counts.
async fn told(shop: &Shop, request: proto::ListNoResultSearchesRequest) -> Vec<(String, String, u64)> {
    let listed = list(shop, request).await.expect("listed").searches;
    listed.into_iter().map(|search| (search.term, search.language, search.count)).collect()
}

async fn search(shop: &Shop, words: &str, language: &str) -> u64 {
    let request = proto::GetListingRequest { language: language.into(), ..listing_of(Scope::Search, words) };
    shop.listing(request).await.expect("searched").total
}

async fn written(shop: &Shop) {
    shop.catalog.no_result_search_cases().write().await.expect("written");
}

fn counted(term: &str, language: &str, count: u64) -> (String, String, u64) {
    (term.into(), language.into(), count)
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_searched_in_vain_is_counted_and_what_is_found_is_not(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    assert_eq!(search(&shop, "savon", "fr").await, 1);
    for (words, language) in [("Henné", "fr"), ("henne ", "fr"), ("HENNÉ", "ar"), ("العود", "ar")] {
        assert_eq!(search(&shop, words, language).await, 0, "{words}");
    }
    for words in ["", "!?", "0555 12 34 56", "amel@exemple.dz"] {
        search(&shop, words, "fr").await;
    }
    let mut narrowed = listing_of(Scope::Search, "savon");
    narrowed.filters = vec![proto::Filter { name: "priceMin".into(), values: vec!["5000".into()] }];
    assert_eq!(shop.listing(narrowed).await.expect("searched").total, 0);
    let mut beyond = listing_of(Scope::Search, "huile");
    beyond.page = Some(PageRequest { page: 2, size: 12 });
    shop.listing(beyond).await.expect("searched");
    assert!(told(&shop, all()).await.is_empty(), "nobody waits for it to be written");

    written(&shop).await;
    let expected = [counted("henne", "fr", 2), counted("henne", "ar", 1), counted("عود", "ar", 1)];
    let mut listed = told(&shop, all()).await;
    listed.sort_by_key(|(term, language, count)| (u64::MAX - count, term.clone(), language.clone()));
    assert_eq!(listed, expected);
    search(&shop, "henne", "fr").await;
    written(&shop).await;
    written(&shop).await;
    assert_eq!(told(&shop, all()).await[0], counted("henne", "fr", 3), "added to what is written");
}

/// Searches that are offered instead of one, with what they say to find.
async fn offered(shop: &Shop, words: &str) -> Vec<(String, u64)> {
    let listing = shop.listing(listing_of(Scope::Search, words)).await.expect("searched");
    listing.instead.into_iter().map(|search| (search.words, search.total)).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn where_no_product_has_all_words_searches_that_find_something_are_offered(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Maroquinerie", "").await;
    for name in ["Chaussure rouge", "Chaussure rouge vernie", "Chaussure bleue", "Sac rouge"] {
        shop.create(shop.new_product(name, &category)).await;
    }
    let cases: [(&str, &[(&str, u64)]); 9] = [
        ("Chaussure rouge dorée", &[("Chaussure rouge", 2), ("Chaussure", 3), ("rouge", 3)]),
        ("Chaussure de sport rouge brillante", &[("Chaussure rouge", 2), ("Chaussure", 3), ("rouge", 3)]),
        ("sac bleu", &[("bleu", 1), ("sac", 1)]),
        ("sac rouge vernie", &[("rouge vernie", 1), ("sac rouge", 1), ("rouge", 3)]),
        ("chaussure", &[]),
        ("chaussure rouge", &[]),
        ("qqqq zzzz", &[]),
        ("vrenei", &[("vernie", 1)]),
        ("marokinarie", &[("maroquinerie", 4)]),
    ];
    for (words, expected) in cases {
        let mut found = offered(&shop, words).await;
        // What is as good as another comes in any order.
        found.sort_by_key(|(words, total)| {
            (std::cmp::Reverse((words.split(' ').count(), *total)), words.clone())
        });
        let expected: Vec<_> = expected.iter().map(|(words, total)| ((*words).to_owned(), *total)).collect();
        assert_eq!(found, expected, "{words}");
        for (words, total) in found {
            let followed = shop.listing(listing_of(Scope::Search, &words)).await.expect("searched");
            assert_eq!((followed.total, followed.instead.len()), (total, 0), "{words}");
        }
    }
    let mut beyond = listing_of(Scope::Search, "chaussure dorée");
    beyond.page = Some(PageRequest { page: 2, size: 12 });
    assert!(shop.listing(beyond).await.expect("searched").instead.is_empty(), "the first page says it");
    written(&shop).await;
    let mut terms: Vec<_> = told(&shop, all()).await.into_iter().map(|(term, ..)| term).collect();
    terms.sort_unstable();
    assert_eq!(terms, ["marokinarie", "qqqq zzzz", "vrenei"], "what was typed, and nothing that was tried");
}

#[souk_testkit::test(SCHEMA)]
async fn terms_are_listed_by_days_words_and_language_in_three_orders(pool: PgPool) {
    let shop = Shop::open(pool);
    for (days, term, language) in
        [(20, "ancien", "fr"), (3, "henne", "fr"), (3, "henne", "fr"), (0, "oud", "ar")]
    {
        let cases = shop.catalog.no_result_search_cases();
        shop.clock.advance(time::Duration::days(-days));
        cases.note(term, language.parse::<Language>().expect("a language"));
        shop.clock.advance(time::Duration::days(days));
    }
    written(&shop).await;
    let terms = async |request| -> Vec<String> {
        told(&shop, request).await.into_iter().map(|(term, ..)| term).collect()
    };
    assert_eq!(terms(all()).await, ["henne", "oud", "ancien"], "most searched first");
    let sorted = |sort: &str| proto::ListNoResultSearchesRequest { sort: sort.into(), ..all() };
    assert_eq!(terms(sorted("recent")).await, ["oud", "henne", "ancien"]);
    assert_eq!(terms(sorted("term")).await, ["ancien", "henne", "oud"]);
    for (days, expected) in [(1, 1), (4, 2), (20, 2), (21, 3)] {
        let of_days =
            list(&shop, proto::ListNoResultSearchesRequest { days, ..all() }).await.expect("listed");
        assert_eq!(
            (of_days.total, of_days.searches.len()),
            (expected, usize::try_from(expected).expect("few")),
            "{days}"
        );
    }
    let arabic = proto::ListNoResultSearchesRequest { language: "ar".into(), ..all() };
    assert_eq!(terms(arabic).await, ["oud"]);
    assert_eq!(
        terms(proto::ListNoResultSearchesRequest { query: "EN".into(), ..all() }).await,
        ["henne", "ancien"]
    );

    let wrong = proto::ListNoResultSearchesRequest {
        page: Some(PageRequest { page: 1, size: 13 }),
        days: u32::from(KEPT_DAYS) + 1,
        language: "de".into(),
        sort: "count".into(),
        ..Default::default()
    };
    assert_eq!(fields(&list(&shop, wrong).await.expect_err("refused")), ["size", "days", "language", "sort"]);
    let searches = shop.catalog.no_result_searches();
    let refused = searches.list_no_result_searches(by(&staff(Role::Payments), all())).await;
    assert_eq!(Failure::from(refused.expect_err("refused")).kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn a_day_keeps_so_many_terms_and_what_is_searched_often_stays(pool: PgPool) {
    let shop = Shop::open(pool);
    let cases = shop.catalog.no_result_search_cases();
    let note = |term: &str| cases.note(term, Language::Fr);
    (0..3).for_each(|_| note("henne"));
    written(&shop).await;
    for number in 0..MOST_TERMS * 3 {
        note(&format!("x{number}"));
        if number % 400 == 0 {
            written(&shop).await;
        }
    }
    written(&shop).await;
    let listed = list(&shop, all()).await.expect("listed");
    assert_eq!(listed.total, MOST_TERMS.unsigned_abs());
    assert_eq!(listed.searches[0].term, "henne", "one who searches this and that drives none of it out");
    let twice = |shop: &Shop| {
        let cases = shop.catalog.no_result_search_cases();
        async move { cases.write().await }
    };
    note("two");
    let other = Shop::open(shop.pool().clone());
    other.catalog.no_result_search_cases().note("two", Language::Fr);
    let (one, two) = tokio::join!(twice(&shop), twice(&other));
    one.and(two).expect("replicas write at once");
    let both = proto::ListNoResultSearchesRequest { query: "two".into(), ..all() };
    assert_eq!(told(&shop, both).await, [counted("two", "fr", 2)]);
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_past_its_days_is_forgotten(pool: PgPool) {
    let shop = Shop::open(pool);
    let cases = shop.catalog.no_result_search_cases();
    cases.note("henne", Language::Fr);
    written(&shop).await;
    shop.clock.advance(time::Duration::days(i64::from(KEPT_DAYS) - 1));
    cases.note("oud", Language::Fr);
    written(&shop).await;
    assert!(!cases.forget_some().await.expect("forgotten"), "one step is enough");
    let whole = proto::ListNoResultSearchesRequest { days: u32::from(KEPT_DAYS), ..all() };
    assert_eq!(told(&shop, whole.clone()).await.len(), 2, "the first day is the 90th");
    shop.clock.advance(time::Duration::DAY);
    cases.forget_some().await.expect("forgotten");
    assert_eq!(told(&shop, whole).await, [counted("oud", "fr", 1)]);
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM no_result_searches")
        .fetch_one(shop.pool())
        .await
        .expect("counted");
    assert_eq!(kept, 1);
}
