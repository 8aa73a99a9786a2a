//! I8: every event left its outbox and reached the inbox of each service that is meant to hear it.

use std::collections::{HashMap, HashSet};

use souk_bus::{DeadLetters, ROUTES};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{Config, Databases, Invariant, Violation};

pub(crate) async fn check(databases: &Databases, config: &Config) -> anyhow::Result<Vec<Violation>> {
    // Inboxes last: what is published meanwhile is not asked for.
    let mut published = Vec::new();
    let mut violations = Vec::new();
    for (service, pool) in databases.by_service() {
        violations.extend(waiting(service, pool).await?);
        published.extend(sent(pool).await?);
    }
    violations.extend(lost(databases, &published).await?);
    violations.extend(dead(databases, config).await?);
    Ok(violations)
}

/// Events that the broker does not have yet.
async fn waiting(service: &str, pool: &PgPool) -> sqlx::Result<Vec<Violation>> {
    let rows = sqlx::query_as::<_, (Uuid, String)>(
        "SELECT id, type FROM bus.outbox WHERE published_at IS NULL ORDER BY position LIMIT 100",
    );
    let broken = |(id, event)| {
        Invariant::EventsArrive.broken(format!("event {id}"), format!("{event} waits in {service}"))
    };
    Ok(rows.fetch_all(pool).await?.into_iter().map(broken).collect())
}

/// Events of the last day that the broker took. Older ones are certain, and begin to be forgotten after a week.
async fn sent(pool: &PgPool) -> sqlx::Result<Vec<(Uuid, String)>> {
    let rows =
        sqlx::query_as("SELECT id, type FROM bus.outbox WHERE published_at > now() - interval '1 day'");
    rows.fetch_all(pool).await
}

async fn lost(databases: &Databases, published: &[(Uuid, String)]) -> sqlx::Result<Vec<Violation>> {
    let consumers: HashMap<_, _> = ROUTES.iter().map(|route| (route.event, route.consumers)).collect();
    let mut violations = Vec::new();
    for (service, pool) in databases.by_service() {
        let received = received(service, pool).await?;
        let meant = published.iter().filter(|(_, event)| {
            consumers.get(event.as_str()).is_some_and(|consumers| consumers.contains(&service))
        });
        violations.extend(meant.filter(|(id, _)| !received.contains(id)).map(|(id, event)| {
            Invariant::EventsArrive.broken(format!("event {id}"), format!("{event} did not reach {service}"))
        }));
    }
    Ok(violations)
}

async fn received(service: &str, pool: &PgPool) -> sqlx::Result<HashSet<Uuid>> {
    let rows = sqlx::query_scalar::<_, Uuid>(
        "SELECT message_id FROM bus.inbox WHERE consumer = $1 AND received_at > now() - interval '2 days'",
    );
    Ok(rows.bind(service).fetch_all(pool).await?.into_iter().collect())
}

async fn dead(databases: &Databases, config: &Config) -> anyhow::Result<Vec<Violation>> {
    let mut violations = Vec::new();
    for (service, pool) in databases.by_service() {
        let letters = DeadLetters::open(service, &config.bus).await?;
        violations.extend(letters.list(pool).await?.into_iter().map(|letter| {
            let id = letter.message_id.map_or_else(|| "without an id".to_owned(), |id| id.to_string());
            let detail = format!("{} is dead in {}: {}", letter.event, letter.queue, letter.reason);
            Invariant::EventsArrive.broken(format!("event {id}"), detail)
        }));
        letters.close().await?;
    }
    Ok(violations)
}
