//! Checks whether the tools of an API can be called: base URL and credentials.

use std::collections::HashSet;

use candor_config::{OpenApiSettings, Settings, SourceSettings};
use candor_model::{EnvironmentName, VariableName};
use candor_server::assemble::open_store;
use candor_server::requirements::{self, ApiRequirements, CredentialOption, CredentialRequirement};

use super::check::DoctorCheck;
use super::storage::{chain, has_database};
use crate::text::counted;

/// The names of the variables that are set in one environment.
pub(super) struct EnvironmentVariableNames {
    environment: EnvironmentName,
    names: HashSet<String>,
}

/// The variables set in each environment, by the file or the store. An unreadable store was already
/// reported.
pub(super) async fn environment_variables(settings: &Settings) -> Vec<EnvironmentVariableNames> {
    let declared = settings.environments.iter();
    let mut environments: Vec<EnvironmentVariableNames> = declared
        .map(|declared| EnvironmentVariableNames {
            environment: declared.environment.name.clone(),
            names: names(declared.variables.iter().map(|one| &one.name)),
        })
        .collect();
    if !has_database(settings) {
        return environments;
    }
    let Ok(store) = open_store(settings).await else {
        return environments;
    };
    for stored in store.environments().await.unwrap_or_default() {
        // The file overrides the store.
        let name = stored.environment.name;
        if !environments.iter().any(|one| one.environment == name) {
            environments.push(EnvironmentVariableNames {
                environment: name,
                names: names(stored.variables.iter().map(|one| &one.name)),
            });
        }
    }
    store.close().await;
    environments
}

fn names<'a>(variables: impl Iterator<Item = &'a VariableName>) -> HashSet<String> {
    variables.map(ToString::to_string).collect()
}

/// Checks one API whose document could be read.
pub(super) async fn check(
    source: &SourceSettings,
    settings: &OpenApiSettings,
    environments: &[EnvironmentVariableNames],
) -> Vec<DoctorCheck> {
    let subject = format!("source `{}`", source.name);
    let survey = match requirements::api_requirements(source, settings).await {
        Ok(survey) => survey,
        Err(error) => return vec![DoctorCheck::fail(subject, chain(&error))],
    };
    let mut checks = vec![place(&subject, &survey, settings).await];
    let own = settings.variables.iter();
    let own = own.filter(|(_, value)| !value.expose().is_empty());
    let own = names(own.map(|(name, _)| name));
    checks.extend(credentials(&subject, &survey.demands, &own, environments));
    checks
}

async fn place(subject: &str, survey: &ApiRequirements, settings: &OpenApiSettings) -> DoctorCheck {
    match &survey.base {
        Err(reason) => DoctorCheck::fail(subject, reason.as_str()),
        Ok(base) => match requirements::check_reachable(base, settings).await {
            Ok(()) => DoctorCheck::ok(subject, format!("requests go to `{base}`")),
            Err(reason) => DoctorCheck::fail(subject, reason),
        },
    }
}

/// One line per environment with missing variables, or a single one if all are set. With
/// credentials in environments, none are required outside of them.
fn credentials(
    subject: &str,
    demands: &[CredentialRequirement],
    own: &HashSet<String>,
    environments: &[EnvironmentVariableNames],
) -> Vec<DoctorCheck> {
    if demands.is_empty() {
        return Vec::new();
    }
    let lacking = |names: Option<&HashSet<String>>| -> Vec<&CredentialRequirement> {
        let is_set =
            |name: &str| own.contains(name) || names.is_some_and(|names| names.contains(name));
        let demands = demands.iter();
        demands.filter(|demand| !demand.is_met(is_set)).collect()
    };
    let by_environment = environments.iter();
    let by_environment: Vec<_> = by_environment
        .map(|one| (&one.environment, lacking(Some(&one.names))))
        .collect();
    let somewhere = by_environment.iter().any(|(_, lacking)| lacking.is_empty());
    let mut checks: Vec<DoctorCheck> = by_environment
        .iter()
        .flat_map(|(name, lacking)| {
            lacking
                .iter()
                .map(|demand| missing(subject, demand, Some(*name)))
        })
        .collect();
    let outside = lacking(None);
    if !somewhere {
        let outside = outside.into_iter();
        checks.splice(0..0, outside.map(|demand| missing(subject, demand, None)));
    }
    if checks.is_empty() {
        checks.push(DoctorCheck::ok(subject, "all required credentials are set"));
    }
    checks
}

/// Names of variables, and never what is in them.
fn missing(
    subject: &str,
    demand: &CredentialRequirement,
    environment: Option<&EnvironmentName>,
) -> DoctorCheck {
    let tools = counted(demand.tools, "tool");
    let place = environment.map(|name| format!(" in the environment `{name}`"));
    let place = place.unwrap_or_default();
    let needs = if demand.tools == 1 { "needs" } else { "need" };
    let ways: Vec<String> = demand.ways.iter().map(way).collect();
    let says = format!(
        "{tools} {needs} {}, which is not set{place}",
        ways.join(", or ")
    );
    let check = DoctorCheck::warn(subject, says);
    let possible = demand.ways.iter().find(|way| way.impossible.is_empty());
    let Some(name) = possible.and_then(|way| way.names.first()) else {
        return check.hint("leave these tools out with `exclude`");
    };
    check.hint(match environment {
        Some(environment) => {
            format!("`candor environment set {environment} {name} --secret` sets it")
        }
        None => "set it under `variables` of the source, or in an environment".to_owned(),
    })
}

/// `` `A` and `B` ``, or what prevents authentication.
fn way(way: &CredentialOption) -> String {
    let impossible = way.impossible.iter();
    let impossible = impossible.map(|name| format!("`{name}` (not supported by Candor)"));
    let names = way.names.iter().map(|name| format!("`{name}`"));
    names.chain(impossible).collect::<Vec<_>>().join(" and ")
}
