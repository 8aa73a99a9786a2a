//! The rules of prices as a file of cases. In `best` the product is 1, in categories 1 and 2 (the upper one), of brand
//! 3, and it is midnight of 1 December 2026.

use serde_json::Value;
use souk_kernel::{BrandId, CategoryId, Money, ProductId, TaxRate, parse_rfc3339};
use souk_pricing::{Discount, Place, PriceBasis, Promotion, Promotions, Target, base_price, pack_price};
use time::OffsetDateTime;
use uuid::Uuid;

fn vectors(name: &str) -> Vec<Value> {
    vectors_of(include_str!("../vectors/promotions.json"), name)
}

/// Those that the browser runs too.
fn pack_vectors(name: &str) -> Vec<Value> {
    vectors_of(include_str!("../vectors/packs.json"), name)
}

fn vectors_of(file: &str, name: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(file).expect("JSON");
    let cases = all[name].as_array().expect("a list of vectors").clone();
    assert!(!cases.is_empty());
    cases
}

fn money(value: &Value) -> Option<Money> {
    value.as_i64().map(Money::from_centimes)
}

fn uuid(value: &Value) -> Option<Uuid> {
    value.as_u64().map(|id| Uuid::from_u128(id.into()))
}

fn discount(case: &Value) -> Discount {
    let value = case["value"].as_i64().expect("a value");
    Discount::read(case["ruleType"].as_str().expect("a type"), value).expect("a discount")
}

fn moment(value: &Value) -> Option<OffsetDateTime> {
    value.as_str().map(|text| parse_rfc3339(text).expect("a time"))
}

fn promotion(number: u128, case: &Value) -> Promotion {
    Promotion {
        id: Uuid::from_u128(number),
        discount: discount(case),
        target: Target::read(case["rule"].as_str().expect("a rule"), uuid(&case["entity"]))
            .expect("a target"),
        starts_at: moment(&case["startsAt"]),
        ends_at: moment(&case["endsAt"]),
    }
}

#[test]
fn a_discount_is_rounded_once_and_never_goes_below_zero() {
    for case in vectors("apply") {
        let price = money(&case["price"]).expect("a price");
        assert_eq!(discount(&case).apply(price).ok(), money(&case["after"]), "{case}");
    }
}

#[test]
fn the_best_promotion_in_force_counts() {
    let categories = [1, 2].map(|id| CategoryId::from_uuid(Uuid::from_u128(id)));
    let place = Place {
        product: ProductId::from_uuid(Uuid::from_u128(1)),
        category_path: &categories,
        brand: Some(BrandId::from_uuid(Uuid::from_u128(3))),
    };
    let now = parse_rfc3339("2026-12-01T00:00:00Z").expect("a time");
    for case in vectors("best") {
        let all = case["promotions"].as_array().expect("promotions");
        let set: Promotions = (0..).zip(all).map(|(number, case)| promotion(number, case)).collect();
        let best = set.best(money(&case["base"]).expect("a price"), place, now);
        let expected = money(&case["after"]).zip(uuid(&case["promotion"]));
        assert_eq!(best.map(|(after, promotion)| (after, promotion.id)), expected, "{case}");
    }
}

#[test]
fn a_combinations_own_price_counts_when_it_is_above_zero() {
    for case in vectors("basePrice") {
        let base = base_price(money(&case["product"]).expect("a price"), money(&case["combination"]));
        assert_eq!(Some(base), money(&case["base"]), "{case}");
    }
}

#[test]
fn a_pack_costs_its_parts_less_a_discount() {
    for case in pack_vectors("packPrice") {
        let part = |part: &Value| {
            let pieces = part[1].as_u64().and_then(|pieces| u32::try_from(pieces).ok());
            money(&part[0]).zip(pieces).expect("a price and pieces")
        };
        let parts = case["parts"].as_array().expect("parts").iter().map(part);
        assert_eq!(pack_price(parts, discount(&case)).ok(), money(&case["price"]), "{case}");
    }
}

#[test]
fn a_packs_price_is_shown_after_promotions_and_with_its_own_tax() {
    let place = Place { product: ProductId::from_uuid(Uuid::nil()), category_path: &[], brand: None };
    for case in pack_vectors("shownPackPrice") {
        let all = case["promotions"].as_array().expect("promotions");
        let promotion = |(number, rule): (u128, &Value)| {
            let named = serde_json::json!({ "rule": "all", "ruleType": rule[0], "value": rule[1] });
            promotion(number, &named)
        };
        let set: Promotions = (0..).zip(all).map(promotion).collect();
        let base = money(&case["base"]).expect("a price");
        let rate = case["taxRate"].as_u64().and_then(|rate| u32::try_from(rate).ok()).expect("a rate");
        let rate = TaxRate::from_hundredths(rate).expect("at most 100 %");
        let basis: PriceBasis = case["basis"].as_str().expect("a basis").parse().expect("known");
        let best = set.best(base, place, OffsetDateTime::UNIX_EPOCH).map(|(after, _)| after);
        let shown = |price| basis.price(price, rate).expect("fits");
        assert_eq!(Some(shown(base)), money(&case["before"]), "{case}");
        assert_eq!(best.map(shown), money(&case["after"]), "{case}");
    }
}

#[test]
fn what_names_no_discount_or_target_is_none() {
    let id = Some(Uuid::nil());
    for (rule_type, value) in [("percentage", 10_001), ("percentage", -1), ("amount", -1), ("gift", 1)] {
        assert_eq!(Discount::read(rule_type, value), None, "{rule_type} {value}");
    }
    for (rule, entity) in [("all", id), ("product", None), ("brand", None), ("category", None), ("tag", id)] {
        assert_eq!(Target::read(rule, entity), None, "{rule}");
    }
}
