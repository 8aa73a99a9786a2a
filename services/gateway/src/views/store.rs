//! The SQL of saved views.

use souk_kernel::EmployeeId;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Screen, View};

/// The employee's views of a list by name.
pub async fn list(conn: &mut PgConnection, employee: EmployeeId, screen: Screen) -> sqlx::Result<Vec<View>> {
    sqlx::query_as!(
        View,
        "SELECT id, name, search, is_default FROM views WHERE employee_id = $1 AND screen = $2 ORDER BY lower(name)",
        employee.uuid(),
        screen.to_string(),
    )
    .fetch_all(conn)
    .await
}

/// How many other views the list has.
pub async fn others(
    conn: &mut PgConnection,
    employee: EmployeeId,
    screen: Screen,
    id: Uuid,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM views WHERE employee_id = $1 AND screen = $2 AND id <> $3"#,
        employee.uuid(),
        screen.to_string(),
        id,
    )
    .fetch_one(conn)
    .await
}

/// Whether another view of the list has the name.
pub async fn is_taken(
    conn: &mut PgConnection,
    employee: EmployeeId,
    screen: Screen,
    view: &View,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM views WHERE employee_id = $1 AND screen = $2 AND lower(name) = lower($3)
                          AND id <> $4) AS "taken!""#,
        employee.uuid(),
        screen.to_string(),
        view.name,
        view.id,
    )
    .fetch_one(conn)
    .await
}

/// No other view of the list is its default any more.
pub async fn clear_default_in(
    conn: &mut PgConnection,
    employee: EmployeeId,
    screen: Screen,
    id: Uuid,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE views SET is_default = false WHERE employee_id = $1 AND screen = $2 AND is_default AND id <> $3",
        employee.uuid(),
        screen.to_string(),
        id,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes the view; false where its id is another employee's, or another list's.
pub async fn put_in(
    conn: &mut PgConnection,
    employee: EmployeeId,
    screen: Screen,
    view: &View,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let put = sqlx::query!(
        "INSERT INTO views (id, employee_id, screen, name, search, is_default, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (id) DO UPDATE SET name = $4, search = $5, is_default = $6
         WHERE views.employee_id = $2 AND views.screen = $3",
        view.id,
        employee.uuid(),
        screen.to_string(),
        view.name,
        view.search,
        view.is_default,
        now,
    );
    Ok(put.execute(conn).await?.rows_affected() == 1)
}

pub async fn delete(conn: &mut PgConnection, employee: EmployeeId, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM views WHERE employee_id = $1 AND id = $2", employee.uuid(), id)
        .execute(conn)
        .await?;
    Ok(())
}
