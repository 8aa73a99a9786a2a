//! Which combinations a product may have, and what they are called. Pure.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::{Value, json};
use souk_kernel::{AttributeId, AttributeOptionId, Changed, Clock, CombinationId, Language, Money};

use super::model::{ChosenValue, Combination, Product};
use crate::attributes::{Attribute, AttributeOption, Input};
use crate::search::fold;

/// Combinations that one product may have.
pub const MOST_COMBINATIONS: usize = 2_000;
/// Combinations of which the audit log tells what changed.
const MOST_TOLD: usize = 100;

/// A combination as staff want it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub id: CombinationId,
    /// Empty of one that there is: as it was.
    pub options: Vec<AttributeOptionId>,
    pub sku: String,
    /// `None`: as it was.
    pub barcode: Option<String>,
    pub price: Money,
    pub is_default: bool,
    pub active: bool,
}

/// Why combinations can't be as they are wanted; which one of them, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CombineError {
    #[error("there is no such option, or two of one attribute")]
    UnknownOption(usize),
    #[error("another combination has the same options")]
    Repeated(usize),
    #[error("all combinations of a product have options of the same attributes")]
    OtherAttributes(usize),
    #[error("another combination has the same SKU")]
    RepeatedSku(usize),
    #[error("another combination has the same barcode")]
    RepeatedBarcode(usize),
    #[error("a pack has no combinations: its parts have theirs")]
    Pack,
}

/// The options of some attributes by their ids.
struct Options<'a>(HashMap<AttributeOptionId, (&'a Attribute, &'a AttributeOption)>);

impl<'a> Options<'a> {
    fn of(attributes: &'a [Attribute]) -> Self {
        let options =
            attributes.iter().flat_map(|attribute| attribute.options.iter().map(move |own| (attribute, own)));
        Self(options.map(|(attribute, option)| (option.id, (attribute, option))).collect())
    }

    fn chosen(&self, option: AttributeOptionId) -> Option<ChosenValue> {
        self.0.get(&option).map(|(attribute, option)| ChosenValue::of(attribute, option))
    }
}

impl ChosenValue {
    fn of(attribute: &Attribute, option: &AttributeOption) -> Self {
        Self {
            kind: attribute.kind.clone(),
            label: attribute.name.clone(),
            value: option.name.clone(),
            color: option.color.clone(),
            picture: option.picture.as_ref().map(|picture| picture.url.clone()).unwrap_or_default(),
            option: Some(option.id),
        }
    }

    /// The attribute that it is of, without options.
    fn attribute(&self, clock: &dyn Clock) -> Attribute {
        Attribute {
            id: AttributeId::new(clock),
            version: 1,
            kind: self.kind.clone(),
            input: if self.color.is_empty() { Input::Text } else { Input::Color },
            name: self.label.clone(),
            options: Vec::new(),
        }
    }
}

impl Product {
    /// Replaces the combinations; the version grows when that changes something.
    pub fn combine(
        &mut self,
        wanted: Vec<Wanted>,
        attributes: &[Attribute],
    ) -> Result<Changed, CombineError> {
        if !self.pack.is_empty() && !wanted.is_empty() {
            return Err(CombineError::Pack);
        }
        let options = Options::of(attributes);
        let mut before: HashMap<CombinationId, Combination> =
            self.combinations.iter().map(|own| (own.id, own.clone())).collect();
        let mut combinations = Vec::with_capacity(wanted.len());
        for (at, wanted) in wanted.into_iter().enumerate() {
            let known = before.remove(&wanted.id);
            combinations.push(wanted.combination(known, &options).ok_or(CombineError::UnknownOption(at))?);
        }
        check_distinct(&combinations)?;
        if combinations == self.combinations {
            return Ok(Changed::Already);
        }
        self.combinations = combinations;
        self.version += 1;
        Ok(Changed::Yes)
    }

