//! What every search engine must do. A further engine adds one line to [`engines`].

use std::sync::Arc;

use bytes::Bytes;
use futures::stream;
use souk_catalog::search::{
    Batch, Document, EmbeddedEngine, Facet, Filters, Scope, SearchEngine, SearchError, SearchQuery, Sort,
    fold,
};
use souk_kernel::{BrandId, CategoryId, Language, LocalizedText, Money, Page, ProductId};
use tempfile::TempDir;
use uuid::Uuid;

/// An empty engine of each kind, with what must live as long as it.
fn engines() -> Vec<(Arc<dyn SearchEngine>, TempDir)> {
    let folder = TempDir::new().expect("a folder");
    vec![(Arc::new(EmbeddedEngine::open(folder.path()).expect("opens")), folder)]
}

fn product(number: u64) -> ProductId {
    ProductId::from_uuid(Uuid::from_u128(u128::from(number)))
}

fn category(number: u128) -> CategoryId {
    CategoryId::from_uuid(Uuid::from_u128(number))
}

fn text(fr: &str, ar: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ar: ar.into(), en: String::new() }
}

fn facet(group: &str, value: &str) -> Facet {
    Facet {
        group: group.into(),
        key: fold(value),
        label: LocalizedText::default(),
        value: text(value, ""),
        color: String::new(),
    }
}

