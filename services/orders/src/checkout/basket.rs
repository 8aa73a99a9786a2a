//! From what the browser sent to priced lines. Prices, names and pack contents are the shop's own; the browser names
//! products, choices and quantities only, so there is nothing of a price to tamper with (design 5).

use std::collections::HashMap;

use souk_kernel::{
    Day, Money, MoneyError, ProductId, Quantity, QuantityBreach, QuantityError, QuantityRule, StockKey,
};
use time::OffsetDateTime;

use crate::items::{CartLine, Shortage, StockItem, sum_items};
use crate::orders::{Line, LinePart};
use crate::sellables::packs::{self, ChoiceError, Part};
use crate::sellables::{Combination, PriceRules, Sellable, Trade, Unsellable};

/// Priced lines, each product and combination once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Basket {
    pub lines: Vec<Line>,
    /// Where each line comes from.
    pub sources: Vec<Source>,
    pub total: Money,
}

/// Where in the cart a line comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The place of the first cart line of the same.
    pub place: usize,
    /// Whether there are further ones.
    pub is_merged: bool,
}

/// A cart line of which there is less than it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShortLine {
    /// Its place in the cart.
    pub place: usize,
    /// How many of it can be had; `None` where that isn't told, or other lines need the same.
    pub left: Option<u32>,
}

/// A cart line that can't be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Problem {
    /// Its place in the cart.
    pub line: usize,
    pub cause: ProblemCause,
}

/// Why a cart line can't be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProblemCause {
    #[error(transparent)]
    Unsellable(#[from] Unsellable),
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    #[error(transparent)]
    Quantity(#[from] QuantityError),
    #[error(transparent)]
    Money(#[from] MoneyError),
    #[error("at most {0} pieces of one thing")]
    TooMany(u32),
    #[error(transparent)]
    Rule(RuleBreach),
    #[error("it can be ordered from {0} on")]
    Awaited(Day),
    #[error("wholesalers order {0} pieces of it at least")]
    BelowWholesale(u32),
}

/// More, fewer or other numbers of a product than the merchant lets shoppers order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{breach}")]
pub struct RuleBreach {
    pub rule: QuantityRule,
    pub breach: QuantityBreach,
}

/// A cart line with what it means in the catalogue.
struct Picked<'a> {
    source: Source,
    sellable: &'a Sellable,
    combination: Option<&'a Combination>,
    /// What one of it holds if it is a pack.
    parts: Vec<Part<'a>>,
    /// What one pack takes from the shelf: worked out once, as each line is compared with those before it.
    pieces: Vec<StockItem>,
    quantity: Quantity,
}

/// Prices the cart; all problems are collected, not the first.
pub fn price(
    cart: &[CartLine],
    sellables: &HashMap<ProductId, Sellable>,
    rules: PriceRules<'_>,
) -> Result<Basket, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut picked: Vec<Picked<'_>> = Vec::new();
    for (place, line) in cart.iter().enumerate() {
        if let Err(cause) = pick(place, line, sellables).and_then(|line| merge(&mut picked, line)) {
            problems.push(Problem { line: place, cause });
        }
    }
    let mut basket = Basket { lines: Vec::new(), sources: Vec::new(), total: Money::ZERO };
    for line in picked {
        if let Err(cause) = basket.add(&line, rules) {
            problems.push(Problem { line: line.source.place, cause });
        }
    }
    if problems.is_empty() { Ok(basket) } else { Err(problems) }
}

/// A line by itself, as it would be charged; `None` of what can't be ordered, or whose price is not known.
pub fn price_line(
    line: &CartLine,
    sellables: &HashMap<ProductId, Sellable>,
    rules: PriceRules<'_>,
) -> Option<Line> {
    let sellable = sellables.get(&line.product)?;
    if !sellable.is_priceable(rules.promotions, rules.at) || !packs::is_known(sellable, sellables) {
        return None;
    }
    price(std::slice::from_ref(line), sellables, rules).ok()?.lines.pop()
}

