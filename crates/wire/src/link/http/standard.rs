//! The standard headers of a request, as they are sent.

use http::{HeaderMap, HeaderName, HeaderValue};

use super::super::{LinkError, RequestHeaders};
use crate::header::{self, encode_value};
use crate::meta;

/// Writes the headers. Argument headers outside their own name space are refused: a tool must
/// not be able to set any other header.
pub(super) fn write(headers: &RequestHeaders, map: &mut HeaderMap) -> Result<(), LinkError> {
    if let Some(revision) = headers.protocol_version {
        let value = HeaderValue::from_static(revision.as_str());
        map.insert(HeaderName::from_static(header::PROTOCOL_VERSION), value);
    }
    if let Some(method) = &headers.method {
        map.insert(HeaderName::from_static(header::METHOD), value(method)?);
    }
    if let Some(name) = &headers.name {
        map.insert(HeaderName::from_static(header::NAME), value(name)?);
    }
    for (name, text) in &headers.params {
        let prefix = name.get(..header::PARAM_PREFIX.len());
        let fits = prefix.is_some_and(|it| it.eq_ignore_ascii_case(header::PARAM_PREFIX));
        match HeaderName::from_bytes(name.as_bytes()) {
            Ok(name) if fits => map.insert(name, value(text)?),
            _ => {
                let detail = format!("`{name}` is no name for the header of an argument");
                return Err(LinkError::Invalid { detail });
            }
        };
    }
    for (name, text) in &headers.trace {
        // Trace context is a courtesy; what does not fit is left out.
        let known = [meta::TRACEPARENT, meta::TRACESTATE]
            .into_iter()
            .find(|it| it == name);
        if let (Some(name), Ok(value)) = (known, HeaderValue::from_str(text)) {
            map.insert(HeaderName::from_static(name), value);
        }
    }
    Ok(())
}

fn value(text: &str) -> Result<HeaderValue, LinkError> {
    HeaderValue::from_str(&encode_value(text)).map_err(|_| LinkError::Invalid {
        detail: format!("`{}` cannot be sent in a header", text.escape_debug()),
    })
}

#[cfg(test)]
mod tests {
    use candor_model::Revision;

    use super::*;

    #[test]
    fn values_are_encoded_and_names_are_bounded() {
        let text = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut headers = RequestHeaders {
            protocol_version: Some(Revision::V2026_07_28),
            method: Some("tools/call".into()),
            name: Some("größe".into()),
            params: vec![text("Mcp-Param-Region", " eu"), text("mcp-param-N", "1")],
            trace: vec![
                text("traceparent", "00-1"),
                text("authorization", "x"),
                text("tracestate", "\n"),
            ],
        };
        let mut map = HeaderMap::new();
        write(&headers, &mut map).expect("valid");
        let mut got: Vec<String> = map
            .iter()
            .map(|(name, value)| format!("{name}: {}", value.to_str().expect("text")))
            .collect();
        got.sort_unstable();
        assert_eq!(
            got,
            [
                "mcp-method: tools/call",
                "mcp-name: =?base64?Z3LDtsOfZQ==?=",
                "mcp-param-n: 1",
                "mcp-param-region: =?base64?IGV1?=",
                "mcp-protocol-version: 2026-07-28",
                "traceparent: 00-1",
            ]
        );
        for bad in [
            "Authorization",
            "Mcp-Param",
            "Mcp-Param-a b",
            "Mcp-Para\u{df}-x",
        ] {
            headers.params = vec![text(bad, "x")];
            let error = write(&headers, &mut HeaderMap::new()).expect_err("refused");
            assert!(
                error.to_string().contains(bad) && !error.request_was_sent(),
                "{error}"
            );
        }
    }
}
