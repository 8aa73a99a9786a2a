//! The storefront's own content: settings, home page, menus. Settings are read from the database; the pages are
//! made from the shelf in memory and the search index, and follow the catalogue within a second.

mod home;
mod menus;
mod model;
mod rpc;
mod store;

use bytes::Bytes;
use moka::future::Cache;
use souk_bus::Meta;
use souk_kernel::Language;
use souk_proto::catalog::v1::{ContentChanged, SettingsChanged};
use souk_rpc::Failure;
use sqlx::PgConnection;
use uuid::Uuid;

pub use model::{BlockKind, HomeBlock, Settings, Source};
pub use rpc::ContentRpc;
pub use store::settings;

use crate::context::Context;
use crate::failure::{of_media, of_search};
use crate::listings::{ListingError, Listings};
use crate::media::{Media, MediaError, SizeName};
use crate::revision;
use crate::search::SearchError;

/// Pages kept: home and menus in three languages of a few generations.
const KEPT_PAGES: u64 = 24;

/// The use cases of content.
#[derive(Clone)]
pub struct Content {
    context: Context,
    media: Media,
    listings: Listings,
    /// Pages by kind, language and the view that they were made of.
    pages: Cache<(&'static str, Language, u64), Bytes>,
}

/// A block to store, with the picture that was sent with it.
#[derive(Debug, Clone)]
pub struct NewBlock {
    pub block: HomeBlock,
    pub picture: Vec<u8>,
}

/// Why content could not be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error("the settings were changed by somebody else; they are at version {0}")]
    Stale(u64),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Listing(#[from] ListingError),
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("the page could not be written")]
    Json(#[from] serde_json::Error),
}

impl Content {
    pub fn new(context: Context, media: Media, listings: Listings) -> Self {
        Self { context, media, listings, pages: Cache::new(KEPT_PAGES) }
    }

    pub async fn settings(&self) -> Result<Settings, ContentError> {
        Ok(store::settings(&mut *self.context.pool.acquire().await?).await?)
    }

    /// Saves settings over the version that they carry. Another price basis changes every price shown, and no product.
    pub async fn update_settings(&self, wanted: Settings) -> Result<Settings, ContentError> {
        let mut tx = self.context.pool.begin().await?;
        let before = store::settings(&mut tx).await?;
        if wanted == before {
            return Ok(before);
        }
        let next = Settings { version: wanted.version + 1, ..wanted };
        if next.version != before.version + 1 || !store::save_settings_in(&mut tx, &next).await? {
            return Err(ContentError::Stale(before.version));
        }
        announce_in(&mut tx, &self.context, "settings").await?;
        let event = SettingsChanged { settings: Some((&next).into()) };
        self.context.outbox.add(&mut tx, &event, subject(&self.context)).await?;
        self.context.commit(tx).await?;
        Ok(next)
    }

    /// Replaces the home page's blocks. A block without a picture has none.
    pub async fn set_home(&self, blocks: Vec<NewBlock>) -> Result<(), ContentError> {
        let mut stored = Vec::with_capacity(blocks.len());
        for NewBlock { mut block, picture } in blocks {
            if !picture.is_empty() {
                let sizes = self.media.store_for_shop(picture).await?;
                block.image = sizes.into_iter().find(|size| size.name == SizeName::ProductPageLarge);
            }
            stored.push(block);
        }
        let mut tx = self.context.pool.begin().await?;
        store::replace_home_blocks_in(&mut tx, &stored).await?;
        announce_in(&mut tx, &self.context, "home").await?;
        self.context.commit(tx).await?;
        Ok(())
    }

    /// The home page as JSON with its revision.
    pub async fn home(&self, language: Language) -> Result<(Bytes, u64), ContentError> {
        let view = self.listings.view()?;
        let key = ("home", language, view.generation);
        if let Some(page) = self.pages.get(&key).await {
            return Ok((page, view.revision));
        }
        let page = home::write(&self.context, &self.listings, &view, language).await?;
        self.pages.insert(key, page.clone()).await;
        Ok((page, view.revision))
    }

    /// The menus as JSON with their revision.
    pub async fn menus(&self, language: Language) -> Result<(Bytes, u64), ContentError> {
        let view = self.listings.view()?;
        let key = ("menus", language, view.generation);
        if let Some(page) = self.pages.get(&key).await {
            return Ok((page, view.revision));
        }
        let page = Bytes::from(serde_json::to_vec(&menus::menus(&view.shelf.categories, language))?);
        self.pages.insert(key, page.clone()).await;
        Ok((page, view.revision))
    }
}

/// Tells that content changed.
pub async fn announce_in(tx: &mut PgConnection, context: &Context, kind: &str) -> sqlx::Result<()> {
    let revision = revision::next_reference_in(tx).await?;
    let event = ContentChanged { version: revision.unsigned_abs(), kind: kind.to_owned() };
    context.outbox.add(tx, &event, subject(context)).await
}

/// All content is one thing to keep in order.
fn subject(context: &Context) -> Meta {
    Meta::new(context.clock.as_ref(), Uuid::nil())
}

impl From<ContentError> for Failure {
    fn from(error: ContentError) -> Self {
        let text = error.to_string();
        match error {
            ContentError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            ContentError::Search(error) => of_search(error),
            ContentError::Listing(error) => error.into(),
            ContentError::Media(error) => of_media(error),
            ContentError::Database(error) => souk_database::failure(error),
            ContentError::Json(error) => Self::internal(error),
        }
    }
}
