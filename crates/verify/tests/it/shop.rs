//! A shop that agrees: orders in every status with the stock and the money that belong to them.

use souk_bus::{BusConfig, Event, Meta, Outbox};
use souk_kernel::{Clock as _, SystemClock};
use souk_proto::catalog::v1::{Promotion, PromotionsChanged};
use souk_proto::inventory::v1::AvailabilityChanged;
use souk_proto::orders::v1::PlaceOrderResponse;
use souk_service::Service;
use souk_testkit::{Broker, Database, Namespace};
use souk_verify::{Config, Invariant, Violation};
use sqlx::PgPool;
use uuid::Uuid;

pub const NONE: Uuid = Uuid::nil();

pub struct Shop {
    pub orders: PgPool,
    pub inventory: PgPool,
    pub payments: PgPool,
    pub catalog: PgPool,
    pub product: Uuid,
    warehouse: Uuid,
    transporter: Uuid,
    databases: [Database; 4],
    gateway: Option<Database>,
    namespace: Namespace,
    broker: Broker,
}

impl Shop {
    /// A product of which 100 came in.
    pub async fn open() -> Self {
        let databases = [
            migrated::<souk_orders::App>().await,
            migrated::<souk_inventory::Inventory>().await,
            migrated::<souk_payments::Payments>().await,
            migrated::<souk_catalog::Catalog>().await,
        ];
        let [orders, inventory, payments, catalog] = databases.each_ref().map(Database::pool);
        let broker = Broker::from_env().unwrap();
        let namespace = broker.namespace();
        let [product, warehouse, transporter] = std::array::from_fn(|_| fresh());
        let shop = Self {
            orders,
            inventory,
            payments,
            catalog,
            product,
            warehouse,
            transporter,
            databases,
            gateway: None,
            namespace,
            broker,
        };
        shop.furnish().await;
        shop
    }

    /// The same with the gateway's database, which the verifier is told of then.
    pub async fn with_journal() -> Self {
        Self { gateway: Some(migrated::<souk_gateway::Gateway>().await), ..Self::open().await }
    }

    async fn furnish(&self) {
        sqlx::query("INSERT INTO transporters (id, name) VALUES ($1, 'Yalidine')")
            .bind(self.transporter)
            .execute(&self.orders)
            .await
            .unwrap();
        sqlx::query("INSERT INTO warehouses VALUES ($1, 'Alger', '16', 1, true, now(), now())")
            .bind(self.warehouse)
            .execute(&self.inventory)
            .await
            .unwrap();
        sqlx::query("INSERT INTO stock_levels (product_id, combination_id, warehouse_id, on_hand) VALUES ($1, $2, $3, 0)")
            .bind(self.product)
            .bind(NONE)
            .bind(self.warehouse)
            .execute(&self.inventory)
            .await
            .unwrap();
        self.move_stock("received", 100, None).await;
    }