    /// Says which of the attribute's options its combinations have, by their French text.
    pub fn choose_among(&mut self, attribute: &Attribute) {
        let own = self.combinations.iter_mut().flat_map(|own| &mut own.values);
        for chosen in own.filter(|chosen| chosen.kind == attribute.kind) {
            chosen.option = attribute.option_called(&chosen.value.fr).map(|option| option.id);
        }
    }

    /// Calls its combinations as the attributes are now; whether one is called otherwise.
    pub fn relabel(&mut self, attributes: &[Attribute]) -> bool {
        let options = Options::of(attributes);
        let mut is_changed = false;
        for chosen in self.combinations.iter_mut().flat_map(|own| &mut own.values) {
            let Some(now) = chosen.option.and_then(|option| options.chosen(option)) else { continue };
            is_changed |= *chosen != now;
            *chosen = now;
        }
        is_changed
    }
}

impl Wanted {
    /// `None` where an option is unknown, or two are of one attribute, or a new one has none.
    fn combination(self, known: Option<Combination>, options: &Options<'_>) -> Option<Combination> {
        let (values, images, barcode) =
            known.map(|known| (known.values, known.images, known.barcode)).unwrap_or_default();
        let wanted: Option<Vec<ChosenValue>> = self.options.iter().map(|id| options.chosen(*id)).collect();
        let values = if self.options.is_empty() { values } else { wanted? };
        let kinds: HashSet<&str> = values.iter().map(|chosen| chosen.kind.as_str()).collect();
        let is_sound = !values.is_empty() && kinds.len() == values.len();
        is_sound.then_some(Combination {
            id: self.id,
            sku: self.sku,
            barcode: self.barcode.unwrap_or(barcode),
            price: self.price,
            is_default: self.is_default,
            active: self.active,
            values,
            images,
        })
    }
}

/// The attributes that combinations of the products have, in one order for everybody: who makes products at once waits for each
/// other and never in a circle.
pub fn chosen_attributes(products: &[Product], clock: &dyn Clock) -> Vec<Attribute> {
    let mut attributes = BTreeMap::new();
    let combinations = products.iter().flat_map(|product| &product.combinations);
    for chosen in combinations.flat_map(|own| &own.values) {
        let attribute = attributes.entry(&chosen.kind).or_insert_with(|| chosen.attribute(clock));
        if attribute.option_called(&chosen.value.fr).is_none() {
            let (name, color) = (chosen.value.clone(), chosen.color.clone());
            let id = AttributeOptionId::new(clock);
            attribute.options.push(AttributeOption { id, name, color, picture: None });
        }
    }
    attributes.into_values().collect()
}

/// Whether the attributes can have the options that the new product brings.
pub fn have_room(attributes: &[Attribute], product: &Product, clock: &dyn Clock) -> bool {
    chosen_attributes(std::slice::from_ref(product), clock).iter().all(|wanted| {
        let known = attributes.iter().find(|known| known.kind == wanted.kind);
        known.unwrap_or(wanted).takes(wanted)
    })
}

/// Combinations have options of the same attributes, and no two have the same, nor the same codes.
pub fn check_distinct(combinations: &[Combination]) -> Result<(), CombineError> {
    let kinds =
        |own: &Combination| own.values.iter().map(|chosen| chosen.kind.clone()).collect::<BTreeSet<_>>();
    let values = |own: &Combination| {
        own.values.iter().map(|chosen| (chosen.kind.clone(), fold(&chosen.value.fr))).collect::<BTreeSet<_>>()
    };
    let first = combinations.first().map(kinds).unwrap_or_default();
    let (mut seen, mut skus, mut barcodes) = (HashSet::new(), HashSet::new(), HashSet::new());
    for (at, combination) in combinations.iter().enumerate() {
        if kinds(combination) != first {
            return Err(CombineError::OtherAttributes(at));
        }
        if !seen.insert(values(combination)) {
            return Err(CombineError::Repeated(at));
        }
        if !combination.sku.is_empty() && !skus.insert(&combination.sku) {
            return Err(CombineError::RepeatedSku(at));
        }
        if !combination.barcode.is_empty() && !barcodes.insert(&combination.barcode) {
            return Err(CombineError::RepeatedBarcode(at));
        }
    }
    Ok(())
}

