//! The neighbour that keeps the stock: holding it for an order, giving it back, moving it between warehouses.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use souk_kernel::{OrderId, WarehouseId};
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::reservations_client::ReservationsClient;
use souk_proto::inventory::v1::stock_client::StockClient;
use souk_rpc::{Actor, Breaker, Client, Failure, Kind, Mesh, Permit, deadline};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tonic::{Code, Status};

use crate::items::{Allocation, Shortage, StockItem};

/// How long a checkout waits for stock before the order is taken without asking (design 6.3).
const RESERVE_DEADLINE: Duration = Duration::from_millis(500);
/// How often a checkout asks when the answer is late or lost: a busy inventory, or one whose replica ends, is not away.
const RESERVE_TRIES: u32 = 3;
/// Between two of them where the answer was lost at once, as with a replica that ends: long enough for others to be answered meanwhile.
const REPEAT_PAUSE: Duration = Duration::from_millis(200);
/// How long the last one waits where inventory answers others meanwhile: it is busy, or one of its replicas fails.
const BUSY_DEADLINE: Duration = Duration::from_secs(1);
/// Questions for stock that are open at once. A crowd waits here, where no deadline runs yet, rather than in
/// inventory, where waiting would look like being away and orders would be taken without stock.
const OPEN_QUESTIONS: usize = 32;
/// Looks at what is left, for orders that will hold nothing and for staff, open at once: whoever makes many of them waits for their own
/// kind.
const OPEN_LOOKS: usize = 4;
/// Longest wait to ask. Who waits for longer is to come back: inventory answers, and has enough to do.
const QUESTION_PATIENCE: Duration = Duration::from_secs(2);
/// Questions in a row that stay unanswered, and nobody else's is answered meanwhile, before inventory counts as away.
const FAILURES: u32 = 3;
/// How long it then is not asked at all, before one question tries again.
const REST: Duration = Duration::from_secs(2);
/// Pieces of what is short that are told at most: who buys needs the number where little is left, and a rival must not read the stock.
const FEW: u32 = 20;
/// Short items of which the number is told, the first ones: with more a refusal would have no room for the names of lines.
const MOST_TOLD: usize = 50;
/// Short items that are told: a refusal of inventory has room for the names of so many.
const MOST_NAMED: usize = 100;
/// Staff moving goods can wait longer.
const ALLOCATE_DEADLINE: Duration = Duration::from_secs(3);

/// Calls inventory.
#[derive(Debug, Clone)]
pub struct Inventory {
    mesh: Mesh,
    questions: Arc<Semaphore>,
    looks: Arc<Semaphore>,
    breaker: Breaker,
}

/// What came of asking for stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reservation {
    /// All items are held for the order, as of this version of its reservation.
    Held { version: u64 },
    /// Nothing is held; these items of the question are short.
    Short(Vec<Shortage>),
    /// Inventory could not be asked.
    Unreachable,
}

/// What came of asking once, and how long inventory had for it, of [`RESERVE_DEADLINE`].
struct Told {
    answer: Result<proto::ReserveResponse, Status>,
    given: Duration,
}

impl Told {
    fn is_lost(&self) -> bool {
        self.answer.as_ref().is_err_and(is_away)
    }

    fn is_late(&self) -> bool {
        self.answer.as_ref().is_err_and(|status| status.code() == Code::DeadlineExceeded)
    }
}

impl Inventory {
    pub fn new(mesh: Mesh) -> Self {
        let questions = Arc::new(Semaphore::new(OPEN_QUESTIONS));
        let looks = Arc::new(Semaphore::new(OPEN_LOOKS));
        Self { mesh, questions, looks, breaker: Breaker::new(FAILURES, REST) }
    }

    /// Holds all items for the order or none; refuses while a crowd keeps the stock locked. Asking again for the same order is
    /// safe. `order_version` is that of the stored
    /// order, so that what is said of an older one comes too late to free the hold; 0 for an order that is not stored yet.
    pub async fn reserve(
        &self,
        order: OrderId,
        order_version: u64,
        items: &[StockItem],
    ) -> Result<Reservation, Failure> {
        let request = proto::ReserveRequest {
            order_id: order.to_string(),
            items: items.iter().map(proto::Item::from).collect(),
            order_version,
        };
        let failure = match self.ask(&request).await? {
            Ok(held) => return Ok(Reservation::Held { version: held.version }),
            Err(failure) => failure,
        };
        match failure.kind {
            _ if failure.code == "inventory.crowded" => Err(failure),
            Kind::Precondition if failure.code == "inventory.out_of_stock" => {
                Ok(Reservation::Short(shortages(&failure, items)))
            }
            Kind::Unavailable | Kind::Internal => {
                tracing::warn!(order.id = %order, error.cause = %failure, "stock could not be asked for");
                Ok(Reservation::Unreachable)
            }
            _ => Err(failure),
        }
    }

