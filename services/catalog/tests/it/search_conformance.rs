//! What every search engine must do. A further engine adds a line to [`engines`]. That on a server is tried where `SOUK_MEILI_URL`
//! (and `SOUK_MEILI_KEY`) names one, each time in an index of its own, which is left there.

use std::sync::Arc;

use bytes::Bytes;
use futures::stream;
use souk_catalog::prices::{Prices, Pricing};
use souk_catalog::search::{
    Batch, Card, Document, EmbeddedEngine, Facet, Filters, Hit, MeiliConfig, MeiliEngine, Rule, Scope,
    SearchEngine, SearchError, SearchQuery, Selection, Sort, TagKey, fold, words,
};
use souk_kernel::{BrandId, CategoryId, Language, LocalizedText, Money, Page, ProductId, TaxRate};
use souk_pricing::{Discount, PriceBasis, Promotion, Target};
use tempfile::TempDir;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// An empty engine of each kind, with what must live as long as it.
pub fn engines() -> Vec<(Arc<dyn SearchEngine>, TempDir)> {
    let folder = TempDir::new().expect("a folder");
    let embedded: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    let mut engines = vec![(embedded, folder)];
    if let Ok(url) = std::env::var("SOUK_MEILI_URL") {
        let config = MeiliConfig {
            meili_url: Some(url),
            meili_key: std::env::var("SOUK_MEILI_KEY").ok().map(Into::into),
            meili_index: format!("test-{}", Uuid::now_v7()),
        };
        let shared = MeiliEngine::new(&config, None).expect("opens");
        engines.push((Arc::new(shared), TempDir::new().expect("a folder")));
    }
    engines
}

pub fn product(number: u64) -> ProductId {
    ProductId::from_uuid(Uuid::from_u128(u128::from(number)))
}

pub fn category(number: u128) -> CategoryId {
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
        picture: String::new(),
    }
}

