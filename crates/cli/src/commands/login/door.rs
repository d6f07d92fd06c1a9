//! The door on this machine that the browser comes back to.

use std::net::Ipv4Addr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use crate::problems::Failure;
use crate::text;

/// The path that the browser comes back to.
const PATH: &str = "/callback";

/// The longest head of a request, in bytes.
const LONGEST: usize = 16 * 1024;

/// How long a visitor may take to say what they want.
const PATIENCE: Duration = Duration::from_secs(5);

/// A door that is open on 127.0.0.1 only.
pub(super) struct Door {
    listener: TcpListener,
    port: u16,
}

/// What the browser came back with.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) code: String,
    pub(super) state: String,
}

/// What a visitor wants.
#[derive(Debug, PartialEq, Eq)]
enum Visit {
    Answer(Answer),
    /// The person said no, or the server did.
    Refused(String),
    /// Something else, such as the icon of the page.
    Other,
}

// === impl Door ===

impl Door {
    pub(super) async fn open(port: u16) -> Result<Self, Failure> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
        let listener = listener.map_err(|cause| {
            Failure::io(format!("cannot listen on port {port} of 127.0.0.1"), cause)
                .hint("leave `--port` out, or give another")
        })?;
        let port = listener
            .local_addr()
            .map_err(|cause| Failure::io("cannot tell which port is listened on", cause))?
            .port();
        Ok(Self { listener, port })
    }

    /// The address that the browser is to come back to.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}{PATH}", self.port)
    }

    /// Waits for the browser. Whoever else knocks is sent away.
    pub(super) async fn answer(self) -> Result<Answer, Failure> {
        loop {
            let Ok((mut stream, _)) = self.listener.accept().await else {
                continue;
            };
            let Ok(Some(head)) = tokio::time::timeout(PATIENCE, head(&mut stream)).await else {
                continue;
            };
            let visit = visit(&head, self.port);
            let (status, sentence) = match &visit {
                Visit::Answer(_) => ("200 OK", "Thank you. You can close this window."),
                Visit::Refused(_) => ("200 OK", "Nothing was agreed. You can close this window."),
                Visit::Other => ("404 Not Found", "There is nothing here."),
            };
            reply(&mut stream, status, sentence).await;
            match visit {
                Visit::Answer(answer) => return Ok(answer),
                Visit::Refused(reason) => {
                    let sentence = format!("the login was refused: `{}`", text::one_line(&reason));
                    return Err(Failure::new(sentence));
                }
                Visit::Other => {}
            }
        }
    }
}

/// The head of a request; nothing if it is too long or ends before its end.
async fn head(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let mut piece = [0; 2048];
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut piece).await.ok()?;
        if read == 0 || bytes.len() + read > LONGEST {
            return None;
        }
        bytes.extend_from_slice(&piece[..read]);
    }
    String::from_utf8(bytes).ok()
}

/// What a request wants. A page elsewhere that leads a browser here by another name gets nothing.
fn visit(head: &str, port: u16) -> Visit {
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some("GET"), Some(target)) = (words.next(), words.next()) else {
        return Visit::Other;
    };
    let host = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim())
    });
    if host != Some(format!("127.0.0.1:{port}").as_str()) {
        return Visit::Other;
    }
    let Ok(url) = Url::parse(&format!("http://127.0.0.1:{port}{target}")) else {
        return Visit::Other;
    };
    if url.path() != PATH {
        return Visit::Other;
    }
    let get = |name: &str| {
        let mut pairs = url.query_pairs();
        let found = pairs.find(|(key, _)| key == name);
        found.map(|(_, value)| value.into_owned())
    };
    match (get("error"), get("code"), get("state")) {
        (Some(error), _, _) => Visit::Refused(error),
        (None, Some(code), Some(state)) => Visit::Answer(Answer { code, state }),
        _ => Visit::Other,
    }
}

/// Sends a page. The visitor may be gone, which is no matter.
async fn reply(stream: &mut TcpStream, status: &str, sentence: &str) {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Candor</title><p>{sentence}</p></html>\n"
    );
    let reply = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\n\
         content-security-policy: default-src 'none'\r\nreferrer-policy: no-referrer\r\n\
         cache-control: no-store\r\nconnection: close\r\n\r\n{page}",
        page.len()
    );
    let _ = stream.write_all(reply.as_bytes()).await;
    let _ = stream.shutdown().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_browser_that_was_sent_is_heard() {
        let answer = |code: &str, state: &str| {
            Visit::Answer(Answer {
                code: code.to_owned(),
                state: state.to_owned(),
            })
        };
        for (line, host, expect) in [
            (
                "GET /callback?code=a%20b&state=s HTTP/1.1",
                "127.0.0.1:7",
                answer("a b", "s"),
            ),
            (
                "GET /callback?error=access_denied&state=s HTTP/1.1",
                "127.0.0.1:7",
                Visit::Refused("access_denied".to_owned()),
            ),
            ("GET /callback?code=a HTTP/1.1", "127.0.0.1:7", Visit::Other),
            ("GET /favicon.ico HTTP/1.1", "127.0.0.1:7", Visit::Other),
            (
                "POST /callback?code=a&state=s HTTP/1.1",
                "127.0.0.1:7",
                Visit::Other,
            ),
            (
                "GET /callback?code=a&state=s HTTP/1.1",
                "evil.example:7",
                Visit::Other,
            ),
            ("GET http://[ HTTP/1.1", "127.0.0.1:7", Visit::Other),
            ("", "127.0.0.1:7", Visit::Other),
        ] {
            let head = format!("{line}\r\nHost: {host}\r\n\r\n");
            assert_eq!(visit(&head, 7), expect, "{line} {host}");
        }
    }
}
