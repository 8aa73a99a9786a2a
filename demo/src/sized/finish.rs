//! What follows from the rows of a load, worked out by the databases: the ledger of what orders took, what can be sold,
//! payments. All in the transactions of the lanes.

use sqlx::PgConnection;

use super::stock::OPENED;
use time::OffsetDateTime;

/// Every level that orders took from got as much again before the first of them, so nothing was ever sold that was not
/// there. The pieces of this load's orders are those that this transaction wrote.
const LEDGER: &str = "WITH ours AS MATERIALIZED (
        SELECT i.product_id, i.combination_id, i.warehouse_id, i.quantity, i.order_id, r.state, r.updated_at
          FROM reservation_items i JOIN reservations r USING (order_id) WHERE i.xmin = pg_current_xact_id()::xid
    ), moved AS (
        SELECT product_id, combination_id, warehouse_id, 'received' AS kind, sum(quantity)::integer AS quantity,
               NULL::uuid AS order_id, $1::timestamptz AS at, 'Réassort' AS reason
          FROM ours GROUP BY 1, 2, 3
        UNION ALL
        SELECT product_id, combination_id, warehouse_id, 'shipped', -quantity, order_id,
               CASE state WHEN 'returned' THEN updated_at - interval '2 days' ELSE updated_at END, ''
          FROM ours WHERE state IN ('shipped', 'returned')
        UNION ALL
        SELECT product_id, combination_id, warehouse_id, 'returned', quantity, order_id, updated_at, ''
          FROM ours WHERE state = 'returned'
    ), chained AS (
        SELECT m.*, l.on_hand + sum(m.quantity) OVER (
                   PARTITION BY product_id, combination_id, warehouse_id ORDER BY m.at, m.order_id NULLS FIRST
                   ROWS UNBOUNDED PRECEDING)::integer AS after
          FROM moved m JOIN stock_levels l USING (product_id, combination_id, warehouse_id)
    )
    INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason,
                                 actor_name, order_id, at)
    SELECT md5(concat(kind, order_id, product_id, combination_id, warehouse_id))::uuid, warehouse_id, product_id,
           combination_id, kind, quantity, after - quantity, after, reason, 'Karim Haddad', order_id, at
      FROM chained ORDER BY at, order_id";

const LEVELS: &str = "UPDATE stock_levels l
       SET on_hand = on_hand + o.restocked - o.shipped, reserved = reserved + o.held
      FROM (SELECT product_id, combination_id, warehouse_id, sum(quantity) AS restocked,
                   coalesce(sum(quantity) FILTER (WHERE state = 'shipped'), 0) AS shipped,
                   coalesce(sum(quantity) FILTER (WHERE state = 'confirmed'), 0) AS held
              FROM reservation_items i JOIN reservations r USING (order_id)
             WHERE i.xmin = pg_current_xact_id()::xid GROUP BY 1, 2, 3) AS o
     WHERE (l.product_id, l.combination_id, l.warehouse_id) = (o.product_id, o.combination_id, o.warehouse_id)";

const AVAILABILITY: &str = "INSERT INTO availability (product_id, combination_id, available, version)
    SELECT product_id, combination_id, sum(on_hand - reserved), 1 FROM stock_levels
     WHERE xmin = pg_current_xact_id()::xid GROUP BY 1, 2";

/// One payment for each transporter and week, on the day that `fate::settled_at` says.
const PAYMENTS: &str =
    "INSERT INTO transporter_payments (id, transporter_id, transporter_name, reference, total,
            recorded_at, actor_name)
    SELECT md5(concat('payment', transporter_id, week))::uuid, transporter_id,
           max(transporter_name), concat('VIR-', week::date), sum(total), week + interval '9 days',
           'Yacine Mansouri'
      FROM (SELECT *, date_trunc('week', delivered_at, 'UTC') AS week FROM receivables
             WHERE paid = 1 AND xmin = pg_current_xact_id()::xid) AS paid
     GROUP BY transporter_id, week ORDER BY week, transporter_id";

