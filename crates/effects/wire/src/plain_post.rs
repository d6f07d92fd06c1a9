//! A plain message over HTTP/1.1: a POST whose head and body are complete.
//!
//! Nearly every request of a client has this form, and no other is accepted. Any request that is
//! longer, framed differently, has another purpose or is invalid is left to a library that
//! implements all of HTTP. So nothing has to be decided here about the meaning of a doubtful
//! request.

use std::mem::MaybeUninit;

use bytes::{Bytes, BytesMut};
use http::header::{CONNECTION, CONTENT_LENGTH, EXPECT, TRANSFER_ENCODING, UPGRADE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri};
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
    Whole(Box<Request<Bytes>>),
    /// A request may be complete once there are at least this many bytes.
    Partial(usize),
    /// Another form of request.
    Other,
}

/// The header fields that determine where the request ends.
#[derive(Default)]
struct HeadFields {
    length: Option<usize>,
    /// Whether the request does not have the plain form.
    is_odd: bool,
}

/// A header, with the range of its value.
struct HeaderPlace {
    name: HeaderName,
    value: (usize, usize),
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
        let path = target.split_once('?').map_or(target, |(path, _)| path);
        let fields = HeadFields::of(parsed.headers);
        let length = match fields.length {
            Some(length) if !fields.is_odd && length <= BODY_MAX && serves(path) => length,
            _ => return Self::Other,
        };
        if unread.len() < head + length {
            return Self::Partial(head + length);
        }
        let start = unread.as_ptr().addr();
        let target = place(target.as_bytes(), start);
        let Some(headers) = header_places(parsed.headers, start) else {
            return Self::Other;
        };
        Self::assemble(unread, head, length, target, headers)
    }

    /// Assembles the request from its ranges; nothing of it is copied.
    fn assemble(
        unread: &mut BytesMut,
        head: usize,
        length: usize,
        target: (usize, usize),
        headers: Vec<HeaderPlace>,
    ) -> Self {
        let text = unread.split_to(head + length).freeze();
        let part = |(at, length): (usize, usize)| text.slice(at..at + length);
        let mut fields = HeaderMap::with_capacity(headers.len());
        for HeaderPlace { name, value } in headers {
            match HeaderValue::from_maybe_shared(part(value)) {
                Ok(value) => drop(fields.append(name, value)),
                Err(_) => return Self::put_back(unread, &text),
            }
        }
        let Ok(uri) = Uri::from_maybe_shared(part(target)) else {
            return Self::put_back(unread, &text);
        };
        let mut request = Request::new(text.slice(head..));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = uri;
        *request.headers_mut() = fields;
        Self::Whole(Box::new(request))
    }

    /// Restores the bytes of a request that turned out not to be plain.
    #[cold]
    fn put_back(unread: &mut BytesMut, taken: &[u8]) -> Self {
        let mut all = BytesMut::with_capacity(taken.len() + unread.len());
        all.extend_from_slice(taken);
        all.extend_from_slice(unread);
        *unread = all;
        Self::Other
    }
}

/// The headers with their ranges. The position of an empty value is undefined and set to 0.
fn header_places(headers: &[Header<'_>], start: usize) -> Option<Vec<HeaderPlace>> {
    let places = headers.iter().map(|header| {
        let value = match header.value {
            [] => (0, 0),
            value => place(value, start),
        };
        let name = HeaderName::from_bytes(header.name.as_bytes()).ok()?;
        Some(HeaderPlace { name, value })
    });
    places.collect()
}

fn place(part: &[u8], start: usize) -> (usize, usize) {
    (part.as_ptr().addr().wrapping_sub(start), part.len())
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
            assert_eq!(request.method(), Method::POST);
            assert_eq!(request.uri(), "/mcp/work?a=b");
            assert_eq!(request.body(), "hello");
            let accepted = request.headers().get_all("accept").iter();
            assert_eq!(accepted.collect::<Vec<_>>(), ["a", "b"]);
            assert_eq!(request.headers()["x-empty"], "");
            assert_eq!(request.headers().len(), 5);
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
                    let left = unread.len() + request.body().len();
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
