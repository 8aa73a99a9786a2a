//! The services behind the gateway, one typed client per gRPC service, each call made for somebody.

use std::time::Duration;

use souk_proto::catalog::v1::attributes_client::AttributesClient;
use souk_proto::catalog::v1::blog_client::BlogClient;
use souk_proto::catalog::v1::brand_lines_client::BrandLinesClient;
use souk_proto::catalog::v1::brands_client::BrandsClient;
use souk_proto::catalog::v1::categories_client::CategoriesClient;
use souk_proto::catalog::v1::cms_pages_client::CmsPagesClient;
use souk_proto::catalog::v1::collections_client::CollectionsClient;
use souk_proto::catalog::v1::content_client::ContentClient;
use souk_proto::catalog::v1::feature_sets_client::FeatureSetsClient;
use souk_proto::catalog::v1::features_client::FeaturesClient;
use souk_proto::catalog::v1::listings_client::ListingsClient;
use souk_proto::catalog::v1::menus_client::MenusClient;
use souk_proto::catalog::v1::no_result_searches_client::NoResultSearchesClient;
use souk_proto::catalog::v1::pictures_client::PicturesClient;
use souk_proto::catalog::v1::price_changes_client::PriceChangesClient;
use souk_proto::catalog::v1::product_files_client::ProductFilesClient;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_proto::catalog::v1::promotions_client::PromotionsClient;
use souk_proto::catalog::v1::restock_requests_client::RestockRequestsClient;
use souk_proto::catalog::v1::reviews_client::ReviewsClient;
use souk_proto::catalog::v1::synonyms_client::SynonymsClient;
use souk_proto::inventory::v1::expeditions_client::ExpeditionsClient;
use souk_proto::inventory::v1::reservations_client::ReservationsClient;
use souk_proto::inventory::v1::stock_client::StockClient;
use souk_proto::inventory::v1::warehouses_client::WarehousesClient;
use souk_proto::orders::v1::carts_client::CartsClient;
use souk_proto::orders::v1::checkout_client::CheckoutClient;
use souk_proto::orders::v1::customers_client::CustomersClient;
use souk_proto::orders::v1::geography_client::GeographyClient;
use souk_proto::orders::v1::orders_client::OrdersClient;
use souk_proto::orders::v1::staff_orders_client::StaffOrdersClient;
use souk_proto::orders::v1::transporters_client::TransportersClient;
use souk_proto::payments::v1::receivables_client::ReceivablesClient;
use souk_proto::payments::v1::transporter_payments_client::TransporterPaymentsClient;
use souk_rpc::{Actor, Client, Failure, Mesh};

/// Longest that a read of the storefront waits for its service.
const READ_DEADLINE: Duration = Duration::from_secs(3);

/// The way to all services.
#[derive(Debug, Clone)]
pub struct Neighbours {
    mesh: Mesh,
}

/// The services as one person reaches them.
#[derive(Debug, Clone, Copy)]
pub struct Calls<'a> {
    mesh: &'a Mesh,
    actor: &'a Actor,
}

impl Neighbours {
    pub fn new(mesh: Mesh) -> Self {
        Self { mesh }
    }

    pub fn by<'a>(&'a self, actor: &'a Actor) -> Calls<'a> {
        Calls { mesh: &self.mesh, actor }
    }
}

/// All that a checkout may wait for in orders, for a place and for stock, and less than a request here: who waits in a crowd hears that
/// the shop is busy, and not that nobody knows.
const CHECKOUT_DEADLINE: Duration = Duration::from_secs(7);

impl Calls<'_> {
    pub fn checkout(self) -> Result<CheckoutClient<Client>, Failure> {
        Ok(CheckoutClient::new(self.mesh.client("orders", self.actor)?.deadline(CHECKOUT_DEADLINE)))
    }

    pub fn staff_orders(self) -> Result<StaffOrdersClient<Client>, Failure> {
        Ok(StaffOrdersClient::new(self.mesh.client("orders", self.actor)?.deadline(CHECKOUT_DEADLINE)))
    }
}

macro_rules! clients {
    ($($service:literal: $($method:ident -> $client:ident),+;)*) => {
        impl Calls<'_> {
            $($(
                pub fn $method(self) -> Result<$client<Client>, Failure> {
                    Ok($client::new(self.mesh.client($service, self.actor)?))
                }
            )+)*
        }
    };
}

clients! {
    "orders": carts -> CartsClient, customers -> CustomersClient, geography -> GeographyClient,
        orders -> OrdersClient, transporters -> TransportersClient;
    "inventory": expeditions -> ExpeditionsClient, reservations -> ReservationsClient, stock -> StockClient, warehouses -> WarehousesClient;
    "payments": receivables -> ReceivablesClient, transporter_payments -> TransporterPaymentsClient;
    "catalog": products -> ProductsClient, product_files -> ProductFilesClient, brands -> BrandsClient, categories -> CategoriesClient,
        promotions -> PromotionsClient, reviews -> ReviewsClient, attributes -> AttributesClient,
        features -> FeaturesClient, feature_sets -> FeatureSetsClient, cms_pages -> CmsPagesClient, brand_lines -> BrandLinesClient,
        menus -> MenusClient, collections -> CollectionsClient, blog -> BlogClient,
        pictures -> PicturesClient, no_result_searches -> NoResultSearchesClient,
        price_changes -> PriceChangesClient, restock_requests -> RestockRequestsClient,
        synonyms -> SynonymsClient;
}

/// Public reads, which are not waited for longer than a shopper would.
impl Calls<'_> {
    pub fn listings(self) -> Result<ListingsClient<Client>, Failure> {
        Ok(ListingsClient::new(self.mesh.client("catalog", self.actor)?.deadline(READ_DEADLINE)))
    }

    pub fn content(self) -> Result<ContentClient<Client>, Failure> {
        Ok(ContentClient::new(self.mesh.client("catalog", self.actor)?.deadline(READ_DEADLINE)))
    }

    pub fn product_reviews(self) -> Result<ReviewsClient<Client>, Failure> {
        Ok(ReviewsClient::new(self.mesh.client("catalog", self.actor)?.deadline(READ_DEADLINE)))
    }

    pub fn published_pages(self) -> Result<CmsPagesClient<Client>, Failure> {
        Ok(CmsPagesClient::new(self.mesh.client("catalog", self.actor)?.deadline(READ_DEADLINE)))
    }

    pub fn published_blog(self) -> Result<BlogClient<Client>, Failure> {
        Ok(BlogClient::new(self.mesh.client("catalog", self.actor)?.deadline(READ_DEADLINE)))
    }

    pub fn product_pages(self) -> Result<ProductsClient<Client>, Failure> {
        Ok(ProductsClient::new(self.mesh.client("catalog", self.actor)?.deadline(READ_DEADLINE)))
    }
}
