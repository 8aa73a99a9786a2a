//! Draft carts (spec 4): what a visitor with a valid phone was about to order. One per visitor, found by the visitor
//! and never by the cart's number; gone after [`LIFETIME`], with the order, or when there are too many.

mod error;
mod model;
mod store;

use std::sync::Arc;

use souk_kernel::{Clock, Phone};
use sqlx::PgPool;
use time::Duration;
use uuid::Uuid;

pub use error::CartError;
pub use model::{Draft, NEWEST_ORDERS};

use store::Drafted;

/// A draft holds a phone before its owner sent it: it is kept no longer than staff need to call.
pub const LIFETIME: Duration = Duration::days(7);
/// Most lines of a draft: staff call about a cart, not about a stock list.
pub const LINES_MAX: usize = 50;
/// Drafts that are kept, of whomever; housekeeping forgets the oldest beyond.
pub const KEPT_MAX: i64 = 100_000;
/// A draft that was saved less long ago stays as it is: pages save it as often as they like.
const PAUSE: Duration = Duration::seconds(2);
/// A page sends its draft beside the order, and either may come first: for so long after an order, a draft of its visitor with its phone
/// is no cart that was not ordered.
pub(crate) const AFTER_ORDER: Duration = Duration::minutes(2);
/// A line comes with an IPv6 /64, a /56 or a /48: what one /64 may, all of a /48 may so many times.
pub const SITE_SHARES: u32 = 8;
/// How far back drafts count against their network.
const NETWORK_SPAN: Duration = Duration::hours(1);

/// The use cases of this feature.
#[derive(Clone)]
pub struct Carts {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    /// Visitors of one client network who may save a draft within an hour, and eight times as many of one site; zero for no limit.
    per_network: u32,
}

impl Carts {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, per_network: u32) -> Self {
        Self { pool, clock, per_network }
    }

    /// Stores or refreshes the visitor's draft; its id stays the same. One that was just ordered is not stored, and has an id that leads
    /// nowhere.
    pub async fn save(&self, draft: &Draft) -> Result<Uuid, CartError> {
        let now = self.clock.now();
        let most = self.most();
        let since = store::Since { drafted: now - NETWORK_SPAN, ordered: now - AFTER_ORDER };
        let snapshot = store::snapshot(&self.pool, draft, since, most).await?;
        if snapshot.is_ordered {
            return Ok(self.clock.uuid());
        }
        if let Some(own) = snapshot.own
            && own.updated_at > now - PAUSE
        {
            return Ok(own.id);
        }
        draft.check_lines(&snapshot.sellables).map_err(CartError::Lines)?;
        let is_full = snapshot.drafted.reaches(most);
        if self.per_network > 0 && snapshot.own.is_none() && is_full {
            return Err(CartError::TooMany);
        }
        let fresh = self.clock.uuid();
        let kept = store::save(&self.pool, draft, fresh, (now, now + LIFETIME), since.ordered).await?;
        Ok(kept.unwrap_or(fresh))
    }

    /// Staff took an order for this phone: nobody needs to be called about its carts.
    pub async fn ordered(&self, phone: &Phone) -> sqlx::Result<()> {
        store::end(&self.pool, phone).await
    }

    /// Where counting ends, as no more is allowed.
    fn most(&self) -> Drafted {
        let of_site = self.per_network.saturating_mul(SITE_SHARES);
        Drafted { of_network: self.per_network.into(), of_site: of_site.into() }
    }
}
