//! Reviews: sent by shoppers, decided and answered by staff, shown on the product's page.

use souk_catalog::media::Media;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::reviews_server::Reviews as _;
use souk_proto::common::v1::PageRequest;
use souk_proto::orders::v1::{Order, OrderLine};
use souk_rpc::{Actor, Failure, Kind};
use souk_views as views;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, fields, png, staff};

/// Calls as the role that looks after reviews.
macro_rules! call {
    ($shop:expr, $method:ident, $request:expr) => {
        $shop.reviews.$method(by(&content(), $request)).await.map(|it| it.into_inner()).map_err(Failure::from)
    };
}

async fn soap(shop: &Shop) -> proto::Product {
    shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await
}

/// A form as a content shopper fills it in, under a key of its own.
fn form(shop: &Shop, product: &str, rating: u32) -> proto::SubmitReviewRequest {
    proto::SubmitReviewRequest {
        idempotency_key: shop.id(),
        product_id: product.into(),
        name: " Amina ".into(),
        email: "amina@example.dz".into(),
        phone: "0550 12 34 56".into(),
        purchase_date: "2026-01-02".into(),
        rating,
        text: "Il sent bon.\nJe recommande.".into(),
        bought_here: true,
        accepted_policy: true,
        image: Vec::new(),
    }
}

async fn send(shop: &Shop, form: proto::SubmitReviewRequest) -> Result<String, Failure> {
    let answer = shop.reviews.submit_review(by(&Actor::shopper(), form)).await;
    Ok(answer.map_err(Failure::from)?.into_inner().id)
}

async fn decide(shop: &Shop, id: &str, state: &str) -> proto::Review {
    let version = read(shop, id).await.version;
    decide_at(shop, id, version, state).await.expect("decided")
}

async fn decide_at(shop: &Shop, id: &str, version: u64, state: &str) -> Result<proto::Review, Failure> {
    call!(shop, moderate_review, proto::ModerateReviewRequest { id: id.into(), state: state.into(), version })
}

async fn approved(shop: &Shop, product: &str, rating: u32) -> String {
    let id = send(shop, form(shop, product, rating)).await.expect("taken");
    decide(shop, &id, "approved").await;
    id
}

async fn read(shop: &Shop, id: &str) -> proto::Review {
    call!(shop, get_review, proto::GetReviewRequest { id: id.into() }).expect("is there")
}

async fn published(shop: &Shop, sort: &str, page: u32) -> views::Reviews {
    let page = Some(PageRequest { page, size: 12 });
    let request = proto::GetProductReviewsRequest { slug: "savon".into(), page, sort: sort.into() };
    let answer = shop.reviews.get_product_reviews(by(&Actor::shopper(), request)).await.expect("answers");
    serde_json::from_slice(&answer.into_inner().json).expect("reviews")
}

async fn heard(shop: &Shop, order: &Order, is_delivered: bool) {
    let mut tx = shop.pool().begin().await.expect("a transaction");
    souk_catalog::reviews::note_in(&mut tx, &shop.catalog.context, order, is_delivered).await.expect("noted");
    tx.commit().await.expect("committed");
}

