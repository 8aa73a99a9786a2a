//! What an operator sets of the limits.

use souk_service::Faults;

use super::address::Network;

/// How much one client may ask for.
#[derive(Debug, Clone, clap::Args)]
pub struct LimitsConfig {
    /// Requests per second of one client address; 0 sets no limit. 300 unless it is a demo, which sets none. A page with
    /// its pictures asks some 30 times, and many people share an operator's address.
    #[arg(long, env = "SOUK_LIMIT_REQUESTS")]
    pub limit_requests: Option<u32>,
    /// Reads per second of one client address that no kept answer serves, so that the catalogue works for each, twice as
    /// many at once; 0 sets no limit. 30 unless it is a demo, which sets none. What many people read is kept.
    #[arg(long, env = "SOUK_LIMIT_MISSES")]
    pub limit_misses: Option<u32>,
    /// Changes (orders, drafts, look-ups by phone) per minute of one shopper; 0 sets no limit. 60, in a demo 6000.
    #[arg(long, env = "SOUK_LIMIT_CHANGES")]
    pub limit_changes: Option<u32>,
    /// Changes per minute of one client address, whose shoppers are as many as it likes; 0 sets no limit. 600 unless it is
    /// a demo, which sets none.
    #[arg(long, env = "SOUK_LIMIT_ADDRESS_CHANGES")]
    pub limit_address_changes: Option<u32>,
    /// Checkouts per hour of one client address that end in an order, or in the news that the phone ordered a moment ago;
    /// 0 sets no limit. 600 unless it is a demo, which sets none: thousands of shoppers share a mobile operator's address,
    /// and each order is a row that stays. Of one phone it may be a thirtieth, from one address.
    #[arg(long, env = "SOUK_LIMIT_ORDERS")]
    pub limit_orders: Option<u32>,
    /// Reviews per hour of one client address; 0 sets no limit. 60, in a demo 6000: many people share an operator's address, and
    /// staff have to read each.
    #[arg(long, env = "SOUK_LIMIT_REVIEWS")]
    pub limit_reviews: Option<u32>,
    /// Wishes to be called when something is back, per hour of one client address, a third of it of one shopper, and as many of one
    /// phone from one address; 0 sets no limit. 60, in a demo 6000: many people share an operator's address, and staff have to
    /// call each.
    #[arg(long, env = "SOUK_LIMIT_RESTOCK_REQUESTS")]
    pub limit_restock_requests: Option<u32>,
    /// Failed sign-ins per minute of one client address; 0 sets no limit. 20, in a demo 600. On one account it may fail
    /// half as often at once and then once a minute, and all addresses together five times as often at once and then as
    /// often a minute: so nobody keeps somebody else's account shut from one address.
    #[arg(long, env = "SOUK_LIMIT_SIGN_INS")]
    pub limit_sign_ins: Option<u32>,
    /// Failed looks for an order per hour of one client address, whom thousands may share; 0 sets no limit. One phone and one order
    /// number may be missed a fortieth as often from one address, and a fifth as often from everywhere, so that eight addresses and
    /// not one keep its owner out; with less than 600, what 600 gives. Numbers follow each other, so a known phone is soon found without it.
    #[arg(long, env = "SOUK_LIMIT_TRACKING", default_value_t = 600)]
    pub limit_tracking: u32,
    /// Open screens of one employee that are told what changes; each holds a connection.
    #[arg(long, env = "SOUK_LIMIT_STREAMS", default_value_t = 32)]
    pub limit_streams: u32,
    /// Open connections of one client address, each of which holds memory; those of trusted proxies count only in all.
    #[arg(long, env = "SOUK_LIMIT_ADDRESS_CONNECTIONS", default_value_t = 256)]
    pub limit_address_connections: usize,
    /// Open connections in all; each needs a file of those that the process may open.
    #[arg(long, env = "SOUK_LIMIT_CONNECTIONS", default_value_t = 4096)]
    pub limit_connections: usize,
    /// Proxies in front, by address or network and separated by commas: `127.0.0.1,10.1.0.0/16`. Theirs, and nobody else's,
    /// X-Forwarded-For says who the client is. Envoy is one.
    #[arg(long, env = "SOUK_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<Network>,
}

impl LimitsConfig {
    /// The variables that switch a limit off.
    pub fn lifted(&self) -> impl Iterator<Item = &'static str> {
        let limits = [
            ("SOUK_LIMIT_REQUESTS", self.limit_requests),
            ("SOUK_LIMIT_MISSES", self.limit_misses),
            ("SOUK_LIMIT_CHANGES", self.limit_changes),
            ("SOUK_LIMIT_ADDRESS_CHANGES", self.limit_address_changes),
            ("SOUK_LIMIT_ORDERS", self.limit_orders),
            ("SOUK_LIMIT_REVIEWS", self.limit_reviews),
            ("SOUK_LIMIT_RESTOCK_REQUESTS", self.limit_restock_requests),
            ("SOUK_LIMIT_SIGN_INS", self.limit_sign_ins),
            ("SOUK_LIMIT_TRACKING", Some(self.limit_tracking)),
        ];
        limits.into_iter().filter(|(_, limit)| *limit == Some(0)).map(|(variable, _)| variable)
    }

    /// A real shop is behind something that speaks TLS, since nothing of ours does: who that is must be said, or all
    /// shoppers are one client; and that everybody is it must not be, or whoever likes says who they are.
    pub fn proxy_faults(&self, faults: &mut Faults) {
        if self.trusted_proxies.is_empty() {
            faults.add("SOUK_TRUSTED_PROXIES names nobody, so all shoppers count as one client: name what speaks TLS for the shop");
        }
        if self.trusted_proxies.iter().any(Network::is_too_wide) {
            faults.add(
                "SOUK_TRUSTED_PROXIES trusts too many to say who they are: name the proxies' own networks",
            );
        }
    }
}