fn pick<'a>(
    place: usize,
    line: &CartLine,
    sellables: &'a HashMap<ProductId, Sellable>,
) -> Result<Picked<'a>, ProblemCause> {
    let sellable = sellables.get(&line.product).ok_or(Unsellable::Product)?;
    let combination = sellable.pick(line.combination)?;
    let parts = packs::put_together(sellable, &line.choices, sellables)?;
    let pieces = sum_items(parts.iter().map(|part| StockItem { key: part.key, quantity: part.quantity }));
    let source = Source { place, is_merged: false };
    Ok(Picked { source, sellable, combination, parts, pieces, quantity: line.quantity })
}

/// Two lines of the same thing are one line: they want the same stock (research 2.3).
fn merge<'a>(picked: &mut Vec<Picked<'a>>, line: Picked<'a>) -> Result<(), ProblemCause> {
    match picked.iter_mut().find(|earlier| earlier.is_same(&line)) {
        Some(earlier) => {
            earlier.quantity = earlier.quantity.checked_add(line.quantity)?;
            earlier.source.is_merged = true;
        }
        None => picked.push(line),
    }
    Ok(())
}

impl Picked<'_> {
    fn key(&self) -> StockKey {
        StockKey { product: self.sellable.product, combination: self.combination.map(|it| it.id) }
    }

    /// Whether it is the same thing; a pack with other parts is another.
    fn is_same(&self, other: &Picked<'_>) -> bool {
        self.key() == other.key() && self.pieces == other.pieces
    }

    fn base_price(&self) -> Result<Money, MoneyError> {
        if self.parts.is_empty() {
            return Ok(self.sellable.base_price(self.combination));
        }
        packs::base_price(self.sellable, &self.parts)
    }

    fn priced(&self, rules: PriceRules<'_>) -> Result<Line, ProblemCause> {
        let price = match rules.trade {
            Trade::Retail => self.sellable.unit_price(self.base_price()?, rules)?,
            Trade::Wholesale => self.sellable.wholesale_price(rules.basis)?.ok_or(Unsellable::Wholesale)?,
        };
        let own_image = self.combination.map(|it| &it.image).filter(|image| !image.is_empty());
        Ok(Line {
            product: self.sellable.product,
            combination: self.combination.map(|it| it.id),
            name: self.sellable.name.clone(),
            combination_name: self
                .combination
                .map_or_else(|| packs::chosen_names(&self.parts), |it| it.name.clone()),
            sku: self.combination.map_or_else(String::new, |it| it.sku.clone()),
            image: own_image.unwrap_or(&self.sellable.image).clone(),
            quantity: self.quantity.get(),
            unit_price: price.charged,
            unit_price_ht: price.ht,
            unit_price_ttc: price.ttc,
            tax_rate: self.sellable.tax_rate,
            total: price.charged.times(self.quantity.get())?,
            stock_items: self.stock_items()?,
            parts: self.parts.iter().map(LinePart::from).collect(),
        })
    }

    /// What leaves the shelf: the thing itself, or what so many packs hold.
    fn stock_items(&self) -> Result<Vec<StockItem>, ProblemCause> {
        let pieces = self.quantity.get();
        if self.parts.is_empty() {
            return Ok(vec![StockItem { key: self.key(), quantity: pieces }]);
        }
        let held = self.parts.iter().map(|part| {
            let quantity = part.quantity.checked_mul(pieces).ok_or(QuantityError)?;
            Ok(StockItem { key: part.key, quantity })
        });
        Ok(sum_items(held.collect::<Result<Vec<_>, ProblemCause>>()?))
    }
}

impl From<&Part<'_>> for LinePart {
    fn from(part: &Part<'_>) -> Self {
        Self {
            product: part.key.product,
            combination: part.key.combination,
            name: part.sellable.map(|it| it.name.clone()).unwrap_or_default(),
            combination_name: part.combination.map(|it| it.name.clone()).unwrap_or_default(),
            quantity: part.quantity,
        }
    }
}

