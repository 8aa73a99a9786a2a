//! Tags: short words that the merchant gives products, told on cards, searched, and shown together on the home page.

use sqlx::PgConnection;

/// Tags that one product may have.
pub const MOST_TAGS: usize = 20;
/// Products whose tags are in use: the newest of those that have some.
const LOOKED_THROUGH: i64 = 5_000;
/// Tags that are offered.
const OFFERED: i64 = 500;

/// The tags in use, those of most products first; one that is spelt in several ways as the newest product has it.
pub async fn in_use(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"SELECT (array_agg(one.tag ORDER BY tagged.number DESC))[1] AS "tag!"
             FROM (SELECT number, tags FROM products WHERE tags <> '{}' ORDER BY number DESC LIMIT $1) tagged
            CROSS JOIN LATERAL unnest(tagged.tags) AS one (tag)
            GROUP BY lower(one.tag)
            ORDER BY count(*) DESC, lower(one.tag)
            LIMIT $2"#,
        LOOKED_THROUGH,
        OFFERED,
    )
    .fetch_all(conn)
    .await
}
