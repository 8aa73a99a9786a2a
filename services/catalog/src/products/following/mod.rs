//! Work beside the calls: what products copy of other things is kept as those are. Each file goes in short steps, so that nobody waits
//! for a brand of a hundred thousand products; one process takes a kind's step at a time.

mod attributes;
mod brand_lines;
mod brands;
mod categories;
mod features;
mod parts;
mod pictures;

use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;

use super::Products;
use super::store::lock_all_in as lock_in;

impl Products {
    /// Keeps what products copy of other things as those are, and gives older pictures their WebP files, until `stop`.
    pub async fn keep_up(&self, stop: CancellationToken) {
        tokio::join!(
            Box::pin(self.keep_to_brands(stop.clone())),
            Box::pin(self.keep_to_brand_lines(stop.clone())),
            Box::pin(self.keep_to_categories(stop.clone())),
            Box::pin(self.keep_to_attributes(stop.clone())),
            Box::pin(self.keep_to_features(stop.clone())),
            Box::pin(self.keep_to_parts(stop.clone())),
            Box::pin(self.keep_pictures_light(stop)),
        );
    }
}

/// Whether no other process takes a step; none does until the transaction ends.
async fn is_our_turn_in(tx: &mut PgConnection, turn: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT pg_try_advisory_xact_lock($1) AS "free!""#, turn).fetch_one(tx).await
}
