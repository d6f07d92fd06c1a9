//! Programs of the scenario: setup programs, and a service beside the server.

use std::process::Stdio;
use std::time::Duration;

use candor_verify::{ScenarioStep, VerifyScenario};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::VerifyError;
use crate::world::World;

/// The timeout of a setup program.
const SETUP_TIME: Duration = Duration::from_mins(1);

/// Runs the programs of the set-up.
pub(crate) async fn prepare(
    scenario: &VerifyScenario,
    world: &World,
    environment: &[(String, String)],
) -> Result<(), VerifyError> {
    for step in &scenario.setup {
        let ScenarioStep::Run(words) = step else {
            continue;
        };
        let failed = |why: String| VerifyError::Setup {
            step: words.join(" "),
            why,
        };
        let mut command = program(words, world, environment)?;
        let running = command.stdin(Stdio::null()).output();
        let done = timeout(SETUP_TIME, running)
            .await
            .map_err(|_| failed("it took more than a minute".to_owned()))?;
        let done = done.map_err(|cause| failed(cause.to_string()))?;
        if !done.status.success() {
            return Err(failed(
                String::from_utf8_lossy(&done.stderr).trim().to_owned(),
            ));
        }
    }
    Ok(())
}

/// Starts the program beside the server; it ends with the run.
pub(crate) fn service(
    scenario: &VerifyScenario,
    world: &World,
    environment: &[(String, String)],
) -> Result<Option<Child>, VerifyError> {
    if scenario.service.is_empty() {
        return Ok(None);
    }
    let mut command = program(&scenario.service, world, environment)?;
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let started = command
        .spawn()
        .map_err(VerifyError::world("start the service of the scenario"))?;
    Ok(Some(started))
}

fn program(
    words: &[String],
    world: &World,
    environment: &[(String, String)],
) -> Result<Command, VerifyError> {
    // They run in the working folder, so that `.` is that folder and not the caller's.
    let words: Vec<String> = words.iter().map(|word| world.filled(word)).collect();
    let (name, args) = words.split_first().ok_or_else(|| VerifyError::Setup {
        step: "(empty)".to_owned(),
        why: "it names no program".to_owned(),
    })?;
    let mut command = Command::new(name);
    command
        .args(args)
        .env_clear()
        .envs(environment.iter().cloned())
        .current_dir(world.work())
        .kill_on_drop(true);
    Ok(command)
}
