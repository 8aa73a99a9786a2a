//! Who reads a feed of products: one of a large shop is written for minutes, and for as long as its reader takes.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use souk_rpc::Failure;

use super::address::ClientAddress;
use super::allowance::Allowance;
use super::{HOUR, allowance};
use crate::problem::Problem;

/// Feeds that one address, of IPv6 one /48, reads at once: as many as there are languages, since crawlers ask for all of them together.
const OF_ADDRESS: usize = 3;
/// Feeds that it begins in an hour: crawlers come once, and whoever looks after the shop has them come once more. Of 100,000 products
/// these take a quarter of the hour of two idle cores.
const BEGUN: u32 = 6;
/// Feeds that a gateway writes at once, of two readers in all languages. Their parts are made one after the other, and readers that
/// aren't side by side share none: 100,000 products in one language take two idle cores 150 s, at the 3 ms of a page, and six such feeds 900 s of
/// the 1,200 that Envoy has. Of more, none would be at its end by then.
const AT_ONCE: usize = 2 * OF_ADDRESS;
/// When who is refused one is told to ask again.
const ASK_AGAIN: Duration = Duration::from_mins(1);

/// The addresses that read one, and what is left to each of the hour.
#[derive(Debug)]
pub struct Feeds {
    open: Mutex<Vec<ClientAddress>>,
    begun: Option<Allowance<IpAddr>>,
}

/// A place among those who read a feed, until it is dropped.
#[derive(Debug)]
pub struct OpenFeed {
    feeds: Arc<Feeds>,
    address: ClientAddress,
}

impl Feeds {
    pub fn open(self: &Arc<Self>, address: ClientAddress) -> Result<OpenFeed, Problem> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.iter().filter(|other| line(**other) == line(address)).count() >= OF_ADDRESS {
            return Err(Problem::rate_limited(ASK_AGAIN));
        }
        if open.len() >= AT_ONCE {
            return Err(Failure::busy("feeds.busy", "others read the feeds").retry_after(ASK_AGAIN).into());
        }
        open.push(address);
        Ok(OpenFeed { feeds: self.clone(), address })
    }
}

impl OpenFeed {
    /// Counts it as begun: what could not begin is asked for again.
    pub fn begin(&self) -> Result<(), Problem> {
        self.feeds
            .begun
            .as_ref()
            .map_or(Ok(()), |begun| begun.take(line(self.address)).map_err(Problem::rate_limited))
    }
}

fn line(address: ClientAddress) -> IpAddr {
    address.site().unwrap_or_else(|| address.customer())
}

impl Default for Feeds {
    fn default() -> Self {
        Self { open: Mutex::default(), begun: allowance(HOUR, BEGUN) }
    }
}

impl Drop for OpenFeed {
    fn drop(&mut self) {
        let mut open = self.feeds.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|address| *address == self.address) {
            open.swap_remove(at);
        }
    }
}
