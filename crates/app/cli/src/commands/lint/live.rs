//! Tools of sources that are started and asked.

use candor_config::{SettingFlags, TransportSettings};
use candor_gateway::{Endpoint, Gateway};
use candor_model::{Diagnostic, SourceName};
use candor_server::DEMO;

use super::LintSubject;
use super::subject::DefinitionOrigin;
use crate::args::LintArgs;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::target::CommandTarget;
use crate::text;
use crate::workspace::CommandWorkspace;

/// What the catalogue says and the rules say too, about the tool that it is about.
const SAID_BY_RULES: [&str; 2] = ["source::contradiction", "source::unusable-schema"];

/// Starts the sources, or the target, and looks at their tools.
pub(super) async fn run(
    args: &LintArgs,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let target = args.target();
    let mut opened = target.open(flags)?;
    if let Some(source) = &args.source {
        opened.workspace.narrow(source)?;
    }
    let workspace = &opened.workspace;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let mut general = workspace.diagnostics.clone();
        general.extend(down(&gateway, &target)?);
        let said = gateway.catalogue().diagnostics().to_vec().into_iter();
        general.extend(said.filter(|one| !SAID_BY_RULES.contains(&one.code)));
        let explained = gateway.editor().explain_all(&Endpoint::default())?;
        let wanted = |name: &SourceName| args.source.as_ref().is_none_or(|source| source == name);
        let subjects: Vec<LintSubject> = explained
            .iter()
            .filter(|one| wanted(one.tool.name.source()))
            .map(|one| LintSubject::served(one, made(workspace, one.tool.name.source())))
            .collect();
        super::conclude(&subjects, general, output)
    })
    .await
}

/// Sources whose tools are missing here. Where none is there, there is nothing to look at.
fn down(gateway: &Gateway, target: &CommandTarget<'_>) -> Result<Vec<Diagnostic>, CommandFailure> {
    let sources = gateway.sources();
    let down: Vec<Diagnostic> = sources
        .iter()
        .filter(|source| !source.state.is_ready())
        .map(|source| {
            let sentence = format!("source `{}` {}", source.name, source.state);
            Diagnostic::error("lint::no-answer", text::one_line(&sentence))
        })
        .collect();
    if down.is_empty() || down.len() < sources.len() {
        return Ok(down);
    }
    let reasons: Vec<&str> = down.iter().map(|one| one.message.as_str()).collect();
    let reasons = reasons.join("; ");
    let failure = CommandFailure::new(format!("there is nothing to look at: {reasons}"));
    Err(match target.way_out(&reasons) {
        Some(hint) => failure.hint(hint),
        None => failure,
    })
}

/// Where the definitions of this source come from.
fn made(workspace: &CommandWorkspace, name: &SourceName) -> DefinitionOrigin {
    match workspace.source(name).map(|source| &source.transport) {
        Some(TransportSettings::OpenApi(_)) => DefinitionOrigin::FromDocument,
        Some(TransportSettings::Pack(_)) => DefinitionOrigin::Here,
        // Of the demo, the shop has a document.
        None if workspace.demo && name.as_str() == DEMO => DefinitionOrigin::FromDocument,
        None if workspace.demo => DefinitionOrigin::Here,
        _ => DefinitionOrigin::Elsewhere,
    }
}
