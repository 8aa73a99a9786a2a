//! What is kept of a picture and what pictures are taken. Pure.

use serde::{Deserialize, Serialize};
pub use souk_renditions::SizeName;
use souk_renditions::Unmade;
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

/// A square PNG file of a picture, as phones show it among their apps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IconFile {
    /// Path that a page shows, `/media/...`.
    pub url: String,
    /// Pixels.
    pub side: u32,
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
    #[error("the shop has no such picture")]
    Unknown,
    #[error("the picture could not be noted")]
    Unnoted(#[source] anyhow::Error),
}

impl From<Unmade> for MediaError {
    fn from(unmade: Unmade) -> Self {
        match unmade {
            Unmade::TooManyPixels => Self::TooManyPixels,
            Unmade::NotAPicture => Self::NotAPicture,
            Unmade::Work(cause) => Self::Work(cause),
        }
    }
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
    use super::*;

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
}
