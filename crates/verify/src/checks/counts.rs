//! I10: the counts that catalog and orders keep are what counting gives, and the texts that staff find products by are theirs.

use futures::TryStreamExt as _;
use uuid::Uuid;

use crate::Invariant;
use crate::databases::Snapshot;
use crate::findings::Findings;

/// What catalog keeps, and what counting gives, of each where the two differ. Ratings are counts of one to five stars. A product
/// without name and SKU needs no text.
const OF_CATALOG: &str = "
    SELECT 'category', c.id, c.products::text, coalesce(n.counted, 0)::text
      FROM categories c
      LEFT JOIN (SELECT category_id AS id, count(*) AS counted FROM products WHERE active GROUP BY 1) n USING (id)
     WHERE c.products <> coalesce(n.counted, 0)
    UNION ALL
    SELECT 'brand', b.id, b.products::text, coalesce(n.counted, 0)::text
      FROM brands b
      LEFT JOIN (SELECT brand_id AS id, count(*) AS counted FROM products WHERE active GROUP BY 1) n USING (id)
     WHERE b.products <> coalesce(n.counted, 0)
    UNION ALL
    SELECT 'brand line', l.id, l.products::text, coalesce(n.counted, 0)::text
      FROM brand_lines l
      LEFT JOIN (SELECT brand_line_id AS id, count(*) AS counted FROM products WHERE active GROUP BY 1) n USING (id)
     WHERE l.products <> coalesce(n.counted, 0)
    UNION ALL
    SELECT 'bestseller', product_id, coalesce(s.units, 0)::text, coalesce(d.counted, 0)::text
      FROM bestsellers s
      FULL JOIN (SELECT product_id, sum(units)::bigint AS counted FROM daily_sales GROUP BY 1) d USING (product_id)
     WHERE coalesce(s.units, 0) <> coalesce(d.counted, 0)
    UNION ALL
    SELECT 'ratings of product', product_id, coalesce(k.counts::text, 'none'), coalesce(n.counts::text, 'none')
      FROM (SELECT product_id, counts FROM product_ratings WHERE counts <> '{0,0,0,0,0}') k
      FULL JOIN (SELECT product_id,
                        ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2),
                              count(*) FILTER (WHERE rating = 3), count(*) FILTER (WHERE rating = 4),
                              count(*) FILTER (WHERE rating = 5)]::integer[] AS counts
                   FROM reviews WHERE state = 'approved' GROUP BY product_id) n USING (product_id)
     WHERE k.counts IS DISTINCT FROM n.counts
    UNION ALL
    SELECT 'search text of product', w.product_id, coalesce(quote_literal(k.text), 'nothing'), quote_literal(w.text)
      FROM search_texts_of_products w LEFT JOIN product_search_texts k USING (number)
     WHERE coalesce(k.text, ' ') <> w.text";

/// What orders keeps, with what its logs have not been folded of, and what counting gives, where the two differ. Of a day: how
/// many were placed and at what total, how many delivered and at what total.
const OF_ORDERS: &str = "
    SELECT 'orders that are ' || status, sum(kept)::text, sum(counted)::text
      FROM (SELECT status, orders AS kept, 0 AS counted FROM status_tallies
            UNION ALL SELECT status, orders, 0 FROM status_changes
            UNION ALL SELECT status, 0, count(*) FROM orders GROUP BY status) n
     GROUP BY status HAVING sum(kept) <> sum(counted)
    UNION ALL
    SELECT 'orders of ' || day, concat_ws(', ', sum(placed), sum(placed_total), sum(delivered), sum(delivered_total)),
           concat_ws(', ', sum(placed_now), sum(placed_total_now), sum(delivered_now), sum(delivered_total_now))
      FROM (SELECT day, placed, placed_total, delivered, delivered_total, 0 AS placed_now, 0 AS placed_total_now,
                   0 AS delivered_now, 0 AS delivered_total_now
              FROM day_tallies
            UNION ALL
            SELECT day, placed, placed_total, delivered, delivered_total, 0, 0, 0, 0 FROM day_changes
            UNION ALL
            SELECT (placed_at AT TIME ZONE 'Africa/Algiers')::date, 0, 0, 0, 0, count(*), sum(total), 0, 0
              FROM orders GROUP BY 1
            UNION ALL
            SELECT (delivered_at AT TIME ZONE 'Africa/Algiers')::date, 0, 0, 0, 0, 0, 0, count(*), sum(total)
              FROM orders WHERE delivered_at IS NOT NULL AND status IN ('delivered', 'settled') GROUP BY 1) n
     GROUP BY day
    HAVING sum(placed) <> sum(placed_now) OR sum(placed_total) <> sum(placed_total_now)
        OR sum(delivered) <> sum(delivered_now) OR sum(delivered_total) <> sum(delivered_total_now)";

pub(crate) async fn check_catalog(catalog: &mut Snapshot) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    let mut wrong = sqlx::query_as::<_, (String, Uuid, String, String)>(OF_CATALOG).fetch(&mut **catalog);
    while let Some((kind, id, kept, counted)) = wrong.try_next().await? {
        found.add(id, Invariant::CountsAddUp.broken(format!("{kind} {id}"), differs(&kept, &counted)));
    }
    Ok(found)
}

pub(crate) async fn check_orders(orders: &mut Snapshot) -> sqlx::Result<Findings> {
    let mut found = Findings::default();
    let mut wrong = sqlx::query_as::<_, (String, String, String)>(OF_ORDERS).fetch(&mut **orders);
    while let Some((subject, kept, counted)) = wrong.try_next().await? {
        found.add(Uuid::nil(), Invariant::CountsAddUp.broken(subject, differs(&kept, &counted)));
    }
    Ok(found)
}

fn differs(kept: &str, counted: &str) -> String {
    format!("says {kept}, and it is {counted}")
}
