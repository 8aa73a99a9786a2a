//! A list of 200 rows sends as many statements as one of 12 (house rule "Services 10"): all lists of the catalogue.

use serde_json::Value;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::attributes_server::Attributes as _;
use souk_proto::catalog::v1::blog_server::Blog as _;
use souk_proto::catalog::v1::brand_lines_server::BrandLines as _;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::categories_server::Categories as _;
use souk_proto::catalog::v1::cms_pages_server::CmsPages as _;
use souk_proto::catalog::v1::collections_server::Collections as _;
use souk_proto::catalog::v1::feature_sets_server::FeatureSets as _;
use souk_proto::catalog::v1::features_server::Features as _;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_proto::catalog::v1::menus_server::Menus as _;
use souk_proto::catalog::v1::no_result_searches_server::NoResultSearches as _;
use souk_proto::catalog::v1::price_changes_server::PriceChanges as _;
use souk_proto::catalog::v1::product_files_server::ProductFiles as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::catalog::v1::promotions_server::Promotions as _;
use souk_proto::catalog::v1::restock_requests_server::RestockRequests as _;
use souk_proto::catalog::v1::reviews_server::Reviews as _;
use souk_proto::catalog::v1::synonyms_server::Synonyms as _;
use souk_proto::common::v1::PageRequest;
use souk_rpc::Actor;
use souk_testkit::statements_of;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, everything, listing_of, staff};

