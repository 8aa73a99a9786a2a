//! Features, and what a product can say of one. Pure.

use serde::{Deserialize, Serialize};
use souk_audit::Subject;
use souk_kernel::{Changed, FeatureId, FeatureOptionId, Language, LocalizedText, latin_digit};
use strum::{AsRefStr, EnumString};

use super::Number;
use crate::search::fold;

/// Features that the shop may have: each list of them is sent whole, and a data sheet has 100 lines.
pub const MOST_FEATURES: u64 = 500;
/// Options that one feature may have.
pub const MOST_OPTIONS: usize = 200;
/// The last place of a data sheet.
pub const LAST_POSITION: u32 = 1_000_000;

/// What data sheets say of products.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    pub id: FeatureId,
    pub version: u64,
    /// Machine name, which it keeps: addresses of filtered listings have it.
    pub kind: String,
    pub input: Input,
    pub name: LocalizedText,
    /// Written behind its numbers; may be empty.
    pub unit: LocalizedText,
    /// In the order in which they are offered.
    pub options: Vec<FeatureOption>,
    /// Its place in data sheets, from the lowest.
    pub position: u32,
    /// Values that products had before are still brought to its kind.
    pub is_changing: bool,
}

/// What the values of a feature are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Input {
    Text,
    Number,
    Choice,
    YesNo,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureOption {
    pub id: FeatureOptionId,
    pub name: LocalizedText,
}

/// The one value that a product gives a feature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Given {
    Text(LocalizedText),
    Number(Number),
    Choice(FeatureOptionId),
    YesNo(bool),
}

/// What a product says of one feature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    pub feature: FeatureId,
    pub given: Given,
}

/// What changes; `None` stays.
#[derive(Debug, Clone, Default)]
pub struct Edit {
    pub name: Option<LocalizedText>,
    pub unit: Option<LocalizedText>,
    pub options: Option<Vec<FeatureOption>>,
    pub position: Option<u32>,
}

/// What the values of a feature are to be.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub input: Input,
    /// Written behind its numbers, and read there.
    pub unit: LocalizedText,
}

impl Given {
    /// The kind of value that it is.
    pub fn input(&self) -> Input {
        match self {
            Self::Text(_) => Input::Text,
            Self::Number(_) => Input::Number,
            Self::Choice(_) => Input::Choice,
            Self::YesNo(_) => Input::YesNo,
        }
    }
}

