//! Collections in PostgreSQL. There are some hundred of them at most: each list goes through all.

use std::collections::HashMap;
use std::sync::Arc;

use souk_database::columns::{column, contains_pattern, count, ensure_changed, version, version_column};
use souk_kernel::{BrandId, CategoryId, LocalizedText, Page, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{Collection, Contents, Picked, Rule};
use crate::columns::Localized;
use crate::media::StoredSize;

/// Which collections, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    /// Part of the name in any language, or of the address; empty for all.
    pub query: String,
    pub state: Option<State>,
    pub sort: ListSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Active,
    Draft,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// By position.
    #[default]
    Default,
    /// By French name.
    Name,
}

struct Row {
    id: Uuid,
    version: i64,
    slug: String,
    active: bool,
    name: Localized,
    picture: Option<Json<StoredSize>>,
    about: Localized,
    seo_title: Localized,
    seo_description: Localized,
    position: i32,
    rule: Option<Json<Rule>>,
    products: Vec<Uuid>,
}

impl Row {
    fn collection(self) -> sqlx::Result<Collection> {
        let products = self.products.into_iter().map(ProductId::from_uuid);
        Ok(Collection {
            id: self.id,
            version: version(self.version)?,
            slug: self.slug,
            active: self.active,
            name: self.name.0,
            picture: self.picture.map(|picture| picture.0),
            about: self.about.0,
            seo_title: self.seo_title.0,
            seo_description: self.seo_description.0,
            position: count("position", self.position)?,
            contents: match self.rule {
                Some(rule) => Contents::Ruled(rule.0),
                None => Contents::Picked(products.collect()),
            },
        })
    }
}

/// All collections, or the one of an id, in the order that staff see them.
async fn read(conn: &mut PgConnection, id: Option<Uuid>) -> sqlx::Result<Vec<Collection>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT c.id, c.version, c.slug, c.active, c.name AS "name: _", c.picture AS "picture: _", c.about AS "about: _",
                  c.seo_title AS "seo_title: _", c.seo_description AS "seo_description: _", c.position, c.rule AS "rule: _",
                  COALESCE((SELECT array_agg(p.product_id ORDER BY p.place) FROM collection_products p
                             WHERE p.collection_id = c.id), '{}') AS "products!"
             FROM collections c
            WHERE $1::uuid IS NULL OR c.id = $1
            ORDER BY c.position, lower(c.name ->> 'fr'), c.id"#,
        id,
    );
    rows.fetch_all(conn).await?.into_iter().map(Row::collection).collect()
}

