//! A gateway to ask, and people to ask as.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::ConnectInfo;
use bytes::Bytes;
use futures::StreamExt as _;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value;
use souk_gateway::MIGRATOR;
use souk_gateway::config::Config;
use souk_gateway::limits::LimitsConfig;
use souk_gateway::staff::NewEmployee;
use souk_gateway::state::{App, Shop};
use souk_kernel::Role;
use souk_rpc::{Actor, ActorConfig, Mesh, MeshConfig, Signer};
use souk_service::Resources;
use souk_testkit::{GrpcServer, TestClock};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::neighbour::Neighbour;

/// What makes the database of each test.
pub const SCHEMA: &[&Migrator] = &[&MIGRATOR, &souk_bus::MIGRATOR];
pub const PASSWORD: &str = "correct horse battery";
pub const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Nothing is limited and nobody is believed.
pub const NO_LIMITS: LimitsConfig = LimitsConfig {
    limit_requests: Some(0),
    limit_misses: Some(0),
    limit_changes: Some(0),
    limit_address_changes: Some(0),
    limit_orders: Some(0),
    limit_reviews: Some(0),
    limit_restock_requests: Some(0),
    limit_sign_ins: Some(0),
    limit_tracking: 0,
    limit_streams: 32,
    limit_address_connections: 256,
    limit_connections: 4096,
    trusted_proxies: Vec::new(),
};

/// A gateway with its neighbours.
pub struct Gateway {
    pub app: App,
    pub clock: TestClock,
    pub neighbour: Neighbour,
    pub pool: PgPool,
    router: Router,
    _server: GrpcServer,
}

