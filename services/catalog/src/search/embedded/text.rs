//! What a shopper typed, as words to look for: every word must be found, in a name rather than elsewhere,
//! whole rather than begun, right rather than misspelt. Words that are called otherwise too are found by their other names, in whole
//! words, each of them anywhere. Arabic in Latin letters is found by how it sounds.

use std::mem::take;

use tantivy::query::{BooleanQuery, FuzzyTermQuery, Query, RegexQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Score, Term};

use super::schema::Fields;
use super::words::words;
use crate::search::arabizi::{Heard, heard, is_arabizi};
use crate::search::{Synonyms, telling};

/// More words than a shopper types; the rest of a pasted page is not looked at.
const MOST_WORDS: usize = 8;
/// Words whose typos are forgiven, the first long ones: each is an automaton over all words of the index.
const MOST_FORGIVEN: usize = 3;
/// Words that are looked for by their sound, those first that are surely typed so: each is an automaton, or two, over all words.
const MOST_HEARD: usize = 3;
/// Longest word that is looked up: a typo automaton grows with it.
const LONGEST_WORD: usize = 40;
/// Words of other names that are looked up for one search, the first ones: each has its set of documents.
const MOST_OTHER_WORDS: usize = 48;
/// Letters from which a word that is still typed finds those that it begins: one letter begins a part of everything.
const BEGINNING_FROM: usize = 2;
/// Lengths from which one and two typos are forgiven, as Meilisearch does.
const ONE_TYPO_FROM: usize = 5;
const TWO_TYPOS_FROM: usize = 9;

const NAME_BOOST: Score = 8.0;
const WORD_BOOST: Score = 2.0;
const NAME_PREFIX_BOOST: Score = 4.0;
const WORD_PREFIX_BOOST: Score = 1.0;
const TYPO_BOOST: Score = 0.25;
const SOUND_BOOST: Score = 0.25;
const BEGUN_SOUND_BOOST: Score = 0.1;

/// How well the words must be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// All of them, as they were typed.
    AllAsTyped,
    /// All of them, typos forgiven.
    All,
    /// All of them, typos forgiven, or by how they sound.
    AllAsHeard,
    /// Any of them, typos forgiven.
    Any,
}

/// One of the words that were typed, and how it is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedWord {
    pub text: String,
    pub ways: Vec<Way>,
}

/// One of the ways in which a word is found. What it finds is the same for all words and searches that share it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Way {
    /// As it is written.
    Same(String),
    /// By words that it begins, since it is still being typed: itself too.
    Beginning(String),
    /// With so many typos at most, or by words that it begins so.
    Misspelt { text: String, typos: u8, may_go_on: bool },
    /// By words of a pattern, since it sounds like them, or like their beginning.
    Heard { pattern: String, is_begun: bool },
}

/// A word that was typed, or a few that are called otherwise together.
#[derive(Debug, PartialEq, Eq)]
pub struct TypedPart {
    pub typed: Vec<TypedWord>,
    /// What else they are called.
    pub others: Vec<Vec<TypedWord>>,
}

/// The parts to look for in `typed`, none where it has no word.
pub fn typed_parts(typed: &str, matching: Match, synonyms: &Synonyms) -> Vec<TypedPart> {
    let words = typed_words(typed, matching);
    let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    let (mut words, mut parts, mut at, mut room) = (words.into_iter(), Vec::new(), 0, MOST_OTHER_WORDS);
    while at < texts.len() {
        let (length, others) = synonyms.beginning(&texts[at..]).unwrap_or((1, &[]));
        let others = others.iter().map(|other| telling(other)).take_while(|other| {
            let left = room.checked_sub(other.len());
            room = left.unwrap_or(0);
            left.is_some()
        });
        let others = others.map(|other| other.iter().map(|text| TypedWord::whole(text)).collect()).collect();
        parts.push(TypedPart { typed: words.by_ref().take(length).collect(), others });
        at += length;
    }
    parts
}

/// The words to look for in `typed`, none where it has none.
fn typed_words(typed: &str, matching: Match) -> Vec<TypedWord> {
    let cut = |word: String| word.chars().take(LONGEST_WORD).collect();
    let words: Vec<String> = telling(&words(typed)).into_iter().take(MOST_WORDS).map(cut).collect();
    let last = words.len().saturating_sub(1);
    let still_typing = typed.ends_with(char::is_alphanumeric);
    let mut sounds = sounds(&words, matching);
    let mut forgiven = if matching == Match::AllAsTyped { MOST_FORGIVEN } else { 0 };
    let typed_word = |(at, text): (usize, String)| {
        let heard = take(&mut sounds[at]);
        // With digits for letters it is no other word misspelt: `3otor` is not `motor`.
        let is_right = heard.is_some() && is_arabizi(&text);
        let typos = if forgiven < MOST_FORGIVEN && !is_right { forgiven_typos(&text) } else { 0 };
        forgiven += usize::from(typos > 0);
        let may_go_on = at == last && still_typing && text.chars().count() >= BEGINNING_FROM;
        let mut ways = vec![if may_go_on { Way::Beginning(text.clone()) } else { Way::Same(text.clone()) }];
        if typos > 0 {
            ways.push(Way::Misspelt { text: text.clone(), typos, may_go_on });
        }
        if let Some(Heard { whole, begun }) = heard {
            ways.push(Way::Heard { pattern: whole, is_begun: false });
            let begun = begun.filter(|_| may_go_on);
            ways.extend(begun.map(|pattern| Way::Heard { pattern, is_begun: true }));
        }
        TypedWord { text, ways }
    };
    words.into_iter().enumerate().map(typed_word).collect()
}

