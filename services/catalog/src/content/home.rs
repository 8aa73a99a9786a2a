//! The home page. Cards go in as the bytes that the index holds; only the blocks around them are written here.

use std::sync::Arc;

use bytes::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;
use souk_kernel::{Language, LocalizedText};
use souk_views as views;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::error::ContentError;
use super::model::{BlockContent, BlockKind, HomeBlock, ModuleSettings, ResponsiveNumber, Slide, Source};
use super::store;
use crate::context::Context;
use crate::listings::{self, Listings, View};
use crate::media::{StoredSize, image_view};
use crate::products::{brand_line_view, brand_view, promotion_view};
use crate::search::{Rule, Scope, SearchQuery, Selection, TagKey};
use crate::{blog, brand_lines, brands, categories, collections, html, sales};

/// Products of a block that was given no number.
const DEFAULT_PRODUCTS: u32 = 10;
/// Posts of a block that was given no number.
const DEFAULT_POSTS: u32 = 6;
/// Categories of the blog that a block shows at most, and those of one that was given no number (spec 9).
const BLOG_CATEGORIES: usize = 4;

/// An index that replicas share is told of a promotion's start or end row by row, by one of them: what the others read meanwhile is kept no
/// longer than this.
const SWEPT: Duration = Duration::seconds(30);

/// A page as JSON.
#[derive(Debug, Clone)]
pub struct Page {
    pub json: Bytes,
    /// When something on it comes or goes by itself.
    pub until: Option<OffsetDateTime>,
}

/// [`views::Home`] with blocks that may hold ready cards.
#[derive(Serialize)]
struct Home {
    blocks: Vec<Module>,
}

/// [`views::HomeModule`].
#[derive(Serialize)]
pub struct Module {
    #[serde(flatten)]
    block: Block,
    #[serde(flatten)]
    settings: views::ModuleSettings,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Block {
    Ready(Box<views::HomeBlock>),
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

/// What blocks are filled from.
#[derive(Clone, Copy)]
pub struct Shop<'a> {
    pub context: &'a Context,
    pub listings: &'a Listings,
    pub view: &'a View,
    pub language: Language,
    pub now: OffsetDateTime,
}

pub async fn write(
    context: &Context,
    listings: &Listings,
    view: &View,
    language: Language,
) -> Result<Page, ContentError> {
    let shop = Shop { context, listings, view, language, now: context.clock.now() };
    let mut conn = context.pool.acquire().await?;
    let stored = store::home_blocks(&mut conn).await?;
    let publication = blog::next_publication(&mut conn, shop.now).await?;
    drop(conn);
    let changes = stored.iter().filter_map(|block| shop.next_change(block));
    let until = changes.chain(publication).min();
    let mut blocks = Vec::with_capacity(stored.len());
    for block in stored.into_iter().filter(|block| block.is_shown(shop.now)) {
        blocks.extend(shop.module(block.content).await?);
    }
    Ok(Page { json: Bytes::from(serde_json::to_vec(&Home { blocks })?), until })
}

fn looks(settings: ModuleSettings) -> views::ModuleSettings {
    let ResponsiveNumber { mobile, tablet, desktop } = settings.responsive_number;
    views::ModuleSettings {
        show_title: settings.show_title,
        size: settings.size,
        bg_color: settings.bg_color,
        container_class: settings.container_class,
        wrapper_css_class: settings.wrapper_css_class,
        responsive_number: views::ResponsiveNumber { mobile, tablet, desktop },
    }
}

impl Shop<'_> {
    /// When a block comes, goes or may lose products because time passes.
    fn next_change(self, block: &HomeBlock) -> Option<OffsetDateTime> {
        let collection = match &block.content.source {
            Source::Collection(id) => self.view.reference.collections.get(id),
            _ => None,
        };
        let of_collection = collection.and_then(|collection| collection.next_change(self.now));
        let follows_late = block.content.kind == BlockKind::DiscountedProducts && self.listings.is_shared();
        let of_promotions = follows_late.then(|| self.now + SWEPT);
        [block.next_change(self.now), of_collection, of_promotions].into_iter().flatten().min()
    }

    /// The block in its place on the page; `None` when it shows nothing (spec 2).
    pub async fn module(self, block: BlockContent) -> Result<Option<Module>, ContentError> {
        let filled = self.fill(&block).await?;
        Ok(filled.map(|filled| Module { block: filled, settings: looks(block.settings) }))
    }

