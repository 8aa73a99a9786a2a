//! The steps of an order's life: when one is taken, repeated or refused. Pure: the present and the actor are given.

use std::collections::BTreeMap;

use souk_audit::{Change, Subject};
use souk_kernel::{Changed, Permission};
use time::OffsetDateTime;

use super::model::{ActorName, Order};
use super::status::{PaymentAnswer, PaymentsKnown, Status, Stock, StockAnswer};

/// A step that staff or a payment take an order along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub to: Status,
    pub note: String,
    pub reason: String,
    pub tracking_number: String,
    pub next_call_at: Option<OffsetDateTime>,
}

/// Why a step is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    #[error("somebody changed the order since you read it")]
    Stale,
    #[error("an order that is {} can't become {}", from.as_ref(), to.as_ref())]
    Illegal { from: Status, to: Status },
    #[error("the order's stock is not held")]
    StockNotHeld,
    #[error("this step is taken for a reason")]
    ReasonMissing,
    #[error("a payment covers the order that came back: it is reversed first")]
    StillPaid,
}

impl Order {
    /// What staff need for the step to a status; `None`: not a step of staff. A delivery that was taken back makes nobody owe its cash: to
    /// call its goods lost, too, needs somebody else than who records deliveries (ADR 17).
    pub fn permission_to(&self, to: Status) -> Option<Permission> {
        if to == Status::Lost && self.delivery_version > 0 {
            return Some(Permission::OrdersWriteOff);
        }
        to.permission()
    }

    /// Takes the step. Asked again by whoever took it, or with the version that it led to, it is already taken; with
    /// any other version than the present one somebody was faster.
    pub fn step(
        &mut self,
        step: &Step,
        read_version: u64,
        actor: &ActorName,
        now: OffsetDateTime,
    ) -> Result<Changed, StepError> {
        let is_own_repeat = read_version + 1 == self.version && *actor == self.actor;
        if step.to == self.status && is_own_repeat {
            return Ok(Changed::Already);
        }
        if read_version != self.version {
            return Err(StepError::Stale);
        }
        if !self.status.next_for_staff().any(|next| next == step.to) {
            let is_done = step.to == self.status;
            return if is_done { Ok(Changed::Already) } else { Err(self.illegal(step.to)) };
        }
        let confirms_in_vain = step.to == Status::Confirmed && self.stock == Stock::Released;
        if confirms_in_vain || step.to.needs_stock() && self.stock != Stock::Reserved {
            return Err(StepError::StockNotHeld);
        }
        if self.status.needs_reason(step.to) && step.reason.is_empty() {
            return Err(StepError::ReasonMissing);
        }
        // Payments and reversals alternate.
        if step.to == Status::Delivered && self.payment_version % 2 == 1 {
            return Err(StepError::StillPaid);
        }
        self.enter(step, now);
        self.touch(actor);
        Ok(Changed::Yes)
    }

    /// A transporter's payment covers the order, or was reversed for it; one that was never delivered is in none. An order that is on its way back stays so: a
    /// payment that was recorded meanwhile is to be reversed.
    pub fn payment_answered(&mut self, answer: PaymentAnswer, actor: &ActorName) -> Changed {
        let known =
            PaymentsKnown { version: self.payment_version, was_delivered: self.delivered_at.is_some() };
        if !answer.is_news_to(known) {
            return Changed::Already;
        }
        self.payment_version = answer.version;
        self.status = match (self.status, answer.paid) {
            (Status::Delivered, true) => Status::Settled,
            (Status::Settled, false) => Status::Delivered,
            (unmoved, _) => unmoved,
        };
        self.touch(actor);
        Changed::Yes
    }

    /// Gives the stock back if the order was placed before then and nobody confirmed it. One whose stock is not held has
    /// nothing to give; inventory may still answer about it.
    pub fn release_hold(&mut self, placed_before: OffsetDateTime, actor: &ActorName) -> Changed {
        let is_due = self.placed_at < placed_before && self.status.is_unconfirmed();
        if !is_due || self.stock != Stock::Reserved {
            return Changed::Already;
        }
        self.stock = Stock::Released;
        self.touch(actor);
        Changed::Yes
    }

