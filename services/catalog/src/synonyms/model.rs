//! Words that mean the same, as the merchant groups them. Pure.

use souk_audit::Subject;
use souk_kernel::SynonymGroupId;
use time::OffsetDateTime;

use crate::search::{fold, words};
use crate::versions::Versioned;

/// Groups of a shop: they are all read at once.
pub const MOST_GROUPS: u8 = 200;
/// Words of a group: each is looked up beside the one that was typed.
pub const MOST_WORDS: usize = 12;
pub const LEAST_WORDS: usize = 2;
/// Longest of them, in characters, which is how far words are compared.
pub const LONGEST: usize = 40;

/// A word of a group, or a few that mean it together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synonym {
    /// As it was written.
    pub written: String,
    /// As the search compares it, with a space between words.
    pub compared: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SynonymGroup {
    pub id: SynonymGroupId,
    pub version: u64,
    pub words: Vec<String>,
    pub updated_at: OffsetDateTime,
}

/// A group as somebody wants it, read at a version; 0 for a new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub id: SynonymGroupId,
    pub version: u64,
    pub words: Vec<Synonym>,
}

/// A word that another group has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Its place in the group that is wanted.
    pub at: usize,
    /// The words of the other.
    pub group: String,
}

impl Wanted {
    /// The group that it would be if it were saved now.
    pub fn group(&self, now: OffsetDateTime) -> SynonymGroup {
        let words = self.words.iter().map(|word| word.written.clone()).collect();
        SynonymGroup { id: self.id, version: self.version, words, updated_at: now }
    }
}

impl Versioned for SynonymGroup {
    fn version(&self) -> u64 {
        self.version
    }

    fn at(self, version: u64) -> Self {
        Self { version, ..self }
    }

    fn unsaid_as(self, before: &Self) -> Self {
        Self { updated_at: before.updated_at, ..self }
    }
}

impl SynonymGroup {
    /// As the audit log names it: by its words.
    pub fn subject(&self) -> Subject {
        Subject::new("synonyms", self.id, said(&self.words))
    }

    /// Whether one of its words has this part, as it is written or as the search compares words.
    pub fn has(&self, part: &str) -> bool {
        let (written, compared) = (fold(part), words(part).join(" "));
        let is_in = |word: &String| {
            fold(word).contains(&written)
                || (!compared.is_empty() && words(word).join(" ").contains(&compared))
        };
        self.words.iter().any(is_in)
    }

    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({ "words": self.words })
    }
}

/// A group in one line.
pub fn said(words: &[String]) -> String {
    words.join(" = ")
}
