//! The system calls known to the filters and the supervisor.

mod refused;
mod shape;

pub(super) use refused::{FORBIDDEN, RINGS, SHARED};
pub(super) use shape::{
    CallShape, MetadataCall, MetadataChange, MetadataPlace, OpenFlags, PathArgument, TimesForm,
};

const fn at(folder: usize, path: usize) -> PathArgument {
    PathArgument {
        folder: Some(folder),
        path,
    }
}

#[cfg(target_arch = "x86_64")]
const fn here(path: usize) -> PathArgument {
    PathArgument { folder: None, path }
}

const fn plain(path: usize) -> PathArgument {
    PathArgument { folder: None, path }
}

const fn metadata(place: MetadataPlace, change: MetadataChange) -> CallShape {
    CallShape::Metadata(MetadataCall { place, change })
}

const MODE_1: MetadataChange = MetadataChange::Mode { mode: 1 };
const MODE_2: MetadataChange = MetadataChange::Mode { mode: 2 };
const OWNER_1: MetadataChange = MetadataChange::Owner { user: 1, group: 2 };
const OWNER_2: MetadataChange = MetadataChange::Owner { user: 2, group: 3 };
const NANOSECONDS: MetadataChange = MetadataChange::Times {
    at: 2,
    form: TimesForm::Nanoseconds,
};

/// `setxattrat`, `removexattrat` and `file_setattr` are newer than the library that knows numbers.
const SYS_SETXATTRAT: i64 = 463;
const SYS_REMOVEXATTRAT: i64 = 466;
const SYS_FILE_SETATTR: i64 = 469;

/// Calls that open files. Read-only ones are recognised by their flags.
pub(super) const OPENING: &[(i64, CallShape)] = &[
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_open,
        CallShape::Open {
            folder: None,
            path: 0,
            flags: OpenFlags::Argument(1),
        },
    ),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_creat,
        CallShape::Open {
            folder: None,
            path: 0,
            flags: OpenFlags::Create,
        },
    ),
    (
        libc::SYS_openat,
        CallShape::Open {
            folder: Some(0),
            path: 1,
            flags: OpenFlags::Argument(2),
        },
    ),
    (
        libc::SYS_openat2,
        CallShape::Open {
            folder: Some(0),
            path: 1,
            flags: OpenFlags::Memory(2),
        },
    ),
];

/// Calls that change or execute something by path. Landlock enforces them.
pub(super) const CHANGING: &[(i64, CallShape)] = &[
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_unlink, CallShape::Delete(here(0))),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_rmdir, CallShape::Delete(here(0))),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mkdir, CallShape::MakeFolder(here(0))),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, CallShape::MakeNode(here(0))),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_rename, CallShape::Rename(here(0), here(1))),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_link, CallShape::Link(here(0), here(1))),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_symlink, CallShape::Symlink(0, here(1))),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_renameat, CallShape::Rename(at(0, 1), at(2, 3))),
    (libc::SYS_unlinkat, CallShape::Delete(at(0, 1))),
    (libc::SYS_mkdirat, CallShape::MakeFolder(at(0, 1))),
    (libc::SYS_mknodat, CallShape::MakeNode(at(0, 1))),
    (libc::SYS_renameat2, CallShape::Rename(at(0, 1), at(2, 3))),
    (libc::SYS_linkat, CallShape::Link(at(0, 1), at(2, 3))),
    (libc::SYS_symlinkat, CallShape::Symlink(0, at(1, 2))),
    (libc::SYS_truncate, CallShape::Truncate(plain(0))),
    (libc::SYS_execve, CallShape::Run(plain(0))),
    (libc::SYS_execveat, CallShape::Run(at(0, 1))),
];

