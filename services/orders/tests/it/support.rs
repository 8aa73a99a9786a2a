//! A shop on the database of one test: products, a transporter, staff, and carts to order with.

use std::sync::Arc;
use std::time::Duration;

use prost::Message as _;
use souk_bus::Outbox;
use souk_kernel::{Clock as _, EmployeeId, Role};
use souk_orders::MIGRATOR;
use souk_orders::carts::Carts;
use souk_orders::checkout::{Checkout, CheckoutRpc, Limits, Policy};
use souk_orders::customers::{Customers, CustomersRpc};
use souk_orders::geography::{self, Geography, GeographyRpc};
use souk_orders::inventory::Inventory;
use souk_orders::orders::{Orders, OrdersRpc};
use souk_orders::staff_orders::{StaffOrders, StaffOrdersRpc};
use souk_orders::transporters::{Transporters, TransportersRpc};
use souk_proto::catalog::v1 as catalog;
use souk_proto::common::v1::AuditEntry;
use souk_proto::common::v1::LocalizedText;
use souk_proto::inventory::v1::StockReserved;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::checkout_server::Checkout as _;
use souk_proto::orders::v1::orders_server::Orders as _;
use souk_proto::orders::v1::transporters_server::Transporters as _;
use souk_rpc::{Actor, ActorConfig, Failure, Mesh, MeshConfig, Signer};
use souk_testkit::{GrpcServer, TestClock};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tonic::Request;

use crate::neighbour::FakeInventory;

/// The service's gRPC services, called with an actor as the server of a process would give.
pub struct Shop {
    pub pool: PgPool,
    pub clock: TestClock,
    pub inventory: FakeInventory,
    pub outbox: Outbox,
    pub checkout: CheckoutRpc,
    pub orders: OrdersRpc,
    pub staff_orders: StaffOrdersRpc,
    pub customers: CustomersRpc,
    pub transporters: TransportersRpc,
    pub geography: GeographyRpc,
    /// Delivers to wilaya 16 for 400 dinars to the door, 250 to a desk.
    pub transporter: String,
    policy: Policy,
    server: GrpcServer,
}

/// What makes the database of each test.
pub const SCHEMA: &[&Migrator] = &[&MIGRATOR, &souk_bus::MIGRATOR];
/// Where every product stands.
pub const CATEGORY: &str = "0190b6a0-0000-7000-8000-000000000001";
pub const COOLDOWN: Duration = Duration::from_secs(100);
pub const POLICY: Policy = Policy {
    cooldown: COOLDOWN,
    in_work: 128,
    limits: Limits::NONE,
    hold: time::Duration::hours(72),
    network_drafts: 0,
};
pub const HOME_PRICE: i64 = 40_000;
pub const DESK_PRICE: i64 = 25_000;

impl Shop {
    pub async fn open(pool: PgPool) -> Arc<Self> {
        Self::with_cooldown(pool, COOLDOWN).await
    }

    pub async fn with_cooldown(pool: PgPool, cooldown: Duration) -> Arc<Self> {
        Self::with_policy(pool, Policy { cooldown, ..POLICY }).await
    }

    /// A shop whose catalog told that there are no promotions.
    pub async fn with_policy(pool: PgPool, policy: Policy) -> Arc<Self> {
        let shop = Self::untold(pool, policy).await;
        shop.announce_promotions(0, Vec::new()).await;
        shop
    }

