//! Orders that are corrected before their parcel leaves: who may, what it costs, what it records and tells.

use serde_json::json;
use souk_kernel::Role;
use souk_proto::orders::v1 as proto;
use souk_proto::orders::v1::customers_server::Customers as _;
use souk_proto::orders::v1::orders_server::Orders as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{DESK_PRICE, HOME_PRICE, SCHEMA, Shop, admin, by, fields, staff, tariff};

/// The form that says of an order what it is.
fn as_it_is(order: &proto::Order) -> proto::CheckoutForm {
    let order = order.clone();
    proto::CheckoutForm {
        first_name: order.first_name,
        last_name: order.last_name,
        phone: order.phone,
        email: order.email,
        address: order.address,
        wilaya_id: order.wilaya_id,
        commune_id: order.commune_id,
        transporter_id: order.transporter_id,
        delivery_type: order.delivery_type,
    }
}

async fn correct(
    shop: &Shop,
    actor: &Actor,
    order: &proto::Order,
    form: proto::CheckoutForm,
) -> Result<proto::OrderDetail, Failure> {
    correct_at(shop, actor, order, form, None).await
}

async fn correct_at(
    shop: &Shop,
    actor: &Actor,
    order: &proto::Order,
    form: proto::CheckoutForm,
    shown_total: Option<i64>,
) -> Result<proto::OrderDetail, Failure> {
    let (id, version, form) = (order.id.clone(), order.version, Some(form));
    let request = proto::CorrectOrderRequest { id, version, form, shown_total };
    let detail = shop.orders.correct_order(by(actor, request)).await.map_err(Failure::from)?.into_inner();
    // What is answered is what is stored.
    assert_eq!(shop.get(&order.id).await.order, detail.order);
    Ok(detail)
}

fn order_of(detail: &proto::OrderDetail) -> &proto::Order {
    detail.order.as_ref().expect("an order")
}

#[souk_testkit::test(SCHEMA)]
async fn an_order_is_corrected_on_the_telephone_and_everybody_hears_of_it(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let sana = staff("Sana", Role::Sales);
    let placed = shop.order("0555123456").await;
    let form = proto::CheckoutForm {
        first_name: "Yasmine".into(),
        phone: "0661 22 33 44".into(),
        email: "yasmine@example.dz".into(),
        ..as_it_is(&placed)
    };
    let detail = correct(&shop, &sana, &placed, form.clone()).await.expect("corrected");
    assert_eq!(detail.changed, Some(true));
    let order = order_of(&detail);
    let told = (order.version, order.first_name.as_str(), order.phone.as_str(), order.email.as_str());
    assert_eq!(told, (2, "Yasmine", "0661223344", "yasmine@example.dz"));
    assert_eq!((order.status.as_str(), &order.lines, order.total), ("placed", &placed.lines, placed.total));
    let entry = detail.timeline.last().expect("an entry");
    assert_eq!((entry.kind.as_str(), entry.data["corrected"].as_str()), ("note", "firstname,phone,email"));
    let phones = (entry.data["phoneBefore"].as_str(), entry.data["phoneAfter"].as_str());
    assert_eq!(phones, ("0555123456", "0661223344"));
    assert_eq!(shop.events().await.last().map(String::as_str), Some("souk.orders.v1.OrderCorrected"));

    let again = correct(&shop, &admin(), &placed, form).await.expect("so already");
    assert_eq!((again.changed, order_of(&again).version, again.timeline.len()), (Some(false), 2, 2));
    let other = proto::CheckoutForm { last_name: "Haddadi".into(), ..as_it_is(order) };
    let stale = correct(&shop, &sana, &placed, other).await.expect_err("stale");
    assert_eq!((stale.kind, stale.code.as_ref()), (Kind::Conflict, "orders.stale_version"));

    let told = shop.audit().await;
    let told = told.iter().find(|entry| entry.action == "orders.order_corrected").expect("told");
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    // The log is kept for ever.
    assert_eq!(parsed(&told.after), json!({ "corrected": ["firstname", "phone", "email"] }));
    let track = |phone: &str| {
        let request = proto::TrackOrderRequest { number: placed.number.clone(), phone: phone.into() };
        shop.orders.track_order(by(&Actor::shopper(), request))
    };
    let tracked = track("0661223344").await.expect("by the phone that it has").into_inner();
    assert_eq!(tracked.timeline.len(), 1, "shoppers are told nothing of it");
    assert!(track("0555123456").await.is_err());
}

