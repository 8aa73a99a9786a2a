//! The SQL of signing in and of sessions.

use anyhow::Context as _;
use souk_kernel::{EmployeeId, Role, WarehouseId};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Account, Employee, Session, SessionRow, Visit};

/// An open session with whose it is.
pub struct OpenSession {
    pub employee: Employee,
    pub seen_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

/// Holds an employee until the end of the transaction: what is bounded for each of them is counted by one at a time.
pub async fn hold_in(conn: &mut PgConnection, id: EmployeeId) -> sqlx::Result<()> {
    sqlx::query!("SELECT FROM staff WHERE id = $1 FOR NO KEY UPDATE", id.uuid()).execute(conn).await?;
    Ok(())
}

/// The account of an address that was folded ([`super::model::fold`]): compared as it is, so that what limits count and
/// what the database finds are the same account. `recovery` is the hash of a code that was given, looked at in the same
/// statement so that an attempt takes as long with it as without.
pub async fn account(
    pool: &PgPool,
    email: &str,
    recovery: Option<[u8; 32]>,
) -> Result<Option<Account>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT id, email, name, roles, warehouses, password_hash, password_is_temporary, totp_secret, active,
                  EXISTS (SELECT FROM recovery_codes WHERE staff_id = id AND code_hash = $2) AS "is_recovered!"
         FROM staff WHERE lower(email) = $1"#,
        email,
        recovery.as_ref().map(<[u8; 32]>::as_slice),
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Account {
        employee: Employee {
            id: EmployeeId::from_uuid(row.id),
            email: row.email,
            name: row.name,
            roles: roles(&row.roles),
            warehouses: warehouses(&row.warehouses),
            password_is_temporary: row.password_is_temporary,
        },
        password_hash: row.password_hash,
        totp_secret: row.totp_secret,
        active: row.active,
        is_recovered: row.is_recovered,
    }))
}

/// Holds the account until the end of the transaction; false when it is not what it was read as any more: switched off, or of another
/// password or second factor.
pub async fn hold_proved_in(conn: &mut PgConnection, account: &Account) -> sqlx::Result<bool> {
    let held = sqlx::query!(
        "SELECT FROM staff WHERE id = $1 AND active AND password_hash = $2 AND totp_secret IS NOT DISTINCT FROM $3
         FOR NO KEY UPDATE",
        account.employee.id.uuid(),
        account.password_hash,
        account.totp_secret,
    );
    Ok(held.fetch_optional(conn).await?.is_some())
}

/// Accounts that may sign in under a name of the demo's.
pub async fn demo_accounts(pool: &PgPool) -> anyhow::Result<Vec<String>> {
    let emails = sqlx::query_scalar!(
        "SELECT email FROM staff WHERE active AND email LIKE '%@souk.test' ORDER BY email"
    );
    emails.fetch_all(pool).await.context("looking for demo accounts")
}

/// Notes that the code of `step` was used; false when it, or a newer one, was before.
pub async fn use_totp_step_in(conn: &mut PgConnection, id: EmployeeId, step: i64) -> sqlx::Result<bool> {
    let used =
        sqlx::query!("UPDATE staff SET totp_step = $2 WHERE id = $1 AND totp_step < $2", id.uuid(), step)
            .execute(conn)
            .await?;
    Ok(used.rows_affected() == 1)
}

/// Takes the recovery code away; false when it, by now, is none.
pub async fn use_recovery_code_in(
    conn: &mut PgConnection,
    id: EmployeeId,
    hash: &[u8; 32],
) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "DELETE FROM recovery_codes WHERE staff_id = $1 AND code_hash = $2",
        id.uuid(),
        hash.as_slice()
    )
    .execute(conn)
    .await?;
    Ok(used.rows_affected() == 1)
}

pub async fn open_in(
    conn: &mut PgConnection,
    id: Uuid,
    session: &Session,
    employee: EmployeeId,
    visit: &Visit,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO sessions (id, id_hash, staff_id, address, browser, created_at, seen_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7)",
        id,
        session.hash().as_slice(),
        employee.uuid(),
        visit.origin.address,
        visit.browser,
        now,
        session.expires_at(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The employee's open sessions, the last used first; `own` is the hash of the one that asks.
pub async fn sessions(
    conn: &mut PgConnection,
    employee: EmployeeId,
    own: &[u8; 32],
    now: OffsetDateTime,
    idle_since: OffsetDateTime,
) -> sqlx::Result<Vec<SessionRow>> {
    sqlx::query_as!(
        SessionRow,
        r#"SELECT id, created_at, seen_at, address, browser, id_hash = $2 AS "is_own!"
         FROM sessions WHERE staff_id = $1 AND expires_at > $3 AND seen_at > $4 ORDER BY seen_at DESC, id"#,
        employee.uuid(),
        own.as_slice(),
        now,
        idle_since,
    )
    .fetch_all(conn)
    .await
}

/// Ends one session of the employee; false when it is over already.
pub async fn close_one_in(conn: &mut PgConnection, employee: EmployeeId, id: Uuid) -> sqlx::Result<bool> {
    let gone = sqlx::query!("DELETE FROM sessions WHERE staff_id = $1 AND id = $2", employee.uuid(), id);
    Ok(gone.execute(conn).await?.rows_affected() == 1)
}

/// Ends the employee's sessions, all but the one of the hash `kept`.
pub async fn close_all_in(
    conn: &mut PgConnection,
    employee: EmployeeId,
    kept: Option<&[u8; 32]>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM sessions WHERE staff_id = $1 AND id_hash IS DISTINCT FROM $2",
        employee.uuid(),
        kept.map(<[u8; 32]>::as_slice),
    )
    .execute(conn)
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
        "SELECT staff.id, email, name, roles, warehouses, password_is_temporary, seen_at, expires_at
         FROM sessions JOIN staff ON staff.id = staff_id
         WHERE id_hash = $1 AND expires_at > $2 AND seen_at > $3 AND active",
        id_hash.as_slice(),
        now,
        idle_since,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| OpenSession {
        employee: Employee {
            id: EmployeeId::from_uuid(row.id),
            email: row.email,
            name: row.name,
            roles: roles(&row.roles),
            warehouses: warehouses(&row.warehouses),
            password_is_temporary: row.password_is_temporary,
        },
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

/// A role that this version does not know gives no right.
pub fn roles(codes: &[String]) -> Vec<Role> {
    codes.iter().filter_map(|code| code.parse().ok()).collect()
}

pub fn warehouses(ids: &[Uuid]) -> Vec<WarehouseId> {
    ids.iter().copied().map(WarehouseId::from_uuid).collect()
}
