//! An address at the server, in the forms that requests need.

use http::{HeaderValue, Uri};
use url::Url;

use super::super::LinkError;
use super::super::text;

/// A request target, parsed once.
pub(in super::super) struct HttpTarget {
    url: Url,
    /// The absolute URI, for HTTP/2 and proxies.
    absolute: Uri,
    /// The absolute URI as text, without a fragment.
    absolute_text: String,
    /// Path and query, for HTTP/1.
    path: String,
}

// === impl HttpTarget ===

impl HttpTarget {
    /// Parses an `http` or `https` URL.
    pub(in super::super) fn new(url: Url) -> Result<Self, LinkError> {
        let read = read_uris(&url);
        let (absolute, path) = read.map_err(|error| LinkError::Invalid {
            detail: format!(
                "`{}` cannot be sent in a request: {error}",
                text::safe_url(&url)
            ),
        })?;
        Ok(Self {
            url,
            absolute_text: absolute.to_string(),
            absolute,
            path,
        })
    }

    /// The original URL.
    pub(in super::super) fn url(&self) -> &Url {
        &self.url
    }

    pub(super) fn absolute(&self) -> &Uri {
        &self.absolute
    }

    pub(super) fn absolute_text(&self) -> &str {
        &self.absolute_text
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The `Host` header of requests to this address.
    pub(super) fn host(&self) -> Result<HeaderValue, LinkError> {
        let host = self.url.host_str().unwrap_or_default();
        let host = match self.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        HeaderValue::from_str(&host).map_err(|_| LinkError::Invalid {
            detail: format!(
                "the host `{}` cannot be sent in a header",
                host.escape_debug()
            ),
        })
    }
}

fn read_uris(url: &Url) -> Result<(Uri, String), http::Error> {
    let absolute: Uri = url.as_str().parse()?;
    let path = absolute.path_and_query().map_or("/", |it| it.as_str());
    let path = path.to_owned();
    Ok((absolute, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_forms_of_an_address() {
        let cases = [
            ("http://a.example", "http://a.example/", "/", "a.example"),
            (
                "https://a.example:443/x/?y=%20z#part",
                "https://a.example/x/?y=%20z",
                "/x/?y=%20z",
                "a.example",
            ),
            (
                "http://[::1]:8080/mcp",
                "http://[::1]:8080/mcp",
                "/mcp",
                "[::1]:8080",
            ),
            (
                "http://größe.example/ü?ü",
                "http://xn--gre-6ka8i.example/%C3%BC?%C3%BC",
                "/%C3%BC?%C3%BC",
                "xn--gre-6ka8i.example",
            ),
        ];
        for (url, absolute, path, host) in cases {
            let target = HttpTarget::new(url.parse().expect("a URL")).expect("an address");
            assert_eq!(target.absolute().to_string(), absolute);
            assert_eq!(target.path(), path);
            assert_eq!(target.host().expect("a host"), host);
        }
    }
}
