//! Orders in the database. Readers get whole orders through [`load`], lists those without lines: as many queries for one order as for 200.

use std::collections::HashMap;

use souk_database::columns::{column, count, ensure_all_changed, ensure_changed, version_column};
use souk_kernel::{CommuneCode, Money, OrderId, OrderNumber, Phone, TransporterId};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::destination::{Destination, DestinationRow};
use super::model::{COUNTED, CustomerHistory, Order, TimelineEntry};
use super::rows::{ChangedOrderRow, OrderRow, TimelineRow, line_rows};
use super::status::PaymentsKnown;
use crate::transporters::TariffRow;

/// What a list shows of an order's lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Glimpse {
    /// Over all lines.
    pub pieces: u64,
    /// Of its first lines that have one.
    pub images: Vec<String>,
}

/// The orders with these ids, in no order of note; unknown ids are left out.
pub async fn load(executor: impl PgExecutor<'_>, ids: &[Uuid]) -> sqlx::Result<Vec<Order>> {
    read(executor, ids, true).await
}

/// As [`load`], without the lines.
pub async fn load_without_lines(executor: impl PgExecutor<'_>, ids: &[Uuid]) -> sqlx::Result<Vec<Order>> {
    read(executor, ids, false).await
}

async fn read(executor: impl PgExecutor<'_>, ids: &[Uuid], with_lines: bool) -> sqlx::Result<Vec<Order>> {
    let rows = sqlx::query_as!(
        OrderRow,
        r#"SELECT id, number, type AS kind, version, status, stock, stock_version, first_name, last_name, phone, email, address,
                  wilaya_code, wilaya_name, commune_code, commune_name, transporter_id, transporter_name, delivery_type,
                  products_total, delivery_price, total, language, tracking_number, placed_at, delivered_at,
                  delivery_version, payment_version, return_reason, next_call_at, lines_version, line_changes, assignee_id,
                  assignee_name, actor_id, actor_name,
                  CASE WHEN $2 THEN
                      (SELECT jsonb_agg(to_jsonb(l) ORDER BY l.position) FROM order_lines l WHERE l.order_id = o.id)
                  ELSE '[]' END AS "lines!: Json<Vec<super::rows::LineRow>>"
             FROM orders o
            WHERE id = ANY($1)"#,
        ids,
        with_lines,
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(Order::try_from).collect()
}

/// What is in the orders, at a glance.
pub async fn glimpses(
    executor: impl PgExecutor<'_>,
    ids: &[Uuid],
    images: i32,
) -> sqlx::Result<HashMap<Uuid, Glimpse>> {
    let rows = sqlx::query!(
        r#"SELECT order_id, sum(quantity)::bigint AS "pieces!",
                  coalesce((array_agg(image ORDER BY position) FILTER (WHERE image <> ''))[1:$2], '{}') AS "images!"
             FROM order_lines WHERE order_id = ANY($1) GROUP BY order_id"#,
        ids,
        images,
    )
    .fetch_all(executor)
    .await?;
    let glimpse = |pieces: i64, images| Glimpse { pieces: pieces.unsigned_abs(), images };
    Ok(rows.into_iter().map(|row| (row.order_id, glimpse(row.pieces, row.images))).collect())
}

/// How many lines the orders have, each part of a pack counted as one more.
pub async fn sizes(executor: impl PgExecutor<'_>, ids: &[Uuid]) -> sqlx::Result<HashMap<Uuid, i64>> {
    let rows = sqlx::query!(
        r#"SELECT order_id, sum(1 + jsonb_array_length(parts))::bigint AS "lines!"
             FROM order_lines WHERE order_id = ANY($1) GROUP BY order_id"#,
        ids,
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|row| (row.order_id, row.lines)).collect())
}

/// The order, or nothing.
pub async fn find(pool: &PgPool, id: OrderId) -> sqlx::Result<Option<Order>> {
    Ok(load(pool, &[id.uuid()]).await?.pop())
}

/// The order, held against other changes until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: OrderId) -> sqlx::Result<Option<Order>> {
    Ok(lock_all_in(tx, &[id.uuid()]).await?.pop())
}

