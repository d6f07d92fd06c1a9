//! `candor doctor`: checks the setup and suggests fixes.

mod check;
mod configuration;
mod confined_programs;
mod confinement;
mod known_state;
mod lint;
mod openapi;
mod port;
mod programs;
mod secrets;
mod sources;
mod storage;
mod tokens;

use candor_config::{LoadedSettings, TransportSettings};

use check::DoctorCheck;

use crate::prelude::*;

/// Runs all checks; only a file that cannot be read ends it early, with a finding.
pub(super) async fn run(context: &CommandContext) -> CommandResult {
    let mut checks = Vec::new();
    match candor_config::load(&context.flags) {
        Err(error) => {
            checks.extend(configuration::unreadable(error));
            let loaded = candor_config::load_without_file(&context.flags);
            if let Ok(loaded) = loaded {
                checks.extend(stale(&loaded, context)?);
            }
        }
        Ok(loaded) => {
            checks.extend(configuration::check(&loaded));
            checks.extend(secrets::check(loaded.file.as_deref()));
            checks.push(storage::directory(&loaded.settings));
            checks.extend(storage::database(&loaded.settings).await);
            checks.extend(storage::key(&loaded.settings));
            checks.push(tokens::check(&loaded.settings).await);
            checks.push(port::check(&loaded.settings.server));
            checks.extend(stale(&loaded, context)?);
            checks.extend(known_state::check(&loaded.settings).await);
            checks.push(confinement::check(has_functions(&loaded)).await);
            checks.push(confined_programs::check(&loaded.settings.sources));
            if let Some(interrupted) = sources::check(loaded, context, &mut checks).await? {
                return Ok(interrupted);
            }
        }
    }
    print(&checks, &context.output)?;
    Ok(CommandExit::with_findings(
        checks.iter().any(DoctorCheck::is_finding),
    ))
}

/// Whether a gateway runs with other settings than the file has now.
fn stale(loaded: &LoadedSettings, context: &CommandContext) -> CommandResult<Option<DoctorCheck>> {
    let mut loaded = loaded.clone();
    loaded.refused = false;
    let workspace = CommandWorkspace::of(loaded, context)?;
    let stale = workspace.stale_gateway();
    Ok(stale.map(|stale| DoctorCheck::warn("gateway", stale.reason).hint(stale.hint)))
}

fn has_functions(loaded: &LoadedSettings) -> bool {
    let mut sources = loaded.settings.sources.iter();
    sources
        .any(|source| source.enabled && matches!(source.transport, TransportSettings::Functions(_)))
}

fn print(checks: &[DoctorCheck], output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let ok = !checks.iter().any(DoctorCheck::is_finding);
        let checks: Value = checks.iter().map(DoctorCheck::json).collect();
        return output.json(&json!({"ok": ok, "checks": checks}));
    }
    for check in checks {
        output.line(&check.text(output))?;
    }
    Ok(())
}
