//! The server on standard input and output: a line in, a line out, on one thread.

use std::io::{self, BufRead, BufReader, BufWriter, Write};

use anyhow::{Context, Result};
use bytes::Bytes;

use crate::era::BenchEra;
use crate::upstream::reply::RpcReply;
use crate::upstream::request::UpstreamMessage;
use crate::upstream::{EchoUpstream, PARSE_ERROR, UNSUPPORTED_VERSION};

/// Answers lines until the input ends. What was answered is written when no further line has
/// arrived, so that a burst takes one write.
pub(crate) fn run(upstream: &EchoUpstream) -> Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.context("cannot read standard input")? == 0 {
            return Ok(());
        }
        if let Some((head, tail)) = upstream.line(&line) {
            output.write_all(&head)?;
            output.write_all(&tail)?;
            output.write_all(b"\n")?;
        }
        if input.buffer().is_empty() {
            output.flush().context("cannot write standard output")?;
        }
    }
}

// === impl EchoUpstream ===

impl EchoUpstream {
    /// The answer to one line; none to a notification or to an empty line.
    pub(crate) fn line(&self, line: &[u8]) -> Option<(Bytes, Bytes)> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        let reply = match serde_json::from_slice::<UpstreamMessage>(line) {
            Ok(message) => self.reply(message.id?.get(), &message),
            Err(error) => RpcReply::error("null", PARSE_ERROR, &error.to_string()),
        };
        Some(reply.into_parts())
    }

    fn reply(&self, id: &str, message: &UpstreamMessage) -> RpcReply {
        match (message.version(), self.era) {
            (Some(version), None | Some(BenchEra::Modern)) => {
                if version == BenchEra::Modern.version() {
                    self.modern_reply(id, message).1
                } else {
                    let text = format!("version `{version}` is not supported");
                    RpcReply::error(id, UNSUPPORTED_VERSION, &text)
                }
            }
            (_, None | Some(BenchEra::Legacy)) => self.legacy_reply(id, message),
            (None, Some(BenchEra::Modern)) => {
                let text = "this server speaks 2026-07-28 only";
                RpcReply::error(id, UNSUPPORTED_VERSION, text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::fixture::PADDINGS;

    fn answer(upstream: &EchoUpstream, line: &str) -> Option<Value> {
        let (head, tail) = upstream.line(line.as_bytes())?;
        serde_json::from_slice(&[head, tail].concat()).unwrap()
    }

    fn call(arguments: &Value) -> String {
        let params = json!({"name": "echo", "arguments": arguments});
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}).to_string()
    }

    #[test]
    fn a_line_is_answered_with_a_line() {
        let upstream = EchoUpstream::new(None, 2).unwrap();
        let said = answer(&upstream, &call(&json!({"message": "hi"}))).unwrap();
        assert_eq!(said["id"], 7);
        assert_eq!(said["result"]["content"][0]["text"], "hi");
        let said = answer(&upstream, "{").unwrap();
        assert_eq!(said["error"]["code"], PARSE_ERROR);
        for silent in [
            "\n",
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        ] {
            assert_eq!(answer(&upstream, silent), None, "{silent}");
        }
    }

    #[test]
    fn a_long_text_is_added_in_the_sizes_that_are_known() {
        let upstream = EchoUpstream::new(None, 1).unwrap();
        for bytes in PADDINGS {
            let arguments = json!({"message": "hi", "padding": bytes});
            let said = answer(&upstream, &call(&arguments)).unwrap();
            let text = said["result"]["content"][0]["text"].as_str().unwrap();
            assert_eq!(text.len(), 2 + bytes);
            assert_eq!(said["result"]["isError"], false);
        }
        let said = answer(&upstream, &call(&json!({"message": "hi", "padding": 7}))).unwrap();
        assert!(
            said["error"]["message"].as_str().unwrap().contains("`7`"),
            "{said}"
        );
    }

    #[test]
    fn a_server_of_one_era_refuses_the_other() {
        let upstream = EchoUpstream::new(Some(BenchEra::Modern), 1).unwrap();
        let said = answer(&upstream, &call(&json!({"message": "hi"}))).unwrap();
        assert_eq!(said["error"]["code"], UNSUPPORTED_VERSION);
    }
}
