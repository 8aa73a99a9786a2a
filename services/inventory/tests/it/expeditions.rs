//! Goods on their way from one warehouse to another are in exactly one place, whoever does what at once.

use souk_kernel::Role;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::expeditions_server::Expeditions as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;
use tokio::task::JoinSet;
use tonic::{Request, Response, Status};

use crate::support::{Key, SCHEMA, Shop, admin, by, new_order, sellable, staff};

type Answer<T> = Result<Response<T>, Status>;

/// What a call answered.
fn told<T>(answer: Answer<T>) -> Result<T, Failure> {
    Ok(answer.map_err(Failure::from)?.into_inner())
}

fn code<T: std::fmt::Debug>(answer: Answer<T>) -> String {
    told(answer).expect_err("refused").code.into_owned()
}

struct Scene {
    shop: std::sync::Arc<Shop>,
    alger: String,
    oran: String,
    key: Key,
}

impl Scene {
    /// 10 pieces in Alger, none in Oran.
    async fn open(pool: PgPool) -> Self {
        let shop = Shop::open(pool);
        let (alger, oran) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
        let key = shop.key(true).await;
        shop.add(&alger, &key, 10).await;
        Self { shop, alger, oran, key }
    }

    async fn begin(&self) -> proto::Expedition {
        let request = proto::CreateExpeditionRequest {
            idempotency_key: self.shop.id(),
            source_id: self.alger.clone(),
            destination_id: self.oran.clone(),
            note: "palette 3".into(),
        };
        told(self.shop.expeditions.create_expedition(by(&admin(), request)).await).expect("begun")
    }

    fn more(&self, expedition: &proto::Expedition, quantity: i64) -> proto::AddItemRequest {
        proto::AddItemRequest {
            idempotency_key: self.shop.id(),
            expedition_id: expedition.id.clone(),
            product_id: self.key.product.clone(),
            combination_id: self.key.combination.clone(),
            quantity,
        }
    }

    fn in_all(&self, expedition: &proto::Expedition, quantity: i64) -> proto::ChangeItemRequest {
        proto::ChangeItemRequest {
            expedition_id: expedition.id.clone(),
            product_id: self.key.product.clone(),
            combination_id: self.key.combination.clone(),
            quantity,
        }
    }

    async fn add(&self, expedition: &proto::Expedition, quantity: i64) -> proto::Expedition {
        let request = self.more(expedition, quantity);
        told(self.shop.expeditions.add_item(by(&admin(), request)).await).expect("added")
    }

    async fn send(&self, expedition: &proto::Expedition) -> proto::Expedition {
        told(self.shop.expeditions.send_expedition(step(&admin(), expedition)).await).expect("sent")
    }

    fn arrival(&self, expedition: &proto::Expedition, quantity: i64) -> proto::ReceivePartRequest {
        let part_id = expedition.parts[0].id.clone();
        proto::ReceivePartRequest { idempotency_key: self.shop.id(), part_id, quantity, received: None }
    }

    /// So many pieces of each part that has some on their way, counted when the expedition was as it is here.
    fn arrivals(&self, counted: &proto::Expedition, quantities: &[i64]) -> proto::ReceivePartsRequest {
        let arrivals = counted.parts.iter().zip(quantities).map(|(part, quantity)| proto::PartArrival {
            part_id: part.id.clone(),
            quantity: *quantity,
            received: Some(part.received.into()),
        });
        proto::ReceivePartsRequest {
            idempotency_key: self.shop.id(),
            expedition_id: counted.id.clone(),
            arrivals: arrivals.collect(),
        }
    }

    async fn receive_all(&self, arrivals: &proto::ReceivePartsRequest) -> Answer<proto::Expedition> {
        self.shop.expeditions.receive_parts(by(&admin(), arrivals.clone())).await
    }

    async fn receive(&self, expedition: &proto::Expedition, quantity: i64) -> Answer<proto::Expedition> {
        self.shop.expeditions.receive_part(by(&admin(), self.arrival(expedition, quantity))).await
    }

