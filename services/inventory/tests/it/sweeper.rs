//! Holds that nobody confirmed, with a stand-in for orders, the neighbour that is asked.

use std::sync::Arc;

use futures::stream::Pending;
use souk_inventory::reservations::Sweeper;
use souk_proto::orders::v1 as orders;
use souk_proto::orders::v1::orders_server::{Orders, OrdersServer};
use souk_rpc::{ActorConfig, Mesh, MeshConfig, Signer};
use souk_testkit::GrpcServer;
use sqlx::PgPool;
use time::Duration;
use tonic::service::Routes;
use tonic::{Request, Response, Status};

use crate::support::{Key, SCHEMA, Shop, Step, new_order, order, uuid};

#[souk_testkit::test(SCHEMA)]
async fn an_expired_hold_is_confirmed_if_its_order_exists_and_given_back_if_not(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 9).await;
    let (stored, lost, fresh) = (new_order(&shop), new_order(&shop), new_order(&shop));
    shop.reserve(&stored, &[(&key, 2)]).await.expect("held");
    shop.reserve(&lost, &[(&key, 3)]).await.expect("held");
    let (_server, sweeper) = sweeper(&shop, Some(stored.clone())).await;
    assert_eq!(sweeper.sweep().await.expect("swept"), 0, "two minutes have not passed");

    shop.clock.advance(Duration::minutes(2));
    shop.reserve(&fresh, &[(&key, 1)]).await.expect("held");
    assert_eq!(sweeper.sweep().await.expect("swept"), 2);
    assert_eq!(shop.level(&warehouse, &key).await, (9, 3));
    let states = [
        shop.reservation(&stored).await.state,
        shop.reservation(&lost).await.state,
        shop.reservation(&fresh).await.state,
    ];
    assert_eq!(states, ["confirmed", "released", "held"]);

    // The order that orders had not committed yet comes after all.
    shop.happens(Step::Placed, order(&lost, 1, "reserved", &[(&key, 3)])).await.expect("handled");
    assert_eq!(shop.level(&warehouse, &key).await, (9, 6));
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn holds_stay_while_orders_is_away(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 9).await;
    shop.reserve(&new_order(&shop), &[(&key, 2)]).await.expect("held");
    shop.clock.advance(Duration::hours(1));
    let (_server, sweeper) = sweeper(&shop, None).await;
    assert!(sweeper.sweep().await.is_err());
    assert_eq!(shop.level(&warehouse, &key).await, (9, 2));
}

#[souk_testkit::test(SCHEMA)]
async fn a_hold_that_is_asked_for_again_lasts_from_then(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 2).await;
    let order = new_order(&shop);
    shop.reserve(&order, &[(&key, 2)]).await.expect("held");
    let (_server, sweeper) = sweeper(&shop, Some(String::new())).await;
    for _ in 0..3 {
        shop.clock.advance(Duration::seconds(100));
        shop.reserve(&order, &[(&key, 2)]).await.expect("held still");
        assert_eq!(sweeper.sweep().await.expect("swept"), 0);
    }
    shop.clock.advance(Duration::minutes(2));
    assert_eq!(sweeper.sweep().await.expect("swept"), 1);
    assert_eq!(shop.level(&warehouse, &key).await, (2, 0));
}

#[souk_testkit::test(SCHEMA)]
async fn a_hold_that_is_asked_for_again_while_orders_is_asked_is_kept(pool: PgPool) {
    let shop = Shop::open(pool);
    let (warehouse, key) = (shop.warehouse("Alger", 1).await, shop.key(true).await);
    shop.add(&warehouse, &key, 2).await;
    let order = new_order(&shop);
    shop.reserve(&order, &[(&key, 2)]).await.expect("held");
    shop.clock.advance(Duration::minutes(2));
    let repeat = Some((shop.clone(), order.clone(), key.clone()));
    let (_server, sweeper) = serve(&shop, KnownOrders { existing: Some(String::new()), repeat }).await;
    sweeper.sweep().await.expect("swept");
    assert_eq!(shop.level(&warehouse, &key).await, (2, 2));
    assert_eq!(shop.reservation(&order).await.state, "held");
}

