//! The environment of a child: little of our own, and what its spec gives.
//!
//! Our environment may hold our keys and the credentials of other servers. A child gets what
//! programs need to run at all, the same names as with the official SDKs, and those that tell a
//! program where it is; whatever else it needs must be given by name.

use std::ffi::OsString;

use super::super::StdioSpec;

/// The variables that every child gets.
pub const INHERITED: [&str; 15] = [
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOGNAME",
    "NODE_EXTRA_CA_CERTS",
    "PATH",
    "SHELL",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "XDG_RUNTIME_DIR",
];

/// Our own settings and keys begin with this, and no child gets them.
const OWN_PREFIX: &str = "CANDOR_";

/// The variables that a child inherits, by what the spec names beside the usual ones.
pub(super) fn inherited(spec: &StdioSpec) -> impl Iterator<Item = (OsString, OsString)> {
    std::env::vars_os().filter(|(name, value)| {
        let name = name.to_string_lossy();
        let known = INHERITED.contains(&&*name) || spec.inherit.iter().any(|one| *one == name);
        // A shell's function in disguise runs when a shell starts.
        let function = value.to_string_lossy().starts_with("()");
        known && !is_own(&name) && !function
    })
}

/// Whether a variable is one of ours.
fn is_own(name: &str) -> bool {
    name.starts_with(OWN_PREFIX)
}
