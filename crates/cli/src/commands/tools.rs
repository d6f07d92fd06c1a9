//! `candor tools`: what clients see, and how its sources are doing.

mod explain;
mod export;

use std::sync::Arc;

use candor_config::Flags;
use candor_gateway::desk::Explained;
use candor_gateway::{Endpoint, Gateway, SourceStatus, Tool};
use candor_model::Diagnostic;
use candor_resolve::Effective;
use candor_server::health::describe;
use candor_wire::{RawJson, RawObject};

use crate::args::Tools;
use crate::exit::Exit;
use crate::hints;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::{self, Failure};
use crate::table::{Entry, Table};
use crate::text;
use crate::{status, target};

/// What there is to show.
struct Found {
    sources: Vec<SourceStatus>,
    tools: Vec<Row>,
    /// With `--explain`: everything about each tool.
    explained: Option<Vec<Explained>>,
    diagnostics: Vec<Diagnostic>,
}

/// One tool as it is at the endpoint, served or not.
struct Row {
    tool: Arc<Tool>,
    effective: Effective,
    definition: RawJson,
}

/// Lists the tools of the configured sources or of a target.
pub(super) async fn run(args: &Tools, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    if let Some(file) = &args.export {
        return export::run(file, args.source.as_ref(), flags, output).await;
    }
    let mut workspace = target::any(args.target.as_deref(), &args.command, flags)?;
    if let Some(source) = &args.source {
        workspace.narrow(source)?;
    }
    let is_target = args.target.is_some() || !args.command.is_empty();
    let _scratch = is_target
        .then(|| oneshot::keep_nothing(&mut workspace))
        .transpose()?;

    let workspace = &workspace;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let endpoint = Endpoint::of_environment(args.environment.clone());
        let mut diagnostics = workspace.diagnostics.clone();
        diagnostics.extend_from_slice(gateway.catalogue().diagnostics());
        let found = Found {
            sources: gateway.sources(),
            tools: rows(&gateway, &endpoint)?,
            explained: args
                .explain
                .then(|| gateway.desk().explain_all(&endpoint))
                .transpose()?,
            diagnostics,
        };
        if output.is_json() {
            output.raw(&found.json())?;
        } else {
            found.print(output)?;
        }
        Ok(found.exit())
    })
    .await
}

fn rows(gateway: &Gateway, endpoint: &Endpoint) -> Result<Vec<Row>, Failure> {
    let catalogue = gateway.catalogue();
    let offer = catalogue.offer(endpoint)?;
    let row = |tool: &Arc<Tool>| {
        if let Some(offered) = offer.tool(tool.exposed.as_str()) {
            return Ok(Row {
                tool: Arc::clone(tool),
                effective: offered.effective.clone(),
                definition: offered.definition.clone(),
            });
        }
        let explained = gateway.desk().explain(&tool.name, endpoint)?;
        Ok(Row {
            tool: Arc::clone(tool),
            effective: explained.effective,
            definition: explained.definition,
        })
    };
    catalogue.tools().iter().map(row).collect()
}

// === impl Found ===

impl Found {
    fn exit(&self) -> Exit {
        let down = self.sources.iter().any(|source| !source.state.is_ready());
        let mut tools = self.tools.iter();
        let withheld = tools.any(|row| row.tool.quarantine.is_some());
        Exit::with_findings(down || withheld || problems::has_errors(&self.diagnostics))
    }

    fn print(&self, output: &Output) -> Result<(), Failure> {
        if self.sources.is_empty() {
            output.say("no source is configured; `candor config default` shows how to write one");
        } else {
            output.table(status::table(&self.sources))?;
        }
        if let Some(explained) = &self.explained {
            for tool in explained {
                output.line(&explain::text(tool, output))?;
            }
        } else if !self.tools.is_empty() {
            output.line("")?;
            output.table(self.table())?;
        }
        problems::tell_all(output, &self.diagnostics);
        Ok(())
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["TOOL", "HINTS", "WHAT IT DOES"]).cut();
        for row in &self.tools {
            let name = text::one_line(&row.tool.name.to_string());
            let (tool, says): (Entry, Entry) = if row.tool.quarantine.is_some() {
                let says = Entry::painted("quarantined", Paint::Bad);
                (Entry::painted(format!("! {name}"), Paint::Bad), says)
            } else {
                let says = hints::brief(row.effective.shown.hints());
                (name.into(), says.into())
            };
            table.row([tool, says, row.what_it_does().into()]);
        }
        table
    }

    fn json(&self) -> RawJson {
        let sources = RawJson::from_value(&self.sources.iter().map(describe).collect());
        let explained = self.explained.iter().flatten().map(Some);
        let explained = explained.chain(std::iter::repeat(None));
        let tools: Vec<RawJson> = self
            .tools
            .iter()
            .zip(explained)
            .map(|(row, explained)| row.json(explained))
            .collect();
        let diagnostics = RawJson::from_value(&problems::json_all(&self.diagnostics));
        RawObject::from_iter([
            ("sources", sources),
            ("tools", RawJson::array(&tools)),
            ("diagnostics", diagnostics),
        ])
        .to_json()
    }
}

// === impl Row ===

impl Row {
    /// The tool as JSON; its definition stays the bytes that clients get.
    fn json(&self, explained: Option<&Explained>) -> RawJson {
        let tool = &self.tool;
        let shown = self.effective.shown.hints();
        let mut entry = RawObject::from_iter([
            ("name", RawJson::string(&tool.name.to_string())),
            ("exposed", RawJson::string(tool.exposed.as_str())),
            ("source", RawJson::string(tool.name.source().as_str())),
            (
                "quarantined",
                RawJson::from_value(&tool.quarantine.is_some().into()),
            ),
            ("hints", RawJson::from_value(&hints::json(shown))),
        ]);
        if let Some(explained) = explained {
            let explained = explain::json(explained);
            entry.set("explained", RawJson::from_value(&explained));
        }
        entry.set("definition", self.definition.clone());
        entry.to_json()
    }

    /// The title, or else the first line of the description.
    fn what_it_does(&self) -> String {
        let members = RawObject::parse(&self.definition).unwrap_or_default();
        let description = members.get_string("description").unwrap_or_default();
        let description = text::first_line(&description);
        match self.effective.shown.title() {
            Some(title) => format!("{}: {description}", text::one_line(&title.value)),
            None => description,
        }
    }
}