pub async fn find(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Collection>> {
    Ok(read(conn, Some(id)).await?.pop())
}

/// All that shoppers can open.
pub async fn active(conn: &mut PgConnection) -> sqlx::Result<HashMap<Uuid, Arc<Collection>>> {
    let active = read(conn, None).await?.into_iter().filter(|collection| collection.active);
    Ok(active.map(|collection| (collection.id, Arc::new(collection))).collect())
}

/// A collection with how many products were picked for it, which it doesn't tell itself.
pub type Listed = (Collection, u32);

/// The page's collections without the products that were picked, and how many match in all.
pub async fn list(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Listed>, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let pattern = contains_pattern(&filter.query);
    let active = filter.state.map(|state| state == State::Active);
    let rows = sqlx::query!(
        r#"SELECT c.id, c.version, c.slug, c.active, c.name AS "name: Localized", c.picture AS "picture: Json<StoredSize>",
                  c.position, c.rule AS "rule: Json<Rule>",
                  (SELECT count(*) FROM collection_products p WHERE p.collection_id = c.id) AS "picked!"
             FROM collections c
            WHERE ($1::text IS NULL
                   OR concat_ws(' ', c.name ->> 'fr', c.name ->> 'ar', c.name ->> 'en', c.slug) ILIKE $1)
              AND ($2::boolean IS NULL OR c.active = $2)
            ORDER BY CASE $3 WHEN 'default' THEN c.position END, lower(c.name ->> 'fr'), c.id
            LIMIT $4 OFFSET $5"#,
        pattern,
        active,
        <&str>::from(filter.sort),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM collections c
            WHERE ($1::text IS NULL
                   OR concat_ws(' ', c.name ->> 'fr', c.name ->> 'ar', c.name ->> 'en', c.slug) ILIKE $1)
              AND ($2::boolean IS NULL OR c.active = $2)"#,
        pattern,
        active,
    )
    .fetch_one(conn)
    .await?;
    let mut listed = Vec::with_capacity(rows.len());
    for row in rows {
        let untold = || Json(LocalizedText::default());
        let picked = u32::try_from(row.picked).unwrap_or(u32::MAX);
        let row = Row {
            id: row.id,
            version: row.version,
            slug: row.slug,
            active: row.active,
            name: row.name,
            picture: row.picture,
            about: untold(),
            seo_title: untold(),
            seo_description: untold(),
            position: row.position,
            rule: row.rule,
            products: Vec::new(),
        };
        listed.push((row.collection()?, picked));
    }
    Ok((listed, total.unsigned_abs()))
}

/// What a collection is called and where it is.
#[derive(Debug, Clone)]
pub struct NamedCollection {
    pub id: Uuid,
    pub slug: String,
    pub active: bool,
    pub name: LocalizedText,
}

/// These collections as far as they are there, or all, by French name.
pub async fn named(conn: &mut PgConnection, ids: Option<&[Uuid]>) -> sqlx::Result<Vec<NamedCollection>> {
    let rows = sqlx::query!(
        r#"SELECT id, slug, active, name AS "name: Localized" FROM collections
            WHERE $1::uuid[] IS NULL OR id = ANY($1) ORDER BY lower(name ->> 'fr'), id"#,
        ids,
    )
    .fetch_all(conn)
    .await?;
    let named = rows.into_iter().map(|row| NamedCollection {
        id: row.id,
        slug: row.slug,
        active: row.active,
        name: row.name.0,
    });
    Ok(named.collect())
}

/// What the products that were picked for a collection are called, in their order.
pub async fn picked(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Vec<Picked>> {
    let rows = sqlx::query!(
        r#"SELECT p.id, p.slug, p.active,
                  COALESCE((SELECT jsonb_object_agg(t.language, t.name) FROM product_texts t WHERE t.product_id = p.id), '{}')
                      AS "name!: Localized"
             FROM collection_products c JOIN products p ON p.id = c.product_id
            WHERE c.collection_id = $1 ORDER BY c.place"#,
        id,
    )
    .fetch_all(conn)
    .await?;
    let picked = rows.into_iter().map(|row| {
        let mut name = row.name.0;
        if name.fr.is_empty() {
            name.fr = row.slug;
        }
        Picked { id: ProductId::from_uuid(row.id), name, active: row.active }
    });
    Ok(picked.collect())
}

/// Which of these products there are.
pub async fn known_products(conn: &mut PgConnection, products: &[ProductId]) -> sqlx::Result<Vec<ProductId>> {
    let ids = column(products, |product| product.uuid());
    let known = sqlx::query_scalar!("SELECT id FROM products WHERE id = ANY($1)", &ids);
    Ok(known.fetch_all(conn).await?.into_iter().map(ProductId::from_uuid).collect())
}

/// Which of these categories and brands there are.
pub async fn known_lists(
    conn: &mut PgConnection,
    categories: &[CategoryId],
    brands: &[BrandId],
) -> sqlx::Result<Vec<Uuid>> {
    let (categories, brands) =
        (column(categories, |category| category.uuid()), column(brands, |brand| brand.uuid()));
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM categories WHERE id = ANY($1) UNION ALL SELECT id FROM brands WHERE id = ANY($2)"#,
        &categories,
        &brands,
    )
    .fetch_all(conn)
    .await
}

pub async fn count_all(conn: &mut PgConnection) -> sqlx::Result<u64> {
    let count =
        sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM collections"#).fetch_one(conn).await?;
    Ok(count.unsigned_abs())
}

/// Keeps others from changing collections until the transaction ends; readers are not kept from anything.
pub async fn lock_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("LOCK TABLE collections IN SHARE ROW EXCLUSIVE MODE").execute(tx).await?;
    Ok(())
}

/// Holds the collection against blocks that are to show it until the transaction ends.
pub async fn lock_to_delete_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM collections WHERE id = $1 FOR UPDATE", id).fetch_optional(tx).await?;
    Ok(())
}

/// Stores the collection, or its next version. The caller holds the lock and checked the version.
pub async fn save_in(tx: &mut PgConnection, collection: &Collection) -> sqlx::Result<()> {
    let (products, rule) = match &collection.contents {
        Contents::Picked(products) => (&products[..], None),
        Contents::Ruled(rule) => (&[][..], Some(Json(rule))),
    };
    sqlx::query!("DELETE FROM collection_products WHERE collection_id = $1", collection.id)
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "INSERT INTO collections (id, version, slug, active, name, picture, about, seo_title, seo_description, position, rule)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, slug = excluded.slug, active = excluded.active, name = excluded.name,
                picture = excluded.picture, about = excluded.about, seo_title = excluded.seo_title,
                seo_description = excluded.seo_description, position = excluded.position, rule = excluded.rule",
        collection.id,
        version_column(collection.version),
        collection.slug,
        collection.active,
        Json(&collection.name) as _,
        collection.picture.as_ref().map(Json) as _,
        Json(&collection.about) as _,
        Json(&collection.seo_title) as _,
        Json(&collection.seo_description) as _,
        collection.position.cast_signed(),
        rule as _,
    )
    .execute(&mut *tx)
    .await?;
    let products = column(products, |product| product.uuid());
    sqlx::query!(
        "INSERT INTO collection_products (collection_id, place, product_id)
         SELECT $1, o.place - 1, o.id FROM unnest($2::uuid[]) WITH ORDINALITY AS o (id, place)",
        collection.id,
        &products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM collections WHERE id = $1", id).execute(tx).await?;
    ensure_changed(done.rows_affected())
}
