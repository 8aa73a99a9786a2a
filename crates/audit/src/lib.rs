//! Who changed what (design 8). A use case makes the entry of its change and writes it in the change's own transaction, so
//! that there is none without the other, whatever becomes of the caller.

use serde_json::{Map, Value};
use souk_bus::{Event, Meta, Outbox, OutboxRow};
use souk_kernel::{Clock, rfc3339};
use souk_proto::common::v1::AuditEntry;
use souk_proto::{catalog, inventory, orders, payments};
use souk_rpc::Actor;
use sqlx::PgConnection;
use uuid::Uuid;

/// What was done to what.
#[derive(Debug, Clone)]
pub struct Change {
    /// The service, and what was done: `orders.note_added`.
    pub action: &'static str,
    pub subject: Subject,
    /// What changed, as it was; null where it was not there.
    pub before: Value,
    /// As it is now; null where it is gone.
    pub after: Value,
}

/// What a change was made to.
#[derive(Debug, Clone)]
pub struct Subject {
    /// `order`, `product`, `employee`.
    pub kind: &'static str,
    pub id: String,
    /// As people know it; may be empty.
    pub name: String,
}

/// The event in which a service tells the entries of its changes.
pub trait Recorded: Event {
    fn of(entry: AuditEntry) -> Self;
    /// None in an event that no release of ours writes.
    fn into_entry(self) -> Option<AuditEntry>;
}

macro_rules! recorded {
    ($($service:ident)*) => {$(
        impl Recorded for $service::v1::AuditRecorded {
            fn of(entry: AuditEntry) -> Self {
                Self { entry: Some(entry) }
            }

            fn into_entry(self) -> Option<AuditEntry> {
                self.entry
            }
        }
    )*};
}

recorded!(catalog inventory orders payments);

/// Writes the entry of a change that `actor` makes, in the transaction of the change, as an event of the service.
pub async fn record_in<E: Recorded>(
    tx: &mut PgConnection,
    outbox: &Outbox,
    clock: &dyn Clock,
    actor: &Actor,
    change: Change,
) -> sqlx::Result<()> {
    outbox.add_row(tx, &recorded::<E>(clock, actor, change)).await
}

/// The event that [`record_in`] writes, for a statement that writes more.
pub fn recorded<E: Recorded>(clock: &dyn Clock, actor: &Actor, change: Change) -> OutboxRow {
    let subject = Uuid::try_parse(&change.subject.id).unwrap_or(Uuid::nil());
    OutboxRow::new(&E::of(change.by(actor, clock)), Meta::new(clock, subject))
}

impl Change {
    /// The change of something that stays: of its facts before and after, those that differ.
    pub fn between(action: &'static str, subject: Subject, before: Value, after: Value) -> Self {
        let (before, after) = differences(before, after);
        Self { action, subject, before, after }
    }

    /// Something that was not there before.
    pub fn made(action: &'static str, subject: Subject, after: Value) -> Self {
        Self { action, subject, before: Value::Null, after }
    }

    /// The entry of the change, made now by `actor`.
    pub fn by(self, actor: &Actor, clock: &dyn Clock) -> AuditEntry {
        let text = |value: Value| if value.is_null() { String::new() } else { value.to_string() };
        AuditEntry {
            id: clock.uuid().to_string(),
            at: rfc3339(clock.now()),
            employee_id: actor.employee.map(|id| id.to_string()).unwrap_or_default(),
            actor_name: actor.name.clone(),
            roles: actor.roles.iter().map(ToString::to_string).collect(),
            address: actor.origin.address.clone(),
            request_id: actor.origin.request_id.clone(),
            action: self.action.to_owned(),
            subject_kind: self.subject.kind.to_owned(),
            subject_id: self.subject.id,
            subject_name: self.subject.name,
            before: text(self.before),
            after: text(self.after),
        }
    }
}

impl Subject {
    pub fn new(kind: &'static str, id: impl ToString + Copy, name: impl Into<String>) -> Self {
        Self { kind, id: id.to_string(), name: name.into() }
    }
}

/// The members of two objects that are not the same in both. Anything else is left as it is.
fn differences(before: Value, after: Value) -> (Value, Value) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let without = |one: &Map<String, Value>, other: &Map<String, Value>| {
                let differs = |(name, value): &(&String, &Value)| other.get(*name) != Some(*value);
                one.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect()
            };
            (Value::Object(without(&before, &after)), Value::Object(without(&after, &before)))
        }
        whole => whole,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use souk_kernel::{EmployeeId, Role, SystemClock};
    use souk_rpc::Origin;

    use super::*;

    #[test]
    fn an_entry_says_who_from_where_and_only_what_changed() {
        let employee = EmployeeId::new(&SystemClock);
        let origin = Origin { address: "41.96.0.7".into(), request_id: "r-1".into() };
        let actor =
            Actor::employee(employee, "Samira B.", vec![Role::Content], Vec::new()).of_request(origin);
        let subject = Subject::new("product", "p-1", "Ambre");
        let before = json!({ "priceHt": 100, "name": "Ambre", "gone": true });
        let after = json!({ "priceHt": 120, "name": "Ambre", "new": 1 });
        let change = Change::between("catalog.product_changed", subject, before, after);
        let entry = change.by(&actor, &SystemClock);
        assert_eq!((entry.employee_id, entry.roles), (employee.to_string(), vec!["content".to_owned()]));
        assert_eq!((entry.address.as_str(), entry.request_id.as_str()), ("41.96.0.7", "r-1"));
        assert_eq!(entry.before, r#"{"gone":true,"priceHt":100}"#);
        assert_eq!(entry.after, r#"{"new":1,"priceHt":120}"#);
    }

    #[test]
    fn what_was_not_there_before_has_no_before() {
        let change = Change::made("payments.payment_recorded", Subject::new("payment", 7, "P-7"), json!({}));
        let entry = change.by(&Actor::system("souk"), &SystemClock);
        assert_eq!((entry.before.as_str(), entry.after.as_str()), ("", "{}"));
        assert_eq!((entry.employee_id.as_str(), entry.actor_name.as_str()), ("", "souk"));
    }
}
