//! Columns that only the catalogue has, read into the words of the trade.

use souk_database::columns::damaged;
use souk_kernel::{LocalizedText, TaxRate};
use sqlx::types::Json;

pub fn tax_rate(hundredths: i32) -> sqlx::Result<TaxRate> {
    u32::try_from(hundredths)
        .ok()
        .and_then(|hundredths| TaxRate::from_hundredths(hundredths).ok())
        .ok_or_else(|| damaged("tax_rate", hundredths))
}

/// Text in the shop's languages as a column holds it.
pub type Localized = Json<LocalizedText>;
