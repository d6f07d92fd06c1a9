//! Whether the tools of an API could be called: where it is, and what callers must show.

use std::collections::HashSet;

use candor_config::{OpenApiSettings, Settings, SourceSettings};
use candor_model::EnvironmentName;
use candor_server::assemble::open_store;
use candor_server::survey::{self, Demand, Survey, Way};

use super::check::Check;
use super::storage::chain;
use crate::text::counted;

/// The names of the variables that are set in one environment.
pub(super) struct Wallet {
    /// Which environment.
    environment: EnvironmentName,
    names: HashSet<String>,
}

/// What is set in each environment, whether a file or the store has it. A store that cannot be
/// read was told of already.
pub(super) async fn wallets(settings: &Settings) -> Vec<Wallet> {
    let declared = settings.environments.iter().map(|declared| Wallet {
        environment: declared.environment.name.clone(),
        names: declared
            .variables
            .iter()
            .map(|one| one.name.to_string())
            .collect(),
    });
    let mut wallets: Vec<Wallet> = declared.collect();
    let is_there = settings.server.data.join("candor.db").exists();
    if !is_there && settings.server.database_url.is_none() {
        return wallets;
    }
    let Ok(store) = open_store(settings).await else {
        return wallets;
    };
    for stored in store.environments().await.unwrap_or_default() {
        // The file's word replaces the store's.
        let name = stored.environment.name;
        if !wallets.iter().any(|wallet| wallet.environment == name) {
            wallets.push(Wallet {
                environment: name,
                names: stored
                    .variables
                    .iter()
                    .map(|one| one.name.to_string())
                    .collect(),
            });
        }
    }
    store.close().await;
    wallets
}

/// Looks at one API whose document could be read.
pub(super) async fn check(
    source: &SourceSettings,
    settings: &OpenApiSettings,
    wallets: &[Wallet],
) -> Vec<Check> {
    let subject = format!("source `{}`", source.name);
    let survey = match survey::survey(source, settings).await {
        Ok(survey) => survey,
        Err(error) => return vec![Check::fail(subject, chain(&error))],
    };
    let mut checks = vec![place(&subject, &survey, settings).await];
    let own = settings.variables.iter();
    let own = own.filter(|(_, value)| !value.expose().is_empty());
    let own: HashSet<String> = own.map(|(name, _)| name.to_string()).collect();
    checks.extend(credentials(&subject, &survey.demands, &own, wallets));
    checks
}

async fn place(subject: &str, survey: &Survey, settings: &OpenApiSettings) -> Check {
    match &survey.base {
        Err(reason) => Check::fail(subject, reason.as_str()),
        Ok(base) => match survey::reach(base, settings).await {
            Ok(()) => Check::ok(subject, format!("requests go to `{base}`")),
            Err(reason) => Check::fail(subject, reason),
        },
    }
}

/// One line for each place from which something is missing, or one that all is there. Who keeps
/// credentials in environments needs none outside of them.
fn credentials(
    subject: &str,
    demands: &[Demand],
    own: &HashSet<String>,
    wallets: &[Wallet],
) -> Vec<Check> {
    if demands.is_empty() {
        return Vec::new();
    }
    let lacking = |names: Option<&HashSet<String>>| -> Vec<&Demand> {
        let is_set =
            |name: &str| own.contains(name) || names.is_some_and(|names| names.contains(name));
        demands
            .iter()
            .filter(|demand| !demand.is_met(is_set))
            .collect()
    };
    let by_environment = wallets.iter();
    let by_environment: Vec<_> = by_environment
        .map(|wallet| (&wallet.environment, lacking(Some(&wallet.names))))
        .collect();
    let somewhere = by_environment.iter().any(|(_, lacking)| lacking.is_empty());
    let mut checks: Vec<Check> = by_environment
        .iter()
        .flat_map(|(name, lacking)| {
            lacking
                .iter()
                .map(|demand| missing(subject, demand, Some(*name)))
        })
        .collect();
    let outside = lacking(None);
    if !outside.is_empty() && !somewhere {
        checks.splice(
            0..0,
            outside
                .into_iter()
                .map(|demand| missing(subject, demand, None)),
        );
    }
    if checks.is_empty() {
        checks.push(Check::ok(
            subject,
            "the credentials that its tools need are there",
        ));
    }
    checks
}

/// Names of variables, and never what is in them.
fn missing(subject: &str, demand: &Demand, environment: Option<&EnvironmentName>) -> Check {
    let tools = counted(demand.tools, "tool");
    let place = environment.map(|name| format!(" in the environment `{name}`"));
    let place = place.unwrap_or_default();
    let needs = if demand.tools == 1 { "needs" } else { "need" };
    let ways: Vec<String> = demand.ways.iter().map(way).collect();
    let says = format!(
        "{tools} {needs} {}, which is missing{place}",
        ways.join(", or ")
    );
    let check = Check::warn(subject, says);
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

/// `` `A` and `B` ``, or what stands in the way.
fn way(way: &Way) -> String {
    let impossible = way.impossible.iter();
    let impossible = impossible.map(|name| format!("`{name}` (which Candor cannot show)"));
    let names = way.names.iter().map(|name| format!("`{name}`"));
    names.chain(impossible).collect::<Vec<_>>().join(" and ")
}
