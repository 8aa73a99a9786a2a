//! Staff accounts: what an administrator does with them, and employees with their own.

use std::path::PathBuf;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use souk_gateway::limits::LimitsConfig;
use souk_kernel::{Clock as _, Role};
use souk_rpc::Actor;
use souk_testkit::{eventually, lines_of};
use sqlx::PgPool;

use crate::support::{Answer, Gateway, NO_LIMITS, PASSWORD, Person, SCHEMA, SECRET, totp_of};

const SESSION: &str = "/dashboard/api/session";
const ACCOUNT: &str = "/dashboard/api/account";
const EMPLOYEES: &str = "/dashboard/api/employees";
const OTHER_SECRET: &str = "fedcba9876543210fedcba9876543210";
const TEMPORARY: &str = "staff.temporary_password";
const OWN: &str = "a password of my own";

fn nadia() -> Value {
    json!({ "email": "Nadia@souk.test", "name": "Nadia K.", "roles": ["sales"] })
}

async fn own(gateway: &Gateway, person: &Person, method: Method, what: &str, body: &Value) -> Answer {
    gateway.json(person, method, &format!("{ACCOUNT}/{what}"), body).await
}

/// Makes an account: its address and the password that it was given.
async fn create(gateway: &Gateway, admin: &Person, account: &Value) -> (String, String) {
    let made = gateway.post(admin, EMPLOYEES, account).await;
    assert_eq!((made.status, made.header("cache-control")), (StatusCode::CREATED, "no-store"), "{made:?}");
    let text = |name: &str| made.json()[name].as_str().expect("a text").to_owned();
    (format!("{EMPLOYEES}/{}", text("id")), text("password"))
}

#[souk_testkit::test(SCHEMA)]
async fn a_given_password_opens_nothing_but_the_choice_of_another(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    let (address, given) = create(&gateway, &admin, &nadia()).await;
    assert_eq!(gateway.get(&admin, &address).await.json()["passwordIsTemporary"], true);
    let answer = gateway.sign_in("nadia@souk.test", &given).await;
    assert_eq!(
        (&answer.json()["passwordIsTemporary"], &answer.json()["permissions"]),
        (&json!(true), &json!([]))
    );
    let nadia = answer.person();
    for path in ["orders", "account", "views", "employees/me", "jobs"] {
        let answer = gateway.get(&nadia, &format!("/dashboard/api/{path}")).await;
        assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::FORBIDDEN, TEMPORARY), "{path}");
    }
    let factor = own(&gateway, &nadia, Method::POST, "second-factor", &json!({ "password": given })).await;
    assert_eq!(factor.problem(), TEMPORARY);
    let change = json!({ "password": given, "newPassword": OWN });
    assert_eq!(own(&gateway, &nadia, Method::PUT, "password", &change).await.status, StatusCode::NO_CONTENT);
    let session = gateway.get(&nadia, SESSION).await.json();
    assert_eq!(session["passwordIsTemporary"], false);
    assert!(session["permissions"].as_array().expect("a list").contains(&json!("orders.confirm")));
    assert_eq!(gateway.sign_in("nadia@souk.test", &given).await.problem(), "staff.refused");
}

#[souk_testkit::test(SCHEMA)]
async fn an_address_has_one_account_and_mistakes_are_named(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    create(&gateway, &admin, &nadia()).await;
    let again = gateway.post(&admin, EMPLOYEES, &nadia()).await;
    assert_eq!((again.status, again.problem().as_str()), (StatusCode::CONFLICT, "staff.taken"));
    let wrong = [
        (json!({ "email": "nadia", "name": " ", "roles": [] }), vec!["email", "name", "roles"]),
        (json!({ "email": "n@souk.test", "name": "N", "roles": ["boss"] }), vec!["roles[0]"]),
        (
            json!({ "email": "n@souk.test", "name": "N", "roles": ["sales"], "warehouses": ["x"] }),
            vec!["warehouses[0]"],
        ),
    ];
    for (body, fields) in wrong {
        let answer = gateway.post(&admin, EMPLOYEES, &body).await;
        assert_eq!(
            (answer.status, answer.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, fields.iter().map(ToString::to_string).collect())
        );
    }
    let found = gateway.get(&admin, &format!("{EMPLOYEES}?q=nadia&active=true")).await.json();
    assert_eq!((&found["total"], &found["employees"][0]["email"]), (&json!(1), &json!("nadia@souk.test")));
    assert_eq!(gateway.get(&admin, &format!("{EMPLOYEES}?active=false")).await.json()["total"], 0);
}

