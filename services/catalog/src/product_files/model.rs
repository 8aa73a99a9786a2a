//! What is done with the products of a file, and what becomes of them where that is taken back. Pure.

use souk_kernel::ProductId;
use uuid::Uuid;

/// What products of a file are gone through for.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// Nothing is kept.
    pub check_only: bool,
    /// The import and its part, by which pictures are told and it can be taken back.
    pub import: Option<(Uuid, Uuid)>,
}

/// What became of a product of an import that is taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    pub line: u32,
    pub product: ProductId,
    /// Else why it stays as it is.
    pub became: Result<UndoneTo, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum UndoneTo {
    Restored,
    Removed,
    Archived,
}
