//! Sets of features: what products of one kind are described by, under a name of the staff's own ("Téléphone"). A product takes over
//! a set's features once, on its screen; afterwards it knows nothing of the set, and a set that changes changes no product. No shopper
//! sees any of it: a change takes no revision, which would have every kept page made anew.

mod model;
mod parse;
mod rpc;
mod store;

use serde_json::Value;
use souk_audit::Change;
use souk_database::on_conflict;
use souk_rpc::{Actor, Failure};
use uuid::Uuid;

pub use model::FeatureSet;
pub use rpc::FeatureSetsRpc;

use crate::context::Context;
use crate::versions::{self, OutOfDate};
use model::MOST_SETS;

/// The use cases of sets.
#[derive(Clone)]
pub struct FeatureSets {
    context: Context,
}

/// Why something could not be done with a set.
#[derive(Debug, thiserror::Error)]
pub enum FeatureSetError {
    #[error("there is no such set of features")]
    Unknown,
    #[error("the set was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("another set has this name")]
    NameTaken,
    #[error("the shop has {MOST_SETS} sets already; delete one first")]
    TooMany,
    #[error("features[{0}] is not there")]
    UnknownFeature(usize),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl FeatureSets {
    pub fn new(context: Context) -> Self {
        Self { context }
    }

    /// All of them by their names.
    pub async fn list(&self) -> Result<Vec<FeatureSet>, FeatureSetError> {
        Ok(store::all(&mut *self.context.pool.acquire().await?).await?)
    }

    pub async fn get(&self, id: Uuid) -> Result<FeatureSet, FeatureSetError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(FeatureSetError::Unknown)
    }

    /// Makes the set or replaces the version that it carries. What is stored already changes nothing.
    pub async fn save(&self, actor: &Actor, wanted: FeatureSet) -> Result<(), FeatureSetError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let before = store::find(&mut tx, wanted.id).await?;
        let named = wanted.features.clone();
        let next = versions::over(sorted(wanted), before.as_ref())?;
        if before.as_ref() == Some(&next) {
            return Ok(());
        }
        if before.is_none() && store::count_all(&mut tx).await? >= MOST_SETS {
            return Err(FeatureSetError::TooMany);
        }
        let known = store::known_in(&mut tx, &named).await?;
        if let Some(at) = named.iter().position(|feature| !known.contains(feature)) {
            return Err(FeatureSetError::UnknownFeature(at));
        }
        store::save_in(&mut tx, &next)
            .await
            .map_err(on_conflict("feature_sets_name", FeatureSetError::NameTaken))?;
        let was = before.as_ref().map_or(Value::Null, FeatureSet::facts);
        let change = Change::between("catalog.feature_set_saved", next.subject(), was, next.facts());
        self.context.audit_in(&mut tx, actor, change).await?;
        Ok(tx.commit().await?)
    }

    /// Takes the set away; products keep what they say.
    pub async fn delete(&self, actor: &Actor, id: Uuid) -> Result<(), FeatureSetError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let set = store::find(&mut tx, id).await?.ok_or(FeatureSetError::Unknown)?;
        store::delete_in(&mut tx, id).await?;
        let change = Change::between("catalog.feature_set_removed", set.subject(), set.facts(), Value::Null);
        self.context.audit_in(&mut tx, actor, change).await?;
        Ok(tx.commit().await?)
    }
}

/// As it comes back from the database.
fn sorted(mut set: FeatureSet) -> FeatureSet {
    set.features.sort_unstable_by_key(|feature| feature.uuid());
    set
}

impl From<OutOfDate> for FeatureSetError {
    fn from(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::Unknown,
            OutOfDate::At(version) => Self::Stale(version),
        }
    }
}

impl From<FeatureSetError> for Failure {
    fn from(error: FeatureSetError) -> Self {
        let text = error.to_string();
        match error {
            FeatureSetError::Unknown => Self::not_found("catalog.unknown_feature_set", text),
            FeatureSetError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            FeatureSetError::NameTaken => Self::conflict("catalog.taken", text).with("field", "name"),
            FeatureSetError::TooMany => Self::invalid_field("name", "form.validation.tooMany", text),
            FeatureSetError::UnknownFeature(at) => {
                Self::invalid_field(format!("features[{at}]"), "form.validation.unknown", text)
            }
            FeatureSetError::Database(error) => souk_database::failure(error),
        }
    }
}
