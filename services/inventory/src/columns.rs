//! How keys are written in rows: "no combination" is the nil UUID, which unlike NULL can be part of a primary
//! key; and lists of keys as one array per column, for `unnest`. Names stand in a column for each language.

use souk_kernel::{CombinationId, LocalizedText, ProductId, StockKey};
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

pub fn localized(fr: String, ar: String, en: String) -> LocalizedText {
    LocalizedText { fr, ar, en }
}
