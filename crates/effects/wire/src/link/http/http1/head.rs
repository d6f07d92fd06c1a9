//! The head of a response: where it ends, what it says, and how its body is delimited.
//!
//! Whoever disagrees with a server about where a body ends takes part of one answer for another.
//! So what is not clear is refused, and what is clear but odd is never followed by another request.

use std::mem::MaybeUninit;

use bytes::{Bytes, BytesMut};
use http::header::{CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use httparse::{Header, ParserConfig, Status};

use super::super::failure::HttpFailure;
use super::body::BodyFraming;

/// The longest head that is read.
const HEAD_MAX: usize = 64 * 1024;
const HEADERS_MAX: usize = 100;

/// What a response says before its body.
#[derive(Debug)]
pub(in super::super) struct ResponseHead {
    pub(in super::super) status: StatusCode,
    pub(in super::super) headers: HeaderMap,
}

/// What follows a head.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BodyTerms {
    pub(super) framing: BodyFraming,
    /// Whether the connection can be used again afterwards.
    pub(super) keeps_alive: bool,
}

/// Takes the head of a response from what was read, if all of it is there. Interim responses are
/// passed over.
pub(super) fn take(
    unread: &mut BytesMut,
) -> Result<Option<(ResponseHead, BodyTerms)>, HttpFailure> {
    while !unread.is_empty() {
        let Some((head, terms)) = take_one(unread)? else {
            if unread.len() > HEAD_MAX {
                let what = format!("its headers are longer than {HEAD_MAX} bytes");
                return Err(HttpFailure::malformed(what));
            }
            return Ok(None);
        };
        match head.status.as_u16() {
            101 => return Err(HttpFailure::malformed("it changes to another protocol")),
            100..200 => {}
            _ => return Ok(Some((head, terms))),
        }
    }
    Ok(None)
}

