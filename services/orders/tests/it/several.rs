//! Several orders read whole, for their papers.

use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::orders_server::Orders as _;
use souk_rpc::{Actor, Failure, Kind};
use souk_testkit::statements_of;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, admin, by, fields, staff};

async fn read(shop: &Shop, actor: &Actor, ids: &[String]) -> Result<proto::GetOrdersResponse, Failure> {
    let request = proto::GetOrdersRequest { ids: ids.to_vec() };
    let read = shop.orders.get_orders(by(actor, request)).await;
    Ok(read.map_err(Failure::from)?.into_inner())
}

fn ids(orders: &[proto::Order]) -> Vec<&str> {
    orders.iter().map(|order| order.id.as_str()).collect()
}

#[souk_testkit::test(SCHEMA)]
async fn orders_come_whole_in_the_order_in_which_they_are_asked_for(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let first = shop.order("0555123456").await;
    let second = shop.order("0555123457").await;
    let asked = [second.id.clone(), shop.id(), first.id.clone(), second.id.clone()];
    let found = read(&shop, &admin(), &asked).await.expect("read");
    assert_eq!(
        found.orders,
        [second, first],
        "each once, as the checkout told them, without what is not there"
    );
    assert_eq!(found.left_ids, Vec::<String>::new());
    assert_eq!(read(&shop, &admin(), &[]).await.expect("read"), proto::GetOrdersResponse::default());
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_malformed_or_too_much_is_refused(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let refused = read(&shop, &admin(), &[shop.id(), "x".into()]).await.expect_err("refused");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["ids[1]"]));
    let many: Vec<_> = (0..51).map(|_| shop.id()).collect();
    let refused = read(&shop, &admin(), &many).await.expect_err("refused");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["ids"]));
    assert!(read(&shop, &admin(), &many[1..]).await.is_ok());
    let editor = staff("Lina", Role::Content);
    assert_eq!(read(&shop, &editor, &many[1..]).await.expect_err("refused").kind, Kind::Forbidden);
}

/// By one question to inventory, however many they are.
#[souk_testkit::test(SCHEMA)]
async fn orders_of_foreign_goods_are_left_out(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let [near, far] = [shop.order("0555123456").await, shop.order("0555123457").await];
    let asked = [far.id.clone(), near.id.clone()];
    let questions = {
        let mut book = shop.inventory.book();
        book.foreign.insert(far.id.clone());
        book.questions
    };
    let clerk =
        Actor { warehouses: vec![shop.id().parse().expect("an id")], ..staff("Karim", Role::Warehouse) };
    let found = read(&shop, &clerk, &asked).await.expect("read");
    assert_eq!((ids(&found.orders), found.left_ids.len()), (vec![near.id.as_str()], 0));
    assert_eq!(shop.inventory.book().questions, questions + 1);
    let found = read(&shop, &staff("Karim", Role::Warehouse), &asked).await.expect("read");
    assert_eq!(ids(&found.orders), asked, "who is assigned to no warehouse works in all");
}

#[souk_testkit::test(SCHEMA)]
async fn what_has_no_room_is_named_and_fifty_cost_as_many_statements_as_one(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    shop.order("0555123456").await;
    let asked = shop.copy_order(49).await;
    let (one, few) = statements_of(read(&shop, &admin(), &asked[..1])).await;
    let (all, many) = statements_of(read(&shop, &admin(), &asked)).await;
    assert_eq!((one.expect("read").orders.len(), all.expect("read").orders.len()), (1, 50));
    assert_eq!(few, many);

    // 19 parts in each order's pack: 20 rows, of which 25 times as many have room.
    let packs = "UPDATE order_lines SET parts = (SELECT jsonb_agg(p) FROM generate_series(1, 19),
                     jsonb_build_object('product_id', product_id, 'name', name, 'combination_name', combination_name,
                                        'quantity', 1) AS p)";
    sqlx::query(packs).execute(&pool).await.expect("stored");
    let found = read(&shop, &admin(), &asked).await.expect("read");
    assert_eq!((ids(&found.orders).len(), &found.left_ids[..]), (25, &asked[25..]));
    assert_eq!(ids(&found.orders), asked[..25]);
}
