//! Categories: what products are filed under. What products show of theirs follows in the background (`crate::products`).

mod model;
mod rpc;
mod store;

use serde_json::Value;
use souk_audit::Change;
use souk_database::{broken_constraint, on_conflict};
use souk_kernel::{CategoryId, Changed, Language};
use souk_rpc::{Actor, Failure};
use souk_views as views;
use sqlx::PgConnection;
use uuid::Uuid;

pub use model::{Address, Category, CategoryTree, Edit, Misplaced, Usage};
pub use rpc::CategoriesRpc;
pub use store::{Following, advance_in, all, counts, to_be_followed};

use crate::context::Context;
use crate::failure::of_media;
use crate::former_addresses::{self, Kind};
use crate::media::{MediaError, Picture};
use crate::revision;
use crate::shop_pictures::ShopPictures;

/// What caches hear that categories changed by.
pub const CONTENT: &str = "category";

/// The use cases of categories.
#[derive(Clone)]
pub struct Categories {
    context: Context,
    pictures: ShopPictures,
}

/// Why something could not be done with a category.
#[derive(Debug, thiserror::Error)]
pub enum CategoryError {
    #[error("there is no such category")]
    Unknown,
    #[error("the category was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    #[error("the category is named by others, products, promotions or the home page")]
    InUse(Usage),
    #[error("another category has this slug")]
    SlugTaken,
    #[error("there is no such set of features")]
    UnknownFeatureSet,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Categories {
    pub fn new(context: Context, pictures: ShopPictures) -> Self {
        Self { context, pictures }
    }

    /// All categories with their counts.
    pub async fn tree(&self) -> Result<CategoryTree, CategoryError> {
        Ok(CategoryTree::new(store::all(&mut *self.context.pool.acquire().await?).await?))
    }

    /// Creates the category with its picture; the same id again is success and changes nothing. Without a place of its own it
    /// comes last; an address that was `made` of its name says its parent's too where another has it.
    pub async fn create(
        &self,
        actor: &Actor,
        mut category: Category,
        address: Address,
        picture: Vec<u8>,
    ) -> Result<(), CategoryError> {
        let tree = self.tree().await?;
        if tree.get(category.id).is_some() {
            return Ok(());
        }
        if category.parent.is_some_and(|parent| tree.get(parent).is_none()) {
            return Err(Misplaced::UnknownParent.into());
        }
        if category.position == 0 {
            category.position = tree.next_position(category.parent);
        }
        if address == Address::Made {
            category.slug = tree.free_slug(&category);
        }
        let picture = Picture::read(picture, String::new());
        category.image = self.pictures.narrowest(picture, "", &category.name.fr).await?;
        let mut tx = self.context.pool.begin().await?;
        require_set_in(&mut tx, category.feature_set).await?;
        if insert_in(&mut tx, &self.context, &category).await? {
            revision::announce_content_in(&mut tx, &self.context, CONTENT).await?;
            let change = Change::made("catalog.category_added", category.subject(), category.facts());
            self.context.audit_in(&mut tx, actor, change).await?;
        }
        self.context.commit(tx).await?;
        Ok(())
    }

    /// Applies an edit made on `version`; `picture` is the one that it shall have.
    pub async fn update(
        &self,
        actor: &Actor,
        (id, version): (CategoryId, u64),
        mut edit: Edit,
        picture: Option<Picture>,
    ) -> Result<(), CategoryError> {
        if let Some(picture) = picture {
            let mut conn = self.context.pool.acquire().await?;
            let had = store::find(&mut conn, id).await?.ok_or(CategoryError::Unknown)?;
            drop(conn);
            edit.image = Some(self.pictures.narrowest(picture, &had.image, &had.name.fr).await?);
        }
        let mut tx = self.context.pool.begin().await?;
        require_set_in(&mut tx, edit.feature_set.flatten()).await?;
        // What is below follows a name, and what is filed meanwhile waits for an address.
        match (&edit.slug, &edit.name) {
            (Some(_), _) => store::lock_all_with_keys_in(&mut tx).await?,
            (None, Some(_)) => store::lock_all_in(&mut tx).await?,
            (None, None) => store::lock_in(&mut tx, id).await?,
        }
        let mut category = find_read_in(&mut tx, id, version).await?;
        let before = category.clone();
        if category.edit(edit) == Changed::Already {
            return Ok(());
        }
        let looks_other = category.looks_other_than(&before);
        store::save_in(&mut tx, &category, looks_other)
            .await
            .map_err(on_conflict("categories_slug_key", CategoryError::SlugTaken))?;
        if category.name != before.name {
            let tree = CategoryTree::new(store::all(&mut tx).await?);
            store::follow_renamed_in(&mut tx, &tree.below(id)).await?;
        }
        if category.slug != before.slug {
            let slugs = (before.slug.as_str(), category.slug.as_str());
            former_addresses::change_in(&mut tx, Kind::Category, id.uuid(), slugs).await?;
        }
        let facts = (before.facts(), category.facts());
        let change = Change::between("catalog.category_changed", category.subject(), facts.0, facts.1);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Puts the category under `parent`, at a place among its children.
    pub async fn put(
        &self,
        actor: &Actor,
        (id, version): (CategoryId, u64),
        parent: Option<CategoryId>,
        at: usize,
    ) -> Result<(), CategoryError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_all_in(&mut tx).await?;
        let before = find_read_in(&mut tx, id, version).await?;
        let tree = CategoryTree::new(store::all(&mut tx).await?);
        let siblings = tree.siblings_with(id, parent, at)?;
        if before.parent == parent && tree.children(parent).map(|own| own.id).eq(siblings.iter().copied()) {
            return Ok(());
        }
        let category = Category { parent, version: version + 1, ..before.clone() };
        store::place_in(&mut tx, &category, &siblings).await?;
        if before.parent != parent {
            store::follow_moved_in(&mut tx, &tree.below(id)).await?;
        }
        let after = store::find(&mut tx, id).await?.unwrap_or(category);
        let facts = (before.facts(), after.facts());
        let change = Change::between("catalog.category_moved", after.subject(), facts.0, facts.1);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Takes away a category that nothing names.
    pub async fn delete(&self, actor: &Actor, id: CategoryId) -> Result<(), CategoryError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_to_delete_in(&mut tx, id).await?;
        let category = store::find(&mut tx, id).await?.ok_or(CategoryError::Unknown)?;
        let usage = store::usage(&mut tx, &category, self.context.clock.now()).await?;
        if !usage.is_none() {
            return Err(CategoryError::InUse(usage));
        }
        store::delete_in(&mut tx, id).await?;
        former_addresses::leave_in(&mut tx, Kind::Category, id.uuid(), &category.slug).await?;
        let change =
            Change::between("catalog.category_removed", category.subject(), category.facts(), Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}

/// Writes new categories, each behind its parent, and who made them; what caches hear of it is the caller's to tell, last.
pub async fn insert_all_in(
    tx: &mut PgConnection,
    context: &Context,
    actor: &Actor,
    categories: &[Category],
) -> Result<(), CategoryError> {
    for category in categories {
        insert_in(tx, context, category).await?;
    }
    let made = |own: &Category| Change::made("catalog.category_added", own.subject(), own.facts());
    Ok(context.audit_all_in(tx, actor, categories.iter().map(made)).await?)
}

/// Writes a new category, whose address is nobody's former one any more; `false` when the id is taken already.
async fn insert_in(
    tx: &mut PgConnection,
    context: &Context,
    category: &Category,
) -> Result<bool, CategoryError> {
    let is_new = store::insert_in(tx, category, context.clock.now()).await.map_err(|error| {
        match broken_constraint(&error) {
            Some("categories_slug_key") => CategoryError::SlugTaken,
            // It was taken away since the tree was read.
            Some("categories_parent_id_fkey") => Misplaced::UnknownParent.into(),
            _ => error.into(),
        }
    })?;
    if is_new {
        former_addresses::take_in(tx, Kind::Category, &category.slug).await?;
    }
    Ok(is_new)
}

async fn require_set_in(tx: &mut PgConnection, set: Option<Uuid>) -> Result<(), CategoryError> {
    match set {
        Some(id) if !store::is_set_in(tx, id).await? => Err(CategoryError::UnknownFeatureSet),
        _ => Ok(()),
    }
}

/// The category as it was read. It is held by the caller.
async fn find_read_in(
    tx: &mut PgConnection,
    id: CategoryId,
    version: u64,
) -> Result<Category, CategoryError> {
    let category = store::find(tx, id).await?.ok_or(CategoryError::Unknown)?;
    if category.version == version { Ok(category) } else { Err(CategoryError::Stale(category.version)) }
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

impl From<CategoryError> for Failure {
    fn from(error: CategoryError) -> Self {
        let text = error.to_string();
        match error {
            CategoryError::Unknown => Self::not_found("catalog.unknown_category", text),
            CategoryError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            CategoryError::Misplaced(Misplaced::UnknownParent) => {
                Self::invalid_field("parentId", "form.validation.unknown", text)
            }
            CategoryError::Misplaced(Misplaced::InItself) => {
                Self::invalid_field("parentId", "form.validation.inItself", text)
            }
            CategoryError::InUse(usage) => Self::conflict("catalog.category_in_use", text)
                .with("categories", usage.categories)
                .with("products", usage.products)
                .with("promotions", usage.promotions)
                .with("blocks", usage.blocks),
            CategoryError::UnknownFeatureSet => {
                Self::invalid_field("featureSetId", "form.validation.unknown", text)
            }
            CategoryError::SlugTaken => Self::conflict("catalog.taken", text).with("field", "slug"),
            CategoryError::Media(error) => of_media("image", error),
            CategoryError::Database(error) => souk_database::failure(error),
        }
    }
}