#[souk_testkit::test(SCHEMA)]
async fn a_review_that_comes_while_its_product_is_deleted_is_refused(pool: PgPool) {
    let shop = Shop::open(pool);
    let soap = soap(&shop).await;
    let mut deleting = shop.pool().begin().await.expect("begun");
    let delete = sqlx::query("DELETE FROM products WHERE id = $1::text::uuid").bind(&soap.id);
    delete.execute(&mut *deleting).await.expect("deleted");
    let (review, ()) = tokio::join!(send(&shop, form(&shop, &soap.id, 5)), async {
        shop.somebody_waits().await;
        deleting.commit().await.expect("committed");
    });
    let refused = review.expect_err("nothing to be said of it");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::NotFound, "catalog.unknown_product"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_review_is_public_once_it_is_approved(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let id = send(&shop, proto::SubmitReviewRequest { image: png(3), ..form(&shop, &product.id, 4) }).await;
    let id = id.expect("taken");
    let page = shop.page("savon").await.expect("a page");
    assert!(page.reviews_serialized.is_empty() && page.rating.count == 0, "it waits");

    assert_eq!(decide(&shop, &id, "approved").await.version, 2);
    assert_eq!(decide(&shop, &id, "approved").await.version, 2, "the same again changes nothing");
    let page = shop.page("savon").await.expect("a page");
    let shown = &page.reviews_serialized[0];
    assert_eq!(
        (shown.user.as_str(), shown.rating, shown.text.as_str()),
        ("Amina", 4, "Il sent bon.\nJe recommande.")
    );
    assert_eq!(shown.images.len(), 1);
    assert_eq!((page.rating.count, page.rating.counts), (1, vec![0, 0, 0, 1, 0]));
    let json = serde_json::to_string(&page.reviews_serialized).expect("writes");
    assert!(!json.contains("0550123456") && !json.contains("example.dz"), "{json}");

    decide(&shop, &id, "refused").await;
    let page = shop.page("savon").await.expect("a page");
    assert!(page.reviews_serialized.is_empty() && page.rating.count == 0, "it is taken back");
    let told = shop.events::<proto::AuditRecorded>().await;
    let told: Vec<_> = told.into_iter().filter_map(|event| event.entry).collect();
    let of_reviews: Vec<_> = told.iter().filter(|entry| entry.action.contains("review")).collect();
    let actions: Vec<_> = of_reviews.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions, ["catalog.review_approved", "catalog.review_refused"], "is told");
    assert!(
        of_reviews.iter().all(|entry| !format!("{entry:?}").contains("0550123456")),
        "who wrote it is not"
    );
    let states: Vec<_> =
        shop.events::<proto::ReviewChanged>().await.into_iter().map(|event| event.state).collect();
    assert_eq!(states, ["pending", "approved", "refused"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_submission_that_is_sent_again_is_one_review(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let first = form(&shop, &product.id, 5);
    let sent = [send(&shop, first.clone()).await, send(&shop, first.clone()).await];
    assert_eq!(sent[0].as_ref().expect("taken"), sent[1].as_ref().expect("taken"));
    let other = proto::SubmitReviewRequest { text: "Autre".into(), ..first };
    assert_eq!(fields(&send(&shop, other).await.expect_err("another under its key")), ["idempotencyKey"]);
    let all = call!(shop, list_reviews, proto::ListReviewsRequest::default()).expect("listed");
    assert_eq!(all.total, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_repeat_is_answered_as_the_first_whatever_became_of_the_product(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let first = proto::SubmitReviewRequest { image: png(5), ..form(&shop, &product.id, 5) };
    let taken = send(&shop, first.clone()).await.expect("taken");
    let stored = pictures(&shop, &product.id);
    let off = proto::UpdateProductRequest {
        id: product.id.clone(),
        version: 1,
        active: Some(false),
        ..Default::default()
    };
    shop.update(off).await.expect("switched off");
    assert_eq!(send(&shop, first).await.expect("answered"), taken);
    let late = proto::SubmitReviewRequest { image: png(6), ..form(&shop, &product.id, 5) };
    assert_eq!(send(&shop, late).await.expect_err("is not sold").kind, Kind::NotFound);
    assert_eq!(pictures(&shop, &product.id), stored, "nothing is kept of what is refused or repeated");
}

/// Files of the product's pictures.
fn pictures(shop: &Shop, product: &str) -> Vec<String> {
    let folder = shop.folder.path().join("media/products").join(product);
    let files = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<_> =
        files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[souk_testkit::test(SCHEMA)]
async fn nobody_can_work_out_where_the_picture_of_a_waiting_review_is(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let sent = proto::SubmitReviewRequest { image: png(7), ..form(&shop, &product.id, 5) };
    let id = send(&shop, sent).await.expect("taken");
    let names = pictures(&shop, &product.id);
    let known = [Media::hash(&png(7)), id.replace('-', "")];
    assert_eq!(names.len(), 3);
    assert!(names.iter().all(|name| known.iter().all(|known| !name.contains(known))), "{names:?}");
    let shown = read(&shop, &id).await.images;
    assert!(shown.iter().all(|url| names.iter().any(|name| url.ends_with(name))), "staff see it: {shown:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_missing_or_wrong_is_named_field_by_field(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let empty = proto::SubmitReviewRequest { idempotency_key: shop.id(), ..Default::default() };
    let refused = send(&shop, empty).await.expect_err("empty");
    let required = ["name", "email", "phone", "purchaseDate", "text", "boughtHere", "acceptedPolicy"];
    for field in required {
        let violation = refused.violations.iter().find(|violation| violation.field == field);
        assert_eq!(violation.expect(field).key, "productDetails.fillAllFields", "{field}");
    }
    assert_eq!(refused.violations.len(), required.len() + 2, "the product and the rating too");
    let wrong = proto::SubmitReviewRequest {
        name: "Ami\u{202e}na".into(),
        email: "amina".into(),
        phone: "12".into(),
        purchase_date: "2999-01-01".into(),
        rating: 6,
        text: "x".repeat(1_001),
        ..form(&shop, &product.id, 5)
    };
    let refused = send(&shop, wrong).await.expect_err("wrong");
    assert_eq!(fields(&refused), ["name", "email", "phone", "purchaseDate", "rating", "text"]);
    let text = proto::SubmitReviewRequest { image: b"text".to_vec(), ..form(&shop, &product.id, 5) };
    assert_eq!(fields(&send(&shop, text).await.expect_err("no picture")), ["image"]);
    let nothing = send(&shop, form(&shop, &shop.id(), 5)).await.expect_err("of no product");
    assert_eq!(nothing.kind, Kind::NotFound);
}

#[souk_testkit::test(SCHEMA)]
async fn nobody_overrides_a_decision_that_they_did_not_read(pool: PgPool) {
    let shop = Shop::open(pool);
    let id = send(&shop, form(&shop, &soap(&shop).await.id, 5)).await.expect("taken");
    decide(&shop, &id, "refused").await;
    let late = decide_at(&shop, &id, 1, "approved").await.expect_err("a colleague refused it");
    assert_eq!((late.kind, late.metadata["version"].as_str()), (Kind::Conflict, "2"));
    assert_eq!(read(&shop, &id).await.state, "refused");
    let again = decide_at(&shop, &id, 1, "refused").await.expect("whoever wants the same has it");
    assert_eq!((again.version, again.changed), (2, Some(false)), "and has nothing to take back");
    let older = decide_at(&shop, &id, 0, "approved").await.expect("a gateway of before sends none");
    assert_eq!((older.state.as_str(), older.changed), ("approved", Some(true)));
    assert_eq!(read(&shop, &id).await.changed, None, "who only reads changed nothing and is told nothing");
}

#[souk_testkit::test(SCHEMA)]
async fn few_reviews_of_one_phone_wait_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let mut sent = Vec::new();
    for _each in 0..10 {
        sent.push(send(&shop, form(&shop, &product.id, 5)).await.expect("taken"));
    }
    let refused = send(&shop, form(&shop, &product.id, 5)).await.expect_err("too many");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::RateLimited, "catalog.too_many_reviews"));
    decide(&shop, &sent[0], "refused").await;
    send(&shop, form(&shop, &product.id, 5)).await.expect("there is room again");
}

#[souk_testkit::test(SCHEMA)]
async fn so_many_pictures_wait_at_once_whatever_their_phones(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let with_picture = |key: &str| proto::SubmitReviewRequest {
        idempotency_key: key.into(),
        image: png(3),
        ..form(&shop, &product.id, 5)
    };
    let first = send(&shop, with_picture("first")).await.expect("taken");
    sqlx::query(
        "INSERT INTO reviews SELECT (jsonb_populate_record(reviews, jsonb_build_object(
             'id', gen_random_uuid(), 'phone', '06' || lpad(number::text, 8, '0')))).*
         FROM reviews, generate_series(2, 500) AS number",
    )
    .execute(shop.pool())
    .await
    .expect("invented phones");
    let refused = send(&shop, with_picture("one more")).await.expect_err("too many");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::RateLimited, "catalog.too_many_reviews"));
    send(&shop, form(&shop, &product.id, 5)).await.expect("words take no room");
    send(&shop, with_picture("first")).await.expect("a repeat has its answer");
    decide(&shop, &first, "refused").await;
    send(&shop, with_picture("one more")).await.expect("there is room again");
}

