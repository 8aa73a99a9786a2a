//! Data sheets in requests, read into the words of the trade.

use souk_kernel::LocalizedText;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::feature_value::Given as Wanted;
use souk_rpc::{Violations, localized_from_proto};

use super::model::FeatureValue;
use super::sheet::MOST_VALUES;
use crate::features::{Given, Said};
use crate::parse;

/// The sheet of a product that is made: lines that name their feature have their words later.
pub fn new_sheet(given: Vec<proto::FeatureValue>, found: &mut Violations) -> Vec<FeatureValue> {
    if !bounded(&given, found) {
        return Vec::new();
    }
    let line = |(at, value): (usize, proto::FeatureValue)| {
        if value.feature_id.is_empty() { free(at, value, found) } else { named(at, value, found) }
    };
    given.into_iter().enumerate().filter_map(line).collect()
}

/// The sheet that a product gets: each line names its feature.
pub fn said(given: Vec<proto::FeatureValue>, found: &mut Violations) -> Vec<Said> {
    if !bounded(&given, found) {
        return Vec::new();
    }
    given.into_iter().enumerate().filter_map(|(at, value)| one(at, value, found)).collect()
}

fn bounded(given: &[proto::FeatureValue], found: &mut Violations) -> bool {
    if given.len() > MOST_VALUES {
        found.push("features", "form.validation.tooMany", format!("{MOST_VALUES} values at most"));
    }
    given.len() <= MOST_VALUES
}

fn named(at: usize, value: proto::FeatureValue, found: &mut Violations) -> Option<FeatureValue> {
    let said = Some(one(at, value, found)?);
    let words = LocalizedText::default;
    Some(FeatureValue { kind: String::new(), label: words(), value: words(), said })
}

fn free(at: usize, value: proto::FeatureValue, found: &mut Violations) -> Option<FeatureValue> {
    let kind = value.r#type.trim().to_owned();
    if kind.is_empty() {
        let text = "a machine name or a feature is required";
        found.push(format!("features[{at}].type"), "form.validation.required", text);
    }
    let label = localized_from_proto(value.type_label);
    let value = parse::name(&format!("features[{at}].value"), value.value, found);
    value.map(|value| FeatureValue { kind, label, value, said: None })
}

fn one(at: usize, value: proto::FeatureValue, found: &mut Violations) -> Option<Said> {
    let feature = found.id(format!("features[{at}].featureId"), &value.feature_id);
    let at = |field: &str| format!("features[{at}].{field}");
    let given = match value.given {
        Some(Wanted::Text(text)) => parse::name(&at("value.text"), Some(text), found).map(Given::Text),
        Some(Wanted::Number(number)) => {
            found.check(at("value.number"), "form.validation.decimal", number.parse()).map(Given::Number)
        }
        Some(Wanted::OptionId(option)) => found.id(at("value.optionId"), &option).map(Given::Choice),
        Some(Wanted::Yes(yes)) => Some(Given::YesNo(yes)),
        None => {
            found.push(at("value"), "form.validation.required", "a feature takes exactly one value");
            None
        }
    };
    Some(Said { feature: feature?, given: given? })
}
