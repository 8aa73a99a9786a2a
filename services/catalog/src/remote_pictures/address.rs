//! Which addresses the shop asks for pictures that files name: those of the public internet, and nothing of the network that it
//! stands in itself. Pure.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Longest address.
const LONGEST: usize = 2_000;

/// Networks of IPv4 that are nobody's public server, with the length of their prefix (IANA's special-purpose registry).
const PRIVATE_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Behind the operators' translation of addresses.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // With what clouds tell their machines, secrets included, at 169.254.169.254.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    // Azure's, of the same kind.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast, and all behind it up to the broadcast.
    (Ipv4Addr::new(224, 0, 0, 0), 3),
];
/// The one network of IPv6 that public servers have addresses of: loopback, mapped and translated IPv4, unique local, link-local and
/// multicast stand outside.
const PUBLIC_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
/// What in it is none all the same: protocols' own with Teredo, examples, 6to4, which has an IPv4 address in it.
const PRIVATE_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Why an address is not asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressFault {
    #[error("it is no address of http or https, without a name and password and on their own ports")]
    NotAnAddress,
    #[error("it is in no public network")]
    NotPublic,
}

/// An address as a file or a server names it; whether it is public is told by [`is_public`] of what its name stands for.
pub fn read(text: &str) -> Result<Url, AddressFault> {
    let url = Url::parse(text.trim()).map_err(|_| AddressFault::NotAnAddress)?;
    sound(&url)?;
    Ok(url)
}

/// Whether an address may be asked, as far as it says itself.
pub fn sound(url: &Url) -> Result<(), AddressFault> {
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && matches!(url.port_or_known_default(), Some(80 | 443))
        && url.as_str().len() <= LONGEST;
    if is_plain && url.host().is_some() { Ok(()) } else { Err(AddressFault::NotAnAddress) }
}

/// The address that stands in a URL itself, in whatever numbers it is written.
pub fn literal(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Domain(_) => None,
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
    }
}

/// Whether an address is one of the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !PRIVATE_V4.iter().any(|network| is_in_v4(address, *network)),
        IpAddr::V6(address) => {
            is_in_v6(address, PUBLIC_V6) && !PRIVATE_V6.iter().any(|network| is_in_v6(address, *network))
        }
    }
}

fn is_in_v4(address: Ipv4Addr, (network, length): (Ipv4Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).checked_shr(32 - length).unwrap_or_default() == 0
}

fn is_in_v6(address: Ipv6Addr, (network, length): (Ipv6Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).checked_shr(128 - length).unwrap_or_default() == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_address_of_the_shops_own_network_is_public() {
        let inside = [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.8.8.8",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:8.8.8.8",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ];
        for address in inside {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
        for address in
            ["8.8.8.8", "100.63.255.255", "100.128.0.1", "172.32.0.1", "192.0.1.1", "2606:4700::1", "2a00::1"]
        {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
    }

    #[test]
    fn only_plain_addresses_on_the_usual_ports_are_read() {
        let wrong = [
            "",
            "picture.jpg",
            "//shop.test/a.jpg",
            "ftp://shop.test/a.jpg",
            "file:///etc/passwd",
            "gopher://shop.test/",
            "data:image/png;base64,AAAA",
            "http://user@shop.test/a.jpg",
            "http://:secret@shop.test/a.jpg",
            "http://shop.test:8080/a.jpg",
            "https://shop.test:22/",
        ];
        for text in wrong {
            assert_eq!(read(text), Err(AddressFault::NotAnAddress), "{text}");
        }
        assert_eq!(read(&format!("http://a.test/{}", "a".repeat(LONGEST))), Err(AddressFault::NotAnAddress));
        for fine in [
            "http://shop.test/a.jpg",
            " https://cdn.test/a b.png?v=1 ",
            "http://a.test:443/x",
            "https://صور.test/ا",
        ] {
            assert!(read(fine).is_ok(), "{fine}");
        }
    }

    #[test]
    fn numbers_in_any_writing_are_the_address_that_they_mean() {
        for text in [
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://１２７.0.0.1/",
        ] {
            let found = read(text).ok().and_then(|url| literal(&url));
            assert_eq!(found, Some(IpAddr::V4(Ipv4Addr::LOCALHOST)), "{text}");
        }
        let mapped = read("http://[::ffff:7f00:1]/").ok().and_then(|url| literal(&url));
        assert!(mapped.is_some_and(|address| !is_public(address)));
    }

    proptest! {
        #[test]
        fn whatever_a_file_says_is_read_or_refused(text in "\\PC{0,80}") {
            if let Ok(url) = read(&text) {
                prop_assert!(matches!(url.port_or_known_default(), Some(80 | 443)));
            }
        }

        #[test]
        fn nothing_mapped_or_unique_local_is_public(low in any::<u32>(), rest in any::<u128>()) {
            prop_assert!(!is_public(IpAddr::V6(Ipv4Addr::from_bits(low).to_ipv6_mapped())));
            let local = Ipv6Addr::from_bits((rest >> 7) | (0xfc << 120));
            prop_assert!(!is_public(IpAddr::V6(local)), "{local}");
        }
    }
}
