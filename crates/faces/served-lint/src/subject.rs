//! Converts served tools to lint subjects.

use candor_gateway::edit::ExplainedTool;
use candor_lint::{ApiOperation, HintEvidence, HintObservation, HintOverride, LintSubject};
use candor_model::{FieldValue, Hint, Hints, Opinion, Verification};
use candor_sources::HttpFacts;
use candor_wire::RawObject;
use serde_json::Value;

use crate::origin::DefinitionOrigin;
use crate::pinned;

/// A served tool as the rules see it.
pub(crate) fn of(explained: &ExplainedTool, origin: DefinitionOrigin) -> LintSubject {
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
    subject.accepted = pinned::accepted(explained, &subject.definition);
    subject.overrides = overrides(explained);
    subject.observed = observed(explained);
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

/// The hints that the author is responsible for. Hints derived from an API's methods and overrides
/// count; hints that Candor inferred for other sources do not.
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

/// The hints overridden by people.
fn overrides(explained: &ExplainedTool) -> Vec<HintOverride> {
    let layers = explained.layers.iter();
    let people = layers.filter(|(layer, _)| layer.is_of_people());
    people
        .flat_map(|(_, opinion)| hints(opinion))
        .map(|(hint, value, why)| HintOverride {
            hint,
            value,
            why: why.map(str::to_owned),
        })
        .collect()
}

/// The hints that did not hold when the tool was called, as long as its definition is the same.
fn observed(explained: &ExplainedTool) -> Vec<HintObservation> {
    let verification = explained.verification.as_ref();
    let current = verification.filter(|one| one.definition == explained.tool.hash);
    let contradictions = current.into_iter().flat_map(Verification::contradictions);
    contradictions
        .map(|one| HintObservation {
            hint: one.hint,
            value: one.value,
            evidence: one.evidence.to_string(),
        })
        .collect()
}

/// The definition that clients get, without a generated description.
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
