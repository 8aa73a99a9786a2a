//! A text in the shop's languages, as staff write it.

use serde::{Deserialize, Serialize};
use souk_proto::common::v1 as proto;
use utoipa::ToSchema;

/// A text in the shop's languages; an empty one is not translated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LocalizedTexts {
    /// French.
    pub fr: String,
    /// Arabic.
    pub ar: String,
    /// English.
    pub en: String,
}

impl From<proto::LocalizedText> for LocalizedTexts {
    fn from(proto::LocalizedText { fr, ar, en }: proto::LocalizedText) -> Self {
        Self { fr, ar, en }
    }
}

impl From<LocalizedTexts> for proto::LocalizedText {
    fn from(LocalizedTexts { fr, ar, en }: LocalizedTexts) -> Self {
        Self { fr, ar, en }
    }
}
