//! Every limit of the HTTP interface, with its reason. Envoy's stand in `deploy/envoy/envoy.yaml`, those on orders (pieces,
//! open orders, drafts) in the service orders; docs/SECURITY.md lists all. What is counted is forgotten and bounded
//! ([`allowance`]): nothing that a caller sends makes it grow.

mod address;
mod allowance;
mod config;
mod feeds;
mod files;
mod per_address;
mod streams;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use souk_kernel::{EmployeeId, Phone, VisitorId};
use souk_rpc::ConnectionLimits;

pub use self::address::{ClientAddress, Network};
use self::allowance::{Allowance, Digest, Key, Rate};
pub use self::config::LimitsConfig;
pub use self::feeds::OpenFeed;
pub use self::files::OpenFile;
use self::per_address::PerAddress;
pub use self::streams::OpenStream;
use crate::problem::Problem;

/// Largest JSON body: a cart of 200 lines takes 40 KiB. Envoy has the same.
pub const BODY: usize = 64 * 1024;
/// Largest form with a file: 2 MB of it (spec 5) and 16 KiB around it; the 2,000 combinations of a product take a third of it,
/// as do its descriptions in Arabic. Envoy has the same.
pub const FILE_BODY: usize = 2 * 1024 * 1024 + 16 * 1024;
/// Longest that a request may take until its answer begins; the calls that it makes have less.
pub const DEADLINE: Duration = Duration::from_secs(8);
/// Longest address with its query: 50 filter values in Arabic, percent-encoded, take 6 KiB.
pub const URI: usize = 8 * 1024;
/// Longest words of a search, in characters: nobody types more, and each word costs the index a walk.
pub const WORDS: usize = 100;
/// Most filter values of one listing, over all its filters: each is looked up in the index.
pub const FILTER_VALUES: usize = 50;
/// Most filters of one listing that name values, and the longest name of an attribute or feature and the longest value, in
/// characters: the catalogue refuses more.
pub const FILTERS: usize = 20;
pub const FILTER_KEY: usize = 60;
pub const FILTER_VALUE: usize = 200;
/// Most parameters of a listing: its filter values and what stands once.
pub const PARAMETERS: usize = FILTER_VALUES + 8;
/// Codes of a second factor in an hour, and at once, for one account whose password was right, from one address. Past it a
/// code is wrong whatever it is: another answer would say that the password was right.
const CODES: u32 = 10;
/// The same from everywhere. Of a million codes three fit at any moment: who has the password and all addresses of the world
/// needs 9 months for an even chance.
const CODES_FROM_ALL: u32 = 36;
/// Failed looks for one phone's or one number's orders in an hour, from one address and from everywhere, however few an address has:
/// a number is easily mistyped.
const LOOKS: (u32, u32) = (15, 120);
/// What a /48 may of one account's codes, one phone's and one number's orders, in /64s: with more it would use up what everybody has.
const FEW_SHARES: u32 = 2;
/// Entries of the audit log about refused sign-ins in an hour: it is kept for ever, and whoever likes may be refused.
const REFUSED_SIGN_INS: u32 = 600;
/// The same about refused codes of one employee who is signed in: nobody else's refusals leave no room for them.
const REFUSED_CODES: u32 = 60;
/// Orders that one employee makes or changes on the telephone in an hour: nobody speaks to more customers, and each is a row that stays and
/// stock that is held.
const STAFF_ORDERS: u32 = 600;
/// Answers of orders' papers, up to 50 orders in each, that one employee reads in an hour: more than is printed, and each is an entry of
/// the audit log.
const PAPERS: u32 = 240;
/// Lines about refused requests of one address in a minute: what is refused must not fill the disk.
const REFUSAL_LINES: u32 = 10;

/// What a connection may say nothing; Envoy keeps an idle one to the gateway for 50 s.
const SILENCE: Duration = Duration::from_mins(1);

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

/// What is left to everybody.
#[derive(Debug)]
pub struct Limits {
    requests: Option<PerAddress>,
    misses: Option<PerAddress>,
    changes: Option<Allowance<VisitorId>>,
    address_changes: Option<PerAddress>,
    orders: Option<Orders>,
    reviews: Option<PerAddress>,
    restock_requests: Option<RestockRequests>,
    sign_ins: Option<SignIns>,
    codes: Option<Codes>,
    refused_sign_ins: Option<Allowance<()>>,
    refused_codes: Option<Allowance<EmployeeId>>,
    staff_orders: Option<Allowance<EmployeeId>>,
    papers: Option<Allowance<EmployeeId>>,
    tracking: Option<Tracking>,
    refusal_lines: Option<PerAddress>,
    streams: Arc<streams::Streams>,
    feeds: Arc<feeds::Feeds>,
    files: Arc<files::Files>,
    trusted_proxies: Vec<Network>,
    address_connections: usize,
    connections: usize,
}

