//! Places that a parcel can go to.

use std::collections::BTreeSet;

use serde_json::Value;
use souk_kernel::{CommuneCode, WilayaCode};

/// A wilaya of the shop's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wilaya {
    pub code: WilayaCode,
    /// `DZ-16`
    pub iso_code: String,
    pub name: String,
    pub name_ar: String,
    pub deliverable: bool,
}

/// A commune of a wilaya.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commune {
    pub code: CommuneCode,
    pub wilaya: WilayaCode,
    pub name: String,
    pub name_ar: String,
    pub deliverable: bool,
}

/// Where the shop delivers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// 1 as the places were seeded, one more with each change.
    pub version: u64,
    /// All there are; one is deliverable where its wilaya is too.
    pub communes: Vec<Commune>,
}

/// Communes to deliver to from now on, and others to which nothing goes any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AreaChange {
    /// The version that was read.
    pub version: u64,
    pub opened: BTreeSet<CommuneCode>,
    pub closed: BTreeSet<CommuneCode>,
}

/// Why the area can't be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AreaError {
    #[error("somebody changed where the shop delivers since you read it")]
    Stale,
    /// In which of the two lists it is named.
    #[error("there is no such commune among those {0}")]
    UnknownCommune(&'static str),
    #[error("commune {0} can't be opened and closed at once")]
    Contradiction(CommuneCode),
}

impl Area {
    /// The area with the change; None where all of it is so already, whoever did it.
    pub fn with(&self, change: &AreaChange) -> Result<Option<Self>, AreaError> {
        if let Some(code) = change.opened.intersection(&change.closed).next() {
            return Err(AreaError::Contradiction(code.clone()));
        }
        let known: BTreeSet<_> = self.communes.iter().map(|commune| &commune.code).collect();
        for (list, codes) in [("opened", &change.opened), ("closed", &change.closed)] {
            if !codes.iter().all(|code| known.contains(code)) {
                return Err(AreaError::UnknownCommune(list));
            }
        }
        let mut next = self.clone();
        for commune in &mut next.communes {
            let stays = commune.deliverable && !change.closed.contains(&commune.code);
            commune.deliverable = stays || change.opened.contains(&commune.code);
        }
        if next == *self {
            return Ok(None);
        }
        if change.version != self.version {
            return Err(AreaError::Stale);
        }
        next.version += 1;
        Ok(Some(next))
    }

    /// Codes of the communes that are delivered to.
    pub fn deliverable(&self) -> Vec<String> {
        let open = self.communes.iter().filter(|commune| commune.deliverable);
        open.map(|commune| commune.code.to_string()).collect()
    }

    /// What the audit log tells of it, each commune by itself: an entry has only what changed.
    pub fn facts(&self) -> Value {
        let fact = |commune: &Commune| {
            (format!("{} {}", commune.code, commune.name), Value::from(commune.deliverable))
        };
        Value::Object(self.communes.iter().map(fact).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> CommuneCode {
        text.parse().expect("a commune")
    }

    fn area() -> Area {
        let commune = |text: &str, deliverable| Commune {
            code: code(text),
            wilaya: "16".parse().expect("a wilaya"),
            name: text.into(),
            name_ar: text.into(),
            deliverable,
        };
        Area { version: 3, communes: vec![commune("1601", true), commune("1602", false)] }
    }

    fn change(version: u64, opened: &[&str], closed: &[&str]) -> AreaChange {
        let codes = |texts: &[&str]| texts.iter().map(|text| code(text)).collect();
        AreaChange { version, opened: codes(opened), closed: codes(closed) }
    }

    #[test]
    fn a_change_opens_and_closes_and_leaves_the_others() {
        let saved = area().with(&change(3, &["1602"], &["1601"])).expect("legal").expect("changed");
        assert_eq!((saved.version, saved.deliverable()), (4, vec!["1602".to_owned()]));
    }

    #[test]
    fn what_is_so_already_is_no_change_whatever_version_was_read() {
        assert_eq!(area().with(&change(1, &["1601"], &["1602"])), Ok(None));
        assert_eq!(area().with(&change(1, &[], &["1601"])), Err(AreaError::Stale));
    }

    #[test]
    fn a_change_names_communes_that_there_are_and_each_once() {
        assert_eq!(area().with(&change(3, &["1603"], &[])), Err(AreaError::UnknownCommune("opened")));
        let both = area().with(&change(3, &["1601"], &["1601"]));
        assert_eq!(both, Err(AreaError::Contradiction(code("1601"))));
    }
}