    /// A shop that catalog told nothing yet.
    pub async fn untold(pool: PgPool, policy: Policy) -> Arc<Self> {
        geography::seed(&pool).await.expect("the places");
        let clock = TestClock::default();
        let inventory = FakeInventory::default();
        let server = inventory.open().await;
        let neighbour = Inventory::new(mesh(&format!("inventory={}", server.url())));
        let outbox = Outbox::new();
        let shared = Arc::new(clock.clone());
        let checkout = Checkout::new(pool.clone(), shared.clone(), outbox.clone(), neighbour.clone(), policy);
        let carts = Carts::new(pool.clone(), shared.clone(), policy.network_drafts);
        let orders = Orders::new(pool.clone(), shared.clone(), outbox.clone(), neighbour.clone());
        let staff_orders = StaffOrders::new(
            pool.clone(),
            shared.clone(),
            neighbour.clone(),
            (checkout.clone(), carts.clone()),
            Arc::new(orders.clone()),
        );
        let shop = Self {
            orders: OrdersRpc(orders),
            staff_orders: StaffOrdersRpc(staff_orders),
            customers: CustomersRpc(Customers::new(pool.clone(), shared.clone(), outbox.clone(), neighbour)),
            checkout: CheckoutRpc { checkout, carts },
            transporters: TransportersRpc(Transporters::new(pool.clone(), shared.clone(), outbox.clone())),
            geography: GeographyRpc(Geography::new(pool.clone(), shared, outbox.clone())),
            transporter: clock.uuid().to_string(),
            pool,
            clock,
            inventory,
            outbox,
            policy,
            server,
        };
        shop.save_transporter(&shop.transporter, &[tariff("home", HOME_PRICE), tariff("desk", DESK_PRICE)])
            .await;
        Arc::new(shop)
    }

    /// The checkout's gRPC service as another process has it on the same database.
    pub fn process(&self, pool: PgPool) -> CheckoutRpc {
        let neighbour = Inventory::new(mesh(&format!("inventory={}", self.server.url())));
        let clock = Arc::new(self.clock.clone());
        let checkout = Checkout::new(pool.clone(), clock.clone(), Outbox::new(), neighbour, self.policy);
        CheckoutRpc { checkout, carts: Carts::new(pool, clock, self.policy.network_drafts) }
    }

    pub fn id(&self) -> String {
        self.clock.uuid().to_string()
    }

    /// A product that catalog announced; its id.
    pub async fn product(&self, price_ht: i64) -> String {
        let sellable = sellable(&self.id(), price_ht);
        self.announce(&sellable).await;
        sellable.product_id
    }

    pub async fn announce(&self, sellable: &catalog::Sellable) {
        let mut tx = self.pool.begin().await.expect("a transaction");
        souk_orders::sellables::changed_in(&mut tx, sellable).await.expect("taken over");
        tx.commit().await.expect("committed");
    }

    /// Catalog's promotions reach this service.
    pub async fn announce_promotions(&self, version: u64, promotions: Vec<catalog::Promotion>) {
        let set = catalog::PromotionsChanged { version, promotions };
        let mut tx = self.pool.begin().await.expect("a transaction");
        souk_orders::sellables::promotions_changed_in(&mut tx, &set).await.expect("taken over");
        tx.commit().await.expect("committed");
    }

    /// Catalog's settings reach this service.
    pub async fn announce_basis(&self, version: u64, basis: &str) {
        self.announce_settings(catalog::Settings {
            version,
            price_basis: basis.into(),
            ..Default::default()
        })
        .await;
    }

    /// What the merchant chose of how long orders wait: seconds and hours, 0 for nothing.
    pub async fn announce_times(&self, version: u64, cooldown: u32, hold: u32) {
        self.announce_settings(catalog::Settings {
            version,
            price_basis: "ht".into(),
            cooldown_seconds: Some(cooldown),
            hold_hours: Some(hold),
            ..Default::default()
        })
        .await;
    }

    async fn announce_settings(&self, settings: catalog::Settings) {
        let mut tx = self.pool.begin().await.expect("a transaction");
        souk_orders::sellables::settings_changed_in(&mut tx, &settings).await.expect("taken over");
        tx.commit().await.expect("committed");
    }

    pub async fn save_transporter(&self, id: &str, tariffs: &[proto::Tariff]) {
        self.try_save_transporter(id, tariffs).await.expect("saved");
    }

