//! The life of an order: who may take which step, what it records, what it tells the rest of the shop.

use std::time::Duration;

use souk_kernel::Role;
use souk_orders::orders::oversold;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::orders_server::Orders as _;
use souk_rpc::{Actor, Failure, Kind, Origin, deadline};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, admin, by, fields, staff};

#[souk_testkit::test(SCHEMA)]
async fn an_order_goes_from_the_door_to_delivery_with_a_row_and_an_event_for_each_step(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (samira, omar) = (staff("Samira", Role::Sales), staff("Omar", Role::Warehouse));
    let mut order = shop.order("0555123456").await;
    for (actor, to) in [
        (&samira, "unreachable"),
        (&samira, "confirmed"),
        (&omar, "preparing"),
        (&omar, "shipped"),
        (&samira, "attempted"),
        (&samira, "delivered"),
    ] {
        order = shop.step(actor, &order, to).await.expect("a legal step");
        assert_eq!(order.status, to);
    }
    assert_eq!((order.version, order.delivered_at.as_str()), (7, "2026-11-21T09:00:06Z"));
    let detail = shop.get(&order.id).await;
    let names = |entry: &proto::TimelineEntry| {
        (entry.kind.clone(), entry.actor.as_ref().map(|actor| actor.name.clone()).unwrap_or_default())
    };
    let timeline: Vec<_> = detail.timeline.iter().map(names).collect();
    assert_eq!(timeline[0], ("placed".into(), "client".into()));
    assert_eq!(timeline[4], ("shipped".into(), "Omar".into()));
    let events = shop.events().await;
    assert_eq!(events.len(), 7);
    assert_eq!(events[6], "souk.orders.v1.OrderDelivered");
}

/// Staff who have no time left ask in vain, again and again: no shopper's order is taken without stock for it.
#[souk_testkit::test(SCHEMA)]
async fn who_has_no_time_left_to_wait_makes_no_neighbour_count_as_away(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    shop.clock.advance(time::Duration::hours(73));
    shop.orders.0.release_unconfirmed(time::Duration::hours(72)).await.expect("swept");
    let released = shop.get(&order.id).await.order.expect("an order");
    let (nadia, silent) = (admin(), shop.inventory.gate());
    for _ in 0..10 {
        let until = tokio::time::Instant::now() + Duration::from_millis(50);
        let step = deadline::within(until, shop.step(&nadia, &released, "confirmed"));
        step.await.expect_err("nobody answers in time");
    }
    silent.add_permits(1_000);
    assert_eq!(shop.order("0666123456").await.stock, "reserved");
}

#[souk_testkit::test(SCHEMA)]
async fn a_step_records_what_it_was_given(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let request = proto::TransitionOrderRequest {
        id: order.id.clone(),
        to: "unreachable".into(),
        version: 1,
        note: "pas de réponse".into(),
        reason: "voicemail".into(),
        next_call_at: "2026-11-21T15:00:00Z".into(),
        ..proto::TransitionOrderRequest::default()
    };
    let detail = shop.transition(&admin(), request).await.expect("a legal step");
    let entry = &detail.timeline[1];
    assert_eq!(entry.note, "pas de réponse");
    assert_eq!(
        (entry.data["reason"].as_str(), entry.data["nextCallAt"].as_str()),
        ("voicemail", "2026-11-21T15:00:00Z")
    );
}

#[souk_testkit::test(SCHEMA)]
async fn two_staff_confirm_at_once_and_one_wins(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let confirms = ["Samira", "Karim"].map(|name| {
        let (shop, order) = (shop.clone(), order.clone());
        tokio::spawn(async move { shop.step(&staff(name, Role::Sales), &order, "confirmed").await })
    });
    let mut refusals = Vec::new();
    for confirm in confirms {
        refusals.extend(confirm.await.expect("no panic").err().map(|failure| failure.kind));
    }
    assert_eq!(refusals, [Kind::Conflict]);
    assert_eq!(shop.get(&order.id).await.timeline.len(), 2);
}