/// As whoever runs the shop does with `staff add`, which names no warehouses.
#[souk_testkit::test(SCHEMA)]
async fn an_account_that_is_given_another_password_keeps_its_warehouses(pool: PgPool) {
    const OWN_WAREHOUSE: &str = "01a1fdf1-e03e-76e9-a51e-afe4c853a501";
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    let clerk = json!({
        "email": "warehouse@souk.test", "name": "Karim", "roles": ["sales"], "warehouses": [OWN_WAREHOUSE],
    });
    let (address, _) = create(&gateway, &admin, &clerk).await;
    let version = gateway.get(&admin, &address).await.json()["version"].clone();
    let off = json!({ "version": version, "isActive": false });
    gateway.json(&admin, Method::PATCH, &address, &off).await;
    let clerk = gateway.employee(Role::Warehouse).await;
    let account = gateway.get(&admin, &address).await.json();
    assert_eq!(
        (&account["isActive"], &account["roles"], &account["name"]),
        (&json!(true), &json!(["warehouse"]), &json!("The warehouse"))
    );
    assert_eq!(account["warehouses"], json!([OWN_WAREHOUSE]));
    let session = gateway.get(&clerk, SESSION).await.json();
    assert_eq!(session["employee"]["warehouses"], json!([OWN_WAREHOUSE]));
}