#[derive(Debug)]
struct Orders {
    address: PerAddress,
    phone_from_address: PerAddress<Digest>,
}

#[derive(Debug)]
struct RestockRequests {
    address: PerAddress,
    visitor: Allowance<VisitorId>,
    phone_from_address: PerAddress<Digest>,
}

#[derive(Debug)]
struct SignIns {
    address: PerAddress,
    account_from_address: PerAddress<Digest>,
    account: Allowance<Digest>,
}

#[derive(Debug)]
struct Codes {
    account_from_address: PerAddress<EmployeeId>,
    account: Allowance<EmployeeId>,
}

#[derive(Debug)]
struct Tracking {
    address: PerAddress,
    phone_from_address: PerAddress<Digest>,
    phone: Allowance<Digest>,
    number_from_address: PerAddress<u64>,
    number: Allowance<u64>,
}

/// A guess that was counted; only a wrong one stays counted.
#[must_use]
pub struct Guess<'a>(Vec<Box<dyn FnOnce() + Send + 'a>>);

impl Limits {
    /// A demo lets a load test from one address through.
    pub fn new(config: &LimitsConfig, is_demo: bool) -> Self {
        let unless_demo =
            |given: Option<u32>, usual, demo| given.unwrap_or(if is_demo { demo } else { usual });
        let sign_ins = unless_demo(config.limit_sign_ins, 20, 600);
        Self {
            requests: per_address(SECOND, unless_demo(config.limit_requests, 300, 0)),
            misses: twice_at_once(SECOND, unless_demo(config.limit_misses, 30, 0)),
            changes: allowance(MINUTE, unless_demo(config.limit_changes, 60, 6000)),
            address_changes: per_address(MINUTE, unless_demo(config.limit_address_changes, 600, 0)),
            orders: Orders::new(unless_demo(config.limit_orders, 600, 0)),
            reviews: per_address(HOUR, unless_demo(config.limit_reviews, 60, 6000)),
            restock_requests: RestockRequests::new(unless_demo(config.limit_restock_requests, 60, 6000)),
            sign_ins: SignIns::new(sign_ins),
            codes: if sign_ins == 0 { None } else { Codes::new() },
            refused_sign_ins: allowance(HOUR, REFUSED_SIGN_INS),
            refused_codes: allowance(HOUR, REFUSED_CODES),
            staff_orders: allowance(HOUR, if is_demo { 0 } else { STAFF_ORDERS }),
            papers: allowance(HOUR, if is_demo { 0 } else { PAPERS }),
            tracking: Tracking::new(config.limit_tracking),
            refusal_lines: per_address(MINUTE, REFUSAL_LINES),
            feeds: Arc::default(),
            files: Arc::new(files::Files::new(is_demo)),
            streams: Arc::new(streams::Streams::new(config.limit_streams)),
            trusted_proxies: config.trusted_proxies.clone(),
            address_connections: config.limit_address_connections,
            connections: config.limit_connections,
        }
    }

    /// What clients may take with connections alone.
    pub fn connections(&self) -> ConnectionLimits {
        let proxies = self.trusted_proxies.clone();
        ConnectionLimits {
            all: self.connections,
            per_address: self.address_connections,
            silence: SILENCE,
            customer: Arc::new(move |address| {
                let is_proxy = proxies.iter().any(|proxy| proxy.contains(address));
                (!is_proxy).then(|| ClientAddress(address).customer())
            }),
        }
    }

    pub fn trusted_proxies(&self) -> &[Network] {
        &self.trusted_proxies
    }

    /// Counts a request against its address.
    pub fn request(&self, address: ClientAddress) -> Result<(), Problem> {
        check_address(self.requests.as_ref(), address)
    }

    /// Counts a read that no kept answer serves.
    pub fn miss(&self, address: ClientAddress) -> Result<(), Problem> {
        check_address(self.misses.as_ref(), address)
    }

    /// Counts a change against its shopper and its address.
    pub fn change(&self, visitor: VisitorId, address: ClientAddress) -> Result<(), Problem> {
        let changes = self.changes.as_ref();
        changes.map_or(Ok(()), |changes| changes.take(visitor).map_err(Problem::rate_limited))?;
        check_address(self.address_changes.as_ref(), address)
    }