#[souk_testkit::test(SCHEMA)]
async fn repeating_a_step_is_success_and_changes_nothing(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let samira = staff("Samira", Role::Sales);
    let order = shop.order("0555123456").await;
    let confirmed = shop.step(&samira, &order, "confirmed").await.expect("confirmed");
    assert_eq!(shop.step(&samira, &order, "confirmed").await.expect("again"), confirmed);
    assert_eq!(shop.events().await.len(), 2);
}

#[souk_testkit::test(SCHEMA)]
async fn steps_off_the_table_or_beyond_a_role_are_refused(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let kind =
        async |actor: Actor, to: &str| shop.step(&actor, &order, to).await.map(drop).map_err(|it| it.kind);
    for to in ["shipped", "delivered", "returned", "settled", "placed"] {
        assert_eq!(kind(admin(), to).await, Err(Kind::Precondition), "{to}");
    }
    assert_eq!(kind(admin(), "vanished").await, Err(Kind::Invalid));
    assert_eq!(kind(staff("Omar", Role::Warehouse), "confirmed").await, Err(Kind::Forbidden));
    assert_eq!(kind(staff("Lina", Role::Content), "cancelled").await, Err(Kind::Forbidden));
    assert_eq!(kind(Actor::shopper(), "cancelled").await, Err(Kind::Forbidden));
    assert_eq!(shop.get(&order.id).await.timeline.len(), 1);
}

#[souk_testkit::test(SCHEMA)]
async fn the_buttons_are_those_that_the_employee_may_press(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let allowed = async |role: Role| {
        let request = proto::GetOrderRequest { id: order.id.clone() };
        let detail = shop.orders.get_order(by(&staff("Samira", role), request)).await.expect("found");
        detail.into_inner().allowed_transitions
    };
    assert_eq!(allowed(Role::Sales).await, ["confirmed", "unreachable", "cancelled"]);
    assert!(allowed(Role::Warehouse).await.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn preparing_moves_the_hold_to_the_warehouses_that_staff_named(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let order = shop.step(&admin(), &order, "confirmed").await.expect("confirmed");
    let allocation = proto::Allocation {
        warehouse_id: shop.id(),
        product_id: order.lines[0].product_id.clone(),
        combination_id: String::new(),
        quantity: 1,
    };
    let request = proto::TransitionOrderRequest {
        id: order.id.clone(),
        to: "preparing".into(),
        version: order.version,
        allocations: vec![allocation.clone()],
        ..proto::TransitionOrderRequest::default()
    };
    shop.transition(&admin(), request).await.expect("preparing");
    let book = shop.inventory.book();
    assert_eq!(book.allocated[0].allocations[0].warehouse_id, allocation.warehouse_id);
    assert_eq!(book.allocated[0].order_id, order.id);
}

/// Preparing, shipping and taking back in: by who is assigned to the warehouse, is assigned to another, to none, or is an
/// admin.
#[souk_testkit::test(SCHEMA)]
async fn goods_are_handled_by_who_is_assigned_to_their_warehouse(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, std::time::Duration::ZERO).await;
    let (own, foreign) = (shop.id(), shop.id());
    shop.inventory.book().warehouse.clone_from(&own);
    let with = |role: Role, warehouse: Option<&String>| Actor {
        warehouses: warehouse.map(|id| id.parse().expect("an id")).into_iter().collect(),
        ..staff("Karim", role)
    };
    let clerks = [
        (with(Role::Warehouse, Some(&own)), true),
        (with(Role::Warehouse, Some(&foreign)), false),
        (with(Role::Warehouse, None), true),
        (with(Role::Admin, Some(&foreign)), true),
        (with(Role::Sales, Some(&own)), false),
    ];
    for (clerk, may) in clerks {
        let mut order = shop.order("0555123456").await;
        for (to, is_theirs) in [
            ("confirmed", false),
            ("preparing", true),
            ("shipped", true),
            ("returning", false),
            ("returned", true),
        ] {
            if is_theirs && !may {
                let refused = shop.step(&clerk, &order, to).await.expect_err("not theirs");
                assert_eq!(refused.kind, Kind::Forbidden, "{to} by {clerk:?}");
            }
            let by_whom = if is_theirs && may { clerk.clone() } else { admin() };
            order = shop.step(&by_whom, &order, to).await.expect("a legal step");
        }
    }
}

#[souk_testkit::test(SCHEMA)]
async fn an_allocation_to_a_foreign_warehouse_is_refused_before_anything_is_held_or_moves(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.inventory.book().is_away = true;
    let order = shop.order("0555123456").await;
    let order = shop.step(&admin(), &order, "confirmed").await.expect("confirmed");
    shop.inventory.book().is_away = false;
    let clerk =
        Actor { warehouses: vec![shop.id().parse().expect("an id")], ..staff("Karim", Role::Warehouse) };
    let request = proto::TransitionOrderRequest {
        id: order.id.clone(),
        to: "preparing".into(),
        version: order.version,
        allocations: vec![proto::Allocation {
            warehouse_id: shop.id(),
            product_id: order.lines[0].product_id.clone(),
            combination_id: String::new(),
            quantity: 1,
        }],
        ..proto::TransitionOrderRequest::default()
    };
    let refused = shop.transition(&clerk, request).await.expect_err("foreign");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Forbidden, "orders.foreign_warehouse"));
    let book = shop.inventory.book();
    assert!(book.allocated.is_empty() && book.held.is_empty());
}

