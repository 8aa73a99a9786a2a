//! Customers in the database: the cards of `customers`, beside what `orders` says of each phone.

use souk_database::columns::{count, decoded, version, version_column};
use souk_kernel::{CustomerId, Money, OrderId, OrderNumber, PersonName, Phone};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Card, Customer, Outcomes, Place, PlacedOrder, Written};
use crate::orders::COUNTED;

/// Orders, and cards, among which a list without words finds its customers: the newest.
pub const LOOKED_THROUGH: i64 = 10_000;
/// Cards that a search finds at most.
const FOUND_CARDS: i64 = 1_000;
/// Orders that a customer is shown with.
const SHOWN: i64 = 50;

/// The phones of a list in its order.
#[derive(Debug)]
pub struct Seen {
    pub phones: Vec<String>,
    pub more: bool,
}

/// Who ordered last, or got a card.
pub async fn newest(conn: &mut PgConnection) -> sqlx::Result<Seen> {
    let rows = sqlx::query!(
        r#"SELECT phone AS "phone!", count(*) FILTER (WHERE NOT is_card) AS "orders!",
                  count(*) FILTER (WHERE is_card) AS "cards!"
             FROM ((SELECT phone, placed_at AS at, false AS is_card FROM orders ORDER BY number DESC LIMIT $1)
                   UNION ALL
                   (SELECT phone, created_at, true FROM customers ORDER BY created_at DESC LIMIT $1)) near
            GROUP BY phone
            ORDER BY max(at) DESC, phone"#,
        LOOKED_THROUGH,
    )
    .fetch_all(conn)
    .await?;
    let orders: i64 = rows.iter().map(|row| row.orders).sum();
    let cards: i64 = rows.iter().map(|row| row.cards).sum();
    let more = orders.max(cards) >= LOOKED_THROUGH;
    Ok(Seen { phones: rows.into_iter().map(|row| row.phone).collect(), more })
}

/// Who placed one of the orders, or has a card that one of the patterns finds.
pub async fn matching(conn: &mut PgConnection, orders: &[Uuid], patterns: &[String]) -> sqlx::Result<Seen> {
    let rows = sqlx::query!(
        r#"SELECT phone AS "phone!", count(*) FILTER (WHERE is_card) AS "cards!"
             FROM ((SELECT phone, placed_at AS at, false AS is_card FROM orders WHERE id = ANY($1))
                   UNION ALL
                   (SELECT phone, created_at, true FROM customers WHERE search_folded(search) LIKE ANY ($2)
                     ORDER BY created_at DESC LIMIT $3)) found
            GROUP BY phone
            ORDER BY max(at) DESC, phone"#,
        orders,
        patterns,
        FOUND_CARDS,
    )
    .fetch_all(conn)
    .await?;
    let more = rows.iter().map(|row| row.cards).sum::<i64>() >= FOUND_CARDS;
    Ok(Seen { phones: rows.into_iter().map(|row| row.phone).collect(), more })
}

/// The customers of the phones, in their order.
pub async fn load(executor: impl PgExecutor<'_>, phones: &[String]) -> sqlx::Result<Vec<Customer>> {
    let rows = sqlx::query_as!(
        CustomerRow,
        r#"SELECT p.phone AS "phone!", coalesce(c.id, o.id) AS "id!", coalesce(c.version, 0) AS "version!",
                  coalesce(c.first_name, o.first_name) AS "first_name!",
                  coalesce(c.last_name, o.last_name) AS "last_name!", coalesce(c.email, o.email) AS "email!",
                  coalesce(c.address, o.address) AS "address!", coalesce(c.note, '') AS "note!",
                  w.code AS "wilaya_code?", m.code AS "commune_code?", coalesce(w.name, '') AS "wilaya_name!",
                  coalesce(m.name, '') AS "commune_name!", o.placed_at AS "last_order_at?",
                  t.open AS "open!", t.delivered AS "delivered!", t.returned AS "returned!",
                  t.lost AS "lost!", t.cancelled AS "cancelled!", t.delivered_total AS "delivered_total!",
                  EXISTS (SELECT FROM orders WHERE phone = p.phone ORDER BY number DESC OFFSET $2) AS "more!"
             FROM unnest($1::text[]) WITH ORDINALITY AS p (phone, place)
             LEFT JOIN customers c ON c.phone = p.phone
             LEFT JOIN LATERAL (SELECT id, first_name, last_name, email, address, wilaya_code, commune_code, placed_at
                                  FROM orders WHERE phone = p.phone ORDER BY number DESC LIMIT 1) o ON true
             LEFT JOIN wilayas w ON w.code = CASE WHEN c.id IS NULL THEN o.wilaya_code ELSE c.wilaya_code END
             LEFT JOIN communes m ON m.code = CASE WHEN c.id IS NULL THEN o.commune_code ELSE c.commune_code END
            CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE status NOT IN ('delivered', 'settled', 'returning', 'returned', 'lost', 'cancelled')) AS open,
                       count(*) FILTER (WHERE status IN ('delivered', 'settled')) AS delivered,
                       count(*) FILTER (WHERE status IN ('returning', 'returned')) AS returned,
                       count(*) FILTER (WHERE status = 'lost') AS lost,
                       count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
                       (coalesce(sum(total) FILTER (WHERE status IN ('delivered', 'settled')), 0))::bigint AS delivered_total
                  FROM (SELECT status, total FROM orders WHERE phone = p.phone ORDER BY number DESC LIMIT $2) near) t
            WHERE coalesce(c.id, o.id) IS NOT NULL
            ORDER BY p.place"#,
        phones,
        COUNTED,
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(Customer::try_from).collect()
}

