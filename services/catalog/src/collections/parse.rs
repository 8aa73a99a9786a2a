//! A collection as staff write it, read into the words of the trade.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use souk_kernel::{Money, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Failure, Violations};

use super::model::{Collection, Contents, MOST_PICKED, Rule};
use crate::failure::checked;
use crate::media::Picture;
use crate::parse::{self, LONGEST_LINE, price, texts};
use crate::search::{self, fold};

/// Longest text about a collection in one language, in characters.
const LONGEST_ABOUT: usize = 2_000;
/// Past it, positions say nothing.
const MOST_POSITION: u32 = 1_000_000;
/// Categories, brands or tags of one rule.
const MOST_NAMED: usize = 50;
/// Ten years.
const MOST_DAYS: u32 = 3_650;

pub fn collection(given: proto::Collection) -> Result<(Collection, Picture), Failure> {
    let mut found = Violations::default();
    let id = found.id("id", &given.id);
    let name = parse::name("name", given.name, &mut found);
    let named = name.as_ref().map_or("", |name| name.fr.as_str());
    // What has no name has that to be told alone.
    let slug = (name.is_some() || !given.slug.is_empty())
        .then(|| parse::slug(&given.slug, named, &mut found))
        .flatten();
    let about = texts("about", given.about, LONGEST_ABOUT, &mut found);
    let seo_title = texts("seoTitle", given.seo_title, LONGEST_LINE, &mut found);
    let seo_description = texts("seoDescription", given.seo_description, LONGEST_ABOUT, &mut found);
    if given.position > MOST_POSITION {
        found.push("position", "form.validation.position", "a position is at most 1,000,000");
    }
    let contents = contents(given.rule, &given.products, &mut found);
    let read = id.zip(name).zip(slug).zip(contents).map(|(((id, name), slug), contents)| Collection {
        id,
        version: given.version,
        slug: slug.to_string(),
        active: given.active,
        name,
        picture: None,
        about,
        seo_title,
        seo_description,
        position: given.position,
        contents,
    });
    Ok((checked(read, found)?, Picture::read(given.picture, given.picture_url)))
}

fn contents(
    given: Option<proto::CollectionRule>,
    products: &[proto::PickedProduct],
    found: &mut Violations,
) -> Option<Contents> {
    let Some(given) = given else { return picked(products, found).map(Contents::Picked) };
    if !products.is_empty() {
        found.push("products", "form.validation.unknown", "a collection by a rule has no picked products");
    }
    Some(Contents::Ruled(read_rule(&given, found)))
}

fn picked(given: &[proto::PickedProduct], found: &mut Violations) -> Option<Arc<[ProductId]>> {
    if given.len() > MOST_PICKED {
        found.push("products", "form.validation.tooMany", format!("{MOST_PICKED} products at most"));
        return None;
    }
    let mut products = Vec::with_capacity(given.len());
    for (at, product) in given.iter().enumerate() {
        let field = format!("products[{at}]");
        let id: ProductId = found.id(field.clone(), &product.id)?;
        if products.contains(&id) {
            found.push(field, "form.validation.repeated", "a product is picked once");
            return None;
        }
        products.push(id);
    }
    Some(products.into())
}

/// A rule that is not saved.
pub fn rule(given: Option<proto::CollectionRule>) -> Result<Rule, Failure> {
    let mut found = Violations::default();
    let rule = read_rule(&given.unwrap_or_default(), &mut found);
    checked(Some(rule), found)
}

fn read_rule(given: &proto::CollectionRule, found: &mut Violations) -> Rule {
    let mut price_of = |field: &str, centimes: Option<i64>| -> Option<Money> {
        centimes.and_then(|centimes| price(field, centimes, found))
    };
    let price_from = price_of("rule.priceFrom", given.price_from);
    let price_to = price_of("rule.priceTo", given.price_to);
    if price_from.zip(price_to).is_some_and(|(from, to)| from > to) {
        found.push("rule.priceTo", "form.validation.range", "the highest price is below the lowest");
    }
    if given.new_within_days > MOST_DAYS {
        found.push("rule.newWithinDays", "form.validation.days", format!("{MOST_DAYS} days at most"));
    }
    let rule = Rule {
        categories: ids("rule.categories", &given.category_ids, found),
        brands: ids("rule.brands", &given.brand_ids, found),
        tags: tags("rule.tags", &given.tags, found),
        price_from,
        price_to,
        new_within_days: given.new_within_days,
        featured: given.featured,
        on_promotion: given.on_promotion,
    };
    if rule.is_empty() && found.is_empty() {
        found.push("rule", "form.validation.required", "a rule has one condition at least");
    }
    rule
}

fn ids<T: FromStr<Err: Display> + PartialEq>(
    field: &str,
    given: &[String],
    found: &mut Violations,
) -> Vec<T> {
    if !is_few(field, given, found) {
        return Vec::new();
    }
    let mut ids = Vec::with_capacity(given.len());
    for (at, id) in given.iter().enumerate() {
        let id = found.id(format!("{field}[{at}]"), id);
        ids.extend(id.filter(|id| !ids.contains(id)));
    }
    ids
}

/// Each once, as it was written first.
fn tags(field: &str, given: &[String], found: &mut Violations) -> Vec<String> {
    if !is_few(field, given, found) {
        return Vec::new();
    }
    let mut tags: Vec<String> = Vec::with_capacity(given.len());
    for (at, tag) in given.iter().enumerate() {
        match search::tag(tag) {
            Ok(tag) if tags.iter().all(|other| fold(other) != fold(&tag)) => tags.push(tag),
            Ok(_) => {}
            Err(wrong) => found.push(format!("{field}[{at}]"), wrong.rule(), wrong.to_string()),
        }
    }
    tags
}

fn is_few(field: &str, given: &[String], found: &mut Violations) -> bool {
    let is_few = given.len() <= MOST_NAMED;
    if !is_few {
        found.push(field, "form.validation.tooMany", format!("{MOST_NAMED} at most"));
    }
    is_few
}