#[souk_testkit::test(SCHEMA)]
async fn naming_an_own_warehouse_opens_no_foreign_goods(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.inventory.book().warehouse = shop.id();
    let own = shop.id();
    let clerk = Actor { warehouses: vec![own.parse().expect("an id")], ..staff("Karim", Role::Warehouse) };
    let order = shop.order("0555123456").await;
    let order = shop.step(&admin(), &order, "confirmed").await.expect("confirmed");
    let order = shop.step(&admin(), &order, "preparing").await.expect("preparing");
    let request = proto::TransitionOrderRequest {
        id: order.id.clone(),
        to: "shipped".into(),
        version: order.version,
        allocations: vec![proto::Allocation {
            warehouse_id: own,
            product_id: order.lines[0].product_id.clone(),
            combination_id: String::new(),
            quantity: 1,
        }],
        ..proto::TransitionOrderRequest::default()
    };
    assert_eq!(shop.transition(&clerk, request).await.expect_err("foreign").kind, Kind::Forbidden);
}

/// Preparing asks for stock that isn't held yet; where it comes from is known only then.
#[souk_testkit::test(SCHEMA)]
async fn goods_that_are_found_in_a_foreign_warehouse_are_not_prepared(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.inventory.book().warehouse = shop.id();
    shop.inventory.book().is_away = true;
    let order = shop.order("0555123456").await;
    let order = shop.step(&admin(), &order, "confirmed").await.expect("confirmed");
    shop.inventory.book().is_away = false;
    let clerk =
        Actor { warehouses: vec![shop.id().parse().expect("an id")], ..staff("Karim", Role::Warehouse) };
    let refused = shop.step(&clerk, &order, "preparing").await.expect_err("foreign");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Forbidden, "orders.foreign_warehouse"));
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_of_foreign_goods_is_read_neither_by_opening_nor_by_repeating_a_step(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let order = shop.step(&admin(), &order, "confirmed").await.expect("confirmed");
    let order = shop.step(&admin(), &order, "preparing").await.expect("preparing");
    shop.inventory.book().is_foreign = true;
    let clerk =
        Actor { warehouses: vec![shop.id().parse().expect("an id")], ..staff("Karim", Role::Warehouse) };
    let request = proto::GetOrderRequest { id: order.id.clone() };
    let opened = shop.orders.get_order(by(&clerk, request)).await.map_err(Failure::from);
    assert_eq!(opened.expect_err("foreign").kind, Kind::Forbidden);
    let repeated = shop.step(&clerk, &order, "preparing").await;
    assert_eq!(repeated.expect_err("foreign").kind, Kind::Forbidden);
    assert_eq!(shop.get(&order.id).await.order.expect("an order").status, "preparing");
}

