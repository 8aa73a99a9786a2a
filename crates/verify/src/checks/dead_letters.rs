//! I8: no message is dead. The queues are asked how many they hold and nothing is taken off them; which ones they are is
//! told by the reasons that the services kept.

use souk_bus::{BusConfig, ROUTES, Topology};
use uuid::Uuid;

use crate::Invariant;
use crate::databases::{SERVICES, Snapshots};
use crate::findings::{Findings, MOST_NAMED};

/// Failures of a queue whose message has had no effect since: those that are dead letters, then those that may still succeed.
const REASONS: &str = "SELECT f.message_id, f.reason FROM bus.failures f
      WHERE f.queue = $1
        AND NOT EXISTS (SELECT FROM bus.inbox i WHERE i.consumer = $2 AND i.message_id = f.message_id)
      ORDER BY f.attempts, f.failed_at DESC LIMIT $3";

pub(crate) async fn check(snapshots: &mut Snapshots, bus: &BusConfig) -> anyhow::Result<Findings> {
    let depths = souk_bus::dead_letter_counts(bus).await?;
    let topology = Topology::new(&bus.namespace, ROUTES);
    let mut found = Findings::default();
    for service in SERVICES {
        for queue in topology.queues_of(service) {
            let dead = depths.get(&queue).copied().unwrap_or_default();
            if dead > 0 {
                found.extend(name(snapshots, service, &queue, dead).await?);
            }
        }
    }
    Ok(found)
}

async fn name(snapshots: &mut Snapshots, service: &str, queue: &str, dead: u32) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    let most = usize::try_from(dead).unwrap_or(MOST_NAMED).min(MOST_NAMED);
    let reasons = sqlx::query_as::<_, (Uuid, String)>(REASONS).bind(queue).bind(service);
    let reasons = reasons.bind(i64::try_from(most).unwrap_or(i64::MAX));
    let reasons = match snapshots.of(service) {
        Some(snapshot) => reasons.fetch_all(&mut **snapshot).await?,
        None => Vec::new(),
    };
    let rest = usize::try_from(dead).unwrap_or(usize::MAX).saturating_sub(reasons.len());
    for (id, reason) in reasons {
        let detail = format!("is dead in {queue}: {reason}");
        found.add(id, Invariant::EventsArrive.broken(format!("event {id}"), detail));
    }
    if rest > 0 {
        let detail = format!("{rest} dead messages without a reason");
        found.add(Uuid::nil(), Invariant::EventsArrive.broken(format!("queue {queue}"), detail));
    }
    Ok(found)
}
