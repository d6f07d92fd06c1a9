//! Whether functions and filters can be locked in on this machine.

use std::process::Stdio;
use std::time::Duration;

use candor_server::functions;
use tokio::process::Command;
use tokio::time::timeout;

use super::check::Check;
use crate::worker;

/// How long a process may take to say what holds it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Lets a process confine itself as a worker does, and tells what came of it. Trying is the only
/// honest test: the kernel, its settings and the container around it all have a say.
///
/// That it cannot be done matters where it is `needed`; filters are merely not offered then.
pub(super) async fn check(needed: bool) -> Check {
    let subject = "confinement";
    let mut command = Command::new(functions::command().program);
    command
        .args(["worker", worker::CONFINEMENT])
        .env_clear()
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let hint = "functions cannot run here, and `_select` is not offered; Linux on x86_64 or aarch64 \
                has what it takes, unless what runs Candor forbids seccomp";
    let why = match timeout(PATIENCE, command.output()).await {
        Ok(Ok(ran)) if ran.status.success() => {
            let says = String::from_utf8_lossy(&ran.stdout);
            return Check::ok(subject, format!("workers are held by {}", says.trim()));
        }
        Ok(Ok(ran)) => {
            let says = String::from_utf8_lossy(&ran.stderr);
            let says = says.trim().trim_start_matches("error: ").to_owned();
            match candor_sandbox::verdict(ran.status) {
                _ if !says.is_empty() => says,
                Some(verdict) => format!("a worker could not confine itself: {verdict}"),
                None => format!("a worker could not confine itself: {}", ran.status),
            }
        }
        Ok(Err(error)) => format!("a worker cannot be started: {error}"),
        Err(_) => format!("a worker did not confine itself within {PATIENCE:?}"),
    };
    let check = if needed {
        Check::fail(subject, why)
    } else {
        Check::warn(subject, why)
    };
    check.hint(hint)
}
