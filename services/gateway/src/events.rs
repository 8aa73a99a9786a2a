//! What the gateway hears of the other services: open screens are told, and kept answers that a change makes old are
//! dropped. Heard by every replica for itself; an event that is missed costs a refresh ([`crate::reads::STALENESS`]).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use souk_bus::{Broadcast, Delivery};
use souk_proto::catalog::v1::{ContentChanged, PromotionsChanged, ReviewChanged, SellableChanged};
use souk_proto::inventory::v1::{Availability, AvailabilityChanged, ExpeditionChanged};
use souk_proto::orders::v1 as orders;
use souk_proto::payments::v1::{TransporterPaymentRecorded, TransporterPaymentReversed};

use crate::live::ChangeKind;
use crate::state::App;

/// Keys whose last known availability is remembered; past it all is forgotten, which costs refreshes only.
const REMEMBERED: usize = 100_000;

/// Which keys could be sold when they were last heard of: shoppers see only whether, not how many.
#[derive(Debug, Default)]
struct Orderable(Mutex<HashMap<(String, String), bool>>);

/// Everything that `app` listens to.
pub fn broadcast(service: &'static str, app: &App) -> Broadcast {
    let broadcast = orders_broadcast(Broadcast::new(service), app);
    let availability = Orderable::default();
    let [connected, product, promotions, content, review, stock, expedition, payment, reversal] =
        std::array::from_fn(|_| app.clone());
    broadcast
        .on_connected(move || {
            connected.catalog.reads().drop_all();
            connected.live.tell(ChangeKind::Resync, "", 0);
        })
        .on(move |delivery: Delivery<SellableChanged>| {
            product.catalog.reads().drop_soon();
            let sellable = delivery.event.sellable.unwrap_or_default();
            product.live.tell(ChangeKind::Product, sellable.product_id, sellable.version);
        })
        // A start or an end is no event: prices change with the moment, and copies live no longer than may be.
        .on(move |delivery: Delivery<PromotionsChanged>| {
            promotions.catalog.reads().drop_all();
            promotions.live.tell(ChangeKind::Content, "promotions", delivery.event.version);
        })
        .on(move |delivery: Delivery<ContentChanged>| {
            content.catalog.reads().drop_all();
            content.live.tell(ChangeKind::Content, delivery.event.kind, delivery.event.version);
        })
        .on(move |delivery: Delivery<ReviewChanged>| {
            review.catalog.reads().drop_all();
            review.live.tell(ChangeKind::Review, delivery.event.review_id, delivery.event.version);
        })
        .on(move |delivery: Delivery<AvailabilityChanged>| {
            if availability.turned(&delivery.event.keys) {
                stock.catalog.reads().drop_soon();
            }
            for key in delivery.event.keys {
                stock.live.tell(ChangeKind::Stock, key.product_id, key.version);
            }
        })
        .on(move |delivery: Delivery<ExpeditionChanged>| {
            let ExpeditionChanged { expedition_id, version, .. } = delivery.event;
            expedition.live.tell(ChangeKind::Expedition, expedition_id, version);
        })
        .on(move |delivery: Delivery<TransporterPaymentRecorded>| {
            payment.live.tell(ChangeKind::Payment, delivery.event.payment_id, delivery.event.version);
        })
        .on(move |delivery: Delivery<TransporterPaymentReversed>| {
            reversal.live.tell(ChangeKind::Payment, delivery.event.payment_id, delivery.event.version);
        })
}

macro_rules! on_orders {
    ($broadcast:ident, $app:ident: $($event:ident)*) => {{
        $(let $broadcast = {
            let app = $app.clone();
            $broadcast.on(move |delivery: Delivery<orders::$event>| tell_order(&app, delivery.event.order))
        };)*
        $broadcast
    }};
}

fn orders_broadcast(broadcast: Broadcast, app: &App) -> Broadcast {
    on_orders!(broadcast, app: OrderPlaced OrderConfirmed OrderUnreachable OrderPreparing OrderCancelled
        OrderShipped OrderAttempted OrderDelivered OrderReturning OrderReturned OrderLost OrderSettled
        OrderStockChanged OrderPaymentChanged OrderHoldReleased OrderAssigned OrderCorrected
        OrderLinesChanged OrderNoted)
}

fn tell_order(app: &App, order: Option<orders::Order>) {
    let order = order.unwrap_or_default();
    app.live.tell(ChangeKind::Order, order.id, order.version);
}

impl Orderable {
    /// Whether one of the keys changes what a shopper sees; true for one that was never heard of.
    fn turned(&self, keys: &[Availability]) -> bool {
        let mut remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if remembered.len() >= REMEMBERED {
            remembered.clear();
        }
        // All of them are remembered, also after the first that turned.
        let turned = keys.iter().filter(|key| {
            let is_available = key.available > 0;
            let name = (key.product_id.clone(), key.combination_id.clone());
            remembered.insert(name, is_available) != Some(is_available)
        });
        turned.count() > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_selling_out_and_coming_back_count() {
        let remembered = Orderable::default();
        let key = |product: &str, available| Availability {
            product_id: product.into(),
            available,
            ..Availability::default()
        };
        let turned = |available| remembered.turned(&[key("p", available), key("q", 1)]);
        assert_eq!([5, 4, 0, -1, 3].map(turned), [true, false, true, false, true]);
    }
}