    /// The block with what it shows; `None` when that is nothing.
    async fn fill(self, block: &BlockContent) -> Result<Option<Block>, ContentError> {
        let title = block.title.get(self.language).to_owned();
        let ready = match block.kind {
            BlockKind::Banner => banner(block, self.language).map(views::HomeBlock::Banner),
            BlockKind::BannerCarousel => banners(block, title, self.language),
            BlockKind::CategoriesCarousel => self.category_tiles(block, title),
            BlockKind::BrandsCarousel => self.brand_tiles(block, title),
            BlockKind::BrandLinesCarousel => self.line_tiles(block, title),
            BlockKind::DiscountBlock => self.discount(block),
            BlockKind::TextCarousel => texts(block, title, self.language),
            BlockKind::HtmlBlock => text_in_form(block, title, self.language),
            BlockKind::BlogPostsCarousel => self.blog_posts(block, title).await?,
            BlockKind::BlogPostCard => self.blog_post(block, title).await?,
            BlockKind::BlogCategoriesCarousel => self.blog_categories(block, title).await?,
            BlockKind::ProductsCarousel
            | BlockKind::ProductsGrid
            | BlockKind::DiscountedProducts
            | BlockKind::BestsellersProducts
            | BlockKind::CategoryProductsCarousel
            | BlockKind::BrandsProductsCarousel
            | BlockKind::BrandLinesProductsCarousel
            | BlockKind::TagProducts
            | BlockKind::CollectionProducts => {
                return Ok(self.products(block, title).await?.map(Block::Products));
            }
        };
        Ok(ready.map(Box::new).map(Block::Ready))
    }

    /// A promotion that is over, or not begun, is nothing to show. What the block doesn't say itself is the promotion's.
    fn discount(self, block: &BlockContent) -> Option<views::HomeBlock> {
        let Source::Promotion(id) = block.source else { return None };
        let promotion = self.view.reference.shown_promotion(id, self.now)?;
        let views::Promotion { value, rule_type, end_date } = promotion_view(&promotion.rule);
        let written = |own: &LocalizedText, else_: &LocalizedText| {
            let own = own.get(self.language);
            if own.is_empty() { else_.get(self.language).to_owned() } else { own.to_owned() }
        };
        Some(views::HomeBlock::DiscountBlock(views::DiscountBlock {
            title: written(&block.title, &promotion.title),
            subtitle: written(&block.text, &promotion.subtitle),
            button: block.button.get(self.language).to_owned(),
            link: if block.link.is_empty() { listings::promotion_page(id) } else { block.link.clone() },
            banner_thumb: block.image.as_ref().or(promotion.banner.as_ref()).map(image_view),
            discount_value: value,
            rule_type,
            discount_end_date: end_date,
        }))
    }

    fn category_tiles(self, block: &BlockContent, public_title: String) -> Option<views::HomeBlock> {
        let filled = self.view.reference.categories.iter().filter(|category| category.products > 0);
        let tiles = filled.map(|category| categories::tile(category, self.language));
        let block = views::CategoriesBlock { public_title, categories: tiles.take(wanted(block)).collect() };
        (!block.categories.is_empty()).then_some(views::HomeBlock::CategoriesCarousel(block))
    }

    fn brand_tiles(self, block: &BlockContent, public_title: String) -> Option<views::HomeBlock> {
        let filled = self.view.reference.brands.values().filter(|brand| brand.products > 0).cloned();
        let brands = brands::by_position(filled).into_iter().take(wanted(block));
        let tile =
            |brand: brands::Brand| views::BrandTile { brand: brand_view(&brand), products: brand.products };
        let block = views::BrandsBlock { public_title, brands: brands.map(tile).collect() };
        (!block.brands.is_empty()).then_some(views::HomeBlock::BrandsCarousel(block))
    }

    fn line_tiles(self, block: &BlockContent, public_title: String) -> Option<views::HomeBlock> {
        let reference = &self.view.reference;
        let filled = reference.brand_lines.values().filter(|line| line.products > 0);
        let tile = |line: &brand_lines::BrandLine| views::BrandLineTile {
            line: brand_line_view(line),
            brand_name: reference.brand(Some(line.brand)).map(|brand| brand.name.clone()).unwrap_or_default(),
            picture: line.picture.as_ref().map(image_view),
            products: line.products,
        };
        let lines = brand_lines::by_position(filled).into_iter().take(wanted(block)).map(tile);
        let block = views::BrandLinesBlock { public_title, lines: lines.collect() };
        (!block.lines.is_empty()).then_some(views::HomeBlock::BrandLinesCarousel(block))
    }