/// The newest orders of a phone.
pub async fn orders(executor: impl PgExecutor<'_>, phone: &Phone) -> sqlx::Result<Vec<PlacedOrder>> {
    let rows = sqlx::query!(
        "SELECT id, number, status, total, placed_at FROM orders WHERE phone = $1 ORDER BY number DESC LIMIT $2",
        phone.as_str(),
        SHOWN,
    )
    .fetch_all(executor)
    .await?;
    let orders = rows.into_iter().map(|row| PlacedOrder {
        id: OrderId::from_uuid(row.id),
        number: OrderNumber(row.number),
        status: row.status,
        total: Money::from_centimes(row.total),
        placed_at: row.placed_at,
    });
    Ok(orders.collect())
}

/// The phone of the card, or else of the order, that has this id.
pub async fn phone_of(executor: impl PgExecutor<'_>, id: CustomerId) -> sqlx::Result<Option<Phone>> {
    let phone = sqlx::query_scalar!(
        r#"SELECT coalesce((SELECT phone FROM customers WHERE id = $1), (SELECT phone FROM orders WHERE id = $1)) AS phone"#,
        id.uuid(),
    )
    .fetch_one(executor)
    .await?;
    phone.map(|phone| decoded(Phone::parse(&phone))).transpose()
}

/// The card of a phone, held against other changes until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, phone: &Phone) -> sqlx::Result<Option<Written>> {
    let row = sqlx::query!(
        "SELECT id, version, first_name, last_name, email, wilaya_code, commune_code, address, note
           FROM customers WHERE phone = $1 FOR NO KEY UPDATE",
        phone.as_str(),
    )
    .fetch_optional(tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Written {
        id: CustomerId::from_uuid(row.id),
        phone: phone.clone(),
        version: version(row.version)?,
        card: Card {
            first_name: decoded(PersonName::parse(&row.first_name))?,
            last_name: decoded(PersonName::parse(&row.last_name))?,
            email: row.email,
            place: place(row.wilaya_code, row.commune_code)?,
            address: row.address,
            note: row.note,
        },
    }))
}

/// Writes the card over the version before; says whether it did.
pub async fn save_in(tx: &mut PgConnection, written: &Written, now: OffsetDateTime) -> sqlx::Result<bool> {
    let Written { id, phone, version, card } = written;
    let saved = sqlx::query!(
        "INSERT INTO customers AS c (id, phone, version, first_name, last_name, email, wilaya_code, commune_code, address,
                                     note, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (phone) DO UPDATE
            SET version = excluded.version, first_name = excluded.first_name, last_name = excluded.last_name,
                email = excluded.email, wilaya_code = excluded.wilaya_code, commune_code = excluded.commune_code,
                address = excluded.address, note = excluded.note
          WHERE c.version = excluded.version - 1",
        id.uuid(),
        phone.as_str(),
        version_column(*version),
        card.first_name.as_str(),
        card.last_name.as_str(),
        card.email,
        card.place.as_ref().map(|place| place.wilaya.as_str()),
        card.place.as_ref().map(|place| place.commune.as_str()),
        card.address,
        card.note,
        now,
    )
    .execute(tx)
    .await?;
    Ok(saved.rows_affected() == 1)
}

/// Whether the commune lies in the wilaya.
pub async fn is_place(executor: impl PgExecutor<'_>, place: &Place) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        "SELECT true FROM communes WHERE code = $1 AND wilaya_code = $2",
        place.commune.as_str(),
        place.wilaya.as_str(),
    )
    .fetch_optional(executor)
    .await?;
    Ok(found.is_some())
}

/// The columns of a customer.
#[derive(Debug)]
struct CustomerRow {
    phone: String,
    id: Uuid,
    version: i64,
    first_name: String,
    last_name: String,
    email: String,
    address: String,
    note: String,
    wilaya_code: Option<String>,
    commune_code: Option<String>,
    wilaya_name: String,
    commune_name: String,
    last_order_at: Option<OffsetDateTime>,
    open: i64,
    delivered: i64,
    returned: i64,
    lost: i64,
    cancelled: i64,
    delivered_total: i64,
    more: bool,
}

impl TryFrom<CustomerRow> for Customer {
    type Error = sqlx::Error;

    fn try_from(row: CustomerRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: CustomerId::from_uuid(row.id),
            phone: decoded(Phone::parse(&row.phone))?,
            version: version(row.version)?,
            card: Card {
                first_name: decoded(PersonName::parse(&row.first_name))?,
                last_name: decoded(PersonName::parse(&row.last_name))?,
                email: row.email,
                place: place(row.wilaya_code, row.commune_code)?,
                address: row.address,
                note: row.note,
            },
            wilaya_name: row.wilaya_name,
            commune_name: row.commune_name,
            outcomes: Outcomes {
                open: count("open", row.open)?,
                delivered: count("delivered", row.delivered)?,
                returned: count("returned", row.returned)?,
                lost: count("lost", row.lost)?,
                cancelled: count("cancelled", row.cancelled)?,
                delivered_total: Money::from_centimes(row.delivered_total),
                more: row.more,
            },
            last_order_at: row.last_order_at,
        })
    }
}

fn place(wilaya: Option<String>, commune: Option<String>) -> sqlx::Result<Option<Place>> {
    let (Some(wilaya), Some(commune)) = (wilaya, commune) else { return Ok(None) };
    Ok(Some(Place { wilaya: decoded(wilaya.parse())?, commune: decoded(commune.parse())? }))
}
