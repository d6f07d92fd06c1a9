//! A standalone launcher for the tests of this crate: in the product it is the `candor` binary.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    candor_confine::run_launcher()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    ExitCode::FAILURE
}
