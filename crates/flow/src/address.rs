//! Addresses for the services of a test.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use anyhow::Context as _;

/// Below the ports that Linux gives to outgoing connections.
const PORTS: std::ops::Range<u16> = 12_000..32_000;

/// An address that nothing listens on. Not one that the system hands to whoever asks for any: it would be taken before its
/// owner comes back to it.
pub(crate) fn free_address() -> anyhow::Result<SocketAddr> {
    const TRIES: usize = 100;
    let candidates = std::iter::repeat_with(|| {
        let chance = uuid::Uuid::now_v7().as_u128() % u128::from(PORTS.end - PORTS.start);
        SocketAddr::from((Ipv4Addr::LOCALHOST, PORTS.start + u16::try_from(chance).unwrap_or_default()))
    });
    let free = candidates.take(TRIES).find(|address| TcpListener::bind(address).is_ok());
    free.context("no port is free")
}