#[souk_testkit::test(SCHEMA)]
async fn a_delivered_order_verifies_before_and_after_and_not_when_it_comes_back(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let before = approved(&shop, &product.id, 5).await;
    let line = OrderLine { product_id: product.id.clone(), quantity: 1, ..Default::default() };
    let mut order = Order {
        id: shop.id(),
        version: 4,
        lines: vec![line],
        phone: "0550123456".into(),
        ..Default::default()
    };
    assert!(!read(&shop, &before).await.verified);
    assert!(!shop.page("savon").await.expect("a page").reviews_serialized[0].verified);

    heard(&shop, &order, true).await;
    assert!(read(&shop, &before).await.verified, "bought later than written");
    assert!(shop.page("savon").await.expect("a page").reviews_serialized[0].verified, "the page follows");
    let after = send(&shop, form(&shop, &product.id, 5)).await.expect("taken");
    assert!(read(&shop, &after).await.verified);
    let other = proto::SubmitReviewRequest { phone: "0661000000".into(), ..form(&shop, &product.id, 5) };
    let other = send(&shop, other).await.expect("taken");
    assert!(!read(&shop, &other).await.verified, "another's phone");

    order.version = 5;
    heard(&shop, &order, false).await;
    order.version = 4;
    heard(&shop, &order, true).await;
    assert!(!read(&shop, &after).await.verified, "taken back; the delivery is heard again, late");
}