    /// Those of which less can be sold than the items need; none where inventory doesn't say. Nothing is held, for orders that hold
    /// nothing and for staff who ask what there is, and a slow answer says nothing of how it answers those that hold.
    pub async fn short(&self, items: &[StockItem]) -> Result<Vec<Shortage>, Failure> {
        // Nothing is held, so that nobody waits for a neighbour that is away.
        if self.breaker.is_open() {
            return Ok(Vec::new());
        }
        let Ok(Ok(_open)) = timeout(QUESTION_PATIENCE, self.looks.acquire()).await else {
            return Err(too_busy());
        };
        if self.breaker.is_open() {
            return Ok(Vec::new());
        }
        let client = self.mesh.client("inventory", &shop())?.deadline(RESERVE_DEADLINE);
        let products: BTreeSet<_> = items.iter().map(|item| item.key.product.to_string()).collect();
        let request = proto::GetAvailabilityRequest { product_ids: products.into_iter().collect() };
        let known = match StockClient::new(client).get_availability(request).await {
            Ok(answer) => answer.into_inner().availability,
            Err(status) => {
                tracing::info!(error.cause = %status, "what is left was not told");
                return Ok(Vec::new());
            }
        };
        let left: HashMap<_, _> =
            known.into_iter().map(|it| ((it.product_id, it.combination_id), it.available)).collect();
        let short = |(place, item): (usize, &StockItem)| {
            let proto::Item { product_id, combination_id, quantity } = proto::Item::from(item);
            let left = left.get(&(product_id, combination_id)).copied().unwrap_or(0);
            let is_short = left < i64::from(quantity);
            is_short.then(|| (place, Some(u32::try_from(left).unwrap_or(0))))
        };
        Ok(told(items, items.iter().enumerate().filter_map(short)))
    }

    /// What inventory answers. What is late or lost is asked for again, which is safe: an inventory that answers nobody is away, and
    /// one that answers others has too much to do and is to be asked later.
    async fn ask(
        &self,
        request: &proto::ReserveRequest,
    ) -> Result<Result<proto::ReserveResponse, Failure>, Failure> {
        let Ok(Ok(_open)) = timeout(QUESTION_PATIENCE, self.questions.acquire()).await else {
            return Err(too_busy());
        };
        let Some(permit) = self.breaker.permit() else {
            return Ok(Err(Failure::unavailable("inventory counts as away")));
        };
        let mut last = self.ask_once(request, RESERVE_DEADLINE).await?;
        for _ in 1..RESERVE_TRIES {
            if !last.is_lost() {
                break;
            }
            if !last.is_late() {
                sleep(REPEAT_PAUSE).await;
            }
            last = self.ask_once(request, RESERVE_DEADLINE).await?;
        }
        if last.is_lost() && permit.is_neighbour_busy() {
            if !last.is_late() {
                sleep(REPEAT_PAUSE).await;
            }
            last = self.ask_once(request, BUSY_DEADLINE).await?;
            if last.is_lost() {
                drop(permit);
                tracing::warn!(order.id = request.order_id, "inventory answers others, and not this order");
                return Err(Failure::busy(
                    "inventory.crowded",
                    "too many orders ask for stock at this moment",
                ));
            }
        }
        tell(permit, &last.answer, last.given);
        Ok(last.answer.map_err(Failure::from))
    }

    async fn ask_once(&self, request: &proto::ReserveRequest, wait: Duration) -> Result<Told, Failure> {
        let mut client = self.client(&shop(), wait)?;
        let given = deadline::remaining(RESERVE_DEADLINE);
        let answer = client.reserve(request.clone()).await.map(tonic::Response::into_inner);
        Ok(Told { answer, given })
    }

    /// Gives back what the order holds, as well as it can: a hold that stays expires by itself.
    pub async fn release(&self, order: OrderId, reason: &str) {
        if let Err(failure) = self.try_release(order, reason).await {
            tracing::info!(order.id = %order, error.cause = %failure, "a hold was left to expire");
        }
    }

    async fn try_release(&self, order: OrderId, reason: &str) -> Result<(), Failure> {
        let request = proto::ReleaseRequest { order_id: order.to_string(), reason: reason.to_owned() };
        let away = || Failure::unavailable("inventory counts as away");
        let permit = self.breaker.permit().ok_or_else(away)?;
        let mut client = self.client(&shop(), RESERVE_DEADLINE)?;
        let given = deadline::remaining(RESERVE_DEADLINE);
        let released = client.release(request).await;
        tell(permit, &released, given);
        Ok(released.map(drop)?)
    }

    /// Moves what the order holds to the warehouses that the employee named; inventory checks their rights to them.
    pub async fn allocate(
        &self,
        actor: &Actor,
        order: OrderId,
        allocations: &[Allocation],
    ) -> Result<(), Failure> {
        let request = proto::AllocateRequest {
            order_id: order.to_string(),
            allocations: allocations.iter().map(proto::Held::from).collect(),
        };
        self.client(actor, ALLOCATE_DEADLINE)?.allocate(request).await?;
        Ok(())
    }