    /// On hand and reserved, in Alger and in Oran.
    async fn levels(&self) -> [(i32, i32); 2] {
        [self.shop.level(&self.alger, &self.key).await, self.shop.level(&self.oran, &self.key).await]
    }
}

fn step(actor: &Actor, read: &proto::Expedition) -> Request<proto::StepRequest> {
    by(actor, proto::StepRequest { id: read.id.clone(), version: read.version })
}

fn find(expedition: &proto::Expedition) -> proto::GetExpeditionRequest {
    proto::GetExpeditionRequest { id: expedition.id.clone() }
}

#[souk_testkit::test(SCHEMA)]
async fn goods_are_held_leave_arrive_and_what_does_not_is_lost(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let Scene { shop, .. } = &scene;
    let begun = scene.begin().await;
    assert_eq!((begun.number.as_str(), begun.status.as_str(), begun.version), ("E-201", "inprogress", 1));
    assert_eq!((begun.source_name.as_str(), begun.destination_name.as_str()), ("Alger", "Oran"));

    let held = scene.add(&scene.add(&begun, 4).await, 3).await;
    assert_eq!((held.parts.len(), held.parts[0].quantity, held.pieces), (1, 7, 7));
    assert_eq!(held.parts[0].product_name.as_ref().expect("named").ar, "صابون حلب");
    assert_eq!(scene.levels().await, [(10, 7), (0, 0)]);
    let changed = shop.expeditions.change_item(by(&admin(), scene.in_all(&begun, 6))).await;
    assert_eq!(told(changed).expect("changed").pieces, 6);
    assert_eq!(scene.levels().await, [(10, 6), (0, 0)]);
    shop.assert_adds_up().await;

    let read = told(shop.expeditions.get_expedition(by(&admin(), find(&begun))).await).expect("found");
    let sent = scene.send(&read).await;
    assert_eq!((sent.status.as_str(), scene.levels().await), ("sent", [(4, 0), (0, 0)]));
    let some = told(scene.receive(&sent, 4).await).expect("arrived");
    assert_eq!((some.status.as_str(), some.received), ("partially_recieved", 4));
    assert_eq!(scene.levels().await, [(4, 0), (4, 0)]);
    let refused = told(scene.receive(&sent, 3).await).expect_err("two are on their way");
    assert_eq!(
        (refused.code.as_ref(), refused.metadata["expected"].as_str()),
        ("inventory.too_many_received", "2")
    );
    let most = told(scene.receive(&some, 1).await).expect("arrived");
    let done = told(shop.expeditions.complete_expedition(step(&admin(), &most)).await).expect("completed");
    let part = &done.parts[0];
    assert_eq!((done.status.as_str(), part.quantity, part.received, part.lost), ("completed", 6, 5, 1));
    assert_eq!(scene.levels().await, [(4, 0), (5, 0)]);
    shop.assert_adds_up().await;

    let kinds: Vec<(String, i32)> = sqlx::query_as(
        "SELECT kind, quantity FROM stock_movements WHERE expedition_id IS NOT NULL ORDER BY sequence",
    )
    .fetch_all(shop.pool())
    .await
    .expect("the ledger");
    let kinds: Vec<_> = kinds.iter().map(|(kind, quantity)| (kind.as_str(), *quantity)).collect();
    assert_eq!(kinds, [("expedition_sent", -6), ("expedition_received", 4), ("expedition_received", 1)]);
    let actions: Vec<_> = shop.audit().await.into_iter().map(|entry| entry.action).collect();
    let last = actions.last().map(String::as_str);
    assert_eq!((last, shop.outbox().await.len()), (Some("inventory.expedition_completed"), 8), "{actions:?}");
}

