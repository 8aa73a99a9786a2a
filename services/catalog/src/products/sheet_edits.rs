//! Data sheets as staff write them: entered among the shop's features, and said as those are.

use souk_kernel::FeatureId;
use sqlx::PgConnection;

use super::model::{FeatureValue, Product};
use super::sheet::described;
use super::{ProductError, Products, sheet_rows};
use crate::features::{self, Said};

impl Products {
    /// The lines that say a wanted sheet, whose features are held against edits; `None` of none.
    pub(super) async fn lines_in(
        &self,
        tx: &mut PgConnection,
        sheet: Option<&[Said]>,
    ) -> Result<Option<Vec<FeatureValue>>, ProductError> {
        let Some(sheet) = sheet else { return Ok(None) };
        let ids: Vec<FeatureId> = sheet.iter().map(|said| said.feature).collect();
        let features = features::having_in(tx, &ids).await?;
        Ok(Some(described(sheet.iter().cloned().enumerate(), &features)?))
    }

    /// Puts the data sheet of a new product into the words of the features; what it says in free words is entered among them.
    pub(super) async fn enter_sheet_in(
        &self,
        tx: &mut PgConnection,
        product: &mut Product,
    ) -> Result<(), ProductError> {
        if product.features.is_empty() {
            return Ok(());
        }
        let mut room =
            if product.features.iter().any(FeatureValue::is_free) { features::room_in(tx).await? } else { 0 };
        let said = product.said();
        let ids: Vec<FeatureId> = said.iter().map(|(_, said)| said.feature).collect();
        described(said, &features::having_in(tx, &ids).await?)?;
        sheet_rows::enter_in(tx, self.context.clock.as_ref(), product, &mut room).await?;
        if product.features.iter().any(FeatureValue::is_free) {
            return Err(ProductError::TooManyFeatures);
        }
        product.describe(&features::all(tx).await?);
        Ok(())
    }
}
