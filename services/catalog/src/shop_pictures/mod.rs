//! The pictures of the shop's own pages and texts: each is kept once, found by what it was given for, and chosen again for others.
//! Their files are never taken away, so that one stays wherever it was chosen.

mod model;
mod store;

use std::sync::Arc;

use souk_kernel::{Clock, Page};
use sqlx::PgPool;

pub use model::{ShopPicture, in_size};

use crate::media::{Media, MediaError, Picture, SizeName, StoredPicture, StoredSize};

/// Characters of a name that are kept.
const LONGEST_NAME: usize = 100;

/// The shop's pictures. Cheap to clone.
#[derive(Clone)]
pub struct ShopPictures {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    media: Media,
}

impl ShopPictures {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, media: Media) -> Self {
        Self { pool, clock, media }
    }

    pub fn media(&self) -> &Media {
        &self.media
    }

    /// Stores all sizes of a picture, and notes that the shop has it. `name`: what it is given for.
    pub async fn store(&self, content: Vec<u8>, name: &str) -> Result<Vec<StoredSize>, MediaError> {
        let hash = Media::hash(&content);
        let sizes = self.media.store_for_shop(content).await?;
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        let now = self.clock.now();
        store::note(&self.pool, &hash, &name, &sizes, now).await.map_err(unnoted)?;
        Ok(sizes)
    }

    /// Stores what is new, for a banner, or finds what is chosen.
    pub async fn store_wanted(&self, picture: Picture, name: &str) -> Result<StoredPicture, MediaError> {
        self.store_wanted_as(SizeName::ProductPageLarge, picture, name).await
    }

    /// As [`Self::store_wanted`], to be shown in one size.
    pub async fn store_wanted_as(
        &self,
        shown: SizeName,
        picture: Picture,
        name: &str,
    ) -> Result<StoredPicture, MediaError> {
        Ok(match picture {
            Picture::None => StoredPicture::None,
            Picture::Kept(url) => self.chosen(shown, url).await?,
            Picture::New(content) => {
                let sizes = self.store(content, name).await?;
                in_size(sizes, shown).map_or(StoredPicture::None, StoredPicture::New)
            }
        })
    }

    /// The one at a path: what the thing has already, else one of the shop's.
    pub async fn chosen(&self, shown: SizeName, url: String) -> Result<StoredPicture, MediaError> {
        let Some(hash) = Media::shop_hash(&url) else { return Ok(StoredPicture::Kept(url)) };
        let found = store::find(&self.pool, hash).await.map_err(unnoted)?;
        Ok(match found.and_then(|sizes| in_size(sizes, shown)) {
            Some(size) => StoredPicture::Chosen { url, size },
            None => StoredPicture::Kept(url),
        })
    }

    /// The path of the narrowest file of what is wanted, for a thing that keeps nothing else and `had` one; empty for none.
    pub async fn narrowest(&self, wanted: Picture, had: &str, name: &str) -> Result<String, MediaError> {
        match self.store_wanted_as(SizeName::GridDisplay, wanted, name).await? {
            StoredPicture::None => Ok(String::new()),
            StoredPicture::Kept(url) | StoredPicture::Chosen { url, .. } if url == had => Ok(url),
            StoredPicture::New(size) | StoredPicture::Chosen { size, .. } => Ok(size.narrowest()),
            StoredPicture::Kept(_) => Err(MediaError::Unknown),
        }
    }

    /// A page of those whose name has these words, newest first, and how many there are.
    pub async fn list(&self, page: Page, query: &str) -> sqlx::Result<(Vec<ShopPicture>, u64)> {
        let mut tx = souk_database::snapshot(&self.pool).await?;
        let listed = store::list(&mut tx, page, query).await?;
        tx.commit().await?;
        Ok(listed)
    }
}

fn unnoted(error: sqlx::Error) -> MediaError {
    MediaError::Unnoted(error.into())
}
