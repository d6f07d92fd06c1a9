//! This program as a worker of itself: `candor worker jq` answers filters on standard input.
//!
//! Nobody calls it by hand, so no help tells of it.

use std::io::{self, Write as _};
use std::process::ExitCode;

/// Answers jobs until the input ends, if that is what this process was started for. Before that
/// nothing has happened: a worker wants no configuration, no log and no threads.
pub(crate) fn serve_if_asked() -> Option<ExitCode> {
    if !std::env::args_os().skip(1).eq(["worker", "jq"]) {
        return None;
    }
    let served = candor_jq::serve(io::stdin(), io::stdout());
    Some(match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may be left to read it.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    })
}
