//! Categories: what products are filed under.

mod model;
mod rpc;
mod store;

use souk_audit::Change;
use souk_kernel::Language;
use souk_rpc::{Actor, Failure};
use souk_views as views;

pub use model::{Category, CategoryTree};
pub use rpc::CategoriesRpc;
pub use store::{all, counts};

use crate::context::Context;
use crate::failure::of_media;
use crate::media::{Media, MediaError, SizeName};
use crate::revision;

/// The use cases of categories.
#[derive(Clone)]
pub struct Categories {
    context: Context,
    media: Media,
}

/// Why a category could not be made.
#[derive(Debug, thiserror::Error)]
pub enum CategoryError {
    #[error("the parent is no category")]
    UnknownParent,
    #[error("another category has this slug")]
    SlugTaken,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Categories {
    pub fn new(context: Context, media: Media) -> Self {
        Self { context, media }
    }

    /// All categories with their counts.
    pub async fn tree(&self) -> Result<CategoryTree, CategoryError> {
        Ok(CategoryTree::new(store::all(&mut *self.context.pool.acquire().await?).await?))
    }

    /// Creates the category with its picture; the same id again is success and changes nothing.
    pub async fn create(
        &self,
        actor: &Actor,
        mut category: Category,
        picture: Vec<u8>,
    ) -> Result<(), CategoryError> {
        let mut conn = self.context.pool.acquire().await?;
        if store::exists(&mut conn, category.id).await? {
            return Ok(());
        }
        if let Some(parent) = category.parent
            && !store::exists(&mut conn, parent).await?
        {
            return Err(CategoryError::UnknownParent);
        }
        drop(conn);
        if !picture.is_empty() {
            let sizes = self.media.store_for_shop(picture).await?;
            let tile = sizes.into_iter().find(|size| size.name == SizeName::GridDisplay);
            category.image = tile.map(|size| size.url).unwrap_or_default();
        }
        let mut tx = self.context.pool.begin().await?;
        if store::insert_in(&mut tx, &category, self.context.clock.now()).await.map_err(slug_taken)? {
            revision::announce_content_in(&mut tx, &self.context, "category").await?;
            let change = Change::made("catalog.category_added", category.subject(), category.facts());
            self.context.audit_in(&mut tx, actor, change).await?;
        }
        self.context.commit(tx).await?;
        Ok(())
    }
}

/// The category as lists of categories show it.
pub fn tile(category: &Category, language: Language) -> views::CategoryTile {
    views::CategoryTile {
        id: category.id.to_string(),
        name: category.name.get(language).to_owned(),
        slug: category.slug.clone(),
        image: category.image.clone(),
        products: category.products,
    }
}

/// The path of its listing (spec 2).
pub fn link(slug: &str) -> String {
    format!("/catalog/category/{slug}")
}

fn slug_taken(error: sqlx::Error) -> CategoryError {
    let constraint = error.as_database_error().and_then(sqlx::error::DatabaseError::constraint);
    if constraint == Some("categories_slug_key") { CategoryError::SlugTaken } else { error.into() }
}

impl From<CategoryError> for Failure {
    fn from(error: CategoryError) -> Self {
        let text = error.to_string();
        match error {
            CategoryError::UnknownParent => Self::invalid_field("parentId", "form.validation.unknown", text),
            CategoryError::SlugTaken => Self::conflict("catalog.taken", text).with("field", "slug"),
            CategoryError::Media(error) => of_media("image", error),
            CategoryError::Database(error) => souk_database::failure(error),
        }
    }
}
