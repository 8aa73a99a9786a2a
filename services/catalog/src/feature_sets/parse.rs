//! Requests about sets, read into the words of the trade.

use souk_kernel::FeatureId;
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Failure, Violations};

use super::FeatureSet;
use super::model::{LONGEST_NAME, MOST_MEMBERS};
use crate::failure::checked;

pub fn set(given: &proto::FeatureSet) -> Result<FeatureSet, Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &given.id);
    let name = name(&given.name, &mut found);
    let features = features(&given.feature_ids, &mut found);
    let set = id.zip(name).map(|(id, name)| FeatureSet { id, version: given.version, name, features });
    checked(set, found)
}

fn name(given: &str, found: &mut Violations) -> Option<String> {
    let name = given.trim();
    if name.is_empty() {
        found.push("name", "form.validation.required", "the set has a name");
        return None;
    }
    if name.chars().count() > LONGEST_NAME {
        found.push("name", "form.validation.tooLong", format!("{LONGEST_NAME} characters at most"));
        return None;
    }
    Some(name.to_owned())
}

fn features(given: &[String], found: &mut Violations) -> Vec<FeatureId> {
    if given.is_empty() {
        found.push("features", "form.validation.required", "a set names one feature at least");
    }
    if given.len() > MOST_MEMBERS {
        found.push("features", "form.validation.tooMany", format!("{MOST_MEMBERS} features at most"));
        return Vec::new();
    }
    let mut features = Vec::with_capacity(given.len());
    for (at, id) in given.iter().enumerate() {
        let field = format!("features[{at}]");
        let Some(id) = found.id(field.clone(), id) else { continue };
        if features.contains(&id) {
            found.push(field, "form.validation.repeated", "a feature is named once");
        } else {
            features.push(id);
        }
    }
    features
}
