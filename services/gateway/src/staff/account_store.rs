//! The SQL of accounts.

use souk_database::columns::{contains_pattern, ensure_changed, version, version_column};
use souk_kernel::{EmployeeId, Role, WarehouseId};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{AccountFilter, AccountRow, Employee, NewEmployee};
use super::store::{roles, warehouses};

/// What an employee proves to be themselves with.
pub struct OwnSecrets {
    pub password_hash: String,
    /// A second factor that was shown and not proved yet, and when it was.
    pub totp_offered: Option<Vec<u8>>,
    pub totp_offered_at: Option<OffsetDateTime>,
    pub totp_secret: Option<Vec<u8>>,
    pub recovery_codes: i64,
}

/// Inserts the account, unless there is one of this address.
pub async fn insert_in(
    conn: &mut PgConnection,
    id: EmployeeId,
    new: &NewEmployee,
    password_hash: &str,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "INSERT INTO staff (id, email, name, roles, warehouses, password_hash, password_is_temporary, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (lower(email)) DO NOTHING",
        id.uuid(),
        new.email,
        new.name,
        &role_codes(&new.roles),
        &warehouse_ids(&new.warehouses),
        password_hash,
        new.password_is_temporary,
        now,
    );
    Ok(inserted.execute(conn).await?.rows_affected() == 1)
}

/// The account, held until the end of the transaction.
pub async fn lock_in(conn: &mut PgConnection, id: EmployeeId) -> sqlx::Result<Option<AccountRow>> {
    sqlx::query!("SELECT FROM staff WHERE id = $1 FOR UPDATE", id.uuid()).fetch_optional(&mut *conn).await?;
    find(conn, id).await
}

pub async fn find(conn: &mut PgConnection, id: EmployeeId) -> sqlx::Result<Option<AccountRow>> {
    let row = sqlx::query_as!(
        StoredAccount,
        r#"SELECT id, email, name, roles, warehouses, password_is_temporary, active, created_at, version,
                  totp_secret IS NOT NULL AS "has_second_factor!",
                  (SELECT max(seen_at) FROM sessions WHERE staff_id = staff.id) AS seen_at
         FROM staff WHERE id = $1"#,
        id.uuid(),
    );
    row.fetch_optional(conn).await?.map(AccountRow::try_from).transpose()
}

/// The id of the account of a folded address.
pub async fn id_of(conn: &mut PgConnection, email: &str) -> sqlx::Result<Option<EmployeeId>> {
    let id = sqlx::query_scalar!("SELECT id FROM staff WHERE lower(email) = $1", email);
    Ok(id.fetch_optional(conn).await?.map(EmployeeId::from_uuid))
}

/// A page of accounts by name, with the number of all.
pub async fn list(conn: &mut PgConnection, filter: &AccountFilter) -> sqlx::Result<(Vec<AccountRow>, u64)> {
    let pattern = contains_pattern(&filter.words);
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM staff
         WHERE ($1::text IS NULL OR name ILIKE $1 OR email ILIKE $1) AND ($2::boolean IS NULL OR active = $2)"#,
        pattern,
        filter.active,
    );
    let total = total.fetch_one(&mut *conn).await?;
    let rows = sqlx::query_as!(
        StoredAccount,
        r#"SELECT id, email, name, roles, warehouses, password_is_temporary, active, created_at, version,
                  totp_secret IS NOT NULL AS "has_second_factor!",
                  (SELECT max(seen_at) FROM sessions WHERE staff_id = staff.id) AS seen_at
         FROM staff
         WHERE ($1::text IS NULL OR name ILIKE $1 OR email ILIKE $1) AND ($2::boolean IS NULL OR active = $2)
         ORDER BY active DESC, lower(name), id LIMIT $3 OFFSET $4"#,
        pattern,
        filter.active,
        i64::from(filter.page.size()),
        filter.page.offset(),
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(AccountRow::try_from);
    Ok((rows.collect::<sqlx::Result<_>>()?, total.unsigned_abs()))
}

/// The administrators, held until the end of the transaction: two who switch each other off wait for one another.
pub async fn lock_admins_in(conn: &mut PgConnection) -> sqlx::Result<Vec<EmployeeId>> {
    let admins = sqlx::query_scalar!(
        "SELECT id FROM staff WHERE active AND 'admin' = ANY (roles) ORDER BY id FOR UPDATE"
    );
    Ok(admins.fetch_all(conn).await?.into_iter().map(EmployeeId::from_uuid).collect())
}

/// Saves what an edit changes, as the next version.
pub async fn update_in(conn: &mut PgConnection, account: &AccountRow) -> sqlx::Result<()> {
    let employee = &account.employee;
    let saved = sqlx::query!(
        "UPDATE staff SET name = $2, roles = $3, warehouses = $4, active = $5, version = version + 1
         WHERE id = $1 AND version = $6",
        employee.id.uuid(),
        employee.name,
        &role_codes(&employee.roles),
        &warehouse_ids(&employee.warehouses),
        account.active,
        version_column(account.version),
    );
    ensure_changed(saved.execute(conn).await?.rows_affected())
}

