//! The proxy for a server, as set in the environment.

use candor_model::Secret;
use http::{HeaderValue, Uri};
use hyper_util::client::proxy::matcher::Matcher;

use super::super::LinkError;

/// The proxy for one server.
#[derive(Clone)]
pub(super) struct HttpProxy {
    uri: Uri,
    login: Option<HeaderValue>,
}

// === impl HttpProxy ===

impl HttpProxy {
    /// Reads `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, in upper or lower case.
    pub(super) fn from_environment(server: &Uri) -> Result<Option<Self>, LinkError> {
        Self::choose(&Matcher::from_env(), server)
    }

    fn choose(matcher: &Matcher, server: &Uri) -> Result<Option<Self>, LinkError> {
        let Some(found) = matcher.intercept(server) else {
            return Ok(None);
        };
        let uri = found.uri().clone();
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            let detail = format!(
                "the proxy `{uri}` of the environment is neither http nor https; name another \
                 one, or list `{}` in NO_PROXY",
                server.host().unwrap_or_default()
            );
            return Err(LinkError::Invalid { detail });
        }
        let login = found.basic_auth().cloned();
        Ok(Some(Self { uri, login }))
    }

    /// The address of the proxy, without credentials.
    pub(super) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// The authorization header for the proxy.
    pub(super) fn login(&self) -> Option<&HeaderValue> {
        self.login.as_ref()
    }

    /// The credentials as text to be redacted.
    pub(super) fn secret(&self) -> Option<Secret<String>> {
        let text = self.login.as_ref()?.to_str().ok()?;
        Some(Secret::new(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(proxy: &str, except: &str, server: &'static str) -> Result<Option<String>, String> {
        let matcher = Matcher::builder().all(proxy).no(except).build();
        let found = HttpProxy::choose(&matcher, &Uri::from_static(server));
        let text = |it: HttpProxy| {
            let login = it.login().map(|it| it.to_str().expect("text").to_owned());
            format!("{} {}", it.uri(), login.unwrap_or_default())
        };
        found
            .map(|it| it.map(text))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_proxy_is_chosen_by_the_server() {
        let cases = [
            ("", "", None),
            ("10.0.0.1:3128", "", Some("http://10.0.0.1:3128/ ")),
            (
                "https://me:p%40ss@proxy.example",
                "",
                Some("https://proxy.example/ Basic bWU6cEBzcw=="),
            ),
            ("http://proxy.example", "other.example, .example", None),
            ("http://proxy.example", "*", None),
            (
                "http://proxy.example",
                "b.example",
                Some("http://proxy.example/ "),
            ),
        ];
        for (proxy, except, expect) in cases {
            let got = chosen(proxy, except, "https://a.example/mcp");
            assert_eq!(got.expect("usable").as_deref(), expect, "{proxy} {except}");
        }
    }

    #[test]
    fn a_proxy_that_cannot_be_used_is_told() {
        let error = chosen("socks5://me:pw@10.0.0.1:1080", "", "http://a.example/");
        assert_eq!(
            error.expect_err("refused"),
            "the proxy `socks5://10.0.0.1:1080/` of the environment is neither http nor https; \
             name another one, or list `a.example` in NO_PROXY"
        );
    }
}
