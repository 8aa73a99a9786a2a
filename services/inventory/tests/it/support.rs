//! A shop's inventory on the database of one test.

use std::sync::Arc;

use prost::Message as _;
use souk_inventory::availability::Availability;
use souk_inventory::expeditions::{Expeditions, ExpeditionsRpc};
use souk_inventory::reservations::lifecycle::Lifecycle;
use souk_inventory::reservations::{OrderFacts, Reservations, ReservationsRpc};
use souk_inventory::sellables;
use souk_inventory::stock::{Stock, StockRpc};
use souk_inventory::warehouses::{Warehouses, WarehousesRpc};
use souk_inventory::{Inventory, MIGRATOR};
use souk_kernel::{Clock as _, EmployeeId, OrderId, Role, WarehouseId};
use souk_proto::catalog::v1 as catalog;
use souk_proto::common::v1::{AuditEntry, LocalizedText};
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::reservations_server::Reservations as _;
use souk_proto::inventory::v1::stock_server::Stock as _;
use souk_proto::inventory::v1::warehouses_server::Warehouses as _;
use souk_proto::orders::v1 as orders;
use souk_rpc::{Actor, Failure};
use souk_testkit::TestClock;
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use sqlx::postgres::PgPoolOptions;
use tonic::Request;
use uuid::Uuid;

/// What makes the database of each test.
pub const SCHEMA: &[&Migrator] = &[&MIGRATOR, &souk_bus::MIGRATOR];

const CAP: std::time::Duration = std::time::Duration::from_secs(10);

/// The service's gRPC services, called as a process would call them: with an actor.
pub struct Shop {
    pub inventory: Inventory,
    pub clock: TestClock,
    pub stock: StockRpc,
    pub expeditions: ExpeditionsRpc,
    pub reservations: ReservationsRpc,
    pub warehouses: WarehousesRpc,
    pub lifecycle: Lifecycle,
    pub availability: Availability,
}

/// Product and combination ids as they travel; the combination may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub product: String,
    pub combination: String,
}

impl Shop {
    pub fn open(pool: PgPool) -> Arc<Self> {
        let clock = TestClock::default();
        let inventory = Inventory::new(pool.clone(), Arc::new(clock.clone()));
        let outbox = inventory.outbox.clone();
        let warehouses = Warehouses::new(pool.clone(), inventory.clock.clone(), outbox.clone());
        let stock = Stock::new(pool.clone(), inventory.clock.clone(), outbox.clone());
        let expeditions = Expeditions::new(pool.clone(), inventory.clock.clone(), outbox.clone());
        let reservations = Reservations::new(pool, inventory.clock.clone(), outbox, warehouses.clone());
        Arc::new(Self {
            clock,
            expeditions: ExpeditionsRpc::new(expeditions, stock.clone()),
            stock: StockRpc::new(stock, inventory.availability()),
            reservations: ReservationsRpc::new(reservations),
            warehouses: WarehousesRpc::new(warehouses),
            lifecycle: Lifecycle::new(inventory.clock.clone(), inventory.outbox.clone()),
            availability: inventory.availability(),
            inventory,
        })
    }

    /// The door of another process on the same database, and its sessions. They look for a deadlock at once and not after a
    /// second, before any wait for a lock is given up: what circles is found.
    pub async fn replica(&self) -> (Arc<ReservationsRpc>, PgPool) {
        let pool = self.sessions().await;
        let clock = self.inventory.clock.clone();
        let outbox = self.inventory.outbox.clone();
        let warehouses = Warehouses::new(pool.clone(), clock.clone(), outbox.clone());
        let reservations = Reservations::new(pool.clone(), clock, outbox, warehouses);
        (Arc::new(ReservationsRpc::new(reservations)), pool)
    }

    /// As [`Shop::replica`], the door to its stock.
    pub async fn stock_replica(&self) -> (Arc<StockRpc>, PgPool) {
        let pool = self.sessions().await;
        let inventory = &self.inventory;
        let stock = Stock::new(pool.clone(), inventory.clock.clone(), inventory.outbox.clone());
        (Arc::new(StockRpc::new(stock, inventory.availability())), pool)
    }

