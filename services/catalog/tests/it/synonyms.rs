//! Words that mean the same, as the merchant groups them, and what searches make of them.

use souk_catalog::synonyms::{MOST_GROUPS, MOST_WORDS};
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_proto::catalog::v1::synonyms_server::Synonyms as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, listing_of, staff};

/// Calls as the role that writes them.
macro_rules! call {
    ($shop:expr, $method:ident, $request:expr) => {
        $shop
            .catalog
            .synonyms()
            .$method(by(&content(), $request))
            .await
            .map(|it| it.into_inner())
            .map_err(Failure::from)
    };
}

async fn save(shop: &Shop, id: &str, version: u64, words: &[&str]) -> Result<proto::SynonymGroup, Failure> {
    let words = words.iter().map(ToString::to_string).collect();
    call!(shop, save_synonym_group, proto::SaveSynonymGroupRequest { id: id.into(), version, words })
}

async fn remove(shop: &Shop, id: &str, version: u64) -> Result<(), Failure> {
    let request = proto::DeleteSynonymGroupRequest { id: id.into(), version };
    call!(shop, delete_synonym_group, request).map(|_| ())
}

async fn groups(shop: &Shop) -> Vec<Vec<String>> {
    let listed =
        call!(shop, list_synonym_groups, proto::ListSynonymGroupsRequest::default()).expect("listed");
    listed.groups.into_iter().map(|group| group.words).collect()
}

async fn found(shop: &Shop, words: &str) -> u64 {
    shop.listing(listing_of(Scope::Search, words)).await.expect("searched").total
}

#[souk_testkit::test(SCHEMA)]
async fn searches_follow_what_is_saved_changed_and_taken_away(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.create(shop.new_product("هاتف سامسونغ", &shop.category("Bain", "").await)).await;
    assert_eq!((found(&shop, "سامسونغ").await, found(&shop, "galaxy").await), (1, 0));
    let id = shop.id();
    let made = save(&shop, &id, 0, &[" Galaxy ", "سامسونغ"]).await.expect("made");
    assert_eq!((made.version, made.words), (1, vec!["Galaxy".to_owned(), "سامسونغ".to_owned()]));
    let other = Shop::open(shop.pool().clone());
    assert_eq!((found(&shop, "galaxy").await, found(&other, "GALAXY").await), (1, 1), "in every process");
    let typed = proto::SuggestRequest { words: "galaxy".into(), language: "fr".into() };
    let suggested =
        shop.listings.suggest(by(&Actor::shopper(), typed)).await.expect("suggested").into_inner();
    assert!(String::from_utf8_lossy(&suggested.json).contains("سامسونغ"), "{suggested:?}");

    assert_eq!(save(&shop, &id, 0, &["Galaxy", "سامسونغ"]).await.expect("the same").version, 1);
    let stale = save(&shop, &id, 0, &["Galaxy", "سامسونج"]).await.expect_err("is at 1");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "catalog.stale_version"));
    save(&shop, &id, 1, &["Galaksi", "سامسونغ"]).await.expect("changed");
    assert_eq!((found(&shop, "galaxy").await, found(&other, "galaksi").await), (0, 1));
    let shop = shop.restart();
    assert_eq!(found(&shop, "galaksi").await, 1, "as before its process ended");

    assert_eq!(remove(&shop, &id, 1).await.expect_err("is at 2").kind, Kind::Conflict);
    remove(&shop, &id, 2).await.expect("gone");
    remove(&shop, &id, 2).await.expect("what is gone is gone");
    assert_eq!((found(&shop, "galaksi").await, found(&other, "galaksi").await), (0, 0));
    let unknown = save(&shop, &id, 2, &["galaxy", "سامسونغ"]).await.expect_err("it is gone");
    assert_eq!(unknown.kind, Kind::NotFound);
    let entries = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let told: Vec<_> = entries.filter(|entry| entry.action.contains("synonyms")).collect();
    let actions: Vec<_> = told.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions, ["catalog.synonyms_saved", "catalog.synonyms_saved", "catalog.synonyms_removed"]);
    assert_eq!(told[1].subject_name, "Galaksi = سامسونغ");
}

