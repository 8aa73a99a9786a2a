//! The storefront's own pages: home and menus. They are made from the reference data in memory and the search index, and
//! follow the catalogue within a second.

mod error;
mod home;
mod menus;
mod model;
mod rpc;
mod store;

use bytes::Bytes;
use moka::future::Cache;
use souk_audit::{Change, Subject};
use souk_kernel::Language;
use souk_rpc::Actor;

pub use error::ContentError;
pub use model::{BlockKind, HomeBlock, Source};
pub use rpc::ContentRpc;

use crate::context::Context;
use crate::listings::Listings;
use crate::media::{Media, SizeName};
use crate::revision;

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

impl Content {
    pub fn new(context: Context, media: Media, listings: Listings) -> Self {
        Self { context, media, listings, pages: Cache::new(KEPT_PAGES) }
    }

    /// Replaces the home page's blocks. A block without a picture has none.
    pub async fn set_home(&self, actor: &Actor, blocks: Vec<NewBlock>) -> Result<(), ContentError> {
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
        revision::announce_content_in(&mut tx, &self.context, "home").await?;
        let after = serde_json::json!({ "blocks": stored });
        let change = Change::made("catalog.home_saved", Subject::new("home", "", ""), after);
        self.context.audit_in(&mut tx, actor, change).await?;
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
        let page = Bytes::from(serde_json::to_vec(&menus::menus(&view.reference.categories, language))?);
        self.pages.insert(key, page.clone()).await;
        Ok((page, view.revision))
    }
}
