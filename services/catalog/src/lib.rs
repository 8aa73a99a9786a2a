//! Catalog: what the shop sells, how it is filed, priced, pictured and found, and the storefront's own content.
//!
//! Features name those below them, never those above:
//!
//! | feature | what it is for |
//! |---|---|
//! | [`content`] | home page; what of the shop's own is sent to shoppers |
//! | [`menus`] | what leads through the shop, made by the merchant |
//! | [`listings`] | listings, suggestions, cross-selling as ready JSON |
//! | [`no_result_searches`] | what shoppers searched and did not find |
//! | [`follower`] | brings this process's index and memory to the newest revision |
//! | [`restock_requests`] | who wants to hear when something that is sold out can be had again |
//! | [`product_files`] | products as files have them: many at once, whole |
//! | [`remote_pictures`] | pictures that files name, fetched from other servers |
//! | [`products`] | products with combinations, texts, images, packs; their public page |
//! | [`price_changes`] | what products cost before, and who changed it |
//! | [`reviews`] | what shoppers say of products, decided and answered by staff |
//! | [`reference`] | what a price and a card depend on beside the product, remembered |
//! | [`promotions`] | dated price rules, a small set; what they do to prices is said in `souk_pricing` |
//! | [`blog`] | posts that the merchant writes, each in a category |
//! | [`collections`] | products put together by hand or by a rule |
//! | [`cms_pages`] | pages of text that the merchant writes |
//! | [`categories`], [`brands`] | what products are filed under |
//! | [`brand_lines`] | what a brand makes under one name, as its perfumes of one range |
//! | [`pictures`] | pictures of things that other services keep, and in texts |
//! | [`attributes`] | what combinations differ in |
//! | [`feature_sets`] | what products of one kind are described by |
//! | [`features`] | what data sheets say |
//! | [`synonyms`] | words that mean the same to who searches |
//! | [`settings`] | what the shop's people decide for all of it |
//! | [`availability`] | the copy of what inventory says can be sold |
//! | [`sales`] | what delivered orders sold, for the bestsellers |
//! | `drafts` | what is read before it is published, by who has a link |
//! | `former_addresses` | addresses that things had before, and lead on to where they are |
//! | `named_by` | how many menu items and home blocks name a thing |
//! | [`revision`] | where the catalogue stands, and which products changed |
//! | [`context`] | what every use case works with |
//! | [`shop_pictures`] | pictures of the shop's own pages, each kept once and chosen again |
//! | [`config`] | what the process is told at start |
//! | `failure` | the one wording of what goes wrong |
//! | [`search`] | the engine behind listings, one trait |
//! | [`prices`] | what prices follow from, apart from a product |
//! | [`media`] | pictures: checked, resized, stored |
//! | `parse`, `columns`, `versions` | what edges, stores and edits share |
//! | `value_order` | which of two values stands first |
//! | `html` | what is left of html that staff write |
//!
//! Whatever shoppers see changes at a [`revision`], taken last in the transaction of the change; each process's
//! [`follower`] brings its index and its memory to the newest one.

pub mod attributes;
pub mod availability;
pub mod blog;
pub mod brand_lines;
pub mod brands;
pub mod categories;
pub mod cms_pages;
pub mod collections;
pub mod config;
pub mod content;
pub mod context;
pub mod feature_sets;
pub mod features;
pub mod follower;
pub mod listings;
pub mod media;
pub mod menus;
pub mod no_result_searches;
pub mod pictures;
pub mod price_changes;
pub mod prices;
pub mod product_files;
pub mod products;
pub mod promotions;
pub mod reference;
pub mod remote_pictures;
pub mod restock_requests;
pub mod reviews;
pub mod revision;
pub mod sales;
pub mod search;
pub mod settings;
pub mod shop_pictures;
pub mod synonyms;

mod columns;
mod drafts;
mod failure;
mod former_addresses;
mod html;
mod named_by;
mod parse;
mod value_order;
mod versions;

use std::path::Path;
use std::sync::Arc;

