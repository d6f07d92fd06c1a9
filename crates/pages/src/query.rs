//! What stands behind the `?` of an address.

use http::Uri;
use url::form_urlencoded;

/// The value of a parameter; the first, if it is there more than once.
pub(crate) fn get(uri: &Uri, name: &str) -> Option<String> {
    let query = uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes())
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

/// An address with one parameter.
pub(crate) fn with(path: &str, name: &str, value: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair(name, value)
        .finish();
    format!("{path}?{query}")
}