    async fn sessions(&self) -> PgPool {
        let options = (*self.pool().connect_options())
            .clone()
            .options([("deadlock_timeout", "10ms")])
            .application_name("replica");
        PgPoolOptions::new().max_connections(8).connect_with(options).await.expect("its own pool")
    }

    /// How many deadlocks the sessions that have ended met in this test's database.
    pub async fn deadlocks(&self) -> i64 {
        let ended = async || {
            let busy = "SELECT count(*) FROM pg_stat_activity
                         WHERE datname = current_database() AND application_name = 'replica'";
            sqlx::query_scalar::<_, i64>(busy).fetch_one(self.pool()).await.is_ok_and(|busy| busy == 0)
        };
        souk_testkit::eventually("the sessions have told their numbers", CAP, ended).await;
        let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
        sqlx::query_scalar(deadlocks).fetch_one(self.pool()).await.expect("read")
    }

    pub fn pool(&self) -> &PgPool {
        &self.inventory.pool
    }

    pub fn id(&self) -> String {
        self.clock.uuid().to_string()
    }

    pub async fn warehouse(&self, name: &str, priority: u32) -> String {
        self.save_warehouse(&self.id(), name, priority, true).await
    }

    pub async fn save_warehouse(&self, id: &str, name: &str, priority: u32, active: bool) -> String {
        let stored = self.list_warehouses(&admin()).await.into_iter().find(|stored| stored.id == id);
        let warehouse = proto::Warehouse {
            id: id.into(),
            name: name.into(),
            wilaya_id: "16".into(),
            priority,
            active,
            version: stored.map_or(0, |stored| stored.version),
        };
        self.save(warehouse).await.expect("saved").id
    }

    pub async fn save(&self, warehouse: proto::Warehouse) -> Result<proto::Warehouse, Failure> {
        let request = proto::SaveWarehouseRequest { warehouse: Some(warehouse) };
        let saved = self.warehouses.save_warehouse(by(&admin(), request)).await;
        Ok(saved.map_err(Failure::from)?.into_inner())
    }

    pub async fn list_warehouses(&self, actor: &Actor) -> Vec<proto::Warehouse> {
        let listed = self.warehouses.list_warehouses(by(actor, proto::ListWarehousesRequest {})).await;
        listed.expect("listed").into_inner().warehouses
    }

    /// A product that catalog announced, with one combination or none.
    pub async fn key(&self, combined: bool) -> Key {
        let combination = if combined { self.id() } else { String::new() };
        let key = Key { product: self.id(), combination };
        self.sellable_changed(sellable(&key, 1, "Savon d'Alep")).await;
        key
    }

    pub async fn sellable_changed(&self, sellable: catalog::Sellable) {
        let mut tx = self.pool().begin().await.expect("a transaction");
        sellables::changed_in(&mut tx, Some(sellable)).await.expect("taken over");
        tx.commit().await.expect("committed");
    }

    pub async fn add(&self, warehouse: &str, key: &Key, quantity: i64) {
        let request = self.delivery(warehouse, key, quantity);
        self.stock.add_stock(by(&admin(), request)).await.expect("added");
    }

    pub fn delivery(&self, warehouse: &str, key: &Key, quantity: i64) -> proto::AddStockRequest {
        proto::AddStockRequest {
            idempotency_key: self.id(),
            warehouse_id: warehouse.into(),
            product_id: key.product.clone(),
            combination_id: key.combination.clone(),
            quantity,
            reason: "livraison".into(),
        }
    }

    /// A delivery of several articles at once.
    pub fn receipt(&self, warehouse: &str, lines: &[(&Key, i64)]) -> proto::ReceiveStockRequest {
        let line = |(key, quantity): &(&Key, i64)| proto::ReceivedLine {
            product_id: key.product.clone(),
            combination_id: key.combination.clone(),
            quantity: *quantity,
        };
        proto::ReceiveStockRequest {
            idempotency_key: self.id(),
            warehouse_id: warehouse.into(),
            lines: lines.iter().map(line).collect(),
            reason: "BL 2026-118".into(),
        }
    }

