//! Arabic as it is typed in Latin letters and digits (`3otor`, `9ahwa`, `sabat`): which words of the index may be meant by it, as a
//! pattern. Long vowels may stand in the word or not, since nobody types them alike; a consonant is any of those that sound so. Pure.

use std::fmt::Write as _;

/// Characters of a word that is taken so: shorter ones sound like everything.
const SHORTEST: usize = 3;
const LONGEST: usize = 16;
/// Consonants that a pattern demands at least, whatever may be left out, and from how many on a word that is still typed finds what it
/// begins: with fewer it would find a part of everything.
const CONSONANTS: usize = 2;
const BEGINNING_CONSONANTS: usize = 3;
/// Letters beside digits from which a word is looked for in Latin letters too: the digits hardly narrow what is left.
const LATIN_LETTERS: usize = 4;

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
/// What is counted: digits before it are a number, and `3ml` is neither `عمل` nor `ml`.
const COUNTED: [&str; 46] = [
    "xs", "xl", "xxl", "xxxl", "x", // sizes
    "mg", "g", "gr", "kg", "kgs", "ml", "cl", "dl", "l", "lt", "ltr", // weights, volumes
    "mm", "cm", "m", "km", "m2", "m3", "cm2", "cm3", // lengths
    "kb", "mb", "gb", "tb", "ko", "mo", "go", "to", // memory
    "w", "kw", "v", "kv", "kva", "ah", "mah", "hz", "ghz", "mp", // electricity, pictures
    "pc", "pcs", "pack", "packs", // packs
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

/// Whether a word is surely typed so: a digit that stands for a letter is before a letter, and after no other digit. In few names of
/// models it is (`note9`, `s23ultra`).
pub fn is_arabizi(word: &str) -> bool {
    let stands_for_letter = |letter: char| LATIN_DIGITS.iter().any(|(digit, _)| *digit == letter);
    let letters: Vec<char> = word.chars().collect();
    let is_letter = |at: usize| {
        let is_in_number = at > 0 && letters[at - 1].is_numeric();
        let is_before_letter = letters.get(at + 1).is_some_and(|next| next.is_alphabetic());
        stands_for_letter(letters[at]) && is_before_letter && !is_in_number
    };
    (0..letters.len()).any(is_letter) && heard(word).is_some()
}

/// Of a word as the search compares it; `None` where it can't be Arabic in Latin letters, or is too short to tell.
pub fn heard(word: &str) -> Option<Heard> {
    let word = without_article(word);
    let length = word.chars().count();
    let has_letter = word.contains(|letter: char| letter.is_ascii_lowercase());
    if !(SHORTEST..=LONGEST).contains(&length) || !has_letter || is_quantity(word) {
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

fn is_quantity(word: &str) -> bool {
    let counted = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    counted.len() < word.len() && COUNTED.contains(&counted)
}

/// The pattern of the Arabic word, with how many consonants it demands.
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
        consonants += usize::from(matches!(letter, 'w' | 'x' | 'y') && !sounds.ends_with('?'));
        pattern.push_str(sounds);
        at += letter.len_utf8();
    }
    Some((pattern, consonants))
}

/// The pattern of the word in Latin letters; `None` where it was typed so, or where too little of it would be looked for.
fn latin(word: &str) -> Option<String> {
    let letters = word.chars().filter(char::is_ascii_lowercase).count();
    // A 2 is no sound in Latin letters: at the beginning two of something are meant, `2tiroirs`.
    if letters < LATIN_LETTERS || word.starts_with('2') {
        return None;
    }
    let is_before_vowel = word[1..].starts_with(['a', 'e', 'i', 'o', 'u']);
    let mut pattern = String::new();
    for (at, letter) in word.char_indices() {
        match LATIN_DIGITS.iter().find(|(digit, _)| *digit == letter) {
            // Before a consonant it is a vowel that nobody leaves out, or three of something are meant: `3tiroirs`.
            Some(('3', _)) if at == 0 && !is_before_vowel => pattern.push_str("[ae]"),
            Some((_, written)) => pattern.push_str(written),
            None => write!(pattern, "{letter}").ok()?,
        }
    }
    (pattern != word).then_some(pattern)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use tantivy::collector::DocSetCollector;
    use tantivy::query::RegexQuery;
    use tantivy::schema::{Field, STORED, STRING, Schema, Value as _};
    use tantivy::{Index, Searcher, TantivyDocument};

    use super::*;

    const LETTERS: &str = "ءابپتثجحخدذرزسشصضطظعغفڤقڨكگلمنهوي";

    /// Arabic words of two letters, one, and none.
    static SHORT_WORDS: LazyLock<(Searcher, Field)> = LazyLock::new(|| {
        let mut schema = Schema::builder();
        let field = schema.add_text_field("word", STRING | STORED);
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 15_000_000).expect("a writer");
        let letters: Vec<char> = LETTERS.chars().collect();
        let one = || letters.iter().map(char::to_string).chain([String::new()]);
        let pairs = one().flat_map(|first| letters.iter().map(move |second| format!("{first}{second}")));
        for word in pairs.chain([String::new()]) {
            let mut document = TantivyDocument::new();
            document.add_text(field, word);
            writer.add_document(document).expect("added");
        }
        writer.commit().expect("committed");
        (index.reader().expect("a reader").searcher(), field)
    });

    /// Letters of the short words that a pattern finds.
    fn found_letters(pattern: &str) -> Vec<usize> {
        let (searcher, field) = &*SHORT_WORDS;
        let query = RegexQuery::from_pattern(pattern, *field).expect("a pattern");
        let found = searcher.search(&query, &DocSetCollector).expect("looked for");
        let letters = |address| {
            let document: TantivyDocument = searcher.doc(address).expect("stored");
            let word = document.get_first(*field).and_then(|value| value.as_str()).expect("a word");
            word.chars().count()
        };
        found.into_iter().map(letters).collect()
    }

    #[test]
    fn short_words_are_looked_at() {
        assert_eq!(found_letters(""), [0]);
        assert_eq!(found_letters("ع"), [1]);
        let pairs = found_letters("ع.?").into_iter().filter(|letters| *letters == 2);
        assert_eq!(pairs.count(), LETTERS.chars().count());
    }

    #[test]
    fn digits_before_letters_are_letters() {
        let typed = ["3otor", "9ahwa", "7lib", "sa3a", "5obz", "el3otor"];
        assert!(typed.into_iter().all(is_arabizi));
        let others = ["note9", "iphone15", "500ml", "2024", "parfum", "5g", "3d", "عطر", "3عطر"];
        assert!(!others.into_iter().any(is_arabizi));
        let models = ["s23ultra", "a55galaxy", "256gb"];
        assert!(!models.into_iter().any(is_arabizi), "they may be misspelt");
    }

    #[test]
    fn numbers_before_what_is_counted_are_no_letters() {
        let counted =
            ["2xl", "3xl", "2kg", "3ml", "2cm", "2pcs", "2gb", "5kg", "32gb", "75ml", "3m2", "2pack"];
        for word in counted {
            assert_eq!(heard(word), None, "{word}");
        }
        let [sel, drawers, two] =
            ["3sel", "3tiroirs", "2tiroirs"].map(|word| heard(word).expect("Arabic").whole);
        assert!(!sel.contains('|') && !two.contains('|') && drawers.ends_with("|[ae]tiroirs)"), "{drawers}");
    }

    #[test]
    fn what_is_too_short_or_too_long_sounds_like_nothing() {
        let optional = ["yyy2", "yyy2a", "yyyy", "ay2y2y2", "eyyyyyy2", "bay2y2y2"];
        for word in optional {
            assert_eq!(heard(word), None, "{word} demands next to nothing");
        }
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
        /// Of what is left out in a pattern the most, and of letters that say little.
        #[test]
        fn whatever_is_typed_demands_so_many_letters(word in "[a-z2-9]{3,16}|[aeiouyw2-9bl]{3,16}|[ay2]{3,16}") {
            if let Some(heard) = heard(&word) {
                let found = found_letters(&heard.whole);
                prop_assert!(found.iter().all(|letters| *letters >= CONSONANTS), "{}", heard.whole);
                let begun = heard.begun.map(|begun| found_letters(&begun)).unwrap_or_default();
                prop_assert!(begun.is_empty(), "of three letters at least: {}", heard.whole);
            }
        }

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
