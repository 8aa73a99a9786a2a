//! A shop's catalogue on the database of one test.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use souk_catalog::attributes::AttributesRpc;
use souk_catalog::availability;
use souk_catalog::blog::BlogRpc;
use souk_catalog::brand_lines::BrandLinesRpc;
use souk_catalog::brands::BrandsRpc;
use souk_catalog::categories::CategoriesRpc;
use souk_catalog::cms_pages::CmsPagesRpc;
use souk_catalog::collections::CollectionsRpc;
use souk_catalog::content::ContentRpc;
use souk_catalog::feature_sets::FeatureSetsRpc;
use souk_catalog::features::FeaturesRpc;
use souk_catalog::listings::ListingsRpc;
use souk_catalog::media::{Media, MediaConfig};
use souk_catalog::menus::MenusRpc;
use souk_catalog::products::ProductsRpc;
use souk_catalog::promotions::PromotionsRpc;
use souk_catalog::reviews::ReviewsRpc;
use souk_catalog::{Catalog, MIGRATOR};
use souk_kernel::{Clock as _, EmployeeId, Role};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::categories_server::Categories as _;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::catalog::v1::promotions_server::Promotions as _;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_proto::inventory::v1::{Availability, AvailabilityChanged};
use souk_rpc::{Actor, Failure};
use souk_testkit::{TestClock, eventually};
use souk_views as views;
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tempfile::TempDir;
use tonic::Request;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};

/// What makes the database of each test.
pub const SCHEMA: &[&Migrator] = &[&MIGRATOR, &souk_bus::MIGRATOR];

/// The service's gRPC services, called as a process would call them: with an actor.
pub struct Shop {
    pub catalog: Catalog,
    pub clock: TestClock,
    pub products: ProductsRpc,
    pub categories: CategoriesRpc,
    pub attributes: AttributesRpc,
    pub features: FeaturesRpc,
    pub feature_sets: FeatureSetsRpc,
    pub brands: BrandsRpc,
    pub brand_lines: BrandLinesRpc,
    pub promotions: PromotionsRpc,
    pub reviews: ReviewsRpc,
    pub content: ContentRpc,
    pub cms_pages: CmsPagesRpc,
    pub blog: BlogRpc,
    pub collections: CollectionsRpc,
    pub menus: MenusRpc,
    pub listings: ListingsRpc,
    pub folder: TempDir,
}

impl Shop {
    pub fn open(pool: PgPool) -> Self {
        let folder = TempDir::new().expect("a folder");
        let clock = TestClock::default();
        Self::over(pool, clock, folder)
    }

    /// The same shop after its process ended.
    pub fn restart(self) -> Self {
        let Self { catalog, clock, folder, .. } = self;
        let pool = catalog.context.pool.clone();
        drop((
            catalog,
            self.products,
            self.categories,
            self.attributes,
            self.features,
            self.brands,
            self.brand_lines,
            self.promotions,
            self.reviews,
            self.content,
            self.cms_pages,
            self.blog,
            self.collections,
            self.menus,
            self.listings,
        ));
        Self::over(pool, clock, folder)
    }

    fn over(pool: PgPool, clock: TestClock, folder: TempDir) -> Self {
        let media_url = format!("file://{}", folder.path().join("media").display());
        let media = Media::new(&MediaConfig::at(media_url)).expect("a store");
        let catalog = Catalog::new(pool, Arc::new(clock.clone()), media, &folder.path().join("index"));
        let catalog = catalog.expect("an index");
        Self {
            products: catalog.products(),
            categories: catalog.categories(),
            attributes: catalog.attributes(),
            features: catalog.features(),
            feature_sets: catalog.feature_sets(),
            brands: catalog.brands(),
            brand_lines: catalog.brand_lines(),
            promotions: PromotionsRpc::new(catalog.promotions()),
            content: catalog.content(),
            cms_pages: catalog.cms_pages(),
            blog: catalog.blog(),
            collections: catalog.collections(),
            menus: catalog.menus(),
            reviews: catalog.reviews(),
            listings: ListingsRpc::new(catalog.listings()),
            catalog,
            clock,
            folder,
        }
    }

    pub fn pool(&self) -> &PgPool {
        &self.catalog.context.pool
    }

    pub fn id(&self) -> String {
        self.clock.uuid().to_string()
    }

    pub async fn category(&self, name: &str, parent: &str) -> String {
        let request = proto::CreateCategoryRequest {
            id: self.id(),
            parent_id: parent.into(),
            name: Some(text(name)),
            ..Default::default()
        };
        self.categories.create_category(by(&content(), request)).await.expect("created").into_inner().id
    }

