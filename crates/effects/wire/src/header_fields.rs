//! The header fields of a request, however they are stored.

use http::{HeaderMap, HeaderValue};

use crate::plain_post::PlainHead;

/// The header fields of a request.
#[derive(Clone, Copy, Debug)]
pub enum HeaderFields<'a> {
    /// In a map, as the library for HTTP parses them.
    Map(&'a HeaderMap),
    /// In the text of a plain request. Comparing the names of a few fields is faster than building
    /// a map.
    Plain(&'a PlainHead),
}

// === impl HeaderFields ===

impl<'a> HeaderFields<'a> {
    /// The value of the first field with this name.
    pub fn first(self, name: &str) -> Option<&'a [u8]> {
        self.values(name).next()
    }

    /// The values of all fields with this name.
    pub fn values<'n>(self, name: &'n str) -> impl Iterator<Item = &'a [u8]> + use<'a, 'n> {
        let (map, plain) = match self {
            Self::Map(map) => (Some(map), None),
            Self::Plain(head) => (None, Some(head)),
        };
        let of_map = map.into_iter().flat_map(move |map| map.get_all(name));
        let of_plain = plain.into_iter().flat_map(move |head| head.values(name));
        of_plain.chain(of_map.map(HeaderValue::as_bytes))
    }

    /// The value of the first field with this name, if it is ASCII text.
    pub fn text(self, name: &str) -> Option<&'a str> {
        self.first(name).and_then(ascii_text)
    }

    /// Whether there is a field with one of these names.
    pub fn has_any(self, names: &[&str]) -> bool {
        let is_one = |name: &[u8]| {
            let mut names = names.iter();
            names.any(|one| one.as_bytes().eq_ignore_ascii_case(name))
        };
        match self {
            Self::Map(map) => map.keys().any(|name| is_one(name.as_ref())),
            Self::Plain(head) => head.fields().any(|(name, _)| is_one(name)),
        }
    }
}

impl<'a> From<&'a HeaderMap> for HeaderFields<'a> {
    fn from(map: &'a HeaderMap) -> Self {
        Self::Map(map)
    }
}

impl<'a> From<&'a PlainHead> for HeaderFields<'a> {
    fn from(head: &'a PlainHead) -> Self {
        Self::Plain(head)
    }
}

/// The value of a header field as text, if it has only visible ASCII characters, spaces and tabs.
pub fn ascii_text(value: &[u8]) -> Option<&str> {
    // Not `all`: without an early exit the compiler vectorizes the loop.
    let is_text = value.iter().fold(true, |is_text, byte| {
        is_text & matches!(byte, b' '..=b'~' | b'\t')
    });
    std::str::from_utf8(value).ok().filter(|_| is_text)
}

#[cfg(test)]
mod tests {
    use bytes::BytesMut;

    use super::*;
    use crate::PlainPost;

    const LINES: [(&str, &str); 5] = [
        ("Host", "localhost"),
        ("ACCEPT", "a"),
        ("accept", "b\tc "),
        ("X-Empty", ""),
        ("X-Name", "caf\u{e9}"),
    ];

    fn check(fields: HeaderFields<'_>) {
        let values = |name| fields.values(name).collect::<Vec<_>>();
        assert_eq!(values("host"), [b"localhost"]);
        assert_eq!(values("accept"), [&b"a"[..], b"b\tc"]);
        assert_eq!(values("x-empty"), [b""]);
        assert!(values("x").is_empty() && values("not a name").is_empty());
        assert_eq!(fields.text("accept"), Some("a"));
        assert_eq!(fields.text("x-empty"), Some(""));
        assert_eq!(fields.text("x-name"), None);
        assert_eq!(ascii_text(b"b\tc"), Some("b\tc"));
        assert!(fields.has_any(&["via", "x-name"]));
        assert!(!fields.has_any(&["via", "x"]));
    }

    #[test]
    fn a_field_is_found_wherever_it_is_stored() {
        let mut map = HeaderMap::new();
        let mut text = "POST / HTTP/1.1\r\ncontent-length: 0\r\n".to_owned();
        for (name, value) in LINES {
            let name = http::HeaderName::try_from(name).expect("a name");
            let trimmed = HeaderValue::from_str(value.trim()).expect("a value");
            map.append(name.clone(), trimmed);
            text += &[name.as_str(), ": ", value, "\r\n"].concat();
        }
        check((&map).into());
        let mut unread = BytesMut::from(format!("{text}\r\n").as_str());
        let PlainPost::Whole(request) = PlainPost::take(&mut unread, |_| true) else {
            panic!("it is not plain");
        };
        check((&request.head).into());
    }
}
