//! `candor tools`: the tools that clients see, and the status of their sources.

mod explain;

use std::collections::HashMap;
use std::sync::Arc;

use candor_config::write_opinions;
use candor_gateway::edit::ExplainedTool;
use candor_gateway::{CatalogueTool, Endpoint, EndpointOffer, Gateway, OfferedTool, SourceStatus};
use candor_model::{Diagnostic, Hint, SourceName};
use candor_resolve::EffectiveAnnotations;
use candor_server::health::describe;
use candor_wire::{RawJson, RawObject};

use crate::args::ToolsArgs;
use crate::prelude::*;
use crate::running_gateway::{RunningGateway, RunningSource};
use crate::target::{CommandTarget, NO_TARGET};
use crate::text;

/// The data to show.
struct ToolListing {
    sources: Vec<SourceStatus>,
    tools: Vec<ListedTool>,
    /// With `--explain`: everything about each tool.
    explained: Option<Vec<ExplainedTool>>,
    diagnostics: Vec<Diagnostic>,
}

/// A tool at the endpoint, served or not.
struct ListedTool {
    tool: Arc<CatalogueTool>,
    effective: EffectiveAnnotations,
    definition: RawJson,
    /// The hints that did not hold when it was called.
    contradicted: Vec<Hint>,
}

/// Lists the tools of the configured sources or of a target.
pub(super) async fn run(args: &ToolsArgs, context: &CommandContext) -> CommandResult {
    if let Some(file) = &args.export {
        args.target().refuse_options(NO_TARGET)?;
        return export(file, args.source.as_ref(), context).await;
    }
    let mut opened = args.target().open(context)?;
    let running = beside(&args.target(), &mut opened.workspace).await?;
    let workspace = &opened.workspace;
    with_gateway(workspace, async |gateway| {
        let endpoint = Endpoint {
            toolset: args.toolset.clone(),
            environment: args.environment.clone(),
        };
        let offer = gateway.catalogue().view(&endpoint)?;
        let mut diagnostics = workspace.diagnostics.clone();
        diagnostics.extend_from_slice(gateway.catalogue().diagnostics());
        diagnostics.extend(missing(&endpoint, &offer));
        let wanted = |name: &SourceName| args.source.as_ref().is_none_or(|source| source == name);
        let offered = offer.tools().iter().map(|offered| ListedTool::of(offered));
        let mut tools: Vec<ListedTool> = match &endpoint.toolset {
            Some(_) => offered.collect(),
            None => rows(&gateway, &endpoint, &offer)?,
        };
        tools.retain(|row| wanted(row.tool.name.source()));
        mark_contradicted(&mut tools, &gateway).await?;
        let mut sources = gateway.sources();
        sources.retain(|source| wanted(&source.name));
        take_states(&mut sources, &running);
        let explained = args.explain.then(|| explained(&gateway, &endpoint, &tools));
        let found = ToolListing {
            sources,
            explained: explained.transpose()?,
            tools,
            diagnostics,
        };
        if context.output.is_json() {
            context.output.raw(&found.json())?;
        } else {
            found.print(&args.target(), &context.output)?;
            mention_equipped(&gateway, &endpoint, &context.output);
        }
        Ok(found.exit())
    })
    .await
}

/// Notes at each tool which of its hints did not hold when it was called.
async fn mark_contradicted(tools: &mut [ListedTool], gateway: &Gateway) -> CommandResult<()> {
    for found in gateway.editor().contradictions().await? {
        let is_it = |row: &&mut ListedTool| {
            row.tool.name == found.tool && row.tool.hash == found.definition
        };
        if let Some(row) = tools.iter_mut().find(is_it) {
            row.contradicted = found.contradictions().map(|one| one.hint).collect();
        }
    }
    Ok(())
}

/// The sources of the gateway that runs on this data directory, which has started them: they are
/// not started again. The demo is part of this program.
async fn beside(
    target: &CommandTarget<'_>,
    workspace: &mut CommandWorkspace,
) -> CommandResult<Vec<RunningSource>> {
    if target.is_given() || workspace.demo {
        return Ok(Vec::new());
    }
    let Some(running) = RunningGateway::find(&workspace.settings.server.data)? else {
        return Ok(Vec::new());
    };
    let sources = running.sources().await?;
    workspace.let_all_sleep();
    let url = &running.url;
    workspace.output.say(&format!(
        "as the gateway at {url} sees them; nothing was started"
    ));
    Ok(sources)
}

