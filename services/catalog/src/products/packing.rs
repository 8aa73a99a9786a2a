//! A product becomes a pack, or holds something else.

use std::collections::HashMap;

use souk_kernel::ProductId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{PackComponent, Product};
use super::packs::{Packed, Part};
use super::store::lock_all_in;
use super::{CombineError, PackError, PackFault, ProductError, Products, pack_rows, packs};
use crate::parse;

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
        lock_all_in(tx, &ids).await
    }

    /// Whether a product may hold what it does now, all of it held by [`Self::hold_pack_in`]. Where it costs what its parts cost, that
    /// is its price from now on.
    pub(super) async fn check_pack_in(
        tx: &mut PgConnection,
        product: &mut Product,
        before: &Packed,
    ) -> Result<(), ProductError> {
        let is_same = product.pack == before.pack;
        if product.pack.is_empty() || (is_same && product.pack_discount.is_none()) {
            return Ok(());
        }
        let parts = pack_rows::parts(tx, &product.pack).await?;
        if !is_same {
            check_contents_in(tx, product, before, &parts).await?;
        }
        let Some(discount) = product.pack_discount else { return Ok(()) };
        if Packed::of(product) != *before {
            packs::check_rates(product, &parts)?;
        }
        let price = packs::price(&product.pack, discount, &parts).ok();
        let dear = PackError(vec![(0, PackFault::TooDear)]);
        product.price = price.filter(|price| *price <= parse::HIGHEST_PRICE).ok_or(dear)?;
        Ok(())
    }
}

async fn check_contents_in(
    tx: &mut PgConnection,
    product: &Product,
    before: &Packed,
    parts: &HashMap<ProductId, Part>,
) -> Result<(), ProductError> {
    if !product.combinations.is_empty() {
        return Err(CombineError::Pack.into());
    }
    packs::check(product.id, &product.pack, parts)?;
    if before.pack.is_empty() && pack_rows::is_part(tx, product.id).await? {
        return Err(ProductError::IsPart("pack"));
    }
    if before.pack.is_empty() && pack_rows::had_stock(tx, product.id).await? {
        return Err(ProductError::HadStock);
    }
    Ok(())
}