/// Combinations that are no more.
pub fn gone(before: &Product, now: &Product) -> Vec<CombinationId> {
    let kept: HashSet<CombinationId> = now.combinations.iter().map(|own| own.id).collect();
    let before = before.combinations.iter().map(|own| own.id);
    before.filter(|id| !kept.contains(id)).collect()
}

/// What the audit log tells: how many there are, and of those that differ what they were and are.
pub fn told(before: &Product, now: &Product) -> (Value, Value) {
    let entries = |of: &Product, other: &Product| {
        let other: HashMap<_, _> = other.combinations.iter().map(|own| (own.id, own)).collect();
        let differing = of.combinations.iter().filter(|own| other.get(&own.id) != Some(own));
        let entry = |own: &Combination| {
            let Combination { sku, barcode, price, is_default, active, .. } = own;
            json!({ "name": own.name(Language::Fr), "sku": sku, "barcode": barcode, "price": price.centimes(),
                    "default": is_default, "active": active })
        };
        let entries: serde_json::Map<_, _> =
            differing.take(MOST_TOLD).map(|own| (own.id.to_string(), entry(own))).collect();
        json!({ "count": of.combinations.len(), "combinations": entries })
    };
    (entries(before, now), entries(now, before))
}

#[cfg(test)]
mod tests {
    use souk_kernel::LocalizedText;
    use uuid::Uuid;

    use super::*;

    fn option(number: u128, french: &str) -> AttributeOption {
        let name = LocalizedText { fr: french.into(), ..Default::default() };
        AttributeOption {
            id: AttributeOptionId::from_uuid(Uuid::from_u128(number)),
            name,
            color: String::new(),
            picture: None,
        }
    }

    fn attribute(number: u128, kind: &str, options: Vec<AttributeOption>) -> Attribute {
        Attribute {
            id: AttributeId::from_uuid(Uuid::from_u128(number)),
            version: 1,
            kind: kind.into(),
            input: Input::Text,
            name: LocalizedText { fr: kind.into(), ..Default::default() },
            options,
        }
    }

    fn combination(number: u128, options: &[u128]) -> Combination {
        let attributes = [
            attribute(1, "color", vec![option(10, "Rouge"), option(11, "Bleu")]),
            attribute(2, "size", vec![option(20, "S"), option(21, "M")]),
        ];
        let options = options.iter().map(|id| AttributeOptionId::from_uuid(Uuid::from_u128(*id))).collect();
        let id = CombinationId::from_uuid(Uuid::from_u128(number));
        let wanted = Wanted {
            id,
            options,
            sku: String::new(),
            barcode: None,
            price: Money::ZERO,
            is_default: false,
            active: true,
        };
        wanted.combination(None, &Options::of(&attributes)).expect("sound")
    }

    #[test]
    fn combinations_differ_and_have_the_same_attributes() {
        let red_small = combination(1, &[10, 20]);
        let check =
            |others: &[Combination]| check_distinct(&[std::slice::from_ref(&red_small), others].concat());
        assert_eq!(check(&[combination(2, &[11, 20]), combination(3, &[21, 10])]), Ok(()));
        assert_eq!(check(&[combination(2, &[20, 10])]), Err(CombineError::Repeated(1)), "in another order");
        assert_eq!(check(&[combination(2, &[11])]), Err(CombineError::OtherAttributes(1)));
        let scanned =
            |number, option| Combination { barcode: "613".into(), ..combination(number, &[option, 20]) };
        assert_eq!(
            check(&[scanned(2, 11), Combination { barcode: "613".into(), ..combination(3, &[10, 21]) }]),
            Err(CombineError::RepeatedBarcode(2))
        );
        let named =
            |number, options: &[u128]| Combination { sku: "SHIRT".into(), ..combination(number, options) };
        assert_eq!(check(&[named(2, &[11, 20]), named(3, &[10, 21])]), Err(CombineError::RepeatedSku(2)));
    }
}
