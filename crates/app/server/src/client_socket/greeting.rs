//! The greeting on the socket: one line of JSON in each direction.

use std::io;

use candor_gateway::Endpoint;
use candor_model::{Secret, ToolsetName};
use serde_json::{Value, json};
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _};

/// The most bytes of a line.
const LONGEST: u64 = 8 << 10;

/// The client's greeting.
pub(super) struct ClientGreeting {
    /// The owner's secret, which proves that the client may read the data directory.
    pub(super) secret: Secret<String>,
    /// The endpoint that the client requests.
    pub(super) endpoint: Endpoint,
    /// The source for transparent mode, if requested.
    pub(super) transparent: Option<String>,
}

/// Whether the client is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GatewayAnswer {
    /// The client is served. The protocol follows.
    Accepted,
    /// The gateway serves a different configuration.
    ServesOther,
    /// There is no such toolset.
    UnknownToolset,
    /// There is no such environment.
    UnknownEnvironment,
}

/// Reads a line of untrusted input.
pub(super) async fn read_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Value> {
    let mut line = Vec::new();
    input.take(LONGEST).read_until(b'\n', &mut line).await?;
    if !line.ends_with(b"\n") {
        return Err(unreadable());
    }
    serde_json::from_slice(&line).map_err(|_| unreadable())
}

fn unreadable() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "the first line cannot be understood",
    )
}

fn line(value: &Value) -> Vec<u8> {
    let mut line = value.to_string().into_bytes();
    line.push(b'\n');
    line
}

// === impl ClientGreeting ===

impl ClientGreeting {
    pub(super) fn line(&self) -> Vec<u8> {
        let Endpoint {
            toolset,
            environment,
        } = &self.endpoint;
        let toolset = toolset.as_ref().map(ToolsetName::as_str);
        let environment = environment.as_ref().map(|name| format!("@{name}"));
        line(&json!({
            "secret": self.secret.expose(),
            "endpoint": format!("{}{}", toolset.unwrap_or_default(), environment.unwrap_or_default()),
            "transparent": self.transparent,
        }))
    }

    pub(super) fn of(value: &Value) -> io::Result<Self> {
        let text = |key: &str| value[key].as_str();
        let endpoint = text("endpoint").and_then(|text| Endpoint::parse(text).ok());
        Ok(Self {
            secret: Secret::new(text("secret").ok_or_else(unreadable)?.to_owned()),
            endpoint: endpoint.ok_or_else(unreadable)?,
            transparent: text("transparent").map(str::to_owned),
        })
    }
}

// === impl GatewayAnswer ===

impl GatewayAnswer {
    const ALL: [(Self, &str); 4] = [
        (Self::Accepted, "accepted"),
        (Self::ServesOther, "serves_other"),
        (Self::UnknownToolset, "unknown_toolset"),
        (Self::UnknownEnvironment, "unknown_environment"),
    ];

    pub(super) fn line(self) -> Vec<u8> {
        let mut all = Self::ALL.iter();
        let word = all.find_map(|(answer, word)| (*answer == self).then_some(*word));
        line(&json!({"answer": word}))
    }

    pub(super) fn of(value: &Value) -> io::Result<Self> {
        let said = value["answer"].as_str();
        let mut all = Self::ALL.into_iter();
        let found = all.find_map(|(answer, word)| (said == Some(word)).then_some(answer));
        found.ok_or_else(unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &str) -> io::Result<Value> {
        read_line(&mut text.as_bytes()).await
    }

    #[tokio::test]
    async fn a_greeting_arrives_as_it_was_sent() {
        for (endpoint, transparent) in [("", None), ("reading@prod", Some("shop")), ("@dev", None)]
        {
            let sent = ClientGreeting {
                secret: Secret::new("candor_owner_x".to_owned()),
                endpoint: Endpoint::parse(endpoint).expect("an endpoint"),
                transparent: transparent.map(str::to_owned),
            };
            let mut line = sent.line();
            line.extend_from_slice(b"what follows");
            let mut input = &*line;
            let value = read_line(&mut input).await.expect("a line");
            let got = ClientGreeting::of(&value).expect("a greeting");
            assert!(got.secret == sent.secret && got.endpoint == sent.endpoint);
            assert_eq!(got.transparent, sent.transparent);
            assert_eq!(input, b"what follows");
        }
    }

    #[tokio::test]
    async fn so_does_an_answer() {
        for (sent, _) in GatewayAnswer::ALL {
            let value = read_line(&mut &*sent.line()).await.expect("a line");
            assert_eq!(GatewayAnswer::of(&value).expect("an answer"), sent);
        }
    }

    #[tokio::test]
    async fn what_is_no_greeting_is_refused() {
        for text in ["", "{}", "nonsense\n", "{\"secret\":\"a\""] {
            assert!(read(text).await.is_err(), "{text}");
        }
        assert!(read(&format!("\"{}\"\n", "a".repeat(9_000))).await.is_err());
        for text in [
            "[]\n",
            "{}\n",
            "{\"secret\":1,\"endpoint\":\"\"}\n",
            "{\"secret\":\"a\"}\n",
            "{\"secret\":\"a\",\"endpoint\":\"A/B\"}\n",
        ] {
            let value = read(text).await.expect("a line");
            assert!(ClientGreeting::of(&value).is_err(), "{text}");
        }
        assert!(GatewayAnswer::of(&read("{}\n").await.expect("a line")).is_err());
    }
}
