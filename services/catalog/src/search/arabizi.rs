//! Arabic as it is typed in Latin letters and digits (`3otor`, `9ahwa`, `sabat`): which words of the index may be meant by it, as a
//! pattern. Long vowels may stand in the word or not, since nobody types them alike; a consonant is any of those that sound so. Pure.

use std::fmt::Write as _;

/// Characters of a word that is taken so: shorter ones sound like everything.
const SHORTEST: usize = 3;
const LONGEST: usize = 16;
/// Consonants that a word has at least, and from how many on one that is still typed finds what it begins.
const CONSONANTS: usize = 2;
const BEGINNING_CONSONANTS: usize = 3;

/// Consonants, those of several letters first, with those that they are typed for in Algeria, as the index writes them.
const CONSONANT_SOUNDS: [(&str, &str); 33] = [
    ("tch", "(تش|ش)"),
    ("ch", "ش"),
    ("sh", "(ش|س[هح])"),
    ("kh", "خ"),
    ("gh", "غ"),
    ("dj", "د?ج"),
    ("th", "([ثتذظ]|ت[هح])"),
    ("dh", "([ذضظد]|د[هح])"),
    ("ph", "ف"),
    ("3", "ع"),
    ("5", "خ"),
    ("6", "ط"),
    ("7", "ح"),
    ("8", "[غق]"),
    ("9", "ق"),
    ("b", "ب"),
    ("c", "[كقس]"),
    ("d", "[دضذظ]"),
    ("f", "ف"),
    ("g", "[قغجڨكگ]"),
    ("h", "[هح]"),
    ("j", "ج"),
    ("k", "[كق]"),
    ("l", "ل"),
    ("m", "م"),
    ("n", "ن"),
    ("p", "[بپ]"),
    ("q", "[قك]"),
    ("r", "ر"),
    ("s", "[سصث]"),
    ("t", "[تطث]"),
    ("v", "[فڤ]"),
    ("z", "[زذظ]"),
];
/// Digits as they are written where the same word stands in Latin letters: `9andoura` is `gandoura`.
const LATIN_DIGITS: [(char, &str); 7] =
    [('2', ""), ('3', "[ae]?"), ('5', "kh?"), ('6', "t"), ('7', "h"), ('8', "gh?"), ('9', "[qkg]")];

/// What finds the words of the index that a typed one may stand for.
#[derive(Debug, PartialEq, Eq)]
pub struct Heard {
    /// A regular expression of the whole word.
    pub whole: String,
    /// The same of its beginning, where it has enough to go by.
    pub begun: Option<String>,
}

/// Whether a word is surely typed so: a digit that stands for a letter is before one, as it is in no name of a model (`note9`).
pub fn is_arabizi(word: &str) -> bool {
    let stands_for_letter = |letter: char| LATIN_DIGITS.iter().any(|(digit, _)| *digit == letter);
    let mut following = word.chars().skip(1);
    let is_before_letter = |letter| {
        let next = following.next();
        stands_for_letter(letter) && next.is_some_and(char::is_alphabetic)
    };
    word.chars().any(is_before_letter) && heard(word).is_some()
}

/// Of a word as the search compares it; `None` where it can't be Arabic in Latin letters, or is too short to tell.
pub fn heard(word: &str) -> Option<Heard> {
    let word = without_article(word);
    let length = word.chars().count();
    if !(SHORTEST..=LONGEST).contains(&length) || !word.contains(|letter: char| letter.is_ascii_lowercase()) {
        return None;
    }
    let (mut whole, consonants) = arabic(word)?;
    if consonants < CONSONANTS {
        return None;
    }
    if let Some(latin) = latin(word) {
        whole = format!("({whole}|{latin})");
    }
    let begun = (consonants >= BEGINNING_CONSONANTS).then(|| format!("{whole}.*"));
    Some(Heard { whole, begun })
}

/// `3otor` of `el3otor`: before a digit nothing else can be meant by it.
fn without_article(word: &str) -> &str {
    let rest = ["el", "al", "l"].iter().find_map(|article| word.strip_prefix(article));
    rest.filter(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit())).unwrap_or(word)
}

