//! Changes of permissions, owners and times, made by the supervisor on behalf of the program.

use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::path::PathBuf;

use rustix::fs::{
    AtFlags, CWD, Gid, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, Uid, chmodat, chownat,
    openat, utimensat,
};
use rustix::io::{Errno, Result as SystemResult};

use super::super::calls::CallShape;
use super::super::calls::{MetadataCall, MetadataChange, MetadataPlace, TimesForm};
use super::super::kernel::{self, CallAnswer, Notification};
use super::calling_process::CallingProcess;
use super::connect::answer;
use super::target::{read_target, small};
use super::{CallFinding, Supervisor, paths};
use crate::{ObservedAction, ObservedTarget};

// === impl Supervisor ===

impl Supervisor {
    /// Makes a change if the file may be written.
    pub(super) fn change_metadata(
        &self,
        call: &Notification,
        process: &CallingProcess,
        change: MetadataCall,
    ) -> CallFinding {
        let file = open_place(call, process, change.place);
        let waits = kernel::still_waits(&self.listener, call.id);
        let file = match file {
            Ok(file) if waits && process.is_our_user() => file,
            Ok(_) => return refused(call, process, change.place, libc::EPERM),
            // Errors such as a missing file are passed on to the program.
            Err(cause) => {
                return CallFinding {
                    allowed: true,
                    ..refused(call, process, change.place, cause.raw_os_error())
                };
            }
        };
        let path = real_path(&file);
        if !self.may_change(&path) {
            return refused(call, process, change.place, libc::EACCES);
        }
        CallFinding {
            action: ObservedAction::ChangeMetadata,
            target: ObservedTarget::Path(path),
            allowed: true,
            answer: answer(make_change(call, process, &file, change.change)),
        }
    }

    fn may_change(&self, path: &std::path::Path) -> bool {
        // Pipes, sockets and files without a name are the program's own.
        let nameless = !path.is_absolute() || path.starts_with("/memfd:");
        let access = self.plan.grants.access(path);
        nameless || access.write || access.device
    }
}

/// Attributes with names of their own are not supported, as on file systems without them.
pub(super) fn refuse_attribute(
    call: &Notification,
    process: &CallingProcess,
    place: MetadataPlace,
) -> CallFinding {
    refused(call, process, place, libc::EOPNOTSUPP)
}

fn refused(
    call: &Notification,
    process: &CallingProcess,
    place: MetadataPlace,
    error: i32,
) -> CallFinding {
    let (action, target) = read_target(call, process, CallShape::Attribute(place));
    CallFinding {
        action,
        target,
        allowed: false,
        answer: CallAnswer::Fail(error),
    }
}

/// The file that a call is about, found once and held.
fn open_place(
    call: &Notification,
    process: &CallingProcess,
    place: MetadataPlace,
) -> SystemResult<OwnedFd> {
    let arg = |place: usize| call.args.get(place).copied().unwrap_or_default();
    let duplicate = |descriptor: u64| {
        process
            .duplicate(small(descriptor))
            .map_err(|_| Errno::BADF)
    };
    let (at, follow) = match place {
        MetadataPlace::File(descriptor) => return duplicate(arg(descriptor)),
        MetadataPlace::Link(at) => (at, false),
        MetadataPlace::Path { at, flags } => {
            let flags = flags.map_or(0, |place| small(arg(place)));
            (at, flags & libc::AT_SYMLINK_NOFOLLOW == 0)
        }
    };
    let folder = at.folder.map(arg);
    let path = match (process.path(arg(at.path)), folder) {
        (Some(path), _) if !path.as_os_str().is_empty() => path,
        // Without a path it is about the descriptor.
        (_, Some(descriptor)) if small(descriptor) != libc::AT_FDCWD => {
            return duplicate(descriptor);
        }
        (Some(_), _) => return Err(Errno::NOENT),
        (None, _) => return Err(Errno::FAULT),
    };
    let path = paths::absolute(process, folder.map(small), &path).ok_or(Errno::NOENT)?;
    let mut flags = OFlags::PATH | OFlags::CLOEXEC;
    flags.set(OFlags::NOFOLLOW, !follow);
    openat(CWD, &path, flags, Mode::empty())
}

/// The path of an open file.
fn real_path(file: &OwnedFd) -> PathBuf {
    let path = std::fs::read_link(own_link(file)).unwrap_or_default();
    let text = path.to_string_lossy();
    match text.strip_suffix(" (deleted)") {
        Some(before) => before.into(),
        None => path,
    }
}

fn own_link(file: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", file.as_fd().as_raw_fd())
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the kernel reads the lower half only"
)]
fn make_change(
    call: &Notification,
    process: &CallingProcess,
    file: &OwnedFd,
    change: MetadataChange,
) -> SystemResult<()> {
    let arg = |place: usize| call.args.get(place).copied().unwrap_or_default();
    match change {
        MetadataChange::Mode { mode } => {
            let mode = Mode::from_raw_mode(arg(mode) as u32 & 0o7777);
            chmodat(CWD, own_link(file), mode, AtFlags::empty())
        }
        MetadataChange::Owner { user, group } => {
            let id = |place: usize| Some(arg(place) as u32).filter(|id| *id != u32::MAX);
            let (user, group) = (id(user).map(Uid::from_raw), id(group).map(Gid::from_raw));
            chownat(file, "", user, group, AtFlags::EMPTY_PATH)
        }
        MetadataChange::Times { at, form } => {
            let times = read_times(process, arg(at), form).ok_or(Errno::FAULT)?;
            utimensat(file, "", &times, AtFlags::EMPTY_PATH)
        }
    }
}

/// Times as they are written in memory; now, if there are none.
fn read_times(process: &CallingProcess, place: u64, form: TimesForm) -> Option<Timestamps> {
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: UTIME_NOW,
    };
    if place == 0 {
        return Some(Timestamps {
            last_access: now,
            last_modification: now,
        });
    }
    let number = |index: u64| -> Option<i64> {
        Some(i64::from_ne_bytes(
            process.exact_bytes(place.checked_add(index * 8)?)?,
        ))
    };
    let time = |tv_sec: i64, tv_nsec: i64| Timespec { tv_sec, tv_nsec };
    let (last_access, last_modification) = match form {
        TimesForm::Nanoseconds => (time(number(0)?, number(1)?), time(number(2)?, number(3)?)),
        #[cfg(target_arch = "x86_64")]
        TimesForm::Microseconds => {
            let nanoseconds = |index| Some(number(index)?.saturating_mul(1000));
            (
                time(number(0)?, nanoseconds(1)?),
                time(number(2)?, nanoseconds(3)?),
            )
        }
        #[cfg(target_arch = "x86_64")]
        TimesForm::Seconds => (time(number(0)?, 0), time(number(1)?, 0)),
    };
    Some(Timestamps {
        last_access,
        last_modification,
    })
}