    /// The warehouses that the order's goods are in or come from; inventory refuses whom it doesn't concern.
    pub async fn warehouses_of(&self, actor: &Actor, order: OrderId) -> Result<Vec<WarehouseId>, Failure> {
        let request = proto::GetReservationRequest { order_id: order.to_string() };
        let reservation = self.client(actor, ALLOCATE_DEADLINE)?.get_reservation(request).await?.into_inner();
        let warehouse = |held: &proto::Held| held.warehouse_id.parse().map_err(Failure::internal);
        reservation.held.iter().map(warehouse).collect()
    }

    /// Those of at most 50 orders whose goods concern the actor.
    pub async fn in_reach(&self, actor: &Actor, orders: &[OrderId]) -> Result<HashSet<OrderId>, Failure> {
        let order_ids = orders.iter().map(OrderId::to_string).collect();
        let request = proto::ListOrdersInReachRequest { order_ids };
        let near = self.client(actor, ALLOCATE_DEADLINE)?.list_orders_in_reach(request).await?.into_inner();
        near.order_ids.iter().map(|id| id.parse().map_err(Failure::internal)).collect()
    }

    fn client(&self, actor: &Actor, deadline: Duration) -> Result<ReservationsClient<Client>, Failure> {
        let client = self.mesh.client("inventory", actor)?.deadline(deadline);
        Ok(ReservationsClient::new(client))
    }
}

impl From<&StockItem> for proto::Item {
    fn from(item: &StockItem) -> Self {
        Self {
            product_id: item.key.product.to_string(),
            combination_id: item.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            quantity: item.quantity,
        }
    }
}

impl From<&Allocation> for proto::Held {
    fn from(allocation: &Allocation) -> Self {
        let proto::Item { product_id, combination_id, quantity } = proto::Item::from(&allocation.item);
        Self { warehouse_id: allocation.warehouse.to_string(), product_id, combination_id, quantity }
    }
}

/// Tells the breaker what came of a call that was given so long. What is late for a caller who has no time left is nobody's
/// failure.
fn tell<T>(permit: Permit, answer: &Result<T, Status>, given: Duration) {
    match answer {
        Err(status) if status.code() == Code::DeadlineExceeded && given < RESERVE_DEADLINE => drop(permit),
        Err(status) if is_away(status) => permit.failed(),
        _ => permit.answered(),
    }
}

/// Whether the answer says that inventory can't answer anybody. A crowd on one product is no such thing.
fn is_away(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled | Code::Unknown)
}

/// Those at the positions in `items[2].quantity`, with what `items[2].available` says is left.
fn shortages(failure: &Failure, items: &[StockItem]) -> Vec<Shortage> {
    let shortage = |field: &str| {
        let of_item = field.strip_suffix(".quantity")?;
        let position: usize = of_item.strip_prefix("items[")?.strip_suffix(']')?.parse().ok()?;
        let left = failure.metadata.get(&format!("{of_item}.available"));
        Some((position, left.and_then(|left| left.parse().ok())))
    };
    told(items, failure.violations.iter().filter_map(|violation| shortage(&violation.field)))
}

/// What is told of the short ones among these items, by their places: the same whether they were to be held or only looked at, so that
/// nobody learns from it which of both was done for a phone.
fn told(items: &[StockItem], short: impl Iterator<Item = (usize, Option<u32>)>) -> Vec<Shortage> {
    let told = short.take(MOST_NAMED).enumerate().filter_map(|(at, (place, left))| {
        let left = left.filter(|pieces| at < MOST_TOLD && *pieces <= FEW);
        Some(Shortage { key: items.get(place)?.key, left })
    });
    told.collect()
}

fn too_busy() -> Failure {
    Failure::busy("orders.busy", "too many orders ask for stock at this moment")
}

fn shop() -> Actor {
    Actor::system("souk")
}

#[cfg(test)]
mod tests {
    use souk_kernel::{ProductId, StockKey, SystemClock};

    use super::*;

    fn item() -> StockItem {
        StockItem { key: StockKey { product: ProductId::new(&SystemClock), combination: None }, quantity: 50 }
    }

    #[test]
    fn how_many_are_left_is_told_where_they_are_few_and_of_the_first_short_items() {
        let items: Vec<_> = (0..200).map(|_| item()).collect();
        let left = |short: Vec<(usize, Option<u32>)>| -> Vec<_> {
            told(&items, short.into_iter()).into_iter().map(|shortage| shortage.left).collect()
        };
        assert_eq!(
            left(vec![(0, Some(0)), (1, Some(20)), (2, Some(21)), (3, None)]),
            [Some(0), Some(20), None, None]
        );
        assert_eq!(left(vec![(199, Some(1))]), [Some(1)], "wherever it stands in the question");
        let all = left((0..200).map(|place| (place, Some(1))).collect());
        assert_eq!((all.len(), all.iter().flatten().count()), (100, 50));
        assert_eq!(told(&items, [(7, None)].into_iter())[0].key, items[7].key);
    }
}
