//! How large the files of a picture are. Pure.

use serde::{Deserialize, Serialize};

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

/// Who shows a picture, which says how large it is ever wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A product's page: half of a screen, all of a phone's.
    Product,
    /// The shop's own: banners stand as wide as the page.
    Shop,
    /// In a review: JPEG alone, so that what strangers send costs no more than it must.
    Review,
}

/// Longest sides of WebP files, in pixels: cards take 170 to 290 pixels of a page, thumbnails 76, a product's page a phone's
/// width, each at one to three dots per pixel.
const WEBP_SIDES: [u32; 6] = [160, 320, 480, 720, 1080, 1600];

impl Shown {
    /// Longest sides of the WebP files that are made of a picture, smallest first.
    pub fn webp_sides(self) -> &'static [u32] {
        match self {
            Self::Product => &WEBP_SIDES[..5],
            Self::Shop => &WEBP_SIDES,
            Self::Review => &[],
        }
    }
}

impl SizeName {
    /// Whether a WebP file of this side may be shown instead of the JPEG file.
    pub fn takes(self, webp_side: u32) -> bool {
        match self {
            Self::SmallProduct => webp_side <= 320,
            Self::GridDisplay => (320..=720).contains(&webp_side),
            Self::ProductPageLarge => webp_side >= 480,
        }
    }

    /// Longest side of the JPEG file in pixels.
    pub const fn side(self) -> u32 {
        match self {
            Self::SmallProduct => 160,
            Self::GridDisplay => 480,
            Self::ProductPageLarge => 1080,
        }
    }
}

/// Width and height of a picture within `side`, in the original's proportions and never larger than it.
pub fn fit(side: u32, width: u32, height: u32) -> (u32, u32) {
    let longest = u64::from(width.max(height).max(1));
    let side = u64::from(side).min(longest);
    let scaled = |length: u32| u32::try_from((u64::from(length) * side / longest).max(1)).unwrap_or(1);
    (scaled(width), scaled(height))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pictures_keep_their_proportions_and_never_grow() {
        assert_eq!(fit(480, 2000, 1000), (480, 240));
        assert_eq!(fit(1080, 300, 300), (300, 300));
    }

    proptest! {
        #[test]
        fn a_size_is_at_least_one_pixel_and_within_its_side(width in 1_u32..20_000, height in 1_u32..20_000) {
            let (w, h) = fit(160, width, height);
            prop_assert!((1..=160).contains(&w) && (1..=160).contains(&h));
        }
    }
}
