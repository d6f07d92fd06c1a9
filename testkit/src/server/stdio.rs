//! Newline-delimited JSON on standard input and output.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Stdout};

use super::ScriptedServer;
use super::outlet::OutgoingFrame;
use super::session::ClientSession;
use super::sse::deal;
use crate::rpc;

/// How long pending requests may continue after the end of input.
const GRACE: Duration = Duration::from_secs(1);

/// How long a process with a closed input stays alive.
const LINGER: Duration = Duration::from_mins(1);

/// Serves until the input ends.
pub(crate) async fn serve(server: Arc<ScriptedServer>) -> io::Result<()> {
    let session = ClientSession::new();
    server.keep(&session);
    let writer = tokio::spawn(write(Arc::clone(&session)));
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        if line.trim().is_empty() {
            continue;
        }
        server.record.message(None, &line);
        match rpc::parse(&line) {
            Ok(incoming) => deal(&server, &session, incoming),
            Err(refused) => session.outlet.message(refused.body()),
        }
    }
    session.work.close();
    tokio::time::timeout(GRACE, session.work.wait()).await.ok();
    session.ended.cancel();
    writer.await.unwrap_or(Ok(()))
}

async fn write(session: Arc<ClientSession>) -> io::Result<()> {
    let mut output = tokio::io::stdout();
    let mut frames = session.inbox.lock().await;
    loop {
        let frame = tokio::select! {
            biased;
            Some(frame) = frames.recv() => frame,
            () = session.ended.cancelled() => return output.flush().await,
        };
        match frame {
            OutgoingFrame::Message(body) | OutgoingFrame::Last { body, .. } => {
                write_line(&mut output, &body).await?;
            }
            OutgoingFrame::CloseStdin => return Err(linger()),
            OutgoingFrame::Pause => {}
        }
    }
}

async fn write_line(output: &mut Stdout, body: &str) -> io::Result<()> {
    output.write_all(body.as_bytes()).await?;
    output.write_all(b"\n").await?;
    output.flush().await
}

/// Replaces the process by one that reads no input, writes nothing and stays alive for a while.
/// This closes the input: the old process's end of the pipe is gone.
fn linger() -> io::Error {
    match std::env::current_exe() {
        Ok(exe) => {
            let seconds = LINGER.as_secs().to_string();
            Command::new(exe)
                .args(["linger", &seconds])
                .stdin(Stdio::null())
                .exec()
        }
        Err(error) => error,
    }
}