fn take_one(unread: &mut BytesMut) -> Result<Option<(ResponseHead, BodyTerms)>, HttpFailure> {
    let mut places = [const { MaybeUninit::<Header<'_>>::uninit() }; HEADERS_MAX];
    let mut parsed = httparse::Response::new(&mut []);
    let config = ParserConfig::default();
    let status = config.parse_response_with_uninit_headers(&mut parsed, unread, &mut places);
    let length = match status {
        Ok(Status::Complete(length)) => length,
        Ok(Status::Partial) => return Ok(None),
        Err(error) => return Err(HttpFailure::malformed(error.to_string())),
    };
    let status = parsed.code.and_then(|code| StatusCode::from_u16(code).ok());
    let status = status.ok_or_else(|| HttpFailure::malformed("it has no status"))?;
    let is_http11 = parsed.version == Some(1);
    // The places of the values, so that they can share the memory of the head.
    let start = unread.as_ptr().addr();
    let mut fields = Vec::with_capacity(parsed.headers.len());
    for header in &*parsed.headers {
        let name = HeaderName::from_bytes(header.name.as_bytes())
            .map_err(|_| HttpFailure::malformed("a header's name is not one"))?;
        let at = header.value.as_ptr().addr().wrapping_sub(start);
        fields.push((name, at, header.value.len()));
    }
    let text = unread.split_to(length).freeze();
    let mut headers = HeaderMap::with_capacity(fields.len());
    for (name, at, length) in fields {
        headers.append(name, header_value(&text, at, length)?);
    }
    let terms = BodyTerms::read(status, is_http11, &headers)?;
    Ok(Some((ResponseHead { status, headers }, terms)))
}

fn header_value(text: &Bytes, at: usize, length: usize) -> Result<HeaderValue, HttpFailure> {
    // An empty value has no certain place.
    let value = match length {
        0 => Bytes::new(),
        length => text.slice(at..at + length),
    };
    HeaderValue::from_maybe_shared(value)
        .map_err(|_| HttpFailure::malformed("a header's value is not one"))
}

// === impl BodyTerms ===

impl BodyTerms {
    fn read(status: StatusCode, is_http11: bool, headers: &HeaderMap) -> Result<Self, HttpFailure> {
        let length = content_length(headers)?;
        let is_encoded = headers.contains_key(TRANSFER_ENCODING);
        let framing = if matches!(status.as_u16(), 204 | 304) {
            BodyFraming::Length(0)
        } else if is_encoded {
            check_encoding(headers)?;
            BodyFraming::Chunked
        } else {
            length.map_or(BodyFraming::UntilClose, BodyFraming::Length)
        };
        // A body with both is read as the standard says, but others may read it otherwise.
        let is_clear = !(is_encoded && length.is_some());
        let keeps_alive =
            is_http11 && is_clear && framing != BodyFraming::UntilClose && !has_close(headers);
        Ok(Self {
            framing,
            keeps_alive,
        })
    }
}

/// The length that is announced; several that differ are refused.
fn content_length(headers: &HeaderMap) -> Result<Option<u64>, HttpFailure> {
    let mut found = None;
    for value in headers.get_all(CONTENT_LENGTH) {
        for part in value.as_bytes().split(|byte| *byte == b',') {
            let length = read_length(part.trim_ascii());
            let length = length
                .filter(|length| found.is_none_or(|other| other == *length))
                .ok_or_else(|| HttpFailure::malformed("its length is not one number"))?;
            found = Some(length);
        }
    }
    Ok(found)
}

fn read_length(digits: &[u8]) -> Option<u64> {
    let plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(digits).ok().filter(|_| plain)?;
    text.parse().ok()
}

/// Refuses any encoding but chunks: nothing else was asked for.
fn check_encoding(headers: &HeaderMap) -> Result<(), HttpFailure> {
    let mut values = headers.get_all(TRANSFER_ENCODING).iter();
    let is_chunked = |value: &HeaderValue| {
        let value = value.as_bytes().trim_ascii();
        value.eq_ignore_ascii_case(b"chunked")
    };
    match (values.next(), values.next()) {
        (Some(value), None) if is_chunked(value) => Ok(()),
        _ => Err(HttpFailure::malformed(
            "it has a transfer encoding other than `chunked`",
        )),
    }
}

fn has_close(headers: &HeaderMap) -> bool {
    headers.get_all(CONNECTION).iter().any(|value| {
        let mut options = value.as_bytes().split(|byte| *byte == b',');
        options.any(|option| option.trim_ascii().eq_ignore_ascii_case(b"close"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<(u16, BodyTerms, String)>, String> {
        let mut unread = BytesMut::from(text.replace('\n', "\r\n").as_bytes());
        let taken = take(&mut unread).map_err(|error| error.to_string())?;
        let rest = String::from_utf8_lossy(&unread).into_owned();
        Ok(taken.map(|(head, terms)| (head.status.as_u16(), terms, rest)))
    }

    #[test]
    fn the_head_says_how_the_body_is_delimited() {
        use BodyFraming::{Chunked, Length, UntilClose};
        let cases = [
            (
                "HTTP/1.1 200 OK\ncontent-length: 5\n\nhello",
                Length(5),
                true,
            ),
            ("HTTP/1.1 200 OK\ncontent-length: 5, 5\n\n", Length(5), true),
            (
                "HTTP/1.1 200 OK\nContent-Length: 5\ncontent-length: 5\n\n",
                Length(5),
                true,
            ),
            (
                "HTTP/1.1 200 OK\ntransfer-encoding: Chunked\n\n",
                Chunked,
                true,
            ),
            (
                "HTTP/1.1 200 OK\ntransfer-encoding: chunked\ncontent-length: 5\n\n",
                Chunked,
                false,
            ),
            ("HTTP/1.1 200 OK\n\n", UntilClose, false),
            ("HTTP/1.0 200 OK\ncontent-length: 5\n\n", Length(5), false),
            (
                "HTTP/1.1 200 OK\ncontent-length: 5\nconnection: a, Close\n\n",
                Length(5),
                false,
            ),
            (
                "HTTP/1.1 204 No Content\ncontent-length: 5\n\n",
                Length(0),
                true,
            ),
            ("HTTP/1.1 304 Not Modified\n\n", Length(0), true),
            (
                "HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Hints\na: b\n\nHTTP/1.1 202 \ncontent-length: 0\n\n",
                Length(0),
                true,
            ),
        ];
        for (text, framing, keeps_alive) in cases {
            let (_, terms, _) = read(text).expect(text).expect(text);
            let expect = BodyTerms {
                framing,
                keeps_alive,
            };
            assert_eq!(terms, expect, "{text}");
        }
        let (status, _, rest) = read("HTTP/1.1 418 x\ncontent-length: 2\n\nhi!")
            .expect("valid")
            .expect("whole");
        assert_eq!((status, &*rest), (418, "hi!"));
    }

    #[test]
    fn what_is_not_clear_is_refused() {
        for text in [
            "HTTP/1.1 200 OK\ncontent-length: 5\ncontent-length: 6\n\n",
            "HTTP/1.1 200 OK\ncontent-length: +5\n\n",
            "HTTP/1.1 200 OK\ncontent-length: 99999999999999999999\n\n",
            "HTTP/1.1 200 OK\ncontent-length:\n\n",
            "HTTP/1.1 200 OK\ntransfer-encoding: gzip, chunked\n\n",
            "HTTP/1.1 200 OK\ntransfer-encoding: chunked\ntransfer-encoding: chunked\n\n",
            "HTTP/1.1 101 Switching Protocols\nupgrade: x\n\n",
            "HTTP/1.1 200 OK\nbad header: 5\n\n",
            "HTTP/1.1 200 OK\na: b\n c\n\n",
            "HTTP/2 200\n\n",
            "<html>\n\n",
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains("not valid HTTP"), "{error}");
        }
        let many = format!("HTTP/1.1 200 OK\n{}\n", "a: b\n".repeat(HEADERS_MAX + 1));
        assert!(read(&many).is_err());
        let long = format!("HTTP/1.1 200 OK\na: {}", "b".repeat(HEAD_MAX));
        assert!(read(&long).is_err());
    }

    #[test]
    fn a_head_that_is_not_whole_is_waited_for() {
        let text = "HTTP/1.1 200 OK\ncontent-length: 5\n\n";
        for end in 0..text.len() {
            let part = text.get(..end).expect("ASCII");
            assert!(read(part).expect(part).is_none(), "{part}");
        }
    }
}
