//! Who is assigned to warehouses sees and moves what is in them, and nothing elsewhere (design 8).

use souk_kernel::{Role, WarehouseId};
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::reservations_server::Reservations as _;
use souk_proto::inventory::v1::stock_server::Stock as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{Key, SCHEMA, Shop, by, held, new_order, staff};

/// What somebody may do with a warehouse: read its levels, read its ledger, receive goods, count what is there, see an order
/// that is held in it.
type Rights = [bool; 5];

async fn rights(shop: &Shop, actor: &Actor, warehouse: &str, key: &Key, order: &str) -> Rights {
    let stocks = proto::ListStocksRequest { warehouse_id: warehouse.into(), ..Default::default() };
    let movements = proto::ListMovementsRequest { warehouse_id: warehouse.into(), ..Default::default() };
    let reservation = proto::GetReservationRequest { order_id: order.into() };
    // As it is once the delivery came in.
    let on_hand = shop.level(warehouse, key).await.0.cast_unsigned() + 1;
    let answers = [
        shop.stock.list_stocks(by(actor, stocks)).await.map(drop),
        shop.stock.list_movements(by(actor, movements)).await.map(drop),
        shop.stock.add_stock(by(actor, shop.delivery(warehouse, key, 1))).await.map(drop),
        shop.stock.adjust_stock(by(actor, shop.stock_take(warehouse, key, on_hand, 9))).await.map(drop),
        shop.reservations.get_reservation(by(actor, reservation)).await.map(drop),
    ];
    answers.map(|answer| match answer.map_err(Failure::from) {
        Ok(()) => true,
        Err(refused) if refused.kind == Kind::Forbidden => false,
        Err(other) => panic!("{other}"),
    })
}

#[souk_testkit::test(SCHEMA)]
async fn every_role_in_its_own_and_in_a_foreign_warehouse(pool: PgPool) {
    let shop = Shop::open(pool);
    let (own, foreign) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let (oil, soap) = (shop.key(true).await, shop.key(true).await);
    shop.add(&own, &oil, 5).await;
    shop.add(&foreign, &soap, 5).await;
    let (near, far) = (new_order(&shop), new_order(&shop));
    shop.reserve(&near, &[(&oil, 1)]).await.expect("held");
    shop.reserve(&far, &[(&soap, 1)]).await.expect("held");
    let assigned = vec![own.parse::<WarehouseId>().expect("an id")];
    let (all, reads, none) = ([true; 5], [true, true, false, false, true], [false; 5]);
    for (role, warehouses, expected) in [
        (Role::Warehouse, assigned.clone(), [all, none]),
        (Role::Warehouse, Vec::new(), [all, all]),
        (Role::Admin, assigned.clone(), [all, all]),
        (Role::Sales, assigned.clone(), [reads, reads]),
        (Role::Payments, assigned.clone(), [[false, false, false, false, true]; 2]),
        (Role::Content, assigned, [none, none]),
    ] {
        let actor = staff(role, warehouses);
        let found = [
            rights(&shop, &actor, &own, &oil, &near).await,
            rights(&shop, &actor, &foreign, &soap, &far).await,
        ];
        assert_eq!(found, expected, "{role}, assigned to {:?}", actor.warehouses);
    }
}

