//! `candor annotate`: overrides of annotations.

mod amendment;
mod apply;

use candor_gateway::edit::ExplainedTool;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{OpinionKey, OpinionScope};

use crate::args::AnnotateArgs;
use crate::prelude::*;
use crate::source_startup;

/// Overrides annotations, resets them, or applies a file.
pub(super) async fn run(args: &AnnotateArgs, context: &CommandContext) -> CommandResult {
    let mut workspace = CommandWorkspace::open(context)?;
    if let Some(file) = &args.apply {
        workspace.start_nothing();
        return apply::run(args, file, &workspace).await;
    }
    let Some(about) = args.tool.clone() else {
        return Err(CommandFailure::new("no tool is given"));
    };
    let key = OpinionKey {
        scope: scope(args),
        about,
    };
    let author = workspace
        .actor
        .author_because(args.why.as_deref(), "--why")?;
    let amendment = amendment::read(args)?;
    if !args.reset && amendment.says_something() {
        source_startup::start_for_pattern(&mut workspace, &key.about).await?;
    } else {
        workspace.let_sleep(key.about.source());
    }
    with_gateway(&workspace, async |gateway| {
        let editor = gateway.editor();
        if args.reset {
            editor.withdraw(&author, &key, None).await?;
        } else {
            let amended = editor.amend(&author, &key, &amendment, None).await;
            amended.map_err(|error| status::unknown_tool(error, &gateway))?;
        }
        let told = outcome(&gateway, &key)?;
        print(&key, &told, &context.output)
    })
    .await
}

fn scope(args: &AnnotateArgs) -> OpinionScope {
    match (&args.environment, &args.toolset) {
        (Some(environment), _) => OpinionScope::Environment(environment.clone()),
        (None, Some(toolset)) => OpinionScope::Toolset(toolset.clone()),
        (None, None) => OpinionScope::Everywhere,
    }
}

/// The resulting annotations of the tools.
fn outcome(gateway: &Gateway, key: &OpinionKey) -> CommandResult<Vec<ExplainedTool>> {
    let mut endpoint = Endpoint::default();
    match &key.scope {
        OpinionScope::Environment(name) => endpoint.environment = Some(name.clone()),
        OpinionScope::Toolset(name) => endpoint.toolset = Some(name.clone()),
        OpinionScope::Everywhere => {}
    }
    let mut told = gateway.editor().explain_all(&endpoint)?;
    told.retain(|explained| key.about.matches(&explained.tool.name));
    told.sort_by(|a, b| a.tool.name.cmp(&b.tool.name));
    Ok(told)
}

fn print(key: &OpinionKey, told: &[ExplainedTool], output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        return output.json(&json!({
            "about": key.about.to_string(),
            "layer": key.scope.layer().as_str(),
            "scope": key.scope.name(),
            "tools": told.iter().map(json_one).collect::<Value>(),
        }));
    }
    if let Some(exact) = told.first().filter(|_| !key.about.is_wild()) {
        let name = one_line(&exact.tool.name.to_string());
        output.line(&output.paint(TextStyle::Bold, &name))?;
        if let Some(title) = hints::title(&exact.effective.shown) {
            output.line(&format!("  title: {title}"))?;
        }
        for (_, sentences) in hints::sentences(&exact.effective) {
            for (at, sentence) in sentences.iter().enumerate() {
                let indent = if at == 0 { "  " } else { "    " };
                output.line(&format!("{indent}{sentence}"))?;
            }
        }
        let mut layers = exact.layers.iter();
        if layers.any(|(_, opinion)| opinion.confirm.is_some()) {
            output.line(&format!("  {}", hints::confirm(exact)))?;
        }
        for member in hints::members(&exact.effective.shown) {
            output.line(&format!("  {member}"))?;
        }
    } else if !told.is_empty() {
        let rows = told.iter().map(|explained| {
            [
                one_line(&explained.tool.name.to_string()).into(),
                hints::brief(explained.effective.shown.hints()).into(),
            ]
        });
        output.table(TextTable::new(&["TOOL", "HINTS"], rows))?;
    } else {
        let about = one_line(&key.about.to_string());
        output.say(&format!(
            "no tool matches `{about}` now; the override applies when one does"
        ));
    }
    Ok(())
}

fn json_one(explained: &ExplainedTool) -> Value {
    let shown = &explained.effective.shown;
    json!({
        "name": explained.tool.name.to_string(),
        "title": shown.title().map(|fact| &*fact.value),
        "hints": hints::json(shown.hints()),
        "relied": hints::json(explained.effective.relied.hints()),
        "confirm": hints::confirm_json(&explained.effective),
        "origins": hints::origins(shown),
    })
}