#[souk_testkit::test(SCHEMA)]
async fn a_cancelled_one_gives_its_goods_back(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let expeditions = &scene.shop.expeditions;
    let held = scene.add(&scene.begin().await, 4).await;
    let cancelled = told(expeditions.cancel_expedition(step(&admin(), &held)).await).expect("cancelled");
    assert_eq!((cancelled.status.as_str(), scene.levels().await), ("cancelled", [(10, 0), (0, 0)]));
    let again =
        told(expeditions.cancel_expedition(step(&admin(), &held)).await).expect("its answer was lost");
    assert_eq!((again.version, scene.levels().await), (cancelled.version, [(10, 0), (0, 0)]));
    assert_eq!(
        code(expeditions.cancel_expedition(step(&admin(), &cancelled)).await),
        "inventory.expedition_status"
    );

    let sent = scene.send(&scene.add(&scene.begin().await, 4).await).await;
    told(expeditions.cancel_expedition(step(&admin(), &sent)).await).expect("cancelled");
    assert_eq!(scene.levels().await, [(10, 0), (0, 0)]);
    let sent = scene.send(&scene.add(&scene.begin().await, 4).await).await;
    let some = told(scene.receive(&sent, 1).await).expect("arrived");
    assert_eq!(
        code(expeditions.cancel_expedition(step(&admin(), &some)).await),
        "inventory.expedition_status"
    );
    scene.shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_step_that_is_sent_again_is_taken_once(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let expeditions = &scene.shop.expeditions;
    let held = scene.add(&scene.begin().await, 4).await;
    let mut calls = JoinSet::new();
    for _ in 0..8 {
        let (shop, held) = (scene.shop.clone(), held.clone());
        calls.spawn(async move { told(shop.expeditions.send_expedition(step(&admin(), &held)).await) });
    }
    for answer in calls.join_all().await {
        assert_eq!(answer.expect("sent").version, held.version + 1);
    }
    assert_eq!(scene.levels().await, [(6, 0), (0, 0)]);

    let sent = told(expeditions.get_expedition(by(&admin(), find(&held))).await).expect("found");
    for _ in 0..2 {
        let lost = told(expeditions.complete_expedition(step(&admin(), &sent)).await).expect("completed");
        assert_eq!((lost.status.as_str(), lost.parts[0].lost), ("completed", 4), "none of it arrived");
    }
    assert_eq!(code(expeditions.cancel_expedition(step(&admin(), &sent)).await), "inventory.stale_version");
    scene.shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn goods_are_sent_to_open_warehouses_and_leave_closed_ones(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let Scene { shop, .. } = &scene;
    let held = scene.add(&scene.begin().await, 4).await;
    shop.save_warehouse(&scene.oran, "Oran", 2, false).await;
    let refused = told(shop.expeditions.send_expedition(step(&admin(), &held)).await).expect_err("closed");
    assert_eq!(
        (refused.code.as_ref(), refused.violations[0].field.as_str()),
        ("inventory.closed_destination", "destinationId")
    );
    let request = proto::CreateExpeditionRequest {
        idempotency_key: shop.id(),
        source_id: scene.alger.clone(),
        destination_id: scene.oran.clone(),
        note: String::new(),
    };
    assert_eq!(
        code(shop.expeditions.create_expedition(by(&admin(), request)).await),
        "inventory.closed_destination"
    );
    let clerk = staff(Role::Warehouse, vec![scene.oran.parse().expect("an id")]);
    let open = async || {
        let open = shop.expeditions.list_destinations(by(&clerk, proto::ListDestinationsRequest {})).await;
        told(open).expect("listed").warehouses.into_iter().map(|open| open.name).collect::<Vec<_>>()
    };
    assert_eq!(open().await, ["Alger"], "also those that are not theirs");

    shop.save_warehouse(&scene.oran, "Oran", 2, true).await;
    let sent = scene.send(&held).await;
    shop.save_warehouse(&scene.oran, "Oran", 2, false).await;
    told(scene.receive(&sent, 4).await).expect("what is on its way arrives");
    shop.save_warehouse(&scene.alger, "Alger", 1, false).await;
    shop.save_warehouse(&scene.oran, "Oran", 2, true).await;
    scene.send(&scene.add(&scene.begin().await, 6).await).await;
    assert_eq!(scene.levels().await, [(0, 0), (4, 0)]);
    shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_can_not_be_is_refused(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let expeditions = &scene.shop.expeditions;
    let begun = scene.begin().await;
    assert_eq!(code(expeditions.send_expedition(step(&admin(), &begun)).await), "inventory.expedition_empty");
    let refused =
        told(expeditions.add_item(by(&admin(), scene.more(&begun, 11))).await).expect_err("ten are there");
    assert_eq!(
        (refused.code.as_ref(), refused.metadata["available"].as_str()),
        ("inventory.out_of_stock", "10")
    );
    for quantity in [0, -1, 1_000_001] {
        let refused = told(expeditions.add_item(by(&admin(), scene.more(&begun, quantity))).await);
        assert_eq!(refused.expect_err("no quantity").violations[0].field, "quantity");
    }
    let held = scene.add(&begun, 9).await;
    let changed = expeditions.change_item(by(&admin(), scene.in_all(&begun, 11))).await;
    assert_eq!(told(changed).expect_err("ten in all").metadata["available"], "10");
    assert_eq!(code(expeditions.send_expedition(step(&admin(), &begun)).await), "inventory.stale_version");
    let remove = proto::RemoveItemRequest {
        expedition_id: begun.id.clone(),
        product_id: scene.key.product.clone(),
        combination_id: scene.key.combination.clone(),
    };
    let emptied = told(expeditions.remove_item(by(&admin(), remove.clone())).await).expect("removed");
    assert_eq!((emptied.parts.len(), scene.levels().await[0]), (0, (10, 0)));
    told(expeditions.remove_item(by(&admin(), remove)).await).expect("gone already");
    assert_eq!(
        code(expeditions.change_item(by(&admin(), scene.in_all(&begun, 1))).await),
        "inventory.unknown_item"
    );
    assert_eq!(held.parts.len(), 1);

    let alone = proto::CreateExpeditionRequest {
        idempotency_key: scene.shop.id(),
        source_id: scene.alger.clone(),
        destination_id: scene.alger.clone(),
        ..Default::default()
    };
    let refused = told(expeditions.create_expedition(by(&admin(), alone)).await).expect_err("one warehouse");
    assert_eq!((refused.kind, refused.violations[0].field.as_str()), (Kind::Invalid, "destinationId"));
}

#[souk_testkit::test(SCHEMA)]
async fn a_clerk_acts_in_their_own_warehouses(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let expeditions = &scene.shop.expeditions;
    let of = |warehouse: &str| staff(Role::Warehouse, vec![warehouse.parse().expect("an id")]);
    let (of_alger, of_oran) = (of(&scene.alger), of(&scene.oran));
    let held = scene.add(&scene.begin().await, 4).await;
    let told_of = async |actor: &Actor| {
        let listed = expeditions.list_expeditions(by(actor, proto::ListExpeditionsRequest::default())).await;
        told(listed).expect("listed").expeditions.len()
    };
    let elsewhere = of(&scene.shop.warehouse("Annaba", 3).await);
    assert_eq!((told_of(&of_alger).await, told_of(&of_oran).await, told_of(&elsewhere).await), (1, 1, 0));
    let denied =
        |answer: Answer<proto::Expedition>| told(answer).expect_err("not theirs").kind == Kind::Forbidden;
    assert!(denied(expeditions.get_expedition(by(&elsewhere, find(&held))).await));
    assert!(denied(expeditions.add_item(by(&of_oran, scene.more(&held, 1))).await));
    assert!(denied(expeditions.send_expedition(step(&of_oran, &held)).await));
    let sent = told(expeditions.send_expedition(step(&of_alger, &held)).await).expect("theirs");
    assert!(denied(expeditions.receive_part(by(&of_alger, scene.arrival(&sent, 1))).await));
    let some = told(expeditions.receive_part(by(&of_oran, scene.arrival(&sent, 1))).await).expect("theirs");
    assert!(denied(expeditions.complete_expedition(step(&of_alger, &some)).await));
    told(expeditions.complete_expedition(step(&of_oran, &some)).await).expect("theirs");
}

/// A repeat changes nothing, however many come at once.
#[souk_testkit::test(SCHEMA)]
async fn what_is_sent_twice_counts_once(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let begun = scene.begin().await;
    let add = scene.more(&begun, 3);
    let mut calls = JoinSet::new();
    for _ in 0..8 {
        let (shop, add) = (scene.shop.clone(), add.clone());
        calls.spawn(async move { told(shop.expeditions.add_item(by(&admin(), add)).await) });
    }
    for answer in calls.join_all().await {
        assert_eq!(answer.expect("added").pieces, 3);
    }
    let read = told(scene.shop.expeditions.get_expedition(by(&admin(), find(&begun))).await).expect("found");
    let sent = scene.send(&read).await;
    let arrival = scene.arrival(&sent, 2);
    let mut calls = JoinSet::new();
    for _ in 0..8 {
        let (shop, arrival) = (scene.shop.clone(), arrival.clone());
        calls.spawn(async move { told(shop.expeditions.receive_part(by(&admin(), arrival)).await) });
    }
    for answer in calls.join_all().await {
        assert_eq!(answer.expect("arrived").received, 2);
    }
    assert_eq!(scene.levels().await, [(7, 0), (2, 0)]);
    scene.shop.assert_adds_up().await;
}

/// All that arrived at once is booked by one call or not at all, and not beside what its counter didn't know of.
#[souk_testkit::test(SCHEMA)]
async fn all_parts_arrive_at_once_or_none(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let begun = scene.begin().await;
    scene.add(&begun, 6).await;
    let other = scene.shop.key(true).await;
    scene.shop.add(&scene.alger, &other, 5).await;
    let more = proto::AddItemRequest {
        product_id: other.product.clone(),
        combination_id: other.combination.clone(),
        ..scene.more(&begun, 5)
    };
    let both = told(scene.shop.expeditions.add_item(by(&admin(), more)).await).expect("added");
    let sent = scene.send(&both).await;
    let elsewhere = async || scene.shop.level(&scene.oran, &other).await;
    let refused = async |arrivals: &proto::ReceivePartsRequest| {
        let refused = told(scene.receive_all(arrivals).await).expect_err("refused");
        assert_eq!((scene.levels().await[1], elsewhere().await), ((0, 0), (0, 0)), "{}", refused.code);
        refused.code.into_owned()
    };
    let good = scene.arrivals(&sent, &[4, 5]);
    assert_eq!(refused(&scene.arrivals(&sent, &[4, 6])).await, "inventory.too_many_received");
    assert_eq!(refused(&scene.arrivals(&sent, &[4, 0])).await, "inventory.invalid_expedition");
    assert_eq!(refused(&scene.arrivals(&sent, &[])).await, "inventory.invalid_expedition");
    let twice = proto::ReceivePartsRequest {
        arrivals: vec![good.arrivals[0].clone(), good.arrivals[0].clone()],
        ..good.clone()
    };
    assert_eq!(refused(&twice).await, "inventory.invalid_expedition");
    let foreign = scene.begin().await;
    let foreign = proto::ReceivePartsRequest { expedition_id: foreign.id, ..scene.arrivals(&sent, &[4, 5]) };
    assert_eq!(refused(&foreign).await, "inventory.expedition_status");

    // The answer is lost: the same counts once, and another count of the same pieces is refused.
    for _ in 0..2 {
        let some = told(scene.receive_all(&good).await).expect("arrived");
        assert_eq!((some.status.as_str(), some.received), ("partially_recieved", 9));
    }
    let counted_anew = told(scene.receive_all(&scene.arrivals(&sent, &[6, 5])).await).expect_err("stale");
    assert_eq!(counted_anew.code, "inventory.stale_version");
    assert_eq!((scene.levels().await[1], elsewhere().await), ((4, 0), (5, 0)));
    let read = told(scene.shop.expeditions.get_expedition(by(&admin(), find(&sent))).await).expect("found");
    let rest = told(scene.receive_all(&scene.arrivals(&read, &[2])).await).expect("arrived");
    assert_eq!((rest.status.as_str(), rest.received), ("fully_recieved", 11));
    scene.shop.assert_adds_up().await;
}

/// A shopper and a clerk want the same last pieces; two clerks receive the same part.
#[souk_testkit::test(SCHEMA)]
async fn races_neither_oversell_nor_receive_too_much(pool: PgPool) {
    let scene = Scene::open(pool).await;
    for _ in 0..15 {
        let begun = scene.begin().await;
        let order = new_order(&scene.shop);
        let [(on_hand, _), _] = scene.levels().await;
        let wanted = on_hand.unsigned_abs();
        let items = [(&scene.key, wanted)];
        let add = scene.shop.expeditions.add_item(by(&admin(), scene.more(&begun, on_hand.into())));
        let (added, held) = tokio::join!(add, scene.shop.reserve(&order, &items));
        assert_ne!(added.is_ok(), held.is_ok(), "one of them has all of it");
        assert_eq!(scene.levels().await[0], (on_hand, on_hand));
        if held.is_ok() {
            scene.shop.release(&order).await;
        } else {
            let read = told(added).expect("added");
            told(scene.shop.expeditions.cancel_expedition(step(&admin(), &read)).await).expect("cancelled");
        }
    }
    let sent = scene.send(&scene.add(&scene.begin().await, 10).await).await;
    let (one, other) = tokio::join!(scene.receive(&sent, 6), scene.receive(&sent, 6));
    assert_ne!(one.is_ok(), other.is_ok(), "ten were sent");
    assert_eq!(scene.levels().await, [(0, 0), (6, 0)]);
    scene.shop.assert_adds_up().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_free_is_found_and_a_warehouse_that_holds_stays_open(pool: PgPool) {
    let scene = Scene::open(pool).await;
    let empty = scene.shop.key(true).await;
    let available = async |query: &str| {
        let request = proto::ListAvailableRequest { warehouse_id: scene.alger.clone(), query: query.into() };
        let found = told(scene.shop.expeditions.list_available(by(&admin(), request)).await).expect("found");
        assert!(!found.more);
        found.stocks.into_iter().map(|stock| (stock.product_id, stock.available)).collect::<Vec<_>>()
    };
    assert_eq!(available("").await, [(scene.key.product.clone(), 10)]);
    assert_eq!(available("savon").await, [(scene.key.product.clone(), 10)], "{empty:?} has none");
    assert_eq!(available("parfum").await, []);
    let dropped = scene.shop.key(true).await;
    scene.shop.add(&scene.alger, &dropped, 5).await;
    let other = Key { combination: scene.shop.id(), ..dropped };
    scene.shop.sellable_changed(sellable(&other, 2, "Savon")).await;
    assert_eq!(available("savon").await.len(), 1, "what catalog dropped can't be added");
    scene.add(&scene.begin().await, 10).await;
    assert_eq!(available("").await, []);
    let warehouses = scene.shop.list_warehouses(&admin()).await;
    let closed = warehouses.into_iter().find(|one| one.id == scene.alger).expect("listed");
    let refused =
        scene.shop.save(proto::Warehouse { active: false, ..closed }).await.expect_err("it holds ten");
    assert_eq!(
        (refused.code.as_ref(), refused.metadata["reserved"].as_str()),
        ("inventory.warehouse_reserved", "10")
    );
}
