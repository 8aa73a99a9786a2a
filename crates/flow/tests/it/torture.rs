//! Shoppers order and staff work while every part is killed with -9 and started again, and while connections to databases and
//! broker fall silent without an end. Afterwards nothing that anybody was told is lost or doubled.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use souk_flow::{CAP, Counter, Fleet, Goods, SERVICES};
use souk_kernel::{Clock as _, SystemClock};
use souk_rpc::Kind;
use souk_testkit::{eventually, eventually_some};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

const SHOPPERS: usize = 4;
/// How long the shop works between two kills, and without the part that was killed.
const BETWEEN: Duration = Duration::from_millis(700);
/// Longest wait for a definite answer.
const PATIENCE: Duration = Duration::from_mins(2);

/// Order ids by the request that they were answered to.
type Journal = Arc<Mutex<HashMap<String, HashSet<String>>>>;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_doubled_while_every_part_is_killed_and_every_wire_is_cut() {
    let mut fleet = Fleet::open().await.unwrap();
    let counter = fleet.counter().unwrap();
    let goods = counter.furnish(100_000).await.unwrap();
    eventually_some("orders knows the product", CAP, async || counter.order_once(&goods, 1).await.ok()).await;
    let (journal, closing, mut people) = (Journal::default(), CancellationToken::new(), JoinSet::new());
    for _ in 0..SHOPPERS {
        people.spawn(shop(counter.clone(), goods.clone(), journal.clone(), closing.clone()));
    }
    people.spawn(work(counter.clone(), goods.clone(), journal.clone(), closing.clone()));

    // One replica, while the other works on; the other, while the first has just come back; both.
    for dying in [&[0][..], &[1], &[0, 1]] {
        for service in SERVICES {
            tokio::time::sleep(BETWEEN).await;
            for replica in dying {
                fleet.kill(service, *replica).await.unwrap();
            }
            tokio::time::sleep(BETWEEN).await;
            for replica in dying {
                fleet.start(service, *replica).await.unwrap();
            }
        }
    }
    for service in SERVICES {
        for wire in [&fleet.wires(service).database, &fleet.wires(service).broker] {
            tokio::time::sleep(BETWEEN).await;
            wire.vanish();
        }
    }
    fleet.rabbit.kill().await.unwrap();
    tokio::time::sleep(BETWEEN).await;
    fleet.rabbit.restart().await.unwrap();
    tokio::time::sleep(BETWEEN).await;
    closing.cancel();
    people.join_all().await;

    let journal = journal.lock().unwrap().clone();
    assert!(journal.len() > 2 * SHOPPERS, "the shop was open all the time, and sold {}", journal.len());
    assert!(journal.values().all(|orders| orders.len() == 1), "each request made one order: {journal:?}");
    for order in journal.values().flatten() {
        counter.get_order(order).await.unwrap();
    }
    assert_eq!(fleet.verify().await.unwrap(), []);
}

/// Orders one thing after the other, each until there is a definite answer, and asks for the answer again.
async fn shop(counter: Counter, goods: Goods, journal: Journal, closing: CancellationToken) {
    while !closing.is_cancelled() {
        let key = SystemClock.uuid().to_string();
        for _ in 0..2 {
            let placed = async || match counter.order(&goods, 1, &key).await {
                Ok(order) => Some(order.id),
                Err(failure) => {
                    let away = [Kind::Busy, Kind::Unavailable, Kind::Conflict, Kind::RateLimited];
                    assert!(away.contains(&failure.kind), "refused: {failure:?}");
                    None
                }
            };
            let order = eventually_some("a definite answer", PATIENCE, placed).await;
            journal.lock().expect("no panic").entry(key.clone()).or_default().insert(order);
        }
    }
}

/// Leads orders to the cash, one after the other.
async fn work(counter: Counter, goods: Goods, journal: Journal, closing: CancellationToken) {
    let mut done = HashSet::new();
    while !closing.is_cancelled() {
        let waiting = journal
            .lock()
            .expect("no panic")
            .values()
            .flatten()
            .find(|order| !done.contains(*order))
            .cloned();
        let Some(order) = waiting else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        for step in ["confirmed", "preparing", "shipped", "delivered"] {
            let stepped = async || counter.transition(&order, step).await.is_ok();
            eventually(&format!("{order} is {step}"), PATIENCE, stepped).await;
        }
        let paid = async || match counter.unpaid(&goods).await {
            Ok(unpaid) if unpaid.contains(&order) => {
                counter.record_payment(&goods, std::slice::from_ref(&order)).await.is_ok()
            }
            _ => counter.get_order(&order).await.is_ok_and(|order| order.status == "settled"),
        };
        eventually(&format!("{order} is paid"), PATIENCE, paid).await;
        done.insert(order);
    }
}