#[souk_testkit::test(SCHEMA)]
async fn one_hold_that_cannot_be_settled_keeps_none_behind_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let (damaged, sound) = (shop.key(true).await, shop.key(true).await);
    for key in [&damaged, &sound] {
        shop.add(&warehouse, key, 2).await;
        shop.reserve(&new_order(&shop), &[(key, 2)]).await.expect("held");
        shop.clock.advance(Duration::seconds(1));
    }
    let damage = sqlx::query("UPDATE stock_levels SET reserved = 0 WHERE product_id = $1");
    damage.bind(uuid(&damaged.product)).execute(shop.pool()).await.expect("damaged");
    shop.clock.advance(Duration::minutes(2));
    let (_server, sweeper) = sweeper(&shop, Some(String::new())).await;
    assert!(sweeper.sweep().await.is_err(), "somebody hears of it");
    assert_eq!(shop.level(&warehouse, &sound).await, (2, 0));
}

/// A sweeper whose orders knows `existing`, or is away.
async fn sweeper(shop: &Arc<Shop>, existing: Option<String>) -> (GrpcServer, Sweeper) {
    serve(shop, KnownOrders { existing, repeat: None }).await
}

async fn serve(shop: &Arc<Shop>, orders: KnownOrders) -> (GrpcServer, Sweeper) {
    let routes = Routes::new(OrdersServer::new(orders));
    let server = souk_testkit::serve(routes).await.expect("served");
    let actor = ActorConfig { actor_key: "0123456789abcdef0123456789abcdef".to_owned().into() };
    let signer = Signer::new(&actor).expect("a long key");
    let mesh = Mesh::new(&MeshConfig { mesh_url: server.url() }, signer).expect("an address");
    (server, Sweeper::new(shop.pool().clone(), shop.inventory.clock.clone(), mesh))
}

struct KnownOrders {
    existing: Option<String>,
    /// A checkout that asks for its two pieces again while orders is asked.
    repeat: Option<(Arc<Shop>, String, Key)>,
}

#[tonic::async_trait]
impl Orders for KnownOrders {
    async fn check_orders(
        &self,
        request: Request<orders::CheckOrdersRequest>,
    ) -> Result<Response<orders::CheckOrdersResponse>, Status> {
        let existing = self.existing.clone().ok_or_else(|| Status::unavailable("away"))?;
        if let Some((shop, order, key)) = &self.repeat {
            shop.reserve(order, &[(key, 2)]).await?;
        }
        let asked = request.into_inner().order_ids;
        Ok(Response::new(orders::CheckOrdersResponse {
            existing: asked.into_iter().filter(|id| *id == existing).collect(),
        }))
    }

    async fn list_orders(
        &self,
        _: Request<orders::ListOrdersRequest>,
    ) -> Result<Response<orders::ListOrdersResponse>, Status> {
        Err(not_asked())
    }

    async fn list_whole_orders(
        &self,
        _: Request<orders::ListWholeOrdersRequest>,
    ) -> Result<Response<orders::ListWholeOrdersResponse>, Status> {
        Err(not_asked())
    }

    async fn get_order(
        &self,
        _: Request<orders::GetOrderRequest>,
    ) -> Result<Response<orders::OrderDetail>, Status> {
        Err(not_asked())
    }

    async fn get_orders(
        &self,
        _: Request<orders::GetOrdersRequest>,
    ) -> Result<Response<orders::GetOrdersResponse>, Status> {
        Err(not_asked())
    }

    async fn transition_order(
        &self,
        _: Request<orders::TransitionOrderRequest>,
    ) -> Result<Response<orders::OrderDetail>, Status> {
        Err(not_asked())
    }

    async fn assign_order(
        &self,
        _: Request<orders::AssignOrderRequest>,
    ) -> Result<Response<orders::OrderDetail>, Status> {
        Err(not_asked())
    }

    async fn correct_order(
        &self,
        _: Request<orders::CorrectOrderRequest>,
    ) -> Result<Response<orders::OrderDetail>, Status> {
        Err(not_asked())
    }

    async fn add_note(
        &self,
        _: Request<orders::AddNoteRequest>,
    ) -> Result<Response<orders::OrderDetail>, Status> {
        Err(not_asked())
    }

    async fn track_order(
        &self,
        _: Request<orders::TrackOrderRequest>,
    ) -> Result<Response<orders::OrderDetail>, Status> {
        Err(not_asked())
    }

    async fn get_summary(
        &self,
        _: Request<orders::GetSummaryRequest>,
    ) -> Result<Response<orders::Summary>, Status> {
        Err(not_asked())
    }

    type StreamOrdersStream = Pending<Result<orders::Order, Status>>;

    async fn stream_orders(
        &self,
        _: Request<orders::StreamOrdersRequest>,
    ) -> Result<Response<Self::StreamOrdersStream>, Status> {
        Err(not_asked())
    }
}

fn not_asked() -> Status {
    Status::unimplemented("the sweeper does not ask this")
}
