//! Rate limits of the gateway's own, beside Envoy's: per client address for everything, per shopper for changes, per
//! address and account for signing in.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use http::HeaderMap;
use souk_kernel::VisitorId;
use souk_rpc::{Failure, Kind};

use crate::problem::Problem;

/// Requests per second of one address.
const REQUESTS: u32 = 300;
/// Sign-ins per minute.
const SIGN_INS: u32 = 20;
const DEMO_SIGN_INS: u32 = 600;
/// Changes per minute of one shopper.
const CHANGES: u32 = 60;
const DEMO_CHANGES: u32 = 6000;

/// How much one client may ask for.
#[derive(Debug, Clone, clap::Args)]
pub struct LimitsConfig {
    /// Requests per second of one client address; 0 sets no limit. 300 unless it is a demo, which sets none.
    #[arg(long, env = "SOUK_LIMIT_REQUESTS")]
    pub limit_requests: Option<u32>,
    /// Changes (orders, drafts, look-ups by phone) per minute of one shopper; 0 sets no limit. 60, in a demo 6000.
    #[arg(long, env = "SOUK_LIMIT_CHANGES")]
    pub limit_changes: Option<u32>,
    /// Sign-ins per minute of one client address, and of one account; 0 sets no limit. 20, in a demo 600.
    #[arg(long, env = "SOUK_LIMIT_SIGN_INS")]
    pub limit_sign_ins: Option<u32>,
    /// Take the client's address from the last entry of X-Forwarded-For, which Envoy writes; switch off where the
    /// gateway itself is the front door.
    #[arg(long, env = "SOUK_BEHIND_PROXY", default_value_t = true, action = clap::ArgAction::Set)]
    pub behind_proxy: bool,
}

/// The counters.
#[derive(Debug)]
pub struct Limits {
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    changes: Option<DefaultKeyedRateLimiter<VisitorId>>,
    sign_ins: Option<DefaultKeyedRateLimiter<String>>,
    behind_proxy: bool,
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

impl Limits {
    /// A demo lets a load test from one address through.
    pub fn new(config: &LimitsConfig, is_demo: bool) -> Self {
        let requests = config.limit_requests.unwrap_or(if is_demo { 0 } else { REQUESTS });
        let sign_ins = config.limit_sign_ins.unwrap_or(if is_demo { DEMO_SIGN_INS } else { SIGN_INS });
        let changes = config.limit_changes.unwrap_or(if is_demo { DEMO_CHANGES } else { CHANGES });
        let requests = NonZeroU32::new(requests).map(Quota::per_second);
        let changes = NonZeroU32::new(changes).map(Quota::per_minute);
        let sign_ins = NonZeroU32::new(sign_ins).map(Quota::per_minute);
        Self {
            requests: requests.map(RateLimiter::keyed),
            changes: changes.map(RateLimiter::keyed),
            sign_ins: sign_ins.map(RateLimiter::keyed),
            behind_proxy: config.behind_proxy,
        }
    }

    /// Counts a request against its address.
    pub fn request(&self, request: &Request) -> Result<(), Problem> {
        if self.requests.is_none() {
            return Ok(());
        }
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
        check(self.requests.as_ref(), &self.address(request.headers(), peer))
    }

    /// Counts a change against its shopper.
    pub fn change(&self, visitor: VisitorId) -> Result<(), Problem> {
        check(self.changes.as_ref(), &visitor)
    }

    /// Counts an attempt to sign in against the address and against the account.
    pub fn sign_in(&self, ClientAddress(address): &ClientAddress, email: &str) -> Result<(), Problem> {
        check(self.sign_ins.as_ref(), &address.to_string())?;
        check(self.sign_ins.as_ref(), &email.trim().to_lowercase())
    }

    /// Forgets the clients that are below their limit again.
    pub fn forget_idle(&self) {
        if let Some(requests) = &self.requests {
            requests.retain_recent();
        }
        if let Some(changes) = &self.changes {
            changes.retain_recent();
        }
        if let Some(sign_ins) = &self.sign_ins {
            sign_ins.retain_recent();
        }
    }

    /// The client's own, as far as the proxy in front of us can be believed.
    pub fn address(&self, headers: &HeaderMap, peer: Option<SocketAddr>) -> IpAddr {
        let forwarded = self.behind_proxy.then(|| forwarded_for(headers)).flatten();
        forwarded.or_else(|| peer.map(|peer| peer.ip())).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
    }
}

/// The entry that the proxy in front of us added: what stands before it, the client wrote.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

fn check<K: Clone + std::hash::Hash + Eq>(
    limiter: Option<&DefaultKeyedRateLimiter<K>>,
    key: &K,
) -> Result<(), Problem> {
    let Some(Err(refused)) = limiter.map(|limiter| limiter.check_key(key)) else { return Ok(()) };
    let wait = refused.wait_time_from(DefaultClock::default().now()).max(Duration::from_secs(1));
    let failure = Failure::new(Kind::RateLimited, "rate_limited", "too many requests, wait a little");
    Err(failure.with("seconds", wait.as_secs()).retry_after(wait).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(behind_proxy: bool) -> Limits {
        let config = LimitsConfig {
            limit_requests: Some(2),
            limit_changes: Some(1),
            limit_sign_ins: Some(1),
            behind_proxy,
        };
        Limits::new(&config, false)
    }

    #[test]
    fn the_address_is_the_one_that_the_proxy_saw() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", http::HeaderValue::from_static("1.1.1.1, 2.2.2.2"));
        let peer = Some(SocketAddr::from(([9, 9, 9, 9], 80)));
        assert_eq!(limits(true).address(&headers, peer).to_string(), "2.2.2.2");
        assert_eq!(limits(false).address(&headers, peer).to_string(), "9.9.9.9");
    }

    #[test]
    fn an_account_is_held_even_from_many_addresses() {
        let limits = limits(true);
        let from = |last: u8| ClientAddress(IpAddr::from([10, 0, 0, last]));
        assert!(limits.sign_in(&from(1), "a@souk.test").is_ok());
        assert!(limits.sign_in(&from(2), " A@souk.test").is_err());
        assert!(limits.sign_in(&from(3), "b@souk.test").is_ok());
    }
}
