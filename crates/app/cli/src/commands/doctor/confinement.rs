//! Checks whether functions and filters can be sandboxed on this machine.

use std::process::Stdio;
use std::time::Duration;

use candor_server::functions;
use tokio::process::Command;
use tokio::time::timeout;

use super::check::DoctorCheck;
use crate::worker;

/// The timeout of the confinement test.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a process that confines itself like a worker, and reports the result. Nothing but an actual
/// attempt is reliable: the kernel, its settings and the container all matter.
///
/// A failure is an error if the sandbox is `needed`; otherwise only filters are unavailable.
pub(super) async fn check(needed: bool) -> DoctorCheck {
    let subject = "confinement";
    let mut command = Command::new(functions::command().program);
    command
        .args(["worker", worker::CONFINEMENT])
        .env_clear()
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let hint = "functions cannot run here, and `_select` is not available; both need Linux on \
                x86_64 or aarch64, in an environment that allows seccomp";
    let why = match timeout(PATIENCE, command.output()).await {
        Ok(Ok(ran)) if ran.status.success() => {
            let says = String::from_utf8_lossy(&ran.stdout);
            return DoctorCheck::ok(subject, format!("workers are confined by {}", says.trim()));
        }
        Ok(Ok(ran)) => {
            let says = String::from_utf8_lossy(&ran.stderr);
            let says = says.trim().trim_start_matches("error: ").to_owned();
            match candor_sandbox::termination_cause(ran.status) {
                _ if !says.is_empty() => says,
                Some(cause) => format!("a worker could not confine itself: {cause}"),
                None => format!("a worker could not confine itself: {}", ran.status),
            }
        }
        Ok(Err(error)) => format!("a worker cannot be started: {error}"),
        Err(_) => format!("a worker did not confine itself within {PATIENCE:?}"),
    };
    let check = if needed {
        DoctorCheck::fail(subject, why)
    } else {
        DoctorCheck::warn(subject, why)
    };
    check.hint(hint)
}