#[souk_testkit::test(SCHEMA)]
async fn another_delivery_costs_what_its_tariff_says_now_and_the_same_one_what_was_agreed(pool: PgPool) {
    let shop = Shop::open(pool.clone()).await;
    let placed = shop.order("0555123456").await;
    assert_eq!(placed.delivery_price, HOME_PRICE);
    let in_oran = proto::Tariff { wilaya_id: "31".into(), ..tariff("home", 90_000) };
    let dearer = [tariff("home", HOME_PRICE + 10_000), tariff("desk", DESK_PRICE + 10_000), in_oran];
    let other = shop.id();
    shop.save_transporter(&other, &dearer).await;
    sqlx::query("UPDATE tariffs SET price = price + 5000 WHERE transporter_id = $1::uuid")
        .bind(&shop.transporter)
        .execute(&pool)
        .await
        .expect("dearer");

    let form = proto::CheckoutForm { last_name: "Haddadi".into(), ..as_it_is(&placed) };
    let detail = correct(&shop, &admin(), &placed, form).await.expect("corrected");
    let renamed = order_of(&detail).clone();
    assert_eq!((renamed.delivery_price, renamed.total), (HOME_PRICE, placed.total), "as agreed");

    let form = proto::CheckoutForm {
        transporter_id: other,
        delivery_type: "desk".into(),
        address: String::new(),
        ..as_it_is(&renamed)
    };
    let detail = correct(&shop, &admin(), &renamed, form).await.expect("corrected");
    let moved = order_of(&detail).clone();
    let expected = (DESK_PRICE + 10_000, placed.products_total + DESK_PRICE + 10_000);
    assert_eq!((moved.delivery_price, moved.total), expected);
    let corrected = &detail.timeline.last().expect("an entry").data["corrected"];
    assert_eq!(corrected, "address,transporter,deliveryType,deliveryPrice", "the two have one name");

    let to_the_door = proto::CheckoutForm { delivery_type: "home".into(), ..as_it_is(&moved) };
    let refused = correct(&shop, &admin(), &moved, to_the_door).await.expect_err("no address");
    assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["address"]));
    // Told on the telephone before somebody saved another tariff.
    let before = format!("{}, {}", moved.commune_name, moved.wilaya_name);
    let to_oran = proto::CheckoutForm {
        wilaya_id: "31".into(),
        commune_id: "3101".into(),
        address: "3 rue Larbi Ben M'hidi".into(),
        delivery_type: "home".into(),
        ..as_it_is(&moved)
    };
    let dearer = moved.products_total + 90_000;
    let refused = correct_at(&shop, &admin(), &moved, to_oran.clone(), Some(dearer - 1)).await;
    let refused = refused.expect_err("another price");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.price_changed"));
    let confirmed = shop.step(&admin(), &moved, "confirmed").await.expect("confirmed");
    let preparing = shop.step(&admin(), &confirmed, "preparing").await.expect("prepared");
    let detail = correct_at(&shop, &admin(), &preparing, to_oran, Some(dearer)).await.expect("corrected");
    let moved = order_of(&detail).clone();
    let place = (moved.wilaya_name.as_str(), moved.commune_name.as_str(), moved.status.as_str());
    assert_eq!((place, moved.total), (("Oran", "Oran", "preparing"), dearer));
    let told = &detail.timeline.last().expect("an entry").data;
    assert_eq!((told["priceBefore"].as_str(), told["priceAfter"].as_str()), ("35000", "90000"));
    assert_eq!(told["placeAfter"], "Oran, Oran");
    assert_eq!(told["placeBefore"], before, "where it went before is not forgotten");
    // Nothing is delivered there by now: who it is for can be corrected all the same.
    sqlx::query("UPDATE transporters SET active = false").execute(&pool).await.expect("closed");
    let form = proto::CheckoutForm { phone: "0661223344".into(), ..as_it_is(&moved) };
    let detail = correct(&shop, &admin(), &moved, form).await.expect("corrected");
    assert_eq!(order_of(&detail).delivery_price, 90_000);
    let moved = order_of(&detail).clone();
    // The day's total is that of its orders.
    souk_orders::orders::tallies::fold(&pool).await.expect("folded");
    let request = by(&admin(), proto::GetSummaryRequest {});
    let summed = shop.orders.get_summary(request).await.expect("summed").into_inner();
    assert_eq!((summed.placed_today, summed.placed_today_total), (1, moved.total));
}

/// The shopper chose no way of delivery and wrote no address: nobody has to make one up.
#[souk_testkit::test(SCHEMA)]
async fn an_order_without_an_address_is_corrected_without_one(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let product = shop.product(100_000).await;
    let form = proto::CheckoutForm {
        address: String::new(),
        delivery_type: String::new(),
        ..shop.form("0555123456")
    };
    let cart = proto::PlaceOrderRequest { form: Some(form), ..shop.cart(&product) };
    let placed = shop.place(cart).await.expect("placed").order.expect("an order");
    assert_eq!((placed.delivery_type.as_str(), placed.address.as_str()), ("home", ""));
    let form = proto::CheckoutForm { phone: "0661223344".into(), ..as_it_is(&placed) };
    let detail = correct(&shop, &admin(), &placed, form).await.expect("corrected");
    assert_eq!(order_of(&detail).phone, "0661223344");
}

