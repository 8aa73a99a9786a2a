//! Sets of features. Pure.

use souk_audit::Subject;
use souk_kernel::FeatureId;
use uuid::Uuid;

use crate::versions::Versioned;

/// More than a shop sells kinds of things that are described alike.
pub const MOST_SETS: u64 = 200;
/// As many as a data sheet has lines.
pub const MOST_MEMBERS: usize = 100;
/// Longest name, in characters.
pub const LONGEST_NAME: usize = 100;

/// Features that products of one kind have in common, under a name of the staff's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureSet {
    pub id: Uuid,
    pub version: u64,
    pub name: String,
    /// Each once, in the order of their ids: data sheets have an order of their own.
    pub features: Vec<FeatureId>,
}

impl Versioned for FeatureSet {
    fn version(&self) -> u64 {
        self.version
    }

    fn at(self, version: u64) -> Self {
        Self { version, ..self }
    }
}

impl FeatureSet {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("feature_set", self.id, self.name.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({ "name": self.name, "features": self.features })
    }
}
