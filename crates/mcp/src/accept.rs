//! What a client is ready to receive.

use http::{HeaderMap, header};

/// The two forms of an answer, as far as the `Accept` header allows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accept {
    pub(crate) json: bool,
    pub(crate) sse: bool,
}

// === impl Accept ===

impl Accept {
    /// Everything: what a client gets that does not say.
    pub(crate) const ANY: Self = Self {
        json: true,
        sse: true,
    };

    /// Reads the header. Quality values are not weighed, but `q=0` forbids.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(header::ACCEPT).iter().peekable();
        if values.peek().is_none() {
            return Self::ANY;
        }
        let mut accept = Self {
            json: false,
            sse: false,
        };
        for range in values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|v| v.split(','))
        {
            accept.add(range);
        }
        accept
    }

    fn add(&mut self, range: &str) {
        let mut parts = range.split(';').map(str::trim);
        let kind = parts.next().unwrap_or_default().to_ascii_lowercase();
        let refused = parts
            .filter_map(|part| part.split_once('='))
            .any(|(key, value)| {
                key.eq_ignore_ascii_case("q") && value.parse::<f32>().is_ok_and(|q| q <= 0.0)
            });
        if refused {
            return;
        }
        self.json |= matches!(&*kind, "application/json" | "application/*" | "*/*");
        self.sse |= matches!(&*kind, "text/event-stream" | "text/*" | "*/*");
    }
}

/// Whether a body says that it is JSON.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accept(value: &str) -> (bool, bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, value.parse().expect("a header value"));
        let Accept { json, sse } = Accept::of(&headers);
        (json, sse)
    }

    #[test]
    fn both_forms_are_found_wherever_they_stand() {
        for (value, expect) in [
            ("application/json, text/event-stream", (true, true)),
            ("TEXT/event-stream;q=0.5,Application/JSON", (true, true)),
            ("application/json", (true, false)),
            ("text/event-stream", (false, true)),
            ("*/*", (true, true)),
            ("text/*", (false, true)),
            ("application/json, text/event-stream;q=0", (true, false)),
            ("text/html", (false, false)),
            ("", (false, false)),
        ] {
            assert_eq!(accept(value), expect, "{value}");
        }
        assert_eq!(Accept::of(&HeaderMap::new()), Accept::ANY);
    }

    #[test]
    fn only_json_is_json() {
        for (value, expect) in [
            ("application/json", true),
            ("application/json; charset=utf-8", true),
            ("APPLICATION/JSON", true),
            ("text/plain", false),
            ("application/jsonp", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, value.parse().expect("a header value"));
            assert_eq!(is_json(&headers), expect, "{value}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }
}
