//! How names are compared that people write in more than one way.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The name without capitals, accents, vowel signs, hamzas and apostrophes, its hyphens as spaces: `BEAUTE` and `Beauté` are alike, as
/// are `أحذية` and `احذيه`. As `web/src/domain/folded.ts` folds what is looked for in a list.
pub fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for letter in name.nfd().filter(|letter| !is_left_out(*letter)).flat_map(char::to_lowercase) {
        match letter {
            letter if is_space(letter) => push_space(&mut folded),
            'ة' => folded.push('ه'),
            'ى' => folded.push('ي'),
            letter => folded.push(letter),
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

fn is_left_out(letter: char) -> bool {
    is_combining_mark(letter) || matches!(letter, '\u{640}' | '\'' | '’' | '‘' | 'ʼ' | 'ʹ' | '′' | '`' | '´')
}

/// Hyphens are spaces, as many write them.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '-' | '‐' | '‑' | '–')
}

fn push_space(folded: &mut String) {
    if !folded.is_empty() && !folded.ends_with(' ') {
        folded.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_name_in_two_spellings_is_alike_and_another_is_not() {
        for (one, other) in [
            ("Beauté", "BEAUTE"),
            ("L’Oréal", "l'oreal"),
            ("Sous-vêtements", " sous  vetements "),
            ("أحذية", "احذيه"),
            ("عـــطر", "عِطْر"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other}");
        }
        for (one, other) in [("A+", "A"), ("C&A", "CA"), ("Pull", "Pulls"), ("Été 24", "Été 25")] {
            assert_ne!(folded(one), folded(other), "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn what_is_folded_stays(name in "\\PC{0,60}") {
            let once = folded(&name);
            prop_assert_eq!(folded(&once), once);
        }
    }
}