/// What a shop has of everything, from the `numbers` that stand before each.
const ROWS: &[&str] = &[
    "INSERT INTO categories (id, slug, name, created_at)
     SELECT gen_random_uuid(), 'c' || n, jsonb_build_object('fr', 'C' || n), now() FROM numbers",
    "INSERT INTO products (id, revision, slug, active, price_ht, tax_rate, category_id, created_at, updated_at, tags)
     SELECT gen_random_uuid(), r.current, 'p' || n, true, 10000, 1900, c.id, now(), now(), ARRAY['t' || n]
       FROM numbers, revision r, categories c WHERE c.slug = 'c1'",
    "INSERT INTO product_texts (product_id, language, name)
     SELECT id, l, 'Savon ' || n FROM numbers JOIN products ON slug = 'p' || n, unnest(ARRAY['fr', 'ar', 'en']) l",
    "INSERT INTO combinations (id, product_id, position, is_default, active, chosen)
     SELECT gen_random_uuid(), id, k, k = 0, true, '[]' FROM numbers JOIN products ON slug = 'p' || n, generate_series(0, 1) k",
    "INSERT INTO brands (id, slug, name, created_at) SELECT gen_random_uuid(), 'b' || n, 'B' || n, now() FROM numbers",
    "INSERT INTO brand_lines (id, brand_id, version, slug, name, about, seo_title, seo_description, position)
     SELECT gen_random_uuid(), (SELECT min(id::text)::uuid FROM brands), 1, 'l' || n, 'L' || n, '{}', '{}', '{}', 0 FROM numbers",
    "INSERT INTO attributes (id, kind, input, name)
     SELECT gen_random_uuid(), 'a' || n, 'text', jsonb_build_object('fr', 'A' || n) FROM numbers",
    "INSERT INTO features (id, kind, input, name, position)
     SELECT gen_random_uuid(), 'f' || n, 'text', jsonb_build_object('fr', 'F' || n), 0 FROM numbers",
    "INSERT INTO feature_sets (id, version, name) SELECT gen_random_uuid(), 1, 'F' || n FROM numbers",
    "INSERT INTO feature_set_members (set_id, place, feature_id)
     SELECT s.id, 0, f.id FROM numbers JOIN feature_sets s ON s.name = 'F' || n JOIN features f ON f.kind = 'f' || n",
    "INSERT INTO synonym_groups (id, version, place, updated_at) SELECT gen_random_uuid(), 1, n, now() FROM numbers",
    "INSERT INTO synonym_words (group_id, place, written, compared)
     SELECT id, w, 'w' || n || '-' || w, 'w' || n || ' ' || w FROM numbers JOIN synonym_groups g ON g.place = n, generate_series(1, 2) w",
    "INSERT INTO collections (id, version, slug, active, name, about, seo_title, seo_description, position)
     SELECT gen_random_uuid(), 1, 'o' || n, true, jsonb_build_object('fr', 'O' || n), '{}', '{}', '{}', 0 FROM numbers",
    "INSERT INTO cms_pages (id, version, slug, active, title, html, seo_title, seo_description, changed_at)
     SELECT gen_random_uuid(), 1, 'm' || n, true, jsonb_build_object('fr', 'M' || n), '{}', '{}', '{}', now() FROM numbers",
    "INSERT INTO blog_categories (id, version, slug, name, description, seo_title, seo_description, position)
     SELECT gen_random_uuid(), 1, 'g' || n, jsonb_build_object('fr', 'G' || n), '{}', '{}', '{}', 0 FROM numbers",
    "INSERT INTO blog_posts (id, version, category_id, slug, active, published_at, title, excerpt, html, seo_title, seo_description,
                             changed_at)
     SELECT gen_random_uuid(), 1, (SELECT min(id::text)::uuid FROM blog_categories), 's' || n, true, '2020-01-01',
            jsonb_build_object('fr', 'S' || n), '{}', '{}', '{}', '{}', now() FROM numbers",
    "INSERT INTO promotions (id, version, title, rule_type, value, rule, entity_id, active)
     SELECT gen_random_uuid(), 1, jsonb_build_object('fr', 'R' || n), 'percentage', 1000, 'brand', id, false
       FROM numbers JOIN brands ON slug = 'b' || n",
    "INSERT INTO menu_items (id, version, menu, position, kind, target_id, link, label, accent, active)
     SELECT gen_random_uuid(), 1, 'main', n, 'Brand', id, '', '{}', false, true FROM numbers JOIN brands ON slug = 'b' || n",
    "INSERT INTO no_result_searches (day, language, term, searches, last_at)
     SELECT current_date, 'fr', 'henne ' || n, n, now() FROM numbers",
    "INSERT INTO reviews (id, product_id, state, rating, body, name, email, phone, purchased_on, verified, images, created_at)
     SELECT gen_random_uuid(), p.id, 'approved', 1 + n % 5, 'Bien', 'Amina', 'a@b.dz', '05' || lpad(n::text, 8, '0'), current_date,
            false, '[]', now() FROM numbers, products p WHERE p.slug = 'p1'",
    "INSERT INTO restock_requests (id, product_id, combination_id, phone, name, asked_at)
     SELECT gen_random_uuid(), p.id, '00000000-0000-0000-0000-000000000000', '0550000001', '', now()
       FROM products p WHERE p.slug <> 'p1'
     ON CONFLICT DO NOTHING",
    "INSERT INTO restock_requests (id, product_id, combination_id, phone, name, asked_at)
     SELECT gen_random_uuid(), p.id, '00000000-0000-0000-0000-000000000000', '05' || lpad(n::text, 8, '0'), '', now()
       FROM numbers, products p WHERE p.slug = 'p1'",
    "INSERT INTO price_changes (product_id, priced_id, nth, changed_at, before, after, employee_name)
     SELECT id, id, n, now() - n * interval '1 hour', n, n + 1, 'souk' FROM products p, numbers WHERE p.slug = 'p1'",
];

