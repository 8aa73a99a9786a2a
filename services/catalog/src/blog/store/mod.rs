//! The blog in PostgreSQL.

pub mod categories;
pub mod posts;
