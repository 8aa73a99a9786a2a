//! What a product was before an import changed it, as far as files can change it. Pure.

use serde::{Deserialize, Serialize};
use souk_kernel::{BrandId, BrandLineId, CategoryId, CombinationId, Day, Money, QuantityRule, TaxRate};

use crate::products::{Details, Edit, Product, Text, Wanted};

/// See the module. It is kept in the database: a member that is added may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Before {
    active: bool,
    featured: bool,
    price: Money,
    tax_rate: TaxRate,
    category: CategoryId,
    brand: Option<BrandId>,
    brand_line: Option<BrandLineId>,
    tags: Vec<String>,
    texts: Vec<Text>,
    details: Details,
    /// `None` where files could not change it when this was kept: it stays as it is.
    selling: Option<Selling>,
    combinations: Vec<Own>,
}

/// From when on, marked how and in what numbers it is sold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Selling {
    available_from: Option<Day>,
    on_sale: bool,
    quantity_rule: QuantityRule,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Own {
    id: CombinationId,
    sku: String,
    barcode: String,
    price: Money,
    is_default: bool,
    active: bool,
}

impl Before {
    pub fn of(product: &Product) -> Self {
        let combinations = product.combinations.iter().map(|own| Own {
            id: own.id,
            sku: own.sku.clone(),
            barcode: own.barcode.clone(),
            price: own.price,
            is_default: own.is_default,
            active: own.active,
        });
        Self {
            active: product.active,
            featured: product.featured,
            price: product.price,
            tax_rate: product.tax_rate,
            category: product.category,
            brand: product.brand,
            brand_line: product.brand_line,
            tags: product.tags.clone(),
            texts: product.texts.clone(),
            details: product.details.clone(),
            selling: Some(Selling {
                available_from: product.available_from,
                on_sale: product.on_sale,
                quantity_rule: product.quantity_rule,
            }),
            combinations: combinations.collect(),
        }
    }

    /// The edit, and the combinations where it has some, that make the product so again.
    pub fn restoring(self) -> (Edit, Vec<Wanted>) {
        let edit = Edit {
            active: Some(self.active),
            featured: Some(self.featured),
            price: Some(self.price),
            tax_rate: Some(self.tax_rate),
            category: Some(self.category),
            brand: Some(self.brand),
            brand_line: Some(self.brand_line),
            tags: Some(self.tags),
            texts: self.texts,
            replaces_texts: true,
            details: Some(self.details),
            available_from: self.selling.as_ref().map(|selling| selling.available_from),
            on_sale: self.selling.as_ref().map(|selling| selling.on_sale),
            quantity_rule: self.selling.map(|selling| selling.quantity_rule),
            ..Edit::default()
        };
        let combinations = self.combinations.into_iter().map(|own| Wanted {
            id: own.id,
            options: Vec::new(),
            sku: own.sku,
            barcode: Some(own.barcode),
            price: own.price,
            is_default: own.is_default,
            active: own.active,
        });
        (edit, combinations.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As an import of an earlier release kept it: with fewer details than there are.
    #[test]
    fn what_was_kept_before_a_detail_came_to_be_is_read() {
        let id = "00000000-0000-0000-0000-000000000001";
        let text = Text {
            language: souk_kernel::Language::Fr,
            name: "Savon".into(),
            short_description: String::new(),
            long_description: String::new(),
            seo_title: String::new(),
            seo_description: String::new(),
        };
        let kept = serde_json::json!({
            "active": true, "featured": false, "price": 1_000, "tax_rate": 1_900, "category": id, "brand": null,
            "brand_line": null, "tags": [], "texts": [text], "details": { "sku": "S-1", "weight": 250 }, "combinations": [],
        });
        let before: Before = serde_json::from_value(kept).expect("read");
        assert_eq!(before.details, Details { sku: "S-1".into(), weight: 250, ..Details::default() });
        let (edit, _) = before.restoring();
        assert_eq!((edit.available_from, edit.on_sale, edit.quantity_rule), (None, None, None));
    }
}
