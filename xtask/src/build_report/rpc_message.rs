//! Requests of MCP's newer era, which has no sessions, and what is answered.

use serde_json::{Value, json};

/// The revision that is spoken.
pub(super) const REVISION: &str = "2026-07-28";

/// The body of a request.
pub(super) fn request(id: usize, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": {"name": "build-report", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {}
    });
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

/// The result in an answer to a request; the error says what came instead.
pub(super) fn result(id: usize, status: u16, body: &[u8]) -> Result<Value, String> {
    let answer: Value = serde_json::from_slice(message(body)).unwrap_or_default();
    let result = &answer["result"];
    if status != 200 || answer["id"] != id || !result.is_object() || result["isError"] == true {
        let text = String::from_utf8_lossy(body);
        let text: String = text.chars().take(300).collect();
        return Err(format!(
            "was answered with status {status} and `{}`",
            text.trim()
        ));
    }
    Ok(result.clone())
}

/// The names of the tools in a list.
pub(super) fn tool_names(list: &Value) -> Vec<&str> {
    let tools = list["tools"].as_array().map_or(&[][..], Vec::as_slice);
    tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect()
}

/// The message in a body. An answer that takes a while comes as the last event of a stream.
fn message(body: &[u8]) -> &[u8] {
    let lines = body.rsplit(|byte| *byte == b'\n');
    let mut data = lines.filter_map(|line| line.strip_prefix(b"data:"));
    data.next().unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_says_what_it_speaks() {
        let text = request(7, "tools/call", json!({"name": "echo"}));
        let request: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(request["id"], 7);
        assert_eq!(request["params"]["name"], "echo");
        let version = &request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
        assert_eq!(version, REVISION);
    }

    #[test]
    fn a_result_comes_alone_or_as_an_event() {
        let answer =
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{},{"name":"b"}]}}"#;
        for body in [answer.to_owned(), format!(": wait\n\ndata: {answer}\n\n")] {
            let list = result(1, 200, body.as_bytes()).unwrap();
            assert_eq!(tool_names(&list), ["a", "b"]);
        }
        assert!(tool_names(&json!({"tools": "none"})).is_empty());
    }

    #[test]
    fn anything_else_is_told() {
        for (status, body) in [
            (500, r#"{"id":1,"result":{}}"#),
            (200, r#"{"id":2,"result":{}}"#),
            (200, r#"{"id":1,"error":{"code":-32602}}"#),
            (200, r#"{"id":1,"result":{"isError":true}}"#),
            (200, "<html>"),
            (200, ""),
        ] {
            let error = result(1, status, body.as_bytes()).unwrap_err();
            let expected = format!("status {status} and `{body}`");
            assert!(error.contains(&expected), "{error}");
        }
    }
}