    /// `counted` pieces, by somebody who had read that `on_hand` were there.
    pub fn stock_take(
        &self,
        warehouse: &str,
        key: &Key,
        on_hand: u32,
        counted: i64,
    ) -> proto::AdjustStockRequest {
        proto::AdjustStockRequest {
            idempotency_key: self.id(),
            warehouse_id: warehouse.into(),
            product_id: key.product.clone(),
            combination_id: key.combination.clone(),
            on_hand,
            counted,
            reason: "inventaire".into(),
        }
    }

    pub async fn reserve(&self, order: &str, items: &[(&Key, u32)]) -> Result<Vec<proto::Held>, Failure> {
        Ok(self.hold(order, items).await?.held)
    }

    /// As a shopper asks who is told to try again while others keep the stock locked, which a busy machine makes of any commit.
    pub async fn reserve_patiently(
        &self,
        reservations: &ReservationsRpc,
        order: &str,
        items: &[(&Key, u32)],
    ) -> Result<Vec<proto::Held>, Failure> {
        let items: Vec<_> = items.iter().map(|(key, quantity)| item(key, *quantity)).collect();
        let begun = std::time::Instant::now();
        loop {
            let request =
                proto::ReserveRequest { order_id: order.into(), items: items.clone(), ..Default::default() };
            let answer = reservations.reserve(by(&system(), request)).await.map_err(Failure::from);
            match answer {
                Err(crowded) if crowded.code == "inventory.crowded" && begun.elapsed() < CAP => {}
                answer => return Ok(answer?.into_inner().held),
            }
        }
    }

    pub async fn hold(&self, order: &str, items: &[(&Key, u32)]) -> Result<proto::ReserveResponse, Failure> {
        self.hold_for(order, 0, items).await
    }

    /// As orders asks on behalf of a stored order of this version.
    pub async fn hold_for(
        &self,
        order: &str,
        order_version: u64,
        items: &[(&Key, u32)],
    ) -> Result<proto::ReserveResponse, Failure> {
        let request = proto::ReserveRequest {
            order_id: order.into(),
            items: items.iter().map(|(key, quantity)| item(key, *quantity)).collect(),
            order_version,
        };
        let answer = self.reservations.reserve(by(&system(), request)).await;
        Ok(answer.map_err(Failure::from)?.into_inner())
    }

    pub async fn release(&self, order: &str) {
        self.try_release(order).await.expect("released");
    }

    pub async fn try_release(&self, order: &str) -> Result<(), Failure> {
        let request = proto::ReleaseRequest { order_id: order.into(), reason: "test".into() };
        Ok(self.reservations.release(by(&system(), request)).await.map(drop)?)
    }

    pub async fn reservation(&self, order: &str) -> proto::GetReservationResponse {
        let request = proto::GetReservationRequest { order_id: order.into() };
        self.reservations.get_reservation(by(&admin(), request)).await.expect("found").into_inner()
    }

    /// On hand and reserved of the key in the warehouse.
    pub async fn level(&self, warehouse: &str, key: &Key) -> (i32, i32) {
        let level = sqlx::query_as(
            "SELECT on_hand, reserved FROM stock_levels
             WHERE warehouse_id = $1 AND product_id = $2 AND combination_id = $3",
        )
        .bind(uuid(warehouse))
        .bind(uuid(&key.product))
        .bind(uuid(&key.combination));
        level.fetch_optional(self.pool()).await.expect("read").unwrap_or_default()
    }

    /// What the audit log is told, oldest first.
    pub async fn audit(&self) -> Vec<AuditEntry> {
        let payloads = sqlx::query_scalar(
            "SELECT payload FROM bus.outbox WHERE type = 'souk.inventory.v1.AuditRecorded' ORDER BY position",
        );
        let payloads: Vec<Vec<u8>> = payloads.fetch_all(self.pool()).await.expect("the outbox");
        let event = |payload: &Vec<u8>| proto::AuditRecorded::decode(payload.as_slice()).expect("decodes");
        payloads.iter().filter_map(|payload| event(payload).entry).collect()
    }

