//! `candor annotate`: what people say about tools.

mod amendment;
mod apply;

use candor_config::Flags;
use candor_gateway::desk::Explained;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{OpinionKey, Scope};
use serde_json::{Value, json};

use crate::args::Annotate;
use crate::author::author;
use crate::exit::Exit;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::seen::Seen;
use crate::table::Table;
use crate::text;
use crate::workspace::Workspace;
use crate::{hints, oneshot, status};

/// Says something about tools, takes it back, or takes over a file.
pub(super) async fn run(args: &Annotate, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    if let Some(file) = &args.apply {
        workspace.start_nothing();
        return apply::run(args, file, &workspace, output).await;
    }
    let Some(about) = args.tool.clone() else {
        return Err(Failure::new("there is no tool to speak about"));
    };
    let key = OpinionKey {
        scope: scope(args),
        about,
    };
    let author = author(args.why.as_deref())?;
    let amendment = amendment::read(args)?;
    let says_something = !args.reset && amendment::says_something(&amendment);
    if says_something && must_ask(&workspace, &key).await? {
        workspace.start_only(key.about.source());
    } else {
        workspace.let_sleep(key.about.source());
    }
    oneshot::with_gateway(&workspace, output, async |gateway| {
        let desk = gateway.desk();
        if args.reset {
            desk.withdraw(&author, &key, None).await?;
        } else {
            let amended = desk.amend(&author, &key, &amendment, None).await;
            amended.map_err(|error| status::unknown(error, &gateway))?;
        }
        let told = outcome(&gateway, &key)?;
        tell(&key, &told, output)?;
        Ok(Exit::Fine)
    })
    .await
}

fn scope(args: &Annotate) -> Scope {
    match (&args.environment, &args.toolset) {
        (Some(environment), _) => Scope::Environment(environment.clone()),
        (None, Some(toolset)) => Scope::Toolset(toolset.clone()),
        (None, None) => Scope::Everywhere,
    }
}

/// Whether the tool's source must be started to know the tool: it is configured, and no tool that
/// is meant was ever seen.
async fn must_ask(workspace: &Workspace, key: &OpinionKey) -> Result<bool, Failure> {
    if !workspace.starts(key.about.source()) {
        return Ok(false);
    }
    let seen = Seen::read(&workspace.settings).await?;
    Ok(!seen.fits(&key.about))
}

/// What the tools do now.
fn outcome(gateway: &Gateway, key: &OpinionKey) -> Result<Vec<Explained>, Failure> {
    let mut endpoint = Endpoint::default();
    match &key.scope {
        Scope::Environment(name) => endpoint.environment = Some(name.clone()),
        Scope::Toolset(name) => endpoint.toolset = Some(name.clone()),
        Scope::Everywhere => {}
    }
    let mut told = gateway.desk().explain_all(&endpoint)?;
    told.retain(|explained| key.about.matches(&explained.tool.name));
    told.sort_by(|a, b| a.tool.name.cmp(&b.tool.name));
    Ok(told)
}

fn tell(key: &OpinionKey, told: &[Explained], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let tools: Vec<Value> = told.iter().map(json_one).collect();
        let scope = key.scope.name();
        output.json(&json!({
            "about": key.about.to_string(),
            "layer": key.scope.layer().as_str(),
            "scope": scope,
            "tools": tools,
        }))?;
        return Ok(());
    }
    if let Some(exact) = told.first().filter(|_| !key.about.is_wild()) {
        let name = text::one_line(&exact.tool.name.to_string());
        output.line(&output.paint(Paint::Bold, &name))?;
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
        let mut table = Table::new(&["TOOL", "HINTS"]);
        for explained in told {
            table.row([
                text::one_line(&explained.tool.name.to_string()).into(),
                hints::brief(explained.effective.shown.hints()).into(),
            ]);
        }
        output.table(table)?;
    } else {
        let about = key.about.to_string();
        output.say(&format!(
            "nothing that `{}` names is offered now; what was said counts when it is",
            text::one_line(&about)
        ));
    }
    Ok(())
}

fn json_one(explained: &Explained) -> Value {
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