    pub async fn brand(&self, name: &str) -> String {
        let request = proto::CreateBrandRequest { id: self.id(), name: name.into(), ..Default::default() };
        self.brands.create_brand(by(&content(), request)).await.expect("created").into_inner().id
    }

    /// A product as staff would enter it: 1000 dinars, 19 % tax, no combinations.
    pub fn new_product(&self, name: &str, category: &str) -> proto::CreateProductRequest {
        proto::CreateProductRequest {
            id: self.id(),
            active: true,
            price_ht: 100_000,
            tax_rate: 1_900,
            category_id: category.into(),
            texts: vec![product_text("fr", name)],
            ..Default::default()
        }
    }

    pub async fn create(&self, request: proto::CreateProductRequest) -> proto::Product {
        self.try_create(request).await.expect("created")
    }

    pub async fn try_create(&self, request: proto::CreateProductRequest) -> Result<proto::Product, Failure> {
        let answer = self.products.create_product(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    pub async fn update(&self, request: proto::UpdateProductRequest) -> Result<proto::Product, Failure> {
        let answer = self.products.update_product(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    /// A product made like another one, once for the key.
    pub async fn duplicate(&self, product: &str, key: &str) -> Result<proto::Product, Failure> {
        let request = proto::DuplicateProductRequest { id: product.into(), idempotency_key: key.into() };
        let made = self.products.duplicate_product(by(&content(), request)).await.map_err(Failure::from)?;
        let request = proto::GetProductRequest { id: made.into_inner().id };
        let copy = self.products.get_product(by(&content(), request)).await;
        Ok(copy.map_err(Failure::from)?.into_inner())
    }

    /// As many copies of a product, with its data sheet and combinations, in the database alone.
    pub async fn copy(&self, product: &str, copies: i32) {
        sqlx::query(
            "WITH copies AS (
                 INSERT INTO products (id, revision, slug, active, price_ht, tax_rate, category_id, features, features_entered,
                                       created_at, updated_at)
                 SELECT gen_random_uuid(), revision, slug || '-' || n, active, price_ht, tax_rate, category_id, features,
                        features_entered, created_at, updated_at
                   FROM products, generate_series(1, $2) n WHERE id = $1::text::uuid RETURNING id)
             INSERT INTO combinations (id, product_id, position, is_default, active, chosen)
             SELECT gen_random_uuid(), copies.id, c.position, c.is_default, c.active, c.chosen
               FROM copies, combinations c WHERE c.product_id = $1::text::uuid",
        )
        .bind(product)
        .bind(copies)
        .execute(self.pool())
        .await
        .expect("copied");
    }

    /// Waits until somebody waits for a lock in the shop's database.
    pub async fn somebody_waits(&self) {
        let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')";
        eventually("somebody waits", Duration::from_secs(10), async || {
            sqlx::query_scalar(waits).fetch_one(self.pool()).await.expect("looked")
        })
        .await;
    }

    /// A combination of one colour at the product's price.
    pub fn combination(&self, color: &str, is_default: bool) -> proto::Combination {
        let value = proto::CombinationValue {
            r#type: "color".into(),
            type_label: Some(text("Couleur")),
            value: Some(text(color)),
            color: "#aa0044".into(),
            ..Default::default()
        };
        proto::Combination {
            id: self.id(),
            is_default,
            active: true,
            values: vec![value],
            ..Default::default()
        }
    }

    /// What inventory says, as the consumer would take it in.
    pub async fn available(&self, product: &str, combination: &str, version: u64, available: i64) {
        let key = Availability {
            product_id: product.into(),
            combination_id: combination.into(),
            available,
            version,
        };
        let mut tx = self.pool().begin().await.expect("a transaction");
        availability::handle(&mut tx, AvailabilityChanged { keys: vec![key] }).await.expect("taken in");
        tx.commit().await.expect("committed");
    }

    pub async fn promote(&self, promotion: proto::Promotion) -> Result<proto::Promotion, Failure> {
        let request = proto::SavePromotionRequest { promotion: Some(promotion) };
        let answer = self.promotions.save_promotion(by(&content(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    /// A percentage off everything, for ever.
    pub fn promotion(&self, hundredths: i64) -> proto::Promotion {
        proto::Promotion {
            id: self.id(),
            rule_type: "percentage".into(),
            value: hundredths,
            rule: "all".into(),
            active: true,
            ..Default::default()
        }
    }

    pub async fn page(&self, slug: &str) -> Result<views::ProductPage, Failure> {
        self.page_in(slug, "fr").await
    }

    pub async fn page_in(&self, slug: &str, language: &str) -> Result<views::ProductPage, Failure> {
        let request = proto::GetProductPageRequest { slug: slug.into(), language: language.into() };
        let answer = self.products.get_product_page(by(&Actor::shopper(), request)).await;
        Ok(serde_json::from_slice(&answer.map_err(Failure::from)?.into_inner().json)
            .expect("the page's type"))
    }

    /// A listing after the index has caught up.
    /// What a link to something that isn't published yet asks for.
    pub fn draft_of(id: &str) -> Request<proto::GetDraftRequest> {
        let request = proto::GetDraftRequest { id: id.into(), language: "fr".into() };
        by(&Actor::system("souk-gateway"), request)
    }

    pub async fn listing(&self, request: proto::GetListingRequest) -> Result<views::Listing, Failure> {
        self.catalog.catch_up().await.expect("caught up");
        let answer = self.listings.get_listing(by(&Actor::shopper(), request)).await;
        Ok(serde_json::from_slice(&answer.map_err(Failure::from)?.into_inner().json).expect("a listing"))
    }

    pub async fn home(&self) -> views::Home {
        self.catalog.catch_up().await.expect("caught up");
        let request = proto::GetHomeRequest { language: "fr".into() };
        let answer = self.content.get_home(by(&Actor::shopper(), request)).await.expect("answers");
        serde_json::from_slice(&answer.into_inner().json).expect("a home page")
    }

    /// The events of a type that wait in the outbox, oldest first.
    pub async fn events<E: prost::Message + prost::Name + Default>(&self) -> Vec<E> {
        let payloads: Vec<Vec<u8>> =
            sqlx::query_scalar("SELECT payload FROM bus.outbox WHERE type = $1 ORDER BY id")
                .bind(E::full_name())
                .fetch_all(self.pool())
                .await
                .expect("read");
        payloads.iter().map(|payload| E::decode(payload.as_slice()).expect("decodes")).collect()
    }

    /// What was last announced of a product.
    pub async fn announced(&self, product: &str) -> proto::Sellable {
        let events = self.events::<proto::SellableChanged>().await;
        let sellables = events.into_iter().filter_map(|event| event.sellable);
        let newest =
            sellables.filter(|sellable| sellable.product_id == product).max_by_key(|known| known.version);
        newest.expect("announced")
    }
}

pub fn everything() -> proto::GetListingRequest {
    listing_of(Scope::New, "")
}

pub fn listing_of(scope: Scope, key: &str) -> proto::GetListingRequest {
    let mut request = proto::GetListingRequest { key: key.into(), ..Default::default() };
    request.set_scope(scope);
    request.page = Some(PageRequest { page: 1, size: 12 });
    request
}

pub fn text(fr: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ..Default::default() }
}

pub fn product_text(language: &str, name: &str) -> proto::ProductText {
    proto::ProductText { language: language.into(), name: name.into(), ..Default::default() }
}

pub fn by<T>(actor: &Actor, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(actor.clone());
    request
}

pub fn content() -> Actor {
    staff(Role::Content)
}

pub fn staff(role: Role) -> Actor {
    Actor::employee(EmployeeId::new(&TestClock::default()), "Amel K.", vec![role], Vec::new())
}

pub fn fields(failure: &Failure) -> Vec<&str> {
    failure.violations.iter().map(|violation| violation.field.as_str()).collect()
}

/// A picture that no other picture equals.
pub fn png(seed: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = image::RgbImage::from_pixel(640, 640, image::Rgb([seed, 20, 30]));
    picture.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).expect("encodes");
    bytes
}

/// Counts the statements that this thread sends to the database while it lives.
pub struct QueryCount {
    count: Arc<AtomicUsize>,
    _listening: tracing::subscriber::DefaultGuard,
}

struct Counter(Arc<AtomicUsize>);

impl QueryCount {
    pub fn start() -> Self {
        let count = Arc::new(AtomicUsize::new(0));
        let listener = tracing_subscriber::registry().with(Counter(count.clone()));
        Self { count, _listening: tracing::subscriber::set_default(listener) }
    }

    pub fn stop(self) -> usize {
        self.count.load(Ordering::Relaxed)
    }
}

impl<S: tracing::Subscriber> Layer<S> for Counter {
    fn on_event(&self, event: &tracing::Event<'_>, _context: Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}
