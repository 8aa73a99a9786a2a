//! What orders alone is told at start. `souk-orders serve --help` is the reference.

use std::time::Duration;

use souk_kernel::Money;

use crate::checkout::{Cap, Limits, Policy};

/// What the shop decides about checkouts.
#[derive(Debug, Clone, clap::Args)]
pub struct CheckoutConfig {
    /// Seconds between two orders of one visitor or one phone (spec 9), until the merchant chooses in the shop's settings; 0 for
    /// none whatever he chooses, as in load tests. A browser waits 100 s by itself until he chooses, whatever this is.
    #[arg(long, env = "SOUK_CHECKOUT_COOLDOWN", default_value_t = 100)]
    pub checkout_cooldown: u64,
    /// Most orders that one process works on at once; four times as many wait a second for their turn, and what comes beyond
    /// is answered 503.
    #[arg(long, env = "SOUK_CHECKOUTS_IN_WORK", default_value_t = 128, value_parser = clap::value_parser!(u16).range(1..))]
    pub checkouts_in_work: u16,
    /// Hours that an order holds its stock without being confirmed, until the merchant chooses in the shop's settings; 0 for
    /// ever, whatever he chooses. It then keeps its place, and confirming it asks for its stock again.
    #[arg(long, env = "SOUK_HOLD_HOURS", default_value_t = 72)]
    pub hold_hours: u32,
    /// Most pieces of one line of a cart; 0 for 999.
    #[arg(long, env = "SOUK_LINE_PIECES", default_value_t = 100)]
    pub line_pieces: u32,
    /// Most pieces of one order, packs counted by what they hold; 0 for no limit.
    #[arg(long, env = "SOUK_CART_PIECES", default_value_t = 300)]
    pub cart_pieces: u32,
    /// Orders of one phone that hold stock and wait to be confirmed; 0 for no limit. A family orders a few times before the
    /// shop calls; what is beyond is taken and holds none until it is confirmed.
    #[arg(long, env = "SOUK_PHONE_ORDERS", default_value_t = 5)]
    pub phone_orders: u32,
    /// Pieces in them; 0 for no limit.
    #[arg(long, env = "SOUK_PHONE_PIECES", default_value_t = 500)]
    pub phone_pieces: u32,
    /// Their value in dinars; 0 for no limit.
    #[arg(long, env = "SOUK_PHONE_VALUE", default_value_t = 1_000_000)]
    pub phone_value: u32,
    /// Orders of one client address (IPv6: of one /64; of one /48 eight times as many, as of what follows) that hold stock
    /// and wait to be confirmed; 0 for no limit. What is beyond is taken and holds none until it is confirmed: mobile
    /// operators put many people behind one address.
    #[arg(long, env = "SOUK_ADDRESS_ORDERS", default_value_t = 100)]
    pub address_orders: u32,
    /// Pieces in them; 0 for no limit.
    #[arg(long, env = "SOUK_ADDRESS_PIECES", default_value_t = 2_000)]
    pub address_pieces: u32,
    /// Their value in dinars; 0 for no limit.
    #[arg(long, env = "SOUK_ADDRESS_VALUE", default_value_t = 10_000_000)]
    pub address_value: u32,
    /// Visitors of one client address who may store a draft cart within an hour; 0 for no limit.
    #[arg(long, env = "SOUK_ADDRESS_DRAFTS", default_value_t = 200)]
    pub address_drafts: u32,
}

impl CheckoutConfig {
    /// For tests that order without end.
    pub const UNLIMITED: Self = Self {
        checkout_cooldown: 0,
        checkouts_in_work: 128,
        hold_hours: 0,
        line_pieces: 0,
        cart_pieces: 0,
        phone_orders: 0,
        phone_pieces: 0,
        phone_value: 0,
        address_orders: 0,
        address_pieces: 0,
        address_value: 0,
        address_drafts: 0,
    };

    /// The variables that switch a limit off.
    pub fn lifted(&self) -> impl Iterator<Item = &'static str> {
        let limits = [
            ("SOUK_CHECKOUT_COOLDOWN", self.checkout_cooldown),
            ("SOUK_HOLD_HOURS", self.hold_hours.into()),
            ("SOUK_LINE_PIECES", self.line_pieces.into()),
            ("SOUK_CART_PIECES", self.cart_pieces.into()),
            ("SOUK_PHONE_ORDERS", self.phone_orders.into()),
            ("SOUK_PHONE_PIECES", self.phone_pieces.into()),
            ("SOUK_PHONE_VALUE", self.phone_value.into()),
            ("SOUK_ADDRESS_ORDERS", self.address_orders.into()),
            ("SOUK_ADDRESS_PIECES", self.address_pieces.into()),
            ("SOUK_ADDRESS_VALUE", self.address_value.into()),
            ("SOUK_ADDRESS_DRAFTS", self.address_drafts.into()),
        ];
        limits.into_iter().filter(|(_, limit)| *limit == 0).map(|(variable, _)| variable)
    }

    pub fn policy(&self) -> Policy {
        Policy {
            cooldown: Duration::from_secs(self.checkout_cooldown),
            in_work: usize::from(self.checkouts_in_work),
            network_drafts: self.address_drafts,
            hold: time::Duration::hours(i64::from(self.hold_hours)),
            limits: Limits {
                line_pieces: self.line_pieces,
                cart_pieces: self.cart_pieces,
                phone: cap(self.phone_orders, self.phone_pieces, self.phone_value),
                address: cap(self.address_orders, self.address_pieces, self.address_value),
            },
        }
    }
}

fn cap(orders: u32, pieces: u32, dinars: u32) -> Cap {
    Cap { orders, pieces, value: Money::from_centimes(i64::from(dinars) * 100) }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches as _};
    use souk_service::{Faults, Service as _};

    use super::*;

    fn faults(config: &CheckoutConfig) -> String {
        let mut faults = Faults::new(&[]);
        crate::App::faults(config, &mut faults);
        faults.into_result().map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn a_production_start_has_every_limit() {
        let command = CheckoutConfig::augment_args(Command::new("orders"));
        let config = |words: &[&str]| {
            let matches = command.clone().get_matches_from([&["orders"][..], words].concat());
            CheckoutConfig::from_arg_matches(&matches).expect("is legal")
        };
        assert_eq!(faults(&config(&[])), "", "the defaults are a production's");
        for argument in command.get_arguments() {
            let flag = format!("--{}", argument.get_long().expect("has a flag"));
            if flag == "--checkouts-in-work" {
                continue; // Takes no 0.
            }
            let variable = argument.get_env().expect("has a variable").to_str().expect("is text");
            let said = faults(&config(&[&flag, "0"]));
            assert!(said.contains(&format!("{variable} is 0")), "{variable}: {said}");
        }
    }
}