    /// Counts a checkout, however its phone is spelled. Nobody uses up somebody else's phone: it counts from each address alone.
    pub fn order(&self, address: ClientAddress, phone: Option<&Phone>) -> Result<Guess<'_>, Problem> {
        let mut guess = Guess(Vec::new());
        if let Some(Orders { address: addresses, phone_from_address }) = &self.orders {
            guess.count_from(addresses, (), address)?;
            if let Some(phone) = phone {
                guess.count_from(phone_from_address, Digest::of(phone.as_str()), address)?;
            }
        }
        Ok(guess)
    }

    /// Counts an order that an employee makes, or changes what it has.
    pub fn staff_order(&self, employee: EmployeeId) -> Result<(), Problem> {
        let orders = self.staff_orders.as_ref();
        orders.map_or(Ok(()), |orders| orders.take(employee).map_err(Problem::rate_limited))
    }

    /// Counts an answer of orders' papers that an employee reads.
    pub fn papers(&self, employee: EmployeeId) -> Result<(), Problem> {
        let papers = self.papers.as_ref();
        papers.map_or(Ok(()), |papers| papers.take(employee).map_err(Problem::rate_limited))
    }

    /// Counts a review that somebody wants to be read.
    pub fn review(&self, address: ClientAddress) -> Result<(), Problem> {
        check_address(self.reviews.as_ref(), address)
    }

    /// Counts a wish to be called against its shopper, its address, and its phone from there, however it is spelled: nobody uses up
    /// somebody else's phone.
    pub fn restock_request(
        &self,
        visitor: VisitorId,
        address: ClientAddress,
        phone: Option<&Phone>,
    ) -> Result<(), Problem> {
        let Some(limits) = &self.restock_requests else { return Ok(()) };
        limits.visitor.take(visitor).map_err(Problem::rate_limited)?;
        limits.address.take((), address).map_err(Problem::rate_limited)?;
        let Some(phone) = phone else { return Ok(()) };
        limits.phone_from_address.take(Digest::of(phone.as_str()), address).map_err(Problem::rate_limited)
    }

    /// Counts an attempt to sign in; `email` as the database compares it.
    pub fn sign_in(&self, address: ClientAddress, email: &str) -> Result<Guess<'_>, Problem> {
        let mut guess = Guess(Vec::new());
        if let Some(SignIns { address: addresses, account_from_address, account }) = &self.sign_ins {
            let email = Digest::of(email);
            guess.count_from(addresses, (), address)?;
            guess.count_from(account_from_address, email, address)?;
            guess.count(account, email)?;
        }
        Ok(guess)
    }

    /// Counts a code of a second factor against the account that it opens; None when there were too many.
    pub fn code(&self, address: ClientAddress, account: EmployeeId) -> Option<Guess<'_>> {
        let mut guess = Guess(Vec::new());
        if let Some(Codes { account_from_address, account: accounts }) = &self.codes {
            guess.count_from(account_from_address, account, address).ok()?;
            guess.count(accounts, account).ok()?;
        }
        Some(guess)
    }

    /// Whether another refused sign-in is worth a row that stays for ever.
    pub fn is_worth_a_row(&self) -> bool {
        self.refused_sign_ins.as_ref().is_none_or(|rows| rows.take(()).is_ok())
    }

    /// The same of a refused code of one who is signed in.
    pub fn is_code_worth_a_row(&self, employee: EmployeeId) -> bool {
        self.refused_codes.as_ref().is_none_or(|rows| rows.take(employee).is_ok())
    }

    /// Counts a look for an order, however its number and phone are spelled; what is no phone is nobody's.
    pub fn track(
        &self,
        address: ClientAddress,
        phone: Option<&Phone>,
        number: u64,
    ) -> Result<Guess<'_>, Problem> {
        let mut guess = Guess(Vec::new());
        let Some(limits) = &self.tracking else { return Ok(guess) };
        guess.count_from(&limits.address, (), address)?;
        if let Some(phone) = phone.map(|phone| Digest::of(phone.as_str())) {
            guess.count_from(&limits.phone_from_address, phone, address)?;
            guess.count(&limits.phone, phone)?;
        }
        guess.count_from(&limits.number_from_address, number, address)?;
        guess.count(&limits.number, number)?;
        Ok(guess)
    }

    /// Counts a stream while the answer is held.
    pub fn stream(&self, employee: EmployeeId) -> Result<OpenStream, Problem> {
        self.streams.open(employee)
    }

    /// Takes a place among those who read a feed, which keeps it until it is at its end: one address has one for each language, and
    /// leaves the others to the rest.
    pub fn feed(&self, address: ClientAddress) -> Result<OpenFeed, Problem> {
        self.feeds.open(address)
    }

    /// Takes a place among those who take a list out as a file, which keeps it until it is at its end: an employee has one.
    pub fn file(&self, employee: EmployeeId) -> Result<OpenFile, Problem> {
        self.files.open(employee)
    }

    /// Whether another line about what this address was refused is worth the disk.
    pub fn is_worth_a_line(&self, address: ClientAddress) -> bool {
        self.refusal_lines.as_ref().is_none_or(|lines| lines.take((), address).is_ok())
    }
}