    /// Types of the events that wait in the outbox, in order, but for the audit log's.
    pub async fn outbox(&self) -> Vec<String> {
        let types =
            "SELECT type FROM bus.outbox WHERE type NOT LIKE '%.AuditRecorded' ORDER BY occurred_at, id";
        sqlx::query_scalar(types).fetch_all(self.pool()).await.expect("read")
    }

    /// The versions of what orders is told to be held.
    pub async fn told_reserved(&self) -> Vec<u64> {
        let payloads: Vec<Vec<u8>> = sqlx::query_scalar(
            "SELECT payload FROM bus.outbox WHERE type = 'souk.inventory.v1.StockReserved'",
        )
        .fetch_all(self.pool())
        .await
        .expect("read");
        let version =
            |payload: &Vec<u8>| proto::StockReserved::decode(payload.as_slice()).expect("an event").version;
        payloads.iter().map(version).collect()
    }

    /// Whether everything adds up: I1 and I2 of the invariants.
    pub async fn assert_adds_up(&self) {
        let wrong: Vec<(Uuid, Uuid)> = sqlx::query_as(
            "SELECT l.product_id, l.warehouse_id FROM stock_levels l
             WHERE NOT (0 <= l.reserved AND l.reserved <= l.on_hand)
                 OR l.reserved <> (SELECT coalesce(sum(i.quantity), 0)
                     FROM reservation_items i JOIN reservations r USING (order_id)
                     WHERE r.state IN ('held', 'confirmed') AND i.product_id = l.product_id
                         AND i.combination_id = l.combination_id AND i.warehouse_id = l.warehouse_id)
                     + (SELECT coalesce(sum(p.quantity), 0)
                     FROM expedition_parts p JOIN expeditions e ON e.id = p.expedition_id
                     WHERE e.status = 'inprogress' AND p.product_id = l.product_id
                         AND p.combination_id = l.combination_id AND e.source_id = l.warehouse_id)
                 OR l.on_hand <> (SELECT coalesce(sum(m.quantity), 0) FROM stock_movements m
                     WHERE m.product_id = l.product_id AND m.combination_id = l.combination_id
                         AND m.warehouse_id = l.warehouse_id)",
        )
        .fetch_all(self.pool())
        .await
        .expect("read");
        assert_eq!(wrong, [], "levels that don't add up");
        let kept: Vec<(Uuid, Uuid)> = sqlx::query_as(
            "SELECT product_id, combination_id FROM (
                 SELECT product_id, combination_id, a.available
                   FROM availability a JOIN sellable_items i USING (product_id, combination_id)
                  WHERE i.listed AND a.available <= 100) low
               FULL JOIN low_stock kept USING (product_id, combination_id) WHERE low.available IS DISTINCT FROM kept.available
             UNION ALL
             SELECT product_id, combination_id FROM (
                 SELECT product_id, combination_id, l.warehouse_id, l.on_hand
                   FROM stock_levels l JOIN sellable_items i USING (product_id, combination_id)
                  WHERE NOT i.listed AND l.on_hand > 0) remaining
               FULL JOIN leftovers kept USING (product_id, combination_id, warehouse_id)
              WHERE remaining.on_hand IS NULL OR kept.product_name_fr IS NULL",
        )
        .fetch_all(self.pool())
        .await
        .expect("read");
        assert_eq!(kept, [], "what is not in its list, or is and should not be");
    }
}

/// What an event of an order does, as the consumer would run it: in one transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Placed,
    Cancelled,
    HoldReleased,
    Shipped,
    Returned,
}

