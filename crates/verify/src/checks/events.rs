//! I8: every event left its outbox and reached the inbox of each service that is meant to hear it.

use std::collections::BTreeMap;

use futures::TryStreamExt as _;
use souk_bus::ROUTES;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::{SERVICES, Snapshot, Snapshots};
use crate::findings::{Findings, Scope};
use crate::merge::merge;

/// Events that the broker does not have yet.
const WAITING: &str = "SELECT id, type FROM bus.outbox
      WHERE published_at IS NULL AND ($1::uuid[] IS NULL OR id = ANY ($1)) ORDER BY position";

/// Events of the last day that the broker took. Older ones are certain, and begin to be forgotten after a week.
const PUBLISHED: &str = "SELECT id, type FROM bus.outbox
      WHERE published_at > now() - interval '1 day' AND type = ANY ($2)
        AND ($1::uuid[] IS NULL OR id = ANY ($1)) ORDER BY id";

const RECEIVED: &str = "SELECT message_id FROM bus.inbox
      WHERE consumer = $2 AND received_at > now() - interval '2 days'
        AND ($1::uuid[] IS NULL OR message_id = ANY ($1)) ORDER BY message_id";

pub(crate) async fn check(snapshots: &mut Snapshots, scope: &Scope) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    for service in SERVICES {
        if let Some(snapshot) = snapshots.of(service) {
            found.extend(waiting(service, snapshot, scope).await?);
        }
    }
    for ((source, consumer), events) in ways() {
        if let Some((outbox, inbox)) = snapshots.pair(source, consumer) {
            found.extend(lost(outbox, inbox, consumer, &events, scope).await?);
        }
    }
    Ok(found)
}

/// The events that go from one service to another.
fn ways() -> BTreeMap<(&'static str, &'static str), Vec<&'static str>> {
    let mut ways = BTreeMap::<_, Vec<_>>::new();
    for route in ROUTES {
        for consumer in route.consumers {
            ways.entry((route.source(), *consumer)).or_default().push(route.event);
        }
    }
    ways
}

async fn waiting(service: &str, outbox: &mut Snapshot, scope: &Scope) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    let mut rows = sqlx::query_as::<_, (Uuid, String)>(WAITING).bind(scope.ids()).fetch(&mut **outbox);
    while let Some((id, event)) = rows.try_next().await? {
        let detail = format!("{event} waits in {service}");
        found.add(id, Invariant::EventsArrive.broken(format!("event {id}"), detail));
    }
    Ok(found)
}

async fn lost(
    outbox: &mut Snapshot,
    inbox: &mut Snapshot,
    consumer: &str,
    events: &[&str],
    scope: &Scope,
) -> sqlx::Result<Findings> {
    let published = sqlx::query_as::<_, (Uuid, String)>(PUBLISHED).bind(scope.ids()).bind(events);
    let received = sqlx::query_as::<_, (Uuid,)>(RECEIVED).bind(scope.ids()).bind(consumer);
    let received = received.fetch(&mut **inbox).map_ok(|(id,)| (id, ()));
    let mut found = Findings::default();
    merge(published.fetch(&mut **outbox), received, |id, published, received| {
        if let (Some(event), None) = (published, received) {
            let detail = format!("{event} did not reach {consumer}");
            found.add(id, Invariant::EventsArrive.broken(format!("event {id}"), detail));
        }
    })
    .await?;
    Ok(found)
}
