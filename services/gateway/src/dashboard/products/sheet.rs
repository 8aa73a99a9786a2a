//! The data sheet of a product, as staff edit it.

use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::feature_value::Given;
use utoipa::ToSchema;

use crate::dashboard::texts::LocalizedTexts;

/// A line of the data sheet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFeature {
    /// Id of the feature; empty of what was said before features were kept, which is entered within minutes.
    pub feature_id: String,
    /// Machine name of the feature.
    pub kind: String,
    /// What the feature is called.
    pub label: LocalizedTexts,
    /// The value as shoppers read it, the unit included.
    pub words: LocalizedTexts,
    /// The value; absent where `featureId` is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<FeatureGiven>,
}

/// What a product is to say of a feature.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WantedFeature {
    /// Id of the feature, which no other line names.
    pub feature_id: String,
    /// Exactly one value, by the feature's input.
    pub value: FeatureGiven,
}

/// The one value of a feature.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FeatureGiven {
    /// A line, in French at least; 300 characters at most.
    Text(LocalizedTexts),
    /// At most 12 digits, and 4 behind a point: `8.5`. In the feature's unit.
    Number(String),
    /// Id of one of the feature's options.
    OptionId(String),
    /// Yes or no.
    Yes(bool),
}

impl From<proto::FeatureValue> for ProductFeature {
    fn from(line: proto::FeatureValue) -> Self {
        Self {
            feature_id: line.feature_id,
            kind: line.r#type,
            label: line.type_label.unwrap_or_default().into(),
            words: line.value.unwrap_or_default().into(),
            value: line.given.map(FeatureGiven::from),
        }
    }
}

impl From<WantedFeature> for proto::FeatureValue {
    fn from(WantedFeature { feature_id, value }: WantedFeature) -> Self {
        Self { feature_id, given: Some(value.into()), ..Default::default() }
    }
}

impl From<Given> for FeatureGiven {
    fn from(given: Given) -> Self {
        match given {
            Given::Text(text) => Self::Text(text.into()),
            Given::Number(number) => Self::Number(number),
            Given::OptionId(option) => Self::OptionId(option),
            Given::Yes(yes) => Self::Yes(yes),
        }
    }
}

impl From<FeatureGiven> for Given {
    fn from(value: FeatureGiven) -> Self {
        match value {
            FeatureGiven::Text(text) => Self::Text(text.into()),
            FeatureGiven::Number(number) => Self::Number(number),
            FeatureGiven::OptionId(option) => Self::OptionId(option),
            FeatureGiven::Yes(yes) => Self::Yes(yes),
        }
    }
}
