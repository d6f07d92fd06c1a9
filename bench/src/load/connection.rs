//! One keep-alive HTTP/1.1 connection, driven by the task that uses it.
//!
//! hyper wants its connection polled by someone. Doing that in the task of the client, rather than
//! in a task of its own, spares two wake-ups a call: the generator shares the machine with what it
//! measures and must be light.

use std::pin::{Pin, pin};

use anyhow::{Context, Result};
use bytes::Bytes;
use http::uri::Authority;
use http::{Request, response};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

type ConnectionDriver = http1::Connection<TokioIo<TcpStream>, Full<Bytes>>;

/// An open connection and the last body that came over it.
#[derive(Debug)]
pub(crate) struct KeepAliveConnection {
    sender: SendRequest<Full<Bytes>>,
    driver: Pin<Box<ConnectionDriver>>,
    closed: bool,
    /// The last body; kept so that its memory is used again.
    pub(crate) body: Vec<u8>,
}

impl KeepAliveConnection {
    /// Connects to `host:port`.
    pub(crate) async fn open(authority: &Authority) -> Result<Self> {
        let host = authority.host().trim_matches(['[', ']']);
        let address = (host, authority.port_u16().unwrap_or(80));
        let stream = TcpStream::connect(address).await;
        let stream = stream.with_context(|| format!("cannot connect to `{authority}`"))?;
        stream.set_nodelay(true)?;
        let (sender, driver) = http1::handshake(TokioIo::new(stream)).await?;
        Ok(Self {
            sender,
            driver: Box::pin(driver),
            closed: false,
            body: Vec::new(),
        })
    }

    /// Sends a request and reads the whole answer; the body is then in `self.body`.
    pub(crate) async fn exchange(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<response::Parts> {
        let Self {
            sender,
            driver,
            closed,
            body,
        } = self;
        let mut answer = pin!(async move {
            sender.ready().await?;
            let (parts, mut incoming) = sender.send_request(request).await?.into_parts();
            body.clear();
            while let Some(frame) = incoming.frame().await {
                if let Some(data) = frame?.data_ref() {
                    body.extend_from_slice(data);
                }
            }
            Ok(parts)
        });
        if !*closed {
            tokio::select! {
                biased;
                // The connection can end with the answer already delivered, so it is still read.
                _ = driver.as_mut() => *closed = true,
                answer = &mut answer => return answer,
            }
        }
        answer.await
    }
}
