//! The bearer token of a request.
//!
//! Only accepted in the `Authorization` header: URLs end up in logs and histories, so a token in a
//! query string is ignored.

use candor_wire::{HeaderFields, ascii_text};
use http::header::AUTHORIZATION;

/// Why the header cannot be read. No message shows what was in it, since that may be a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BearerError {
    /// There is more than one.
    #[error("the header `Authorization` is there twice; send it once")]
    Twice,
    /// It contains non-ASCII characters.
    #[error("the header `Authorization` is not ASCII; send `Authorization: Bearer TOKEN`")]
    NotAscii,
    /// It does not begin with `Bearer`.
    #[error(
        "the header `Authorization` does not begin with `Bearer`; send `Authorization: Bearer TOKEN`"
    )]
    Scheme,
    /// Nothing follows `Bearer`.
    #[error("nothing comes after `Bearer`; send `Authorization: Bearer TOKEN`")]
    Empty,
}

/// The text after `Bearer`, in any case. `None` without the header.
pub fn bearer<'a>(headers: impl Into<HeaderFields<'a>>) -> Result<Option<&'a str>, BearerError> {
    let mut values = headers.into().values(AUTHORIZATION.as_str());
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(BearerError::Twice);
    }
    let text = ascii_text(value).ok_or(BearerError::NotAscii)?.trim();
    let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(BearerError::Scheme);
    }
    match token.trim() {
        "" => Err(BearerError::Empty),
        token => Ok(Some(token)),
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue};

    use super::*;

    fn check(values: &[&[u8]], expect: Result<Option<&str>, BearerError>) {
        let mut headers = HeaderMap::new();
        for value in values {
            let value = HeaderValue::from_bytes(value).expect("a header value");
            headers.append(AUTHORIZATION, value);
        }
        assert_eq!(bearer(&headers), expect, "{headers:?}");
    }

    #[test]
    fn a_token_comes_once_and_after_its_scheme() {
        check(&[], Ok(None));
        check(&[b"Bearer abc"], Ok(Some("abc")));
        check(&[b"bearer abc"], Ok(Some("abc")));
        check(&[b"  BEARER   abc "], Ok(Some("abc")));
        // The gateway decides whether it is a token.
        check(&[b"Bearer a b"], Ok(Some("a b")));
        check(&[b"Bearer a, Bearer b"], Ok(Some("a, Bearer b")));
    }

    #[test]
    fn whatever_else_is_there_is_an_error_and_not_nothing() {
        check(&[b"Bearer a", b"Bearer a"], Err(BearerError::Twice));
        check(&[b"Bearer a", b""], Err(BearerError::Twice));
        check(&[b"Bearer caf\xc3\xa9"], Err(BearerError::NotAscii));
        check(&[b""], Err(BearerError::Scheme));
        check(&[b"Basic YTpi"], Err(BearerError::Scheme));
        check(&[b"candor_0_1"], Err(BearerError::Scheme));
        check(&[b"Bearerabc"], Err(BearerError::Scheme));
        check(&[b"Bearer\tabc"], Err(BearerError::Scheme));
        check(&[b"Bearer"], Err(BearerError::Empty));
        check(&[b"Bearer   "], Err(BearerError::Empty));
    }
}
