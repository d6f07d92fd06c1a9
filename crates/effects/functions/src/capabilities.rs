//! The capabilities of a tool, derived from its annotations.

#[cfg(test)]
mod tests;

use candor_egress::EgressRequest;
use candor_model::{Hint, Hints};
use url::Url;

use crate::{AttemptedAction, CapabilityViolation, FunctionDefinition};

/// Safe HTTP methods.
const SAFE: [&str; 3] = ["GET", "HEAD", "OPTIONS"];

/// Headers that override the method on some servers.
const OVERRIDES: [&str; 3] = [
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
];

/// What one call of a tool may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCapabilities {
    reads_only: bool,
    destroys_nothing: bool,
    is_closed: bool,
    hosts: Vec<String>,
    safe_posts: Vec<String>,
}

// === impl ToolCapabilities ===

impl ToolCapabilities {
    /// Derives capabilities from a definition and from the known hints of the tool, for example an
    /// administrator's override. The stricter of the two applies, so an administrator can restrict
    /// a tool but not loosen the author's promise.
    pub fn of(definition: &FunctionDefinition, known: Hints) -> Self {
        let either = |hint, value| {
            definition.hints.get(hint) == Some(value) || known.get(hint) == Some(value)
        };
        Self {
            reads_only: either(Hint::ReadOnly, true),
            destroys_nothing: either(Hint::Destructive, false),
            is_closed: either(Hint::OpenWorld, false),
            hosts: definition.hosts.clone(),
            safe_posts: definition.safe_posts.clone(),
        }
    }

    /// Checks a request with its headers.
    pub fn check_request(&self, request: &EgressRequest) -> Result<(), CapabilityViolation> {
        let EgressRequest { method, url, .. } = request;
        self.request(method.as_str(), url)?;
        request.headers.iter().try_for_each(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes());
            self.header(name.as_str(), &value, url)
        })
    }

    /// Checks a request to a URL.
    pub fn request(&self, method: &str, url: &Url) -> Result<(), CapabilityViolation> {
        let refused = |hint, rule: String| CapabilityViolation {
            attempt: AttemptedAction::Request {
                method: method.to_owned(),
                host: host(url),
            },
            hint,
            rule,
        };
        if !self.reaches(url) {
            return Err(match (self.hosts.is_empty(), self.is_closed) {
                (true, _) => refused(
                    Some(Hint::OpenWorld),
                    "the tool says `openWorldHint: false` and names no host in `hosts`".to_owned(),
                ),
                (false, closed) => {
                    let hosts = self.hosts.join("`, `");
                    let mut rule = format!("the tool reaches only its `hosts`, `{hosts}`");
                    if url.port().is_some() {
                        rule += "; a host without a port covers the default ports";
                    }
                    refused(closed.then_some(Hint::OpenWorld), rule)
                }
            });
        }
        let harmless = SAFE.contains(&method) || (method == "POST" && self.is_safe_post(url));
        if self.reads_only && !harmless {
            let rule = "the tool says `readOnlyHint: true`, which allows `GET`, `HEAD` and \
                        `OPTIONS`, and `POST` only to an address in `safePosts`";
            return Err(refused(Some(Hint::ReadOnly), rule.to_owned()));
        }
        Ok(())
    }

    /// Checks a request header: some headers override the method on some servers.
    pub fn header(&self, name: &str, value: &str, url: &Url) -> Result<(), CapabilityViolation> {
        let means = OVERRIDES
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known));
        if !means {
            return Ok(());
        }
        self.request(&value.trim().to_ascii_uppercase(), url)
    }

    /// Checks a write to a file.
    pub fn write(&self, path: &str) -> Result<(), CapabilityViolation> {
        if !self.reads_only {
            return Ok(());
        }
        Err(CapabilityViolation {
            attempt: AttemptedAction::Write {
                path: path.to_owned(),
            },
            hint: Some(Hint::ReadOnly),
            rule: "the tool says `readOnlyHint: true`".to_owned(),
        })
    }

    /// Checks the removal of a file.
    pub fn remove(&self, path: &str) -> Result<(), CapabilityViolation> {
        self.write(path)?;
        if !self.destroys_nothing {
            return Ok(());
        }
        Err(CapabilityViolation {
            attempt: AttemptedAction::Write {
                path: path.to_owned(),
            },
            hint: Some(Hint::Destructive),
            rule: "the tool says `destructiveHint: false`, so it removes nothing".to_owned(),
        })
    }

    fn reaches(&self, url: &Url) -> bool {
        if self.hosts.is_empty() {
            return !self.is_closed;
        }
        self.hosts.iter().any(|pattern| fits(pattern, url))
    }

    fn is_safe_post(&self, url: &Url) -> bool {
        let prefixes = self.safe_posts.iter();
        let mut prefixes = prefixes.filter_map(|prefix| Url::parse(prefix).ok());
        prefixes.any(|prefix| begins(url, &prefix))
    }
}

/// The part of a URL that may be displayed: the host, and the port if it is not the default one.
fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// Whether a host pattern covers a URL. Without a port it covers the default ones.
fn fits(pattern: &str, url: &Url) -> bool {
    let Some(host) = url.host_str() else {
        return false;
    };
    let (name, port) = split_port(pattern);
    let port_fits = match port {
        Some(port) => url.port_or_known_default() == Some(port),
        None => url.port().is_none(),
    };
    let name = name.to_ascii_lowercase();
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let name_fits = match name.strip_prefix("*.") {
        Some(parent) => host
            .strip_suffix(parent)
            .is_some_and(|rest| rest.len() > 1 && rest.ends_with('.')),
        None => host == name,
    };
    port_fits && name_fits
}

/// Splits `name:port`. An IPv6 address is in brackets.
fn split_port(pattern: &str) -> (&str, Option<u16>) {
    let split = pattern.rsplit_once(':');
    match split.and_then(|(name, port)| Some((name, port.parse().ok()?))) {
        Some((name, port)) if !name.contains(':') || name.ends_with(']') => (name, Some(port)),
        _ => (pattern, None),
    }
}

/// Whether a URL equals the prefix or lies below it.
fn begins(url: &Url, prefix: &Url) -> bool {
    if url.origin() != prefix.origin() {
        return false;
    }
    let below = url.path().strip_prefix(prefix.path());
    below.is_some_and(|rest| {
        rest.is_empty() || rest.starts_with('/') || prefix.path().ends_with('/')
    })
}
