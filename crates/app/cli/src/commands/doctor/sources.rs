//! Checks whether every source starts, and how long that takes.

use std::time::SystemTime;

use candor_config::{LoadedSettings, SourceSettings, TransportSettings};
use candor_gateway::SourceStatus;
use candor_model::{Diagnostic, SourceName};
use candor_sources::SourceState;

use super::check::DoctorCheck;
use super::lint;
use super::openapi;
use super::programs;
use crate::oneshot;
use crate::prelude::*;

/// Starts every source with a temporary database, so that a broken database does not matter.
/// Returns how the process ends if there was a signal.
pub(super) async fn check(
    mut loaded: LoadedSettings,
    context: &CommandContext,
    checks: &mut Vec<DoctorCheck>,
) -> CommandResult<Option<CommandExit>> {
    // Invalid settings were already reported; defaults suffice for this check.
    loaded.refused = false;
    loaded.settings.server.transparent = None;
    let mut workspace = CommandWorkspace::of(loaded, context)?;
    let environments = openapi::environment_variables(&workspace.settings).await;
    let _scratch = oneshot::use_scratch_storage(&mut workspace)?;
    let configured = &workspace.settings.sources;
    let begun = SystemTime::now();
    let exit = with_gateway(&workspace, async |gateway| {
        for status in gateway.sources() {
            let settings = configured.iter().find(|source| source.name == status.name);
            checks.push(verdict(&status, settings, begun));
            if let Some(source) = settings.filter(|_| status.state.is_ready())
                && let TransportSettings::OpenApi(api) = &source.transport
            {
                checks.extend(openapi::check(source, api, &environments).await);
            }
        }
        checks.extend(gateway.catalogue().diagnostics().iter().map(left_out));
        checks.extend(lint::check(&gateway).await?);
        Ok(CommandExit::Success)
    })
    .await?;
    let disabled = configured.iter().filter(|source| !source.enabled);
    checks.extend(disabled.map(|source| DoctorCheck::ok(subject(&source.name), "is disabled")));
    Ok((exit != CommandExit::Success).then_some(exit))
}

fn verdict(
    status: &SourceStatus,
    settings: Option<&SourceSettings>,
    begun: SystemTime,
) -> DoctorCheck {
    let subject = subject(&status.name);
    let details = status::details(status);
    let said = match &status.state {
        SourceState::Failing { last_error, .. } => last_error.as_str(),
        _ => "",
    };
    let hint = settings.map(|source| programs::hint(source, said));
    match &status.state {
        SourceState::Ready { since, .. } => {
            let after = since.duration_since(begun).unwrap_or_default().as_millis();
            let says = format!("ready after {after} ms: {details}");
            if status.tools == 0 {
                return DoctorCheck::warn(subject, says).hint("the server offers no usable tools");
            }
            DoctorCheck::ok(subject, says)
        }
        SourceState::Failing { last_error, .. } => {
            with(DoctorCheck::fail(subject, last_error), hint)
        }
        SourceState::Starting => {
            let hint = hint.map(|hint| format!("{hint}; `limits.start_timeout` sets the time"));
            with(DoctorCheck::fail(subject, "did not start in time"), hint)
        }
        SourceState::Stopped | SourceState::Unusable { .. } => {
            with(DoctorCheck::fail(subject, details), hint)
        }
    }
}

fn with(check: DoctorCheck, hint: Option<String>) -> DoctorCheck {
    match hint {
        Some(hint) => check.hint(hint),
        None => check,
    }
}

/// A definition that cannot be served affects only its tool.
fn left_out(diagnostic: &Diagnostic) -> DoctorCheck {
    DoctorCheck::of("tools", diagnostic)
}

fn subject(name: &SourceName) -> String {
    format!("source `{name}`")
}
