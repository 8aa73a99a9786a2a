//! Brands: who makes the goods. What products show of theirs follows in the background (`crate::products`).

mod list;
mod model;
mod rpc;
mod store;

use serde_json::Value;
use souk_audit::Change;
use souk_database::on_conflict;
use souk_kernel::{BrandId, Changed};
use souk_rpc::{Actor, Failure};
use sqlx::PgConnection;

pub use list::{ListFilter, ListSort};
pub use model::{Brand, Choice, Edit, Usage};
pub use rpc::BrandsRpc;
pub use store::{Following, advance_in, all, counts, remove_in, to_be_followed};

use crate::brand_lines;
use crate::context::Context;
use crate::failure::of_media;
use crate::former_addresses::{self, Kind};
use crate::media::{MediaError, Picture};
use crate::revision;
use crate::shop_pictures::ShopPictures;

/// What caches hear that brands changed by.
pub const CONTENT: &str = "brand";

/// The use cases of brands.
#[derive(Clone)]
pub struct Brands {
    context: Context,
    pictures: ShopPictures,
}

/// Why something could not be done with a brand.
#[derive(Debug, thiserror::Error)]
pub enum BrandError {
    #[error("there is no such brand")]
    Unknown,
    #[error("the brand was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("another brand has this slug")]
    SlugTaken,
    #[error("the brand is named by products, lines, promotions or the home page")]
    InUse(Usage),
    #[error("products are being handed over from or to this brand")]
    Merging,
    #[error("there is no such brand to merge into")]
    UnknownTarget,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Brands {
    pub fn new(context: Context, pictures: ShopPictures) -> Self {
        Self { context, pictures }
    }

    /// All brands by name.
    pub async fn choices(&self) -> Result<Vec<Choice>, BrandError> {
        let mut choices = store::choices(&mut *self.context.pool.acquire().await?).await?;
        choices.sort_by_cached_key(|brand| place_by_name(&brand.name, brand.id));
        Ok(choices)
    }

    /// A page of them and how many match.
    pub async fn list(&self, filter: &ListFilter) -> Result<(Vec<Brand>, u64), BrandError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = list::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    pub async fn get(&self, id: BrandId) -> Result<Brand, BrandError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(BrandError::Unknown)
    }

    /// Creates the brand with its logo; the same id again is success and changes nothing.
    pub async fn create(&self, actor: &Actor, mut brand: Brand, logo: Picture) -> Result<(), BrandError> {
        let mut conn = self.context.pool.acquire().await?;
        if store::find(&mut conn, brand.id).await?.is_some() {
            return Ok(());
        }
        drop(conn);
        brand.logo = self.pictures.narrowest(logo, "", &brand.name).await?;
        let mut tx = self.context.pool.begin().await?;
        if insert_in(&mut tx, &self.context, &brand).await? {
            let change = Change::made("catalog.brand_added", brand.subject(), brand.facts());
            self.context.audit_in(&mut tx, actor, change).await?;
            revision::announce_content_in(&mut tx, &self.context, CONTENT).await?;
        }
        self.context.commit(tx).await?;
        Ok(())
    }

