//! The home page's first sight.

use serde_json::{Value, json};
use souk_kernel::Language;
use souk_views::{BannerBlock, Home, HomeBlock, HomeModule, ModuleSettings, ProductCard, ShopPromise};

use super::blog::write_posts;
use super::content::{Content, Place, shortened};
use super::deal::{Deal, write_deal};
use super::document::{Head, Picture};
use super::html::Html;
use super::parts::{Loading, Slot, write_brand_link, write_cards, write_image, write_link};
use super::route::{blog_category_path, brand_line_path, brand_path, category_path, localized};

pub fn home(home: &Home, promises: &[ShopPromise], place: Place) -> Content {
    let Place { language, shop_name, .. } = place;
    let mut body = Html::new();
    body.raw("<main class=\"wrap\" id=\"main\">");
    let hero = match home.blocks.first().map(|module| &module.block) {
        Some(HomeBlock::Banner(banner)) => Some(banner),
        _ => None,
    };
    if hero.is_none_or(|banner| banner.title.is_empty()) {
        body.raw("<h1 class=\"visually-hidden\">").text(shop_name).raw("</h1>");
    }
    body.raw("<div class=\"module_all\">");
    for (index, HomeModule { block, settings }) in home.blocks.iter().enumerate() {
        let size = settings.size.to_string();
        body.open("div", &[("class", &module_class(settings)), ("data-size", &size)]);
        body.open("div", &[("class", &settings.container_class)]);
        write_block(&mut body, block, index == 0, language);
        body.raw("</div></div>");
        if index == 0 {
            write_promises(&mut body, promises);
        }
    }
    body.raw("</div></main>");
    let head = Head {
        title: shop_name.to_owned(),
        preview_title: None,
        description: hero.map(|banner| shortened(&banner.text)).unwrap_or_default(),
        canonical: Some("/".into()),
        indexed: true,
        image: hero.and_then(|banner| banner.image.as_ref()).map(|image| Picture::at(Slot::Hero, image)),
        kind: "website",
        price: None,
        data: vec![shop_data(place)],
    };
    Content { head, body }
}

/// The shop as an organization.
fn shop_data(place: Place) -> Value {
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "OnlineStore",
        "name": place.shop_name,
        "url": place.url("/"),
    });
    if !place.logo.is_empty() {
        data["logo"] = format!("{}{}", place.public_url, place.logo).into();
    }
    data
}

