//! Tools of sources that are started and asked.

use candor_config::{Flags, Transport};
use candor_gateway::{Endpoint, Gateway};
use candor_model::{Diagnostic, SourceName};
use candor_server::DEMO;

use super::Subject;
use super::subject::Made;
use crate::args::Lint;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::target::Target;
use crate::text;
use crate::workspace::Workspace;

/// What the catalogue says and the rules say too, about the tool that it is about.
const SAID_BY_RULES: [&str; 2] = ["source::contradiction", "source::unusable-schema"];

/// Starts the sources, or the target, and looks at their tools.
pub(super) async fn run(args: &Lint, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
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
        let explained = gateway.desk().explain_all(&Endpoint::default())?;
        let wanted = |name: &SourceName| args.source.as_ref().is_none_or(|source| source == name);
        let subjects: Vec<Subject> = explained
            .iter()
            .filter(|one| wanted(one.tool.name.source()))
            .map(|one| Subject::served(one, made(workspace, one.tool.name.source())))
            .collect();
        super::conclude(&subjects, general, output)
    })
    .await
}

/// Sources whose tools are missing here. Where none is there, there is nothing to look at.
fn down(gateway: &Gateway, target: &Target<'_>) -> Result<Vec<Diagnostic>, Failure> {
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
    let failure = Failure::new(format!("there is nothing to look at: {reasons}"));
    Err(match target.way_out(&reasons) {
        Some(hint) => failure.hint(hint),
        None => failure,
    })
}

/// Where the definitions of this source come from.
fn made(workspace: &Workspace, name: &SourceName) -> Made {
    match workspace.source(name).map(|source| &source.transport) {
        Some(Transport::OpenApi(_)) => Made::FromDocument,
        Some(Transport::Pack(_)) => Made::Here,
        // Of the demo, the shop has a document.
        None if workspace.demo && name.as_str() == DEMO => Made::FromDocument,
        None if workspace.demo => Made::Here,
        _ => Made::Elsewhere,
    }
}