    /// Inventory answered about the order by an event. Nobody needs to know once the goods are gone or given back.
    pub fn stock_answered(&mut self, answer: StockAnswer, actor: &ActorName) -> Changed {
        if !self.status.waits_for_goods() || !self.learn_of_stock(answer) {
            return Changed::Already;
        }
        self.touch(actor);
        Changed::Yes
    }

    /// Takes the answer over unless a newer one is known, or it is of lines that the order had before; says whether it did. An older refusal must not take a hold away,
    /// but a hold that ran out before the order was stored must not look like one either.
    pub fn learn_of_stock(&mut self, answer: StockAnswer) -> bool {
        let is_of_these_lines = answer.order_version == 0 || answer.order_version >= self.lines_version;
        let is_news = answer.version > self.stock_version && is_of_these_lines;
        if is_news {
            self.stock = answer.stock;
            self.stock_version = answer.version;
        }
        is_news
    }

    /// The version that an employee saw who saw `read_version` and asked for the stock: inventory tells what it then held by
    /// an event too, and where that was heard first it is no change that the employee does not know of.
    pub const fn seen_before(&self, answer: StockAnswer, read_version: u64) -> u64 {
        let is_heard = answer.version == self.stock_version && self.version == read_version + 1;
        if is_heard { self.version } else { read_version }
    }

    fn enter(&mut self, step: &Step, now: OffsetDateTime) {
        let before = self.status;
        self.status = step.to;
        self.next_call_at = step.next_call_at.filter(|_| step.to == Status::Unreachable);
        self.delivery_version += u64::from(before.is_delivered() != step.to.is_delivered());
        match step.to {
            Status::Delivered => {
                // What was wrongly called on its way back was delivered when it was (ADR 17).
                let known = self.delivered_at.filter(|_| before == Status::Returning);
                self.delivered_at = Some(known.unwrap_or(now));
                self.return_reason.clear();
            }
            Status::Attempted => self.return_reason.clear(),
            Status::Returning => self.return_reason.clone_from(&step.reason),
            _ => {}
        }
        if step.to == Status::Shipped && !step.tracking_number.is_empty() {
            self.tracking_number.clone_from(&step.tracking_number);
        }
    }

    fn touch(&mut self, actor: &ActorName) {
        self.version += 1;
        self.actor = actor.clone();
    }

    const fn illegal(&self, to: Status) -> StepError {
        StepError::Illegal { from: self.status, to }
    }
}

impl Step {
    /// Without a word.
    pub const fn plain(to: Status) -> Self {
        Self {
            to,
            note: String::new(),
            reason: String::new(),
            tracking_number: String::new(),
            next_call_at: None,
        }
    }

    /// What the audit log tells of it.
    pub fn change(&self, order: Subject, before: Status) -> Change {
        let mut after = serde_json::json!(self.data());
        after["status"] = self.to.as_ref().into();
        if !self.note.is_empty() {
            after["note"] = self.note.as_str().into();
        }
        Change::between("orders.order_moved", order, serde_json::json!({ "status": before.as_ref() }), after)
    }