#[souk_testkit::test(SCHEMA)]
async fn confirming_an_order_taken_without_stock_asks_for_it_once_more(pool: PgPool) {
    let shop = Shop::open(pool).await;
    shop.inventory.book().is_away = true;
    let order = shop.order("0555123456").await;
    {
        let mut book = shop.inventory.book();
        book.is_away = false;
        book.available.insert(order.lines[0].product_id.clone(), 0);
    }
    let refused = shop.step(&admin(), &order, "confirmed").await.expect_err("refused");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.out_of_stock"));
    shop.inventory.book().available.insert(order.lines[0].product_id.clone(), 1);
    let confirmed = shop.step(&admin(), &order, "confirmed").await.expect("confirmed");
    assert_eq!(confirmed.stock, "reserved");
}

#[souk_testkit::test(SCHEMA)]
async fn goods_that_were_lost_while_preparing_are_asked_for_again_before_they_are_shipped(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let mut order = shop.order("0555123456").await;
    for to in ["confirmed", "preparing"] {
        order = shop.step(&admin(), &order, to).await.expect("a legal step");
    }
    let lost = "UPDATE orders SET stock = 'rejected', stock_version = 2";
    sqlx::query(lost).execute(&pool).await.expect("inventory said so");
    {
        let mut book = shop.inventory.book();
        book.held.clear();
        book.available.insert(order.lines[0].product_id.clone(), 0);
    }
    let refused = shop.step(&admin(), &order, "shipped").await.expect_err("refused");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.out_of_stock"));
    assert_eq!(oversold::count(&pool).await.ok(), Some(1.0), "whoever watches the shop is told");
    shop.inventory.book().available.insert(order.lines[0].product_id.clone(), 1);
    let shipped = shop.step(&admin(), &order, "shipped").await.expect("shipped");
    assert_eq!((shipped.status.as_str(), shipped.stock.as_str()), ("shipped", "reserved"));
    assert_eq!(oversold::count(&pool).await.ok(), Some(0.0));
}

/// A wrong click on `returning`, a delivery taken back by mistake, a parcel that nobody finds and that turns up again.
#[souk_testkit::test(SCHEMA)]
async fn what_was_recorded_of_a_parcel_by_mistake_has_a_way_on(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let nadia = admin();
    let mut order = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "returning"] {
        order = shop.step(&nadia, &order, to).await.expect("a legal step");
    }
    let allowed = shop.get(&order.id).await.allowed_transitions;
    assert_eq!(allowed, ["returned", "attempted", "delivered", "lost"]);
    let asked = |order: &proto::Order, to: &str, reason: &str| proto::TransitionOrderRequest {
        id: order.id.clone(),
        to: to.into(),
        version: order.version,
        reason: reason.into(),
        ..proto::TransitionOrderRequest::default()
    };
    for to in ["attempted", "delivered", "lost"] {
        let refused = shop.transition(&nadia, asked(&order, to, "")).await.expect_err("no reason");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["reason"]));
    }
    for (to, delivery_version) in [
        ("attempted", 0),
        ("delivered", 1),
        ("returning", 2),
        ("delivered", 3),
        ("returning", 4),
        ("lost", 4),
        ("returning", 4),
        ("returned", 4),
    ] {
        let request = asked(&order, to, "clic par erreur");
        order = shop.transition(&nadia, request).await.expect("a legal step").order.expect("an order");
        assert_eq!((order.status.as_str(), order.delivery_version), (to, delivery_version));
    }
    assert_eq!(shop.get(&order.id).await.allowed_transitions, [""; 0]);
    let events = shop.events().await;
    assert_eq!(events.iter().filter(|event| event.ends_with("OrderDelivered")).count(), 2);
    assert_eq!(events.iter().filter(|event| event.ends_with("OrderLost")).count(), 1);
}

