//! Pictures that files of products name by their addresses on other servers.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use futures::future::{BoxFuture, pending};
use souk_catalog::remote_pictures::{Reach, RemotePictures, is_public};
use souk_kernel::{Clock as _, EmployeeId, Role};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_proto::catalog::v1::product_files_server::ProductFiles as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::{Actor, Failure, Kind};
use souk_testkit::eventually;
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::support::{SCHEMA, Shop, by, content, png, product_text, staff};

/// Another shop's server of pictures, which counts what it is asked.
#[derive(Clone, Default)]
struct Pictures {
    asked: Arc<AtomicUsize>,
    /// What `held.png` waits for.
    told: Arc<Notify>,
}

async fn answer(State(pictures): State<Pictures>, uri: Uri) -> Response {
    pictures.asked.fetch_add(1, Ordering::SeqCst);
    let picture = |seed| ([(header::CONTENT_TYPE, "text/html")], png(seed)).into_response();
    match uri.path() {
        "/red.png" => picture(200),
        "/blue.png" => picture(30),
        "/moved.png" => Redirect::temporary("http://cdn.test/red.png").into_response(),
        "/loop.png" => Redirect::temporary("/loop.png").into_response(),
        "/inside.png" => Redirect::temporary("http://127.0.0.2/red.png").into_response(),
        "/metadata.png" => Redirect::temporary("http://meta.test/latest/").into_response(),
        "/port.png" => Redirect::temporary("http://shop.test:8080/red.png").into_response(),
        "/file.png" => Redirect::temporary("file:///etc/passwd").into_response(),
        "/page.png" => "<html>".into_response(),
        "/busy.png" => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        "/huge.png" => {
            let parts = futures::stream::iter((0..12).map(|_| Ok::<_, io::Error>(vec![0_u8; 1024 * 1024])));
            Body::from_stream(parts).into_response()
        }
        "/never.png" => pending().await,
        "/held.png" => {
            pictures.told.notified().await;
            picture(90)
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A network in which some names stand for the test's server, and others for whatever the test says.
struct Network {
    server: SocketAddr,
    names: HashMap<&'static str, Vec<IpAddr>>,
}

impl Reach for Network {
    fn addresses(&self, host: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        let found = match self.names.get(host.as_str()) {
            Some(addresses) => Ok(addresses.iter().map(|address| SocketAddr::new(*address, 0)).collect()),
            None if host.rsplit('.').next() == Some("test") => Ok(vec![self.server]),
            None => Err(io::Error::other("there is no such name")),
        };
        Box::pin(async move { found })
    }

    /// As on the internet, but for the one address that the test's server has.
    fn may_ask(&self, address: IpAddr) -> bool {
        address == self.server.ip() || is_public(address)
    }
}

/// The shop in a network with such a server.
async fn reaching(shop: &Shop, names: &[(&'static str, &[&str])]) -> (RemotePictures, Pictures) {
    let pictures = Pictures::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let server = listener.local_addr().expect("an address");
    let app = Router::new().fallback(answer).with_state(pictures.clone());
    tokio::spawn(async move { axum::serve(listener, app).await.expect("serves") });
    let read = |addresses: &[&str]| addresses.iter().map(|one| one.parse().expect("an address")).collect();
    let names = names.iter().map(|(name, addresses)| (*name, read(addresses))).collect();
    let catalog = shop.catalog.clone().reaching(Arc::new(Network { server, names }));
    (catalog.remote_pictures(), pictures)
}

async fn fetch_all(remote: &RemotePictures) {
    while remote.fetch_some().await.expect("fetched") {}
}

/// What a process does that may end at any moment.
fn fetching(remote: &RemotePictures) -> JoinHandle<sqlx::Result<bool>> {
    let remote = remote.clone();
    tokio::spawn(async move { remote.fetch_some().await })
}

/// Waits until the server was asked so often.
async fn asked(server: &Pictures, times: usize) {
    let is_asked = async || server.asked.load(Ordering::SeqCst) == times;
    eventually("the server is asked", Duration::from_secs(20), is_asked).await;
}

fn soap(shop: &Shop, pictures: &[&str]) -> proto::FileProduct {
    proto::FileProduct {
        new_id: shop.id(),
        slug: "savon".into(),
        line: 2,
        price_ht: Some(100_000),
        category: "bain".into(),
        texts: vec![product_text("fr", "Savon")],
        pictures: pictures.iter().map(|address| (*address).to_owned()).collect(),
        ..Default::default()
    }
}

async fn import(
    shop: &Shop,
    id: &str,
    product: &proto::FileProduct,
    check_only: bool,
) -> proto::ImportedProduct {
    let request = proto::ImportProductsRequest {
        products: vec![product.clone()],
        check_only,
        import_id: id.into(),
        portion_id: id.into(),
    };
    let answer = shop.catalog.product_files().import_products(by(&content(), request)).await.expect("told");
    answer.into_inner().products.remove(0)
}

async fn told(shop: &Shop, import: &str) -> proto::GetImportPicturesResponse {
    let request = proto::GetImportPicturesRequest { import_id: import.into(), after: 0 };
    shop.catalog
        .product_files()
        .get_import_pictures(by(&content(), request))
        .await
        .expect("told")
        .into_inner()
}

async fn read(shop: &Shop, id: &str) -> proto::Product {
    let request = proto::GetProductRequest { id: id.into() };
    shop.products.get_product(by(&content(), request)).await.expect("there").into_inner()
}

#[souk_testkit::test(SCHEMA)]
async fn pictures_are_fetched_after_the_import_in_its_order_and_once(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    let (remote, server) = reaching(&shop, &[]).await;
    let mut wanted = soap(&shop, &["http://shop.test/moved.png", "http://shop.test/blue.png"]);
    wanted.combinations = vec![proto::FileCombination {
        sku: "S-B".into(),
        line: 3,
        options: vec![proto::FileOption { attribute: "Couleur".into(), value: "Bleu".into() }],
        pictures: vec!["http://shop.test/blue.png".into()],
        ..Default::default()
    }];
    let first = shop.id();
    assert_eq!(import(&shop, &first, &wanted, true).await.outcome(), Outcome::Made);
    assert_eq!(told(&shop, &first).await.waiting, 0, "a check wants nothing");
    for _ in 0..2 {
        assert_eq!(import(&shop, &first, &wanted, false).await.outcome(), Outcome::Made, "also again");
    }
    assert_eq!((told(&shop, &first).await.waiting, server.asked.load(Ordering::SeqCst)), (2, 0), "not yet");

    fetch_all(&remote).await;
    let became = told(&shop, &first).await;
    assert_eq!((became.waiting, became.had, became.refused), (0, 2, 0), "{became:?}");
    let product = read(&shop, &wanted.new_id).await;
    assert_eq!(product.images.len(), 2);
    assert_eq!(product.combinations[0].image_ids, [product.images[1].id.clone()], "the blue one");
    assert_eq!(server.asked.load(Ordering::SeqCst), 3, "a redirect, and each once");

    let again = proto::FileProduct { new_id: shop.id(), ..wanted.clone() };
    let second = shop.id();
    assert_eq!(import(&shop, &second, &again, true).await.outcome(), Outcome::Same);
    assert_eq!(import(&shop, &second, &again, false).await.outcome(), Outcome::Same);
    let own = product.images[0].sizes[2].url.clone();
    let exported =
        proto::FileProduct { pictures: vec![format!("http://localhost:8080{own}")], ..again.clone() };
    assert_eq!(import(&shop, &shop.id(), &exported, false).await.outcome(), Outcome::Same, "the shop's own");
    // The same bytes at another address are no second picture.
    let elsewhere = proto::FileProduct { pictures: vec!["http://cdn.test/red.png".into()], ..again };
    assert_eq!(import(&shop, &second, &elsewhere, true).await.outcome(), Outcome::Changed);
    fetch_all(&remote).await;
    assert_eq!(read(&shop, &wanted.new_id).await.images.len(), 2);
}

#[souk_testkit::test(SCHEMA)]
async fn nothing_but_public_addresses_is_asked(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    let inside: [(&str, &[&str]); 9] = [
        ("loop.test", &["127.0.0.2"]),
        ("private.test", &["10.0.0.5"]),
        ("meta.test", &["169.254.169.254"]),
        ("carrier.test", &["100.64.0.1"]),
        ("local.test", &["fd00:ec2::254"]),
        ("mapped.test", &["::ffff:10.0.0.5"]),
        ("link.test", &["fe80::1"]),
        ("many.test", &["224.0.0.1"]),
        // One that is public, and one that is not.
        ("both.test", &["93.184.215.14", "192.168.1.1"]),
    ];
    let elsewhere = ["http://nobody.example/red.png"];
    let names: Vec<String> = inside.iter().map(|(name, _)| format!("http://{name}/red.png")).collect();
    let literal = [
        "http://127.0.0.2/",
        "http://[::1]/",
        "https://0x7f.2/",
        "http://[::ffff:a00:5]/",
        "http://169.254.169.254/latest/",
    ];
    let leading = ["inside", "metadata"].map(|name| format!("http://shop.test/{name}.png"));
    let named = names.iter().chain(&leading).map(String::as_str);
    let addresses: Vec<&str> = named.chain(literal).chain(elsewhere).collect();
    let import_id = shop.id();
    let wanted = soap(&shop, &addresses);
    assert_eq!(import(&shop, &import_id, &wanted, false).await.outcome(), Outcome::Made);
    let all = u32::try_from(addresses.len()).expect("few");
    for waiting in [all, all, 0] {
        // A process of its own each time: none remembers which servers did not answer.
        let (remote, server) = reaching(&shop, &inside).await;
        fetch_all(&remote).await;
        let became = told(&shop, &import_id).await;
        assert_eq!((became.had, became.waiting), (0, waiting), "tried as a name that nobody has");
        assert_eq!(server.asked.load(Ordering::SeqCst), 2, "only those that lead on");
        shop.clock.advance(time::Duration::minutes(6));
    }
    let became = told(&shop, &import_id).await;
    let codes: Vec<_> = became.missed.iter().map(|missed| (missed.code.as_str(), missed.line)).collect();
    assert_eq!(codes, vec![("pictures.unreachable", 2); addresses.len()], "{became:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn what_cannot_be_had_is_told_with_its_reason(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    let (remote, _) = reaching(&shop, &[]).await;
    let wrong = soap(&shop, &["ftp://shop.test/a.png", "http://shop.test/red.png"]);
    let refused = import(&shop, &shop.id(), &wrong, true).await;
    assert_eq!(refused.outcome(), Outcome::Refused);
    let fault = &refused.faults[0];
    assert_eq!((fault.field.as_str(), fault.code.as_str()), ("pictures", "form.validation.pictureAddress"));

    let cases = [
        ("gone.png", "pictures.refused"),
        ("loop.png", "pictures.refused"),
        ("port.png", "pictures.wrong_address"),
        ("file.png", "pictures.wrong_address"),
        ("page.png", "pictures.not_a_picture"),
        ("huge.png", "pictures.too_large"),
    ];
    let addresses: Vec<String> = cases.iter().map(|(name, _)| format!("http://shop.test/{name}")).collect();
    let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
    let import_id = shop.id();
    import(&shop, &import_id, &soap(&shop, &addresses), false).await;
    fetch_all(&remote).await;
    let became = told(&shop, &import_id).await;
    let codes: HashMap<_, _> =
        became.missed.iter().map(|missed| (missed.address.as_str(), missed.code.as_str())).collect();
    for ((_, code), address) in cases.iter().zip(&addresses) {
        assert_eq!(codes.get(address), Some(code), "{address}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_server_that_is_busy_is_asked_again_and_a_process_that_dies_loses_nothing(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    let (remote, server) = reaching(&shop, &[]).await;
    let import_id = shop.id();
    import(&shop, &import_id, &soap(&shop, &["http://shop.test/busy.png"]), false).await;
    for (tries, wait) in [(1, 31), (2, 301), (3, 3_600)] {
        fetch_all(&remote).await;
        assert_eq!(server.asked.load(Ordering::SeqCst), tries, "not before its time");
        shop.clock.advance(time::Duration::seconds(wait));
    }
    fetch_all(&remote).await;
    let became = told(&shop, &import_id).await;
    assert_eq!(
        (became.missed[0].code.as_str(), server.asked.load(Ordering::SeqCst)),
        ("pictures.refused", 3)
    );

    let other = proto::FileProduct { slug: "huile".into(), ..soap(&shop, &["http://shop.test/never.png"]) };
    let second = shop.id();
    import(&shop, &second, &other, false).await;
    let dying = tokio::time::timeout(Duration::from_millis(300), remote.fetch_some()).await;
    assert!(dying.is_err(), "it waits for its answer");
    fetch_all(&remote).await;
    assert_eq!(server.asked.load(Ordering::SeqCst), 4, "nobody else has it meanwhile");
    sqlx::query("UPDATE remote_pictures SET address = 'http://shop.test/blue.png' WHERE state = 'waiting'")
        .execute(shop.pool())
        .await
        .expect("its server answers again");
    shop.clock.advance(time::Duration::minutes(4));
    fetch_all(&remote).await;
    assert_eq!((told(&shop, &second).await.had, read(&shop, &other.new_id).await.images.len()), (1, 1));
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_not_asked_for_loses_no_try(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    let (remote, _) = reaching(&shop, &[("away.test", &[])]).await;
    let addresses: Vec<String> = (0..10).map(|n| format!("http://away.test/red.png?{n}")).collect();
    let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
    let import_id = shop.id();
    import(&shop, &import_id, &soap(&shop, &addresses), false).await;
    for _ in 0..4 {
        fetch_all(&remote).await;
        shop.clock.advance(time::Duration::minutes(10));
    }
    let became = told(&shop, &import_id).await;
    assert_eq!((became.waiting, became.refused), (10, 0), "after three failures its server is left alone");
    let (back, server) = reaching(&shop, &[]).await;
    fetch_all(&back).await;
    assert_eq!((told(&shop, &import_id).await.had, server.asked.load(Ordering::SeqCst)), (10, 10));

    let gone = proto::FileProduct { slug: "huile".into(), ..soap(&shop, &addresses) };
    let second = shop.id();
    import(&shop, &second, &gone, false).await;
    for _ in 0..12 {
        fetch_all(&remote).await;
        shop.clock.advance(time::Duration::hours(9));
    }
    let became = told(&shop, &second).await;
    assert_eq!((became.waiting, became.refused), (0, 10), "not for ever");
    assert!(became.missed.iter().all(|missed| missed.code == "pictures.unreachable"), "{became:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_picture_that_ends_the_process_takes_no_other_along(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    let (remote, server) = reaching(&shop, &[]).await;
    let import_id = shop.id();
    let both = ["http://shop.test/never.png", "http://shop.test/blue.png"];
    import(&shop, &import_id, &soap(&shop, &both), false).await;
    for tries in 1..=6 {
        let dying = fetching(&remote);
        asked(&server, tries).await;
        dying.abort();
        shop.clock.advance(time::Duration::minutes(4));
    }
    fetch_all(&remote).await;
    let became = told(&shop, &import_id).await;
    assert_eq!((became.had, became.missed.len()), (1, 1), "{became:?}");
    assert_eq!(became.missed[0].address, both[0]);
}

#[souk_testkit::test(SCHEMA)]
async fn pictures_of_who_may_not_change_products_any_more_are_given_up(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    let (remote, server) = reaching(&shop, &[]).await;
    let id = EmployeeId::from_uuid(shop.clock.uuid());
    let amel = Actor { employee: Some(id), ..content() };
    let wanted = soap(&shop, &["http://shop.test/held.png", "http://shop.test/red.png"]);
    let first = shop.id();
    let request = proto::ImportProductsRequest {
        products: vec![wanted.clone()],
        check_only: false,
        import_id: first.clone(),
        portion_id: first.clone(),
    };
    shop.catalog.product_files().import_products(by(&amel, request)).await.expect("told");
    let others = proto::FileProduct { slug: "huile".into(), ..soap(&shop, &["http://shop.test/blue.png"]) };
    let second = shop.id();
    import(&shop, &second, &others, false).await;

    let under_way = fetching(&remote);
    asked(&server, 1).await;
    let end = proto::EndImportPicturesRequest { employee_id: id.to_string() };
    let files = shop.catalog.product_files();
    let refused = files.end_import_pictures(by(&staff(Role::Admin), end.clone())).await.expect_err("refused");
    assert_eq!(Failure::from(refused).kind, Kind::Forbidden);
    let ended = files.end_import_pictures(by(&Actor::system("souk-gateway"), end)).await.expect("ended");
    assert!(!ended.into_inner().more);
    server.told.notify_one();
    under_way.await.expect("ends").expect("fetched");
    fetch_all(&remote).await;
    let became = told(&shop, &first).await;
    assert_eq!((became.waiting, became.had, became.refused), (0, 0, 2), "{became:?}");
    assert!(became.missed.iter().all(|missed| missed.code == "forbidden"), "{became:?}");
    assert_eq!(read(&shop, &wanted.new_id).await.images.len(), 0, "nor what was under way");
    assert_eq!(
        (told(&shop, &second).await.had, server.asked.load(Ordering::SeqCst)),
        (1, 2),
        "another's are"
    );
}
