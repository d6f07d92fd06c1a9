//! Worker modes of this program: `candor worker jq` evaluates filters from standard input, `candor
//! worker script` runs functions, `candor worker confinement` tests the sandbox, `candor worker
//! confined` executes the confined program of a source.
//!
//! Not for users, so not in the help.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use candor_sandbox::{ProcessLimits, confine_self};

/// The name of the worker that tests the confinement.
pub(crate) const CONFINEMENT: &str = "confinement";

/// The name of the worker that becomes a confined program.
const CONFINED: &str = "confined";

/// Serves jobs until the input ends, if this process was started as a worker. Must be called first:
/// a worker needs no configuration, log or threads.
pub(crate) fn serve_if_asked() -> Option<ExitCode> {
    let mut args = std::env::args_os().skip(1);
    if args.next()? != "worker" {
        return None;
    }
    let work = args.next()?;
    if work == CONFINED {
        return Some(confined());
    }
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
            // Standard error may be closed already.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    })
}

/// Becomes a program that is held to what it may do, or clears up behind one.
#[cfg(target_os = "linux")]
fn confined() -> ExitCode {
    candor_confine::run_launcher()
}

#[cfg(not(target_os = "linux"))]
fn confined() -> ExitCode {
    ExitCode::FAILURE
}

/// Confines this process, and prints how.
fn confine() -> Result<(), Box<dyn Error>> {
    let confined = confine_self(&ProcessLimits {
        // More than any machine has: no memory limit is needed here.
        memory: 1 << 46,
        cpu_seconds: 5,
        open_files: 3,
        file_size: 0,
        processes: 0,
    })?;
    writeln!(io::stdout(), "{confined}")?;
    Ok(())
}
