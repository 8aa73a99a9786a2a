//! Sets of features through their gRPC service.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::feature_sets_server::FeatureSets as _;
use souk_proto::catalog::v1::features_server::Features as _;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, staff, text};

impl Shop {
    pub async fn save_set(&self, set: proto::FeatureSet) -> Result<proto::FeatureSet, Failure> {
        let request = proto::SaveFeatureSetRequest { set: Some(set) };
        let answer = self.feature_sets.save_feature_set(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    async fn sets(&self) -> Vec<proto::FeatureSet> {
        let request = by(&content(), proto::ListFeatureSetsRequest {});
        self.feature_sets.list_feature_sets(request).await.expect("listed").into_inner().sets
    }

    /// The id of a feature of text.
    pub async fn said(&self, name: &str) -> String {
        let request = proto::CreateFeatureRequest {
            id: self.id(),
            input: "text".into(),
            name: Some(text(name)),
            ..Default::default()
        };
        self.features.create_feature(by(&content(), request)).await.expect("created").into_inner().id
    }

    pub fn set(&self, name: &str, features: &[&String]) -> proto::FeatureSet {
        let feature_ids = features.iter().map(|id| (*id).clone()).collect();
        proto::FeatureSet { id: self.id(), version: 0, name: name.into(), feature_ids }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_set_comes_back_as_it_was_made_and_as_it_was_edited(pool: PgPool) {
    let shop = Shop::open(pool);
    let (screen, memory, battery) =
        (shop.said("Écran").await, shop.said("Mémoire").await, shop.said("Batterie").await);
    let wanted = proto::FeatureSet { name: " Téléphone ".into(), ..shop.set("", &[&screen, &memory]) };
    let made = shop.save_set(wanted.clone()).await.expect("made");
    assert_eq!((made.version, made.name.as_str()), (1, "Téléphone"));
    assert_eq!(made.feature_ids, [screen.clone(), memory.clone()]);
    assert_eq!(shop.save_set(wanted).await.expect("again"), made, "making twice is making once");

    let edit = proto::FeatureSet {
        name: "Portable".into(),
        feature_ids: vec![battery.clone(), screen.clone()],
        ..made.clone()
    };
    let edited = shop.save_set(edit.clone()).await.expect("edited");
    assert_eq!((edited.version, edited.name.as_str()), (2, "Portable"));
    assert_eq!(edited.feature_ids, [screen.clone(), battery.clone()], "the order says nothing");
    let stale = proto::FeatureSet { name: "Tablette".into(), ..made.clone() };
    let stale = shop.save_set(stale).await.expect_err("stale");
    assert_eq!((stale.kind, stale.metadata["version"].as_str()), (Kind::Conflict, "2"));

    shop.save_set(shop.set("Montre", &[&battery])).await.expect("made");
    let names: Vec<_> = shop.sets().await.into_iter().map(|set| set.name).collect();
    assert_eq!(names, ["Montre", "Portable"]);
    let gone = by(&content(), proto::DeleteFeatureRequest { id: screen });
    shop.features.delete_feature(gone).await.expect("a set keeps no feature");
    assert_eq!(shop.sets().await[1].feature_ids, [battery], "it left the set");

    let delete = async || {
        let request = by(&content(), proto::DeleteFeatureSetRequest { id: made.id.clone() });
        shop.feature_sets.delete_feature_set(request).await.map_err(Failure::from)
    };
    delete().await.expect("deleted");
    assert_eq!(delete().await.expect_err("gone").kind, Kind::NotFound);
    assert_eq!(shop.sets().await.len(), 1);
    assert_eq!(shop.save_set(edited).await.expect_err("gone").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn a_set_makes_nothing_anew_that_shoppers_see(pool: PgPool) {
    let shop = Shop::open(pool);
    let screen = shop.said("Écran").await;
    let standing = async || {
        let mut conn = shop.pool().acquire().await.expect("a connection");
        let revision = souk_catalog::revision::current(&mut conn).await.expect("read");
        (revision, shop.events::<proto::ContentChanged>().await.len())
    };
    let before = standing().await;
    let set = shop.save_set(shop.set("Téléphone", &[&screen])).await.expect("made");
    let request = by(&content(), proto::DeleteFeatureSetRequest { id: set.id });
    shop.feature_sets.delete_feature_set(request).await.expect("deleted");
    assert_eq!(standing().await, before);
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_no_set_is_refused_by_its_fields(pool: PgPool) {
    let shop = Shop::open(pool.clone());
    let screen = shop.said("Écran").await;
    let refused = async |set| shop.save_set(set).await.expect_err("refused");
    let none = refused(shop.set(" ", &[])).await;
    assert_eq!((none.kind, fields(&none)), (Kind::Invalid, vec!["name", "features"]));
    let unknown = shop.id();
    let wrong = shop.set(&"é".repeat(101), &[&screen, &"x".to_owned(), &screen]);
    assert_eq!(fields(&refused(wrong).await), ["name", "features[1]", "features[2]"]);
    assert_eq!(fields(&refused(shop.set("Téléphone", &[&screen, &unknown])).await), ["features[1]"]);
    let many: Vec<String> = (0..101).map(|_| shop.id()).collect();
    assert_eq!(fields(&refused(shop.set("Long", &many.iter().collect::<Vec<_>>())).await), ["features"]);

    shop.save_set(shop.set("Téléphone", &[&screen])).await.expect("made");
    let taken = refused(shop.set("TÉLÉPHONE", &[&screen])).await;
    assert_eq!((taken.kind, taken.code.as_ref()), (Kind::Conflict, "catalog.taken"));
    let filled = "INSERT INTO feature_sets (id, version, name)
                  SELECT gen_random_uuid(), 1, 'Jeu ' || n FROM generate_series(1, 199) n";
    sqlx::query(filled).execute(&pool).await.expect("filled");
    let full = refused(shop.set("Encore", &[&screen])).await;
    assert_eq!((full.kind, fields(&full)), (Kind::Invalid, vec!["name"]), "the shop has 200");

    let reader = by(&staff(Role::Sales), proto::SaveFeatureSetRequest::default());
    let answer = shop.feature_sets.save_feature_set(reader).await.map_err(Failure::from);
    assert_eq!(answer.expect_err("may not write").kind, Kind::Forbidden);
}
