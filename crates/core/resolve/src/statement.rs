//! Resolution of a single hint through the layers.

use std::sync::Arc;

use candor_model::{
    CallCondition, FieldValue, Hint, Opinion, OpinionField, Provenance, SourceTrust,
};

use crate::ToolLayers;

/// The winning statement about a hint, with the condition if it is for some calls only.
pub(crate) struct HeardStatement<'a> {
    pub(crate) value: FieldValue<bool>,
    pub(crate) provenance: &'a Arc<Provenance>,
    pub(crate) condition: Option<&'a CallCondition>,
    /// The hint of the same case that it follows from, if it is implied.
    follows_from: Option<Hint>,
}

/// The winning statement about a hint: from the highest layer that sets it; within a layer, a value
/// for these calls overrides one for all calls.
pub(crate) fn hear<'a>(
    layers: &ToolLayers<'a>,
    trust: SourceTrust,
    condition: Option<&'a CallCondition>,
    hint: Hint,
) -> Option<HeardStatement<'a>> {
    // An implied value holds only if the statement that implies it wins.
    let holds = |statement: &HeardStatement<'_>| {
        let Some(from) = statement.follows_from else {
            return true;
        };
        let explicit = |other: &HeardStatement<'_>| other.follows_from.is_none();
        let heard = candidates(layers, trust, condition, from).find(explicit);
        heard.is_some_and(|heard| {
            heard.condition.is_some() && Arc::ptr_eq(heard.provenance, statement.provenance)
        })
    };
    candidates(layers, trust, condition, hint).find(holds)
}

/// All statements about a hint that may win, highest first.
fn candidates<'a>(
    layers: &ToolLayers<'a>,
    trust: SourceTrust,
    condition: Option<&'a CallCondition>,
    hint: Hint,
) -> impl Iterator<Item = HeardStatement<'a>> {
    let people = layers.above.iter().rev();
    let people = people.flat_map(move |opinion| statements(opinion, condition, hint));
    let source = statements(layers.declared, condition, hint)
        .filter(move |statement| counts(hint, &statement.value, trust));
    let inferred = statements(layers.inferred, condition, hint);
    people.chain(source).chain(inferred)
}

/// Whether evidence or the source sets this hint for these calls in particular, whether or not that
/// wins: a value for all calls does not make such a call an ordinary one.
pub(crate) fn is_spoken_of(
    layers: &ToolLayers<'_>,
    trust: SourceTrust,
    condition: &CallCondition,
    hint: Hint,
) -> bool {
    let source = case_statement(layers.declared, condition, hint);
    let source = source.filter(|statement| counts(hint, &statement.value, trust));
    source.is_some() || case_statement(layers.inferred, condition, hint).is_some()
}

/// Whether policy uses this statement of a source. `Clear` from an untrusted source is ignored too,
/// because it could override evidence.
pub(crate) fn counts(hint: Hint, value: &FieldValue<bool>, trust: SourceTrust) -> bool {
    match trust {
        SourceTrust::Trusted => true,
        SourceTrust::Untrusted => *value == FieldValue::Set(hint.careful()),
    }
}

/// An opinion's statements about a hint, those for these calls first. In merged layers, a higher
/// layer's value for all calls precedes a lower layer's value for some.
fn statements<'a>(
    opinion: &'a Opinion,
    condition: Option<&'a CallCondition>,
    hint: Hint,
) -> impl Iterator<Item = HeardStatement<'a>> {
    let case = condition.and_then(|condition| case_statement(opinion, condition, hint));
    let all = opinion.hint(hint).map(|said| HeardStatement {
        value: said.value.clone(),
        provenance: &said.provenance,
        condition: None,
        follows_from: None,
    });
    let layer = |said: &Option<HeardStatement<'_>>| said.as_ref().map(|said| said.provenance.layer);
    let [first, second] = if layer(&case) >= layer(&all) {
        [case, all]
    } else {
        [all, case]
    };
    first.into_iter().chain(second)
}

/// One layer's statement about a hint for these calls. Read-only in a case implies not destructive
/// in that case, whatever the same layer sets for all calls, and vice versa.
fn case_statement<'a>(
    opinion: &'a Opinion,
    condition: &'a CallCondition,
    hint: Hint,
) -> Option<HeardStatement<'a>> {
    let case = opinion.cases.get(condition)?;
    let follows = |from| {
        let said = case.hint(from)?;
        let yes = said.value == FieldValue::Set(true);
        yes.then_some((FieldValue::Set(false), &said.provenance, Some(from)))
    };
    let said = |said: &'a OpinionField<bool>| (said.value.clone(), &said.provenance, None);
    let explicit = case.hint(hint).map(said);
    let implied = match hint {
        Hint::ReadOnly => follows(Hint::Destructive),
        Hint::Destructive => follows(Hint::ReadOnly),
        Hint::Idempotent | Hint::OpenWorld => None,
    };
    // In merged layers, the two may come from different layers.
    let higher = |one: &(_, &Arc<Provenance>, _), other: &(_, &Arc<Provenance>, _)| {
        one.1.layer > other.1.layer
    };
    let (value, provenance, follows_from) = match (explicit, implied) {
        (Some(explicit), Some(implied)) if higher(&implied, &explicit) => implied,
        (Some(explicit), _) => explicit,
        (None, implied) => implied?,
    };
    Some(HeardStatement {
        value,
        provenance,
        condition: Some(condition),
        follows_from,
    })
}
