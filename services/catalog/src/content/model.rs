//! Blocks of the home page. Pure.

use serde::{Deserialize, Serialize};
use souk_audit::Subject;
use souk_kernel::{BrandId, BrandLineId, CategoryId, LocalizedText};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::media::StoredSize;
use crate::search::tag;
use crate::versions::Versioned;

/// A block of the home page as staff arrange it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeBlock {
    pub id: Uuid,
    pub version: u64,
    pub active: bool,
    /// Shown from then on.
    pub starts_at: Option<OffsetDateTime>,
    /// Shown no longer from then on.
    pub ends_at: Option<OffsetDateTime>,
    pub content: BlockContent,
}

/// What a block says and how it looks; what else it shows is filled in when the page is made. Members that came later are what
/// they were before they were asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockContent {
    pub kind: BlockKind,
    pub title: LocalizedText,
    pub text: LocalizedText,
    pub button: LocalizedText,
    /// Cleaned.
    #[serde(default)]
    pub html: LocalizedText,
    pub link: String,
    pub image: Option<StoredSize>,
    pub source: Source,
    /// Things that are shown at most; 0: as many as the type shows of itself.
    pub number: u32,
    #[serde(default)]
    pub slides: Vec<Slide>,
    #[serde(default)]
    pub settings: ModuleSettings,
}

/// One banner of several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slide {
    pub title: LocalizedText,
    pub text: LocalizedText,
    pub button: LocalizedText,
    pub link: String,
    pub image: Option<StoredSize>,
}

/// How a block looks (spec 3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleSettings {
    pub show_title: bool,
    /// Of [`COLUMNS`].
    pub size: u32,
    /// `#rrggbb`, or empty.
    pub bg_color: String,
    pub container_class: String,
    pub wrapper_css_class: String,
    pub responsive_number: ResponsiveNumber,
}

/// Things beside each other by the width of the screen; 0: as many as the type shows of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ResponsiveNumber {
    pub mobile: u32,
    pub tablet: u32,
    pub desktop: u32,
}

/// Blocks that a home page may have.
pub const MOST_BLOCKS: usize = 50;
/// Columns of the page.
pub const COLUMNS: u32 = 12;
/// How many of them a block can take.
pub const SIZES: [u32; 6] = [3, 4, 6, 8, 9, COLUMNS];

/// The block types that this shop can fill, of those of spec 2 and 3.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BlockKind {
    Banner,
    BannerCarousel,
    ProductsCarousel,
    ProductsGrid,
    DiscountedProducts,
    BestsellersProducts,
    CategoryProductsCarousel,
    BrandsProductsCarousel,
    CategoriesCarousel,
    BrandsCarousel,
    BrandLinesCarousel,
    BrandLinesProductsCarousel,
    TagProducts,
    CollectionProducts,
    DiscountBlock,
    TextCarousel,
    HtmlBlock,
    BlogPostsCarousel,
    BlogPostCard,
    BlogCategoriesCarousel,
}

/// What a block is filled with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Source {
    Featured,
    /// The newest products, and what stands where a type needs no source.
    New,
    /// What delivered orders sold most.
    Bestsellers,
    Category(CategoryId),
    Brand(BrandId),
    BrandLine(BrandLineId),
    /// A tag, in whatever case products have it.
    Tag(String),
    Collection(Uuid),
    /// The promotion that a discount block tells of.
    Promotion(Uuid),
    BlogPost(Uuid),
}

/// The text names no source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a source is featured, new, bestsellers, category:<id>, brand:<id>, brand_line:<id>, tag:<words>, collection:<id>, promotion:<id> or blog_post:<id>"
)]
pub struct UnknownSource;

impl Versioned for HomeBlock {
    fn version(&self) -> u64 {
        self.version
    }

    fn at(self, version: u64) -> Self {
        Self { version, ..self }
    }
}

impl HomeBlock {
    pub fn is_shown(&self, at: OffsetDateTime) -> bool {
        self.active
            && self.starts_at.is_none_or(|start| start <= at)
            && self.ends_at.is_none_or(|end| at < end)
    }

    /// When it comes or goes next.
    pub fn next_change(&self, after: OffsetDateTime) -> Option<OffsetDateTime> {
        let moments = [self.starts_at, self.ends_at].into_iter().flatten();
        moments.filter(|moment| self.active && *moment > after).min()
    }

    /// The pictures that it has.
    pub fn pictures(&self) -> impl Iterator<Item = &StoredSize> {
        let slides = self.content.slides.iter().filter_map(|slide| slide.image.as_ref());
        self.content.image.iter().chain(slides)
    }

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("home_block", self.id, self.content.title.fr.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { active, starts_at, ends_at, content, .. } = self;
        let told = |moment: &Option<OffsetDateTime>| moment.map(souk_kernel::rfc3339);
        let (starts_at, ends_at) = (told(starts_at), told(ends_at));
        serde_json::json!({ "active": active, "startsAt": starts_at, "endsAt": ends_at, "content": content })
    }
}

/// Puts the blocks that are named first, in this order; the others follow as they stand. An id of none is nobody's.
pub fn put_first(blocks: &mut [HomeBlock], ids: &[Uuid]) {
    blocks.sort_by_key(|block| ids.iter().position(|id| *id == block.id).unwrap_or(ids.len()));
}

