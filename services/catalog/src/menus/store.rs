//! Menus in PostgreSQL. They have some hundred items at most: each read goes through all.

use souk_database::columns::{
    column, damaged, decoded, ensure_all_changed, ensure_changed, version, version_column,
};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{Menu, MenuItem, Target};
use crate::columns::Localized;

struct Row {
    id: Uuid,
    version: i64,
    menu: String,
    parent_id: Option<Uuid>,
    kind: String,
    target_id: Option<Uuid>,
    link: String,
    label: Localized,
    accent: bool,
    active: bool,
}

impl TryFrom<Row> for MenuItem {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.id,
            version: version(row.version)?,
            menu: row.menu.parse().map_err(|_| damaged("menu", &row.menu))?,
            parent: row.parent_id,
            target: decoded(Target::read(&row.kind, row.target_id, &row.link))?,
            label: row.label.0,
            accent: row.accent,
            active: row.active,
        })
    }
}

/// All items: those of the main menu first, in each the top in order, then what is below, in order.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<MenuItem>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, menu, parent_id, kind, target_id, link, label AS "label: _", accent, active
             FROM menu_items ORDER BY menu DESC, top DESC, position, id"#
    );
    rows.fetch_all(conn).await?.into_iter().map(MenuItem::try_from).collect()
}

/// Keeps others from changing menus until the transaction ends; readers are not kept from anything.
pub async fn lock_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("LOCK TABLE menu_items IN SHARE ROW EXCLUSIVE MODE").execute(tx).await?;
    Ok(())
}

/// Puts the item behind its siblings, or in the place of its version before. The caller holds the lock and checked the version.
pub async fn save_in(tx: &mut PgConnection, item: &MenuItem) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO menu_items (id, version, menu, parent_id, kind, target_id, link, label, accent, active, position)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, COALESCE(max(position) + 1, 0)
           FROM menu_items WHERE menu = $3 AND parent_id IS NOT DISTINCT FROM $4
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, kind = excluded.kind, target_id = excluded.target_id, link = excluded.link,
                label = excluded.label, accent = excluded.accent, active = excluded.active",
        item.id,
        version_column(item.version),
        <&str>::from(item.menu),
        item.parent,
        item.target.kind(),
        item.target.thing().map(|(_, id)| id),
        item.target.link(),
        Json(&item.label) as _,
        item.accent,
        item.active,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Fills a menu with new items at once, in their order, under no words of their own; none of them is a link.
pub async fn fill_in(tx: &mut PgConnection, menu: Menu, items: &[MenuItem]) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "INSERT INTO menu_items (id, version, menu, parent_id, kind, target_id, link, label, accent, active, position)
         SELECT id, 1, $1, parent, kind, target, '', '{}', false, true, place - 1
           FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[])
                WITH ORDINALITY AS i (id, parent, kind, target, place)",
        <&str>::from(menu),
        &column(items, |item| item.id),
        &column(items, |item| item.parent) as _,
        &column(items, |item| item.target.kind().to_owned()),
        &column(items, |item| item.target.thing().map(|(_, id)| id)) as _,
    )
    .execute(tx)
    .await?;
    ensure_all_changed(done.rows_affected(), items.len())
}

/// Puts an item below its parent, where its siblings stand in this order; it is one of them.
pub async fn place_in(tx: &mut PgConnection, item: &MenuItem, siblings: &[Uuid]) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE menu_items SET parent_id = $2, version = $3 WHERE id = $1",
        item.id,
        item.parent,
        version_column(item.version),
    )
    .execute(&mut *tx)
    .await?;
    ensure_changed(done.rows_affected())?;
    let done = sqlx::query!(
        "UPDATE menu_items m SET position = o.place - 1
           FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place) WHERE m.id = o.id",
        siblings,
    )
    .execute(tx)
    .await?;
    ensure_all_changed(done.rows_affected(), siblings.len())
}

/// Takes an item away, and with it what is below it.
pub async fn delete_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM menu_items WHERE id = $1", id).execute(tx).await?;
    ensure_changed(done.rows_affected())
}

/// Takes a menu's items away.
pub async fn clear_in(tx: &mut PgConnection, menu: Menu) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM menu_items WHERE menu = $1", <&str>::from(menu)).execute(tx).await?;
    Ok(())
}
