//! MCP over stdio: one client, one message per line.

mod connection;
mod writer;

use std::io;
use std::time::Duration;

use bytes::Bytes;
use candor_boxed::boxed;
use candor_gateway::{Endpoint, Gateway};
use candor_wire::line::{LineReader, ReadLine};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::refusal::TransportRefusal;
use connection::StdioConnection;

/// The capacity of the queue of outgoing messages.
const OUTBOX: usize = 256;
/// How long calls may continue after the client has closed its input.
const DRAIN: Duration = Duration::from_secs(30);
/// How long cancelled calls may take to end.
const CANCEL: Duration = Duration::from_secs(2);

/// Serves the client at the other end of two pipes, at one endpoint, until it closes its side or
/// `shutdown` is cancelled. Calls in flight are finished, for up to half a minute.
#[boxed]
pub async fn serve_stdio(
    gateway: Gateway,
    endpoint: Endpoint,
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
    shutdown: CancellationToken,
) -> io::Result<()> {
    let limit = gateway.limits().request_body;
    let (out, outbox) = mpsc::channel(OUTBOX);
    let mut writer = tokio::spawn(writer::write(output, outbox));
    let mut connection = StdioConnection::new(gateway, endpoint, out.clone());
    let mut lines = LineReader::new(input, limit);
    let read = loop {
        tokio::select! {
            biased;
            () = shutdown.cancelled() => break Ok(()),
            () = out.closed() => break Ok(()),
            line = lines.next() => match line {
                Ok(Some(ReadLine::Whole(line))) => connection.take(line).await,
                Ok(Some(ReadLine::Oversize(_))) => connection.say(refused(&TransportRefusal::TooLarge { limit })).await,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            },
        }
    };
    connection.close(DRAIN, CANCEL).await;
    drop(out);
    // A client that does not read its last lines is not awaited.
    let Ok(written) = tokio::time::timeout(CANCEL, &mut writer).await else {
        writer.abort();
        return read;
    };
    read.and(written.map_err(io::Error::other)?)
}

/// The line that reports an error in one of the client's lines.
fn refused(refusal: &TransportRefusal) -> Bytes {
    refusal.error().response(refusal.id())
}
