//! Events between services, so that none is lost and none takes effect twice, whatever dies in between.
//!
//! - A change and its event commit together: [`Outbox::add`] in the transaction of the change.
//! - The [relay](Bus) publishes what is committed: persistent, mandatory, with publisher confirms, and marks a row
//!   only when the broker really took the message. Until then the row stays; the broker may be away for hours. One process
//!   of a service does it, the one that holds the lease.
//! - Nothing waits for ever for a peer that vanished without a word: every question to the broker or the database has a
//!   limit, the relay's lease runs out, and events flow again within 15 seconds.
//! - A [`Consumer`] writes the message's id into the inbox in the transaction of its effect and acknowledges after the
//!   commit. A message that comes again finds its id and has no effect.
//! - A message that keeps failing is dead-lettered after [`MOST_ATTEMPTS`] while the rest flows;
//!   [`BusCommand`] lists and redrives those.
//! - Who listens to what is written once, in [`ROUTES`]. Every process declares the queues of what its service says and of what it
//!   hears, so a queue exists before the first event that belongs in it, whichever service starts first.
//!
//! Messages may come late, twice and out of order. Events carry the whole state and its `version`, so a consumer
//! keeps the newest and skips the rest:
//!
//! ```sql
//! INSERT INTO sellable (product_id, version, ...) VALUES ($1, $2, ...)
//! ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, ...
//!  WHERE sellable.version < excluded.version
//! ```

mod broadcast;
mod command;
mod config;
mod connection;
mod consumer;
mod copies;
mod dead_letters;
mod event;
mod gauges;
mod lease;
mod outbox;
mod relay;
mod retention;
mod routes;
mod runtime;
mod topology;

use sqlx::PgPool;
use sqlx::migrate::Migrator;

pub use broadcast::Broadcast;
pub use command::{BusCommand, DeadCommand};
pub use config::{BusConfig, Tuning};
pub use consumer::{ConsumeError, Consumer, Delivery, HandlerFuture, MOST_ATTEMPTS, TogetherFuture};
pub use copies::{CopySource, fill_copy};
pub use dead_letters::{DeadLetter, DeadLetters, counts as dead_letter_counts};
pub use event::{Event, Meta};
pub use lease::Lease;
pub use outbox::{Outbox, OutboxRow};
pub use routes::{ROUTES, Route};
pub use runtime::{Bus, RunningBus};
pub use topology::Topology;

/// What [`migrate`] applies.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// Makes schema `bus` (outbox, inbox, failures, copies and their progress, leases) in a service's database. Safe to run from several processes at once.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    souk_database::migrate(pool, &MIGRATOR).await
}

/// Whether schema `bus` is there as this release needs it.
pub async fn is_migrated(pool: &PgPool) -> bool {
    souk_database::is_migrated(pool, &MIGRATOR).await
}
