//! What the gateway's program refuses to serve with.

use std::collections::HashMap;
use std::process::Stdio;
use std::time::Duration;

use souk_gateway::staff::demo_accounts;
use souk_kernel::Role;
use sqlx::{ConnectOptions as _, PgPool};
use tokio::process::Command;

use crate::support::{Gateway, SCHEMA};

const KEY: &str = "9f2c5a7be0d148634f1e7c9ab2d05836e1f4a7c90b3d6258";
const SECRET: &str = "e1f4a7c90b3d62589f2c5a7be0d148634f1e7c9ab2d05836";

/// What a start is told; as in production but for its database and broker, which are away.
const GOOD: [(&str, &str); 9] = [
    ("SOUK_ENVIRONMENT", "production"),
    ("SOUK_DATABASE_URL", "postgres://souk:secret@127.0.0.1:9/souk"),
    ("SOUK_AMQP_URL", "amqp://souk:secret@127.0.0.1:9"),
    ("SOUK_MESH_URL", "http://127.0.0.1:9"),
    ("SOUK_ACTOR_KEY", KEY),
    ("SOUK_SECRET", SECRET),
    ("SOUK_MEDIA_URL", "file:///nowhere"),
    ("SOUK_PUBLIC_URL", "https://shop.dz"),
    ("SOUK_TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/8"),
];

/// Within this a start is refused, if it is.
const REFUSAL: Duration = Duration::from_secs(30);
/// A start that lasts so long went past everything that is refused before the database is asked.
const GOES_ON: Duration = Duration::from_secs(3);

/// What the program says on its way out; None while it goes on.
async fn said(changed: &[(&str, &str)], within: Duration) -> Option<String> {
    // What is given as nothing is left out.
    let told = GOOD.into_iter().chain(changed.iter().copied()).collect::<HashMap<_, _>>();
    let process = Command::new(env!("CARGO_BIN_EXE_souk-gateway"))
        .arg("serve")
        .env_clear()
        .envs(told.into_iter().filter(|(_, value)| !value.is_empty()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("starts");
    let output = tokio::time::timeout(within, process.wait_with_output()).await.ok()?;
    let output = output.expect("ends");
    assert!(!output.status.success());
    Some(String::from_utf8_lossy(&output.stderr).into_owned())
}

#[tokio::test]
async fn each_hole_is_refused_with_its_name_and_its_mend() {
    for (variable, value, mend) in [
        ("SOUK_SECRET", "at-least-32-characters-of-randomness", "openssl rand"),
        ("SOUK_ACTOR_KEY", "at-least-32-characters-of-randomness", "openssl rand"),
        ("SOUK_ACTOR_KEY", SECRET, "SOUK_SECRET is the same secret"),
        ("SOUK_PUBLIC_URL", "http://shop.dz", "set the shop's own"),
        ("SOUK_DEMO", "true", "leave it out"),
        ("SOUK_LIMIT_SIGN_INS", "0", "leave it out"),
        ("SOUK_LIMIT_ORDERS", "0", "leave it out"),
        ("SOUK_LIMIT_TRACKING", "0", "leave it out"),
        ("SOUK_TRUSTED_PROXIES", "", "name what speaks TLS"),
        ("SOUK_TRUSTED_PROXIES", "127.0.0.1,0.0.0.0/0", "the proxies' own networks"),
        ("SOUK_TRUSTED_PROXIES", "::/0", "the proxies' own networks"),
        ("SOUK_DATABASE_URL", "postgres://souk:secret@db.shop.dz/souk", "sslmode=verify-full"),
        ("SOUK_DATABASE_URL", "postgres:///souk?host=db.shop.dz", "sslmode=verify-full"),
        ("SOUK_AMQP_URL", "amqp://souk:secret@mq.shop.dz", "amqps"),
        ("SOUK_AMQP_URL", "amqp://guest:guest@127.0.0.1:9", "a user of its own"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://traces.shop.dz:4317", "SOUK_PRIVATE_HOSTS"),
        ("SOUK_MESH_URL", "catalog=http://127.0.0.1:9,orders=http://orders.shop.dz", "SOUK_PRIVATE_HOSTS"),
    ] {
        let said =
            said(&[(variable, value)], REFUSAL).await.unwrap_or_else(|| panic!("{variable} is accepted"));
        assert!(said.contains(variable) && said.contains(mend), "{variable}: {said}");
    }
}

#[tokio::test]
async fn a_development_start_takes_them_and_a_good_start_goes_on() {
    assert_eq!(said(&[], GOES_ON).await, None);
    assert_eq!(said(&[("SOUK_ENVIRONMENT", "development"), ("SOUK_DEMO", "true")], GOES_ON).await, None);
}

/// Each service asks its database so; what is found there is in `crates/service/src/database_faults.rs`.
#[souk_testkit::test(SCHEMA)]
async fn a_role_that_could_change_the_schema_is_refused(pool: PgPool) {
    let url = pool.connect_options().to_url_lossy().to_string();
    let said = said(&[("SOUK_DATABASE_URL", &url)], REFUSAL).await.expect("is refused");
    assert!(said.contains("is a superuser") && said.contains("SOUK_MIGRATION_DATABASE_URL"), "{said}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_demo_account_is_found_while_it_can_be_used(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    assert!(demo_accounts(&pool).await.expect("reads").is_empty());
    gateway.employee(Role::Admin).await;
    assert_eq!(demo_accounts(&pool).await.expect("reads"), ["admin@souk.test"]);
    sqlx::query("UPDATE staff SET active = false").execute(&pool).await.expect("updates");
    assert!(demo_accounts(&pool).await.expect("reads").is_empty());
}
