//! What the user of each service may do on the broker (`deploy/rabbitmq/definitions.json`).

use lapin::options::{
    BasicConsumeOptions, BasicPublishOptions, ConfirmSelectOptions, QueueBindOptions, QueueDeclareOptions,
    QueueDeleteOptions,
};
use lapin::protocol::AMQPSoftError;
use lapin::types::FieldTable;
use lapin::{BasicProperties, Channel, Confirmation, Connection, ErrorKind};
use souk_bus::{ROUTES, Topology};
use souk_testkit::Broker;

const SERVICES: [&str; 5] = ["catalog", "orders", "inventory", "payments", "gateway"];

/// As the user of `service`. The rights are those of the namespace `souk`, which no other test uses.
async fn connect(service: &str) -> Connection {
    let variable = format!("{}_AMQP_URL", service.to_uppercase());
    let url = std::env::var(&variable).unwrap_or_else(|_| panic!("{variable} is not set"));
    Broker::at(url).connect().await.unwrap()
}

/// The broker ends the channel of who may not.
fn is_refused(error: &lapin::Error) -> bool {
    matches!(error.kind(), ErrorKind::ProtocolError(error) if error.get_id() == AMQPSoftError::ACCESSREFUSED.get_id())
}

async fn publish(channel: &Channel, event: &str) -> lapin::Result<Confirmation> {
    channel.confirm_select(ConfirmSelectOptions::default()).await?;
    let (exchange, properties) = (Topology::new("souk", ROUTES).exchange(), BasicProperties::default());
    let options = BasicPublishOptions::default();
    channel.basic_publish(exchange.into(), event.into(), options, b"", properties).await?.await
}

#[tokio::test]
async fn a_service_declares_its_part_of_the_bus_and_says_its_own_events_alone() {
    let topology = Topology::new("souk", ROUTES);
    for service in SERVICES {
        let connection = connect(service).await;
        let channel = connection.create_channel().await.unwrap();
        topology.declare(&channel, service).await.unwrap();
        for queue in topology.queues_of(service) {
            let queue = Topology::dead_queue(&queue);
            let (options, none) = (BasicConsumeOptions::default(), FieldTable::default());
            channel.basic_consume(queue.into(), "".into(), options, none).await.unwrap();
        }
        // Nobody keeps a queue for it.
        let own = format!("souk.{service}.v1.Unheard");
        assert_eq!(publish(&channel, &own).await.unwrap(), Confirmation::Ack(None), "{service}");
        for other in SERVICES.iter().filter(|other| **other != service) {
            let channel = connection.create_channel().await.unwrap();
            let foreign = format!("souk.{other}.v1.Unheard");
            let refused = publish(&channel, &foreign).await.expect_err("said in another's name");
            assert!(is_refused(&refused), "{service} says {foreign}: {refused}");
        }
        connection.close(200, "done".into()).await.unwrap();
    }
}

#[tokio::test]
async fn a_service_neither_reads_nor_removes_what_is_between_others() {
    let topology = Topology::new("souk", ROUTES);
    let gateway = connect("gateway").await;
    topology.declare(&gateway.create_channel().await.unwrap(), "gateway").await.unwrap();
    let foreign = Topology::incoming_queue(&topology.queue("gateway", "payments"));
    let orders = connect("orders").await;

    let channel = orders.create_channel().await.unwrap();
    let (options, none) = (BasicConsumeOptions::default(), FieldTable::default());
    let refused = channel.basic_consume(foreign.as_str().into(), "".into(), options, none).await.unwrap_err();
    assert!(is_refused(&refused), "{refused}");

    let channel = orders.create_channel().await.unwrap();
    let options = QueueDeleteOptions::default();
    let refused = channel.queue_delete(foreign.as_str().into(), options).await.unwrap_err();
    assert!(is_refused(&refused), "{refused}");

    let channel = orders.create_channel().await.unwrap();
    let refused = topology.declare(&channel, "payments").await.unwrap_err();
    assert!(is_refused(&refused), "{refused}");

    // Live, in a queue of its own.
    for (event, is_allowed) in [
        ("souk.payments.v1.TransporterPaymentRecorded", true),
        ("souk.orders.v1.AuditRecorded", true),
        ("souk.payments.v1.AuditRecorded", false),
        ("souk.payments.v1.*", false),
        ("souk.payments.#", false),
        ("#", false),
    ] {
        let channel = orders.create_channel().await.unwrap();
        let queue = channel.queue_declare("".into(), QueueDeclareOptions::exclusive(), FieldTable::default());
        let queue = queue.await.unwrap().name().clone();
        let (exchange, options) = (topology.exchange(), QueueBindOptions::default());
        let bound = channel.queue_bind(queue, exchange.into(), event.into(), options, FieldTable::default());
        assert_eq!(bound.await.err().is_some_and(|error| is_refused(&error)), !is_allowed, "{event}");
    }
    for connection in [orders, gateway] {
        connection.close(200, "done".into()).await.unwrap();
    }
}
