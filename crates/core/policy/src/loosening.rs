//! Whether a change may allow calls that needed approval before.
//!
//! An opinion or setting takes effect together with those of other layers. A change to one of them
//! is judged on its own, and in doubt counts as loosening. It does not loosen if the old value was
//! already the loosest possible or the new value is the strictest, because then the result cannot
//! be looser, whatever the other layers say.

use candor_model::{
    ConfirmMode, FieldValue, Hint, Opinion, PreferenceEdits, ToolPattern, Toolset, UnsetPolicy,
};

use crate::{RuleDraft, RuleEffect};

/// How strict a value is among the possible values of its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strictness {
    Loosest,
    Between,
    Strictest,
}

/// The first field of an opinion whose change may allow more calls; `None` if every change tightens
/// or affects fields that policy does not use.
pub fn opinion_loosens(before: &Opinion, after: &Opinion) -> Option<&'static str> {
    let hints = Hint::ALL.into_iter().find(|hint| {
        let said = |opinion: &Opinion| opinion.hint(*hint).map(|field| field.value.clone());
        let strictness = |value: &FieldValue<bool>| match value {
            FieldValue::Set(value) => of_flag(*value == hint.careful()),
            FieldValue::Clear => Strictness::Between,
        };
        may_loosen(said(before).as_ref(), said(after).as_ref(), strictness)
    });
    if let Some(hint) = hints {
        return Some(hint.key());
    }
    let said = |opinion: &Opinion| opinion.confirm.as_ref().map(|field| field.value.clone());
    let strictness = |value: &FieldValue<ConfirmMode>| match value {
        FieldValue::Set(mode) => of_confirm(*mode),
        FieldValue::Clear => Strictness::Between,
    };
    let loosens = may_loosen(said(before).as_ref(), said(after).as_ref(), strictness);
    loosens.then_some("confirm")
}

/// Whether a toolset's confirm modes may require approval less often than before; `None` stands for
/// a toolset that does not exist.
pub fn toolset_loosens(before: Option<&Toolset>, after: Option<&Toolset>) -> bool {
    let lines = |toolset: Option<&Toolset>| {
        let lines = toolset.map(|toolset| toolset.confirm.clone());
        lines.unwrap_or_default()
    };
    let (before, after) = (lines(before), lines(after));
    let said = |lines: &[(ToolPattern, ConfirmMode)], about: &ToolPattern| {
        let line = lines.iter().rfind(|(other, _)| other == about);
        line.map(|(_, mode)| *mode)
    };
    let mut patterns = before.iter().chain(&after).map(|(about, _)| about);
    patterns.any(|about| {
        let (before, after) = (said(&before, about), said(&after, about));
        may_loosen(before.as_ref(), after.as_ref(), |mode| of_confirm(*mode))
    })
}

/// Whether a saved rule may allow more calls than the one it replaces; `None` stands for a rule
/// that does not exist.
pub fn rule_loosens(before: Option<&RuleDraft>, after: Option<&RuleDraft>) -> bool {
    let guards =
        |rule: Option<&RuleDraft>| rule.is_some_and(|rule| rule.effect != RuleEffect::Allow);
    let opens = |rule: &RuleDraft| {
        // A rule with approval by the calling client can replace a stricter one that required
        // another channel.
        rule.effect == RuleEffect::Allow || rule.out_of_band == Some(false)
    };
    let is_same = before.map(RuleDraft::to_json) == after.map(RuleDraft::to_json);
    !is_same && (guards(before) || after.is_some_and(opens))
}

/// The first preference whose change may allow more calls, or hide warnings from approvers.
pub fn preferences_loosen(
    before: &PreferenceEdits,
    after: &PreferenceEdits,
) -> Option<&'static str> {
    let flags = [
        (
            "auto_approve_read_only",
            before.auto_approve_read_only,
            after.auto_approve_read_only,
            false,
        ),
        (
            "always_confirm_destructive",
            before.always_confirm_destructive,
            after.always_confirm_destructive,
            true,
        ),
        (
            "show_warnings",
            before.show_warnings,
            after.show_warnings,
            true,
        ),
        ("out_of_band", before.out_of_band, after.out_of_band, true),
    ];
    let loosened = flags.into_iter().find(|(_, before, after, careful)| {
        may_loosen(before.as_ref(), after.as_ref(), |value| {
            of_flag(value == careful)
        })
    });
    if let Some((name, ..)) = loosened {
        return Some(name);
    }
    let strictness = |unset: &UnsetPolicy| {
        if *unset == UnsetPolicy::Ask {
            Strictness::Strictest
        } else if *unset == UnsetPolicy::Allow {
            Strictness::Loosest
        } else {
            Strictness::Between
        }
    };
    let loosens = may_loosen(before.unset.as_ref(), after.unset.as_ref(), strictness);
    loosens.then_some("unset")
}

fn may_loosen<T: PartialEq>(
    before: Option<&T>,
    after: Option<&T>,
    strictness: impl Fn(&T) -> Strictness,
) -> bool {
    let was_loosest = before.map(&strictness) == Some(Strictness::Loosest);
    let is_strictest = after.map(&strictness) == Some(Strictness::Strictest);
    before != after && !was_loosest && !is_strictest
}

/// Whether `first` or an unset mode asks more often depends on the hints.
fn of_confirm(mode: ConfirmMode) -> Strictness {
    match mode {
        ConfirmMode::Always => Strictness::Strictest,
        ConfirmMode::First => Strictness::Between,
        ConfirmMode::Never => Strictness::Loosest,
    }
}

fn of_flag(is_careful: bool) -> Strictness {
    if is_careful {
        Strictness::Strictest
    } else {
        Strictness::Loosest
    }
}

#[cfg(test)]
mod tests;
