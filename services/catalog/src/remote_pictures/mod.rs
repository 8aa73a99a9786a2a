//! Pictures that files of products name by their addresses. They are noted with the product and fetched beside the calls, from
//! public addresses alone, within limits of bytes, time and number; what can't be had is tried again some times and then told
//! to who imported it. A process that ends loses nothing: what it had taken is due again.

mod address;
mod fetch;
mod model;
mod store;

use std::sync::Arc;
use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, in_steps, within};
use souk_kernel::{EmployeeId, ImageId, ProductId};
use souk_rpc::Actor;
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub use address::{AddressFault, is_public, read as read_address};
pub use fetch::{Internet, Reach};
pub use model::{Failed, Named, Tally};

use self::fetch::{FetchError, Fetcher, Place, UNREACHABLE};
use self::store::Due;
use crate::context::Context;
use crate::media::{MediaError, Origin};
use crate::products::{NewImage, ProductError, Products};

/// Products whose pictures a process fetches at once.
pub const AT_ONCE: usize = 6;
/// How soon pictures are looked for.
const INTERVAL: Duration = Duration::from_secs(2);
/// Pictures that are taken together, of one product.
const TOGETHER: i64 = 5;
/// How long nobody else tries them: longer than they and their decoding may take.
const LEASE: time::Duration = time::Duration::minutes(3);
/// How long after a try in vain there is another; after the last there is none.
const WAITS: [time::Duration; 2] = [time::Duration::seconds(30), time::Duration::minutes(5)];
/// How long one waits whose server is not asked for now, each time twice as long; 17 hours in all.
const POSTPONEMENT: time::Duration = time::Duration::minutes(1);
const MOST_POSTPONEMENTS: u32 = 10;
/// Tries after which a picture is refused unseen: it may be what ends the process.
const MOST_TRIES: i32 = 6;
/// Pictures that are given up together.
const ENDED_TOGETHER: i64 = 1_000;
/// Pictures that one answer tells.
const TOLD: i64 = 100;
/// What became of pictures is forgotten after this; the same bytes are then known by themselves.
const KEPT: time::Duration = time::Duration::days(90);
const FORGETTING: Duration = Duration::from_hours(1);
const FORGOTTEN_TOGETHER: i64 = 1_000;

/// The use cases of pictures of other servers. Cheap to clone.
#[derive(Clone)]
pub struct RemotePictures {
    context: Context,
    products: Products,
    fetcher: Arc<Fetcher>,
}

