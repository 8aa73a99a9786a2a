//! Orders of a time. Every list is read by an index that ends with the order's number, and numbers follow the time but for orders that
//! were placed at the same moment: so a time is looked up once as a range of numbers, by the orders at its two ends, and costs a list
//! nothing more. A replica whose clock is wrong gives numbers and times that are far apart, so that the range may have orders of another
//! time: whoever has read an order asks [`Placed::takes`] too.

use sqlx::PgConnection;
use time::OffsetDateTime;

/// Orders at each side of an end whose numbers may stand in another order than their times: each that is being placed while others are.
const NEAR: i64 = 500;

/// From a moment on, and before another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Placed {
    pub from: Option<OffsetDateTime>,
    pub before: Option<OffsetDateTime>,
}

/// Those from the lowest to the highest, besides some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    pub lowest: i64,
    pub highest: i64,
    pub besides: Vec<i64>,
}

impl Placed {
    /// Whether an order of this moment is one of the time.
    pub fn takes(self, at: OffsetDateTime) -> bool {
        self.from.is_none_or(|from| at >= from) && self.before.is_none_or(|before| at < before)
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Self { lowest: 0, highest: i64::MAX, besides: Vec::new() }
    }
}

impl Numbers {
    /// Whether they are those of all orders.
    pub fn are_all(&self) -> bool {
        *self == Self::default()
    }

    pub fn take(&self, number: i64) -> bool {
        (self.lowest..=self.highest).contains(&number) && !self.besides.contains(&number)
    }
}

/// The numbers of the orders of a time.
pub async fn numbers(conn: &mut PgConnection, placed: Placed) -> sqlx::Result<Numbers> {
    if placed == Placed::default() {
        return Ok(Numbers::default());
    }
    let found = sqlx::query!(
        r#"WITH numbers AS MATERIALIZED (
               SELECT (SELECT min(number) FROM (SELECT number FROM orders WHERE placed_at >= coalesce($1::timestamptz, '-infinity')
                                                 ORDER BY placed_at LIMIT $3) first) AS lowest,
                      (SELECT max(number) FROM (SELECT number FROM orders WHERE placed_at < coalesce($2::timestamptz, 'infinity')
                                                 ORDER BY placed_at DESC LIMIT $3) last) AS highest
           )
           SELECT lowest, highest, ARRAY(
                      SELECT number FROM ((SELECT number FROM orders WHERE placed_at < coalesce($1, '-infinity')
                                            ORDER BY placed_at DESC LIMIT $3)
                                          UNION ALL
                                          (SELECT number FROM orders WHERE placed_at >= coalesce($2, 'infinity')
                                            ORDER BY placed_at LIMIT $3)) beside
                       WHERE number BETWEEN lowest AND highest) AS "besides!"
             FROM numbers"#,
        placed.from,
        placed.before,
        NEAR,
    )
    .fetch_one(conn)
    .await?;
    let (Some(lowest), Some(highest)) = (found.lowest, found.highest) else {
        return Ok(Numbers { lowest: i64::MAX, highest: 0, besides: Vec::new() });
    };
    Ok(Numbers { lowest, highest, besides: found.besides })
}