#[souk_testkit::test(SCHEMA)]
async fn orders_in_reach_are_told_apart_together(pool: PgPool) {
    let shop = Shop::open(pool);
    let (own, foreign) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let (oil, soap) = (shop.key(true).await, shop.key(true).await);
    shop.add(&own, &oil, 5).await;
    shop.add(&foreign, &soap, 5).await;
    let [near, far, both, unheard] = std::array::from_fn(|_| new_order(&shop));
    shop.reserve(&near, &[(&oil, 1)]).await.expect("held");
    shop.reserve(&far, &[(&soap, 1)]).await.expect("held");
    shop.reserve(&both, &[(&oil, 1), (&soap, 1)]).await.expect("held");
    let asked = [&both, &far, &unheard, &near].map(String::clone);
    let reached = async |actor: &Actor, order_ids: &[String]| {
        let request = proto::ListOrdersInReachRequest { order_ids: order_ids.to_vec() };
        let answer = shop.reservations.list_orders_in_reach(by(actor, request)).await;
        answer.map(|answer| answer.into_inner().order_ids).map_err(|status| Failure::from(status).kind)
    };
    let clerk = staff(Role::Warehouse, vec![own.parse().expect("an id")]);
    assert_eq!(reached(&clerk, &asked).await, Ok(vec![both.clone(), unheard.clone(), near.clone()]));
    assert_eq!(reached(&staff(Role::Warehouse, Vec::new()), &asked).await, Ok(asked.to_vec()));
    assert_eq!(reached(&staff(Role::Content, Vec::new()), &asked).await, Err(Kind::Forbidden));
    assert_eq!(reached(&clerk, &vec![near; 51]).await, Err(Kind::Invalid));
}

/// As a reservation is told or refused to who asks for one.
#[souk_testkit::test(SCHEMA)]
async fn what_several_orders_hold_is_told_by_the_right_to_each(pool: PgPool) {
    let shop = Shop::open(pool);
    let (own, foreign) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let (oil, soap) = (shop.key(true).await, shop.key(false).await);
    shop.add(&own, &oil, 5).await;
    shop.add(&foreign, &soap, 5).await;
    let [near, far, both, unheard] = std::array::from_fn(|_| new_order(&shop));
    shop.reserve(&near, &[(&oil, 1)]).await.expect("held");
    shop.reserve(&far, &[(&soap, 1)]).await.expect("held");
    shop.reserve(&both, &[(&oil, 2), (&soap, 3)]).await.expect("held");
    let asked = [&both, &far, &unheard, &near].map(String::clone);
    let sorted = |mut rows: Vec<proto::OrderHeld>| {
        rows.sort_by_key(|row| (row.order_id.clone(), row.warehouse_name.clone()));
        rows
    };
    let told = async |actor: &Actor, order_ids: &[String]| {
        let request = proto::ListHeldRequest { order_ids: order_ids.to_vec() };
        let answer = shop.reservations.list_held(by(actor, request)).await;
        answer.map(|answer| sorted(answer.into_inner().held)).map_err(|status| Failure::from(status).kind)
    };
    let row = |order: &String, warehouse_name: &str, held: proto::Held| proto::OrderHeld {
        order_id: order.clone(),
        held: Some(held),
        warehouse_name: warehouse_name.into(),
    };
    let of_far = row(&far, "Oran", held(&foreign, &soap, 1));
    let in_reach = vec![
        row(&near, "Alger", held(&own, &oil, 1)),
        row(&both, "Alger", held(&own, &oil, 2)),
        row(&both, "Oran", held(&foreign, &soap, 3)),
    ];
    let clerk = staff(Role::Warehouse, vec![own.parse().expect("an id")]);
    assert_eq!(told(&clerk, &asked).await, Ok(sorted(in_reach.clone())));
    let all = sorted([in_reach, vec![of_far]].concat());
    assert_eq!(told(&staff(Role::Warehouse, Vec::new()), &asked).await, Ok(all));
    assert_eq!(told(&staff(Role::Content, Vec::new()), &asked).await, Err(Kind::Forbidden));
    assert_eq!(told(&clerk, &vec![near; 51]).await, Err(Kind::Invalid));
}

#[souk_testkit::test(SCHEMA)]
async fn lists_over_all_warehouses_are_of_the_own_ones(pool: PgPool) {
    let shop = Shop::open(pool);
    let (own, foreign) = (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await);
    let key = shop.key(true).await;
    shop.add(&own, &key, 5).await;
    shop.add(&foreign, &key, 7).await;
    let clerk = staff(Role::Warehouse, vec![own.parse().expect("an id")]);
    let listed: Vec<_> =
        shop.list_warehouses(&clerk).await.into_iter().map(|warehouse| warehouse.id).collect();
    assert_eq!(listed, [own.as_str()]);
    let movements = shop.stock.list_movements(by(&clerk, proto::ListMovementsRequest::default())).await;
    let movements = movements.expect("listed").into_inner();
    assert_eq!((movements.total, &movements.movements[0].warehouse_id), (1, &own));
}

