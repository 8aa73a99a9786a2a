//! The copy of sellables in the database.

use prost::Message as _;
use souk_database::columns::decoded;
use souk_kernel::ProductId;
use souk_proto::catalog::v1 as catalog;
use sqlx::PgConnection;

use super::model::{PriceBasis, Sellable};
use super::wire::{self, BrokenSellable};

/// Keeps the message unless a newer one is there: events come late, twice and out of order.
pub async fn save_in(
    tx: &mut PgConnection,
    product: ProductId,
    message: &catalog::Sellable,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO sellables (product_id, version, body) VALUES ($1, $2, $3)
         ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, body = excluded.body
          WHERE sellables.version < excluded.version",
        product.uuid(),
        i64::try_from(message.version).unwrap_or(i64::MAX),
        message.encode_to_vec(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps the basis of this version of catalog's settings unless a newer one is there.
pub async fn save_basis_in(tx: &mut PgConnection, version: u64, basis: PriceBasis) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE price_basis SET version = $1::bigint, basis = $2 WHERE version < $1::bigint",
        i64::try_from(version).unwrap_or(i64::MAX),
        basis.as_ref(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A stored body as what it says.
pub fn read(body: &[u8]) -> sqlx::Result<Sellable> {
    decoded(catalog::Sellable::decode(body).map_err(BrokenSellable::from).and_then(wire::sellable))
}
