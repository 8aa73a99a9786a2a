//! What the audit log holds. Pure.

/// An entry that no release of ours writes.
#[derive(Debug, thiserror::Error)]
#[error("an audit entry has no legal {0}")]
pub struct MalformedEntry(pub &'static str);
