//! Who of the staff looks after an order (specification 2, "affectation"): one employee or nobody, at any status. The gateway
//! keeps the employees; here are their ids, and their names as they were when they got the order.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use souk_audit::Change;
use souk_kernel::{Changed, OrderId, Permission};
use souk_rpc::Actor;

use super::model::{ActorName, Assignee, Order};
use super::steps::StepError;
use super::{Detail, Orders, OrdersError, events, store};

/// An order for somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub order: OrderId,
    /// The version that the employee saw.
    pub version: u64,
    /// None: nobody looks after it any more.
    pub to: Option<Assignee>,
}

impl Order {
    /// Gives it to somebody who does not have it yet; with any other version than the present one somebody was faster.
    fn assign(&mut self, to: Option<&Assignee>, version: u64, by: &ActorName) -> Result<Changed, StepError> {
        let id = |assignee: &Assignee| assignee.id;
        if self.assignee.as_ref().map(id) == to.map(id) {
            return Ok(Changed::Already);
        }
        if version != self.version {
            return Err(StepError::Stale);
        }
        self.assignee = to.cloned();
        self.version += 1;
        // Nobody's id: a step is known to be a repeat by who took it, and this is none.
        self.actor = ActorName { id: String::new(), name: by.name.clone() };
        Ok(Changed::Yes)
    }

    fn assignment_facts(&self) -> Value {
        let assignee = self.assignee.as_ref();
        json!({
            "assignee": assignee.map(|assignee| assignee.name.as_str()),
            "assigneeId": assignee.map(|assignee| assignee.id),
        })
    }
}

impl Orders {
    /// Gives the order to an employee, or to nobody; `Already` where it was so.
    pub async fn assign(
        &self,
        actor: &Actor,
        assignment: &Assignment,
    ) -> Result<(Detail, Changed), OrdersError> {
        actor.require(Permission::OrdersConfirm)?;
        let Assignment { order: id, version, to } = assignment;
        let mut tx = self.pool.begin().await?;
        let mut order = store::lock_in(&mut tx, *id).await?.ok_or(OrdersError::NotFound)?;
        let before = order.assignment_facts();
        let name = ActorName::from(actor);
        let changed = order.assign(to.as_ref(), *version, &name)?;
        if changed == Changed::Yes {
            store::assign_in(&mut tx, &order).await?;
            // A remark: what shoppers see of a timeline has none, in a release that knows no assignments either.
            let assignee = to.as_ref().map(|assignee| assignee.name.clone()).unwrap_or_default();
            let entry = self.entry("note", "", BTreeMap::from([("assignee".to_owned(), assignee)]), name);
            store::add_entry_in(&mut tx, *id, &entry).await?;
            events::announce_assigned_in(&mut tx, &self.outbox, &*self.clock, &order).await?;
            let after = order.assignment_facts();
            let change = Change::between("orders.order_assigned", order.subject(), before, after);
            self.audit_in(&mut tx, actor, change).await?;
        }
        // Read before the commit: whoever is refused an answer knows that nothing was changed.
        let detail = self.detail_in(&mut tx, actor, order).await?;
        tx.commit().await?;
        Ok((detail, changed))
    }
}
