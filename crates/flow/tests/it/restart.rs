//! Services that are started again while the broker is away.

use souk_flow::{CAP, Fleet, REPLICAS, SERVICES};
use souk_testkit::{eventually, eventually_some};

#[tokio::test(flavor = "multi_thread")]
async fn services_come_back_without_the_broker_and_take_orders() {
    let mut fleet = Fleet::open().await.unwrap();
    let counter = fleet.counter().unwrap();
    let goods = counter.furnish(10).await.unwrap();
    eventually_some("orders knows the product", CAP, async || counter.order_once(&goods, 1).await.ok()).await;

    fleet.rabbit.kill().await.unwrap();
    let all = SERVICES.into_iter().flat_map(|service| (0..REPLICAS).map(move |replica| (service, replica)));
    for (service, replica) in all.clone() {
        fleet.kill(service, replica).await.unwrap();
        fleet.start(service, replica).await.unwrap();
    }
    for (service, replica) in all {
        let is_ready = async || fleet.is_ready(service, replica).await;
        eventually(&format!("{service} {replica} is ready"), CAP, is_ready).await;
    }
    let order = counter.order_once(&goods, 1).await.unwrap();
    assert_eq!(order.stock, "reserved");

    fleet.rabbit.restart().await.unwrap();
    assert_eq!(fleet.verify().await.unwrap(), []);
}
