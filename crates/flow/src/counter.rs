//! What shoppers and staff do, through the services' interfaces.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use souk_kernel::{Clock as _, EmployeeId, Role, SystemClock};
use souk_proto::catalog::v1::categories_client::CategoriesClient;
use souk_proto::catalog::v1::content_client::ContentClient;
use souk_proto::catalog::v1::listings_client::ListingsClient;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_proto::catalog::v1::promotions_client::PromotionsClient;
use souk_proto::catalog::v1::{
    CreateCategoryRequest, CreateProductRequest, GetListingRequest, GetProductPageRequest,
    GetSettingsRequest, ProductText, Promotion, SavePromotionRequest, Settings, UpdateSettingsRequest,
    get_listing_request,
};
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_proto::inventory::v1::reservations_client::ReservationsClient;
use souk_proto::inventory::v1::stock_client::StockClient;
use souk_proto::inventory::v1::warehouses_client::WarehousesClient;
use souk_proto::inventory::v1::{
    AddStockRequest, GetAvailabilityRequest, GetReservationRequest, SaveWarehouseRequest, Warehouse,
};
use souk_proto::orders::v1::checkout_client::CheckoutClient;
use souk_proto::orders::v1::orders_client::OrdersClient;
use souk_proto::orders::v1::staff_orders_client::StaffOrdersClient;
use souk_proto::orders::v1::transporters_client::TransportersClient;
use souk_proto::orders::v1::{
    ChangeLinesRequest, CheckoutForm, CheckoutLine, GetOrderRequest, Order, PlaceOrderRequest,
    SaveTransporterRequest, Tariff, TransitionOrderRequest, WantedLine,
};
use souk_proto::payments::v1::receivables_client::ReceivablesClient;
use souk_proto::payments::v1::transporter_payments_client::TransporterPaymentsClient;
use souk_proto::payments::v1::{ListUnpaidRequest, Payment, RecordPaymentRequest, ReversePaymentRequest};
use souk_rpc::{Actor, Client, Failure, Kind, Mesh};
use souk_testkit::eventually_some;
use souk_views::ProductPage;
use uuid::Uuid;

use crate::CAP;

type Answer<T> = Result<T, Failure>;

/// Somebody with every role, and any number of shoppers.
#[derive(Debug, Clone)]
pub struct Counter {
    /// One per replica.
    meshes: Vec<Mesh>,
    calls: Arc<AtomicUsize>,
    staff: Actor,
}

/// Delivery to the door in Alger, in centimes.
pub const DELIVERY: i64 = 40_000;
/// Price of the products here, in centimes.
pub const PRICE: i64 = 150_000;

impl Counter {
    pub(crate) fn new(meshes: Vec<Mesh>) -> Self {
        let id = EmployeeId::from_uuid(SystemClock.uuid());
        Self {
            meshes,
            calls: Arc::default(),
            staff: Actor::employee(id, "Samira B.", vec![Role::Admin], Vec::new()),
        }
    }

    /// The same people at one replica of each service.
    #[must_use]
    pub fn at(&self, replica: usize) -> Self {
        Self { meshes: vec![self.meshes[replica].clone()], ..self.clone() }
    }

    /// A product that is for sale, `pieces` of it in a warehouse, and a transporter who delivers in Alger.
    pub async fn furnish(&self, pieces: i64) -> Answer<Goods> {
        let goods = Goods { product: fresh(), transporter: fresh(), warehouse: fresh() };
        self.save_transporter(&goods).await?;
        self.add_product(&goods.product, "Eau de Biskra", (&fresh(), "Parfums")).await?;
        self.save_warehouse(&goods).await?;
        self.add_stock(&goods, pieces).await?;
        Ok(goods)
    }

    /// A shopper orders; the same `key`, a UUID, is the same request of the same shopper.
    pub async fn order(&self, goods: &Goods, quantity: i64, key: &str) -> Answer<Order> {
        self.place(Self::request(goods, quantity, key)).await
    }

