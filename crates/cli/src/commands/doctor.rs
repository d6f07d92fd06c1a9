//! `candor doctor`: checks everything and says what to do.

mod api;
mod check;
mod configuration;
mod confinement;
mod port;
mod programs;
mod sources;
mod storage;
mod tokens;

use candor_config::{Flags, Loaded, Transport};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use check::Check;

/// Runs all checks; only a file that cannot be read ends it early, with a finding.
pub(super) async fn run(flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let mut checks = Vec::new();
    match candor_config::load(flags) {
        Err(error) => checks.extend(configuration::unreadable(error)),
        Ok(loaded) => {
            checks.extend(configuration::check(&loaded));
            checks.push(storage::directory(&loaded.settings));
            checks.extend(storage::database(&loaded.settings).await);
            checks.extend(storage::key(&loaded.settings));
            checks.extend(tokens::check(&loaded.settings).await);
            checks.push(port::check(loaded.settings.server.listen));
            checks.push(confinement::check(has_functions(&loaded)).await);
            if let Some(interrupted) = sources::check(loaded, output, &mut checks).await? {
                return Ok(interrupted);
            }
        }
    }
    tell(&checks, output)?;
    Ok(Exit::with_findings(checks.iter().any(Check::is_finding)))
}

fn has_functions(loaded: &Loaded) -> bool {
    let mut sources = loaded.settings.sources.iter();
    sources.any(|source| source.enabled && matches!(source.transport, Transport::Functions(_)))
}

fn tell(checks: &[Check], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let ok = !checks.iter().any(Check::is_finding);
        let checks: Value = checks.iter().map(Check::json).collect();
        output.json(&json!({"ok": ok, "checks": checks}))?;
        return Ok(());
    }
    for check in checks {
        output.line(&check.text(output))?;
    }
    Ok(())
}
