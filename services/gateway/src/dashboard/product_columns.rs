//! The columns of a file of products, as it is written and read. A product has a line, and one below it for each combination,
//! with the same `id` and `slug`; docs/guide/11-fichiers-de-produits.md describes them to merchants.

use strum::{EnumIter, EnumString, IntoStaticStr};

/// A column; files name it in small letters with `_` between its words. Their order here is that of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Column {
    Id,
    CombinationId,
    Slug,
    NameFr,
    NameAr,
    NameEn,
    ShortDescriptionFr,
    ShortDescriptionAr,
    ShortDescriptionEn,
    DescriptionFr,
    DescriptionAr,
    DescriptionEn,
    SeoTitleFr,
    SeoTitleAr,
    SeoTitleEn,
    SeoDescriptionFr,
    SeoDescriptionAr,
    SeoDescriptionEn,
    PriceHt,
    TaxRate,
    Category,
    Brand,
    Tags,
    Sku,
    Barcode,
    SupplyPriceHt,
    WholesalePriceHt,
    WholesaleMinOrderQuantity,
    Weight,
    Height,
    Width,
    Length,
    MinimumQuantity,
    MaximumQuantity,
    QuantityStep,
    AvailableFrom,
    Active,
    Featured,
    OnSale,
    /// Addresses of pictures.
    Images,
    #[strum(serialize = "option1_name")]
    Option1Name,
    #[strum(serialize = "option1_value")]
    Option1Value,
    #[strum(serialize = "option2_name")]
    Option2Name,
    #[strum(serialize = "option2_value")]
    Option2Value,
    #[strum(serialize = "option3_name")]
    Option3Name,
    #[strum(serialize = "option3_value")]
    Option3Value,
}

impl Column {
    /// What a combination is of up to three attributes.
    pub const OPTIONS: [(Self, Self); 3] = [
        (Self::Option1Name, Self::Option1Value),
        (Self::Option2Name, Self::Option2Value),
        (Self::Option3Name, Self::Option3Value),
    ];

    pub fn name(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_read_by_the_name_that_it_is_written_with() {
        for name in ["id", "combination_id", "name_fr", "seo_description_en", "price_ht", "option1_value"] {
            assert_eq!(name.parse::<Column>().map(Column::name), Ok(name));
        }
        assert!("Name".parse::<Column>().is_err());
    }
}
