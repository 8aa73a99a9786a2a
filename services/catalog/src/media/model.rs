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

/// One size of a picture: a JPEG file, and the WebP files that pages show instead of it. Members that came later are empty
/// for pictures from before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSize {
    pub name: SizeName,
    /// Path of the JPEG file, `/media/...`.
    pub url: String,
    /// Pixels.
    pub width: u32,
    pub height: u32,
    /// Narrowest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub webp: Vec<WebpFile>,
    /// `#rrggbb` of what the picture stands on, for its place while it loads.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tone: String,
}

/// A WebP file of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebpFile {
    /// Path that a page shows, `/media/...`.
    pub url: String,
    /// Pixels.
    pub width: u32,
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

impl StoredSize {
    /// Path of the narrowest WebP file, else of the JPEG file: where nothing but one path is kept.
    pub fn narrowest(self) -> String {
        self.webp.into_iter().next().map_or(self.url, |file| file.url)
    }

    /// Path of the WebP file that is as wide as the JPEG file, else of that one: where a text names one path.
    pub fn lightest(self) -> String {
        let within = self.webp.into_iter().rfind(|file| file.width <= self.width);
        within.map_or(self.url, |file| file.url)
    }
}

/// As shoppers' pages are told of it.
pub fn image_view(size: &StoredSize) -> views::ImageSize {
    let candidate = |file: &WebpFile| format!("{} {}w", file.url, file.width);
    views::ImageSize {
        name: <&str>::from(size.name).to_owned(),
        display_url: size.url.clone(),
        url: size.url.clone(),
        width: size.width,
        height: size.height,
        webp_srcset: size.webp.iter().map(candidate).collect::<Vec<_>>().join(", "),
        tone: size.tone.clone(),
    }
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

    #[test]
    fn what_was_stored_before_has_jpeg_alone() {
        let stored =
            r#"{"name": "GRID_DISPLAY", "url": "/media/shop/ab-480.jpg", "width": 480, "height": 240}"#;
        let size: StoredSize = serde_json::from_str(stored).expect("reads");
        let view = image_view(&size);
        assert_eq!((view.webp_srcset.as_str(), view.tone.as_str()), ("", ""));
        assert_eq!(size.clone().lightest(), "/media/shop/ab-480.jpg");
        assert_eq!(size.narrowest(), "/media/shop/ab-480.jpg");
    }

    #[test]
    fn a_page_chooses_among_all_widths() {
        let webp = [320, 480].map(|width| WebpFile { url: format!("/media/shop/ab-{width}.webp"), width });
        let size = StoredSize {
            name: SizeName::GridDisplay,
            url: "/media/shop/ab-480.jpg".into(),
            width: 480,
            height: 240,
            webp: webp.to_vec(),
            tone: "#e8ded2".into(),
        };
        let view = image_view(&size);
        assert_eq!(view.webp_srcset, "/media/shop/ab-320.webp 320w, /media/shop/ab-480.webp 480w");
        assert_eq!(view.tone, "#e8ded2");
        assert_eq!(size.clone().lightest(), "/media/shop/ab-480.webp");
        let wide = WebpFile { url: "/media/shop/ab-720.webp".into(), width: 720 };
        let with_wider = StoredSize { webp: [&size.webp[..], &[wide]].concat(), ..size.clone() };
        assert_eq!(with_wider.lightest(), "/media/shop/ab-480.webp");
        assert_eq!(size.narrowest(), "/media/shop/ab-320.webp");
    }

    proptest! {
        #[test]
        fn a_size_is_at_least_one_pixel_and_within_its_side(width in 1_u32..20_000, height in 1_u32..20_000) {
            let (w, h) = fit(160, width, height);
            prop_assert!((1..=160).contains(&w) && (1..=160).contains(&h));
        }
    }
}