/// The running gateway's state of sources that are not ready.
fn take_states(sources: &mut [SourceStatus], running: &[RunningSource]) {
    for source in sources {
        let seen = running
            .iter()
            .find(|seen| seen.name == source.name.as_str());
        if let Some(trouble) = seen.and_then(RunningSource::trouble) {
            source.state = trouble;
        }
        source.remembered = seen.map_or(0, |seen| seen.remembered);
    }
}

/// Exports stored overrides; those of the configuration file are already in a file.
async fn export(
    name: &str,
    source: Option<&SourceName>,
    context: &CommandContext,
) -> CommandResult {
    let workspace = CommandWorkspace::open_store(context)?;
    with_gateway(&workspace, async |gateway| {
        let entries = gateway.editor().opinions().await?;
        let stored: Vec<_> = entries
            .into_iter()
            .filter(|entry| entry.version.is_some() && !entry.opinion.is_empty())
            .filter(|entry| source.is_none_or(|source| entry.key.about.source() == source))
            .map(|entry| (entry.key, entry.opinion))
            .collect();
        let toml = write_opinions(&stored);
        let count = counted(stored.len(), "table");
        file::export(
            name,
            &toml,
            ("entries", stored.len().into()),
            &count,
            &context.output,
        )
    })
    .await
}

/// Every tool, also those that are not served.
fn rows(
    gateway: &Gateway,
    endpoint: &Endpoint,
    offer: &EndpointOffer,
) -> CommandResult<Vec<ListedTool>> {
    let catalogue = gateway.catalogue();
    let row = |tool: &Arc<CatalogueTool>| {
        if let Some(offered) = offer.tool(tool.exposed.as_str()) {
            return Ok(ListedTool::of(offered));
        }
        let explained = gateway.editor().explain(&tool.name, endpoint)?;
        Ok(ListedTool {
            tool: Arc::clone(tool),
            effective: explained.effective,
            definition: explained.definition,
            contradicted: Vec::new(),
        })
    };
    catalogue.tools().iter().map(row).collect()
}

/// All details of these tools, in order.
fn explained(
    gateway: &Gateway,
    endpoint: &Endpoint,
    rows: &[ListedTool],
) -> CommandResult<Vec<ExplainedTool>> {
    let all = gateway.editor().explain_all(endpoint)?.into_iter();
    let mut all: HashMap<_, _> = all.map(|one| (one.tool.name.clone(), one)).collect();
    let rows = rows.iter();
    Ok(rows.filter_map(|row| all.remove(&row.tool.name)).collect())
}

/// Members of the toolset that match nothing.
fn missing(endpoint: &Endpoint, offer: &EndpointOffer) -> Vec<Diagnostic> {
    let toolset = endpoint.toolset.iter();
    let missing = toolset.flat_map(|name| offer.missing().iter().map(move |one| (name, one)));
    missing
        .map(|(name, one)| {
            let why = one.why.as_str();
            let message = format!("`{}` of toolset `{name}`: {why}", one.member);
            Diagnostic::error("toolset::missing", message)
        })
        .collect()
}

/// Clients of `/mcp` may see less than everything.
fn mention_equipped(gateway: &Gateway, endpoint: &Endpoint, output: &CommandOutput) {
    if endpoint.toolset.is_some() {
        return;
    }
    if let Some(name) = gateway.editor().equipped() {
        output.say(&format!(
            "toolset `{name}` is equipped: `/mcp` serves only what `candor tools --toolset {name}` lists"
        ));
    }
}

// === impl ToolListing ===

impl ToolListing {
    fn exit(&self) -> CommandExit {
        let down = self.sources.iter().any(|source| !source.state.is_ready());
        let mut tools = self.tools.iter();
        let withheld = tools.any(|row| row.tool.quarantine.is_some());
        CommandExit::with_findings(down || withheld || failure::has_errors(&self.diagnostics))
    }

    fn print(&self, target: &CommandTarget<'_>, output: &CommandOutput) -> CommandResult<()> {
        if self.sources.is_empty() {
            // Problems of the file explain more, for example a misspelt table.
            failure::print_worst_diagnostics(output, &self.diagnostics);
            output.say("no sources are configured; `candor add` adds one");
            return Ok(());
        }
        output.table(status::table(&self.sources, |name| self.tokens(name)))?;
        if let Some(explained) = &self.explained {
            for tool in explained {
                output.line(&explain::text(tool, output))?;
            }
        } else if !self.tools.is_empty() {
            output.line("")?;
            output.table(self.table())?;
        }
        failure::print_worst_diagnostics(output, &self.diagnostics);
        let sources = self.sources.iter();
        for source in sources.filter(|source| !source.state.is_ready()) {
            if let Some(hint) = target.way_out(&status::details(source)) {
                output.say(&format!("hint: {hint}"));
            }
        }
        Ok(())
    }

