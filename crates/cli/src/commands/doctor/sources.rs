//! Whether every source starts, and how long that takes.

use std::time::SystemTime;

use candor_config::{Loaded, SourceSettings, Transport};
use candor_gateway::SourceStatus;
use candor_model::{Diagnostic, SourceName};
use candor_sources::State;

use super::api;
use super::check::Check;
use super::programs;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::status;
use crate::workspace::Workspace;

/// Starts every source on a database of its own, so that a broken one is no reason not to look.
/// Tells how the process ends if a signal came.
pub(super) async fn check(
    mut loaded: Loaded,
    output: &Output,
    checks: &mut Vec<Check>,
) -> Result<Option<Exit>, Failure> {
    // What could not be used was told already, and its default will do for a look.
    loaded.refused = false;
    loaded.settings.server.transparent = None;
    let mut workspace = Workspace::of(loaded)?;
    let wallets = api::wallets(&workspace.settings).await;
    let _scratch = oneshot::keep_nothing(&mut workspace)?;
    let configured = &workspace.settings.sources;
    let begun = SystemTime::now();
    let exit = oneshot::with_gateway(&workspace, output, async |gateway| {
        for status in gateway.sources() {
            let settings = configured.iter().find(|source| source.name == status.name);
            checks.push(verdict(&status, settings, begun));
            if let Some(source) = settings.filter(|_| status.state.is_ready())
                && let Transport::OpenApi(api) = &source.transport
            {
                checks.extend(api::check(source, api, &wallets).await);
            }
        }
        checks.extend(gateway.catalogue().diagnostics().iter().map(left_out));
        Ok(Exit::Fine)
    })
    .await?;
    let disabled = configured.iter().filter(|source| !source.enabled);
    checks.extend(disabled.map(|source| Check::ok(subject(&source.name), "is disabled")));
    Ok((exit != Exit::Fine).then_some(exit))
}

fn verdict(status: &SourceStatus, settings: Option<&SourceSettings>, begun: SystemTime) -> Check {
    let subject = subject(&status.name);
    let details = status::details(status);
    let hint = settings.map(programs::hint);
    match &status.state {
        State::Ready { since, .. } => {
            let after = since.duration_since(begun).unwrap_or_default().as_millis();
            let says = format!("ready after {after} ms: {details}");
            if status.tools == 0 {
                return Check::warn(subject, says)
                    .hint("the server offers no tool that can be used");
            }
            Check::ok(subject, says)
        }
        State::Failing { last_error, .. } => with(Check::fail(subject, last_error), hint),
        State::Starting => {
            let check = Check::fail(subject, "did not start in time");
            with(
                check,
                hint.map(|hint| format!("{hint}; `limits.start_timeout` sets the time")),
            )
        }
        State::Stopped | State::Unusable { .. } => with(Check::fail(subject, details), hint),
    }
}

fn with(check: Check, hint: Option<String>) -> Check {
    match hint {
        Some(hint) => check.hint(hint),
        None => check,
    }
}

/// A definition that cannot be served costs one tool, not the source.
fn left_out(diagnostic: &Diagnostic) -> Check {
    Check::of("tools", diagnostic)
}

fn subject(name: &SourceName) -> String {
    format!("source `{name}`")
}
