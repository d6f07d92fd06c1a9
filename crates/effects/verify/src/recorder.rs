//! A local listener: serves a page, and acts as a proxy that records requests without forwarding
//! them.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use candor_verify::ObservedEvent;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The response to every request.
const PAGE: &str = "<!doctype html><html><head><title>A page</title></head><body><h1>A page</h1><p>Hello candor. <a href=\"/more\">More</a></p></body></html>";
/// The maximum number of recorded requests.
const MOST: usize = 1000;

/// The listener; dropped, it ends.
#[derive(Debug)]
pub(crate) struct RequestRecorder {
    address: String,
    seen: Arc<Mutex<Vec<ObservedEvent>>>,
    task: JoinHandle<()>,
}

// === impl RequestRecorder ===

impl RequestRecorder {
    /// Listens on a free port.
    pub(crate) async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let seen: Arc<Mutex<Vec<ObservedEvent>>> = Arc::default();
        let shared = seen.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.clone()));
            }
        });
        Ok(Self {
            address,
            seen,
            task,
        })
    }

    /// The URL it listens on.
    pub(crate) fn url(&self) -> &str {
        &self.address
    }

    /// The requests since the last call.
    pub(crate) fn take(&self) -> Vec<ObservedEvent> {
        std::mem::take(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for RequestRecorder {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, seen: Arc<Mutex<Vec<ObservedEvent>>>) {
    let mut head = Vec::new();
    let mut part = [0; 2048];
    let reading = async {
        while !head.windows(4).any(|four| four == b"\r\n\r\n") && head.len() < 64 << 10 {
            match stream.read(&mut part).await {
                Ok(count @ 1..) => head.extend_from_slice(part.get(..count).unwrap_or_default()),
                _ => return,
            }
        }
    };
    if timeout(Duration::from_secs(10), reading).await.is_err() {
        return;
    }
    let text = String::from_utf8_lossy(&head).into_owned();
    let mut words = text.lines().next().unwrap_or_default().split(' ');
    let (Some(method), Some(url)) = (words.next(), words.next()) else {
        return;
    };
    let is_local = url.starts_with('/');
    note(
        &seen,
        ObservedEvent::Request {
            method: method.to_owned(),
            url: url.to_owned(),
            is_local,
            status: None,
        },
    );
    let answer = if is_local {
        format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{PAGE}",
            PAGE.len()
        )
    } else {
        "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_owned()
    };
    // A client that has gone needs no answer.
    let _ = stream.write_all(answer.as_bytes()).await;
}

fn note(seen: &Mutex<Vec<ObservedEvent>>, event: ObservedEvent) {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    if seen.len() < MOST {
        seen.push(event);
    }
}
