//! Documents that can change, with conditional requests.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::reply::ScriptedReply;
use super::request::ReceivedRequest;

/// A text with its type and what identifies its version.
#[derive(Clone, Debug)]
pub struct ServedDocument {
    content_type: String,
    text: String,
    etag: Option<String>,
    last_modified: Option<String>,
}

// === impl ServedDocument ===

impl ServedDocument {
    /// A document whose `ETag` is made from its text.
    pub fn new(content_type: &str, text: &str) -> Self {
        let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()));
        Self {
            content_type: content_type.to_owned(),
            text: text.to_owned(),
            etag: Some(format!("\"{digest}\"")),
            last_modified: None,
        }
    }

    /// Sets `Last-Modified`, as an HTTP date.
    #[must_use]
    pub fn last_modified(mut self, date: &str) -> Self {
        self.last_modified = Some(date.to_owned());
        self
    }

    /// Sets the `ETag`, including quotes.
    #[must_use]
    pub fn etag(mut self, etag: &str) -> Self {
        self.etag = Some(etag.to_owned());
        self
    }

    /// Removes the `ETag`.
    #[must_use]
    pub fn without_etag(mut self) -> Self {
        self.etag = None;
        self
    }

    pub(super) fn reply(&self, request: &ReceivedRequest) -> ScriptedReply {
        let reply = if self.is_known_to(request) {
            ScriptedReply::status(304)
        } else {
            ScriptedReply::bytes(&self.content_type, self.text.clone())
        };
        let identity = [("etag", &self.etag), ("last-modified", &self.last_modified)];
        identity
            .into_iter()
            .fold(reply, |reply, (name, value)| match value {
                Some(value) => reply.header(name, value),
                None => reply,
            })
    }

    /// Whether the client has this version. `If-None-Match` takes precedence over
    /// `If-Modified-Since`.
    fn is_known_to(&self, request: &ReceivedRequest) -> bool {
        let mut tags = request.headers_named("if-none-match").peekable();
        if tags.peek().is_some() {
            return tags
                .flat_map(|header| header.split(','))
                .map(str::trim)
                .any(|tag| tag == "*" || self.etag.as_deref().is_some_and(|own| alike(own, tag)));
        }
        // Servers commonly compare the date as a text, and clients send back the one they got.
        let since = request.header("if-modified-since");
        since.is_some() && since == self.last_modified.as_deref()
    }
}

/// Weak comparison: `W/` does not count.
fn alike(one: &str, other: &str) -> bool {
    let strong = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
    strong(one) == strong(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATE: &str = "Wed, 21 Oct 2015 07:28:00 GMT";

    #[test]
    fn a_known_version_is_not_sent_again() {
        let document = ServedDocument::new("text/plain", "x")
            .etag("\"v1\"")
            .last_modified(DATE);
        let check = |headers: &[(&str, &str)], expect: u16| {
            let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
            let request = ReceivedRequest {
                headers: headers.iter().map(own).collect(),
                ..ReceivedRequest::default()
            };
            let reply = document.reply(&request);
            assert_eq!(reply.status, expect, "{headers:?}");
            assert!(reply.names("etag") && reply.names("last-modified"));
        };
        check(&[], 200);
        check(&[("If-None-Match", "\"v1\"")], 304);
        check(&[("If-None-Match", "\"v0\", W/\"v1\"")], 304);
        check(&[("If-None-Match", "*")], 304);
        check(&[("If-None-Match", "\"v0\"")], 200);
        check(&[("If-Modified-Since", DATE)], 304);
        check(
            &[("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT")],
            200,
        );
        check(
            &[("If-None-Match", "\"v0\""), ("If-Modified-Since", DATE)],
            200,
        );
    }

    #[test]
    fn another_text_has_another_tag() {
        let tag = |text| ServedDocument::new("text/plain", text).etag;
        assert_eq!(tag("a"), tag("a"));
        assert_ne!(tag("a"), tag("b"));
        let plain = ServedDocument::new("text/plain", "x").without_etag();
        assert!(!plain.reply(&ReceivedRequest::default()).names("etag"));
    }
}
