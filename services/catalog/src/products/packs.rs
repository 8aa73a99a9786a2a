//! What a pack may hold. Pure.

use std::collections::{HashMap, HashSet};

use souk_kernel::{CombinationId, ProductId};

use super::model::PackComponent;

/// What is known of a product that is to be a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub is_pack: bool,
    pub combinations: HashSet<CombinationId>,
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
}

/// Whether a product may hold this; `parts` are those of its products that there are.
pub fn check(
    product: ProductId,
    pack: &[PackComponent],
    parts: &HashMap<ProductId, Part>,
) -> Result<(), PackError> {
    let mut seen = HashSet::new();
    let mut faults = Vec::new();
    for (at, component) in pack.iter().enumerate() {
        let is_repeated = !seen.insert((component.product, component.combination));
        let repeated = is_repeated.then_some(PackFault::Repeated);
        faults.extend(fault(product, *component, parts).or(repeated).map(|fault| (at, fault)));
    }
    if faults.is_empty() { Ok(()) } else { Err(PackError(faults)) }
}

fn fault(
    product: ProductId,
    component: PackComponent,
    parts: &HashMap<ProductId, Part>,
) -> Option<PackFault> {
    if component.product == product {
        return Some(PackFault::Itself);
    }
    let Some(part) = parts.get(&component.product) else { return Some(PackFault::UnknownProduct) };
    if part.is_pack {
        return Some(PackFault::Pack);
    }
    match component.combination {
        None => (!part.combinations.is_empty()).then_some(PackFault::CombinationMissing),
        Some(id) => (!part.combinations.contains(&id)).then_some(PackFault::UnknownCombination),
    }
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

    fn part(of: u128, chosen: Option<u128>) -> PackComponent {
        PackComponent { product: product(of), combination: chosen.map(combination), quantity: 1 }
    }

    #[test]
    fn everything_wrong_with_a_pack_is_told_at_its_place() {
        let known = |is_pack, combinations: &[u128]| Part {
            is_pack,
            combinations: combinations.iter().copied().map(combination).collect(),
        };
        let parts = HashMap::from([
            (product(1), known(true, &[])),
            (product(2), known(false, &[])),
            (product(3), known(false, &[30, 31])),
        ]);
        let sound = [part(2, None), part(3, Some(30)), part(3, Some(31))];
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
        ];
        assert_eq!(told, Err(PackError((1..).zip(faults).collect())));
    }
}
