//! Columns read into the words of the trade. A CHECK keeps each legal; one that is not is a damaged row.

use souk_kernel::{LocalizedText, TaxRate};
use sqlx::types::Json;

/// A row that breaks the schema's own rules.
#[derive(Debug, thiserror::Error)]
#[error("column {column} holds {value}")]
pub struct DamagedColumn {
    column: &'static str,
    value: String,
}

pub fn damaged(column: &'static str, value: impl std::fmt::Display) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(DamagedColumn { column, value: format!("{value}") }))
}

pub fn tax_rate(hundredths: i32) -> sqlx::Result<TaxRate> {
    u32::try_from(hundredths)
        .ok()
        .and_then(|hundredths| TaxRate::from_hundredths(hundredths).ok())
        .ok_or_else(|| damaged("tax_rate", hundredths))
}

pub fn small(column: &'static str, number: i32) -> sqlx::Result<u32> {
    u32::try_from(number).map_err(|_| damaged(column, number))
}

/// Text in the shop's languages as a column holds it.
pub type Localized = Json<LocalizedText>;
