//! The blog that the merchant writes: posts, each in one category. Shoppers read those that are active from their date on.

mod categories;
mod error;
mod model;
mod parse;
mod posts;
mod published;
mod rpc;
mod store;

pub use error::BlogError;
pub use published::{card, cards, category_tiles};
pub use rpc::BlogRpc;
pub use store::categories::{NamedCategory, named as named_categories, shown as shown_categories};
pub use store::posts::{NamedPost, named as named_posts, next_publication, shown_slugs};

use crate::context::Context;
use crate::shop_pictures::ShopPictures;

/// The page of all posts.
pub const BLOG_PAGE: &str = "/blog";
/// What caches hear that the blog changed by.
const CONTENT: &str = "blog";

/// The use cases of the blog.
#[derive(Clone)]
pub struct Blog {
    context: Context,
    pictures: ShopPictures,
}

impl Blog {
    pub fn new(context: Context, pictures: ShopPictures) -> Self {
        Self { context, pictures }
    }
}

/// The path of a post (spec 2).
pub fn post_link(slug: &str) -> String {
    format!("/blog/{slug}")
}

/// The path of a category's posts (spec 2).
pub fn category_link(slug: &str) -> String {
    format!("/blog/categories/{slug}")
}
