//! A promotion as others read it: prices follow from its terms, its page from the rest.

use souk_kernel::rfc3339;
use souk_proto::catalog::v1 as proto;
use souk_rpc::localized_to_proto;

use super::model::Promotion;

/// As staff read it.
pub fn message(promotion: &Promotion) -> proto::Promotion {
    proto::Promotion {
        subtitle: Some(localized_to_proto(&promotion.subtitle)),
        slogan: Some(localized_to_proto(&promotion.slogan)),
        banner_url: promotion.banner.as_ref().map(|banner| banner.url.clone()).unwrap_or_default(),
        ..terms(promotion)
    }
}

/// As who computes prices reads it.
pub fn terms(promotion: &Promotion) -> proto::Promotion {
    let rule = &promotion.rule;
    proto::Promotion {
        id: rule.id.to_string(),
        version: promotion.version,
        title: Some(localized_to_proto(&promotion.title)),
        rule_type: rule.discount.rule_type().to_owned(),
        value: rule.discount.value(),
        rule: rule.target.rule().to_owned(),
        entity_id: rule.target.entity().map(|id| id.to_string()).unwrap_or_default(),
        starts_at: rule.starts_at.map(rfc3339).unwrap_or_default(),
        ends_at: rule.ends_at.map(rfc3339).unwrap_or_default(),
        active: promotion.active,
        ..proto::Promotion::default()
    }
}
