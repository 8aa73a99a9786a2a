//! Columns read into the words of the trade, and written from them. A CHECK keeps each legal: a value that is not is a damaged
//! row, our fault and not a caller's.

use std::fmt::Display;

/// A row that breaks the schema's own rules.
#[derive(Debug, thiserror::Error)]
#[error("column {column} holds {value}")]
struct DamagedColumn {
    column: &'static str,
    value: String,
}

/// What a statement fails with that read such a value.
pub fn damaged(column: &'static str, value: impl Display) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(DamagedColumn { column, value: value.to_string() }))
}

/// A value that the domain read, or refused.
pub fn decoded<T, E: std::error::Error + Send + Sync + 'static>(result: Result<T, E>) -> sqlx::Result<T> {
    result.map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// A number of pieces or rows.
pub fn count<T: TryInto<u32> + Display + Copy>(column: &'static str, value: T) -> sqlx::Result<u32> {
    value.try_into().map_err(|_| damaged(column, value))
}

/// The version of a row.
pub fn version(value: i64) -> sqlx::Result<u64> {
    value.try_into().map_err(|_| damaged("version", value))
}

/// A version as its column holds it; what the wire's upper half could say is beyond what any shop reaches.
pub fn version_column(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

/// An UPDATE that changed no row is never silently fine (house 3).
pub fn ensure_changed(rows: u64) -> sqlx::Result<()> {
    if rows == 0 { Err(sqlx::Error::RowNotFound) } else { Ok(()) }
}

/// The `LIKE` pattern of text that contains what somebody typed, wildcards being characters; none where nothing was typed.
pub fn contains_pattern(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let escaped = typed.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    (!typed.is_empty()).then(|| format!("%{escaped}%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_that_somebody_types_are_characters() {
        assert_eq!(contains_pattern(r" 50%_x\ ").as_deref(), Some(r"%50\%\_x\\%"));
        assert_eq!(contains_pattern("  "), None);
    }

    #[test]
    fn a_damaged_row_is_named_by_its_column() {
        assert!(count("on_hand", -1).is_err_and(|error| error.to_string().contains("on_hand holds -1")));
        assert!(version(-1).is_err());
        assert_eq!(version(version_column(7)).ok(), Some(7));
        assert_eq!(version_column(u64::MAX), i64::MAX);
    }
}
