//! Products that are taken away: gone where nothing names them. Else the undo of an import keeps them out of sale, and staff who asked
//! for it are refused. Stock, and so every order, reviews, packs, menus, collections, promotions and people who wait for it name a product
//! for as long as they stand; to an undo, a picture that staff gave it is work that is not thrown away.

use serde_json::Value;
use souk_audit::Change;
use souk_bus::Meta;
use souk_kernel::ProductId;
use souk_proto::catalog::v1::SellableChanged;
use souk_rpc::Actor;
use sqlx::{PgConnection, Postgres, Transaction};

use super::{Edit, Product, ProductError, Products, sellable, store};
use crate::former_addresses::{self, Kind};
use crate::revision;

/// What became of a product that was to be taken away.
#[derive(Debug)]
pub enum Removal {
    Removed(Box<Product>),
    /// Something names it: it is kept, and shoppers don't see it.
    Archived(ProductId),
}

impl Products {
    /// Takes the product away, as it is at `version`, within a transaction that [`Self::commit_removal`] ends.
    pub async fn remove_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        (id, version): (ProductId, u64),
    ) -> Result<Removal, ProductError> {
        store::hold_in(tx, id).await?;
        let product = store::lock_in(tx, id).await?.ok_or(ProductError::Unknown)?;
        if product.version != version {
            return Err(ProductError::Stale(product.version));
        }
        if Names::of(tx, id).await?.is_some() || has_own_pictures(tx, id).await? {
            let archived = Edit { active: Some(false), ..Edit::default() };
            self.update_in(tx, actor, (id, version), archived).await?;
            return Ok(Removal::Archived(id));
        }
        self.delete_in(tx, actor, product).await
    }

    /// Takes the product away as staff ask for it, with the pictures that they gave it; refused where something names it.
    pub async fn delete(&self, actor: &Actor, id: ProductId) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        store::hold_in(&mut tx, id).await?;
        let product = store::lock_in(&mut tx, id).await?.ok_or(ProductError::Unknown)?;
        if let Some(names) = Names::of(&mut tx, id).await? {
            return Err(ProductError::InUse(names));
        }
        let removal = self.delete_in(&mut tx, actor, product).await?;
        Ok(self.commit_removal(tx, removal).await?)
    }

    async fn delete_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        mut product: Product,
    ) -> Result<Removal, ProductError> {
        former_addresses::leave_in(tx, Kind::Product, product.id.uuid(), &product.slug).await?;
        sqlx::query!("DELETE FROM products WHERE id = $1", product.id.uuid()).execute(&mut *tx).await?;
        let change =
            Change::between("catalog.product_removed", product.subject(), product.facts(), Value::Null);
        self.context.audit_in(tx, actor, change).await?;
        product.active = false;
        Ok(Removal::Removed(Box::new(product)))
    }

    /// Tells of it and keeps it. The revision is taken last, as by [`Self::commit`].
    pub async fn commit_removal(
        &self,
        mut tx: Transaction<'_, Postgres>,
        removal: Removal,
    ) -> sqlx::Result<()> {
        let product = match removal {
            Removal::Removed(product) => product,
            Removal::Archived(id) => return self.commit(tx, id).await,
        };
        let revision = revision::mark_removed_in(&mut tx, product.id.uuid()).await?;
        let reference = self.reference.newest_in(&mut tx).await?;
        let told = sellable(&product, &reference, revision.unsigned_abs());
        let event =
            SellableChanged { sellable: Some(souk_proto::catalog::v1::Sellable { removed: true, ..told }) };
        let meta = Meta::new(self.context.clock.as_ref(), product.id.uuid());
        self.context.outbox.add(&mut tx, &event, meta).await?;
        self.context.commit(tx).await
    }
}

/// How many things of a kind name a product by its id, which therefore stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names {
    /// Whether it ever had stock, or as a pack one of the parts that it holds or held: without that nobody can have ordered it.
    pub stock: bool,
    pub packs: u64,
    pub reviews: u64,
    pub items: u64,
    pub collections: u64,
    pub promotions: u64,
    /// People who wait to hear that it can be had.
    pub requests: u64,
}

impl Names {
    /// None where nothing does.
    async fn of(conn: &mut PgConnection, id: ProductId) -> sqlx::Result<Option<Self>> {
        let row = sqlx::query!(
            r#"SELECT (EXISTS (SELECT FROM availability WHERE product_id = $1)
                       OR EXISTS (SELECT FROM pack_components k JOIN availability a ON a.product_id = k.component_id
                                   WHERE k.product_id = $1)
                       OR EXISTS (SELECT FROM packs_once_orderable WHERE product_id = $1)
                       OR EXISTS (SELECT FROM purchases WHERE product_id = $1)) AS "stock!",
                      (SELECT count(*) FROM pack_components WHERE component_id = $1) AS "packs!",
                      (SELECT count(*) FROM reviews WHERE product_id = $1) AS "reviews!",
                      (SELECT count(*) FROM menu_items WHERE target_id = $1) AS "items!",
                      (SELECT count(*) FROM collection_products WHERE product_id = $1) AS "collections!",
                      (SELECT count(*) FROM promotions WHERE rule = 'product' AND entity_id = $1) AS "promotions!",
                      (SELECT count(*) FROM restock_requests WHERE product_id = $1 AND told_at IS NULL) AS "requests!""#,
            id.uuid(),
        )
        .fetch_one(conn)
        .await?;
        let counts = [row.packs, row.reviews, row.items, row.collections, row.promotions, row.requests];
        let [packs, reviews, items, collections, promotions, requests] = counts.map(i64::unsigned_abs);
        let names = Self { stock: row.stock, packs, reviews, items, collections, promotions, requests };
        Ok((row.stock || counts.iter().any(|count| *count > 0)).then_some(names))
    }
}

/// Whether staff gave the product a picture by hand.
async fn has_own_pictures(conn: &mut PgConnection, id: ProductId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM images i WHERE i.product_id = $1
                           AND NOT EXISTS (SELECT FROM remote_pictures r WHERE r.image_id = i.id AND r.is_new)) AS "has!""#,
        id.uuid(),
    )
    .fetch_one(conn)
    .await
}
