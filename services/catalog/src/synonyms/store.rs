//! Groups of words in PostgreSQL.

use std::collections::HashMap;

use souk_database::columns::{column, ensure_changed, version, version_column};
use souk_kernel::SynonymGroupId;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{MOST_GROUPS, Synonym, SynonymGroup};
use crate::search::{LONGEST_PHRASE, Phrase, Synonyms, words};

/// Key of the advisory lock that whoever changes groups holds: "souk.syn" in ASCII.
const TURN: i64 = i64::from_be_bytes(*b"souk.syn");

struct Row {
    id: Uuid,
    version: i64,
    words: Vec<String>,
    updated_at: OffsetDateTime,
}

impl Row {
    fn group(self) -> sqlx::Result<SynonymGroup> {
        let Self { id, words, updated_at, .. } = self;
        let version = version(self.version)?;
        Ok(SynonymGroup { id: SynonymGroupId::from_uuid(id), version, words, updated_at })
    }
}

/// All groups, changed last first.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<SynonymGroup>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, updated_at, array_agg(written ORDER BY synonym_words.place) AS "words!"
             FROM synonym_groups JOIN synonym_words ON group_id = id
            GROUP BY id ORDER BY updated_at DESC, id DESC"#
    );
    rows.fetch_all(conn).await?.into_iter().map(Row::group).collect()
}

/// What searches follow: folded as this process folds what is typed. What is stored folded may be older, and only keeps a word in one
/// group.
pub async fn followed(conn: &mut PgConnection) -> sqlx::Result<Synonyms> {
    let groups = sqlx::query_scalar!(
        r#"SELECT array_agg(written ORDER BY place) AS "written!" FROM synonym_words GROUP BY group_id ORDER BY group_id"#
    );
    let phrase = |written: String| Phrase::from(words(&written));
    let is_looked_up = |phrase: &Phrase| (1..=LONGEST_PHRASE).contains(&phrase.len());
    let groups = groups.fetch_all(conn).await?.into_iter();
    Ok(groups.map(|group| group.into_iter().map(phrase).filter(is_looked_up).collect()).collect())
}

pub async fn find(conn: &mut PgConnection, id: SynonymGroupId) -> sqlx::Result<Option<SynonymGroup>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, updated_at, array_agg(written ORDER BY synonym_words.place) AS "words!"
             FROM synonym_groups JOIN synonym_words ON group_id = id
            WHERE id = $1 GROUP BY id"#,
        id.uuid()
    );
    row.fetch_optional(conn).await?.map(Row::group).transpose()
}

/// Waits until whoever else changes groups is done.
pub async fn lock_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", TURN).execute(tx).await?;
    Ok(())
}

/// The first place that no group has; `None` where there are as many as there can be.
pub async fn free_place(conn: &mut PgConnection) -> sqlx::Result<Option<i16>> {
    sqlx::query_scalar!(
        "SELECT min(place)::smallint FROM generate_series(1, $1::integer) AS place
          WHERE place NOT IN (SELECT place FROM synonym_groups)",
        i32::from(MOST_GROUPS),
    )
    .fetch_one(conn)
    .await
}

/// By each of the words that another group has, the words of that group.
pub async fn groups_of(
    conn: &mut PgConnection,
    id: SynonymGroupId,
    words: &[Synonym],
) -> sqlx::Result<HashMap<String, Vec<String>>> {
    let rows = sqlx::query!(
        r#"SELECT taken.compared, array_agg(mates.written ORDER BY mates.place) AS "words!"
             FROM synonym_words taken JOIN synonym_words mates ON mates.group_id = taken.group_id
            WHERE taken.compared = ANY($1) AND taken.group_id <> $2
            GROUP BY taken.compared"#,
        &column(words, |word| word.compared.clone()),
        id.uuid(),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.compared, row.words)).collect())
}

pub async fn insert_in(tx: &mut PgConnection, group: &SynonymGroup, place: i16) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "INSERT INTO synonym_groups (id, version, place, updated_at) VALUES ($1, $2, $3, $4)",
        group.id.uuid(),
        version_column(group.version),
        place,
        group.updated_at,
    );
    ensure_changed(done.execute(tx).await?.rows_affected())
}

/// Puts the group in place of the version before it.
pub async fn update_in(tx: &mut PgConnection, group: &SynonymGroup) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE synonym_groups SET version = $2::bigint, updated_at = $3 WHERE id = $1 AND version = $2::bigint - 1",
        group.id.uuid(),
        version_column(group.version),
        group.updated_at,
    );
    ensure_changed(done.execute(tx).await?.rows_affected())
}

/// Puts the words in place of those that the group has.
pub async fn put_words_in(tx: &mut PgConnection, id: SynonymGroupId, words: &[Synonym]) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM synonym_words WHERE group_id = $1", id.uuid()).execute(&mut *tx).await?;
    sqlx::query!(
        "INSERT INTO synonym_words (group_id, place, written, compared)
         SELECT $1, place, written, compared
           FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS wanted (written, compared, place)",
        id.uuid(),
        &column(words, |word| word.written.clone()),
        &column(words, |word| word.compared.clone()),
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_in(tx: &mut PgConnection, id: SynonymGroupId) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM synonym_groups WHERE id = $1", id.uuid());
    ensure_changed(done.execute(tx).await?.rows_affected())
}
