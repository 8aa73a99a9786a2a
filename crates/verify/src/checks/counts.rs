//! I10: the counts that catalog keeps are what counting gives.

use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::Snapshot;
use crate::findings::Findings;

/// What is kept, and what counting gives, of each where the two differ.
const WRONG: &str = "
    SELECT 'category', c.id, c.products, coalesce(n.counted, 0)
      FROM categories c
      LEFT JOIN (SELECT category_id AS id, count(*) AS counted FROM products WHERE active GROUP BY 1) n USING (id)
     WHERE c.products <> coalesce(n.counted, 0)
    UNION ALL
    SELECT 'brand', b.id, b.products, coalesce(n.counted, 0)
      FROM brands b
      LEFT JOIN (SELECT brand_id AS id, count(*) AS counted FROM products WHERE active GROUP BY 1) n USING (id)
     WHERE b.products <> coalesce(n.counted, 0)
    UNION ALL
    SELECT 'brand line', l.id, l.products, coalesce(n.counted, 0)
      FROM brand_lines l
      LEFT JOIN (SELECT brand_line_id AS id, count(*) AS counted FROM products WHERE active GROUP BY 1) n USING (id)
     WHERE l.products <> coalesce(n.counted, 0)
    UNION ALL
    SELECT 'bestseller', product_id, coalesce(s.units, 0), coalesce(d.counted, 0)
      FROM bestsellers s
      FULL JOIN (SELECT product_id, sum(units)::bigint AS counted FROM daily_sales GROUP BY 1) d USING (product_id)
     WHERE coalesce(s.units, 0) <> coalesce(d.counted, 0)";

pub(crate) async fn check(catalog: &mut Snapshot) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    let mut wrong = sqlx::query_as::<_, (String, Uuid, i64, i64)>(WRONG).fetch(&mut **catalog);
    while let Some((kind, id, kept, counted)) = wrong.try_next().await? {
        let detail = format!("says {kept}, and it is {counted}");
        found.add(id, Invariant::CountsAddUp.broken(format!("{kind} {id}"), detail));
    }
    Ok(found)
}
