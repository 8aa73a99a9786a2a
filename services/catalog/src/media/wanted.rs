//! Which picture a thing shall have, where an edit replaces the thing whole.

use super::model::{MediaError, SizeName, StoredSize};
use super::store::Media;

/// Which picture is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    None,
    /// One that the thing has, by its path.
    Kept(String),
    /// The bytes of another one.
    New(Vec<u8>),
}

/// A picture that needs no work any more.
#[derive(Debug)]
pub enum StoredPicture {
    None,
    /// By its path.
    Kept(String),
    New(StoredSize),
}

/// The path names none of the pictures that the thing has.
#[derive(Debug, thiserror::Error)]
#[error("there is no such picture")]
pub struct UnknownPicture;

impl Picture {
    /// As a request has it: bytes, else the path of one that stays.
    pub fn read(content: Vec<u8>, kept: String) -> Self {
        match (content.is_empty(), kept.is_empty()) {
            (false, _) => Self::New(content),
            (true, false) => Self::Kept(kept),
            (true, true) => Self::None,
        }
    }
}

impl Media {
    /// Stores what is new, for a banner.
    pub async fn store_wanted(&self, picture: Picture) -> Result<StoredPicture, MediaError> {
        self.store_wanted_as(SizeName::ProductPageLarge, picture).await
    }

    /// Stores what is new, to be shown in one size.
    pub async fn store_wanted_as(
        &self,
        shown: SizeName,
        picture: Picture,
    ) -> Result<StoredPicture, MediaError> {
        Ok(match picture {
            Picture::None => StoredPicture::None,
            Picture::Kept(url) => StoredPicture::Kept(url),
            Picture::New(content) => {
                let sizes = self.store_for_shop(content).await?;
                let shown = sizes.into_iter().find(|size| size.name == shown);
                shown.map_or(StoredPicture::None, StoredPicture::New)
            }
        })
    }
}

impl StoredPicture {
    /// The picture; one that is kept is one of those that the thing `had`.
    pub fn of<'a>(
        self,
        had: impl IntoIterator<Item = &'a StoredSize>,
    ) -> Result<Option<StoredSize>, UnknownPicture> {
        match self {
            Self::None => Ok(None),
            Self::New(size) => Ok(Some(size)),
            Self::Kept(url) => {
                let kept = had.into_iter().find(|size| size.url == url);
                kept.cloned().map(Some).ok_or(UnknownPicture)
            }
        }
    }
}
