//! Each invariant, broken on purpose behind the services' backs.

use souk_bus::{Bus, Outbox, Topology};
use souk_proto::inventory::v1::{AuditRecorded, AvailabilityChanged};
use souk_proto::orders::v1::{OrderDelivered, OrderReturning};
use souk_testkit::eventually;
use souk_verify::Invariant;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

use crate::shop::{Shop, fresh, sql};

#[tokio::test]
async fn i1_more_reserved_than_there_is() {
    let shop = Shop::open().await;
    sql(&shop.inventory, "ALTER TABLE stock_levels DROP CONSTRAINT stock_levels_add_up").await;
    sql(&shop.inventory, "ALTER TABLE stock_movements DISABLE TRIGGER USER").await;
    shop.order("placed").await;
    sql(&shop.inventory, "DELETE FROM stock_movements; UPDATE stock_levels SET on_hand = 0").await;
    let product = shop.product;
    shop.breaks(Invariant::StockInBounds, &[product]).await;
}

#[tokio::test]
async fn i2_a_reserved_piece_that_nobody_holds() {
    let shop = Shop::open().await;
    sql(&shop.inventory, "UPDATE stock_levels SET reserved = reserved + 1").await;
    let product = shop.product;
    shop.breaks(Invariant::StockAddsUp, &[product]).await;
}

#[tokio::test]
async fn i2_a_piece_that_the_ledger_does_not_know() {
    let shop = Shop::open().await;
    sql(&shop.inventory, "UPDATE stock_levels SET on_hand = on_hand + 1").await;
    let product = shop.product;
    shop.breaks(Invariant::StockAddsUp, &[product]).await;
}

#[tokio::test]
async fn i2_an_open_expedition_that_holds_nothing() {
    let shop = Shop::open().await;
    shop.expedition("inprogress", 0).await;
    let product = shop.product;
    shop.breaks(Invariant::StockAddsUp, &[product]).await;
}

#[tokio::test]
async fn i7_an_expedition_whose_goods_never_left() {
    let shop = Shop::open().await;
    let expedition = shop.expedition("sent", 0).await;
    shop.breaks(Invariant::GoodsMoveOnce, &[expedition]).await;
}

#[tokio::test]
async fn i7_an_expedition_of_which_more_arrived_than_the_ledger_knows() {
    let shop = Shop::open().await;
    let expedition = shop.expedition("partially_recieved", 1).await;
    shop.leaves(expedition).await;
    shop.breaks(Invariant::GoodsMoveOnce, &[expedition]).await;
}

/// A shop whose product is listed and then changed, and a list of staff that is made wrong.
async fn a_list_is_wrong(change: &'static str, wrong: &'static str) {
    let shop = Shop::open().await;
    shop.hear().await;
    let listed = "INSERT INTO sellable_items
        SELECT product_id, '00000000-0000-0000-0000-000000000000', 'P', '', '', '', '', '', '', '', true FROM sellable_products";
    sql(&shop.inventory, listed).await;
    sql(&shop.inventory, change).await;
    assert_eq!(shop.verify().await, []);
    sql(&shop.inventory, wrong).await;
    let product = shop.product;
    shop.breaks(Invariant::StockAddsUp, &[product]).await;
}

#[tokio::test]
async fn i2_what_runs_out_is_not_in_its_list() {
    a_list_is_wrong("UPDATE availability SET available = 100", "DELETE FROM low_stock").await;
}

#[tokio::test]
async fn i2_what_was_dropped_is_in_the_list_of_what_runs_out() {
    let wrong = "INSERT INTO low_stock SELECT product_id, combination_id, 100 FROM availability";
    a_list_is_wrong("UPDATE sellable_items SET listed = false", wrong).await;
}

#[tokio::test]
async fn i2_what_is_left_of_what_was_dropped_is_not_in_its_list() {
    a_list_is_wrong("UPDATE sellable_items SET listed = false", "DELETE FROM leftovers").await;
}

#[tokio::test]
async fn i2_what_is_sold_is_in_the_list_of_what_is_left_of_what_was_dropped() {
    let wrong =
        "INSERT INTO leftovers SELECT product_id, combination_id, warehouse_id, 'P' FROM stock_levels";
    a_list_is_wrong("UPDATE sellable_items SET listed = true", wrong).await;
}

#[tokio::test]
async fn i3_an_accepted_order_that_holds_nothing() {
    let shop = Shop::open().await;
    let order = fresh();
    shop.write_order(order, "placed", "reserved").await;
    shop.breaks(Invariant::OrdersHoldTheirStock, &[order]).await;
}

