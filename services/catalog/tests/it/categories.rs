//! Categories through their gRPC service: edited, put elsewhere, taken away, and what follows from it.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::categories_server::Categories as _;
use souk_proto::catalog::v1::feature_sets_server::FeatureSets as _;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, listing_of, staff, text};

impl Shop {
    async fn category_of(&self, id: &str) -> proto::Category {
        let request = proto::ListCategoriesRequest {};
        let listed = self.categories.list_categories(by(&content(), request)).await.expect("listed");
        listed.into_inner().categories.into_iter().find(|category| category.id == id).expect("there")
    }

    async fn edit_category(&self, request: proto::UpdateCategoryRequest) -> Result<proto::Category, Failure> {
        let answer = self.categories.update_category(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    async fn put_category(&self, id: &str, parent: &str, at: u32) -> Result<proto::Category, Failure> {
        let version = self.category_of(id).await.version;
        let request = proto::MoveCategoryRequest { id: id.into(), version, parent_id: parent.into(), at };
        let answer = self.categories.move_category(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    async fn delete_category(&self, id: &str) -> Result<(), Failure> {
        let request = proto::DeleteCategoryRequest { id: id.into() };
        let answer = self.categories.delete_category(by(&content(), request)).await;
        answer.map(|_| ()).map_err(Failure::from)
    }

    async fn follow_categories(&self) {
        while self.catalog.product_cases().follow_category().await.expect("followed") {}
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_edit_is_shown_over_the_listing_and_its_old_address_leads_on(pool: PgPool) {
    let shop = Shop::open(pool);
    let bath = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &bath)).await;
    shop.listing(listing_of(Scope::Category, "bain")).await.expect("listed");
    let edit = proto::UpdateCategoryRequest {
        id: bath.clone(),
        version: 1,
        name: Some(text("Bain et corps")),
        slug: Some("bain-et-corps".into()),
        about: Some(text("Pour la peau.")),
        seo_title: Some(text("Savons d’Alger")),
        ..Default::default()
    };
    let edited = shop.edit_category(edit.clone()).await.expect("edited");
    assert_eq!((edited.version, edited.slug.as_str()), (2, "bain-et-corps"));
    shop.follow_categories().await;

    let listing = shop.listing(listing_of(Scope::Category, "bain-et-corps")).await.expect("listed");
    assert_eq!((listing.title.as_str(), listing.description.as_str()), ("Bain et corps", "Pour la peau."));
    assert_eq!(listing.seo_title, "Savons d’Alger");
    let card = listing.products[0].main_category_read.as_ref().expect("a category");
    assert_eq!((card.name.as_str(), card.slug.as_str()), ("Bain et corps", "bain-et-corps"));
    let moved = shop.listing(listing_of(Scope::Category, "bain")).await.expect_err("moved");
    assert_eq!((moved.kind, &*moved.code), (Kind::NotFound, "catalog.moved"));
    assert_eq!(moved.metadata["movedTo"], "bain-et-corps");

    let stale = shop.edit_category(edit).await.expect_err("stale");
    assert_eq!((&*stale.code, stale.metadata["version"].as_str()), ("catalog.stale_version", "2"));
    let wrong = proto::UpdateCategoryRequest {
        id: bath.clone(),
        version: 2,
        name: Some(text(" ")),
        slug: Some("é è".into()),
        about: Some(text(&"x".repeat(2_001))),
        ..Default::default()
    };
    assert_eq!(fields(&shop.edit_category(wrong).await.expect_err("wrong")), ["name.fr", "slug", "about.fr"]);
    let back = proto::UpdateCategoryRequest {
        id: bath,
        version: 2,
        slug: Some("bain".into()),
        ..Default::default()
    };
    shop.edit_category(back).await.expect("its own former address is free");
    assert_eq!(shop.listing(listing_of(Scope::Category, "bain")).await.expect("listed").total, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_category_names_a_set_of_features_for_as_long_as_there_is_one(pool: PgPool) {
    let shop = Shop::open(pool);
    let screen = shop.said("Écran").await;
    let set = shop.save_set(shop.set("Téléphone", &[&screen])).await.expect("made").id;
    let bath = shop.category("Bain", "").await;
    let edit = |version, set: &str| proto::UpdateCategoryRequest {
        id: bath.clone(),
        version,
        feature_set_id: Some(set.into()),
        ..Default::default()
    };
    for wrong in ["x", &shop.id()] {
        let refused = shop.edit_category(edit(1, wrong)).await.expect_err("no set");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["featureSetId"]));
    }
    assert_eq!(shop.edit_category(edit(1, &set)).await.expect("named").feature_set_id, set);
    let told = shop.events::<proto::AuditRecorded>().await.pop().and_then(|event| event.entry).expect("told");
    assert!(told.after.contains(&set), "{}", told.after);
    let other =
        proto::UpdateCategoryRequest { feature_set_id: None, about: Some(text("Eau.")), ..edit(2, "") };
    assert_eq!(shop.edit_category(other).await.expect("edited").feature_set_id, set, "it stays");
    assert_eq!(shop.edit_category(edit(3, "")).await.expect("unnamed").feature_set_id, "");

    let made = proto::CreateCategoryRequest {
        id: shop.id(),
        name: Some(text("Corps")),
        feature_set_id: set.clone(),
        ..Default::default()
    };
    let made = shop.categories.create_category(by(&content(), made)).await.expect("made").into_inner();
    assert_eq!(made.feature_set_id, set);
    let gone = by(&content(), proto::DeleteFeatureSetRequest { id: set });
    shop.feature_sets.delete_feature_set(gone).await.expect("no category keeps it");
    let left = shop.category_of(&made.id).await;
    assert_eq!((left.feature_set_id.as_str(), left.version), ("", 1));
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_below_is_found_by_a_new_name(pool: PgPool) {
    let shop = Shop::open(pool);
    let paper = shop.category("Papeterie", "").await;
    let pens = shop.category("Stylos", &paper).await;
    shop.create(shop.new_product("Plume", &pens)).await;
    let found = async |words| shop.listing(listing_of(Scope::Search, words)).await.expect("searched").total;
    assert_eq!((found("papeterie").await, found("fournitures").await), (1, 0));
    let name = Some(text("Fournitures"));
    let edit = proto::UpdateCategoryRequest { id: paper, version: 1, name, ..Default::default() };
    shop.edit_category(edit).await.expect("renamed");
    shop.follow_categories().await;
    assert_eq!((found("papeterie").await, found("fournitures").await), (0, 1));
}

#[souk_testkit::test(SCHEMA)]
async fn a_new_category_comes_last_and_shares_its_name_but_no_address(pool: PgPool) {
    let shop = Shop::open(pool);
    let (men, women) = (shop.category("Homme", "").await, shop.category("Femme", "").await);
    let mut made = Vec::new();
    for parent in [&men, &women, &women] {
        let category = shop.category_of(&shop.category("Chaussures", parent).await).await;
        made.push((category.slug, category.position));
    }
    let expected = [("chaussures", 0), ("femme-chaussures", 0), ("femme-chaussures-2", 1)];
    assert_eq!(made, expected.map(|(slug, position)| (slug.to_owned(), position)));
    let given = proto::CreateCategoryRequest {
        id: shop.id(),
        slug: "chaussures".into(),
        name: Some(text("Souliers")),
        ..Default::default()
    };
    let taken = shop.categories.create_category(by(&content(), given)).await.expect_err("given and taken");
    assert_eq!(&*Failure::from(taken).code, "catalog.taken");
}

#[souk_testkit::test(SCHEMA)]
async fn a_category_is_put_elsewhere_and_what_is_below_follows(pool: PgPool) {
    let shop = Shop::open(pool);
    let (bath, home) = (shop.category("Bain", "").await, shop.category("Maison", "").await);
    let soap = shop.category("Savons", &bath).await;
    let liquid = shop.category("Liquides", &soap).await;
    let product = shop.create(shop.new_product("Savon", &liquid)).await;
    assert_eq!(shop.announced(&product.id).await.category_path, [&bath, &soap, &liquid].map(Clone::clone));
    let listed = async |slug| shop.listing(listing_of(Scope::Category, slug)).await.expect("listed").total;
    assert_eq!((listed("bain").await, listed("maison").await), (1, 0));

    let moved = shop.put_category(&soap, &home, 0).await.expect("moved");
    assert_eq!((moved.parent_id.as_str(), moved.version), (home.as_str(), 2));
    shop.follow_categories().await;
    assert_eq!(shop.announced(&product.id).await.category_path, [&home, &soap, &liquid].map(Clone::clone));
    assert_eq!((listed("bain").await, listed("maison").await), (0, 1));

    let place = |category: &proto::Category| (category.parent_id.clone(), category.position);
    assert_eq!(place(&shop.put_category(&home, "", 0).await.expect("moved")), (String::new(), 0));
    assert_eq!(shop.category_of(&bath).await.position, 1, "its sibling makes room");
    assert_eq!(shop.put_category(&home, "", 0).await.expect("there already").version, 2);
    for (id, parent) in [(&home, &liquid), (&home, &home), (&home, &product.id)] {
        assert_eq!(fields(&shop.put_category(id, parent, 0).await.expect_err("nowhere")), ["parentId"]);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_category_stays_while_something_names_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let bath = shop.category("Bain", "").await;
    let soap = shop.category("Savons", &bath).await;
    let product = shop.create(shop.new_product("Savon", &soap)).await;
    let in_use = async |id: &str| shop.delete_category(id).await.expect_err("in use").metadata;
    assert_eq!(in_use(&bath).await["categories"], "1");
    assert_eq!(in_use(&soap).await["products"], "1");
    let elsewhere = proto::UpdateProductRequest {
        id: product.id,
        version: 1,
        category_id: Some(bath.clone()),
        ..Default::default()
    };
    shop.update(elsewhere).await.expect("moved");
    let promotion =
        proto::Promotion { rule: "category".into(), entity_id: soap.clone(), ..shop.promotion(1_000) };
    let promotion = shop.promote(promotion).await.expect("saved");
    assert_eq!(in_use(&soap).await["promotions"], "1");
    shop.promote(proto::Promotion { active: false, ..promotion }).await.expect("ended");
    let slug = shop.category_of(&soap).await.slug;
    shop.delete_category(&soap).await.expect("nothing names it");
    let gone = shop.listing(listing_of(Scope::Category, &slug)).await.expect_err("gone");
    assert_eq!(gone.code, "catalog.gone");
    assert_eq!(shop.delete_category(&soap).await.expect_err("gone").kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn who_only_reads_changes_no_category(pool: PgPool) {
    let shop = Shop::open(pool);
    let id = shop.category("Bain", "").await;
    let sales = staff(Role::Sales);
    let edit = proto::UpdateCategoryRequest { id: id.clone(), version: 1, ..Default::default() };
    let put = proto::MoveCategoryRequest { id: id.clone(), version: 1, ..Default::default() };
    let delete = proto::DeleteCategoryRequest { id };
    let refused = [
        shop.categories.update_category(by(&sales, edit)).await.map(|_| ()),
        shop.categories.move_category(by(&sales, put)).await.map(|_| ()),
        shop.categories.delete_category(by(&sales, delete)).await.map(|_| ()),
    ];
    for answer in refused {
        assert_eq!(Failure::from(answer.expect_err("refused")).kind, Kind::Forbidden);
    }
}
