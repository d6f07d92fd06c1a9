//! The local listener for the OAuth callback of the browser.

use std::net::Ipv4Addr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use crate::prelude::*;

/// The path that the browser comes back to.
const PATH: &str = "/callback";

/// The longest head of a request, in bytes.
const LONGEST: usize = 16 * 1024;

/// The timeout for a client's request.
const PATIENCE: Duration = Duration::from_secs(5);

/// A listener on 127.0.0.1.
pub(super) struct CallbackListener {
    listener: TcpListener,
    port: u16,
}

/// The result of the browser's redirect.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AuthorizationReply {
    pub(super) code: String,
    pub(super) state: String,
}

/// The kind of request.
#[derive(Debug, PartialEq, Eq)]
enum CallbackRequest {
    Answer(AuthorizationReply),
    /// The user or the server refused authorization.
    Refused(String),
    /// Any other request, such as for a favicon.
    Other,
}

// === impl CallbackListener ===

impl CallbackListener {
    pub(super) async fn open(port: u16) -> CommandResult<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
        let listener = listener.map_err(|cause| {
            CommandFailure::io(format!("cannot listen on port {port} of 127.0.0.1"), cause)
                .hint("leave out `--port`, or choose another port")
        })?;
        let port = listener
            .local_addr()
            .map_err(|cause| CommandFailure::io("cannot determine the port", cause))?
            .port();
        Ok(Self { listener, port })
    }

    /// The redirect address.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}{PATH}", self.port)
    }

    /// Waits for the browser. Other requests are rejected.
    pub(super) async fn answer(self) -> CommandResult<AuthorizationReply> {
        loop {
            let Ok((mut stream, _)) = self.listener.accept().await else {
                continue;
            };
            let Ok(Some(head)) = tokio::time::timeout(PATIENCE, head(&mut stream)).await else {
                continue;
            };
            let visit = visit(&head, self.port);
            let (status, sentence) = match &visit {
                CallbackRequest::Answer(_) => ("200 OK", "Thank you. You can close this window."),
                CallbackRequest::Refused(_) => (
                    "200 OK",
                    "Access was not approved. You can close this window.",
                ),
                CallbackRequest::Other => ("404 Not Found", "Page not found."),
            };
            reply(&mut stream, status, sentence).await;
            match visit {
                CallbackRequest::Answer(answer) => return Ok(answer),
                CallbackRequest::Refused(reason) => {
                    let sentence = format!("the login was refused: `{}`", one_line(&reason));
                    return Err(CommandFailure::new(sentence));
                }
                CallbackRequest::Other => {}
            }
        }
    }
}

/// The head of a request; none if it is too long or incomplete.
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

/// Classifies a request. Requests with another host name are rejected.
fn visit(head: &str, port: u16) -> CallbackRequest {
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some("GET"), Some(target)) = (words.next(), words.next()) else {
        return CallbackRequest::Other;
    };
    let host = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim())
    });
    let url = Url::parse(&format!("http://127.0.0.1:{port}{target}")).ok();
    let Some(url) = url.filter(|url| url.path() == PATH) else {
        return CallbackRequest::Other;
    };
    if host != Some(format!("127.0.0.1:{port}").as_str()) {
        return CallbackRequest::Other;
    }
    let get = |name: &str| {
        let mut pairs = url.query_pairs();
        let found = pairs.find(|(key, _)| key == name);
        found.map(|(_, value)| value.into_owned())
    };
    match (get("error"), get("code"), get("state")) {
        (Some(error), _, _) => CallbackRequest::Refused(error),
        (None, Some(code), Some(state)) => {
            CallbackRequest::Answer(AuthorizationReply { code, state })
        }
        _ => CallbackRequest::Other,
    }
}

/// Sends a page. A closed connection is ignored.
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
            CallbackRequest::Answer(AuthorizationReply {
                code: code.to_owned(),
                state: state.to_owned(),
            })
        };
        let (here, other) = ("127.0.0.1:7", || CallbackRequest::Other);
        let refused = CallbackRequest::Refused("access_denied".to_owned());
        for (line, host, expect) in [
            (
                "GET /callback?code=a%20b&state=s HTTP/1.1",
                here,
                answer("a b", "s"),
            ),
            (
                "GET /callback?error=access_denied&state=s HTTP/1.1",
                here,
                refused,
            ),
            ("GET /callback?code=a HTTP/1.1", here, other()),
            ("GET /favicon.ico HTTP/1.1", here, other()),
            ("POST /callback?code=a&state=s HTTP/1.1", here, other()),
            (
                "GET /callback?code=a&state=s HTTP/1.1",
                "evil.example:7",
                other(),
            ),
            ("GET http://[ HTTP/1.1", here, other()),
            ("", here, other()),
        ] {
            let head = format!("{line}\r\nHost: {host}\r\n\r\n");
            assert_eq!(visit(&head, 7), expect, "{line} {host}");
        }
    }
}
