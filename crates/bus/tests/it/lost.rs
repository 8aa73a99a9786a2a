//! Connections that are lost, and processes that end, while messages wait for their acknowledgement: what counts against a
//! message, and what doesn't.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use lapin::options::{
    BasicPublishOptions, ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions, QueueDeleteOptions,
};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{BasicProperties, Channel, ExchangeKind};
use prost::Message as _;
use souk_bus::{ConsumeError, Consumer, DeadLetter, DeadLetters, MOST_ATTEMPTS, Tuning};
use souk_proto::inventory::v1::{Availability, AvailabilityChanged};
use souk_testkit::{Proxy, eventually};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::shop::{CAP, ROUTES, Running, SCHEMA, Shop, about, handling, quick, value, write_down, writing};

/// A handler is never given up here: it ends with its process.
fn patient() -> Tuning {
    Tuning { handling_timeout: Duration::from_mins(10), ..quick() }
}

/// A process whose connections end with it.
struct Process {
    running: Running,
    broker: Proxy,
}

impl Process {
    async fn start(shop: &Shop, consumer: Consumer) -> Self {
        let broker = Proxy::start(shop.broker.address()).await.unwrap();
        let url = broker.rewrite(shop.broker.url()).unwrap();
        let pool = PgPoolOptions::new().connect_lazy_with((*shop.pool.connect_options()).clone());
        Self {
            running: Shop::run(shop.bus_at("catalog", &url).tuning(patient()).consume(pool, consumer)),
            broker,
        }
    }

    async fn kill(self, shop: &Shop) {
        self.running.kill();
        self.broker.cut();
        // What a killed process leaves to PostgreSQL: the end of its sessions.
        let sessions = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND state = 'idle in transaction'";
        sqlx::raw_sql(sessions).execute(&shop.pool).await.unwrap();
    }
}

/// Events in the queue before anybody listens.
async fn publish(shop: &Shop, values: impl Iterator<Item = i64>) {
    for value in values {
        shop.announce(about(), value).await;
    }
    let relay = shop.start_relay();
    shop.outbox_drains().await;
    relay.stop().await;
}

async fn letters(shop: &Shop) -> Vec<DeadLetter> {
    let letters = DeadLetters::open_with("catalog", &shop.config(), ROUTES).await.unwrap();
    let found = letters.list(&shop.pool).await.unwrap();
    letters.close().await.unwrap();
    found
}

async fn ready(shop: &Shop, queue: &str) -> Option<u32> {
    shop.broker.ready(queue).await.unwrap()
}

