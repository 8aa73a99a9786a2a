//! What another kind of values makes of what products say. Pure.

use std::collections::HashMap;

use souk_kernel::{FeatureOptionId, Language, LocalizedText};

use super::model::{Feature, FeatureOption, Input, MOST_OPTIONS, Wanted};
use crate::search::fold;

/// Values that are told of those that can't be kept.
const MOST_TOLD: usize = 10;

/// A value of a feature, in words, with how many products have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    pub words: LocalizedText,
    pub products: u64,
    /// The number of the first of them.
    pub first: i64,
}

/// The feature with values of another kind, and what they can't keep.
#[derive(Debug)]
pub struct Conversion {
    pub feature: Feature,
    /// That say it.
    pub products: u64,
    /// Whose value can't be kept.
    pub lost: u64,
    /// Some of the values that can't.
    pub first_lost: Vec<Value>,
    /// The places of its options, by what they are called.
    places: HashMap<String, usize>,
}

impl Conversion {
    /// Of no product yet.
    pub fn new(feature: &Feature, wanted: Wanted) -> Self {
        let feature = feature.of_another_kind(wanted);
        Self { feature, products: 0, lost: 0, first_lost: Vec::new(), places: HashMap::new() }
    }

    /// Counts the next value, those of most products first: what can be chosen is made of the first ones.
    pub fn take(&mut self, value: Value, new_id: impl FnOnce() -> FeatureOptionId) {
        self.products += value.products;
        let is_kept = match self.feature.input {
            Input::Choice => self.offer(&value.words, new_id),
            _ => self.feature.read(&value.words).is_some(),
        };
        if is_kept {
            return;
        }
        self.lost += value.products;
        if self.first_lost.len() < MOST_TOLD {
            self.first_lost.push(value);
        }
    }

    /// Counts the value of a product that was saved since all of them were taken.
    pub fn take_late(&mut self, words: &LocalizedText) {
        self.lost += u64::from(self.feature.read(words).is_none());
    }

    /// Whether the words can be chosen, in whatever case, with the languages that are written anywhere.
    fn offer(&mut self, words: &LocalizedText, new_id: impl FnOnce() -> FeatureOptionId) -> bool {
        let options = &mut self.feature.options;
        let called = fold(&words.fr);
        if let Some(place) = self.places.get(&called) {
            complete(&mut options[*place].name, words);
            return true;
        }
        if options.len() == MOST_OPTIONS {
            return false;
        }
        self.places.insert(called, options.len());
        options.push(FeatureOption { id: new_id(), name: words.clone() });
        true
    }
}

/// Fills in the languages that are missing.
fn complete(name: &mut LocalizedText, words: &LocalizedText) {
    for language in Language::ALL {
        let (own, other) = (written(name, language), written(words, language));
        if own.is_empty() && !other.is_empty() {
            let other = other.to_owned();
            name.set(language, other);
        }
    }
}

fn written(text: &LocalizedText, language: Language) -> &str {
    match language {
        Language::Fr => &text.fr,
        Language::Ar => &text.ar,
        Language::En => &text.en,
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::FeatureId;
    use uuid::Uuid;

    use super::*;

    fn text(fr: &str) -> LocalizedText {
        LocalizedText { fr: fr.into(), ..Default::default() }
    }

    fn said(fr: &str, products: u64) -> Value {
        Value { words: text(fr), products, first: 1 }
    }

    fn converted(input: Input, unit: &str, values: Vec<Value>) -> Conversion {
        let feature = Feature {
            id: FeatureId::from_uuid(Uuid::from_u128(1)),
            version: 1,
            kind: "taille".into(),
            input: Input::Text,
            name: text("Taille"),
            unit: LocalizedText::default(),
            options: Vec::new(),
            position: 1,
            is_changing: false,
        };
        let mut conversion = Conversion::new(&feature, Wanted { input, unit: text(unit) });
        for (number, value) in (1..).zip(values) {
            conversion.take(value, || FeatureOptionId::from_uuid(Uuid::from_u128(number)));
        }
        conversion
    }

    #[test]
    fn texts_become_numbers_where_they_are_some() {
        let values = vec![
            said("12,5", 4),
            said("12.5 CM", 3),
            said("٣ cm", 1),
            said("12 à 14 cm", 2),
            said("12 kg", 1),
        ];
        let done = converted(Input::Number, "cm", values);
        assert_eq!((done.products, done.lost), (11, 3));
        let lost: Vec<_> = done.first_lost.iter().map(|value| value.words.fr.as_str()).collect();
        assert_eq!(lost, ["12 à 14 cm", "12 kg"]);
        assert_eq!((done.feature.input, done.feature.version), (Input::Number, 2));
    }

    #[test]
    fn yes_and_no_are_read_in_any_language() {
        let values = vec![said("OUI", 1), said("نعم", 1), said("no", 1), said("لا", 1), said("parfois", 1)];
        assert_eq!(converted(Input::YesNo, "", values).lost, 1);
    }

    #[test]
    fn texts_become_what_can_be_chosen_once_in_whatever_case() {
        let arabic =
            Value { words: LocalizedText { ar: "كتان".into(), ..text("lin ") }, products: 2, first: 1 };
        let done = converted(Input::Choice, "", vec![said("Lin", 9), arabic, said("Coton", 1)]);
        let options: Vec<_> = done.feature.options.iter().map(|one| (&*one.name.fr, &*one.name.ar)).collect();
        assert_eq!((options, done.lost), (vec![("Lin", "كتان"), ("Coton", "")], 0));

        let many = (0..=MOST_OPTIONS).map(|number| said(&format!("T{number}"), 1)).collect();
        let mut done = converted(Input::Choice, "", many);
        assert_eq!((done.feature.options.len(), done.lost), (MOST_OPTIONS, 1));
        assert_eq!(done.first_lost, [said(&format!("T{MOST_OPTIONS}"), 1)]);
        done.take_late(&text("t7"));
        done.take_late(&text("Soie"));
        assert_eq!(done.lost, 2, "what can be chosen is known by then");
    }

    #[test]
    fn everything_is_kept_as_text() {
        let done = converted(Input::Text, "", vec![said("8,5 cm", 2), said("Oui", 1)]);
        assert_eq!((done.products, done.lost), (3, 0));
    }
}