use souk_bus::{Bus, Consumer, Delivery, Outbox};
use souk_kernel::Clock;
use souk_proto::catalog::v1::attributes_server::AttributesServer;
use souk_proto::catalog::v1::blog_server::BlogServer;
use souk_proto::catalog::v1::brand_lines_server::BrandLinesServer;
use souk_proto::catalog::v1::brands_server::BrandsServer;
use souk_proto::catalog::v1::categories_server::CategoriesServer;
use souk_proto::catalog::v1::cms_pages_server::CmsPagesServer;
use souk_proto::catalog::v1::collections_server::CollectionsServer;
use souk_proto::catalog::v1::content_server::ContentServer;
use souk_proto::catalog::v1::feature_sets_server::FeatureSetsServer;
use souk_proto::catalog::v1::features_server::FeaturesServer;
use souk_proto::catalog::v1::listings_server::ListingsServer;
use souk_proto::catalog::v1::menus_server::MenusServer;
use souk_proto::catalog::v1::no_result_searches_server::NoResultSearchesServer;
use souk_proto::catalog::v1::pictures_server::PicturesServer;
use souk_proto::catalog::v1::price_changes_server::PriceChangesServer;
use souk_proto::catalog::v1::product_files_server::ProductFilesServer;
use souk_proto::catalog::v1::products_server::ProductsServer;
use souk_proto::catalog::v1::promotions_server::PromotionsServer;
use souk_proto::catalog::v1::restock_requests_server::RestockRequestsServer;
use souk_proto::catalog::v1::reviews_server::ReviewsServer;
use souk_proto::catalog::v1::synonyms_server::SynonymsServer;
use souk_proto::inventory::v1::AvailabilityChanged;
use souk_proto::orders::v1::{OrderDelivered, OrderReturning};
use souk_service::{Faults, NoCommand, Resources, Service, Surface};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use attributes::{Attributes, AttributesRpc};
use blog::{Blog, BlogRpc};
use brand_lines::{BrandLines, BrandLinesRpc};
use brands::{Brands, BrandsRpc};
use categories::{Categories, CategoriesRpc};
use cms_pages::{CmsPages, CmsPagesRpc};
use collections::{Collections, CollectionsRpc};
use config::CatalogConfig;
use content::{Content, ContentRpc};
use context::Context;
use feature_sets::{FeatureSets, FeatureSetsRpc};
use features::{Features, FeaturesRpc};
use follower::{Follower, Views};
use listings::{Listings, ListingsRpc};
use media::Media;
use menus::{Menus, MenusRpc};
use no_result_searches::{NoResultSearches, NoResultSearchesRpc};
use pictures::PicturesRpc;
use price_changes::{PriceChanges, PriceChangesRpc};
use product_files::{ProductFiles, ProductFilesRpc};
use products::{Products, ProductsRpc};
use promotions::{Promotions, PromotionsRpc};
use reference::ReferenceCache;
use remote_pictures::{Internet, Reach, RemotePictures};
use restock_requests::{RestockRequests, RestockRequestsRpc};
use reviews::{Reviews, ReviewsRpc};
use search::{EmbeddedEngine, MeiliEngine, SearchEngine};
use shop_pictures::ShopPictures;
use synonyms::{Synonyms, SynonymsRpc};

/// The name by which the bus and the other services know this one.
pub const SERVICE: &str = "catalog";

/// Largest request: a home page with some banners.
const MOST_REQUEST_BYTES: usize = 16 * 1024 * 1024;

/// The schema, in order.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The program.
pub fn run() -> anyhow::Result<()> {
    souk_service::run::<Catalog>()
}

/// The service's features over one database, one index and one store of pictures.
#[derive(Clone)]
pub struct Catalog {
    pub context: Context,
    pub media: Media,
    reference: ReferenceCache,
    engine: Arc<dyn SearchEngine>,
    views: Views,
    follower: Arc<Follower>,
    reach: Arc<dyn Reach>,
    no_result_searches: NoResultSearches,
}

