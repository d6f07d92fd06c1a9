//! Calls through the gateway that runs on this data directory, like any local client.

use std::io;
use std::net::SocketAddr;

use candor_gateway::{COMES_BACK_META, Endpoint};
use candor_model::{McpRevision, Secret};
use candor_wire::{RawJson, RawObject, meta, method};

use crate::prelude::*;
use crate::probe::{self, ProbeAnswer};

/// The id of the only request.
const ID: u64 = 1;

/// A call, and where it is sent.
pub(super) struct RemoteCall {
    pub(super) address: SocketAddr,
    /// The token that the caller presents.
    pub(super) bearer: Option<Secret<String>>,
    pub(super) endpoint: Endpoint,
    pub(super) tool: String,
    pub(super) arguments: RawJson,
}

// === impl RemoteCall ===

impl RemoteCall {
    /// Sends it and waits for its reply: a result or an error object. It blocks.
    pub(super) fn send(&self) -> io::Result<Result<RawJson, RawJson>> {
        let path = match &self.endpoint.toolset {
            Some(toolset) => format!("/mcp/{toolset}"),
            None => "/mcp".to_owned(),
        };
        let bearer = self.bearer.as_ref();
        let authorization = bearer.map(|token| format!("Bearer {}", token.expose()));
        let mut headers = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", McpRevision::NEWEST_MODERN.as_str()),
            ("Mcp-Method", method::TOOLS_CALL),
            ("Mcp-Name", &self.tool),
        ];
        headers.extend(
            authorization
                .iter()
                .map(|value| ("Authorization", &**value)),
        );
        let body = request(&self.tool, &self.arguments).to_string();
        let answer = probe::post(self.address, &path, &headers, &body)?;
        reply(&answer).ok_or_else(|| {
            let sentence = format!("the gateway answered with status {}", answer.status);
            io::Error::new(io::ErrorKind::InvalidData, sentence)
        })
    }
}

fn request(tool: &str, arguments: &RawJson) -> RawJson {
    let info = json!({"name": "candor call", "version": env!("CARGO_PKG_VERSION")});
    let about = RawObject::from_iter([
        (
            meta::PROTOCOL_VERSION,
            RawJson::string(McpRevision::NEWEST_MODERN.as_str()),
        ),
        (meta::CLIENT_INFO, RawJson::from_value(&info)),
        (meta::CLIENT_CAPABILITIES, RawJson::from_value(&json!({}))),
        (meta::PROGRESS_TOKEN, RawJson::string("candor-call")),
        (COMES_BACK_META, RawJson::from_value(&json!(true))),
    ]);
    let params = RawObject::from_iter([
        ("name", RawJson::string(tool)),
        ("arguments", arguments.clone()),
        ("_meta", about.to_json()),
    ]);
    RawObject::from_iter([
        ("jsonrpc", RawJson::string("2.0")),
        ("id", RawJson::from_value(&json!(ID))),
        ("method", RawJson::string(method::TOOLS_CALL)),
        ("params", params.to_json()),
    ])
    .to_json()
}

/// The reply in a JSON document, or in the last event of a stream.
fn reply(answer: &ProbeAnswer) -> Option<Result<RawJson, RawJson>> {
    let lines = answer.body.lines();
    let events = lines.filter_map(|line| line.strip_prefix("data:"));
    let documents = std::iter::once(answer.body.as_str()).chain(events);
    documents.filter_map(of_message).next_back()
}

fn of_message(text: &str) -> Option<Result<RawJson, RawJson>> {
    let message = RawJson::parse(text.trim().as_bytes().to_vec()).ok()?;
    let message = RawObject::parse(&message).ok()?;
    let result = message.get("result").cloned().map(Ok);
    result.or_else(|| message.get("error").cloned().map(Err))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Option<Result<String, String>> {
        let answer = ProbeAnswer {
            status: 200,
            body: body.to_owned(),
        };
        let reply = reply(&answer)?;
        Some(match reply {
            Ok(result) => Ok(result.to_string()),
            Err(error) => Err(error.to_string()),
        })
    }

    #[test]
    fn a_reply_is_found_in_json_and_in_a_stream() {
        let result = r#"{"jsonrpc":"2.0","id":1,"result":{"a":1.50}}"#;
        let told = Some(Ok(r#"{"a":1.50}"#.to_owned()));
        assert_eq!(read(result), told);
        let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{}}"#;
        let stream = format!("data: {progress}\n\n: alive\n\ndata: {result}\n\n");
        assert_eq!(read(&stream), told);
        let error = r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#;
        assert_eq!(
            read(error),
            Some(Err(r#"{"code":1,"message":"no"}"#.to_owned()))
        );
        assert_eq!(read(&format!("data: {progress}\n\n")), None);
        assert_eq!(read("nonsense"), None);
    }
}
