//! What catalog publishes, read into our words.

use souk_kernel::{CombinationId, IdError, LocalizedText, ProductId, StockKey};
use souk_proto::catalog::v1 as catalog;
use souk_rpc::localized_from_proto;

use super::model::{Sellable, SellableItem};

impl TryFrom<catalog::Sellable> for Sellable {
    type Error = IdError;

    fn try_from(sellable: catalog::Sellable) -> Result<Self, IdError> {
        let product: ProductId = sellable.product_id.parse()?;
        let name = localized_from_proto(sellable.name);
        let items = if sellable.removed || !sellable.pack.is_empty() {
            Vec::new()
        } else if sellable.combinations.is_empty() {
            vec![plain_item(product, name, sellable.image)]
        } else {
            let items = sellable.combinations.into_iter().map(|c| combination_item(product, &name, c));
            items.collect::<Result<_, _>>()?
        };
        Ok(Self { product, version: sellable.version, items })
    }
}

fn plain_item(product: ProductId, name: LocalizedText, image: String) -> SellableItem {
    SellableItem {
        key: StockKey { product, combination: None },
        product_name: name,
        combination_name: LocalizedText::default(),
        sku: String::new(),
        image,
    }
}

fn combination_item(
    product: ProductId,
    name: &LocalizedText,
    combination: catalog::SellableCombination,
) -> Result<SellableItem, IdError> {
    let id: CombinationId = combination.combination_id.parse()?;
    Ok(SellableItem {
        key: StockKey { product, combination: Some(id) },
        product_name: name.clone(),
        combination_name: localized_from_proto(combination.name),
        sku: combination.sku,
        image: combination.image,
    })
}