impl Feature {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("feature", self.id, self.name.fr.clone())
    }

    /// What the audit log tells of it.
    pub fn facts(&self) -> serde_json::Value {
        let Self { kind, input, name, unit, options, position, .. } = self;
        serde_json::json!({
            "kind": kind, "input": input.as_ref(), "name": name, "unit": unit, "options": options, "position": position,
        })
    }

    /// What it has that features of its input have not: `unit` or `options`.
    pub fn misplaced(&self) -> Option<&'static str> {
        let has_unit = self.input != Input::Number && !self.unit.is_empty();
        let has_options = self.input != Input::Choice && !self.options.is_empty();
        has_unit.then_some("unit").or_else(|| has_options.then_some("options"))
    }

    /// The feature as it is after the edit, one version on; `Already` where nothing differs.
    pub fn edit(&mut self, edit: Edit) -> Changed {
        let before = self.clone();
        self.name = edit.name.unwrap_or_else(|| before.name.clone());
        self.unit = edit.unit.unwrap_or_else(|| before.unit.clone());
        self.options = edit.options.unwrap_or_else(|| before.options.clone());
        self.position = edit.position.unwrap_or(before.position);
        if *self == before {
            return Changed::Already;
        }
        self.version += 1;
        Changed::Yes
    }

    /// Whether its values are what is wanted.
    pub fn is(&self, wanted: &Wanted) -> bool {
        (self.input, &self.unit) == (wanted.input, &wanted.unit)
    }

    /// The feature with values of another kind, one version on: of choices, nothing can be chosen yet.
    #[must_use]
    pub fn of_another_kind(&self, Wanted { input, unit }: Wanted) -> Self {
        Self {
            version: self.version + 1,
            input,
            unit,
            options: Vec::new(),
            is_changing: true,
            ..self.clone()
        }
    }

    /// Its options that `after` has no more.
    pub fn gone_in(&self, after: &Self) -> Vec<FeatureOptionId> {
        let ids = self.options.iter().map(|option| option.id);
        ids.filter(|id| after.option(*id).is_none()).collect()
    }

    /// Whether data sheets say it otherwise than with `before`, or elsewhere: options that are new, or in another order, say
    /// nothing yet.
    pub fn is_said_other_than(&self, before: &Self) -> bool {
        let differs = |option: &FeatureOption| before.option(option.id).is_some_and(|known| known != option);
        (&self.name, &self.unit, self.position) != (&before.name, &before.unit, before.position)
            || self.options.iter().any(differs)
    }

    /// Which of two stands first in data sheets and lists.
    pub fn place(&self) -> (u32, String, FeatureId) {
        (self.position, self.name.fr.to_lowercase(), self.id)
    }

    /// A value as shoppers read it; `None` where it is none of this feature's.
    pub fn words(&self, given: &Given) -> Option<LocalizedText> {
        match (self.input, given) {
            (Input::Text, Given::Text(text)) => Some(text.clone()),
            (Input::Number, Given::Number(number)) => {
                Some(in_all(|language| self.with_unit(number, language)))
            }
            (Input::Choice, Given::Choice(option)) => self.option(*option).map(|option| option.name.clone()),
            (Input::YesNo, Given::YesNo(yes)) => Some(yes_or_no(*yes)),
            _ => None,
        }
    }

    /// The feature's own value for one of another kind, which these words say; `None` where it has none.
    pub fn converted(&self, given: &Given, words: &LocalizedText) -> Option<Given> {
        if given.input() == self.input || words.fr.is_empty() { None } else { self.read(words) }
    }

    /// The value that these words say; `None` where the feature has no such value.
    pub fn read(&self, words: &LocalizedText) -> Option<Given> {
        match self.input {
            Input::Text => Some(Given::Text(words.clone())),
            Input::Number => self.read_number(&words.fr).map(Given::Number),
            Input::Choice => self.option_called(&words.fr).map(|option| Given::Choice(option.id)),
            Input::YesNo => {
                let said = fold(&words.fr);
                let says = |yes: &bool| {
                    let words = yes_or_no(*yes);
                    Language::ALL.iter().any(|language| fold(words.get(*language)) == said)
                };
                [true, false].into_iter().find(says).map(Given::YesNo)
            }
        }
    }

    fn with_unit(&self, number: &Number, language: Language) -> String {
        format!("{} {}", number.shown(language), self.unit.get(language)).trim_end().to_owned()
    }

    /// Such as "8,5 cm" of a feature in cm, or "8.5", in whatever digits. "1.500" may be a thousand and a half of them or one and a half,
    /// and is none.
    fn read_number(&self, french: &str) -> Option<Number> {
        let (said, unit) = (fold(french), fold(&self.unit.fr));
        let number = said.strip_suffix(&unit).unwrap_or(&said).trim();
        let plain = |c| if matches!(c, ',' | '٫') { '.' } else { latin_digit(c).unwrap_or(c) };
        let number: String = number.chars().map(plain).collect();
        let may_be_thousands = |(whole, rest): (&str, &str)| !whole.starts_with('0') && rest.len() == 3;
        if number.split_once('.').is_some_and(may_be_thousands) { None } else { number.parse().ok() }
    }

    fn option(&self, id: FeatureOptionId) -> Option<&FeatureOption> {
        self.options.iter().find(|option| option.id == id)
    }

    /// The option of a French text, whatever its case.
    fn option_called(&self, french: &str) -> Option<&FeatureOption> {
        self.options.iter().find(|option| fold(&option.name.fr) == fold(french))
    }
}

fn in_all(text: impl Fn(Language) -> String) -> LocalizedText {
    let mut texts = LocalizedText::default();
    for language in Language::ALL {
        texts.set(language, text(language));
    }
    texts
}

