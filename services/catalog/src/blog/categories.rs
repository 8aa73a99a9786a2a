//! What is done with the blog's categories.

use serde_json::Value;
use souk_audit::Change;
use souk_rpc::Actor;
use uuid::Uuid;

use super::model::{BlogCategory, Filled, MOST_CATEGORIES};
use super::store::categories::{self as store, ListFilter};
use super::store::posts;
use super::{Blog, BlogError, CONTENT};
use crate::former_addresses::{self, Kind};
use crate::media::{Picture, SizeName, UnknownPicture};
use crate::named_by::NamedBy;
use crate::{revision, versions};

impl Blog {
    /// A page of them and how many match.
    pub async fn categories(&self, filter: &ListFilter) -> Result<(Vec<Filled>, u64), BlogError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = store::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    pub async fn category(&self, id: Uuid) -> Result<Filled, BlogError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(BlogError::UnknownCategory)
    }

    /// Makes the category or replaces the version that it carries. What is stored already changes nothing.
    pub async fn save_category(
        &self,
        actor: &Actor,
        mut wanted: BlogCategory,
        picture: Picture,
    ) -> Result<(), BlogError> {
        let name = &wanted.name.fr;
        let picture = self.pictures.store_wanted_as(SizeName::GridDisplay, picture, name).await?;
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let before = store::find(&mut tx, wanted.id).await?.map(|(category, _)| category);
        let (stored, read) = (before.as_ref().map(|before| before.version), wanted.version);
        let had = before.as_ref().and_then(|before| before.picture.as_ref());
        wanted.picture = picture.of(had).map_err(|UnknownPicture| BlogError::of_picture(stored, read))?;
        let next = versions::over(wanted, before.as_ref()).map_err(BlogError::of_category)?;
        if before.as_ref() == Some(&next) {
            return Ok(());
        }
        if before.is_none() && store::how_many(&mut tx).await? >= MOST_CATEGORIES {
            return Err(BlogError::TooManyCategories);
        }
        store::save_in(&mut tx, &next).await.map_err(BlogError::of_save)?;
        let slug = before.as_ref().map(|before| before.slug.as_str());
        former_addresses::save_in(&mut tx, Kind::BlogCategory, next.id, (slug, &next.slug)).await?;
        let was = before.as_ref().map_or(Value::Null, BlogCategory::facts);
        let change = Change::between("catalog.blog_category_saved", next.subject(), was, next.facts());
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Takes away a category that no post is in and no menu names.
    pub async fn delete_category(&self, actor: &Actor, id: Uuid) -> Result<(), BlogError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        posts::lock_in(&mut tx).await?;
        let (category, posts) = store::find(&mut tx, id).await?.ok_or(BlogError::UnknownCategory)?;
        let NamedBy { items, .. } = NamedBy::of(&mut tx, id, "BlogCategory", "blog_category").await?;
        if posts > 0 || items > 0 {
            return Err(BlogError::CategoryInUse { posts, items });
        }
        store::delete_in(&mut tx, id).await?;
        former_addresses::leave_in(&mut tx, Kind::BlogCategory, id, &category.slug).await?;
        let (subject, facts) = (category.subject(), category.facts());
        let change = Change::between("catalog.blog_category_removed", subject, facts, Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}
