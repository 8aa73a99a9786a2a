//! Searches that found nothing in PostgreSQL.

use souk_database::columns::{column, contains_pattern, damaged};
use souk_kernel::Language;
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

use super::model::{Counted, Filter, MOST_TERMS, NoResultSearch, Term};

/// Key of the advisory lock that whoever writes holds: "souk.nrs" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.nrs");

/// Adds what was counted, and takes away the terms of those days that are searched least, past as many as are kept. Replicas do so one
/// after another, so that none waits for rows of another in a circle.
pub async fn add_in(tx: &mut PgConnection, counted: &[((Date, Term), Counted)]) -> sqlx::Result<()> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", TURN).execute(&mut *tx).await?;
    let days: Vec<Date> = column(counted, |((day, _), _)| *day);
    sqlx::query!(
        "INSERT INTO no_result_searches AS kept (day, language, term, searches, last_at)
         SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])
         ON CONFLICT (day, language, term) DO UPDATE
            SET searches = kept.searches + excluded.searches, last_at = greatest(kept.last_at, excluded.last_at)",
        &days,
        &column(counted, |((_, term), _)| term.language.code().to_owned()),
        &column(counted, |((_, term), _)| term.words.clone()),
        &column(counted, |(_, counted)| i64::try_from(counted.searches).unwrap_or(i64::MAX)),
        &column(counted, |(_, counted)| counted.last_at),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM no_result_searches s
          USING (SELECT day, language, term,
                        row_number() OVER (PARTITION BY day ORDER BY searches DESC, last_at DESC, language, term) AS place
                   FROM no_result_searches WHERE day = ANY($1)) ranked
          WHERE place > $2 AND (s.day, s.language, s.term) = (ranked.day, ranked.language, ranked.term)",
        &days,
        MOST_TERMS,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The page's terms and how many match in all: of 90 days of 500 terms at most, which each page goes through.
pub async fn list(
    conn: &mut PgConnection,
    filter: &Filter,
    first: Date,
) -> sqlx::Result<(Vec<NoResultSearch>, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let pattern = contains_pattern(&filter.query);
    let language = filter.language.map(Language::code);
    let rows = sqlx::query!(
        r#"SELECT term, language, sum(searches)::bigint AS "searches!", max(last_at) AS "last_at!: OffsetDateTime"
             FROM no_result_searches
            WHERE day >= $1 AND ($2::text IS NULL OR language = $2) AND ($3::text IS NULL OR term ILIKE $3)
            GROUP BY term, language
            ORDER BY CASE WHEN $4 = 'default' THEN sum(searches) END DESC,
                     CASE WHEN $4 <> 'term' THEN max(last_at) END DESC, term, language
            LIMIT $5 OFFSET $6"#,
        first,
        language,
        pattern,
        <&str>::from(filter.sort),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(DISTINCT (term, language)) AS "count!" FROM no_result_searches
            WHERE day >= $1 AND ($2::text IS NULL OR language = $2) AND ($3::text IS NULL OR term ILIKE $3)"#,
        first,
        language,
        pattern,
    )
    .fetch_one(conn)
    .await?;
    let searches = rows.into_iter().map(|row| {
        let language = row.language.parse().map_err(|_| damaged("language", &row.language))?;
        let count = row.searches.unsigned_abs();
        Ok(NoResultSearch { term: Term { language, words: row.term }, count, last_at: row.last_at })
    });
    Ok((searches.collect::<sqlx::Result<_>>()?, total.unsigned_abs()))
}

/// Forgets some of the days before one; whether there may be more.
pub async fn forget(conn: &mut PgConnection, before: Date, most: i64) -> sqlx::Result<bool> {
    let gone = sqlx::query!(
        "DELETE FROM no_result_searches
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM no_result_searches WHERE day < $1 LIMIT $2))",
        before,
        most,
    );
    Ok(gone.execute(conn).await?.rows_affected() == most.unsigned_abs())
}
