//! Connections made by the supervisor on behalf of the program.

use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::net::SocketAddrUnix;

use super::super::kernel::{CallAnswer, Notification};
use super::address::{MOST_BYTES, PeerAddress};
use super::calling_process::CallingProcess;
use super::target::small;
use super::{CallFinding, Supervisor, paths};
use crate::{ConnectRule, ConnectTarget, ObservedAction, ObservedTarget};

/// The maximum number of pending connections of all programs.
const MOST_WAITING: usize = 256;

static WAITING: AtomicUsize = AtomicUsize::new(0);

/// A pending connection.
struct WaitingPlace;

// === impl WaitingPlace ===

impl WaitingPlace {
    fn take() -> Option<Self> {
        let place = Self;
        (WAITING.fetch_add(1, Ordering::Relaxed) < MOST_WAITING).then_some(place)
    }
}

impl Drop for WaitingPlace {
    fn drop(&mut self) {
        WAITING.fetch_sub(1, Ordering::Relaxed);
    }
}

// === impl Supervisor ===

impl Supervisor {
    /// Connects in a thread of its own, as it can take as long as the other side likes.
    pub(super) fn connect_apart(self: &Arc<Self>, call: Notification, process: CallingProcess) {
        let supervisor = self.clone();
        let Some(place) = WaitingPlace::take() else {
            return self.respond(&call, CallAnswer::Fail(libc::EAGAIN));
        };
        let thread = thread::Builder::new().name("candor-connect".to_owned());
        let started = thread.spawn(move || {
            let finding = supervisor.connect(&call, &process);
            supervisor.finish(&call, &process, finding);
            drop(place);
        });
        if started.is_err() {
            self.respond(&call, CallAnswer::Fail(libc::EAGAIN));
        }
    }

    fn connect(&self, call: &Notification, process: &CallingProcess) -> CallFinding {
        let [descriptor, place, length, ..] = call.args;
        let length = usize::try_from(length).unwrap_or(0).min(MOST_BYTES);
        let address = process.bytes(place, length);
        let Some(address) = address.and_then(|bytes| PeerAddress::read(&bytes)) else {
            return refused(ObservedTarget::Unknown, libc::EINVAL);
        };
        let target = ObservedTarget::Address(address.to_string());
        let socket = process.duplicate(small(descriptor));
        // The process id may have been reused.
        let waits = super::kernel::still_waits(&self.listener, call.id);
        let Some(socket) = socket.ok().filter(|_| waits && process.is_our_user()) else {
            return refused(target, libc::EACCES);
        };
        match self.connect_to(process, &socket, address) {
            Connected::Refused => refused(target, libc::EACCES),
            Connected::Tried(result) => CallFinding {
                action: ObservedAction::Connect,
                target,
                allowed: true,
                answer: answer(result),
            },
        }
    }

    fn connect_to(
        &self,
        process: &CallingProcess,
        socket: &OwnedFd,
        address: PeerAddress,
    ) -> Connected {
        match address {
            PeerAddress::Network(address) => {
                let to = match &self.plan.connect {
                    ConnectRule::Anywhere => Some(address),
                    ConnectRule::Only(_) => self.names.destination(address),
                };
                to.map_or(Connected::Refused, |to| {
                    Connected::Tried(rustix::net::connect(socket, &to))
                })
            }
            PeerAddress::UnixPath(path) => self.connect_to_path(process, socket, &path),
            PeerAddress::Unspecified => Connected::Tried(rustix::net::connect_unspec(socket)),
            PeerAddress::UnixAbstract(_) | PeerAddress::Other(_) => Connected::Refused,
        }
    }

    /// Connects to the socket that was checked, even if its path now refers to something else.
    fn connect_to_path(
        &self,
        process: &CallingProcess,
        socket: &OwnedFd,
        path: &Path,
    ) -> Connected {
        let Some(path) = paths::absolute(process, None, path) else {
            return Connected::Refused;
        };
        let found = match openat(CWD, &path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) {
            Ok(found) => found,
            Err(cause) => return Connected::Tried(Err(cause)),
        };
        let link = format!("/proc/self/fd/{}", found.as_fd().as_raw_fd());
        let real = std::fs::read_link(&link).unwrap_or_default();
        if !self.allows_path(&real) {
            return Connected::Refused;
        }
        let address = SocketAddrUnix::new(link.as_str());
        Connected::Tried(address.and_then(|address| rustix::net::connect(socket, &address)))
    }

    fn allows_path(&self, path: &PathBuf) -> bool {
        if self.plan.grants.access(path).write {
            return true;
        }
        match &self.plan.connect {
            ConnectRule::Anywhere => false,
            ConnectRule::Only(targets) => targets.iter().any(|target| {
                matches!(target, ConnectTarget::UnixPath(own) if own.canonicalize().is_ok_and(|own| own == *path))
            }),
        }
    }
}

enum Connected {
    Refused,
    Tried(rustix::io::Result<()>),
}

fn refused(target: ObservedTarget, error: i32) -> CallFinding {
    CallFinding {
        action: ObservedAction::Connect,
        target,
        allowed: false,
        answer: CallAnswer::Fail(error),
    }
}

pub(super) fn answer(result: rustix::io::Result<()>) -> CallAnswer {
    match result {
        Ok(()) => CallAnswer::Done,
        Err(cause) => CallAnswer::Fail(cause.raw_os_error()),
    }
}