    async fn blog_posts(
        self,
        block: &BlockContent,
        public_title: String,
    ) -> Result<Option<views::HomeBlock>, ContentError> {
        let most = if block.number == 0 { DEFAULT_POSTS } else { block.number };
        let mut conn = self.context.pool.acquire().await?;
        let posts = blog::cards(&mut conn, most, self.now, self.language).await?;
        let link = if block.link.is_empty() { blog::BLOG_PAGE.to_owned() } else { block.link.clone() };
        let block = views::BlogPostsBlock { public_title, link, posts };
        Ok((!block.posts.is_empty()).then_some(views::HomeBlock::BlogPostsCarousel(block)))
    }

    /// A draft, or one whose date is ahead, is nothing to show.
    async fn blog_post(
        self,
        block: &BlockContent,
        public_title: String,
    ) -> Result<Option<views::HomeBlock>, ContentError> {
        let Source::BlogPost(id) = block.source else { return Ok(None) };
        let mut conn = self.context.pool.acquire().await?;
        let post = blog::card(&mut conn, id, self.now, self.language).await?;
        Ok(post.map(|post| views::HomeBlock::BlogPostCard(views::BlogPostBlock { public_title, post })))
    }

    async fn blog_categories(
        self,
        block: &BlockContent,
        public_title: String,
    ) -> Result<Option<views::HomeBlock>, ContentError> {
        let most = wanted(block).min(BLOG_CATEGORIES);
        let mut conn = self.context.pool.acquire().await?;
        let categories = blog::category_tiles(&mut conn, most, self.now, self.language).await?;
        let block = views::BlogCategoriesBlock { public_title, categories };
        Ok((!block.categories.is_empty()).then_some(views::HomeBlock::BlogCategoriesCarousel(block)))
    }

    async fn products(
        self,
        block: &BlockContent,
        public_title: String,
    ) -> Result<Option<ProductsBlock>, ContentError> {
        let wanted = if block.number == 0 { DEFAULT_PRODUCTS } else { block.number };
        let cards = match (block.kind, &block.source) {
            (BlockKind::DiscountedProducts, _) => self.discounted(wanted).await?,
            (BlockKind::BestsellersProducts, _) | (_, Source::Bestsellers) => {
                self.bestsellers(wanted).await?
            }
            (_, Source::Collection(id)) => self.collected(*id, wanted).await?,
            (_, source) => match self.scope(source) {
                Some(scope) => self.cards(scope, wanted).await?,
                None => Vec::new(),
            },
        };
        let products = cards.iter().map(|card| raw(card)).collect::<serde_json::Result<Vec<_>>>()?;
        let link = if block.link.is_empty() { self.see_all(block) } else { block.link.clone() };
        let block = ProductsBlock { kind: block.kind, public_title, link, products };
        Ok((!block.products.is_empty()).then_some(block))
    }

    async fn cards(self, scope: Scope, wanted: u32) -> Result<Vec<Bytes>, ContentError> {
        Ok(self.listings.cards(SearchQuery::newest(scope, self.language), wanted).await?)
    }

    async fn collected(self, id: Uuid, wanted: u32) -> Result<Vec<Bytes>, ContentError> {
        let Some(collection) = self.view.reference.collections.get(&id) else { return Ok(Vec::new()) };
        let query = SearchQuery {
            within: Some(Arc::new(collection.selection(self.now))),
            ..SearchQuery::newest(Scope::All, self.language)
        };
        Ok(self.listings.cards(query, wanted).await?)
    }

    async fn bestsellers(self, wanted: u32) -> Result<Vec<Bytes>, ContentError> {
        let ids = sales::bestsellers(&mut *self.context.pool.acquire().await?, wanted).await?;
        Ok(self.listings.cards_of(&ids, self.language).await?)
    }

    /// What the promotions in force reduce.
    async fn discounted(self, wanted: u32) -> Result<Vec<Bytes>, ContentError> {
        let promotions = self.view.reference.prices.promotions.iter();
        let in_force = promotions.filter(|promotion| promotion.is_in_force(self.now));
        let mut reached: Vec<Scope> = in_force.map(|promotion| promotion.target.into()).collect();
        if reached.is_empty() {
            return Ok(Vec::new());
        }
        // In one order whatever theirs is: an answer is kept by what was asked.
        reached.sort_unstable_by_key(|list| list.term());
        reached.dedup();
        let groups = if reached.contains(&Scope::All) { Vec::new() } else { vec![reached] };
        let reduced = Rule { groups, on_promotion: true, ..Rule::default() };
        let within = Some(Arc::new(Selection::Ruled(reduced)));
        let query = SearchQuery { within, ..SearchQuery::newest(Scope::All, self.language) };
        Ok(self.listings.cards(query, wanted).await?)
    }

