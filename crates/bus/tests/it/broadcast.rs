//! Events heard live.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use souk_bus::{Broadcast, Delivery};
use souk_proto::inventory::v1::{AvailabilityChanged, StockReserved};
use souk_testkit::{Proxy, eventually};
use sqlx::PgPool;

use crate::shop::{CAP, SCHEMA, Shop, about, value, writing};

#[souk_testkit::test(SCHEMA)]
async fn every_process_hears_for_itself_also_after_an_interruption(pool: PgPool) {
    let mut shop = Shop::open(pool).await;
    let publishing = shop.start(writing());
    let proxy = Proxy::start(shop.broker.address()).await.unwrap();
    shop.url = proxy.rewrite(shop.broker.url()).unwrap();
    let (heard, connected) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicU32::new(0)));
    let process = || {
        let (heard, unheard, connected) = (heard.clone(), heard.clone(), connected.clone());
        Broadcast::new("gateway")
            .on(move |delivery: Delivery<AvailabilityChanged>| {
                heard.lock().unwrap().push(value(&delivery));
            })
            .on(move |_: Delivery<StockReserved>| {
                unheard.lock().unwrap().push(-1);
            })
            .on_connected(move || {
                connected.fetch_add(1, Ordering::SeqCst);
            })
    };
    let processes = [
        Shop::run(shop.bus("gateway").broadcast(process())),
        Shop::run(shop.bus("gateway").broadcast(process())),
    ];
    let times_connected = |times| move |connected: &AtomicU32| connected.load(Ordering::SeqCst) == times;
    eventually("both listen", CAP, async || times_connected(2)(&connected)).await;
    shop.announce(about(), 1).await;
    eventually("both heard", CAP, async || *heard.lock().unwrap() == [1, 1]).await;

    proxy.cut();
    eventually("both know that they are deaf", CAP, async || {
        processes.iter().all(|it| !it.bus.is_connected())
    })
    .await;
    proxy.mend();
    eventually("both listen again", CAP, async || times_connected(4)(&connected)).await;
    shop.announce_unheard().await;
    eventually("both heard what no queue keeps", CAP, async || *heard.lock().unwrap() == [1, 1, -1, -1])
        .await;
    for process in processes {
        process.stop().await;
    }
    publishing.stop().await;
    shop.close().await;
}
