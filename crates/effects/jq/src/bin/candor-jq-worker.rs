//! The jq worker on its own, for the tests of the pool. The product's worker is a subcommand of
//! its one binary and does the same.

use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    match candor_jq::serve(io::stdin(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The host may be gone already.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}