    /// Applies an edit made on `version`; `logo` is the picture that it shall have.
    pub async fn update(
        &self,
        actor: &Actor,
        (id, version): (BrandId, u64),
        mut edit: Edit,
        logo: Option<Picture>,
    ) -> Result<(), BrandError> {
        if let Some(logo) = logo {
            let had = self.get(id).await?;
            edit.logo = Some(self.pictures.narrowest(logo, &had.logo, &had.name).await?);
        }
        let mut tx = self.context.pool.begin().await?;
        let mut brand = lock_read_in(&mut tx, id, version).await?;
        let before = brand.clone();
        if brand.edit(edit) == Changed::Already {
            return Ok(());
        }
        store::save_in(&mut tx, &brand, brand.looks_other_than(&before)).await?;
        let change = Change::between("catalog.brand_changed", brand.subject(), before.facts(), brand.facts());
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Takes away a brand that nothing names.
    pub async fn delete(&self, actor: &Actor, id: BrandId) -> Result<(), BrandError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_to_delete_in(&mut tx, id).await?;
        let brand = lock_in(&mut tx, id).await?;
        unnamed(store::usage(&mut tx, &brand, self.context.clock.now()).await?)?;
        store::delete_in(&mut tx, id).await?;
        former_addresses::leave_in(&mut tx, Kind::Brand, id.uuid(), &brand.slug).await?;
        let change = Change::between("catalog.brand_removed", brand.subject(), brand.facts(), Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Says that all lines and products of the brand are another's from now on; products follow in the background. While they do, the same
    /// again is success and changes nothing.
    pub async fn merge(
        &self,
        actor: &Actor,
        (id, version): (BrandId, u64),
        into: BrandId,
    ) -> Result<(), BrandError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_all_in(&mut tx, &[id, into]).await?;
        if store::find(&mut tx, id).await?.is_some_and(|brand| brand.merged_into == Some(into)) {
            return Ok(());
        }
        let mut brand = lock_read_in(&mut tx, id, version).await?;
        let target = store::find(&mut tx, into).await?.filter(|target| target.id != id);
        let target = target.ok_or(BrandError::UnknownTarget)?;
        if target.merged_into.is_some() {
            return Err(BrandError::Merging);
        }
        let usage = store::usage(&mut tx, &brand, self.context.clock.now()).await?;
        unnamed(usage.beside_goods())?;
        let before = brand.facts();
        brand.merged_into = Some(into);
        brand.version += 1;
        store::save_in(&mut tx, &brand, false).await?;
        brand_lines::hand_over_in(&mut tx, id, into).await?;
        let change = Change::between("catalog.brand_merged", brand.subject(), before, brand.facts());
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}

/// Writes new brands and who made them; what caches hear of it is the caller's to tell, last.
pub async fn insert_all_in(
    tx: &mut PgConnection,
    context: &Context,
    actor: &Actor,
    brands: &[Brand],
) -> Result<(), BrandError> {
    for brand in brands {
        insert_in(tx, context, brand).await?;
    }
    let made = |own: &Brand| Change::made("catalog.brand_added", own.subject(), own.facts());
    Ok(context.audit_all_in(tx, actor, brands.iter().map(made)).await?)
}

/// Writes a new brand, whose address is nobody's former one any more; `false` when the id is taken already.
async fn insert_in(tx: &mut PgConnection, context: &Context, brand: &Brand) -> Result<bool, BrandError> {
    let is_new = store::insert_in(tx, brand, context.clock.now())
        .await
        .map_err(on_conflict("brands_slug_key", BrandError::SlugTaken))?;
    if is_new {
        former_addresses::take_in(tx, Kind::Brand, &brand.slug).await?;
    }
    Ok(is_new)
}

/// The brand as it was read, held until the transaction ends, with no part in a merge.
async fn lock_read_in(tx: &mut PgConnection, id: BrandId, version: u64) -> Result<Brand, BrandError> {
    let brand = lock_in(tx, id).await?;
    if brand.version == version { Ok(brand) } else { Err(BrandError::Stale(brand.version)) }
}

async fn lock_in(tx: &mut PgConnection, id: BrandId) -> Result<Brand, BrandError> {
    store::lock_all_in(tx, &[id]).await?;
    let brand = store::find(tx, id).await?.ok_or(BrandError::Unknown)?;
    if brand.merged_into.is_some() || store::is_merged_into(tx, id).await? {
        return Err(BrandError::Merging);
    }
    Ok(brand)
}

fn unnamed(usage: Usage) -> Result<(), BrandError> {
    if usage.is_none() { Ok(()) } else { Err(BrandError::InUse(usage)) }
}

/// What choices are ordered by.
fn place_by_name(name: &str, id: BrandId) -> (String, BrandId) {
    (name.to_lowercase(), id)
}

/// Brands in the order that choices show them.
pub fn by_name(brands: impl IntoIterator<Item = Brand>) -> Vec<Brand> {
    let mut brands: Vec<Brand> = brands.into_iter().collect();
    brands.sort_by_cached_key(|brand| place_by_name(&brand.name, brand.id));
    brands
}

/// Brands in the order that shoppers see them.
pub fn by_position(brands: impl IntoIterator<Item = Brand>) -> Vec<Brand> {
    let mut brands = by_name(brands);
    brands.sort_by_key(|brand| brand.position);
    brands
}

/// The path of its listing (spec 2).
pub fn link(slug: &str) -> String {
    format!("/catalog/brands/{slug}")
}

impl From<BrandError> for Failure {
    fn from(error: BrandError) -> Self {
        let text = error.to_string();
        match error {
            BrandError::Unknown => Self::not_found("catalog.unknown_brand", text),
            BrandError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            BrandError::SlugTaken => Self::conflict("catalog.taken", text).with("field", "slug"),
            BrandError::InUse(usage) => Self::conflict("catalog.brand_in_use", text)
                .with("products", usage.products)
                .with("lines", usage.lines)
                .with("promotions", usage.promotions)
                .with("blocks", usage.blocks),
            BrandError::Merging => Self::precondition("catalog.brand_merging", text),
            BrandError::UnknownTarget => Self::invalid_field("into", "form.validation.unknown", text),
            BrandError::Media(error) => of_media("logo", error),
            BrandError::Database(error) => souk_database::failure(error),
        }
    }
}
