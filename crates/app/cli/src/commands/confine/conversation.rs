//! A minimal MCP conversation, so that a server performs its startup.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdout};

use crate::prelude::*;

/// How long a server may take to answer: it may have to be downloaded first.
const PATIENCE: Duration = Duration::from_mins(2);
/// The longest message that is looked at.
const MOST_BYTES: u64 = 16 << 20;

/// Initializes the connection and lists the tools. Returns their number, `None` if the server did
/// not answer.
pub(super) async fn hold(child: &mut Child) -> Option<usize> {
    let stdout = child.stdout.take()?;
    if let Some(mut stderr) = child.stderr.take() {
        // It must be read, or the server would wait for a reader.
        tokio::spawn(async move { tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await });
    }
    let stdin = child.stdin.as_mut()?;
    let mut lines = BufReader::new(stdout);
    let talk = async {
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "candor", "version": env!("CARGO_PKG_VERSION")},
        }});
        stdin
            .write_all(format!("{hello}\n").as_bytes())
            .await
            .ok()?;
        answer(&mut lines, 1).await?;
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let ask = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
        stdin
            .write_all(format!("{ready}\n{ask}\n").as_bytes())
            .await
            .ok()?;
        let answer = answer(&mut lines, 2).await?;
        Some(answer.pointer("/result/tools")?.as_array()?.len())
    };
    let tools = tokio::time::timeout(PATIENCE, talk).await.ok().flatten();
    tokio::spawn(async move { tokio::io::copy(&mut lines, &mut tokio::io::sink()).await });
    tools
}

/// The answer to a request; other messages are passed over.
async fn answer(lines: &mut BufReader<ChildStdout>, id: u64) -> Option<Value> {
    loop {
        let mut line = Vec::new();
        let read = (&mut *lines)
            .take(MOST_BYTES)
            .read_until(b'\n', &mut line)
            .await
            .ok()?;
        if read == 0 {
            return None;
        }
        let message: Option<Value> = serde_json::from_slice(&line).ok();
        let hit = message.filter(|message| message.get("id").and_then(Value::as_u64) == Some(id));
        if hit.is_some() {
            return hit;
        }
    }
}
