use proptest::prelude::*;

use super::*;

fn address(text: &str) -> IpAddr {
    text.parse().expect(text)
}

#[test]
fn public_addresses_are_public() {
    for text in [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "168.63.129.17",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.0.3.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "203.0.114.0",
        "223.255.255.255",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2606:4700:4700::1111",
        "2a00:1450:4001::1",
        "::ffff:8.8.8.8",
        "::8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2002:808:808::1",
    ] {
        assert!(is_public(address(text)), "{text}");
        assert_eq!(refusal(address(text), false), None, "{text}");
        assert_eq!(refusal(address(text), true), None, "{text}");
    }
}

#[test]
fn private_addresses_are_for_those_who_may() {
    for text in [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.0.1",
        "169.254.169.253",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.7",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.9",
        "203.0.113.5",
        "240.0.0.1",
        "255.255.255.254",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.1.2.3",
        "::ffff:0:192.168.0.1",
        "64:ff9b::192.168.0.1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:2::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "3fff::1",
        "4000::1",
        "5f00::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fec0::1",
    ] {
        assert!(!is_public(address(text)), "{text}");
        let refused = refusal(address(text), false);
        assert_eq!(refused, Some(AddressRefusal::NotPublic), "{text}");
        assert_eq!(refusal(address(text), true), None, "{text}");
    }
}

#[test]
fn some_addresses_are_for_nobody() {
    let cases = [
        ("169.254.169.254", AddressRefusal::Metadata),
        ("169.254.170.2", AddressRefusal::Metadata),
        ("169.254.170.23", AddressRefusal::Metadata),
        ("100.100.100.200", AddressRefusal::Metadata),
        ("192.0.0.192", AddressRefusal::Metadata),
        ("168.63.129.16", AddressRefusal::Metadata),
        ("fd00:ec2::254", AddressRefusal::Metadata),
        ("fd00:ec2::23", AddressRefusal::Metadata),
        ("fd20:ce::254", AddressRefusal::Metadata),
        ("fe80::a9fe:a9fe", AddressRefusal::Metadata),
        ("::169.254.169.254", AddressRefusal::Metadata),
        ("::ffff:169.254.169.254", AddressRefusal::Metadata),
        ("::ffff:0:169.254.169.254", AddressRefusal::Metadata),
        ("64:ff9b::169.254.169.254", AddressRefusal::Metadata),
        ("2002:a9fe:a9fe::1", AddressRefusal::Metadata),
        (
            "2001:0:4136:e378:8000:63bf:5601:5601",
            AddressRefusal::Metadata,
        ),
        ("224.0.0.1", AddressRefusal::NotUnicast),
        ("239.255.255.255", AddressRefusal::NotUnicast),
        ("255.255.255.255", AddressRefusal::NotUnicast),
        ("::ffff:255.255.255.255", AddressRefusal::NotUnicast),
        ("ff02::1", AddressRefusal::NotUnicast),
    ];
    for (text, expect) in cases {
        assert!(!is_public(address(text)), "{text}");
        for private in [false, true] {
            assert_eq!(refusal(address(text), private), Some(expect), "{text}");
        }
    }
}

proptest! {
    /// Wrapping an address never makes it public.
    #[test]
    fn a_wrapped_address_is_judged_by_what_it_wraps(bits: u32) {
        let v4 = Ipv4Addr::from_bits(bits);
        let low = u128::from(bits);
        let forms = [
            low,
            0xffff << 32 | low,
            0xffff << 48 | low,
            0x64_ff9b << 96 | low,
            0x2002 << 112 | low << 80 | 1,
        ];
        for form in forms {
            let v6 = IpAddr::from(Ipv6Addr::from_bits(form));
            prop_assert_eq!(is_public(v6), is_public(v4.into()), "{}", v6);
            for private in [false, true] {
                prop_assert_eq!(refusal(v6, private), refusal(v4.into(), private), "{}", v6);
            }
        }
    }

    /// Nothing that the standard library calls special is public.
    #[test]
    fn the_standard_library_agrees(bits: u32) {
        let v4 = Ipv4Addr::from_bits(bits);
        let special = v4.is_private()
            || v4.is_loopback()
            || v4.is_link_local()
            || v4.is_multicast()
            || v4.is_broadcast()
            || v4.is_documentation()
            || v4.is_unspecified();
        prop_assert!(!(special && is_public(v4.into())), "{}", v4);
    }
}
