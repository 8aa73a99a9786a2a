//! Shoppers order and staff work while every part is killed with -9 and started again, and while connections to databases and
//! broker fall silent without an end. Afterwards nothing that anybody was told is lost or doubled.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use souk_flow::{CAP, Counter, Fleet, Goods, REPLICAS, SERVICES};
use souk_kernel::{Clock as _, SystemClock};
use souk_proto::orders::v1::Order;
use souk_rpc::Kind;
use souk_testkit::{Proxy, eventually, eventually_some};
use sqlx::PgPool;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

const SHOPPERS: usize = 4;
/// How long the shop works between two kills, and without the part that was killed.
const BETWEEN: Duration = Duration::from_millis(700);
/// Longest wait for a definite answer.
const PATIENCE: Duration = Duration::from_mins(2);

/// How long a process hears nothing of its database in the middle of a checkout.
const HANG: Duration = Duration::from_secs(20);
/// How long inventory takes calls and answers none.
const MUTE: Duration = Duration::from_secs(10);
/// Longest answer to a checkout meanwhile, below the caller's own deadline: it is an answer of orders.
const DEADLINE: Duration = Duration::from_secs(4);
/// Longest answer to whoever reads orders meanwhile: as long as the storefront waits for a read.
const READING: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(50);

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
        let wires: [_; REPLICAS] = std::array::from_fn(|replica| fleet.wires(service, replica));
        for wire in [wires.map(|wires| &wires.database), wires.map(|wires| &wires.broker)] {
            tokio::time::sleep(BETWEEN).await;
            wire.into_iter().for_each(Proxy::vanish);
        }
        is_listed_everywhere(&counter, service).await;
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

/// One process holds the stock and hangs for longer than anybody waits; another is asked the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_checkout_that_hangs_beside_its_twin_is_one_order() {
    let fleet = Fleet::open().await.unwrap();
    let counter = fleet.counter().unwrap();
    let goods = counter.furnish(10).await.unwrap();
    eventually_some("orders knows the product", CAP, async || counter.order_once(&goods, 1).await.ok()).await;
    let (orders, inventory) = (fleet.pool("orders"), fleet.pool("inventory"));
    let held = "SELECT count(*) FROM reservations WHERE state = 'held'";
    eventually("what was sold is confirmed", CAP, async || count(&inventory, held).await == 0).await;
    let sold = count(&orders, "SELECT count(*) FROM orders").await;

    // Whoever wants the next number, the stock being held, waits for this transaction.
    let mut numbers = orders.begin().await.unwrap();
    sqlx::query("ALTER SEQUENCE order_numbers CACHE 1").execute(&mut *numbers).await.unwrap();
    let key = SystemClock.uuid().to_string();
    let hanging = tokio::spawn({
        let (counter, goods, key) = (counter.at(0), goods.clone(), key.clone());
        async move { counter.order(&goods, 1, &key).await }
    });
    let waiting = "SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%nextval%'";
    eventually("it wants its number", CAP, async || count(&orders, waiting).await == 1).await;
    assert_eq!(count(&inventory, held).await, 1);
    fleet.wires("orders", 0).database.silence();
    numbers.rollback().await.unwrap();
    let silent_since = Instant::now();

    let twin = counter.at(1).order(&goods, 1, &key).await.unwrap();
    assert_eq!(twin.stock, "reserved");
    hanging.await.unwrap().expect_err("its process hears nothing of the database");
    tokio::time::sleep_until(silent_since + HANG).await;
    assert_eq!(counter.reservation(&twin.id).await.unwrap(), "confirmed", "it was sold meanwhile");
    fleet.wires("orders", 0).database.mend();
    let again = async || counter.at(0).order(&goods, 1, &key).await.ok();
    let again = eventually_some("the process that hung answers", CAP, again).await;
    assert_eq!(again.id, twin.id);
    assert_eq!(count(&orders, "SELECT count(*) FROM orders").await, sold + 1);
    assert_eq!(counter.available(&goods).await.unwrap(), 10 - sold - 1);
    assert_eq!(fleet.verify().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inventory_that_takes_calls_and_never_answers_holds_up_nobody() {
    let fleet = Fleet::open().await.unwrap();
    let counter = fleet.counter().unwrap();
    let goods = counter.furnish(100_000).await.unwrap();
    let placed = async || counter.order_once(&goods, 1).await.ok().filter(|order| order.stock == "reserved");
    let known = eventually_some("stock is held before an order is accepted", CAP, placed).await;

    fleet.to_inventory().iter().for_each(Proxy::silence);
    let until = Instant::now() + MUTE;
    let mut shoppers = JoinSet::new();
    for _ in 0..SHOPPERS {
        shoppers.spawn(order_until(counter.clone(), goods.clone(), until));
    }
    while Instant::now() < until {
        let asked = Instant::now();
        counter.get_order(&known.id).await.unwrap();
        assert!(asked.elapsed() < READING, "reading an order took {:?}", asked.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
    let taken = shoppers.join_all().await.concat();
    assert!(taken.len() > 2 * SHOPPERS, "orders were taken all the time: {}", taken.len());
    assert!(taken.iter().all(|order| order.stock == "pending"), "nobody could say that there is stock");

    fleet.to_inventory().iter().for_each(Proxy::mend);
    eventually_some("stock is held before an order is accepted", CAP, placed).await;
    let (orders, open) = (fleet.pool("orders"), "SELECT count(*) FROM orders WHERE stock <> 'reserved'");
    eventually("all have their stock", CAP, async || count(&orders, open).await == 0).await;
    assert_eq!(fleet.verify().await.unwrap(), []);
}

async fn count(pool: &PgPool, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(pool).await.expect("the database counts")
}

/// Orders until then. Each answer comes in time, and is an order or that there is too much to do.
async fn order_until(counter: Counter, goods: Goods, until: Instant) -> Vec<Order> {
    let mut placed = Vec::new();
    while Instant::now() < until {
        let asked = Instant::now();
        match counter.order_once(&goods, 1).await {
            Ok(order) => placed.push(order),
            Err(failure) => assert_eq!(failure.kind, Kind::Busy, "refused: {failure:?}"),
        }
        assert!(asked.elapsed() < DEADLINE, "an answer took {:?}", asked.elapsed());
        tokio::time::sleep(PAUSE).await;
    }
    placed
}

/// A product that staff add now is listed by each replica of the catalogue, which follows its database by itself.
async fn is_listed_everywhere(counter: &Counter, name: &str) {
    let [product, category] = std::array::from_fn(|_| SystemClock.uuid().to_string());
    let add = async || counter.add_product(&product, name, (&category, name)).await.ok();
    let slug = eventually_some("the catalogue takes a product", PATIENCE, add).await;
    for replica in 0..REPLICAS {
        let is_listed = async || counter.at(replica).listed(&slug).await.is_ok_and(|listed| listed == 1);
        eventually(&format!("catalog {replica} lists {name}"), CAP, is_listed).await;
    }
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

/// Leads orders to the cash, one after the other; of each its customer wants one more, told on the telephone.
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
            if step == "preparing" {
                let changed = async || counter.change_quantity(&order, 2).await.is_ok();
                eventually(&format!("{order} has one more"), PATIENCE, changed).await;
            }
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