    fn scope(self, source: &Source) -> Option<Scope> {
        let reference = &self.view.reference;
        match source {
            Source::Featured => Some(Scope::Featured),
            Source::New => Some(Scope::All),
            Source::Category(id) => reference.categories.get(*id).map(|found| Scope::Category(found.id)),
            Source::Brand(id) => reference.brands.get(id).map(|found| Scope::Brand(found.id)),
            Source::BrandLine(id) => reference.brand_line(Some(*id)).map(|found| Scope::BrandLine(found.id)),
            Source::Tag(tag) => Some(Scope::Tag(TagKey::of(tag))),
            Source::Bestsellers | Source::Collection(_) | Source::Promotion(_) | Source::BlogPost(_) => None,
        }
    }

    /// The listing that a block is the beginning of; empty where no listing has the same products.
    fn see_all(self, block: &BlockContent) -> String {
        if matches!(block.kind, BlockKind::DiscountedProducts | BlockKind::BestsellersProducts) {
            return String::new();
        }
        let reference = &self.view.reference;
        match &block.source {
            Source::Featured => listings::FEATURED_PAGE.to_owned(),
            Source::New => listings::NEW_PAGE.to_owned(),
            Source::Category(id) => {
                reference.categories.get(*id).map(|found| categories::link(&found.slug)).unwrap_or_default()
            }
            Source::Brand(id) => {
                reference.brands.get(id).map(|found| brands::link(&found.slug)).unwrap_or_default()
            }
            Source::BrandLine(id) => reference
                .brand_line(Some(*id))
                .map(|found| brand_lines::link(&found.slug))
                .unwrap_or_default(),
            Source::Collection(id) => {
                reference.collections.get(id).map(|found| collections::link(&found.slug)).unwrap_or_default()
            }
            Source::Bestsellers | Source::Tag(_) | Source::Promotion(_) | Source::BlogPost(_) => {
                String::new()
            }
        }
    }
}

/// Tiles that a block shows at most.
fn wanted(block: &BlockContent) -> usize {
    if block.number == 0 { usize::MAX } else { block.number as usize }
}

/// `None` where nothing of it was written or drawn.
fn banner(block: &BlockContent, language: Language) -> Option<views::BannerBlock> {
    let BlockContent { title, text, button, link, image, .. } = block;
    banner_of([title, text, button], link, image.as_ref(), language)
}

fn banners(block: &BlockContent, public_title: String, language: Language) -> Option<views::HomeBlock> {
    let banner = |Slide { title, text, button, link, image }: &Slide| {
        banner_of([title, text, button], link, image.as_ref(), language)
    };
    let block =
        views::BannersBlock { public_title, banners: block.slides.iter().filter_map(banner).collect() };
    (!block.banners.is_empty()).then_some(views::HomeBlock::BannerCarousel(block))
}

fn banner_of(
    words: [&LocalizedText; 3],
    link: &str,
    image: Option<&StoredSize>,
    language: Language,
) -> Option<views::BannerBlock> {
    let [title, text, button] = words.map(|words| words.get(language).to_owned());
    let is_empty = title.is_empty() && text.is_empty() && image.is_none();
    let link = link.to_owned();
    (!is_empty).then(|| views::BannerBlock { title, text, button, link, image: image.map(image_view) })
}

/// One item for each line of the text.
fn texts(block: &BlockContent, public_title: String, language: Language) -> Option<views::HomeBlock> {
    let lines = block.text.get(language).lines().map(str::trim);
    let items: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let block = views::TextBlock { public_title, items };
    (!block.items.is_empty()).then_some(views::HomeBlock::TextCarousel(block))
}

/// Cleaned again: what is allowed may have become less since it was written.
fn text_in_form(block: &BlockContent, public_title: String, language: Language) -> Option<views::HomeBlock> {
    let html = html::clean(block.html.get(language));
    (!html.trim().is_empty()).then_some(views::HomeBlock::HtmlBlock(views::HtmlBlock { public_title, html }))
}

fn raw(card: &[u8]) -> serde_json::Result<Box<RawValue>> {
    serde_json::from_slice(card)
}
