//! Who wants to hear when something that is sold out can be had again. Staff call them: the shop sends nothing. Whether a thing can be
//! had is not kept here, it is read from the copy of what inventory says with each list.

mod model;
mod rpc;
mod store;

use std::time::Duration;

use souk_audit::Change;
use souk_database::in_steps;
use souk_kernel::{Changed, RestockRequestId};
use souk_rpc::{Actor, Failure, Kind};
use tokio_util::sync::CancellationToken;

pub use model::{
    ItemFilter, ItemSort, KEPT, MOST_OF_PHONE, MOST_WAITING, RequestFilter, RestockItem, RestockRequest, Wish,
};
pub use rpc::RestockRequestsRpc;

use self::store::{Crowd, Standing};
use crate::context::Context;

const FORGETTING: Duration = Duration::from_hours(1);
const FORGOTTEN_TOGETHER: i64 = 1_000;
/// When somebody for whom there is no room may try again: staff call once a day at least.
const UNTIL_CALLED: Duration = Duration::from_hours(1);

/// The use cases of requests to be told. Cheap to clone.
#[derive(Clone)]
pub struct RestockRequests {
    context: Context,
}

/// Why something could not be done with a request.
#[derive(Debug, thiserror::Error)]
pub enum RestockError {
    #[error("there is no such request")]
    Unknown,
    #[error("no such product is sold")]
    UnknownProduct,
    #[error("the product sells no such combination")]
    UnknownCombination,
    #[error("the request was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("it can be ordered now")]
    CanBeHad,
    #[error("too many requests wait already")]
    TooMany,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl RestockRequests {
    pub fn new(context: Context) -> Self {
        Self { context }
    }

    /// Keeps a wish once, whether it is new or was kept before. Of a phone that waits for as much as it may nothing is kept, and nobody
    /// learns it. What refuses it is looked at before anybody waits for anybody.
    pub async fn submit(&self, wish: &Wish) -> Result<Changed, RestockError> {
        let now = self.context.clock.now();
        let mut tx = self.context.pool.begin().await?;
        if store::standing(&mut tx, wish).await?.decide()? == Changed::Already {
            return Ok(Changed::Already);
        }
        store::take_turn_in(&mut tx, &wish.phone).await?;
        let crowd = store::crowd(&mut tx, &wish.phone, (MOST_OF_PHONE, MOST_WAITING)).await?;
        if crowd.decide()? == Changed::Already {
            return Ok(Changed::Already);
        }
        let id = RestockRequestId::new(self.context.clock.as_ref());
        let changed = store::keep_in(&mut tx, id, wish, now).await?;
        tx.commit().await?;
        Ok(changed)
    }

    /// The page's things that are waited for, how many there are, and how many people wait for one that can be had again.
    pub async fn items(&self, filter: &ItemFilter) -> Result<(Vec<RestockItem>, u64, u64), RestockError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = store::items(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    /// The page's requests and how many match.
    pub async fn list(&self, filter: &RequestFilter) -> Result<(Vec<RestockRequest>, u64), RestockError> {
        let mut tx = souk_database::snapshot(&self.context.pool).await?;
        let listed = store::list(&mut tx, filter).await?;
        tx.commit().await?;
        Ok(listed)
    }

    /// Notes that the shopper was told, or wasn't after all; the same again is success.
    pub async fn mark(
        &self,
        actor: &Actor,
        (id, version): (RestockRequestId, u64),
        told: bool,
    ) -> Result<(Changed, u64), RestockError> {
        let mut tx = self.context.pool.begin().await?;
        let mut request = store::lock_in(&mut tx, id).await?.ok_or(RestockError::Unknown)?;
        let before = request.clone();
        if request.mark(told, self.context.clock.now()) == Changed::Already {
            return Ok((Changed::Already, request.version));
        }
        if before.version != version {
            return Err(RestockError::Stale(before.version));
        }
        store::save_in(&mut tx, &request).await?;
        let (subject, was, is) = (request.subject(), before.facts(), request.facts());
        self.context
            .audit_in(&mut tx, actor, Change::between("catalog.restock_request_marked", subject, was, is))
            .await?;
        tx.commit().await?;
        Ok((Changed::Yes, request.version))
    }

    /// Forgets the request; one that is gone is success.
    pub async fn remove(
        &self,
        actor: &Actor,
        (id, version): (RestockRequestId, u64),
    ) -> Result<(), RestockError> {
        let mut tx = self.context.pool.begin().await?;
        let Some(request) = store::lock_in(&mut tx, id).await? else { return Ok(()) };
        if request.version != version {
            return Err(RestockError::Stale(request.version));
        }
        store::remove_in(&mut tx, id).await?;
        let (subject, facts) = (request.subject(), request.facts());
        let gone = serde_json::Value::Null;
        self.context
            .audit_in(
                &mut tx,
                actor,
                Change::between("catalog.restock_request_removed", subject, facts, gone),
            )
            .await?;
        Ok(tx.commit().await?)
    }

    /// Forgets what is past its days until `stop`.
    pub async fn keep_forgetting(&self, stop: CancellationToken) {
        in_steps(FORGETTING, "forget requests to be told", &stop, || self.forget_some()).await;
    }

    /// One step; whether there may be more.
    pub async fn forget_some(&self) -> sqlx::Result<bool> {
        let before = self.context.clock.now() - KEPT;
        store::forget(&mut *self.context.pool.acquire().await?, before, FORGOTTEN_TOGETHER).await
    }
}

impl Standing {
    /// Refuses what is of nothing that is sold, and what nobody has to wait for; `Already` where it is kept.
    fn decide(self) -> Result<Changed, RestockError> {
        if !self.sells_choice.ok_or(RestockError::UnknownProduct)? {
            return Err(RestockError::UnknownCombination);
        }
        if self.is_orderable {
            return Err(RestockError::CanBeHad);
        }
        Ok(if self.is_kept { Changed::Already } else { Changed::Yes })
    }
}

impl Crowd {
    /// Refuses what nobody could call any more; `Already` where the phone has no room.
    fn decide(self) -> Result<Changed, RestockError> {
        if self.of_all >= MOST_WAITING {
            return Err(RestockError::TooMany);
        }
        Ok(if self.of_phone >= MOST_OF_PHONE { Changed::Already } else { Changed::Yes })
    }
}

impl From<RestockError> for Failure {
    fn from(error: RestockError) -> Self {
        let text = error.to_string();
        match error {
            RestockError::Unknown => Self::not_found("catalog.unknown_restock_request", text),
            RestockError::UnknownProduct => Self::not_found("catalog.unknown_product", text),
            RestockError::UnknownCombination => {
                Self::invalid_field("combination", "form.validation.combination", text)
            }
            RestockError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            RestockError::CanBeHad => Self::precondition("catalog.can_be_had", text),
            RestockError::TooMany => Self::new(Kind::RateLimited, "catalog.too_many_restock_requests", text)
                .retry_after(UNTIL_CALLED),
            RestockError::Database(error) => souk_database::failure(error),
        }
    }
}
