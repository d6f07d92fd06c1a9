//! System calls without a library wrapper: a filter with a listener, its notifications, and closing
//! inherited descriptors. The only `unsafe` code of the crate.

#![expect(
    unsafe_code,
    reason = "the notifications of seccomp have no safe wrapper in Rust"
)]

use std::io;
use std::mem;
use std::os::fd::{AsFd, AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd};

use super::bpf::FilterProgram;

/// A call that waits for an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notification {
    /// Names the call until it is answered.
    pub(super) id: u64,
    /// The thread that made it.
    pub(super) thread: u32,
    pub(super) number: i64,
    pub(super) args: [u64; 6],
}

/// The answer to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallAnswer {
    /// The kernel makes the call.
    Continue,
    /// It has been made, with success.
    Done,
    /// It fails with this number of an error.
    Fail(i32),
}

/// Activates a filter for this thread and its descendants. Calls that the filter does not decide
/// are notified to the returned descriptor.
pub(super) fn install_filter(program: &FilterProgram) -> io::Result<OwnedFd> {
    // With the first flag, a call being answered is not restarted because of a non-fatal signal.
    // Kernels before 5.19 do not support it.
    let plain = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
    let patient = plain | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    match install_with(program, patient) {
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => install_with(program, plain),
        result => result,
    }
}

fn install_with(program: &FilterProgram, flags: libc::c_ulong) -> io::Result<OwnedFd> {
    let instructions = program.instructions();
    let length = u16::try_from(instructions.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    let program = libc::sock_fprog {
        len: length,
        filter: instructions.as_ptr().cast_mut(),
    };
    // SAFETY: the program points to `length` instructions that live until after the call, and the
    // kernel only reads them.
    let descriptor = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            flags,
            &raw const program,
        )
    };
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    let descriptor = i32::try_from(descriptor).map_err(|_| io::ErrorKind::InvalidData)?;
    // SAFETY: the kernel has just created this descriptor for us, and it has no other owner.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

/// Whether the kernel knows notifications.
pub(crate) fn knows_notifications() -> bool {
    let action: u32 = libc::SECCOMP_RET_USER_NOTIF;
    // SAFETY: the kernel reads one 32-bit number, which lives until after the call.
    let known = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_GET_ACTION_AVAIL,
            0,
            &raw const action,
        )
    };
    known == 0
}

/// The version of Landlock that the kernel has; none, if it has none or it is off.
pub(crate) fn landlock_version() -> Option<u32> {
    const CREATE_RULESET_VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the kernel takes no structure and answers with a number.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            std::ptr::null::<libc::c_void>(),
            0_usize,
            CREATE_RULESET_VERSION,
        )
    };
    u32::try_from(version).ok().filter(|version| *version > 0)
}

/// Receives the next pending call; `None` if its process has ended in the meantime.
pub(super) fn receive(listener: BorrowedFd<'_>) -> io::Result<Option<Notification>> {
    // SAFETY: the structure is plain numbers, for which zero is a value; the kernel demands zeros.
    let mut raw: libc::seccomp_notif = unsafe { mem::zeroed() };
    // SAFETY: the kernel fills in the structure that belongs to this request, which is ours.
    let result = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_RECV,
            &raw mut raw,
        )
    };
    if result < 0 {
        let error = io::Error::last_os_error();
        return match error.raw_os_error() {
            Some(libc::ENOENT | libc::EINTR) => Ok(None),
            _ => Err(error),
        };
    }
    Ok(Some(Notification {
        id: raw.id,
        thread: raw.pid,
        number: raw.data.nr.into(),
        args: raw.data.args,
    }))
}

/// Answers a call. That its process has ended meanwhile is no error.
pub(super) fn respond(listener: BorrowedFd<'_>, id: u64, answer: CallAnswer) -> io::Result<()> {
    let (error, flags) = match answer {
        CallAnswer::Continue => (0, 1),
        CallAnswer::Done => (0, 0),
        CallAnswer::Fail(number) => (-number, 0),
    };
    let response = libc::seccomp_notif_resp {
        id,
        val: 0,
        error,
        flags,
    };
    // SAFETY: the kernel reads the structure that belongs to this request, which is ours.
    let result = unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_SEND,
            &raw const response,
        )
    };
    if result < 0 {
        let error = io::Error::last_os_error();
        if error.raw_os_error() != Some(libc::ENOENT) {
            return Err(error);
        }
    }
    Ok(())
}

/// Whether a call still waits, so that what was read from its process was read from the right one.
pub(super) fn still_waits(listener: impl AsFd, id: u64) -> bool {
    // SAFETY: the kernel reads one 64-bit number, which lives until after the call.
    let result = unsafe {
        libc::ioctl(
            listener.as_fd().as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_ID_VALID,
            &raw const id,
        )
    };
    result == 0
}

/// Sees to it that no descriptor but the three standard streams outlives `execve`.
pub(super) fn close_others_on_exec() -> io::Result<()> {
    const CLOSE_RANGE_CLOEXEC: libc::c_uint = 1 << 2;
    // SAFETY: the call marks descriptors and touches no memory.
    let result = unsafe {
        libc::syscall(
            libc::SYS_close_range,
            3 as libc::c_uint,
            libc::c_uint::MAX,
            CLOSE_RANGE_CLOEXEC,
        )
    };
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
