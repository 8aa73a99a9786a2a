//! What is offered where no product has all words of a search: searches that find something, with how much. Asked once for what was
//! asked in vain, of a few searches whatever was typed, and told beside the answer: who counts what is searched in vain hears of none.

use souk_views::OtherSearch;

use super::suggest::Names;
use crate::search::{MOST_NEAR, SearchEngine, SearchError, fold, is_joining, telling, unlikeness, words};

/// Words of a search that are looked at, the first ones: with what is left out of them, nine searches.
const MOST_WORDS: usize = 4;
/// Searches that are offered.
const MOST_OFFERED: usize = 3;
/// Words of fewer letters join others, but for numbers: nobody looks for them.
const SHORTEST: usize = 3;

/// The best first: of several words those with most of them, then with most products; of one word the nearest to it.
pub async fn instead(
    engine: &dyn SearchEngine,
    names: &Names,
    typed: &str,
) -> Result<Vec<OtherSearch>, SearchError> {
    match telling(&words(typed)).as_slice() {
        [] => Ok(Vec::new()),
        [word] => near(engine, names, word).await,
        _ => left_out(engine, typed).await,
    }
}

/// Each word first: what nothing has is left out of all.
async fn left_out(engine: &dyn SearchEngine, typed: &str) -> Result<Vec<OtherSearch>, SearchError> {
    let words = looked_at(typed);
    let alone = engine.counts(words.iter().map(|word| (*word).to_owned()).collect()).await?;
    let known: Vec<&str> =
        words.iter().zip(&alone).filter(|(_, products)| **products > 0).map(|(word, _)| *word).collect();
    let together = fewer(&known, typed);
    let of_together = engine.counts(together.iter().map(|words| words.join(" ")).collect()).await?;
    let alone = words.iter().map(|word| vec![*word]).zip(alone);
    let mut found: Vec<_> = together.into_iter().zip(of_together).chain(alone).collect();
    found.sort_by_key(|(words, products)| std::cmp::Reverse((words.len(), *products)));
    Ok(offered(found.into_iter().map(|(words, products)| (words.join(" "), products))))
}

/// The words that somebody may look for, as they were typed, each once.
fn looked_at(typed: &str) -> Vec<&str> {
    let is_looked_for = |piece: &&str| {
        let is_long = |word: &str| word.chars().count() >= SHORTEST || word.chars().all(char::is_numeric);
        words(piece).iter().any(|word| is_long(word) && !is_joining(word))
    };
    let apart = |is_between: fn(char) -> bool| {
        let mut pieces: Vec<&str> = Vec::new();
        for piece in typed.split(is_between).map(without_elision).filter(is_looked_for) {
            if !pieces.iter().any(|known| fold(known) == fold(piece)) {
                pieces.push(piece);
            }
        }
        pieces.truncate(MOST_WORDS);
        pieces
    };
    match apart(char::is_whitespace) {
        pieces if pieces.len() < 2 => apart(|letter| !letter.is_alphanumeric()),
        pieces => pieces,
    }
}

/// `argan` of `d'argan`.
fn without_elision(piece: &str) -> &str {
    match piece.split_once(['\'', '’']) {
        Some((_, rest)) if telling(&words(piece)) == words(rest) && !rest.is_empty() => rest,
        _ => piece,
    }
}

/// Two and more of the words: all of them, where that is not what was searched, and all but one.
fn fewer<'a>(known: &[&'a str], typed: &str) -> Vec<Vec<&'a str>> {
    let is_searched = telling(&words(&known.join(" "))) == telling(&words(typed));
    let all = (known.len() > 1 && !is_searched).then(|| known.to_vec());
    let without = |left_out: usize| {
        let kept = known.iter().enumerate().filter(move |(at, _)| *at != left_out);
        kept.map(|(_, word)| *word).collect()
    };
    let but_one = (0..known.len()).filter(|_| known.len() > 2).map(without);
    all.into_iter().chain(but_one).collect()
}

async fn near(engine: &dyn SearchEngine, names: &Names, word: &str) -> Result<Vec<OtherSearch>, SearchError> {
    let of_products = engine.words_near(word).await?;
    let known =
        of_products.iter().map(String::as_str).chain(names.words()).filter(|known| !is_joining(known));
    let mut found: Vec<(usize, &str)> =
        known.filter_map(|known| Some((unlikeness(word, known)?, known))).collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST_NEAR);
    let counts = engine.counts(found.iter().map(|(_, known)| (*known).to_owned()).collect()).await?;
    let mut found: Vec<_> = found.into_iter().zip(counts).collect();
    found.sort_by_key(|((unlikeness, _), products)| (*unlikeness, std::cmp::Reverse(*products)));
    Ok(offered(found.into_iter().map(|((_, word), products)| (word.to_owned(), products))))
}

/// The first of those that find something.
fn offered(searches: impl Iterator<Item = (String, u64)>) -> Vec<OtherSearch> {
    let found = searches.filter(|(_, total)| *total > 0).take(MOST_OFFERED);
    found.map(|(words, total)| OtherSearch { words, total }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_that_join_others_are_not_looked_for() {
        assert_eq!(looked_at("sac de Plage"), ["sac", "Plage"]);
        assert_eq!(looked_at("Chaussure rouge 42 ROUGE"), ["Chaussure", "rouge", "42"]);
        assert_eq!(looked_at("lave-linge"), ["lave", "linge"]);
        assert_eq!(looked_at("حذاء من الجلد"), ["حذاء", "الجلد"]);
        assert_eq!(looked_at("un deux trois quatre cinq six"), ["deux", "trois", "quatre", "cinq"]);
        assert_eq!(looked_at("!? %"), [""; 0]);
        assert_eq!(looked_at("Huile d'Argan pour les cheveux"), ["Huile", "Argan", "cheveux"]);
        assert_eq!(looked_at("crème d’aloe aujourd'hui"), ["crème", "aloe", "aujourd'hui"]);
    }

    #[test]
    fn a_word_at_a_time_is_left_out_of_what_the_shop_knows() {
        assert_eq!(fewer(&["sac", "rouge"], "sac rouge qqqq"), [["sac", "rouge"]]);
        for searched in ["sac rouge", "Sac de rouge", "sac d'rouge"] {
            assert_eq!(fewer(&["sac", "rouge"], searched), [[""; 0]; 0], "that was searched");
        }
        let three = fewer(&["sac", "rouge", "cuir"], "sac rouge cuir");
        assert_eq!(three, [["rouge", "cuir"], ["sac", "cuir"], ["sac", "rouge"]]);
        assert_eq!(fewer(&["sac"], "sac qqqq"), [[""; 0]; 0], "one is counted alone");
    }

    proptest! {
        #[test]
        fn whatever_is_typed_few_searches_are_made(typed in ".{0,60}") {
            let words = looked_at(&typed);
            prop_assert!(words.len() + fewer(&words, &typed).len() <= 9);
        }
    }
}