pub async fn set_password_in(
    conn: &mut PgConnection,
    id: EmployeeId,
    hash: &str,
    is_temporary: bool,
) -> sqlx::Result<()> {
    let saved = sqlx::query!(
        "UPDATE staff SET password_hash = $2, password_is_temporary = $3, version = version + 1 WHERE id = $1",
        id.uuid(),
        hash,
        is_temporary,
    );
    ensure_changed(saved.execute(conn).await?.rows_affected())
}

/// Gives the account its owner's next password; false when `former` is not the present one's hash any more.
pub async fn replace_password_in(
    conn: &mut PgConnection,
    id: EmployeeId,
    former: &str,
    hash: &str,
) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "UPDATE staff SET password_hash = $3, password_is_temporary = false, version = version + 1
         WHERE id = $1 AND password_hash = $2",
        id.uuid(),
        former,
        hash,
    );
    Ok(saved.execute(conn).await?.rows_affected() == 1)
}

pub async fn own_secrets(conn: &mut PgConnection, id: EmployeeId) -> sqlx::Result<OwnSecrets> {
    let secrets = sqlx::query_as!(
        OwnSecrets,
        r#"SELECT password_hash, totp_offered, totp_offered_at, totp_secret,
                  (SELECT count(*) FROM recovery_codes WHERE staff_id = id) AS "recovery_codes!"
         FROM staff WHERE id = $1"#,
        id.uuid(),
    );
    secrets.fetch_one(conn).await
}

pub async fn offer_totp_in(
    conn: &mut PgConnection,
    id: EmployeeId,
    secret: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let saved = sqlx::query!(
        "UPDATE staff SET totp_offered = $2, totp_offered_at = $3 WHERE id = $1",
        id.uuid(),
        secret,
        now,
    );
    ensure_changed(saved.execute(conn).await?.rows_affected())
}

/// Sets the second factor, or none. Codes up to that of `step` were used.
pub async fn set_totp_in(
    conn: &mut PgConnection,
    id: EmployeeId,
    secret: Option<&[u8]>,
    step: i64,
) -> sqlx::Result<()> {
    let saved = sqlx::query!(
        "UPDATE staff SET totp_secret = $2, totp_step = $3, totp_offered = NULL, totp_offered_at = NULL, version = version + 1
         WHERE id = $1",
        id.uuid(),
        secret,
        step,
    );
    ensure_changed(saved.execute(conn).await?.rows_affected())
}

/// The second factors as they are stored.
pub async fn second_factors(conn: &mut PgConnection) -> sqlx::Result<Vec<(EmployeeId, Vec<u8>)>> {
    let factors =
        sqlx::query!(r#"SELECT id, totp_secret AS "sealed!" FROM staff WHERE totp_secret IS NOT NULL"#);
    let factors = factors.fetch_all(conn).await?;
    Ok(factors.into_iter().map(|it| (EmployeeId::from_uuid(it.id), it.sealed)).collect())
}

/// Stores the same second factor under another seal, where it is still the one that was read.
pub async fn renew_seal_in(
    conn: &mut PgConnection,
    id: EmployeeId,
    read: &[u8],
    sealed: &[u8],
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE staff SET totp_secret = $3 WHERE id = $1 AND totp_secret = $2",
        id.uuid(),
        read,
        sealed
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes these the recovery codes of the account.
pub async fn set_recovery_codes_in(
    conn: &mut PgConnection,
    id: EmployeeId,
    hashes: &[Vec<u8>],
) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM recovery_codes WHERE staff_id = $1", id.uuid()).execute(&mut *conn).await?;
    sqlx::query!(
        "INSERT INTO recovery_codes (staff_id, code_hash) SELECT $1, unnest($2::bytea[])",
        id.uuid(),
        hashes,
    )
    .execute(conn)
    .await?;
    Ok(())
}

struct StoredAccount {
    id: Uuid,
    email: String,
    name: String,
    roles: Vec<String>,
    warehouses: Vec<Uuid>,
    password_is_temporary: bool,
    active: bool,
    created_at: OffsetDateTime,
    version: i64,
    has_second_factor: bool,
    seen_at: Option<OffsetDateTime>,
}

impl TryFrom<StoredAccount> for AccountRow {
    type Error = sqlx::Error;

    fn try_from(row: StoredAccount) -> sqlx::Result<Self> {
        Ok(Self {
            employee: Employee {
                id: EmployeeId::from_uuid(row.id),
                email: row.email,
                name: row.name,
                roles: roles(&row.roles),
                warehouses: warehouses(&row.warehouses),
                password_is_temporary: row.password_is_temporary,
            },
            active: row.active,
            has_second_factor: row.has_second_factor,
            created_at: row.created_at,
            seen_at: row.seen_at,
            version: version(row.version)?,
        })
    }
}

fn role_codes(roles: &[Role]) -> Vec<String> {
    roles.iter().map(Role::to_string).collect()
}

fn warehouse_ids(warehouses: &[WarehouseId]) -> Vec<Uuid> {
    warehouses.iter().map(|warehouse| warehouse.uuid()).collect()
}
