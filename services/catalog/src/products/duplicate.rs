//! A product is made like another one.

use serde_json::json;
use souk_audit::Change;
use souk_idempotency::IdempotencyKey;
use souk_kernel::ProductId;
use souk_proto::catalog::v1::DuplicateProductResponse;
use souk_rpc::Actor;
use sqlx::PgConnection;

use super::model::Product;
use super::packs::Packed;
use super::{ProductError, Products, broken_rule, copies, load, store};
use crate::{attributes, features};

impl Products {
    /// Makes a product like the other one, out of sale, once for the key.
    pub async fn duplicate(
        &self,
        actor: &Actor,
        key: &IdempotencyKey,
        original: ProductId,
    ) -> Result<DuplicateProductResponse, ProductError> {
        let mut tx = self.context.pool.begin().await?;
        if let Some(answer) = key.claim_in(&mut tx).await? {
            return Ok(answer);
        }
        let (now, original) = (self.context.clock.now(), hold_in(&mut tx, original).await?);
        let copy = self.copy_in(&mut tx, &original).await?;
        store::insert_in(&mut tx, std::slice::from_ref(&copy), now).await.map_err(broken_rule)?;
        Self::take_address_in(&mut tx, &copy, None).await?;
        store::copy_images_in(&mut tx, &original, &copy).await?;
        let mut facts = copy.facts();
        facts["copyOf"] = json!(original.id);
        let change = Change::made("catalog.product_duplicated", copy.subject(), facts);
        self.context.audit_in(&mut tx, actor, change).await?;
        let answer = DuplicateProductResponse { id: copy.id.to_string() };
        key.store_in(&mut tx, &answer, now).await?;
        self.commit(tx, copy.id).await?;
        Ok(answer)
    }

    /// What is to be made, in the words that attributes and features have now: who follows those may be past the copy's place.
    async fn copy_in(&self, tx: &mut PgConnection, original: &Product) -> Result<Product, ProductError> {
        let mut copy = original.copy(self.context.clock.as_ref());
        copy.slug = store::free_address_in(tx, &copies::addresses(&original.slug, copy.id)).await?;
        // What the pack holds was right when it was put in and is not asked for again; its price is what its parts cost now.
        let packed = Packed::of(&copy);
        Self::check_pack_in(tx, &mut copy, &packed).await?;
        let chosen = copy.combinations.iter().flat_map(|own| &own.values);
        let options: Vec<_> = chosen.filter_map(|chosen| chosen.option).collect();
        copy.relabel(&attributes::having_in(tx, &options).await?);
        copy.describe(&features::all(tx).await?);
        self.enter_sheet_in(tx, &mut copy).await?;
        Ok(copy)
    }
}

/// The product, held against edits with all that it holds.
async fn hold_in(tx: &mut PgConnection, id: ProductId) -> Result<Product, ProductError> {
    let before = load::find(tx, id).await?.ok_or(ProductError::Unknown)?;
    Products::hold_pack_in(tx, id, &before.pack).await?;
    let product = load::find(tx, id).await?.ok_or(ProductError::Unknown)?;
    if product.pack == before.pack { Ok(product) } else { Err(ProductError::Stale(product.version)) }
}