#[tokio::test]
async fn i3_a_cancelled_order_that_still_holds() {
    let shop = Shop::open().await;
    let order = shop.order("placed").await;
    sql(&shop.orders, "UPDATE orders SET status = 'cancelled'").await;
    shop.breaks(Invariant::OrdersHoldTheirStock, &[order]).await;
}

#[tokio::test]
async fn i3_an_order_that_holds_less_than_it_ordered() {
    let shop = Shop::open().await;
    let order = shop.order("confirmed").await;
    sql(&shop.inventory, "UPDATE reservation_items SET quantity = 1; UPDATE stock_levels SET reserved = 1")
        .await;
    shop.breaks(Invariant::OrdersHoldTheirStock, &[order]).await;
}

#[tokio::test]
async fn i3_a_reservation_of_no_order() {
    let shop = Shop::open().await;
    let order = fresh();
    shop.hold(order, "confirmed").await;
    shop.breaks(Invariant::OrdersHoldTheirStock, &[order]).await;
}

#[tokio::test]
async fn i3_an_order_that_still_waits_for_its_stock() {
    let shop = Shop::open().await;
    let order = fresh();
    shop.write_order(order, "placed", "pending").await;
    shop.breaks(Invariant::OrdersHoldTheirStock, &[order]).await;
}

#[tokio::test]
async fn i3_an_order_that_holds_another_product() {
    let shop = Shop::open().await;
    let order = shop.order("confirmed").await;
    sql(
        &shop.orders,
        "UPDATE order_lines SET stock_items = jsonb_build_array(jsonb_build_object(
             'product_id', gen_random_uuid(), 'combination_id', NULL, 'quantity', 2))",
    )
    .await;
    shop.breaks(Invariant::OrdersHoldTheirStock, &[order]).await;
}

#[tokio::test]
async fn i4_an_answer_that_names_no_order() {
    let shop = Shop::open().await;
    sql(&shop.orders, "INSERT INTO idempotency VALUES ('checkout/v', 'blank', '', '', now())").await;
    let violations = shop.verify().await;
    assert_eq!(violations.len(), 1, "{violations:#?}");
    assert!(violations[0].to_string().contains("checkout/v/blank"), "{}", violations[0]);
    shop.close().await;
}

#[tokio::test]
async fn i4_an_answered_order_that_is_gone() {
    let shop = Shop::open().await;
    let order = fresh();
    shop.answer("key", order).await;
    shop.breaks(Invariant::AcceptedOrdersExist, &[order]).await;
}

#[tokio::test]
async fn i4_one_order_answered_to_two_keys() {
    let shop = Shop::open().await;
    let order = shop.order("placed").await;
    shop.answer("another", order).await;
    shop.breaks(Invariant::AcceptedOrdersExist, &[order]).await;
}

#[tokio::test]
async fn i4_an_order_that_was_placed_under_no_key() {
    let shop = Shop::open().await;
    let order = shop.order("placed").await;
    sql(&shop.orders, "DELETE FROM idempotency").await;
    shop.breaks(Invariant::AcceptedOrdersExist, &[order]).await;
}

#[tokio::test]
async fn i4_an_acknowledged_order_that_is_gone() {
    let shop = Shop::open().await;
    let (kept, lost) = (shop.order("placed").await, fresh());
    let journal = std::env::temp_dir().join(format!("acknowledged-{lost}"));
    std::fs::write(&journal, format!("{kept}\n{lost}\n")).unwrap();
    let config = souk_verify::Config { acknowledged: Some(journal.clone()), ..shop.config() };
    let violations = souk_verify::verify(&config).await.unwrap();
    std::fs::remove_file(journal).unwrap();
    assert_eq!(violations.len(), 1, "{violations:#?}");
    assert_eq!(violations[0].subject, format!("order {lost}"));
    shop.close().await;
}

#[tokio::test]
async fn i5_a_total_that_is_not_its_lines_and_delivery() {
    let shop = Shop::open().await;
    let order = shop.order("placed").await;
    sql(
        &shop.orders,
        "UPDATE orders SET products_total = products_total - 100, delivery_price = delivery_price + 100",
    )
    .await;
    shop.breaks(Invariant::OrderTotalsAddUp, &[order]).await;
}

