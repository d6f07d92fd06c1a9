//! Converts a server of the catalogue to a configured source.

use candor_config::{NewSource, NewTransport};
use candor_confine::{ConfineLevel, kernel_support};
use candor_model::{SourceName, SourceTrust};
use candor_registry::{FilledText, LaunchPlan, ServerName};

/// Programs that only ask a service to start something; confining them has no effect.
const ELSEWHERE: [&str; 2] = ["docker", "podman"];

/// The source that runs a server as planned. What a third party wrote is never trusted.
pub fn new_source(plan: &LaunchPlan, confine: Option<ConfineLevel>) -> NewSource {
    let (transport, sse) = match plan {
        LaunchPlan::Program { command, args, env } => {
            let transport = NewTransport::Program {
                command: command.clone(),
                args: args.iter().map(FilledText::template).collect(),
                env: templates(env),
            };
            (transport, false)
        }
        LaunchPlan::Remote { url, headers, sse } => {
            let transport = NewTransport::Remote {
                url: url.template(),
                headers: templates(headers),
            };
            (transport, *sse)
        }
    };
    NewSource {
        transport,
        sse,
        trust: Some(SourceTrust::Untrusted),
        confine,
    }
}

/// The default confinement of a program: as far as this machine supports it, and not if it would
/// have no effect.
pub fn usual_confinement(plan: &LaunchPlan) -> Option<ConfineLevel> {
    let LaunchPlan::Program { command, .. } = plan else {
        return None;
    };
    let level = ConfineLevel::Standard;
    let is_here = !ELSEWHERE.contains(&command.as_str());
    (is_here && kernel_support().check(level).is_ok()).then_some(level)
}

/// The default source name of this server.
pub fn source_name(server: &ServerName) -> Option<SourceName> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let short = server.short().to_ascii_lowercase();
    let name: String = short
        .chars()
        .map(|c| if plain(c) { c } else { '-' })
        .take(40)
        .collect();
    SourceName::parse(name.trim_matches('-')).ok()
}

fn templates(pairs: &[(String, FilledText)]) -> Vec<(String, String)> {
    let pairs = pairs.iter();
    pairs
        .map(|(name, text)| (name.clone(), text.template()))
        .collect()
}