    pub async fn try_save_transporter(&self, id: &str, tariffs: &[proto::Tariff]) -> Result<(), Failure> {
        let stored =
            self.transporters.list_transporters(by(&admin(), proto::ListTransportersRequest {})).await;
        let stored = stored.expect("listed").into_inner().transporters;
        let request = proto::SaveTransporterRequest {
            id: id.into(),
            name: "Rapide".into(),
            logo: String::new(),
            active: true,
            tariffs: tariffs.to_vec(),
            version: stored.iter().find(|stored| stored.id == id).map_or(0, |stored| stored.version),
        };
        self.transporters.save_transporter(by(&admin(), request)).await.map(drop).map_err(Failure::from)
    }

    /// A legal checkout of one piece of the product by a new visitor.
    pub fn cart(&self, product: &str) -> proto::PlaceOrderRequest {
        self.cart_of(&[(product, 1)])
    }

    pub fn cart_of(&self, lines: &[(&str, i64)]) -> proto::PlaceOrderRequest {
        let line = |(product, quantity): &(&str, i64)| proto::CheckoutLine {
            product_id: (*product).to_owned(),
            combination_id: String::new(),
            quantity: *quantity,
            choices: Vec::new(),
        };
        proto::PlaceOrderRequest {
            idempotency_key: self.id(),
            request_hash: "hash".into(),
            visitor_id: self.id(),
            form: Some(self.form("0555123456")),
            lines: lines.iter().map(line).collect(),
            shown_total: None,
            language: "fr".into(),
            client_network: String::new(),
            client_site: String::new(),
            only_placed: false,
        }
    }

    pub fn form(&self, phone: &str) -> proto::CheckoutForm {
        proto::CheckoutForm {
            first_name: "Amina".into(),
            last_name: "Haddad".into(),
            phone: phone.into(),
            email: String::new(),
            address: "12 rue Didouche Mourad".into(),
            wilaya_id: "16".into(),
            commune_id: "1601".into(),
            transporter_id: self.transporter.clone(),
            delivery_type: "home".into(),
        }
    }

    pub async fn place(&self, cart: proto::PlaceOrderRequest) -> Result<proto::PlaceOrderResponse, Failure> {
        let placed = self.checkout.place_order(by(&Actor::shopper(), cart)).await;
        Ok(placed.map_err(Failure::from)?.into_inner())
    }

    /// An order of one new product, from a phone of its own.
    pub async fn order(&self, phone: &str) -> proto::Order {
        let product = self.product(100_000).await;
        let cart = proto::PlaceOrderRequest { form: Some(self.form(phone)), ..self.cart(&product) };
        self.place(cart).await.expect("placed").order.expect("an order")
    }

    pub async fn step(&self, actor: &Actor, order: &proto::Order, to: &str) -> Result<proto::Order, Failure> {
        let request = proto::TransitionOrderRequest {
            id: order.id.clone(),
            to: to.into(),
            version: order.version,
            reason: "as told".into(),
            ..proto::TransitionOrderRequest::default()
        };
        self.transition(actor, request).await.map(|detail| detail.order.expect("an order"))
    }

    pub async fn transition(
        &self,
        actor: &Actor,
        request: proto::TransitionOrderRequest,
    ) -> Result<proto::OrderDetail, Failure> {
        self.clock.advance(time::Duration::seconds(1));
        let detail = self.orders.transition_order(by(actor, request)).await;
        Ok(detail.map_err(Failure::from)?.into_inner())
    }

    pub async fn get(&self, id: &str) -> proto::OrderDetail {
        let request = proto::GetOrderRequest { id: id.into() };
        self.orders.get_order(by(&admin(), request)).await.expect("found").into_inner()
    }

    /// Inventory says that the lines of this version of the order are held, as of this version of their reservation.
    pub async fn hears_reserved(&self, order: &str, version: u64, order_version: u64) {
        let event = StockReserved { order_id: order.into(), version, order_version };
        let mut tx = self.pool.begin().await.expect("a transaction");
        self.orders.0.stock_reserved_in(&mut tx, &event).await.expect("handled");
        tx.commit().await.expect("committed");
    }