/// The pattern of the Arabic word, with how many consonants it has.
fn arabic(word: &str) -> Option<(String, usize)> {
    let (mut pattern, mut consonants, mut at) = (String::new(), 0, 0);
    while let Some(letter) = word[at..].chars().next() {
        let is_last = at + letter.len_utf8() == word.len();
        let next_is_vowel = word[at..].chars().nth(1).is_some_and(|next| "aeiou".contains(next));
        if let Some((typed, sounds)) =
            CONSONANT_SOUNDS.iter().find(|(typed, _)| word[at..].starts_with(typed))
        {
            at += typed.len();
            // A doubled consonant is written once.
            if word[at..].starts_with(typed) && letter.is_ascii_lowercase() {
                at += typed.len();
            }
            pattern.push_str(sounds);
            consonants += 1;
            continue;
        }
        let sounds = match (letter, at == 0, is_last) {
            ('a' | 'e', true, _) => "[اع]ا?",
            ('a', _, true) => "[اهيع]?ء?",
            ('a', ..) => "[اع]?",
            ('e', _, true) => "[اهي]?",
            ('e', ..) => "[اي]?",
            ('i', true, _) => "[اع]ي?",
            ('o' | 'u', true, _) => "[اعو]و?",
            ('w', ..) | ('o' | 'u', _, true) => "و",
            ('o' | 'u', ..) => "و?",
            ('y', ..) if next_is_vowel => "ي",
            ('i' | 'y', _, true) => "ي",
            ('i' | 'y', ..) => "ي?",
            ('x', ..) => "كس",
            ('2', ..) => "[ءاوي]?",
            _ => return None,
        };
        consonants += usize::from(matches!(letter, 'w' | 'x' | 'y'));
        pattern.push_str(sounds);
        at += letter.len_utf8();
    }
    Some((pattern, consonants))
}

/// The pattern of the word in Latin letters; `None` where it was typed so.
fn latin(word: &str) -> Option<String> {
    let mut pattern = String::new();
    for letter in word.chars() {
        match LATIN_DIGITS.iter().find(|(digit, _)| *digit == letter) {
            Some((_, written)) => pattern.push_str(written),
            None => write!(pattern, "{letter}").ok()?,
        }
    }
    (pattern != word).then_some(pattern)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tantivy::query::RegexQuery;
    use tantivy::schema::Field;

    use super::*;

    #[test]
    fn digits_before_letters_are_letters() {
        let typed = ["3otor", "9ahwa", "7lib", "sa3a", "5obz", "el3otor"];
        assert!(typed.into_iter().all(is_arabizi));
        let others = ["note9", "iphone15", "500ml", "2024", "parfum", "5g", "3d", "عطر", "3عطر"];
        assert!(!others.into_iter().any(is_arabizi));
    }

    #[test]
    fn what_is_too_short_or_too_long_sounds_like_nothing() {
        for word in ["", "ab", "aie", "bou", "2024", "parfumsdelorientmagnifique", "création"] {
            assert_eq!(heard(word), None, "{word}");
        }
        assert_eq!(heard("zit").map(|heard| heard.begun), Some(None), "it begins too much");
    }

    #[test]
    fn vowels_may_be_written_and_consonants_are_any_that_sound_so() {
        assert_eq!(heard("misk").map(|heard| heard.whole), Some("مي?[سصث][كق]".to_owned()));
        assert_eq!(
            heard("9ahwa").map(|heard| heard.whole),
            Some("(ق[اع]?[هح]و[اهيع]?ء?|[qkg]ahwa)".to_owned())
        );
    }

    proptest! {
        #[test]
        fn whatever_is_typed_is_a_pattern_that_can_be_looked_for(word in "[a-z2-9]{0,18}") {
            if let Some(heard) = heard(&word) {
                for pattern in [Some(heard.whole), heard.begun].into_iter().flatten() {
                    prop_assert!(RegexQuery::from_pattern(&pattern, Field::from_field_id(0)).is_ok(), "{}", pattern);
                }
            }
        }
    }
}
