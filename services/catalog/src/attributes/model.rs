//! Attributes and their options. Pure.

use serde::{Deserialize, Serialize};
use souk_audit::Subject;
use souk_kernel::{AttributeId, AttributeOptionId, Changed, LocalizedText};
use strum::{AsRefStr, EnumString};

use crate::media::StoredSize;
use crate::search::fold;
use crate::value_order::ValueOrder;

/// Options that one attribute is given by its form.
pub const MOST_OPTIONS: usize = 200;
/// Options that one attribute may have, whoever brings them: products of files bring what they are called there.
pub const MOST_KEPT_OPTIONS: usize = 1_000;
/// Pictures that one save may bring: each is work of a good part of a second.
pub const MOST_NEW_PICTURES: usize = 10;

/// What combinations differ in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub id: AttributeId,
    pub version: u64,
    /// Machine name, which it keeps: addresses of filtered listings have it.
    pub kind: String,
    pub input: Input,
    pub name: LocalizedText,
    /// In the order in which they are offered.
    pub options: Vec<AttributeOption>,
}

/// How the options of an attribute are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Input {
    Text,
    Color,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttributeOption {
    pub id: AttributeOptionId,
    pub name: LocalizedText,
    /// `#rrggbb` of a colour, else empty.
    pub color: String,
    /// Shown instead of the colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<StoredSize>,
}

/// What changes; `None` stays.
#[derive(Debug, Clone, Default)]
pub struct Edit {
    pub name: Option<LocalizedText>,
    pub options: Option<Vec<AttributeOption>>,
}

impl Attribute {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("attribute", self.id, self.name.fr.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { kind, input, name, options, .. } = self;
        serde_json::json!({ "kind": kind, "input": input.as_ref(), "name": name, "options": options })
    }

    /// The attribute as it is after the edit, one version on; `Already` where nothing differs.
    pub fn edit(&mut self, edit: Edit) -> Changed {
        let before = self.clone();
        self.name = edit.name.unwrap_or_else(|| before.name.clone());
        self.options = edit.options.unwrap_or_else(|| before.options.clone());
        if *self == before {
            return Changed::Already;
        }
        self.version += 1;
        Changed::Yes
    }

    /// Its options that `after` has no more.
    pub fn gone_in(&self, after: &Self) -> Vec<AttributeOptionId> {
        let ids = self.options.iter().map(|option| option.id);
        ids.filter(|id| after.option(*id).is_none()).collect()
    }

    /// Whether its combinations are called otherwise than with `before`: options that are new, or in another order, say nothing yet.
    pub fn is_worded_other_than(&self, before: &Self) -> bool {
        let differs =
            |option: &AttributeOption| before.option(option.id).is_some_and(|known| known != option);
        self.name != before.name || self.options.iter().any(differs)
    }

    pub fn option(&self, id: AttributeOptionId) -> Option<&AttributeOption> {
        self.options.iter().find(|option| option.id == id)
    }

    /// The options of another one that it has none like, by their French text.
    pub fn lacking<'a>(&self, other: &'a Self) -> impl Iterator<Item = &'a AttributeOption> {
        other.options.iter().filter(|option| self.option_called(&option.name.fr).is_none())
    }

    /// Takes options that products brought: each to its place where those that there are stand in order, else behind what staff put.
    pub fn add(&mut self, options: Vec<AttributeOption>) {
        let order = |option: &AttributeOption| ValueOrder::of(None, &option.name.fr);
        let is_in_order = self.options.is_sorted_by_key(order);
        self.options.extend(options);
        if is_in_order {
            self.options.sort_by_cached_key(order);
        }
    }

    /// Whether it can have the options of another one, too.
    pub fn takes(&self, other: &Self) -> bool {
        self.options.len() + self.lacking(other).count() <= MOST_KEPT_OPTIONS
    }

    /// The option of a French text, whatever its case.
    pub fn option_called(&self, french: &str) -> Option<&AttributeOption> {
        self.options.iter().find(|option| fold(&option.name.fr) == fold(french))
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::AttributeId;
    use uuid::Uuid;

    use super::*;

    fn options(names: &[&str]) -> Vec<AttributeOption> {
        let called = |name: &&str| AttributeOption {
            id: AttributeOptionId::from_uuid(Uuid::nil()),
            name: LocalizedText { fr: (*name).to_owned(), ..LocalizedText::default() },
            color: String::new(),
            picture: None,
        };
        names.iter().map(called).collect()
    }

    fn after(own: &[&str], brought: &[&str]) -> Vec<String> {
        let mut attribute = Attribute {
            id: AttributeId::from_uuid(Uuid::nil()),
            version: 1,
            kind: "size".to_owned(),
            input: Input::Text,
            name: LocalizedText::default(),
            options: options(own),
        };
        attribute.add(options(brought));
        attribute.options.into_iter().map(|option| option.name.fr).collect()
    }

    #[test]
    fn what_products_bring_stands_in_order_unless_staff_put_another() {
        assert_eq!(after(&["30 ml", "50 ml", "100 ml"], &["75 ml"]), ["30 ml", "50 ml", "75 ml", "100 ml"]);
        assert_eq!(after(&["S", "M", "L"], &["XS"]), ["XS", "S", "M", "L"]);
        assert_eq!(
            after(&["100 ml", "30 ml"], &["75 ml"]),
            ["100 ml", "30 ml", "75 ml"],
            "the large one first"
        );
    }
}