/// As [`lock_in`], many by as many statements; unknown ids are left out. Locked in one order everywhere.
pub async fn lock_all_in(tx: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<Vec<Order>> {
    sqlx::query_scalar!("SELECT id FROM orders WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", ids)
        .fetch_all(&mut *tx)
        .await?;
    load(tx, ids).await
}

/// What the orders with these ids know of their payments; unknown ids are left out.
pub async fn payments_known(
    tx: &mut PgConnection,
    ids: &[Uuid],
) -> sqlx::Result<HashMap<OrderId, PaymentsKnown>> {
    let rows = sqlx::query!(
        r#"SELECT id, payment_version, delivered_at IS NOT NULL AS "was_delivered!" FROM orders WHERE id = ANY($1)"#,
        ids
    )
    .fetch_all(tx)
    .await?;
    let known = rows.into_iter().map(|row| {
        let version = row.payment_version.unsigned_abs();
        (OrderId::from_uuid(row.id), PaymentsKnown { version, was_delivered: row.was_delivered })
    });
    Ok(known.collect())
}

/// Writes what can change of an order that was locked, one version up.
pub async fn save_in(tx: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    save_all_in(tx, std::slice::from_ref(order)).await
}

/// As [`save_in`], many by one statement.
pub async fn save_all_in(tx: &mut PgConnection, orders: &[Order]) -> sqlx::Result<()> {
    let saved = sqlx::query!(
        "UPDATE orders o
            SET version = c.version, status = c.status, stock = c.stock, tracking_number = c.tracking_number,
                delivered_at = c.delivered_at, actor_id = c.actor_id, actor_name = c.actor_name,
                stock_version = c.stock_version, payment_version = c.payment_version, return_reason = c.return_reason,
                delivery_version = c.delivery_version, next_call_at = c.next_call_at,
                client_network = CASE WHEN c.keeps_network THEN o.client_network ELSE '' END,
                client_site = CASE WHEN c.keeps_network THEN o.client_site ELSE '' END
           FROM jsonb_to_recordset($1) AS c (
                    id uuid, version bigint, status text, stock text, tracking_number text, delivered_at timestamptz,
                    actor_id text, actor_name text, stock_version bigint, payment_version bigint, return_reason text,
                    delivery_version bigint, next_call_at timestamptz, keeps_network boolean)
          WHERE o.id = c.id AND o.version = c.version - 1",
        Json(column(orders, ChangedOrderRow::from)) as _,
    )
    .execute(tx)
    .await?;
    ensure_all_changed(saved.rows_affected(), orders.len())
}

/// Writes who looks after an order that was locked, one version up.
pub async fn assign_in(tx: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let assignee = order.assignee.as_ref();
    let saved = sqlx::query!(
        "UPDATE orders SET version = $2::bigint, assignee_id = $3, assignee_name = $4, actor_id = $5, actor_name = $6
          WHERE id = $1 AND version = $2::bigint - 1",
        order.id.uuid(),
        version_column(order.version),
        assignee.map(|assignee| assignee.id.uuid()),
        assignee.map_or("", |assignee| assignee.name.as_str()),
        order.actor.id,
        order.actor.name,
    )
    .execute(tx)
    .await?;
    ensure_changed(saved.rows_affected())
}

/// Writes who gets an order that was locked, and where, one version up.
pub async fn correct_in(tx: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let Order { customer, delivery, .. } = order;
    let saved = sqlx::query!(
        "UPDATE orders SET version = $2::bigint, first_name = $3, last_name = $4, phone = $5, email = $6, address = $7,
                wilaya_code = $8, wilaya_name = $9, commune_code = $10, commune_name = $11, transporter_id = $12,
                transporter_name = $13, delivery_type = $14, delivery_price = $15, total = $16, actor_id = $17,
                actor_name = $18
          WHERE id = $1 AND version = $2::bigint - 1",
        order.id.uuid(),
        version_column(order.version),
        customer.first_name.as_str(),
        customer.last_name.as_str(),
        customer.phone.as_str(),
        customer.email,
        customer.address,
        delivery.wilaya.as_str(),
        delivery.wilaya_name,
        delivery.commune.as_str(),
        delivery.commune_name,
        delivery.transporter.uuid(),
        delivery.transporter_name,
        delivery.kind.as_ref(),
        delivery.price.centimes(),
        order.total.centimes(),
        order.actor.id,
        order.actor.name,
    )
    .execute(tx)
    .await?;
    ensure_changed(saved.rows_affected())
}

/// Writes what an order that was locked has, and what that costs, one version up.
pub async fn revise_in(tx: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let saved = sqlx::query!(
        "UPDATE orders SET version = $2::bigint, products_total = $3, delivery_price = $4, total = $5, pieces = $6, actor_id = $7,
                actor_name = $8, lines_version = $9, line_changes = $10
          WHERE id = $1 AND version = $2::bigint - 1",
        order.id.uuid(),
        version_column(order.version),
        order.products_total.centimes(),
        order.delivery.price.centimes(),
        order.total.centimes(),
        i32::try_from(order.pieces()).unwrap_or(i32::MAX),
        order.actor.id,
        order.actor.name,
        version_column(order.lines_version),
        &order.line_changes.iter().map(|change| change.uuid()).collect::<Vec<_>>(),
    )
    .execute(&mut *tx)
    .await?;
    ensure_changed(saved.rows_affected())?;
    sqlx::query!("DELETE FROM order_lines WHERE order_id = $1", order.id.uuid()).execute(&mut *tx).await?;
    sqlx::query!(
        "INSERT INTO order_lines (order_id, position, product_id, combination_id, name, combination_name, sku, image,
                                  quantity, unit_price, unit_price_ht, unit_price_ttc, tax_rate, total, stock_items, parts)
         SELECT $1, l.*
           FROM jsonb_to_recordset($2) AS l (
                    position int, product_id uuid, combination_id uuid, name jsonb, combination_name jsonb, sku text,
                    image text, quantity int, unit_price bigint, unit_price_ht bigint, unit_price_ttc bigint,
                    tax_rate int, total bigint, stock_items jsonb, parts jsonb)",
        order.id.uuid(),
        Json(line_rows(&order.lines)) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// What the transporter could do for the commune; nothing where there is no such commune.
pub async fn destination_in(
    tx: &mut PgConnection,
    commune: &CommuneCode,
    transporter: TransporterId,
) -> sqlx::Result<Option<Destination>> {
    let row = sqlx::query_as!(
        DestinationRow,
        r#"SELECT w.code AS wilaya_code, w.name AS wilaya_name, c.name AS commune_name,
                  w.deliverable AND c.deliverable AS "deliverable!", t.name AS "transporter_name?", t.logo AS "logo?",
                  (SELECT jsonb_agg(to_jsonb(f)) FROM tariffs f
                    WHERE f.transporter_id = t.id AND f.wilaya_code = c.wilaya_code
                      AND (f.commune_code IS NULL OR f.commune_code = c.code)) AS "tariffs: Json<Vec<TariffRow>>"
             FROM communes c
             JOIN wilayas w ON w.code = c.wilaya_code
             LEFT JOIN transporters t ON t.id = $2 AND t.active
            WHERE c.code = $1"#,
        commune.as_str(),
        transporter.uuid(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(|row| row.of(transporter)).transpose()
}

/// An order that holds stock, in the order of these.
#[derive(Debug, Clone, Copy)]
pub struct HeldOrder {
    pub placed_at: OffsetDateTime,
    pub order: OrderId,
}

/// The next orders after `last` that hold stock, were placed before then and are not confirmed, the oldest first.
pub async fn held_unconfirmed(
    pool: &PgPool,
    placed_before: OffsetDateTime,
    last: Option<HeldOrder>,
    limit: i64,
) -> sqlx::Result<Vec<HeldOrder>> {
    let last =
        last.map_or((OffsetDateTime::UNIX_EPOCH, Uuid::nil()), |last| (last.placed_at, last.order.uuid()));
    let rows = sqlx::query!(
        "SELECT placed_at, id FROM orders
          WHERE status IN ('placed', 'unreachable') AND stock = 'reserved' AND placed_at < $1
            AND placed_at >= $2 AND (placed_at, id) > ($2, $3)
          ORDER BY placed_at, id LIMIT $4",
        placed_before,
        last.0,
        last.1,
        limit
    )
    .fetch_all(pool)
    .await?;
    let held = rows.into_iter();
    Ok(held.map(|row| HeldOrder { placed_at: row.placed_at, order: OrderId::from_uuid(row.id) }).collect())
}

pub async fn add_entry_in(tx: &mut PgConnection, order: OrderId, entry: &TimelineEntry) -> sqlx::Result<()> {
    add_entries_in(tx, &[TimelineRow::new(order, entry)]).await
}

/// As [`add_entry_in`], many by one statement.
pub async fn add_entries_in(tx: &mut PgConnection, entries: &[TimelineRow<'_>]) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO order_timeline (id, order_id, kind, note, data, actor_id, actor_name, at)
         SELECT * FROM jsonb_to_recordset($1) AS e (
                    id uuid, order_id uuid, kind text, note text, data jsonb, actor_id text, actor_name text,
                    at timestamptz)",
        Json(entries) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether the order's timeline has this entry.
pub async fn has_entry(conn: &mut PgConnection, order: OrderId, entry: Uuid) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM order_timeline WHERE id = $1 AND order_id = $2) AS "found!""#,
        entry,
        order.uuid()
    );
    found.fetch_one(conn).await
}

/// The order's history, oldest first.
pub async fn timeline(executor: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<TimelineEntry>> {
    let rows = sqlx::query!(
        r#"SELECT id, kind, note, data AS "data: Json<std::collections::BTreeMap<String, String>>", actor_id,
                  actor_name, at
             FROM order_timeline WHERE order_id = $1 ORDER BY seq"#,
        order.uuid(),
    )
    .fetch_all(executor)
    .await?;
    let entries = rows.into_iter().map(|row| TimelineEntry {
        id: row.id,
        kind: row.kind,
        note: row.note,
        data: row.data.0,
        actor: super::model::ActorName { id: row.actor_id, name: row.actor_name },
        at: row.at,
    });
    Ok(entries.collect())
}

/// What the phone ordered beside this order.
pub async fn history(
    conn: &mut PgConnection,
    phone: &Phone,
    beside: OrderId,
) -> sqlx::Result<CustomerHistory> {
    let row = sqlx::query!(
        r#"SELECT count(*) AS "orders!",
                  count(*) FILTER (WHERE status IN ('delivered', 'settled')) AS "delivered!",
                  count(*) FILTER (WHERE status IN ('cancelled', 'returning', 'returned')) AS "refused!",
                  count(*) FILTER (WHERE status = 'lost') AS "lost!",
                  (coalesce(sum(total) FILTER (WHERE status IN ('delivered', 'settled')), 0))::bigint AS "total!",
                  EXISTS (SELECT FROM orders WHERE phone = $1 AND id <> $2 ORDER BY number DESC OFFSET $3) AS "more!"
             FROM (SELECT status, total FROM orders WHERE phone = $1 AND id <> $2 ORDER BY number DESC LIMIT $3) near"#,
        phone.as_str(),
        beside.uuid(),
        COUNTED,
    )
    .fetch_one(conn)
    .await?;
    Ok(CustomerHistory {
        orders: count("orders", row.orders)?,
        delivered: count("delivered", row.delivered)?,
        refused: count("refused", row.refused)?,
        lost: count("lost", row.lost)?,
        delivered_total: Money::from_centimes(row.total),
        more: row.more,
    })
}

/// The order of this number, when it was placed from this phone.
pub async fn find_by_number_and_phone(
    pool: &PgPool,
    number: OrderNumber,
    phone: &Phone,
) -> sqlx::Result<Option<Order>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM orders WHERE number = $1 AND phone = $2",
        number.0,
        phone.as_str()
    )
    .fetch_optional(pool)
    .await?;
    match id {
        Some(id) => find(pool, OrderId::from_uuid(id)).await,
        None => Ok(None),
    }
}

/// Those of the ids that are orders and not cancelled, or the hold of a change that was made: its entry in the timeline has that id.
pub async fn existing(pool: &PgPool, ids: &[Uuid]) -> sqlx::Result<Vec<OrderId>> {
    let ids = sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM orders WHERE id = ANY($1) AND status <> 'cancelled'
           UNION ALL SELECT id FROM order_timeline WHERE id = ANY($1)"#,
        ids
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(OrderId::from_uuid).collect())
}

/// The next orders after a number, by number, for a reader that walks through all.
pub async fn after(pool: &PgPool, number: OrderNumber, limit: i64) -> sqlx::Result<Vec<Order>> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM orders WHERE number > $1 ORDER BY number LIMIT $2",
        number.0,
        limit
    )
    .fetch_all(pool)
    .await?;
    let mut orders = load(pool, &ids).await?;
    orders.sort_by_key(|order| order.number);
    Ok(orders)
}
