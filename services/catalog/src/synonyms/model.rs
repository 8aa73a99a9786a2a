//! Words that mean the same, as the merchant groups them. Pure.

use souk_audit::Subject;
use souk_kernel::SynonymGroupId;
use time::OffsetDateTime;

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

/// The version that somebody wants to change is not the present one; `None` where there is none at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfDate(pub Option<u64>);

impl Wanted {
    pub fn written(&self) -> Vec<String> {
        self.words.iter().map(|word| word.written.clone()).collect()
    }

    /// The group after the change; the present one where it is the same.
    pub fn over(
        &self,
        before: Option<&SynonymGroup>,
        now: OffsetDateTime,
    ) -> Result<SynonymGroup, OutOfDate> {
        let words = self.written();
        match before {
            Some(before) if before.words == words => Ok(before.clone()),
            Some(before) if before.version != self.version => Err(OutOfDate(Some(before.version))),
            None if self.version > 0 => Err(OutOfDate(None)),
            _ => Ok(SynonymGroup { id: self.id, version: self.version + 1, words, updated_at: now }),
        }
    }
}

impl SynonymGroup {
    /// As the audit log names it: by its words.
    pub fn subject(&self) -> Subject {
        Subject::new("synonyms", self.id, said(&self.words))
    }

    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({ "words": self.words })
    }
}

/// A group in one line.
pub fn said(words: &[String]) -> String {
    words.join(" = ")
}
