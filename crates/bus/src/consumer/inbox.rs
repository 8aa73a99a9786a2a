//! The inbox's SQL: which messages took effect.

use sqlx::PgConnection;
use uuid::Uuid;

/// Remembers the message in the transaction of its effect; false when it is there already. Waits for a transaction that
/// handles the same message right now.
pub(crate) async fn enter(tx: &mut PgConnection, consumer: &str, message_id: Uuid) -> sqlx::Result<bool> {
    let entered = sqlx::query!(
        "INSERT INTO bus.inbox (consumer, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        consumer,
        message_id,
    )
    .execute(tx)
    .await?;
    Ok(entered.rows_affected() == 1)
}

/// Forgets a message that [`enter`] remembered, of which a part took effect.
pub(crate) async fn leave(tx: &mut PgConnection, consumer: &str, message_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM bus.inbox WHERE consumer = $1 AND message_id = $2", consumer, message_id)
        .execute(tx)
        .await?;
    Ok(())
}

/// As [`enter`], of many at once; false when one is there already.
pub(crate) async fn enter_all(
    tx: &mut PgConnection,
    consumer: &str,
    messages: &[Uuid],
) -> sqlx::Result<bool> {
    let entered = sqlx::query!(
        "INSERT INTO bus.inbox (consumer, message_id) SELECT $1, m FROM unnest($2::uuid[]) AS m ORDER BY m
         ON CONFLICT DO NOTHING",
        consumer,
        messages,
    )
    .execute(tx)
    .await?;
    Ok(usize::try_from(entered.rows_affected()) == Ok(messages.len()))
}
