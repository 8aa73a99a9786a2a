//! The money rules that Rust and the web app share, as one file of vectors.

use serde_json::Value;
use souk_kernel::{Money, TaxRate};

fn vectors(name: &str) -> Vec<Value> {
    let text = include_str!("../vectors/money.json");
    let all: Value = serde_json::from_str(text).expect("the vectors are JSON");
    let cases = all[name].as_array().expect("a list of vectors").clone();
    assert!(!cases.is_empty());
    cases
}

fn money(case: &Value, field: &str) -> Money {
    Money::from_centimes(case[field].as_i64().expect("whole centimes"))
}

fn small(case: &Value, field: &str) -> u32 {
    case[field].as_u64().and_then(|number| u32::try_from(number).ok()).expect("a small number")
}

fn rate(case: &Value) -> TaxRate {
    TaxRate::from_hundredths(small(case, "rate")).expect("a legal rate")
}

#[test]
fn tax_is_added_half_up() {
    for case in vectors("withTax") {
        assert_eq!(money(&case, "ht").with_tax(rate(&case)), Ok(money(&case, "ttc")), "{case}");
    }
}

#[test]
fn a_share_is_rounded_half_up() {
    for case in vectors("share") {
        assert_eq!(money(&case, "amount").share(rate(&case)), Ok(money(&case, "share")), "{case}");
    }
}

#[test]
fn dinars_are_written_exactly() {
    for case in vectors("dinars") {
        let text = case["text"].as_str().expect("text");
        assert_eq!(money(&case, "centimes").to_string(), text);
        assert_eq!(text.parse(), Ok(money(&case, "centimes")), "{case}");
    }
}

#[test]
fn a_line_is_price_times_quantity() {
    for case in vectors("lineTotal") {
        assert_eq!(money(&case, "unit").times(small(&case, "quantity")), Ok(money(&case, "total")), "{case}");
    }
}
