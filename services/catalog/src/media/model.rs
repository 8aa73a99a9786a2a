//! The sizes of a picture and what pictures are taken. Pure.

use serde::{Deserialize, Serialize};
use souk_views as views;

/// Largest upload (spec 5).
pub const MOST_BYTES: usize = 2 * 1024 * 1024;
/// Bytes of one that another server gives: as cameras make them; what the shop keeps of it is small.
const MOST_FETCHED_BYTES: usize = 10 * 1024 * 1024;

/// Where a product's picture comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Staff sent it.
    Staff,
    /// Another server gave it, whoever runs that.
    Elsewhere,
}

impl Origin {
    /// Bytes at most.
    pub fn most_bytes(self) -> usize {
        match self {
            Self::Staff => MOST_BYTES,
            Self::Elsewhere => MOST_FETCHED_BYTES,
        }
    }
}

/// Names of the sizes (spec 3).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr, strum::EnumIter,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum SizeName {
    SmallProduct,
    GridDisplay,
    ProductPageLarge,
}

/// One file of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSize {
    pub name: SizeName,
    /// Path that a page shows, `/media/...`.
    pub url: String,
    /// Pixels.
    pub width: u32,
    pub height: u32,
}

/// Why a picture is refused.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    #[error("the file is larger than 2 MB")]
    TooLarge,
    #[error("the picture has more than 20 million pixels")]
    TooManyPixels,
    #[error("the file is no JPEG, PNG or WebP picture")]
    NotAPicture,
    #[error("the picture could not be stored")]
    Storage(#[from] souk_media::Error),
    #[error("the picture could not be made smaller")]
    Work(#[source] anyhow::Error),
}

impl SizeName {
    /// Longest side in pixels.
    pub const fn side(self) -> u32 {
        match self {
            Self::SmallProduct => 160,
            Self::GridDisplay => 480,
            Self::ProductPageLarge => 1080,
        }
    }

    /// Width and height of a picture of this size, in the original's proportions and never larger than it.
    pub fn fit(self, width: u32, height: u32) -> (u32, u32) {
        let longest = u64::from(width.max(height).max(1));
        let side = u64::from(self.side()).min(longest);
        let scaled = |length: u32| u32::try_from((u64::from(length) * side / longest).max(1)).unwrap_or(1);
        (scaled(width), scaled(height))
    }
}

/// As shoppers' pages are told of it.
pub fn image_view(size: &StoredSize) -> views::ImageSize {
    views::ImageSize {
        name: <&str>::from(size.name).to_owned(),
        display_url: size.url.clone(),
        url: size.url.clone(),
        width: size.width,
        height: size.height,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pictures_keep_their_proportions_and_never_grow() {
        assert_eq!(SizeName::GridDisplay.fit(2000, 1000), (480, 240));
        assert_eq!(SizeName::ProductPageLarge.fit(300, 300), (300, 300));
    }

    proptest! {
        #[test]
        fn a_size_is_at_least_one_pixel_and_within_its_side(width in 1_u32..20_000, height in 1_u32..20_000) {
            let (w, h) = SizeName::SmallProduct.fit(width, height);
            prop_assert!((1..=160).contains(&w) && (1..=160).contains(&h));
        }
    }
}
