//! Counts by address, and all of an IPv6 line once more.

use std::net::IpAddr;
use std::time::Duration;

use super::address::ClientAddress;
use super::allowance::{Allowance, Key, Rate};

/// A line comes with an IPv6 /64, a /56 or a /48: what is counted by /64 may be so many times as much in a /48.
const SITE_SHARES: u32 = 8;

/// What is left to each address, of everything or of each `K`.
#[derive(Debug)]
pub struct PerAddress<K: Key = ()> {
    customers: Allowance<(K, IpAddr)>,
    sites: Option<Allowance<(K, IpAddr)>>,
}

impl<K: Key> PerAddress<K> {
    pub fn new(rate: Rate) -> Self {
        Self::in_shares(rate, SITE_SHARES)
    }

    /// The same where a /48 has so many times a /64's.
    pub fn in_shares(rate: Rate, shares: u32) -> Self {
        Self { customers: Allowance::new(rate), sites: rate.times(shares).map(Allowance::new) }
    }

    /// Takes one; the time to wait when none is left.
    pub fn take(&self, key: K, address: ClientAddress) -> Result<(), Duration> {
        self.counters(key, address).try_for_each(|(allowance, key)| allowance.take(key))
    }

    /// What counts an address. Its own comes first: what that refuses, the line isn't charged for.
    pub fn counters(
        &self,
        key: K,
        address: ClientAddress,
    ) -> impl Iterator<Item = (&Allowance<(K, IpAddr)>, (K, IpAddr))> {
        let site = self.sites.as_ref().zip(address.site().map(|site| (key, site)));
        [(&self.customers, (key, address.customer()))].into_iter().chain(site)
    }
}