/// Nobody owes the cash of a delivery that was taken back: to write its goods off, too, is not for who did that.
#[souk_testkit::test(SCHEMA)]
async fn what_was_delivered_is_called_lost_by_an_administrator_alone(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let nadia = staff("Nadia", Role::Payments);
    let because = |order: &proto::Order, to: &str| proto::TransitionOrderRequest {
        id: order.id.clone(),
        to: to.into(),
        version: order.version,
        reason: "introuvable".into(),
        ..proto::TransitionOrderRequest::default()
    };
    let allowed = async |actor: &Actor, order: &proto::Order| {
        let request = proto::GetOrderRequest { id: order.id.clone() };
        let detail = shop.orders.get_order(by(actor, request)).await.expect("found").into_inner();
        detail.allowed_transitions.contains(&"lost".to_owned())
    };
    let mut order = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "delivered"] {
        order = shop.step(&admin(), &order, to).await.expect("a legal step");
    }
    for to in ["returning", "attempted"] {
        let detail = shop.transition(&nadia, because(&order, to)).await.expect("a legal step");
        order = detail.order.expect("an order");
        let refused = shop.transition(&nadia, because(&order, "lost")).await.expect_err("she took it back");
        assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Forbidden, "forbidden"), "{to}");
        assert_eq!(refused.metadata["permission"], "orders.writeOff");
        assert_eq!((allowed(&nadia, &order).await, allowed(&admin(), &order).await), (false, true));
    }
    let lost = shop.transition(&admin(), because(&order, "lost")).await.expect("the owner looked into it");
    assert_eq!(lost.order.expect("an order").status, "lost");

    let mut other = shop.order("0555123457").await;
    for to in ["confirmed", "preparing", "shipped"] {
        other = shop.step(&admin(), &other, to).await.expect("a legal step");
    }
    assert!(allowed(&nadia, &other).await, "what never arrived is everyday work");
    shop.transition(&nadia, because(&other, "lost")).await.expect("lost");
}

/// Rows as the release before left them, which did not count deliveries.
#[souk_testkit::test(SCHEMA)]
async fn a_delivery_as_a_release_before_wrote_it_is_the_first_of_its_order(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let mut order = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "delivered"] {
        order = shop.step(&admin(), &order, to).await.expect("a legal step");
    }
    sqlx::query("UPDATE orders SET delivery_version = 0").execute(&pool).await.expect("as it was");
    assert_eq!(shop.get(&order.id).await.order.expect("an order").delivery_version, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn a_delivery_is_taken_back_for_a_reason_and_no_longer_counts(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let nadia = staff("Nadia", Role::Payments);
    let mut order = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "delivered"] {
        order = shop.step(&admin(), &order, to).await.expect("a legal step");
    }
    let delivered_today = async || {
        let summary =
            shop.orders.get_summary(by(&admin(), proto::GetSummaryRequest {})).await.expect("summed");
        let summary = summary.into_inner();
        (summary.delivered_today, summary.delivered_today_total)
    };
    assert_eq!(delivered_today().await, (1, order.total));
    let take_back = |reason: &str| proto::TransitionOrderRequest {
        id: order.id.clone(),
        to: "returning".into(),
        version: order.version,
        reason: reason.into(),
        ..proto::TransitionOrderRequest::default()
    };
    let refused = shop.transition(&nadia, take_back(" ")).await.expect_err("no reason");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["reason"]));
    let detail = shop.transition(&nadia, take_back("clic par erreur")).await.expect("taken back");
    let back = detail.order.expect("an order");
    assert_eq!((back.status.as_str(), back.return_reason.as_str()), ("returning", "clic par erreur"));
    assert_eq!(back.delivered_at, order.delivered_at, "that it was delivered stays told");
    assert_eq!(delivered_today().await, (0, 0));
    let entry = detail.timeline.last().expect("an entry");
    assert_eq!(
        (entry.data["reason"].as_str(), entry.actor.as_ref().map(|it| it.name.as_str())),
        ("clic par erreur", Some("Nadia"))
    );
    let returned = shop.step(&admin(), &back, "returned").await.expect("home");
    assert_eq!(returned.status, "returned");
}

