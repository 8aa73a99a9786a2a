//! An import taken back, product by product: what it made goes, what it changed is again as it was, and what somebody changed since
//! stays as they left it. The last change goes first: what one product gave up and another took, as a SKU, is free again when the first is
//! to have it back.

use souk_kernel::{Changed, ProductId};
use souk_rpc::{Actor, Failure};
use uuid::Uuid;

use super::import::is_refusal;
use super::store::{self, Change};
use super::{ProductFiles, Undone, UndoneTo};
use crate::products::Removal;
use crate::remote_pictures;

/// Products of one call: they are done within its time.
const TOGETHER: usize = 20;

impl ProductFiles {
    /// Takes back some of what a portion of an import did, the last change first, after so many; whether there is more.
    pub async fn undo(
        &self,
        actor: &Actor,
        portion: Uuid,
        after: u32,
    ) -> Result<(Vec<Undone>, bool), Failure> {
        let mut conn = self.context.pool.acquire().await.map_err(souk_database::failure)?;
        let most = i64::try_from(TOGETHER).unwrap_or(i64::MAX);
        let changes =
            store::changes(&mut conn, portion, after, most).await.map_err(souk_database::failure)?;
        drop(conn);
        let mut undone = Vec::with_capacity(changes.len());
        for change in &changes {
            undone.push(self.undo_one(actor, change).await?);
        }
        Ok((undone, changes.len() == TOGETHER))
    }

    async fn undo_one(&self, actor: &Actor, change: &Change) -> Result<Undone, Failure> {
        let told = |became| Undone { line: change.line, product: change.product, became };
        if let Some(done) = &change.undone {
            return Ok(told(Ok(*done)));
        }
        let done = match &change.before {
            Some(_) => self.restore(actor, change).await,
            None => self.take_away(actor, change).await,
        };
        match done {
            Ok(done) => Ok(told(Ok(done))),
            Err(failure) if is_refusal(failure.kind) => {
                let code = failure.violations.first().map(|one| one.key.to_string());
                Ok(told(Err(code.unwrap_or_else(|| failure.code.to_string()))))
            }
            Err(failure) => Err(failure),
        }
    }

    async fn take_away(&self, actor: &Actor, change: &Change) -> Result<UndoneTo, Failure> {
        let mut tx = self.context.pool.begin().await.map_err(souk_database::failure)?;
        let removal = self.products.remove_in(&mut tx, actor, (change.product, change.version)).await?;
        let done = match removal {
            Removal::Removed(_) => UndoneTo::Removed,
            Removal::Archived(id) => {
                self.take_pictures_back_in(&mut tx, actor, change.import, id).await?;
                UndoneTo::Archived
            }
        };
        store::settle_in(&mut tx, change, done).await.map_err(souk_database::failure)?;
        self.products.commit_removal(tx, removal).await.map_err(souk_database::failure)?;
        Ok(done)
    }

    async fn restore(&self, actor: &Actor, change: &Change) -> Result<UndoneTo, Failure> {
        let Change { product: id, version, .. } = *change;
        let Some(before) = change.before.clone() else { return Ok(UndoneTo::Removed) };
        let (edit, combinations) = before.restoring();
        let mut tx = self.context.pool.begin().await.map_err(souk_database::failure)?;
        let edited = self.products.update_in(&mut tx, actor, (id, version), edit).await?;
        if !combinations.is_empty() {
            let version = version + u64::from(edited == Changed::Yes);
            self.products.combine_in(&mut tx, actor, (id, version), combinations).await?;
        }
        self.take_pictures_back_in(&mut tx, actor, change.import, id).await?;
        store::settle_in(&mut tx, change, UndoneTo::Restored).await.map_err(souk_database::failure)?;
        self.products.commit(tx, id).await.map_err(souk_database::failure)?;
        Ok(UndoneTo::Restored)
    }

    async fn take_pictures_back_in(
        &self,
        tx: &mut sqlx::PgConnection,
        actor: &Actor,
        import: Uuid,
        product: ProductId,
    ) -> Result<(), Failure> {
        let added =
            remote_pictures::take_back_in(tx, import, product).await.map_err(souk_database::failure)?;
        for image in added {
            self.products.remove_image_in(tx, actor, product, image).await?;
        }
        Ok(())
    }
}
