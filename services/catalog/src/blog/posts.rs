//! What is done with posts.

use serde_json::Value;
use souk_audit::Change;
use souk_rpc::Actor;
use uuid::Uuid;

use super::model::{BlogPost, Filed, MOST_POSTS};
use super::store::categories;
use super::store::posts::{self as store, ListFilter};
use super::{Blog, BlogError, CONTENT};
use crate::former_addresses::{self, Kind};
use crate::media::{Picture, UnknownPicture};
use crate::named_by::NamedBy;
use crate::{revision, versions};

impl Blog {
    /// A page of them, without their texts, and how many match.
    pub async fn posts(&self, filter: &ListFilter) -> Result<(Vec<Filed>, u64), BlogError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = store::list(&mut tx, filter, self.context.clock.now()).await?;
        tx.commit().await?;
        Ok(listed)
    }

    pub async fn post(&self, id: Uuid) -> Result<Filed, BlogError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(BlogError::UnknownPost)
    }

    /// Makes the post or replaces the version that it carries. What is stored already changes nothing.
    pub async fn save_post(
        &self,
        actor: &Actor,
        mut wanted: BlogPost,
        picture: Picture,
    ) -> Result<(), BlogError> {
        let picture = self.pictures.store_wanted(picture, &wanted.title.fr).await?;
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let before = store::find(&mut tx, wanted.id).await?.map(|(post, _)| post);
        let (stored, read) = (before.as_ref().map(|before| before.version), wanted.version);
        let had = before.as_ref().and_then(|before| before.picture.as_ref());
        wanted.picture = picture.of(had).map_err(|UnknownPicture| BlogError::of_picture(stored, read))?;
        let wanted = wanted.dated(before.as_ref(), self.context.clock.now());
        let next = versions::over(wanted, before.as_ref()).map_err(BlogError::of_post)?;
        if before.as_ref() == Some(&next) {
            return Ok(());
        }
        if before.is_none() && store::how_many(&mut tx).await? >= MOST_POSTS {
            return Err(BlogError::TooManyPosts);
        }
        if categories::find(&mut tx, next.category).await?.is_none() {
            return Err(BlogError::NoSuchCategory);
        }
        store::save_in(&mut tx, &next).await.map_err(BlogError::of_save)?;
        let slug = before.as_ref().map(|before| before.slug.as_str());
        former_addresses::save_in(&mut tx, Kind::BlogPost, next.id, (slug, &next.slug)).await?;
        let was = before.as_ref().map_or(Value::Null, BlogPost::facts);
        let change = Change::between("catalog.blog_post_saved", next.subject(), was, next.facts());
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Takes away a post that nothing names.
    pub async fn delete_post(&self, actor: &Actor, id: Uuid) -> Result<(), BlogError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        store::lock_to_delete_in(&mut tx, id).await?;
        let (post, _) = store::find(&mut tx, id).await?.ok_or(BlogError::UnknownPost)?;
        let named = NamedBy::of(&mut tx, id, "BlogPost", "blog_post").await?;
        if !named.is_none() {
            return Err(BlogError::PostInUse(named));
        }
        store::delete_in(&mut tx, id).await?;
        former_addresses::leave_in(&mut tx, Kind::BlogPost, id, &post.slug).await?;
        let change = Change::between("catalog.blog_post_removed", post.subject(), post.facts(), Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}
