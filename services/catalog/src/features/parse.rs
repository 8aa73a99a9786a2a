//! Requests about features, read into the words of the trade.

use std::collections::HashSet;

use souk_kernel::{FeatureId, LocalizedText, Slug};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::LocalizedText as LocalizedProto;
use souk_rpc::{Failure, Violations};

use super::model::{LAST_POSITION, MOST_OPTIONS};
use super::{Edit, Feature, FeatureOption, Input, LONGEST_KIND, Wanted};
use crate::failure::checked;
use crate::parse;
use crate::search::fold;

/// Longest unit, in characters.
const LONGEST_UNIT: usize = 30;

/// The feature, and the place that it is to have.
pub fn new_feature(request: proto::CreateFeatureRequest) -> Result<(Feature, Option<u32>), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let name = parse::name("name", request.name, &mut found);
    let kind = name.as_ref().and_then(|name| kind(&request.kind, name, &mut found));
    let input = input(&request.input, &mut found);
    let unit = unit(request.unit, &mut found);
    let options = options(request.options, &mut found);
    let place = request.position.and_then(|given| position(given, &mut found));
    let feature = id.zip(kind).zip(name.zip(input)).map(|((id, kind), (name, input))| Feature {
        id,
        version: 1,
        kind,
        input,
        name,
        unit,
        options,
        position: 0,
        is_changing: false,
    });
    checked(feature.map(|feature| (feature, place)), found)
}

pub fn edit(request: proto::UpdateFeatureRequest) -> Result<(FeatureId, u64, Edit), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &request.id);
    let edit = Edit {
        name: request.name.and_then(|name| parse::name("name", Some(name), &mut found)),
        unit: request.unit.map(|given| unit(Some(given), &mut found)),
        options: request.options.map(|given| options(given.options, &mut found)),
        position: request.position.and_then(|given| position(given, &mut found)),
    };
    checked(id.map(|id| (id, request.version, edit)), found)
}

/// The feature, and what its values are to be.
pub fn wanted_input(id: &str, wanted: Option<proto::FeatureInput>) -> Result<(FeatureId, Wanted), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", id);
    let given = wanted.unwrap_or_default();
    let input = input(&given.input, &mut found);
    let unit = unit(given.unit, &mut found);
    checked(id.zip(input).map(|(id, input)| (id, Wanted { input, unit })), found)
}

fn input(given: &str, found: &mut Violations) -> Option<Input> {
    let unknown = |_| "text, number, choice or yes_no";
    found.check("input", "form.validation.unknown", given.parse().map_err(unknown))
}

fn unit(given: Option<LocalizedProto>, found: &mut Violations) -> LocalizedText {
    parse::texts("unit", given, LONGEST_UNIT, found)
}

/// The wanted machine name, or the one that the name gives.
fn kind(wanted: &str, name: &LocalizedText, found: &mut Violations) -> Option<String> {
    let kind: Slug = if wanted.is_empty() {
        let made = Slug::from_name(&name.fr).ok_or("the French name has no letter");
        found.check("name.fr", "form.validation.required", made)?
    } else {
        found.check("kind", "form.validation.slug", wanted.parse())?
    };
    let cut: String = kind.as_str().chars().take(LONGEST_KIND).collect();
    Some(cut.trim_end_matches('-').to_owned())
}

fn position(given: u32, found: &mut Violations) -> Option<u32> {
    if given > LAST_POSITION {
        found.push("position", "form.validation.position", format!("from 0 to {LAST_POSITION}"));
        return None;
    }
    Some(given)
}

fn options(given: Vec<proto::FeatureOption>, found: &mut Violations) -> Vec<FeatureOption> {
    if given.len() > MOST_OPTIONS {
        found.push("options", "form.validation.tooMany", format!("{MOST_OPTIONS} options at most"));
        return Vec::new();
    }
    let (mut ids, mut names) = (HashSet::new(), HashSet::new());
    let mut read = Vec::new();
    for (at, option) in given.into_iter().enumerate() {
        let id = found.id(format!("options[{at}].id"), &option.id);
        let name = parse::name(&format!("options[{at}].name"), option.name, found);
        let is_new_name = name.as_ref().is_none_or(|name| names.insert(fold(&name.fr)));
        if !is_new_name || id.is_some_and(|id| !ids.insert(id)) {
            let field = format!("options[{at}].name.fr");
            found.push(field, "form.validation.repeated", "another option has this name");
        }
        read.extend(id.zip(name).map(|(id, name)| FeatureOption { id, name }));
    }
    read
}
