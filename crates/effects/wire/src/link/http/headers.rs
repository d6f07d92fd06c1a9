//! The headers of a link's requests.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use candor_model::Secret;
use http::header::{
    ACCEPT, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HOST, PROXY_AUTHORIZATION,
    TRANSFER_ENCODING, USER_AGENT,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use url::Url;

use super::super::LinkError;
use super::target::HttpTarget;
use crate::header;
use crate::meta;

/// The `User-Agent` of every request.
pub(super) const AGENT: HeaderValue =
    HeaderValue::from_static(concat!("candor/", env!("CARGO_PKG_VERSION")));
/// The content type of event streams.
pub(in super::super) const STREAM: &str = "text/event-stream";
const EVENTS: HeaderValue = HeaderValue::from_static(STREAM);
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const EITHER: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
/// The initial capacity for the headers of one request, so that adding some does not reallocate.
const ROOM: usize = 32;
/// The prefix of the protocol's own headers.
const REQUEST_PREFIX: &str = "mcp-";
/// The initial capacity for the head of a request beyond the prepared lines.
const HEAD_ROOM: usize = 64;
/// The initial capacity for the extra headers of an ordinary request.
const EXTRA_ROOM: usize = 256;

/// The headers of one request in addition to those of its link, as HTTP/1 lines.
#[derive(Clone, Default)]
pub(in super::super) struct ExtraHeaders(Vec<u8>);

/// The headers of a link's requests, prepared for each method.
pub(super) struct LinkHeaders {
    post: PreparedHeaders,
    get: PreparedHeaders,
    delete: PreparedHeaders,
    /// Whether `Host` is ours: HTTP/2 uses `:authority` instead.
    own_host: bool,
}

/// The headers of one method.
struct PreparedHeaders {
    map: HeaderMap,
    /// The same headers as HTTP/1 lines.
    lines: Bytes,
    /// Whether any of them has a name that requests may set themselves.
    overlaps: bool,
}

// === impl LinkHeaders ===

impl LinkHeaders {
    /// Combines the configured headers, the login of the URL, and those of HTTP itself. Configured
    /// headers take precedence, except over those that the protocol requires.
    pub(super) fn new(
        given: &[(String, Secret<String>)],
        login: Option<&Secret<String>>,
        proxy_login: Option<&HeaderValue>,
        server: &HttpTarget,
    ) -> Result<Self, LinkError> {
        let mut headers = given_headers(given)?;
        if let Some(login) = login {
            let value = sensitive(login.expose())?;
            headers.entry(AUTHORIZATION).or_insert(value);
        }
        if let Some(login) = proxy_login {
            let entry = headers.entry(PROXY_AUTHORIZATION);
            entry.or_insert_with(|| login.clone());
        }
        headers.entry(USER_AGENT).or_insert(AGENT);
        let own_host = !headers.contains_key(HOST);
        headers.entry(HOST).or_insert(server.host()?);
        headers.insert(ACCEPT, EITHER);
        let with = |name, value| {
            let mut headers = headers.clone();
            headers.insert(name, value);
            PreparedHeaders::new(headers)
        };
        Ok(Self {
            post: with(CONTENT_TYPE, JSON),
            get: with(ACCEPT, EVENTS),
            delete: PreparedHeaders::new(headers),
            own_host,
        })
    }

    /// The headers of one request over HTTP/2.
    pub(super) fn http2(&self, method: &Method, extra: &ExtraHeaders) -> HeaderMap {
        let mut headers = self.prepared(method).with(extra);
        if self.own_host {
            headers.remove(HOST);
        }
        headers
    }

    /// The head of one request over HTTP/1, including the empty line.
    pub(super) fn http1(
        &self,
        method: &Method,
        uri: &str,
        extra: &ExtraHeaders,
        length: Option<usize>,
    ) -> Bytes {
        let prepared = self.prepared(method);
        let room = prepared.lines.len() + uri.len() + extra.0.len() + HEAD_ROOM;
        let mut head = Vec::with_capacity(room);
        head.extend_from_slice(method.as_str().as_bytes());
        head.push(b' ');
        head.extend_from_slice(uri.as_bytes());
        head.extend_from_slice(b" HTTP/1.1\r\n");
        if prepared.overlaps {
            put_lines(&mut head, &prepared.with(extra));
        } else {
            head.extend_from_slice(&prepared.lines);
            head.extend_from_slice(&extra.0);
        }
        if let Some(length) = length {
            put_line(&mut head, &CONTENT_LENGTH, length.to_string().as_bytes());
        }
        head.extend_from_slice(b"\r\n");
        head.into()
    }

    fn prepared(&self, method: &Method) -> &PreparedHeaders {
        match *method {
            Method::POST => &self.post,
            Method::GET => &self.get,
            _ => &self.delete,
        }
    }
}

// === impl PreparedHeaders ===

impl PreparedHeaders {
    /// Removes headers that delimit a body, which must not be configured.
    fn new(mut map: HeaderMap) -> Self {
        map.remove(CONTENT_LENGTH);
        map.remove(TRANSFER_ENCODING);
        let mut lines = Vec::new();
        put_lines(&mut lines, &map);
        let lines = Bytes::from(lines);
        let overlaps = map.keys().any(is_of_a_request);
        Self {
            map,
            lines,
            overlaps,
        }
    }

    /// Adds the extra headers, which replace configured ones of the same name: sent twice, a server
    /// might read either.
    fn with(&self, extra: &ExtraHeaders) -> HeaderMap {
        let mut headers = self.map.clone();
        for (name, value) in extra.iter() {
            headers.insert(name, value);
        }
        headers
    }
}

/// Whether requests may set a header of this name themselves.
fn is_of_a_request(name: &HeaderName) -> bool {
    let name = name.as_str();
    let others = [header::LAST_EVENT_ID, meta::TRACEPARENT, meta::TRACESTATE];
    name.starts_with(REQUEST_PREFIX) || others.contains(&name)
}

// === impl ExtraHeaders ===

impl ExtraHeaders {
    /// Adds a header. The name must be one of ours, and the value must be valid.
    pub(super) fn put(&mut self, name: &str, value: &[u8]) {
        let lengths = name.len() + value.len() + 4;
        self.0
            .reserve(lengths.max(EXTRA_ROOM - EXTRA_ROOM.min(self.0.len())));
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b": ");
        self.0.extend_from_slice(value);
        self.0.extend_from_slice(b"\r\n");
    }

    /// The headers as names and values.
    pub(super) fn iter(&self) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        let lines = self.0.split(|byte| *byte == b'\n');
        lines.filter_map(|line| {
            let colon = memchr::memchr(b':', line)?;
            let name = HeaderName::from_bytes(&line[..colon]).ok()?;
            let value = line[colon + 1..].trim_ascii();
            let mut value = HeaderValue::from_bytes(value).ok()?;
            // The session id is a credential.
            value.set_sensitive(name == header::SESSION_ID);
            Some((name, value))
        })
    }
}