fn yes_or_no(yes: bool) -> LocalizedText {
    let [fr, ar, en] = if yes { ["Oui", "نعم", "Yes"] } else { ["Non", "لا", "No"] };
    LocalizedText { fr: fr.into(), ar: ar.into(), en: en.into() }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn text(fr: &str, en: &str) -> LocalizedText {
        LocalizedText { fr: fr.into(), ar: String::new(), en: en.into() }
    }

    fn feature(input: Input) -> Feature {
        let id = FeatureOptionId::from_uuid(Uuid::from_u128(7));
        Feature {
            id: FeatureId::from_uuid(Uuid::from_u128(1)),
            version: 1,
            kind: "tenue".into(),
            input,
            name: text("Tenue", "Lasts"),
            unit: if input == Input::Number { text("heures", "hours") } else { LocalizedText::default() },
            options: if input == Input::Choice {
                vec![FeatureOption { id, name: text("Lin", "Linen") }]
            } else {
                Vec::new()
            },
            position: 1,
            is_changing: false,
        }
    }

    #[test]
    fn what_is_read_from_words_says_the_same_words() {
        for (input, fr, en) in [
            (Input::Text, "8 à 10 heures", "8 to 10 hours"),
            (Input::Number, "8,5 heures", "8.5 hours"),
            (Input::Choice, "Lin", "Linen"),
            (Input::YesNo, "Oui", "Yes"),
            (Input::YesNo, "Non", "No"),
        ] {
            let feature = feature(input);
            let given = feature.read(&text(fr, en)).expect("read");
            assert_eq!(given.input(), input);
            let words = feature.words(&given).expect("words");
            assert_eq!((words.get(Language::Fr), words.get(Language::En)), (fr, en));
        }
        assert_eq!(feature(Input::Number).read(&text("8 à 10 heures", "")), None);
        assert_eq!(feature(Input::Choice).read(&text("Coton", "")), None);
        assert_eq!(feature(Input::YesNo).read(&text("Parfois", "")), None);
    }

    #[test]
    fn a_value_is_of_its_feature_s_input() {
        let yes = Given::YesNo(true);
        for input in [Input::Text, Input::Number, Input::Choice] {
            assert_eq!(feature(input).words(&yes), None);
        }
        let unknown = Given::Choice(FeatureOptionId::from_uuid(Uuid::from_u128(8)));
        assert_eq!(feature(Input::Choice).words(&unknown), None);
    }

    #[test]
    fn a_value_of_another_kind_is_read_from_its_words() {
        let number = feature(Input::Number);
        let said = Given::Text(text("8,5 heures", ""));
        assert_eq!(number.converted(&said, &text("8,5 heures", "")), number.read(&text("8,5", "")));
        assert_eq!(number.converted(&said, &text("longtemps", "")), None);
        for (said, read) in [
            ("1.500 heures", None),
            ("0,125", Some("0.125")),
            ("12,50", Some("12.5")),
            ("12.5000", Some("12.5")),
        ] {
            let read = read.map(|number| Given::Number(number.parse().expect("a number")));
            assert_eq!(number.read(&text(said, "")), read, "{said}");
        }
        let own = Given::Number("8.5".parse().expect("a number"));
        assert_eq!(number.converted(&own, &text("8,5 heures", "")), None, "it is its own already");
        assert_eq!(feature(Input::Text).converted(&own, &LocalizedText::default()), None, "never in words");
    }

    #[test]
    fn a_number_without_a_unit_stands_alone() {
        let plain = Feature { unit: LocalizedText::default(), ..feature(Input::Number) };
        let given = plain.read(&text("12", "")).expect("read");
        assert_eq!(plain.words(&given).expect("words").fr, "12");
    }

    #[test]
    fn only_numbers_have_a_unit_and_only_choices_options() {
        for input in [Input::Text, Input::Number, Input::Choice, Input::YesNo] {
            assert_eq!(feature(input).misplaced(), None);
        }
        let unit = Feature { unit: text("cm", ""), ..feature(Input::Text) };
        assert_eq!(unit.misplaced(), Some("unit"));
        let options = Feature { options: feature(Input::Choice).options, ..feature(Input::YesNo) };
        assert_eq!(options.misplaced(), Some("options"));
    }
}
