//! Brand lines: what a brand makes under one name. What products show of theirs follows in the background (`crate::products`).

mod list;
mod model;
mod rpc;
mod store;

use serde_json::Value;
use souk_audit::Change;
use souk_database::on_conflict;
use souk_kernel::{BrandId, BrandLineId};
use souk_rpc::{Actor, Failure};
use sqlx::PgConnection;

pub use list::{ListFilter, ListSort};
pub use model::{BrandLine, Choice, MOST_LINES, Named, OutOfDate, Usage};
pub use rpc::BrandLinesRpc;
pub use store::{Following, advance_in, all, count_of, counts, hand_over_in, leave_in, to_be_followed};

use crate::context::Context;
use crate::failure::of_media;
use crate::former_addresses::{self, Kind};
use crate::media::{MediaError, Picture, SizeName, UnknownPicture};
use crate::revision;
use crate::shop_pictures::ShopPictures;

/// What caches hear that brand lines changed by.
const CONTENT: &str = "brand_line";

/// The use cases of brand lines.
#[derive(Clone)]
pub struct BrandLines {
    context: Context,
    pictures: ShopPictures,
}

/// Why something could not be done with a brand line.
#[derive(Debug, thiserror::Error)]
pub enum BrandLineError {
    #[error("there is no such brand line")]
    Unknown,
    #[error("there is no such brand, or the line is of another")]
    UnknownBrand,
    #[error("products are being handed over from this brand")]
    Merging,
    #[error("the brand line was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("another brand line has this slug")]
    SlugTaken,
    #[error("the brand has {MOST_LINES} lines already")]
    TooMany,
    #[error("the brand line is named by products or the home page")]
    InUse(Usage),
    #[error("the brand line has no such picture")]
    UnknownPicture,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl BrandLines {
    pub fn new(context: Context, pictures: ShopPictures) -> Self {
        Self { context, pictures }
    }

    /// All lines of a brand in the order that shoppers see them, or of all brands.
    pub async fn choices(&self, brand: Option<BrandId>) -> Result<Vec<Choice>, BrandLineError> {
        Ok(store::choices(&mut *self.context.pool.acquire().await?, brand).await?)
    }

    /// A page of them and how many match.
    pub async fn list(&self, filter: &ListFilter) -> Result<(Vec<Named>, u64), BrandLineError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = list::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    pub async fn get(&self, id: BrandLineId) -> Result<Named, BrandLineError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(BrandLineError::Unknown)
    }

    /// Makes the line or replaces the version that it carries. What is stored already changes nothing.
    pub async fn save(
        &self,
        actor: &Actor,
        mut wanted: BrandLine,
        picture: Picture,
    ) -> Result<(), BrandLineError> {
        let name = &wanted.name;
        let picture = self.pictures.store_wanted_as(SizeName::GridDisplay, picture, name).await?;
        let mut tx = self.context.pool.begin().await?;
        let of_brand = store::lock_brand_in(&mut tx, wanted.brand).await?;
        store::lock_in(&mut tx, wanted.id).await?;
        let before = store::find(&mut tx, wanted.id).await?.map(|(line, _)| line);
        if before.is_none() && wanted.version > 0 {
            return Err(BrandLineError::Unknown);
        }
        let had = before.as_ref().and_then(|before| before.picture.as_ref());
        wanted.picture = picture.of(had).map_err(|UnknownPicture| BrandLineError::UnknownPicture)?;
        let next = wanted.over(before.as_ref())?;
        if before.as_ref() == Some(&next) {
            return Ok(());
        }
        let of_brand = of_brand.ok_or(BrandLineError::UnknownBrand)?;
        if of_brand.is_merging {
            return Err(BrandLineError::Merging);
        }
        match &before {
            None if of_brand.lines >= MOST_LINES => return Err(BrandLineError::TooMany),
            None => {
                store::insert_in(&mut tx, &next)
                    .await
                    .map_err(on_conflict("brand_lines_slug_key", BrandLineError::SlugTaken))?;
                former_addresses::take_in(&mut tx, Kind::BrandLine, &next.slug).await?;
            }
            Some(before) => replace_in(&mut tx, before, &next).await?,
        }
        let was = before.as_ref().map_or(Value::Null, BrandLine::facts);
        let change = Change::between("catalog.brand_line_saved", next.subject(), was, next.facts());
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Takes away a line that nothing names.
    pub async fn delete(&self, actor: &Actor, id: BrandLineId) -> Result<(), BrandLineError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_to_delete_in(&mut tx, id).await?;
        let (line, _) = store::find(&mut tx, id).await?.ok_or(BrandLineError::Unknown)?;
        let usage = store::usage(&mut tx, id).await?;
        if !usage.is_none() {
            return Err(BrandLineError::InUse(usage));
        }
        store::delete_in(&mut tx, id).await?;
        former_addresses::leave_in(&mut tx, Kind::BrandLine, id.uuid(), &line.slug).await?;
        let change = Change::between("catalog.brand_line_removed", line.subject(), line.facts(), Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}

/// Lines in the order that shoppers see them.
pub fn by_position<'a>(lines: impl IntoIterator<Item = &'a BrandLine>) -> Vec<&'a BrandLine> {
    let mut lines: Vec<&BrandLine> = lines.into_iter().collect();
    lines.sort_by_cached_key(|line| (line.position, line.name.to_lowercase(), line.id));
    lines
}

/// The path of its listing (spec 2).
pub fn link(slug: &str) -> String {
    format!("/catalog/brandlines/{slug}")
}

async fn replace_in(
    tx: &mut PgConnection,
    before: &BrandLine,
    next: &BrandLine,
) -> Result<(), BrandLineError> {
    store::save_in(tx, next, next.looks_other_than(before))
        .await
        .map_err(on_conflict("brand_lines_slug_key", BrandLineError::SlugTaken))?;
    if before.slug != next.slug {
        let slugs = (before.slug.as_str(), next.slug.as_str());
        former_addresses::change_in(tx, Kind::BrandLine, next.id.uuid(), slugs).await?;
    }
    Ok(())
}

impl From<OutOfDate> for BrandLineError {
    fn from(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::Unknown,
            OutOfDate::At(version) => Self::Stale(version),
            OutOfDate::OfAnotherBrand => Self::UnknownBrand,
        }
    }
}

impl From<BrandLineError> for Failure {
    fn from(error: BrandLineError) -> Self {
        let text = error.to_string();
        match error {
            BrandLineError::Unknown => Self::not_found("catalog.unknown_brand_line", text),
            BrandLineError::UnknownBrand => Self::invalid_field("brandId", "form.validation.unknown", text),
            BrandLineError::Merging => Self::precondition("catalog.brand_merging", text),
            BrandLineError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            BrandLineError::SlugTaken => Self::conflict("catalog.taken", text).with("field", "slug"),
            BrandLineError::TooMany => Self::invalid_field("brandId", "form.validation.tooMany", text),
            BrandLineError::InUse(usage) => Self::conflict("catalog.brand_line_in_use", text)
                .with("products", usage.products)
                .with("blocks", usage.blocks),
            BrandLineError::UnknownPicture => Self::invalid_field("picture", "form.validation.unknown", text),
            BrandLineError::Media(error) => of_media("picture", error),
            BrandLineError::Database(error) => souk_database::failure(error),
        }
    }
}
