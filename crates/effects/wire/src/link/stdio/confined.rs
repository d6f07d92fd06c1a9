//! A child that is held to what it may do, and what is told of it.

use std::io;

use candor_confine::{ConfinedCommand, Observations};

use super::super::throttle::LogThrottle;
use super::super::{StdioConfinement, StdioSpec};
use super::environment;
use super::process::ProcessGroup;

/// Starts the server of a spec in its confinement.
pub(super) fn spawn(spec: &StdioSpec, confine: &StdioConfinement) -> io::Result<ProcessGroup> {
    let inherited = environment::inherited(spec);
    // A variable that is no text cannot be handed over.
    let inherited = inherited
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let given = spec
        .env
        .iter()
        .map(|(name, value)| (name.clone(), value.expose().clone()));
    let command = ConfinedCommand {
        launcher: confine.launcher.clone(),
        program: spec.command.clone(),
        args: spec.args.clone(),
        environment: inherited.chain(given).collect(),
        folder: spec.cwd.clone(),
        permissions: confine.permissions.clone(),
    };
    let child = candor_confine::spawn(&command).map_err(io::Error::other)?;
    for gap in &child.gaps {
        tracing::warn!(
            source = spec.label,
            "the program is not held in every way: {gap}"
        );
    }
    Ok(ProcessGroup::confined(child))
}

/// Logs what the child was refused, and at the level `debug` what it was seen to do.
pub(super) async fn report(mut observations: Observations, source: String) {
    let mut throttle = LogThrottle::default();
    while let Some(seen) = observations.next().await {
        let (action, target, program) = (seen.action, &seen.target, &seen.program);
        if seen.allowed {
            tracing::debug!(target: "candor::confine", source, program, "{action} {target}");
        } else if let Some(silenced) = throttle.allow() {
            let missed = silenced + observations.missed();
            tracing::warn!(target: "candor::confine", source, program, missed, "refused to {action} {target}");
        }
    }
}