/// Why a picture did not become one of a product's.
enum Missed {
    /// Said to be tried again while there are tries left.
    Passing(&'static str),
    Final(&'static str),
}

impl RemotePictures {
    pub fn new(context: Context, products: Products, reach: Arc<dyn Reach>) -> Self {
        Self { context, products, fetcher: Arc::new(Fetcher::new(reach)) }
    }

    /// Fetches what is due until `stop`, one product's after another; so many of these go on at once.
    pub async fn keep_fetching(&self, stop: CancellationToken) {
        every(INTERVAL, "fetch pictures of imports", &stop, || async {
            while !stop.is_cancelled() && self.fetch_some().await? {}
            Ok::<_, sqlx::Error>(())
        })
        .await;
    }

    /// Forgets what is over until `stop`.
    pub async fn keep_forgetting(&self, stop: CancellationToken) {
        let forget = || async {
            let before = self.context.clock.now() - KEPT;
            store::forget(&mut *self.context.pool.acquire().await?, before, FORGOTTEN_TOGETHER).await
        };
        in_steps(FORGETTING, "forget pictures of imports", &stop, forget).await;
    }

    /// Fetches some pictures of one product; whether there were any.
    pub async fn fetch_some(&self) -> sqlx::Result<bool> {
        let now = self.context.clock.now();
        let lease = now + LEASE;
        let due = within(LONGEST_WORK, async {
            store::claim(&mut *self.context.pool.acquire().await?, now, lease, TOGETHER).await
        });
        let due = due.await?;
        for one in &due {
            self.settle(one, lease).await?;
        }
        Ok(!due.is_empty())
    }

    /// Fetches one, unless it is somebody else's by now, or its server is not asked for the moment.
    async fn settle(&self, due: &Due, lease: OffsetDateTime) -> sqlx::Result<()> {
        let place = match self.fetcher.place(&due.address).await {
            Ok(Some(place)) => Ok(place),
            Ok(None) => return within(LONGEST_WORK, self.postpone(due, lease)).await,
            Err(error) => Err(error),
        };
        let now = self.context.clock.now();
        let begun = within(LONGEST_WORK, async {
            store::begin(&mut *self.context.pool.acquire().await?, due.number, lease, now + LEASE).await
        });
        let Some(tries) = begun.await? else { return Ok(()) };
        let became = match place {
            _ if tries > MOST_TRIES => Err(Missed::Final(UNREACHABLE)),
            Ok(place) => self.fetch(due, place).await,
            Err(error) => Err(not_fetched(due, &error)),
        };
        within(LONGEST_WORK, self.note((due, tries), became)).await
    }

    async fn postpone(&self, due: &Due, lease: OffsetDateTime) -> sqlx::Result<()> {
        let now = self.context.clock.now();
        let mut conn = self.context.pool.acquire().await?;
        if due.postponed >= MOST_POSTPONEMENTS {
            return store::refuse(&mut conn, due.number, UNREACHABLE, now).await;
        }
        let until = now + POSTPONEMENT * 2_i32.pow(due.postponed);
        store::postpone(&mut conn, due.number, lease, until).await
    }

    async fn note(
        &self,
        (due, tries): (&Due, i32),
        became: Result<(ImageId, bool), Missed>,
    ) -> sqlx::Result<()> {
        let (now, number) = (self.context.clock.now(), due.number);
        let mut conn = self.context.pool.acquire().await?;
        let (image, is_new) = match became {
            Ok(had) => had,
            Err(Missed::Final(code)) => return store::refuse(&mut conn, number, code, now).await,
            Err(Missed::Passing(code)) => {
                return match next_try(tries, now) {
                    Some(next) => store::put_off(&mut conn, number, next).await,
                    None => store::refuse(&mut conn, number, code, now).await,
                };
            }
        };
        let is_wanted = store::had(&mut conn, number, image, is_new, now).await?;
        drop(conn);
        // The import was undone while it was fetched, or whoever asked for it may not any more.
        if !is_wanted && is_new {
            let removed = self.products.remove_image(&due.asked_by, due.product, image).await;
            if let Err(ProductError::Database(error)) = removed {
                return Err(error);
            }
        }
        Ok(())
    }

    /// Makes it a picture of its product; which one, and whether the product had none of these bytes before.
    async fn fetch(&self, due: &Due, place: Place) -> Result<(ImageId, bool), Missed> {
        let content = self.fetcher.fetch(place).await.map_err(|error| not_fetched(due, &error))?;
        let image = NewImage {
            product: due.product,
            content,
            alt: String::new(),
            combinations: due.combinations.clone(),
        };
        self.products
            .add_image_of(&due.asked_by, image, Origin::Elsewhere)
            .await
            .map_err(|error| missed(&error))
    }
}

/// Whether an import has something to do for the pictures that it names of a product: all of them are had otherwise.
pub async fn is_wanting(
    conn: &mut PgConnection,
    import: Uuid,
    product: ProductId,
    named: &[Named],
) -> sqlx::Result<bool> {
    store::is_wanting(conn, import, product, named).await
}

/// Notes pictures to be fetched.
pub async fn want(
    conn: &mut PgConnection,
    of: (Uuid, ProductId),
    actor: &Actor,
    named: &[Named],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    store::want(conn, of, actor, named, now).await
}

/// Gives up some of what an employee's imports still want, for they may not have it any more; whether there may be more. What is being
/// fetched at this moment is taken away from its product again.
pub async fn end_of(
    conn: &mut PgConnection,
    employee: EmployeeId,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    store::end_of(conn, employee, now, ENDED_TOGETHER).await
}

/// Gives up what an import still wants of a product, and answers which pictures the product got by it.
pub async fn take_back_in(
    tx: &mut PgConnection,
    import: Uuid,
    product: ProductId,
) -> sqlx::Result<Vec<ImageId>> {
    store::take_back_in(tx, import, product).await
}

/// What became of an import's pictures, and the next that can't be had after a number.
pub async fn of_import(
    conn: &mut PgConnection,
    import: Uuid,
    after: u64,
) -> sqlx::Result<(Tally, Vec<Failed>, bool)> {
    let tally = store::tally(conn, import).await?;
    let failed = store::refused(conn, import, after, TOLD).await?;
    let more = i64::try_from(failed.len()) == Ok(TOLD);
    Ok((tally, failed, more))
}

fn next_try(tries: i32, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let done = usize::try_from(tries - 1).ok()?;
    WAITS.get(done).map(|wait| now + *wait)
}

fn not_fetched(due: &Due, error: &FetchError) -> Missed {
    tracing::info!(product.id = %due.product, error.cause = %error, "a picture of an import could not be fetched");
    if error.is_passing() { Missed::Passing(error.code()) } else { Missed::Final(error.code()) }
}

fn missed(error: &ProductError) -> Missed {
    let code = match error {
        ProductError::Unknown | ProductError::UnknownReference(_) => "catalog.unknown_product",
        ProductError::TooManyImages => "form.validation.tooMany",
        ProductError::Media(MediaError::TooLarge) => "pictures.too_large",
        ProductError::Media(MediaError::TooManyPixels) => "form.validation.tooManyPixels",
        ProductError::Media(MediaError::NotAPicture) => "pictures.not_a_picture",
        _ => {
            tracing::warn!(error.cause = %error, "a picture of an import could not be stored, trying again");
            return Missed::Passing("unavailable");
        }
    };
    Missed::Final(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_tried_again_a_few_times_and_then_no_more() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let next = |tries| next_try(tries, now).map(|next| next - now);
        assert_eq!([1, 2, 3, 4].map(next), [Some(WAITS[0]), Some(WAITS[1]), None, None]);
    }
}