fn put_lines(head: &mut Vec<u8>, headers: &HeaderMap) {
    for (name, value) in headers {
        put_line(head, name, value.as_bytes());
    }
}

fn put_line(head: &mut Vec<u8>, name: &HeaderName, value: &[u8]) {
    head.extend_from_slice(name.as_str().as_bytes());
    head.extend_from_slice(b": ");
    head.extend_from_slice(value);
    head.extend_from_slice(b"\r\n");
}

/// The configured headers.
fn given_headers(given: &[(String, Secret<String>)]) -> Result<HeaderMap, LinkError> {
    let mut headers = HeaderMap::with_capacity(ROOM);
    for (name, value) in given {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| LinkError::Invalid {
            detail: format!("`{}` is not a header name", name.escape_debug()),
        })?;
        let value = sensitive(value.expose()).map_err(|_| LinkError::Invalid {
            detail: format!(
                "the value of the header `{name}` has characters that no header can have"
            ),
        })?;
        headers.append(name, value);
    }
    Ok(headers)
}

fn sensitive(text: &str) -> Result<HeaderValue, LinkError> {
    let mut value = HeaderValue::from_str(text).map_err(|_| LinkError::Invalid {
        detail: "a credential has characters that no header can have".to_owned(),
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// Removes user and password from a URL, and returns them as an authorization header.
pub(super) fn take_login(url: &mut Url) -> Option<Secret<String>> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let decode = |part: &str| -> String {
        // Userinfo is percent-encoded; the decoder for form pairs is used for it.
        let escaped = part.replace('+', "%2B");
        let pair = format!("x={escaped}");
        url::form_urlencoded::parse(pair.as_bytes())
            .map(|(_, value)| value.into_owned())
            .collect()
    };
    let login = format!(
        "{}:{}",
        decode(url.username()),
        decode(url.password().unwrap_or(""))
    );
    // Neither can fail: a URL with a user has a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Some(Secret::new(format!("Basic {}", STANDARD.encode(login))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_protocols_headers_replace_configured_ones_of_the_same_name() {
        let url = "http://127.0.0.1:1/mcp".parse().expect("a URL");
        let target = HttpTarget::new(url).expect("a target");
        let given = [("Mcp-Name", "mine"), ("X-Key", "k")];
        let given = given.map(|(name, value)| (name.to_owned(), Secret::new(value.to_owned())));
        let headers = LinkHeaders::new(&given, None, None, &target).expect("headers");
        let mut extra = ExtraHeaders::default();
        extra.put(header::NAME, b"theirs");
        let head = headers.http1(&Method::POST, "/mcp", &extra, Some(2));
        let head = std::str::from_utf8(&head)
            .expect("ASCII")
            .to_ascii_lowercase();
        assert_eq!(head.matches("mcp-name: ").count(), 1, "{head}");
        assert!(head.contains("mcp-name: theirs\r\n"), "{head}");
        assert!(head.contains("x-key: k\r\n"), "{head}");
        let map = headers.http2(&Method::POST, &extra);
        let values: Vec<_> = map.get_all(header::NAME).iter().collect();
        assert_eq!(values, ["theirs"]);
    }
}