#[souk_testkit::test(SCHEMA)]
async fn who_is_switched_off_is_out_at_once(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (admin, person) = (gateway.employee(Role::Admin).await, gateway.employee(Role::Sales).await);
    let id = gateway.get(&person, SESSION).await.json()["employee"]["id"].as_str().expect("an id").to_owned();
    let address = format!("{EMPLOYEES}/{id}");
    let shown = gateway.get(&admin, &address).await.json();
    assert_eq!(shown["sessions"].as_array().map(Vec::len), Some(1));
    let off = json!({ "version": shown["version"], "isActive": false });
    let answer = gateway.json(&admin, Method::PATCH, &address, &off).await;
    assert_eq!((answer.status, &answer.json()["sessions"]), (StatusCode::OK, &json!([])));
    assert_eq!(gateway.get(&person, SESSION).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(gateway.sign_in("sales@souk.test", PASSWORD).await.problem(), "staff.refused");
    let stale = gateway.json(&admin, Method::PATCH, &address, &off).await;
    assert_eq!((stale.status, stale.problem().as_str()), (StatusCode::CONFLICT, "staff.stale_version"));
    assert_eq!(stale.json()["current"]["isActive"], false);
}

#[souk_testkit::test(SCHEMA)]
async fn roles_change_in_the_middle_of_a_session(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (admin, person) = (gateway.employee(Role::Admin).await, gateway.employee(Role::Sales).await);
    let id = gateway.get(&person, SESSION).await.json()["employee"]["id"].as_str().expect("an id").to_owned();
    let address = format!("{EMPLOYEES}/{id}");
    let version = gateway.get(&admin, &address).await.json()["version"].clone();
    let edit = json!({ "version": version, "roles": ["payments", "warehouse", "payments"] });
    let answer = gateway.json(&admin, Method::PATCH, &address, &edit).await;
    assert_eq!(answer.json()["roles"], json!(["warehouse", "payments"]));
    let permissions = gateway.get(&person, SESSION).await.json()["permissions"].clone();
    let permissions = permissions.as_array().expect("a list");
    assert!(
        permissions.contains(&json!("payments.write")) && !permissions.contains(&json!("orders.confirm"))
    );
}

/// Two administrators who switch each other off at the same moment leave one.
#[souk_testkit::test(SCHEMA)]
async fn the_last_administrator_stays(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let admin = gateway.employee(Role::Admin).await;
    let id = gateway.get(&admin, SESSION).await.json()["employee"]["id"].as_str().expect("an id").to_owned();
    let own = format!("{EMPLOYEES}/{id}");
    let version = gateway.get(&admin, &own).await.json()["version"].clone();
    for edit in
        [json!({ "version": version, "isActive": false }), json!({ "version": version, "roles": ["sales"] })]
    {
        let answer = gateway.json(&admin, Method::PATCH, &own, &edit).await;
        assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::CONFLICT, "staff.last_admin"));
    }
    let second = json!({ "email": "second@souk.test", "name": "Second", "roles": ["admin"] });
    let (other, _) = create(&gateway, &admin, &second).await;
    let off = |version: &Value| json!({ "version": version, "isActive": false });
    let (off_own, off_other) = (off(&version), off(&gateway.get(&admin, &other).await.json()["version"]));
    let (one, two) = tokio::join!(
        gateway.json(&admin, Method::PATCH, &own, &off_own),
        gateway.json(&admin, Method::PATCH, &other, &off_other),
    );
    let switched_off = [&one, &two].iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(switched_off, 1, "{one:?} {two:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn ones_own_new_password_ends_the_other_sessions(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let here = gateway.employee(Role::Sales).await;
    let there = gateway.sign_in("sales@souk.test", PASSWORD).await.person();
    let change = |password: &str, new: &str| json!({ "password": password, "newPassword": new });
    for (body, field) in [
        (change("wrong horse battery", OWN), "password"),
        (change(PASSWORD, "short"), "newPassword"),
        (change(PASSWORD, PASSWORD), "newPassword"),
    ] {
        let answer = own(&gateway, &here, Method::PUT, "password", &body).await;
        assert_eq!((answer.status, answer.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![field.into()]));
    }
    assert_eq!(gateway.get(&there, SESSION).await.status, StatusCode::OK);
    let answer = own(&gateway, &here, Method::PUT, "password", &change(PASSWORD, OWN)).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(gateway.get(&here, SESSION).await.status, StatusCode::OK);
    assert_eq!(gateway.get(&there, SESSION).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(gateway.sign_in("sales@souk.test", OWN).await.status, StatusCode::OK);
}

/// Does `meanwhile` to the staff between the moment at which `asked` reads an account and that at which it writes.
async fn while_it_is_asked(pool: &PgPool, meanwhile: &str, asked: impl Future<Output = Answer>) -> Answer {
    let mut tx = pool.begin().await.expect("begins");
    sqlx::query(sqlx::AssertSqlSafe(meanwhile.to_owned())).execute(&mut *tx).await.expect("changes");
    let commit = async {
        let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')";
        eventually("it waits for the account", std::time::Duration::from_secs(10), async || {
            sqlx::query_scalar(waits).fetch_one(pool).await.expect("looked")
        })
        .await;
        tx.commit().await.expect("commits");
    };
    tokio::join!(asked, commit).0
}

#[souk_testkit::test(SCHEMA)]
async fn a_sign_in_that_is_under_way_opens_no_account_that_became_another(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    gateway.employee(Role::Sales).await;
    let sessions = "SELECT count(*) FROM sessions";
    let before: i64 = sqlx::query_scalar(sessions).fetch_one(&pool).await.expect("reads");
    for (becomes, afterwards) in [
        ("password_hash = password_hash || 'x'", "password_hash = rtrim(password_hash, 'x')"),
        ("totp_secret = 'x', totp_step = 0", "totp_secret = NULL"),
        ("active = false", "active = true"),
    ] {
        let change = format!("UPDATE staff SET {becomes}");
        let answer = while_it_is_asked(&pool, &change, gateway.sign_in("sales@souk.test", PASSWORD)).await;
        assert_eq!(answer.problem(), "staff.refused", "{becomes}");
        let back = sqlx::AssertSqlSafe(format!("UPDATE staff SET {afterwards}"));
        sqlx::query(back).execute(&pool).await.expect("changes");
    }
    let after: i64 = sqlx::query_scalar(sessions).fetch_one(&pool).await.expect("reads");
    assert_eq!(after, before);
    assert_eq!(gateway.sign_in("sales@souk.test", PASSWORD).await.status, StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn a_password_is_replaced_by_who_knows_the_present_one(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Sales).await;
    let body = json!({ "password": PASSWORD, "newPassword": OWN });
    let reset = "UPDATE staff SET password_hash = password_hash || 'x'";
    let change = own(&gateway, &person, Method::PUT, "password", &body);
    let answer = while_it_is_asked(&pool, reset, change).await;
    assert_eq!((answer.status, answer.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec!["password".into()]));
    let kept: bool = sqlx::query_scalar("SELECT password_hash LIKE '%x' FROM staff")
        .fetch_one(&pool)
        .await
        .expect("reads");
    assert!(kept);
}

#[souk_testkit::test(SCHEMA)]
async fn a_new_sign_in_ends_the_browsers_session_and_a_refused_one_does_not(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let before = gateway.employee(Role::Sales).await;
    let sign_in = |password: &str| json!({ "email": "sales@souk.test", "password": password });
    let refused = gateway.post(&before, SESSION, &sign_in("wrong horse battery")).await;
    assert_eq!(refused.problem(), "staff.refused");
    assert_eq!(gateway.get(&before, SESSION).await.status, StatusCode::OK);
    let after = gateway.post(&before, SESSION, &sign_in(PASSWORD)).await.person();
    assert_eq!(gateway.get(&before, SESSION).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(gateway.get(&after, SESSION).await.status, StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn sessions_are_seen_and_ended_one_by_one(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (admin, here) = (gateway.employee(Role::Admin).await, gateway.employee(Role::Sales).await);
    let visit = [("x-forwarded-for", "41.96.0.7"), ("user-agent", "Firefox")];
    let body = json!({ "email": "sales@souk.test", "password": PASSWORD }).to_string();
    let visit = [&visit[..], &[("content-type", "application/json")]].concat();
    let there = gateway.send(&Person::default(), Method::POST, SESSION, &visit, body.into()).await.person();
    let account = gateway.get(&here, ACCOUNT).await.json();
    let sessions = account["sessions"].as_array().expect("a list");
    let foreign = sessions.iter().find(|session| session["isOwn"] == false).expect("another");
    assert_eq!((sessions.len(), &foreign["browser"]), (2, &json!("Firefox")));
    let end = format!("sessions/{}", foreign["id"].as_str().expect("an id"));
    let not_theirs = own(&gateway, &admin, Method::DELETE, &end, &json!({})).await;
    assert_eq!(not_theirs.problem(), "staff.unknown_session");
    assert_eq!(own(&gateway, &here, Method::DELETE, &end, &json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(gateway.get(&there, SESSION).await.status, StatusCode::UNAUTHORIZED);
    let id = account["employee"]["id"].as_str().expect("an id");
    let shown = gateway.get(&admin, &format!("{EMPLOYEES}/{id}")).await.json();
    let last = shown["sessions"][0]["id"].as_str().expect("an id");
    let answer =
        gateway.json(&admin, Method::DELETE, &format!("{EMPLOYEES}/{id}/sessions/{last}"), &json!({})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(gateway.get(&here, SESSION).await.status, StatusCode::UNAUTHORIZED);
}

/// The code of an authenticator app now.
fn code(gateway: &Gateway, secret: &str) -> String {
    let now = u64::try_from(gateway.clock.now().unix_timestamp()).expect("after 1970");
    totp_of(secret).generate(now).to_string()
}

#[souk_testkit::test(SCHEMA)]
async fn a_second_factor_is_set_up_proved_and_its_recovery_codes_are_good_once(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let person = gateway.employee(Role::Sales).await;
    let wrong =
        own(&gateway, &person, Method::POST, "second-factor", &json!({ "password": "wrong horse battery" }))
            .await;
    assert_eq!(wrong.fields(), ["password"]);
    let offered =
        own(&gateway, &person, Method::POST, "second-factor", &json!({ "password": PASSWORD })).await.json();
    let secret = offered["secret"].as_str().expect("a text");
    let address = offered["address"].as_str().expect("a text");
    assert!(address.starts_with("otpauth://totp/Souk:sales%40souk%2Etest?secret="), "{address}");
    assert!(offered["picture"].as_str().is_some_and(|it| it.starts_with("data:image/svg+xml;base64,")));
    assert_eq!(
        gateway.sign_in("sales@souk.test", PASSWORD).await.status,
        StatusCode::OK,
        "nothing is asked for yet"
    );
    let unproved = own(&gateway, &person, Method::PUT, "second-factor", &json!({ "code": "abcdef" })).await;
    assert_eq!(unproved.fields(), ["code"]);
    let proof = json!({ "code": code(&gateway, secret) });
    let codes = own(&gateway, &person, Method::PUT, "second-factor", &proof).await.json()["codes"].clone();
    let codes: Vec<_> = codes.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(codes.len(), 10);
    let sign_in = |code: &str| json!({ "email": "sales@souk.test", "password": PASSWORD, "totp": code });
    let nobody = Person::default();
    assert_eq!(
        gateway.post(&nobody, SESSION, &sign_in(proof["code"].as_str().expect("a text"))).await.problem(),
        "staff.refused"
    );
    assert_eq!(gateway.post(&nobody, SESSION, &sign_in(codes[3])).await.status, StatusCode::OK);
    assert_eq!(gateway.post(&nobody, SESSION, &sign_in(codes[3])).await.problem(), "staff.refused");
    assert_eq!(gateway.get(&person, ACCOUNT).await.json()["recoveryCodes"], 9);
    let sealed: Vec<u8> = sqlx::query_scalar("SELECT totp_secret FROM staff WHERE email = 'sales@souk.test'")
        .fetch_one(&pool)
        .await
        .expect("reads");
    let bytes = totp_rs::Secret::try_from_base32(secret).expect("base 32");
    assert!(!sealed.windows(20).any(|part| part == bytes.as_ref()), "a backup shows no secret");
    let stored: Vec<Vec<u8>> =
        sqlx::query_scalar("SELECT code_hash FROM recovery_codes").fetch_all(&pool).await.expect("reads");
    let letters: Vec<_> = codes.iter().map(|code| code.replace('-', "").into_bytes()).collect();
    assert!(stored.iter().all(|hash| !letters.contains(hash)));
}

/// Sets up a second factor: its secret, the code that proved it, its recovery codes.
async fn with_factor(gateway: &Gateway, person: &Person) -> (String, String, Vec<String>) {
    let asked = json!({ "password": PASSWORD });
    let offered = own(gateway, person, Method::POST, "second-factor", &asked).await.json();
    let secret = offered["secret"].as_str().expect("a text").to_owned();
    let proof = code(gateway, &secret);
    let confirmed = own(gateway, person, Method::PUT, "second-factor", &json!({ "code": proof })).await;
    let codes = serde_json::from_value(confirmed.json()["codes"].clone()).expect("codes");
    (secret, proof, codes)
}

#[souk_testkit::test(SCHEMA)]
async fn a_second_factor_is_replaced_by_who_has_the_present_one(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let person = gateway.employee(Role::Sales).await;
    let (secret, spent, codes) = with_factor(&gateway, &person).await;
    let offer = async |password: &str, code: Option<&str>| {
        let body = json!({ "password": password, "code": code });
        own(&gateway, &person, Method::POST, "second-factor", &body).await
    };
    for code in [None, Some(" "), Some("abcdef"), Some(spent.as_str()), Some("k7wq-2mxe-9tra-hb4c")] {
        assert_eq!(offer(PASSWORD, code).await.fields(), ["code"], "{code:?}");
    }
    let unproved = own(&gateway, &person, Method::PUT, "second-factor", &json!({ "code": spent })).await;
    assert_eq!(unproved.fields(), ["code"], "nothing was offered");
    gateway.clock.advance(time::Duration::seconds(30));
    let present = code(&gateway, &secret);
    assert_eq!(offer("wrong horse battery", Some(&present)).await.fields(), ["password"]);
    assert_eq!(offer(PASSWORD, Some(&present)).await.status, StatusCode::OK);
    assert_eq!(offer(PASSWORD, Some(&present)).await.fields(), ["code"], "it is good once");
    let offered = offer(PASSWORD, Some(&codes[0])).await;
    assert_eq!(offer(PASSWORD, Some(&codes[0])).await.fields(), ["code"], "it is good once");
    let next = code(&gateway, offered.json()["secret"].as_str().expect("a text"));
    let replaced = own(&gateway, &person, Method::PUT, "second-factor", &json!({ "code": next })).await;
    assert_eq!(replaced.status, StatusCode::OK);
    gateway.clock.advance(time::Duration::seconds(30));
    let of_former = code(&gateway, &secret);
    assert_eq!(offer(PASSWORD, Some(&of_former)).await.fields(), ["code"]);
    assert_eq!(offer(PASSWORD, Some(&codes[1])).await.fields(), ["code"]);
}

/// Past the limit a right code is refused as a wrong one is, as at the door.
#[souk_testkit::test(SCHEMA)]
async fn the_present_code_is_not_guessed_at_an_open_session(pool: PgPool) {
    let limits = LimitsConfig { limit_sign_ins: Some(6000), ..NO_LIMITS };
    let gateway = Gateway::open_limited(pool.clone(), PathBuf::from("no web app"), limits).await;
    let person = gateway.employee(Role::Sales).await;
    let (secret, ..) = with_factor(&gateway, &person).await;
    gateway.clock.advance(time::Duration::seconds(30));
    let unsaid = json!({ "password": PASSWORD });
    assert_eq!(own(&gateway, &person, Method::POST, "second-factor", &unsaid).await.fields(), ["code"]);
    for guess in ["abcdef"; 10].into_iter().chain([code(&gateway, &secret).as_str()]) {
        let body = json!({ "password": PASSWORD, "code": guess });
        let (answer, log) = lines_of(own(&gateway, &person, Method::POST, "second-factor", &body)).await;
        assert_eq!(answer.fields(), ["code"]);
        assert!(log.contains("a code of a second factor was refused employee.id="), "{log}");
    }
    let told = "SELECT count(*) FROM audit.log WHERE action = 'staff.second_factor_refused' AND actor_name = 'The sales'";
    let told: i64 = sqlx::query_scalar(told).fetch_one(&pool).await.expect("reads");
    assert_eq!(told, 11, "each guess, and not that none was made");
}

/// The code of an offer is guessed no more often than that of the factor which it becomes.
#[souk_testkit::test(SCHEMA)]
async fn an_offered_second_factor_is_not_proved_by_guessing_and_ends(pool: PgPool) {
    let limits = LimitsConfig { limit_sign_ins: Some(6000), ..NO_LIMITS };
    let gateway = Gateway::open_limited(pool.clone(), PathBuf::from("no web app"), limits).await;
    let (person, other) = (gateway.employee(Role::Sales).await, gateway.employee(Role::Warehouse).await);
    let offer = async |person: &Person| {
        let asked = json!({ "password": PASSWORD });
        let offered = own(&gateway, person, Method::POST, "second-factor", &asked).await.json();
        offered["secret"].as_str().expect("a text").to_owned()
    };
    let confirm = async |person: &Person, code: &str| {
        own(&gateway, person, Method::PUT, "second-factor", &json!({ "code": code })).await
    };
    let secret = offer(&person).await;
    for guess in ["abcdef"; 10].into_iter().chain([code(&gateway, &secret).as_str()]) {
        let (answer, log) = lines_of(confirm(&person, guess)).await;
        assert_eq!(answer.fields(), ["code"]);
        assert!(log.contains("a code of a second factor was refused employee.id="), "{log}");
    }
    let told = "SELECT count(*) FROM audit.log WHERE action = 'staff.second_factor_refused' AND actor_name = 'The sales'";
    let told: i64 = sqlx::query_scalar(told).fetch_one(&pool).await.expect("reads");
    assert_eq!(told, 11);

    let secret = offer(&other).await;
    gateway.clock.advance(time::Duration::minutes(11));
    assert_eq!(confirm(&other, &code(&gateway, &secret)).await.fields(), ["code"], "it is over");
    let secret = offer(&other).await;
    gateway.clock.advance(time::Duration::minutes(9));
    assert_eq!(confirm(&other, &code(&gateway, &secret)).await.status, StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn a_second_factor_outlives_the_secret_that_sealed_it(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    gateway.employee(Role::Sales).await;
    let me = Actor::system("tests");
    let secret = gateway.app.staff.enrol_totp(&me, "sales@souk.test").await.expect("asks").expect("known");
    let replaced = Gateway::open_with_secret(pool.clone(), &format!("{OTHER_SECRET},{SECRET}")).await;
    assert_eq!(replaced.app.staff.renew_seals().await.expect("renewed"), 1);
    assert_eq!(replaced.app.staff.renew_seals().await.expect("renewed"), 0);
    let alone = Gateway::open_with_secret(pool.clone(), OTHER_SECRET).await;
    let sign_in = json!({ "email": "sales@souk.test", "password": PASSWORD, "totp": code(&alone, &secret) });
    assert_eq!(alone.post(&Person::default(), SESSION, &sign_in).await.status, StatusCode::OK);
    let refused = gateway.post(&Person::default(), SESSION, &sign_in).await;
    assert_eq!(refused.problem(), "staff.refused", "who has the former secret alone opens nothing");
}

#[souk_testkit::test(SCHEMA)]
async fn an_administrator_takes_off_a_lost_second_factor(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (admin, person) = (gateway.employee(Role::Admin).await, gateway.employee(Role::Sales).await);
    let id = gateway.get(&person, SESSION).await.json()["employee"]["id"].as_str().expect("an id").to_owned();
    let offered =
        own(&gateway, &person, Method::POST, "second-factor", &json!({ "password": PASSWORD })).await.json();
    let proof = json!({ "code": code(&gateway, offered["secret"].as_str().expect("a text")) });
    own(&gateway, &person, Method::PUT, "second-factor", &proof).await;
    assert_eq!(gateway.sign_in("sales@souk.test", PASSWORD).await.problem(), "staff.refused");
    let reset = format!("{EMPLOYEES}/{id}/second-factor");
    assert_eq!(gateway.json(&admin, Method::DELETE, &reset, &json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(
        gateway.get(&person, SESSION).await.status,
        StatusCode::UNAUTHORIZED,
        "whoever has the phone is out"
    );
    assert_eq!(gateway.sign_in("sales@souk.test", PASSWORD).await.status, StatusCode::OK);
}

#[souk_testkit::test(SCHEMA)]
async fn a_reset_password_ends_the_sessions(pool: PgPool) {
    let gateway = Gateway::open(pool).await;
    let (admin, person) = (gateway.employee(Role::Admin).await, gateway.employee(Role::Sales).await);
    let id = gateway.get(&person, SESSION).await.json()["employee"]["id"].as_str().expect("an id").to_owned();
    let reset = gateway.post(&admin, &format!("{EMPLOYEES}/{id}/password"), &json!({})).await;
    assert_eq!(gateway.get(&person, SESSION).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(gateway.sign_in("sales@souk.test", PASSWORD).await.problem(), "staff.refused");
    let given = reset.json()["password"].as_str().expect("a text").to_owned();
    assert_eq!(gateway.sign_in("sales@souk.test", &given).await.json()["passwordIsTemporary"], true);
}

/// Each change of an account, and each try to sign in, is told with who, as what and from where.
#[souk_testkit::test(SCHEMA)]
async fn what_happens_to_accounts_is_told_for_ever(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let mut admin = gateway.employee(Role::Admin).await;
    admin.headers.push(("x-request-id", "r-17".into()));
    let (address, given) = create(&gateway, &admin, &nadia()).await;
    let version = gateway.get(&admin, &address).await.json()["version"].clone();
    let edit = json!({ "version": version, "roles": ["payments"] });
    gateway.json(&admin, Method::PATCH, &address, &edit).await;
    gateway.json(&admin, Method::PATCH, &address, &edit).await;
    gateway.sign_in("nadia@souk.test", &given).await;
    gateway.sign_in("nadia@souk.test", "wrong horse battery").await;
    gateway.sign_in("my password", "wrong horse battery").await;
    let rows: Vec<(String, String, String)> =
        sqlx::query_as("SELECT action, actor_name, subject_name FROM audit.log ORDER BY ctid")
            .fetch_all(&pool)
            .await
            .expect("reads");
    let told: Vec<_> = rows
        .iter()
        .map(|(action, actor, subject)| (action.as_str(), actor.as_str(), subject.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("staff.account_added", "tests", "The admin"),
            ("staff.signed_in", "The admin", "The admin"),
            ("staff.account_added", "The admin", "Nadia K."),
            ("staff.account_changed", "The admin", "Nadia K."),
            ("staff.signed_in", "Nadia K.", "Nadia K."),
            ("staff.sign_in_refused", "", "Nadia K."),
            ("staff.sign_in_refused", "", ""),
        ]
    );
    let change: (Vec<String>, String, String, Value, Value) = sqlx::query_as(
        "SELECT roles, address, request_id, before, after FROM audit.log WHERE action = 'staff.account_changed'",
    )
    .fetch_one(&pool)
    .await
    .expect("reads");
    let expected = (
        vec!["admin".to_owned()],
        "127.0.0.1".to_owned(),
        "r-17".to_owned(),
        json!({ "roles": ["sales"] }),
        json!({ "roles": ["payments"] }),
    );
    assert_eq!(change, expected);
    let secrets: i64 = sqlx::query_scalar("SELECT count(*) FROM audit.log WHERE log::text LIKE '%password%horse%' OR log::text LIKE '%my password%' OR strpos(log::text, $1) > 0")
        .bind(&given)
        .fetch_one(&pool)
        .await
        .expect("reads");
    assert_eq!(secrets, 0);
    for statement in ["UPDATE audit.log SET actor_name = ''", "DELETE FROM audit.log", "TRUNCATE audit.log"] {
        assert!(sqlx::query(statement).execute(&pool).await.is_err(), "{statement}");
    }
}
