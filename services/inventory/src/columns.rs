//! How keys are written in rows: "no combination" is the nil UUID, which unlike NULL can be part of a primary
//! key; and lists of keys as one array per column, for `unnest`.

use souk_kernel::{CombinationId, ProductId, StockKey};
use uuid::Uuid;

/// Keys, column by column.
#[derive(Debug, Default)]
pub struct KeyColumns {
    pub products: Vec<Uuid>,
    pub combinations: Vec<Uuid>,
}

impl FromIterator<StockKey> for KeyColumns {
    fn from_iter<T: IntoIterator<Item = StockKey>>(keys: T) -> Self {
        let (products, combinations) =
            keys.into_iter().map(|key| (key.product.uuid(), combination_column(key.combination))).unzip();
        Self { products, combinations }
    }
}

pub fn combination_column(combination: Option<CombinationId>) -> Uuid {
    combination.map_or(Uuid::nil(), CombinationId::uuid)
}

pub fn key(product: Uuid, combination: Uuid) -> StockKey {
    StockKey {
        product: ProductId::from_uuid(product),
        combination: (!combination.is_nil()).then(|| CombinationId::from_uuid(combination)),
    }
}

/// A count that the database's checks keep within `u32`; anything else is a row that broke its invariant.
pub fn count<T: TryInto<u32>>(column: &'static str, value: T) -> Result<u32, sqlx::Error> {
    value.try_into().map_err(|_| inconsistent(column))
}

/// A version, kept non-negative by the database's checks.
pub fn version(value: i64) -> Result<u64, sqlx::Error> {
    value.try_into().map_err(|_| inconsistent("version"))
}

/// A version as the column holds it; the wire's upper half is beyond what any shop reaches.
pub fn version_column(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

/// A row holds what its constraints should have refused.
pub fn inconsistent(column: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(format!("column {column} holds an impossible value").into())
}
