//! In what numbers something is ordered: the rule that Rust and the web app share, as one file of vectors.

use serde_json::Value;
use souk_kernel::{QuantityBreach, QuantityRule, QuantityRuleError};

fn vectors(name: &str) -> Vec<Value> {
    let text = include_str!("../vectors/quantity_rule.json");
    let all: Value = serde_json::from_str(text).expect("the vectors are JSON");
    let cases = all[name].as_array().expect("a list of vectors").clone();
    assert!(!cases.is_empty());
    cases
}

fn number(case: &Value, field: &str) -> Option<u32> {
    case[field].as_u64().and_then(|number| u32::try_from(number).ok())
}

fn rule(case: &Value) -> Result<QuantityRule, QuantityRuleError> {
    let of = |field| number(case, field).expect("a number");
    QuantityRule::new(of("minimum"), number(case, "maximum"), of("step"))
}

#[test]
fn a_number_of_pieces_is_the_minimum_or_some_steps_above_it() {
    for case in vectors("check") {
        let told = rule(&case).expect("a rule").check(number(&case, "pieces").expect("a number"));
        let breach = told.err().map(|breach| match breach {
            QuantityBreach::Minimum(_) => "minimum",
            QuantityBreach::Maximum(_) => "maximum",
            QuantityBreach::Step(_) => "step",
        });
        assert_eq!(breach, case["breach"].as_str(), "{case}");
    }
}

#[test]
fn a_rule_lets_something_be_ordered() {
    for case in vectors("rule") {
        let wrong = rule(&case).err().map(|error| match error {
            QuantityRuleError::Minimum => "minimum",
            QuantityRuleError::Maximum => "maximum",
            QuantityRuleError::Step => "step",
        });
        assert_eq!(wrong, case["wrong"].as_str(), "{case}");
    }
}
