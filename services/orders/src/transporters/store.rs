//! Transporters and tariffs in the database.

use serde::Deserialize;
use souk_database::columns::{decoded, version, version_column};
use souk_kernel::{CommuneCode, Money, TransporterId};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};

use super::model::{Delay, FreeFrom, Offer, Profile, Tariff, Transporter};

/// Whether the commune is on the list.
pub async fn commune_exists(pool: &PgPool, commune: &CommuneCode) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("SELECT true FROM communes WHERE code = $1", commune.as_str())
        .fetch_optional(pool)
        .await?;
    Ok(found.is_some())
}

/// Every tariff that could serve the commune: active transporters, deliverable places.
pub async fn candidates(pool: &PgPool, commune: &CommuneCode) -> sqlx::Result<Vec<Offer>> {
    let rows = sqlx::query_as!(
        OfferRow,
        r#"SELECT t.id, t.name, t.logo, t.active, to_jsonb(f) AS "tariff!: Json<TariffRow>"
           FROM communes c
           JOIN wilayas w ON w.code = c.wilaya_code AND w.deliverable
           JOIN tariffs f ON f.wilaya_code = c.wilaya_code AND (f.commune_code = c.code OR f.commune_code IS NULL)
           JOIN transporters t ON t.id = f.transporter_id AND t.active
          WHERE c.code = $1 AND c.deliverable
          ORDER BY t.name, t.id"#,
        commune.as_str(),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(Offer::try_from).collect()
}

/// Every transporter with its version.
pub async fn all(pool: &PgPool) -> sqlx::Result<Vec<(Transporter, u64)>> {
    let rows = sqlx::query!("SELECT id, name, logo, active, version FROM transporters ORDER BY name, id")
        .fetch_all(pool)
        .await?;
    let transporters = rows.into_iter().map(|row| {
        let id = TransporterId::from_uuid(row.id);
        let transporter = Transporter { id, name: row.name, logo: row.logo, active: row.active };
        Ok((transporter, version(row.version)?))
    });
    transporters.collect()
}

/// The transporter with its tariffs, held against other saves until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: TransporterId) -> sqlx::Result<Option<Profile>> {
    let locked =
        sqlx::query!("SELECT true AS held FROM transporters WHERE id = $1 FOR NO KEY UPDATE", id.uuid())
            .fetch_optional(&mut *tx)
            .await?;
    if locked.is_none() { Ok(None) } else { find(tx, id).await }
}

/// The transporter with its tariffs, in one statement.
pub async fn find(conn: &mut PgConnection, id: TransporterId) -> sqlx::Result<Option<Profile>> {
    let row = sqlx::query!(
        r#"SELECT name, logo, active, version,
                  coalesce((SELECT jsonb_agg(f) FROM tariffs f WHERE f.transporter_id = t.id), '[]')
                      AS "tariffs!: Json<Vec<TariffRow>>"
             FROM transporters t WHERE id = $1"#,
        id.uuid()
    )
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let tariffs = row.tariffs.0.into_iter().map(Tariff::try_from).collect::<sqlx::Result<_>>()?;
    let transporter = Transporter { id, name: row.name, logo: row.logo, active: row.active };
    Ok(Some(Profile::new(transporter, tariffs, version(row.version)?)))
}

/// Creates the transporter, or replaces the version before; says whether it did.
pub async fn save_in(tx: &mut PgConnection, profile: &Profile) -> sqlx::Result<bool> {
    let Profile { transporter, version, .. } = profile;
    let saved = sqlx::query!(
        "INSERT INTO transporters AS t (id, name, logo, active, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, logo = excluded.logo, active = excluded.active,
             version = excluded.version
         WHERE t.version = excluded.version - 1",
        transporter.id.uuid(),
        transporter.name,
        transporter.logo,
        transporter.active,
        version_column(*version),
    )
    .execute(tx)
    .await?;
    Ok(saved.rows_affected() == 1)
}

