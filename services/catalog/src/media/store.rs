//! Where pictures are kept: any object store, a folder by default. The gateway serves them from there.

use std::sync::Arc;

use anyhow::Context as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _, PutPayload};
use sha2::{Digest as _, Sha256};
use souk_kernel::ProductId;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::model::{MOST_BYTES, MediaError, StoredSize};
use super::resize::{Resized, resize};

/// Pictures decoded at once: each takes memory and a processor.
const AT_ONCE: usize = 2;
/// Bytes of the content's hash in a file name.
const NAME_BYTES: usize = 10;

/// Where pictures are kept.
#[derive(Debug, Clone, clap::Args)]
pub struct MediaConfig {
    /// Where pictures are kept, `file:///folder`.
    #[arg(long, env = "SOUK_MEDIA_URL")]
    pub media_url: String,
}

/// The shop's pictures. Cheap to clone.
#[derive(Clone)]
pub struct Media {
    store: Arc<dyn ObjectStore>,
    working: Arc<Semaphore>,
}

impl Media {
    pub fn new(config: &MediaConfig) -> anyhow::Result<Self> {
        let folder =
            config.media_url.strip_prefix("file://").context("SOUK_MEDIA_URL begins with file://")?;
        std::fs::create_dir_all(folder).with_context(|| format!("can't make {folder}"))?;
        let store = object_store::local::LocalFileSystem::new_with_prefix(folder)?;
        Ok(Self { store: Arc::new(store), working: Arc::new(Semaphore::new(AT_ONCE)) })
    }

    /// What a picture's bytes are known by.
    pub fn hash(content: &[u8]) -> String {
        let hash = Sha256::digest(content);
        hash.iter().take(NAME_BYTES).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
    }

    /// Stores all sizes of a product's picture.
    pub async fn store_for_product(
        &self,
        product: ProductId,
        content: Vec<u8>,
    ) -> Result<Vec<StoredSize>, MediaError> {
        let name = Self::hash(&content);
        self.store(&format!("products/{product}"), &name, content).await
    }

    /// Stores all sizes of a picture that a shopper sent, at an address that nobody can work out from it: until its review is
    /// published, staff alone are told.
    pub async fn store_for_review(
        &self,
        product: ProductId,
        name: Uuid,
        content: Vec<u8>,
    ) -> Result<Vec<StoredSize>, MediaError> {
        self.store(&format!("products/{product}"), &name.simple().to_string(), content).await
    }

    /// Takes files away that nothing names.
    pub async fn remove(&self, sizes: &[StoredSize]) -> Result<(), MediaError> {
        for size in sizes {
            let path = size.url.trim_start_matches("/media/");
            self.store.delete(&Path::from(path)).await?;
        }
        Ok(())
    }

    /// Stores all sizes of a picture of the shop itself: categories, brands, banners.
    pub async fn store_for_shop(&self, content: Vec<u8>) -> Result<Vec<StoredSize>, MediaError> {
        let name = Self::hash(&content);
        self.store("shop", &name, content).await
    }

    async fn store(&self, folder: &str, name: &str, content: Vec<u8>) -> Result<Vec<StoredSize>, MediaError> {
        if content.len() > MOST_BYTES {
            return Err(MediaError::TooLarge);
        }
        let turn = self.working.acquire().await.map_err(|error| MediaError::Work(error.into()))?;
        let files = tokio::task::spawn_blocking(move || resize(&content)).await;
        drop(turn);
        let mut sizes = Vec::new();
        for file in files.map_err(|error| MediaError::Work(error.into()))?? {
            sizes.push(self.put(folder, name, file).await?);
        }
        Ok(sizes)
    }

    async fn put(&self, folder: &str, name: &str, file: Resized) -> Result<StoredSize, MediaError> {
        let path = format!("{folder}/{name}-{}.jpg", file.name.side());
        self.store.put(&Path::from(path.as_str()), PutPayload::from(file.jpeg)).await?;
        let url = format!("/media/{path}");
        Ok(StoredSize { name: file.name, url, width: file.width, height: file.height })
    }
}
