//! The SQL of the audit log.

use souk_database::columns::decoded;
use souk_kernel::parse_rfc3339;
use souk_proto::common::v1::AuditEntry;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::MalformedEntry;

/// Keeps an entry, for ever.
pub async fn insert_in(conn: &mut PgConnection, entry: &AuditEntry) -> sqlx::Result<()> {
    let at = decoded(parse_rfc3339(&entry.at).ok_or(MalformedEntry("at")))?;
    let employee = match entry.employee_id.as_str() {
        "" => None,
        id => Some(decoded(Uuid::try_parse(id))?),
    };
    sqlx::query!(
        "INSERT INTO audit.log (id, at, employee_id, actor_name, roles, address, request_id, action,
                                subject_kind, subject_id, subject_name, before, after)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, nullif($12, '')::jsonb, nullif($13, '')::jsonb)",
        decoded(Uuid::try_parse(&entry.id))?,
        at,
        employee,
        entry.actor_name,
        &entry.roles,
        entry.address,
        entry.request_id,
        entry.action,
        entry.subject_kind,
        entry.subject_id,
        entry.subject_name,
        entry.before,
        entry.after,
    )
    .execute(conn)
    .await?;
    Ok(())
}
