//! What an import of products is. Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use time::Duration;
use utoipa::ToSchema;
use uuid::Uuid;

/// Most portions of one import: a job has a row for each.
pub const MOST_PORTIONS: u32 = 1_000;
/// Most products of a portion.
pub const MOST_PRODUCTS: usize = 100;
/// Most bytes of all portions of one import as they are kept, each cell with its column's name: a file of 50 MB (`file.ts` in `web/`)
/// of short cells has more than twice as much of it.
pub const MOST_BYTES: i64 = 128 * 1024 * 1024;
/// Imports of one employee that are kept.
pub const MOST_KEPT: i64 = 20;
/// Longest name that a category or a brand has in a file, in characters: a way of ten steps.
const LONGEST_NAME: usize = 1_000;
/// Names of what the shop has not that are asked after together.
pub const MOST_UNKNOWN: usize = 2_000;
/// Imports are forgotten after this.
pub const KEPT: Duration = Duration::days(7);

/// A product as a file says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FileProduct {
    /// Of its first line, from 1.
    pub line: u32,
    /// What the file says of it, by the names of the shop's own columns: `{"name_fr": "Savon", "price_ht": "1200,50"}`.
    pub cells: BTreeMap<String, String>,
    /// A line for each combination; 2,000 at most.
    #[serde(default)]
    pub combinations: Vec<FileLine>,
}

/// A combination as a file says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FileLine {
    /// From 1.
    pub line: u32,
    /// By the names of the shop's own columns.
    pub cells: BTreeMap<String, String>,
}

/// A product of a portion, with the id that it gets if there is no such product yet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PortionProduct {
    pub id: Uuid,
    pub said: FileProduct,
}

/// Why a line is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// From 1.
    pub line: u32,
    /// Name of the column at fault; empty where it is none.
    pub column: String,
    /// A problem's code or a field's rule: `catalog.taken`, `form.validation.required`.
    pub code: String,
}

/// What a portion calls a category or a brand that the shop has not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", content = "name", rename_all = "snake_case")]
pub enum Unknown {
    Category(String),
    Brand(String),
}

/// How many products became what; of an undo `made` are gone again, `changed` are as they were, and `same` are kept but no longer sold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub made: u32,
    pub changed: u32,
    pub same: u32,
    pub refused: u32,
}

/// What became of a portion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    pub tally: Tally,
    pub faults: Vec<Fault>,
    /// Each once.
    pub unknown: Vec<Unknown>,
}

/// A step of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Check,
    Import,
    Undo,
}

impl Step {
    /// The state of an import that it begins.
    pub const fn begins(self) -> &'static str {
        match self {
            Self::Check => "checking",
            Self::Import => "importing",
            Self::Undo => "undoing",
        }
    }

    /// The state of an import that it follows.
    pub const fn follows(self) -> &'static str {
        match self {
            Self::Check => "open",
            Self::Import => "checking",
            Self::Undo => "importing",
        }
    }

    /// The state of a portion that it is done to.
    pub const fn leaves(self) -> &'static str {
        match self {
            Self::Check => "checked",
            Self::Import => "done",
            Self::Undo => "undone",
        }
    }

    /// The state that all portions have where it begins, if it matters.
    pub const fn needs(self) -> Option<&'static str> {
        match self {
            Self::Check => None,
            Self::Import => Some("checked"),
            Self::Undo => Some("done"),
        }
    }
}

/// An import as its employee sees it.
#[derive(Debug, Clone)]
pub struct Import {
    pub id: Uuid,
    pub name: String,
    pub portions: u32,
    pub phase: Phase,
    /// Portions that the present step is done to.
    pub settled: u32,
    pub tally: Tally,
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    Open,
    Checking,
    Checked,
    Importing,
    Done,
    Undoing,
    Undone,
}

impl Phase {
    /// Of what was begun, and of how many portions it is done to.
    pub fn of(state: &str, settled: u32, portions: u32) -> Self {
        match (state, settled < portions) {
            ("checking", true) => Self::Checking,
            ("checking", false) => Self::Checked,
            ("importing", true) => Self::Importing,
            ("importing", false) => Self::Done,
            ("undoing", true) => Self::Undoing,
            ("undoing", false) => Self::Undone,
            _ => Self::Open,
        }
    }
}

impl Report {
    pub fn refuse(&mut self, faults: impl IntoIterator<Item = Fault>) {
        self.tally.refused += 1;
        self.faults.extend(faults);
    }

    /// Notes what the shop has not; not what is longer than anything is called.
    pub fn lack(&mut self, unknown: Unknown) {
        let (Unknown::Category(name) | Unknown::Brand(name)) = &unknown;
        if name.chars().count() <= LONGEST_NAME && !self.unknown.contains(&unknown) {
            self.unknown.push(unknown);
        }
    }
}