impl Orders {
    fn new(count: u32) -> Option<Self> {
        Some(Self {
            address: per_address(HOUR, count)?,
            phone_from_address: per_address(HOUR, count.div_ceil(30))?,
        })
    }
}

impl RestockRequests {
    fn new(count: u32) -> Option<Self> {
        Some(Self {
            address: per_address(HOUR, count)?,
            visitor: allowance(HOUR, count.div_ceil(3))?,
            phone_from_address: per_address(HOUR, count.div_ceil(3))?,
        })
    }
}

impl SignIns {
    fn new(count: u32) -> Option<Self> {
        let from_address = Rate { at_once: count.div_ceil(2), ..Rate::per(MINUTE, count.div_ceil(20))? };
        let from_all = Rate { at_once: count.saturating_mul(5), ..Rate::per(MINUTE, count)? };
        Some(Self {
            address: per_address(MINUTE, count)?,
            account_from_address: PerAddress::new(from_address),
            account: Allowance::new(from_all),
        })
    }
}

impl Codes {
    fn new() -> Option<Self> {
        Some(Self {
            account_from_address: PerAddress::in_shares(Rate::per(HOUR, CODES)?, FEW_SHARES),
            account: allowance(HOUR, CODES_FROM_ALL)?,
        })
    }
}

impl Tracking {
    fn new(count: u32) -> Option<Self> {
        let address = per_address(HOUR, count)?;
        let (from_address, from_all) = (count.div_ceil(40).max(LOOKS.0), count.div_ceil(5).max(LOOKS.1));
        let in_shares = Rate::per(HOUR, from_address)?;
        Some(Self {
            address,
            phone_from_address: PerAddress::in_shares(in_shares, FEW_SHARES),
            phone: allowance(HOUR, from_all)?,
            number_from_address: PerAddress::in_shares(in_shares, FEW_SHARES),
            number: allowance(HOUR, from_all)?,
        })
    }
}

impl<'a> Guess<'a> {
    fn count<K: Key>(&mut self, allowance: &'a Allowance<K>, key: K) -> Result<(), Problem> {
        match allowance.take(key) {
            Ok(()) => {
                self.0.push(Box::new(move || allowance.give_back(key)));
                Ok(())
            }
            // What was counted before it stays counted: to be refused is no reason to try more.
            Err(wait) => Err(Problem::rate_limited(wait)),
        }
    }

    fn count_from<K: Key>(
        &mut self,
        allowance: &'a PerAddress<K>,
        key: K,
        address: ClientAddress,
    ) -> Result<(), Problem> {
        allowance.counters(key, address).try_for_each(|(allowance, key)| self.count(allowance, key))
    }

    /// The guess was right, or none at all.
    pub fn forgive(self) {
        for give_back in self.0 {
            give_back();
        }
    }
}

fn allowance<K: Key>(period: Duration, count: u32) -> Option<Allowance<K>> {
    Rate::per(period, count).map(Allowance::new)
}

fn per_address<K: Key>(period: Duration, count: u32) -> Option<PerAddress<K>> {
    Rate::per(period, count).map(PerAddress::new)
}

fn twice_at_once(period: Duration, count: u32) -> Option<PerAddress> {
    let rate = Rate::per(period, count)?;
    Some(PerAddress::new(Rate { at_once: count.saturating_mul(2), ..rate }))
}

fn check_address(allowance: Option<&PerAddress>, address: ClientAddress) -> Result<(), Problem> {
    allowance.map_or(Ok(()), |allowance| allowance.take((), address).map_err(Problem::rate_limited))
}
