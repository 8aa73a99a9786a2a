//! What the page of a promotion says of it.

use bytes::Bytes;
use serde::Deserialize;
use souk_kernel::{Language, LocalizedText};
use souk_pricing::Target;
use souk_views as views;

use crate::media::image_view;
use crate::products::promotion_view;
use crate::promotions::Promotion;
use crate::reference::ReferenceData;

/// The one member that is asked of a card.
#[derive(Deserialize)]
struct Named {
    name: String,
}

/// The promotion in a language, but for the name of a product that it is of.
pub fn discount(promotion: &Promotion, reference: &ReferenceData, language: Language) -> views::Discount {
    let views::Promotion { value, rule_type, end_date } = promotion_view(&promotion.rule);
    let in_language = |language: Language| views::DiscountLang {
        language: language.to_string(),
        title: promotion.title.get(language).to_owned(),
        slogan: promotion.slogan.get(language).to_owned(),
    };
    views::Discount {
        discount_value: value,
        rule_type,
        rule: promotion.rule.target.rule().to_owned(),
        rule_entity_name: entity_name(promotion.rule.target, reference, language),
        discount_end_date: end_date,
        banner_thumb: promotion.banner.as_ref().map(image_view),
        subtitle: promotion.subtitle.get(language).to_owned(),
        discount_lang_read: Language::ALL.map(in_language).to_vec(),
    }
}

/// Names the product that a promotion is of by its card: reference data have no products.
pub fn with_product(discount: views::Discount, cards: &[Bytes]) -> serde_json::Result<views::Discount> {
    let card = cards.first().filter(|_| discount.rule == "product");
    let named = card.map(|card| serde_json::from_slice::<Named>(card)).transpose()?;
    Ok(match named {
        Some(Named { name }) => views::Discount { rule_entity_name: name, ..discount },
        None => discount,
    })
}

fn entity_name(target: Target, reference: &ReferenceData, language: Language) -> String {
    let of = |name: &LocalizedText| name.get(language).to_owned();
    match target {
        Target::All | Target::Product(_) => String::new(),
        Target::Category(id) => reference.categories.get(id).map(|found| of(&found.name)).unwrap_or_default(),
        Target::Brand(id) => reference.brand(Some(id)).map(|found| found.name.clone()).unwrap_or_default(),
    }
}
