//! The values of a feature get another kind: what is told before, what products keep, and what they are brought to in portions.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::feature_value::Given;
use souk_proto::catalog::v1::features_server::Features as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::features::{edit, says, sheet};
use crate::support::{SCHEMA, Shop, by, content, everything, fields, staff, text};

fn wanted(input: &str, unit: &str) -> proto::FeatureInput {
    proto::FeatureInput { input: input.into(), unit: Some(text(unit)) }
}

impl Shop {
    async fn check(
        &self,
        feature: &proto::Feature,
        input: &str,
        unit: &str,
    ) -> proto::CheckFeatureInputResponse {
        let request =
            proto::CheckFeatureInputRequest { id: feature.id.clone(), wanted: Some(wanted(input, unit)) };
        let answer = self.features.check_feature_input(by(&content(), request)).await;
        answer.expect("checked").into_inner()
    }

    async fn convert(
        &self,
        feature: &proto::Feature,
        (input, unit): (&str, &str),
        most_lost: u64,
    ) -> Result<proto::Feature, Failure> {
        let request = proto::ChangeFeatureInputRequest {
            id: feature.id.clone(),
            version: feature.version,
            wanted: Some(wanted(input, unit)),
            most_lost,
        };
        let answer = self.features.change_feature_input(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    /// A product of each text, which says it of the feature.
    async fn saying(&self, feature: &proto::Feature, texts: &[&str]) -> Vec<proto::Product> {
        let category = self.category("Bain", "").await;
        let mut products = Vec::new();
        for (number, words) in texts.iter().enumerate() {
            let mut request = self.new_product(&format!("Savon {number}"), &category);
            request.features = vec![says(feature, Given::Text(text(words)))];
            products.push(self.create(request).await);
        }
        products
    }

    async fn given(&self, product: &proto::Product) -> Option<Given> {
        let request = by(&content(), proto::GetProductRequest { id: product.id.clone() });
        let read = self.products.get_product(request).await.expect("read").into_inner();
        read.features.into_iter().next().and_then(|line| line.given)
    }
}

/// Products whose first line has a value of this kind.
async fn having(shop: &Shop, kind: &str) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM products WHERE features -> 0 -> 'said' -> 'given' ? $1")
        .bind(kind)
        .fetch_one(shop.pool())
        .await
        .expect("counted")
}

#[souk_testkit::test(SCHEMA)]
async fn texts_become_numbers_once_it_is_said_what_is_lost(pool: PgPool) {
    let shop = Shop::open(pool);
    let size = shop.feature("Longueur", "text").await;
    let products = shop.saying(&size, &["12,5", "12.5 cm", "du 38 au 40", "du 38 au 40"]).await;
    let checked = shop.check(&size, "number", "cm").await;
    assert_eq!((checked.products, checked.lost), (4, 2));
    let lost = &checked.first_lost[0];
    assert_eq!((lost.products, lost.value.as_ref().map(|value| &*value.fr)), (2, Some("du 38 au 40")));
    assert_eq!((&lost.product_id, lost.product_name.as_str()), (&products[2].id, "Savon 2"));
    assert_eq!(shop.features().await, vec![size.clone()], "a check changes nothing");

    let refused = shop.convert(&size, ("number", "cm"), 1).await.expect_err("two are lost");
    assert_eq!((refused.kind, &*refused.code), (Kind::Conflict, "catalog.feature_values_lost"));
    assert_eq!(refused.metadata["products"], "2");
    let changed = shop.convert(&size, ("number", "cm"), 2).await.expect("changed");
    assert_eq!((changed.version, changed.input.as_str(), changed.is_changing), (2, "number", true));
    assert_eq!(shop.convert(&size, ("number", "cm"), 0).await.expect("once"), changed, "twice is once");
    let stale = shop.convert(&size, ("yes_no", ""), 9).await.expect_err("stale");
    assert_eq!((stale.kind, &*stale.code), (Kind::Conflict, "catalog.stale_version"));

    // Until all products have followed, nothing else changes, and none is shown otherwise than it was.
    let unit = proto::UpdateFeatureRequest { unit: Some(text("mm")), ..edit(&changed) };
    for refused in [shop.edit_feature(unit).await, shop.convert(&changed, ("text", ""), 0).await] {
        let refused = refused.expect_err("changing");
        assert_eq!((refused.kind, &*refused.code), (Kind::Precondition, "catalog.feature_changing"));
    }
    assert_eq!(sheet(&shop.page("savon-0").await.expect("found")), [("Longueur", "12,5")]);
    let old = shop.describe(&products[0], vec![says(&size, Given::Text(text("13")))]).await;
    assert_eq!(fields(&old.expect_err("it takes numbers")), ["features[0].value"]);
    let request = proto::DuplicateProductRequest { id: products[1].id.clone(), idempotency_key: shop.id() };
    shop.products.duplicate_product(by(&content(), request)).await.expect("copied");

    shop.follow_features().await;
    assert_eq!(sheet(&shop.page("savon-0").await.expect("found")), [("Longueur", "12,5 cm")]);
    assert_eq!(shop.given(&products[1]).await, Some(Given::Number("12.5".into())));
    assert_eq!(shop.given(&products[2]).await, None, "as it was said");
    assert_eq!(having(&shop, "number").await, 3, "and the copy");
    let listing = shop.listing(everything()).await.expect("listed");
    let sizes: Vec<_> = listing.filter_data.features[0].data.iter().map(|one| one.value.as_str()).collect();
    assert_eq!(sizes, ["12,5 cm"], "filters follow");
    let changed = shop.features().await.remove(0);
    assert!(!changed.is_changing);

    let entries = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let (told, others): (Vec<_>, Vec<_>) =
        entries.partition(|entry| entry.action == "catalog.feature_converted");
    assert_eq!(told.len(), 1);
    let lost = others.iter().filter(|entry| entry.action == "catalog.product_changed");
    let lost: Vec<_> =
        lost.map(|entry| (entry.subject_id.as_str(), entry.before.contains("du 38 au 40"))).collect();
    let expected = [&products[2], &products[3]].map(|product| (product.id.as_str(), true));
    assert_eq!(lost, expected, "what each product lost is told");
    assert!(told[0].before.contains("text") && told[0].after.contains("\"valuesLost\":2"), "{:?}", told[0]);

    let back = shop.convert(&changed, ("text", ""), 0).await.expect("numbers are texts, too");
    shop.follow_features().await;
    assert_eq!((back.version, back.unit), (3, Some(LocalizedText::default())));
    assert_eq!(
        shop.given(&products[0]).await,
        Some(Given::Text(LocalizedText { ar: "12,5 cm".into(), en: "12.5 cm".into(), ..text("12,5 cm") }))
    );
}

#[souk_testkit::test(SCHEMA)]
async fn filters_offer_amounts_by_what_they_come_to_and_choices_as_staff_put_them(pool: PgPool) {
    let shop = Shop::open(pool);
    let size = shop.feature("Contenance", "text").await;
    shop.saying(&size, &["100 ml", "15 ml", "150 ml", "30 ml"]).await;
    let offered = async || {
        let features = shop.listing(everything()).await.expect("listed").filter_data.features;
        features[0].data.iter().map(|value| value.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offered().await, ["15 ml", "30 ml", "100 ml", "150 ml"]);
    shop.convert(&size, ("choice", ""), 0).await.expect("changed");
    shop.follow_features().await;
    let size = shop.features().await.remove(0);
    let mut options = size.options.clone();
    options.sort_by_key(|option| option.name.as_ref().map(|name| name.fr.len()));
    options.reverse();
    let expected: Vec<_> =
        options.iter().filter_map(|option| Some(option.name.as_ref()?.fr.clone())).collect();
    let turned =
        proto::UpdateFeatureRequest { options: Some(proto::FeatureOptions { options }), ..edit(&size) };
    shop.edit_feature(turned).await.expect("edited");
    assert_eq!(offered().await, expected);
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_typed_can_be_chosen_and_what_was_chosen_is_text_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let cloth = shop.feature("Tissu", "text").await;
    let products = shop.saying(&cloth, &["Coton", "Lin", "lin"]).await;
    let checked = shop.check(&cloth, "choice", "").await;
    let options: Vec<_> = checked.options.iter().map(|name| name.fr.as_str()).collect();
    assert_eq!((options, checked.lost), (vec!["Coton", "Lin"], 0));
    shop.convert(&cloth, ("choice", ""), 0).await.expect("changed");
    shop.follow_features().await;
    let cloth = shop.features().await.remove(0);
    let linen = Some(Given::OptionId(cloth.options[1].id.clone()));
    assert_eq!((shop.given(&products[1]).await, shop.given(&products[2]).await), (linen.clone(), linen));

    // A name that products have not followed yet would be lost.
    let mut options = cloth.options.clone();
    options[1].name = Some(text("Lin lavé"));
    let renamed =
        proto::UpdateFeatureRequest { options: Some(proto::FeatureOptions { options }), ..edit(&cloth) };
    let cloth = shop.edit_feature(renamed).await.expect("renamed");
    let early = shop.convert(&cloth, ("text", ""), 0).await.expect_err("too early");
    assert_eq!(&*early.code, "catalog.feature_changing");
    shop.follow_features().await;
    shop.convert(&cloth, ("text", ""), 0).await.expect("changed");
    shop.follow_features().await;
    assert_eq!(shop.given(&products[2]).await, Some(Given::Text(text("Lin lavé"))));
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_no_kind_of_values_is_refused_by_its_fields(pool: PgPool) {
    let shop = Shop::open(pool);
    let notes = shop.feature("Notes", "text").await;
    let refused =
        async |input: &str, unit: &str| shop.convert(&notes, (input, unit), 0).await.expect_err("wrong");
    assert_eq!(fields(&refused("smell", &"m".repeat(31)).await), ["input", "unit.fr"]);
    assert_eq!(fields(&refused("choice", "cm").await), ["unit"]);
    assert_eq!(fields(&refused("text", "cm").await), ["input"], "it is text already");
    let gone = proto::Feature { id: shop.id(), ..notes.clone() };
    assert_eq!(shop.convert(&gone, ("number", ""), 0).await.expect_err("gone").kind, Kind::NotFound);
    let request =
        proto::CheckFeatureInputRequest { id: notes.id.clone(), wanted: Some(wanted("number", "")) };
    let reader = shop.features.check_feature_input(by(&staff(Role::Sales), request)).await;
    assert_eq!(Failure::from(reader.expect_err("may not write")).kind, Kind::Forbidden);
}

#[souk_testkit::test(SCHEMA)]
async fn products_are_brought_to_the_kind_in_portions(pool: PgPool) {
    let shop = Shop::open(pool);
    let washable = shop.feature("Lavable", "text").await;
    let products = shop.saying(&washable, &["OUI"]).await;
    shop.copy(&products[0].id, 450).await;
    shop.convert(&washable, ("yes_no", ""), 0).await.expect("changed");
    assert_eq!(having(&shop, "yes_no").await, 0, "the change itself waits for no product");
    let step = async |shop: &Shop| shop.catalog.product_cases().follow_features().await.expect("a step");
    assert!(step(&shop).await);
    assert_eq!(having(&shop, "yes_no").await, 200, "a portion");
    let shop = shop.restart();
    assert!(step(&shop).await);
    assert_eq!(having(&shop, "yes_no").await, 400, "it goes on where the process before ended");
    shop.follow_features().await;
    assert_eq!((having(&shop, "yes_no").await, having(&shop, "text").await), (451, 0));
    assert!(!step(&shop).await, "nothing is left");
}

#[souk_testkit::test(SCHEMA)]
async fn a_value_that_is_saved_during_the_change_is_not_lost_unsaid(pool: PgPool) {
    let shop = Shop::open(pool);
    let size = shop.feature("Longueur", "text").await;
    shop.saying(&size, &["12"]).await;

    // As the service writes it, about to commit: the change has looked through all products by then.
    let mut save = shop.pool().begin().await.expect("begun");
    for statement in [
        "SELECT FROM features FOR SHARE",
        "UPDATE products SET features = jsonb_set(features, '{0,value,fr}', '\"longue\"')",
        "UPDATE revision SET current = current + 1",
        "UPDATE products SET revision = (SELECT current FROM revision)",
    ] {
        sqlx::query(statement).execute(&mut *save).await.expect("written");
    }
    let commit = async {
        shop.somebody_waits().await;
        save.commit().await.expect("saved");
    };
    let (changed, ()) = tokio::join!(shop.convert(&size, ("number", ""), 0), commit);
    assert_eq!(&*changed.expect_err("one would be lost").code, "catalog.feature_values_lost");
    let changed = shop.convert(&size, ("number", ""), 1).await.expect("said");
    assert!(changed.is_changing);
}
