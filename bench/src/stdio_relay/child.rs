//! The program behind the relay: lines in, lines out, and who waits for which.

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, BufWriter};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

/// How much is read from the program at once.
const READ_ROOM: usize = 1 << 16;

/// Requests that wait for their answer, by the id as it is written.
type WaitingRequests = Arc<Mutex<Waiting>>;

#[derive(Debug, Default)]
struct Waiting {
    by_id: HashMap<Box<[u8]>, oneshot::Sender<Bytes>>,
    /// Set when the program's output has ended, so that nothing waits forever.
    ended: bool,
}

#[derive(Deserialize)]
struct MessageId<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// A running program. Dropping it ends it.
#[derive(Debug)]
pub(super) struct RelayedChild {
    lines: mpsc::UnboundedSender<Bytes>,
    waiting: WaitingRequests,
    _process: Child,
    _tasks: JoinSet<()>,
}

/// The id of a message as it is written; none in a notification.
pub(super) fn read_id(message: &[u8]) -> serde_json::Result<Option<Box<[u8]>>> {
    let message: MessageId = serde_json::from_slice(message)?;
    Ok(message.id.map(|id| id.get().as_bytes().into()))
}

// === impl RelayedChild ===

impl RelayedChild {
    /// Starts a program; the first word names it.
    pub(super) fn start(command: &[String]) -> Result<Self> {
        let (program, arguments) = command.split_first().context("there is no command")?;
        let mut command = Command::new(program);
        command.args(arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let process = command.spawn();
        let mut process = process.with_context(|| format!("cannot start `{program}`"))?;
        let input = process.stdin.take().context("the program has no input")?;
        let output = process.stdout.take().context("the program has no output")?;
        let (lines, queue) = mpsc::unbounded_channel();
        let waiting = WaitingRequests::default();
        let mut tasks = JoinSet::new();
        tasks.spawn(write(input, queue));
        tasks.spawn(read(output, waiting.clone()));
        Ok(Self {
            lines,
            waiting,
            _process: process,
            _tasks: tasks,
        })
    }

    /// Sends a line that has no answer.
    pub(super) fn tell(&self, line: Bytes) {
        // A program that has ended hears nothing, and no answer is expected.
        let _ = self.lines.send(line);
    }

    /// Sends a line and waits for the one with the same id; nothing if the program ends first.
    pub(super) async fn ask(&self, id: Box<[u8]>, line: Bytes) -> Option<Bytes> {
        let (sender, answer) = oneshot::channel();
        {
            let mut waiting = lock(&self.waiting);
            if waiting.ended {
                return None;
            }
            waiting.by_id.insert(id, sender);
        }
        self.tell(line);
        answer.await.ok()
    }
}

/// Writes lines; those that have come meanwhile go out with one write.
async fn write(input: ChildStdin, mut queue: mpsc::UnboundedReceiver<Bytes>) {
    let mut input = BufWriter::with_capacity(READ_ROOM, input);
    while let Some(line) = queue.recv().await {
        let mut next = Some(line);
        while let Some(line) = next {
            let written = async {
                input.write_all(&line).await?;
                input.write_all(b"\n").await
            };
            if written.await.is_err() {
                return;
            }
            next = queue.try_recv().ok();
        }
        if input.flush().await.is_err() {
            return;
        }
    }
}

async fn read(output: ChildStdout, waiting: WaitingRequests) {
    let mut lines = BufReader::with_capacity(READ_ROOM, output).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        // What is no answer is dropped: this relay serves nothing but answers.
        if let Ok(Some(id)) = read_id(&line)
            && let Some(sender) = lock(&waiting).by_id.remove(&id)
        {
            // The client may have gone.
            let _ = sender.send(line.into());
        }
    }
    let mut waiting = lock(&waiting);
    waiting.ended = true;
    waiting.by_id.clear();
}

fn lock(waiting: &WaitingRequests) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(script: &str) -> RelayedChild {
        RelayedChild::start(&["sh", "-c", script].map(str::to_owned)).unwrap()
    }

    async fn ask(child: &RelayedChild, message: &'static str) -> Option<Bytes> {
        let id = read_id(message.as_bytes()).unwrap().unwrap();
        child.ask(id, Bytes::from(message)).await
    }

    #[tokio::test]
    async fn answers_find_the_request_with_their_id() {
        // Both lines come back in the other order, after one that answers nothing.
        let child = child("read -r a; read -r b; echo hello; echo \"$b\"; echo \"$a\"");
        let (one, two) = (r#"{"id":1,"of":"one"}"#, r#"{"id":"1","of":"two"}"#);
        let said = tokio::join!(ask(&child, one), ask(&child, two));
        assert_eq!(said, (Some(one.into()), Some(two.into())));
    }

    #[tokio::test]
    async fn nobody_waits_for_a_program_that_has_ended() {
        let child = child("read -r line");
        assert_eq!(ask(&child, r#"{"id":1}"#).await, None);
        assert_eq!(ask(&child, r#"{"id":2}"#).await, None);
    }

    #[test]
    fn a_notification_has_no_id() {
        assert_eq!(read_id(br#"{"method":"x"}"#).unwrap(), None);
        assert!(read_id(b"hello").is_err());
    }

    #[test]
    fn a_missing_program_is_said() {
        let error = RelayedChild::start(&["nowhere/program".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("`nowhere/program`"), "{error}");
    }
}