impl Catalog {
    /// `index` is the folder of the search index.
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, media: Media, index: &Path) -> anyhow::Result<Self> {
        Ok(Self::with_engine(pool, clock, media, Arc::new(EmbeddedEngine::open(index)?)))
    }

    pub fn with_engine(
        pool: PgPool,
        clock: Arc<dyn Clock>,
        media: Media,
        engine: Arc<dyn SearchEngine>,
    ) -> Self {
        let reference = ReferenceCache::new(clock.clone());
        let context = Context::new(pool, Outbox::new(), clock);
        let (follower, views) = Follower::new(context.clone(), reference.clone(), engine.clone());
        let reach = Arc::new(Internet);
        let no_result_searches = NoResultSearches::new(context.clone());
        Self {
            context,
            media,
            reference,
            engine,
            views,
            follower: Arc::new(follower),
            reach,
            no_result_searches,
        }
    }

    /// The same with another network than the internet to fetch pictures from.
    #[must_use]
    pub fn reaching(self, reach: Arc<dyn Reach>) -> Self {
        Self { reach, ..self }
    }

    /// The gRPC services.
    pub fn routes(&self) -> Routes {
        Routes::new(ProductsServer::new(self.products()).max_decoding_message_size(MOST_REQUEST_BYTES))
            .add_service(
                CategoriesServer::new(self.categories()).max_decoding_message_size(MOST_REQUEST_BYTES),
            )
            .add_service(BrandsServer::new(self.brands()).max_decoding_message_size(MOST_REQUEST_BYTES))
            .add_service(
                BrandLinesServer::new(self.brand_lines()).max_decoding_message_size(MOST_REQUEST_BYTES),
            )
            .add_service(
                CollectionsServer::new(self.collections()).max_decoding_message_size(MOST_REQUEST_BYTES),
            )
            .add_service(
                ProductFilesServer::new(self.product_files()).max_decoding_message_size(MOST_REQUEST_BYTES),
            )
            .add_service(PriceChangesServer::new(self.price_changes()))
            .add_service(AttributesServer::new(self.attributes()))
            .add_service(FeaturesServer::new(self.features()))
            .add_service(FeatureSetsServer::new(self.feature_sets()))
            .add_service(
                PromotionsServer::new(PromotionsRpc::new(self.promotions()))
                    .max_decoding_message_size(MOST_REQUEST_BYTES),
            )
            .add_service(ContentServer::new(self.content()).max_decoding_message_size(MOST_REQUEST_BYTES))
            .add_service(CmsPagesServer::new(self.cms_pages()))
            .add_service(BlogServer::new(self.blog()).max_decoding_message_size(MOST_REQUEST_BYTES))
            .add_service(MenusServer::new(self.menus()))
            .add_service(PicturesServer::new(self.pictures()))
            .add_service(ReviewsServer::new(self.reviews()).max_decoding_message_size(MOST_REQUEST_BYTES))
            .add_service(ListingsServer::new(ListingsRpc::new(self.listings())))
            .add_service(NoResultSearchesServer::new(self.no_result_searches()))
            .add_service(RestockRequestsServer::new(self.restock_requests()))
            .add_service(SynonymsServer::new(self.synonyms()))
    }

    fn shop_pictures(&self) -> ShopPictures {
        ShopPictures::new(self.context.pool.clone(), self.context.clock.clone(), self.media.clone())
    }

    pub fn products(&self) -> ProductsRpc {
        ProductsRpc::new(self.product_cases())
    }

    /// The use cases of products, for what is done beside the calls.
    pub fn product_cases(&self) -> Products {
        Products::new(self.context.clone(), self.reference.clone(), self.media.clone())
    }

    pub fn price_changes(&self) -> PriceChangesRpc {
        PriceChangesRpc::new(PriceChanges::new(self.context.clone()))
    }

    pub fn product_files(&self) -> ProductFilesRpc {
        ProductFilesRpc::new(self.product_file_cases())
    }

    fn product_file_cases(&self) -> ProductFiles {
        ProductFiles::new(self.context.clone(), self.reference.clone(), self.product_cases())
    }

    /// The use cases of pictures of other servers, for what is done beside the calls.
    pub fn remote_pictures(&self) -> RemotePictures {
        RemotePictures::new(self.context.clone(), self.product_cases(), self.reach.clone())
    }

    pub fn categories(&self) -> CategoriesRpc {
        CategoriesRpc::new(Categories::new(self.context.clone(), self.shop_pictures()))
    }

    pub fn brands(&self) -> BrandsRpc {
        BrandsRpc::new(Brands::new(self.context.clone(), self.shop_pictures()))
    }

    pub fn brand_lines(&self) -> BrandLinesRpc {
        BrandLinesRpc::new(BrandLines::new(self.context.clone(), self.shop_pictures()))
    }

    pub fn collections(&self) -> CollectionsRpc {
        CollectionsRpc::new(Collections::new(self.context.clone(), self.shop_pictures()))
    }

    pub fn attributes(&self) -> AttributesRpc {
        AttributesRpc::new(Attributes::new(self.context.clone(), self.shop_pictures()))
    }

    pub fn features(&self) -> FeaturesRpc {
        FeaturesRpc::new(Features::new(self.context.clone()))
    }

    pub fn feature_sets(&self) -> FeatureSetsRpc {
        FeatureSetsRpc::new(FeatureSets::new(self.context.clone()))
    }

    pub fn promotions(&self) -> Promotions {
        Promotions::new(self.context.clone(), self.shop_pictures())
    }

    pub fn reviews(&self) -> ReviewsRpc {
        ReviewsRpc::new(Reviews::new(self.context.clone(), self.media.clone()))
    }

    pub fn content(&self) -> ContentRpc {
        ContentRpc::new(Content::new(self.context.clone(), self.shop_pictures(), self.listings()))
    }

    pub fn cms_pages(&self) -> CmsPagesRpc {
        CmsPagesRpc::new(CmsPages::new(self.context.clone()))
    }

    pub fn blog(&self) -> BlogRpc {
        BlogRpc::new(Blog::new(self.context.clone(), self.shop_pictures()))
    }

    pub fn menus(&self) -> MenusRpc {
        MenusRpc::new(Menus::new(self.context.clone(), self.reference.clone()))
    }

    pub fn pictures(&self) -> PicturesRpc {
        PicturesRpc::new(self.context.clone(), self.shop_pictures())
    }

    pub fn listings(&self) -> Listings {
        let found_nothing = self.no_result_searches.clone();
        Listings::new(self.engine.clone(), self.views.clone(), self.context.clock.clone(), found_nothing)
    }

    pub fn no_result_searches(&self) -> NoResultSearchesRpc {
        NoResultSearchesRpc::new(self.no_result_searches.clone())
    }

    pub fn synonyms(&self) -> SynonymsRpc {
        SynonymsRpc::new(Synonyms::new(self.context.clone()))
    }

    pub fn restock_requests(&self) -> RestockRequestsRpc {
        RestockRequestsRpc::new(self.restock_request_cases())
    }

    /// The use cases of requests to be told, for what is done beside the calls.
    pub fn restock_request_cases(&self) -> RestockRequests {
        RestockRequests::new(self.context.clone())
    }

    /// The use cases of searches without results, for what is done beside the calls. All of a process count together.
    pub fn no_result_search_cases(&self) -> NoResultSearches {
        self.no_result_searches.clone()
    }

    /// The events that the service listens to.
    pub fn subscriptions(&self) -> Consumer {
        let [delivering, returning] = std::array::from_fn(|_| self.context.clone());
        Consumer::new(SERVICE)
            .on(|tx, changed: Delivery<AvailabilityChanged>| {
                Box::pin(async move { Ok(availability::handle(tx, changed.event).await?) })
            })
            .on(move |tx, delivered: Delivery<OrderDelivered>| {
                let context = delivering.clone();
                let order = delivered.event.order.unwrap_or_default();
                Box::pin(async move {
                    sales::record_in(tx, context.clock.as_ref(), &order).await?;
                    Ok(reviews::note_in(tx, &context, &order, true).await?)
                })
            })
            .on(move |tx, returned: Delivery<OrderReturning>| {
                let context = returning.clone();
                let order = returned.event.order.unwrap_or_default();
                Box::pin(async move { Ok(reviews::note_in(tx, &context, &order, false).await?) })
            })
    }

    /// Follows the database until `stop`.
    pub async fn follow(&self, stop: &CancellationToken) {
        self.follower.run(stop.clone()).await;
    }

    /// Brings this process to the newest state of the database, as its follower does by itself all the time.
    pub async fn catch_up(&self) -> Result<(), follower::FollowError> {
        self.follower.catch_up().await
    }
}

