//! Brands: who makes the goods.

mod model;
mod rpc;
mod store;

use souk_audit::Change;
use souk_rpc::{Actor, Failure};

pub use model::Brand;
pub use rpc::BrandsRpc;
pub use store::{all, counts};

use crate::context::Context;
use crate::failure::of_media;
use crate::media::{Media, MediaError, SizeName};
use crate::revision;

/// The use cases of brands.
#[derive(Clone)]
pub struct Brands {
    context: Context,
    media: Media,
}

/// Why a brand could not be made.
#[derive(Debug, thiserror::Error)]
pub enum BrandError {
    #[error("another brand has this slug")]
    SlugTaken,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Brands {
    pub fn new(context: Context, media: Media) -> Self {
        Self { context, media }
    }

    /// All brands by name.
    pub async fn list(&self) -> Result<Vec<Brand>, BrandError> {
        Ok(by_name(store::all(&mut *self.context.pool.acquire().await?).await?.into_values()))
    }

    /// Creates the brand with its logo; the same id again is success and changes nothing.
    pub async fn create(&self, actor: &Actor, mut brand: Brand, logo: Vec<u8>) -> Result<(), BrandError> {
        let mut conn = self.context.pool.acquire().await?;
        if store::exists(&mut conn, brand.id).await? {
            return Ok(());
        }
        drop(conn);
        if !logo.is_empty() {
            let sizes = self.media.store_for_shop(logo).await?;
            let small = sizes.into_iter().find(|size| size.name == SizeName::SmallProduct);
            brand.logo = small.map(|size| size.url).unwrap_or_default();
        }
        let mut tx = self.context.pool.begin().await?;
        if store::insert_in(&mut tx, &brand, self.context.clock.now()).await.map_err(slug_taken)? {
            revision::announce_content_in(&mut tx, &self.context, "brand").await?;
            let change = Change::made("catalog.brand_added", brand.subject(), brand.facts());
            self.context.audit_in(&mut tx, actor, change).await?;
        }
        self.context.commit(tx).await?;
        Ok(())
    }
}

/// Brands in the order that lists show them.
pub fn by_name(brands: impl IntoIterator<Item = Brand>) -> Vec<Brand> {
    let mut brands: Vec<Brand> = brands.into_iter().collect();
    brands.sort_by_cached_key(|brand| (brand.name.to_lowercase(), brand.id));
    brands
}

fn slug_taken(error: sqlx::Error) -> BrandError {
    let constraint = error.as_database_error().and_then(sqlx::error::DatabaseError::constraint);
    if constraint == Some("brands_slug_key") { BrandError::SlugTaken } else { error.into() }
}

impl From<BrandError> for Failure {
    fn from(error: BrandError) -> Self {
        let text = error.to_string();
        match error {
            BrandError::SlugTaken => Self::conflict("catalog.taken", text).with("field", "slug"),
            BrandError::Media(error) => of_media(error),
            BrandError::Database(error) => souk_database::failure(error),
        }
    }
}
