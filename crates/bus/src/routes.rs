//! Who listens to what: the one table of all events of the shop. Adding an event or a listener is one line here;
//! `docs/EVENTS.md` is checked against it.
//!
//! Every process declares the queues and bindings of its service's part of the table before it publishes. So a publish that the broker
//! can't route means a broken set-up, and the relay keeps such an event. An event that nobody keeps a queue for says
//! so with an empty list: it is heard by whoever [broadcasts](crate::Broadcast) live, and dropped otherwise.

/// One event and the services that keep a queue for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    /// Full protobuf name.
    pub event: &'static str,
    pub consumers: &'static [&'static str],
}

impl Route {
    /// The service that publishes it: the second word of its name.
    pub fn source(&self) -> &'static str {
        self.event.split('.').nth(1).unwrap_or_default()
    }
}

/// All events of the shop.
pub const ROUTES: &[Route] = &[
    Route { event: "souk.catalog.v1.SellableChanged", consumers: &["orders", "inventory"] },
    Route { event: "souk.catalog.v1.PromotionsChanged", consumers: &["orders"] },
    Route { event: "souk.catalog.v1.ContentChanged", consumers: &[] },
    Route { event: "souk.catalog.v1.SettingsChanged", consumers: &["orders"] },
    Route { event: "souk.catalog.v1.ReviewChanged", consumers: &[] },
    Route { event: "souk.catalog.v1.AuditRecorded", consumers: &["gateway"] },
    Route { event: "souk.inventory.v1.AvailabilityChanged", consumers: &["catalog"] },
    Route { event: "souk.inventory.v1.StockReserved", consumers: &["orders"] },
    Route { event: "souk.inventory.v1.StockRejected", consumers: &["orders"] },
    Route { event: "souk.inventory.v1.ExpeditionChanged", consumers: &[] },
    Route { event: "souk.inventory.v1.AuditRecorded", consumers: &["gateway"] },
    Route { event: "souk.orders.v1.OrderPlaced", consumers: &["inventory"] },
    Route { event: "souk.orders.v1.OrderConfirmed", consumers: &[] },
    Route { event: "souk.orders.v1.OrderUnreachable", consumers: &[] },
    Route { event: "souk.orders.v1.OrderPreparing", consumers: &[] },
    Route { event: "souk.orders.v1.OrderCancelled", consumers: &["inventory"] },
    Route { event: "souk.orders.v1.OrderShipped", consumers: &["inventory"] },
    Route { event: "souk.orders.v1.OrderAttempted", consumers: &[] },
    Route { event: "souk.orders.v1.OrderDelivered", consumers: &["payments", "catalog"] },
    Route { event: "souk.orders.v1.OrderReturning", consumers: &["payments", "catalog"] },
    Route { event: "souk.orders.v1.OrderReturned", consumers: &["inventory", "payments"] },
    Route { event: "souk.orders.v1.OrderLost", consumers: &[] },
    Route { event: "souk.orders.v1.OrderSettled", consumers: &[] },
    Route { event: "souk.orders.v1.OrderStockChanged", consumers: &[] },
    Route { event: "souk.orders.v1.OrderPaymentChanged", consumers: &[] },
    Route { event: "souk.orders.v1.OrderHoldReleased", consumers: &["inventory"] },
    Route { event: "souk.orders.v1.OrderAssigned", consumers: &[] },
    Route { event: "souk.orders.v1.OrderNoted", consumers: &[] },
    Route { event: "souk.orders.v1.OrderCorrected", consumers: &[] },
    Route { event: "souk.orders.v1.OrderLinesChanged", consumers: &["inventory"] },
    Route { event: "souk.orders.v1.AuditRecorded", consumers: &["gateway"] },
    Route { event: "souk.payments.v1.TransporterPaymentRecorded", consumers: &["orders"] },
    Route { event: "souk.payments.v1.TransporterPaymentReversed", consumers: &["orders"] },
    Route { event: "souk.payments.v1.AuditRecorded", consumers: &["gateway"] },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Top-level messages of a service's `events.proto`.
    fn declared(source: &str) -> String {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../proto/souk/{source}/v1/events.proto"));
        std::fs::read_to_string(file).expect("every source has an events.proto")
    }

    #[test]
    fn every_route_names_a_message_of_its_sources_events() {
        for route in ROUTES {
            let name = route.event.rsplit('.').next().expect("has a last word");
            assert!(
                declared(route.source()).contains(&format!("message {name} {{")),
                "{} is no event",
                route.event
            );
        }
    }

    #[test]
    fn no_event_has_two_routes() {
        let mut events: Vec<_> = ROUTES.iter().map(|route| route.event).collect();
        events.sort_unstable();
        events.dedup();
        assert_eq!(events.len(), ROUTES.len());
    }
}
