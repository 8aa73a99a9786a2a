//! Words that join others and say nothing of what is looked for: `rouge à lèvres` is found by `rouge` and `lèvres`. They stand in the
//! index, since the name of a brand may be one, and are left out of what is typed for as long as another word is left. Both engines are
//! asked for what is left here: stop words of a server could not be searched alone either. Pure.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::words;

/// The Arabic article, which is cut off as a word of its own.
pub const ARABIC_ARTICLE: &str = "ال";

/// As they are written. `sans`, `without` and `بدون` are none: they say what is looked for.
const JOINING: [&str; 30] = [
    "à", "au", "aux", "avec", "de", "des", "du", "en", "et", "la", "le", "les", "pour", "sur", "un",
    "une", // fr
    "a", "an", "and", "for", "in", "of", "the", "with", // en
    "من", "في", "على", "مع", "و", "عن", // ar
];
/// What is left of words before a vowel, with an apostrophe or, on a phone, without: alone they may be a size or a vitamin.
const ELIDED: [&str; 3] = ["d", "l", "qu"];

/// [`JOINING`] as the search compares words.
static COMPARED: LazyLock<HashSet<String>> =
    LazyLock::new(|| JOINING.iter().flat_map(|word| words(word)).collect());

/// Whether the word, as the search compares it, joins others.
pub fn is_joining(word: &str) -> bool {
    COMPARED.contains(word)
}

/// The words without those that join the others; all of them where that leaves none.
pub fn telling(words: &[String]) -> Vec<String> {
    let joins = |at: usize| {
        let is_elided = ELIDED.contains(&words[at].as_str()) && at + 1 < words.len();
        is_elided || is_joining(&words[at])
    };
    let left: Vec<String> = (0..words.len()).filter(|at| !joins(*at)).map(|at| words[at].clone()).collect();
    if left.is_empty() { words.to_vec() } else { left }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_join_others_are_left_out_while_another_is_left() {
        for (typed, expected) in [
            ("Rouge à lèvres", "rouge levres"),
            ("rouge a levres", "rouge levres"),
            ("huile d'argan", "huile argan"),
            ("huile d’argan", "huile argan"),
            ("huile d argan", "huile argan"),
            ("L'Oréal", "oreal"),
            ("crème pour les mains", "creme mains"),
            ("The Ordinary", "ordinary"),
            ("cream for the face", "cream face"),
            ("حقيبة من الجلد", "حقيبه جلد"),
            ("كريم على الوجه", "كريم وجه"),
            ("écouteurs sans fil", "ecouteurs sans fil"),
            ("vitamine D", "vitamine d"),
            ("robe L", "robe l"),
            ("la", "la"),
            ("pour les", "pour les"),
            ("l'", "l"),
            ("", ""),
        ] {
            assert_eq!(telling(&words(typed)).join(" "), expected, "{typed}");
        }
    }

    #[test]
    fn each_of_them_is_one_word_to_the_search() {
        for word in JOINING {
            let [compared] = words(word).try_into().expect("one word");
            assert!(is_joining(&compared), "{word}");
        }
    }
}
