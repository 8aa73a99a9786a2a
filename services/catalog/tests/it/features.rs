//! Features through their gRPC service: kept by staff, said by products, followed by data sheets and filters.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::feature_value::Given;
use souk_proto::catalog::v1::features_server::Features as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, staff, text};

impl Shop {
    pub fn new_feature(&self, name: &str, input: &str) -> proto::CreateFeatureRequest {
        proto::CreateFeatureRequest {
            id: self.id(),
            input: input.into(),
            name: Some(text(name)),
            ..Default::default()
        }
    }

    pub fn feature_option(&self, name: &str) -> proto::FeatureOption {
        proto::FeatureOption { id: self.id(), name: Some(text(name)) }
    }

    pub async fn feature(&self, name: &str, input: &str) -> proto::Feature {
        self.try_feature(self.new_feature(name, input)).await.expect("created")
    }

    pub async fn try_feature(&self, request: proto::CreateFeatureRequest) -> Result<proto::Feature, Failure> {
        let answer = self.features.create_feature(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    pub async fn edit_feature(
        &self,
        request: proto::UpdateFeatureRequest,
    ) -> Result<proto::Feature, Failure> {
        let answer = self.features.update_feature(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    async fn delete_feature(&self, id: &str) -> Result<(), Failure> {
        let request = proto::DeleteFeatureRequest { id: id.into() };
        let answer = self.features.delete_feature(by(&content(), request)).await;
        answer.map(|_| ()).map_err(Failure::from)
    }

    pub async fn features(&self) -> Vec<proto::Feature> {
        let answer = self.features.list_features(by(&content(), proto::ListFeaturesRequest {})).await;
        answer.expect("listed").into_inner().features
    }

    /// As the service does by itself all the time.
    pub async fn follow_features(&self) {
        while self.catalog.product_cases().follow_features().await.expect("followed") {}
    }

    pub async fn enter_sheets(&self) {
        while self.catalog.product_cases().enter_sheets().await.expect("entered") {}
    }

    /// A product of the shop's only category, "savon".
    pub async fn soap(&self) -> proto::Product {
        let category = self.category("Bain", "").await;
        self.create(self.new_product("Savon", &category)).await
    }

    pub async fn describe(
        &self,
        product: &proto::Product,
        values: Vec<proto::FeatureValue>,
    ) -> Result<proto::Product, Failure> {
        let edit = proto::UpdateProductRequest {
            id: product.id.clone(),
            version: product.version,
            features: Some(proto::FeatureValues { values }),
            ..Default::default()
        };
        self.update(edit).await
    }
}

pub fn says(feature: &proto::Feature, given: Given) -> proto::FeatureValue {
    proto::FeatureValue { feature_id: feature.id.clone(), given: Some(given), ..Default::default() }
}

pub fn free(kind: &str, label: &str, words: &str) -> proto::FeatureValue {
    proto::FeatureValue {
        r#type: kind.into(),
        type_label: Some(text(label)),
        value: Some(text(words)),
        ..Default::default()
    }
}

pub fn edit(feature: &proto::Feature) -> proto::UpdateFeatureRequest {
    proto::UpdateFeatureRequest { id: feature.id.clone(), version: feature.version, ..Default::default() }
}

/// What a page's data sheet says, line by line.
pub fn sheet(page: &views::ProductPage) -> Vec<(&str, &str)> {
    page.feature_values_read.iter().map(|line| (line.type_label.as_str(), line.value.as_str())).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn a_feature_comes_back_as_it_was_made_and_as_it_was_edited(pool: PgPool) {
    let shop = Shop::open(pool);
    let (linen, cotton) = (shop.feature_option("Lin"), shop.feature_option("Coton"));
    let request = proto::CreateFeatureRequest {
        options: vec![linen.clone(), cotton.clone()],
        ..shop.new_feature("Matière du tissu", "choice")
    };
    let made = shop.try_feature(request.clone()).await.expect("created");
    assert_eq!((made.version, made.kind.as_str(), made.position), (1, "matiere-du-tissu", 1));
    assert_eq!(made.options, request.options);
    assert_eq!(shop.try_feature(request).await.expect("again"), made, "creating twice is creating once");

    let change = proto::UpdateFeatureRequest {
        name: Some(text("Matière")),
        options: Some(proto::FeatureOptions { options: vec![cotton.clone(), linen.clone()] }),
        position: Some(9),
        ..edit(&made)
    };
    let edited = shop.edit_feature(change.clone()).await.expect("edited");
    assert_eq!((edited.version, edited.position, edited.options), (2, 9, vec![cotton, linen]));
    assert_eq!(edited.kind, "matiere-du-tissu", "addresses of filtered listings have its machine name");
    let stale = shop.edit_feature(change).await.expect_err("stale");
    assert_eq!((stale.kind, &*stale.code), (Kind::Conflict, "catalog.stale_version"));

    let weight =
        proto::CreateFeatureRequest { unit: Some(text("kg")), ..shop.new_feature("Poids", "number") };
    let weight = shop.try_feature(weight).await.expect("created");
    assert_eq!(
        (weight.position, weight.unit.map(|unit| unit.fr)),
        (10, Some("kg".into())),
        "after all others"
    );
    let again = shop.try_feature(shop.new_feature("Poids", "text")).await.expect_err("taken");
    assert_eq!((again.kind, &*again.code), (Kind::Conflict, "catalog.taken"));
    let told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let actions: Vec<_> = told.map(|entry| entry.action).collect();
    assert_eq!(actions, ["catalog.feature_added", "catalog.feature_changed", "catalog.feature_added"]);
}

#[souk_testkit::test(SCHEMA)]
async fn everything_wrong_with_a_feature_is_said_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = proto::CreateFeatureRequest {
        id: "7".into(),
        input: "smell".into(),
        name: Some(text(" ")),
        unit: Some(text(&"m".repeat(31))),
        options: vec![shop.feature_option("Lin"), shop.feature_option("lin "), shop.feature_option("")],
        position: Some(1_000_001),
        ..Default::default()
    };
    let refused = shop.try_feature(request).await.expect_err("wrong");
    let wrong = ["id", "name.fr", "input", "unit.fr", "options[1].name.fr", "options[2].name.fr", "position"];
    assert_eq!(fields(&refused), wrong);

    let unit = proto::CreateFeatureRequest { unit: Some(text("cm")), ..shop.new_feature("Notes", "text") };
    assert_eq!(fields(&shop.try_feature(unit).await.expect_err("no unit")), ["unit"]);
    let yes = shop.feature("Lavable", "yes_no").await;
    let options = proto::FeatureOptions { options: vec![shop.feature_option("Parfois")] };
    let options = proto::UpdateFeatureRequest { options: Some(options), ..edit(&yes) };
    assert_eq!(fields(&shop.edit_feature(options).await.expect_err("no options")), ["options"]);

    for actor in [Actor::shopper(), staff(Role::Payments)] {
        let request = by(&actor, shop.new_feature("Notes", "text"));
        let refused = shop.features.create_feature(request).await.expect_err("refused");
        assert!(matches!(Failure::from(refused).kind, Kind::Forbidden | Kind::Unauthenticated));
    }
}

/// Makes so many features more.
async fn fill(shop: &Shop, features: i32) {
    let filled = sqlx::query(
        r"INSERT INTO features (id, kind, input, name, position)
           SELECT gen_random_uuid(), 'f' || n, 'text', jsonb_build_object('fr', 'F' || n, 'ar', '', 'en', ''), n
             FROM generate_series(1, $1) n",
    );
    filled.bind(features).execute(shop.pool()).await.expect("filled");
}

#[souk_testkit::test(SCHEMA)]
async fn a_shop_has_so_many_features_and_no_more(pool: PgPool) {
    let shop = Shop::open(pool);
    let notes = shop.new_feature("Notes", "text");
    shop.try_feature(notes.clone()).await.expect("created");
    fill(&shop, 499).await;
    let full = shop.try_feature(shop.new_feature("Tenue", "number")).await.expect_err("full");
    assert_eq!((full.kind, fields(&full)), (Kind::Invalid, vec!["name.fr"]));
    assert_eq!(full.violations[0].key, "form.validation.tooMany");
    shop.try_feature(notes).await.expect("what is there is no new one");

    let category = shop.category("Bain", "").await;
    let product = |name: &str, line| proto::CreateProductRequest {
        features: vec![line],
        ..shop.new_product(name, &category)
    };
    let said = product("Savon", free("notes", "Notes", "Figue"));
    shop.create(said).await;
    let refused =
        shop.try_create(product("Crème", free("tenue", "Tenue", "8 heures"))).await.expect_err("full");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["features"]));
    assert_eq!(shop.features().await.len(), 500);
}

#[souk_testkit::test(SCHEMA)]
async fn saves_at_once_make_no_feature_more_than_a_shop_has(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    fill(&shop, 498).await;
    let made = async |name: &str| {
        let features = vec![free(name, name, "Figue")];
        shop.try_create(proto::CreateProductRequest { features, ..shop.new_product(name, &category) })
            .await
            .is_ok()
    };
    let created = async |name: &str| shop.try_feature(shop.new_feature(name, "text")).await.is_ok();
    let done = tokio::join!(made("a"), made("b"), created("c"), made("d"), created("e"));
    let done = <[bool; 5]>::from(done);
    assert_eq!(
        (done.iter().filter(|is_done| **is_done).count(), shop.features().await.len()),
        (2, 500),
        "{done:?}"
    );
}

#[souk_testkit::test(SCHEMA)]
async fn sheets_are_entered_as_far_as_there_is_room(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.soap().await;
    fill(&shop, 499).await;
    let before = serde_json::json!([
        { "kind": "hold", "label": { "fr": "Tenue" }, "value": { "fr": "9 heures" } },
        { "kind": "notes", "label": { "fr": "Notes" }, "value": { "fr": "Figue" } },
    ]);
    sqlx::query("UPDATE products SET features = $1, features_entered = false")
        .bind(before)
        .execute(shop.pool())
        .await
        .expect("as a release before wrote it");
    shop.enter_sheets().await;
    let features = shop.features().await;
    assert_eq!((features.len(), features[499].kind.as_str()), (500, "hold"));
    let page = shop.page("savon").await.expect("found");
    assert_eq!(
        sheet(&page),
        [("Tenue", "9 heures"), ("Notes", "Figue")],
        "what has no room is shown as it is"
    );

    shop.delete_feature(&features[0].id).await.expect("nothing says it");
    shop.enter_sheets().await;
    assert_eq!(shop.features().await[499].kind, "notes");
    assert!(!shop.catalog.product_cases().enter_sheets().await.expect("looked"), "nothing is left");
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_says_each_feature_with_one_value_of_its_kind(pool: PgPool) {
    let shop = Shop::open(pool);
    let notes = shop.feature("Notes", "text").await;
    let unit = souk_proto::common::v1::LocalizedText { en: "hours".into(), ..text("heures") };
    let hold = proto::CreateFeatureRequest { unit: Some(unit), ..shop.new_feature("Tenue", "number") };
    let hold = shop.try_feature(hold).await.expect("created");
    let (linen, cotton) = (shop.feature_option("Lin"), shop.feature_option("Coton"));
    let cloth = proto::CreateFeatureRequest {
        options: vec![linen, cotton.clone()],
        ..shop.new_feature("Tissu", "choice")
    };
    let cloth = shop.try_feature(cloth).await.expect("created");
    let washable = shop.feature("Lavable", "yes_no").await;
    let product = shop.soap().await;
    let values = vec![
        says(&washable, Given::Yes(false)),
        says(&cloth, Given::OptionId(cotton.id)),
        says(&hold, Given::Number("08.50".into())),
        says(&notes, Given::Text(text("Figue, cèdre"))),
    ];
    let said = shop.describe(&product, values.clone()).await.expect("described");
    assert_eq!(said.version, product.version + 1);
    assert_eq!(said.features[1].given, Some(Given::Number("8.5".into())), "a number has one spelling");
    let same = shop.describe(&said, values).await.expect("said again");
    assert_eq!(same.version, said.version, "nothing differs");

    let page = shop.page("savon").await.expect("found");
    let lines = [("Notes", "Figue, cèdre"), ("Tenue", "8,5 heures"), ("Tissu", "Coton"), ("Lavable", "Non")];
    assert_eq!(sheet(&page), lines, "in the order of the features");
    assert_eq!(page.feature_values_read[1].id, hold.id);
    let english = shop.page_in("savon", "en").await.expect("found");
    assert_eq!(sheet(&english)[1], ("Tenue", "8.5 hours"));
    let langs = &english.feature_values_read[1].value_langs;
    let langs: Vec<_> = langs.iter().map(|lang| (lang.locale.as_str(), lang.name.as_str())).collect();
    assert_eq!(langs, [("fr", "8,5 heures"), ("ar", "8,5 heures"), ("en", "8.5 hours")]);

    let told = shop.events::<proto::AuditRecorded>().await.pop().and_then(|event| event.entry).expect("told");
    assert_eq!(told.action, "catalog.product_changed");
    assert!(told.after.contains("8,5 heures"), "{}", told.after);

    let bare = shop.describe(&said, Vec::new()).await.expect("taken away");
    assert!(bare.features.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn everything_wrong_with_a_data_sheet_is_said_at_its_line(pool: PgPool) {
    let shop = Shop::open(pool);
    let (notes, hold) = (shop.feature("Notes", "text").await, shop.feature("Tenue", "number").await);
    let product = shop.soap().await;
    let nothing = proto::FeatureValue { feature_id: notes.id.clone(), ..Default::default() };
    let refused = shop.describe(
        &product,
        vec![
            nothing,
            says(&hold, Given::Number("8,5".into())),
            says(&notes, Given::Text(text(" "))),
            free("notes", "Notes", "Figue"),
        ],
    );
    let refused = refused.await.expect_err("wrong");
    let wrong = [
        "features[0].value",
        "features[1].value.number",
        "features[2].value.text.fr",
        "features[3].featureId",
        "features[3].value",
    ];
    assert_eq!(fields(&refused), wrong);

    let unknown = proto::Feature { id: shop.id(), ..notes.clone() };
    let refused = shop.describe(
        &product,
        vec![
            says(&hold, Given::Yes(true)),
            says(&notes, Given::Text(text("Figue"))),
            says(&notes, Given::Text(text("Cèdre"))),
            says(&unknown, Given::Yes(true)),
        ],
    );
    let refused = refused.await.expect_err("wrong");
    assert_eq!(fields(&refused), ["features[0].value", "features[2].featureId", "features[3].featureId"]);

    let many = vec![says(&notes, Given::Text(text("Figue"))); 101];
    assert_eq!(fields(&shop.describe(&product, many).await.expect_err("too many")), ["features"]);
}

#[souk_testkit::test(SCHEMA)]
async fn what_products_say_can_t_go_and_is_said_anew_everywhere(pool: PgPool) {
    let shop = Shop::open(pool);
    let linen = shop.feature_option("Lin");
    let cloth =
        proto::CreateFeatureRequest { options: vec![linen.clone()], ..shop.new_feature("Tissu", "choice") };
    let cloth = shop.try_feature(cloth).await.expect("created");
    let washable = shop.feature("Lavable", "yes_no").await;
    let product = shop.soap().await;
    let values = vec![says(&washable, Given::Yes(true)), says(&cloth, Given::OptionId(linen.id.clone()))];
    shop.describe(&product, values).await.expect("described");

    let in_use = shop.delete_feature(&cloth.id).await.expect_err("in use");
    assert_eq!((in_use.kind, &*in_use.code), (Kind::Conflict, "catalog.feature_in_use"));
    assert_eq!(in_use.metadata.get("products").map(String::as_str), Some("1"));
    let without = proto::UpdateFeatureRequest {
        options: Some(proto::FeatureOptions { options: vec![shop.feature_option("Coton")] }),
        ..edit(&cloth)
    };
    let in_use = shop.edit_feature(without.clone()).await.expect_err("in use");
    assert_eq!(&*in_use.code, "catalog.feature_in_use");

    let washed = proto::FeatureOption { name: Some(text("Lin lavé")), ..linen };
    let renamed = proto::UpdateFeatureRequest {
        name: Some(text("Étoffe")),
        options: Some(proto::FeatureOptions { options: vec![washed] }),
        position: Some(7),
        ..without
    };
    shop.edit_feature(renamed).await.expect("renamed");
    shop.follow_features().await;
    let page = shop.page("savon").await.expect("found");
    assert_eq!(sheet(&page), [("Lavable", "Oui"), ("Étoffe", "Lin lavé")], "called anew, and elsewhere");
    let listing = shop.listing(everything()).await.expect("listed");
    let cloths = listing.filter_data.features.iter().find(|group| group.label == "tissu").expect("a section");
    assert_eq!((cloths.label_trans.as_str(), cloths.data[0].value.as_str()), ("Étoffe", "Lin lavé"));

    let bare = shop.products.get_product(by(&content(), proto::GetProductRequest { id: product.id }));
    let bare = bare.await.expect("read").into_inner();
    shop.describe(&bare, Vec::new()).await.expect("taken away");
    shop.delete_feature(&cloth.id).await.expect("nothing says it");
    assert_eq!(shop.features().await.len(), 1);
}

/// Products that call what they say first so.
async fn calling(shop: &Shop, name: &str) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM products WHERE features -> 0 -> 'label' ->> 'fr' = $1")
        .bind(name)
        .fetch_one(shop.pool())
        .await
        .expect("counted")
}

async fn step(shop: &Shop) -> bool {
    shop.catalog.product_cases().follow_features().await.expect("a step")
}

#[souk_testkit::test(SCHEMA)]
async fn a_feature_s_new_name_reaches_all_products_in_portions(pool: PgPool) {
    let shop = Shop::open(pool);
    let washable = shop.feature("Lavable", "yes_no").await;
    let product = shop.soap().await;
    shop.describe(&product, vec![says(&washable, Given::Yes(true))]).await.expect("described");
    shop.copy(&product.id, 450).await;
    let rename = async |shop: &Shop, version, name: &str| {
        let edit = proto::UpdateFeatureRequest { version, name: Some(text(name)), ..edit(&washable) };
        shop.edit_feature(edit).await.expect("renamed");
    };
    rename(&shop, 1, "Se lave").await;
    assert_eq!(calling(&shop, "Lavable").await, 451, "the save itself waits for no product");
    assert!(step(&shop).await);
    assert_eq!(calling(&shop, "Se lave").await, 200, "a portion");

    // Somebody edits it again meanwhile, twice: each time from the first product on.
    rename(&shop, 2, "En machine").await;
    assert!(step(&shop).await);
    assert_eq!((calling(&shop, "Se lave").await, calling(&shop, "En machine").await), (0, 200));
    rename(&shop, 3, "À la main").await;
    assert!(step(&shop).await);
    assert_eq!((calling(&shop, "En machine").await, calling(&shop, "À la main").await), (0, 200));

    let shop = shop.restart();
    assert!(step(&shop).await);
    assert_eq!(calling(&shop, "À la main").await, 400, "it goes on where the process before ended");
    shop.follow_features().await;
    assert_eq!(calling(&shop, "À la main").await, 451);
    assert_eq!(
        shop.listing(everything()).await.expect("listed").filter_data.features[0].label_trans,
        "À la main"
    );
    assert!(!step(&shop).await, "nothing is left");
}

#[souk_testkit::test(SCHEMA)]
async fn no_product_misses_an_edit_that_is_saved_during_a_step(pool: PgPool) {
    let shop = Shop::open(pool);
    let washable = shop.feature("Lavable", "yes_no").await;
    let product = shop.soap().await;
    shop.describe(&product, vec![says(&washable, Given::Yes(true))]).await.expect("described");
    let named = proto::UpdateFeatureRequest { name: Some(text("Se lave")), ..edit(&washable) };
    shop.edit_feature(named).await.expect("renamed");

    // As the service writes it, about to commit: the step reads what was before.
    let mut edit = shop.pool().begin().await.expect("begun");
    sqlx::query(
        "UPDATE features SET name = '{\"fr\": \"En machine\"}', version = version + 1, behind_after = 0",
    )
    .execute(&mut *edit)
    .await
    .expect("edited");
    let commit = async {
        shop.somebody_waits().await;
        edit.commit().await.expect("saved");
    };
    let (taken, ()) = tokio::join!(step(&shop), commit);
    assert!(taken, "and there is another to take");
    shop.follow_features().await;
    assert_eq!(calling(&shop, "En machine").await, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn products_bring_what_they_say_in_words(pool: PgPool) {
    let shop = Shop::open(pool);
    let hold =
        proto::CreateFeatureRequest { unit: Some(text("heures")), ..shop.new_feature("Tenue", "number") };
    let hold = shop.try_feature(hold).await.expect("created");
    let category = shop.category("Bain", "").await;
    let made = async |name: &str, features: Vec<proto::FeatureValue>| {
        let mut request = shop.new_product(name, &category);
        request.features = features;
        shop.try_create(request).await
    };
    let soap = made("Savon", vec![free("notes", "Notes", "Figue"), free("tenue", "Tenue", "9 heures")]);
    let soap = soap.await.expect("created");
    let given: Vec<_> = soap.features.iter().map(|line| (line.r#type.as_str(), line.given.clone())).collect();
    let figs = Given::Text(text("Figue"));
    assert_eq!(given, [("tenue", Some(Given::Number("9".into()))), ("notes", Some(figs))]);

    // What a feature has no value for is said by the next of its name, and nothing is lost.
    let lines = vec![
        free("tenue", "Tenue", "Toute la nuit"),
        free("notes", "Notes", "Cèdre"),
        free("notes", "Notes", "Oud"),
    ];
    let candle = made("Bougie", lines).await.expect("created");
    let kinds: Vec<_> = candle.features.iter().map(|line| line.r#type.as_str()).collect();
    assert_eq!(kinds, ["notes", "notes-2", "tenue-2"]);
    assert_eq!(shop.features().await.len(), 4);

    let typed = vec![says(&hold, Given::Number("12".into())), free("notes", "Notes", "Oud")];
    let balm = made("Baume", typed).await.expect("created");
    assert_eq!(balm.features[0].value.as_ref().map(|words| words.fr.as_str()), Some("12 heures"));
    let wrong = vec![free("", "", "Oud"), says(&hold, Given::Yes(true)), free("notes", "Notes", "")];
    let refused = made("Crème", wrong).await.expect_err("wrong");
    assert_eq!(fields(&refused), ["features[0].type", "features[2].value.fr"]);
    let refused = made("Crème", vec![free("notes", "", "Oud"), says(&hold, Given::Yes(true))]).await;
    assert_eq!(fields(&refused.expect_err("wrong")), ["features[1].value"]);
}

#[souk_testkit::test(SCHEMA)]
async fn sheets_from_before_features_were_kept_are_entered_by_themselves(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.soap().await;
    let before = serde_json::json!([
        { "kind": "hold", "label": { "fr": "Tenue" }, "value": { "fr": "9 heures" } },
        { "kind": "", "label": { "fr": "" }, "value": { "fr": "Fait main" } },
    ]);
    sqlx::query("UPDATE products SET features = $1, features_entered = false")
        .bind(before)
        .execute(shop.pool())
        .await
        .expect("as a release before wrote it");
    let page = shop.page("savon").await.expect("found");
    assert_eq!(sheet(&page), [("Tenue", "9 heures"), ("", "Fait main")], "shown as it is");

    // An edit of the sheet meanwhile takes nothing away that it could not see.
    let washable = shop.feature("Lavable", "yes_no").await;
    shop.describe(&product, vec![says(&washable, Given::Yes(true))]).await.expect("described");
    shop.enter_sheets().await;
    let page = shop.page("savon").await.expect("found");
    assert_eq!(sheet(&page), [("Lavable", "Oui"), ("autre", "Fait main"), ("Tenue", "9 heures")]);
    let features = shop.features().await;
    let kinds: Vec<_> =
        features.iter().map(|feature| (feature.kind.as_str(), feature.input.as_str())).collect();
    assert_eq!(kinds, [("lavable", "yes_no"), ("autre", "text"), ("hold", "text")]);
    assert!(!shop.catalog.product_cases().enter_sheets().await.expect("looked"), "nothing is left");
}

#[souk_testkit::test(SCHEMA)]
async fn what_products_made_at_once_say_is_one_feature(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let request = |name: &str, kinds: [&str; 2]| {
        let mut request = shop.new_product(name, &category);
        request.features = kinds.map(|kind| free(kind, kind, name)).to_vec();
        request
    };
    let (one, other) = (request("Savon", ["notes", "famille"]), request("Bougie", ["famille", "notes"]));
    tokio::join!(shop.create(one), shop.create(other));
    assert_eq!(shop.features().await.len(), 2);
}
