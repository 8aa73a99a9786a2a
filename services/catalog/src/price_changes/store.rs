//! Changes of prices in PostgreSQL: asked for and written by product, so that no statement reads more than one product's.

use souk_database::columns::column;
use souk_kernel::{CombinationId, Counted, EmployeeId, Money, Page, ProductId};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{KEPT, Kept, MOST_OF_A_PAGE, MOST_OF_ONE, Past, PriceChange};

/// Writes changes that somebody makes now, and takes those away that are kept no longer. The products are locked by the caller, who
/// saved them: so `last_active_at` says whether they were sold since the change before.
pub async fn note_in(
    tx: &mut PgConnection,
    (employee, name): (Option<EmployeeId>, &str),
    changes: &[PriceChange],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let products: Vec<Uuid> = column(changes, |change| change.product.uuid());
    let priced: Vec<Uuid> = column(changes, priced_id);
    sqlx::query!(
        "INSERT INTO price_changes (product_id, priced_id, nth, changed_at, before, after, employee_id, employee_name,
                                    offered)
         SELECT c.product_id, c.priced_id,
                COALESCE((SELECT max(nth) FROM price_changes k
                           WHERE k.product_id = c.product_id AND k.priced_id = c.priced_id), 0) + 1,
                $5, c.before, c.after, $6, $7,
                COALESCE(p.last_active_at > COALESCE((SELECT max(changed_at) FROM price_changes k
                                                       WHERE k.product_id = c.product_id AND k.priced_id = c.priced_id),
                                                     '-infinity'), false)
           FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) AS c (product_id, priced_id, before, after)
           JOIN products p ON p.id = c.product_id",
        &products,
        &priced,
        &column(changes, |change| change.before.map(Money::centimes)) as &[Option<i64>],
        &column(changes, |change| change.after.centimes()),
        now,
        employee.map(EmployeeId::uuid),
        name,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM price_changes k
          USING (SELECT c.product_id, c.priced_id,
                        (SELECT max(nth) FROM price_changes l
                          WHERE l.product_id = c.product_id AND l.priced_id = c.priced_id) AS last
                   FROM unnest($1::uuid[], $2::uuid[]) AS c (product_id, priced_id)) newest
          WHERE k.product_id = newest.product_id AND k.priced_id = newest.priced_id
            AND (k.nth <= newest.last - $3::bigint OR k.changed_at < $4)",
        &products,
        &priced,
        MOST_OF_ONE,
        now - KEPT,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Combinations that are gone had no price that anybody asks for.
pub async fn forget_in(tx: &mut PgConnection, product: ProductId, gone: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM price_changes WHERE product_id = $1 AND priced_id = ANY($2)",
        product.uuid(),
        gone
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The page's changes of a product's prices, the last first, and how many there are.
pub async fn list(
    conn: &mut PgConnection,
    product: ProductId,
    page: Page,
) -> sqlx::Result<(Vec<Kept>, Counted)> {
    let (skipped, shown) = page.within_reach();
    let rows = sqlx::query!(
        "SELECT priced_id, changed_at, before, after, employee_id, employee_name FROM price_changes
          WHERE product_id = $1 ORDER BY changed_at DESC, priced_id, nth DESC LIMIT $2 OFFSET $3",
        product.uuid(),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (SELECT FROM price_changes WHERE product_id = $1 LIMIT $2) counted"#,
        product.uuid(),
        Counted::limit(Page::REACH),
    )
    .fetch_one(conn)
    .await?;
    let kept = rows.into_iter().map(|row| Kept {
        change: PriceChange {
            product,
            combination: combination(product, row.priced_id),
            before: row.before.map(Money::from_centimes),
            after: Money::from_centimes(row.after),
        },
        at: row.changed_at,
        employee: row.employee_id.map(EmployeeId::from_uuid),
        name: row.employee_name,
    });
    Ok((kept.collect(), Counted::up_to(Page::REACH, total.unsigned_abs())))
}

/// What shoppers could pay for a product since a moment: nothing is no price, and what was never offered neither. `None` where there
/// are more changes than are looked at: nobody could say the lowest.
pub async fn past(
    conn: &mut PgConnection,
    product: ProductId,
    since: OffsetDateTime,
) -> sqlx::Result<Option<Past>> {
    let rows = sqlx::query!(
        "SELECT priced_id, changed_at,
                CASE WHEN offered AND (before > 0 OR priced_id <> product_id) THEN before END AS before
           FROM price_changes WHERE product_id = $1 AND changed_at > $2
          ORDER BY changed_at DESC, priced_id, nth DESC LIMIT $3",
        product.uuid(),
        since,
        MOST_OF_A_PAGE + 1,
    )
    .fetch_all(conn)
    .await?;
    if i64::try_from(rows.len()).is_ok_and(|count| count > MOST_OF_A_PAGE) {
        return Ok(None);
    }
    let mut past = Past::default();
    for row in rows.into_iter().rev() {
        past.add(combination(product, row.priced_id), row.changed_at, row.before.map(Money::from_centimes));
    }
    Ok(Some(past))
}

fn priced_id(change: &PriceChange) -> Uuid {
    change.combination.map_or(change.product.uuid(), CombinationId::uuid)
}

fn combination(product: ProductId, priced: Uuid) -> Option<CombinationId> {
    (priced != product.uuid()).then(|| CombinationId::from_uuid(priced))
}
