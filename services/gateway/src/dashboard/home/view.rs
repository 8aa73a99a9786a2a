//! The JSON of home blocks on staff screens.

use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use souk_views::ResponsiveNumber;
use utoipa::ToSchema;

use crate::dashboard::texts::LocalizedTexts;

/// All blocks.
#[derive(Debug, Serialize, ToSchema)]
pub struct HomeBlockList {
    /// In the order of the page.
    pub blocks: Vec<HomeBlockDetail>,
}

/// A block as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeBlockDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// The specification's block type, such as `products_carousel`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it is shown at all.
    pub is_active: bool,
    /// RFC 3339; null: shown at once.
    pub starts_at: Option<String>,
    /// RFC 3339, the moment from which it is not shown any more; null: without end.
    pub ends_at: Option<String>,
    /// Heading.
    pub public_title: LocalizedTexts,
    /// Text below it; of a `text_carousel` one item on each line.
    pub text: LocalizedTexts,
    /// Words of its button.
    pub button: LocalizedTexts,
    /// Of an `html_block`: cleaned HTML.
    pub html: LocalizedTexts,
    /// A path of the shop; empty for none.
    pub link: String,
    /// Path of its picture; empty for none.
    pub image: String,
    /// What it is filled with.
    pub source: String,
    /// Whether that is not there any more: shoppers see nothing of the block.
    pub is_source_gone: bool,
    /// Things shown at most; 0: as many as the type shows of itself.
    pub number: u32,
    /// Banners of a `banner_carousel`.
    pub slides: Vec<SlideDetail>,
    /// How it looks.
    pub settings: ModuleLooks,
}

/// One banner of a `banner_carousel`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlideDetail {
    /// Heading.
    pub title: LocalizedTexts,
    /// Text below it.
    pub text: LocalizedTexts,
    /// Words of its button.
    pub button: LocalizedTexts,
    /// A path of the shop; empty for none.
    pub link: String,
    /// Path of its picture; empty for none.
    pub image: String,
}

/// How a block looks (spec 3 "Module settings").
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModuleLooks {
    /// Whether its heading is seen; it is always said to who can't see.
    pub show_title: bool,
    /// Of the page's twelve columns: 3, 4, 6, 8, 9 or 12.
    pub size: u32,
    /// `#rrggbb`; empty: the page's.
    pub bg_color: String,
    /// Names of classes of what holds its things; empty for none.
    pub container_class: String,
    /// Names of classes of what is around it; empty for none.
    pub wrapper_css_class: String,
    /// Things beside each other; 0: as many as the type shows of itself.
    pub responsive_number: ResponsiveNumber,
}

impl From<proto::HomeBlock> for HomeBlockDetail {
    fn from(block: proto::HomeBlock) -> Self {
        let present = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            id: block.id,
            version: block.version,
            kind: block.r#type,
            is_active: block.active,
            starts_at: present(block.starts_at),
            ends_at: present(block.ends_at),
            public_title: block.title.unwrap_or_default().into(),
            text: block.text.unwrap_or_default().into(),
            button: block.button.unwrap_or_default().into(),
            html: block.html.unwrap_or_default().into(),
            link: block.link,
            image: block.image_url,
            source: block.source,
            is_source_gone: block.source_gone,
            number: block.number,
            slides: block.slides.into_iter().map(SlideDetail::from).collect(),
            settings: block.settings.unwrap_or_default().into(),
        }
    }
}

impl From<proto::Slide> for SlideDetail {
    fn from(slide: proto::Slide) -> Self {
        Self {
            title: slide.title.unwrap_or_default().into(),
            text: slide.text.unwrap_or_default().into(),
            button: slide.button.unwrap_or_default().into(),
            link: slide.link,
            image: slide.image_url,
        }
    }
}

impl From<proto::ModuleSettings> for ModuleLooks {
    fn from(settings: proto::ModuleSettings) -> Self {
        Self {
            show_title: settings.show_title,
            size: settings.size,
            bg_color: settings.bg_color,
            container_class: settings.container_class,
            wrapper_css_class: settings.wrapper_css_class,
            responsive_number: ResponsiveNumber {
                mobile: settings.on_mobile,
                tablet: settings.on_tablet,
                desktop: settings.on_desktop,
            },
        }
    }
}

impl From<ModuleLooks> for proto::ModuleSettings {
    fn from(looks: ModuleLooks) -> Self {
        Self {
            show_title: looks.show_title,
            size: looks.size,
            bg_color: looks.bg_color,
            container_class: looks.container_class,
            wrapper_css_class: looks.wrapper_css_class,
            on_mobile: looks.responsive_number.mobile,
            on_tablet: looks.responsive_number.tablet,
            on_desktop: looks.responsive_number.desktop,
        }
    }
}