impl Service for Catalog {
    const NAME: &'static str = SERVICE;
    const ABOUT: &'static str =
        "Products, categories, brands, promotions, the shop's content and the search over them";
    type Config = CatalogConfig;
    type Command = NoCommand;

    fn migrations() -> &'static Migrator {
        &MIGRATOR
    }

    fn faults(config: &CatalogConfig, faults: &mut Faults) {
        config.media.faults(faults);
        config.meili.faults(faults);
    }

    fn open(config: &CatalogConfig, Resources { pool, clock, .. }: Resources) -> anyhow::Result<Self> {
        let media = Media::new(&config.media)?;
        if config.meili.meili_url.is_none() {
            return Self::new(pool, clock, media, &config.index_dir);
        }
        let engine = MeiliEngine::new(&config.meili, Some((pool.clone(), clock.uuid())))?;
        Ok(Self::with_engine(pool, clock, media, Arc::new(engine)))
    }

    fn surface(&self) -> Surface {
        Surface::Grpc(self.routes())
    }

    fn bus(&self, bus: Bus) -> Bus {
        let Context { pool, outbox, .. } = self.context.clone();
        bus.publish(pool.clone(), outbox).consume(pool, self.subscriptions())
    }

    fn background(&self, Resources { mesh, shutdown: stop, .. }: &Resources) -> JoinSet<()> {
        let follower = self.follower.clone();
        let rebuild = availability::rebuild(self.context.clone(), mesh.clone(), stop.clone());
        let (following, window) = (stop.clone(), sales::keep_window(self.context.clone(), stop.clone()));
        let (products, keeping) = (self.product_cases(), stop.clone());
        let Context { pool, clock, .. } = self.context.clone();
        let forgetting = souk_idempotency::keep_forgetting(pool, clock, stop.clone());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { follower.run(following).await });
        tasks.spawn(async move { products.keep_up(keeping).await });
        let pictures = self.remote_pictures();
        for _ in 0..remote_pictures::AT_ONCE {
            let (pictures, stop) = (pictures.clone(), stop.clone());
            tasks.spawn(async move { pictures.keep_fetching(stop).await });
        }
        let (counted, writing) = (self.no_result_searches.clone(), stop.clone());
        tasks.spawn(async move { counted.keep_writing(writing).await });
        let (counted, forgotten) = (self.no_result_searches.clone(), stop.clone());
        tasks.spawn(async move { counted.keep_forgetting(forgotten).await });
        let (asked, forgotten) = (self.restock_request_cases(), stop.clone());
        tasks.spawn(async move { asked.keep_forgetting(forgotten).await });
        let (changes, forgotten) = (self.product_file_cases(), stop.clone());
        tasks.spawn(async move { changes.keep_forgetting(forgotten).await });
        let forgotten = stop.clone();
        tasks.spawn(async move { pictures.keep_forgetting(forgotten).await });
        tasks.spawn(rebuild);
        tasks.spawn(window);
        tasks.spawn(forgetting);
        tasks
    }

    /// Not before the index is complete for the first time.
    fn is_ready(&self) -> bool {
        self.follower.is_ready()
    }

    fn lacks(&self) -> Option<&'static str> {
        self.follower.lacks()
    }
}
