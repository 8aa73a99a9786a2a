//! What orders publishes, read into our words; and what is published about reservations.

use souk_kernel::{EmployeeId, IdError, OrderId, ProductId, StockKey};
use souk_proto::inventory::v1::{Shortage as WireShortage, StockRejected, StockReserved};
use souk_proto::orders::v1 as orders;

use super::model::{Items, ItemsError, Reservation};
use super::plan::Shortage;
use crate::stock::Mover;

/// An order as far as stock is concerned.
#[derive(Debug, Clone)]
pub struct OrderFacts {
    pub id: OrderId,
    /// `A-10234`; the reason of its movements in the ledger.
    pub number: String,
    pub version: u64,
    /// Whether orders knows that its stock is held.
    pub reserved: bool,
    /// Whether it is to hold nothing until it asks again.
    pub released: bool,
    pub items: Items,
    /// What was held for changes of its lines was held under these, and is the order's by now or nobody's; oldest first.
    pub changes: Vec<OrderId>,
    pub mover: Mover,
}

/// An event that no order of ours can have sent.
#[derive(Debug, thiserror::Error)]
pub enum MalformedOrder {
    #[error("the event carries no order")]
    Missing,
    #[error(transparent)]
    Id(#[from] IdError),
    #[error(transparent)]
    Items(#[from] ItemsError),
}

impl TryFrom<Option<orders::Order>> for OrderFacts {
    type Error = MalformedOrder;

    fn try_from(order: Option<orders::Order>) -> Result<Self, MalformedOrder> {
        let order = order.ok_or(MalformedOrder::Missing)?;
        let items = order.lines.iter().flat_map(|line| &line.stock_items).map(item);
        let items = Items::collect(items.collect::<Result<Vec<_>, _>>()?)?;
        let actor = order.actor.unwrap_or_default();
        let employee = Some(actor.id).filter(|id| !id.is_empty()).map(|id| id.parse::<EmployeeId>());
        Ok(Self {
            id: order.id.parse()?,
            number: order.number,
            version: order.version,
            reserved: order.stock == "reserved",
            released: order.stock == "released",
            items,
            changes: order.change_ids.iter().map(|id| id.parse()).collect::<Result<_, _>>()?,
            mover: Mover { employee: employee.transpose()?, name: actor.name },
        })
    }
}

fn item(item: &orders::StockItem) -> Result<(StockKey, u32), IdError> {
    let product: ProductId = item.product_id.parse()?;
    let combination = Some(&item.combination_id).filter(|id| !id.is_empty()).map(|id| id.parse());
    Ok((StockKey { product, combination: combination.transpose()? }, item.quantity))
}

/// Tells orders that the stock of this version of it is held, as of this version of the reservation.
pub fn reserved_event(order: OrderId, order_version: u64, version: u64) -> StockReserved {
    StockReserved { order_id: order.to_string(), version, order_version }
}

impl Reservation {
    /// As [`reserved_event`].
    pub fn reserved_event(&self) -> StockReserved {
        reserved_event(self.order, self.order_version, self.version)
    }

    /// Tells orders that the stock can't be held.
    pub fn rejected_event(&self, shortages: &[Shortage]) -> StockRejected {
        StockRejected {
            order_id: self.order.to_string(),
            version: self.version,
            order_version: self.order_version,
            shortages: shortages.iter().map(WireShortage::from).collect(),
        }
    }
}

impl From<&Shortage> for WireShortage {
    fn from(shortage: &Shortage) -> Self {
        Self {
            product_id: shortage.key.product.to_string(),
            combination_id: shortage.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            requested: shortage.requested,
            available: shortage.available,
        }
    }
}