/// With the change or not at all: what is refused or was done before is no change.
#[souk_testkit::test(SCHEMA)]
async fn what_staff_do_is_told_with_who_before_and_after(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let origin = Origin { address: "41.96.0.7".into(), request_id: "r-17".into() };
    let samira = staff("Samira", Role::Sales).of_request(origin);
    let note = proto::AddNoteRequest { id: order.id.clone(), note: "a rappelé".into() };
    shop.orders.add_note(by(&samira, note)).await.expect("noted");
    shop.step(&samira, &order, "confirmed").await.expect("confirmed");
    shop.step(&samira, &order, "confirmed").await.expect("is confirmed");
    shop.step(&samira, &order, "preparing").await.expect_err("is no work of sales");
    let mut told = shop.audit().await;
    told.retain(|entry| entry.actor_name == "Samira");
    let actions: Vec<_> = told.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions, ["orders.note_added", "orders.order_moved"]);
    let moved = &told[1];
    assert_eq!(
        (moved.before.as_str(), moved.after.as_str()),
        (r#"{"status":"placed"}"#, r#"{"reason":"as told","status":"confirmed"}"#)
    );
    assert_eq!(
        (moved.subject_id.as_str(), moved.subject_name.as_str()),
        (order.id.as_str(), order.number.as_str())
    );
    for entry in &told {
        assert_eq!((entry.actor_name.as_str(), &entry.roles), ("Samira", &vec!["sales".to_owned()]));
        assert_eq!((entry.address.as_str(), entry.request_id.as_str()), ("41.96.0.7", "r-17"));
    }
}

#[souk_testkit::test(SCHEMA)]
async fn a_remark_is_told_to_open_screens_and_is_no_change_of_the_order(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let note = proto::AddNoteRequest { id: order.id.clone(), note: "a rappelé".into() };
    shop.orders.add_note(by(&staff("Samira", Role::Sales), note)).await.expect("noted");
    assert_eq!(shop.events().await.last().map(String::as_str), Some("souk.orders.v1.OrderNoted"));
    shop.step(&admin(), &order, "confirmed").await.expect("by who read it before the remark");
}

#[souk_testkit::test(SCHEMA)]
async fn a_shopper_tracks_with_number_and_phone_and_sees_no_word_of_staff(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let order = shop.order("0555123456").await;
    let note = proto::AddNoteRequest { id: order.id.clone(), note: "client difficile".into() };
    shop.orders.add_note(by(&staff("Samira", Role::Sales), note)).await.expect("noted");
    shop.step(&staff("Samira", Role::Sales), &order, "confirmed").await.expect("confirmed");
    let track = async |number: &str, phone: &str| {
        let request = proto::TrackOrderRequest { number: number.into(), phone: phone.into() };
        let answer = shop.orders.track_order(by(&Actor::shopper(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(|status| Failure::from(status).kind)
    };
    let detail = track(&order.number, "05 55 12 34 56").await.expect("found");
    assert_eq!(
        detail.timeline.iter().map(|entry| entry.kind.as_str()).collect::<Vec<_>>(),
        ["placed", "confirmed"]
    );
    let text = format!("{detail:?}");
    assert!(!text.contains("Samira") && !text.contains("difficile"), "{text}");
    assert_eq!(detail.customer, None);
    assert_eq!(track(&order.number, "0555123457").await, Err(Kind::NotFound));
    assert_eq!(track("A-99999", "0555123456").await, Err(Kind::NotFound));
    assert_eq!(track("A-x", "12").await, Err(Kind::Invalid));
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_shows_what_else_its_phone_ordered(pool: PgPool) {
    let shop = Shop::with_cooldown(pool, std::time::Duration::ZERO).await;
    let refused = shop.order("0555123456").await;
    shop.step(&admin(), &refused, "cancelled").await.expect("cancelled");
    let mut delivered = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "delivered"] {
        delivered = shop.step(&admin(), &delivered, to).await.expect("a legal step");
    }
    let mut lost = shop.order("0555123456").await;
    for to in ["confirmed", "preparing", "shipped", "lost"] {
        lost = shop.step(&admin(), &lost, to).await.expect("a legal step");
    }
    shop.order("0666123456").await;
    let order = shop.order("0555123456").await;
    let history = shop.get(&order.id).await.customer.expect("a history");
    assert_eq!((history.orders, history.delivered, history.refused, history.lost), (3, 1, 1, 1));
    assert_eq!((history.delivered_total, history.more), (delivered.total, false));
}
