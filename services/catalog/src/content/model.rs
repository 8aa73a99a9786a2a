//! Blocks of the home page. Pure.

use serde::{Deserialize, Serialize};
use souk_kernel::LocalizedText;
use uuid::Uuid;

use crate::media::StoredSize;

/// A block of the home page as it is kept; what it shows is filled in when the page is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HomeBlock {
    pub kind: BlockKind,
    pub title: LocalizedText,
    pub text: LocalizedText,
    pub button: LocalizedText,
    pub link: String,
    pub image: Option<StoredSize>,
    pub source: Source,
    pub number: u32,
}

/// The block types that this shop can fill, of those of spec 3.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BlockKind {
    Banner,
    ProductsCarousel,
    ProductsGrid,
    CategoriesCarousel,
    BrandsCarousel,
    DiscountBlock,
    TextCarousel,
}

/// What a block is filled with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Source {
    Featured,
    New,
    /// What delivered orders sold most.
    Bestsellers,
    /// By slug.
    Category(String),
    /// By slug.
    Brand(String),
    /// The promotion that a discount block tells of.
    Promotion(Uuid),
}

/// The text names no source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a source is featured, new, bestsellers, category:<slug>, brand:<slug> or promotion:<id>")]
pub struct UnknownSource;

impl std::str::FromStr for Source {
    type Err = UnknownSource;

    fn from_str(text: &str) -> Result<Self, UnknownSource> {
        match text.split_once(':') {
            None if text == "featured" => Ok(Self::Featured),
            None if text == "new" || text.is_empty() => Ok(Self::New),
            None if text == "bestsellers" => Ok(Self::Bestsellers),
            Some(("category", slug)) => Ok(Self::Category(slug.to_owned())),
            Some(("brand", slug)) => Ok(Self::Brand(slug.to_owned())),
            Some(("promotion", id)) => id.parse().map(Self::Promotion).map_err(|_| UnknownSource),
            _ => Err(UnknownSource),
        }
    }
}

impl TryFrom<String> for Source {
    type Error = UnknownSource;

    fn try_from(text: String) -> Result<Self, UnknownSource> {
        text.parse()
    }
}

impl From<Source> for String {
    fn from(source: Source) -> Self {
        match source {
            Source::Featured => "featured".to_owned(),
            Source::New => "new".to_owned(),
            Source::Bestsellers => "bestsellers".to_owned(),
            Source::Category(slug) => format!("category:{slug}"),
            Source::Brand(slug) => format!("brand:{slug}"),
            Source::Promotion(id) => format!("promotion:{id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_reads_back_as_written() {
        let promotion = format!("promotion:{}", Uuid::from_u128(7));
        for text in ["featured", "new", "bestsellers", "category:parfums", "brand:nour", &promotion] {
            assert_eq!(text.parse().map(|source: Source| String::from(source)).as_deref(), Ok(text));
        }
        assert!("collection:x".parse::<Source>().is_err());
    }
}