#[tokio::test]
async fn i5_a_pack_that_takes_something_else_from_the_shelves() {
    let shop = Shop::open().await;
    let order = shop.order("placed").await;
    sql(
        &shop.orders,
        "UPDATE order_lines SET parts = jsonb_build_array(jsonb_build_object(
             'product_id', product_id, 'combination_id', NULL, 'name', '{}', 'combination_name', '{}', 'quantity', 1))",
    )
    .await;
    assert!(shop.verify().await.is_empty(), "two packs of one piece each");
    sql(&shop.orders, "UPDATE order_lines SET parts = jsonb_set(parts, '{0,quantity}', '2')").await;
    shop.breaks(Invariant::OrderTotalsAddUp, &[order]).await;
}

#[tokio::test]
async fn i6_a_delivered_order_that_nobody_owes() {
    let shop = Shop::open().await;
    let order = shop.order("delivered").await;
    sql(&shop.payments, "ALTER TABLE receivable_entries DISABLE TRIGGER USER").await;
    sql(&shop.payments, "DELETE FROM receivable_entries; DELETE FROM receivables").await;
    sql(&shop.payments, "DELETE FROM balance_changes; DELETE FROM transporter_balances").await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

#[tokio::test]
async fn i6_a_payment_of_another_total_than_its_orders() {
    let shop = Shop::open().await;
    shop.order("settled").await;
    sql(&shop.payments, "UPDATE transporter_payments SET total = total + 1").await;
    let payment =
        sqlx::query_scalar("SELECT id FROM transporter_payments").fetch_one(&shop.payments).await.unwrap();
    shop.breaks(Invariant::MoneyAddsUp, &[payment]).await;
}

#[tokio::test]
async fn i6_an_order_paid_that_orders_does_not_call_settled() {
    let shop = Shop::open().await;
    let order = shop.order("settled").await;
    sql(&shop.orders, "UPDATE orders SET status = 'delivered'").await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

#[tokio::test]
async fn i6_a_balance_that_is_not_the_sum_of_what_is_open() {
    let shop = Shop::open().await;
    shop.order("delivered").await;
    sql(&shop.payments, "UPDATE balance_changes SET total = total - 1").await;
    let transporter = sqlx::query_scalar("SELECT transporter_id FROM receivables");
    let transporter = transporter.fetch_one(&shop.payments).await.unwrap();
    shop.breaks(Invariant::MoneyAddsUp, &[transporter]).await;
}

#[tokio::test]
async fn i6_money_of_an_order_that_is_not_there() {
    let shop = Shop::open().await;
    let order = fresh();
    shop.owe(order).await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

#[tokio::test]
async fn i6_an_order_owed_at_another_total() {
    let shop = Shop::open().await;
    let order = shop.order("delivered").await;
    sql(&shop.payments, "ALTER TABLE receivable_entries DISABLE TRIGGER USER").await;
    sql(
        &shop.payments,
        "UPDATE receivable_entries SET amount = amount - 1; UPDATE receivables SET total = total - 1",
    )
    .await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

#[tokio::test]
async fn i6_a_receivable_that_is_not_the_sum_of_its_entries() {
    let shop = Shop::open().await;
    let order = shop.order("settled").await;
    sql(&shop.payments, "UPDATE receivables SET payment_version = 3").await;
    // Neither is it what orders heard of.
    shop.breaks(Invariant::MoneyAddsUp, &[order, order]).await;
}

#[tokio::test]
async fn i6_an_entry_of_another_amount_than_the_order() {
    let shop = Shop::open().await;
    let order = shop.order("delivered").await;
    sql(&shop.payments, "ALTER TABLE receivable_entries DISABLE TRIGGER USER").await;
    sql(&shop.payments, "UPDATE receivable_entries SET amount = amount - 100").await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

#[tokio::test]
async fn i6_a_reversal_of_another_total_than_its_orders() {
    let shop = Shop::open().await;
    shop.reversed_order().await;
    sql(&shop.payments, "ALTER TABLE transporter_payment_reversals DISABLE TRIGGER USER").await;
    sql(&shop.payments, "UPDATE transporter_payment_reversals SET total = total + 1").await;
    let reversal = sqlx::query_scalar("SELECT id FROM transporter_payment_reversals");
    let reversal = reversal.fetch_one(&shop.payments).await.unwrap();
    shop.breaks(Invariant::MoneyAddsUp, &[reversal]).await;
}

#[tokio::test]
async fn i6_a_reversed_payment_that_orders_did_not_hear_of() {
    let shop = Shop::open().await;
    let order = shop.reversed_order().await;
    sql(&shop.orders, "UPDATE orders SET status = 'settled'").await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

/// The order came home while it was being paid, and its payment was reversed: nothing but the count tells that nobody heard of it.
#[tokio::test]
async fn i6_a_reversal_for_an_order_that_came_back_which_orders_did_not_hear_of() {
    let shop = Shop::open().await;
    let order = shop.reversed_order().await;
    shop.take_back(order).await;
    assert_eq!(shop.verify().await, []);
    sql(&shop.orders, "UPDATE orders SET payment_version = 1").await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

#[tokio::test]
async fn i6_an_order_owed_by_another_transporter() {
    let shop = Shop::open().await;
    let order = shop.order("settled").await;
    sql(&shop.payments, "UPDATE receivables SET transporter_id = gen_random_uuid()").await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

#[tokio::test]
async fn i6_an_order_that_came_back_and_is_paid_all_the_same() {
    let shop = Shop::open().await;
    let order = shop.order("settled").await;
    shop.take_back(order).await;
    shop.breaks(Invariant::MoneyAddsUp, &[order]).await;
}

#[tokio::test]
async fn i7_goods_that_left_for_an_order_that_took_none() {
    let shop = Shop::open().await;
    let order = shop.order("placed").await;
    shop.move_stock("shipped", -2, Some(order)).await;
    shop.breaks(Invariant::GoodsMoveOnce, &[order]).await;
}

#[tokio::test]
async fn i7_a_returned_parcel_that_never_came_back_to_the_shelf() {
    let shop = Shop::open().await;
    let order = shop.order("shipped").await;
    sql(&shop.orders, "UPDATE orders SET status = 'returned'").await;
    sql(&shop.inventory, "UPDATE reservations SET state = 'returned'").await;
    shop.breaks(Invariant::GoodsMoveOnce, &[order]).await;
}

#[tokio::test]
async fn i8_an_event_that_waits() {
    let shop = Shop::open().await;
    let event = shop.publish().await;
    shop.breaks(Invariant::EventsArrive, &[event]).await;
}

#[tokio::test]
async fn i8_an_event_that_did_not_reach_its_consumer() {
    let shop = Shop::open().await;
    let event = shop.lose(&AvailabilityChanged::default()).await;
    shop.breaks(Invariant::EventsArrive, &[event]).await;
}

#[tokio::test]
async fn i8_a_change_that_the_journal_does_not_have() {
    let shop = Shop::with_journal().await;
    let event = shop.lose(&AuditRecorded::default()).await;
    let arrives = "INSERT INTO bus.inbox (consumer, message_id) VALUES ('gateway', $1)";
    sqlx::query(arrives).bind(event).execute(&shop.journal()).await.unwrap();
    assert_eq!(shop.verify().await, []);
    sql(&shop.journal(), "DELETE FROM bus.inbox").await;
    shop.breaks(Invariant::EventsArrive, &[event]).await;
}

#[tokio::test]
async fn i8_without_the_gateways_database_nothing_is_said_of_what_it_has() {
    let shop = Shop::open().await;
    shop.lose(&AuditRecorded::default()).await;
    assert_eq!(shop.verify().await, []);
    shop.close().await;
}

#[tokio::test]
async fn i8_a_dead_letter() {
    let shop = Shop::open().await;
    let ending = CancellationToken::new();
    let outbox = Outbox::new();
    let failing = souk_bus::Consumer::new("catalog")
        .on(|_, _: souk_bus::Delivery<AvailabilityChanged>| {
            Box::pin(async { Err(souk_bus::ConsumeError::Rejected(anyhow::Error::msg("the shelf is gone"))) })
        })
        .on(|_, _: souk_bus::Delivery<OrderDelivered>| Box::pin(async { Ok(()) }))
        .on(|_, _: souk_bus::Delivery<OrderReturning>| Box::pin(async { Ok(()) }));
    let consuming =
        Bus::new("catalog", &shop.bus()).consume(shop.catalog.clone(), failing).start(&ending).unwrap();
    let relay =
        Bus::new("inventory", &shop.bus()).publish(shop.inventory.clone(), outbox).start(&ending).unwrap();
    let event = shop.publish().await;
    eventually("the event is dead", Duration::from_secs(20), async || {
        shop.verify().await.iter().any(|violation| violation.detail.contains("the shelf is gone"))
    })
    .await;
    ending.cancel();
    relay.stopped().await;
    consuming.stopped().await;
    assert!(!was_taken(&shop).await, "the verifier took a message off its queue");
    // It is dead, and so it did not reach its consumer.
    shop.breaks(Invariant::EventsArrive, &[event, event]).await;
}

/// Whether anybody before us took the message that catalog has among its dead letters.
async fn was_taken(shop: &Shop) -> bool {
    let connection =
        lapin::Connection::connect(shop.broker_url(), lapin::ConnectionProperties::default()).await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    let queue = Topology::dead_queue(&shop.topology().queue("catalog", "inventory"));
    let options = lapin::options::BasicGetOptions::default();
    let message = channel.basic_get(queue.into(), options).await.unwrap().unwrap();
    // Unanswered, so that it goes back with the connection.
    connection.close(200, "done".into()).await.unwrap();
    message.delivery.redelivered
}

#[tokio::test]
async fn i8_dead_messages_that_nobody_knows_the_reason_of_are_counted() {
    dead_messages_are_counted(Shop::open().await, "orders").await;
}

#[tokio::test]
async fn i8_dead_entries_of_the_journal_are_counted() {
    dead_messages_are_counted(Shop::with_journal().await, "gateway").await;
}

#[tokio::test]
async fn i8_dead_entries_of_the_journal_are_counted_without_the_gateways_database() {
    dead_messages_are_counted(Shop::open().await, "gateway").await;
}

/// Three that `consumer` has of catalog's.
async fn dead_messages_are_counted(shop: Shop, consumer: &str) {
    let connection =
        lapin::Connection::connect(shop.broker_url(), lapin::ConnectionProperties::default()).await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    let topology = shop.topology();
    topology.declare(&channel, consumer).await.unwrap();
    channel.confirm_select(lapin::options::ConfirmSelectOptions::default()).await.unwrap();
    for _ in 0..3 {
        let options = lapin::options::BasicPublishOptions::default();
        let key = topology.queue(consumer, "catalog");
        let exchange = topology.dead_exchange();
        let properties = lapin::BasicProperties::default();
        let sent = channel
            .basic_publish(exchange.into(), key.into(), options, b"no event", properties)
            .await
            .unwrap();
        sent.await.unwrap();
    }
    let violations = shop.verify().await;
    assert_eq!(violations.len(), 1, "{violations:#?}");
    assert!(violations[0].detail.starts_with("3 dead messages"), "{}", violations[0]);
    connection.close(200, "done".into()).await.unwrap();
    shop.close().await;
}

/// A shop in which one copy was changed behind the services' backs: the product is named.
async fn is_told(pick: fn(&Shop) -> &sqlx::PgPool, change: &'static str) {
    let shop = Shop::open().await;
    shop.hear().await;
    assert_eq!(shop.verify().await, []);
    sql(pick(&shop), change).await;
    let product = shop.product;
    shop.breaks(Invariant::CopiesAgree, &[product]).await;
}

#[tokio::test]
async fn i9_catalog_shows_less_than_inventory_has() {
    is_told(|shop| &shop.catalog, "UPDATE availability SET version = 2, available = 0").await;
}

#[tokio::test]
async fn i9_catalog_never_heard_that_there_is_some() {
    is_told(|shop| &shop.catalog, "DELETE FROM availability").await;
}

#[tokio::test]
async fn i9_orders_heard_of_what_catalog_has_not_said() {
    is_told(|shop| &shop.orders, "UPDATE sellables SET version = 8").await;
}

/// A shop with a promotion that orders heard of, in which one side was changed behind the services' backs: the promotion is named.
async fn a_promotion_differs(pick: fn(&Shop) -> &sqlx::PgPool, change: &'static str) {
    let shop = Shop::open().await;
    let promotion = shop.promotion().await;
    assert_eq!(shop.verify().await, []);
    sql(pick(&shop), change).await;
    shop.breaks(Invariant::CopiesAgree, &[promotion]).await;
}

#[tokio::test]
async fn i9_orders_never_heard_of_the_promotions() {
    a_promotion_differs(|shop| &shop.orders, "UPDATE promotions SET body = NULL").await;
}

#[tokio::test]
async fn i9_orders_grants_a_promotion_that_was_ended() {
    let change = "UPDATE promotions SET version = 2, active = false WHERE ends_at IS NULL";
    a_promotion_differs(|shop| &shop.catalog, change).await;
}

#[tokio::test]
async fn i9_orders_takes_other_prices_than_catalog_shows() {
    let shop = Shop::open().await;
    sql(&shop.catalog, "UPDATE settings SET version = 2, price_basis = 'ttc', hold_hours = 24").await;
    let violations = shop.verify().await;
    assert_eq!(violations.len(), 1, "{violations:#?}");
    assert_eq!(
        (violations[0].invariant, violations[0].subject.as_str()),
        (Invariant::CopiesAgree, "settings")
    );
    sql(&shop.orders, "UPDATE price_basis SET version = 2, basis = 'ttc'").await;
    assert_eq!(shop.verify().await.len(), 1, "orders are held for another time");
    sql(&shop.orders, "UPDATE order_times SET version = 2, hold_hours = 24").await;
    assert_eq!(shop.verify().await, []);
    shop.close().await;
}

/// A shop in which catalog counts what is not there.
async fn is_miscounted(change: &'static str, subject: &'static str) {
    let shop = Shop::open().await;
    shop.hear().await;
    assert_eq!(shop.verify().await, []);
    sql(&shop.catalog, change).await;
    let id: uuid::Uuid = sqlx::query_scalar(subject).fetch_one(&shop.catalog).await.unwrap();
    shop.breaks(Invariant::CountsAddUp, &[id]).await;
}

#[tokio::test]
async fn i10_a_category_says_that_it_shows_more() {
    is_miscounted("UPDATE categories SET products = products + 1", "SELECT id FROM categories").await;
}

#[tokio::test]
async fn i10_a_bestseller_sold_more_than_its_days_say() {
    let change = "INSERT INTO bestsellers SELECT id, 4 FROM products";
    is_miscounted(change, "SELECT id FROM products").await;
}

#[tokio::test]
async fn i10_a_product_has_ratings_that_nobody_gave() {
    let change = "INSERT INTO product_ratings SELECT id, '{0, 0, 0, 0, 1}' FROM products";
    is_miscounted(change, "SELECT id FROM products").await;
}

#[tokio::test]
async fn i10_a_product_is_searched_by_what_it_was_called() {
    let change =
        "INSERT INTO product_texts (product_id, language, name) SELECT id, 'fr', 'Savon' FROM products;
        UPDATE product_search_texts SET text = ' bougie'";
    is_miscounted(change, "SELECT id FROM products").await;
}

#[tokio::test]
async fn i10_a_published_review_is_in_no_rating() {
    let shop = Shop::open().await;
    shop.hear().await;
    let published = "INSERT INTO product_ratings SELECT id, '{0, 0, 0, 1, 0}' FROM products;
        INSERT INTO reviews (id, product_id, state, rating, body, name, email, phone, purchased_on, verified, images, created_at)
        SELECT gen_random_uuid(), id, state, 4, 'Bien', 'Samira', '', '', now(), false, '[]', now()
          FROM products, unnest(ARRAY['approved', 'pending', 'refused']) AS state";
    sql(&shop.catalog, published).await;
    assert_eq!(shop.verify().await, []);
    sql(&shop.catalog, "UPDATE product_ratings SET counts = '{0, 0, 0, 0, 0}'").await;
    let product = shop.product;
    shop.breaks(Invariant::CountsAddUp, &[product]).await;
}

/// A shop with an order whose counts are made wrong: `subject` is named.
async fn orders_are_miscounted(change: &'static str, subject: &str) {
    let shop = Shop::open().await;
    shop.order("delivered").await;
    let folded =
        "INSERT INTO status_tallies SELECT status, 0, sum(orders) FROM status_changes GROUP BY status;
        DELETE FROM status_changes";
    sql(&shop.orders, folded).await;
    assert_eq!(shop.verify().await, []);
    sql(&shop.orders, change).await;
    let violations = shop.verify().await;
    assert_eq!(violations.len(), 1, "{violations:#?}");
    assert_eq!(violations[0].invariant, Invariant::CountsAddUp);
    assert!(violations[0].subject.starts_with(subject), "{}", violations[0]);
    shop.close().await;
}

#[tokio::test]
async fn i10_a_tally_says_more_than_there_are() {
    orders_are_miscounted("UPDATE status_tallies SET orders = 2", "orders that are delivered").await;
}

#[tokio::test]
async fn i10_a_change_of_a_status_is_counted_twice() {
    let change = "INSERT INTO status_changes (status, orders) VALUES ('placed', 1)";
    orders_are_miscounted(change, "orders that are placed").await;
}

#[tokio::test]
async fn i10_a_day_delivered_for_less_than_its_orders() {
    let change = "UPDATE day_changes SET delivered_total = delivered_total - 1";
    orders_are_miscounted(change, "orders of 20").await;
}

#[tokio::test]
async fn i9_inventory_never_heard_of_a_product() {
    is_told(|shop| &shop.inventory, "DELETE FROM sellable_products").await;
}
