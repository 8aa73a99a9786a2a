//! The shop's settings: read from the database, saved over the version that they carry.

mod events;
mod model;
mod rpc;
mod store;
mod theme;

use souk_audit::{Change, Subject};
use souk_bus::Meta;
use souk_proto::catalog::v1::SettingsChanged;
use souk_rpc::{Actor, Failure};
use uuid::Uuid;

pub use model::{Settings, SettingsEdit};
pub use rpc::from_message;
pub use store::read;

use crate::context::Context;
use crate::revision;

/// Why settings could not be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("the settings were changed by somebody else; they are at version {0}")]
    Stale(u64),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

pub async fn get(context: &Context) -> Result<Settings, SettingsError> {
    Ok(store::read(&mut *context.pool.acquire().await?).await?)
}

/// Saves settings over the version that they carry. Another price basis changes every price shown, and no product.
pub async fn update(context: &Context, actor: &Actor, edit: SettingsEdit) -> Result<Settings, SettingsError> {
    let mut tx = context.pool.begin().await?;
    let before = store::read(&mut tx).await?;
    let wanted = edit.over(&before);
    if wanted == before {
        return Ok(before);
    }
    let next = Settings { version: wanted.version + 1, ..wanted };
    if next.version != before.version + 1 || !store::save_in(&mut tx, &next).await? {
        return Err(SettingsError::Stale(before.version));
    }
    revision::announce_content_in(&mut tx, context, "settings").await?;
    let event = SettingsChanged { settings: Some((&next).into()) };
    // All content is one thing to keep in order.
    context.outbox.add(&mut tx, &event, Meta::new(context.clock.as_ref(), Uuid::nil())).await?;
    let subject = Subject::new("settings", "", "");
    let change = Change::between("catalog.settings_saved", subject, before.facts(), next.facts());
    context.audit_in(&mut tx, actor, change).await?;
    context.commit(tx).await?;
    Ok(next)
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        let text = error.to_string();
        match error {
            SettingsError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            SettingsError::Database(error) => souk_database::failure(error),
        }
    }
}
