//! What a pack may hold, and what it costs where it costs what its parts cost. Pure.

use std::collections::{HashMap, HashSet};

use souk_kernel::{CombinationId, Money, MoneyError, ProductId, TaxRate};
use souk_pricing::{Discount, base_price, pack_price};

use super::model::{PackComponent, Product};

/// Combinations that a shopper chooses one of: what a page shows of one part, at most.
pub const MOST_CHOICES: usize = 100;
/// Parts of one pack whose combination the shopper chooses.
pub const MOST_CHOSEN: usize = 20;

/// What is known of a product that is to be a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub is_pack: bool,
    pub price: Money,
    pub tax_rate: TaxRate,
    /// In the product's order.
    pub combinations: Vec<PartCombination>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartCombination {
    pub id: CombinationId,
    /// Own price; zero means the product's.
    pub price: Money,
    pub active: bool,
    pub is_default: bool,
}

/// What is compared to say whether an edit touches the pack.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Packed {
    pub pack: Vec<PackComponent>,
    discount: Option<Discount>,
    tax_rate: TaxRate,
}

impl Packed {
    pub fn of(product: &Product) -> Self {
        Self { pack: product.pack.clone(), discount: product.pack_discount, tax_rate: product.tax_rate }
    }
}

/// Why a pack can't be as it is wanted: all that is wrong, each at its place from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the pack breaks a rule")]
pub struct PackError(pub Vec<(usize, PackFault)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PackFault {
    #[error("a pack is no part of itself")]
    Itself,
    #[error("there is no such product")]
    UnknownProduct,
    #[error("a pack holds no packs")]
    Pack,
    #[error("one of the product's combinations is to be named")]
    CombinationMissing,
    #[error("the product has no such combination")]
    UnknownCombination,
    #[error("the part is named twice")]
    Repeated,
    #[error("the product offers no combination to choose")]
    NoChoice,
    #[error("one of the choices is no combination of the product, or is named twice")]
    UnknownChoice,
    #[error("{MOST_CHOICES} combinations at most are chosen among, in {MOST_CHOSEN} parts at most")]
    TooManyChoices,
    #[error("what is added up has one tax rate")]
    OtherRate,
    #[error("the parts together are dearer than anything may be")]
    TooDear,
}

impl From<&Product> for Part {
    fn from(product: &Product) -> Self {
        let combinations = product.combinations.iter().map(|own| PartCombination {
            id: own.id,
            price: own.price,
            active: own.active,
            is_default: own.is_default,
        });
        Self {
            is_pack: !product.pack.is_empty(),
            price: product.price,
            tax_rate: product.tax_rate,
            combinations: combinations.collect(),
        }
    }
}

impl Part {
    /// Combinations that the shopper may choose of it in a pack.
    pub fn choices(&self, of: &PackComponent) -> impl Iterator<Item = PartCombination> {
        self.combinations.iter().filter(|own| own.active && of.may_be(own.id)).copied()
    }

    /// The one that is chosen first: the default, else the first.
    pub fn first_choice(&self, of: &PackComponent) -> Option<PartCombination> {
        self.choices(of).find(|own| own.is_default).or_else(|| self.choices(of).next())
    }

    /// A piece before tax and promotions, of what is chosen first.
    pub fn piece(&self, of: &PackComponent) -> Money {
        let own = match of.combination {
            Some(id) => self.combinations.iter().find(|own| own.id == id).copied(),
            None => self.first_choice(of),
        };
        base_price(self.price, own.map(|own| own.price))
    }
}

/// Whether a product may hold this; `parts` are those of its products that there are.
pub fn check(
    product: ProductId,
    pack: &[PackComponent],
    parts: &HashMap<ProductId, Part>,
) -> Result<(), PackError> {
    let mut seen = HashSet::new();
    let mut faults = Vec::new();
    let mut chosen = 0;
    for (at, component) in pack.iter().enumerate() {
        let is_fixed = component.choices.is_none();
        chosen += usize::from(!is_fixed);
        let is_repeated = is_fixed && !seen.insert((component.product, component.combination));
        let repeated = is_repeated.then_some(PackFault::Repeated);
        let one_more = (!is_fixed && chosen > MOST_CHOSEN).then_some(PackFault::TooManyChoices);
        let fault = fault(product, component, parts).or(repeated).or(one_more);
        faults.extend(fault.map(|fault| (at, fault)));
    }
    refuse(faults)
}

fn refuse(faults: Vec<(usize, PackFault)>) -> Result<(), PackError> {
    if faults.is_empty() { Ok(()) } else { Err(PackError(faults)) }
}

fn fault(
    product: ProductId,
    component: &PackComponent,
    parts: &HashMap<ProductId, Part>,
) -> Option<PackFault> {
    if component.product == product {
        return Some(PackFault::Itself);
    }
    let Some(part) = parts.get(&component.product) else { return Some(PackFault::UnknownProduct) };
    if part.is_pack {
        return Some(PackFault::Pack);
    }
    if let Some(among) = &component.choices {
        return choice_fault(component, part, among);
    }
    let has = |id| part.combinations.iter().any(|own| own.id == id);
    match component.combination {
        None => (!part.combinations.is_empty()).then_some(PackFault::CombinationMissing),
        Some(id) => (!has(id)).then_some(PackFault::UnknownCombination),
    }
}

fn choice_fault(component: &PackComponent, part: &Part, among: &[CombinationId]) -> Option<PackFault> {
    let mut named = HashSet::new();
    let is_known = |id: &CombinationId| part.combinations.iter().any(|own| own.id == *id);
    if !among.iter().all(|id| is_known(id) && named.insert(*id)) {
        return Some(PackFault::UnknownChoice);
    }
    match part.choices(component).count() {
        0 => Some(PackFault::NoChoice),
        count => (count > MOST_CHOICES).then_some(PackFault::TooManyChoices),
    }
}

/// Whether the parts of a pack that costs what they cost have its own tax rate: with another, what is added up before tax would not be
/// what shoppers see added up (ADR 34).
pub fn check_rates(product: &Product, parts: &HashMap<ProductId, Part>) -> Result<(), PackError> {
    let is_other =
        |part: &PackComponent| parts.get(&part.product).is_some_and(|it| it.tax_rate != product.tax_rate);
    let others = product.pack.iter().enumerate().filter(|(_, part)| is_other(part));
    refuse(others.map(|(at, _)| (at, PackFault::OtherRate)).collect())
}

/// What a pack costs before tax and promotions with what is chosen first.
pub fn price(
    pack: &[PackComponent],
    discount: Discount,
    parts: &HashMap<ProductId, Part>,
) -> Result<Money, MoneyError> {
    let piece = |of: &PackComponent| parts.get(&of.product).map_or(Money::ZERO, |part| part.piece(of));
    pack_price(pack.iter().map(|of| (piece(of), of.quantity)), discount)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn product(number: u128) -> ProductId {
        ProductId::from_uuid(Uuid::from_u128(number))
    }

    fn combination(number: u128) -> CombinationId {
        CombinationId::from_uuid(Uuid::from_u128(number))
    }

    fn part(of: u128, fixed: Option<u128>) -> PackComponent {
        let combination = fixed.map(combination);
        PackComponent { product: product(of), combination, quantity: 1, choices: None }
    }

    fn chosen(of: u128, among: &[u128]) -> PackComponent {
        let choices = Some(among.iter().copied().map(combination).collect());
        PackComponent { choices, ..part(of, None) }
    }

    /// Combinations by number and own price; the second is the default, numbers above 90 are not offered.
    fn known(is_pack: bool, price: i64, combinations: &[(u128, i64)]) -> Part {
        let own = |(at, (number, price)): (usize, &(u128, i64))| PartCombination {
            id: combination(*number),
            price: Money::from_centimes(*price),
            active: *number < 90,
            is_default: at == 1,
        };
        Part {
            is_pack,
            price: Money::from_centimes(price),
            tax_rate: TaxRate::ZERO,
            combinations: combinations.iter().enumerate().map(own).collect(),
        }
    }

    fn shelf() -> HashMap<ProductId, Part> {
        let one = |number| PartCombination {
            id: combination(number),
            price: Money::ZERO,
            active: true,
            is_default: false,
        };
        let many = Part { combinations: (1_000..1_101).map(one).collect(), ..known(false, 100, &[]) };
        HashMap::from([
            (product(1), known(true, 0, &[])),
            (product(2), known(false, 1_000, &[])),
            (product(3), known(false, 500, &[(30, 700), (31, 0)])),
            (product(4), known(false, 500, &[(91, 0)])),
            (product(5), many),
        ])
    }

    #[test]
    fn everything_wrong_with_a_pack_is_told_at_its_place() {
        let parts = shelf();
        let sound = [part(2, None), part(3, Some(30)), part(3, Some(31)), chosen(3, &[]), chosen(3, &[30])];
        assert_eq!(check(product(9), &sound, &parts), Ok(()));
        let wrong = [
            part(2, None),
            part(9, None),
            part(8, None),
            part(1, None),
            part(3, None),
            part(3, Some(20)),
            part(2, Some(30)),
            part(2, None),
            chosen(2, &[]),
            chosen(4, &[]),
            chosen(4, &[91]),
            chosen(3, &[20]),
            chosen(3, &[30, 30]),
            chosen(5, &[]),
        ];
        let told = check(product(9), &wrong, &parts);
        let faults = [
            PackFault::Itself,
            PackFault::UnknownProduct,
            PackFault::Pack,
            PackFault::CombinationMissing,
            PackFault::UnknownCombination,
            PackFault::UnknownCombination,
            PackFault::Repeated,
            PackFault::NoChoice,
            PackFault::NoChoice,
            PackFault::NoChoice,
            PackFault::UnknownChoice,
            PackFault::UnknownChoice,
            PackFault::TooManyChoices,
        ];
        assert_eq!(told, Err(PackError((1..).zip(faults).collect())));
        let many: Vec<_> = (0..=MOST_CHOSEN).map(|_| chosen(3, &[])).collect();
        let one_more = PackError(vec![(MOST_CHOSEN, PackFault::TooManyChoices)]);
        assert_eq!(check(product(9), &many, &parts), Err(one_more));
    }

    #[test]
    fn a_sum_is_of_what_is_chosen_first_each_at_its_own_price() {
        let parts = shelf();
        let cost = |pack: &[PackComponent]| {
            price(pack, Discount::Amount(Money::ZERO), &parts).expect("fits").centimes()
        };
        assert_eq!(cost(&[part(2, None)]), 1_000);
        assert_eq!(cost(&[part(3, Some(30))]), 700);
        assert_eq!(cost(&[chosen(3, &[])]), 500, "the default's");
        assert_eq!(cost(&[chosen(3, &[30])]), 700, "among what can be chosen");
        let three = PackComponent { quantity: 3, ..chosen(3, &[30]) };
        assert_eq!(cost(&[part(2, None), three]), 3_100);
    }
}
