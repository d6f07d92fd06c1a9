//! `candor tools`: what clients see, and how its sources are doing.

use candor_config::Flags;
use candor_gateway::{Catalogue, SourceStatus, Tool};
use candor_model::Diagnostic;
use candor_server::health::describe;
use candor_wire::{RawJson, RawObject};

use crate::args::Tools;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::{self, Failure};
use crate::table::Table;
use crate::text;
use crate::workspace::Workspace;
use crate::{status, target};

/// What there is to show.
struct Found<'a> {
    sources: Vec<SourceStatus>,
    catalogue: &'a Catalogue,
    diagnostics: Vec<Diagnostic>,
}

/// Lists the tools of the configured sources or of a target.
pub(super) async fn run(args: &Tools, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let mut workspace = match &args.target {
        Some(target) => target::named(target, flags)?,
        None if args.command.is_empty() => Workspace::open(flags)?,
        None => target::command(&args.command, flags)?,
    };
    let is_target = args.target.is_some() || !args.command.is_empty();
    let _scratch = is_target
        .then(|| oneshot::keep_nothing(&mut workspace))
        .transpose()?;

    let workspace = &workspace;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let catalogue = gateway.catalogue();
        let mut diagnostics = workspace.diagnostics.clone();
        diagnostics.extend_from_slice(catalogue.diagnostics());
        let found = Found {
            sources: gateway.sources(),
            catalogue: &catalogue,
            diagnostics,
        };
        if output.is_json() {
            output.raw(&found.json())?;
        } else {
            found.print(args.explain, output)?;
        }
        Ok(found.exit())
    })
    .await
}

// === impl Found ===

impl Found<'_> {
    fn exit(&self) -> Exit {
        let down = self.sources.iter().any(|source| !source.state.is_ready());
        Exit::with_findings(down || problems::has_errors(&self.diagnostics))
    }

    fn print(&self, explain: bool, output: &Output) -> Result<(), Failure> {
        if self.sources.is_empty() {
            output.say("no source is configured; `candor config default` shows how to write one");
        } else {
            output.table(status::table(&self.sources))?;
        }
        let tools = self.catalogue.tools();
        if explain {
            for tool in tools {
                output.line(&explained(tool, output))?;
            }
        } else if !tools.is_empty() {
            let mut table = Table::new(&["TOOL", "SOURCE", "OWN NAME", "WHAT IT DOES"]).cut();
            for tool in tools {
                table.row([
                    text::one_line(tool.exposed.as_str()).into(),
                    tool.name.source().as_str().into(),
                    text::one_line(tool.name.own()).into(),
                    what_it_does(&members(tool)).into(),
                ]);
            }
            output.line("")?;
            output.table(table)?;
        }
        problems::tell_all(output, &self.diagnostics);
        Ok(())
    }

    fn json(&self) -> RawJson {
        let sources = RawJson::from_value(&self.sources.iter().map(describe).collect());
        let tools: Vec<RawJson> = self
            .catalogue
            .tools()
            .iter()
            .map(|tool| entry(tool))
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

/// A tool as JSON; its definition stays the bytes that clients get.
fn entry(tool: &Tool) -> RawJson {
    RawObject::from_iter([
        ("name", RawJson::string(&tool.name.to_string())),
        ("exposed", RawJson::string(tool.exposed.as_str())),
        ("source", RawJson::string(tool.name.source().as_str())),
        ("definition", tool.definition.clone()),
    ])
    .to_json()
}

/// Everything about one tool, in a few lines.
fn explained(tool: &Tool, output: &Output) -> String {
    let members = members(tool);
    let declared = members.get("annotations").map_or_else(
        || "nothing".to_owned(),
        |annotations| text::one_line(&annotations.to_string()),
    );
    let mut lines = vec![
        String::new(),
        output.paint(Paint::Bold, &text::one_line(tool.exposed.as_str())),
        format!("  name         {}", text::one_line(&tool.name.to_string())),
        format!("  source       {}", tool.name.source()),
    ];
    if let Some(title) = title(&members) {
        lines.push(format!("  title        {}", text::one_line(&title)));
    }
    let description = members.get_string("description").unwrap_or_default();
    lines.push(format!("  description  {}", text::first_line(&description)));
    lines.push(format!("  declares     {declared}"));
    lines.join("\n")
}

/// The title, or else the first line of the description.
fn what_it_does(members: &RawObject) -> String {
    let description = members.get_string("description").unwrap_or_default();
    match title(members) {
        Some(title) => format!(
            "{}: {}",
            text::one_line(&title),
            text::first_line(&description)
        ),
        None => text::first_line(&description),
    }
}

/// The title at the top level, or the one inside the annotations, where older servers write it.
fn title(members: &RawObject) -> Option<String> {
    let inside = || {
        RawObject::parse(members.get("annotations")?)
            .ok()?
            .get_string("title")
    };
    members
        .get_string("title")
        .or_else(inside)
        .filter(|title| !title.trim().is_empty())
}

fn members(tool: &Tool) -> RawObject {
    RawObject::parse(&tool.definition).unwrap_or_default()
}