impl Basket {
    fn add(&mut self, picked: &Picked<'_>, rules: PriceRules<'_>) -> Result<(), ProblemCause> {
        let line = picked.priced(rules)?;
        self.total = self.total.checked_add(line.total)?;
        self.sources.push(picked.source);
        self.lines.push(line);
        Ok(())
    }

    /// Lines of what shoppers can order by now, and of so many pieces as the merchant lets them: all that a cart has of one thing is one
    /// line here. Staff, who have the customer on the telephone, agree on other numbers and days.
    pub fn check_rules(
        &self,
        sellables: &HashMap<ProductId, Sellable>,
        at: OffsetDateTime,
    ) -> Result<(), Vec<Problem>> {
        let problem = |(line, source): (&Line, &Source)| {
            let Sellable { quantity_rule: rule, available_from, .. } = sellables.get(&line.product)?;
            let cause = match available_from.filter(|day| day.is_to_come(at)) {
                Some(day) => ProblemCause::Awaited(day),
                None => {
                    ProblemCause::Rule(RuleBreach { rule: *rule, breach: rule.check(line.quantity).err()? })
                }
            };
            Some(Problem { line: source.place, cause })
        };
        let problems: Vec<_> = self.lines.iter().zip(&self.sources).filter_map(problem).collect();
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// Of a wholesale order: as many pieces of each product, all its lines together, as wholesalers order at least. As many as the order
    /// had `before` stay as they were agreed.
    pub fn check_wholesale(
        &self,
        sellables: &HashMap<ProductId, Sellable>,
        before: &[Line],
    ) -> Result<(), Vec<Problem>> {
        let pieces = |lines: &[Line], product| -> u64 {
            let of_product = lines.iter().filter(|line| line.product == product);
            of_product.map(|line| u64::from(line.quantity)).sum()
        };
        let problem = |(line, source): (&Line, &Source)| {
            let minimum = sellables.get(&line.product)?.wholesale?.minimum;
            let (now, agreed) = (pieces(&self.lines, line.product), pieces(before, line.product));
            let cause = ProblemCause::BelowWholesale(minimum);
            (now < u64::from(minimum) && now != agreed).then_some(Problem { line: source.place, cause })
        };
        let problems: Vec<_> = self.lines.iter().zip(&self.sources).filter_map(problem).collect();
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// What the whole cart takes from the shelves, one item per stock key in key order.
    pub fn stock_items(&self) -> Vec<StockItem> {
        sum_items(self.lines.iter().flat_map(|line| line.stock_items.iter().copied()))
    }

    /// Pieces that leave the shelves, packs expanded.
    pub fn pieces(&self) -> u64 {
        let items = self.lines.iter().flat_map(|line| &line.stock_items);
        items.map(|item| u64::from(item.quantity)).sum()
    }

    /// As of lines that stand at these places among others.
    #[must_use]
    pub fn of_places(self, places: &[usize]) -> Self {
        let moved = |source: Source| places.get(source.place).map(|place| Source { place: *place, ..source });
        let sources = self.sources.into_iter().filter_map(moved).collect();
        Self { sources, ..self }
    }

    /// The lines that need something of which there is too little.
    pub fn short_lines(&self, shortages: &[Shortage]) -> Vec<ShortLine> {
        let of = |line: &Line| {
            let needed = shortages.iter().filter(|shortage| line.needs(shortage.key));
            needed.map(|shortage| self.left_for(line, *shortage)).reduce(Option::min)
        };
        let short = |(line, source): (&Line, &Source)| {
            let left = of(line)?.filter(|_| !source.is_merged);
            Some(ShortLine { place: source.place, left })
        };
        self.lines.iter().zip(&self.sources).filter_map(short).collect()
    }

    /// How many of the line can be had of what it needs alone.
    fn left_for(&self, line: &Line, Shortage { key, left }: Shortage) -> Option<u32> {
        let is_shared = self.lines.iter().filter(|other| other.needs(key)).count() > 1;
        let taken = line.stock_items.iter().find(|item| item.key == key)?.quantity;
        let of_one = taken.checked_div(line.quantity).filter(|pieces| *pieces > 0)?;
        left.filter(|_| !is_shared).map(|left| left / of_one)
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::{CategoryId, Clock as _, CombinationId, LocalizedText, SystemClock, TaxRate};
    use souk_pricing::{Discount, PriceBasis, Promotion, Promotions, Target};
    use time::Duration;

    use super::*;
    use crate::sellables::{Component, Packed, Wholesale};

    fn money(centimes: i64) -> Money {
        Money::from_centimes(centimes)
    }

    fn product(price_ht: i64) -> Sellable {
        Sellable {
            product: ProductId::new(&SystemClock),
            active: true,
            name: LocalizedText { fr: "Savon".into(), ..LocalizedText::default() },
            price_ht: money(price_ht),
            tax_rate: TaxRate::from_hundredths(1900).expect("a rate"),
            image: "/media/p.webp".into(),
            category_path: vec![CategoryId::new(&SystemClock)],
            brand: None,
            combinations: Vec::new(),
            pack: Vec::new(),
            pack_discount: None,
            quantity_rule: QuantityRule::default(),
            available_from: None,
            wholesale: None,
        }
    }

    fn combination(price_ht: i64, is_default: bool) -> Combination {
        Combination {
            id: CombinationId::new(&SystemClock),
            price_ht: money(price_ht),
            name: LocalizedText::default(),
            active: true,
            is_default,
            image: String::new(),
            sku: String::new(),
        }
    }

    fn line(product: &Sellable, combination: Option<CombinationId>, quantity: i64) -> CartLine {
        let quantity = Quantity::new(quantity).expect("a quantity");
        CartLine { product: product.product, combination, quantity, choices: Vec::new() }
    }

    fn shelf<const N: usize>(products: [Sellable; N]) -> HashMap<ProductId, Sellable> {
        products.into_iter().map(|product| (product.product, product)).collect()
    }

    const AT: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn retail(promotions: &Promotions, basis: PriceBasis, at: OffsetDateTime) -> PriceRules<'_> {
        PriceRules { promotions, basis, at, trade: Trade::Retail }
    }

    /// Without promotions, before tax.
    fn priced(cart: &[CartLine], sellables: &HashMap<ProductId, Sellable>) -> Result<Basket, Vec<Problem>> {
        let promotions = Promotions::default();
        price(cart, sellables, retail(&promotions, PriceBasis::Ht, AT))
    }

    fn price_of(product: Sellable) -> i64 {
        let cart = [line(&product, None, 1)];
        priced(&cart, &shelf([product])).expect("priced").total.centimes()
    }

    #[test]
    fn a_combinations_own_price_counts_when_it_is_above_zero() {
        let dear = Sellable { combinations: vec![combination(2500, true)], ..product(1000) };
        let shared = Sellable { combinations: vec![combination(0, true)], ..product(1000) };
        assert_eq!(price_of(dear), 2500);
        assert_eq!(price_of(shared), 1000);
    }

    #[test]
    fn the_price_after_promotion_is_charged_before_tax_or_with_it_while_it_lasts() {
        let soap = product(2000);
        let off = Promotion {
            id: SystemClock.uuid(),
            discount: Discount::Amount(money(997)),
            target: Target::Category(soap.category_path[0]),
            starts_at: Some(AT),
            ends_at: Some(AT + Duration::hours(1)),
        };
        let promotions = Promotions::from_iter([off]);
        let (cart, shelf) = ([line(&soap, None, 1)], shelf([soap]));
        let charged = |basis, at| {
            let rules = retail(&promotions, basis, at);
            price(&cart, &shelf, rules).expect("priced").total.centimes()
        };
        assert_eq!(charged(PriceBasis::Ht, AT), 1003);
        assert_eq!(charged(PriceBasis::Ttc, AT), 1194);
        assert_eq!(charged(PriceBasis::Ht, AT + Duration::hours(1)), 2000);
        assert_eq!(charged(PriceBasis::Ht, AT - Duration::microseconds(1)), 2000);
    }

    #[test]
    fn a_cart_that_names_no_combination_means_the_default_one() {
        let mut soap =
            Sellable { combinations: vec![combination(1, false), combination(2, true)], ..product(9) };
        assert_eq!(price_of(soap.clone()), 2);
        soap.combinations[1].active = false;
        assert_eq!(price_of(soap), 1);
    }

    #[test]
    fn lines_of_the_same_thing_are_one_line_and_one_stock_item() {
        let soap = Sellable { combinations: vec![combination(0, true)], ..product(1000) };
        let id = soap.combinations[0].id;
        let cart = [line(&soap, Some(id), 2), line(&soap, None, 3)];
        let shelf = shelf([soap]);
        let basket = priced(&cart, &shelf).expect("priced");
        assert_eq!(basket.lines.len(), 1);
        assert_eq!((basket.lines[0].quantity, basket.total), (5, money(5000)));
        assert_eq!(basket.stock_items()[0].quantity, 5);
        let shortage = Shortage { key: basket.stock_items()[0].key, left: Some(4) };
        let short = [ShortLine { place: 0, left: None }];
        assert_eq!(basket.short_lines(&[shortage]), short, "which of both has how many is the shopper's");
        let alone = priced(&cart[..1], &shelf).expect("priced");
        assert_eq!(alone.short_lines(&[shortage]), [ShortLine { place: 0, left: Some(4) }]);
    }

    #[test]
    fn what_is_ordered_of_one_thing_follows_its_rule_in_whatever_lines() {
        let rule = QuantityRule::new(12, Some(24), 6).expect("a rule");
        let soap = Sellable { quantity_rule: rule, ..product(1000) };
        let shelf = shelf([soap.clone()]);
        let told = |quantities: &[i64]| {
            let cart: Vec<_> = quantities.iter().map(|quantity| line(&soap, None, *quantity)).collect();
            let checked = priced(&cart, &shelf).expect("priced").check_rules(&shelf, AT);
            checked.err().map(|problems| (problems[0].line, problems[0].cause))
        };
        let breach = |breach| Some((0, ProblemCause::Rule(RuleBreach { rule, breach })));
        assert_eq!(told(&[12]), None);
        assert_eq!(told(&[5, 13]), None, "together");
        assert_eq!(told(&[11]), breach(QuantityBreach::Minimum(12)));
        assert_eq!(told(&[12, 1]), breach(QuantityBreach::Step(6)));
        assert_eq!(told(&[12, 18]), breach(QuantityBreach::Maximum(24)));
    }

    #[test]
    fn wholesalers_pay_one_price_for_all_combinations_whatever_is_reduced_for_shoppers() {
        let wholesale = Some(Wholesale { price_ht: money(800), minimum: 10 });
        let two = vec![combination(2500, true), combination(0, false)];
        let soap = Sellable { combinations: two, wholesale, ..product(1000) };
        let off = Promotion {
            id: SystemClock.uuid(),
            discount: Discount::Amount(money(500)),
            target: Target::All,
            starts_at: None,
            ends_at: None,
        };
        let promotions = Promotions::from_iter([off]);
        let [red, blue] = [0, 1].map(|at| Some(soap.combinations[at].id));
        let shelf = shelf([soap.clone(), product(1000)]);
        let wholesale = |cart: &[CartLine], basis| {
            price(cart, &shelf, retail(&promotions, basis, AT).of(Trade::Wholesale))
        };
        let enough = [line(&soap, red, 4), line(&soap, blue, 6)];
        let before_tax = wholesale(&enough, PriceBasis::Ht).expect("priced");
        assert_eq!((before_tax.lines[0].unit_price, before_tax.total), (money(800), money(8000)));
        let basket = wholesale(&enough, PriceBasis::Ttc).expect("priced");
        let prices: Vec<_> = basket
            .lines
            .iter()
            .map(|line| (line.unit_price, line.unit_price_ht, line.unit_price_ttc))
            .collect();
        assert_eq!(prices, [(money(952), money(800), money(952)); 2]);
        assert_eq!((basket.total, basket.check_wholesale(&shelf, &[])), (money(9520), Ok(())));

        let fewer = wholesale(&[line(&soap, red, 4), line(&soap, blue, 5)], PriceBasis::Ttc).expect("priced");
        let problem = |line| Problem { line, cause: ProblemCause::BelowWholesale(10) };
        assert_eq!(fewer.check_wholesale(&shelf, &[]), Err(vec![problem(0), problem(1)]));
        assert_eq!(fewer.check_wholesale(&shelf, &basket.lines), Err(vec![problem(0), problem(1)]));
        assert_eq!(fewer.check_wholesale(&shelf, &fewer.lines), Ok(()), "as many as were agreed");

        let candle = shelf.values().find(|it| it.product != soap.product).expect("a candle");
        let refused = wholesale(&[line(&soap, red, 10), line(candle, None, 1)], PriceBasis::Ttc);
        let cause = ProblemCause::Unsellable(Unsellable::Wholesale);
        assert_eq!(refused, Err(vec![Problem { line: 1, cause }]));
    }

    #[test]
    fn what_is_awaited_is_not_ordered_before_its_day_whatever_the_quantity() {
        let day: Day = "2026-12-12".parse().expect("a day");
        let rule = QuantityRule::new(12, None, 1).expect("a rule");
        let soap = Sellable { available_from: Some(day), quantity_rule: rule, ..product(1000) };
        let shelf = shelf([soap.clone()]);
        let basket = priced(&[line(&soap, None, 1)], &shelf).expect("staff order it");
        let told = |at| basket.check_rules(&shelf, at).expect_err("refused")[0].cause;
        assert_eq!(told(day.begins() - Duration::microseconds(1)), ProblemCause::Awaited(day));
        assert!(matches!(told(day.begins()), ProblemCause::Rule(_)));
    }

    #[test]
    fn a_pack_is_bound_by_its_own_rule_and_by_none_of_its_parts() {
        let rule = |minimum| QuantityRule::new(minimum, None, 1).expect("a rule");
        let soap = Sellable { quantity_rule: rule(12), ..product(1000) };
        let pack = vec![Component { product: soap.product, of: Packed::Fixed(None), quantity: 1 }];
        let gift = Sellable { pack, quantity_rule: rule(2), ..product(2700) };
        let shelf = shelf([soap, gift.clone()]);
        let of = |quantity| {
            priced(&[line(&gift, None, quantity)], &shelf).expect("priced").check_rules(&shelf, AT)
        };
        assert!(of(1).is_err());
        assert_eq!(of(2), Ok(()));
    }

    #[test]
    fn a_pack_takes_its_components_from_the_shelf_together_with_loose_ones() {
        let soap = product(1000);
        let key = StockKey { product: soap.product, combination: None };
        let pack = vec![Component { product: soap.product, of: Packed::Fixed(None), quantity: 3 }];
        let gift = Sellable { pack, ..product(2700) };
        let cart = [line(&soap, None, 1), line(&gift, None, 2)];
        let gift_id = gift.product;
        let basket = priced(&cart, &shelf([soap, gift])).expect("priced");
        assert_eq!(basket.total, money(1000 + 2 * 2700));
        assert_eq!(basket.stock_items(), [StockItem { key, quantity: 7 }]);
        let short = |place| ShortLine { place, left: None };
        let shortage = Shortage { key, left: Some(6) };
        assert_eq!(
            basket.short_lines(&[shortage]),
            [short(0), short(1)],
            "who of them gives way is the shopper's"
        );
        assert!(basket.lines.iter().any(|line| line.product == gift_id));
    }

    /// A soap of two scents, the second dearer, and a box of a candle with two soaps of the shopper's choice.
    fn flexible(pack_discount: Option<Discount>) -> [Sellable; 3] {
        let candle = product(3000);
        let soap =
            Sellable { combinations: vec![combination(0, true), combination(1500, false)], ..product(1000) };
        let part = |of: &Sellable, packed| Component { product: of.product, of: packed, quantity: 1 };
        let pack = vec![
            part(&soap, Packed::Chosen(Vec::new())),
            part(&candle, Packed::Fixed(None)),
            part(&soap, Packed::Chosen(Vec::new())),
        ];
        let gift = Sellable { pack, pack_discount, ..product(4500) };
        [candle, soap, gift]
    }

    fn choosing(pack: &Sellable, choices: &[CombinationId], quantity: i64) -> CartLine {
        CartLine { choices: choices.to_vec(), ..line(pack, None, quantity) }
    }

    #[test]
    fn packs_of_the_same_choice_are_one_line_whatever_the_order_and_others_are_others() {
        let [candle, soap, gift] = flexible(None);
        let (mild, dear) = (soap.combinations[0].id, soap.combinations[1].id);
        let cart = [
            choosing(&gift, &[mild, dear], 1),
            choosing(&gift, &[dear, mild], 2),
            choosing(&gift, &[dear, dear], 1),
        ];
        let shelf = shelf([candle.clone(), soap.clone(), gift.clone()]);
        let basket = priced(&cart, &shelf).expect("priced");
        let quantities: Vec<_> = basket.lines.iter().map(|line| line.quantity).collect();
        assert_eq!((quantities, basket.total), (vec![3, 1], money(4 * 4500)));
        let soaps = |id| StockKey { product: soap.product, combination: Some(id) };
        let candles = StockKey { product: candle.product, combination: None };
        let taken = |key| basket.stock_items().iter().find(|item| item.key == key).map(|item| item.quantity);
        assert_eq!([soaps(mild), soaps(dear), candles].map(taken), [Some(3), Some(5), Some(4)]);
        let parts: Vec<_> = basket.lines[1].parts.iter().map(|part| part.combination).collect();
        assert_eq!(parts, [Some(dear), None, Some(dear)]);
        let cart = [choosing(&gift, &[mild, dear], 3), choosing(&gift, &[dear, dear], 1)];
        let basket = priced(&cart, &shelf).expect("priced");
        let short = |key, left| Shortage { key, left };
        let short_lines = |shortages: &[Shortage]| {
            basket.short_lines(shortages).into_iter().map(|line| (line.place, line.left)).collect::<Vec<_>>()
        };
        assert_eq!(short_lines(&[short(soaps(mild), Some(2))]), [(0, Some(2))]);
        assert_eq!(
            short_lines(&[short(soaps(mild), None)]),
            [(0, None)],
            "an inventory of before tells none"
        );
        assert_eq!(short_lines(&[short(soaps(dear), Some(3))]), [(0, None), (1, None)]);
    }

    #[test]
    fn a_sum_follows_what_is_chosen_less_its_discount_and_then_the_promotion() {
        let [candle, soap, gift] = flexible(Discount::read("percentage", 1000));
        let (mild, dear) = (soap.combinations[0].id, soap.combinations[1].id);
        let cost = |choices: &[CombinationId], promotions: &Promotions, basis| {
            let cart = [choosing(&gift, choices, 1)];
            let rules = retail(promotions, basis, AT);
            let shelf = shelf([candle.clone(), soap.clone(), gift.clone()]);
            price(&cart, &shelf, rules).expect("priced").total.centimes()
        };
        let none = Promotions::default();
        assert_eq!(cost(&[mild, mild], &none, PriceBasis::Ht), 4500);
        assert_eq!(cost(&[mild, dear], &none, PriceBasis::Ht), 4950);
        assert_eq!(cost(&[dear, dear], &none, PriceBasis::Ttc), 6426);
        let off = |target| Promotion {
            id: SystemClock.uuid(),
            discount: Discount::Amount(money(500)),
            target,
            starts_at: None,
            ends_at: None,
        };
        let on_soap = Promotions::from_iter([off(Target::Product(soap.product))]);
        assert_eq!(cost(&[mild, dear], &on_soap, PriceBasis::Ht), 4950, "a part's promotion is the part's");
        let on_gift = Promotions::from_iter([off(Target::Product(gift.product))]);
        assert_eq!(cost(&[mild, dear], &on_gift, PriceBasis::Ht), 4450);
    }

    #[test]
    fn a_choice_that_the_pack_does_not_come_with_is_named() {
        let [candle, mut soap, mut gift] = flexible(None);
        let (mild, dear) = (soap.combinations[0].id, soap.combinations[1].id);
        let fault = |soap: &Sellable, gift: &Sellable, choices: &[CombinationId]| {
            let shelf = shelf([candle.clone(), soap.clone(), gift.clone()]);
            let told = priced(&[choosing(gift, choices, 1)], &shelf);
            told.err().map(|problems| problems[0].cause)
        };
        let wrong = |at| Some(ProblemCause::Choice(ChoiceError::Wrong(at)));
        let missing = Some(ProblemCause::Choice(ChoiceError::Missing));
        let foreign = CombinationId::new(&SystemClock);
        assert_eq!(fault(&soap, &gift, &[mild, mild]), None);
        assert_eq!(fault(&soap, &gift, &[]), missing);
        assert_eq!(fault(&soap, &gift, &[mild]), missing);
        assert_eq!(fault(&soap, &gift, &[mild, foreign]), wrong(1));
        assert_eq!(fault(&soap, &gift, &[mild, dear, mild]), wrong(2));
        assert_eq!(fault(&candle, &candle, &[mild]), wrong(0), "what is no pack has no choice");
        gift.pack[2].of = Packed::Chosen(vec![mild]);
        assert_eq!(fault(&soap, &gift, &[dear, mild]), None);
        assert_eq!(fault(&soap, &gift, &[mild, dear]), wrong(1), "not among what can be chosen");
        soap.combinations[0].active = false;
        assert_eq!(fault(&soap, &gift, &[dear, mild]), wrong(1), "no longer sold");
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_chosen_a_pack_is_whole_or_refused(picks in proptest::collection::vec(0_usize..4, 0..5)) {
            let [candle, soap, gift] = flexible(None);
            let ids = [soap.combinations[0].id, soap.combinations[1].id, CombinationId::new(&SystemClock)];
            let choices: Vec<_> = picks.iter().filter_map(|pick| ids.get(*pick)).copied().collect();
            let is_sound = choices.len() == 2 && !choices.contains(&ids[2]);
            let shelf = shelf([candle, soap, gift.clone()]);
            match priced(&[choosing(&gift, &choices, 1)], &shelf) {
                Ok(basket) => {
                    proptest::prop_assert!(is_sound);
                    proptest::prop_assert_eq!(basket.pieces(), 3);
                    let chosen = basket.lines[0].parts.iter().filter_map(|part| part.combination);
                    proptest::prop_assert_eq!(chosen.collect::<Vec<_>>(), choices);
                }
                Err(problems) => {
                    proptest::prop_assert!(!is_sound);
                    proptest::prop_assert_eq!(problems.len(), 1);
                }
            }
        }
    }

    #[test]
    fn every_line_that_cannot_be_ordered_is_named() {
        let (gone, sold) = (Sellable { active: false, ..product(1) }, product(1));
        let unknown = product(1);
        let cart = [
            line(&gone, None, 1),
            line(&sold, Some(CombinationId::new(&SystemClock)), 1),
            line(&unknown, None, 1),
            line(&sold, None, 999),
            line(&sold, None, 1),
        ];
        let problems = priced(&cart, &shelf([gone, sold])).expect_err("refused");
        assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [0, 1, 2, 4]);
    }
}
