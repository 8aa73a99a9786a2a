//! Features: what data sheets say of products, each with values of one kind. Products have the words of their values with them;
//! they follow a change in the background (`crate::products`).

mod conversion;
mod model;
mod number;
mod parse;
mod rpc;
mod store;

use std::collections::{HashMap, HashSet};

use futures::TryStreamExt as _;
use serde_json::{Value, json};
use souk_audit::Change;
use souk_kernel::{Changed, Clock, FeatureId, FeatureOptionId, LocalizedText};
use souk_rpc::{Actor, Failure};
use sqlx::PgConnection;

pub use conversion::Conversion;
pub use model::{Edit, Feature, FeatureOption, Given, Input, MOST_FEATURES, Said, Wanted};
pub use number::{Number, NumberError};
pub use rpc::FeaturesRpc;
pub use store::{Following, Named, advance_in, all, having_in, saying, to_be_followed};

use crate::context::Context;
use crate::revision;

/// What screens hear that features changed by.
const CONTENT: &str = "feature";
/// Longest machine name, in characters: filters of listings name it.
const LONGEST_KIND: usize = 60;
/// Machine name of what was said without one.
const UNNAMED: &str = "autre";

/// The use cases of features.
#[derive(Clone)]
pub struct Features {
    context: Context,
}

