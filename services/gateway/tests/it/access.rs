//! Who may call what.

use std::fmt::Write as _;

use http::{Method, StatusCode};
use serde_json::json;
use souk_gateway::dashboard;
use souk_gateway::dashboard::access::Access;
use souk_kernel::Role;
use sqlx::PgPool;

use crate::support::{Gateway, Person, SCHEMA};

/// An id that nothing has.
const NOBODY: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a509";

fn address(pattern: &str) -> String {
    let parts = pattern.split('/').map(|part| if part.starts_with('{') { NOBODY } else { part });
    parts.collect::<Vec<_>>().join("/")
}

/// The table as people review it: a new route shows up here.
#[test]
fn every_route_says_who_may_call_it() {
    let (_, table) = dashboard::routes().into_parts();
    let mut text = String::new();
    for (path, method, access) in table.entries() {
        let roles = Role::ALL.into_iter().filter(|role| access.allows(&[*role]));
        let who = match access {
            Access::Anyone => "anyone".to_owned(),
            Access::SignedIn => "signed in".to_owned(),
            Access::Entering => "signed in, also with a temporary password".to_owned(),
            _ => roles.map(|role| role.to_string()).collect::<Vec<_>>().join(" "),
        };
        writeln!(text, "{:6} {path:70} {who}", method.as_str()).expect("writes");
    }
    insta::assert_snapshot!(text);
}

#[souk_testkit::test(SCHEMA)]
async fn each_role_gets_through_its_own_doors_only(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (_, table) = dashboard::routes().into_parts();
    let staying = |(_, method, access): &(&str, &Method, Access)| {
        matches!(access, Access::Needs(_) | Access::AnyOf(_))
            && [Method::GET, Method::POST, Method::PATCH].contains(method)
    };
    for role in Role::ALL {
        let person = gateway.employee(role).await;
        for (path, method, access) in table.entries().into_iter().filter(staying) {
            let answer = gateway.json(&person, method.clone(), &address(path), &json!({})).await;
            let refused = answer.status == StatusCode::FORBIDDEN;
            assert_eq!(refused, !access.allows(&[role]), "{role} {method} {path}: {answer:?}");
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn nobody_gets_through_without_a_session(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (_, table) = dashboard::routes().into_parts();
    for (path, method, access) in table.entries() {
        if access != Access::Anyone {
            let answer = gateway.json(&Person::default(), method.clone(), &address(path), &json!({})).await;
            assert_eq!(
                (answer.status, answer.problem().as_str()),
                (StatusCode::UNAUTHORIZED, "unauthenticated")
            );
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_change_needs_the_sessions_token_and_our_own_page(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Admin).await;
    let (_, table) = dashboard::routes().into_parts();
    for (path, method, access) in table.entries() {
        if method.is_safe() || access == Access::Anyone {
            continue;
        }
        let without = person.without("x-csrf-token");
        let answer = gateway.json(&without, method.clone(), &address(path), &json!({})).await;
        assert_eq!(answer.problem(), "csrf", "{method} {path}");
        let mut foreign = person.clone();
        foreign.headers.push(("sec-fetch-site", "cross-site".into()));
        let answer = gateway.json(&foreign, method.clone(), &address(path), &json!({})).await;
        assert_eq!(answer.problem(), "cross_origin", "{method} {path}");
        let mut foreign = person.clone();
        foreign.headers.extend([("origin", "https://evil.test".into()), ("host", "localhost:8080".into())]);
        let answer = gateway.json(&foreign, method.clone(), &address(path), &json!({})).await;
        assert_eq!(answer.problem(), "cross_origin", "{method} {path}");
    }
}
