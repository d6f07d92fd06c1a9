//! The headers that every request of a link carries.

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
/// The content type of events.
pub(in super::super) const STREAM: &str = "text/event-stream";
const EVENTS: HeaderValue = HeaderValue::from_static(STREAM);
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const EITHER: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
/// Room for the headers of one request, so that they are added without moving the others.
const ROOM: usize = 32;
/// What the names of the protocol's own headers begin with.
const REQUEST_PREFIX: &str = "mcp-";
/// Room for what the head of one request says beside the prepared lines.
const HEAD_ROOM: usize = 64;
/// Room for the headers of an ordinary request.
const EXTRA_ROOM: usize = 256;

/// Headers of one request, beside those of its link: the lines that HTTP/1 sends.
#[derive(Clone, Default)]
pub(in super::super) struct ExtraHeaders(Vec<u8>);

/// What the requests of a link carry, prepared for each kind of them.
pub(super) struct LinkHeaders {
    post: PreparedHeaders,
    get: PreparedHeaders,
    delete: PreparedHeaders,
    /// Whether `Host` is ours: HTTP/2 says the same in another way.
    own_host: bool,
}

/// The headers of one kind of request.
struct PreparedHeaders {
    map: HeaderMap,
    /// The same as the lines that HTTP/1 sends.
    lines: Bytes,
    /// Whether one of them has a name that requests have headers of their own for.
    overlaps: bool,
}

// === impl LinkHeaders ===

impl LinkHeaders {
    /// The configured headers, the login of the URL, and those of HTTP itself. What is configured
    /// goes first, except over what the protocol demands.
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

    /// The head of one request over HTTP/1, up to the empty line.
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
    /// What says how a body is delimited is not for the configuration to say.
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

    /// The protocol's own headers cannot be configured away.
    fn with(&self, extra: &ExtraHeaders) -> HeaderMap {
        let mut headers = self.map.clone();
        headers.extend(extra.iter());
        headers
    }
}

/// Whether requests have headers of their own with such a name.
fn is_of_a_request(name: &HeaderName) -> bool {
    let name = name.as_str();
    let others = [header::LAST_EVENT_ID, meta::TRACEPARENT, meta::TRACESTATE];
    name.starts_with(REQUEST_PREFIX) || others.contains(&name)
}

// === impl ExtraHeaders ===

impl ExtraHeaders {
    /// Adds a header whose name is one of ours, and whose value can stand in a header.
    pub(super) fn put(&mut self, name: &str, value: &[u8]) {
        let lengths = name.len() + value.len() + 4;
        self.0
            .reserve(lengths.max(EXTRA_ROOM - EXTRA_ROOM.min(self.0.len())));
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b": ");
        self.0.extend_from_slice(value);
        self.0.extend_from_slice(b"\r\n");
    }

    /// The headers one by one.
    pub(super) fn iter(&self) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        let lines = self.0.split(|byte| *byte == b'\n');
        lines.filter_map(|line| {
            let colon = memchr::memchr(b':', line)?;
            let name = HeaderName::from_bytes(&line[..colon]).ok()?;
            let value = line[colon + 1..].trim_ascii();
            let mut value = HeaderValue::from_bytes(value).ok()?;
            // It is a credential.
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

/// Takes user and password out of a URL, as the header that carries them.
pub(super) fn take_login(url: &mut Url) -> Option<Secret<String>> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let decode = |part: &str| -> String {
        // Userinfo is percent-encoded; a form pair is the decoder that is at hand.
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