    /// What the timeline keeps of it.
    pub fn data(&self) -> BTreeMap<String, String> {
        let next_call = self.next_call_at.map(souk_kernel::rfc3339).unwrap_or_default();
        [("reason", &self.reason), ("trackingNumber", &self.tracking_number), ("nextCallAt", &next_call)]
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use souk_kernel::{Language, Money, OrderId, OrderNumber, PersonName, Phone, SystemClock, TransporterId};
    use strum::IntoEnumIterator as _;
    use time::macros::datetime;

    use super::super::model::{Customer, Delivery, OrderType};
    use super::*;
    use crate::transporters::DeliveryType;

    const NOW: OffsetDateTime = datetime!(2026-11-21 09:00 UTC);

    fn employee(name: &str) -> ActorName {
        ActorName { id: name.to_lowercase(), name: name.to_owned() }
    }

    fn to(status: Status) -> Step {
        Step {
            to: status,
            note: String::new(),
            reason: String::new(),
            tracking_number: "ZR-1".to_owned(),
            next_call_at: None,
        }
    }

    fn placed() -> Order {
        let name = |text| PersonName::parse(text).expect("a name");
        Order {
            id: OrderId::new(&SystemClock),
            number: OrderNumber(10_001),
            kind: OrderType::default(),
            version: 1,
            status: Status::Placed,
            stock: Stock::Reserved,
            stock_version: 1,
            customer: Customer {
                first_name: name("Amina"),
                last_name: name("Haddad"),
                phone: Phone::parse("0555123456").expect("a phone"),
                email: String::new(),
                address: String::new(),
            },
            delivery: Delivery {
                wilaya: "16".parse().expect("a wilaya"),
                wilaya_name: "Alger".into(),
                commune: "1601".parse().expect("a commune"),
                commune_name: "Alger Centre".into(),
                transporter: TransporterId::new(&SystemClock),
                transporter_name: "Rapide".into(),
                kind: DeliveryType::Home,
                price: Money::ZERO,
            },
            products_total: Money::ZERO,
            total: Money::ZERO,
            lines: Vec::new(),
            language: Language::Fr,
            placed_at: NOW,
            delivered_at: None,
            delivery_version: 0,
            payment_version: 0,
            return_reason: String::new(),
            next_call_at: None,
            tracking_number: String::new(),
            lines_version: 1,
            line_changes: Vec::new(),
            assignee: None,
            actor: ActorName::shopper(),
        }
    }

    #[test]
    fn hearing_of_what_an_employee_asked_for_is_no_change_that_the_employee_has_not_seen() {
        let answer = StockAnswer { stock: Stock::Reserved, version: 4, order_version: 1 };
        let mut order = Order { stock: Stock::Released, version: 2, ..placed() };
        assert_eq!(order.seen_before(answer, 2), 2, "not heard yet");
        assert_eq!(order.stock_answered(answer, &ActorName::shop()), Changed::Yes);
        assert_eq!(order.seen_before(answer, 2), 3);
        assert_eq!(order.seen_before(answer, 1), 1, "somebody else changed it, too");
        let outdated = StockAnswer { version: 3, ..answer };
        assert_eq!(order.seen_before(outdated, 2), 2);
    }

    #[test]
    fn an_order_that_nobody_confirmed_gives_its_stock_back_once_and_wants_it_again_to_be_confirmed() {
        let mut order = placed();
        let shop = ActorName::shop();
        assert_eq!(order.release_hold(NOW, &shop), Changed::Already, "it is not due");
        let later = NOW + time::Duration::seconds(1);
        assert_eq!(order.release_hold(later, &shop), Changed::Yes);
        assert_eq!(order.release_hold(later, &shop), Changed::Already);
        assert_eq!((order.stock, order.version, order.status), (Stock::Released, 2, Status::Placed));
        let samira = employee("Samira");
        assert_eq!(order.step(&to(Status::Confirmed), 2, &samira, NOW), Err(StepError::StockNotHeld));
        assert!(
            !order.learn_of_stock(StockAnswer { stock: Stock::Reserved, version: 1, order_version: 1 }),
            "inventory's old word"
        );
        assert!(order.learn_of_stock(StockAnswer { stock: Stock::Reserved, version: 3, order_version: 1 }));
        assert_eq!(order.step(&to(Status::Confirmed), 2, &samira, NOW), Ok(Changed::Yes));
        assert_eq!(order.release_hold(later, &shop), Changed::Already, "a confirmed order keeps its stock");
    }

    #[test]
    fn a_step_is_repeated_by_its_own_actor_only() {
        let (samira, karim) = (employee("Samira"), employee("Karim"));
        let mut order = placed();
        assert_eq!(order.step(&to(Status::Confirmed), 1, &samira, NOW), Ok(Changed::Yes));
        assert_eq!(order.step(&to(Status::Confirmed), 1, &samira, NOW), Ok(Changed::Already));
        assert_eq!(order.step(&to(Status::Confirmed), 1, &karim, NOW), Err(StepError::Stale));
        assert_eq!(order.step(&to(Status::Confirmed), 2, &karim, NOW), Ok(Changed::Already));
        assert_eq!(order.version, 2);
    }

    #[test]
    fn a_second_call_in_vain_is_a_new_attempt() {
        let samira = employee("Samira");
        let mut order = placed();
        assert_eq!(order.step(&to(Status::Unreachable), 1, &samira, NOW), Ok(Changed::Yes));
        assert_eq!(order.step(&to(Status::Unreachable), 1, &samira, NOW), Ok(Changed::Already));
        assert_eq!(order.step(&to(Status::Unreachable), 2, &samira, NOW), Ok(Changed::Yes));
    }

    #[test]
    fn nothing_is_prepared_that_is_not_held() {
        let mut order = Order { stock: Stock::Pending, status: Status::Confirmed, ..placed() };
        let step = order.step(&to(Status::Preparing), 1, &employee("Samira"), NOW);
        assert_eq!(step, Err(StepError::StockNotHeld));
    }

    #[test]
    fn the_newest_answer_about_stock_counts_in_whatever_order_they_come() {
        let (held, lost) = (Stock::Reserved, Stock::Rejected);
        let answer = |stock, version| StockAnswer { stock, version, order_version: 1 };
        let mut order = placed();
        assert_eq!(order.stock_answered(answer(lost, 3), &ActorName::shop()), Changed::Yes);
        assert_eq!(order.stock_answered(answer(held, 2), &ActorName::shop()), Changed::Already);
        assert_eq!((order.stock, order.version), (lost, 2));
        order.status = Status::Shipped;
        assert_eq!(order.stock_answered(answer(held, 9), &ActorName::shop()), Changed::Already);
    }

    fn delivered() -> Order {
        Order { status: Status::Delivered, delivered_at: Some(NOW), delivery_version: 1, ..placed() }
    }

    #[test]
    fn a_delivery_is_taken_back_for_a_reason_and_not_while_it_is_paid() {
        let nadia = employee("Nadia");
        let mut order = delivered();
        assert_eq!(order.step(&to(Status::Returning), 1, &nadia, NOW), Err(StepError::ReasonMissing));
        let take_back = Step { reason: "wrong click".into(), ..to(Status::Returning) };
        let mut paid = Order { status: Status::Settled, ..order.clone() };
        let illegal = StepError::Illegal { from: Status::Settled, to: Status::Returning };
        assert_eq!(paid.step(&take_back, 1, &nadia, NOW), Err(illegal));
        assert_eq!(order.step(&take_back, 1, &nadia, NOW), Ok(Changed::Yes));
        assert_eq!((order.delivered_at, order.return_reason.as_str()), (Some(NOW), "wrong click"));
    }

    #[test]
    fn what_was_not_on_its_way_back_is_delivered_again_but_not_while_a_payment_covers_it() {
        let nadia = employee("Nadia");
        let because = |to_status, reason: &str| Step { reason: reason.into(), ..to(to_status) };
        let mut order = delivered();
        let wrong = because(Status::Returning, "wrong click");
        assert_eq!(order.step(&wrong, 1, &nadia, NOW), Ok(Changed::Yes));
        assert_eq!(order.step(&to(Status::Delivered), 2, &nadia, NOW), Err(StepError::ReasonMissing));
        let again = because(Status::Delivered, "it had arrived");
        let mut paid = Order { payment_version: 1, ..order.clone() };
        assert_eq!(paid.step(&again, 2, &nadia, NOW), Err(StepError::StillPaid));
        let later = NOW + time::Duration::HOUR;
        assert_eq!(order.step(&again, 2, &nadia, later), Ok(Changed::Yes));
        assert_eq!((order.delivery_version, order.delivered_at), (3, Some(NOW)), "its cash is as old");
        assert_eq!(order.return_reason, "");
        for (version, status) in (3..).zip([Status::Returning, Status::Attempted, Status::Delivered]) {
            assert_eq!(
                order.step(&because(status, "at the second door"), version, &nadia, later),
                Ok(Changed::Yes)
            );
        }
        assert_eq!(
            (order.delivery_version, order.delivered_at),
            (5, Some(later)),
            "it had not arrived before"
        );
    }

    #[test]
    fn a_lost_parcel_ends_for_a_reason_and_may_be_found() {
        let nadia = employee("Nadia");
        let mut order = Order { status: Status::Shipped, ..placed() };
        assert_eq!(order.step(&to(Status::Lost), 1, &nadia, NOW), Err(StepError::ReasonMissing));
        let lost = Step { reason: "nowhere at the transporter's".into(), ..to(Status::Lost) };
        assert_eq!(order.step(&lost, 1, &nadia, NOW), Ok(Changed::Yes));
        let found = Step { reason: "found in Oran".into(), ..to(Status::Returning) };
        assert_eq!(order.step(&found, 2, &nadia, NOW), Ok(Changed::Yes));
        assert_eq!((order.status, order.delivery_version), (Status::Returning, 0));
    }

    #[test]
    fn who_records_deliveries_does_not_call_lost_what_was_delivered() {
        let nadia = employee("Nadia");
        let because = |to_status| Step { reason: "wrong click".into(), ..to(to_status) };
        let mut order = Order { status: Status::Shipped, ..placed() };
        assert_eq!(order.permission_to(Status::Lost), Some(Permission::OrdersDeliver));
        for (version, status) in (1..).zip([Status::Delivered, Status::Returning, Status::Attempted]) {
            assert_eq!(order.step(&because(status), version, &nadia, NOW), Ok(Changed::Yes));
        }
        assert_eq!(order.permission_to(Status::Lost), Some(Permission::OrdersWriteOff), "by whatever way");
        assert_eq!(order.permission_to(Status::Delivered), Some(Permission::OrdersDeliver));
    }

    proptest! {
        /// A payment, its reversal and the next payment, heard in any order and however often.
        #[test]
        fn payments_end_in_the_same_state_in_whatever_order_they_come(versions in prop::collection::vec(1u64..6, 0..20)) {
            let mut order = delivered();
            for version in &versions {
                let answer = PaymentAnswer { paid: version % 2 == 1, version: *version };
                order.payment_answered(answer, &ActorName::shop());
            }
            let newest = versions.iter().copied().max().unwrap_or(0);
            let status = if newest % 2 == 1 { Status::Settled } else { Status::Delivered };
            prop_assert_eq!((order.status, order.payment_version), (status, newest));
        }
    }

    fn any_status() -> impl Strategy<Value = Status> {
        prop::sample::select(Status::iter().collect::<Vec<_>>())
    }

    fn any_stock() -> impl Strategy<Value = Stock> {
        prop::sample::select(vec![Stock::Reserved, Stock::Pending, Stock::Rejected, Stock::Released])
    }

    fn any_answer() -> impl Strategy<Value = StockAnswer> {
        (any_stock(), 0u64..8).prop_map(|(stock, version)| StockAnswer { stock, version, order_version: 1 })
    }

    proptest! {
        /// Any wishes of two employees with any versions, in any order, and payments and stock answers between them.
        #[test]
        fn an_order_only_ever_walks_along_the_table(
            stock in any_stock(),
            wishes in prop::collection::vec((any_status(), 0u64..3, any::<bool>(), any_answer(), 0u8..4), 0..60),
            reasons in any::<bool>(),
        ) {
            let mut order = Order { stock, ..placed() };
            let reason = if reasons { "refused".to_owned() } else { String::new() };
            for (status, lag, is_samira, answer, what) in wishes {
                let before = order.clone();
                let actor = employee(if is_samira { "Samira" } else { "Karim" });
                let version = order.version.saturating_sub(lag);
                let changed = match what {
                    0 => {
                        let version = order.payment_version + lag;
                        Ok(order.payment_answered(PaymentAnswer { paid: version % 2 == 1, version }, &actor))
                    }
                    1 => Ok(order.stock_answered(answer, &actor)),
                    _ => order.step(&Step { reason: reason.clone(), ..to(status) }, version, &actor, NOW),
                };
                if changed == Ok(Changed::Yes) {
                    prop_assert_eq!(order.version, before.version + 1);
                    prop_assert!(order.status == before.status || before.status.may_become(order.status));
                } else {
                    prop_assert_eq!(&order, &before);
                }
                let is_delivered = order.status.is_delivered();
                prop_assert_eq!(order.delivery_version % 2 == 1, is_delivered);
                let was_delivered = before.delivered_at.is_some() || is_delivered;
                prop_assert_eq!(order.delivered_at.is_some(), was_delivered);
                let is_taken_back = was_delivered && !is_delivered;
                prop_assert!(!is_taken_back || reasons, "for a reason");
                let is_newer_answer = order.stock_version > before.stock_version;
                prop_assert!(order.stock == before.stock || is_newer_answer);
                let took_goods = order.status != before.status && order.status.needs_stock();
                prop_assert!(!took_goods || order.stock == Stock::Reserved);
            }
        }
    }
}