#[souk_testkit::test(SCHEMA)]
async fn the_shop_answers_and_takes_its_answer_back(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let id = approved(&shop, &product.id, 5).await;
    let reply = async |version, text: &str| {
        let request = proto::ReplyToReviewRequest { id: id.clone(), version, text: text.into() };
        call!(shop, reply_to_review, request)
    };
    let answered = reply(2, "Merci !").await.expect("answered");
    assert_eq!((answered.reply.as_str(), answered.version), ("Merci !", 3));
    assert_eq!(shop.page("savon").await.expect("a page").reviews_serialized[0].reply, "Merci !");
    assert_eq!(reply(2, "Autre").await.expect_err("was read before").kind, Kind::Conflict);
    assert_eq!(fields(&reply(3, &"x".repeat(1_001)).await.expect_err("long")), ["text"]);
    let without = reply(3, " ").await.expect("taken away");
    assert_eq!((without.reply.as_str(), without.replied_at.as_str()), ("", ""));
    assert_eq!(shop.page("savon").await.expect("a page").reviews_serialized[0].reply, "");
}

#[souk_testkit::test(SCHEMA)]
async fn shoppers_sort_and_page_what_is_published(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let mut ids = Vec::new();
    for number in 0..14 {
        ids.push(approved(&shop, &product.id, number % 5 + 1).await);
    }
    send(&shop, form(&shop, &product.id, 1)).await.expect("taken");
    let first = published(&shop, "default", 1).await;
    assert_eq!((first.rating.count, first.rating.counts.as_slice()), (14, [3, 3, 3, 3, 2].as_slice()));
    let newest: Vec<_> = first.reviews.iter().map(|review| review.id.clone()).collect();
    assert_eq!(newest, ids.iter().rev().take(12).cloned().collect::<Vec<_>>());
    assert_eq!(published(&shop, "default", 2).await.reviews.len(), 2);
    let stars =
        |page: views::Reviews| page.reviews.into_iter().map(|review| review.rating).collect::<Vec<_>>();
    assert!(stars(published(&shop, "rating_desc", 1).await).is_sorted_by(|one, next| one >= next));
    assert_eq!(stars(published(&shop, "rating_asc", 1).await)[..4], [1, 1, 1, 2]);
    let page = shop.page("savon").await.expect("a page");
    assert_eq!(page.reviews_serialized, first.reviews, "the page has the first of them");
}

