//! The head of a response: its end, its fields, and how its body is delimited.
//!
//! A client that disagrees with a server about the end of a body takes part of one answer for
//! another. So ambiguous heads are refused, and after unusual ones the connection is not reused.

use std::mem::MaybeUninit;

use bytes::{Bytes, BytesMut};
use http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, LOCATION, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue, StatusCode};
use httparse::{Header, ParserConfig, Status};

use super::super::failure::HttpFailure;
use super::body::BodyFraming;
use crate::header;

/// The maximum length of a head.
const HEAD_MAX: usize = 64 * 1024;
const HEADERS_MAX: usize = 100;

/// The parts of a response's head that are used.
#[derive(Debug, Default)]
pub(in super::super) struct ResponseHead {
    pub(in super::super) status: StatusCode,
    pub(in super::super) content_type: Option<HeaderValue>,
    pub(in super::super) location: Option<HeaderValue>,
    pub(in super::super) session_id: Option<HeaderValue>,
}

/// The header fields of a response, collected one by one.
#[derive(Default)]
struct HeadFields {
    /// The announced length.
    length: Option<u64>,
    /// The number of transfer encodings.
    encodings: usize,
    /// Whether the encoding is `chunked`, if there is only one.
    is_chunked: bool,
    closes: bool,
    /// The ranges of the values that are kept: position and length.
    content_type: Option<(usize, usize)>,
    location: Option<(usize, usize)>,
    session_id: Option<(usize, usize)>,
}

/// The framing of a response and its effect on the connection.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BodyTerms {
    pub(super) framing: BodyFraming,
    /// Whether the connection can be reused afterwards.
    pub(super) keeps_alive: bool,
}

/// Takes the head of a response from the read buffer, if it is complete. Interim responses are
/// skipped.
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
    let start = unread.as_ptr().addr();
    let mut fields = HeadFields::default();
    for header in &*parsed.headers {
        fields.take(header.name, header.value, start)?;
    }
    let text = unread.split_to(length).freeze();
    let terms = fields.terms(status, is_http11)?;
    let value = |place| header_value(&text, place);
    let head = ResponseHead {
        status,
        content_type: fields.content_type.map(value).transpose()?,
        location: fields.location.map(value).transpose()?,
        session_id: fields.session_id.map(value).transpose()?,
    };
    Ok(Some((head, terms)))
}

/// The value at a range, sharing the memory of the head.
fn header_value(text: &Bytes, (at, length): (usize, usize)) -> Result<HeaderValue, HttpFailure> {
    // The position of an empty value is undefined.
    let value = match length {
        0 => Bytes::new(),
        length => text.slice(at..at + length),
    };
    HeaderValue::from_maybe_shared(value)
        .map_err(|_| HttpFailure::malformed("a header's value is not one"))
}

// === impl ResponseHead ===

impl ResponseHead {
    /// The head of a response over HTTP/2.
    pub(in super::super) fn of_http2(status: StatusCode, headers: &HeaderMap) -> Self {
        Self {
            status,
            content_type: headers.get(CONTENT_TYPE).cloned(),
            location: headers.get(LOCATION).cloned(),
            session_id: headers.get(header::SESSION_ID).cloned(),
        }
    }
}

// === impl HeadFields ===

impl HeadFields {
    /// Processes one header. Of repeated ones that are kept, the first applies.
    fn take(&mut self, name: &str, value: &[u8], start: usize) -> Result<(), HttpFailure> {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        let place = (value.as_ptr().addr().wrapping_sub(start), value.len());
        if is(CONTENT_LENGTH.as_str()) {
            self.length = Some(read_lengths(value, self.length)?);
        } else if is(TRANSFER_ENCODING.as_str()) {
            self.encodings += 1;
            self.is_chunked = value.trim_ascii().eq_ignore_ascii_case(b"chunked");
        } else if is(CONNECTION.as_str()) {
            self.closes |= has_close(value);
        } else if is(CONTENT_TYPE.as_str()) {
            self.content_type.get_or_insert(place);
        } else if is(LOCATION.as_str()) {
            self.location.get_or_insert(place);
        } else if is(header::SESSION_ID) {
            self.session_id.get_or_insert(place);
        }
        Ok(())
    }

    /// Determines the framing of the body.
    fn terms(&self, status: StatusCode, is_http11: bool) -> Result<BodyTerms, HttpFailure> {
        let is_encoded = self.encodings > 0;
        let framing = if matches!(status.as_u16(), 204 | 304) {
            BodyFraming::Length(0)
        } else if is_encoded {
            self.check_encoding()?;
            BodyFraming::Chunked
        } else {
            let length = self.length;
            length.map_or(BodyFraming::UntilClose, BodyFraming::Length)
        };
        // A body with both is read as the standard requires, but intermediaries may disagree.
        let is_clear = !(is_encoded && self.length.is_some());
        let keeps_alive =
            is_http11 && is_clear && framing != BodyFraming::UntilClose && !self.closes;
        Ok(BodyTerms {
            framing,
            keeps_alive,
        })
    }

    /// Refuses any encoding except `chunked`, since no other was requested.
    fn check_encoding(&self) -> Result<(), HttpFailure> {
        if self.encodings == 1 && self.is_chunked {
            return Ok(());
        }
        Err(HttpFailure::malformed(
            "it has a transfer encoding other than `chunked`",
        ))
    }
}

/// Parses the announced length; a conflicting second one is refused.
fn read_lengths(value: &[u8], before: Option<u64>) -> Result<u64, HttpFailure> {
    let mut found = before;
    for part in value.split(|byte| *byte == b',') {
        let length = read_length(part.trim_ascii());
        let length = length.filter(|length| found.is_none_or(|other| other == *length));
        if length.is_none() {
            return Err(HttpFailure::malformed("its length is not one number"));
        }
        found = length;
    }
    found.ok_or_else(|| HttpFailure::malformed("its length is not one number"))
}

fn read_length(digits: &[u8]) -> Option<u64> {
    let plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(digits).ok().filter(|_| plain)?;
    text.parse().ok()
}

fn has_close(value: &[u8]) -> bool {
    let mut options = value.split(|byte| *byte == b',');
    options.any(|option| option.trim_ascii().eq_ignore_ascii_case(b"close"))
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
