//! An order is corrected before its parcel leaves: on the telephone staff hear that the number, the name, the address or the
//! way of delivery is wrong. What was ordered stays.
//!
//! The price of the delivery that the customer agreed to stays, too, as long as place, transporter and way do; another
//! delivery costs what its tariff says now.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use souk_audit::Change;
use souk_kernel::{Changed, OrderId, Permission};
use souk_rpc::{Actor, Failure};
use sqlx::PgConnection;

use super::destination::{self, Undeliverable};
use super::form::Form;
use super::model::{ActorName, Customer, Delivery, Order};
use super::steps::StepError;
use super::{Detail, Orders, OrdersError, events, store};
use crate::transporters::DeliveryType;

/// How an order should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    pub order: OrderId,
    /// The version that the employee saw.
    pub version: u64,
    /// With a way of delivery.
    pub form: Form,
}

/// Why an order is not corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionError {
    #[error("the order's parcel left already, or the order ended")]
    Left,
    #[error("an address is required for delivery to the door")]
    AddressMissing,
    #[error(transparent)]
    Undeliverable(#[from] Undeliverable),
}

impl Order {
    /// Whether it goes where the form says, by whom and how.
    fn goes_by(&self, form: &Form) -> bool {
        let Delivery { wilaya, commune, transporter, kind, .. } = &self.delivery;
        (wilaya, commune, transporter, Some(*kind))
            == (&form.wilaya, &form.commune, &form.transporter, form.delivery)
    }

    /// Whether the correction has anything to do, and may be made. An order that was placed without an address may stay without
    /// one.
    fn may_be(&self, Correction { version, form, .. }: &Correction) -> Result<Changed, OrdersError> {
        if self.customer == form.customer && self.goes_by(form) {
            return Ok(Changed::Already);
        }
        if !self.status.waits_for_goods() {
            return Err(CorrectionError::Left.into());
        }
        if *version != self.version {
            return Err(StepError::Stale.into());
        }
        let was_to_the_door = self.delivery.kind == DeliveryType::Home;
        let had_none = was_to_the_door && self.customer.address.is_empty();
        if form.delivery == Some(DeliveryType::Home) && form.customer.address.is_empty() && !had_none {
            return Err(CorrectionError::AddressMissing.into());
        }
        Ok(Changed::Yes)
    }

    fn correct(&mut self, customer: &Customer, delivery: Delivery, by: &ActorName) -> Result<(), Failure> {
        self.total = self.products_total.checked_add(delivery.price).map_err(Failure::internal)?;
        self.customer = customer.clone();
        self.delivery = delivery;
        self.version += 1;
        // Nobody's id: a step is known to be a repeat by who took it, and this is none.
        self.actor = ActorName { id: String::new(), name: by.name.clone() };
        Ok(())
    }

    /// What a correction can change, under the names of the form; the price in centimes.
    fn delivery_facts(&self) -> BTreeMap<&'static str, Value> {
        let (customer, delivery) = (&self.customer, &self.delivery);
        let place = format!("{} ({}), {}", delivery.commune_name, delivery.commune, delivery.wilaya_name);
        BTreeMap::from([
            ("firstname", json!(customer.first_name.as_str())),
            ("lastname", json!(customer.last_name.as_str())),
            ("phone", json!(customer.phone.as_str())),
            ("email", json!(customer.email)),
            ("address", json!(customer.address)),
            ("place", json!(place)),
            ("transporter", json!(delivery.transporter_name)),
            ("deliveryType", json!(delivery.kind.as_ref())),
            ("deliveryPrice", json!(delivery.price.centimes())),
        ])
    }
}

impl Orders {
    /// Corrects who gets the order and where; `Already` where it was so.
    pub async fn correct(
        &self,
        actor: &Actor,
        correction: &Correction,
    ) -> Result<(Detail, Changed), OrdersError> {
        actor.require(Permission::OrdersConfirm)?;
        let mut tx = self.pool.begin().await?;
        let mut order = store::lock_in(&mut tx, correction.order).await?.ok_or(OrdersError::NotFound)?;
        let changed = order.may_be(correction)?;
        if changed == Changed::Yes {
            let before = order.delivery_facts();
            let delivery = delivery_in(&mut tx, &order, &correction.form).await?;
            let name = ActorName::from(actor);
            order.correct(&correction.form.customer, delivery, &name)?;
            store::correct_in(&mut tx, &order).await?;
            let after = order.delivery_facts();
            let corrected: Vec<_> = after.keys().filter(|at| before[*at] != after[*at]).copied().collect();
            // A remark: what shoppers see of a timeline has none, in a release that knows no corrections either.
            let entry =
                self.entry("note", "", BTreeMap::from([("corrected".to_owned(), corrected.join(","))]), name);
            store::add_entry_in(&mut tx, order.id, &entry).await?;
            events::announce_corrected_in(&mut tx, &self.outbox, &*self.clock, &order).await?;
            let change =
                Change::between("orders.order_corrected", order.subject(), json!(before), json!(after));
            self.audit_in(&mut tx, actor, change).await?;
        }
        // Read before the commit: whoever is refused an answer knows that nothing was changed.
        let detail = self.detail_in(&mut tx, actor, order).await?;
        tx.commit().await?;
        Ok((detail, changed))
    }
}

/// As it is, at the price that was agreed, or another one by its tariff.
async fn delivery_in(tx: &mut PgConnection, order: &Order, form: &Form) -> Result<Delivery, OrdersError> {
    if order.goes_by(form) {
        return Ok(order.delivery.clone());
    }
    let destination = store::destination_in(tx, &form.commune, form.transporter).await?;
    let delivery = destination::delivery(destination, form, order.products_total);
    Ok(delivery.map_err(CorrectionError::from)?)
}

impl From<CorrectionError> for Failure {
    fn from(error: CorrectionError) -> Self {
        let text = error.to_string();
        match error {
            CorrectionError::Left => Self::precondition("orders.already_left", text),
            CorrectionError::AddressMissing => {
                Self::invalid_field("address", "form.validation.address", text)
            }
            CorrectionError::Undeliverable(error) => error.into(),
        }
    }
}
