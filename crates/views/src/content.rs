//! Home page, menus and settings.

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::{
    BlogCategoriesBlock, BlogPostBlock, BlogPostsBlock, Brand, BrandLine, Dinars, ImageSize, ProductCard,
    RuleType,
};

/// The home page: its blocks in order. A block without items is not sent (spec 2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Home {
    /// In order.
    #[serde(deserialize_with = "known_blocks")]
    pub blocks: Vec<HomeModule>,
}

/// Reads blocks, and leaves out those of types that this release doesn't know: a newer catalogue sent them.
fn known_blocks<'de, D: Deserializer<'de>>(blocks: D) -> Result<Vec<HomeModule>, D::Error> {
    let blocks = Vec::<serde_json::Value>::deserialize(blocks)?;
    Ok(blocks.into_iter().filter_map(|block| serde_json::from_value(block).ok()).collect())
}

/// The home page as it would be with what is not saved yet, for staff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HomePreview {
    /// In order; a block without items is left out, as on the page.
    pub blocks: Vec<PreviewedModule>,
}

/// A block of a preview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewedModule {
    /// Id of the block.
    pub id: String,
    /// Whether shoppers see it now: it is switched on, and this is its time.
    pub is_shown: bool,
    /// As the page has it; a picture that is not stored yet has no address.
    pub module: HomeModule,
}

/// A block with how it looks (spec 3 "Module settings").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HomeModule {
    /// What it shows.
    #[serde(flatten)]
    pub block: HomeBlock,
    /// How it looks.
    #[serde(flatten)]
    pub settings: ModuleSettings,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleSettings {
    /// Whether its heading is seen.
    pub show_title: bool,
    /// Of the page's twelve columns: 3, 4, 6, 8, 9 or 12.
    pub size: u32,
    /// `#rrggbb`; empty: the page's.
    pub bg_color: String,
    /// Names of classes of what holds its things; may be empty.
    pub container_class: String,
    /// Names of classes of what is around it; may be empty.
    pub wrapper_css_class: String,
    /// Things beside each other.
    pub responsive_number: ResponsiveNumber,
}

/// Things beside each other by the width of the screen; 0: as many as the type shows of itself (spec 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct ResponsiveNumber {
    /// On a phone.
    pub mobile: u32,
    /// On a tablet.
    pub tablet: u32,
    /// On a desktop.
    pub desktop: u32,
}

/// One block; `type` is the specification's module type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HomeBlock {
    Banner(BannerBlock),
    BannerCarousel(BannersBlock),
    ProductsCarousel(ProductsBlock),
    ProductsGrid(ProductsBlock),
    DiscountedProducts(ProductsBlock),
    BestsellersProducts(ProductsBlock),
    CategoryProductsCarousel(ProductsBlock),
    BrandsProductsCarousel(ProductsBlock),
    CategoriesCarousel(CategoriesBlock),
    BrandsCarousel(BrandsBlock),
    BrandLinesCarousel(BrandLinesBlock),
    BrandLinesProductsCarousel(ProductsBlock),
    TagProducts(ProductsBlock),
    CollectionProducts(ProductsBlock),
    DiscountBlock(DiscountBlock),
    TextCarousel(TextBlock),
    HtmlBlock(HtmlBlock),
    BlogPostsCarousel(BlogPostsBlock),
    BlogPostCard(BlogPostBlock),
    BlogCategoriesCarousel(BlogCategoriesBlock),
}

/// Banners that take turns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BannersBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// The banners in order.
    pub banners: Vec<BannerBlock>,
}

/// Text in form, as the merchant wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HtmlBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// Cleaned HTML.
    pub html: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BannerBlock {
    /// Heading.
    pub title: String,
    /// Text below it.
    pub text: String,
    /// Words of its button; empty: no button.
    pub button: String,
    /// A path of the shop.
    pub link: String,
    /// Its picture, if it has one.
    pub image: Option<ImageSize>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductsBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// Where "see all" leads, may be empty.
    pub link: String,
    /// The cards in order.
    pub products: Vec<ProductCard>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoriesBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// The categories in order.
    pub categories: Vec<CategoryTile>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandsBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// The brands in order.
    pub brands: Vec<BrandTile>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandLinesBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// The brand lines in order.
    pub lines: Vec<BrandLineTile>,
}

/// A promotion in force with the time that it has left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountBlock {
    /// Heading.
    pub title: String,
    /// Text below it.
    pub subtitle: String,
    /// Words of its button; empty: no button.
    pub button: String,
    /// A path of the shop.
    pub link: String,
    /// Its picture, if it has one.
    pub banner_thumb: Option<ImageSize>,
    /// Percent or dinars, by `ruleType`.
    pub discount_value: Dinars,
    /// What `discountValue` counts.
    pub rule_type: RuleType,
    /// `2026-11-30 CET 23:59:59`, one hour ahead of UTC; absent for a promotion without an end.
    pub discount_end_date: Option<String>,
}

