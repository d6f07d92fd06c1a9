//! What is done about a call that no rule is about.

use candor_model::{Confirm, Hint, Layer, Trust, Unset};
use candor_resolve::{Fact, Origin, Unset as Silence, explain};

use crate::{Question, Ruling};

/// What is done, and why.
type Answer = (Ruling, String);

const ASK: Ruling = Ruling::Ask { first: false };

/// Decides by when somebody wants to be asked about the tool, and where nobody says, by what it
/// does.
pub(crate) fn without_rules(question: &Question<'_>) -> Answer {
    let said = question.confirm.filter(|fact| counts(question, fact));
    let Some(fact) = said else {
        return by_hints(question);
    };
    let preferences = question.preferences;
    match fact.value {
        Confirm::Always | Confirm::First
            if preferences.auto_approve_read_only && question.relied.is_read_only() =>
        {
            let hint = explain::relied(question.relied, Hint::ReadOnly);
            let why = format!("{hint}, and read-only tools are approved by themselves");
            (Ruling::Allow, why)
        }
        Confirm::Always => (ASK, confirm(fact)),
        Confirm::First => first(question, fact),
        Confirm::Never
            if preferences.always_confirm_destructive && question.relied.is_destructive() =>
        {
            let hint = explain::relied(question.relied, Hint::Destructive);
            let why = format!(
                "{hint}, and what destroys is always asked about, although {}",
                confirm(fact)
            );
            (ASK, why)
        }
        Confirm::Never => (Ruling::Allow, confirm(fact)),
    }
}

/// An untrusted source may ask for a question, and not for silence.
fn counts(question: &Question<'_>, fact: &Fact<Confirm>) -> bool {
    fact.value != Confirm::Never || !is_claim(question, &fact.origin)
}

fn is_claim(question: &Question<'_>, origin: &Origin) -> bool {
    question.trust == Trust::Untrusted && origin.voice().layer == Layer::Declared
}

/// One yes is enough, unless an untrusted source says so of a tool that is asked about anyway.
fn first(question: &Question<'_>, fact: &Fact<Confirm>) -> Answer {
    if is_claim(question, &fact.origin) {
        let (ruling, why) = by_hints(question);
        if ruling == ASK {
            return (ruling, why);
        }
    }
    (Ruling::Ask { first: true }, confirm(fact))
}

fn by_hints(question: &Question<'_>) -> Answer {
    let (relied, preferences) = (question.relied, question.preferences);
    if relied.is_destructive() {
        let hint = explain::relied(relied, Hint::Destructive);
        if preferences.always_confirm_destructive {
            return (ASK, hint);
        }
        let fact = relied.hint(Hint::Destructive);
        let claimed = fact.is_some_and(|fact| is_claim(question, &fact.origin));
        if claimed && preferences.unset == Unset::Ask {
            // Nobody gets past a question by calling themselves dangerous.
            let why = format!("{hint}, which is untrusted, and `unset` is `ask`");
            return (ASK, why);
        }
        let why = format!("{hint}, but `always_confirm_destructive` is off");
        return (Ruling::Allow, why);
    }
    if relied.is_read_only() {
        return (Ruling::Allow, explain::relied(relied, Hint::ReadOnly));
    }
    if relied.destruction_unknown() {
        let silence = silence(question);
        return match preferences.unset {
            Unset::Ask => (ASK, format!("{silence}, and `unset` is `ask`")),
            Unset::Allow => (Ruling::Allow, format!("{silence}, and `unset` is `allow`")),
        };
    }
    (Ruling::Allow, explain::relied(relied, Hint::Destructive))
}

/// Why it is not known whether the tool destroys, with the claims that did not count.
fn silence(question: &Question<'_>) -> String {
    let relied = question.relied;
    let ignored = |hint| matches!(relied.unset(hint), Some(Silence::NotReliedUpon(_)));
    let mut why = explain::relied(relied, Hint::Destructive);
    if ignored(Hint::Destructive) {
        why.push_str(", which is untrusted");
    } else if ignored(Hint::ReadOnly) {
        why.push_str("; ");
        why.push_str(&explain::relied(relied, Hint::ReadOnly));
        why.push_str(", which is untrusted");
    }
    why
}

/// When somebody wants to be asked, and who says so.
fn confirm(fact: &Fact<Confirm>) -> String {
    let word = fact.value.as_str();
    match &fact.origin {
        Origin::Said(voice) if voice.layer > Layer::Declared => {
            format!("`confirm` is `{word}`, says {voice}")
        }
        origin => format!("`confirm` is `{word}`, {origin}"),
    }
}