#[souk_testkit::test(SCHEMA)]
async fn goods_are_moved_between_own_warehouses_only(pool: PgPool) {
    let shop = Shop::open(pool);
    let (own, second, foreign) =
        (shop.warehouse("Alger", 1).await, shop.warehouse("Blida", 2).await, shop.warehouse("Oran", 3).await);
    let key = shop.key(true).await;
    for warehouse in [&own, &second, &foreign] {
        shop.add(warehouse, &key, 5).await;
    }
    let order = new_order(&shop);
    shop.reserve(&order, &[(&key, 4)]).await.expect("held in the first");
    let allocate = async |actor: &Actor, rows: Vec<proto::Held>| {
        let request = proto::AllocateRequest { order_id: order.clone(), allocations: rows };
        shop.reservations
            .allocate(by(actor, request))
            .await
            .map(drop)
            .map_err(|status| Failure::from(status).kind)
    };
    let clerk = staff(Role::Warehouse, vec![own.parse().expect("an id"), second.parse().expect("an id")]);
    let stranger = staff(Role::Warehouse, vec![foreign.parse().expect("an id")]);
    assert_eq!(allocate(&clerk, vec![held(&foreign, &key, 4)]).await, Err(Kind::Forbidden));
    assert_eq!(
        allocate(&stranger, vec![held(&foreign, &key, 4)]).await,
        Err(Kind::Forbidden),
        "nor taken away"
    );
    assert_eq!(allocate(&clerk, vec![held(&own, &key, 1), held(&second, &key, 3)]).await, Ok(()));
    let offers = shop
        .reservations
        .get_reservation(by(&clerk, proto::GetReservationRequest { order_id: order.clone() }));
    let offers = offers.await.expect("read").into_inner().offers;
    assert!(offers.iter().all(|offer| offer.warehouse_id != foreign), "{offers:?}");
}

/// An order that is in two warehouses, for who is assigned to one of them.
#[souk_testkit::test(SCHEMA)]
async fn what_an_order_has_elsewhere_is_seen_and_not_moved(pool: PgPool) {
    let shop = Shop::open(pool);
    let (own, foreign, other) =
        (shop.warehouse("Alger", 1).await, shop.warehouse("Oran", 2).await, shop.warehouse("Blida", 3).await);
    let (oil, soap) = (shop.key(true).await, shop.key(true).await);
    shop.add(&own, &oil, 5).await;
    for warehouse in [&foreign, &other] {
        shop.add(warehouse, &soap, 5).await;
    }
    let order = new_order(&shop);
    shop.reserve(&order, &[(&oil, 1), (&soap, 2)]).await.expect("held in two");
    let clerk = staff(Role::Warehouse, vec![own.parse().expect("an id")]);
    let request = proto::GetReservationRequest { order_id: order.clone() };
    let read = shop.reservations.get_reservation(by(&clerk, request)).await.expect("read").into_inner();
    let mut offers: Vec<_> =
        read.offers.iter().map(|it| (it.warehouse_name.as_str(), it.available, it.foreign)).collect();
    offers.sort_unstable();
    assert_eq!(offers, [("Alger", 5, false), ("Oran", 2, true)], "and not what others could give");

    let moved = vec![held(&own, &oil, 1), held(&other, &soap, 2)];
    let request = proto::AllocateRequest { order_id: order, allocations: moved };
    let refused = shop.reservations.allocate(by(&clerk, request)).await.map_err(Failure::from);
    let refused = refused.expect_err("not theirs");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Forbidden, "inventory.foreign_warehouse"));
}
