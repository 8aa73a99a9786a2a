//! The data sheet of a product: which features it says, each with one value. Pure.

use std::collections::{HashMap, HashSet};

use souk_kernel::FeatureId;

use super::model::{FeatureValue, Product};
use crate::features::{Feature, Given, Said};

/// Features that one product may say.
pub const MOST_VALUES: usize = 100;

/// Why a data sheet can't be as it is wanted: all that is wrong, each at its place from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the data sheet breaks a rule")]
pub struct SheetError(pub Vec<(usize, SheetFault)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SheetFault {
    #[error("there is no such feature")]
    UnknownFeature,
    #[error("the feature is said twice")]
    Repeated,
    #[error("the feature has no such value")]
    UnknownValue,
}

impl FeatureValue {
    /// `None` where the feature has no such value.
    pub fn of(feature: &Feature, given: Given) -> Option<Self> {
        Some(Self {
            kind: feature.kind.clone(),
            label: feature.name.clone(),
            value: feature.words(&given)?,
            said: Some(Said { feature: feature.id, given }),
        })
    }

    /// Whether it stands in free words: no feature says it.
    pub fn is_free(&self) -> bool {
        self.said.is_none()
    }
}

/// The lines that say this, in the order of the features. Each comes with its place in what was asked for.
pub fn described(
    sheet: impl IntoIterator<Item = (usize, Said)>,
    features: &[Feature],
) -> Result<Vec<FeatureValue>, SheetError> {
    let features = by_id(features);
    let (mut lines, mut faults, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for (at, said) in sheet {
        let line = features.get(&said.feature).ok_or(SheetFault::UnknownFeature).and_then(|feature| {
            let line = FeatureValue::of(feature, said.given).ok_or(SheetFault::UnknownValue)?;
            if seen.insert(feature.id) { Ok(line) } else { Err(SheetFault::Repeated) }
        });
        match line {
            Ok(line) => lines.push(line),
            Err(fault) => faults.push((at, fault)),
        }
    }
    if !faults.is_empty() {
        return Err(SheetError(faults));
    }
    order(&mut lines, &features);
    Ok(lines)
}

/// In the order of the features; what none of them says stands last, as it stood.
fn order(lines: &mut [FeatureValue], features: &HashMap<FeatureId, &Feature>) {
    lines.sort_by_cached_key(|line| {
        let feature = line.said.as_ref().and_then(|said| features.get(&said.feature));
        (feature.is_none(), feature.map(|feature| feature.place()))
    });
}

fn by_id(features: &[Feature]) -> HashMap<FeatureId, &Feature> {
    features.iter().map(|feature| (feature.id, feature)).collect()
}

impl Product {
    /// What it says of features, each with its place in the sheet.
    pub fn said(&self) -> Vec<(usize, Said)> {
        let lines = self.features.iter().enumerate();
        lines.filter_map(|(at, line)| Some((at, line.said.clone()?))).collect()
    }

    /// Its data sheet with these lines; what is not entered yet stays, behind them.
    pub fn sheet_of(&self, mut lines: Vec<FeatureValue>) -> Vec<FeatureValue> {
        lines.extend(self.features.iter().filter(|line| line.is_free()).cloned());
        lines
    }

    /// Says its data sheet as the features are now, in their order and with values of their kinds; whether that differs.
    pub fn describe(&mut self, features: &[Feature]) -> bool {
        let features = by_id(features);
        let before = self.features.clone();
        for line in &mut self.features {
            let Some(Said { feature, given }) = line.said.clone() else { continue };
            let now = features.get(&feature).and_then(|feature| {
                let given = feature.converted(&given, &line.value).unwrap_or(given);
                FeatureValue::of(feature, given)
            });
            *line = now.unwrap_or_else(|| line.clone());
        }
        order(&mut self.features, &features);
        self.features != before
    }

    /// Leaves out what it says of the feature with a value of another kind, and gives that.
    pub fn drop_unkept(&mut self, feature: &Feature) -> Vec<FeatureValue> {
        let is_kept = |said: &Said| said.feature != feature.id || said.given.input() == feature.input;
        self.features.extract_if(.., |line| !line.said.as_ref().is_none_or(is_kept)).collect()
    }

    /// What the audit log tells of its data sheet: the French words by machine name.
    pub fn told_sheet(&self) -> serde_json::Map<String, serde_json::Value> {
        self.features.iter().map(|line| (line.kind.clone(), line.value.fr.as_str().into())).collect()
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::LocalizedText;
    use uuid::Uuid;

    use super::*;
    use crate::features::Input;

    fn feature(number: u32, name: &str) -> Feature {
        Feature {
            id: FeatureId::from_uuid(Uuid::from_u128(number.into())),
            version: 1,
            kind: name.to_lowercase(),
            input: Input::YesNo,
            name: LocalizedText { fr: name.into(), ..Default::default() },
            unit: LocalizedText::default(),
            options: Vec::new(),
            position: number,
            is_changing: false,
        }
    }

    fn yes(feature: &Feature) -> Said {
        Said { feature: feature.id, given: Given::YesNo(true) }
    }

    fn kinds(lines: &[FeatureValue]) -> Vec<&str> {
        lines.iter().map(|line| line.kind.as_str()).collect()
    }

    #[test]
    fn a_sheet_has_the_order_of_the_features() {
        let features = [feature(1, "Lavable"), feature(2, "Garanti")];
        let lines =
            described([(0, yes(&features[1])), (1, yes(&features[0]))], &features).expect("described");
        assert_eq!(kinds(&lines), ["lavable", "garanti"]);
    }

    #[test]
    fn all_that_is_wrong_with_a_sheet_is_said_at_its_place() {
        let (known, unknown) = (feature(1, "Lavable"), feature(2, "Garanti"));
        let text = Said { feature: known.id, given: Given::Text(LocalizedText::default()) };
        let sheet = vec![text, yes(&known), yes(&known), yes(&unknown)];
        let faults =
            vec![(0, SheetFault::UnknownValue), (2, SheetFault::Repeated), (3, SheetFault::UnknownFeature)];
        assert_eq!(described(sheet.into_iter().enumerate(), &[known]), Err(SheetError(faults)));
    }
}
