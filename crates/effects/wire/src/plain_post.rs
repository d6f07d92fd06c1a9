//! A plain message over HTTP/1.1: a POST whose head and body are complete.
//!
//! Nearly every request of a client has this form, and no other is accepted. Any request that is
//! longer, framed differently, has another purpose or is invalid is left to a library that
//! implements all of HTTP. So nothing has to be decided here about the meaning of a doubtful
//! request.

use std::mem::MaybeUninit;

use bytes::{Bytes, BytesMut};
use http::HeaderName;
use http::header::{CONNECTION, CONTENT_LENGTH, EXPECT, TRANSFER_ENCODING, UPGRADE};
use httparse::{Header, ParserConfig, Status};

/// The maximum length of a head.
const HEAD_MAX: usize = 16 * 1024;
/// The maximum length of a body.
const BODY_MAX: usize = 1024 * 1024;
const HEADERS_MAX: usize = 64;

/// The beginning of every accepted request.
const START: &[u8] = b"POST ";

/// The result of examining the beginning of some bytes.
#[derive(Debug)]
pub enum PlainPost {
    /// A complete request, which was removed from them.
    Whole(PlainRequest),
    /// A request may be complete once there are at least this many bytes.
    Partial(usize),
    /// Another form of request.
    Other,
}

/// A complete request. Nothing of it was copied.
#[derive(Debug)]
pub struct PlainRequest {
    /// The request line and the header fields.
    pub head: PlainHead,
    /// The body.
    pub body: Bytes,
}

/// The head of a request: its text, and where the parts of it are.
#[derive(Debug)]
pub struct PlainHead {
    text: Bytes,
    path: TextPlace,
    fields: Vec<FieldPlace>,
}

/// Where a header field is.
#[derive(Clone, Copy, Debug)]
struct FieldPlace {
    name: TextPlace,
    value: TextPlace,
}

/// A part of the text of a head.
#[derive(Clone, Copy, Debug, Default)]
struct TextPlace {
    start: u16,
    length: u16,
}

/// The header fields that determine where the request ends.
#[derive(Default)]
struct HeadFields {
    length: Option<usize>,
    /// Whether the request does not have the plain form.
    is_odd: bool,
}

// === impl PlainPost ===

impl PlainPost {
    /// Takes the first request, if it is plain, complete, and for a path that is served.
    pub fn take(unread: &mut BytesMut, serves: impl Fn(&str) -> bool) -> Self {
        let begun = unread.len().min(START.len());
        if unread[..begun] != START[..begun] {
            return Self::Other;
        }
        let mut places = [const { MaybeUninit::<Header<'_>>::uninit() }; HEADERS_MAX];
        let mut parsed = httparse::Request::new(&mut []);
        let config = ParserConfig::default();
        let status = config.parse_request_with_uninit_headers(&mut parsed, unread, &mut places);
        let head = match status {
            Ok(Status::Complete(head)) if head <= HEAD_MAX => head,
            Ok(Status::Partial) if unread.len() < HEAD_MAX => {
                return Self::Partial(unread.len() + 1);
            }
            _ => return Self::Other,
        };
        let (Some(target), Some(1)) = (parsed.path, parsed.version) else {
            return Self::Other;
        };
        let Some(path) = plain_path(target).filter(|path| serves(path)) else {
            return Self::Other;
        };
        let fields = HeadFields::of(parsed.headers);
        let length = match fields.length {
            Some(length) if !fields.is_odd && length <= BODY_MAX => length,
            _ => return Self::Other,
        };
        if unread.len() < head + length {
            return Self::Partial(head + length);
        }
        let start = unread.as_ptr().addr();
        let path = TextPlace::of(path.as_bytes(), start);
        let fields = parsed.headers.iter();
        let fields = fields.map(|field| FieldPlace::of(field, start)).collect();
        let mut text = unread.split_to(head + length).freeze();
        let body = text.split_off(head);
        Self::Whole(PlainRequest {
            head: PlainHead { text, path, fields },
            body,
        })
    }
}

/// The path of a target with ordinary characters only.
fn plain_path(target: &str) -> Option<&str> {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || b"/@-._~%?=&:;,+!$'()*".contains(&byte);
    if !target.starts_with('/') || !target.bytes().all(is_plain) {
        return None;
    }
    Some(target.split_once('?').map_or(target, |(path, _)| path))
}

// === impl PlainHead ===

impl PlainHead {
    /// The path of the target, as it was written.
    pub fn path(&self) -> &str {
        std::str::from_utf8(self.path.within(&self.text)).unwrap_or_default()
    }

    /// The names of the header fields, as they were written, and their values.
    pub fn fields(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let text = &*self.text;
        let fields = self.fields.iter();
        fields.map(move |field| (field.name.within(text), field.value.within(text)))
    }

    /// The values of the header fields with this name, in any case.
    pub(crate) fn values<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        let text = &*self.text;
        let is_same = move |field: &&FieldPlace| {
            // Most names differ in their length, for which the text need not be looked at.
            usize::from(field.name.length) == name.len()
                && field
                    .name
                    .within(text)
                    .eq_ignore_ascii_case(name.as_bytes())
        };
        let fields = self.fields.iter().filter(is_same);
        fields.map(move |field| field.value.within(text))
    }
}

// === impl FieldPlace ===

impl FieldPlace {
    fn of(field: &Header<'_>, start: usize) -> Self {
        Self {
            name: TextPlace::of(field.name.as_bytes(), start),
            value: TextPlace::of(field.value, start),
        }
    }
}

// === impl TextPlace ===

impl TextPlace {
    /// The place of a part of a text that starts at this address. The address of an empty part is
    /// undefined, and its place is at the start.
    fn of(part: &[u8], start: usize) -> Self {
        let at = part.as_ptr().addr().wrapping_sub(start);
        match (u16::try_from(at), u16::try_from(part.len())) {
            (Ok(start), Ok(length)) if length > 0 => Self { start, length },
            _ => Self::default(),
        }
    }

