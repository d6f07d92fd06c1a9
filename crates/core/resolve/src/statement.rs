//! Which layer is heard about a hint.

use std::sync::Arc;

use candor_model::{
    CallCondition, FieldValue, Hint, Opinion, OpinionField, Provenance, SourceTrust,
};

use crate::ToolLayers;

/// What was heard about a hint, and of which calls it was said if not of all.
pub(crate) struct HeardStatement<'a> {
    pub(crate) value: FieldValue<bool>,
    pub(crate) provenance: &'a Arc<Provenance>,
    pub(crate) condition: Option<&'a CallCondition>,
    /// The hint of the same case that it follows from, where it was not said itself.
    follows_from: Option<Hint>,
}

/// The statement that is heard about a hint: of the highest layer that says something, and in a
/// layer what it says of these calls before what it says of all.
pub(crate) fn hear<'a>(
    layers: &ToolLayers<'a>,
    trust: SourceTrust,
    condition: Option<&'a CallCondition>,
    hint: Hint,
) -> Option<HeardStatement<'a>> {
    // What follows from a statement is heard only if the statement is.
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

/// All statements about a hint that may be heard, the highest first.
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

/// Whether evidence or the source speaks of this hint in these very calls, heard or not: what
/// others say of all calls does not make it a call like any other.
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

/// Whether policy hears this statement of a source. A `Clear` of an untrusted source does not
/// count either, since it could silence evidence.
pub(crate) fn counts(hint: Hint, value: &FieldValue<bool>, trust: SourceTrust) -> bool {
    match trust {
        SourceTrust::Trusted => true,
        SourceTrust::Untrusted => *value == FieldValue::Set(hint.careful()),
    }
}

/// What an opinion says about a hint, of these calls first. Where layers were merged, what a
/// higher one says of all calls comes before what a lower one says of some.
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

/// What one layer says about a hint of these calls. What is read-only in a case does not destroy
/// there, whatever the same layer says of all calls; and the other way round.
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
    // Where layers were merged, the two may come from different ones.
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