/// A product of 1000 centimes times its number.
fn document(number: u64, name: &str, facets: &[(&str, &str)]) -> Document {
    let card = |language: &str| Bytes::from(format!(r#"{{"n":{number},"l":"{language}"}}"#));
    Document {
        product: product(number),
        number,
        scopes: vec![Scope::All, Scope::Product(product(number))],
        names: vec![name.to_owned()],
        words: Vec::new(),
        price: Money::from_centimes(i64::try_from(number).expect("small") * 1_000),
        facets: facets.iter().map(|(group, value)| facet(group, value)).collect(),
        cards: [card("fr"), card("ar"), card("en")],
    }
}

async fn indexed(engine: &Arc<dyn SearchEngine>, documents: Vec<Document>) {
    let documents = stream::iter([Ok(documents)]);
    engine.replace(Box::pin(documents), 1).await.expect("indexed");
}

fn all() -> SearchQuery {
    SearchQuery::newest(Scope::All, Language::Fr)
}

async fn numbers(engine: &Arc<dyn SearchEngine>, query: SearchQuery) -> Vec<u64> {
    let found = engine.search(query).await.expect("answers");
    let number = |card: &Bytes| {
        serde_json::from_slice::<serde_json::Value>(card).expect("a card")["n"].as_u64().expect("a number")
    };
    found.cards.iter().map(number).collect()
}

async fn typed(engine: &Arc<dyn SearchEngine>, words: &str) -> Vec<u64> {
    numbers(engine, SearchQuery { words: words.into(), ..all() }).await
}

#[tokio::test]
async fn an_index_that_was_never_filled_is_not_ready() {
    for (engine, _folder) in engines() {
        assert!(matches!(engine.search(all()).await, Err(SearchError::NotReady)));
        assert_eq!(engine.revision(), None);
        indexed(&engine, Vec::new()).await;
        assert_eq!(engine.search(all()).await.expect("answers").total, 0);
        assert_eq!(engine.revision(), Some(1));
    }
}

#[tokio::test]
async fn words_are_found_whatever_their_case_accents_and_forms() {
    for (engine, _folder) in engines() {
        indexed(
            &engine,
            vec![
                document(1, "Crème à la figue", &[]),
                document(2, "عطر الورد الفاخر", &[]),
                document(3, "Écouteurs sans fil", &[]),
                document(4, "مجموعة أحمر الشفاه", &[]),
            ],
        )
        .await;
        let cases: [(&str, &[u64]); 11] = [
            ("creme", &[1]),
            ("CRÈME Figue", &[1]),
            ("ecouteurs", &[3]),
            ("ecou", &[3]),
            ("ecuoteurs", &[3]),
            ("ecuote", &[3]),
            ("العطر", &[2]),
            ("عِطْر", &[2]),
            ("ورد", &[2]),
            ("احمر", &[4]),
            ("%%%", &[]),
        ];
        for (words, expected) in cases {
            assert_eq!(typed(&engine, words).await, expected, "{words}");
        }
    }
}

#[tokio::test]
async fn a_name_outranks_a_mention_and_whole_words_outrank_typos() {
    for (engine, _folder) in engines() {
        let mention = Document { words: vec!["parfum".into()], ..document(3, "Bougie", &[]) };
        let documents = vec![document(1, "Parfum ambre", &[]), document(2, "Parfumeur", &[]), mention];
        indexed(&engine, documents).await;
        assert_eq!(typed(&engine, "parfum").await[0], 1);
        let price = SearchQuery { words: "parfum".into(), sort: Sort::PriceDesc, ..all() };
        assert_eq!(numbers(&engine, price).await, [3, 2, 1]);
    }
}

#[tokio::test]
async fn words_that_are_nowhere_don_t_hide_the_others() {
    for (engine, _folder) in engines() {
        indexed(&engine, vec![document(1, "Savon noir", &[]), document(2, "Savon", &[])]).await;
        assert_eq!(typed(&engine, "savon noir").await, [1]);
        assert_eq!(typed(&engine, "savon qqqq").await.len(), 2);
        assert!(typed(&engine, "qqqq zzzz").await.is_empty());
    }
}

#[tokio::test]
async fn lists_sort_and_page_without_gaps_or_repeats() {
    for (engine, _folder) in engines() {
        indexed(&engine, (1..=30).map(|number| document(number, "Savon", &[])).collect()).await;
        let mut seen = Vec::new();
        for page in 1..=4 {
            let page = Page::new(page, 12).expect("a page");
            seen.extend(numbers(&engine, SearchQuery { page, ..all() }).await);
        }
        assert_eq!(seen, (1..=30).rev().collect::<Vec<u64>>(), "newest first");
        let cheapest = SearchQuery { sort: Sort::PriceAsc, ..all() };
        assert_eq!(numbers(&engine, cheapest).await[..3], [1, 2, 3]);
        let other = SearchQuery { language: Language::Ar, ..all() };
        assert_eq!(engine.search(other).await.expect("answers").cards[0], r#"{"n":30,"l":"ar"}"#);
    }
}

#[tokio::test]
async fn scopes_hold_their_own_products_only() {
    for (engine, _folder) in engines() {
        let in_scopes = |number, scopes: &[Scope]| {
            let mut document = document(number, "Savon", &[]);
            document.scopes.extend(scopes);
            document
        };
        let brand = Scope::Brand(BrandId::from_uuid(Uuid::from_u128(9)));
        let documents = vec![
            in_scopes(1, &[Scope::Category(category(1)), brand]),
            in_scopes(2, &[Scope::Category(category(1)), Scope::Category(category(2)), Scope::Featured]),
            in_scopes(3, &[]),
        ];
        indexed(&engine, documents).await;
        for (scope, expected) in [
            (Scope::All, &[3, 2, 1][..]),
            (Scope::Category(category(1)), &[2, 1]),
            (Scope::Category(category(2)), &[2]),
            (Scope::Category(category(3)), &[]),
            (Scope::Featured, &[2]),
            (brand, &[1]),
            (Scope::Product(product(3)), &[3]),
        ] {
            assert_eq!(
                numbers(&engine, SearchQuery::newest(scope, Language::Fr)).await,
                expected,
                "{scope:?}"
            );
        }
        let without = SearchQuery { without: Some(product(2)), ..all() };
        assert_eq!(numbers(&engine, without).await, [3, 1]);
    }
}

fn filters(groups: &[(&str, &[&str])]) -> Filters {
    let values = |values: &[&str]| values.iter().map(|value| fold(value)).collect();
    Filters {
        groups: groups.iter().map(|(name, chosen)| ((*name).to_owned(), values(chosen))).collect(),
        ..Filters::default()
    }
}

fn colours() -> Vec<Document> {
    vec![
        document(1, "a", &[("brands", "Nour"), ("attributes.color", "Rouge")]),
        document(2, "b", &[("brands", "Nour"), ("attributes.color", "Bleu")]),
        document(3, "c", &[("brands", "Zahra"), ("attributes.color", "Rouge"), ("attributes.color", "Vert")]),
    ]
}

#[tokio::test]
async fn values_of_a_group_are_or_and_groups_are_and() {
    for (engine, _folder) in engines() {
        indexed(&engine, colours()).await;
        for (chosen, expected) in [
            (filters(&[("attributes.color", &["ROUGE"])]), &[3, 1][..]),
            (filters(&[("attributes.color", &["rouge", "bleu"])]), &[3, 2, 1]),
            (filters(&[("attributes.color", &["rouge"]), ("brands", &["nour"])]), &[1]),
            (filters(&[("attributes.color", &["vert"]), ("brands", &["nour"])]), &[]),
            (filters(&[("brands", &["unknown"])]), &[]),
        ] {
            let query = SearchQuery { filters: chosen.clone(), ..all() };
            assert_eq!(numbers(&engine, query).await, expected, "{chosen:?}");
        }
    }
}

#[tokio::test]
async fn counts_keep_their_own_group_open_and_impossible_values_at_zero() {
    for (engine, _folder) in engines() {
        indexed(&engine, colours()).await;
        let query = SearchQuery { filters: filters(&[("brands", &["nour"])]), ..all() };
        let found = engine.search(query).await.expect("answers");
        let counts: Vec<_> = found
            .facets
            .iter()
            .flat_map(|group| {
                group.values.iter().map(|value| (group.name.as_str(), &*value.key, value.products))
            })
            .collect();
        let expected = [
            ("attributes.color", "bleu", 1),
            ("attributes.color", "rouge", 1),
            ("attributes.color", "vert", 0),
            ("brands", "nour", 2),
            ("brands", "zahra", 1),
        ];
        assert_eq!(counts, expected);
        assert_eq!(found.total, 2);
    }
}

#[tokio::test]
async fn prices_narrow_the_list_but_not_their_own_bounds() {
    for (engine, _folder) in engines() {
        indexed(&engine, (1..=5).map(|number| document(number, "Savon", &[])).collect()).await;
        let between = Filters {
            price_min: Some(Money::from_centimes(2_000)),
            price_max: Some(Money::from_centimes(4_000)),
            ..Filters::default()
        };
        let found = engine.search(SearchQuery { filters: between, ..all() }).await.expect("answers");
        assert_eq!(found.total, 3);
        assert_eq!(found.price_bounds, Some((Money::from_centimes(1_000), Money::from_centimes(5_000))));
    }
}

#[tokio::test]
async fn a_batch_replaces_and_removes_and_moves_the_revision() {
    for (engine, _folder) in engines() {
        indexed(&engine, vec![document(1, "Savon", &[]), document(2, "Bougie", &[])]).await;
        let changed = Document { names: vec!["Lampe".into()], ..document(1, "", &[("brands", "Nour")]) };
        let batch = Batch { documents: vec![changed], removed: vec![product(2)], revision: 7 };
        engine.apply(batch).await.expect("applied");
        assert_eq!(engine.revision(), Some(7));
        assert_eq!(typed(&engine, "lampe").await, [1]);
        assert!(typed(&engine, "savon").await.is_empty());
        let found = engine.search(all()).await.expect("answers");
        assert_eq!((found.total, found.facets.len(), found.revision), (1, 1, 7));
    }
}

#[tokio::test]
async fn a_rebuild_swaps_in_whole() {
    for (engine, _folder) in engines() {
        indexed(&engine, vec![document(1, "Savon", &[])]).await;
        let (sender, receiver) = futures::channel::mpsc::unbounded();
        let rebuilding = engine.clone();
        let rebuild = tokio::spawn(async move { rebuilding.replace(Box::pin(receiver), 9).await });
        sender.unbounded_send(Ok(vec![document(2, "Savon", &[])])).expect("sent");
        assert_eq!(typed(&engine, "savon").await, [1], "the old index answers until the new one is whole");
        sender.unbounded_send(Ok(vec![document(3, "Savon", &[])])).expect("sent");
        drop(sender);
        rebuild.await.expect("ran").expect("rebuilt");
        assert_eq!(typed(&engine, "savon").await, [3, 2]);
        assert_eq!(engine.revision(), Some(9));
    }
}

#[tokio::test]
async fn the_embedded_index_outlives_its_process_and_each_replica_has_its_own() {
    let folder = TempDir::new().expect("a folder");
    let first: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    indexed(&first, vec![document(1, "Savon", &[])]).await;
    let second: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    assert_eq!(second.revision(), None, "another replica has another folder");
    drop(first);
    let again: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    assert_eq!(again.revision(), Some(1));
    assert_eq!(typed(&again, "savon").await, [1]);
}

#[tokio::test]
async fn a_damaged_index_is_made_again() {
    let folder = TempDir::new().expect("a folder");
    let engine: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    indexed(&engine, vec![document(1, "Savon", &[])]).await;
    drop(engine);
    let replica = folder.path().join("replica-0");
    let current = std::fs::read_to_string(replica.join("CURRENT")).expect("read");
    std::fs::write(replica.join(current).join("meta.json"), "half a fi").expect("damaged");
    let engine = EmbeddedEngine::open(folder.path()).expect("opens all the same");
    assert_eq!(engine.revision(), None);
}

#[tokio::test]
async fn an_index_that_can_t_be_written_answers_until_it_is_made_again() {
    let folder = TempDir::new().expect("a folder");
    let engine: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    indexed(&engine, vec![document(1, "Savon", &[])]).await;
    let replica = folder.path().join("replica-0");
    let current = std::fs::read_to_string(replica.join("CURRENT")).expect("read");
    std::fs::remove_dir_all(replica.join(current)).expect("lost");

    let batch = || Batch { documents: vec![document(2, "Savon", &[])], revision: 2, ..Batch::default() };
    assert!(engine.apply(batch()).await.is_err());
    assert_eq!(engine.revision(), None, "whoever follows makes it anew");
    assert_eq!(typed(&engine, "savon").await, [1]);
    indexed(&engine, vec![document(1, "Savon", &[])]).await;
    engine.apply(batch()).await.expect("applied");
    assert_eq!(typed(&engine, "savon").await, [2, 1]);
}