    fn within(self, text: &[u8]) -> &[u8] {
        let start = usize::from(self.start);
        &text[start..start + usize::from(self.length)]
    }
}

// === impl HeadFields ===

impl HeadFields {
    fn of(headers: &[Header<'_>]) -> Self {
        let mut fields = Self::default();
        for header in headers {
            fields.take(header.name, header.value);
        }
        fields
    }

    fn take(&mut self, name: &str, value: &[u8]) {
        let is = |other: &HeaderName| name.eq_ignore_ascii_case(other.as_str());
        if is(&CONTENT_LENGTH) {
            let length = plain_number(value);
            // The length occurs twice, or is not a number.
            self.is_odd |= length.is_none() || self.length.is_some();
            self.length = length;
        } else if is(&CONNECTION) {
            self.is_odd |= !value.eq_ignore_ascii_case(b"keep-alive");
        } else if is(&TRANSFER_ENCODING) || is(&EXPECT) || is(&UPGRADE) {
            self.is_odd = true;
        }
    }
}

fn plain_number(digits: &[u8]) -> Option<usize> {
    let plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(digits).ok().filter(|_| plain)?;
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::HeaderFields;

    const PLAIN: &str = "POST /mcp/work?a=b HTTP/1.1\r\nHost: localhost\r\nAccept: a\r\naccept: b\r\n\
                         X-Empty:\r\nContent-Length: 5\r\n\r\nhello";

    fn take(unread: &mut BytesMut) -> PlainPost {
        PlainPost::take(unread, |path| path.starts_with("/mcp"))
    }

    /// Checks that the text is refused and stays in the buffer.
    fn check_other(text: &str) {
        let mut unread = BytesMut::from(text);
        assert!(matches!(take(&mut unread), PlainPost::Other), "{text:?}");
        assert_eq!(unread, text);
    }

    #[test]
    fn a_plain_request_is_taken_and_the_next_one_stays() {
        let mut unread = BytesMut::from(format!("{PLAIN}{PLAIN}").as_str());
        for left in [PLAIN.len(), 0] {
            let PlainPost::Whole(request) = take(&mut unread) else {
                panic!("it is not taken");
            };
            assert_eq!(unread.len(), left);
            assert_eq!(request.head.path(), "/mcp/work");
            assert_eq!(request.body, "hello");
            let fields = HeaderFields::from(&request.head);
            let values = |name| fields.values(name).collect::<Vec<_>>();
            assert_eq!(values("accept"), [b"a", b"b"]);
            assert_eq!(values("x-empty"), [b""]);
            assert_eq!(values("host"), [b"localhost"]);
            assert_eq!(request.head.fields().count(), 5);
        }
    }

    #[test]
    fn a_request_that_is_not_whole_is_waited_for() {
        for end in 0..PLAIN.len() {
            let mut unread = BytesMut::from(&PLAIN[..end]);
            let PlainPost::Partial(needed) = take(&mut unread) else {
                panic!("{:?}", &PLAIN[..end]);
            };
            assert!((end + 1..=PLAIN.len()).contains(&needed), "{end}: {needed}");
            assert_eq!(unread, PLAIN[..end]);
        }
    }

    #[test]
    fn what_is_not_plain_is_left_for_others() {
        let with = |line: &str| {
            format!("POST /mcp HTTP/1.1\r\nhost: a\r\n{line}\r\ncontent-length: 2\r\n\r\n{{}}")
        };
        for line in [
            "transfer-encoding: chunked",
            "Transfer-Encoding: identity",
            "expect: 100-continue",
            "upgrade: h2c",
            "connection: close",
            "connection: keep-alive, x",
            "content-length: 2",
            "content-length: 3",
            "bad header: 1",
            "a: b\r\n c",
            "content-length : 2",
            "a: \u{1}",
        ] {
            check_other(&with(line));
        }
        let plain = with("connection: Keep-Alive");
        assert!(matches!(
            take(&mut BytesMut::from(plain.as_str())),
            PlainPost::Whole(_)
        ));
        for text in [
            "GET /mcp HTTP/1.1\r\nhost: a\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "POSTS /mcp HTTP/1.1\r\n\r\n",
            "post /mcp HTTP/1.1\r\ncontent-length: 0\r\n\r\n",
            "\r\nPOST /mcp HTTP/1.1\r\ncontent-length: 0\r\n\r\n",
            "POST /mcp HTTP/1.0\r\ncontent-length: 0\r\n\r\n",
            "POST /mcp HTTP/1.1\r\nhost: a\r\n\r\n",
            "POST /mcp HTTP/1.1\r\ncontent-length: +1\r\n\r\n1",
            "POST /mcp HTTP/1.1\r\ncontent-length: 1,1\r\n\r\n1",
            "POST /mcp HTTP/1.1\r\ncontent-length:\r\n\r\n",
            "POST /mcp HTTP/1.1\r\ncontent-length: 99999999999999999999\r\n\r\n",
            "POST /mcp HTTP/1.1\r\ncontent-length: 1048577\r\n\r\n",
            "POST /api HTTP/1.1\r\ncontent-length: 0\r\n\r\n",
            "POST /mcp/a#b HTTP/1.1\r\ncontent-length: 0\r\n\r\n",
            "POST /mcp?a=\u{e9} HTTP/1.1\r\ncontent-length: 0\r\n\r\n",
            "POST mcp HTTP/1.1\r\ncontent-length: 0\r\n\r\n",
            "POST /mcp HTTP/1.1\r\nhost: a\ncontent-length: x\n\n",
        ] {
            check_other(text);
        }
        check_other(&with(&"a: b\r\n".repeat(HEADERS_MAX)));
        check_other(&with(&format!("a: {}", "b".repeat(HEAD_MAX))));
        check_other(&format!(
            "POST /mcp HTTP/1.1\r\na: {}",
            "b".repeat(HEAD_MAX)
        ));
    }

    proptest! {
        /// Any input is either taken as a whole request or left unchanged.
        #[test]
        fn nothing_is_lost(text in "(POST /mcp HTTP/1\\.[01]\r\n)?([a-z-]{0,16}:? ?[0-9a-z]{0,4}\r?\n){0,4}\r?\n?.{0,8}") {
            let mut unread = BytesMut::from(text.as_str());
            match take(&mut unread) {
                PlainPost::Whole(request) => {
                    let left = unread.len() + request.body.len();
                    prop_assert!(text.len() >= left && text.as_bytes().ends_with(&unread));
                }
                PlainPost::Partial(needed) => {
                    prop_assert_eq!(&unread[..], text.as_bytes());
                    prop_assert!(needed > text.len());
                }
                PlainPost::Other => prop_assert_eq!(&unread[..], text.as_bytes()),
            }
        }
    }
}
