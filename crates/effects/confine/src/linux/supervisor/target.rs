//! The subject of a call, from its arguments.

use std::path::PathBuf;

use super::super::calls::{CallShape, MetadataPlace, OpenFlags, PathArgument};
use super::super::kernel::Notification;
use super::address::{MOST_BYTES, PeerAddress};
use super::calling_process::CallingProcess;
use super::{message, paths};
use crate::{ObservedAction, ObservedTarget};

/// The action and target of a call.
pub(super) fn read_target(
    call: &Notification,
    process: &CallingProcess,
    shape: CallShape,
) -> (ObservedAction, ObservedTarget) {
    let reader = TargetReader { call, process };
    match shape {
        CallShape::Open {
            folder,
            path,
            flags,
        } => reader.open(PathArgument { folder, path }, flags),
        CallShape::Delete(path) => (ObservedAction::Delete, reader.path(path, false)),
        CallShape::MakeFolder(path) => (ObservedAction::MakeFolder, reader.path(path, false)),
        CallShape::MakeNode(path) => (ObservedAction::MakeNode, reader.path(path, false)),
        CallShape::Truncate(path) => (ObservedAction::Truncate, reader.path(path, true)),
        CallShape::Run(path) => (ObservedAction::Run, reader.path(path, true)),
        CallShape::Rename(from, to) => (ObservedAction::Rename, reader.paths(from, to)),
        CallShape::Link(from, to) => (ObservedAction::Link, reader.paths(from, to)),
        CallShape::Symlink(text, to) => (ObservedAction::Link, reader.symlink(text, to)),
        CallShape::Metadata(change) => (ObservedAction::ChangeMetadata, reader.place(change.place)),
        CallShape::Attribute(place) => (ObservedAction::ChangeMetadata, reader.place(place)),
        CallShape::Connect => (ObservedAction::Connect, reader.address(1, 2)),
        CallShape::Bind => (ObservedAction::Bind, reader.address(1, 2)),
        CallShape::SendTo => (ObservedAction::Send, reader.address(4, 5)),
        CallShape::SendMessage => (ObservedAction::Send, message::receiver(call, process)),
    }
}

struct TargetReader<'a> {
    call: &'a Notification,
    process: &'a CallingProcess,
}

/// A number in the place of a descriptor or of flags, of which the kernel reads the lower half.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the kernel reads the lower half only"
)]
pub(super) fn small(argument: u64) -> i32 {
    (argument as u32).cast_signed()
}

// === impl TargetReader ===

impl TargetReader<'_> {
    fn arg(&self, place: usize) -> u64 {
        self.call.args.get(place).copied().unwrap_or_default()
    }

    fn open(&self, path: PathArgument, flags: OpenFlags) -> (ObservedAction, ObservedTarget) {
        let flags = match flags {
            OpenFlags::Argument(place) => small(self.arg(place)),
            OpenFlags::Create => libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC,
            OpenFlags::Memory(place) => {
                let bytes = self.process.exact_bytes(self.arg(place));
                bytes.map_or(0, |bytes| small(u64::from_ne_bytes(bytes)))
            }
        };
        let target = self.path(path, flags & libc::O_NOFOLLOW == 0);
        (open_action(flags), target)
    }

    /// The path of an argument, from the root and without links.
    fn resolve(&self, at: PathArgument, follow_last: bool) -> Option<PathBuf> {
        let folder = at.folder.map(|place| small(self.arg(place)));
        let path = self.process.path(self.arg(at.path))?;
        if path.as_os_str().is_empty() {
            return self.process.descriptor_path(folder?);
        }
        let path = paths::absolute(self.process, folder, &path)?;
        Some(paths::without_links(&path, follow_last))
    }

    fn path(&self, at: PathArgument, follow_last: bool) -> ObservedTarget {
        let path = self.resolve(at, follow_last);
        path.map_or(ObservedTarget::Unknown, ObservedTarget::Path)
    }

    fn paths(&self, from: PathArgument, to: PathArgument) -> ObservedTarget {
        match (self.resolve(from, false), self.resolve(to, false)) {
            (Some(from), Some(to)) => ObservedTarget::Paths { from, to },
            _ => ObservedTarget::Unknown,
        }
    }

    fn symlink(&self, text: usize, to: PathArgument) -> ObservedTarget {
        match (self.process.path(self.arg(text)), self.resolve(to, false)) {
            (Some(from), Some(to)) => ObservedTarget::Paths { from, to },
            _ => ObservedTarget::Unknown,
        }
    }

    fn place(&self, place: MetadataPlace) -> ObservedTarget {
        match place {
            MetadataPlace::Link(at) => self.path(at, false),
            MetadataPlace::File(place) => self.descriptor(small(self.arg(place))),
            // Without a path it is about the folder itself, which then is a file.
            MetadataPlace::Path { at, .. } if self.arg(at.path) == 0 => {
                self.descriptor(at.folder.map_or(-1, |place| small(self.arg(place))))
            }
            MetadataPlace::Path { at, flags } => {
                let flags = flags.map_or(0, |place| small(self.arg(place)));
                self.path(at, flags & libc::AT_SYMLINK_NOFOLLOW == 0)
            }
        }
    }

    fn descriptor(&self, descriptor: i32) -> ObservedTarget {
        let path = self.process.descriptor_path(descriptor);
        path.map_or(ObservedTarget::Unknown, ObservedTarget::Path)
    }

    fn address(&self, place: usize, length: usize) -> ObservedTarget {
        let length = usize::try_from(self.arg(length))
            .unwrap_or(0)
            .min(MOST_BYTES);
        let bytes = self.process.bytes(self.arg(place), length);
        let address = bytes.and_then(|bytes| PeerAddress::read(&bytes));
        address.map_or(ObservedTarget::Unknown, |address| {
            ObservedTarget::Address(address.to_string())
        })
    }
}

fn open_action(flags: i32) -> ObservedAction {
    let temporary = libc::O_TMPFILE & !libc::O_DIRECTORY;
    if flags & libc::O_PATH != 0 {
        ObservedAction::Read
    } else if flags & libc::O_TRUNC != 0 && flags & libc::O_CREAT == 0 {
        ObservedAction::Truncate
    } else if flags & (libc::O_CREAT | temporary) != 0 {
        ObservedAction::Create
    } else if flags & libc::O_ACCMODE != libc::O_RDONLY {
        ObservedAction::Write
    } else {
        ObservedAction::Read
    }
}
