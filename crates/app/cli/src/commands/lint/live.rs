//! Tools of sources that are started for the check.

use candor_config::TransportSettings;
use candor_gateway::edit::ExplainedTool;
use candor_gateway::{Endpoint, Gateway};
use candor_lint::{ApiOperation, HintEvidence, HintOverride, LintInput, LintPolicy, LintSubject};
use candor_model::{AnnotationLayer, Diagnostic, FieldValue, Hint, Hints, Opinion, SourceName};
use candor_server::DEMO;
use candor_sources::HttpFacts;
use candor_wire::RawObject;

use super::LintRun;
use super::places::SourcePlaces;
use crate::args::LintArgs;
use crate::prelude::*;
use crate::target::CommandTarget;

/// Findings of the catalogue that the rules report themselves, with the tool.
const REPORTED_BY_RULES: [&str; 2] = ["source::contradiction", "source::unusable-schema"];

/// Where a definition comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefinitionOrigin {
    /// Written by its author, or sent by a server.
    Author,
    /// Made from an OpenAPI document.
    Document,
    /// Part of Candor, where tests hold the hints to be true.
    BuiltIn,
}

/// Starts the sources, or the target, and checks their tools.
pub(super) async fn run(
    args: &LintArgs,
    policy: &LintPolicy,
    context: &CommandContext,
) -> CommandResult {
    let target = args.target();
    let opened = target.open(context)?;
    let workspace = &opened.workspace;
    with_gateway(workspace, async |gateway| {
        let mut general = workspace.diagnostics.clone();
        general.extend(offline(&gateway, &target)?);
        let found = gateway.catalogue().diagnostics().to_vec().into_iter();
        general.extend(found.filter(|one| !REPORTED_BY_RULES.contains(&one.code)));
        let explained = gateway.editor().explain_all(&Endpoint::default())?;
        let wanted = |name: &SourceName| args.source.as_ref().is_none_or(|source| source == name);
        let places = SourcePlaces::of(workspace);
        let subjects = explained
            .iter()
            .filter(|one| wanted(one.tool.name.source()))
            .map(|one| {
                let mut subject = subject(one, origin(workspace, one.tool.name.source()));
                subject.place = places.find(&subject);
                subject
            });
        let run = LintRun {
            input: LintInput::new(subjects.collect()),
            general,
            documents: places.documents(),
        };
        super::finish(run, args, policy, &context.output)
    })
    .await
}

/// The sources whose tools are missing. If all are, there is nothing to check.
fn offline(gateway: &Gateway, target: &CommandTarget<'_>) -> CommandResult<Vec<Diagnostic>> {
    let offline = status::offline(gateway);
    if offline.is_empty() || offline.len() < gateway.sources().len() {
        let found = offline.into_iter();
        return Ok(found
            .map(|sentence| Diagnostic::error("lint::no-answer", sentence))
            .collect());
    }
    let reasons = offline.join("; ");
    let failure = CommandFailure::new(format!("there is nothing to check: {reasons}"));
    Err(match target.way_out(&reasons) {
        Some(hint) => failure.hint(hint),
        None => failure,
    })
}

fn origin(workspace: &CommandWorkspace, name: &SourceName) -> DefinitionOrigin {
    match workspace.source(name).map(|source| &source.transport) {
        Some(TransportSettings::OpenApi(_)) => DefinitionOrigin::Document,
        Some(TransportSettings::Pack(_)) => DefinitionOrigin::BuiltIn,
        // The shop of the demo has a document; its pack is built in.
        None if workspace.demo && name.as_str() == DEMO => DefinitionOrigin::Document,
        None if workspace.demo => DefinitionOrigin::BuiltIn,
        _ => DefinitionOrigin::Author,
    }
}

/// A served tool as the rules see it.
fn subject(explained: &ExplainedTool, origin: DefinitionOrigin) -> LintSubject {
    let members = RawObject::parse(&explained.definition).unwrap_or_default();
    let request = HttpFacts::read(&members).filter(|_| origin == DefinitionOrigin::Document);
    let tool = &explained.tool;
    let applied = hints(&tool.inferred)
        .into_iter()
        .map(|(hint, value, because)| HintEvidence {
            hint,
            value,
            because: because.unwrap_or_default().to_owned(),
            applies: true,
            confidence: None,
        });
    let suggested = explained.suggestions.iter();
    let suggested = suggested.map(|one| HintEvidence::from(&one.finding));
    let evidence = applied.chain(suggested);
    let declared: Hints = hints(&tool.declared)
        .into_iter()
        .map(|(hint, value, _)| (hint, value))
        .collect();
    let mut subject = LintSubject::default();
    subject.name = tool.name.to_string();
    subject.source = tool.name.source().to_string();
    tool.name.own().clone_into(&mut subject.own);
    subject.evidence = evidence
        .filter(|_| origin != DefinitionOrigin::BuiltIn)
        .collect();
    subject.declared = declared;
    subject.stated = stated(explained, declared, origin);
    subject.shown = explained.effective.shown.hints();
    subject.definition = written_definition(explained);
    subject.overrides = overrides(explained);
    if let Some(facts) = request {
        subject.scopes = facts.scopes;
        subject.request = Some(ApiOperation {
            method: facts.method,
            path: facts.path,
            is_documented: true,
        });
    }
    subject
}

/// What the author answers for. The hints of an API follow from its methods, and what a person
/// has set counts too; what Candor infers about somebody else's tool does not.
fn stated(explained: &ExplainedTool, declared: Hints, origin: DefinitionOrigin) -> Hints {
    if origin != DefinitionOrigin::Author {
        return explained.effective.shown.hints();
    }
    let mut stated = declared;
    for one in overrides(explained) {
        stated.set(one.hint, Some(one.value));
    }
    stated
}

/// The hints that people have set.
fn overrides(explained: &ExplainedTool) -> Vec<HintOverride> {
    let layers = explained.layers.iter();
    let people = layers.filter(|(layer, _)| {
        !matches!(layer, AnnotationLayer::Inferred | AnnotationLayer::Declared)
    });
    people
        .flat_map(|(_, opinion)| hints(opinion))
        .map(|(hint, value, why)| HintOverride {
            hint,
            value,
            why: why.map(str::to_owned),
        })
        .collect()
}

/// The definition that clients get, without the sentence that stands in for a description.
fn written_definition(explained: &ExplainedTool) -> Value {
    let name = &explained.tool.name;
    let placeholder = format!(
        "Calls the tool `{}` of the source `{}`, which does not describe it.",
        name.own(),
        name.source()
    );
    let mut definition: Value = explained.definition.decode().unwrap_or_default();
    if definition.get("description").and_then(Value::as_str) == Some(&placeholder) {
        definition["description"] = Value::Null;
    }
    definition
}

/// The hints that an opinion sets, and why.
fn hints(opinion: &Opinion) -> Vec<(Hint, bool, Option<&str>)> {
    let set = |hint| {
        let statement = opinion.hint(hint)?;
        match statement.value {
            FieldValue::Set(value) => Some((hint, value, statement.provenance.why.as_deref())),
            FieldValue::Clear => None,
        }
    };
    Hint::ALL.into_iter().filter_map(set).collect()
}
