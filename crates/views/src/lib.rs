//! The public JSON of the storefront: the entities of spec 3 with their field names. The catalogue writes these
//! as bytes, the gateway documents them, the web app takes its types from that document.

mod blog;
mod card;
mod content;
mod dinars;
mod draft;
mod listing;
mod product;
mod review;

pub use blog::{
    BlogCard, BlogCategoriesBlock, BlogCategory, BlogCategoryName, BlogCategoryTile, BlogPost, BlogPostBlock,
    BlogPosts, BlogPostsBlock,
};
pub use card::{
    Brand, BrandLine, Category, GridImages, ImageSize, ProductCard, Promotion, QuantityRule, RuleType, Tag,
};
pub use content::{
    BannerBlock, BannersBlock, BrandLineTile, BrandLinesBlock, BrandTile, BrandsBlock, CategoriesBlock,
    CategoryTile, CmsPage, DiscountBlock, Home, HomeBlock, HomeModule, HomePreview, HtmlBlock, Menu,
    MenuItem, Menus, ModuleSettings, PreviewedModule, ProductsBlock, ResponsiveNumber, Settings,
    ShopIdentity, ShopPicture, ShopPromise, TextBlock,
};
pub use dinars::Dinars;
pub use draft::{Draft, DraftThing};
pub use listing::{
    Cards, Discount, DiscountLang, FacetGroup, FacetValue, FilterData, Listing, OtherSearch, PriceRange,
    RulePreview, Suggestions,
};
pub use product::{
    Combination, CombinationLang, CombinationValue, CrossSelling, FeatureValue, LocaleText, PackDiscount,
    PackItem, PackPartPrice, PackPrice, ProductImage, ProductLang, ProductPage,
};
pub use review::{Rating, Review, ReviewImage, Reviews, Stars};
