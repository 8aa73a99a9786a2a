//! A neighbour that plays inventory: it holds stock by its contract and can be short, away or slow.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::stream::Pending;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::reservations_server::{Reservations, ReservationsServer};
use souk_proto::inventory::v1::stock_server::{Stock, StockServer};
use souk_rpc::{Failure, Kind, Violation};
use souk_testkit::GrpcServer;
use tokio::sync::Semaphore;
use tonic::service::Routes;
use tonic::{Request, Response, Status};

/// What inventory was asked, and how it answers.
#[derive(Clone, Default)]
pub struct FakeInventory(Arc<State>);

#[derive(Default)]
struct State {
    book: Mutex<Book>,
    /// When set, each answer to Reserve waits for a permit.
    gate: Mutex<Option<Arc<Semaphore>>>,
}

/// Short items of which a refusal tells how many there are, as inventory's does.
const MOST_TOLD: usize = 50;

/// Of every hold here: each is the first that its order gets.
pub const HOLD_VERSION: u64 = 3;

#[derive(Default)]
pub struct Book {
    /// Of the holds from now on, where it is above [`HOLD_VERSION`].
    pub version: u64,
    /// By product; a product that is not here never runs out.
    pub available: HashMap<String, u32>,
    /// By order.
    pub held: HashMap<String, Vec<proto::Item>>,
    /// Of those, the ones that the event of their order confirmed.
    pub confirmed: HashSet<String>,
    pub released: Vec<String>,
    pub allocated: Vec<proto::AllocateRequest>,
    /// Where everything that is held stands.
    pub warehouse: String,
    /// Whoever asks about a reservation is assigned to other warehouses.
    pub is_foreign: bool,
    /// Or about those of these orders.
    pub foreign: HashSet<String>,
    pub is_away: bool,
    /// What is asked for these products is not answered.
    pub silent: HashSet<String>,
    /// Or as of an inventory that is away.
    pub failing: HashSet<String>,
    /// Others keep the stock locked.
    pub is_crowded: bool,
    pub questions: usize,
    /// The version of the order that asked last; 0 of a checkout.
    pub order_version: u64,
}

impl FakeInventory {
    pub async fn open(&self) -> GrpcServer {
        let routes = Routes::new(ReservationsServer::new(self.clone()));
        let routes = routes.add_service(StockServer::new(self.clone()));
        souk_testkit::serve(routes).await.expect("a free port")
    }

    pub fn book(&self) -> MutexGuard<'_, Book> {
        self.0.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on answers to Reserve wait; add permits to let them go.
    pub fn gate(&self) -> Arc<Semaphore> {
        let gate = Arc::new(Semaphore::new(0));
        *self.0.gate.lock().unwrap_or_else(PoisonError::into_inner) = Some(gate.clone());
        gate
    }

    async fn pass_gate(&self) {
        let gate = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(gate) = gate {
            gate.acquire().await.expect("the gate is never closed").forget();
        }
    }
}

impl Book {
    fn hold(&mut self, request: proto::ReserveRequest) -> Result<(), Failure> {
        self.questions += 1;
        self.order_version = request.order_version;
        if self.is_away {
            return Err(Failure::unavailable("inventory is away"));
        }
        if self.is_crowded {
            return Err(Failure::busy("inventory.crowded", "everybody wants it"));
        }
        if self.held.contains_key(&request.order_id) {
            return Ok(());
        }
        let left = |item: &proto::Item| self.available.get(&item.product_id).copied().unwrap_or(u32::MAX);
        let short = request.items.iter().enumerate().filter(|(_, item)| left(item) < item.quantity);
        let short: Vec<_> = short.map(|(index, item)| (format!("items[{index}]"), left(item))).collect();
        if !short.is_empty() {
            let violation = |(item, _): &(String, u32)| {
                Violation::new(format!("{item}.quantity"), "form.validation.outOfStock", "short")
            };
            let violations = short.iter().map(violation).collect();
            let refused = Failure::precondition("inventory.out_of_stock", "short").violating(violations);
            let tell = |refused: Failure, (item, left)| refused.with(format!("{item}.available"), left);
            return Err(short.into_iter().take(MOST_TOLD).fold(refused, tell));
        }
        for item in &request.items {
            if let Some(left) = self.available.get_mut(&item.product_id) {
                *left -= item.quantity;
            }
        }
        self.held.insert(request.order_id, request.items);
        Ok(())
    }

    /// The pieces are free again, unless the order is known to exist.
    fn release(&mut self, order: String) -> Result<(), Failure> {
        if self.confirmed.contains(&order) {
            return Err(Failure::precondition("inventory.confirmed", "the hold is confirmed"));
        }
        for item in self.held.remove(&order).unwrap_or_default() {
            if let Some(left) = self.available.get_mut(&item.product_id) {
                *left += item.quantity;
            }
        }
        self.released.push(order);
        Ok(())
    }
}

