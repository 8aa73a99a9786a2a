//! How alike two words are written, beyond the typos that a search forgives. Pure.

/// Words that are looked up for one that nothing has.
pub const MOST_NEAR: usize = 6;

/// Letters from which a word is long enough to be meant by another one.
const SHORTEST: usize = 3;
/// Longest word that is compared.
const LONGEST: usize = 40;
/// Letters from which a word is found in a longer one that begins with it.
const BEGINNING_FROM: usize = 4;
/// A word that only begins the one typed is less like it than any other.
const BEGINS: usize = 4;

/// How unlike a word is to the one that was typed; `None` where nobody means the one by the other.
pub fn unlikeness(typed: &str, word: &str) -> Option<usize> {
    let [typed, word] = [typed, word].map(|text| text.chars().take(LONGEST + 1).collect::<Vec<_>>());
    let is_compared = |word: &[char]| (SHORTEST..=LONGEST).contains(&word.len());
    if !is_compared(&typed) || !is_compared(&word) || typed == word {
        return None;
    }
    let most = match typed.len() {
        9.. => 3,
        5.. => 2,
        _ => 1,
    };
    if typed.len().abs_diff(word.len()) <= most {
        let changes = changes(&typed, &word);
        if changes <= most {
            return Some(changes);
        }
    }
    (word.len() >= BEGINNING_FROM && typed.starts_with(&word)).then_some(BEGINS)
}

/// Letters to put in, take out, replace or swap with the next to make one word of the other.
fn changes(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for at in 1..=one.len() {
        let mut row = vec![at; other.len() + 1];
        for place in 1..=other.len() {
            let differs = usize::from(one[at - 1] != other[place - 1]);
            let changed = (last[place - 1] + differs).min(last[place] + 1).min(row[place - 1] + 1);
            let is_swapped =
                at > 1 && place > 1 && one[at - 1] == other[place - 2] && one[at - 2] == other[place - 1];
            row[place] = if is_swapped { changed.min(before[place - 2] + 1) } else { changed };
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_word_is_like_one_that_differs_by_few_of_its_letters() {
        let cases = [
            ("bok", "bol", Some(1)),
            ("ambr", "ambre", Some(1)),
            ("prafum", "parfum", Some(1)),
            ("chosur", "chaussure", None),
            ("shosure", "chaussure", None),
            ("shossure", "chaussure", None),
            ("shossures", "chaussures", Some(3)),
            ("عتر", "عطر", Some(1)),
            ("bo", "bol", None),
            ("bol", "bol", None),
            ("table", "lampe", None),
        ];
        for (typed, word, expected) in cases {
            assert_eq!(unlikeness(typed, word), expected, "{typed} {word}");
        }
    }

    #[test]
    fn what_begins_the_word_is_like_it_least() {
        assert_eq!(unlikeness("parfumerie", "parfum"), Some(BEGINS));
        assert_eq!(unlikeness("parfumerie", "par"), None);
        assert_eq!(unlikeness("parfum", "parfumerie"), None, "the search finds what goes on");
    }

    proptest! {
        #[test]
        fn changes_are_the_same_both_ways_and_no_more_than_letters(one in ".{0,12}", other in ".{0,12}") {
            let [one, other] = [one, other].map(|text| text.chars().collect::<Vec<_>>());
            prop_assert_eq!(changes(&one, &other), changes(&other, &one));
            prop_assert!(changes(&one, &other) <= one.len().max(other.len()));
            prop_assert_eq!(changes(&one, &one), 0);
        }
    }
}
