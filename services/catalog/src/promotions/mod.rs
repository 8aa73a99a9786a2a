//! Promotions: dated price rules, a small set. Saving one writes its row and tells the whole set; prices are computed from
//! it where they are needed (`souk_pricing`), so no product is touched and starts and ends need nobody's work.

mod events;
mod model;
mod rpc;
mod store;

use souk_audit::Change;
use souk_bus::Meta;
use souk_pricing::MOST_PROMOTIONS;
use souk_proto::catalog::v1::PromotionsChanged;
use souk_rpc::{Actor, Failure};
use uuid::Uuid;

pub use model::Promotion;
pub use rpc::PromotionsRpc;
pub use store::{history, relevant};

use crate::context::Context;
use crate::failure::of_media;
use crate::media::{MediaError, Picture, UnknownPicture};
use crate::revision;
use crate::shop_pictures::ShopPictures;

/// The use cases of promotions.
#[derive(Clone)]
pub struct Promotions {
    context: Context,
    pictures: ShopPictures,
}

/// Why a promotion could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum PromotionError {
    #[error("the promotion was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("the shop has {MOST_PROMOTIONS} promotions in force or planned already; end one first")]
    TooMany,
    #[error("what it reduces is not in the shop")]
    UnknownTarget,
    #[error("the promotion has no such picture")]
    UnknownPicture,
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Promotions {
    pub fn new(context: Context, pictures: ShopPictures) -> Self {
        Self { context, pictures }
    }

    pub async fn list(&self) -> Result<Vec<Promotion>, PromotionError> {
        Ok(store::all(&mut *self.context.pool.acquire().await?).await?)
    }

    /// Creates the promotion or replaces the version that it carries, with this picture for a banner. Saving what is
    /// stored already changes nothing.
    pub async fn save(
        &self,
        actor: &Actor,
        mut wanted: Promotion,
        banner: Picture,
    ) -> Result<Promotion, PromotionError> {
        let banner = self.pictures.store_wanted(banner, &wanted.title.fr).await?;
        let mut tx = self.context.pool.begin().await?;
        // Savers come one after the other, so that each tells the set that it made.
        store::lock_all_in(&mut tx).await?;
        let before = store::find(&mut tx, wanted.rule.id).await?;
        let had = before.as_ref().and_then(|before| before.banner.as_ref());
        wanted.banner = banner.of(had).map_err(|UnknownPicture| match &before {
            Some(before) if before.version != wanted.version => PromotionError::Stale(before.version),
            _ => PromotionError::UnknownPicture,
        })?;
        let next = next_version(before.as_ref(), wanted)?;
        if before.as_ref() == Some(&next) {
            return Ok(next);
        }
        let target = next.rule.target;
        if before.as_ref().is_none_or(|before| before.rule.target != target)
            && !store::holds_in(&mut tx, target).await?
        {
            return Err(PromotionError::UnknownTarget);
        }
        let now = self.context.clock.now();
        let had = store::relevant(&mut tx, now).await?.len();
        let terms = before.as_ref().map(|before| (&before.rule, before.active));
        if terms != Some((&next.rule, next.active)) {
            store::keep_past_in(&mut tx, next.rule.id, now).await?;
        }
        store::save_in(&mut tx, &next, now).await?;
        let relevant = store::relevant(&mut tx, now).await?;
        // A shop that comes with more can end some.
        if relevant.len() > MOST_PROMOTIONS.max(had) {
            return Err(PromotionError::TooMany);
        }
        let version = revision::next_reference_in(&mut tx).await?;
        let promotions = relevant.iter().map(events::terms).collect();
        let event = PromotionsChanged { version: version.unsigned_abs(), promotions };
        // The set is one thing to keep in order.
        let meta = Meta::new(self.context.clock.as_ref(), Uuid::nil());
        self.context.outbox.add(&mut tx, &event, meta).await?;
        let was = before.as_ref().map_or(serde_json::Value::Null, Promotion::facts);
        let change = Change::between("catalog.promotion_saved", next.subject(), was, next.facts());
        self.context.audit_in(&mut tx, actor, change).await?;
        self.context.commit(tx).await?;
        Ok(next)
    }

    /// Those that prices are computed from, with a version for them: they may be newer than it, never older.
    pub async fn set(&self) -> Result<(u64, Vec<Promotion>), PromotionError> {
        let mut conn = self.context.pool.acquire().await?;
        let version = revision::current(&mut conn).await?.reference;
        Ok((version, store::relevant(&mut conn, self.context.clock.now()).await?))
    }
}

/// The promotion to store, given the one that is stored.
fn next_version(before: Option<&Promotion>, wanted: Promotion) -> Result<Promotion, PromotionError> {
    let Some(before) = before else { return Ok(Promotion { version: 1, ..wanted }) };
    let same = Promotion { version: before.version, ..wanted.clone() };
    if same == *before {
        return Ok(same);
    }
    if wanted.version != before.version {
        return Err(PromotionError::Stale(before.version));
    }
    Ok(Promotion { version: before.version + 1, ..wanted })
}

impl From<PromotionError> for Failure {
    fn from(error: PromotionError) -> Self {
        let text = error.to_string();
        match error {
            PromotionError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            PromotionError::TooMany => Self::invalid_field("active", "form.validation.tooMany", text),
            PromotionError::UnknownTarget => {
                Self::invalid_field("ruleEntityId", "form.validation.unknown", text)
            }
            PromotionError::UnknownPicture => Self::invalid_field("banner", "form.validation.unknown", text),
            PromotionError::Media(error) => of_media("banner", error),
            PromotionError::Database(error) => souk_database::failure(error),
        }
    }
}
