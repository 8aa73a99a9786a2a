//! Tables without what is slow to keep row by row: the indexes beside their keys and the references to other tables come
//! down before the first row, in the load's own transaction, and are built and proven once when all rows are there. Triggers
//! that keep one table by what another holds are off meanwhile, as another lane may fill that one, or all is kept at once in the end:
//! see [`super::finish`].

use std::collections::BTreeSet;

use sqlx::PgConnection;

/// How to take down what a table has beside its keys, and how to bring it back. References come down first and go up last.
const EXTRAS: &str = "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE contype = 'f' AND conrelid = to_regclass($1)
    UNION ALL
    SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
           format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
      FROM pg_trigger WHERE tgrelid = to_regclass($1) AND NOT tgisinternal AND tgname ~ '^(low_stock|leftovers|search_texts)_of_'
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      FROM pg_index WHERE indrelid = to_regclass($1) AND NOT indisprimary AND indisvalid
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)";

/// What one transaction took down.
#[derive(Debug, Default)]
pub struct Bare {
    tables: BTreeSet<&'static str>,
    rebuild: Vec<String>,
}

impl Bare {
    /// Makes `table` bare when rows come to it for the first time.
    pub async fn strip(&mut self, table: &'static str, connection: &mut PgConnection) -> sqlx::Result<()> {
        if !self.tables.insert(table) {
            return Ok(());
        }
        let extras: Vec<(String, String)> =
            sqlx::query_as(EXTRAS).bind(table).fetch_all(&mut *connection).await?;
        for (take_down, bring_back) in extras {
            sqlx::raw_sql(sqlx::AssertSqlSafe(take_down)).execute(&mut *connection).await?;
            self.rebuild.push(bring_back);
        }
        Ok(())
    }

    /// Everything as it was, with the rows in it.
    ///
    /// # Errors
    /// A row that breaks what a reference or a unique index asks.
    pub async fn rebuild(self, connection: &mut PgConnection) -> sqlx::Result<()> {
        let (references, indexes): (Vec<_>, Vec<_>) =
            self.rebuild.into_iter().partition(|statement| statement.starts_with("ALTER TABLE"));
        for statement in indexes.into_iter().chain(references) {
            sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut *connection).await?;
        }
        Ok(())
    }
}