#[tonic::async_trait]
impl Reservations for FakeInventory {
    async fn reserve(
        &self,
        request: Request<proto::ReserveRequest>,
    ) -> Result<Response<proto::ReserveResponse>, Status> {
        let request = request.into_inner();
        let (held, version, is_silent) = {
            let mut book = self.book();
            let asks_for = |products: &HashSet<String>| {
                request.items.iter().any(|item| products.contains(&item.product_id))
            };
            if asks_for(&book.failing) {
                return Err(Status::unavailable("this replica ends"));
            }
            let is_silent = asks_for(&book.silent);
            (book.hold(request), book.version.max(HOLD_VERSION), is_silent)
        };
        if is_silent {
            std::future::pending::<()>().await;
        }
        self.pass_gate().await;
        held?;
        Ok(Response::new(proto::ReserveResponse { held: Vec::new(), version }))
    }

    async fn release(
        &self,
        request: Request<proto::ReleaseRequest>,
    ) -> Result<Response<proto::ReleaseResponse>, Status> {
        self.book().release(request.into_inner().order_id)?;
        Ok(Response::new(proto::ReleaseResponse {}))
    }

    async fn allocate(
        &self,
        request: Request<proto::AllocateRequest>,
    ) -> Result<Response<proto::ReserveResponse>, Status> {
        self.book().allocated.push(request.into_inner());
        Ok(Response::new(proto::ReserveResponse::default()))
    }

    async fn get_reservation(
        &self,
        request: Request<proto::GetReservationRequest>,
    ) -> Result<Response<proto::GetReservationResponse>, Status> {
        let book = self.book();
        let order = request.into_inner().order_id;
        if book.is_foreign || book.foreign.contains(&order) {
            return Err(Failure::new(Kind::Forbidden, "forbidden", "in none of your warehouses").into());
        }
        let items = book.held.get(&order).cloned().unwrap_or_default();
        let held = items.into_iter().map(|item| proto::Held {
            warehouse_id: book.warehouse.clone(),
            product_id: item.product_id,
            combination_id: item.combination_id,
            quantity: item.quantity,
        });
        Ok(Response::new(proto::GetReservationResponse { held: held.collect(), ..Default::default() }))
    }

    async fn list_held(
        &self,
        _: Request<proto::ListHeldRequest>,
    ) -> Result<Response<proto::ListHeldResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn list_orders_in_reach(
        &self,
        request: Request<proto::ListOrdersInReachRequest>,
    ) -> Result<Response<proto::ListOrdersInReachResponse>, Status> {
        let mut book = self.book();
        book.questions += 1;
        let mut order_ids = request.into_inner().order_ids;
        order_ids.retain(|order| !book.is_foreign && !book.foreign.contains(order));
        Ok(Response::new(proto::ListOrdersInReachResponse { order_ids }))
    }
}

/// Says what is left; nobody here asks for more.
#[tonic::async_trait]
impl Stock for FakeInventory {
    async fn get_availability(
        &self,
        request: Request<proto::GetAvailabilityRequest>,
    ) -> Result<Response<proto::GetAvailabilityResponse>, Status> {
        let book = self.book();
        if book.is_away {
            return Err(Failure::unavailable("inventory is away").into());
        }
        let availability =
            request.into_inner().product_ids.into_iter().map(|product_id| proto::Availability {
                available: book.available.get(&product_id).copied().unwrap_or(u32::MAX).into(),
                product_id,
                ..proto::Availability::default()
            });
        Ok(Response::new(proto::GetAvailabilityResponse { availability: availability.collect() }))
    }

    async fn list_stocks(
        &self,
        _: Request<proto::ListStocksRequest>,
    ) -> Result<Response<proto::ListStocksResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn add_stock(
        &self,
        _: Request<proto::AddStockRequest>,
    ) -> Result<Response<proto::StockLevel>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn receive_stock(
        &self,
        _: Request<proto::ReceiveStockRequest>,
    ) -> Result<Response<proto::ReceiveStockResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn adjust_stock(
        &self,
        _: Request<proto::AdjustStockRequest>,
    ) -> Result<Response<proto::StockLevel>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn refresh_stocks(
        &self,
        _: Request<proto::RefreshStocksRequest>,
    ) -> Result<Response<proto::RefreshStocksResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn list_movements(
        &self,
        _: Request<proto::ListMovementsRequest>,
    ) -> Result<Response<proto::ListMovementsResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn list_low_stock(
        &self,
        _: Request<proto::ListLowStockRequest>,
    ) -> Result<Response<proto::ListLowStockResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    type ListAvailabilityStream = Pending<Result<proto::Availability, Status>>;

    async fn list_availability(
        &self,
        _: Request<proto::ListAvailabilityRequest>,
    ) -> Result<Response<Self::ListAvailabilityStream>, Status> {
        Err(Status::unimplemented(""))
    }
}