    /// The total token cost of a source's served tools.
    fn tokens(&self, source: &SourceName) -> usize {
        let tools = self.tools.iter();
        let own = tools.filter(|row| row.tool.name.source() == source);
        let served = own.filter(|row| row.tool.quarantine.is_none());
        served.map(ListedTool::tokens).sum()
    }

    fn table(&self) -> TextTable {
        let rows = self.tools.iter().map(|row| {
            let name = one_line(&row.tool.name.to_string());
            let (tool, says) = if row.tool.quarantine.is_some() {
                let red = |text: &str| TableCell::painted(text, TextStyle::Error);
                (red(&format!("! {name}")), red(&row.withheld()))
            } else {
                (name.into(), row.brief())
            };
            let tokens = row.tokens().to_string();
            [tool, tokens.into(), says, row.what_it_does().into()]
        });
        TextTable::new(&["TOOL", "TOKENS", "HINTS", "DESCRIPTION"], rows).cut()
    }

    fn json(&self) -> RawJson {
        let sources = self.sources.iter().map(|source| {
            let mut about = describe(source);
            about["tokens"] = self.tokens(&source.name).into();
            about
        });
        let sources = RawJson::from_value(&sources.collect());
        let explained = self.explained.iter().flatten().map(Some);
        let explained = explained.chain(std::iter::repeat(None));
        let tools = self.tools.iter().zip(explained);
        let tools: Vec<RawJson> = tools.map(|(row, explained)| row.json(explained)).collect();
        let diagnostics = RawJson::from_value(&failure::json_all(&self.diagnostics));
        RawObject::from_iter([
            ("sources", sources),
            ("tools", RawJson::array(&tools)),
            ("diagnostics", diagnostics),
        ])
        .to_json()
    }
}

// === impl ListedTool ===

impl ListedTool {
    fn of(offered: &OfferedTool) -> Self {
        Self {
            tool: Arc::clone(&offered.tool),
            effective: offered.effective.clone(),
            definition: offered.definition.clone(),
            contradicted: Vec::new(),
        }
    }

    /// The hints, and whether the source's own were overridden.
    fn brief(&self) -> TableCell {
        let brief = hints::brief(self.effective.shown.hints());
        match self.contradiction() {
            Some(found) => TableCell::painted(format!("{brief}; {found}"), TextStyle::Error),
            None => brief.into(),
        }
    }

    /// Why the tool is not served, and whether its hints were overridden.
    fn withheld(&self) -> String {
        let found = self.contradiction().map(|found| format!("; {found}"));
        format!("quarantined{}", found.unwrap_or_default())
    }

    fn contradiction(&self) -> Option<String> {
        let words: Vec<&str> = self.contradicted.iter().map(|hint| hint.word()).collect();
        (!words.is_empty()).then(|| format!("contradicted: {}", words.join(", ")))
    }

    /// The tool as JSON; its definition stays the bytes that clients get.
    fn json(&self, explained: Option<&ExplainedTool>) -> RawJson {
        let tool = &self.tool;
        let shown = self.effective.shown.hints();
        let contradicted = self.contradicted.iter();
        let contradicted = contradicted.map(|hint| Value::from(hint.key()));
        let mut entry = RawObject::from_iter([
            ("name", RawJson::string(&tool.name.to_string())),
            ("exposed", RawJson::string(tool.exposed.as_str())),
            ("source", RawJson::string(tool.name.source().as_str())),
            (
                "quarantined",
                RawJson::from_value(&tool.quarantine.is_some().into()),
            ),
            ("hints", RawJson::from_value(&hints::json(shown))),
            ("contradicted", RawJson::from_value(&contradicted.collect())),
            ("tokens", RawJson::from_value(&self.tokens().into())),
        ]);
        if let Some(explained) = explained {
            let explained = explain::json(explained);
            entry.set("explained", RawJson::from_value(&explained));
        }
        entry.set("definition", self.definition.clone());
        entry.to_json()
    }

    /// The estimated token cost of its definition.
    fn tokens(&self) -> usize {
        candor_resolve::estimate_tokens(&self.definition.to_string())
    }

    /// The title, or the first line of the description.
    fn what_it_does(&self) -> String {
        let members = RawObject::parse(&self.definition).unwrap_or_default();
        let description = members.get_string("description").unwrap_or_default();
        let description = text::first_line(&description);
        match self.effective.shown.title() {
            Some(title) => format!("{}: {description}", one_line(&title.value)),
            None => description,
        }
    }
}