/// A product of 1000 centimes times its number.
pub fn document(number: u64, name: &str, facets: &[(&str, &str)]) -> Document {
    let localized = |language: &str| Bytes::from(format!(r#""l":"{language}""#));
    Document {
        pricing: Pricing {
            product: product(number),
            base: Money::from_centimes(i64::try_from(number).expect("small") * 1_000),
            tax_rate: TaxRate::from_hundredths(1_900).expect("a rate"),
            category: category(1),
            brand: None,
        },
        number,
        made_at: NOW,
        scopes: vec![Scope::All],
        names: vec![name.to_owned()],
        words: Vec::new(),
        facets: facets.iter().map(|(group, value)| facet(group, value)).collect(),
        card: Card {
            shared: Bytes::from(format!(r#""n":{number}"#)),
            localized: [localized("fr"), localized("ar"), localized("en")],
        },
    }
}

/// Fills the index and prices it as without any promotion.
pub async fn indexed(engine: &Arc<dyn SearchEngine>, documents: Vec<Document>) {
    let documents = stream::iter([Ok(documents)]);
    engine.replace(Box::pin(documents), 1).await.expect("indexed");
    engine.reprice(Arc::default(), NOW).await.expect("priced");
}

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

fn promotion(id: u128, discount: Discount, target: Target) -> Promotion {
    Promotion { id: Uuid::from_u128(id), discount, target, starts_at: None, ends_at: None }
}

async fn bounds(engine: &Arc<dyn SearchEngine>) -> (i64, i64) {
    let (low, high) = engine.search(all()).await.expect("answers").price_bounds.expect("products");
    (low.centimes(), high.centimes())
}

fn all() -> SearchQuery {
    SearchQuery::newest(Scope::All, Language::Fr)
}

pub async fn numbers(engine: &Arc<dyn SearchEngine>, query: SearchQuery) -> Vec<u64> {
    let found = engine.search(query).await.expect("answers");
    let number = |hit: &Hit| {
        let members = String::from_utf8_lossy(&hit.members[1]).into_owned();
        members.strip_prefix(r#""n":"#).and_then(|number| number.parse().ok()).expect("a number")
    };
    found.hits.iter().map(number).collect()
}

async fn typed(engine: &Arc<dyn SearchEngine>, words: &str) -> Vec<u64> {
    numbers(engine, SearchQuery { words: words.into(), ..all() }).await
}

#[tokio::test]
async fn an_index_that_was_never_filled_is_not_ready() {
    for (engine, _folder) in engines() {
        assert!(matches!(engine.search(all()).await, Err(SearchError::NotReady)));
        assert_eq!(engine.revision().await.expect("answers"), None);
        engine.replace(Box::pin(stream::empty()), 1).await.expect("indexed");
        assert!(matches!(engine.search(all()).await, Err(SearchError::NotReady)), "nobody said its prices");
        engine.reprice(Arc::default(), NOW).await.expect("priced");
        assert_eq!(engine.search(all()).await.expect("answers").total, 0);
        assert_eq!(engine.revision().await.expect("answers"), Some(1));
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
async fn words_that_join_others_need_not_be_found() {
    for (engine, _folder) in engines() {
        let names = [
            "Rouge lèvres mat",
            "Tasse à café",
            "Huile argan pure",
            "Lampe d'ambiance",
            "حقيبة جلد",
            "كتاب من ورق",
            "Écouteurs sans fil",
            "Écouteurs à fil",
        ];
        let documents = (1_u64..).zip(names).map(|(number, name)| document(number, name, &[]));
        indexed(&engine, documents.collect()).await;
        let cases: [(&str, &[u64]); 9] = [
            ("rouge à lèvres", &[1]),
            ("huile d'argan", &[3]),
            ("Huile d’Argan", &[3]),
            ("huile d argan", &[3]),
            ("lampe pour ambiance", &[4]),
            ("حقيبة من الجلد", &[5]),
            ("كتاب ورق", &[6]),
            ("écouteurs sans fil", &[7]),
            ("من", &[6]),
        ];
        for (words, expected) in cases {
            let found = engine.search(SearchQuery { words: words.into(), ..all() }).await.expect("answers");
            assert!(found.has_all_words, "{words}");
            assert_eq!(typed(&engine, words).await, expected, "{words}");
        }
    }
}

/// Says which words mean the same, instead of what was said before.
async fn called(engine: &Arc<dyn SearchEngine>, groups: &[&[&str]]) {
    let phrase = |text: &&str| words(text).into();
    let groups = groups.iter().map(|group| group.iter().map(phrase).collect());
    engine.give_synonyms(Arc::new(groups.collect())).await.expect("given");
}

#[tokio::test]
async fn words_are_found_by_what_else_they_are_called() {
    for (engine, _folder) in engines() {
        let mention = Document { words: vec!["سامسونغ".into()], ..document(4, "Étui", &[]) };
        let documents = vec![
            document(1, "هاتف سامسونغ", &[("brands", "Nour")]),
            document(2, "Crème ambrée", &[]),
            document(3, "Savon noir", &[]),
            mention,
        ];
        indexed(&engine, documents).await;
        assert!(typed(&engine, "galaxy").await.is_empty(), "nobody said so");
        called(&engine, &[&["Galaxy", "سَامسونغ"], &["crème", "كريم", "krim"]]).await;
        let cases: [(&str, &[u64]); 9] = [
            ("galaxy", &[1, 4]),
            ("GALAXY هاتف", &[1]),
            ("السامسونغ", &[1, 4]),
            ("الكريم", &[2]),
            ("krim ambree", &[2]),
            ("cremé", &[2]),
            ("crem", &[2]),
            ("savon", &[3]),
            ("gala", &[]),
        ];
        for (words, expected) in cases {
            assert_eq!(typed(&engine, words).await, expected, "{words}");
        }
        let words = || SearchQuery { words: "galaxy".into(), ..all() };
        let of_nour = SearchQuery { filters: filters(&[("brands", &["nour"])]), ..words() };
        let found = engine.search(of_nour).await.expect("answers");
        assert_eq!((found.total, found.facets[0].values[0].products), (1, 1));
        let dearest = SearchQuery { sort: Sort::PriceDesc, ..words() };
        assert_eq!(numbers(&engine, dearest).await, [4, 1]);

        called(&engine, &[&["galaxy", "سامسونج"]]).await;
        assert!(typed(&engine, "galaxy").await.is_empty() && typed(&engine, "krim").await.is_empty());
        called(&engine, &[]).await;
        assert_eq!(typed(&engine, "creme").await, [2]);
    }
}

#[tokio::test]
async fn what_was_typed_comes_before_what_is_called_alike() {
    for (engine, _folder) in engines() {
        // What is common weighs little, and what is rare much.
        let mut documents: Vec<_> = (1..=8).map(|number| document(number, "Parfum ambre", &[])).collect();
        documents.push(document(9, "عطر", &[]));
        indexed(&engine, documents).await;
        called(&engine, &[&["parfum", "عطر"]]).await;
        assert_eq!(typed(&engine, "parfum").await, [8, 7, 6, 5, 4, 3, 2, 1, 9]);
        assert_eq!(typed(&engine, "عطر").await, [9, 8, 7, 6, 5, 4, 3, 2, 1]);
        let added = document(10, "عطر الورد", &[]);
        engine
            .apply(Batch { documents: vec![added], revision: 2, ..Batch::default() })
            .await
            .expect("applied");
        assert_eq!(typed(&engine, "parfum rose").await.len(), 10, "no product has both");
        assert_eq!(typed(&engine, "parfum الورد").await, [10], "what comes later is called the same");
    }
}

#[tokio::test]
async fn several_words_mean_the_same_together() {
    for (engine, _folder) in engines() {
        let documents = vec![
            document(1, "Machine à laver 7 kg", &[]),
            document(2, "Lave-linge compact", &[]),
            document(3, "Machine à coudre", &[]),
            document(4, "غسالة ملابس", &[]),
        ];
        indexed(&engine, documents).await;
        called(&engine, &[&["machine à laver", "lave-linge", "غسالة"]]).await;
        let cases: [(&str, &[u64]); 8] = [
            ("lave-linge compact", &[2]),
            ("lave linge 7 kg", &[1]),
            ("machine laver compact", &[2]),
            ("machine a laver compact", &[2]),
            ("غسالة compact", &[2]),
            ("lave linge ملابس", &[4]),
            ("machine à coudre", &[3]),
            ("machine coudre", &[3]),
        ];
        for (words, expected) in cases {
            assert_eq!(typed(&engine, words).await, expected, "{words}");
        }
        let mut washing = typed(&engine, "lave-linge").await;
        assert_eq!(washing[0], 2, "as it was typed");
        washing.sort_unstable();
        assert_eq!(washing, [1, 2, 4]);
    }
}

/// Groups as large as there may be, all words of a search in one.
#[tokio::test]
async fn many_other_names_are_answered() {
    for (engine, _folder) in engines() {
        indexed(&engine, vec![document(1, "lllddd savon", &[])]).await;
        let name = |letter: char, group: char| [letter, letter, letter, group, group, group].iter().collect();
        let names: Vec<Vec<String>> =
            ('a'..='h').map(|group| ('a'..='l').map(|letter| name(letter, group)).collect()).collect();
        let names: Vec<Vec<&str>> =
            names.iter().map(|group| group.iter().map(String::as_str).collect()).collect();
        called(&engine, &names.iter().map(Vec::as_slice).collect::<Vec<_>>()).await;
        assert_eq!(typed(&engine, "aaaddd savon").await, [1]);
        let mut first: Vec<&str> = names.iter().map(|group| group[0]).collect();
        first.rotate_left(3);
        assert_eq!(typed(&engine, &first.join(" ")).await, [1], "it has the first of them");
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
async fn texts_are_counted_as_a_search_for_all_their_words_finds_them() {
    for (engine, _folder) in engines() {
        let names = ["Chaussure rouge", "Chaussure bleue", "Robe rouge", "Créme à la figue"];
        let documents = (1_u64..).zip(names).map(|(number, name)| document(number, name, &[]));
        indexed(&engine, documents.collect()).await;
        let counted = [
            ("chaussure rouge", 1),
            ("chaussure", 2),
            ("CRÈME", 1),
            ("chausure", 2),
            ("rou", 2),
            ("chaussure qqqq", 0),
            ("robe bleue", 0),
            ("qqqq", 0),
            ("%%%", 0),
        ];
        let texts = counted.map(|(text, _)| text.to_owned());
        let expected: Vec<u64> = counted.iter().map(|(_, products)| *products).collect();
        assert_eq!(engine.counts(texts.to_vec()).await.expect("counted"), expected);
        for (text, products) in counted {
            let query = SearchQuery { words: text.into(), ..all() };
            let found = engine.search(query).await.expect("answers");
            assert_eq!(found.has_all_words, products > 0, "{text}");
            assert!(!found.has_all_words || found.total == products, "{text}");
        }
        assert!(engine.search(all()).await.expect("answers").has_all_words, "of no words there are all");
        assert_eq!(engine.counts(Vec::new()).await.expect("counted"), [0; 0]);
    }
}

/// Words that only one engine can hear.
#[tokio::test]
async fn arabic_in_latin_letters_is_found_by_how_it_sounds() {
    let folder = TempDir::new().expect("a folder");
    let engine: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    let pairs = [
        ("3otor", "عطور"),
        ("3tour", "عطور"),
        ("itr", "عطر"),
        ("sabat", "صباط"),
        ("9ahwa", "القهوة"),
        ("kahwa", "القهوة"),
        ("gahwa", "القهوة"),
        ("7lib", "حليب"),
        ("hlib", "حليب"),
        ("saboun", "صابون"),
        ("zit", "زيت"),
        ("zitoun", "زيتون"),
        ("3abaya", "عباية"),
        ("abaya", "عباية"),
        ("3anbar", "عنبر"),
        ("3oud", "عود"),
        ("misk", "مسك"),
        ("cham3a", "شمعة"),
        ("chem3a", "شمعة"),
        ("ward", "الورد"),
        ("yasmine", "ياسمين"),
        ("za3faran", "زعفران"),
        ("chay", "شاي"),
        ("7izam", "حزام"),
        ("mosba7", "مصباح"),
        ("finjan", "فنجان"),
        ("zellij", "زليج"),
        ("7enna", "حناء"),
        ("henna", "حناء"),
        ("sa3a", "ساعة"),
        ("khobz", "خبز"),
        ("5obz", "خبز"),
        ("tamr", "تمر"),
        ("3sel", "عسل"),
        ("9andoura", "قندورة"),
        ("karakou", "كاراكو"),
        ("jellaba", "جلابة"),
        ("djellaba", "جلابة"),
        ("sama3at", "سماعات"),
        ("cha7in", "شاحن"),
        ("ghassoul", "غسول"),
        ("el3otor", "عطور"),
    ];
    let latin = ["Motor 3000", "Gandoura brodée", "Note9", "Casque MP3"];
    let mut names: Vec<&str> = pairs.iter().map(|(_, name)| *name).chain(latin).collect();
    // What is alike and is not meant.
    names.extend([
        "طير",
        "سبت",
        "كلب",
        "قوة",
        "زاوية",
        "خزام",
        "غسل",
        "عدد",
        "برد",
        "شامة",
        "من",
        "بول",
        "عمل",
        "سم",
    ]);
    names.sort_unstable();
    names.dedup();
    let documents = (1_u64..).zip(&names).map(|(number, name)| document(number, name, &[]));
    indexed(&engine, documents.collect()).await;
    let found = async |words: &str| -> Vec<&str> {
        let found = typed(&engine, words).await.into_iter();
        found.map(|number| names[usize::try_from(number - 1).expect("small")]).collect()
    };
    let mut wrong = Vec::new();
    for (words, expected) in pairs {
        let found = found(words).await;
        if found.first() != Some(&expected) || found.len() > 2 {
            wrong.push((words, found));
        }
    }
    assert_eq!(wrong, []);
    assert_eq!(found("gandoura").await, ["Gandoura brodée"], "the word itself is there");
    assert_eq!(found("mp3").await, ["Casque MP3"]);
    let query = SearchQuery { words: "3otor".into(), ..all() };
    assert!(engine.search(query).await.expect("answers").has_all_words);
}

/// Where one engine alone hears: as letters they would be half of the shop.
#[tokio::test]
async fn sizes_quantities_and_what_may_be_left_out_sound_like_nothing() {
    let folder = TempDir::new().expect("a folder");
    let engine: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    let names =
        "Robe XL,Sucre KG,Flacon ML,Mètre CM,Lot PCS,Disque GB,Meuble tiroirs,عمل,كسل,سم,اسم,ياسمين,عطور";
    let documents = (1_u64..).zip(names.split(','));
    indexed(&engine, documents.map(|(number, name)| document(number, name, &[])).collect()).await;
    let sizes = ["2xl", "3xl", "2kg", "3ml", "2cm", "2pcs", "2gb", "2tiroirs"];
    for words in sizes.into_iter().chain(["yyy2", "yyy2a", "ay2y2y2", "qyyy2"]) {
        assert_eq!(typed(&engine, words).await, [0; 0], "{words}");
    }
}

/// Digits before letters in them are no letters.
#[tokio::test]
async fn names_of_models_are_found_with_typos() {
    for (engine, _folder) in engines() {
        let names = ["Galaxy S23Ultra", "Samsung A55Galaxy", "Disque 256GB"];
        let documents = (1_u64..).zip(names).map(|(number, name)| document(number, name, &[]));
        indexed(&engine, documents.collect()).await;
        for (words, expected) in [("s23ulta", 1), ("a55galxy", 2), ("265gb", 3)] {
            assert_eq!(typed(&engine, words).await, [expected], "{words}");
        }
    }
}

/// What costs the most: it is found by the search that a shopper makes, and no other is offered for it.
#[tokio::test]
async fn what_is_only_heard_is_not_counted() {
    let folder = TempDir::new().expect("a folder");
    let engine: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    indexed(&engine, vec![document(1, "قهوة", &[])]).await;
    let counts = engine.counts(vec!["kahwa".into(), "9ahwa".into(), "kahwa".into()]).await.expect("counted");
    assert_eq!(counts, [0, 1, 0]);
    assert_eq!(typed(&engine, "kahwa").await, [1]);
    assert_eq!(engine.counts(vec!["kahwa".into()]).await.expect("counted"), [0], "whoever searched before");
}

/// Words that only one engine can tell.
#[tokio::test]
async fn words_of_names_are_near_to_one_that_nothing_has() {
    let folder = TempDir::new().expect("a folder");
    let engine: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    let mention = Document { words: vec!["parfam".into()], ..document(4, "Pot", &[]) };
    let documents = vec![
        document(1, "Parfum Ambré", &[]),
        document(2, "Parfums d'été", &[]),
        document(3, "عطر الورد", &[]),
        mention,
    ];
    indexed(&engine, documents).await;
    let more = Batch { documents: vec![document(5, "Parfum", &[])], revision: 2, ..Batch::default() };
    engine.apply(more).await.expect("applied");
    let cases: [(&str, &[&str]); 7] = [
        ("prafm", &["parfum"]),
        ("parfumerie", &["parfum"]),
        ("pto", &["pot"]),
        ("عتر", &["عطر"]),
        ("zzzz", &[]),
        ("deux mots", &[]),
        ("%", &[]),
    ];
    for (word, expected) in cases {
        assert_eq!(engine.words_near(word).await.expect("told"), expected, "{word}");
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
        let hits = engine.search(other).await.expect("answers").hits;
        assert_eq!(hits[0].members, [r#""l":"ar""#, r#""n":30"#]);
        assert_eq!(hits[0].pricing, document(30, "Savon", &[]).pricing);
    }
}

#[tokio::test]
async fn scopes_hold_their_own_products_only() {
    for (engine, _folder) in engines() {
        let in_scopes = |number, scopes: &[Scope]| {
            let mut document = document(number, "Savon", &[]);
            document.scopes.extend_from_slice(scopes);
            document
        };
        let brand = Scope::Brand(BrandId::from_uuid(Uuid::from_u128(9)));
        let documents = vec![
            in_scopes(1, &[Scope::Category(category(1)), brand, Scope::Tag(TagKey::of(" Été"))]),
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
            (Scope::Tag(TagKey::of("ÉTÉ")), &[1]),
            (Scope::Tag(TagKey::of("hiver")), &[]),
            (Scope::Product(product(3)), &[3]),
        ] {
            assert_eq!(
                numbers(&engine, SearchQuery::newest(scope, Language::Fr)).await,
                expected,
                "{scope:?}"
            );
        }
    }
}

#[tokio::test]
async fn products_of_one_price_come_newest_first_and_a_page_beyond_the_end_is_empty() {
    for (engine, _folder) in engines() {
        let same = |number| {
            let mut document = document(number, "Savon", &[]);
            document.pricing.base = Money::from_centimes(500);
            document
        };
        indexed(&engine, (1..=20).map(same).collect()).await;
        for sort in [Sort::Default, Sort::PriceAsc, Sort::PriceDesc] {
            for words in ["", "savon"] {
                let page = |number| SearchQuery {
                    words: words.into(),
                    sort,
                    page: Page::new(number, 12).expect("a page"),
                    ..all()
                };
                let shown = [numbers(&engine, page(1)).await, numbers(&engine, page(2)).await].concat();
                assert_eq!(shown, (1..=20).rev().collect::<Vec<u64>>(), "{sort:?} {words}");
                let beyond = engine.search(page(3)).await.expect("answers");
                assert_eq!((beyond.hits.len(), beyond.total), (0, 20));
            }
        }
    }
}

#[tokio::test]
async fn a_group_shows_all_of_its_values() {
    for (engine, _folder) in engines() {
        let values: Vec<String> = (1..=250).map(|number| format!("Valeur {number:03} m²")).collect();
        let documents = (1_u64..).zip(&values).map(|(number, value)| {
            document(
                number,
                "Savon",
                &[("attributes.size", value.as_str()), ("features.a.b \"c\"", "d'Été, (x)")],
            )
        });
        indexed(&engine, documents.collect()).await;
        let chosen =
            filters(&[("attributes.size", &["valeur 007 m²"]), ("features.a.b \"c\"", &["D'ÉTÉ, (X)"])]);
        let found = engine.search(SearchQuery { filters: chosen, ..all() }).await.expect("answers");
        assert_eq!(found.total, 1);
        let [sizes, features] = &found.facets[..] else { panic!("two groups: {:?}", found.facets) };
        let shown: Vec<_> = sizes.values.iter().map(|count| count.facet.value.fr.clone()).collect();
        assert_eq!(shown, values);
        assert!(sizes.values.iter().all(|count| count.products == 1), "its own group stays open");
        assert_eq!((features.values.len(), features.values[0].products), (1, 1));
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
            .flat_map(|group| &group.values)
            .map(|value| (value.facet.group.as_str(), &*value.facet.key, value.products))
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
async fn prices_are_those_that_were_given_last_and_touch_no_document() {
    for (engine, _folder) in engines() {
        let brand = BrandId::from_uuid(Uuid::from_u128(9));
        let mut third = document(3, "Savon", &[]);
        third.pricing = Pricing { brand: Some(brand), category: category(2), ..third.pricing };
        indexed(&engine, vec![document(1, "Savon", &[]), document(2, "Savon", &[]), third]).await;
        let rules = [
            promotion(1, Discount::Amount(Money::from_centimes(500)), Target::All),
            promotion(2, Discount::Amount(Money::from_centimes(1_900)), Target::Product(product(2))),
            promotion(
                3,
                Discount::Percentage(TaxRate::from_hundredths(9_900).expect("a rate")),
                Target::Brand(brand),
            ),
        ];
        let prices = Prices { promotions: rules.into_iter().collect(), ..Prices::default() };
        engine.reprice(Arc::new(prices.clone()), NOW).await.expect("priced");
        let cheapest = SearchQuery { sort: Sort::PriceAsc, ..all() };
        assert_eq!(numbers(&engine, cheapest).await, [3, 2, 1], "30, 100 and 500 centimes");
        assert_eq!(bounds(&engine).await, (30, 500));
        let below = Filters { price_max: Some(Money::from_centimes(100)), ..Filters::default() };
        assert_eq!(numbers(&engine, SearchQuery { filters: below, ..all() }).await, [3, 2]);
        assert_eq!(engine.revision().await.expect("answers"), Some(1));

        let batch = Batch { documents: vec![document(4, "Savon", &[])], revision: 2, ..Batch::default() };
        engine.apply(batch).await.expect("applied");
        assert_eq!(bounds(&engine).await, (30, 3_500), "what comes later is priced the same");
        let with_tax = Prices { basis: PriceBasis::Ttc, ..Prices::default() };
        engine.reprice(Arc::new(with_tax), NOW).await.expect("priced");
        assert_eq!(bounds(&engine).await, (1_190, 4_760));
    }
}

#[tokio::test]
async fn a_promotion_on_a_category_reaches_what_is_below_it_from_its_start_until_its_end() {
    for (engine, _folder) in engines() {
        let mut below = document(2, "Savon", &[]);
        below.pricing.category = category(2);
        indexed(&engine, vec![document(5, "Savon", &[]), below]).await;
        let half = Discount::Percentage(TaxRate::from_hundredths(5_000).expect("a rate"));
        let dated = Promotion {
            starts_at: Some(NOW + Duration::HOUR),
            ends_at: Some(NOW + Duration::hours(2)),
            ..promotion(1, half, Target::Category(category(3)))
        };
        let prices = Prices {
            promotions: [dated].into_iter().collect(),
            category_paths: [(category(2), vec![category(3), category(2)])].into(),
            ..Prices::default()
        };
        for (hour, lowest) in [(0, 2_000), (1, 1_000), (2, 2_000)] {
            let at = NOW + Duration::hours(hour);
            engine.reprice(Arc::new(prices.clone()), at).await.expect("priced");
            assert_eq!(bounds(&engine).await, (lowest, 5_000), "after {hour} hours");
        }
    }
}

/// Prices change while a new index is made: the old one shows them at once, and the new one when it comes.
#[tokio::test]
async fn prices_don_t_wait_for_a_rebuild() {
    for (engine, _folder) in engines() {
        indexed(&engine, vec![document(1, "Savon", &[])]).await;
        let (sender, receiver) = futures::channel::mpsc::unbounded();
        let rebuilding = engine.clone();
        let rebuild = tokio::spawn(async move { rebuilding.replace(Box::pin(receiver), 9).await });
        sender.unbounded_send(Ok(vec![document(1, "Savon", &[])])).expect("sent");
        let rule = promotion(1, Discount::Amount(Money::from_centimes(400)), Target::All);
        let prices = Prices { promotions: [rule].into_iter().collect(), ..Prices::default() };
        engine.reprice(Arc::new(prices), NOW).await.expect("priced");
        assert_eq!(bounds(&engine).await, (600, 600));
        drop(sender);
        rebuild.await.expect("ran").expect("rebuilt");
        assert_eq!((bounds(&engine).await, engine.revision().await.expect("answers")), ((600, 600), Some(9)));
    }
}

/// What a shopper sees of a listing never depends on whether somebody asked before.
#[tokio::test]
async fn kept_answers_follow_every_change() {
    for (engine, _folder) in engines() {
        let in_category = |number, of: &[u128], facets: &[(&str, &str)]| {
            let mut document = document(number, "Savon", facets);
            document.scopes.extend(of.iter().map(|id| Scope::Category(category(*id))));
            document
        };
        indexed(&engine, vec![in_category(1, &[1], &[("brands", "Nour")]), in_category(2, &[2], &[])]).await;
        let of = |id| SearchQuery::newest(Scope::Category(category(id)), Language::Fr);
        let chosen = SearchQuery { filters: filters(&[("brands", &["nour"])]), ..of(1) };
        for (revision, batch, expected) in [
            (2, vec![in_category(3, &[1], &[])], (vec![3, 1], vec![2], vec![1])),
            (3, vec![in_category(1, &[2], &[("brands", "Nour")])], (vec![3], vec![2, 1], vec![])),
            (4, vec![in_category(3, &[1], &[("brands", "Nour")])], (vec![3], vec![2, 1], vec![3])),
            (5, Vec::new(), (vec![], vec![2, 1], vec![])),
        ] {
            let removed = if batch.is_empty() { vec![product(3)] } else { Vec::new() };
            engine.apply(Batch { documents: batch, removed, revision }).await.expect("applied");
            let shown = (
                numbers(&engine, of(1)).await,
                numbers(&engine, of(2)).await,
                numbers(&engine, chosen.clone()).await,
            );
            assert_eq!(shown, expected, "at {revision}");
        }
    }
}

fn within(selection: Selection) -> SearchQuery {
    SearchQuery { within: Some(Arc::new(selection)), ..all() }
}

fn ruled(rule: Rule) -> SearchQuery {
    within(Selection::Ruled(rule))
}

#[tokio::test]
async fn picked_products_come_as_they_were_picked_unless_another_order_is_wanted() {
    for (engine, _folder) in engines() {
        indexed(&engine, (1..=5).map(|number| document(number, "Savon", &[])).collect()).await;
        let picked = within(Selection::Picked([2, 9, 5, 1].map(product).into()));
        assert_eq!(numbers(&engine, picked.clone()).await, [2, 5, 1], "one is not in the shop");
        let cheapest = SearchQuery { sort: Sort::PriceAsc, ..picked.clone() };
        assert_eq!(numbers(&engine, cheapest).await, [1, 2, 5]);
        let least = Filters { price_min: Some(Money::from_centimes(2_000)), ..Filters::default() };
        let narrowed = SearchQuery { filters: least, ..picked.clone() };
        assert_eq!(numbers(&engine, narrowed).await, [2, 5], "narrowed, they keep their order");
        assert_eq!(numbers(&engine, within(Selection::Picked([].into()))).await, [0; 0]);
        let comes = Batch { documents: vec![document(9, "Savon", &[])], revision: 2, ..Batch::default() };
        engine.apply(comes).await.expect("applied");
        assert_eq!(numbers(&engine, picked).await, [2, 9, 5, 1]);
    }
}

#[tokio::test]
async fn a_rule_holds_what_is_in_one_list_of_each_of_its_groups() {
    for (engine, _folder) in engines() {
        let in_scopes = |number, scopes: &[Scope]| {
            let mut document = document(number, "Savon", &[]);
            document.scopes.extend_from_slice(scopes);
            document
        };
        let of = |number| Scope::Category(category(number));
        let rule = |groups: &[&[Scope]]| {
            ruled(Rule { groups: groups.iter().map(|lists| lists.to_vec()).collect(), ..Rule::default() })
        };
        let documents =
            vec![in_scopes(1, &[of(1), Scope::Featured]), in_scopes(2, &[of(2)]), in_scopes(3, &[])];
        indexed(&engine, documents).await;
        let narrow = rule(&[&[of(1), of(2)], &[Scope::Featured]]);
        assert_eq!(numbers(&engine, rule(&[&[of(1), of(2)]])).await, [2, 1]);
        assert_eq!(numbers(&engine, narrow.clone()).await, [1]);
        assert_eq!(numbers(&engine, rule(&[&[of(1)], &[]])).await, [0; 0], "nothing is in no list");
        assert_eq!(numbers(&engine, rule(&[&[Scope::Product(product(3)), of(2)]])).await, [3, 2]);
        let searched = SearchQuery { words: "savon".into(), ..narrow.clone() };
        assert_eq!(numbers(&engine, searched).await, [1]);
        let of_one = SearchQuery { scope: of(2), ..rule(&[&[of(1), of(2)]]) };
        assert_eq!(numbers(&engine, of_one).await, [2], "the scope counts too");
        // A product that comes into one list, and so fits, was in the other before.
        for (revision, scopes, expected) in
            [(2, vec![of(2), Scope::Featured], vec![2, 1]), (3, vec![Scope::Featured], vec![1])]
        {
            let documents = vec![in_scopes(2, &scopes)];
            engine.apply(Batch { documents, revision, ..Batch::default() }).await.expect("applied");
            assert_eq!(numbers(&engine, narrow.clone()).await, expected, "at {revision}");
        }
    }
}

#[tokio::test]
async fn a_rule_of_prices_follows_promotions_and_the_price_basis() {
    for (engine, _folder) in engines() {
        indexed(&engine, (1..=4).map(|number| document(number, "Savon", &[])).collect()).await;
        let reduced = || ruled(Rule { on_promotion: true, ..Rule::default() });
        let price = Money::from_centimes;
        let between = || {
            ruled(Rule { price_min: Some(price(1_500)), price_max: Some(price(3_000)), ..Rule::default() })
        };
        assert_eq!(numbers(&engine, reduced()).await, [0; 0]);
        assert_eq!(numbers(&engine, between()).await, [3, 2]);
        let found = engine.search(between()).await.expect("answers");
        assert_eq!(found.price_bounds, Some((price(2_000), price(3_000))), "no more than the rule has");
        let off = promotion(1, Discount::Amount(price(1_000)), Target::Product(product(4)));
        let nothing_off = promotion(2, Discount::Amount(price(0)), Target::Product(product(1)));
        let prices = |basis| Prices {
            promotions: [off.clone(), nothing_off.clone()].into_iter().collect(),
            basis,
            ..Prices::default()
        };
        engine.reprice(Arc::new(prices(PriceBasis::Ht)), NOW).await.expect("priced");
        assert_eq!(numbers(&engine, reduced()).await, [4], "what takes nothing off is none");
        assert_eq!(numbers(&engine, between()).await, [4, 3, 2]);
        engine.reprice(Arc::new(prices(PriceBasis::Ttc)), NOW).await.expect("priced");
        assert_eq!(numbers(&engine, reduced()).await, [4]);
        assert_eq!(numbers(&engine, between()).await, [2], "1190, 2380, 3570 and 3570 centimes");
    }
}

/// Beyond what is kept of an answer.
#[tokio::test]
async fn the_last_page_of_a_long_list_is_its_end() {
    for (engine, _folder) in engines() {
        indexed(&engine, (1..=2_500).map(|number| document(number, "Savon", &[])).collect()).await;
        let page = Page::new(13, 200).expect("a page");
        assert_eq!(
            numbers(&engine, SearchQuery { page, ..all() }).await,
            (1..=100).rev().collect::<Vec<_>>()
        );
        let page = Page::new(7, 200).expect("a page");
        assert_eq!(numbers(&engine, SearchQuery { page, ..all() }).await[0], 1_300);
    }
}

/// A pasted page of long, wrong words is answered as quickly as it is: no more than some of it is looked at.
#[tokio::test]
async fn a_pasted_page_of_words_is_answered() {
    for (engine, _folder) in engines() {
        indexed(&engine, vec![document(1, "Savon noir de Marseille", &[])]).await;
        let pasted = "Marseiile savonnerie ".repeat(5_000);
        assert_eq!(typed(&engine, &pasted).await, [1]);
        assert!(typed(&engine, "x").await.is_empty());
    }
}

#[tokio::test]
async fn a_batch_replaces_and_removes_and_moves_the_revision() {
    for (engine, _folder) in engines() {
        indexed(&engine, vec![document(1, "Savon", &[]), document(2, "Bougie", &[])]).await;
        let changed = Document { names: vec!["Lampe".into()], ..document(1, "", &[("brands", "Nour")]) };
        let batch = Batch { documents: vec![changed], removed: vec![product(2)], revision: 7 };
        engine.apply(batch).await.expect("applied");
        assert_eq!(engine.revision().await.expect("answers"), Some(7));
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
        assert_eq!(engine.revision().await.expect("answers"), Some(9));
    }
}

#[tokio::test]
async fn the_embedded_index_outlives_its_process_and_each_replica_has_its_own() {
    let folder = TempDir::new().expect("a folder");
    let first: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    indexed(&first, vec![document(1, "Savon", &[])]).await;
    let second: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    assert_eq!(second.revision().await.expect("answers"), None, "another replica has another folder");
    drop(first);
    let again: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    assert_eq!(again.revision().await.expect("answers"), Some(1));
    again.reprice(Arc::default(), NOW).await.expect("priced");
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
    assert_eq!(engine.revision().await.expect("answers"), None);
}

#[tokio::test]
async fn an_index_of_another_release_stays_until_its_successor_is_made() {
    let folder = TempDir::new().expect("a folder");
    let engine: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    indexed(&engine, vec![document(1, "Savon", &[])]).await;
    drop(engine);
    let replica = folder.path().join("replica-0");
    let current = || std::fs::read_to_string(replica.join("CURRENT")).expect("read");
    let former = "format-0-7";
    std::fs::rename(replica.join(current()), replica.join(former)).expect("renamed");
    std::fs::write(replica.join("CURRENT"), former).expect("named");
    // A start that ends before the new one is made, and another.
    for _ in 0..2 {
        let engine = EmbeddedEngine::open(folder.path()).expect("opens");
        assert_eq!(engine.revision().await.expect("answers"), None, "it is none of its own");
        assert_eq!(current(), former);
        assert!(replica.join(former).join("meta.json").exists(), "who goes back goes on from it");
    }
    let engine: Arc<dyn SearchEngine> = Arc::new(EmbeddedEngine::open(folder.path()).expect("opens"));
    indexed(&engine, vec![document(1, "Savon", &[])]).await;
    assert_ne!(current(), former);
    assert!(!replica.join(former).exists(), "nobody would find it");
    assert_eq!(typed(&engine, "savon").await, [1]);
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
    assert_eq!(engine.revision().await.expect("answers"), None, "whoever follows makes it anew");
    assert_eq!(typed(&engine, "savon").await, [1]);
    indexed(&engine, vec![document(1, "Savon", &[])]).await;
    engine.apply(batch()).await.expect("applied");
    assert_eq!(typed(&engine, "savon").await, [2, 1]);
}
