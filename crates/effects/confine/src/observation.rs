//! Observations of a program.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

/// The number of buffered observations. Further ones are only counted.
const CAPACITY: usize = 4096;

/// One attempt of an observed program to change, reach or start something.
///
/// Evidence, not enforcement: data read from a running program's memory can be changed by another
/// of its threads before the kernel reads it. Denials are enforced by the kernel with rules that do
/// not depend on this data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// What the program tried.
    pub action: ObservedAction,
    /// The path or address that it tried it on.
    pub target: ObservedTarget,
    /// The process that tried it.
    pub process: u32,
    /// The program that the process runs.
    pub program: String,
    /// Whether it was allowed. An allowed attempt can still fail, for example because a file is
    /// missing.
    pub allowed: bool,
}

/// The attempted action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObservedAction {
    /// To open a file for reading, or a folder.
    Read,
    /// To open a file for writing that must be there.
    Write,
    /// To open a file for writing, and to make it if it is not there.
    Create,
    /// To cut a file short, or to empty it while opening it.
    Truncate,
    /// To remove a file or a folder.
    Delete,
    /// To give a file another name.
    Rename,
    /// To make a folder.
    MakeFolder,
    /// To make a hard or symbolic link.
    Link,
    /// To make a device, a pipe or a socket in the file system.
    MakeNode,
    /// To change permissions, owner, times or attributes.
    ChangeMetadata,
    /// To connect to an address.
    Connect,
    /// To send a datagram.
    Send,
    /// To take an address of its own.
    Bind,
    /// To start a program.
    Run,
}

/// The target of an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObservedTarget {
    /// A path, as far as possible without links.
    Path(PathBuf),
    /// From one path to another.
    Paths {
        /// The original path; for a symbolic link, its text.
        from: PathBuf,
        /// The new name.
        to: PathBuf,
    },
    /// An address with its port, `unix:` and a path, or the name of another kind of address.
    Address(String),
    /// It could not be read.
    Unknown,
}

/// A stream of a program's observations.
#[derive(Debug)]
pub struct Observations {
    receiver: mpsc::Receiver<(Instant, Observation)>,
    missed: Arc<AtomicU64>,
}

/// The other end of it.
#[derive(Clone, Debug)]
pub(crate) struct ObservationSender {
    sender: mpsc::Sender<(Instant, Observation)>,
    missed: Arc<AtomicU64>,
}

// === impl Observations ===

impl Observations {
    /// A sender and the observations that arrive through it.
    pub(crate) fn channel() -> (ObservationSender, Self) {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        let missed = Arc::new(AtomicU64::new(0));
        let ours = Self {
            receiver,
            missed: missed.clone(),
        };
        (ObservationSender { sender, missed }, ours)
    }

    /// The next one; none when the program and everything that it started is gone.
    pub async fn next(&mut self) -> Option<Observation> {
        self.receiver.recv().await.map(|(_, seen)| seen)
    }

    /// The next one, if it is there already.
    pub fn try_next(&mut self) -> Option<Observation> {
        self.try_next_with_time().map(|(_, seen)| seen)
    }

    /// The next one, if it is there already, and when it was tried. What a program tried before it
    /// wrote something is there when that is read: the program waits until it is handed over.
    pub fn try_next_with_time(&mut self) -> Option<(Instant, Observation)> {
        self.receiver.try_recv().ok()
    }

    /// The next observation and its time, for callers that share the stream and cannot hold it
    /// while waiting.
    pub fn poll_next_with_time(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<(Instant, Observation)>> {
        self.receiver.poll_recv(context)
    }

    /// How many were dropped because the reader was too slow.
    pub fn missed(&self) -> u64 {
        self.missed.load(Ordering::Relaxed)
    }
}

// === impl ObservationSender ===

impl ObservationSender {
    /// Sends an observation, or counts it as dropped.
    pub(crate) fn send(&self, observation: Observation) {
        if let Err(mpsc::error::TrySendError::Full(_)) =
            self.sender.try_send((Instant::now(), observation))
        {
            self.missed.fetch_add(1, Ordering::Relaxed);
        }
    }
}

// === impl ObservedAction ===

impl ObservedAction {
    /// Whether it changes something on the disk.
    pub fn changes_files(self) -> bool {
        !matches!(
            self,
            Self::Read | Self::Connect | Self::Send | Self::Bind | Self::Run
        )
    }
}

impl fmt::Display for ObservedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Create => "create",
            Self::Truncate => "truncate",
            Self::Delete => "delete",
            Self::Rename => "rename",
            Self::MakeFolder => "make folder",
            Self::Link => "link",
            Self::MakeNode => "make node",
            Self::ChangeMetadata => "change metadata of",
            Self::Connect => "connect to",
            Self::Send => "send to",
            Self::Bind => "listen on",
            Self::Run => "run",
        })
    }
}

// === impl ObservedTarget ===

impl fmt::Display for ObservedTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => write!(f, "`{}`", path.display()),
            Self::Paths { from, to } => write!(f, "`{}` to `{}`", from.display(), to.display()),
            Self::Address(address) => write!(f, "`{address}`"),
            Self::Unknown => f.write_str("something that could not be read"),
        }
    }
}
