//! `candor catalogue search`.

use candor_registry_client::KnownEntry;

use super::lookup::OpenCatalogue;
use crate::args::CatalogueSearchArgs;
use crate::prelude::*;

pub(super) async fn run(args: &CatalogueSearchArgs, context: &CommandContext) -> CommandResult {
    let catalogue = OpenCatalogue::open(&args.age, context).await?;
    let query = args.query.join(" ");
    let found = catalogue.view.search(&query, usize::from(args.limit));
    let output = &context.output;
    output.json_or(|| report(&catalogue, &found), || print(&found, output))?;
    if !output.is_json() {
        let all: usize = catalogue
            .view
            .registries
            .iter()
            .map(|one| one.servers)
            .sum();
        output.say(&format!(
            "{} of {}; `candor catalogue show SERVER` shows one",
            found.len(),
            counted(all, "server")
        ));
    }
    Ok(CommandExit::with_findings(found.is_empty()))
}

fn print(found: &[&KnownEntry], output: &CommandOutput) -> CommandResult<()> {
    if found.is_empty() {
        output.say("no server was found");
        return Ok(());
    }
    let row = |known: &&KnownEntry| {
        let entry = &known.entry;
        let kinds: Vec<&str> = kinds(known);
        [
            entry.name.as_str().into(),
            one_line(&entry.version).into(),
            kinds.join(", ").into(),
            TableCell::from(one_line(&entry.description)),
        ]
    };
    let headings = ["SERVER", "VERSION", "RUNS AS", "DESCRIPTION"];
    output.table(TextTable::new(&headings, found.iter().map(row)).cut())
}

/// The kinds of its packages, and whether it has a remote.
fn kinds(known: &KnownEntry) -> Vec<&str> {
    let mut kinds: Vec<&str> = known
        .entry
        .packages()
        .map(|one| one.kind.as_str())
        .collect();
    if known.entry.remotes().next().is_some() {
        kinds.push("remote");
    }
    kinds.dedup();
    kinds
}

fn report(catalogue: &OpenCatalogue, found: &[&KnownEntry]) -> Value {
    let registries = catalogue.view.registries.iter().map(|registry| {
        json!({
            "registry": registry.registry,
            "servers": registry.servers,
            "asked_at": registry.asked_at.map(timestamp::text),
            "outage": registry.outage,
            "problems": registry.problems,
        })
    });
    let servers = found.iter().map(|known| {
        let entry = &known.entry;
        json!({
            "name": entry.name.as_str(),
            "title": entry.title,
            "description": entry.description,
            "version": entry.version,
            "status": entry.status.as_str(),
            "runs_as": kinds(known),
            "registry": catalogue.view.registry_of(known).map(|one| one.registry.clone()),
        })
    });
    json!({ "registries": registries.collect::<Value>(), "servers": servers.collect::<Value>() })
}