#[souk_testkit::test(SCHEMA)]
async fn a_correction_is_checked_and_made_by_those_who_confirm_orders_until_the_parcel_left(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let placed = shop.order("0555123456").await;
    let nonsense = proto::CheckoutForm {
        first_name: "A".into(),
        phone: "12".into(),
        email: "x".into(),
        address: "x".repeat(251),
        commune_id: "x".into(),
        delivery_type: String::new(),
        ..as_it_is(&placed)
    };
    let refused = correct(&shop, &admin(), &placed, nonsense).await.expect_err("refused");
    assert_eq!(refused.kind, Kind::Invalid);
    assert_eq!(fields(&refused), ["firstname", "phone", "address", "email", "commune"]);
    let unsaid = proto::CheckoutForm { delivery_type: String::new(), ..as_it_is(&placed) };
    let refused = correct(&shop, &admin(), &placed, unsaid).await.expect_err("refused");
    assert_eq!(fields(&refused), ["deliveryType"]);
    let elsewhere = |wilaya: &str, commune: &str, transporter: &str| proto::CheckoutForm {
        wilaya_id: wilaya.into(),
        commune_id: commune.into(),
        transporter_id: transporter.into(),
        ..as_it_is(&placed)
    };
    for (form, field) in [
        (elsewhere("31", "1601", &shop.transporter), "commune"),
        (elsewhere("31", "3101", &shop.transporter), "transporter"),
        (elsewhere("16", "1602", &shop.id()), "transporter"),
    ] {
        let refused = correct(&shop, &admin(), &placed, form).await.expect_err(field);
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec![field]));
    }
    let form = proto::CheckoutForm { last_name: "Haddadi".into(), ..as_it_is(&placed) };
    let omar = staff("Omar", Role::Warehouse);
    let refused = correct(&shop, &omar, &placed, form.clone()).await.expect_err("refused");
    assert_eq!(refused.kind, Kind::Forbidden);
    let unknown = proto::Order { id: shop.id(), ..placed.clone() };
    let refused = correct(&shop, &admin(), &unknown, form.clone()).await.expect_err("refused");
    assert_eq!(refused.kind, Kind::NotFound);

    let mut order = placed;
    for step in ["confirmed", "preparing", "shipped"] {
        order = shop.step(&admin(), &order, step).await.expect(step);
    }
    let refused = correct(&shop, &admin(), &order, form).await.expect_err("it left");
    assert_eq!((refused.kind, refused.code.as_ref()), (Kind::Precondition, "orders.already_left"));
    let again = correct(&shop, &admin(), &order, as_it_is(&order)).await.expect("nothing to do");
    assert_eq!(again.changed, Some(false));
}

/// Who corrects an order changes it; a call that they tried before is no repeat of that.
#[souk_testkit::test(SCHEMA)]
async fn a_correction_makes_no_step_look_taken(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let placed = shop.order("0555123456").await;
    let called = shop.step(&admin(), &placed, "unreachable").await.expect("called");
    let form = proto::CheckoutForm { phone: "0661223344".into(), ..as_it_is(&called) };
    correct(&shop, &admin(), &called, form).await.expect("corrected");
    let again = shop.step(&admin(), &called, "unreachable").await.expect_err("the second call is not lost");
    assert_eq!(again.code, "orders.stale_version");
}

/// A card that was first written from an order is the phone's, and stays it when the order turns out to be another's.
#[souk_testkit::test(SCHEMA)]
async fn an_order_leads_to_the_customer_of_the_phone_that_it_has(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let placed = shop.order("0555123456").await;
    let card = proto::CustomerCard {
        first_name: "Amina".into(),
        last_name: "Haddad".into(),
        note: "pays late".into(),
        ..proto::CustomerCard::default()
    };
    let write = |card: &proto::CustomerCard| {
        let request =
            proto::UpdateCustomerRequest { id: placed.id.clone(), version: 0, card: Some(card.clone()) };
        shop.customers.update_customer(by(&admin(), request))
    };
    let first = write(&card).await.expect("written").into_inner().customer.expect("a customer");
    let form = proto::CheckoutForm { phone: "0661223344".into(), ..as_it_is(&placed) };
    correct(&shop, &admin(), &placed, form).await.expect("corrected");
    let of =
        |id: &str| shop.customers.get_customer(by(&admin(), proto::GetCustomerRequest { id: id.into() }));
    let now = of(&placed.id).await.expect("found").into_inner().customer.expect("a customer");
    assert_eq!((now.phone.as_str(), now.version), ("0661223344", 0));
    let kept = of(&first.id).await.expect("found").into_inner().customer.expect("a customer");
    let note = kept.card.expect("a card").note;
    assert_eq!((kept.phone.as_str(), note.as_str()), ("0555123456", "pays late"));
    let second = proto::CustomerCard { note: "calls back".into(), ..card };
    write(&second).await.expect("the other phone has a card of its own");
}
