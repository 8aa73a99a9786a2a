//! What search engines ask for, and the address that people guess.

use http::StatusCode;
use souk_proto::catalog::v1::address::Kind;
use souk_proto::catalog::v1::{Address, GetHomeResponse, ListAddressesRequest, ListAddressesResponse};
use souk_rpc::Failure;
use sqlx::PgPool;

use crate::support::{Gateway, Person};

fn address(kind: Kind, category_slug: &str, slug: &str) -> Address {
    Address { kind: kind.into(), slug: slug.into(), category_slug: category_slug.into() }
}

#[sqlx::test]
async fn the_sitemap_names_every_page_in_every_language(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let addresses = vec![
        address(Kind::Category, "", "soins"),
        address(Kind::Promotion, "", "01a1"),
        address(Kind::Product, "soins", "كريم"),
        address(Kind::CmsPage, "", "livraison"),
        address(Kind::Collection, "", "cadeaux"),
        address(Kind::BlogCategory, "", "guides"),
        address(Kind::BlogPost, "", "tailles"),
    ];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 2 });
    let nobody = Person::default();
    let index = gateway.get(&nobody, "/sitemap.xml").await;
    assert_eq!((index.status, index.header("content-type")), (StatusCode::OK, "application/xml"));
    assert_eq!(index.text().matches("/sitemap.xml?part=").count(), 2);
    let part = gateway.get(&nobody, "/sitemap.xml?part=0").await.text();
    for path in [
        "/ar",
        "/en/new",
        "/catalog/category/soins",
        "/ar/promotions/01a1",
        "/ar/pages/livraison",
        "/ar/catalog/collections/cadeaux",
        "/ar/blog",
        "/en/blog/categories/guides",
        "/ar/blog/tailles",
        "/ar/catalog/product/soins/%D9%83%D8%B1%D9%8A%D9%85",
    ] {
        let entry = format!("<url><loc>http://localhost:8080{path}</loc></url>");
        assert!(part.contains(&entry), "{path}: {part}");
    }
    let second = gateway.get(&nobody, "/sitemap.xml?part=1").await.text();
    for once in ["/ar/new", "/ar/blog"] {
        assert!(!second.contains(&format!("{once}</loc>")), "{once} stands in the first part alone");
    }
    let asked = gateway.neighbour.asked::<ListAddressesRequest>("ListAddresses");
    gateway.get(&nobody, "/sitemap.xml?part=0").await;
    assert_eq!(gateway.neighbour.asked::<ListAddressesRequest>("ListAddresses").len(), asked.len());
}

#[sqlx::test]
async fn whoever_reads_the_whole_sitemap_takes_nothing_from_shoppers(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    // More than the four mebibytes that are kept for shoppers.
    let slug = "x".repeat(600);
    let addresses = vec![address(Kind::Product, "soins", &slug); 200];
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses, parts: 20 });
    gateway.neighbour.says("GetHome", &GetHomeResponse { json: b"{}".to_vec(), version: 1 });
    let (nobody, shopper) = (Person::default(), gateway.shopper().await);
    gateway.get(&shopper, "/web/public/api/home").await;
    for part in (0..20).chain(0..20) {
        let answer = gateway.get(&nobody, &format!("/sitemap.xml?part={part}")).await;
        assert_eq!(answer.status, StatusCode::OK);
        // What changes in the catalogue makes pages old, and no sitemap.
        gateway.app.catalog.reads().drop_all();
    }
    assert_eq!(gateway.neighbour.asked::<ListAddressesRequest>("ListAddresses").len(), 20);
    gateway.neighbour.fails("GetHome", || Failure::unavailable("away"));
    let home = gateway.get(&shopper, "/web/public/api/home").await;
    assert_eq!(home.status, StatusCode::OK, "it is still kept");
}

#[sqlx::test]
async fn a_part_that_is_not_there_is_not_found(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    gateway.neighbour.says("ListAddresses", &ListAddressesResponse { addresses: Vec::new(), parts: 1 });
    let nobody = Person::default();
    assert_eq!(gateway.get(&nobody, "/sitemap.xml?part=1").await.problem(), "not_found");
    assert_eq!(gateway.get(&nobody, "/sitemap.xml?part=-1").await.fields(), ["part"]);
}

#[sqlx::test]
async fn robots_are_told_where_the_sitemap_is_and_what_is_no_page(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let robots = gateway.get(&Person::default(), "/robots.txt").await;
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    assert!(robots.text().contains("Sitemap: http://localhost:8080/sitemap.xml"));
    assert!(robots.text().contains("Disallow: /dashboard/") && !robots.text().contains("Disallow: /catalog"));
}

#[sqlx::test]
async fn the_address_of_the_staffs_calls_leads_to_their_screens(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    for path in ["/dashboard", "/dashboard/"] {
        let answer = gateway.get(&Person::default(), path).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::PERMANENT_REDIRECT, "/admin/"));
    }
}
