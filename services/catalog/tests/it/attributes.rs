//! Attributes through their gRPC service: kept by staff, followed by the combinations that have them.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::attributes_server::Attributes as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, staff, text};

impl Shop {
    pub fn option(&self, name: &str) -> proto::AttributeOption {
        proto::AttributeOption { id: self.id(), name: Some(text(name)), ..Default::default() }
    }

    pub async fn attribute(&self, name: &str, options: &[&str]) -> proto::Attribute {
        let options = options.iter().map(|name| self.option(name)).collect();
        let id = self.id();
        let request =
            proto::CreateAttributeRequest { id, input: "text".into(), name: Some(text(name)), options };
        self.try_attribute(request).await.expect("created")
    }

    async fn try_attribute(
        &self,
        request: proto::CreateAttributeRequest,
    ) -> Result<proto::Attribute, Failure> {
        let answer = self.attributes.create_attribute(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    async fn edit_attribute(
        &self,
        request: proto::UpdateAttributeRequest,
    ) -> Result<proto::Attribute, Failure> {
        let answer = self.attributes.update_attribute(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    async fn delete_attribute(&self, id: &str) -> Result<(), Failure> {
        let request = proto::DeleteAttributeRequest { id: id.into() };
        let answer = self.attributes.delete_attribute(by(&content(), request)).await;
        answer.map(|_| ()).map_err(Failure::from)
    }

    pub async fn attributes(&self) -> Vec<proto::Attribute> {
        let answer = self.attributes.list_attributes(by(&content(), proto::ListAttributesRequest {})).await;
        answer.expect("listed").into_inner().attributes
    }

    /// As the service does by itself all the time.
    async fn follow_attributes(&self) {
        while self.catalog.product_cases().follow_attributes().await.expect("followed") {}
    }
}

fn options(options: Vec<proto::AttributeOption>) -> proto::AttributeOptions {
    proto::AttributeOptions { options }
}

#[souk_testkit::test(SCHEMA)]
async fn an_attribute_comes_back_as_it_was_made_and_as_it_was_edited(pool: PgPool) {
    let shop = Shop::open(pool);
    let (red, blue) = (shop.option("Rouge"), shop.option("Bleu"));
    let request = proto::CreateAttributeRequest {
        id: shop.id(),
        input: "color".into(),
        name: Some(text("Couleur du cuir")),
        options: vec![proto::AttributeOption { color: "#AA0044".into(), ..red.clone() }, blue.clone()],
    };
    let made = shop.try_attribute(request.clone()).await.expect("created");
    assert_eq!((made.version, made.kind.as_str(), made.input.as_str()), (1, "couleur-du-cuir", "color"));
    assert_eq!(made.options, request.options);
    assert_eq!(shop.try_attribute(request).await.expect("again"), made, "creating twice is creating once");

    let edit = proto::UpdateAttributeRequest {
        id: made.id.clone(),
        version: 1,
        name: Some(text("Cuir")),
        options: Some(options(vec![blue.clone(), red.clone()])),
    };
    let edited = shop.edit_attribute(edit.clone()).await.expect("edited");
    assert_eq!(
        (edited.version, edited.kind.as_str()),
        (2, "couleur-du-cuir"),
        "addresses have its machine name"
    );
    assert_eq!(edited.options, [blue, red], "in another order");
    let stale = shop.edit_attribute(edit).await.expect_err("stale");
    assert_eq!((stale.kind, &*stale.code), (Kind::Conflict, "catalog.stale_version"));

    let same = proto::CreateAttributeRequest {
        id: shop.id(),
        input: "text".into(),
        name: Some(text("Couleur du cuir")),
        options: Vec::new(),
    };
    let taken = shop.try_attribute(same).await.expect_err("taken");
    assert_eq!((taken.kind, &*taken.code), (Kind::Conflict, "catalog.taken"));
    let told = shop.events::<proto::AuditRecorded>().await.into_iter().filter_map(|event| event.entry);
    let actions: Vec<_> = told.map(|entry| entry.action).collect();
    assert_eq!(actions, ["catalog.attribute_added", "catalog.attribute_changed"]);
}

#[souk_testkit::test(SCHEMA)]
async fn an_option_has_a_picture_which_shoppers_are_shown(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    shop.create(request).await;
    let color = shop.attributes().await.remove(0);
    let [red, blue] = [color.options[0].clone(), color.options[1].clone()];
    let edit = |version, red: proto::AttributeOption| proto::UpdateAttributeRequest {
        id: color.id.clone(),
        version,
        name: None,
        options: Some(options(vec![red, blue.clone()])),
    };
    let new = proto::AttributeOption { picture: crate::support::png(7), ..red.clone() };
    let edited = shop.edit_attribute(edit(1, new)).await.expect("edited");
    let url = edited.options[0].picture_url.clone().expect("a picture");
    assert!(url.starts_with("/media/shop/") && edited.options[1].picture_url.is_none(), "{url}");
    shop.follow_attributes().await;
    let page = shop.page("savon").await.expect("found");
    let pictures = page.combinations.iter().map(|own| own.values[0].picture.clone());
    assert_eq!(pictures.collect::<Vec<_>>(), [Some(url.clone()), None]);
    let attributes = shop.listing(everything()).await.expect("listed").filter_data.attributes;
    let of_red = attributes[0].data.iter().find(|value| value.label == "Rouge").expect("a choice");
    assert_eq!(of_red.picture.as_ref(), Some(&url));

    let renamed = proto::AttributeOption { name: Some(text("Vermillon")), ..red.clone() };
    let kept = shop.edit_attribute(edit(2, renamed.clone())).await.expect("edited");
    assert_eq!(kept.options[0].picture_url.as_ref(), Some(&url), "who says nothing of it leaves it");
    let other =
        proto::AttributeOption { picture_url: Some("/media/shop/x-160.jpg".into()), ..renamed.clone() };
    let unknown = shop.edit_attribute(edit(3, other)).await.expect_err("not its own");
    assert_eq!(fields(&unknown), ["options[0].picture"]);
    let broken = proto::AttributeOption { picture: b"GIF89a".to_vec(), ..renamed.clone() };
    assert_eq!(
        fields(&shop.edit_attribute(edit(3, broken)).await.expect_err("no picture")),
        ["options[0].picture"]
    );
    let pictured =
        |number: u32| proto::AttributeOption { picture: vec![1], ..shop.option(&format!("N{number}")) };
    let many = proto::CreateAttributeRequest {
        id: shop.id(),
        input: "text".into(),
        name: Some(text("Motif")),
        options: (0..51).map(pictured).collect(),
    };
    assert_eq!(fields(&shop.try_attribute(many).await.expect_err("too many at once")), ["options"]);
    let none = proto::AttributeOption { picture_url: Some(String::new()), ..renamed };
    let without = shop.edit_attribute(edit(3, none)).await.expect("edited");
    assert_eq!(without.options[0].picture_url, None);
    shop.follow_attributes().await;
    assert_eq!(shop.page("savon").await.expect("found").combinations[0].values[0].picture, None);
}

#[souk_testkit::test(SCHEMA)]
async fn filters_offer_options_as_staff_put_them(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations = ["Rouge", "Bleu", "Vert"].map(|color| shop.combination(color, false)).into();
    shop.create(request).await;
    let offered = async || {
        let attributes = shop.listing(everything()).await.expect("listed").filter_data.attributes;
        attributes[0].data.iter().map(|value| value.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offered().await, ["Rouge", "Bleu", "Vert"]);
    let color = shop.attributes().await.remove(0);
    let turned = color.options.iter().rev().cloned().collect();
    let edit = proto::UpdateAttributeRequest {
        id: color.id.clone(),
        version: color.version,
        name: None,
        options: Some(options(turned)),
    };
    shop.edit_attribute(edit).await.expect("edited");
    assert_eq!(offered().await, ["Vert", "Bleu", "Rouge"], "no product was written anew");
}

#[souk_testkit::test(SCHEMA)]
async fn everything_wrong_with_an_attribute_is_said_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let yellow = proto::AttributeOption { color: "yellow".into(), ..shop.option("Jaune") };
    let request = proto::CreateAttributeRequest {
        id: "7".into(),
        input: "smell".into(),
        name: Some(text(" ")),
        options: vec![yellow, shop.option("jaune "), shop.option("")],
    };
    let refused = shop.try_attribute(request).await.expect_err("wrong");
    assert_eq!(
        fields(&refused),
        ["id", "name.fr", "input", "options[0].color", "options[1].name.fr", "options[2].name.fr"]
    );
    let stranger = Actor::shopper();
    for actor in [stranger, staff(Role::Payments)] {
        let request = proto::DeleteAttributeRequest { id: shop.id() };
        let refused = shop.attributes.delete_attribute(by(&actor, request)).await.expect_err("refused");
        assert_ne!(Failure::from(refused).kind, Kind::NotFound);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn products_bring_their_attributes_with_them(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    for (name, colors) in [("Savon", ["Rouge", "Bleu"]), ("Bougie", ["bleu", "Vert"])] {
        let mut request = shop.new_product(name, &category);
        request.combinations = vec![shop.combination(colors[0], true), shop.combination(colors[1], false)];
        let product = shop.create(request).await;
        assert!(product.combinations.iter().all(|own| !own.values[0].option_id.is_empty()));
    }
    let attributes = shop.attributes().await;
    assert_eq!(attributes.len(), 1);
    let names: Vec<_> = attributes[0].options.iter().filter_map(|option| option.name.as_ref()).collect();
    assert_eq!(names.iter().map(|name| name.fr.as_str()).collect::<Vec<_>>(), ["Rouge", "Bleu", "Vert"]);
    assert_eq!((attributes[0].kind.as_str(), attributes[0].input.as_str()), ("color", "color"));
}

#[souk_testkit::test(SCHEMA)]
async fn what_combinations_have_can_t_go_and_is_called_anew_everywhere(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations = vec![shop.combination("Rouge", true)];
    let product = shop.create(request).await;
    let color = shop.attributes().await.remove(0);

    let in_use = shop.delete_attribute(&color.id).await.expect_err("in use");
    assert_eq!((in_use.kind, &*in_use.code), (Kind::Conflict, "catalog.attribute_in_use"));
    let without = proto::UpdateAttributeRequest {
        id: color.id.clone(),
        version: 1,
        name: None,
        options: Some(options(vec![shop.option("Bleu")])),
    };
    let in_use = shop.edit_attribute(without.clone()).await.expect_err("in use");
    assert_eq!(in_use.metadata.get("products").map(String::as_str), Some("1"));

    let mut red = color.options[0].clone();
    red.name = Some(text("Vermillon"));
    let renamed = proto::UpdateAttributeRequest { options: Some(options(vec![red])), ..without };
    shop.edit_attribute(renamed).await.expect("renamed");
    shop.follow_attributes().await;
    let page = shop.page("savon").await.expect("found");
    assert_eq!(page.combinations[0].display_name, "Vermillon");
    let announced = shop.announced(&product.id).await;
    let told = announced.combinations[0].name.as_ref().map(|name| name.fr.as_str());
    assert_eq!(told, Some("Vermillon"), "orders and stock hear of it");

    let size = shop.attribute("Taille", &["S"]).await;
    shop.delete_attribute(&size.id).await.expect("nothing has it");
    assert_eq!(shop.attributes().await.len(), 1);
}

/// Products whose combinations call what they choose first so.
async fn calling(shop: &Shop, name: &str) -> i64 {
    sqlx::query_scalar(
        "SELECT count(DISTINCT product_id) FROM combinations WHERE chosen -> 0 -> 'label' ->> 'fr' = $1",
    )
    .bind(name)
    .fetch_one(shop.pool())
    .await
    .expect("counted")
}

async fn step(shop: &Shop) -> bool {
    shop.catalog.product_cases().follow_attributes().await.expect("a step")
}

/// A product, "savon", with a red and a blue combination, and their attribute.
async fn colored(shop: &Shop) -> (proto::Product, proto::Attribute) {
    let category = shop.category("Bain", "").await;
    let mut request = shop.new_product("Savon", &category);
    request.combinations = vec![shop.combination("Rouge", true), shop.combination("Bleu", false)];
    (shop.create(request).await, shop.attributes().await.remove(0))
}

async fn rename(shop: &Shop, color: &proto::Attribute, version: u64, name: &str) {
    let name = Some(text(name));
    let edit = proto::UpdateAttributeRequest { id: color.id.clone(), version, name, options: None };
    shop.edit_attribute(edit).await.expect("renamed");
}

#[souk_testkit::test(SCHEMA)]
async fn an_attribute_s_new_name_reaches_all_products_in_portions(pool: PgPool) {
    let shop = Shop::open(pool);
    let (product, color) = colored(&shop).await;
    shop.copy(&product.id, 130).await;
    let announced = async |shop: &Shop| shop.events::<proto::SellableChanged>().await.len();
    let before = announced(&shop).await;
    rename(&shop, &color, 1, "Teinte").await;
    assert_eq!(calling(&shop, "Couleur").await, 131, "the save itself waits for no product");
    assert!(step(&shop).await);
    assert_eq!((calling(&shop, "Teinte").await, announced(&shop).await), (50, before + 50), "a portion");

    // Somebody edits it again meanwhile, twice: each time from the first product on.
    rename(&shop, &color, 2, "Ton").await;
    assert!(step(&shop).await);
    assert_eq!((calling(&shop, "Teinte").await, calling(&shop, "Ton").await), (0, 50));
    rename(&shop, &color, 3, "Nuance").await;
    assert!(step(&shop).await);
    assert_eq!((calling(&shop, "Ton").await, calling(&shop, "Nuance").await), (0, 50));

    let shop = shop.restart();
    assert!(step(&shop).await);
    assert_eq!(calling(&shop, "Nuance").await, 100, "it goes on where the process before ended");
    shop.follow_attributes().await;
    assert_eq!((calling(&shop, "Nuance").await, announced(&shop).await), (131, before + 50 + 50 + 131));
    assert!(!step(&shop).await, "nothing is left");
}

#[souk_testkit::test(SCHEMA)]
async fn no_product_misses_an_edit_that_is_saved_during_a_step(pool: PgPool) {
    let shop = Shop::open(pool);
    let (_, color) = colored(&shop).await;
    rename(&shop, &color, 1, "Teinte").await;

    // As the service writes it, about to commit: the step reads what was before.
    let mut edit = shop.pool().begin().await.expect("begun");
    sqlx::query("UPDATE attributes SET name = '{\"fr\": \"Ton\"}', version = version + 1, behind_after = 0")
        .execute(&mut *edit)
        .await
        .expect("edited");
    let commit = async {
        shop.somebody_waits().await;
        edit.commit().await.expect("saved");
    };
    let (taken, ()) = tokio::join!(step(&shop), commit);
    assert!(taken, "and there is another to take");
    shop.follow_attributes().await;
    assert_eq!(calling(&shop, "Ton").await, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn two_processes_bring_combinations_to_their_attribute_in_turn(pool: PgPool) {
    let shop = Shop::open(pool);
    let (product, color) = colored(&shop).await;
    shop.copy(&product.id, 70).await;
    let before = shop.events::<proto::SellableChanged>().await.len();
    rename(&shop, &color, 1, "Teinte").await;
    while {
        let (one, other) = tokio::join!(step(&shop), step(&shop));
        one | other
    } {}
    assert_eq!(calling(&shop, "Teinte").await, 71);
    assert_eq!(shop.events::<proto::SellableChanged>().await.len(), before + 71, "each announced once");
}

#[souk_testkit::test(SCHEMA)]
async fn attributes_of_products_made_at_once_are_one(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let request = |name: &str, color: &str| {
        let mut request = shop.new_product(name, &category);
        request.combinations = vec![shop.combination(color, true)];
        request
    };
    let (one, other) = (request("Savon", "Rouge"), request("Bougie", "Bleu"));
    tokio::join!(shop.create(one), shop.create(other));
    let attributes = shop.attributes().await;
    assert_eq!((attributes.len(), attributes[0].options.len()), (1, 2));
}