impl Default for ModuleSettings {
    fn default() -> Self {
        Self {
            show_title: true,
            size: COLUMNS,
            bg_color: String::new(),
            container_class: String::new(),
            wrapper_css_class: String::new(),
            responsive_number: ResponsiveNumber::default(),
        }
    }
}

impl BlockKind {
    /// Whether a block of this type can be filled with it.
    pub const fn takes(self, source: &Source) -> bool {
        match self {
            Self::ProductsCarousel | Self::ProductsGrid => {
                !matches!(source, Source::Promotion(_) | Source::BlogPost(_))
            }
            Self::CategoryProductsCarousel => matches!(source, Source::Category(_)),
            Self::BrandsProductsCarousel => matches!(source, Source::Brand(_)),
            Self::BrandLinesProductsCarousel => matches!(source, Source::BrandLine(_)),
            Self::TagProducts => matches!(source, Source::Tag(_)),
            Self::CollectionProducts => matches!(source, Source::Collection(_)),
            Self::DiscountBlock => matches!(source, Source::Promotion(_)),
            Self::BlogPostCard => matches!(source, Source::BlogPost(_)),
            _ => matches!(source, Source::New),
        }
    }
}

impl std::str::FromStr for Source {
    type Err = UnknownSource;

    fn from_str(text: &str) -> Result<Self, UnknownSource> {
        match text.split_once(':') {
            None if text == "featured" => Ok(Self::Featured),
            None if text == "new" || text.is_empty() => Ok(Self::New),
            None if text == "bestsellers" => Ok(Self::Bestsellers),
            Some(("category", id)) => id.parse().map(Self::Category).map_err(|_| UnknownSource),
            Some(("brand", id)) => id.parse().map(Self::Brand).map_err(|_| UnknownSource),
            Some(("brand_line", id)) => id.parse().map(Self::BrandLine).map_err(|_| UnknownSource),
            Some(("tag", words)) => tag(words).map(Self::Tag).map_err(|_| UnknownSource),
            Some(("collection", id)) => id.parse().map(Self::Collection).map_err(|_| UnknownSource),
            Some(("promotion", id)) => id.parse().map(Self::Promotion).map_err(|_| UnknownSource),
            Some(("blog_post", id)) => id.parse().map(Self::BlogPost).map_err(|_| UnknownSource),
            _ => Err(UnknownSource),
        }
    }
}

impl Source {
    /// The thing that it names by its id.
    pub const fn named(&self) -> Option<Uuid> {
        match self {
            Self::Featured | Self::New | Self::Bestsellers | Self::Tag(_) => None,
            Self::Category(id) => Some(id.uuid()),
            Self::Brand(id) => Some(id.uuid()),
            Self::BrandLine(id) => Some(id.uuid()),
            Self::Collection(id) | Self::Promotion(id) | Self::BlogPost(id) => Some(*id),
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
            Source::Category(id) => format!("category:{id}"),
            Source::Brand(id) => format!("brand:{id}"),
            Source::BrandLine(id) => format!("brand_line:{id}"),
            Source::Tag(tag) => format!("tag:{tag}"),
            Source::Collection(id) => format!("collection:{id}"),
            Source::Promotion(id) => format!("promotion:{id}"),
            Source::BlogPost(id) => format!("blog_post:{id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_reads_back_as_written() {
        let id = Uuid::from_u128(7);
        let named = ["category", "brand", "brand_line", "collection", "promotion", "blog_post"]
            .map(|kind| format!("{kind}:{id}"));
        for text in ["featured", "new", "bestsellers", "tag:fête : été"]
            .into_iter()
            .chain(named.iter().map(String::as_str))
        {
            assert_eq!(text.parse().map(|source: Source| String::from(source)).as_deref(), Ok(text));
        }
        assert!("tag: ".parse::<Source>().is_err(), "no words");
        assert!("collection:x".parse::<Source>().is_err() && "category:parfums".parse::<Source>().is_err());
    }

    #[test]
    fn a_block_is_shown_from_its_start_until_just_before_its_end() {
        let at = |seconds| OffsetDateTime::UNIX_EPOCH + time::Duration::seconds(seconds);
        let content = serde_json::json!({
            "kind": "banner", "title": {}, "text": {}, "button": {}, "link": "", "image": null, "source": "new",
            "number": 0,
        });
        let mut block = HomeBlock {
            id: Uuid::nil(),
            version: 1,
            active: true,
            starts_at: Some(at(10)),
            ends_at: Some(at(20)),
            content: serde_json::from_value(content).expect("as it was stored before it had settings"),
        };
        let shown: Vec<_> =
            [9, 10, 19, 20].into_iter().filter(|second| block.is_shown(at(*second))).collect();
        assert_eq!(shown, [10, 19]);
        let changes = [9, 10, 20].map(|second| block.next_change(at(second)));
        assert_eq!(changes, [Some(at(10)), Some(at(20)), None]);
        block.active = false;
        assert!(!block.is_shown(at(15)) && block.next_change(at(9)).is_none());
    }
}
