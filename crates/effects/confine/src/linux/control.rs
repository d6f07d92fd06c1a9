//! Messages between parent and launcher, over a socket pair.
//!
//! The launcher gets the socket as its standard input, because that is the only way to pass a
//! descriptor to a single child without a race in which others inherit it. The real standard input
//! is sent through the socket, with the order.

use std::io::{self, IoSlice, IoSliceMut, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::plan::ConfinementPlan;

/// The longest message: arguments and environment of a program may be large.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
/// Descriptors that come with one message.
const MOST_DESCRIPTORS: usize = 2;

/// The launcher's order. It is accompanied by the standard input of the program and the socket of
/// the keeper.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LaunchOrder {
    pub(super) program: PathBuf,
    pub(super) args: Vec<String>,
    pub(super) environment: Vec<(String, String)>,
    pub(super) folder: PathBuf,
    pub(super) scratch: PathBuf,
    pub(super) plan: ConfinementPlan,
    /// The process that gave the order.
    pub(super) parent: u32,
    /// How to start the keeper, if the system can scope signals.
    pub(super) keeper: Option<(PathBuf, Vec<String>)>,
}

/// The launcher's reply. After [`Self::Held`] it waits for a [`ListenerTaken`]; if the socket
/// closes after that, the program is running.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum LaunchReply {
    /// The confinement is active. The listener must be taken out of the launcher, because the
    /// filter may already intercept a message that would carry it.
    Held {
        /// Its number in the launcher.
        listener: i32,
    },
    /// It did not succeed.
    Failed {
        /// What failed, and why.
        message: String,
        /// The number of the system's error, if starting the program failed.
        start_error: Option<i32>,
    },
}

/// The parent has taken the listener.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ListenerTaken;

/// Sends a message and descriptors.
pub(super) fn send<T: Serialize>(
    socket: &UnixStream,
    message: &T,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let header = u64::try_from(body.len()).unwrap_or(u64::MAX).to_le_bytes();
    let mut stream = socket;
    if descriptors.is_empty() {
        // Without `sendmsg`, which the filter may intercept on behalf of the recipient of this
        // message.
        stream.write_all(&header)?;
        return stream.write_all(&body);
    }
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !ancillary.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::Error::other("too many descriptors for one message"));
    }
    let slices = [IoSlice::new(&header)];
    let sent = loop {
        match sendmsg(socket, &slices, &mut ancillary, SendFlags::NOSIGNAL) {
            Err(rustix::io::Errno::INTR) => {}
            sent => break sent?,
        }
    };
    stream.write_all(header.get(sent..).unwrap_or_default())?;
    stream.write_all(&body)
}

/// Receives the next message and its descriptors. `None` at the end of the socket.
pub(super) fn receive<T: DeserializeOwned>(
    socket: &UnixStream,
) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut header = [0; 8];
    let mut descriptors = Vec::new();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut slices = [IoSliceMut::new(&mut header)];
    let flags = RecvFlags::CMSG_CLOEXEC;
    // A socket with a time limit is not taken up again by the kernel after a signal.
    let got = loop {
        match recvmsg(socket.as_fd(), &mut slices, &mut ancillary, flags) {
            Err(rustix::io::Errno::INTR) => {}
            received => break received?.bytes,
        }
    };
    if got == 0 {
        return Ok(None);
    }
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            descriptors.extend(received);
        }
    }
    let mut socket = socket;
    socket.read_exact(header.get_mut(got..).unwrap_or_default())?;
    let length = u64::from_le_bytes(header);
    if length > MOST_BYTES {
        return Err(io::Error::other(
            "a message to or from the launcher is too long",
        ));
    }
    let mut body = Vec::new();
    socket.take(length).read_to_end(&mut body)?;
    Ok(Some((serde_json::from_slice(&body)?, descriptors)))
}