#[souk_testkit::test(SCHEMA)]
async fn staff_narrow_their_list(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = soap(&shop).await;
    let candle = shop.create(shop.new_product("Bougie", &shop.category("Maison", "").await)).await;
    let bad = approved(&shop, &product.id, 1).await;
    let good = approved(&shop, &product.id, 5).await;
    let waiting = send(&shop, form(&shop, &candle.id, 5)).await.expect("taken");
    let list = async |request: proto::ListReviewsRequest| {
        let answer = call!(shop, list_reviews, request).expect("listed");
        assert_eq!(answer.total, answer.reviews.len() as u64);
        answer.reviews.into_iter().map(|review| review.id).collect::<Vec<_>>()
    };
    let request = proto::ListReviewsRequest::default();
    assert_eq!(list(request.clone()).await, [waiting.clone(), good.clone(), bad.clone()]);
    let oldest = proto::ListReviewsRequest { sort: "oldest".into(), ..request.clone() };
    assert_eq!(list(oldest).await, [bad.clone(), good.clone(), waiting.clone()]);
    let pending = proto::ListReviewsRequest { state: "pending".into(), ..request.clone() };
    assert_eq!(list(pending).await, std::slice::from_ref(&waiting));
    let rated = proto::ListReviewsRequest { rating: 1, ..request.clone() };
    assert_eq!(list(rated).await, [bad]);
    let of_product = proto::ListReviewsRequest { product_id: candle.id, ..request };
    assert_eq!(list(of_product).await, std::slice::from_ref(&waiting));
    let wrong =
        proto::ListReviewsRequest { state: "x".into(), rating: 6, sort: "x".into(), ..Default::default() };
    assert_eq!(fields(&call!(shop, list_reviews, wrong).expect_err("wrong")), ["state", "rating", "sort"]);
    let waiting = read(&shop, &waiting).await;
    assert_eq!((waiting.product_slug.as_str(), waiting.phone.as_str()), ("bougie", "0550123456"));
}

#[souk_testkit::test(SCHEMA)]
async fn only_who_moderates_sees_who_wrote(pool: PgPool) {
    let shop = Shop::open(pool);
    let id = send(&shop, form(&shop, &soap(&shop).await.id, 5)).await.expect("taken");
    for (role, may) in
        [(Role::Sales, true), (Role::Content, true), (Role::Warehouse, false), (Role::Payments, false)]
    {
        let request = proto::GetReviewRequest { id: id.clone() };
        let seen = shop.reviews.get_review(by(&staff(role), request)).await;
        assert_eq!(seen.is_ok(), may, "{role}");
        let request = proto::ModerateReviewRequest { id: id.clone(), state: "approved".into(), version: 1 };
        assert_eq!(shop.reviews.moderate_review(by(&staff(role), request)).await.is_ok(), may, "{role}");
    }
    let request = proto::ListReviewsRequest::default();
    assert!(shop.reviews.list_reviews(by(&Actor::shopper(), request)).await.is_err());
}
