//! The blog on staff screens, and as scripts read it.

use http::{Method, StatusCode};
use serde_json::json;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText;
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

const ID: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a502";
const CATEGORY: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a503";

fn stored() -> proto::BlogPost {
    proto::BlogPost {
        id: ID.into(),
        version: 4,
        slug: "tailles".into(),
        category_id: CATEGORY.into(),
        category_name: Some(LocalizedText { fr: "Guides".into(), ..Default::default() }),
        active: true,
        state: "planned".into(),
        published_at: "2026-12-01T08:00:00Z".into(),
        title: Some(LocalizedText { fr: "Tailles".into(), ..Default::default() }),
        changed_at: "2026-11-22T10:00:00Z".into(),
        ..Default::default()
    }
}

fn filed() -> proto::BlogCategory {
    proto::BlogCategory {
        id: CATEGORY.into(),
        version: 2,
        slug: "guides".into(),
        posts: 3,
        ..Default::default()
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_post_is_listed_and_saved_whole(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let posts = proto::ListBlogPostsResponse { posts: vec![stored()], total: 1 };
    gateway.neighbour.says("ListBlogPosts", &posts);
    let path = format!("/dashboard/api/blog-posts?state=planned&sort=changed&q=taill&category={CATEGORY}");
    let list = gateway.get(&content, &path).await.json();
    let row = &list["posts"][0];
    assert_eq!((&row["link"], &row["category"]["fr"]), (&json!("/blog/tailles"), &json!("Guides")));
    assert_eq!((&row["state"], &row["publishedAt"]), (&json!("planned"), &json!("2026-12-01T08:00:00Z")));
    let asked = gateway.neighbour.asked::<proto::ListBlogPostsRequest>("ListBlogPosts").remove(0);
    let asked = [asked.state, asked.sort, asked.query, asked.category_id];
    assert_eq!(asked, ["planned", "changed", "taill", CATEGORY]);

    gateway.neighbour.says("SaveBlogPost", &stored());
    let path = format!("/dashboard/api/blog-posts/{ID}");
    // Three languages of a long text: more than other bodies may have.
    let html = json!({ "fr": "x".repeat(50_000), "ar": "ت".repeat(50_000), "en": "" });
    let title = json!({ "fr": "Tailles", "ar": "المقاسات", "en": "" });
    let body =
        json!({ "version": 3, "categoryId": CATEGORY, "isActive": true, "title": title, "html": html });
    let answer = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((answer.status, &answer.json()["version"]), (StatusCode::OK, &json!(4)));
    let sent = gateway.neighbour.asked::<proto::SaveBlogPostRequest>("SaveBlogPost").remove(0).post;
    let sent = sent.expect("a post");
    assert_eq!((sent.id.as_str(), sent.version, sent.category_id.as_str()), (ID, 3, CATEGORY));
    assert_eq!((sent.active, sent.published_at.as_str()), (true, ""));

    gateway
        .neighbour
        .fails("SaveBlogPost", || Failure::conflict("catalog.stale_version", "it is at version 4"));
    gateway.neighbour.says("GetBlogPost", &stored());
    let stale = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!((stale.status, &stale.json()["current"]["version"]), (StatusCode::CONFLICT, &json!(4)));
}

#[souk_testkit::test(SCHEMA)]
async fn a_category_is_saved_whole_and_kept_while_posts_are_in_it(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let content = gateway.employee(Role::Content).await;
    let categories = proto::ListBlogCategoriesResponse { categories: vec![filed()], total: 1 };
    gateway.neighbour.says("ListBlogCategories", &categories);
    let list = gateway.get(&content, "/dashboard/api/blog-categories?sort=posts").await.json();
    let row = &list["categories"][0];
    assert_eq!((&row["link"], &row["postsCount"]), (&json!("/blog/categories/guides"), &json!(3)));

    gateway.neighbour.says("SaveBlogCategory", &filed());
    let path = format!("/dashboard/api/blog-categories/{CATEGORY}");
    let name = json!({ "fr": "Guides", "ar": "", "en": "" });
    let body = json!({ "version": 1, "name": name, "picture": "AAAA", "position": 4 });
    let answer = gateway.json(&content, Method::PUT, &path, &body).await;
    assert_eq!(answer.status, StatusCode::OK);
    let sent = gateway.neighbour.asked::<proto::SaveBlogCategoryRequest>("SaveBlogCategory").remove(0);
    let sent = sent.category.expect("a category");
    assert_eq!((sent.id.as_str(), sent.position, sent.picture.len()), (CATEGORY, 4, 3));

    let kept = || Failure::conflict("catalog.blog_category_in_use", "it has posts").with("posts", 3);
    gateway.neighbour.fails("DeleteBlogCategory", kept);
    let refused = gateway.json(&content, Method::DELETE, &path, &json!({})).await;
    assert_eq!((refused.status, &refused.json()["facts"]["posts"]), (StatusCode::CONFLICT, &json!(3)));
}

#[souk_testkit::test(SCHEMA)]
async fn shoppers_ask_for_a_page_of_posts_by_its_number_and_size_alone(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let json = br#"{"category":null,"posts":[],"categories":[],"total":0,"page":2,"size":24,"pageCount":0}"#;
    let listed = proto::ListPublishedBlogPostsResponse { json: json.to_vec() };
    gateway.neighbour.says("ListPublishedBlogPosts", &listed);
    let shopper = gateway.shopper().await;
    let answer = gateway.get(&shopper, "/web/public/api/blog/category/guides?page=2&size=24").await;
    assert_eq!(answer.status, StatusCode::OK);
    let asked = gateway.neighbour.asked::<proto::ListPublishedBlogPostsRequest>("ListPublishedBlogPosts");
    let page = asked[0].page.expect("a page");
    assert_eq!((asked[0].category.as_str(), page.page, page.size), ("guides", 2, 24));
    for odd in ["page=0", "size=13", "page=10001", "sort=title"] {
        let refused = gateway.get(&shopper, &format!("/web/public/api/blog/posts?{odd}")).await;
        assert!(refused.status.is_client_error(), "{odd}: {}", refused.status);
    }
    let nobody = gateway.get(&Person::default(), "/web/public/api/blog/posts").await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    let moved = || Failure::not_found("catalog.moved", "it moved").with("movedTo", "mesures");
    gateway.neighbour.fails("GetPublishedBlogPost", moved);
    let answer = gateway.get(&shopper, "/web/public/api/blog/post/tailles").await;
    assert_eq!(
        (answer.status, &answer.json()["facts"]["movedTo"]),
        (StatusCode::NOT_FOUND, &json!("mesures"))
    );
}
