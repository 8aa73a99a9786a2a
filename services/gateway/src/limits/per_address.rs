//! Counts by address, and all of an IPv6 line once more.

use std::net::IpAddr;
use std::time::Duration;

use super::address::ClientAddress;
use super::allowance::{Allowance, Rate};

/// A line comes with an IPv6 /64, a /56 or a /48: what is counted by /64 may be so many times as much in a /48.
const SITE_SHARES: u32 = 8;

/// What is left to each address.
#[derive(Debug)]
pub struct PerAddress {
    customers: Allowance<IpAddr>,
    sites: Option<Allowance<IpAddr>>,
}

impl PerAddress {
    pub fn new(rate: Rate) -> Self {
        Self { customers: Allowance::new(rate), sites: rate.times(SITE_SHARES).map(Allowance::new) }
    }

    /// Takes one; the time to wait when none is left.
    pub fn take(&self, address: ClientAddress) -> Result<(), Duration> {
        self.counters(address).try_for_each(|(allowance, key)| allowance.take(key))
    }

    /// What counts an address. Its own comes first: what that refuses, the line isn't charged for.
    pub fn counters(&self, address: ClientAddress) -> impl Iterator<Item = (&Allowance<IpAddr>, IpAddr)> {
        let site = self.sites.as_ref().zip(address.site());
        [(&self.customers, address.customer())].into_iter().chain(site)
    }
}
