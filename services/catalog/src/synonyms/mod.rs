//! Words that mean the same to who searches, in any script: grouped by the merchant, followed by the search of every process within
//! seconds, as a part of the reference data.

mod model;
mod rpc;
mod store;

use souk_audit::Change;
use souk_kernel::SynonymGroupId;
use souk_rpc::{Actor, Failure, Violations};
use sqlx::PgConnection;

pub use model::{LONGEST, MOST_GROUPS, MOST_WORDS, SynonymGroup, Wanted};
pub use rpc::SynonymsRpc;
pub use store::followed;

use self::model::{Synonym, Taken, said};
use crate::context::Context;
use crate::revision;
use crate::versions::{self, OutOfDate};

/// Characters of a group that a refusal tells, for who knows it by its first words: the answer has a dozen of them at most.
const TOLD_OF_GROUP: usize = 60;
/// What is told of a change, beside that there is one.
const CONTENT: &str = "synonyms";

/// The use cases of synonyms.
#[derive(Clone)]
pub struct Synonyms {
    context: Context,
}

/// Why something could not be done with a group.
#[derive(Debug, thiserror::Error)]
pub enum SynonymsError {
    #[error("there is no such group")]
    Unknown,
    #[error("the group was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("some words are in another group")]
    Taken(Vec<Taken>),
    #[error("there are {MOST_GROUPS} groups")]
    TooMany,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Synonyms {
    pub fn new(context: Context) -> Self {
        Self { context }
    }

    /// The groups that have this part of a word, changed last first; all of an empty one.
    pub async fn list(&self, part: &str) -> Result<Vec<SynonymGroup>, SynonymsError> {
        let mut groups = store::all(&mut *self.context.pool.acquire().await?).await?;
        groups.retain(|group| group.has(part));
        Ok(groups)
    }

    pub async fn get(&self, id: SynonymGroupId) -> Result<SynonymGroup, SynonymsError> {
        store::find(&mut *self.context.pool.acquire().await?, id).await?.ok_or(SynonymsError::Unknown)
    }

    /// Makes the group or replaces the version that was read; what is stored already changes nothing.
    pub async fn save(&self, actor: &Actor, wanted: &Wanted) -> Result<SynonymGroup, SynonymsError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let before = store::find(&mut tx, wanted.id).await?;
        let next = versions::over(wanted.group(self.context.clock.now()), before.as_ref())?;
        if before.as_ref() == Some(&next) {
            return Ok(next);
        }
        require_free(&mut tx, wanted.id, &wanted.words).await?;
        if before.is_none() {
            let place = store::free_place(&mut tx).await?.ok_or(SynonymsError::TooMany)?;
            store::insert_in(&mut tx, &next, place).await?;
        } else {
            store::update_in(&mut tx, &next).await?;
        }
        store::put_words_in(&mut tx, next.id, &wanted.words).await?;
        let was = before.as_ref().map_or(serde_json::Value::Null, SynonymGroup::facts);
        let change = Change::between("catalog.synonyms_saved", next.subject(), was, next.facts());
        revision::commit_content(&self.context, tx, CONTENT, actor, change).await?;
        Ok(next)
    }

    /// Takes the group away; one that is gone is success.
    pub async fn delete(&self, actor: &Actor, id: SynonymGroupId, version: u64) -> Result<(), SynonymsError> {
        let mut tx = self.context.pool.begin().await?;
        store::lock_in(&mut tx).await?;
        let Some(group) = store::find(&mut tx, id).await? else { return Ok(()) };
        if group.version != version {
            return Err(SynonymsError::Stale(group.version));
        }
        store::delete_in(&mut tx, id).await?;
        let (subject, facts) = (group.subject(), group.facts());
        let change = Change::between("catalog.synonyms_removed", subject, facts, serde_json::Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}

async fn require_free(
    conn: &mut PgConnection,
    id: SynonymGroupId,
    words: &[Synonym],
) -> Result<(), SynonymsError> {
    let others = store::groups_of(conn, id, words).await?;
    let taken = |(at, word): (usize, &Synonym)| {
        others.get(&word.compared).map(|group| Taken { at, group: said(group) })
    };
    let taken: Vec<Taken> = words.iter().enumerate().filter_map(taken).collect();
    if taken.is_empty() { Ok(()) } else { Err(SynonymsError::Taken(taken)) }
}

/// The name of a word on the wire.
fn field(at: usize) -> String {
    format!("words[{at}]")
}

impl From<OutOfDate> for SynonymsError {
    fn from(how: OutOfDate) -> Self {
        match how {
            OutOfDate::Gone => Self::Unknown,
            OutOfDate::At(version) => Self::Stale(version),
        }
    }
}

impl From<SynonymsError> for Failure {
    fn from(error: SynonymsError) -> Self {
        let text = error.to_string();
        match error {
            SynonymsError::Unknown => Self::not_found("catalog.unknown_synonyms", text),
            SynonymsError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            SynonymsError::Taken(words) => {
                let mut found = Violations::default();
                for Taken { at, .. } in &words {
                    found.push(field(*at), "form.validation.taken", "it is in another group");
                }
                let failure = Self::invalid("invalid_request", found);
                words.into_iter().fold(failure, |failure, Taken { at, group }| {
                    let known_by: String = group.chars().take(TOLD_OF_GROUP).collect();
                    failure.with(field(at), known_by)
                })
            }
            SynonymsError::TooMany => {
                let mut found = Violations::default();
                found.push("groups", "form.validation.groups", text);
                Self::invalid("catalog.too_many_synonyms", found)
            }
            SynonymsError::Database(error) => souk_database::failure(error),
        }
    }
}