/// What is heard in each of the words.
fn sounds(words: &[String], matching: Match) -> Vec<Option<Heard>> {
    let mut sounds: Vec<Option<Heard>> = words.iter().map(|_| None).collect();
    if matching == Match::AllAsTyped {
        return sounds;
    }
    let (sure, others): (Vec<usize>, Vec<usize>) = (0..words.len()).partition(|at| is_arabizi(&words[*at]));
    let others = others.into_iter().filter(|_| matching == Match::AllAsHeard);
    let all = sure.into_iter().chain(others).filter_map(|at| Some((at, heard(&words[at])?)));
    for (at, heard) in all.take(MOST_HEARD) {
        sounds[at] = Some(heard);
    }
    sounds
}

impl TypedWord {
    fn whole(text: &str) -> Self {
        Self { text: text.to_owned(), ways: vec![Way::Same(text.to_owned())] }
    }

    /// Where it stands as it was typed, with how much its being there weighs.
    pub fn exact(&self, fields: &Fields) -> [(Score, Box<dyn Query>); 2] {
        [(NAME_BOOST, fields.names), (WORD_BOOST, fields.words)]
            .map(|(boost, field)| (boost, word_in(field, &self.text)))
    }
}

impl Way {
    /// What together finds the word so, each with what being found by it scores.
    pub fn sets(&self, fields: &Fields) -> Vec<(Score, Box<dyn Query>)> {
        let anywhere = [fields.names, fields.words];
        match self {
            // What is the same scores by itself.
            Self::Same(text) => {
                let anywhere = anywhere.map(|field| word_in(field, text));
                vec![(0.0, Box::new(BooleanQuery::union(anywhere.into())))]
            }
            Self::Beginning(text) => {
                let boosts = [NAME_PREFIX_BOOST, WORD_PREFIX_BOOST].into_iter();
                boosts.zip(anywhere).map(|(boost, field)| (boost, alike(field, text, 0, true))).collect()
            }
            Self::Misspelt { text, typos, may_go_on } => {
                anywhere.map(|field| (TYPO_BOOST, alike(field, text, *typos, *may_go_on))).into()
            }
            Self::Heard { pattern, is_begun } => {
                let score = if *is_begun { BEGUN_SOUND_BOOST } else { SOUND_BOOST };
                anywhere.into_iter().filter_map(|field| Some((score, sounding(field, pattern)?))).collect()
            }
        }
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        match self {
            Self::Same(letters)
            | Self::Beginning(letters)
            | Self::Misspelt { text: letters, .. }
            | Self::Heard { pattern: letters, .. } => letters.len(),
        }
    }
}

fn word_in(field: Field, text: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::WithFreqs))
}

fn alike(field: Field, text: &str, typos: u8, may_go_on: bool) -> Box<dyn Query> {
    let query = if may_go_on { FuzzyTermQuery::new_prefix } else { FuzzyTermQuery::new };
    Box::new(query(Term::from_field_text(field, text), typos, typos > 0))
}

/// `None` for a pattern of more states than can be kept: it finds nothing.
fn sounding(field: Field, pattern: &str) -> Option<Box<dyn Query>> {
    Some(Box::new(RegexQuery::from_pattern(pattern, field).ok()?))
}

fn forgiven_typos(word: &str) -> u8 {
    match word.chars().count() {
        TWO_TYPOS_FROM.. => 2,
        ONE_TYPO_FROM.. => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(typed: &str, matching: Match) -> Vec<Way> {
        typed_words(typed, matching).into_iter().flat_map(|word| word.ways).collect()
    }

    fn heard(typed: &str, matching: Match) -> usize {
        ways(typed, matching).into_iter().filter(|way| matches!(way, Way::Heard { .. })).count()
    }

    #[test]
    fn only_what_may_be_arabic_is_looked_for_by_its_sound_beside() {
        let same = |typed| ways(typed, Match::All) == ways(typed, Match::AllAsHeard);
        for typed in ["xs 2024", "256gb 2xl", "عطر", "3otor", "9ahwa 3otor ", "3ml", ""] {
            assert!(same(typed), "{typed} is not looked for a second time");
        }
        assert!(!same("kahwa") && !same("3otor kahwa"));
        let written = |matching| {
            let ways = ways("bakalou 3otor", matching).into_iter();
            ways.filter(|way| !matches!(way, Way::Heard { .. })).collect::<Vec<_>>()
        };
        assert_eq!(written(Match::All), written(Match::AllAsHeard), "so it is found by the same sets");
    }

    #[test]
    fn few_words_are_looked_for_by_their_sound_the_sure_ones_first() {
        let typed = "bakalou merdisa tolpani rivoka gadimel sobrati 9ahwa 3otor ";
        assert_eq!(heard(typed, Match::AllAsTyped), 0);
        assert_eq!(heard(typed, Match::All), 2);
        assert_eq!(heard(typed, Match::AllAsHeard), 3);
        let last = typed_words(typed, Match::AllAsHeard).pop().expect("a word");
        assert!(matches!(last.ways[..], [Way::Same(_), Way::Heard { .. }]), "it is sure: {last:?}");
        assert_eq!(heard("ba7alou me3disa tol9ani ri7oka gad3mel", Match::Any), 3);
    }

    #[test]
    fn names_of_models_may_be_misspelt_and_sure_arabic_not() {
        let typos = |typed| {
            let ways = ways(typed, Match::All).into_iter();
            let typos = ways.filter_map(|way| match way {
                Way::Misspelt { typos, .. } => Some(typos),
                _ => None,
            });
            typos.sum::<u8>()
        };
        assert_eq!(["s23ultra", "a55galaxy", "256gb", "3otor"].map(typos), [1, 2, 1, 0]);
    }
}
