//! This program as a worker of itself: `candor worker jq` answers filters on standard input,
//! `candor worker script` runs functions, `candor worker confinement` says what would hold them.
//!
//! Nobody calls it by hand, so no help tells of it.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use candor_sandbox::{Limits, confine_self};

/// The work of a process that only tries whether it can be confined.
pub(crate) const CONFINEMENT: &str = "confinement";

/// Answers jobs until the input ends, if that is what this process was started for. Before that
/// nothing has happened: a worker wants no configuration, no log and no threads.
pub(crate) fn serve_if_asked() -> Option<ExitCode> {
    let mut args = std::env::args_os().skip(1);
    if args.next()? != "worker" {
        return None;
    }
    let work = args.next()?;
    if args.next().is_some() {
        return None;
    }
    let served: Result<(), Box<dyn Error>> = match work.to_str()? {
        "jq" => candor_jq::serve(io::stdin(), io::stdout()).map_err(Into::into),
        "script" => candor_script::serve(io::stdin(), io::stdout()).map_err(Into::into),
        CONFINEMENT => confine(),
        _ => return None,
    };
    Some(match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may be left to read it.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    })
}

/// Gives up everything, and says on standard output what holds this process now.
fn confine() -> Result<(), Box<dyn Error>> {
    let confined = confine_self(&Limits {
        // More than any machine has: nothing is computed here.
        memory: 1 << 46,
        cpu_seconds: 5,
        open_files: 3,
        file_size: 0,
        processes: 0,
    })?;
    writeln!(io::stdout(), "{confined}")?;
    Ok(())
}
