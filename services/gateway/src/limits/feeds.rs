//! Who reads a feed of products: one of a large shop is written for minutes, and for as long as its reader takes.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use souk_rpc::Failure;

use super::address::ClientAddress;
use crate::problem::Problem;

/// Feeds that one address reads at once: as many as there are languages, since crawlers ask for all of them together.
const OF_ADDRESS: usize = 3;
/// The same of an IPv6 /48.
const OF_SITE: usize = 2 * OF_ADDRESS;
/// Feeds that a gateway writes at once. Their parts are made one after the other: of more readers, each would wait longer for its next
/// part than the 30 s after which Envoy gives up.
const AT_ONCE: usize = 4 * OF_ADDRESS;
/// When an address that reads one is told to ask again.
const ASK_AGAIN: Duration = Duration::from_mins(1);

/// The addresses that read one.
#[derive(Debug, Default)]
pub struct Feeds(Mutex<Vec<ClientAddress>>);

/// A place among those who read a feed, until it is dropped.
#[derive(Debug)]
pub struct OpenFeed {
    feeds: Arc<Feeds>,
    address: ClientAddress,
}

impl Feeds {
    pub fn open(self: &Arc<Self>, address: ClientAddress) -> Result<OpenFeed, Problem> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_same = |part: fn(ClientAddress) -> Option<IpAddr>| {
            open.iter().filter(|other| part(address).is_some() && part(**other) == part(address)).count()
        };
        if of_same(|one| Some(one.customer())) >= OF_ADDRESS || of_same(ClientAddress::site) >= OF_SITE {
            return Err(Problem::rate_limited(ASK_AGAIN));
        }
        if open.len() >= AT_ONCE {
            return Err(Failure::unavailable("others read the feeds").into());
        }
        open.push(address);
        Ok(OpenFeed { feeds: self.clone(), address })
    }
}

impl Drop for OpenFeed {
    fn drop(&mut self) {
        let mut open = self.feeds.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|address| *address == self.address) {
            open.swap_remove(at);
        }
    }
}
