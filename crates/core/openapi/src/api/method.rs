//! HTTP methods of operations.

use std::fmt;

/// An upper-case HTTP method, standard or custom.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationMethod(String);

// === impl OperationMethod ===

impl OperationMethod {
    /// Parses a method in any case. `None` if it is not an HTTP token.
    pub fn parse(text: &str) -> Option<Self> {
        let is_token = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&c);
        let fits = !text.is_empty() && text.len() <= 32 && text.bytes().all(is_token);
        fits.then(|| Self(text.to_ascii_uppercase()))
    }

    /// The method as sent, such as `GET`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The method as evidence for hints, if it is a standard one.
    pub fn evidence(&self) -> Option<candor_infer::HttpMethod> {
        candor_infer::HttpMethod::parse(&self.0)
    }
}

impl fmt::Display for OperationMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_are_methods() {
        for (text, expect) in [("get", Some("GET")), ("QUERY", Some("QUERY")), ("", None)] {
            assert_eq!(
                OperationMethod::parse(text)
                    .as_ref()
                    .map(OperationMethod::as_str),
                expect
            );
        }
        assert_eq!(OperationMethod::parse("GET /x HTTP/1.1\r\n"), None);
    }
}