    /// A shopper orders one piece once, having been shown its price.
    pub async fn order_shown(&self, goods: &Goods, price: i64) -> Answer<Order> {
        let request = Self::request(goods, 1, &fresh());
        self.place(PlaceOrderRequest { shown_total: Some(price + DELIVERY), ..request }).await
    }

    fn request(goods: &Goods, quantity: i64, key: &str) -> PlaceOrderRequest {
        PlaceOrderRequest {
            idempotency_key: key.to_owned(),
            request_hash: key.to_owned(),
            visitor_id: key.to_owned(),
            form: Some(form(goods)),
            lines: vec![CheckoutLine {
                product_id: goods.product.clone(),
                combination_id: String::new(),
                quantity,
                choices: Vec::new(),
            }],
            shown_total: None,
            language: "fr".into(),
            client_network: String::new(),
            client_site: String::new(),
            only_placed: false,
        }
    }

    async fn place(&self, request: PlaceOrderRequest) -> Answer<Order> {
        let mut checkout = CheckoutClient::new(self.client("orders", &Actor::shopper())?);
        let placed = checkout.place_order(request).await?.into_inner();
        placed.order.ok_or_else(no_order)
    }

    /// A shopper orders once.
    pub async fn order_once(&self, goods: &Goods, quantity: i64) -> Answer<Order> {
        self.order(goods, quantity, &fresh()).await
    }

    /// As [`Self::order_once`], again under its key for as long as too many want the same at that moment, nobody answers in time or it is
    /// still worked on, as the shop's page does.
    pub async fn order_patiently(&self, goods: &Goods, quantity: i64) -> Answer<Order> {
        let key = fresh();
        let is_answer = |refusal: &Failure| {
            !matches!(refusal.kind, Kind::Busy | Kind::Unavailable) && refusal.code != "orders.in_flight"
        };
        let order = async || {
            let answer = self.order(goods, quantity, &key).await;
            answer.as_ref().err().is_none_or(is_answer).then_some(answer)
        };
        eventually_some("the shop has answered the order", CAP, order).await
    }

    /// Staff switch the shop to prices before tax, "ht", or with it, "ttc".
    pub async fn set_price_basis(&self, basis: &str) -> Answer<()> {
        let mut content = ContentClient::new(self.client("catalog", &self.staff)?);
        let settings = content.get_settings(GetSettingsRequest {}).await?.into_inner();
        let settings = Some(Settings { price_basis: basis.to_owned(), ..settings });
        content.update_settings(UpdateSettingsRequest { settings }).await?;
        Ok(())
    }

    /// Staff add a product in a category of its own; the category's address. The same ids again are the same two.
    pub async fn add_product(&self, product: &str, name: &str, category: (&str, &str)) -> Answer<String> {
        let category = CreateCategoryRequest {
            id: category.0.to_owned(),
            name: Some(LocalizedText { fr: category.1.to_owned(), ..LocalizedText::default() }),
            ..CreateCategoryRequest::default()
        };
        let mut categories = CategoriesClient::new(self.client("catalog", &self.staff)?);
        let category = categories.create_category(category).await?.into_inner();
        let text = ProductText { language: "fr".into(), name: name.to_owned(), ..ProductText::default() };
        let product = CreateProductRequest {
            id: product.to_owned(),
            active: true,
            price_ht: PRICE,
            tax_rate: 1_900,
            category_id: category.id,
            texts: vec![text],
            ..CreateProductRequest::default()
        };
        ProductsClient::new(self.client("catalog", &self.staff)?).create_product(product).await?;
        Ok(category.slug)
    }

    /// Products that shoppers see in a category, with all below it.
    pub async fn listed(&self, category: &str) -> Answer<u64> {
        let request = GetListingRequest {
            scope: get_listing_request::Scope::Category.into(),
            key: category.to_owned(),
            language: "fr".into(),
            page: Some(PageRequest { page: 1, size: 12 }),
            ..GetListingRequest::default()
        };
        let mut listings = ListingsClient::new(self.client("catalog", &Actor::shopper())?);
        let json = listings.get_listing(request).await?.into_inner().json;
        let listing: serde_json::Value = serde_json::from_slice(&json).map_err(Failure::internal)?;
        Ok(listing["total"].as_u64().unwrap_or_default())
    }

