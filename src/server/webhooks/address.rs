//! Network addresses that webhooks may use.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

/// The IPv4 networks outside the public internet: first address and prefix length.
const NOT_PUBLIC: [([u8; 4], u32); 17] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    // Carrier-grade NAT; one cloud has its metadata service there.
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    // A cloud's services for its machines.
    ([168, 63, 129, 16], 32),
    // Link-local; most clouds have their metadata service there.
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Multicast.
    ([224, 0, 0, 0], 4),
    // Reserved, and broadcast.
    ([240, 0, 0, 0], 4),
    ([255, 255, 255, 255], 32),
];

/// Whether an address is on the public internet, not of this machine, its networks or its cloud.
pub fn is_public(address: IpAddr) -> bool {
    match plain(address) {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// The effective address: the IPv4 address if it is embedded in an IPv6 one, directly or for a provider's
/// translator (RFC 6052).
pub fn plain(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(through) if through.segments()[..6] == [0x64, 0xff9b, 0, 0, 0, 0] => {
            let [.., a, b, c, d] = through.octets();
            Ipv4Addr::new(a, b, c, d).into()
        }
        address => address,
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let number = u32::from(address);
    let within = |(first, bits): &([u8; 4], u32)| {
        let rest = 32 - bits;
        number >> rest == u32::from(Ipv4Addr::from(*first)) >> rest
    };
    !NOT_PUBLIC.iter().any(within)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Excludes global addresses with special uses: protocols (including Teredo), 6to4, documentation.
    let is_global = first & 0xe000 == 0x2000;
    let is_special = (first == 0x2001 && (second < 0x0200 || second == 0x0db8))
        || first == 0x2002
        || (first == 0x3fff && second < 0x1000);
    is_global && !is_special
}

/// Whether an address belongs to this machine: the system connects to its own addresses from the same
/// address. Nothing is sent: connecting a UDP socket only makes the system look up the route.
pub fn is_of_this_machine(address: IpAddr) -> bool {
    const DISCARD: u16 = 9;
    let any: IpAddr = match address {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let from = UdpSocket::bind((any, 0)).and_then(|socket| {
        socket.connect((address, DISCARD))?;
        socket.local_addr()
    });
    from.is_ok_and(|from| from.ip() == address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_public() {
        for public in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450:4001:80b::200e",
            "64:ff9b::1.1.1.1",
            "::ffff:1.1.1.1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn an_address_is_the_same_however_it_is_written() {
        for written in ["1.1.1.1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1"] {
            let address: IpAddr = written.parse().unwrap();
            assert_eq!(plain(address).to_string(), "1.1.1.1", "{written}");
        }
        let other: IpAddr = "2606:4700::1111".parse().unwrap();
        assert_eq!(plain(other), other);
    }

    #[test]
    fn the_machine_knows_its_own_addresses() {
        for (address, is_own) in [
            ("127.0.0.1", true),
            ("1.1.1.1", false),
            ("192.0.2.1", false),
        ] {
            let address = address.parse().unwrap();
            assert_eq!(is_of_this_machine(address), is_own, "{address}");
        }
        // The address from which the machine connects to others, if it has a route.
        let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
        if socket.connect("192.0.2.1:9").is_ok() {
            assert!(is_of_this_machine(socket.local_addr().unwrap().ip()));
        }
    }

    #[test]
    fn no_address_of_a_machine_its_networks_or_its_cloud_is_public() {
        for internal in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.255.254",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "203.0.113.9",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::10.0.0.1",
            "64:ff9b::127.0.0.1",
            "64:ff9b:1::1.1.1.1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(internal.parse().unwrap()), "{internal}");
        }
    }
}
