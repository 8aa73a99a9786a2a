//! Cuts text into words with charabia, as Meilisearch does: case, accents, Arabic vowel signs, alef and yeh
//! forms fall away, so a shopper finds `crème` with `creme` and `العطر` with `عطر`.

use std::sync::LazyLock;

use charabia::{Language, Tokenizer as Charabia, TokenizerBuilder};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::search::joining_words::ARABIC_ARTICLE;

/// Takes what is in Arabic letters for Arabic: left to guess, it takes short texts for Persian, whose kaf and yeh are others.
static CHARABIA: LazyLock<Charabia<'static>> = LazyLock::new(|| {
    let mut builder = TokenizerBuilder::default();
    builder.allow_list(&[Language::Ara]);
    builder.into_tokenizer()
});

/// The normalised words of a text, in order.
pub fn words(text: &str) -> Vec<String> {
    CHARABIA
        .tokenize(text)
        .filter(|token| token.is_word() && !token.lemma().is_empty() && token.lemma() != ARABIC_ARTICLE)
        .map(|token| token.lemma().to_owned())
        .collect()
}

/// [`words`] for the index.
#[derive(Debug, Clone, Default)]
pub struct WordTokenizer;

/// The words of one text, being read.
pub struct Words {
    remaining: std::vec::IntoIter<String>,
    token: Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = Words;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words {
        Words { remaining: words(text).into_iter(), token: Token::default() }
    }
}

impl TokenStream for Words {
    fn advance(&mut self) -> bool {
        let Some(word) = self.remaining.next() else { return false };
        self.token.position = self.token.position.wrapping_add(1);
        self.token.text = word;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn accents_case_and_elision_fall_away() {
        assert_eq!(words("Crème à l'Huile"), ["creme", "a", "l", "huile"]);
    }

    #[test]
    fn arabic_forms_become_one() {
        assert_eq!(words("العِطْر"), words("عطر"));
        assert_eq!(words("أحمر"), words("احمر"));
        assert_eq!(words("عطـــور"), words("عطور"));
    }

    #[test]
    fn arabic_is_arabic_however_short() {
        for word in ["مسك", "شاي", "كريم", "حليب"] {
            assert_eq!(words(word), [word]);
            assert_eq!(words(&format!("عطر {word} ملكي")), ["عطر", word, "ملكي"]);
        }
    }
}
