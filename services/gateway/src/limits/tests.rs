//! What is left to whom.

use std::net::IpAddr;

use super::*;

fn network(line: u16, number: u16) -> ClientAddress {
    ClientAddress(IpAddr::from([0x2001, 0xdb8, line, number, 0, 0, 0, 1]))
}

fn limits() -> Limits {
    Limits::new(&config(), false)
}

fn config() -> LimitsConfig {
    LimitsConfig {
        limit_requests: None,
        limit_misses: None,
        limit_changes: None,
        limit_address_changes: Some(3),
        limit_orders: None,
        limit_reviews: Some(2),
        limit_restock_requests: Some(3),
        limit_sign_ins: None,
        limit_tracking: 600,
        limit_streams: 1,
        limit_address_connections: 1,
        limit_connections: 1,
        trusted_proxies: Vec::new(),
    }
}

fn phone(number: u64) -> Phone {
    Phone::parse(&format!("05{number:08}")).expect("is one")
}

fn from(last: u8) -> ClientAddress {
    ClientAddress(IpAddr::from([10, 0, 0, last]))
}

#[tokio::test(start_paused = true)]
async fn one_address_cannot_keep_an_account_shut() {
    let limits = limits();
    let mut tried = 0;
    for _ in 0..300 {
        tried += u32::from(limits.sign_in(from(1), "admin@souk.test").is_ok());
        tokio::time::advance(Duration::from_secs(1)).await;
    }
    assert!(tried <= 15, "ten at once and one a minute, not {tried}");
    assert!(limits.sign_in(from(2), "admin@souk.test").is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_account_is_held_even_from_many_addresses() {
    let limits = limits();
    let tried = (1..=250).filter(|last| limits.sign_in(from(*last), "admin@souk.test").is_ok()).count();
    assert_eq!(tried, 100);
    assert!(limits.sign_in(from(251), "sales@souk.test").is_ok());
}

#[tokio::test(start_paused = true)]
async fn right_guesses_cost_nothing() {
    let limits = limits();
    let employee = EmployeeId::from_uuid(uuid::Uuid::nil());
    for _ in 0..1000 {
        limits.sign_in(from(1), "admin@souk.test").expect("is let in").forgive();
        limits.code(from(1), employee).expect("is let in").forgive();
        limits.track(from(1), Some(&phone(50_123_456)), 10_234).expect("is let in").forgive();
    }
}

#[tokio::test(start_paused = true)]
async fn refused_sign_ins_leave_room_for_the_refused_codes_of_each_employee() {
    let limits = limits();
    while limits.is_worth_a_row() {}
    let employee = |number| EmployeeId::from_uuid(uuid::Uuid::from_u128(number));
    assert_eq!((0..100).filter(|_| limits.is_code_worth_a_row(employee(1))).count(), 60);
    assert!(limits.is_code_worth_a_row(employee(2)), "a colleague");
}

#[tokio::test(start_paused = true)]
async fn codes_and_orders_cannot_be_guessed() {
    let limits = limits();
    let employee = EmployeeId::from_uuid(uuid::Uuid::nil());
    assert_eq!((0..100).filter(|_| limits.code(from(1), employee).is_some()).count(), 10);
    assert!(limits.code(from(2), employee).is_some(), "its owner is elsewhere");
    assert_eq!((3..200).filter(|last| limits.code(from(*last), employee).is_some()).count(), 25);
    let tries = |tried: &dyn Fn(u64) -> bool| (0..1000).filter(|number| tried(*number)).count();
    assert_eq!(tries(&|number| limits.track(from(1), Some(&phone(number)), number).is_ok()), 600);
    let other = |number: u64| from(u8::try_from(number % 250).unwrap_or(0) + 2);
    assert_eq!(tries(&|number| limits.track(other(number), Some(&phone(5999)), 1000 + number).is_ok()), 120);
    assert_eq!(tries(&|number| limits.track(other(number), Some(&phone(2000 + number)), 5000).is_ok()), 120);
}

/// An address had 20 by default before it had 600.
#[tokio::test(start_paused = true)]
async fn a_low_limit_on_an_address_leaves_one_phone_and_one_number_what_they_have() {
    let limits = Limits::new(&LimitsConfig { limit_tracking: 20, ..config() }, false);
    let tries = |tried: &dyn Fn(u64) -> bool| (0..1000).filter(|number| tried(*number)).count();
    assert_eq!(tries(&|number| limits.track(from(1), Some(&phone(5999)), number).is_ok()), 15);
    assert_eq!(tries(&|number| limits.track(from(2), Some(&phone(number)), 5000).is_ok()), 15);
    assert_eq!(tries(&|number| limits.track(from(3), Some(&phone(number)), number).is_ok()), 20);
    let other = |number: u64| from(u8::try_from(number % 200).unwrap_or(0) + 4);
    assert_eq!(tries(&|number| limits.track(other(number), Some(&phone(6999)), 2000 + number).is_ok()), 120);
}

/// A few networks of an attacker leave an order's owner, and whoever shares a mobile operator's address, their own looks.
#[tokio::test(start_paused = true)]
async fn two_addresses_keep_no_order_from_its_owner() {
    let limits = limits();
    let (owner, phone) = (from(9), phone(50_123_456));
    for attacker in [from(1), from(2), network(1, 1), network(1, 2), network(1, 3)] {
        for number in 0..100 {
            let _ = limits.track(attacker, Some(&phone), 20_000 + number);
        }
    }
    assert!(limits.track(owner, Some(&phone), 10_234).is_ok());
    for stranger in 0..300 {
        let _ = limits.track(owner, Some(&self::phone(stranger)), 30_000 + stranger);
    }
    assert!(limits.track(owner, Some(&self::phone(70_000_000)), 10_235).is_ok(), "behind the same address");
}

/// A line with a /48 has 65,536 networks: of one account, one phone, one order it has a few customers' share.
#[tokio::test(start_paused = true)]
async fn one_line_keeps_nobody_elses_account_shut() {
    let limits = limits();
    let employee = EmployeeId::from_uuid(uuid::Uuid::nil());
    let networks = || (0..1000_u16).map(|number| network(1, number));
    let tries = |tried: &dyn Fn(ClientAddress) -> bool| networks().filter(|one| tried(*one)).count();
    assert_eq!(tries(&|from| limits.sign_in(from, "admin@souk.test").is_ok()), 80, "eight shares of ten");
    assert!(limits.sign_in(network(2, 1), "admin@souk.test").is_ok());
    assert_eq!(tries(&|from| limits.code(from, employee).is_some()), 20, "two shares of ten");
    assert!(limits.code(network(2, 1), employee).is_some());
    let phone = phone(50_123_456);
    assert_eq!(tries(&|from| limits.order(from, Some(&phone)).is_ok()), 160, "eight shares of 20");
    assert_eq!(tries(&|from| limits.track(from, Some(&phone), 10_234).is_ok()), 30, "two shares of 15");
    assert!(limits.track(network(2, 1), Some(&phone), 10_234).is_ok());
}

#[test]
fn a_crowd_of_shoppers_of_one_address_is_one_crowd() {
    let limits = limits();
    let change = || limits.change(VisitorId::new(&souk_kernel::SystemClock), from(1));
    assert!(change().is_ok() && change().is_ok() && change().is_ok());
    assert!(change().is_err());
}

#[tokio::test(start_paused = true)]
async fn a_line_with_many_networks_is_a_few_customers() {
    let limits =
        Limits::new(&LimitsConfig { limit_requests: Some(10), limit_sign_ins: Some(10), ..config() }, false);
    let networks = || (0..1000_u16).map(|number| network(1, number));
    let requests = networks().filter(|address| limits.request(*address).is_ok()).count();
    let signs_in = |(number, address)| limits.sign_in(address, &format!("{number}@souk.test")).is_ok();
    let sign_ins = networks().enumerate().filter(|one| signs_in(*one)).count();
    assert_eq!((requests, sign_ins), (80, 80), "eight shares of ten");
    assert!(limits.request(network(2, 1)).is_ok(), "another line");
}

#[tokio::test(start_paused = true)]
async fn papers_fill_no_journal() {
    let (limits, [one, other]) =
        (limits(), [1, 2].map(|number| EmployeeId::from_uuid(uuid::Uuid::from_u128(number))));
    assert_eq!((0..300).filter(|_| limits.papers(one).is_ok()).count(), 240);
    assert!(limits.papers(other).is_ok());
}

#[test]
fn connections_count_against_a_customer_and_never_against_a_proxy() {
    let mut limits = limits();
    limits.trusted_proxies = vec!["10.1.0.0/16".parse().expect("is one")];
    let customer = limits.connections().customer;
    let of = |address: &str| customer(address.parse().expect("an address"));
    assert_eq!(of("10.1.2.3"), None);
    assert_eq!(of("2001:db8::1"), of("2001:db8::2"));
    assert_ne!(of("10.2.0.1"), of("10.2.0.2"));
}

#[test]
fn a_closed_stream_makes_room() {
    let limits = limits();
    let employee = EmployeeId::from_uuid(uuid::Uuid::nil());
    let open = limits.stream(employee).expect("is the first");
    assert!(limits.stream(employee).is_err());
    drop(open);
    assert!(limits.stream(employee).is_ok());
}

#[test]
fn six_feeds_are_read_three_of_a_line() {
    let limits = limits();
    let open = [1, 2, 3].map(|number| limits.feed(network(1, number)).expect("has a place"));
    assert!(limits.feed(network(1, 4)).is_err(), "a fourth of a line");
    let last = [(); 3].map(|()| limits.feed(from(1)).expect("has a place"));
    assert!(limits.feed(from(1)).is_err(), "a fourth of an address");
    let refused = limits.feed(from(2)).expect_err("is a seventh");
    assert_eq!(refused.status(), http::StatusCode::SERVICE_UNAVAILABLE);
    drop(open);
    assert!(limits.feed(from(2)).is_ok());
    drop(last);
    assert!(limits.feed(from(1)).is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_line_begins_six_feeds_an_hour() {
    let limits = limits();
    let begins = |address| limits.feed(address).is_ok_and(|feed| feed.begin().is_ok());
    for number in 0..10 {
        assert!(limits.feed(network(1, number)).is_ok(), "what could not begin counts for nothing");
    }
    let begun = (0..10).filter(|number| begins(network(1, *number))).count();
    assert_eq!(begun, 6, "each is read at once");
    assert!(begins(network(2, 1)), "another line");
    tokio::time::advance(HOUR).await;
    assert!(begins(network(1, 11)), "an hour later");
}

/// 100,000 products in one language, alone.
const ONE_FEED: Duration = Duration::from_secs(150);

#[test]
fn feeds_that_are_written_at_once_are_at_their_end_before_envoy_gives_up() {
    let envoy = include_str!("../../../../deploy/envoy/envoy.yaml");
    let (_, route) = envoy.split_once("prefix: /feeds/").expect("has a route");
    let (_, timeout) = route.split_once(" timeout: ").expect("ends");
    let seconds = timeout.split('s').next().and_then(|seconds| seconds.parse().ok()).expect("seconds");
    let limits = limits();
    let open: Vec<_> = (0..=u8::MAX).filter_map(|last| limits.feed(from(last)).ok()).collect();
    let all = ONE_FEED * u32::try_from(open.len()).expect("a few");
    assert!(
        all * 4 <= Duration::from_secs(seconds) * 3,
        "a quarter is left to shoppers: {all:?} of {seconds} s"
    );
}

#[tokio::test(start_paused = true)]
async fn one_address_sends_so_many_reviews_an_hour() {
    let limits = limits();
    let sent = (0..5).filter(|_| limits.review(from(1)).is_ok()).count();
    assert_eq!(sent, 2);
    assert!(limits.review(from(2)).is_ok(), "another address");
    tokio::time::advance(HOUR).await;
    assert!(limits.review(from(1)).is_ok(), "an hour later");
}

#[tokio::test(start_paused = true)]
async fn one_shopper_and_one_address_wish_for_so_many_things_an_hour() {
    let limits = limits();
    let shopper = |number| VisitorId::from_uuid(uuid::Uuid::from_u128(number));
    let wish = |number, last| limits.restock_request(shopper(number), from(last), None).is_ok();
    assert!(wish(1, 1) && !wish(1, 2), "a third of three, from wherever");
    assert!(wish(2, 1) && wish(3, 1) && !wish(4, 1), "whoever they say to be");
    assert!(wish(5, 2), "another address");
    tokio::time::advance(HOUR).await;
    assert!(wish(1, 1), "an hour later");
    let phone = souk_kernel::Phone::parse("0555123456").expect("a phone");
    let call = |number, last| limits.restock_request(shopper(number), from(last), Some(&phone)).is_ok();
    assert!(call(6, 3) && !call(7, 3), "a fifteenth of three with one phone, whoever they say to be");
    assert!(call(8, 4), "its owner is somewhere else");
}
