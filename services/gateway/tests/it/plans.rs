//! What the gateway reads of its own tables in a shop that was open for years: what it answers, and no more.

use souk_kernel::Role;
use souk_testkit::{Database, Reads};

use crate::support::{Answer, Gateway, PASSWORD, Person, SCHEMA};

/// What one request costs, whatever it is: a page has 24 rows, and the log 40 kinds of action.
const REQUEST: i64 = 200;

/// A shop, and one whose log and team are twice as large.
const SIZES: [&str; 2] = ["SET shop.size = 1000", "SET shop.size = 2000"];

/// Employees with ten sessions each that are over; and what a hundred of them did: the first did most of it and never took a payment,
/// one order was worked on most.
const SHOP: &[&str] = &[
    "INSERT INTO staff (id, email, name, roles, password_hash, created_at)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'e' || n || '@shop.dz', 'Employee ' || n, '{sales}',
            '$argon2id$', '2025-01-01'
       FROM generate_series(1, current_setting('shop.size')::int) n",
    "INSERT INTO sessions (id_hash, staff_id, created_at, seen_at, expires_at)
     SELECT sha256((id::text || n)::bytea), id, created_at, created_at, '2999-01-01' FROM staff, generate_series(1, 10) n",
    "INSERT INTO recovery_codes (staff_id, code_hash)
     SELECT id, sha256((id::text || n)::bytea) FROM staff, generate_series(1, 8) n",
    "INSERT INTO audit.log (id, at, employee_id, actor_name, roles, address, request_id, action, subject_kind, subject_id,
                            subject_name)
     SELECT gen_random_uuid(), '2025-01-01'::timestamptz + n * interval '1 minute',
            ('00000000-0000-7000-8000-' || lpad(CASE WHEN n % 4 = 0 THEN n / 4 % 100 + 1 ELSE 1 END::text, 12, '0'))::uuid, 'x',
            '{sales}', '', '',
            CASE WHEN n % 4 = 0 AND n % 400 > 0 THEN 'payments.recorded' ELSE 'orders.step_' || chr(97 + n % 20) END, 'order',
            CASE WHEN n % 2 = 0 THEN 'order' ELSE 'order ' || n END, ''
       FROM generate_series(1, current_setting('shop.size')::int * 40) n",
];

/// A gateway on one connection to such a database, and what goes with the test.
async fn of_size(size: &'static str, label: &str) -> (Gateway, Database) {
    let database = Database::copy_of(label, SCHEMA, &[&[size], SHOP].concat()).await.expect("a copy");
    (Gateway::open(database.single()).await, database)
}

/// What an answer read.
async fn reads_of(gateway: &Gateway, work: impl Future<Output = Answer>) -> (Answer, Reads) {
    Reads::of(&gateway.pool, work).await
}

#[tokio::test]
async fn who_signs_in_and_who_is_signed_in_is_found_by_keys() {
    let (gateway, _database) = of_size(SIZES[1], "gateway").await;
    let admin = gateway.employee(Role::Admin).await;
    for (what, path) in
        [("a look at one's session", "/dashboard/api/session"), ("one's account", "/dashboard/api/account")]
    {
        let (answer, reads) = reads_of(&gateway, gateway.get(&admin, path)).await;
        assert_eq!(answer.status, 200, "{what}: {answer:?}");
        reads.assert_at_most(20, what);
    }
    let (_, reads) = reads_of(&gateway, gateway.sign_in("admin@souk.test", PASSWORD)).await;
    reads.assert_at_most(20, "signing in");
    let (_, reads) = reads_of(&gateway, gateway.sign_in("nobody@souk.test", PASSWORD)).await;
    reads.assert_at_most(20, "signing in as nobody");
    let away = gateway.send(&admin, http::Method::DELETE, "/dashboard/api/session", &[], bytes::Bytes::new());
    let (_, reads) = reads_of(&gateway, away).await;
    reads.assert_at_most(20, "signing out");
}

#[tokio::test]
async fn the_journal_reads_what_it_shows_whatever_it_is_narrowed_by() {
    let ((gateway, _large), (half, _half)) =
        (of_size(SIZES[1], "gateway").await, of_size(SIZES[0], "half_gateway").await);
    let (first, other) = ("00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000007");
    let admins: [Person; 2] = [gateway.employee(Role::Admin).await, half.employee(Role::Admin).await];
    for (narrowed, rows) in [
        (String::new(), 24),
        (format!("&employee={first}"), 24),
        (format!("&employee={other}&action=payments.recorded"), 24),
        (format!("&employee={first}&action=payments.recorded"), 0),
        (format!("&employee={first}&action=orders.step_b&until=2025-01-05T00:00:00Z"), 24),
        ("&action=orders.step_b".to_owned(), 24),
        ("&action=orders.never".to_owned(), 0),
        ("&subject=order%2017".to_owned(), 1),
        ("&from=2025-01-02T00:00:00Z&until=2025-01-03T00:00:00Z".to_owned(), 24),
        ("&from=2024-01-02T00:00:00Z&until=2024-01-03T00:00:00Z".to_owned(), 0),
    ] {
        let path = format!("/dashboard/api/journal?size=24{narrowed}");
        let (answer, reads) = reads_of(&gateway, gateway.get(&admins[0], &path)).await;
        assert_eq!(answer.json()["entries"].as_array().map(Vec::len), Some(rows), "{path}");
        reads.assert_at_most(REQUEST, &path);
        let (_, expected) = reads_of(&half, half.get(&admins[1], &path)).await;
        // Where most entries fit, the planner may as well take the log's own order, and pass over some.
        let (most, entries) = (expected.entries + 24, reads.entries);
        assert!(entries <= most, "{path}: {entries}, and {most} at most by a log of half the size");
    }
}

#[tokio::test]
async fn the_journal_goes_on_where_it_ended_without_reading_what_was_read() {
    let (gateway, _database) = of_size(SIZES[1], "gateway").await;
    let admin = gateway.employee(Role::Admin).await;
    let entry = "SELECT id::text FROM audit.log ORDER BY at LIMIT 1 OFFSET 30";
    let entry: String = sqlx::query_scalar(entry).fetch_one(&gateway.pool).await.expect("read");
    let path = format!("/dashboard/api/journal?size=24&after={entry}");
    let (answer, reads) = reads_of(&gateway, gateway.get(&admin, &path)).await;
    assert_eq!(answer.json()["entries"].as_array().map(Vec::len), Some(24));
    reads.assert_at_most(REQUEST, "the last page but one");
}
