//! Attributes: what combinations differ in, with the options of this shop. Combinations have the words of their options with
//! them; they follow a change in the background (`crate::products`).

mod model;
mod rpc;
mod store;

use serde_json::Value;
use souk_audit::Change;
use souk_kernel::{AttributeId, Changed};
use souk_rpc::{Actor, Failure};
use sqlx::PgConnection;

pub use model::{Attribute, AttributeOption, Edit, Input, MOST_OPTIONS};
pub use rpc::AttributesRpc;
pub use store::{Following, advance_in, all, having, having_in, to_be_followed};

use crate::context::Context;
use crate::failure::of_media;
use crate::media::{MediaError, Picture, SizeName, StoredPicture, UnknownPicture};
use crate::revision;
use crate::shop_pictures::ShopPictures;

/// What screens hear that attributes changed by.
const CONTENT: &str = "attribute";

/// Which picture each of some options shall have, by their places; `None`: the one that it has.
pub type Pictures = Vec<Option<Picture>>;

/// The use cases of attributes.
#[derive(Clone)]
pub struct Attributes {
    context: Context,
    pictures: ShopPictures,
}

/// Why something could not be done with an attribute.
#[derive(Debug, thiserror::Error)]
pub enum AttributeError {
    #[error("there is no such attribute")]
    Unknown,
    #[error("the attribute was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("another attribute has this name")]
    NameTaken,
    #[error("an attribute has {MOST_OPTIONS} options, or as many as products of files brought")]
    TooManyOptions,
    #[error("{products} products have combinations of it")]
    InUse { products: u64 },
    /// Of the option at a place.
    #[error("the option has no such picture")]
    UnknownPicture(usize),
    /// Of the option at a place.
    #[error("{1}")]
    Media(usize, #[source] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Attributes {
    pub fn new(context: Context, pictures: ShopPictures) -> Self {
        Self { context, pictures }
    }

    /// All of them by their French name.
    pub async fn list(&self) -> Result<Vec<Attribute>, AttributeError> {
        Ok(all(&mut *self.context.pool.acquire().await?).await?)
    }

    pub async fn get(&self, id: AttributeId) -> Result<Attribute, AttributeError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(AttributeError::Unknown)
    }

