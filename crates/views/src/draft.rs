//! What isn't published yet, for who has a link to it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{BlogPost, CmsPage, ProductPage};

/// A thing as shoppers would read it, in the answer's language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// Path of its page, where shoppers read it.
    pub link: String,
    /// Whether shoppers read it already.
    pub is_shown: bool,
    /// RFC 3339; until then the link leads to it.
    pub ends_at: String,
    /// What it is.
    pub thing: DraftThing,
}

/// What a draft is of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
pub enum DraftThing {
    Page(CmsPage),
    Post(Box<BlogPost>),
    /// It can't be ordered by the link.
    Product(Box<ProductPage>),
}
