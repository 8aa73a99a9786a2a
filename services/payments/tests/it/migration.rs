//! What was recorded before there were entries becomes entries.

use sqlx::PgPool;

#[sqlx::test(migrations = false)]
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
