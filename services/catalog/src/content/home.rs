//! The home page. Cards go in as the bytes that the index holds; only the blocks around them are written here.

use bytes::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;
use souk_kernel::Language;
use souk_views as views;

use super::error::ContentError;
use super::model::{BlockKind, HomeBlock, Source};
use super::store;
use crate::context::Context;
use crate::listings::{self, Listings, View};
use crate::products::{brand_view, image_view, promotion_view};
use crate::search::{Scope, SearchQuery};
use crate::{brands, categories, promotions, sales};

/// Fewest and most products of a block.
const DEFAULT_PRODUCTS: u32 = 10;
const MOST_PRODUCTS: u32 = 24;

/// [`views::Home`] with blocks that may hold ready cards.
#[derive(Serialize)]
struct Home {
    blocks: Vec<Block>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Block {
    Ready(views::HomeBlock),
    Products(ProductsBlock),
}

/// [`views::ProductsBlock`] under its type.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProductsBlock {
    #[serde(rename = "type")]
    kind: BlockKind,
    public_title: String,
    link: String,
    products: Vec<Box<RawValue>>,
}

pub async fn write(
    context: &Context,
    listings: &Listings,
    view: &View,
    language: Language,
) -> Result<Bytes, ContentError> {
    let stored = store::home_blocks(&mut *context.pool.acquire().await?).await?;
    let mut blocks = Vec::with_capacity(stored.len());
    for block in stored {
        blocks.extend(fill(context, listings, view, block, language).await?);
    }
    Ok(Bytes::from(serde_json::to_vec(&Home { blocks })?))
}

/// The block with what it shows; `None` when that is nothing (spec 2).
async fn fill(
    context: &Context,
    listings: &Listings,
    view: &View,
    block: HomeBlock,
    language: Language,
) -> Result<Option<Block>, ContentError> {
    let title = block.title.get(language).to_owned();
    let ready = match block.kind {
        BlockKind::Banner => Some(views::HomeBlock::Banner(banner(&block, language))),
        BlockKind::CategoriesCarousel => category_tiles(view, title, language),
        BlockKind::BrandsCarousel => brand_tiles(view, title),
        BlockKind::DiscountBlock => discount(context, &block, language).await?,
        BlockKind::TextCarousel => texts(&block, title, language),
        BlockKind::ProductsCarousel | BlockKind::ProductsGrid => {
            return Ok(products(context, listings, view, &block, language).await?.map(Block::Products));
        }
    };
    Ok(ready.map(Block::Ready))
}

fn banner(block: &HomeBlock, language: Language) -> views::BannerBlock {
    views::BannerBlock {
        title: block.title.get(language).to_owned(),
        text: block.text.get(language).to_owned(),
        button: block.button.get(language).to_owned(),
        link: block.link.clone(),
        image: block.image.as_ref().map(image_view),
    }
}

/// A promotion that is over, or not begun, is nothing to show.
async fn discount(
    context: &Context,
    block: &HomeBlock,
    language: Language,
) -> Result<Option<views::HomeBlock>, ContentError> {
    let Source::Promotion(id) = &block.source else { return Ok(None) };
    let promotion = promotions::find(&mut *context.pool.acquire().await?, *id).await?;
    let Some(promotion) = promotion.filter(|promotion| promotion.is_shown(context.clock.now())) else {
        return Ok(None);
    };
    let views::Promotion { value, rule_type, end_date } = promotion_view(&promotion.rule);
    let own_title = block.title.get(language);
    Ok(Some(views::HomeBlock::DiscountBlock(views::DiscountBlock {
        title: if own_title.is_empty() { promotion.title.get(language) } else { own_title }.to_owned(),
        subtitle: block.text.get(language).to_owned(),
        button: block.button.get(language).to_owned(),
        link: block.link.clone(),
        banner_thumb: block.image.as_ref().map(image_view),
        discount_value: value,
        rule_type,
        discount_end_date: end_date,
    })))
}

