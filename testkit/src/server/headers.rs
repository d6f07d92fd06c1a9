//! Checks the headers of a modern request that repeat parts of its body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use serde_json::Value;

use crate::rpc::{HEADER_MISMATCH, RpcError, RpcRequest};

/// The protocol version that the headers state.
pub(crate) fn version(headers: &HeaderMap) -> Option<&str> {
    headers
        .get("mcp-protocol-version")?
        .to_str()
        .ok()
        .map(str::trim)
}

/// Rejects a request whose headers contradict its body.
pub(crate) fn check(
    headers: &HeaderMap,
    request: &RpcRequest,
    schema: impl Fn(&str) -> Option<Value>,
) -> Result<(), RpcError> {
    expect(headers, "Mcp-Method", Some(&request.method))?;
    let field = match request.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return Ok(()),
    };
    let Some(name) = request.params.text(field) else {
        return Ok(());
    };
    expect(headers, "Mcp-Name", Some(name))?;
    if request.method == "tools/call"
        && let Some(schema) = schema(name)
    {
        let arguments = &request.params.value()["arguments"];
        return check_parameters(headers, &schema, arguments);
    }
    Ok(())
}

/// Follows chains of `properties` to every `x-mcp-header` and compares header and argument.
fn check_parameters(headers: &HeaderMap, schema: &Value, value: &Value) -> Result<(), RpcError> {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let value = &value[name];
        if let Some(suffix) = property.get("x-mcp-header").and_then(Value::as_str) {
            let text = match value {
                Value::Null => None,
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            };
            expect(headers, &format!("Mcp-Param-{suffix}"), text.as_deref())?;
        }
        check_parameters(headers, property, value)?;
    }
    Ok(())
}

fn expect(headers: &HeaderMap, name: &str, body: Option<&str>) -> Result<(), RpcError> {
    let header = match headers.get(name) {
        None => None,
        Some(value) => Some(decode(name, &String::from_utf8_lossy(value.as_bytes()))?),
    };
    match (header.as_deref(), body) {
        (None, None) => Ok(()),
        (Some(header), Some(body)) if header == body => Ok(()),
        (None, Some(body)) => Err(mismatch(format!(
            "the header `{name}` is missing, the body says `{body}`"
        ))),
        (Some(header), body) => Err(mismatch(format!(
            "the header `{name}` says `{header}`, the body says `{}`",
            body.unwrap_or("nothing")
        ))),
    }
}

/// A header value without the wrapping that unsafe text travels in.
fn decode(name: &str, value: &str) -> Result<String, RpcError> {
    let value = value.trim();
    let Some(wrapped) = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="))
    else {
        return Ok(value.to_owned());
    };
    STANDARD
        .decode(wrapped)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| {
            mismatch(format!(
                "the header `{name}` is not valid Base64: `{value}`"
            ))
        })
}

fn mismatch(message: String) -> RpcError {
    RpcError::new(HEADER_MISMATCH, message).status(400)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rpc::{IncomingText, RpcMessage, parse};

    fn checked(headers: &[(&'static str, &str)], params: &Value) -> Result<(), RpcError> {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let Ok(IncomingText::One(RpcMessage::Request(request))) = parse(&body.to_string()) else {
            panic!("a request")
        };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        let schema = json!({"properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "deep": {"type": "object", "properties": {"n": {"x-mcp-header": "Count"}}},
        }});
        check(&map, &request, |_| Some(schema.clone()))
    }

    #[test]
    fn headers_must_say_what_the_body_says() {
        let standard = [("mcp-method", "tools/call"), ("mcp-name", " t ")];
        let with = |more: &[(&'static str, &'static str)]| [&standard[..], more].concat();
        let plain = json!({"name": "t"});
        let region = json!({"name": "t", "arguments": {"region": "Hello"}});
        let deep = json!({"name": "t", "arguments": {"deep": {"n": 5}}});
        for (headers, params, good) in [
            (with(&[]), &plain, true),
            (vec![("mcp-name", "t")], &plain, false),
            (vec![("mcp-method", "tools/call")], &plain, false),
            (with(&[("mcp-method", "TOOLS/CALL")]), &plain, false),
            (with(&[("mcp-name", "=?base64?dA==?=")]), &plain, true),
            (with(&[]), &region, false),
            (with(&[("mcp-param-region", "Hello")]), &region, true),
            (
                with(&[("mcp-param-region", "=?base64?SGVsbG8=?=")]),
                &region,
                true,
            ),
            (
                with(&[("mcp-param-region", "=?base64?SGVsbG8?=")]),
                &region,
                false,
            ),
            (
                with(&[("mcp-param-region", "=?base64?SGVs!!!bG8=?=")]),
                &region,
                false,
            ),
            (with(&[("mcp-param-region", "Hello")]), &plain, false),
            (with(&[("mcp-param-count", "5")]), &deep, true),
            (with(&[("mcp-param-count", "6")]), &deep, false),
        ] {
            let outcome = checked(&headers, params);
            assert_eq!(outcome.is_ok(), good, "{headers:?} {params} {outcome:?}");
            if let Err(error) = outcome {
                assert_eq!((error.code, error.status), (HEADER_MISMATCH, 400));
            }
        }
    }
}
