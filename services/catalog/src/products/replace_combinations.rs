//! A product's combinations, replaced as a whole by staff.

use souk_audit::Change;
use souk_kernel::{Changed, CombinationId, ProductId};
use souk_rpc::Actor;
use sqlx::PgConnection;
use uuid::Uuid;

use super::combinations::{Wanted, gone, told};
use super::{ProductError, Products, broken_rule, combination_rows, pack_rows, store};
use crate::{attributes, price_changes};

impl Products {
    /// Replaces the combinations of a product, read at `version`. One that had stock or is a part of a pack stays: orders and
    /// parcels that come back name it. A part of a pack gets none that had none: the pack names one of them, or the product.
    pub async fn combine(
        &self,
        actor: &Actor,
        product: (ProductId, u64),
        wanted: Vec<Wanted>,
    ) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        if self.combine_in(&mut tx, actor, product, wanted).await? == Changed::Yes {
            self.commit(tx, product.0).await?;
        }
        Ok(())
    }

    /// Replaces them within a transaction that [`Self::commit`] ends.
    pub async fn combine_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        (id, version): (ProductId, u64),
        wanted: Vec<Wanted>,
    ) -> Result<Changed, ProductError> {
        let mut product = store::lock_in(tx, id).await?.ok_or(ProductError::Unknown)?;
        if product.version != version {
            return Err(ProductError::Stale(product.version));
        }
        let options: Vec<_> = wanted.iter().flat_map(|one| &one.options).copied().collect();
        let attributes = attributes::having_in(tx, &options).await?;
        let before = product.clone();
        if product.combine(wanted, &attributes)? == Changed::Already {
            return Ok(Changed::Already);
        }
        if before.combinations.is_empty() && pack_rows::is_part(tx, id).await? {
            return Err(ProductError::IsPart("combinations"));
        }
        let gone: Vec<Uuid> = gone(&before, &product).into_iter().map(CombinationId::uuid).collect();
        let in_use = combination_rows::in_use(tx, &gone).await?;
        if in_use > 0 {
            return Err(ProductError::CombinationsInUse(in_use));
        }
        let now = self.context.clock.now();
        combination_rows::replace_in(tx, &product, &gone).await.map_err(broken_rule)?;
        if !store::save_in(tx, &product, now).await.map_err(broken_rule)? {
            return Err(ProductError::Stale(product.version));
        }
        price_changes::forget_in(tx, id, &gone).await?;
        price_changes::note_in(tx, &self.context, actor, &before.priced().changes(&product.priced())).await?;
        let (was, is) = told(&before, &product);
        let change = Change::between("catalog.combinations_changed", product.subject(), was, is);
        self.context.audit_in(tx, actor, change).await?;
        Ok(Changed::Yes)
    }
}
