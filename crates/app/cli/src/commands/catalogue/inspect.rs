//! `candor catalogue inspect`: starts a server once, confined, and stores its tool list.

use candor_gateway::Gateway;
use candor_gateway::edit::{PreviewTool, SourceDraft, SourcePreview};
use candor_model::{AnnotationLayer, Hint, Hints};
use candor_registry_client::{
    InspectedServer, InspectedTool, new_source, source_name, usual_confinement,
};
use candor_resolve::EffectiveAnnotations;

use super::lookup::OpenCatalogue;
use crate::args::CatalogueInspectArgs;
use crate::commands::adopt::confirm;
use crate::oneshot::use_scratch_storage;
use crate::prelude::*;

pub(super) async fn run(args: &CatalogueInspectArgs, context: &CommandContext) -> CommandResult {
    let catalogue = OpenCatalogue::open(&args.server.age, context).await?;
    let chosen = catalogue.choose(&args.server).await?;
    let entry = &chosen.known.entry;
    let launch = chosen.launch(&args.run)?;
    let output = &context.output;
    launch.print(output);
    launch.refuse_danger(&format!("`{}` is not started", entry.name))?;
    let confine = args.run.confine.or_else(|| usual_confinement(&launch.plan));
    let confined = confine.map_or_else(
        || "not confined".to_owned(),
        |level| format!("confined: {level}"),
    );
    output.say(&confined);
    let question = format!("start `{}` once?", entry.name);
    confirm::ask(args.run.yes, &question, "nothing was started", output).await?;
    let name = source_name(&entry.name).ok_or_else(|| {
        CommandFailure::new(format!(
            "a source cannot be called `{}`",
            entry.name.short()
        ))
    })?;
    let draft = SourceDraft::of(new_source(&launch.plan, confine).text(&name));
    let OpenCatalogue {
        mut workspace,
        client,
        ..
    } = catalogue;
    // Only the inspected server is started, not the configured sources.
    workspace.start_nothing();
    workspace.settings.server.allow_commands = true;
    let _scratch = use_scratch_storage(&mut workspace)?;
    with_gateway(&workspace, async |gateway| {
        let preview = look(&gateway, &draft).await?;
        let seen = InspectedServer {
            inspected_at: timestamp::now(),
            version: entry.version.clone(),
            line: launch.plan.line(),
            tools: preview.tools.iter().map(inspected).collect(),
        };
        client
            .remember(&entry.name, &seen)
            .map_err(|cause| CommandFailure::io("the tools cannot be remembered", cause))?;
        print(&seen, output)?;
        Ok(CommandExit::Success)
    })
    .await
}

/// Starts it, looks, and stops it. A server that does not answer is a failure.
async fn look(gateway: &Gateway, draft: &SourceDraft) -> CommandResult<SourcePreview> {
    let preview = gateway.editor().preview_source(draft).await;
    let preview = preview
        .map_err(|error| CommandFailure::new(format!("the server cannot be started: {error}")))?;
    if preview.state.is_ready() || !preview.tools.is_empty() {
        return Ok(preview);
    }
    let state = one_line(&preview.state.to_string());
    let failure = CommandFailure::new(format!("the server did not list its tools: it {state}"));
    Err(failure.hint("`--confine off` starts it without confinement, if that is the reason"))
}

fn inspected(tool: &PreviewTool) -> InspectedTool {
    let shown = |text: &str| candor_text::printable(&candor_text::clip(text, 500));
    InspectedTool {
        name: shown(&tool.name),
        title: tool.title.as_deref().map(shown),
        description: Some(shown(&tool.description)).filter(|text| !text.is_empty()),
        hints: declared(&tool.effective),
    }
}

/// The hints that the server itself declares. What Candor infers is left out: it is worked out
/// again where the server is used.
fn declared(effective: &EffectiveAnnotations) -> Hints {
    let hints = Hint::ALL.into_iter().filter_map(|hint| {
        let fact = effective.shown.hint(hint)?;
        let is_declared = fact.origin.provenance().layer == AnnotationLayer::Declared;
        is_declared.then_some((hint, fact.value))
    });
    hints.collect()
}

fn print(seen: &InspectedServer, output: &CommandOutput) -> CommandResult<()> {
    let tools = seen.tools.iter();
    output.list(
        "tools",
        tools.map(|tool| json!({ "name": tool.name, "hints": hints::json(tool.hints) })),
        "the server has no tools",
        || {
            let row = |tool: &InspectedTool| {
                let text = tool.description.as_deref().unwrap_or_default();
                [
                    one_line(&tool.name).into(),
                    hints::brief(tool.hints).into(),
                    TableCell::from(one_line(text)),
                ]
            };
            let headings = ["TOOL", "HINTS", "DESCRIPTION"];
            TextTable::new(&headings, seen.tools.iter().map(row)).cut()
        },
    )
}