#[souk_testkit::test(SCHEMA)]
async fn connections_lost_with_unanswered_messages_count_against_none(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let count = i64::from(Tuning::default().prefetch);
    publish(&shop, 0..count).await;
    let go = Arc::new(Semaphore::new(0));
    let waiting = {
        let go = go.clone();
        handling(move |tx, delivery| {
            let go = go.clone();
            Box::pin(async move {
                let _turn = go.acquire().await?;
                write_down(tx, delivery).await
            })
        })
    };
    let process = Process::start(&shop, waiting).await;
    let queue = shop.incoming_queue();
    for loss in 0..12 {
        let all_taken = async || ready(&shop, &queue).await == Some(0);
        eventually(&format!("all are unanswered before loss {loss}"), CAP, all_taken).await;
        process.broker.cut();
        let all_back = async || ready(&shop, &queue).await.is_some_and(|ready| i64::from(ready) == count);
        eventually(&format!("all are back after loss {loss}"), CAP, all_back).await;
        process.broker.mend();
    }
    go.add_permits(4);
    eventually("every effect", CAP, async || shop.effects().await.len() >= 256).await;
    let mut effects = shop.effects().await;
    effects.sort_unstable();
    assert_eq!(effects, (0..count).collect::<Vec<_>>(), "each once");
    process.running.stop().await;
    assert_eq!(letters(&shop).await, []);
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_message_that_ends_its_process_is_set_aside_after_its_limit_and_no_other(pool: PgPool) {
    let shop = Shop::open(pool).await;
    publish(&shop, 0..100).await;
    let reached = Arc::new(Semaphore::new(0));
    let deadly = || {
        let reached = reached.clone();
        handling(move |tx, delivery| {
            let reached = reached.clone();
            Box::pin(async move {
                if value(&delivery) == 13 {
                    reached.add_permits(1);
                    return std::future::pending().await;
                }
                write_down(tx, delivery).await
            })
        })
    };
    // The first time, with all the others, it was not yet suspected.
    for _ in 0..=MOST_ATTEMPTS {
        let doomed = Process::start(&shop, deadly()).await;
        reached.acquire().await.unwrap().forget();
        doomed.kill(&shop).await;
    }
    let running = shop.start(deadly());
    eventually("every other effect", CAP, async || shop.effects().await.len() >= 99).await;
    eventually("it is dead", CAP, async || letters(&shop).await.len() == 1).await;
    let letter = letters(&shop).await.remove(0);
    assert_eq!(letter.reason, "it was begun 6 times, and the process ended each time");
    let effects = shop.effects().await;
    assert_eq!(effects.iter().collect::<HashSet<_>>().len(), 99);
    assert_eq!(effects.len(), 99, "none is doubled");
    running.stop().await;

    // Put back, it has all its attempts again, whoever was cut off meanwhile.
    let redriving = DeadLetters::open_with("catalog", &shop.config(), ROUTES).await.unwrap();
    assert_eq!(redriving.redrive(letter.message_id).await.unwrap(), 1);
    redriving.close().await.unwrap();
    let mended = shop.start(writing());
    eventually("its effect", CAP, async || shop.effects().await.contains(&13)).await;
    mended.stop().await;
    shop.close().await;
}

/// What was counted before its handler began is taken back: nothing says that the process ended.
#[souk_testkit::test(SCHEMA)]
async fn a_message_that_comes_again_and_waits_for_a_newer_release_has_not_failed(pool: PgPool) {
    let shop = Shop::open(pool).await;
    publish(&shop, 0..1).await;
    let reached = Arc::new(Semaphore::new(0));
    let deadly = {
        let reached = reached.clone();
        handling(move |_, _| {
            reached.add_permits(1);
            Box::pin(std::future::pending())
        })
    };
    let doomed = Process::start(&shop, deadly).await;
    reached.acquire().await.unwrap().forget();
    doomed.kill(&shop).await;
    let older =
        handling(|_, _| Box::pin(async { Err(ConsumeError::Unknown(anyhow::anyhow!("a newer one's"))) }));
    let running = shop.start(older);
    let aside = format!("{}.newer", shop.queue());
    eventually("it is put aside", CAP, async || ready(&shop, &aside).await == Some(1)).await;
    let failures = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM bus.failures");
    assert_eq!(failures.fetch_one(&shop.pool).await.unwrap(), 0);
    running.stop().await;
    shop.close().await;
}

/// A queue as the release before declared it.
async fn declare_former(channel: &Channel, name: &str, dead_exchange: &str, key: &str) {
    let text = |text: &str| AMQPValue::LongString(text.into());
    let mut arguments = FieldTable::default();
    arguments.insert("x-queue-type".into(), text("quorum"));
    arguments.insert("x-delivery-limit".into(), AMQPValue::LongLongInt(5));
    arguments.insert("x-dead-letter-exchange".into(), text(dead_exchange));
    arguments.insert("x-dead-letter-routing-key".into(), text(key));
    arguments.insert("x-dead-letter-strategy".into(), text("at-least-once"));
    arguments.insert("x-overflow".into(), text("reject-publish"));
    channel.queue_declare(name.into(), QueueDeclareOptions::durable(), arguments).await.unwrap();
}

fn former_message(expires_in: Option<&str>) -> BasicProperties {
    let (id, mut headers) = (Uuid::now_v7().to_string(), FieldTable::default());
    headers.insert("occurred-at".into(), AMQPValue::LongString("2026-11-22T05:00:00Z".into()));
    let properties = BasicProperties::default()
        .with_message_id(id.as_str().into())
        .with_correlation_id(id.as_str().into())
        .with_type("souk.inventory.v1.AvailabilityChanged".into())
        .with_headers(headers);
    match expires_in {
        Some(milliseconds) => properties.with_expiration(milliseconds.into()),
        None => properties,
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_former_release_left_in_its_queues_is_handled_and_they_go(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (former, topology) = (shop.queue(), shop.topology());
    let unknown = format!("{former}.unknown");
    let connection = shop.broker.connect().await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    declare_former(&channel, &former, &topology.dead_exchange(), &former).await;
    declare_former(&channel, &unknown, "", &former).await;
    let durable = ExchangeDeclareOptions { durable: true, ..ExchangeDeclareOptions::default() };
    let exchange = topology.exchange();
    let (topic, none) = (ExchangeKind::Topic, FieldTable::default());
    channel.exchange_declare(exchange.as_str().into(), topic, durable, none.clone()).await.unwrap();
    let event = ROUTES[0].event;
    let options = QueueBindOptions::default();
    channel.queue_bind(former.as_str().into(), exchange.into(), event.into(), options, none).await.unwrap();
    for (value, queue, expires_in) in [(1, &former, None), (2, &unknown, Some("1000"))] {
        let key = Availability { available: value, ..Availability::default() };
        let payload = AvailabilityChanged { keys: vec![key] }.encode_to_vec();
        let (options, properties) = (BasicPublishOptions::default(), former_message(expires_in));
        channel.basic_publish("".into(), queue.as_str().into(), options, &payload, properties).await.unwrap();
    }
    eventually("they are there", CAP, async || ready(&shop, &former).await == Some(1)).await;

    let running = shop.start(writing());
    eventually("their effects", CAP, async || shop.effects().await.len() == 2).await;
    shop.announce(about(), 3).await;
    shop.effects_become(&[1, 2, 3]).await;
    assert_eq!(ready(&shop, &former).await, Some(0), "no new event comes to it");
    running.stop().await;
    let running = shop.start(writing());
    eventually("it goes", CAP, async || ready(&shop, &former).await.is_none()).await;
    assert_eq!(ready(&shop, &unknown).await, None);
    shop.announce(about(), 4).await;
    shop.effects_become(&[1, 2, 3, 4]).await;
    running.stop().await;
    for queue in [former, unknown] {
        channel.queue_delete(queue.into(), QueueDeleteOptions::default()).await.unwrap();
    }
    connection.close(200, "done".into()).await.unwrap();
    shop.close().await;
}