/// As the app writes them (`web/src/storefront/features/home/trust.tsx`), whose pictures are still to come.
fn write_promises(body: &mut Html, promises: &[ShopPromise]) {
    if promises.is_empty() {
        return;
    }
    body.raw("<ul class=\"trust\">");
    for promise in promises {
        body.raw("<li><svg class=\"icon\" data-size=\"large\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"></svg><div>");
        body.element("b", &promise.title).element("span", &promise.text).raw("</div></li>");
    }
    body.raw("</ul>");
}

fn write_block(body: &mut Html, block: &HomeBlock, is_first: bool, language: Language) {
    match block {
        HomeBlock::Banner(banner) if is_first => write_hero(body, banner, language),
        HomeBlock::Banner(banner) => write_deal(body, &Deal::from(banner), language),
        HomeBlock::DiscountBlock(discount) => write_deal(body, &Deal::from(discount), language),
        HomeBlock::TextCarousel(block) => {
            let first = block.items.first().map_or("", String::as_str);
            body.raw("<section class=\"section ticker\">").element("p", first).raw("</section>");
        }
        HomeBlock::BannerCarousel(block) => {
            if let Some(banner) = block.banners.first() {
                write_deal(body, &Deal::from(banner), language);
            }
        }
        HomeBlock::HtmlBlock(block) => {
            body.raw("<section class=\"section\">");
            write_heading(body, &block.public_title);
            // Cleaned by the catalogue when it was written and when the page was made.
            body.raw("<div class=\"prose\">").raw(&block.html).raw("</div></section>");
        }
        HomeBlock::ProductsCarousel(block)
        | HomeBlock::DiscountedProducts(block)
        | HomeBlock::BestsellersProducts(block)
        | HomeBlock::CategoryProductsCarousel(block)
        | HomeBlock::BrandsProductsCarousel(block)
        | HomeBlock::BrandLinesProductsCarousel(block)
        | HomeBlock::TagProducts(block)
        | HomeBlock::CollectionProducts(block) => {
            write_products(body, &block.public_title, &block.products, "rail", language);
        }
        HomeBlock::ProductsGrid(block) => {
            write_products(body, &block.public_title, &block.products, "grid", language);
        }
        HomeBlock::CategoriesCarousel(block) => {
            body.raw("<section class=\"section\"><div class=\"rail tiles_categories\">");
            for tile in &block.categories {
                open_tile(body, &category_path(&tile.slug), "tiles_arch", language);
                body.text(&tile.name).raw("</a>");
            }
            body.raw("</div></section>");
        }
        HomeBlock::BrandLinesCarousel(block) => {
            body.raw("<section class=\"section\">");
            write_heading(body, &block.public_title);
            body.raw("<div class=\"rail lines\" lang=\"fr\">");
            for tile in &block.lines {
                open_tile(body, &brand_line_path(&tile.line.slug), "lines_picture", language);
                body.element("b", &tile.line.name).element("small", &tile.brand_name).raw("</a>");
            }
            body.raw("</div></section>");
        }
        HomeBlock::BlogPostsCarousel(block) => {
            body.raw("<section class=\"section\">");
            write_heading(body, &block.public_title);
            body.raw("<div class=\"rail blog-blocks_posts\">");
            write_posts(body, &block.posts, 0, language);
            body.raw("</div></section>");
        }
        HomeBlock::BlogPostCard(block) => {
            body.raw("<section class=\"section\">");
            write_heading(body, &block.public_title);
            body.raw("<div class=\"blog-blocks_alone\">");
            write_posts(body, std::slice::from_ref(&block.post), 0, language);
            body.raw("</div></section>");
        }
        HomeBlock::BlogCategoriesCarousel(block) => {
            body.raw("<section class=\"section\">");
            write_heading(body, &block.public_title);
            body.raw("<div class=\"rail blog-blocks_categories\">");
            for tile in &block.categories {
                open_tile(body, &blog_category_path(&tile.slug), "post-card_picture", language);
                body.element("b", &tile.name);
                if !tile.description.is_empty() {
                    body.element("small", &tile.description);
                }
                body.raw("</a>");
            }
            body.raw("</div></section>");
        }
        HomeBlock::BrandsCarousel(block) => {
            body.raw("<section class=\"section\"><div class=\"rail tiles_brands\" lang=\"fr\">");
            for tile in &block.brands {
                let path = brand_path(&tile.brand.slug);
                write_brand_link(body, &path, ("class", "tiles_wordmark"), &tile.brand, language);
            }
            body.raw("</div></section>");
        }
    }
}

/// As the app writes it (`web/src/storefront/features/home/module.tsx`).
fn module_class(settings: &ModuleSettings) -> String {
    let untitled = if settings.show_title { "" } else { "module_untitled " };
    format!("{untitled}{}", settings.wrapper_css_class)
}

fn write_hero(body: &mut Html, banner: &BannerBlock, language: Language) {
    body.raw("<section class=\"hero\">");
    if let Some(image) = &banner.image {
        write_image(body, (image, Slot::Hero), "", Loading::First);
    }
    body.raw("<div class=\"hero_text\">");
    if !banner.title.is_empty() {
        body.element("h1", &banner.title);
    }
    body.element("p", &banner.text).raw("<div class=\"hero_actions\">");
    if !banner.link.is_empty() && !banner.button.is_empty() {
        write_link(body, &banner.link, &[("class", "button button_primary")], &banner.button, language);
    }
    body.raw("</div></div></section>");
}

/// A link up to its words. Its picture's place is as large as it will be, so that nothing moves when it comes.
fn open_tile(body: &mut Html, path: &str, picture: &str, language: Language) {
    body.open("a", &[("href", localized(language, path).as_str())]);
    body.open("span", &[("class", picture)]).raw("</span>");
}

fn write_products(body: &mut Html, title: &str, cards: &[ProductCard], class: &str, language: Language) {
    body.raw("<section class=\"section\">");
    write_heading(body, title);
    body.open("div", &[("class", class)]);
    write_cards(body, cards, 0, language);
    body.raw("</div></section>");
}

fn write_heading(body: &mut Html, title: &str) {
    if !title.is_empty() {
        body.raw("<div class=\"section_head\">").element("h2", title).raw("</div>");
    }
}
