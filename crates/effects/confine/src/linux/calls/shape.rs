//! The meaning of a call's arguments.

/// Which arguments of a call the supervisor reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) enum CallShape {
    /// Opens a path relative to a folder; with the flags.
    Open {
        folder: Option<usize>,
        path: usize,
        flags: OpenFlags,
    },
    Delete(PathArgument),
    MakeFolder(PathArgument),
    MakeNode(PathArgument),
    Truncate(PathArgument),
    Rename(PathArgument, PathArgument),
    Link(PathArgument, PathArgument),
    /// A text, and the new path that will lead there.
    Symlink(usize, PathArgument),
    Metadata(MetadataCall),
    /// Attributes with names of their own.
    Attribute(MetadataPlace),
    Run(PathArgument),
    Connect,
    Bind,
    /// A datagram whose address is an argument.
    SendTo,
    /// A message whose address is in memory.
    SendMessage,
}

/// The location of an open call's flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) enum OpenFlags {
    Argument(usize),
    /// In a structure in memory.
    Memory(usize),
    /// `creat` has none: it always creates and empties.
    Create,
}

/// A path argument, and the folder that it is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) struct PathArgument {
    pub(in crate::linux) folder: Option<usize>,
    pub(in crate::linux) path: usize,
}

/// A change of metadata, and the arguments that describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) struct MetadataCall {
    pub(in crate::linux) place: MetadataPlace,
    pub(in crate::linux) change: MetadataChange,
}

/// The file to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) enum MetadataPlace {
    /// A path; links are followed unless the flags argument, if any, says otherwise.
    Path {
        at: PathArgument,
        flags: Option<usize>,
    },
    /// A path whose last link is not followed.
    Link(PathArgument),
    /// An open file.
    File(usize),
}

/// The kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) enum MetadataChange {
    Mode {
        mode: usize,
    },
    Owner {
        user: usize,
        group: usize,
    },
    /// Times as two structures in memory, or nothing for now.
    Times {
        at: usize,
        form: TimesForm,
    },
}

/// The memory layout of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) enum TimesForm {
    /// Seconds and nanoseconds.
    Nanoseconds,
    /// Seconds and microseconds.
    #[cfg(target_arch = "x86_64")]
    Microseconds,
    /// Whole seconds, as in `utimbuf`.
    #[cfg(target_arch = "x86_64")]
    Seconds,
}
