//! How unevenly a shop's things are spread: a few categories and brands hold most, a few products sell most, and more is
//! ordered every year. Nothing here touches a price.

#![expect(clippy::float_arithmetic, reason = "shares and curves, no money")]
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "shop sizes are far below what a float counts exactly"
)]

use super::dice::Dice;

/// Exponent of Zipf's law.
const ZIPF: f64 = 1.1;
/// How much of the first one's share goes to the others: of 500 the first keeps a tenth (Mandelbrot's shift).
const SHIFT: f64 = 1.2;
/// Below 1: the orders of a day grow over the years.
const GROWTH: f64 = 0.7;

/// Draws one of a few hundred or thousand by its rank.
#[derive(Debug)]
pub struct Ranks(Vec<f64>);

impl Ranks {
    pub fn new(count: usize) -> Self {
        let weights = (1..=count).map(|rank| (rank as f64 + SHIFT).powf(-ZIPF));
        let mut total = 0.0;
        Self(
            weights
                .map(|weight| {
                    total += weight;
                    total
                })
                .collect(),
        )
    }

    pub fn draw(&self, dice: &mut Dice) -> usize {
        let point = unit(dice) * self.0.last().copied().unwrap_or_default();
        self.0.partition_point(|total| *total <= point).min(self.0.len().saturating_sub(1))
    }
}

/// Draws one of any number by its rank, from 0, without a table of them: the inverse of the law's integral.
pub fn popular(count: u64, dice: &mut Dice) -> u64 {
    let most = (count as f64 + 1.0).powf(1.0 - ZIPF);
    let rank = (1.0 + unit(dice) * (most - 1.0)).powf(1.0 / (1.0 - ZIPF));
    (rank as u64).clamp(1, count.max(1)) - 1
}

/// Which part of the shop's years has passed, in millionths, when this share of its orders was placed.
pub fn moment(number: u64, count: u64) -> i64 {
    ((number as f64 / count.max(1) as f64).powf(GROWTH) * 1e6) as i64
}

fn unit(dice: &mut Dice) -> f64 {
    (dice.roll() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_five_hundred_holds_a_tenth() {
        let (ranks, mut dice) = (Ranks::new(500), Dice::of(1, "test", 0));
        let firsts = (0..100_000).filter(|_| ranks.draw(&mut dice) == 0).count();
        assert!((9_000..11_500).contains(&firsts), "{firsts} of 100,000");
    }

    #[test]
    fn every_rank_is_one_that_is_there() {
        let mut dice = Dice::of(1, "test", 0);
        assert!((0..10_000).all(|_| popular(7, &mut dice) < 7));
        assert_eq!(popular(1, &mut dice), 0);
    }

    #[test]
    fn time_passes_from_the_first_order_to_the_last() {
        assert_eq!((moment(0, 500), moment(500, 500)), (0, 1_000_000));
        assert!((1..500).all(|number| moment(number - 1, 500) <= moment(number, 500)));
    }
}
