//! The SQL of the audit log.

use souk_database::columns::decoded;
use souk_kernel::{EmployeeId, parse_rfc3339};
use souk_proto::common::v1::AuditEntry;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Filter, MalformedEntry, Row};

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

/// The newest entries that fit, one more than asked for where there are more.
pub async fn page(conn: &mut PgConnection, filter: &Filter) -> sqlx::Result<Vec<Row>> {
    let rows = sqlx::query!(
        r#"SELECT id, at, employee_id, actor_name, roles, address, request_id, action,
                  subject_kind, subject_id, subject_name, before, after
           FROM audit.log
           WHERE ($1::uuid IS NULL OR employee_id = $1) AND ($2::text IS NULL OR action = $2)
             AND ($3::text IS NULL OR subject_id = $3)
             AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)
             AND ($6::uuid IS NULL OR (at, id) < (SELECT last.at, last.id FROM audit.log AS last WHERE last.id = $6))
           ORDER BY at DESC, id DESC LIMIT $7"#,
        filter.employee.map(EmployeeId::uuid),
        filter.action,
        filter.subject,
        filter.from,
        filter.until,
        filter.after,
        i64::from(filter.size) + 1,
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| Row {
        id: row.id,
        at: row.at,
        employee: row.employee_id.map(EmployeeId::from_uuid),
        actor_name: row.actor_name,
        roles: row.roles,
        address: row.address,
        request_id: row.request_id,
        action: row.action,
        subject_kind: row.subject_kind,
        subject_id: row.subject_id,
        subject_name: row.subject_name,
        before: row.before,
        after: row.after,
    });
    Ok(rows.collect())
}

/// Each action that the log has, found by a jump through its index however long it is.
pub async fn actions(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"WITH RECURSIVE known AS (
               (SELECT action FROM audit.log ORDER BY action LIMIT 1)
               UNION ALL
               SELECT (SELECT next.action FROM audit.log AS next WHERE next.action > known.action
                       ORDER BY next.action LIMIT 1)
               FROM known WHERE known.action IS NOT NULL
           )
           SELECT action AS "action!" FROM known WHERE action IS NOT NULL"#
    )
    .fetch_all(conn)
    .await
}

/// Whether the role of this connection could change what the log says: it is the owner's, or may act as the owner.
pub async fn is_alterable(conn: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT pg_has_role(relowner, 'MEMBER') OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE') AS "may!"
           FROM pg_class WHERE oid = 'audit.log'::regclass"#
    )
    .fetch_one(conn)
    .await
}