    /// The types of the events that wait in the outbox, oldest first, but for the audit log's.
    pub async fn events(&self) -> Vec<String> {
        let types =
            "SELECT type FROM bus.outbox WHERE type NOT LIKE '%.AuditRecorded' ORDER BY occurred_at, id";
        let types = sqlx::query_scalar(types);
        types.fetch_all(&self.pool).await.expect("the outbox")
    }

    /// What the audit log is told, oldest first.
    pub async fn audit(&self) -> Vec<AuditEntry> {
        let payloads = sqlx::query_scalar(
            "SELECT payload FROM bus.outbox WHERE type = 'souk.orders.v1.AuditRecorded' ORDER BY position",
        );
        let payloads: Vec<Vec<u8>> = payloads.fetch_all(&self.pool).await.expect("the outbox");
        let event = |payload: &Vec<u8>| proto::AuditRecorded::decode(payload.as_slice()).expect("decodes");
        payloads.iter().filter_map(|payload| event(payload).entry).collect()
    }

    /// Stores the shop's only order so many times more, with its lines and the next numbers; the ids of all.
    pub async fn copy_order(&self, times: i32) -> Vec<String> {
        let columns = "SELECT string_agg(column_name, ', ') FROM information_schema.columns
                        WHERE table_name = 'orders' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'number')";
        let columns: String = sqlx::query_scalar(columns).fetch_one(&self.pool).await.expect("read");
        let copies = format!(
            "INSERT INTO orders (id, number, {columns})
             SELECT gen_random_uuid(), number + n, {columns} FROM orders, generate_series(1, {times}) AS n;
             INSERT INTO order_lines
             SELECT l.* FROM orders o, order_lines,
                    jsonb_populate_record(order_lines, jsonb_build_object('order_id', o.id)) AS l
              WHERE o.id <> order_lines.order_id;
             SELECT setval('order_numbers', (SELECT max(number) FROM orders))"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(copies)).execute(&self.pool).await.expect("stored");
        let all = sqlx::query_scalar("SELECT id::text FROM orders");
        all.fetch_all(&self.pool).await.expect("read")
    }

    pub async fn count(&self, table: &'static str) -> i64 {
        let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.expect("counted")
    }
}

pub fn mesh(url: &str) -> Mesh {
    let actor = ActorConfig { actor_key: "0123456789abcdef0123456789abcdef".to_owned().into() };
    let signer = Signer::new(&actor).expect("a long key");
    Mesh::new(&MeshConfig { mesh_url: url.to_owned() }, signer).expect("a mesh")
}

pub fn tariff(delivery: &str, price: i64) -> proto::Tariff {
    proto::Tariff {
        wilaya_id: "16".into(),
        commune_id: String::new(),
        delivery_type: delivery.into(),
        price,
        delay_min_hours: 24,
        delay_max_hours: 48,
        desk_address: String::new(),
        free_from: Some(0),
    }
}

pub fn sellable(product: &str, price_ht: i64) -> catalog::Sellable {
    catalog::Sellable {
        product_id: product.into(),
        version: 1,
        active: true,
        slug: "savon".into(),
        name: Some(LocalizedText { fr: "Savon".into(), ar: "صابون".into(), en: "Soap".into() }),
        price_ht,
        tax_rate: 1900,
        image: "/media/savon.webp".into(),
        combinations: Vec::new(),
        pack: Vec::new(),
        category_path: vec![CATEGORY.into()],
        brand_id: String::new(),
        pack_price: None,
        quantity_rule: None,
        available_from: String::new(),
        removed: false,
        wholesale: Some(catalog::Wholesale { price_ht: 0, minimum_quantity: 1 }),
    }
}

pub fn by<T>(actor: &Actor, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(actor.clone());
    request
}

pub fn staff(name: &str, role: Role) -> Actor {
    Actor::employee(EmployeeId::new(&TestClock::default()), name, vec![role], Vec::new())
}

pub fn admin() -> Actor {
    staff("Nadia", Role::Admin)
}

/// The fields that a failure names.
pub fn fields(failure: &Failure) -> Vec<&str> {
    failure.violations.iter().map(|violation| violation.field.as_str()).collect()
}