    /// Creates the attribute; the same id again is success and changes nothing.
    pub async fn create(
        &self,
        actor: &Actor,
        mut attribute: Attribute,
        pictures: Pictures,
    ) -> Result<(), AttributeError> {
        let pictures = self.stored(pictures, &attribute.name.fr).await?;
        illustrate(&mut attribute.options, pictures, &[])?;
        let mut tx = self.context.pool.begin().await?;
        if !store::insert_in(&mut tx, &attribute).await? {
            let known = store::find(&mut tx, attribute.id).await?;
            return known.map(|_| ()).ok_or(AttributeError::NameTaken);
        }
        let change = Change::made("catalog.attribute_added", attribute.subject(), attribute.facts());
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Applies an edit made on `version`.
    pub async fn update(
        &self,
        actor: &Actor,
        (id, version): (AttributeId, u64),
        mut edit: Edit,
        pictures: Pictures,
    ) -> Result<(), AttributeError> {
        let name = edit.name.as_ref().map(|name| name.fr.clone()).unwrap_or_default();
        let pictures = self.stored(pictures, &name).await?;
        let mut tx = self.context.pool.begin().await?;
        let mut attribute = store::lock_in(&mut tx, id).await?.ok_or(AttributeError::Unknown)?;
        if attribute.version != version {
            return Err(AttributeError::Stale(attribute.version));
        }
        let before = attribute.clone();
        if let Some(options) = &mut edit.options {
            illustrate(options, pictures, &before.options)?;
        }
        if attribute.edit(edit) == Changed::Already {
            return Ok(());
        }
        if attribute.options.len() > before.options.len().max(MOST_OPTIONS) {
            return Err(AttributeError::TooManyOptions);
        }
        let gone = before.gone_in(&attribute);
        unused(store::products_with_option(&mut tx, &gone).await?)?;
        store::save_in(&mut tx, &attribute, attribute.is_worded_other_than(&before)).await?;
        let (subject, facts) = (attribute.subject(), attribute.facts());
        let change = Change::between("catalog.attribute_changed", subject, before.facts(), facts);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Takes away an attribute that no combination has.
    pub async fn delete(&self, actor: &Actor, id: AttributeId) -> Result<(), AttributeError> {
        let mut tx = self.context.pool.begin().await?;
        let attribute = store::lock_in(&mut tx, id).await?.ok_or(AttributeError::Unknown)?;
        unused(store::products_with(&mut tx, &attribute).await?)?;
        store::delete_in(&mut tx, id).await?;
        let (subject, facts) = (attribute.subject(), attribute.facts());
        let change = Change::between("catalog.attribute_removed", subject, facts, Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Stores what is new of the pictures; `name` is the attribute's.
    async fn stored(
        &self,
        pictures: Pictures,
        name: &str,
    ) -> Result<Vec<Option<StoredPicture>>, AttributeError> {
        let mut stored = Vec::with_capacity(pictures.len());
        for (at, picture) in pictures.into_iter().enumerate() {
            let Some(picture) = picture else {
                stored.push(None);
                continue;
            };
            let picture = self.pictures.store_wanted_as(SizeName::SmallProduct, picture, name).await;
            stored.push(Some(picture.map_err(|error| AttributeError::Media(at, error))?));
        }
        Ok(stored)
    }
}

/// The attribute of the machine name of `wanted` with all of its options, by their French text: what is missing is added. Where
/// nothing is, who makes other products meanwhile doesn't wait. None where it would have too many.
pub async fn with_options_in(tx: &mut PgConnection, wanted: &Attribute) -> sqlx::Result<Option<Attribute>> {
    let is_whole = |found: &Attribute| found.lacking(wanted).next().is_none();
    if store::called(tx, &wanted.kind).await?.is_some_and(|found| is_whole(&found))
        && let Some(attribute) = store::share_in(tx, &wanted.kind).await?.filter(is_whole)
    {
        return Ok(Some(attribute));
    }
    let mut attribute = store::lock_or_insert_in(tx, wanted).await?;
    if !attribute.takes(wanted) {
        return Ok(None);
    }
    let missing: Vec<_> = attribute.lacking(wanted).cloned().collect();
    if !missing.is_empty() {
        attribute.add(missing);
        attribute.version += 1;
        store::save_in(tx, &attribute, false).await?;
    }
    Ok(Some(attribute))
}

/// Gives the options the pictures that they shall have, else those that the option had of those that are `known`.
fn illustrate(
    options: &mut [AttributeOption],
    pictures: Vec<Option<StoredPicture>>,
    known: &[AttributeOption],
) -> Result<(), AttributeError> {
    for (at, (option, wanted)) in options.iter_mut().zip(pictures).enumerate() {
        let had = known.iter().find(|one| one.id == option.id).and_then(|one| one.picture.as_ref());
        option.picture = match wanted {
            Some(picture) => picture.of(had).map_err(|UnknownPicture| AttributeError::UnknownPicture(at))?,
            None => had.cloned(),
        };
    }
    Ok(())
}

fn unused(products: u64) -> Result<(), AttributeError> {
    if products == 0 { Ok(()) } else { Err(AttributeError::InUse { products }) }
}

impl From<AttributeError> for Failure {
    fn from(error: AttributeError) -> Self {
        let text = error.to_string();
        match error {
            AttributeError::Unknown => Self::not_found("catalog.unknown_attribute", text),
            AttributeError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            AttributeError::NameTaken => Self::conflict("catalog.taken", text).with("field", "name"),
            AttributeError::TooManyOptions => Self::invalid_field("options", "form.validation.tooMany", text),
            AttributeError::InUse { products } => {
                Self::conflict("catalog.attribute_in_use", text).with("products", products)
            }
            AttributeError::UnknownPicture(at) => {
                Self::invalid_field(format!("options[{at}].picture"), "form.validation.unknown", text)
            }
            AttributeError::Media(at, error) => of_media(&format!("options[{at}].picture"), error),
            AttributeError::Database(error) => souk_database::failure(error),
        }
    }
}
