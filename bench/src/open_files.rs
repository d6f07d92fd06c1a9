//! How many files and connections this process may have open.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Asks for as many as the system gives: a thousand listeners need a thousand connections. The
/// processes that are started from here get the same.
pub(crate) fn raise() {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        // Where more is not given, what there was remains, and a connection that fails is reported.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
