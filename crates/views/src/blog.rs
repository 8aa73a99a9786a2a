//! The blog: posts and their categories.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ImageSize;

/// A post in full, in the answer's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPost {
    /// Its heading.
    pub title: String,
    /// Last part of its address: `/blog/<slug>`.
    pub slug: String,
    /// What lists show of it; may be empty.
    pub excerpt: String,
    /// Cleaned HTML.
    pub html: String,
    /// Its picture, if it has one.
    pub picture: Option<ImageSize>,
    /// RFC 3339; it is read from then on.
    pub published_at: String,
    /// RFC 3339; when it was saved last.
    pub changed_at: String,
    /// The category that it is in.
    pub category: BlogCategoryName,
    /// What search engines show of it; empty: its title.
    pub seo_title: String,
    /// What search engines show below that: what was written for them, else the excerpt, else the beginning of the text.
    pub seo_description: String,
}

/// A post in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogCard {
    /// Its heading.
    pub title: String,
    /// Last part of its address: `/blog/<slug>`.
    pub slug: String,
    /// What lists show of it; may be empty.
    pub excerpt: String,
    /// Its picture, if it has one.
    pub picture: Option<ImageSize>,
    /// RFC 3339; it is read from then on.
    pub published_at: String,
    /// The category that it is in.
    pub category: BlogCategoryName,
}

/// A category as posts name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BlogCategoryName {
    /// In the answer's language.
    pub name: String,
    /// Last part of its address: `/blog/categories/<slug>`.
    pub slug: String,
}

/// A category over the list of its posts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogCategory {
    /// In the answer's language.
    pub name: String,
    /// Last part of its address: `/blog/categories/<slug>`.
    pub slug: String,
    /// Said over its posts; may be empty.
    pub description: String,
    /// Its picture, if it has one.
    pub picture: Option<ImageSize>,
    /// What search engines show of it; empty: its name.
    pub seo_title: String,
    /// What search engines show below that; empty: its description.
    pub seo_description: String,
}

/// A page of the posts of all categories or of one, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPosts {
    /// The category whose posts these are; absent over those of all.
    pub category: Option<BlogCategory>,
    /// The posts of the page.
    pub posts: Vec<BlogCard>,
    /// The categories that have posts, in order.
    pub categories: Vec<BlogCategoryName>,
    /// Posts in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Posts per page.
    pub size: u32,
    /// Pages that there are.
    pub page_count: u64,
}

/// The newest posts on the home page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPostsBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// Where "see all" leads.
    pub link: String,
    /// The posts in order.
    pub posts: Vec<BlogCard>,
}

/// One post on the home page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPostBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// The post.
    pub post: BlogCard,
}

/// Categories of the blog on the home page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogCategoriesBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// The categories in order, four at most (spec 9).
    pub categories: Vec<BlogCategoryTile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BlogCategoryTile {
    /// In the answer's language.
    pub name: String,
    /// Last part of its address: `/blog/categories/<slug>`.
    pub slug: String,
    /// 100 characters at most (spec 9); may be empty.
    pub description: String,
    /// Its picture, if it has one.
    pub picture: Option<ImageSize>,
    /// Posts that shoppers read.
    pub posts: u64,
}