impl Shop {
    pub async fn happens(&self, step: Step, order: orders::Order) -> anyhow::Result<()> {
        let facts = OrderFacts::try_from(Some(order))?;
        let mut tx = self.pool().begin().await?;
        match step {
            Step::Placed => self.lifecycle.placed_in(&mut tx, &facts).await?,
            Step::Cancelled => self.lifecycle.cancelled_in(&mut tx, &facts).await?,
            Step::HoldReleased => self.lifecycle.hold_released_in(&mut tx, &facts).await?,
            Step::Shipped => self.lifecycle.shipped_in(&mut tx, &facts).await?,
            Step::Returned => self.lifecycle.returned_in(&mut tx, &facts).await?,
        }
        Ok(tx.commit().await?)
    }
}

impl Shop {
    /// The order has these items now, after these changes.
    pub async fn lines_changed(&self, order: orders::Order, changes: &[&str]) -> anyhow::Result<()> {
        let facts = OrderFacts::try_from(Some(changed(order, changes)))?;
        let mut tx = self.pool().begin().await?;
        self.lifecycle.lines_changed_in(&mut tx, &facts).await?;
        Ok(tx.commit().await?)
    }

    /// Whether the orders were confirmed together, as the consumer would try it.
    pub async fn all_placed(&self, orders: impl IntoIterator<Item = orders::Order>) -> anyhow::Result<bool> {
        let facts = orders.into_iter().map(|order| OrderFacts::try_from(Some(order)));
        let facts = facts.collect::<Result<Vec<_>, _>>()?;
        let mut tx = self.pool().begin().await?;
        let all = self.lifecycle.all_placed_in(&mut tx, &facts).await?;
        if all {
            tx.commit().await?;
        }
        Ok(all)
    }
}

/// The order after these changes of its lines.
pub fn changed(order: orders::Order, changes: &[&str]) -> orders::Order {
    orders::Order { change_ids: changes.iter().map(|id| (*id).to_owned()).collect(), ..order }
}

/// An order of one line, as orders publishes it.
pub fn order(id: &str, version: u64, stock: &str, items: &[(&Key, u32)]) -> orders::Order {
    let stock_items = items.iter().map(|(key, quantity)| orders::StockItem {
        product_id: key.product.clone(),
        combination_id: key.combination.clone(),
        quantity: *quantity,
    });
    orders::Order {
        id: id.into(),
        number: "A-10234".into(),
        version,
        stock: stock.into(),
        lines: vec![orders::OrderLine { stock_items: stock_items.collect(), ..Default::default() }],
        ..Default::default()
    }
}

pub fn sellable(key: &Key, version: u64, name: &str) -> catalog::Sellable {
    let combination = catalog::SellableCombination {
        combination_id: key.combination.clone(),
        name: Some(LocalizedText { fr: "200 g".into(), ..Default::default() }),
        sku: "SAV-200".into(),
        ..Default::default()
    };
    catalog::Sellable {
        product_id: key.product.clone(),
        version,
        name: Some(LocalizedText { fr: name.into(), ar: "صابون حلب".into(), en: String::new() }),
        combinations: if key.combination.is_empty() { Vec::new() } else { vec![combination] },
        ..Default::default()
    }
}

pub fn item(key: &Key, quantity: u32) -> proto::Item {
    proto::Item { product_id: key.product.clone(), combination_id: key.combination.clone(), quantity }
}

pub fn held(warehouse: &str, key: &Key, quantity: u32) -> proto::Held {
    proto::Held {
        warehouse_id: warehouse.into(),
        product_id: key.product.clone(),
        combination_id: key.combination.clone(),
        quantity,
    }
}

pub fn by<T>(actor: &Actor, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(actor.clone());
    request
}

pub fn system() -> Actor {
    Actor::system("orders")
}

pub fn admin() -> Actor {
    staff(Role::Admin, Vec::new())
}

pub fn staff(role: Role, warehouses: Vec<WarehouseId>) -> Actor {
    Actor::employee(EmployeeId::new(&TestClock::default()), "Samira B.", vec![role], warehouses)
}

pub fn new_order(shop: &Shop) -> String {
    OrderId::new(&shop.clock).to_string()
}

/// The nil id for an empty text.
pub fn uuid(text: &str) -> Uuid {
    if text.is_empty() { Uuid::nil() } else { text.parse().expect("an id") }
}