/// Credentials of whoever asks.
#[derive(Clone, Default)]
pub struct Person {
    pub headers: Vec<(&'static str, String)>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Gateway {
    pub async fn open(pool: PgPool) -> Self {
        Self::open_with(pool, PathBuf::from("no web app")).await
    }

    pub async fn open_with(pool: PgPool, web_dir: PathBuf) -> Self {
        Self::open_limited(pool, web_dir, NO_LIMITS).await
    }

    pub async fn open_limited(pool: PgPool, web_dir: PathBuf, limits: LimitsConfig) -> Self {
        Self::open_as(pool, Config { limits, ..config(web_dir) }).await
    }

    pub async fn open_with_secret(pool: PgPool, secret: &str) -> Self {
        let web_dir = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"));
        Self::open_as(pool, Config { secret: secret.to_owned().into(), ..config(web_dir) }).await
    }

    /// As in production: behind https.
    pub async fn open_secure(pool: PgPool) -> Self {
        let web_dir = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web"));
        Self::open_as(pool, Config { public_url: "https://shop.test".into(), ..config(web_dir) }).await
    }

    async fn open_as(pool: PgPool, config: Config) -> Self {
        let (neighbour, clock) = (Neighbour::default(), TestClock::default());
        let server = neighbour.serve().await;
        let resources = Resources {
            pool: pool.clone(),
            clock: Arc::new(clock.clone()),
            mesh: mesh(server.url()),
            shutdown: CancellationToken::new(),
        };
        let app = Arc::new(Shop::open(&config, resources).expect("opens"));
        let router = souk_gateway::router::router(app.clone());
        Self { app, clock, neighbour, pool, router, _server: server }
    }

    /// A new shopper with their tokens.
    pub async fn shopper(&self) -> Person {
        let session = self.get(&Person::default(), "/web/api/session").await.json();
        let text = |name: &str| session[name].as_str().expect("a text").to_owned();
        let bearer = format!("Bearer {}", text("token"));
        Person { headers: vec![("authorization", bearer), ("x-csrf-token", text("csrfToken"))] }
    }

    /// A signed-in employee.
    pub async fn employee(&self, role: Role) -> Person {
        let email = format!("{role}@souk.test");
        let account = NewEmployee {
            email: email.clone(),
            name: format!("The {role}"),
            roles: vec![role],
            warehouses: Vec::new(),
            password: PASSWORD.to_owned().into(),
            password_is_temporary: false,
        };
        self.app.staff.add(&Actor::system("tests"), account).await.expect("is legal");
        let answer = self.sign_in(&email, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        answer.person()
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> Answer {
        let body = serde_json::json!({ "email": email, "password": password });
        self.post(&Person::default(), "/dashboard/api/session", &body).await
    }

    pub async fn get(&self, person: &Person, path: &str) -> Answer {
        self.send(person, Method::GET, path, &[], Bytes::new()).await
    }

    pub async fn post(&self, person: &Person, path: &str, body: &Value) -> Answer {
        self.json(person, Method::POST, path, body).await
    }

    pub async fn json(&self, person: &Person, method: Method, path: &str, body: &Value) -> Answer {
        let json = [("content-type", "application/json")];
        self.send(person, method, path, &json, body.to_string().into()).await
    }

    pub async fn send(
        &self,
        person: &Person,
        method: Method,
        path: &str,
        headers: &[(&'static str, &str)],
        body: Bytes,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &person.headers {
            request = request.header(*name, value);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::from(body)).expect("a request");
        // As if Envoy asked: who it asks for stands in X-Forwarded-For.
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
        let response = self.router.clone().oneshot(request).await.expect("answers");
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a body").to_bytes();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    /// The answer itself, whose body goes on.
    pub async fn stream(&self, person: &Person, path: &str) -> axum::response::Response {
        let mut request = Request::builder().uri(path);
        for (name, value) in &person.headers {
            request = request.header(*name, value);
        }
        self.router.clone().oneshot(request.body(Body::empty()).expect("a request")).await.expect("answers")
    }

    /// What an open screen hears after the first sign of life.
    pub async fn listen(&self, person: &Person) -> BodyDataStream {
        let mut heard = self.stream(person, "/dashboard/api/live").await.into_body().into_data_stream();
        let first = heard.next().await.expect("a first event").expect("a chunk");
        assert_eq!(first, "event: alive\ndata: 15\n\n");
        heard
    }
}

impl Person {
    /// The same without one of the credentials.
    pub fn without(&self, name: &str) -> Self {
        Self { headers: self.headers.iter().filter(|(known, _)| *known != name).cloned().collect() }
    }
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.to_vec()).expect("is UTF-8")
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("is text"))
    }

    /// The problem's code, once everything about it is in order.
    pub fn problem(&self) -> String {
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let body = self.json();
        assert_eq!(body["status"], self.status.as_u16(), "{self:?}");
        assert!(body["requestId"].as_str().is_some_and(|id| !id.is_empty()), "{self:?}");
        body["code"].as_str().expect("a code").to_owned()
    }

    /// The fields that the problem names.
    pub fn fields(&self) -> Vec<String> {
        let errors = self.json()["errors"].as_object().cloned().unwrap_or_default();
        errors.into_iter().map(|(field, _)| field).collect()
    }

    /// Whoever signed in with this answer.
    pub fn person(&self) -> Person {
        let cookie = self.header("set-cookie").split(';').next().expect("a cookie").to_owned();
        let csrf = self.json()["csrfToken"].as_str().expect("a token").to_owned();
        Person { headers: vec![("cookie", cookie), ("x-csrf-token", csrf)] }
    }
}

/// What an authenticator app makes of the secret.
pub fn totp_of(secret: &str) -> totp_rs::Totp {
    let secret = totp_rs::Secret::try_from_base32(secret).expect("is base 32");
    totp_rs::Builder::new().with_secret(secret).build().expect("is long enough")
}

fn mesh(mesh_url: String) -> Mesh {
    let signer = Signer::new(&ActorConfig { actor_key: SECRET.to_owned().into() }).expect("a long key");
    Mesh::new(&MeshConfig { mesh_url }, signer).expect("an address")
}

fn config(web_dir: PathBuf) -> Config {
    Config {
        public_url: "http://localhost:8080".into(),
        media: souk_media::MediaConfig::at(format!(
            "file://{}",
            std::env::temp_dir().join("souk-gateway-tests").display()
        )),
        web_dir,
        secret: SECRET.to_owned().into(),
        demo: false,
        kept_reads_mib: 4,
        limits: NO_LIMITS,
    }
}
