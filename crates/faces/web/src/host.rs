//! Allowed hosts and origins.
//!
//! A page in a browser can be made to send requests to a local server under its own host name (DNS
//! rebinding). A request is therefore only served if its host is this machine or one that the
//! operator configured, and likewise its origin, if it has one.

use candor_wire::{HeaderFields, ascii_text};
use http::header::{HOST, ORIGIN};
use http::uri::Authority;
use http::{HeaderMap, Uri};

/// The hosts and origins that are let in beside those of this machine itself.
#[derive(Clone, Debug, Default)]
pub struct HostCheck {
    hosts: Vec<AllowedHost>,
    origins: Vec<String>,
}

/// A host as the operator wrote it: with a port, only that port.
#[derive(Clone, Debug)]
struct AllowedHost {
    host: String,
    port: Option<u16>,
}

/// Why a request is not served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// It names another host.
    #[error("the host `{0}` is not served here; add it to `server.allowed_hosts` if it should be")]
    Host(String),
    /// It comes from a page of another origin.
    #[error(
        "requests from the origin `{0}` are not served; add it to `server.allowed_origins` if they \
         should be"
    )]
    Origin(String),
}

// === impl HostCheck ===

impl HostCheck {
    /// Takes hosts (`gateway.example`, `gateway.example:8080`) and origins (`https://app.example`).
    pub fn new(hosts: &[String], origins: &[String]) -> Self {
        let tidy = |origin: &String| origin.trim_end_matches('/').to_ascii_lowercase();
        Self {
            hosts: hosts.iter().map(|host| AllowedHost::read(host)).collect(),
            origins: origins.iter().map(tidy).collect(),
        }
    }

    /// Whether a request may go on.
    pub fn check(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), HostError> {
        self.check_fields(headers.into(), uri.authority().map(Authority::as_str))
    }

    /// Whether a request may go on, by its header fields and the authority in its target.
    pub fn check_fields(
        &self,
        headers: HeaderFields<'_>,
        authority: Option<&str>,
    ) -> Result<(), HostError> {
        let mut named = headers.values(HOST.as_str());
        let host = match (named.next(), named.next()) {
            (Some(host), None) => ascii_text(host).unwrap_or_default(),
            (None, _) => authority.unwrap_or_default(),
            (Some(_), Some(_)) => return Err(HostError::Host("(two of them)".into())),
        };
        if !self.allows_host(host) {
            return Err(HostError::Host(shown(host)));
        }
        for origin in headers.values(ORIGIN.as_str()) {
            let origin = ascii_text(origin).unwrap_or_default();
            if !self.allows_origin(origin) {
                return Err(HostError::Origin(shown(origin)));
            }
        }
        Ok(())
    }

    fn allows_host(&self, host: &str) -> bool {
        if is_loopback(without_port(host)) {
            return true;
        }
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        // `user@localhost` is no Host header that any client sends.
        if authority.as_str().contains('@') {
            return false;
        }
        is_loopback(authority.host()) || self.hosts.iter().any(|entry| entry.fits(&authority))
    }

    fn allows_origin(&self, origin: &str) -> bool {
        if self
            .origins
            .contains(&origin.trim_end_matches('/').to_ascii_lowercase())
        {
            return true;
        }
        // `null` (a sandboxed page, a file) has no host and is refused here.
        let Some((scheme, authority)) = origin.split_once("://") else {
            return false;
        };
        let page = matches!(&*scheme.to_ascii_lowercase(), "http" | "https");
        page && !authority.contains('@')
            && authority
                .parse::<Authority>()
                .is_ok_and(|authority| is_loopback(authority.host()))
    }
}

// === impl AllowedHost ===

impl AllowedHost {
    fn read(text: &str) -> Self {
        match text.parse::<Authority>() {
            Ok(authority) => Self {
                host: authority.host().to_ascii_lowercase(),
                port: authority.port_u16(),
            },
            Err(_) => Self {
                host: text.to_ascii_lowercase(),
                port: None,
            },
        }
    }

    fn fits(&self, authority: &Authority) -> bool {
        authority.host().eq_ignore_ascii_case(&self.host)
            && self
                .port
                .is_none_or(|port| authority.port_u16() == Some(port))
    }
}

/// Names and addresses that are this machine everywhere. The dashboard has a name of its own, since
/// cookies know no ports.
const LOOPBACK: [&str; 4] = ["localhost", "candor.localhost", "127.0.0.1", "[::1]"];

/// A host without its port, if it has one.
fn without_port(host: &str) -> &str {
    let is_port =
        |port: &str| (1..=5).contains(&port.len()) && port.bytes().all(|it| it.is_ascii_digit());
    match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        _ => host,
    }
}

fn is_loopback(host: &str) -> bool {
    LOOPBACK.iter().any(|name| host.eq_ignore_ascii_case(name))
}

/// A foreign value, cut to what a message can hold.
fn shown(value: &str) -> String {
    value.chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: &str, origin: Option<&str>) -> Result<(), String> {
        let allowed = HostCheck::new(
            &["Gateway.example".into(), "lan.example:8080".into()],
            &["https://App.example/".into()],
        );
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().expect("a header value"));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().expect("a header value"));
        }
        allowed
            .check(&headers, &Uri::from_static("/mcp"))
            .map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn this_machine_and_the_listed_hosts_are_let_in() {
        for host in [
            "localhost",
            "LOCALHOST:1",
            "candor.localhost:7333",
            "Candor.Localhost",
            "127.0.0.1:7333",
            "[::1]:7333",
            "[::1]",
            "gateway.example",
            "GATEWAY.example:9",
            "lan.example:8080",
        ] {
            assert_eq!(check(host, None), Ok(()), "{host}");
        }
        for host in [
            "evil.example.com",
            "localhost.evil.example",
            "other.localhost",
            "candor.localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.2",
            "lan.example",
            "lan.example:80",
            "x@localhost",
            "",
            "localhost/..",
        ] {
            let error = check(host, None).expect_err(host);
            assert!(error.contains("`server.allowed_hosts`"), "{error}");
        }
    }

    #[test]
    fn a_page_must_be_local_or_listed() {
        for origin in [
            "http://localhost:5173",
            "http://candor.localhost:7333",
            "https://127.0.0.1",
            "https://app.example",
        ] {
            assert_eq!(check("localhost", Some(origin)), Ok(()), "{origin}");
        }
        for origin in [
            "http://evil.example.com",
            "null",
            "",
            "file://",
            "http://localhost@evil.example",
            "http://app.example",
            "https://app.example:444",
        ] {
            let error = check("localhost", Some(origin)).expect_err(origin);
            assert!(error.contains("`server.allowed_origins`"), "{error}");
        }
    }

    #[test]
    fn without_a_host_header_the_address_of_the_request_counts() {
        let allowed = HostCheck::default();
        let none = HeaderMap::new();
        assert_eq!(
            allowed.check(&none, &Uri::from_static("http://127.0.0.1:1/mcp")),
            Ok(())
        );
        assert!(allowed.check(&none, &Uri::from_static("/mcp")).is_err());
        let mut twice = HeaderMap::new();
        twice.append(HOST, "localhost".parse().expect("a header value"));
        twice.append(HOST, "evil.example".parse().expect("a header value"));
        assert!(allowed.check(&twice, &Uri::from_static("/mcp")).is_err());
    }
}