/// Short texts that take turns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextBlock {
    /// Heading; may be empty.
    pub public_title: String,
    /// The texts in order.
    pub items: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CategoryTile {
    /// Id.
    pub id: String,
    /// In the answer's language.
    pub name: String,
    /// Part of its address: `/catalog/category/<slug>`.
    pub slug: String,
    /// Path of its picture; empty when it has none.
    pub image: String,
    /// Active products in it and below it.
    pub products: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BrandTile {
    #[serde(flatten)]
    pub brand: Brand,
    /// Active products of the brand.
    pub products: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandLineTile {
    #[serde(flatten)]
    pub line: BrandLine,
    /// The name of the brand whose line it is.
    pub brand_name: String,
    /// Its picture, if it has one.
    pub picture: Option<ImageSize>,
    /// Active products of the line.
    pub products: u64,
}

/// A page of text that the merchant wrote, in the answer's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CmsPage {
    /// Its heading.
    pub title: String,
    /// Last part of its address.
    pub slug: String,
    /// Cleaned HTML.
    pub html: String,
    /// What search engines show of it; empty: its title.
    pub seo_title: String,
    /// What search engines show below that: what was written for them, else the beginning of the text.
    pub seo_description: String,
}

/// The shop's menus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Menus {
    /// `main` and `footer`.
    pub menus: Vec<Menu>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Menu {
    /// `main` or `footer`.
    pub name: String,
    /// Its entries in order.
    pub items: Vec<MenuItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MenuItem {
    /// In the answer's language.
    pub label: String,
    /// A path of the shop, or an address of another site that begins with https://.
    pub link: String,
    /// Draws attention, as "Promotions" does.
    pub accent: bool,
    /// Entries below it.
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
    /// In the answer's language.
    pub shop_name: String,
    /// Where shoppers call; may be empty.
    pub phone: String,
    /// Messages above the header, in turn.
    pub promo_messages: Vec<String>,
    /// When the phone is answered, in a sentence; may be empty.
    pub opening_hours: String,
    /// What the merchant promises.
    pub promises: Vec<ShopPromise>,
    /// Path of the stylesheet of the shop's colours; empty: the app's own.
    pub stylesheet: String,
    /// Shown in the header instead of the name; null without one.
    #[serde(default)]
    pub logo: Option<ShopPicture>,
    /// Path of a square picture for the browser's tab; empty: the app's own.
    #[serde(default)]
    pub favicon: String,
    /// The favicon as square PNG files, smallest first, for a phone's screen; those that it is large enough for.
    #[serde(default)]
    pub icons: Vec<ShopPicture>,
    /// Seconds that a browser waits between two orders; absent: the specification's 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cooldown_seconds: Option<u32>,
    /// Who sells; absent where the merchant did not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<ShopIdentity>,
}

/// Who the merchant is, as law 18-05 has a shop tell its customers; what is not said is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopIdentity {
    /// As it stands in the trade register.
    pub name: String,
    /// Where the merchant is.
    pub address: String,
    /// Where customers write.
    pub email: String,
    /// Number in the trade register.
    pub rc: String,
    /// Tax number.
    pub nif: String,
    /// Statistical number.
    pub nis: String,
    /// Tax article.
    pub ai: String,
}

/// A picture of the shop's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopPicture {
    /// Its path.
    pub url: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// A promise of the merchant, in the answer's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopPromise {
    /// `payment`, `delivery`, `call` or `exchange`: which mark stands beside it.
    pub kind: String,
    /// A few words.
    pub title: String,
    /// What it means; may be empty.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GridImages;

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
            brand_line_read: None,
            promotion_read: None,
            tags_read: Vec::new(),
            grid_display_images_for_web: GridImages::default(),
            available: true,
            combinations_count: 0,
            default_combination_id: None,
            pack_mode: String::new(),
            available_from: None,
            is_on_sale: false,
            quantity_rule: None,
        };
        let block =
            ProductsBlock { public_title: "Nouveautés".into(), link: String::new(), products: vec![card] };
        let settings = ModuleSettings {
            show_title: true,
            size: 6,
            bg_color: String::new(),
            container_class: String::new(),
            wrapper_css_class: "wide".into(),
            responsive_number: ResponsiveNumber { mobile: 1, ..ResponsiveNumber::default() },
        };
        let block = HomeBlock::ProductsCarousel(block);
        let home = Home { blocks: vec![HomeModule { block, settings }] };
        let json = serde_json::to_string(&home).expect("writes");
        assert!(json.contains(r#""type":"products_carousel""#), "{json}");
        assert_eq!(serde_json::from_str::<Home>(&json).ok().as_ref(), Some(&home));
        let newer = json.replacen("[{", r#"[{"type":"of_tomorrow"},{"#, 1);
        assert_eq!(serde_json::from_str::<Home>(&newer).ok(), Some(home), "what is not known is left out");
    }
}