/// Makes everything from a number to another.
async fn grow(shop: &Shop, from: u32, to: u32) {
    sqlx::query("UPDATE revision SET current = current + 1").execute(shop.pool()).await.expect("a revision");
    for rows in ROWS {
        let rows = format!("WITH numbers AS (SELECT n FROM generate_series({from}, {to}) n) {rows}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(rows)).execute(shop.pool()).await.expect("stored");
    }
    shop.catalog.catch_up().await.expect("caught up");
}

/// How many rows a list has and how many statements it sent; a field whose name begins with a quote is one of the answer's JSON.
macro_rules! listed {
    ($rpc:expr, $actor:expr, $method:ident, $request:expr, $rows:ident) => {{
        let (answer, statements) = statements_of($rpc.$method(by(&$actor, $request))).await;
        (answer.expect("listed").into_inner().$rows.len(), statements)
    }};
    ($rpc:expr, $actor:expr, $method:ident, $request:expr, $rows:literal) => {{
        let (answer, statements) = statements_of($rpc.$method(by(&$actor, $request))).await;
        let answer: Value = serde_json::from_slice(&answer.expect("listed").into_inner().json).expect("JSON");
        (answer[$rows].as_array().expect("rows").len(), statements)
    }};
}

type Listed = (&'static str, (usize, usize));

const PAGE: Option<PageRequest> = Some(PageRequest { page: 1, size: 200 });

/// What is sold, and how it is found.
async fn sold(shop: &Shop) -> Vec<Listed> {
    let admin = staff(Role::Admin);
    let shopper = Actor::shopper();
    vec![
        (
            "products",
            listed!(
                shop.products,
                admin,
                list_products,
                proto::ListProductsRequest { page: PAGE, ..Default::default() },
                products
            ),
        ),
        (
            "products with a word",
            listed!(
                shop.products,
                admin,
                list_products,
                proto::ListProductsRequest { page: PAGE, query: "savon".into(), ..Default::default() },
                products
            ),
        ),
        (
            "whole products",
            listed!(
                shop.catalog.product_files(),
                admin,
                list_whole_products,
                proto::ListWholeProductsRequest::default(),
                products
            ),
        ),
        ("tags", listed!(shop.products, admin, list_tags, proto::ListTagsRequest {}, tags)),
        (
            "price changes",
            listed!(
                shop.catalog.price_changes(),
                admin,
                list_price_changes,
                proto::ListPriceChangesRequest { page: PAGE, product_id: first(shop).await },
                changes
            ),
        ),
        (
            "a listing",
            listed!(
                shop.listings,
                shopper,
                get_listing,
                proto::GetListingRequest { page: PAGE, ..everything() },
                "products"
            ),
        ),
        (
            "a search",
            listed!(
                shop.listings,
                shopper,
                get_listing,
                proto::GetListingRequest { page: PAGE, ..listing_of(Scope::Search, "savon") },
                "products"
            ),
        ),
    ]
}

/// What it is sorted and described by.
async fn sorted(shop: &Shop) -> Vec<Listed> {
    let admin = staff(Role::Admin);
    let shopper = Actor::shopper();
    vec![
        (
            "categories",
            listed!(shop.categories, shopper, list_categories, proto::ListCategoriesRequest {}, categories),
        ),
        (
            "brands",
            listed!(
                shop.brands,
                admin,
                list_brands,
                proto::ListBrandsRequest { page: PAGE, ..Default::default() },
                brands
            ),
        ),
        (
            "brand lines",
            listed!(
                shop.brand_lines,
                admin,
                list_brand_lines,
                proto::ListBrandLinesRequest { page: PAGE, ..Default::default() },
                lines
            ),
        ),
        (
            "collections",
            listed!(
                shop.collections,
                admin,
                list_collections,
                proto::ListCollectionsRequest { page: PAGE, ..Default::default() },
                collections
            ),
        ),
        (
            "attributes",
            listed!(shop.attributes, admin, list_attributes, proto::ListAttributesRequest {}, attributes),
        ),
        ("features", listed!(shop.features, admin, list_features, proto::ListFeaturesRequest {}, features)),
        (
            "sets",
            listed!(
                shop.catalog.feature_sets(),
                admin,
                list_feature_sets,
                proto::ListFeatureSetsRequest {},
                sets
            ),
        ),
        (
            "synonyms",
            listed!(
                shop.catalog.synonyms(),
                admin,
                list_synonym_groups,
                proto::ListSynonymGroupsRequest::default(),
                groups
            ),
        ),
        (
            "promotions",
            listed!(shop.promotions, admin, list_promotions, proto::ListPromotionsRequest {}, promotions),
        ),
    ]
}

/// What is written.
async fn written(shop: &Shop) -> Vec<Listed> {
    let admin = staff(Role::Admin);
    let shopper = Actor::shopper();
    vec![
        (
            "reviews",
            listed!(
                shop.reviews,
                admin,
                list_reviews,
                proto::ListReviewsRequest { page: PAGE, ..Default::default() },
                reviews
            ),
        ),
        (
            "reviews of a product",
            listed!(
                shop.reviews,
                shopper,
                get_product_reviews,
                proto::GetProductReviewsRequest { page: PAGE, slug: "p1".into(), ..Default::default() },
                "reviews"
            ),
        ),
        (
            "pages",
            listed!(
                shop.cms_pages,
                admin,
                list_cms_pages,
                proto::ListCmsPagesRequest { page: PAGE, ..Default::default() },
                pages
            ),
        ),
        (
            "posts",
            listed!(
                shop.blog,
                admin,
                list_blog_posts,
                proto::ListBlogPostsRequest { page: PAGE, ..Default::default() },
                posts
            ),
        ),
        (
            "published posts",
            listed!(
                shop.blog,
                shopper,
                list_published_blog_posts,
                proto::ListPublishedBlogPostsRequest {
                    page: PAGE,
                    language: "fr".into(),
                    ..Default::default()
                },
                "posts"
            ),
        ),
        (
            "categories of posts",
            listed!(
                shop.blog,
                admin,
                list_blog_categories,
                proto::ListBlogCategoriesRequest { page: PAGE, ..Default::default() },
                categories
            ),
        ),
        ("menu items", listed!(shop.menus, admin, list_menu_items, proto::ListMenuItemsRequest {}, items)),
    ]
}

/// What is wanted.
async fn wanted(shop: &Shop) -> Vec<Listed> {
    let admin = staff(Role::Admin);
    vec![
        (
            "searches in vain",
            listed!(
                shop.catalog.no_result_searches(),
                admin,
                list_no_result_searches,
                proto::ListNoResultSearchesRequest { page: PAGE, days: 30, ..Default::default() },
                searches
            ),
        ),
        (
            "what is waited for",
            listed!(
                shop.catalog.restock_requests(),
                admin,
                list_restock_items,
                proto::ListRestockItemsRequest { page: PAGE, ..Default::default() },
                items
            ),
        ),
        (
            "who waits",
            listed!(
                shop.catalog.restock_requests(),
                admin,
                list_restock_requests,
                proto::ListRestockRequestsRequest {
                    page: PAGE,
                    product_id: first(shop).await,
                    ..Default::default()
                },
                requests
            ),
        ),
    ]
}

async fn first(shop: &Shop) -> String {
    let id = sqlx::query_scalar("SELECT id::text FROM products WHERE slug = 'p1'");
    id.fetch_one(shop.pool()).await.expect("read")
}

async fn lists(shop: &Shop) -> Vec<Listed> {
    [sold(shop).await, sorted(shop).await, written(shop).await, wanted(shop).await].concat()
}

#[souk_testkit::test(SCHEMA)]
async fn lists_of_200_rows_send_as_many_statements_as_those_of_12(pool: PgPool) {
    let shop = Shop::open(pool);
    grow(&shop, 1, 12).await;
    let short = lists(&shop).await;
    grow(&shop, 13, 200).await;
    for ((list, short), (_, long)) in short.into_iter().zip(lists(&shop).await) {
        // The files' rows come in portions of a hundred.
        let many = if list == "whole products" { 100 } else { 200 };
        assert_eq!((short.0, long.0), (12, many), "{list}");
        assert_eq!(short.1, long.1, "{list}");
    }
}
