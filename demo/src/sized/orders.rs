//! Orders of three years: who bought what, and how far each has come.

use souk_kernel::{Money, TaxRate};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::dice::Dice;
use super::fate::{self, Step};
use super::goods::{Combination, Product};
use super::people::{Country, Customer, Offer, Place};
use super::range::Range;
use super::{skew, stock};

/// How far back the first order lies.
const DAYS: i64 = 3 * 365;

/// What all orders of a load have in common.
#[derive(Debug)]
pub struct Book<'a> {
    pub range: &'a Range,
    pub country: &'a Country,
    /// How many there are.
    pub orders: u64,
    /// The number of the first.
    pub first_number: i64,
}

/// An order as it stands now.
#[derive(Debug)]
pub struct Order<'a> {
    pub id: Uuid,
    pub number: i64,
    pub customer: Customer,
    pub place: &'a Place,
    pub offer: &'a Offer,
    pub lines: Vec<Line>,
    /// Centimes.
    pub products_total: i64,
    pub steps: Vec<Step>,
}

/// One thing of an order.
#[derive(Debug)]
pub struct Line {
    pub product: Product,
    /// Place among the product's combinations.
    pub combination: Option<usize>,
    pub warehouse: Uuid,
    pub quantity: u32,
    /// Centimes before tax and with it.
    pub unit_price: i64,
    pub unit_price_ttc: i64,
}

impl<'a> Order<'a> {
    /// The order of this place in the book.
    pub fn of(book: &Book<'a>, place: u64) -> anyhow::Result<Self> {
        let range = book.range;
        let mut dice = Dice::of(range.seed, "order", place);
        let share = skew::moment(place, book.orders);
        let placed_at =
            range.now - Duration::days(DAYS) + Duration::minutes(DAYS * 24 * 60 * share / 1_000_000);
        let number = book.first_number + i64::try_from(place)?;
        let customer = Customer::draw(book.country, range.seed, book.orders, &mut dice);
        let offer = book.country.offer(customer.place, &mut dice);
        let lines = lines(range, &mut dice)?;
        Ok(Self {
            id: dice.uuid(placed_at),
            number,
            place: book.country.place(customer.place),
            offer,
            products_total: lines.iter().map(Line::total).sum(),
            lines,
            steps: fate::steps(placed_at, range.now, number, &mut dice),
            customer,
        })
    }

    pub fn status(&self) -> &'static str {
        self.steps.last().map_or("placed", |step| step.kind)
    }

    /// When it took a step first.
    pub fn at(&self, kind: &str) -> Option<OffsetDateTime> {
        self.steps.iter().find(|step| step.kind == kind).map(|step| step.at)
    }

    pub fn placed_at(&self) -> OffsetDateTime {
        self.steps.first().map_or(OffsetDateTime::UNIX_EPOCH, |step| step.at)
    }

    pub const fn total(&self) -> i64 {
        self.products_total + self.offer.price
    }
}

impl Line {
    pub fn total(&self) -> i64 {
        self.unit_price * i64::from(self.quantity)
    }

    pub fn chosen(&self) -> Option<&Combination> {
        self.combination.map(|place| &self.product.combinations[place])
    }
}

/// One to four things, no key twice.
fn lines(range: &Range, dice: &mut Dice) -> anyhow::Result<Vec<Line>> {
    let count = [1, 1, 1, 1, 1, 2, 2, 2, 3, 4][dice.index(10)];
    let mut lines: Vec<Line> = Vec::with_capacity(count);
    for _ in 0..count {
        // Spreads the popular ones over all that there is.
        let number = skew::popular(range.products, dice) * 2_654_435_761 % range.products;
        let product = Product::of(range, number);
        if lines.iter().any(|line| line.product.id == product.id) {
            continue;
        }
        let combination = (!product.combinations.is_empty()).then(|| dice.index(product.combinations.len()));
        let base = product.price_of(combination.map(|place| &product.combinations[place]));
        // Now and then there was a promotion.
        let unit_price = if dice.percent(15) { base / 100 * 85 } else { base };
        let taxed = Money::from_centimes(unit_price).with_tax(TaxRate::from_hundredths(product.tax_rate)?)?;
        lines.push(Line {
            warehouse: stock::warehouse(stock::home(range, number)),
            product,
            combination,
            quantity: if dice.percent(85) { 1 } else { 2 },
            unit_price,
            unit_price_ttc: taxed.centimes(),
        });
    }
    Ok(lines)
}
