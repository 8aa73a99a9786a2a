//! What staff make of the catalogue: a product by the wizard, a category.

use bytes::Bytes;
use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";
const CATEGORY: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";

#[souk_testkit::test(SCHEMA)]
async fn the_wizards_fields_reach_the_catalogue_and_come_back(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let details = proto::ProductDetails {
        sku: "SAV-1".into(),
        supply_price_ht: 60_000,
        wholesale_price_ht: 80_050,
        weight: 120,
        wholesale_min_order_quantity: 24,
        ..Default::default()
    };
    let made = proto::Product {
        id: ID.into(),
        version: 1,
        details: Some(details.clone()),
        page: "minimal".into(),
        ..Default::default()
    };
    gateway.neighbour.says("CreateProduct", &made);
    let text = json!({ "language": "fr", "name": "Savon", "shortDescription": "", "longDescription": "",
        "seoTitle": "", "seoDescription": "" });
    let told = json!({ "sku": "SAV-1", "barcode": "", "supplyPriceHt": 600, "wholeSalePriceHt": 800.5,
        "weight": 120, "height": 0, "width": 0, "length": 0, "wholesaleMinOrderQuantity": 24 });
    let mut body = json!({ "id": ID, "texts": [text], "categoryId": CATEGORY, "priceHt": 1000.25, "tax": 19,
        "details": told, "page": "minimal" });
    let answer = gateway.post(&content, "/dashboard/api/products", &body).await;
    assert_eq!((answer.status, &answer.json()["details"]), (StatusCode::CREATED, &told));
    assert_eq!(answer.json()["page"], "minimal");
    let sent = gateway.neighbour.asked::<proto::CreateProductRequest>("CreateProduct").remove(0);
    assert_eq!((sent.price_ht, sent.tax_rate, sent.active), (100_025, 1_900, false));
    assert_eq!((sent.texts[0].name.as_str(), sent.details), ("Savon", Some(details)));
    assert_eq!(sent.page, "minimal");

    gateway.neighbour.fails("CreateProduct", || {
        Failure::conflict("catalog.taken", "another product has this sku").with("field", "sku")
    });
    let taken = gateway.post(&content, "/dashboard/api/products", &body).await;
    assert_eq!((taken.status, taken.problem().as_str()), (StatusCode::CONFLICT, "catalog.taken"));
    assert_eq!(taken.json()["facts"], json!({ "field": "sku" }));
    body["categoryId"] = json!("");
    assert_eq!(gateway.post(&content, "/dashboard/api/products", &body).await.fields(), ["categoryId"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_product_is_duplicated_under_the_key_of_who_asks(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    gateway.neighbour.says("DuplicateProduct", &proto::DuplicateProductResponse { id: CATEGORY.into() });
    let copy =
        proto::Product { id: CATEGORY.into(), version: 1, slug: "savon-copie".into(), ..Default::default() };
    gateway.neighbour.says("GetProduct", &copy);
    let path = format!("/dashboard/api/products/{ID}/copies");
    let key = [("idempotency-key", "key-1")];
    let made = gateway.send(&content, Method::POST, &path, &key, Bytes::new()).await;
    assert_eq!((made.status, &made.json()["slug"]), (StatusCode::CREATED, &json!("savon-copie")));
    let sent = gateway.neighbour.asked::<proto::DuplicateProductRequest>("DuplicateProduct").remove(0);
    assert_eq!(sent.id, ID);
    assert!(sent.idempotency_key.ends_with(":key-1"), "{}", sent.idempotency_key);
    let read = gateway.neighbour.asked::<proto::GetProductRequest>("GetProduct").remove(0);
    assert_eq!(read.id, CATEGORY, "the copy, not the original");

    let sales = gateway.employee(Role::Sales).await;
    assert_eq!(gateway.post(&sales, &path, &json!({})).await.status, StatusCode::FORBIDDEN);
    assert_eq!(
        gateway.post(&content, "/dashboard/api/products/savon/copies", &json!({})).await.fields(),
        ["id"]
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_removal_is_refused_with_what_names_the_product(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let path = format!("/dashboard/api/products/{ID}");
    gateway.neighbour.says("DeleteProduct", &proto::DeleteProductResponse {});
    let gone = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let asked = gateway.neighbour.asked::<proto::DeleteProductRequest>("DeleteProduct").remove(0);
    assert_eq!(asked.id, ID);
    gateway.neighbour.fails("DeleteProduct", || {
        Failure::conflict("catalog.product_in_use", "it is named").with("stock", 1).with("packs", 2)
    });
    let refused = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (StatusCode::CONFLICT, "catalog.product_in_use")
    );
    assert_eq!(refused.json()["facts"], json!({ "stock": 1, "packs": 2 }));
}

#[souk_testkit::test(SCHEMA)]
async fn the_list_is_narrowed_by_what_its_address_names(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let sales = gateway.employee(Role::Sales).await;
    gateway.neighbour.says("ListProducts", &proto::ListProductsResponse::default());
    let path = format!("/dashboard/api/products?q=savon&tag=fait%20main&category={CATEGORY}&active=true");
    assert_eq!(gateway.get(&sales, &path).await.status, StatusCode::OK);
    let asked = gateway.neighbour.asked::<proto::ListProductsRequest>("ListProducts").remove(0);
    assert_eq!((asked.query.as_str(), asked.tag.as_str(), asked.active), ("savon", "fait main", Some(true)));
    assert_eq!(asked.category_id, CATEGORY);
}

#[souk_testkit::test(SCHEMA)]
async fn a_new_address_reaches_the_catalogue_and_a_taken_one_is_told(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let (slug, category_slug) = ("savon-noir".into(), "bain".into());
    let product = proto::Product { id: ID.into(), version: 2, slug, category_slug, ..Default::default() };
    gateway.neighbour.says("UpdateProduct", &product);
    gateway.neighbour.says("GetProduct", &product);
    let path = format!("/dashboard/api/products/{ID}");
    let body = json!({ "version": 1, "slug": "savon-noir" });
    let saved = gateway.json(&content, Method::PATCH, &path, &body).await;
    assert_eq!((saved.status, &saved.json()["slug"]), (StatusCode::OK, &json!("savon-noir")));
    assert_eq!(saved.json()["link"], "/catalog/product/bain/savon-noir");
    let sent = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct").remove(0);
    assert_eq!((sent.version, sent.slug.as_deref()), (1, Some("savon-noir")));
    let taken = || Failure::conflict("catalog.taken", "another product has this slug").with("field", "slug");
    gateway.neighbour.fails("UpdateProduct", taken);
    let refused = gateway.json(&content, Method::PATCH, &path, &body).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "catalog.taken"));
    assert_eq!(refused.json()["facts"], json!({ "field": "slug" }));
}

#[souk_testkit::test(SCHEMA)]
async fn descriptions_in_three_languages_are_saved_at_once(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let saved = proto::Product { id: ID.into(), version: 2, ..Default::default() };
    gateway.neighbour.says("UpdateProduct", &saved);
    let long = "ص".repeat(50_000);
    let text = |language: &str| {
        json!({ "language": language, "name": "Savon", "shortDescription": "", "longDescription": long,
            "seoTitle": "", "seoDescription": "" })
    };
    let texts = ["fr", "ar", "en"].map(text);
    let body = json!({ "version": 1, "texts": texts });
    let answer = gateway.json(&content, Method::PATCH, &format!("/dashboard/api/products/{ID}"), &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let sent = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct").remove(0);
    assert!(sent.texts.iter().all(|text| text.long_description == long) && sent.texts.len() == 3);
}

#[souk_testkit::test(SCHEMA)]
async fn tags_are_sent_where_they_are_named_and_offered_by_their_words(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let saved =
        proto::Product { id: ID.into(), version: 2, tags: vec!["cadeau".into()], ..Default::default() };
    gateway.neighbour.says("UpdateProduct", &saved);
    let path = format!("/dashboard/api/products/{ID}");
    for body in [
        json!({ "version": 1, "tags": ["cadeau"] }),
        json!({ "version": 1 }),
        json!({ "version": 1, "tags": [] }),
    ] {
        let answer = gateway.json(&content, Method::PATCH, &path, &body).await;
        assert_eq!((answer.status, &answer.json()["tags"]), (StatusCode::OK, &json!(["cadeau"])));
    }
    let sent = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct");
    let tags: Vec<_> = sent.into_iter().map(|sent| sent.tags.map(|tags| tags.tags)).collect();
    assert_eq!(tags, [Some(vec!["cadeau".to_owned()]), None, Some(Vec::new())]);
    gateway.neighbour.says("ListTags", &proto::ListTagsResponse { tags: vec!["cadeau".into()] });
    let offered = gateway.get(&content, "/dashboard/menu/api/tags").await.json();
    assert_eq!(offered, json!([[{ "id": "cadeau", "name": "cadeau" }]]));
}

#[souk_testkit::test(SCHEMA)]
async fn what_can_be_chosen_of_a_pack_and_how_it_is_priced_are_told_as_they_are_sent(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let choices = vec![CATEGORY.to_owned()];
    let part = proto::PackComponent {
        product_id: ID.into(),
        quantity: 1,
        chosen: true,
        choices,
        ..Default::default()
    };
    let sum = proto::PackPrice { kind: "sum".into(), rule_type: "percentage".into(), value: 1_250 };
    let saved = proto::Product {
        id: ID.into(),
        pack: vec![part.clone()],
        pack_price: Some(sum.clone()),
        ..Default::default()
    };
    gateway.neighbour.says("UpdateProduct", &saved);
    let body = json!({
        "version": 1,
        "pack": [{ "productId": ID, "quantity": 1, "combinationId": "", "isChosen": true, "choices": [CATEGORY] }],
        "packPrice": { "kind": "sum", "ruleType": "percentage", "value": 12.5 },
    });
    let path = format!("/dashboard/api/products/{ID}");
    let answer = gateway.json(&content, Method::PATCH, &path, &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    assert_eq!((&answer.json()["pack"], &answer.json()["packPrice"]), (&body["pack"], &body["packPrice"]));
    let sent = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct").remove(0);
    assert_eq!((sent.pack.map(|pack| pack.parts), sent.pack_price), (Some(vec![part]), Some(sum)));
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_pack_holds_is_sent_where_it_is_named_and_refused_at_its_field(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let part = proto::PackComponent { product_id: CATEGORY.into(), quantity: 2, ..Default::default() };
    let saved = proto::Product { id: ID.into(), version: 2, pack: vec![part.clone()], ..Default::default() };
    gateway.neighbour.says("UpdateProduct", &saved);
    let path = format!("/dashboard/api/products/{ID}");
    let edit = async |body: serde_json::Value| gateway.json(&content, Method::PATCH, &path, &body).await;
    let answer = edit(json!({ "version": 1, "pack": [{ "productId": CATEGORY, "quantity": 2 }] })).await;
    let told = json!([
        { "productId": CATEGORY, "combinationId": "", "quantity": 2, "isChosen": false, "choices": [] }
    ]);
    assert_eq!((answer.status, &answer.json()["pack"]), (StatusCode::OK, &told));
    edit(json!({ "version": 1 })).await;
    edit(json!({ "version": 1, "pack": [] })).await;
    let sent = gateway.neighbour.asked::<proto::UpdateProductRequest>("UpdateProduct");
    let packs: Vec<_> = sent.into_iter().map(|sent| sent.pack.map(|pack| pack.parts)).collect();
    assert_eq!(packs, [Some(vec![part]), None, Some(Vec::new())]);
    gateway.neighbour.fails("UpdateProduct", || {
        Failure::invalid_field("pack[0].productId", "form.validation.packed", "a pack holds no packs")
    });
    let refused = edit(json!({ "version": 1, "pack": told })).await;
    assert_eq!(
        (refused.status, refused.fields()),
        (StatusCode::UNPROCESSABLE_ENTITY, vec!["pack[0].productId".to_owned()])
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_category_is_made_and_named_in_the_answers_language(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let mut content = gateway.employee(Role::Content).await;
    content.headers.push(("accept-language", "ar".into()));
    let name = LocalizedText { fr: "Savons".into(), ar: "صابون".into(), ..Default::default() };
    let category = proto::Category {
        id: CATEGORY.into(),
        name: Some(name),
        slug: "savons".into(),
        ..Default::default()
    };
    gateway.neighbour.says("CreateCategory", &category);
    let body =
        json!({ "id": CATEGORY, "names": { "fr": "Savons", "ar": "صابون", "en": "" }, "parentId": ID });
    let answer = gateway.json(&content, Method::POST, "/dashboard/api/categories", &body).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    assert_eq!((&answer.json()["id"], &answer.json()["name"]), (&json!(CATEGORY), &json!("صابون")));
    assert_eq!(answer.json()["link"], json!("/catalog/category/savons"));
    let sent = gateway.neighbour.asked::<proto::CreateCategoryRequest>("CreateCategory").remove(0);
    assert_eq!((sent.id.as_str(), sent.parent_id.as_str()), (CATEGORY, ID));
}

#[souk_testkit::test(SCHEMA)]
async fn a_dropped_file_becomes_a_picture_of_the_product(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let small = proto::ImageSize { url: "/media/products/p/ab-160.jpg".into(), ..Default::default() };
    let image = proto::Image { id: CATEGORY.into(), sizes: vec![small], alt: "savon".into(), position: 0 };
    gateway.neighbour.says("AddImage", &proto::AddImageResponse { image: Some(image) });
    let path = format!("/dashboard/api/products/{ID}/images");
    let send = async |field: &str, bytes: usize| {
        let form = [("content-type", "multipart/form-data; boundary=cut")];
        let mut body = format!(
            "--cut\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"savon.png\"\r\n\r\n"
        );
        body.push_str(&"x".repeat(bytes));
        body.push_str("\r\n--cut--\r\n");
        gateway.send(&content, Method::POST, &path, &form, body.into()).await
    };
    let answer = send("file", 2 * 1024 * 1024).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
    let expected = json!([{ "id": CATEGORY, "name": "savon.png", "size": 2_097_152, "alt": "savon",
        "removeUrl": format!("{path}/{CATEGORY}"), "path": "/media/products/p/ab-160.jpg" }]);
    assert_eq!(answer.json(), expected);
    let sent = gateway.neighbour.asked::<proto::AddImageRequest>("AddImage").remove(0);
    assert_eq!((sent.product_id.as_str(), sent.alt.as_str(), sent.content.len()), (ID, "savon", 2_097_152));
    for (field, bytes) in [("other", 1), ("file", 2 * 1024 * 1024 + 20_000)] {
        assert_eq!(send(field, bytes).await.fields(), ["file"], "{field}, {bytes} bytes");
    }
    let json = gateway.post(&content, &path, &json!({})).await;
    assert!(json.status.is_client_error(), "no form: {json:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_picture_of_a_text_is_answered_with_its_path_and_size(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let path = "/media/shop/ab-1080.webp";
    let stored = proto::StoreTextPictureResponse { path: path.into(), width: 1080, height: 720 };
    gateway.neighbour.says("StoreTextPicture", &stored);
    let form = [("content-type", "multipart/form-data; boundary=cut")];
    let send = async |field: &str, bytes: usize| {
        let head =
            format!("--cut\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"a.png\"\r\n");
        let body = format!("{head}\r\n{}\r\n--cut--\r\n", "x".repeat(bytes));
        gateway.send(&content, Method::POST, "/dashboard/api/text-pictures", &form, body.into()).await
    };
    let answer = send("file", 2 * 1024 * 1024).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
    assert_eq!(answer.json(), json!({ "path": path, "width": 1080, "height": 720 }));
    let sent = gateway.neighbour.asked::<proto::StoreTextPictureRequest>("StoreTextPicture").remove(0);
    assert_eq!(sent.content.len(), 2 * 1024 * 1024);
    assert_eq!(send("other", 1).await.fields(), ["file"]);
}

#[souk_testkit::test(SCHEMA)]
async fn the_star_and_the_order_are_one_call_and_so_are_what_pictures_show(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    for method in ["OrderImages", "RemoveImage", "AssignImage"] {
        gateway.neighbour.says(method, &proto::Product { id: ID.into(), ..Default::default() });
    }
    let images = format!("/dashboard/api/products/{ID}/images");
    let starred = gateway.post(&content, &format!("{images}/{CATEGORY}/default"), &json!({})).await;
    assert_eq!((starred.status, &starred.json()["id"]), (StatusCode::OK, &json!(ID)));
    let order = json!({ "imageIds": [ID, CATEGORY] });
    assert_eq!(gateway.post(&content, &format!("{images}/order"), &order).await.status, StatusCode::OK);
    let asked = gateway.neighbour.asked::<proto::OrderImagesRequest>("OrderImages");
    assert_eq!(asked[0].image_ids, [CATEGORY]);
    assert_eq!(asked[1].image_ids, [ID, CATEGORY]);
    let shown = format!("/dashboard/api/products/{ID}/combinations/{ID}/images/{CATEGORY}");
    for (method, shows) in [(Method::POST, true), (Method::DELETE, false)] {
        let answer = gateway.json(&content, method, &shown, &json!({})).await;
        assert_eq!(answer.status, StatusCode::OK);
        let asked = gateway.neighbour.asked::<proto::AssignImageRequest>("AssignImage");
        assert_eq!(asked.last().map(|asked| asked.shows), Some(shows));
    }
    let removed = gateway.json(&content, Method::DELETE, &format!("{images}/{CATEGORY}"), &json!({})).await;
    assert_eq!(removed.status, StatusCode::OK);
    assert_eq!(
        gateway.json(&content, Method::DELETE, &format!("{images}/x"), &json!({})).await.fields(),
        ["image"]
    );
}

#[souk_testkit::test(SCHEMA)]
async fn a_category_is_edited_moved_and_kept_while_it_is_named(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let category = proto::Category {
        id: CATEGORY.into(),
        version: 4,
        slug: "bain".into(),
        feature_set_id: ID.into(),
        ..Default::default()
    };
    gateway
        .neighbour
        .says("ListCategories", &proto::ListCategoriesResponse { categories: vec![category.clone()] });
    gateway.neighbour.says("UpdateCategory", &category);
    gateway.neighbour.says("MoveCategory", &category);
    let path = format!("/dashboard/api/categories/{CATEGORY}");
    let read = gateway.get(&content, &path).await.json();
    assert_eq!((&read["version"], &read["featureSetId"]), (&json!(4), &json!(ID)));
    assert_eq!(
        gateway.get(&content, &format!("/dashboard/api/categories/{ID}")).await.status,
        StatusCode::NOT_FOUND
    );
    let change = json!({ "version": 3, "slug": "bain-et-corps", "seoTitle": { "fr": "Savons", "ar": "", "en": "" },
        "image": "AAEC", "featureSetId": "" });
    assert_eq!(gateway.json(&content, Method::PATCH, &path, &change).await.status, StatusCode::OK);
    let sent = gateway.neighbour.asked::<proto::UpdateCategoryRequest>("UpdateCategory").remove(0);
    assert_eq!(
        (sent.version, sent.slug.as_deref(), sent.image, sent.feature_set_id.as_deref()),
        (3, Some("bain-et-corps"), Some(vec![0, 1, 2]), Some(""))
    );
    assert_eq!((sent.name, sent.seo_title.expect("sent").fr.as_str()), (None, "Savons"));
    let to = json!({ "version": 3, "parentId": ID, "at": 2 });
    assert_eq!(gateway.post(&content, &format!("{path}/move"), &to).await.status, StatusCode::OK);
    let sent = gateway.neighbour.asked::<proto::MoveCategoryRequest>("MoveCategory").remove(0);
    assert_eq!((sent.parent_id.as_str(), sent.at), (ID, 2));

    gateway.neighbour.fails("UpdateCategory", || Failure::conflict("catalog.stale_version", "it is at 4"));
    let stale = gateway.json(&content, Method::PATCH, &path, &change).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
    gateway.neighbour.fails("DeleteCategory", || {
        Failure::conflict("catalog.category_in_use", "it is named").with("products", 12).with("categories", 0)
    });
    let refused = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    assert_eq!(refused.json()["facts"], json!({ "products": 12, "categories": 0 }));
}
