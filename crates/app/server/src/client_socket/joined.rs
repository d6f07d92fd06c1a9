//! The client's end of the socket.

use std::io;
use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use candor_boxed::boxed;
use candor_gateway::{Endpoint, UnknownEndpoint};
use candor_model::Secret;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, copy};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::FILE;
use super::greeting::{ClientGreeting, GatewayAnswer, read_line};

/// How long the gateway may take to answer the greeting.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// A gateway that has accepted a client.
pub struct JoinedGateway {
    from: BufReader<OwnedReadHalf>,
    to: OwnedWriteHalf,
}

/// Why the gateway does not serve a client.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// It cannot be reached over the socket.
    #[error("the running gateway cannot be reached: {0}")]
    Unreachable(#[from] io::Error),
    /// It runs in transparent mode for another source, or the client requests another one.
    #[error("the running gateway serves something else")]
    ServesOther,
    /// It has no such endpoint.
    #[error(transparent)]
    UnknownEndpoint(UnknownEndpoint),
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversationEnd {
    /// The client has sent everything and received all replies.
    Finished,
    /// The gateway went away before.
    GatewayGone,
}

// === impl JoinedGateway ===

impl JoinedGateway {
    /// Asks the gateway of a data directory to serve a client as the owner, at this endpoint.
    /// `transparent` names the source for transparent mode.
    #[boxed]
    pub async fn join(
        data: &Path,
        secret: Secret<String>,
        endpoint: Endpoint,
        transparent: Option<String>,
    ) -> Result<Self, JoinError> {
        let (from, mut to) = UnixStream::connect(data.join(FILE)).await?.into_split();
        let greeting = ClientGreeting {
            secret,
            endpoint: endpoint.clone(),
            transparent,
        };
        to.write_all(&greeting.line()).await?;
        let mut from = BufReader::new(from);
        let answer = timeout(ANSWER_TIME, read_line(&mut from)).await;
        let unknown = match GatewayAnswer::of(&answer.map_err(io::Error::from)??)? {
            GatewayAnswer::Accepted => return Ok(Self { from, to }),
            GatewayAnswer::ServesOther => None,
            GatewayAnswer::UnknownToolset => endpoint.toolset.map(UnknownEndpoint::Toolset),
            GatewayAnswer::UnknownEnvironment => {
                endpoint.environment.map(UnknownEndpoint::Environment)
            }
        };
        Err(unknown.map_or(JoinError::ServesOther, JoinError::UnknownEndpoint))
    }

    /// Relays messages in both directions until both ends are done. Cancelling `shutdown` counts as
    /// the end of the client's input.
    #[boxed]
    pub async fn relay(
        self,
        mut input: impl AsyncRead + Unpin + Send + 'static,
        mut output: impl AsyncWrite + Unpin + Send + 'static,
        shutdown: CancellationToken,
    ) -> io::Result<ConversationEnd> {
        let Self { mut from, mut to } = self;
        let mut is_said = false;
        let mut saying = pin!(async {
            let said = copy(&mut input, &mut to);
            let said = shutdown.run_until_cancelled(said).await;
            to.shutdown().await?;
            said.transpose()
        });
        let mut hearing = pin!(copy(&mut from, &mut output));
        loop {
            tokio::select! {
                said = &mut saying, if !is_said => {
                    is_said = true;
                    // A lost gateway is detected below.
                    if let Err(error) = said {
                        tracing::debug!(%error, "The gateway takes no more");
                    }
                }
                heard = &mut hearing => {
                    heard?;
                    return Ok(if is_said { ConversationEnd::Finished } else { ConversationEnd::GatewayGone });
                }
            }
        }
    }
}
