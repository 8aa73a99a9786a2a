//! Chance that comes out the same for the same seed, so that any part of a sized shop can be made again alone.

use time::OffsetDateTime;
use uuid::{Builder, Uuid};

/// A stream of numbers of its own for each thing of a shop (splitmix64, Steele et al. 2014).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The dice of the thing of this kind and number.
    pub fn of(seed: u64, kind: &str, number: u64) -> Self {
        let kind = kind.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut dice = Self(seed ^ kind);
        dice.0 = dice.roll() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        dice
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `sides`, each as likely as the other.
    pub fn below(&mut self, sides: u64) -> u64 {
        u64::try_from((u128::from(self.roll()) * u128::from(sides)) >> 64).unwrap_or_default()
    }

    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + i64::try_from(self.below(most.abs_diff(least) + 1)).unwrap_or_default()
    }

    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.index(all.len())]
    }

    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }

    /// A `UUIDv7` of this moment.
    pub fn uuid(&mut self, at: OffsetDateTime) -> Uuid {
        let mut tail = [0; 10];
        tail[..8].copy_from_slice(&self.roll().to_be_bytes());
        tail[8..].copy_from_slice(&self.roll().to_be_bytes()[..2]);
        let millis = u64::try_from(at.unix_timestamp_nanos() / 1_000_000).unwrap_or_default();
        Builder::from_unix_timestamp_millis(millis, &tail).into_uuid()
    }
}
