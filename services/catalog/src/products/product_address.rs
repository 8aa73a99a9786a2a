//! The address of a product: changed by staff, led to from those that it had before.

use sqlx::PgConnection;

use super::model::Product;
use super::{ProductError, Products, names};
use crate::former_addresses::{self, Kind};

impl Products {
    /// Has the address that a product is saved under, and the one that it leaves, lead to it. One that leads to another product
    /// already stays that one's. Called after the save: whoever leaves the address at the same moment is waited for there.
    pub(super) async fn take_address_in(
        tx: &mut PgConnection,
        product: &Product,
        before: Option<&str>,
    ) -> Result<(), ProductError> {
        let slug = product.slug.as_str();
        if before == Some(slug) {
            return Ok(());
        }
        let owner = former_addresses::subject(&mut *tx, Kind::Product, slug).await?;
        if owner.is_some_and(|owner| owner != product.id.uuid()) {
            return Err(ProductError::Taken("slug"));
        }
        former_addresses::save_in(tx, Kind::Product, product.id.uuid(), (before, slug)).await?;
        Ok(())
    }

    /// As [`Self::take_address_in`] of products that are made.
    pub(super) async fn take_addresses_in(
        tx: &mut PgConnection,
        products: &[Product],
    ) -> Result<(), ProductError> {
        let slugs: Vec<String> = products.iter().map(|product| product.slug.clone()).collect();
        former_addresses::return_in(&mut *tx, Kind::Product, &slugs).await?;
        let former = former_addresses::among(&mut *tx, Kind::Product, &slugs).await?;
        for product in products.iter().filter(|product| former.contains(&product.slug)) {
            Self::take_address_in(tx, product, None).await?;
        }
        Ok(())
    }

    /// What is told of an address at which no product is visible: where the one that had it is, if shoppers see that.
    pub(super) async fn missing_at(conn: &mut PgConnection, slug: &str) -> sqlx::Result<ProductError> {
        let Some(id) = former_addresses::subject(&mut *conn, Kind::Product, slug).await? else {
            let is_gone = former_addresses::is_gone(&mut *conn, Kind::Product, slug).await?;
            return Ok(if is_gone { ProductError::Gone } else { ProductError::Unknown });
        };
        let moved = names::named(conn, &[id]).await?.pop().filter(|product| product.active);
        Ok(moved.map_or(ProductError::Unknown, |product| ProductError::Moved {
            slug: product.slug,
            below: product.category_slug,
        }))
    }
}
