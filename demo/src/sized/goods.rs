//! What a sized shop sells: each product follows from the seed and its number, so that a list of them is never needed.

use souk_kernel::{LocalizedText, Slug};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::dice::Dice;
use super::range::Range;
use super::words::{Choice, KINDS, NOTES, STYLES, TAGS, Words};

/// Days over which the products came.
const DAYS: i64 = 3 * 365;

/// A product with its combinations.
#[derive(Debug)]
pub struct Product {
    pub id: Uuid,
    pub slug: String,
    pub name: LocalizedText,
    pub short: LocalizedText,
    /// HTML.
    pub long: LocalizedText,
    /// Centimes before tax.
    pub price: i64,
    /// Hundredths of a percent.
    pub tax_rate: u32,
    /// Places in the range's lists.
    pub category: usize,
    pub brand: usize,
    pub active: bool,
    pub featured: bool,
    pub note: Words,
    pub tags: Vec<&'static str>,
    pub choice: &'static Choice,
    pub combinations: Vec<Combination>,
    /// Places in the list of pictures.
    pub pictures: Vec<usize>,
    pub created_at: OffsetDateTime,
}

#[derive(Debug)]
pub struct Combination {
    pub id: Uuid,
    pub sku: String,
    /// Centimes before tax; 0: the product's.
    pub price: i64,
    /// Place in the values of the choice.
    pub value: usize,
}

impl Product {
    /// The product of this number, from 0.
    pub fn of(range: &Range, number: u64) -> Self {
        let mut dice = Dice::of(range.seed, "product", number);
        let created_at = created_at(range, number);
        let id = dice.uuid(created_at);
        let category = range.category_ranks.draw(&mut dice);
        let kind = &KINDS[category % KINDS.len()];
        let (style, note) = (dice.pick(&STYLES), *dice.pick(&NOTES));
        let brand = range.brand_ranks.draw(&mut dice);
        let price = dice.between(kind.price.0 / 10, kind.price.1 / 10) * 1_000;
        let name = text(|language| {
            format!(
                "{} {} {}, {}",
                kind.name[language], style[language], note[language], range.brands[brand].name
            )
        });
        Self {
            id,
            slug: Slug::from_name(&format!("{} {} {number}", kind.slug, note[0]))
                .map(|slug| slug.to_string())
                .unwrap_or_default(),
            short: short(&name, note),
            long: long(&name, note, style),
            name,
            price,
            tax_rate: if dice.percent(20) { 900 } else { 1_900 },
            category,
            brand,
            active: !dice.percent(3),
            featured: dice.below(2_000) == 0,
            note,
            tags: tags(&mut dice),
            choice: kind.choice,
            combinations: combinations(&mut dice, kind.choice, number, price, created_at),
            pictures: pictures(&mut dice, range.pictures.len()),
            created_at,
        }
    }

    /// Centimes before tax: the combination's own price, if it has one.
    pub fn price_of(&self, combination: Option<&Combination>) -> i64 {
        match combination {
            Some(own) if own.price > 0 => own.price,
            _ => self.price,
        }
    }

    /// Address of its small picture; empty where the demo has stored none.
    pub fn small_picture<'a>(&self, range: &'a Range) -> &'a str {
        self.pictures.first().map_or("", |place| &range.pictures[*place].small)
    }

    /// Ids of what stands on a shelf: its combinations, or itself under the nil one.
    pub fn stock_keys(&self) -> Vec<Uuid> {
        match self.combinations.as_slice() {
            [] => vec![Uuid::nil()],
            all => all.iter().map(|combination| combination.id).collect(),
        }
    }
}

fn created_at(range: &Range, number: u64) -> OffsetDateTime {
    let minutes = DAYS * 24 * 60;
    let share = i128::from(number) * i128::from(minutes) / i128::from(range.products.max(1));
    range.now - Duration::minutes(minutes) + Duration::minutes(i64::try_from(share).unwrap_or_default())
}

fn combinations(
    dice: &mut Dice,
    choice: &Choice,
    number: u64,
    price: i64,
    at: OffsetDateTime,
) -> Vec<Combination> {
    if dice.percent(20) {
        return Vec::new();
    }
    let count = 2 + dice.index(choice.values.len() - 1);
    let own_prices = choice.kind == "volume";
    (0..count)
        .map(|value| Combination {
            id: dice.uuid(at),
            sku: format!("S{number:07}-{value}"),
            price: if own_prices {
                price + i64::try_from(value).unwrap_or_default() * (price / 20) * 10
            } else {
                0
            },
            value,
        })
        .collect()
}

fn pictures(dice: &mut Dice, stored: usize) -> Vec<usize> {
    let mut pictures: Vec<usize> = (0..=dice.index(2)).map(|_| dice.index(stored)).collect();
    pictures.dedup();
    pictures.truncate(stored);
    pictures
}

fn tags(dice: &mut Dice) -> Vec<&'static str> {
    let mut tags: Vec<_> = (0..dice.index(4)).map(|_| *dice.pick(&TAGS)).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

fn short(name: &LocalizedText, note: Words) -> LocalizedText {
    LocalizedText {
        fr: format!(
            "{}, choisi pour sa qualité et livré dans toute l’Algérie. Touche de {}.",
            name.fr, note[0]
        ),
        ar: format!("{}، اخترناه لجودته ونوصله إلى كل الجزائر. لمسة من {}.", name.ar, note[1]),
        en: format!(
            "{}, chosen for its quality and delivered all over Algeria. A touch of {}.",
            name.en, note[2]
        ),
    }
}

fn long(name: &LocalizedText, note: Words, style: &Words) -> LocalizedText {
    LocalizedText {
        fr: format!(
            "<p>{}.</p><p>Un esprit {}, une note de {}. Emballé avec soin, échangé sous sept jours s’il ne convient pas.</p>",
            name.fr, style[0], note[0]
        ),
        ar: format!(
            "<p>{}.</p><p>طابع {} ولمسة من {}. مغلف بعناية ويستبدل خلال سبعة أيام.</p>",
            name.ar, style[1], note[1]
        ),
        en: format!(
            "<p>{}.</p><p>A {} spirit with a note of {}. Packed with care, exchanged within seven days.</p>",
            name.en, style[2], note[2]
        ),
    }
}

fn text(of: impl Fn(usize) -> String) -> LocalizedText {
    LocalizedText { fr: of(0), ar: of(1), en: of(2) }
}