/// Replaces all tariffs of the transporter.
pub async fn replace_tariffs_in(
    tx: &mut PgConnection,
    transporter: TransporterId,
    tariffs: &[Tariff],
) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM tariffs WHERE transporter_id = $1", transporter.uuid())
        .execute(&mut *tx)
        .await?;
    let columns = TariffColumns::from(tariffs);
    sqlx::query!(
        "INSERT INTO tariffs (transporter_id, wilaya_code, commune_code, delivery_type, price, delay_min_hours,
                              delay_max_hours, desk_address, free_from)
         SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::int[], $8::text[],
                                  $9::bigint[])",
        transporter.uuid(),
        &columns.wilayas,
        &columns.communes as &[Option<String>],
        &columns.deliveries,
        &columns.prices,
        &columns.min_hours,
        &columns.max_hours,
        &columns.desk_addresses,
        &columns.free_from as &[Option<i64>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

#[derive(Default)]
struct TariffColumns {
    wilayas: Vec<String>,
    communes: Vec<Option<String>>,
    deliveries: Vec<String>,
    prices: Vec<i64>,
    min_hours: Vec<i32>,
    max_hours: Vec<i32>,
    desk_addresses: Vec<String>,
    free_from: Vec<Option<i64>>,
}

impl From<&[Tariff]> for TariffColumns {
    fn from(tariffs: &[Tariff]) -> Self {
        let mut columns = Self::default();
        for tariff in tariffs {
            columns.wilayas.push(tariff.wilaya.to_string());
            columns.communes.push(tariff.commune.as_ref().map(ToString::to_string));
            columns.deliveries.push(tariff.delivery.as_ref().to_owned());
            columns.prices.push(tariff.price.centimes());
            columns.min_hours.push(i32::try_from(tariff.delay.min_hours).unwrap_or(i32::MAX));
            columns.max_hours.push(i32::try_from(tariff.delay.max_hours).unwrap_or(i32::MAX));
            columns.desk_addresses.push(tariff.desk_address.clone());
            columns.free_from.push(tariff.free_from.amount().map(Money::centimes));
        }
        columns
    }
}

/// An offer as its columns.
struct OfferRow {
    id: uuid::Uuid,
    name: String,
    logo: String,
    active: bool,
    tariff: Json<TariffRow>,
}

/// A row of `tariffs` as `to_jsonb` writes it; checkout reads the same.
#[derive(Debug, Deserialize)]
pub struct TariffRow {
    wilaya_code: String,
    commune_code: Option<String>,
    delivery_type: String,
    price: i64,
    delay_min_hours: i32,
    delay_max_hours: i32,
    desk_address: String,
    free_from: Option<i64>,
}

impl TryFrom<OfferRow> for Offer {
    type Error = sqlx::Error;

    fn try_from(row: OfferRow) -> sqlx::Result<Self> {
        let transporter = Transporter {
            id: TransporterId::from_uuid(row.id),
            name: row.name,
            logo: row.logo,
            active: row.active,
        };
        Ok(Self { transporter, tariff: row.tariff.0.try_into()? })
    }
}

impl TryFrom<TariffRow> for Tariff {
    type Error = sqlx::Error;

    fn try_from(row: TariffRow) -> sqlx::Result<Self> {
        Ok(Self {
            wilaya: decoded(row.wilaya_code.parse())?,
            commune: decoded(row.commune_code.map(|code| code.parse()).transpose())?,
            delivery: decoded(row.delivery_type.parse())?,
            price: Money::from_centimes(row.price),
            delay: Delay {
                min_hours: row.delay_min_hours.unsigned_abs(),
                max_hours: row.delay_max_hours.unsigned_abs(),
            },
            desk_address: row.desk_address,
            free_from: row
                .free_from
                .map_or(FreeFrom::Never, |amount| FreeFrom::Amount(Money::from_centimes(amount))),
        })
    }
}
