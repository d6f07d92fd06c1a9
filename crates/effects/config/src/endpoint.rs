//! URLs of HTTP sources.

use std::fmt;

use url::Url;

/// An `http` or `https` URL with a host. It prints as it was written, without credentials and
/// query, because both are used to carry keys.
#[derive(Clone, PartialEq, Eq)]
pub struct EndpointUrl {
    template: String,
    url: Url,
}

/// Why a text is not an endpoint. The text itself is not repeated: it may hold a key.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum EndpointUrlError {
    /// Not a URL at all.
    #[error("is not a URL")]
    Syntax(#[source] url::ParseError),
    /// A URL with an unsupported scheme.
    #[error("begins with `{0}:`, but only `http:` and `https:` can be called")]
    Scheme(String),
}

// === impl EndpointUrl ===

impl EndpointUrl {
    /// Checks and takes a URL.
    pub fn parse(text: &str) -> Result<Self, EndpointUrlError> {
        Self::interpolated(text, text)
    }

    /// Checks `value` and remembers `template`, which is how it was written.
    pub(crate) fn interpolated(template: &str, value: &str) -> Result<Self, EndpointUrlError> {
        // An http URL without a host does not parse, so what is left here has one.
        let url = Url::parse(value.trim()).map_err(EndpointUrlError::Syntax)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(EndpointUrlError::Scheme(url.scheme().to_owned()));
        }
        Ok(Self {
            template: template.to_owned(),
            url,
        })
    }

    /// The URL to use.
    pub fn url(&self) -> &Url {
        &self.url
    }
}

impl fmt::Display for EndpointUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.template))
    }
}

impl fmt::Debug for EndpointUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Whether a URL has a user name or a password in it.
pub(crate) fn has_user(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// A URL as written, without what may be a credential.
pub(crate) fn shown(template: &str) -> String {
    let (address, rest) = match template.find(['?', '#']) {
        Some(at) => (&template[..at], "?****"),
        None => (template, ""),
    };
    let Some((scheme, after)) = address.split_once("//") else {
        return format!("{address}{rest}");
    };
    let authority = after.find('/').unwrap_or(after.len());
    match after[..authority].rfind('@') {
        Some(at) => format!("{scheme}//****{}{rest}", &after[at..]),
        None => format!("{address}{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_no_credentials() {
        for (url, expect) in [
            ("https://a.example/mcp", "https://a.example/mcp"),
            ("https://${HOST}/mcp?key=k1", "https://${HOST}/mcp?****"),
            ("https://u:p@a.example/x@y", "https://****@a.example/x@y"),
            ("https://u:p@a.example", "https://****@a.example"),
            ("${URL}", "${URL}"),
            ("https://a.example#k", "https://a.example?****"),
        ] {
            assert_eq!(shown(url), expect);
        }
        let endpoint = EndpointUrl::parse("https://u:p@a.example/?k=s").expect("a URL");
        assert_eq!(format!("{endpoint:?}"), "https://****@a.example/?****");
    }

    #[test]
    fn refuses_what_cannot_be_called() {
        let refused = |url| EndpointUrl::parse(url).expect_err(url).to_string();
        for url in ["", "a.example/mcp", "http://"] {
            assert_eq!(refused(url), "is not a URL", "{url}");
        }
        for (url, scheme) in [("ws://a.example", "ws"), ("localhost:80", "localhost")] {
            let begins = format!("begins with `{scheme}:`");
            let expect = format!("{begins}, but only `http:` and `https:` can be called");
            assert_eq!(refused(url), expect);
        }
    }
}
