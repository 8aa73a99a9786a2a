//! Words that mean the same to who searches. Pure.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::telling;

/// Words that one synonym may have: a server of Meilisearch looks up no more together.
pub const LONGEST_PHRASE: usize = 3;

/// One word, or a few in their order, as the search compares them.
pub type Phrase = Arc<[String]>;

/// Groups of phrases, each phrase in one group at most. They are looked up by the words that are left of what is typed ([`telling`]).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synonyms(HashMap<Phrase, Arc<[Phrase]>>);

impl FromIterator<Vec<Phrase>> for Synonyms {
    fn from_iter<T: IntoIterator<Item = Vec<Phrase>>>(groups: T) -> Self {
        let mut others: HashMap<Phrase, Vec<Phrase>> = HashMap::new();
        for group in groups {
            for phrase in &group {
                let asked = Phrase::from(telling(phrase));
                let of = group.iter().filter(|other| telling(other) != *asked).cloned();
                others.entry(asked.clone()).or_default().extend(of);
            }
        }
        for of in others.values_mut() {
            let mut seen = HashSet::new();
            of.retain(|other| seen.insert(telling(other)));
        }
        Self(others.into_iter().map(|(phrase, of)| (phrase, of.into())).collect())
    }
}

impl Synonyms {
    /// The longest beginning of some words that is called otherwise too: how many words it has, and what else it is called.
    pub fn beginning(&self, words: &[String]) -> Option<(usize, &[Phrase])> {
        let lengths = 1..=words.len().min(LONGEST_PHRASE);
        lengths.rev().find_map(|length| Some((length, &**self.0.get(&words[..length])?)))
    }

    /// What is asked of every phrase, with what else it is called.
    pub fn all(&self) -> impl Iterator<Item = (&Phrase, &[Phrase])> {
        self.0.iter().map(|(phrase, others)| (phrase, &**others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn group(texts: &[&str]) -> Vec<Phrase> {
        texts.iter().map(|text| words(text).into()).collect()
    }

    #[test]
    fn each_of_a_group_leads_to_the_others() {
        let groups = [group(&["samsung", "سامسونغ", "samsoung"]), group(&["itr", "parfum"])];
        let synonyms: Synonyms = groups.into_iter().collect();
        let others = |word: &str| synonyms.beginning(&words(word)).map(|(_, others)| others.to_vec());
        assert_eq!(others("سامسونغ"), Some(group(&["samsung", "samsoung"])));
        assert_eq!(others("itr"), Some(group(&["parfum"])));
        assert_eq!(others("sams"), None);
        assert_eq!(synonyms.all().count(), 5);
    }

    #[test]
    fn the_longest_beginning_counts() {
        let groups = [group(&["machine a laver", "lave linge"]), group(&["machine", "appareil"])];
        let synonyms: Synonyms = groups.into_iter().collect();
        let length = |text: &str| synonyms.beginning(&words(text)).map(|(length, _)| length);
        assert_eq!(length("machine laver blanche"), Some(2), "asked without the words that join");
        assert_eq!(length("machine coudre"), Some(1));
        assert_eq!(length("lave vaisselle"), None);
        assert_eq!(synonyms.beginning(&[]), None);
    }
}
