//! An order is corrected before its parcel leaves: on the telephone staff hear that the number, the name, the address or the
//! way of delivery is wrong. What was ordered stays.
//!
//! The price of the delivery that the customer agreed to stays, too, as long as place, transporter and way do; another
//! delivery costs what its tariff says now.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use souk_audit::Change;
use souk_kernel::{Changed, Money, OrderId, Permission};
use souk_rpc::{Actor, Failure};
use sqlx::PgConnection;

use super::destination;
use super::error::{CorrectionError, OrdersError};
use super::form::Form;
use super::model::{ActorName, Delivery, Order, Way};
use super::steps::StepError;
use super::{Detail, Orders, events, store};
use crate::transporters::DeliveryType;

/// How an order should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    pub order: OrderId,
    /// The version that the employee saw.
    pub version: u64,
    /// With a way of delivery.
    pub form: Form,
    /// What the employee was shown, and told the customer.
    pub shown_total: Option<Money>,
}

/// A field of an order as a correction finds and leaves it.
struct Field {
    name: &'static str,
    /// By what it is another one.
    is: String,
    /// As the timeline tells it: places and carriers by their names, the price in centimes.
    shown: String,
}

impl Order {
    /// Whether the correction has anything to do, and may be made. An order that was placed without an address may stay without
    /// one.
    fn may_be(&self, Correction { version, form, .. }: &Correction) -> Result<Changed, OrdersError> {
        if self.customer == form.customer && self.delivery.way() == form.way {
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
        if form.way.delivery == Some(DeliveryType::Home) && form.customer.address.is_empty() && !had_none {
            return Err(CorrectionError::AddressMissing.into());
        }
        Ok(Changed::Yes)
    }

    fn correct(
        &mut self,
        Correction { form, shown_total, .. }: &Correction,
        delivery: Delivery,
        by: &ActorName,
    ) -> Result<(), OrdersError> {
        let total = self.products_total.checked_add(delivery.price).map_err(Failure::internal)?;
        if shown_total.is_some_and(|shown| shown != total) {
            return Err(CorrectionError::PriceChanged { total }.into());
        }
        self.total = total;
        self.customer = form.customer.clone();
        self.delivery = delivery;
        self.touch_beside_steps(by);
        Ok(())
    }

    /// What a correction may change, and the price that follows from it.
    fn correctable(&self) -> [Field; 9] {
        let Self { customer, delivery, .. } = self;
        let field = |name, text: String| Field { name, is: text.clone(), shown: text };
        let place = format!("{}, {}", delivery.commune_name, delivery.wilaya_name);
        let transporter = delivery.transporter_name.clone();
        [
            field("firstname", customer.first_name.to_string()),
            field("lastname", customer.last_name.to_string()),
            field("phone", customer.phone.to_string()),
            field("email", customer.email.clone()),
            field("address", customer.address.clone()),
            Field { name: "place", is: delivery.commune.as_str().to_owned(), shown: place },
            Field { name: "transporter", is: delivery.transporter.to_string(), shown: transporter },
            field("deliveryType", delivery.kind.as_ref().to_owned()),
            field("deliveryPrice", delivery.price.centimes().to_string()),
        ]
    }

    /// The fields that differ from what they were, each before and after.
    fn corrected_from(&self, before: &Self) -> Vec<(Field, Field)> {
        let fields = before.correctable().into_iter().zip(self.correctable());
        fields.filter(|(was, is)| was.is != is.is).collect()
    }

    /// Of the delivery, as the audit log tells it before and after; the price in centimes.
    fn delivery_facts(&self) -> Value {
        let Delivery { commune, transporter, transporter_name, kind, price, .. } = &self.delivery;
        json!({
            "commune": commune.as_str(),
            "transporter": transporter_name,
            "transporterId": transporter,
            "deliveryType": kind.as_ref(),
            "deliveryPrice": price.centimes(),
        })
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
            let before = order.clone();
            let delivery = delivery_in(&mut tx, &order, &correction.form.way).await?;
            let name = ActorName::from(actor);
            order.correct(correction, delivery, &name)?;
            store::correct_in(&mut tx, &order).await?;
            let fields = order.corrected_from(&before);
            let corrected = names(&fields);
            // A remark: what shoppers see of a timeline has none, in a release that knows no corrections either.
            let entry = self.entry("note", "", told(&fields), name);
            store::add_entry_in(&mut tx, order.id, &entry).await?;
            events::announce_corrected_in(&mut tx, &self.outbox, &*self.clock, &order).await?;
            // The log is kept for ever: of the person it tells which parts changed, and nothing else.
            let mut after = order.delivery_facts();
            after["corrected"] = json!(corrected);
            let before = before.delivery_facts();
            let change = Change::between("orders.order_corrected", order.subject(), before, after);
            self.audit_in(&mut tx, actor, change).await?;
        }
        // Read before the commit: whoever is refused an answer knows that nothing was changed.
        let detail = self.detail_in(&mut tx, actor, order).await?;
        tx.commit().await?;
        Ok((detail, changed))
    }
}

fn names(fields: &[(Field, Field)]) -> Vec<&'static str> {
    fields.iter().map(|(_, is)| is.name).collect()
}

/// What the timeline says of a correction: which fields, and each before and after.
fn told(fields: &[(Field, Field)]) -> BTreeMap<String, String> {
    let mut told = BTreeMap::from([("corrected".to_owned(), names(fields).join(","))]);
    for (was, is) in fields {
        let name = if is.name == "deliveryPrice" { "price" } else { is.name };
        told.insert(format!("{name}Before"), was.shown.clone());
        told.insert(format!("{name}After"), is.shown.clone());
    }
    told
}

/// As it is, at the price that was agreed, or another one by its tariff.
async fn delivery_in(tx: &mut PgConnection, order: &Order, way: &Way) -> Result<Delivery, OrdersError> {
    if order.delivery.way() == *way {
        return Ok(order.delivery.clone());
    }
    let destination = store::destination_in(tx, &way.commune, way.transporter).await?;
    let delivery = destination::delivery(destination, way, order.products_total);
    Ok(delivery.map_err(CorrectionError::from)?)
}
