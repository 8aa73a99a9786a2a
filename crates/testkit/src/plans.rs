//! Which statements PostgreSQL plans anew each time they are sent: planning one of many parts costs more than running it.

use sqlx::PgPool;

/// Plans for the values at hand that PostgreSQL makes before it may keep one for all values.
const TRIED: i64 = 5;
/// Times that work has to be done before its statements can be told apart.
const TIMES: usize = 12;

/// Does `work` several times and answers the beginnings of the statements that were planned anew each time, of those that were sent
/// through `pool`, which has one connection.
pub async fn planned_each_time(pool: &PgPool, mut work: impl AsyncFnMut(usize)) -> Vec<String> {
    assert_eq!(pool.options().get_max_connections(), 1, "another connection's statements are not to be seen");
    for time in 0..TIMES {
        work(time).await;
    }
    let planned = sqlx::query_scalar(
        r"SELECT left(regexp_replace(statement, '\s+', ' ', 'g'), 100) FROM pg_prepared_statements WHERE custom_plans > $1",
    );
    planned.bind(TRIED).fetch_all(pool).await.expect("read")
}
