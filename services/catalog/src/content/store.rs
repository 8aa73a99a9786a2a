//! Home blocks in PostgreSQL.

use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::HomeBlock;

/// The home page's blocks in order.
pub async fn home_blocks(conn: &mut PgConnection) -> sqlx::Result<Vec<HomeBlock>> {
    let rows =
        sqlx::query_scalar!(r#"SELECT block AS "block: Json<HomeBlock>" FROM home_blocks ORDER BY position"#)
            .fetch_all(conn)
            .await?;
    Ok(rows.into_iter().map(|block| block.0).collect())
}

pub async fn replace_home_blocks_in(tx: &mut PgConnection, blocks: &[HomeBlock]) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM home_blocks").execute(&mut *tx).await?;
    for (position, block) in (0_i32..).zip(blocks) {
        sqlx::query!(
            "INSERT INTO home_blocks (position, kind, block) VALUES ($1, $2, $3)",
            position,
            <&str>::from(block.kind),
            Json(block) as _,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
