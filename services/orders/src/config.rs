//! What orders alone is told at start. `souk-orders serve --help` is the reference.

use std::time::Duration;

use crate::checkout::Policy;

/// What the shop decides about checkouts.
#[derive(Debug, Clone, clap::Args)]
pub struct CheckoutConfig {
    /// Seconds between two orders of one visitor or one phone (spec 9); 0 for none, as in load tests.
    #[arg(long, env = "SOUK_CHECKOUT_COOLDOWN", default_value_t = 100)]
    pub checkout_cooldown: u64,
    /// Most orders that one process works on at once; four times as many wait a second for their turn, and what comes beyond
    /// is answered 503.
    #[arg(long, env = "SOUK_CHECKOUTS_IN_WORK", default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..))]
    pub checkouts_in_work: u16,
}

impl CheckoutConfig {
    pub fn policy(&self) -> Policy {
        Policy {
            cooldown: Duration::from_secs(self.checkout_cooldown),
            in_work: usize::from(self.checkouts_in_work),
        }
    }
}
