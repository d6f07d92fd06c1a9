//! Query strings and paths.

#[cfg(test)]
mod tests;

use http::Uri;
use url::form_urlencoded;

/// The first value of a parameter.
pub fn get(uri: &Uri, name: &str) -> Option<String> {
    let query = uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes())
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

/// A path of these segments, percent-encoded.
pub fn path(segments: &[&str]) -> String {
    let mut path = String::new();
    for segment in segments {
        path.push('/');
        for byte in segment.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~' | b'@') {
                path.push(char::from(byte));
            } else {
                let (high, low) = (byte >> 4, byte & 15);
                path.push('%');
                for digit in [high, low] {
                    let digit = char::from_digit(u32::from(digit), 16).unwrap_or('0');
                    path.push(digit.to_ascii_uppercase());
                }
            }
        }
    }
    path
}

/// An address with these parameters, without the empty ones.
pub fn with_all<'a>(path: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(pairs.into_iter().filter(|(_, value)| !value.is_empty()));
    match query.finish() {
        query if query.is_empty() => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

/// All values of a parameter, in order.
pub fn all(uri: &Uri, name: &str) -> Vec<String> {
    let query = uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes())
        .filter(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
        .collect()
}

/// An address with one parameter.
pub fn with(path: &str, name: &str, value: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair(name, value)
        .finish();
    format!("{path}?{query}")
}
