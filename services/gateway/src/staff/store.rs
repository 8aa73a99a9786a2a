//! The staff desk's SQL.

use anyhow::Context as _;
use souk_kernel::{EmployeeId, Role, WarehouseId};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Account, AuditEntry, Employee, NewEmployee, Session, fold};

/// An open session with whose it is.
pub struct OpenSession {
    pub employee: Employee,
    pub seen_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

/// Inserts the account; one with the same address is changed and all its sessions end.
pub async fn save(
    pool: &PgPool,
    id: EmployeeId,
    employee: &NewEmployee,
    password_hash: &str,
    now: OffsetDateTime,
) -> anyhow::Result<EmployeeId> {
    let roles: Vec<String> = employee.roles.iter().map(Role::to_string).collect();
    let warehouses: Vec<Uuid> = employee.warehouses.iter().map(|warehouse| warehouse.uuid()).collect();
    let mut tx = pool.begin().await?;
    let stored = sqlx::query_scalar!(
        "INSERT INTO staff (id, email, name, roles, warehouses, password_hash, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (lower(email)) DO UPDATE
            SET name = excluded.name, roles = excluded.roles, warehouses = excluded.warehouses,
                password_hash = excluded.password_hash, active = true
         RETURNING id",
        id.uuid(),
        employee.email,
        employee.name,
        &roles,
        &warehouses,
        password_hash,
        now,
    )
    .fetch_one(&mut *tx)
    .await
    .context("saving an account")?;
    sqlx::query!("DELETE FROM sessions WHERE staff_id = $1", stored).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(EmployeeId::from_uuid(stored))
}

/// The account of an address that was folded ([`super::model::fold`]): compared as it is, so that what limits count and
/// what the database finds are the same account.
pub async fn account(pool: &PgPool, email: &str) -> Result<Option<Account>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT id, email, name, roles, warehouses, password_hash, totp_secret, active
         FROM staff WHERE lower(email) = $1",
        email,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Account {
        employee: employee(row.id, row.email, row.name, &row.roles, &row.warehouses),
        password_hash: row.password_hash,
        totp_secret: row.totp_secret,
        active: row.active,
    }))
}

/// Accounts that may sign in under a name of the demo's.
pub async fn demo_accounts(pool: &PgPool) -> anyhow::Result<Vec<String>> {
    let emails = sqlx::query_scalar!(
        "SELECT email FROM staff WHERE active AND email LIKE '%@souk.test' ORDER BY email"
    );
    emails.fetch_all(pool).await.context("looking for demo accounts")
}

/// Sets the second factor of an account and ends its sessions; false when there is no such account.
pub async fn set_totp(pool: &PgPool, email: &str, secret: &[u8]) -> anyhow::Result<bool> {
    let mut tx = pool.begin().await?;
    let id = sqlx::query_scalar!(
        "UPDATE staff SET totp_secret = $2, totp_step = 0 WHERE lower(email) = $1 RETURNING id",
        fold(email),
        secret,
    )
    .fetch_optional(&mut *tx)
    .await
    .context("setting a second factor")?;
    let Some(id) = id else { return Ok(false) };
    sqlx::query!("DELETE FROM sessions WHERE staff_id = $1", id).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(true)
}

/// Notes that the code of `step` was used; false when it, or a newer one, was before.
pub async fn use_totp_step(pool: &PgPool, id: EmployeeId, step: i64) -> Result<bool, sqlx::Error> {
    let used =
        sqlx::query!("UPDATE staff SET totp_step = $2 WHERE id = $1 AND totp_step < $2", id.uuid(), step)
            .execute(pool)
            .await?;
    Ok(used.rows_affected() == 1)
}

pub async fn open(
    pool: &PgPool,
    session: &Session,
    employee: EmployeeId,
    now: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO sessions (id_hash, staff_id, created_at, seen_at, expires_at) VALUES ($1, $2, $3, $3, $4)",
        session.hash().as_slice(),
        employee.uuid(),
        now,
        session.expires_at(),
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The session, unless it expired, was unused since `idle_since` or its account is switched off.
pub async fn session(
    pool: &PgPool,
    id_hash: &[u8; 32],
    now: OffsetDateTime,
    idle_since: OffsetDateTime,
) -> Result<Option<OpenSession>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT staff.id, email, name, roles, warehouses, seen_at, expires_at
         FROM sessions JOIN staff ON staff.id = staff_id
         WHERE id_hash = $1 AND expires_at > $2 AND seen_at > $3 AND active",
        id_hash.as_slice(),
        now,
        idle_since,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| OpenSession {
        employee: employee(row.id, row.email, row.name, &row.roles, &row.warehouses),
        seen_at: row.seen_at,
        expires_at: row.expires_at,
    }))
}

pub async fn note_use(pool: &PgPool, id_hash: &[u8; 32], now: OffsetDateTime) -> Result<(), sqlx::Error> {
    sqlx::query!("UPDATE sessions SET seen_at = $2 WHERE id_hash = $1", id_hash.as_slice(), now)
        .execute(pool)
        .await?;
    Ok(())
}

/// Removes the session, and with it those that expired; whether any was there.
pub async fn close(pool: &PgPool, id_hash: &[u8; 32], now: OffsetDateTime) -> Result<bool, sqlx::Error> {
    let gone =
        sqlx::query!("DELETE FROM sessions WHERE id_hash = $1 OR expires_at <= $2", id_hash.as_slice(), now)
            .execute(pool)
            .await?;
    Ok(gone.rows_affected() > 0)
}

pub async fn audit(
    pool: &PgPool,
    id: Uuid,
    entry: &AuditEntry<'_>,
    now: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO audit (id, staff_id, staff_name, method, route, path, status, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        entry.employee.id.uuid(),
        entry.employee.name,
        entry.method,
        entry.route,
        entry.path,
        i16::try_from(entry.status).unwrap_or(i16::MAX),
        now,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// A role that this version does not know gives no right.
fn employee(id: Uuid, email: String, name: String, roles: &[String], warehouses: &[Uuid]) -> Employee {
    Employee {
        id: EmployeeId::from_uuid(id),
        email,
        name,
        roles: roles.iter().filter_map(|role| role.parse().ok()).collect(),
        warehouses: warehouses.iter().copied().map(WarehouseId::from_uuid).collect(),
    }
}