    /// Staff take `hundredths` of a percent off everything, within these times (RFC 3339, empty for ever).
    pub async fn promote(&self, hundredths: i64, starts_at: String, ends_at: String) -> Answer<()> {
        let promotion = Promotion {
            id: fresh(),
            rule_type: "percentage".into(),
            value: hundredths,
            rule: "all".into(),
            starts_at,
            ends_at,
            active: true,
            ..Promotion::default()
        };
        let request = SavePromotionRequest { promotion: Some(promotion) };
        PromotionsClient::new(self.client("catalog", &self.staff)?).save_promotion(request).await?;
        Ok(())
    }

    /// The price before tax that the page of the goods shows.
    pub async fn shown_price(&self) -> Answer<i64> {
        let request = GetProductPageRequest { slug: "eau-de-biskra".into(), language: "fr".into() };
        let mut products = ProductsClient::new(self.client("catalog", &Actor::shopper())?);
        let page = products.get_product_page(request).await?.into_inner().json;
        let page: ProductPage = serde_json::from_slice(&page).map_err(Failure::internal)?;
        Ok(page.product_price_after_promotion.unwrap_or(page.price_ht).0.centimes())
    }

    pub async fn get_order(&self, id: &str) -> Answer<Order> {
        let mut orders = OrdersClient::new(self.client("orders", &self.staff)?);
        let detail = orders.get_order(GetOrderRequest { id: id.to_owned() }).await?.into_inner();
        detail.order.ok_or_else(no_order)
    }

    /// Staff move the order on, from the version that they see.
    pub async fn transition(&self, id: &str, to: &str) -> Answer<()> {
        let version = self.get_order(id).await?.version;
        let request = TransitionOrderRequest {
            id: id.to_owned(),
            to: to.to_owned(),
            version,
            reason: "asked by the customer".into(),
            tracking_number: "YAL-1".into(),
            ..TransitionOrderRequest::default()
        };
        OrdersClient::new(self.client("orders", &self.staff)?).transition_order(request).await?;
        Ok(())
    }

    /// Staff have the order be of so many pieces of its first line, from the version that they see.
    pub async fn change_quantity(&self, id: &str, quantity: i64) -> Answer<Order> {
        let order = self.get_order(id).await?;
        let first = order.lines.first().ok_or_else(no_order)?;
        let product =
            CheckoutLine { product_id: first.product_id.clone(), quantity, ..CheckoutLine::default() };
        let request = ChangeLinesRequest {
            id: id.to_owned(),
            version: order.version,
            lines: vec![WantedLine { line: Some(0), product: Some(product) }],
            shown_total: None,
        };
        let mut staff = StaffOrdersClient::new(self.client("orders", &self.staff)?);
        staff.change_lines(request).await?.into_inner().order.ok_or_else(no_order)
    }

    /// What the order holds: "held", "confirmed", ...
    pub async fn reservation(&self, order: &str) -> Answer<String> {
        let mut reservations = ReservationsClient::new(self.client("inventory", &self.staff)?);
        let request = GetReservationRequest { order_id: order.to_owned() };
        Ok(reservations.get_reservation(request).await?.into_inner().state)
    }

    /// Pieces that can be sold.
    pub async fn available(&self, goods: &Goods) -> Answer<i64> {
        let mut stock = StockClient::new(self.client("inventory", &self.staff)?);
        let request = GetAvailabilityRequest { product_ids: vec![goods.product.clone()] };
        let availability = stock.get_availability(request).await?.into_inner().availability;
        Ok(availability.iter().map(|key| key.available).sum())
    }

    /// Orders that the transporter has the cash of.
    pub async fn unpaid(&self, goods: &Goods) -> Answer<Vec<String>> {
        let mut receivables = ReceivablesClient::new(self.client("payments", &self.staff)?);
        let request = ListUnpaidRequest { transporter_id: goods.transporter.clone(), ..Default::default() };
        let unpaid = receivables.list_unpaid(request).await?.into_inner().receivables;
        Ok(unpaid.into_iter().map(|receivable| receivable.order_id).collect())
    }

