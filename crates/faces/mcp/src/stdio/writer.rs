//! The only task that writes lines, so that lines are never interleaved.

use std::io;

use bytes::{Bytes, BytesMut};
use candor_wire::line;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

/// How many bytes of lines are collected before writing.
const CHUNK: usize = 64 * 1024;

/// Writes messages until all senders are dropped. A client that no longer reads is not an error: it
/// has disconnected.
pub(super) async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut messages: mpsc::Receiver<Bytes>,
) -> io::Result<()> {
    let mut buffer = BytesMut::new();
    while let Some(message) = messages.recv().await {
        line::append(&mut buffer, &message);
        while buffer.len() < CHUNK
            && let Ok(message) = messages.try_recv()
        {
            line::append(&mut buffer, &message);
        }
        if let Err(error) = flush(&mut output, &buffer).await {
            return if error.kind() == io::ErrorKind::BrokenPipe {
                Ok(())
            } else {
                Err(error)
            };
        }
        buffer.clear();
    }
    Ok(())
}

async fn flush(output: &mut (impl AsyncWrite + Unpin), lines: &[u8]) -> io::Result<()> {
    output.write_all(lines).await?;
    output.flush().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_message_is_one_line() {
        let (out, outbox) = mpsc::channel(4);
        for message in ["{}", "{\n\"a\": 1}"] {
            out.send(Bytes::from_static(message.as_bytes()))
                .await
                .expect("an open channel");
        }
        drop(out);
        let mut written = Vec::new();
        write(&mut written, outbox)
            .await
            .expect("a vector takes everything");
        assert_eq!(String::from_utf8_lossy(&written), "{}\n{ \"a\": 1}\n");
    }

    #[tokio::test]
    async fn a_client_that_stopped_reading_is_no_error() {
        let (near, far) = tokio::io::duplex(16);
        drop(far);
        let (out, outbox) = mpsc::channel(4);
        out.send(Bytes::from_static(b"{}"))
            .await
            .expect("an open channel");
        assert!(write(near, outbox).await.is_ok());
        assert!(out.is_closed());
    }
}