/// The entries that each receivable is the sum of.
const ENTRIES: &str =
    "INSERT INTO receivable_entries (order_id, kind, amount, payment_id, reason, actor_name, at)
    SELECT order_id, 'delivered', total, NULL::uuid, '', 'Yacine Mansouri', delivered_at
      FROM receivables WHERE xmin = pg_current_xact_id()::xid
    UNION ALL
    SELECT r.order_id, 'paid', -r.total, p.id, '', p.actor_name, p.recorded_at
      FROM receivables r JOIN transporter_payments p
        ON p.id = md5(concat('payment', r.transporter_id, date_trunc('week', r.delivered_at, 'UTC')))::uuid
     WHERE r.paid = 1 AND r.xmin = pg_current_xact_id()::xid";

pub async fn inventory(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<()> {
    // The planner knows nothing yet of what this transaction wrote.
    sqlx::raw_sql("ANALYZE stock_levels; ANALYZE reservations; ANALYZE reservation_items")
        .execute(&mut *conn)
        .await?;
    let restocked_at = now - OPENED + time::Duration::hours(1);
    sqlx::query(LEDGER).bind(restocked_at).execute(&mut *conn).await?;
    sqlx::query(LEVELS).execute(&mut *conn).await?;
    sqlx::query(AVAILABILITY).execute(&mut *conn).await?;
    copied(conn, "catalogue").await
}

/// What inventory keeps of two tables that two lanes filled.
const KEPT: &str = "INSERT INTO low_stock (product_id, combination_id, available)
    SELECT product_id, combination_id, available FROM availability a JOIN sellable_items i USING (product_id, combination_id)
     WHERE i.listed AND a.available <= 100 AND a.xmin = pg_current_xact_id()::xid;
    INSERT INTO leftovers (product_id, combination_id, warehouse_id, product_name_fr)
    SELECT product_id, combination_id, warehouse_id, product_name_fr
      FROM stock_levels l JOIN sellable_items i USING (product_id, combination_id)
     WHERE NOT i.listed AND l.on_hand > 0 AND l.xmin = pg_current_xact_id()::xid";

/// When the goods' names can be seen, in the transaction of their stock.
pub async fn kept(conn: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::raw_sql(KEPT).execute(conn).await?;
    Ok(())
}

pub async fn payments(conn: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query(PAYMENTS).execute(&mut *conn).await?;
    sqlx::query(ENTRIES).execute(conn).await?;
    Ok(())
}

pub async fn orders(conn: &mut PgConnection) -> sqlx::Result<()> {
    copied(conn, "catalogue 3").await
}

/// The copies of the catalogue are filled by the load, under the name that their service gives them.
async fn copied(conn: &mut PgConnection, name: &str) -> sqlx::Result<()> {
    sqlx::query("INSERT INTO bus.copies (name) VALUES ($1) ON CONFLICT DO NOTHING")
        .bind(name)
        .execute(conn)
        .await?;
    Ok(())
}

/// What staff find the products by.
const SEARCH_TEXTS: &str = "INSERT INTO product_search_texts (number, text)
    SELECT number, text FROM search_texts_of_products w JOIN products p USING (number)
     WHERE p.xmin = pg_current_xact_id()::xid ORDER BY number";

/// The catalogue's revision last: who follows it sees everything that stands at it.
pub async fn catalog(conn: &mut PgConnection, revision: i64) -> sqlx::Result<()> {
    sqlx::raw_sql("ANALYZE products; ANALYZE product_texts; ANALYZE combinations")
        .execute(&mut *conn)
        .await?;
    sqlx::query(SEARCH_TEXTS).execute(&mut *conn).await?;
    sqlx::query("INSERT INTO bus.copies (name) VALUES ('availability') ON CONFLICT DO NOTHING")
        .execute(&mut *conn)
        .await?;
    sqlx::query(
        "UPDATE revision SET current = greatest(current + 1, $1), reference = greatest(current + 1, $1)",
    )
    .bind(revision)
    .execute(conn)
    .await?;
    Ok(())
}
