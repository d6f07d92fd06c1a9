//! A standalone script worker for the tests of the pool. In the product, the worker is a subcommand
//! of the `candor` binary.

use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    match candor_script::serve(io::stdin(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The host may be gone already.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}
