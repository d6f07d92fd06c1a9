//! The environment of a child: a few of our variables, and those of its spec.
//!
//! Our environment may contain our keys and the credentials of other servers. A child gets the
//! variables that programs need to run at all, which are the same as with the official SDKs, and
//! those that describe the system; anything else must be given by name.

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

/// The prefix of our own settings and keys, which no child gets.
const OWN_PREFIX: &str = "CANDOR_";

/// The variables that a child inherits, including those that the spec names.
pub(super) fn inherited(spec: &StdioSpec) -> impl Iterator<Item = (OsString, OsString)> {
    std::env::vars_os().filter(|(name, value)| {
        let name = name.to_string_lossy();
        let known = INHERITED.contains(&&*name) || spec.inherit.iter().any(|one| *one == name);
        // An exported shell function would be executed when a shell starts.
        let function = value.to_string_lossy().starts_with("()");
        known && !is_own(&name) && !function
    })
}

/// Whether a variable is one of our own.
fn is_own(name: &str) -> bool {
    name.starts_with(OWN_PREFIX)
}
