//! The audit log: kept from what the services tell, read by administrators, never changed.

use http::StatusCode;
use serde_json::{Value, json};
use souk_audit::{Change, Subject};
use souk_gateway::audit;
use souk_kernel::{Clock as _, EmployeeId, Role, SystemClock, rfc3339};
use souk_rpc::{Actor, Origin};
use sqlx::{PgConnection, PgPool};

use crate::support::{Gateway, SCHEMA};

const JOURNAL: &str = "/dashboard/api/journal";

fn samira() -> Actor {
    let origin = Origin { address: "41.96.0.7".into(), request_id: "r-17".into() };
    Actor::employee(EmployeeId::new(&SystemClock), "Samira B.", vec![Role::Sales], Vec::new())
        .of_request(origin)
}

fn note(number: u32) -> Change {
    let subject = Subject::new("order", uuid::Uuid::now_v7(), format!("A-{number}"));
    Change::made("orders.note_added", subject, json!({ "note": "called" }))
}

async fn keep(pool: &PgPool, gateway: &Gateway, actor: &Actor, change: Change) -> String {
    let entry = change.by(actor, &gateway.clock);
    audit::insert_in(&mut pool.acquire().await.expect("connects"), &entry).await.expect("keeps");
    entry.id
}

#[souk_testkit::test(SCHEMA)]
async fn an_administrator_reads_who_changed_what(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let admin = gateway.employee(Role::Admin).await;
    let samira = samira();
    keep(&pool, &gateway, &samira, note(10_234)).await;
    let subject = Subject::new("product", uuid::Uuid::now_v7(), "Ambre");
    let change =
        Change::between("catalog.product_changed", subject, json!({ "price": 100 }), json!({ "price": 120 }));
    keep(&pool, &gateway, &Actor::system("souk"), change).await;
    let found = gateway.get(&admin, &format!("{JOURNAL}?action=catalog.product_changed")).await.json();
    let entry = &found["entries"][0];
    assert_eq!((&entry["before"], &entry["after"]), (&json!({ "price": 100 }), &json!({ "price": 120 })));
    assert_eq!(entry["employeeId"], Value::Null);
    let employee = samira.employee.expect("has an id");
    let found = gateway.get(&admin, &format!("{JOURNAL}?employee={employee}")).await.json();
    let entry = &found["entries"][0];
    let told = json!([
        entry["actor"],
        entry["roles"],
        entry["address"],
        entry["requestId"],
        entry["subjectName"],
        entry["before"]
    ]);
    assert_eq!(told, json!(["Samira B.", ["sales"], "41.96.0.7", "r-17", "A-10234", null]));
    let actions = found["actions"].as_array().expect("a list");
    assert!(
        ["catalog.product_changed", "orders.note_added", "staff.signed_in"]
            .iter()
            .all(|it| actions.contains(&json!(it))),
        "{actions:?}"
    );
}

#[souk_testkit::test(SCHEMA)]
async fn the_journal_is_read_from_entry_to_entry(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let admin = gateway.employee(Role::Admin).await;
    let mut told = Vec::new();
    for number in 0..30 {
        told.push(keep(&pool, &gateway, &samira(), note(number)).await);
        if number % 3 == 0 {
            gateway.clock.advance(time::Duration::seconds(1));
        }
    }
    let (mut read, mut address) = (Vec::new(), format!("{JOURNAL}?action=orders.note_added"));
    loop {
        let page = gateway.get(&admin, &address).await.json();
        let entries = page["entries"].as_array().expect("a list").clone();
        read.extend(entries.iter().map(|entry| entry["id"].as_str().expect("an id").to_owned()));
        if page["hasMore"] == false {
            break;
        }
        address = format!("{JOURNAL}?action=orders.note_added&after={}", read.last().expect("some"));
    }
    read.sort();
    told.sort();
    assert_eq!(read, told);
    let later = rfc3339(gateway.clock.now() - time::Duration::seconds(3)).replace('+', "%2B");
    let late = gateway.get(&admin, &format!("{JOURNAL}?action=orders.note_added&from={later}")).await.json();
    assert_eq!(late["entries"].as_array().map(Vec::len), Some(11));
    for wrong in ["employee=x", "after=x", "from=yesterday", "size=13"] {
        let answer = gateway.get(&admin, &format!("{JOURNAL}?{wrong}")).await;
        let field = wrong.split('=').next().expect("a name").to_owned();
        assert_eq!((answer.status, answer.fields()), (StatusCode::UNPROCESSABLE_ENTITY, vec![field]));
    }
}

/// As whoever took over the gateway, or its migrations, and their connection would try.
#[souk_testkit::test(SCHEMA)]
async fn the_gateways_own_roles_can_only_add_to_the_log(pool: PgPool) {
    const ROLES: [&str; 2] =
        ["SET SESSION AUTHORIZATION souk_test_gateway", "SET SESSION AUTHORIZATION souk_test_gateway_owner"];
    let mut conn = pool.acquire().await.expect("connects");
    let run =
        async |conn: &mut PgConnection, sql: &'static str| sqlx::raw_sql(sql).execute(conn).await.map(drop);
    let roles = "DO $$ BEGIN CREATE ROLE souk_test_gateway; CREATE ROLE souk_test_gateway_owner;
        EXCEPTION WHEN duplicate_object THEN NULL; END $$";
    run(&mut conn, roles).await.expect("makes roles");
    let owner = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO souk_test_gateway_owner', current_database()); END $$;
        ALTER SCHEMA audit OWNER TO souk_test_gateway_owner; ALTER TABLE audit.log OWNER TO souk_test_gateway_owner;
        ALTER FUNCTION audit.refuse() OWNER TO souk_test_gateway_owner; GRANT USAGE ON SCHEMA audit TO souk_test_gateway;
        GRANT SELECT, INSERT, UPDATE, DELETE ON audit.log TO souk_test_gateway";
    run(&mut conn, owner).await.expect("as migrations leave it");
    for role in ROLES {
        run(&mut conn, role).await.expect("is a member");
        assert!(audit::is_alterable(&mut conn).await.expect("asks"), "{role}");
        run(&mut conn, "RESET SESSION AUTHORIZATION").await.expect("goes back");
    }
    for _ in 0..2 {
        run(&mut conn, include_str!("../../../../deploy/postgres/audit-owner.sql"))
            .await
            .expect("gives it away");
    }
    for role in ROLES {
        run(&mut conn, role).await.expect("is a member");
        assert!(!audit::is_alterable(&mut conn).await.expect("asks"), "{role}");
        let entry = note(1).by(&samira(), &SystemClock);
        audit::insert_in(&mut conn, &entry).await.expect("adds");
        for sql in [
            "UPDATE audit.log SET actor_name = ''",
            "DELETE FROM audit.log",
            "TRUNCATE audit.log",
            "ALTER TABLE audit.log DISABLE TRIGGER append_only",
            "DROP TRIGGER append_only ON audit.log",
            "CREATE OR REPLACE FUNCTION audit.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "ALTER TABLE audit.log OWNER TO CURRENT_USER",
            "DROP TABLE audit.log",
            "DROP SCHEMA audit CASCADE",
            "SET session_replication_role = replica",
            "SET ROLE souk_audit",
        ] {
            assert!(run(&mut conn, sql).await.is_err(), "{role}: {sql}");
        }
        run(&mut conn, "RESET SESSION AUTHORIZATION").await.expect("goes back");
    }
    let kept: i64 =
        sqlx::query_scalar("SELECT count(*) FROM audit.log").fetch_one(&mut *conn).await.expect("reads");
    assert_eq!(kept, 2);
}
