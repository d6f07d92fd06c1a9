//! The decision for calls that no rule matches.

use candor_model::{AnnotationLayer, ConfirmMode, Hint, SourceTrust, UnsetPolicy};
use candor_resolve::{EffectiveValue, UnsetReason as Silence, ValueOrigin, explain};

use crate::{PolicyQuestion, PolicyRuling};

/// The ruling and its reason.
type RulingWithReason = (PolicyRuling, String);

const ASK: PolicyRuling = PolicyRuling::Ask { first: false };

/// Decides by the tool's confirm mode or, without one, by its hints.
pub(crate) fn without_rules(question: &PolicyQuestion<'_>) -> RulingWithReason {
    let said = question.confirm.filter(|fact| counts(question, fact));
    let Some(fact) = said else {
        return by_hints(question);
    };
    let preferences = question.preferences;
    match fact.value {
        ConfirmMode::Always | ConfirmMode::First
            if preferences.auto_approve_read_only && question.relied.is_read_only() =>
        {
            let hint = explain::relied(question.relied, Hint::ReadOnly);
            let why = format!("{hint}, and read-only tools are approved by themselves");
            (PolicyRuling::Allow, why)
        }
        ConfirmMode::Always => (ASK, confirm(fact)),
        ConfirmMode::First => first(question, fact),
        ConfirmMode::Never
            if preferences.always_confirm_destructive && question.relied.is_destructive() =>
        {
            let hint = explain::relied(question.relied, Hint::Destructive);
            let why = format!(
                "{hint}, and what destroys is always asked about, although {}",
                confirm(fact)
            );
            (ASK, why)
        }
        ConfirmMode::Never => (PolicyRuling::Allow, confirm(fact)),
    }
}

/// An untrusted source may require approval but not waive it.
fn counts(question: &PolicyQuestion<'_>, fact: &EffectiveValue<ConfirmMode>) -> bool {
    fact.value != ConfirmMode::Never || !is_claim(question, &fact.origin)
}

fn is_claim(question: &PolicyQuestion<'_>, origin: &ValueOrigin) -> bool {
    question.trust == SourceTrust::Untrusted
        && origin.provenance().layer == AnnotationLayer::Declared
}

/// Asks once per caller, unless the mode comes from an untrusted source and the hints require
/// approval for every call.
fn first(question: &PolicyQuestion<'_>, fact: &EffectiveValue<ConfirmMode>) -> RulingWithReason {
    if is_claim(question, &fact.origin) {
        let (ruling, why) = by_hints(question);
        if ruling == ASK {
            return (ruling, why);
        }
    }
    (PolicyRuling::Ask { first: true }, confirm(fact))
}

fn by_hints(question: &PolicyQuestion<'_>) -> RulingWithReason {
    let (relied, preferences) = (question.relied, question.preferences);
    if relied.is_destructive() {
        let hint = explain::relied(relied, Hint::Destructive);
        if preferences.always_confirm_destructive {
            return (ASK, hint);
        }
        let fact = relied.hint(Hint::Destructive);
        let claimed = fact.is_some_and(|fact| is_claim(question, &fact.origin));
        if claimed && preferences.unset != UnsetPolicy::Allow {
            // An untrusted claim that a tool is dangerous does not waive approval.
            let unset = preferences.unset.as_str();
            let why = format!("{hint}, which is untrusted, and `unset` is `{unset}`");
            return (ASK, why);
        }
        let why = format!("{hint}, but `always_confirm_destructive` is off");
        return (PolicyRuling::Allow, why);
    }
    if relied.is_read_only() {
        return (PolicyRuling::Allow, explain::relied(relied, Hint::ReadOnly));
    }
    if relied.destruction_unknown() {
        return by_unset(question);
    }
    (
        PolicyRuling::Allow,
        explain::relied(relied, Hint::Destructive),
    )
}

/// Decides about a tool whose destructive hint is unset.
fn by_unset(question: &PolicyQuestion<'_>) -> RulingWithReason {
    let (silence, unset) = (silence(question), question.preferences.unset);
    let word = unset.as_str();
    match unset {
        UnsetPolicy::Evidence if writes_for_untrusted_source(question) => {
            let hint = explain::relied(question.relied, Hint::ReadOnly);
            let why =
                format!("{hint}; its source is untrusted; {silence}, and `unset` is `{word}`");
            (ASK, why)
        }
        UnsetPolicy::Ask => (ASK, format!("{silence}, and `unset` is `{word}`")),
        UnsetPolicy::Allow | UnsetPolicy::Evidence => {
            let why = format!("{silence}, and `unset` is `{word}`");
            (PolicyRuling::Allow, why)
        }
    }
}

/// Whether a tool of an untrusted source is known to write, from any layer: a source that declares
/// it must not be treated more leniently than one that does not.
fn writes_for_untrusted_source(question: &PolicyQuestion<'_>) -> bool {
    let read_only = question.relied.hint(Hint::ReadOnly);
    question.trust == SourceTrust::Untrusted && read_only.is_some_and(|fact| !fact.value)
}

/// Why the destructive hint is unset, including the claims that were ignored.
fn silence(question: &PolicyQuestion<'_>) -> String {
    let relied = question.relied;
    let ignored = |hint| matches!(relied.unset(hint), Some(Silence::NotReliedUpon(_)));
    let mut why = explain::relied(relied, Hint::Destructive);
    if !ignored(Hint::Destructive) && ignored(Hint::ReadOnly) {
        why.push_str("; ");
        why.push_str(&explain::relied(relied, Hint::ReadOnly));
    }
    why
}

/// The confirm mode and its provenance, in words.
fn confirm(fact: &EffectiveValue<ConfirmMode>) -> String {
    let word = fact.value.as_str();
    match &fact.origin {
        ValueOrigin::Said(provenance) if provenance.layer.is_of_people() => {
            format!("`confirm` is `{word}`, says {provenance}")
        }
        origin => format!("`confirm` is `{word}`, {origin}"),
    }
}
