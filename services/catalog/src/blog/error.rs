//! What can go wrong with the blog.

use souk_rpc::Failure;

use super::model::{MOST_CATEGORIES, MOST_POSTS};
use crate::failure::{GONE, of_media};
use crate::media::MediaError;
use crate::named_by::NamedBy;
use crate::versions::OutOfDate;

/// Why something could not be done with the blog.
#[derive(Debug, thiserror::Error)]
pub enum BlogError {
    #[error("there is no such category of the blog")]
    UnknownCategory,
    #[error("there is no such post")]
    UnknownPost,
    #[error("it has another address: {0}")]
    Moved(String),
    #[error("it was taken away")]
    Gone,
    #[error("it was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("another one has this slug")]
    SlugTaken,
    #[error("the blog has {MOST_CATEGORIES} categories already; delete one first")]
    TooManyCategories,
    #[error("the blog has {MOST_POSTS} posts already; delete one first")]
    TooManyPosts,
    #[error("the post's category is not there")]
    NoSuchCategory,
    #[error("the category has {posts} posts, and {items} menu items name it")]
    CategoryInUse { posts: u64, items: u64 },
    #[error("the post is named by a menu or the home page")]
    PostInUse(NamedBy),
    #[error("there is no such picture")]
    UnknownPicture,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("the page could not be written")]
    Json(#[from] serde_json::Error),
}

impl BlogError {
    pub(super) fn of_category(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::UnknownCategory,
            OutOfDate::At(version) => Self::Stale(version),
        }
    }

    pub(super) fn of_post(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::UnknownPost,
            OutOfDate::At(version) => Self::Stale(version),
        }
    }

    pub(super) fn of_save(error: sqlx::Error) -> Self {
        match souk_database::broken_constraint(&error) {
            Some("blog_categories_slug_key" | "blog_posts_slug_key") => Self::SlugTaken,
            _ => error.into(),
        }
    }

    /// What was to be kept of the picture is not there. `stored` and `read` are versions: of another one it may be gone since.
    pub(super) fn of_picture(stored: Option<u64>, read: u64) -> Self {
        match stored {
            Some(stored) if stored != read => Self::Stale(stored),
            _ => Self::UnknownPicture,
        }
    }
}

impl From<BlogError> for Failure {
    fn from(error: BlogError) -> Self {
        let text = error.to_string();
        match error {
            BlogError::UnknownCategory => Self::not_found("catalog.unknown_blog_category", text),
            BlogError::UnknownPost => Self::not_found("catalog.unknown_blog_post", text),
            BlogError::Gone => Self::not_found(GONE, text),
            BlogError::Moved(slug) => Self::not_found("catalog.moved", text).with("movedTo", slug),
            BlogError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            BlogError::SlugTaken => Self::conflict("catalog.taken", text).with("field", "slug"),
            BlogError::TooManyCategories => Self::invalid_field("name", "form.validation.tooMany", text),
            BlogError::TooManyPosts => Self::invalid_field("title", "form.validation.tooMany", text),
            BlogError::NoSuchCategory => Self::invalid_field("categoryId", "form.validation.unknown", text),
            BlogError::CategoryInUse { posts, items } => {
                Self::conflict("catalog.blog_category_in_use", text).with("posts", posts).with("items", items)
            }
            BlogError::PostInUse(named) => Self::conflict("catalog.blog_post_in_use", text)
                .with("items", named.items)
                .with("blocks", named.blocks),
            BlogError::UnknownPicture => Self::invalid_field("picture", "form.validation.unknown", text),
            BlogError::Media(error) => of_media("picture", error),
            BlogError::Database(error) => souk_database::failure(error),
            BlogError::Json(error) => Self::internal(error),
        }
    }
}