/// One item for each line of the text.
fn texts(block: &HomeBlock, public_title: String, language: Language) -> Option<views::HomeBlock> {
    let lines = block.text.get(language).lines().map(str::trim);
    let items: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let block = views::TextBlock { public_title, items };
    (!block.items.is_empty()).then_some(views::HomeBlock::TextCarousel(block))
}

fn category_tiles(view: &View, public_title: String, language: Language) -> Option<views::HomeBlock> {
    let filled = view.reference.categories.iter().filter(|category| category.products > 0);
    let categories: Vec<_> = filled.map(|category| categories::tile(category, language)).collect();
    let block = views::CategoriesBlock { public_title, categories };
    (!block.categories.is_empty()).then_some(views::HomeBlock::CategoriesCarousel(block))
}

fn brand_tiles(view: &View, public_title: String) -> Option<views::HomeBlock> {
    let filled = view.reference.brands.values().filter(|brand| brand.products > 0).cloned();
    let tile =
        |brand: &brands::Brand| views::BrandTile { brand: brand_view(brand), products: brand.products };
    let block =
        views::BrandsBlock { public_title, brands: brands::by_position(filled).iter().map(tile).collect() };
    (!block.brands.is_empty()).then_some(views::HomeBlock::BrandsCarousel(block))
}

async fn products(
    context: &Context,
    listings: &Listings,
    view: &View,
    block: &HomeBlock,
    language: Language,
) -> Result<Option<ProductsBlock>, ContentError> {
    let wanted = if block.number == 0 { DEFAULT_PRODUCTS } else { block.number.min(MOST_PRODUCTS) };
    let cards = match &block.source {
        Source::Bestsellers => bestsellers(context, listings, wanted, language).await?,
        source => match scope(view, source) {
            Some(scope) => listings.cards(SearchQuery::newest(scope, language), wanted).await?,
            None => Vec::new(),
        },
    };
    let products = cards.iter().map(|card| raw(card)).collect::<serde_json::Result<Vec<_>>>()?;
    let link = if block.link.is_empty() { see_all(&block.source) } else { block.link.clone() };
    let public_title = block.title.get(language).to_owned();
    let block = ProductsBlock { kind: block.kind, public_title, link, products };
    Ok((!block.products.is_empty()).then_some(block))
}

async fn bestsellers(
    context: &Context,
    listings: &Listings,
    wanted: u32,
    language: Language,
) -> Result<Vec<Bytes>, ContentError> {
    let ids = sales::bestsellers(&mut *context.pool.acquire().await?, wanted).await?;
    let mut cards = Vec::with_capacity(ids.len());
    for id in ids {
        cards.extend(listings.cards(SearchQuery::newest(Scope::Product(id), language), 1).await?);
    }
    Ok(cards)
}

fn scope(view: &View, source: &Source) -> Option<Scope> {
    match source {
        Source::Featured => Some(Scope::Featured),
        Source::New => Some(Scope::All),
        Source::Category(slug) => {
            view.reference.categories.by_slug(slug).map(|found| Scope::Category(found.id))
        }
        Source::Brand(slug) => view.reference.brand_by_slug(slug).map(|found| Scope::Brand(found.id)),
        Source::Bestsellers | Source::Promotion(_) => None,
    }
}

/// The listing that a block is the beginning of.
fn see_all(source: &Source) -> String {
    match source {
        Source::Featured => listings::FEATURED_PAGE.to_owned(),
        Source::New => listings::NEW_PAGE.to_owned(),
        Source::Category(slug) => categories::link(slug),
        Source::Brand(slug) => format!("/catalog/brands/{slug}"),
        Source::Bestsellers | Source::Promotion(_) => String::new(),
    }
}

fn raw(card: &[u8]) -> serde_json::Result<Box<RawValue>> {
    serde_json::from_slice(card)
}
