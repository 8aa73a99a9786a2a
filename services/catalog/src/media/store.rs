//! How the shop's pictures are stored. The gateway serves them from there.

use std::sync::Arc;

use object_store::path::Path;
use sha2::{Digest as _, Sha256};
use souk_kernel::ProductId;
use souk_media::{MediaConfig, Pictures};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::model::{MediaError, Origin, StoredSize};
use super::resize::{Resized, resize};

/// Pictures of the staff decoded at once: each takes memory and a processor.
const AT_ONCE: usize = 2;
/// Of shoppers: whatever they send, the staff's have their places.
const OF_SHOPPERS_AT_ONCE: usize = 1;
/// Of other servers.
const OF_OTHERS_AT_ONCE: usize = 1;
/// Bytes of the content's hash in a file name.
const NAME_BYTES: usize = 10;

/// The shop's pictures. Cheap to clone.
#[derive(Clone)]
pub struct Media {
    pictures: Pictures,
    staff: Arc<Semaphore>,
    shoppers: Arc<Semaphore>,
    others: Arc<Semaphore>,
}

impl Media {
    pub fn new(config: &MediaConfig) -> anyhow::Result<Self> {
        Ok(Self {
            pictures: Pictures::open(config)?,
            staff: Arc::new(Semaphore::new(AT_ONCE)),
            shoppers: Arc::new(Semaphore::new(OF_SHOPPERS_AT_ONCE)),
            others: Arc::new(Semaphore::new(OF_OTHERS_AT_ONCE)),
        })
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
        origin: Origin,
    ) -> Result<Vec<StoredSize>, MediaError> {
        if content.len() > origin.most_bytes() {
            return Err(MediaError::TooLarge);
        }
        let name = Self::hash(&content);
        let places = match origin {
            Origin::Staff => &self.staff,
            Origin::Elsewhere => &self.others,
        };
        self.store(places, &format!("products/{product}"), &name, content).await
    }

    /// Stores all sizes of a picture that a shopper sent, at an address that nobody can work out from it: until its review is
    /// published, staff alone are told.
    pub async fn store_for_review(
        &self,
        product: ProductId,
        name: Uuid,
        content: Vec<u8>,
    ) -> Result<Vec<StoredSize>, MediaError> {
        sent(&content)?;
        self.store(&self.shoppers, &format!("products/{product}"), &name.simple().to_string(), content).await
    }

    /// Takes files away that nothing names.
    pub async fn remove(&self, sizes: &[StoredSize]) -> Result<(), MediaError> {
        for size in sizes {
            let path = size.url.trim_start_matches("/media/");
            self.pictures.delete(&Path::from(path)).await?;
        }
        Ok(())
    }

    /// Stores all sizes of a picture of the shop itself: categories, brands, banners.
    pub async fn store_for_shop(&self, content: Vec<u8>) -> Result<Vec<StoredSize>, MediaError> {
        sent(&content)?;
        let name = Self::hash(&content);
        self.store(&self.staff, "shop", &name, content).await
    }

    async fn store(
        &self,
        places: &Arc<Semaphore>,
        folder: &str,
        name: &str,
        content: Vec<u8>,
    ) -> Result<Vec<StoredSize>, MediaError> {
        let place =
            Arc::clone(places).acquire_owned().await.map_err(|error| MediaError::Work(error.into()))?;
        // The place is the work's: who hangs up frees it no sooner than the memory.
        let work = move || {
            let _place = place;
            resize(&content)
        };
        let files = tokio::task::spawn_blocking(work).await;
        let mut sizes = Vec::new();
        for file in files.map_err(|error| MediaError::Work(error.into()))?? {
            sizes.push(self.put(folder, name, file).await?);
        }
        Ok(sizes)
    }

    async fn put(&self, folder: &str, name: &str, file: Resized) -> Result<StoredSize, MediaError> {
        let path = format!("{folder}/{name}-{}.jpg", file.name.side());
        self.pictures.put(&Path::from(path.as_str()), file.jpeg).await?;
        let url = format!("/media/{path}");
        Ok(StoredSize { name: file.name, url, width: file.width, height: file.height })
    }
}

/// Whether something was sent that is no larger than an upload.
fn sent(content: &[u8]) -> Result<(), MediaError> {
    if content.len() > Origin::Staff.most_bytes() { Err(MediaError::TooLarge) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::future::Future as _;
    use std::io::Cursor;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn who_hangs_up_frees_no_place_before_the_work_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let media_url = format!("file://{}", folder.path().display());
        let media = Media::new(&MediaConfig::at(media_url)).expect("opens");
        let mut png = Vec::new();
        let picture = image::RgbImage::from_pixel(1_500, 1_500, image::Rgb([9; 3]));
        picture.write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png).expect("encodes");
        {
            let storing = pin!(media.store_for_review(ProductId::from_uuid(Uuid::nil()), Uuid::nil(), png));
            let mut context = Context::from_waker(Waker::noop());
            assert!(matches!(storing.poll(&mut context), Poll::Pending));
        }
        assert_eq!(media.shoppers.available_permits(), 0, "it is still being decoded");
        assert_eq!(media.staff.available_permits(), AT_ONCE);
        let freed = tokio::time::timeout(Duration::from_mins(1), media.shoppers.acquire()).await;
        assert!(matches!(freed, Ok(Ok(_))), "the work ends");
    }
}
