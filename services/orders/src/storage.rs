//! What every statement of this service does with rows that should be there and values that should be legal.

/// An UPDATE that changed no row is never silently fine (house 3).
pub fn ensure_changed(rows: u64) -> sqlx::Result<()> {
    if rows == 0 { Err(sqlx::Error::RowNotFound) } else { Ok(()) }
}

/// A version as its column holds it.
pub fn version_column(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

/// A stored value that the domain refuses is a broken row, not a caller's mistake.
pub fn decoded<T, E: std::error::Error + Send + Sync + 'static>(result: Result<T, E>) -> sqlx::Result<T> {
    result.map_err(|error| sqlx::Error::Decode(Box::new(error)))
}
