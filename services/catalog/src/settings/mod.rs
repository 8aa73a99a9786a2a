//! The shop's settings: read from the database, saved over the version that they carry.

mod events;
mod model;
mod rpc;
mod store;
mod theme;

use souk_audit::{Change, Subject};
use souk_bus::Meta;
use souk_kernel::Permission;
use souk_proto::catalog::v1::SettingsChanged;
use souk_rpc::{Actor, Failure};
use uuid::Uuid;

pub use model::{Settings, SettingsEdit};
pub use rpc::from_message;
pub use store::read;

use crate::context::Context;
use crate::failure::of_media;
use crate::media::{IconFile, MediaError, Picture, SizeName, StoredPicture, StoredSize, UnknownPicture};
use crate::revision;
use crate::shop_pictures::ShopPictures;

/// Fields of the pictures.
const LOGO: &str = "logo";
const FAVICON: &str = "favicon";

/// Why settings could not be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("the settings were changed by somebody else; they are at version {0}")]
    Stale(u64),
    #[error("the shop has no such picture")]
    UnknownPicture(&'static str),
    #[error("who may not confirm orders does not say how long they wait")]
    NotTheirs(Failure),
    #[error("the favicon is as wide as it is high")]
    NotSquare,
    #[error("{1}")]
    Media(&'static str, #[source] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

pub async fn get(context: &Context) -> Result<Settings, SettingsError> {
    Ok(store::read(&mut *context.pool.acquire().await?).await?)
}

/// Saves settings over the version that they carry. Another price basis changes every price shown, and no product.
pub async fn update(
    context: &Context,
    pictures: &ShopPictures,
    actor: &Actor,
    edit: SettingsEdit,
) -> Result<Settings, SettingsError> {
    let SettingsEdit { settings, show_lowest_price, theme, logo, favicon, times, identity } = edit;
    let name = &settings.shop_name.fr;
    let logo = stored((pictures, name), LOGO, SizeName::GridDisplay, logo).await?;
    let favicon = stored((pictures, name), FAVICON, SizeName::SmallProduct, favicon).await?;
    let icons = icons(pictures, favicon.as_ref()).await?;
    let mut tx = context.pool.begin().await?;
    let before = store::read(&mut tx).await?;
    if settings.version != before.version {
        return Err(SettingsError::Stale(before.version));
    }
    let wanted = Settings {
        show_lowest_price: show_lowest_price.unwrap_or(before.show_lowest_price),
        theme: theme.unwrap_or_else(|| before.theme.clone()),
        logo: shown(LOGO, logo, before.logo.as_ref())?,
        favicon: shown(FAVICON, favicon, before.favicon.as_ref())?,
        icons: icons.unwrap_or_else(|| before.icons.clone()),
        times: times.over(before.times),
        identity: identity.unwrap_or_else(|| before.identity.clone()),
        ..settings
    };
    if wanted.favicon.as_ref().is_some_and(|favicon| favicon.width != favicon.height) {
        return Err(SettingsError::NotSquare);
    }
    if wanted == before {
        return Ok(before);
    }
    if wanted.times != before.times {
        // They decide over stock that orders hold.
        actor.require(Permission::OrdersConfirm).map_err(SettingsError::NotTheirs)?;
    }
    let next = Settings { version: wanted.version + 1, ..wanted };
    if !store::save_in(&mut tx, &next).await? {
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

/// A new picture of the field, in the size that it is shown in.
async fn stored(
    (pictures, name): (&ShopPictures, &str),
    field: &'static str,
    size: SizeName,
    wanted: Option<Picture>,
) -> Result<Option<StoredPicture>, SettingsError> {
    let Some(wanted) = wanted else { return Ok(None) };
    let stored = pictures.store_wanted_as(size, wanted, name).await;
    stored.map(Some).map_err(|error| SettingsError::Media(field, error))
}

/// The icons of a favicon that takes the place of another; nothing where that stays.
async fn icons(
    pictures: &ShopPictures,
    favicon: Option<&StoredPicture>,
) -> Result<Option<Vec<IconFile>>, SettingsError> {
    let size = match favicon {
        None | Some(StoredPicture::Kept(_)) => return Ok(None),
        Some(StoredPicture::None) => return Ok(Some(Vec::new())),
        Some(StoredPicture::New(size) | StoredPicture::Chosen { size, .. }) => size,
    };
    let stored = pictures.media().store_icons(size).await;
    stored.map(Some).map_err(|error| SettingsError::Media(FAVICON, error))
}

/// The picture of the field: the one that it `had` where nothing is said of it.
fn shown(
    field: &'static str,
    wanted: Option<StoredPicture>,
    had: Option<&StoredSize>,
) -> Result<Option<StoredSize>, SettingsError> {
    let Some(wanted) = wanted else { return Ok(had.cloned()) };
    wanted.of(had).map_err(|UnknownPicture| SettingsError::UnknownPicture(field))
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        let text = error.to_string();
        match error {
            SettingsError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            SettingsError::UnknownPicture(field) => {
                Self::invalid_field(field, "form.validation.unknown", text)
            }
            SettingsError::NotTheirs(refusal) => refusal,
            SettingsError::NotSquare => Self::invalid_field(FAVICON, "form.validation.notSquare", text),
            SettingsError::Media(field, error) => of_media(field, error),
            SettingsError::Database(error) => souk_database::failure(error),
        }
    }
}
