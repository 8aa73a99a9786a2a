//! Rows on their way into a database: written as COPY's text, sent in batches, all of a lane in one transaction, so that a
//! load that is cut off leaves nothing.

use std::fmt::Write as _;

use anyhow::Context as _;
use futures::TryStreamExt as _;
use sqlx::{Connection as _, PgConnection};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::bare::Bare;

/// Batches that wait for the database; whoever makes them waits then.
const WAITING: usize = 2;

/// A column's value.
#[derive(Debug)]
pub enum Value<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uuid(Uuid),
    Text(&'a str),
    Owned(String),
    Time(OffsetDateTime),
    Bytes(&'a [u8]),
}

/// Rows of one table. A row names its columns itself, so that a column and its value stand side by side.
#[derive(Debug)]
pub struct Rows {
    table: &'static str,
    columns: Vec<&'static str>,
    text: String,
}

/// Rows of several tables, in the order in which they can go in.
pub type Batch = Vec<Rows>;

/// A connection that takes batches, in one transaction from its beginning to [`Lane::finish`].
#[derive(Debug)]
pub struct Lane {
    batches: mpsc::Sender<Batch>,
    writer: JoinHandle<anyhow::Result<Filled>>,
}

/// A transaction with all of a lane's rows in it, whose tables are still bare.
#[derive(Debug)]
pub struct Filled {
    pub connection: PgConnection,
    bare: Bare,
}

impl Filled {
    /// Makes a table bare that no row came to yet.
    pub async fn strip(&mut self, table: &'static str) -> sqlx::Result<()> {
        self.bare.strip(table, &mut self.connection).await
    }

    /// Builds what the tables have beside their rows; the transaction stays open.
    pub async fn rebuild(&mut self) -> anyhow::Result<()> {
        Ok(std::mem::take(&mut self.bare).rebuild(&mut self.connection).await?)
    }

    /// Makes the rows visible and gives the connection back.
    pub async fn commit(mut self) -> anyhow::Result<PgConnection> {
        sqlx::raw_sql("COMMIT").execute(&mut self.connection).await?;
        Ok(self.connection)
    }
}

impl Rows {
    pub const fn of(table: &'static str) -> Self {
        Self { table, columns: Vec::new(), text: String::new() }
    }

    pub fn add<const N: usize>(&mut self, row: &[(&'static str, Value<'_>); N]) {
        if self.columns.is_empty() {
            self.columns = row.iter().map(|(column, _)| *column).collect();
        }
        for (position, (_, value)) in row.iter().enumerate() {
            if position > 0 {
                self.text.push('\t');
            }
            value.write(&mut self.text);
        }
        self.text.push('\n');
    }

    async fn copy(self, connection: &mut PgConnection) -> anyhow::Result<()> {
        if self.columns.is_empty() {
            return Ok(());
        }
        let statement = format!("COPY {} ({}) FROM STDIN", self.table, self.columns.join(", "));
        let copied = async {
            let mut copy = connection.copy_in_raw(&statement).await?;
            copy.send(self.text.as_bytes()).await?;
            copy.finish().await
        };
        copied.await.with_context(|| format!("rows of {}", self.table))?;
        Ok(())
    }
}

impl Value<'_> {
    pub fn opt_time(time: Option<OffsetDateTime>) -> Self {
        time.map_or(Self::Null, Self::Time)
    }

    pub fn opt_uuid(id: Option<Uuid>) -> Self {
        id.map_or(Self::Null, Self::Uuid)
    }

    pub fn json(value: &impl serde::Serialize) -> Self {
        Self::Owned(serde_json::to_string(value).unwrap_or_default())
    }

    fn write(&self, text: &mut String) {
        match self {
            Self::Null => text.push_str("\\N"),
            Self::Bool(value) => text.push(if *value { 't' } else { 'f' }),
            Self::Int(value) => text.push_str(&value.to_string()),
            Self::Uuid(value) => text.push_str(value.hyphenated().encode_lower(&mut Uuid::encode_buffer())),
            Self::Time(value) => text.push_str(&value.format(&Rfc3339).unwrap_or_default()),
            Self::Text(value) => escape(value, text),
            Self::Owned(value) => escape(value, text),
            Self::Bytes(value) => {
                text.push_str("\\\\x");
                for byte in *value {
                    // Writing into a string can't fail.
                    let _ = write!(text, "{byte:02x}");
                }
            }
        }
    }
}

fn escape(value: &str, text: &mut String) {
    for character in value.chars() {
        match character {
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            other => text.push(other),
        }
    }
}

impl Lane {
    /// Begins a lane into a database.
    pub async fn open(url: &str) -> anyhow::Result<Self> {
        let mut connection = PgConnection::connect(url).await?;
        let setting = "SET work_mem = '64MB'; SET maintenance_work_mem = '256MB'; SET statement_timeout = 0;
                       SET lock_timeout = '30s'; BEGIN";
        sqlx::raw_sql(setting).execute(&mut connection).await?;
        let (batches, mut waiting) = mpsc::channel::<Batch>(WAITING);
        let writer = tokio::spawn(async move {
            let mut bare = Bare::default();
            while let Some(batch) = waiting.recv().await {
                for rows in batch {
                    bare.strip(rows.table, &mut connection).await?;
                    rows.copy(&mut connection).await?;
                }
            }
            Ok(Filled { connection, bare })
        });
        Ok(Self { batches, writer })
    }

    /// Hands a batch over from a thread that makes them; false when the lane has failed, which [`Self::finish`] tells.
    pub fn send(&self, batch: Batch) -> bool {
        self.batches.blocking_send(batch).is_ok()
    }

    /// Waits until everything is in.
    pub async fn finish(self) -> anyhow::Result<Filled> {
        drop(self.batches);
        self.writer.await?
    }
}

/// The rows that the transaction of `from` sees through `query`, into `table` as another one sees it.
pub async fn pipe(
    from: &mut PgConnection,
    query: &'static str,
    to: &mut PgConnection,
    table: &'static str,
) -> anyhow::Result<()> {
    let mut rows = from.copy_out_raw(&format!("COPY ({query}) TO STDOUT")).await?;
    let mut copy = to.copy_in_raw(&format!("COPY {table} FROM STDIN")).await?;
    while let Some(part) = rows.try_next().await? {
        copy.send(part).await?;
    }
    copy.finish().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_to_copy_is_escaped() {
        let mut rows = Rows::of("t");
        rows.add(&[("a", Value::Text("a\tb\\c\nd")), ("b", Value::Null), ("c", Value::Bytes(&[0, 255]))]);
        assert_eq!(rows.text, "a\\tb\\\\c\\nd\t\\N\t\\\\x00ff\n");
    }
}