    /// What the services have heard of each other once all of it arrived: the product is for sale, all of it.
    pub async fn hear(&self) {
        let made = "WITH category AS (
                INSERT INTO categories (id, slug, name, created_at) VALUES (gen_random_uuid(), 'c', '{\"fr\":\"c\"}', now())
                RETURNING id)
            INSERT INTO products (id, revision, slug, active, price_ht, tax_rate, category_id, created_at, updated_at)
            SELECT $1, 7, 'p', true, 1000, 1900, id, now(), now() FROM category";
        let available = "INSERT INTO availability (product_id, combination_id, version, available)
            VALUES ($1, '00000000-0000-0000-0000-000000000000', 3, 100)";
        for (pool, statement) in [
            (&self.catalog, made),
            (&self.catalog, available),
            (&self.inventory, available),
            (&self.inventory, "INSERT INTO sellable_products (product_id, version) VALUES ($1, 7)"),
            (&self.orders, "INSERT INTO sellables (product_id, version, body) VALUES ($1, 7, '')"),
        ] {
            sqlx::query(statement).bind(self.product).execute(pool).await.unwrap();
        }
    }

    /// A promotion of everything, and another that is over by now; orders heard of both.
    pub async fn promotion(&self) -> Uuid {
        let [promotion, over] = [fresh(), fresh()];
        let kept =
            [promotion, over].map(|id| Promotion { id: id.to_string(), version: 1, ..Promotion::default() });
        let set = PromotionsChanged { version: 7, promotions: kept.to_vec() };
        sqlx::query(
            "INSERT INTO promotions (id, version, title, rule_type, value, rule, ends_at, active, in_force)
             VALUES ($1, 1, '{}', 'percentage', 1000, 'all', NULL, true, true),
                    ($2, 1, '{}', 'percentage', 1000, 'all', now() - interval '1 hour', true, false)",
        )
        .bind(promotion)
        .bind(over)
        .execute(&self.catalog)
        .await
        .unwrap();
        sqlx::query("UPDATE promotions SET version = 7, body = $1")
            .bind(prost::Message::encode_to_vec(&set))
            .execute(&self.orders)
            .await
            .unwrap();
        promotion
    }

    /// An order of two pieces at 10.00, delivery 4.00, with everything that belongs to its status.
    pub async fn order(&self, status: &str) -> Uuid {
        let order = fresh();
        self.write_order(order, status, "reserved").await;
        match status {
            "placed" | "unreachable" | "confirmed" | "preparing" => self.hold(order, "confirmed").await,
            "cancelled" => self.release(order).await,
            "returned" => {
                self.hold(order, "returned").await;
                self.move_stock("shipped", -2, Some(order)).await;
                self.move_stock("returned", 2, Some(order)).await;
            }
            _ => {
                self.hold(order, "shipped").await;
                self.move_stock("shipped", -2, Some(order)).await;
            }
        }
        match status {
            "delivered" => self.owe(order).await,
            "settled" => {
                self.owe(order).await;
                self.pay(order).await;
                self.hear_of_payments(order, 1).await;
            }
            _ => {}
        }
        order
    }

    pub async fn write_order(&self, order: Uuid, status: &str, stock: &str) {
        sqlx::query(
            "INSERT INTO orders (id, number, version, status, stock, visitor_id, first_name, last_name, phone, wilaya_code,
                                 wilaya_name, commune_code, commune_name, transporter_id, transporter_name, delivery_type,
                                 products_total, delivery_price, total, language, placed_at, delivered_at, actor_name)
             SELECT $1, nextval('order_numbers'), 1, $2, $3, gen_random_uuid(), 'Samira', 'Benali', '0550000000', w.code, 'w', c.code, 'c',
                    $4, 'Yalidine', 'home', 2000, 400, 2400, 'fr', now(), now(), 'client'
               FROM wilayas w JOIN communes c ON c.wilaya_code = w.code LIMIT 1",
        )
        .bind(order)
        .bind(status)
        .bind(stock)
        .bind(self.transporter)
        .execute(&self.orders)
        .await
        .unwrap();
        sqlx::query(
            "INSERT INTO order_lines (order_id, position, product_id, name, combination_name, sku, image, quantity, unit_price,
                                      unit_price_ht, unit_price_ttc, tax_rate, total, stock_items)
             VALUES ($1, 0, $2, '{}', '{}', '', '', 2, 1000, 1000, 1190, 1900, 2000,
                     jsonb_build_array(jsonb_build_object('product_id', $2, 'combination_id', NULL, 'quantity', 2)))",
        )
        .bind(order)
        .bind(self.product)
        .execute(&self.orders)
        .await
        .unwrap();
        self.answer("key", order).await;
    }

    /// Stores the checkout's answer under `key` and the order's id.
    pub async fn answer(&self, key: &str, order: Uuid) {
        let response = PlaceOrderResponse { order_id: order.to_string(), ..Default::default() };
        sqlx::query("INSERT INTO idempotency VALUES ('checkout/v', $1, '', $2, now())")
            .bind(format!("{key}-{order}"))
            .bind(prost::Message::encode_to_vec(&response))
            .execute(&self.orders)
            .await
            .unwrap();
    }

    pub async fn hold(&self, order: Uuid, state: &str) {
        sqlx::query(
            "INSERT INTO reservations (order_id, state, expires_at, created_at, updated_at)
             VALUES ($1, $2, CASE $2 WHEN 'held' THEN now() + interval '2 minutes' END, now(), now())",
        )
        .bind(order)
        .bind(state)
        .execute(&self.inventory)
        .await
        .unwrap();
        sqlx::query("INSERT INTO reservation_items VALUES ($1, $2, $3, $4, 2)")
            .bind(order)
            .bind(self.product)
            .bind(NONE)
            .bind(self.warehouse)
            .execute(&self.inventory)
            .await
            .unwrap();
        if ["held", "confirmed"].contains(&state) {
            sqlx::raw_sql("UPDATE stock_levels SET reserved = reserved + 2")
                .execute(&self.inventory)
                .await
                .unwrap();
        }
    }

    async fn release(&self, order: Uuid) {
        sqlx::query(
            "INSERT INTO reservations (order_id, state, release_reason, created_at, updated_at)
             VALUES ($1, 'released', 'cancelled', now(), now())",
        )
        .bind(order)
        .execute(&self.inventory)
        .await
        .unwrap();
    }

    pub async fn move_stock(&self, kind: &str, quantity: i32, order: Option<Uuid>) {
        sqlx::query(
            "WITH level AS (UPDATE stock_levels SET on_hand = on_hand + $3 RETURNING product_id, combination_id, warehouse_id, on_hand)
             INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason,
                                          actor_name, order_id, at)
             SELECT $1, warehouse_id, product_id, combination_id, $2, $3, on_hand - $3, on_hand, '', 'souk', $4, now() FROM level",
        )
        .bind(fresh())
        .bind(kind)
        .bind(quantity)
        .bind(order)
        .execute(&self.inventory)
        .await
        .unwrap();
    }

    /// An expedition of two pieces, as it is in the status, without what the ledger says of it.
    pub async fn expedition(&self, status: &str, received: i32) -> Uuid {
        let (expedition, destination) = (fresh(), fresh());
        sqlx::query("INSERT INTO warehouses VALUES ($1, 'Oran', '31', 2, true, now(), now())")
            .bind(destination)
            .execute(&self.inventory)
            .await
            .unwrap();
        sqlx::query(
            "INSERT INTO expeditions (id, source_id, destination_id, status, note, version, actor_name, created_at, sent_at)
             VALUES ($1, $2, $3, $4, '', 1, 'Samira', now(), CASE $4 WHEN 'inprogress' THEN NULL ELSE now() END)",
        )
        .bind(expedition)
        .bind(self.warehouse)
        .bind(destination)
        .bind(status)
        .execute(&self.inventory)
        .await
        .unwrap();
        sqlx::query("INSERT INTO expedition_parts VALUES ($1, $2, $3, $4, 2, $5)")
            .bind(fresh())
            .bind(expedition)
            .bind(self.product)
            .bind(NONE)
            .bind(received)
            .execute(&self.inventory)
            .await
            .unwrap();
        expedition
    }

    /// Its goods leave their source.
    pub async fn leaves(&self, expedition: Uuid) {
        sqlx::query(
            "WITH level AS (UPDATE stock_levels SET on_hand = on_hand - 2 WHERE warehouse_id = $3
                 RETURNING product_id, combination_id, warehouse_id, on_hand)
             INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason,
                                          actor_name, expedition_id, at)
             SELECT $1, warehouse_id, product_id, combination_id, 'expedition_sent', -2, on_hand + 2, on_hand, 'E-201', 'souk', $2,
                    now() FROM level",
        )
        .bind(fresh())
        .bind(expedition)
        .bind(self.warehouse)
        .execute(&self.inventory)
        .await
        .unwrap();
    }

    /// A delivered order whose payment was reversed.
    pub async fn reversed_order(&self) -> Uuid {
        let order = self.order("settled").await;
        let reversal = fresh();
        sqlx::query(
            "INSERT INTO transporter_payment_reversals (id, payment_id, version, orders, total, reason, reversed_at,
                                                        actor_name)
             SELECT $1, payment_id, 2, 1, 2400, 'erreur', now(), 'Samira'
               FROM receivable_entries WHERE order_id = $2 AND kind = 'paid'",
        )
        .bind(reversal)
        .bind(order)
        .execute(&self.payments)
        .await
        .unwrap();
        self.enter(order, "payment_reversed", 2400, Some(reversal)).await;
        self.hear_of_payments(order, 2).await;
        self.set_status(order, "delivered").await;
        order
    }

    /// Takes the delivery back: the parcel is on its way home.
    pub async fn take_back(&self, order: Uuid) {
        self.enter(order, "taken_back", -2400, None).await;
        self.set_status(order, "returning").await;
    }

    async fn set_status(&self, order: Uuid, status: &str) {
        let set = sqlx::query("UPDATE orders SET status = $2 WHERE id = $1");
        set.bind(order).bind(status).execute(&self.orders).await.unwrap();
    }

    /// Of so many payments and reversals of the order.
    async fn hear_of_payments(&self, order: Uuid, version: i64) {
        let heard = sqlx::query("UPDATE orders SET payment_version = $2 WHERE id = $1");
        heard.bind(order).bind(version).execute(&self.orders).await.unwrap();
    }

    pub async fn owe(&self, order: Uuid) {
        sqlx::query(
            "INSERT INTO receivables VALUES ($1, 'A-1', $2, 'Yalidine', 'Samira', 'Alger', 2400, now())",
        )
        .bind(order)
        .bind(self.transporter)
        .execute(&self.payments)
        .await
        .unwrap();
        self.enter(order, "delivered", 2400, None).await;
    }

    async fn pay(&self, order: Uuid) {
        sqlx::query(
            "INSERT INTO transporter_payments (id, transporter_id, transporter_name, reference, total, recorded_at,
                                               actor_name)
             VALUES ($1, $2, 'Yalidine', '', 2400, now(), 'Samira')",
        )
        .bind(fresh())
        .bind(self.transporter)
        .execute(&self.payments)
        .await
        .unwrap();
        self.enter(order, "paid", -2400, None).await;
    }

    /// An entry with the sums that follow; one of a payment is of the newest.
    async fn enter(&self, order: Uuid, kind: &str, amount: i64, reversal: Option<Uuid>) {
        sqlx::query(
            "WITH entry AS (
                 INSERT INTO receivable_entries (order_id, kind, amount, payment_id, reversal_id, reason, actor_name, at)
                 VALUES ($1, $2, $3, CASE WHEN $2 IN ('paid', 'payment_reversed') THEN
                     (SELECT id FROM transporter_payments ORDER BY number DESC LIMIT 1) END, $4, '', 'Samira', now())
                 RETURNING owed, paid, payment_id
             )
             UPDATE receivables r SET owed = r.owed + e.owed, paid = r.paid + e.paid,
                 payment_version = r.payment_version + (e.payment_id IS NOT NULL)::int
             FROM entry e WHERE r.order_id = $1",
        )
        .bind(order)
        .bind(kind)
        .bind(amount)
        .bind(reversal)
        .execute(&self.payments)
        .await
        .unwrap();
    }

    /// Commits an event of inventory that catalog listens to.
    pub async fn publish(&self) -> Uuid {
        self.tell(&AvailabilityChanged::default()).await
    }

    /// Commits an event of inventory and takes it for published: the broker had it.
    pub async fn lose(&self, event: &impl Event) -> Uuid {
        let id = self.tell(event).await;
        sql(&self.inventory, "UPDATE bus.outbox SET published_at = now()").await;
        id
    }

    async fn tell(&self, event: &impl Event) -> Uuid {
        let meta = Meta::new(&SystemClock, self.product);
        let mut tx = self.inventory.begin().await.unwrap();
        Outbox::new().add(&mut tx, event, meta).await.unwrap();
        tx.commit().await.unwrap();
        meta.id
    }

    /// The gateway's database, of a shop with a journal.
    pub fn journal(&self) -> PgPool {
        self.gateway.as_ref().unwrap().pool()
    }

    pub fn config(&self) -> Config {
        let [orders, inventory, payments, catalog] =
            self.databases.each_ref().map(|database| database.url().into());
        Config {
            catalog_database_url: catalog,
            orders_database_url: orders,
            inventory_database_url: inventory,
            payments_database_url: payments,
            gateway_database_url: self.gateway.as_ref().map(|database| database.url().into()),
            bus: self.bus(),
            settle_seconds: 0,
            acknowledged: None,
            verbose: false,
        }
    }

    pub fn bus(&self) -> BusConfig {
        BusConfig { amqp_url: self.broker.url().into(), namespace: self.namespace.name().to_owned() }
    }

    pub fn broker_url(&self) -> &str {
        self.broker.url()
    }

    pub fn topology(&self) -> souk_bus::Topology {
        souk_bus::Topology::new(self.namespace.name(), souk_bus::ROUTES)
    }

    pub async fn verify(&self) -> Vec<Violation> {
        souk_verify::verify(&self.config()).await.unwrap()
    }

    /// Asserts that exactly `invariant` is broken, by exactly these.
    pub async fn breaks(self, invariant: Invariant, ids: &[Uuid]) {
        let violations = self.verify().await;
        assert_eq!(violations.len(), ids.len(), "{violations:#?}");
        for (violation, id) in violations.iter().zip(ids) {
            assert_eq!(violation.invariant, invariant, "{violation}");
            assert!(violation.to_string().contains(&id.to_string()), "{violation} names {id}");
        }
        self.close().await;
    }

    pub async fn close(self) {
        let topology = self.topology();
        self.namespace.remove(topology.queues().into_keys()).await.unwrap();
    }
}

/// The service's database as its program makes it.
async fn migrated<S: Service>() -> Database {
    let label = format!("verified_{}", S::NAME);
    Database::copy_filled_by(&label, async |pool| souk_service::migrate::<S>(&pool).await).await.unwrap()
}

pub fn fresh() -> Uuid {
    SystemClock.uuid()
}

/// Runs SQL that the test wrote out.
pub async fn sql(pool: &PgPool, text: &'static str) {
    sqlx::raw_sql(text).execute(pool).await.unwrap();
}
