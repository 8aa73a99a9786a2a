//! How the shop's pictures are stored. The gateway serves them from there.

use std::sync::Arc;

use futures::future::try_join_all;
use object_store::path::Path;
use sha2::{Digest as _, Sha256};
use souk_kernel::ProductId;
use souk_media::{MediaConfig, Pictures};
use souk_renditions::{File, Renditions, Shown, Unmade, icons, render};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::model::{IconFile, MediaError, Origin, SizeName, StoredSize, WebpFile};

/// Pictures of the staff decoded at once: each takes memory and a processor.
const AT_ONCE: usize = 2;
/// Of shoppers: whatever they send, the staff's have their places.
const OF_SHOPPERS_AT_ONCE: usize = 1;
/// Of other servers.
const OF_OTHERS_AT_ONCE: usize = 1;
/// Bytes of the content's hash in a file name.
const NAME_BYTES: usize = 10;
/// What paths of pages have before those of the store.
const PREFIX: &str = "/media/";
/// Where pictures of the shop itself are.
const SHOP_FOLDER: &str = "shop";

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
        self.store(places, Shown::Product, (&format!("products/{product}"), &name), content).await
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
        let (folder, name) = (format!("products/{product}"), name.simple().to_string());
        self.store(&self.shoppers, Shown::Review, (&folder, &name), content).await
    }

    /// Takes files away that nothing names.
    pub async fn remove(&self, sizes: &[StoredSize]) -> Result<(), MediaError> {
        let webps = sizes.iter().flat_map(|size| &size.webp).map(|file| &file.url);
        for url in sizes.iter().map(|size| &size.url).chain(webps) {
            self.pictures.delete(&stored_path(url)).await?;
        }
        Ok(())
    }

    /// What the picture of the shop itself is known by whose file has this path.
    pub fn shop_hash(url: &str) -> Option<&str> {
        let name = url.strip_prefix(PREFIX)?.strip_prefix(SHOP_FOLDER)?.strip_prefix('/')?;
        name.split_once('-').map(|(hash, _)| hash)
    }

    /// Stores all sizes of a picture of the shop itself: categories, brands, banners.
    pub async fn store_for_shop(&self, content: Vec<u8>) -> Result<Vec<StoredSize>, MediaError> {
        sent(&content)?;
        let name = Self::hash(&content);
        self.store(&self.staff, Shown::Shop, (SHOP_FOLDER, &name), content).await
    }

    /// Stores the icons that a phone shows among its apps of a picture of the shop, made of its largest file.
    pub async fn store_icons(&self, picture: &StoredSize) -> Result<Vec<IconFile>, MediaError> {
        let stem = stem(&picture.url);
        let largest = format!("{stem}-{}.jpg", SizeName::ProductPageLarge.side());
        let file = self.pictures.get(&Path::from(largest)).await?;
        let content = file.bytes().await.map_err(souk_media::Error::Failed)?;
        let files = worked(&self.staff, move || icons(&content)).await?;
        let put = async |File { side, content, .. }| {
            let url = self.put(&format!("{stem}-{side}.png"), content).await?;
            Ok(IconFile { url, side })
        };
        try_join_all(files.into_iter().map(put)).await
    }

    /// The same sizes with WebP files, made of the largest that there is: of a product's picture from before there were any.
    pub async fn lightened(&self, sizes: &[StoredSize]) -> Result<Vec<StoredSize>, MediaError> {
        let largest = sizes.iter().max_by_key(|size| size.width.max(size.height));
        let Some(url) = largest.map(|size| size.url.as_str()) else { return Ok(sizes.to_vec()) };
        let file = self.pictures.get(&stored_path(url)).await?;
        let content = file.bytes().await.map_err(souk_media::Error::Failed)?;
        let Renditions { webps, tone, .. } = rendered(&self.staff, Shown::Product, content.to_vec()).await?;
        let webps = self.put_webps(stem(url), webps).await?;
        let with_webp = |size: &StoredSize| StoredSize {
            webp: offered(size.name, &webps),
            tone: tone.clone(),
            ..size.clone()
        };
        Ok(sizes.iter().map(with_webp).collect())
    }

    async fn store(
        &self,
        places: &Arc<Semaphore>,
        shown: Shown,
        (folder, name): (&str, &str),
        content: Vec<u8>,
    ) -> Result<Vec<StoredSize>, MediaError> {
        let Renditions { jpegs, webps, tone } = rendered(places, shown, content).await?;
        let webps = self.put_webps(&format!("{folder}/{name}"), webps).await?;
        let mut sizes = Vec::new();
        for (size, File { side, width, height, content }) in jpegs {
            let url = self.put(&format!("{folder}/{name}-{side}.jpg"), content).await?;
            sizes.push(StoredSize {
                name: size,
                url,
                width,
                height,
                webp: offered(size, &webps),
                tone: tone.clone(),
            });
        }
        Ok(sizes)
    }

    /// The WebP files with their sides; `stem` is what the names of a picture's files have in common.
    async fn put_webps(&self, stem: &str, files: Vec<File>) -> Result<Vec<(u32, WebpFile)>, MediaError> {
        let put = async |File { side, width, content, .. }| {
            let url = self.put(&format!("{stem}-{side}.webp"), content).await?;
            Ok((side, WebpFile { url, width }))
        };
        try_join_all(files.into_iter().map(put)).await
    }

    /// Stores a file; the path that a page shows.
    async fn put(&self, path: &str, content: Vec<u8>) -> Result<String, MediaError> {
        self.pictures.put(&Path::from(path), content).await?;
        Ok(format!("{PREFIX}{path}"))
    }
}

/// A picture's files.
async fn rendered(places: &Arc<Semaphore>, shown: Shown, content: Vec<u8>) -> Result<Renditions, MediaError> {
    worked(places, move || render(&content, shown)).await
}

/// What is made of a picture while it holds one of the places.
async fn worked<T: Send + 'static>(
    places: &Arc<Semaphore>,
    make: impl FnOnce() -> Result<T, Unmade> + Send + 'static,
) -> Result<T, MediaError> {
    let place = Arc::clone(places).acquire_owned().await.map_err(|error| MediaError::Work(error.into()))?;
    // The place is the work's: who hangs up frees it no sooner than the memory.
    let work = move || {
        let _place = place;
        make()
    };
    let worked = tokio::task::spawn_blocking(work).await.map_err(|error| MediaError::Work(error.into()))?;
    Ok(worked?)
}

/// The files that are shown in this size: those of its sides, else the widest of a picture that is smaller than them.
fn offered(name: SizeName, files: &[(u32, WebpFile)]) -> Vec<WebpFile> {
    let of_size = files.iter().filter(|(side, _)| name.takes(*side)).map(|(_, file)| file.clone());
    let of_size: Vec<_> = of_size.collect();
    if of_size.is_empty() {
        files.last().map(|(_, file)| file.clone()).into_iter().collect()
    } else {
        of_size
    }
}

/// What the names of a picture's files have in common.
fn stem(url: &str) -> &str {
    url.rsplit_once('-').map_or(url, |(stem, _)| stem).trim_start_matches(PREFIX)
}

fn stored_path(url: &str) -> Path {
    Path::from(url.trim_start_matches(PREFIX))
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
