//! What products are called and where they are, for what leads to them.

use std::collections::HashMap;

use souk_kernel::LocalizedText;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{ChosenValue, names_of};
use crate::columns::Localized;

#[derive(Debug, Clone)]
pub struct NamedProduct {
    pub id: Uuid,
    pub slug: String,
    pub category_slug: String,
    /// Whether shoppers can open its page.
    pub active: bool,
    pub name: LocalizedText,
}

/// The path of a product's page (spec 2).
pub fn link(category_slug: &str, slug: &str) -> String {
    format!("/catalog/product/{category_slug}/{slug}")
}

/// These products, as far as they are there.
pub async fn named(conn: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<Vec<NamedProduct>> {
    let rows = sqlx::query!(
        r#"SELECT p.id, p.slug, p.active, c.slug AS category_slug,
                  COALESCE((SELECT jsonb_object_agg(t.language, t.name) FROM product_texts t WHERE t.product_id = p.id), '{}')
                      AS "name!: Localized"
             FROM products p JOIN categories c ON c.id = p.category_id
            WHERE p.id = ANY($1)"#,
        ids,
    )
    .fetch_all(conn)
    .await?;
    let named = rows.into_iter().map(|row| {
        let mut name = row.name.0;
        if name.fr.is_empty() {
            name.fr.clone_from(&row.slug);
        }
        NamedProduct {
            id: row.id,
            slug: row.slug,
            category_slug: row.category_slug,
            active: row.active,
            name,
        }
    });
    Ok(named.collect())
}

/// What these combinations are called, as far as they are there.
pub async fn combination_names(
    conn: &mut PgConnection,
    ids: &[Uuid],
) -> sqlx::Result<HashMap<Uuid, LocalizedText>> {
    let rows = sqlx::query!(
        r#"SELECT id, chosen AS "chosen: Json<Vec<ChosenValue>>" FROM combinations WHERE id = ANY($1)"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, names_of(&row.chosen))).collect())
}