#[souk_testkit::test(SCHEMA)]
async fn groups_are_found_by_a_part_of_a_word_as_the_search_compares_it(pool: PgPool) {
    let shop = Shop::open(pool);
    save(&shop, &shop.id(), 0, &["Crème solaire", "واقي الشمس"]).await.expect("made");
    save(&shop, &shop.id(), 0, &["parfum", "عطر"]).await.expect("made");
    let listed = async |part: &str| {
        let request = proto::ListSynonymGroupsRequest { part: part.into() };
        call!(shop, list_synonym_groups, request).expect("listed").groups.len()
    };
    for (part, groups) in
        [("", 2), ("CREM", 1), ("crème s", 1), ("العطر", 1), ("عِطْر", 1), ("fum", 1), ("savon", 0), ("!", 0)]
    {
        assert_eq!(listed(part).await, groups, "{part}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn searches_fold_words_themselves_whatever_is_stored(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.create(shop.new_product("Crème", &shop.category("Bain", "").await)).await;
    save(&shop, &shop.id(), 0, &["Pommade", "Crème"]).await.expect("made");
    // As a release folded them that kept capitals and accents.
    sqlx::query("UPDATE synonym_words SET compared = written").execute(shop.pool()).await.expect("written");
    let shop = shop.restart();
    assert_eq!(found(&shop, "pommade").await, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_group_has_some_words_each_in_it_alone(pool: PgPool) {
    let shop = Shop::open(pool);
    let first = shop.id();
    save(&shop, &first, 0, &["parfum", "عطر", "eau de toilette"]).await.expect("made");
    let many: Vec<String> = (0..=MOST_WORDS).map(|number| format!("mot{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let long = "a".repeat(41);
    // As the search compares it, it is longer than it was written.
    let unfolded = "œ".repeat(40);
    let cases: [(&[&str], &[&str]); 8] = [
        (&[], &["words"]),
        (&["seul"], &["words"]),
        (&many, &["words"]),
        (&["sac à main noir", "", "!?"], &["words[0]", "words[1]", "words[2]"]),
        (&["crème", "CREME"], &["words[1]"]),
        (&[&long, "court"], &["words[0]"]),
        (&[&unfolded, "court"], &["words[0]"]),
        (&["العطر", "bougie", "EAU-de-toilette"], &["words[0]", "words[2]"]),
    ];
    for (words, expected) in cases {
        let refused = save(&shop, &shop.id(), 0, words).await.expect_err("refused");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, expected.to_vec()), "{words:?}");
    }
    let taken = save(&shop, &shop.id(), 0, &["bougie", "Parfum"]).await.expect_err("refused");
    let group = "parfum = عطر = eau de toilette";
    assert_eq!(taken.metadata.get("words[1]").map(String::as_str), Some(group), "the other group is named");

    save(&shop, &first, 1, &["عطر", "parfum", "3itr"]).await.expect("its own words are free");
    assert_eq!(groups(&shop).await, [["عطر", "parfum", "3itr"]]);
    let request = || proto::ListSynonymGroupsRequest::default();
    let reads = shop.catalog.synonyms().list_synonym_groups(by(&staff(Role::Sales), request())).await;
    reads.expect("sales reads");
    let writes =
        proto::SaveSynonymGroupRequest { id: shop.id(), version: 0, words: vec!["a".into(), "b".into()] };
    let refused = shop.catalog.synonyms().save_synonym_group(by(&staff(Role::Sales), writes)).await;
    assert_eq!(Failure::from(refused.expect_err("doesn't write")).kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn there_are_only_so_many_groups(pool: PgPool) {
    let shop = Shop::open(pool);
    let ids: Vec<String> = (0..MOST_GROUPS).map(|_| shop.id()).collect();
    for (number, id) in ids.iter().enumerate() {
        let words = [format!("x{number}"), format!("y{number}")];
        save(&shop, id, 0, &[&words[0], &words[1]]).await.expect("made");
    }
    let one_more = shop.id();
    let refused = save(&shop, &one_more, 0, &["un", "deux"]).await.expect_err("enough");
    assert_eq!((refused.code.as_ref(), fields(&refused)), ("catalog.too_many_synonyms", vec!["groups"]));
    save(&shop, &ids[7], 1, &["x7", "z7"]).await.expect("those that are there are changed");
    remove(&shop, &ids[7], 2).await.expect("gone");
    save(&shop, &one_more, 0, &["un", "deux"]).await.expect("its place is free");
    assert_eq!(groups(&shop).await.len(), usize::from(MOST_GROUPS));
}

/// What the program refuses, the database does too.
#[souk_testkit::test(SCHEMA)]
async fn the_bounds_are_the_database_s(pool: PgPool) {
    let shop = Shop::open(pool);
    save(&shop, &shop.id(), 0, &["parfum", "عطر"]).await.expect("made");
    let word = |place: u8, written: &str, compared: &str| {
        format!(
            "INSERT INTO synonym_words (group_id, place, written, compared)
             SELECT id, {place}, '{written}', '{compared}' FROM synonym_groups"
        )
    };
    let long = "a".repeat(41);
    for wrong in [
        "INSERT INTO synonym_groups (id, version, place, updated_at) VALUES (gen_random_uuid(), 1, 201, now())".into(),
        "INSERT INTO synonym_groups (id, version, place, updated_at)
         SELECT gen_random_uuid(), 1, place, now() FROM synonym_groups"
            .into(),
        word(13, "a", "a"),
        word(3, "Parfum", "parfum"),
        word(3, &long, "a"),
        word(3, "a", &long),
        word(3, "a", "a b c d"),
    ] {
        let refused = sqlx::query(sqlx::AssertSqlSafe(wrong.clone())).execute(shop.pool()).await;
        assert!(refused.is_err(), "{wrong}");
    }
}
