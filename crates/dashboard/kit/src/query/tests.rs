//! Addresses: whatever is put in comes out, and nothing else.

use proptest::prelude::*;

use super::*;

#[test]
fn parameters_are_found() {
    let uri: Uri = "/x?a=1&b=%26+%C3%A9&a=2&c=&%FF=3"
        .parse()
        .expect("an address");
    for (name, first, every) in [
        ("a", Some("1"), &["1", "2"][..]),
        ("b", Some("& é"), &["& é"]),
        ("c", Some(""), &[""]),
        ("d", None, &[]),
    ] {
        assert_eq!(get(&uri, name).as_deref(), first, "{name}");
        assert_eq!(all(&uri, name), every, "{name}");
    }
    let none: Uri = "/x".parse().expect("an address");
    assert_eq!(get(&none, "a"), None);
}

#[test]
fn addresses_are_made_of_parts() {
    for (segments, expect) in [
        (&[][..], ""),
        (&["tools"], "/tools"),
        (&["tools", "shop.list"], "/tools/shop.list"),
        (&["a/b", "../c", ""], "/a%2Fb/..%2Fc/"),
        (&["<é?#%>"], "/%3C%C3%A9%3F%23%25%3E"),
    ] {
        assert_eq!(path(segments), expect);
    }
    assert_eq!(with("/x", "a&", "b c"), "/x?a%26=b+c");
    let pairs = [("a", "1"), ("b", ""), ("c", "é")];
    assert_eq!(with_all("/x", pairs), "/x?a=1&c=%C3%A9");
    assert_eq!(with_all("/x", [("b", "")]), "/x");
}

proptest! {
    #[test]
    fn what_is_put_into_an_address_comes_out(value in ".{0,60}", segment in ".{1,60}") {
        let at = path(&["tools", &segment]);
        let uri: Uri = with(&at, "v", &value).parse().expect("an address");
        prop_assert_eq!(get(&uri, "v"), Some(value));
        prop_assert_eq!(uri.path().matches('/').count(), 2);
        let bytes = form_urlencoded::parse(&uri.path().as_bytes()["/tools/".len()..]);
        let (back, _) = bytes.last().expect("a segment");
        prop_assert_eq!(back, segment);
    }
}
