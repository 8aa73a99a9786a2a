//! Home page, menus and settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Brand, ImageSize, ProductCard};

/// The home page: its blocks in order. A block without items is not sent (spec 2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Home {
    pub blocks: Vec<HomeBlock>,
}

/// One block; `type` is the specification's module type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HomeBlock {
    Banner(BannerBlock),
    ProductsCarousel(ProductsBlock),
    ProductsGrid(ProductsBlock),
    CategoriesCarousel(CategoriesBlock),
    BrandsCarousel(BrandsBlock),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BannerBlock {
    pub title: String,
    pub text: String,
    pub button: String,
    /// A path of the shop.
    pub link: String,
    pub image: Option<ImageSize>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductsBlock {
    pub public_title: String,
    /// Where "see all" leads, may be empty.
    pub link: String,
    pub products: Vec<ProductCard>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoriesBlock {
    pub public_title: String,
    pub categories: Vec<CategoryTile>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandsBlock {
    pub public_title: String,
    pub brands: Vec<BrandTile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CategoryTile {
    pub id: String,
    pub name: String,
    pub slug: String,
    pub image: String,
    pub products: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BrandTile {
    #[serde(flatten)]
    pub brand: Brand,
    pub products: u64,
}

/// The shop's menus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Menus {
    pub menus: Vec<Menu>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Menu {
    /// `main` or `footer`.
    pub name: String,
    pub items: Vec<MenuItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MenuItem {
    pub label: String,
    /// A path of the shop.
    pub link: String,
    /// Draws attention, as "Promotions" does.
    pub accent: bool,
    #[schema(no_recursion)]
    pub children: Vec<MenuItem>,
}

/// Shop settings that a page needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Spec 3: when false the checkout form is always open and add-to-cart is hidden.
    pub active_add_to_cart: bool,
    /// `ht` or `ttc`.
    pub price_basis: String,
    pub shop_name: String,
    pub phone: String,
    pub promo_messages: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dinars, GridImages};

    #[test]
    fn a_home_page_reads_back_as_written() {
        let card = ProductCard {
            id: "1".into(),
            uid: "1".into(),
            name: "Ambre".into(),
            slug: "ambre".into(),
            price_ht: Dinars(souk_kernel::Money::from_centimes(690_050)),
            product_price_after_promotion: None,
            main_category_read: None,
            brand_read: None,
            promotion_read: None,
            tags_read: Vec::new(),
            grid_display_images_for_web: GridImages::default(),
            available: true,
            combinations_count: 0,
            default_combination_id: None,
        };
        let block =
            ProductsBlock { public_title: "Nouveautés".into(), link: String::new(), products: vec![card] };
        let home = Home { blocks: vec![HomeBlock::ProductsCarousel(block)] };
        let json = serde_json::to_string(&home).expect("writes");
        assert!(json.contains(r#""type":"products_carousel""#), "{json}");
        assert_eq!(serde_json::from_str::<Home>(&json).ok(), Some(home));
    }
}
