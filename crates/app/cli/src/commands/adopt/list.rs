//! `candor adopt --list`: the servers of all clients in one overview.

use std::collections::{BTreeSet, HashMap};

use candor_adopt::{ClientFile, ListedServer, ScannedMachine, ServerEntry};

use crate::prelude::*;

/// The most other places of a server that are listed.
const MOST_PLACES: usize = 20;

/// Occurrences of each server, grouped by identity.
type ServerPlaces<'a> = HashMap<Vec<&'a str>, Vec<(&'a ClientFile, &'a ListedServer)>>;

/// Prints what was found.
pub(super) fn print(machine: &ScannedMachine, output: &CommandOutput) -> CommandResult {
    let places = places(machine);
    if output.is_json() {
        let servers = servers(machine).map(|(file, server)| json_one(file, server, &places));
        output.json(&json!({
            "servers": servers.collect::<Value>(),
            "problems": failure::json_all(&machine.problems),
        }))?;
        return Ok(CommandExit::with_findings(!machine.problems.is_empty()));
    }
    for file in &machine.files {
        output.line(&heading(file, output))?;
        let widest = |text: fn(&ListedServer) -> String| {
            let widths = file.servers.iter().map(|one| text(one).chars().count());
            widths.max().unwrap_or_default().min(40)
        };
        let width = widest(|server| one_line(&server.name));
        for server in &file.servers {
            output.line(&line(file, server, width, &places))?;
        }
    }
    failure::print_diagnostics(output, &machine.problems);
    output.say(&summary(machine));
    Ok(CommandExit::with_findings(!machine.problems.is_empty()))
}

fn servers(machine: &ScannedMachine) -> impl Iterator<Item = (&ClientFile, &ListedServer)> {
    let files = machine.files.iter();
    files.flat_map(|file| file.servers.iter().map(move |server| (file, server)))
}

fn places(machine: &ScannedMachine) -> ServerPlaces<'_> {
    let mut places: ServerPlaces<'_> = HashMap::new();
    for (file, server) in servers(machine) {
        if let Ok(entry) = &server.entry {
            places
                .entry(entry.identity())
                .or_default()
                .push((file, server));
        }
    }
    places
}

/// Other occurrences of the same server.
fn others<'a>(
    server: &'a ListedServer,
    places: &'a ServerPlaces<'a>,
) -> impl Iterator<Item = &'a (&'a ClientFile, &'a ListedServer)> {
    let entry = server
        .entry
        .as_ref()
        .ok()
        .filter(|entry| !entry.is_candor());
    let found = entry.and_then(|entry| places.get(&entry.identity()));
    let found = found.map(Vec::as_slice).unwrap_or_default().iter();
    let others = found.filter(|(_, other)| !std::ptr::eq(*other, server));
    others.take(MOST_PLACES)
}

fn heading(file: &ClientFile, output: &CommandOutput) -> String {
    let title = output.paint(TextStyle::Bold, file.client.title());
    let path = one_line(&file.path.display().to_string());
    let scope = match file.scope {
        candor_adopt::FileScope::User => "",
        candor_adopt::FileScope::Project => ", shared with the project",
    };
    let link = file.target.as_ref().map_or_else(String::new, |target| {
        format!(", a link to {}", one_line(&target.display().to_string()))
    });
    format!("{title}  {path}{scope}{link}")
}

fn line(
    file: &ClientFile,
    server: &ListedServer,
    width: usize,
    places: &ServerPlaces<'_>,
) -> String {
    let name = one_line(&server.name);
    let mut notes: Vec<String> = Vec::new();
    if let Some(project) = &server.project {
        notes.push(format!("in {}", one_line(project)));
    }
    let what = match &server.entry {
        Ok(entry) => {
            notes.extend(remarks(entry));
            format!(
                "{:<5}  {}",
                entry.transport_name(),
                one_line(&entry.summary())
            )
        }
        Err(reason) => format!("{:<5}  cannot be moved: {}", "-", one_line(reason)),
    };
    let clients: BTreeSet<&str> = others(server, places)
        .map(|(other, _)| other.client.title())
        .collect();
    if !clients.is_empty() {
        let own = file.client.title();
        let clients = clients.into_iter();
        let clients: Vec<&str> = clients
            .map(|client| {
                if client == own {
                    "this client again"
                } else {
                    client
                }
            })
            .collect();
        notes.push(format!("also in {}", clients.join(", ")));
    }
    let notes = if notes.is_empty() {
        String::new()
    } else {
        format!("  ({})", notes.join("; "))
    };
    format!("  {name:<width$}  {what}{notes}")
}

/// Remarks about an entry.
fn remarks(entry: &ServerEntry) -> Vec<String> {
    let mut remarks = Vec::new();
    if entry.is_candor() {
        remarks.push("this is Candor".to_owned());
    }
    match entry.secrets().len() {
        0 => {}
        count => remarks.push(format!("{} in plain text", counted(count, "secret"))),
    }
    if !entry.enabled {
        remarks.push("disabled".to_owned());
    }
    remarks
}

fn summary(machine: &ScannedMachine) -> String {
    let all = servers(machine);
    let (mut n_servers, mut n_secrets) = (0, 0);
    for (_, server) in all {
        n_servers += 1;
        n_secrets += server
            .entry
            .as_ref()
            .map_or(0, |entry| entry.secrets().len());
    }
    let clients: BTreeSet<_> = machine.files.iter().map(|file| file.client).collect();
    let secrets = match n_secrets {
        0 => String::new(),
        count => format!(", {} in plain text", counted(count, "secret")),
    };
    if n_servers == 0 {
        let read = counted(machine.n_files, "file");
        return format!("no MCP servers found; {read} of known clients read");
    }
    format!(
        "{} in {} of {}{secrets}; `candor adopt` moves them to Candor",
        counted(n_servers, "server"),
        counted(machine.files.len(), "file"),
        counted(clients.len(), "client"),
    )
}

fn json_one(file: &ClientFile, server: &ListedServer, places: &ServerPlaces<'_>) -> Value {
    let entry = server.entry.as_ref();
    let others = others(server, places).map(|(file, server)| {
        json!({
            "client": file.client.as_str(),
            "file": file.path.display().to_string(),
            "name": server.name,
        })
    });
    json!({
        "client": file.client.as_str(),
        "file": file.path.display().to_string(),
        "link_to": file.target.as_ref().map(|target| target.display().to_string()),
        "scope": file.scope.as_str(),
        "project": server.project,
        "name": server.name,
        "transport": entry.ok().map(ServerEntry::transport_name),
        "runs": entry.ok().map(ServerEntry::summary),
        "enabled": entry.ok().map(|entry| entry.enabled),
        "is_candor": entry.ok().map(ServerEntry::is_candor),
        "plain_text_secrets": entry.ok().map(|entry| entry.secrets().len()),
        "also_in": others.collect::<Value>(),
        "cannot_be_moved": entry.err(),
    })
}
