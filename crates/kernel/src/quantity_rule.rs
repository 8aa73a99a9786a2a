//! In what numbers of pieces something is ordered.

use serde::{Deserialize, Serialize};

use crate::Quantity;

/// From a minimum, by a step, up to a maximum where there is one. The minimum is always among them, so something can be ordered. The web
/// app has the same rule in `web/src/domain/quantity-rule.ts`, over the same vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Told", rename_all = "camelCase")]
pub struct QuantityRule {
    minimum: u32,
    maximum: Option<u32>,
    step: u32,
}

/// What of a rule is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuantityRuleError {
    #[error("the minimum is a whole number from 1 to 999")]
    Minimum,
    #[error("the maximum is a whole number from the minimum to 999")]
    Maximum,
    #[error("the step is a whole number from 1 to 999")]
    Step,
}

/// Why so many pieces can't be ordered, with what the rule says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuantityBreach {
    #[error("{0} pieces at least")]
    Minimum(u32),
    #[error("{0} pieces at most")]
    Maximum(u32),
    #[error("by {0} pieces")]
    Step(u32),
}

/// A rule as it is kept.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    minimum: u32,
    maximum: Option<u32>,
    step: u32,
}

impl Default for QuantityRule {
    /// Any number of pieces.
    fn default() -> Self {
        Self { minimum: 1, maximum: None, step: 1 }
    }
}

impl TryFrom<Told> for QuantityRule {
    type Error = QuantityRuleError;

    fn try_from(Told { minimum, maximum, step }: Told) -> Result<Self, QuantityRuleError> {
        Self::new(minimum, maximum, step)
    }
}

impl QuantityRule {
    pub fn new(minimum: u32, maximum: Option<u32>, step: u32) -> Result<Self, QuantityRuleError> {
        let legal = 1..=Quantity::MAX;
        if !legal.contains(&minimum) {
            return Err(QuantityRuleError::Minimum);
        }
        if maximum.is_some_and(|maximum| !(minimum..=Quantity::MAX).contains(&maximum)) {
            return Err(QuantityRuleError::Maximum);
        }
        if !legal.contains(&step) {
            return Err(QuantityRuleError::Step);
        }
        Ok(Self { minimum, maximum, step })
    }

    pub const fn minimum(self) -> u32 {
        self.minimum
    }

    pub const fn maximum(self) -> Option<u32> {
        self.maximum
    }

    pub const fn step(self) -> u32 {
        self.step
    }

    /// Whether so many pieces can be ordered: the minimum, or that and some steps, up to the maximum.
    pub fn check(self, pieces: u32) -> Result<(), QuantityBreach> {
        match (pieces.checked_sub(self.minimum), self.maximum) {
            (None, _) => Err(QuantityBreach::Minimum(self.minimum)),
            (_, Some(maximum)) if pieces > maximum => Err(QuantityBreach::Maximum(maximum)),
            (Some(above), _) if above % self.step != 0 => Err(QuantityBreach::Step(self.step)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_kept_is_a_rule_or_nothing() {
        let rule = QuantityRule::new(12, Some(60), 6).expect("a rule");
        let kept = serde_json::to_string(&rule).expect("text");
        assert_eq!(kept, r#"{"minimum":12,"maximum":60,"step":6}"#);
        assert_eq!(serde_json::from_str::<QuantityRule>(&kept).ok(), Some(rule));
        assert!(serde_json::from_str::<QuantityRule>(r#"{"minimum":12,"maximum":6,"step":6}"#).is_err());
    }

    proptest! {
        #[test]
        fn something_can_be_ordered_by_every_rule(
            minimum in 0_u32..1_100, maximum in prop::option::of(0_u32..1_100), step in 0_u32..1_100,
        ) {
            if let Ok(rule) = QuantityRule::new(minimum, maximum, step) {
                prop_assert_eq!(rule.check(minimum), Ok(()));
                let legal = (0..=Quantity::MAX).filter(|pieces| rule.check(*pieces).is_ok());
                prop_assert!(legal.clone().all(|pieces| Quantity::new(pieces.into()).is_ok()));
                let gaps: Vec<u32> = legal.clone().zip(legal.skip(1)).map(|(one, next)| next - one).collect();
                prop_assert!(gaps.iter().all(|gap| *gap == step));
            }
        }
    }
}