/// Calls that change metadata. Landlock does not hold them; the supervisor does.
pub(super) const DESCRIBING: &[(i64, CallShape)] = &[
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_chmod,
        metadata(
            MetadataPlace::Path {
                at: here(0),
                flags: None,
            },
            MODE_1,
        ),
    ),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_chown,
        metadata(
            MetadataPlace::Path {
                at: here(0),
                flags: None,
            },
            OWNER_1,
        ),
    ),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_lchown,
        metadata(MetadataPlace::Link(here(0)), OWNER_1),
    ),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_utime,
        metadata(
            MetadataPlace::Path {
                at: here(0),
                flags: None,
            },
            MetadataChange::Times {
                at: 1,
                form: TimesForm::Seconds,
            },
        ),
    ),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_utimes,
        metadata(
            MetadataPlace::Path {
                at: here(0),
                flags: None,
            },
            MetadataChange::Times {
                at: 1,
                form: TimesForm::Microseconds,
            },
        ),
    ),
    #[cfg(target_arch = "x86_64")]
    (
        libc::SYS_futimesat,
        metadata(
            MetadataPlace::Path {
                at: at(0, 1),
                flags: None,
            },
            MetadataChange::Times {
                at: 2,
                form: TimesForm::Microseconds,
            },
        ),
    ),
    (libc::SYS_fchmod, metadata(MetadataPlace::File(0), MODE_1)),
    (
        libc::SYS_fchmodat,
        metadata(
            MetadataPlace::Path {
                at: at(0, 1),
                flags: None,
            },
            MODE_2,
        ),
    ),
    (
        libc::SYS_fchmodat2,
        metadata(
            MetadataPlace::Path {
                at: at(0, 1),
                flags: Some(3),
            },
            MODE_2,
        ),
    ),
    (libc::SYS_fchown, metadata(MetadataPlace::File(0), OWNER_1)),
    (
        libc::SYS_fchownat,
        metadata(
            MetadataPlace::Path {
                at: at(0, 1),
                flags: Some(4),
            },
            OWNER_2,
        ),
    ),
    (
        libc::SYS_utimensat,
        metadata(
            MetadataPlace::Path {
                at: at(0, 1),
                flags: Some(3),
            },
            NANOSECONDS,
        ),
    ),
    (
        libc::SYS_setxattr,
        CallShape::Attribute(MetadataPlace::Path {
            at: plain(0),
            flags: None,
        }),
    ),
    (
        libc::SYS_lsetxattr,
        CallShape::Attribute(MetadataPlace::Link(plain(0))),
    ),
    (
        libc::SYS_fsetxattr,
        CallShape::Attribute(MetadataPlace::File(0)),
    ),
    (
        libc::SYS_removexattr,
        CallShape::Attribute(MetadataPlace::Path {
            at: plain(0),
            flags: None,
        }),
    ),
    (
        libc::SYS_lremovexattr,
        CallShape::Attribute(MetadataPlace::Link(plain(0))),
    ),
    (
        libc::SYS_fremovexattr,
        CallShape::Attribute(MetadataPlace::File(0)),
    ),
    (
        SYS_SETXATTRAT,
        CallShape::Attribute(MetadataPlace::Path {
            at: at(0, 1),
            flags: Some(2),
        }),
    ),
    (
        SYS_REMOVEXATTRAT,
        CallShape::Attribute(MetadataPlace::Path {
            at: at(0, 1),
            flags: Some(2),
        }),
    ),
    (
        SYS_FILE_SETATTR,
        CallShape::Attribute(MetadataPlace::Path {
            at: at(0, 1),
            flags: Some(4),
        }),
    ),
];

/// Calls that reach someone.
pub(super) const REACHING: &[(i64, CallShape)] = &[
    (libc::SYS_connect, CallShape::Connect),
    (libc::SYS_bind, CallShape::Bind),
];

/// Calls that reach someone by a datagram. Looked at only where everything may be done.
pub(super) const SENDING: &[(i64, CallShape)] = &[
    (libc::SYS_sendto, CallShape::SendTo),
    (libc::SYS_sendmsg, CallShape::SendMessage),
    (libc::SYS_sendmmsg, CallShape::SendMessage),
];

/// The shape of a call, by its number.
pub(super) fn call_shape(number: i64) -> Option<CallShape> {
    let tables = [OPENING, CHANGING, DESCRIBING, REACHING, SENDING];
    let mut calls = tables.into_iter().flatten();
    calls
        .find(|(own, _)| *own == number)
        .map(|(_, shape)| *shape)
}