    pub async fn record_payment(&self, goods: &Goods, orders: &[String]) -> Answer<Payment> {
        let mut payments = TransporterPaymentsClient::new(self.client("payments", &self.staff)?);
        let request = RecordPaymentRequest {
            idempotency_key: fresh(),
            transporter_id: goods.transporter.clone(),
            order_ids: orders.to_vec(),
            reference: "bordereau 7".into(),
            ..Default::default()
        };
        Ok(payments.record_payment(request).await?.into_inner())
    }

    /// Staff take orders out of the payment, or all that it still covers.
    pub async fn reverse_payment(&self, payment: &Payment, orders: &[String]) -> Answer<Payment> {
        let mut payments = TransporterPaymentsClient::new(self.client("payments", &self.staff)?);
        let request = ReversePaymentRequest {
            idempotency_key: fresh(),
            id: payment.id.clone(),
            version: payment.version,
            order_ids: orders.to_vec(),
            reason: "of another day".into(),
        };
        Ok(payments.reverse_payment(request).await?.into_inner())
    }

    async fn save_transporter(&self, goods: &Goods) -> Answer<()> {
        let tariff = Tariff {
            wilaya_id: "16".into(),
            delivery_type: "home".into(),
            price: DELIVERY,
            delay_min_hours: 24,
            delay_max_hours: 48,
            ..Tariff::default()
        };
        let request = SaveTransporterRequest {
            id: goods.transporter.clone(),
            name: "Yalidine".into(),
            active: true,
            tariffs: vec![tariff],
            ..SaveTransporterRequest::default()
        };
        TransportersClient::new(self.client("orders", &self.staff)?).save_transporter(request).await?;
        Ok(())
    }

    async fn save_warehouse(&self, goods: &Goods) -> Answer<()> {
        let warehouse = Warehouse {
            id: goods.warehouse.clone(),
            name: "Alger".into(),
            wilaya_id: "16".into(),
            priority: 1,
            active: true,
            ..Warehouse::default()
        };
        let request = SaveWarehouseRequest { warehouse: Some(warehouse) };
        WarehousesClient::new(self.client("inventory", &self.staff)?).save_warehouse(request).await?;
        Ok(())
    }

    /// Waits until inventory has heard of the product.
    async fn add_stock(&self, goods: &Goods, pieces: i64) -> Answer<()> {
        let request = AddStockRequest {
            idempotency_key: fresh(),
            warehouse_id: goods.warehouse.clone(),
            product_id: goods.product.clone(),
            combination_id: String::new(),
            quantity: pieces,
            reason: "arrivage".into(),
        };
        souk_testkit::eventually_some("inventory knows the product", CAP, async || {
            let client = self.client("inventory", &self.staff).ok()?;
            StockClient::new(client).add_stock(request.clone()).await.ok()
        })
        .await;
        Ok(())
    }

    fn client(&self, service: &str, actor: &Actor) -> Answer<Client> {
        let turn = self.calls.fetch_add(1, Ordering::Relaxed);
        self.meshes[turn % self.meshes.len()].client(service, actor)
    }
}

/// What the shop sells, where it stands and who delivers it.
#[derive(Debug, Clone)]
pub struct Goods {
    pub product: String,
    pub transporter: String,
    pub warehouse: String,
}

fn form(goods: &Goods) -> CheckoutForm {
    CheckoutForm {
        first_name: "Amina".into(),
        last_name: "Haddad".into(),
        phone: "0555123456".into(),
        address: "12 rue Didouche Mourad".into(),
        wilaya_id: "16".into(),
        commune_id: "1601".into(),
        transporter_id: goods.transporter.clone(),
        delivery_type: "home".into(),
        ..CheckoutForm::default()
    }
}

fn no_order() -> Failure {
    Failure::internal(anyhow::anyhow!("an answer without its order"))
}

fn fresh() -> String {
    Uuid::to_string(&SystemClock.uuid())
}
