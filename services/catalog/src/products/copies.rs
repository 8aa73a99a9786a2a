//! What a copy of a product is. Pure.

use std::collections::HashMap;

use souk_kernel::{Clock, CombinationId, ImageId, Language, ProductId, Slug};

use super::model::{Product, Text};
use crate::parse::LONGEST_LINE;

/// What the address of a copy ends in.
const MARK: &str = "copie";
/// Addresses with a number that are tried for a copy, before one that nobody else can have.
const MOST_NUMBERED: usize = 50;
/// Characters of an address that what tells copies apart may take: a hyphen and a UUID without hyphens.
const LONGEST_END: usize = 33;

impl Product {
    /// The same product under an id of its own, out of sale: with its combinations and pictures under new ids, in their order. Stock
    /// numbers and barcodes name the original alone; its address is still to be found among [`addresses`].
    #[must_use]
    pub fn copy(&self, clock: &dyn Clock) -> Self {
        let mut copy = self.clone();
        copy.id = ProductId::new(clock);
        (copy.number, copy.version, copy.revision) = (0, 1, 0);
        copy.active = false;
        copy.created_at = clock.now();
        copy.texts.iter_mut().for_each(Text::mark);
        copy.details.sku.clear();
        copy.details.barcode.clear();
        let mut images = HashMap::new();
        for image in &mut copy.images {
            let id = ImageId::new(clock);
            images.insert(image.id, id);
            image.id = id;
        }
        for combination in &mut copy.combinations {
            combination.id = CombinationId::new(clock);
            combination.sku.clear();
            combination.barcode.clear();
            combination.images = combination.images.iter().filter_map(|id| images.get(id).copied()).collect();
        }
        copy
    }
}

impl Text {
    /// Says behind the name that it is a copy's; a name that is too long for both is cut.
    fn mark(&mut self) {
        let mark = match self.language {
            Language::Fr => " (copie)",
            Language::Ar => " (نسخة)",
            Language::En => " (copy)",
        };
        let kept = LONGEST_LINE - mark.chars().count();
        self.name = self.name.chars().take(kept).chain(mark.chars()).collect();
    }
}

/// Addresses that a copy may take, the best first; the last is nobody else's.
pub fn addresses(original: &str, copy: ProductId) -> Vec<String> {
    let stem: String = original.chars().take(Slug::MAX - LONGEST_END - MARK.len() - 1).collect();
    let stem = format!("{}-{MARK}", stem.trim_end_matches('-'));
    let numbered = (2..=MOST_NUMBERED).map(|number| format!("{stem}-{number}"));
    let own = format!("{stem}-{}", copy.uuid().simple());
    std::iter::once(stem.clone()).chain(numbered).chain([own]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn named(language: Language, name: &str) -> String {
        let mut text = Text {
            language,
            name: name.into(),
            short_description: String::new(),
            long_description: String::new(),
            seo_title: String::new(),
            seo_description: String::new(),
        };
        text.mark();
        text.name
    }

    #[test]
    fn a_copy_is_called_so_in_each_language_and_no_longer_than_a_line() {
        assert_eq!(named(Language::Fr, "Savon"), "Savon (copie)");
        assert_eq!(named(Language::Ar, "صابون"), "صابون (نسخة)");
        assert_eq!(named(Language::En, "Soap"), "Soap (copy)");
        let longest = named(Language::Fr, &"é".repeat(LONGEST_LINE));
        assert!(longest.ends_with("é (copie)") && longest.chars().count() == LONGEST_LINE, "{longest}");
    }

    proptest! {
        #[test]
        fn every_address_of_a_copy_is_one(name in "[a-zé]{1,9}(-[a-z0-9]{1,9}){0,12}") {
            let original = Slug::from_name(&name).expect("it has letters");
            let addresses = addresses(original.as_str(), ProductId::from_uuid(Uuid::max()));
            for address in &addresses {
                prop_assert_eq!(address.parse::<Slug>().map(|slug| slug.to_string()), Ok(address.clone()));
            }
            prop_assert!(addresses[0].ends_with("-copie") && addresses[1].ends_with("-copie-2"));
        }
    }
}
