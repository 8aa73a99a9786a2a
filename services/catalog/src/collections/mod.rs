//! Collections: products that the merchant puts together across categories and brands, picked by hand or by a rule. Which products
//! a rule fits is worked out when it is asked for, by the search engine: no product is touched by a collection.

mod model;
mod parse;
mod rpc;
mod store;

use serde_json::Value;
use souk_audit::Change;
use souk_database::on_conflict;
use souk_kernel::{BrandId, CategoryId};
use souk_rpc::{Actor, Failure};
use sqlx::PgConnection;
use uuid::Uuid;

pub use model::{Collection, Contents, MOST_COLLECTIONS, Picked, Rule};
pub use parse::rule;
pub use rpc::CollectionsRpc;
pub use store::{ListFilter, ListSort, Listed, NamedCollection, State, active, named};

use crate::context::Context;
use crate::failure::of_media;
use crate::former_addresses::{self, Kind};
use crate::media::{MediaError, Picture, SizeName, UnknownPicture};
use crate::named_by::NamedBy;
use crate::revision;
use crate::shop_pictures::ShopPictures;
use crate::versions::{self, OutOfDate};

/// What caches hear that collections changed by.
const CONTENT: &str = "collection";

/// The use cases of collections.
#[derive(Clone)]
pub struct Collections {
    context: Context,
    pictures: ShopPictures,
}

/// Why something could not be done with a collection.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    #[error("there is no such collection")]
    Unknown,
    #[error("the collection was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("another collection has this slug")]
    SlugTaken,
    #[error("the shop has {MOST_COLLECTIONS} collections already; delete one first")]
    TooMany,
    #[error("the collection is named by a menu or the home page")]
    InUse(NamedBy),
    #[error("{0} names what is not there")]
    UnknownMember(String),
    #[error("the collection has no such picture")]
    UnknownPicture,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Collections {
    pub fn new(context: Context, pictures: ShopPictures) -> Self {
        Self { context, pictures }
    }

    /// A page of the list and how many match.
    pub async fn list(&self, filter: &ListFilter) -> Result<(Vec<Listed>, u64), CollectionError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = store::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    /// The collection with what its picked products are called.
    pub async fn get(&self, id: Uuid) -> Result<(Collection, Vec<Picked>), CollectionError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let collection = store::find(&mut tx, id).await?.ok_or(CollectionError::Unknown)?;
        let picked = store::picked(&mut tx, id).await?;
        tx.commit().await?;
        Ok((collection, picked))
    }

    /// Makes the collection or replaces the version that it carries. What is stored already changes nothing.
    pub async fn save(
        &self,
        actor: &Actor,
        mut wanted: Collection,
        picture: Picture,
    ) -> Result<(), CollectionError> {
        let name = &wanted.name.fr;
        let picture = self.pictures.store_wanted_as(SizeName::GridDisplay, picture, name).await?;
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let before = store::find(&mut tx, wanted.id).await?;
        if before.is_none() && wanted.version > 0 {
            return Err(CollectionError::Unknown);
        }
        let had = before.as_ref().and_then(|before| before.picture.as_ref());
        wanted.picture = picture.of(had).map_err(|UnknownPicture| CollectionError::UnknownPicture)?;
        let next = versions::over(wanted, before.as_ref())?;
        if before.as_ref() == Some(&next) {
            return Ok(());
        }
        if before.is_none() && store::count_all(&mut tx).await? >= MOST_COLLECTIONS {
            return Err(CollectionError::TooMany);
        }
        require_members(&mut tx, &next.contents, before.as_ref().map(|before| &before.contents)).await?;
        store::save_in(&mut tx, &next)
            .await
            .map_err(on_conflict("collections_slug_key", CollectionError::SlugTaken))?;
        let slug = before.as_ref().map(|before| before.slug.as_str());
        former_addresses::save_in(&mut tx, Kind::Collection, next.id, (slug, &next.slug)).await?;
        let was = before.as_ref().map_or(Value::Null, Collection::facts);
        let change = Change::between("catalog.collection_saved", next.subject(), was, next.facts());
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Takes away a collection that nothing names.
    pub async fn delete(&self, actor: &Actor, id: Uuid) -> Result<(), CollectionError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        store::lock_to_delete_in(&mut tx, id).await?;
        let collection = store::find(&mut tx, id).await?.ok_or(CollectionError::Unknown)?;
        let named = NamedBy::of(&mut tx, id, "collectionPage", "collection").await?;
        if !named.is_none() {
            return Err(CollectionError::InUse(named));
        }
        store::delete_in(&mut tx, id).await?;
        former_addresses::leave_in(&mut tx, Kind::Collection, id, &collection.slug).await?;
        let facts = collection.facts();
        let change = Change::between("catalog.collection_removed", collection.subject(), facts, Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}

/// The path of its listing.
pub fn link(slug: &str) -> String {
    format!("/catalog/collections/{slug}")
}

/// Refuses products, categories and brands that are not there. What a rule named before may be gone: it stays while something else
/// is edited.
async fn require_members(
    tx: &mut PgConnection,
    contents: &Contents,
    before: Option<&Contents>,
) -> Result<(), CollectionError> {
    let unknown = |field: &str, at: usize| CollectionError::UnknownMember(format!("{field}[{at}]"));
    match contents {
        Contents::Picked(products) => {
            let known = store::known_products(tx, products).await?;
            match products.iter().position(|product| !known.contains(product)) {
                Some(at) => Err(unknown("products", at)),
                None => Ok(()),
            }
        }
        Contents::Ruled(rule) => {
            let had = match before {
                Some(Contents::Ruled(had)) => had.clone(),
                _ => Rule::default(),
            };
            let known = store::known_lists(tx, &rule.categories, &rule.brands).await?;
            let is_gone = |id: Uuid| !known.contains(&id);
            let category = |id: &CategoryId| is_gone(id.uuid()) && !had.categories.contains(id);
            let brand = |id: &BrandId| is_gone(id.uuid()) && !had.brands.contains(id);
            if let Some(at) = rule.categories.iter().position(category) {
                return Err(unknown("rule.categories", at));
            }
            rule.brands.iter().position(brand).map_or(Ok(()), |at| Err(unknown("rule.brands", at)))
        }
    }
}

impl From<OutOfDate> for CollectionError {
    fn from(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::Unknown,
            OutOfDate::At(version) => Self::Stale(version),
        }
    }
}

impl From<CollectionError> for Failure {
    fn from(error: CollectionError) -> Self {
        let text = error.to_string();
        match error {
            CollectionError::Unknown => Self::not_found("catalog.unknown_collection", text),
            CollectionError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            CollectionError::SlugTaken => Self::conflict("catalog.taken", text).with("field", "slug"),
            CollectionError::TooMany => Self::invalid_field("name.fr", "form.validation.tooMany", text),
            CollectionError::InUse(named) => Self::conflict("catalog.collection_in_use", text)
                .with("items", named.items)
                .with("blocks", named.blocks),
            CollectionError::UnknownMember(field) => {
                Self::invalid_field(field, "form.validation.unknown", text)
            }
            CollectionError::UnknownPicture => {
                Self::invalid_field("picture", "form.validation.unknown", text)
            }
            CollectionError::Media(error) => of_media("picture", error),
            CollectionError::Database(error) => souk_database::failure(error),
        }
    }
}
