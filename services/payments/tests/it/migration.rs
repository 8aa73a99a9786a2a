//! What was recorded before there were entries becomes entries.

use sqlx::PgPool;

#[souk_testkit::test]
async fn rows_of_before_become_entries_of_the_same_sums(pool: PgPool) {
    let before = [
        include_str!("../../migrations/0001_receivables.sql"),
        include_str!("../../migrations/0002_transporter_payments.sql"),
        "INSERT INTO receivables SELECT gen_random_uuid(), 'A-1', 5, gen_random_uuid(), 'Rapide', 'Amine', 'Alger', worth,
             now(), state FROM (VALUES (100, 'due'), (2000, 'paid'), (0, 'paid'), (7, 'void')) AS r (worth, state);
         INSERT INTO transporter_payments (id, idempotency_key, request_hash, transporter_id, transporter_name, reference,
             total, recorded_at, actor_name)
         VALUES (gen_random_uuid(), 'key', '', gen_random_uuid(), 'Rapide', '', 2000, now(), 'Nadia');
         INSERT INTO payment_orders
         SELECT order_id, p.id, r.total FROM receivables r CROSS JOIN transporter_payments p WHERE state = 'paid';",
    ];
    for sql in before {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&pool).await.expect("as it was");
    }
    let entries = include_str!("../../migrations/0003_receivable_entries.sql");
    sqlx::raw_sql(entries).execute(&pool).await.expect("migrated");
    let rows: Vec<(i64, i16, i16, i64, i64)> = sqlx::query_as(
        "SELECT r.total, r.owed, r.paid, r.payment_version, sum(e.amount)::bigint
         FROM receivables r JOIN receivable_entries e USING (order_id) GROUP BY order_id ORDER BY r.total",
    )
    .fetch_all(&pool)
    .await
    .expect("read");
    assert_eq!(rows, [(0, 1, 1, 1, 0), (100, 1, 0, 0, 100), (2000, 1, 1, 1, 0)]);
}

#[souk_testkit::test]
async fn what_is_open_already_is_in_the_balances(pool: PgPool) {
    let migrations = [
        include_str!("../../migrations/0001_receivables.sql"),
        include_str!("../../migrations/0002_transporter_payments.sql"),
        include_str!("../../migrations/0003_receivable_entries.sql"),
        "INSERT INTO receivables (order_id, order_number, transporter_id, transporter_name, customer_name, wilaya_name, total,
             delivered_at, owed, paid)
         SELECT gen_random_uuid(), 'A-1', '00000000-0000-7000-8000-000000000001', 'Rapide', 'Amine', 'Alger', worth, now(),
             owed, paid FROM (VALUES (100, 1, 0), (2000, 1, 1), (30, 1, 0), (7, 0, 1)) AS r (worth, owed, paid);",
        include_str!("../../migrations/0005_transporter_balances.sql"),
        // Of these two, whose change is logged, the next file adds nothing.
        "UPDATE receivables SET paid = 1 WHERE total = 30; UPDATE receivables SET paid = 0 WHERE total = 7",
        include_str!("../../migrations/0006_transporter_balances_so_far.sql"),
    ];
    for sql in migrations {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&pool).await.expect("migrated");
    }
    let sums: (i64, i64, i64, i64) = sqlx::query_as(
        "SELECT sum(orders)::bigint, sum(total)::bigint, sum(overpaid)::bigint, sum(overpaid_total)::bigint FROM balance_changes",
    )
    .fetch_one(&pool)
    .await
    .expect("read");
    assert_eq!(sums, (1, 100, 0, 0));
}
