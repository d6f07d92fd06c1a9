//! A small MCP server over HTTP, of the era with a handshake, written without any of our crates.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use serde_json::Value;

/// The server; it ends when it is dropped.
pub(crate) struct CannedUpstream {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    accepting: Option<JoinHandle<()>>,
}

/// What it answers, word for word.
#[derive(Clone, Copy)]
pub(crate) struct CannedReplies {
    pub(crate) tools: &'static str,
    pub(crate) call: &'static str,
}

// === impl CannedUpstream ===

impl CannedUpstream {
    pub(crate) fn start(script: CannedReplies) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let stop = Arc::new(AtomicBool::new(false));
        let accepting = std::thread::spawn({
            let stop = Arc::clone(&stop);
            move || {
                for stream in listener.incoming().flatten() {
                    if stop.load(Ordering::SeqCst) {
                        return;
                    }
                    std::thread::spawn(move || while answer(&stream, script).is_some() {});
                }
            }
        });
        Self {
            address,
            stop,
            accepting: Some(accepting),
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

impl Drop for CannedUpstream {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // The loop checks the flag on each connection.
        let _ = TcpStream::connect(self.address);
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
    }
}

/// Answers one request; nothing once the connection is over.
fn answer(mut stream: &TcpStream, script: CannedReplies) -> Option<()> {
    let (first, body) = read(stream)?;
    let (status, body) = if first.starts_with("POST") {
        respond(&body, script)
    } else {
        ("405 Method Not Allowed", String::new())
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).ok()
}

fn read(stream: &TcpStream) -> Option<(String, String)> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|read| *read > 0)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((first, String::from_utf8(body).ok()?))
}

fn respond(body: &str, script: CannedReplies) -> (&'static str, String) {
    let message: Value = serde_json::from_str(body).unwrap_or_default();
    let id = &message["id"];
    if id.is_null() {
        return ("202 Accepted", String::new());
    }
    let result = match message["method"].as_str() {
        Some("initialize") => {
            r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"upstream","version":"1"}}"#
        }
        Some("tools/list") => script.tools,
        Some("tools/call") => script.call,
        Some("ping") => "{}",
        _ => {
            let error = r#""error":{"code":-32601,"message":"no such method"}"#;
            return (
                "200 OK",
                format!(r#"{{"jsonrpc":"2.0","id":{id},{error}}}"#),
            );
        }
    };
    (
        "200 OK",
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
    )
}
