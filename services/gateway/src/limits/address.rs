//! Where a request comes from.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use http::{Extensions, HeaderMap};

/// The least that a customer of a provider gets of IPv6, and so what one counter counts.
const CUSTOMER: u8 = 64;
/// The most that a line comes with; all of it counts as a few customers.
const SITE: u8 = 48;

/// The client of a request, as far as it can be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// An address, or all that begin with the same bits: `10.0.0.5`, `10.1.0.0/16`, `2001:db8::/32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// The text is neither an address nor a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an address or a network, like 10.0.0.5 or 10.1.0.0/16")]
pub struct NetworkError;

impl ClientAddress {
    /// The client of a request whose connection came from `peer`: the peer itself, unless it is one of our own proxies.
    /// Then it is the last address of X-Forwarded-For that none of them has: what stands before it, the client wrote.
    pub fn of(headers: &HeaderMap, extensions: &Extensions, proxies: &[Network]) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
        let mut client = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        let is_ours = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
        for entry in forwarded_for(headers) {
            if !is_ours(client) {
                break;
            }
            let Some(address) = entry else { break };
            client = address;
        }
        Self(client)
    }

    /// As the router found it when the request came in.
    pub fn found(extensions: &Extensions) -> Self {
        extensions.get::<Self>().copied().unwrap_or(Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
    }

    /// What limits count by: the address, of IPv6 its /64.
    pub fn customer(self) -> IpAddr {
        self.network(CUSTOMER).unwrap_or(self.0)
    }

    /// What limits count by beside, as one line may have many customers' networks: of IPv6 the /48.
    pub fn site(self) -> Option<IpAddr> {
        self.network(SITE)
    }

    fn network(self, prefix: u8) -> Option<IpAddr> {
        let IpAddr::V6(address) = self.0 else { return None };
        Some(Ipv6Addr::from(address.to_bits() & mask(prefix, 128)).into())
    }
}

/// The entries of all headers, the newest first; None for one that is no address.
fn forwarded_for(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    let values = headers.get_all("x-forwarded-for").iter().rev();
    values.flat_map(|value| value.to_str().unwrap_or_default().rsplit(',').map(address))
}

fn address(entry: &str) -> Option<IpAddr> {
    entry.trim().parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

impl Network {
    /// Whether no proxies could have so many addresses: the widest private network is `fc00::/7`.
    pub const fn is_too_wide(&self) -> bool {
        self.prefix < 7
    }

    pub fn contains(self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let mask = mask(self.prefix, 32);
                u128::from(own.to_bits()) & mask == u128::from(other.to_bits()) & mask
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let mask = mask(self.prefix, 128);
                own.to_bits() & mask == other.to_bits() & mask
            }
            _ => false,
        }
    }
}

/// The first `prefix` of `bits` bits.
fn mask(prefix: u8, bits: u8) -> u128 {
    let width = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    width & !(width.checked_shr(prefix.into()).unwrap_or(0))
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let (address, prefix) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.trim().parse().map_err(|_| NetworkError)?;
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(bits), str::parse).map_err(|_| NetworkError)?;
        if prefix <= bits { Ok(Self { address, prefix }) } else { Err(NetworkError) }
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::found(&parts.extensions))
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn client(peer: &str, forwarded: &[&str], proxies: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::try_from(*value).expect("is text"));
        }
        let mut extensions = Extensions::new();
        let peer: IpAddr = peer.parse().expect("an address");
        extensions.insert(ConnectInfo(SocketAddr::from((peer, 80))));
        let proxies: Vec<Network> = proxies.iter().map(|text| text.parse().expect("a network")).collect();
        ClientAddress::of(&headers, &extensions, &proxies).to_string()
    }

    #[test]
    fn only_named_proxies_are_believed() {
        assert_eq!(client("9.9.9.9", &["1.1.1.1"], &[]), "9.9.9.9");
        assert_eq!(client("9.9.9.9", &["1.1.1.1"], &["127.0.0.1"]), "9.9.9.9");
        assert_eq!(client("127.0.0.1", &["1.1.1.1, 2.2.2.2"], &["127.0.0.1"]), "2.2.2.2");
        assert_eq!(client("::ffff:127.0.0.1", &["1.1.1.1"], &["127.0.0.0/8"]), "1.1.1.1");
    }

    #[test]
    fn a_chain_of_proxies_is_followed_to_the_first_that_is_not_ours() {
        let ours = ["127.0.0.1", "10.1.0.0/16"];
        assert_eq!(client("127.0.0.1", &["6.6.6.6, 2.2.2.2, 10.1.3.4"], &ours), "2.2.2.2");
        assert_eq!(client("127.0.0.1", &["6.6.6.6", "2.2.2.2,10.1.3.4"], &ours), "2.2.2.2");
        assert_eq!(client("127.0.0.1", &["6.6.6.6, nonsense, 10.1.3.4"], &ours), "10.1.3.4");
        assert_eq!(client("127.0.0.1", &["10.1.3.4"], &ours), "10.1.3.4");
        assert_eq!(client("127.0.0.1", &[], &ours), "127.0.0.1");
    }

    #[test]
    fn an_ipv6_customer_is_counted_once() {
        let customer = |text: &str| ClientAddress(text.parse().expect("an address")).customer();
        assert_eq!(customer("2001:db8:1:2:3::4"), customer("2001:db8:1:2:ffff::1"));
        assert_ne!(customer("2001:db8:1:2::1"), customer("2001:db8:1:3::1"));
        assert_eq!(customer("9.9.9.9").to_string(), "9.9.9.9");
    }

    #[test]
    fn nonsense_is_no_network() {
        for text in ["", "everybody", "10.0.0.0/33", "10.0.0.0/x", "::/129", "10.0.0"] {
            assert_eq!(text.parse::<Network>(), Err(NetworkError), "{text}");
        }
        let all: Network = "0.0.0.0/0".parse().expect("is one");
        assert!(all.contains(IpAddr::from([1, 2, 3, 4])) && !all.contains(IpAddr::V6(Ipv6Addr::LOCALHOST)));
    }
}
