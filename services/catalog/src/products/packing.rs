//! A product becomes a pack, or holds something else.

use souk_kernel::ProductId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::branding::lock_in;
use super::model::{PackComponent, Product};
use super::{CombineError, ProductError, Products, pack_rows, packs};

impl Products {
    /// Holds the product and what it is to hold against edits, all in one order for everybody: none of them becomes a pack, or
    /// gets combinations, meanwhile.
    pub(super) async fn hold_pack_in(
        tx: &mut PgConnection,
        product: ProductId,
        pack: &[PackComponent],
    ) -> sqlx::Result<()> {
        let parts = pack.iter().map(|part| part.product);
        let ids: Vec<Uuid> = std::iter::once(product).chain(parts).map(ProductId::uuid).collect();
        lock_in(tx, &ids).await
    }

    /// Whether a product that held `before` may hold what it does now; both are held by [`Self::hold_pack_in`].
    pub(super) async fn check_pack_in(
        tx: &mut PgConnection,
        product: &Product,
        before: &[PackComponent],
    ) -> Result<(), ProductError> {
        if product.pack.is_empty() || product.pack == before {
            return Ok(());
        }
        if !product.combinations.is_empty() {
            return Err(CombineError::Pack.into());
        }
        let parts = pack_rows::parts(tx, &product.pack).await?;
        packs::check(product.id, &product.pack, &parts)?;
        if before.is_empty() && pack_rows::is_part(tx, product.id).await? {
            return Err(ProductError::IsPart("pack"));
        }
        if before.is_empty() && pack_rows::had_stock(tx, product.id).await? {
            return Err(ProductError::HadStock);
        }
        Ok(())
    }
}
