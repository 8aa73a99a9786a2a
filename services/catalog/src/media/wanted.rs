//! Which picture a thing shall have, where an edit replaces the thing whole.

use super::model::StoredSize;

/// Which picture is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    None,
    /// One that the thing has, or another of the shop's, by its path.
    Kept(String),
    /// The bytes of another one.
    New(Vec<u8>),
}

/// A picture that needs no work any more.
#[derive(Debug)]
pub enum StoredPicture {
    None,
    /// By its path: one that the thing has, or nobody knows.
    Kept(String),
    /// By its path: one that the thing has, else this one of the shop's.
    Chosen {
        url: String,
        size: StoredSize,
    },
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

impl StoredPicture {
    /// The picture; one that is kept is one of those that the thing `had`, and stays in the size that it has there.
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
            Self::Chosen { url, size } => {
                Ok(Some(had.into_iter().find(|had| had.url == url).cloned().unwrap_or(size)))
            }
        }
    }
}
