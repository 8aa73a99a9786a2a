//! The home page, and the menus as they are sent. They are made from the reference data in memory and the search index, and
//! follow the catalogue within a second.

mod blocks;
mod error;
mod home;
mod model;
mod parse;
mod preview;
mod rpc;
mod store;

use bytes::Bytes;
use moka::future::Cache;
use souk_kernel::Language;

pub use blocks::{WantedBlock, WantedSlide};
pub use error::ContentError;
pub use model::{BlockKind, HomeBlock, Source};
pub use rpc::ContentRpc;

use self::home::Page;
use crate::context::Context;
use crate::listings::Listings;
use crate::shop_pictures::ShopPictures;
use crate::{blog, menus};

/// Pages kept: home and menus in three languages of a few generations.
const KEPT_PAGES: u64 = 24;

/// The use cases of content.
#[derive(Clone)]
pub struct Content {
    context: Context,
    pictures: ShopPictures,
    listings: Listings,
    /// Pages by kind, language and the view that they were made of.
    pages: Cache<(&'static str, Language, u64), Page>,
}

impl Content {
    pub fn new(context: Context, pictures: ShopPictures, listings: Listings) -> Self {
        Self { context, pictures, listings, pages: Cache::new(KEPT_PAGES) }
    }

    /// The home page as JSON with its revision.
    pub async fn home(&self, language: Language) -> Result<(Bytes, u64), ContentError> {
        let view = self.listings.view()?;
        let key = ("home", language, view.generation);
        if let Some(json) = self.kept(&key).await {
            return Ok((json, view.revision));
        }
        let page = home::write(&self.context, &self.listings, &view, language).await?;
        self.pages.insert(key, page.clone()).await;
        Ok((page.json, view.revision))
    }

    /// The menus as JSON with their revision.
    pub async fn menus(&self, language: Language) -> Result<(Bytes, u64), ContentError> {
        let view = self.listings.view()?;
        let key = ("menus", language, view.generation);
        if let Some(json) = self.kept(&key).await {
            return Ok((json, view.revision));
        }
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let now = self.context.clock.now();
        let menus = menus::menus(&mut tx, &view.reference, language, now).await?;
        // A post that an item leads to may come by its date.
        let until = blog::next_publication(&mut tx, now).await?;
        tx.commit().await?;
        let json = Bytes::from(serde_json::to_vec(&menus)?);
        self.pages.insert(key, Page { json: json.clone(), until }).await;
        Ok((json, view.revision))
    }

    /// The page that was made last, while it is as it was made.
    async fn kept(&self, key: &(&'static str, Language, u64)) -> Option<Bytes> {
        let Page { json, until } = self.pages.get(key).await?;
        until.is_none_or(|until| self.context.clock.now() < until).then_some(json)
    }
}
