//! The URL of a gateway, from `--server`.

use std::fmt;

use url::{Host, Url};

/// The base of a gateway's addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerUrl(Url);

// === impl ServerUrl ===

impl ServerUrl {
    /// Parses a URL.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let example = "give a URL such as `http://127.0.0.1:7333` or `https://candor.example`";
        let url = Url::parse(text.trim()).map_err(|error| format!("{error}; {example}"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(format!(
                "`{}` is not http or https; {example}",
                url.scheme()
            ));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("a URL with a user or a password is not used; present a token".to_owned());
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(format!("the address ends before `?` and `#`; {example}"));
        }
        Ok(Self(url))
    }

    /// The address of a gateway that announced it.
    pub(crate) fn of(url: Url) -> Self {
        Self(url)
    }

    /// The address of something in the API.
    pub(super) fn at(&self, path: &[&str], query: &[(&str, &str)]) -> Url {
        let mut url = self.0.clone();
        // It is http or https, so it has segments.
        if let Ok(mut segments) = url.path_segments_mut() {
            let segments = segments.pop_if_empty();
            segments.extend(["api", "v1"]).extend(path);
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }

    /// Whether it refers to this machine only.
    pub(crate) fn is_local(&self) -> bool {
        match self.0.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.to_canonical().is_loopback(),
            None => false,
        }
    }

    /// Whether an eavesdropper can read what is sent.
    pub(crate) fn is_open(&self) -> bool {
        self.0.scheme() == "http" && !self.is_local()
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> ServerUrl {
        ServerUrl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn addresses_are_built_below_the_base() {
        let at = |base: &str| {
            url(base)
                .at(&["tokens", "a/b ?"], &[("why", "a & b")])
                .to_string()
        };
        let tail = "/api/v1/tokens/a%2Fb%20%3F?why=a+%26+b";
        assert_eq!(
            at("http://127.0.0.1:7333"),
            format!("http://127.0.0.1:7333{tail}")
        );
        assert_eq!(at("https://x.example/"), format!("https://x.example{tail}"));
        assert_eq!(
            at("https://x.example/c"),
            format!("https://x.example/c{tail}")
        );
        assert_eq!(url("https://x.example/").to_string(), "https://x.example");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for (text, says) in [
            ("127.0.0.1:7333", "relative URL without a base"),
            ("localhost:7333", "`localhost` is not http or https"),
            ("ftp://x.example", "`ftp` is not http or https"),
            ("http://ann:pw@x.example", "present a token"),
            ("http://x.example/?a=b", "ends before `?`"),
        ] {
            let said = ServerUrl::parse(text).expect_err(text);
            assert!(said.contains(says), "{text}: {said}");
            assert!(!said.contains("pw"), "{said}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        for (text, local, open) in [
            ("http://127.0.0.1:1", true, false),
            ("http://[::1]:1", true, false),
            ("http://candor.localhost:1", true, false),
            ("http://192.0.2.1", false, true),
            ("https://candor.example", false, false),
            ("http://localhost.example", false, true),
        ] {
            let url = url(text);
            assert_eq!((url.is_local(), url.is_open()), (local, open), "{text}");
        }
    }
}
