//! What pages say of themselves to search engines (schema.org): only what is known. To them a `null`, and an empty text, is a mistake.

use serde_json::Value;

/// The data without what nothing is said of, at any depth.
pub fn told(data: Value) -> Value {
    match data {
        Value::Object(members) => {
            let members = members.into_iter().map(|(name, value)| (name, told(value)));
            Value::Object(members.filter(|(_, value)| is_said(value)).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(told).filter(is_said).collect()),
        other => other,
    }
}

fn is_said(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_nothing_is_said_of_is_left_out() {
        let data = json!({
            "name": "Savon", "brand": null, "image": "", "price": 0, "sold": false,
            "offers": { "url": null, "prices": [null, { "at": "" }] }, "items": [{ "name": "a", "url": null }, null],
        });
        let wanted = json!({ "name": "Savon", "price": 0, "sold": false, "items": [{ "name": "a" }] });
        assert_eq!(told(data), wanted);
    }
}
