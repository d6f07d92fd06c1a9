//! The standard headers of the protocol: which forms of an answer a client accepts, and whether the
//! headers match the body.
//!
//! Proxies route and filter by these headers, so a request whose headers and body disagree is
//! refused: otherwise one operation could be allowed and another performed.

use candor_wire::header::{self, METHOD, NAME, PROTOCOL_VERSION, ParamHeader};
use candor_wire::{ErrorObject, HeaderFields, RawJson, RawObject, ascii_text, code, method};
use http::HeaderName;
use http::header::{ACCEPT, CONTENT_TYPE};

/// The headers of the W3C trace context.
const TRACE: [&str; 2] = ["traceparent", "tracestate"];

/// The forms of an answer that the `Accept` header allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AcceptedForms {
    pub(crate) json: bool,
    pub(crate) sse: bool,
}

// === impl AcceptedForms ===

impl AcceptedForms {
    /// Both forms, for clients without the header.
    pub(crate) const ANY: Self = Self {
        json: true,
        sse: true,
    };

    /// Parses the header. Quality values are ignored, except that `q=0` excludes a form.
    pub(crate) fn of(headers: HeaderFields<'_>) -> Self {
        match headers.first(ACCEPT.as_str()) {
            // Fast path: the value that the protocol requires and nearly all clients send.
            None | Some(b"application/json, text/event-stream") => return Self::ANY,
            Some(_) => {}
        }
        let mut accept = Self {
            json: false,
            sse: false,
        };
        for range in headers
            .values(ACCEPT.as_str())
            .filter_map(ascii_text)
            .flat_map(|value| value.split(','))
        {
            accept.add(range);
        }
        accept
    }

    fn add(&mut self, range: &str) {
        let mut parts = range.split(';').map(str::trim);
        let kind = parts.next().unwrap_or_default();
        let refused = parts
            .filter_map(|part| part.split_once('='))
            .any(|(key, value)| {
                key.eq_ignore_ascii_case("q") && value.parse::<f32>().is_ok_and(|q| q <= 0.0)
            });
        if refused {
            return;
        }
        let is_one_of = |kinds: [&str; 3]| kinds.iter().any(|it| it.eq_ignore_ascii_case(kind));
        self.json |= is_one_of(["application/json", "application/*", "*/*"]);
        self.sse |= is_one_of(["text/event-stream", "text/*", "*/*"]);
    }
}

/// Whether the content type is JSON.
pub(crate) fn is_json(headers: HeaderFields<'_>) -> bool {
    headers
        .text(CONTENT_TYPE.as_str())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// A header's value, trimmed. `None` if it is absent; an error if it occurs twice or is not ASCII.
pub(crate) fn single<'a>(
    headers: HeaderFields<'a>,
    name: &str,
) -> Result<Option<&'a str>, ErrorObject> {
    let mut values = headers.values(name);
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(mismatch(format!("the header `{name}` is there twice")));
    }
    let text =
        ascii_text(value).ok_or_else(|| mismatch(format!("the header `{name}` is not ASCII")))?;
    Ok(Some(text.trim()))
}

/// Checks `MCP-Protocol-Version` against the revision in the body.
pub(crate) fn check_version(headers: HeaderFields<'_>, version: &str) -> Result<(), ErrorObject> {
    compare(headers, PROTOCOL_VERSION, version)
}

/// Checks `Mcp-Method`, and `Mcp-Name` if the method has a subject.
pub(crate) fn check_subject(
    headers: HeaderFields<'_>,
    called: &str,
    params: &RawObject,
) -> Result<(), ErrorObject> {
    compare(headers, METHOD, called)?;
    let key = match called {
        method::TOOLS_CALL | method::PROMPTS_GET => "name",
        method::RESOURCES_READ => "uri",
        method::TASKS_GET | method::TASKS_UPDATE | method::TASKS_CANCEL => "taskId",
        _ => return Ok(()),
    };
    match params.get_str(key) {
        Some(subject) => compare(headers, NAME, &subject),
        None => Ok(()),
    }
}

/// Checks the `Mcp-Param-*` headers that the called tool declares against its arguments.
pub(crate) fn check_params(
    headers: HeaderFields<'_>,
    declared: &[ParamHeader],
    arguments: Option<&RawJson>,
) -> Result<(), ErrorObject> {
    if declared.is_empty() {
        return Ok(());
    }
    let arguments: serde_json::Value = arguments
        .and_then(|arguments| arguments.decode().ok())
        .unwrap_or_default();
    let expected = header::param_values(declared, &arguments);
    for param in declared {
        let Ok(name) = HeaderName::try_from(&param.name) else {
            continue;
        };
        let value = expected
            .iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(&param.name));
        match value {
            Some((_, value)) => compare(headers, name.as_str(), value)?,
            None if headers.first(name.as_str()).is_some() => {
                return Err(mismatch(format!(
                    "the header `{name}` stands for the argument `{}`, which is not in the body",
                    param.path.join(".")
                )));
            }
            None => {}
        }
    }
    Ok(())
}

/// The W3C trace context of a request.
pub(crate) fn trace(headers: HeaderFields<'_>) -> Vec<(String, String)> {
    TRACE
        .iter()
        .filter_map(|name| {
            let value = headers.text(name)?;
            Some(((*name).to_owned(), value.to_owned()))
        })
        .collect()
}

fn compare(headers: HeaderFields<'_>, name: &str, body: &str) -> Result<(), ErrorObject> {
    let Some(value) = single(headers, name)? else {
        return Err(mismatch(format!(
            "the header `{name}` is missing; the body says `{}`",
            shown(body)
        )));
    };
    let decoded = header::decode_value(value)
        .map_err(|error| mismatch(format!("the header `{name}` cannot be read: {error}")))?;
    if decoded == body {
        return Ok(());
    }
    Err(mismatch(format!(
        "the header `{name}` says `{}`, the body says `{}`",
        shown(&decoded),
        shown(body)
    )))
}

fn shown(value: &str) -> String {
    value.chars().take(100).collect()
}

fn mismatch(sentence: String) -> ErrorObject {
    ErrorObject::new(code::HEADER_MISMATCH, sentence)
}

#[cfg(test)]
mod tests;