/// Why something could not be done with a feature.
#[derive(Debug, thiserror::Error)]
pub enum FeatureError {
    #[error("there is no such feature")]
    Unknown,
    #[error("the feature was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error("another feature has this name")]
    NameTaken,
    #[error("the shop has {MOST_FEATURES} features already; delete one first")]
    TooMany,
    #[error("{products} products say it")]
    InUse { products: u64 },
    #[error("a feature of this input has no {0}")]
    Misplaced(&'static str),
    #[error("the values of the feature are of this kind already")]
    SameInput,
    #[error("products are still brought to what was saved before")]
    Changing,
    #[error("{products} products would lose their value")]
    ValuesLost { products: u64 },
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Features {
    pub fn new(context: Context) -> Self {
        Self { context }
    }

    /// All of them in the order of data sheets.
    pub async fn list(&self) -> Result<Vec<Feature>, FeatureError> {
        Ok(all(&mut *self.context.pool.acquire().await?).await?)
    }

    pub async fn get(&self, id: FeatureId) -> Result<Feature, FeatureError> {
        let mut conn = self.context.pool.acquire().await?;
        store::find(&mut conn, id).await?.ok_or(FeatureError::Unknown)
    }

    /// Creates the feature, without a `position` after all others; the same id again is success and changes nothing.
    pub async fn create(
        &self,
        actor: &Actor,
        feature: Feature,
        position: Option<u32>,
    ) -> Result<(), FeatureError> {
        let mut tx = self.context.pool.begin().await?;
        let room = room_in(&mut tx).await?;
        let position = match position {
            Some(position) => position,
            None => store::next_position(&mut tx).await?,
        };
        let feature = Feature { position, ..feature };
        well_placed(&feature)?;
        if !store::insert_in(&mut tx, &feature).await? {
            let known = store::find(&mut tx, feature.id).await?;
            return known.map(|_| ()).ok_or(FeatureError::NameTaken);
        }
        if room == 0 {
            return Err(FeatureError::TooMany);
        }
        let change = Change::made("catalog.feature_added", feature.subject(), feature.facts());
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// Applies an edit made on `version`.
    pub async fn update(
        &self,
        actor: &Actor,
        (id, version): (FeatureId, u64),
        edit: Edit,
    ) -> Result<(), FeatureError> {
        let mut tx = self.context.pool.begin().await?;
        let mut feature = store::lock_in(&mut tx, id).await?.ok_or(FeatureError::Unknown)?;
        if feature.version != version {
            return Err(FeatureError::Stale(feature.version));
        }
        if feature.is_changing {
            return Err(FeatureError::Changing);
        }
        let before = feature.clone();
        if feature.edit(edit) == Changed::Already {
            return Ok(());
        }
        well_placed(&feature)?;
        unused(store::products_with_option(&mut tx, &before.gone_in(&feature)).await?)?;
        store::save_in(&mut tx, &feature, feature.is_said_other_than(&before)).await?;
        let (subject, facts) = (feature.subject(), feature.facts());
        let change = Change::between("catalog.feature_changed", subject, before.facts(), facts);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    /// What another kind of values would make of what products say, and by their numbers the products that it names.
    pub async fn check_input(
        &self,
        id: FeatureId,
        wanted: Wanted,
    ) -> Result<(Conversion, HashMap<i64, Named>), FeatureError> {
        let mut conn = self.context.pool.acquire().await?;
        let feature = store::find(&mut conn, id).await?.ok_or(FeatureError::Unknown)?;
        let conversion = self.converted(&mut conn, &feature, wanted).await?;
        let first: Vec<i64> = conversion.first_lost.iter().map(|value| value.first).collect();
        let named = store::numbered(&mut conn, &first).await?;
        Ok((conversion, named))
    }

    /// Gives a feature of `version` another kind of values; its products follow in the background. All of them are looked through
    /// before it is held against edits; then only those that were saved meanwhile.
    pub async fn change_input(
        &self,
        actor: &Actor,
        (id, version): (FeatureId, u64),
        (wanted, most_lost): (Wanted, u64),
    ) -> Result<(), FeatureError> {
        let mut tx = self.context.pool.begin().await?;
        let revision = revision::current(&mut tx).await?.current;
        let before = store::find(&mut tx, id).await?.ok_or(FeatureError::Unknown)?;
        if before.is(&wanted) {
            return Ok(());
        }
        if before.version != version {
            return Err(FeatureError::Stale(before.version));
        }
        let mut conversion = self.converted(&mut tx, &before, wanted).await?;
        let now = store::lock_in(&mut tx, id).await?.ok_or(FeatureError::Unknown)?;
        if now.version != version {
            return Err(FeatureError::Stale(now.version));
        }
        for words in store::words_since(&mut tx, id, revision).await? {
            conversion.take_late(&words);
        }
        let Conversion { feature, lost, .. } = conversion;
        if lost > most_lost {
            return Err(FeatureError::ValuesLost { products: lost });
        }
        if !store::convert_in(&mut tx, &feature).await? {
            return Err(FeatureError::Changing);
        }
        let mut facts = feature.facts();
        facts["valuesLost"] = json!(lost);
        let change = Change::between("catalog.feature_converted", feature.subject(), before.facts(), facts);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }

    async fn converted(
        &self,
        conn: &mut PgConnection,
        feature: &Feature,
        wanted: Wanted,
    ) -> Result<Conversion, FeatureError> {
        if feature.input == wanted.input {
            return Err(FeatureError::SameInput);
        }
        let mut conversion = Conversion::new(feature, wanted);
        well_placed(&conversion.feature)?;
        let mut values = std::pin::pin!(store::values(conn, feature.id));
        while let Some(value) = values.try_next().await? {
            conversion.take(value, || FeatureOptionId::new(self.context.clock.as_ref()));
        }
        Ok(conversion)
    }

    /// Takes away a feature that no product says.
    pub async fn delete(&self, actor: &Actor, id: FeatureId) -> Result<(), FeatureError> {
        let mut tx = self.context.pool.begin().await?;
        let feature = store::lock_in(&mut tx, id).await?.ok_or(FeatureError::Unknown)?;
        unused(store::products_with(&mut tx, id).await?)?;
        store::delete_in(&mut tx, id).await?;
        let (subject, facts) = (feature.subject(), feature.facts());
        let change = Change::between("catalog.feature_removed", subject, facts, Value::Null);
        Ok(revision::commit_content(&self.context, tx, CONTENT, actor, change).await?)
    }
}

/// How many features can still be made, by nobody else until the transaction ends. Asked before any feature is held.
pub async fn room_in(tx: &mut PgConnection) -> sqlx::Result<u64> {
    store::lock_making_in(tx).await?;
    Ok(MOST_FEATURES.saturating_sub(store::count_all(tx).await?))
}

/// The feature of a machine name, with the value of it that the words say. Where it has no such value, or one of `taken` is it,
/// the next of its name does (`tenue-2`); where there is none, one of text is made, which takes of the `room`: without any, `None`.
/// It is held against other edits.
pub async fn saying_in(
    tx: &mut PgConnection,
    clock: &dyn Clock,
    (kind, name, words): (&str, &LocalizedText, &LocalizedText),
    taken: &HashSet<FeatureId>,
    room: &mut u64,
) -> sqlx::Result<Option<(Feature, Given)>> {
    let position = store::next_position(tx).await?;
    let kind = machine_name(kind);
    let mut number = 1_u32;
    loop {
        let kind = numbered(&kind, number);
        let Some(feature) = store::lock_called_in(tx, &kind).await? else {
            if *room == 0 {
                return Ok(None);
            }
            // Where another made it meanwhile, it is found now.
            *room -= u64::from(store::insert_in(tx, &of_text(clock, kind, name, position)).await?);
            continue;
        };
        match feature.read(words).filter(|_| !taken.contains(&feature.id)) {
            Some(given) => return Ok(Some((feature, given))),
            None => number += 1,
        }
    }
}

/// Tells open screens that features are others now.
pub async fn announce_in(tx: &mut PgConnection, context: &Context) -> sqlx::Result<()> {
    revision::announce_content_in(tx, context, CONTENT).await
}

/// Holds the features of these machine names against other edits, in one order for everybody.
pub async fn hold_in(tx: &mut PgConnection, kinds: impl Iterator<Item = &str>) -> sqlx::Result<()> {
    let kinds: Vec<String> = kinds.map(machine_name).collect();
    store::hold_in(tx, &kinds).await
}

/// As long as one may be: what came before features were kept was not looked at.
fn machine_name(kind: &str) -> String {
    let kept: String = kind.trim().chars().take(LONGEST_KIND).collect();
    if kept.is_empty() { UNNAMED.to_owned() } else { kept }
}

fn numbered(kind: &str, number: u32) -> String {
    if number == 1 { kind.to_owned() } else { format!("{kind}-{number}") }
}

fn of_text(clock: &dyn Clock, kind: String, name: &LocalizedText, position: u32) -> Feature {
    Feature {
        id: FeatureId::new(clock),
        version: 1,
        input: Input::Text,
        name: if name.is_empty() { LocalizedText { fr: kind.clone(), ..name.clone() } } else { name.clone() },
        kind,
        unit: LocalizedText::default(),
        options: Vec::new(),
        position,
        is_changing: false,
    }
}

fn well_placed(feature: &Feature) -> Result<(), FeatureError> {
    feature.misplaced().map_or(Ok(()), |field| Err(FeatureError::Misplaced(field)))
}

fn unused(products: u64) -> Result<(), FeatureError> {
    if products == 0 { Ok(()) } else { Err(FeatureError::InUse { products }) }
}

impl From<FeatureError> for Failure {
    fn from(error: FeatureError) -> Self {
        let text = error.to_string();
        match error {
            FeatureError::Unknown => Self::not_found("catalog.unknown_feature", text),
            FeatureError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            FeatureError::NameTaken => Self::conflict("catalog.taken", text).with("field", "name"),
            FeatureError::TooMany => Self::invalid_field("name.fr", "form.validation.tooMany", text),
            FeatureError::InUse { products } => {
                Self::conflict("catalog.feature_in_use", text).with("products", products)
            }
            FeatureError::Misplaced(field) => Self::invalid_field(field, "form.validation.misplaced", text),
            FeatureError::SameInput => Self::invalid_field("input", "form.validation.misplaced", text),
            FeatureError::Changing => Self::precondition("catalog.feature_changing", text),
            FeatureError::ValuesLost { products } => {
                Self::conflict("catalog.feature_values_lost", text).with("products", products)
            }
            FeatureError::Database(error) => souk_database::failure(error),
        }
    }
}
