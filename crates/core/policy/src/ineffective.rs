//! Checks for rules that cannot have the effect they describe.

mod sources;
mod together;

use candor_model::{Hint, SourceName, hidden_character};
use candor_text::quote;

use crate::{RuleDraft, RuleEffect, RuleProblem};

pub(crate) use together::check_together;

/// The longest message, in characters.
const MESSAGE_MAX: usize = 500;

/// The longest name, in characters.
const NAME_MAX: usize = 100;

/// The longest pattern, in bytes.
const PATTERN_MAX: usize = 400;

/// How many patterns one matcher may have.
const PATTERNS_MAX: usize = 200;

/// Checks one rule.
pub(crate) fn check(
    index: usize,
    draft: &RuleDraft,
    sources: &[SourceName],
    problems: &mut Vec<RuleProblem>,
) {
    let before = problems.len();
    check_text(index, "name", draft.name.as_deref(), NAME_MAX, problems);
    check_text(
        index,
        "message",
        draft.message.as_deref(),
        MESSAGE_MAX,
        problems,
    );
    check_patterns(index, draft, problems);
    if problems.len() == before {
        sources::check_sources(index, draft, sources, problems);
    }
    check_labels(index, "toolsets", &draft.toolsets, problems);
    check_labels(index, "environments", &draft.environments, problems);
    check_hints(index, &draft.hints, problems);
    check_effect(index, draft, problems);
}

/// Checks a text that people will read.
fn check_text(
    index: usize,
    key: &'static str,
    text: Option<&str>,
    max: usize,
    problems: &mut Vec<RuleProblem>,
) {
    let Some(text) = text else { return };
    let length = text.chars().count();
    let problem = if text.trim().is_empty() {
        RuleProblem::fatal(index, key, format!("the {key} is empty"))
            .with_hint("write something, or leave it out")
    } else if length > max {
        let sentence = format!("the {key} has {length} characters; at most {max} are allowed");
        RuleProblem::fatal(index, key, sentence).with_hint("shorten it")
    } else if let Some((before, character)) = hidden_character(text) {
        let sentence = format!(
            "the {key} {} holds the hidden character U+{:04X} at position {}",
            quote(text),
            u32::from(character),
            before + 1
        );
        RuleProblem::fatal(index, key, sentence).with_hint("remove it")
    } else {
        return;
    };
    problems.push(problem);
}

/// Reports invalid patterns.
fn check_patterns(index: usize, draft: &RuleDraft, problems: &mut Vec<RuleProblem>) {
    for (key, list) in draft.patterns() {
        if list.len() > PATTERNS_MAX {
            let sentence = format!(
                "there are {} entries; at most {PATTERNS_MAX} are allowed",
                list.len()
            );
            problems.push(RuleProblem::fatal(index, key, sentence).with_hint("use `*`"));
        }
        for pattern in list {
            let sentence = match pattern.as_str() {
                "" => "an entry is empty and fits nothing".to_owned(),
                long if long.len() > PATTERN_MAX => {
                    format!(
                        "the entry {} is longer than {PATTERN_MAX} bytes",
                        quote(long)
                    )
                }
                _ => continue,
            };
            problems.push(RuleProblem::fatal(index, key, sentence));
        }
    }
}

/// Reports patterns that no toolset or environment name can match.
fn check_labels(index: usize, key: &'static str, list: &[String], problems: &mut Vec<RuleProblem>) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '*';
    for pattern in list.iter().filter(|pattern| !pattern.is_empty()) {
        let literal = pattern.chars().filter(|c| *c != '*').count();
        let short = !pattern.contains('*') && literal < 2;
        if short || literal > 50 || !pattern.chars().all(plain) {
            let sentence = format!("the entry {} fits no name", quote(pattern));
            let hint = "names are 2 to 50 lowercase letters, digits and `-`";
            problems.push(RuleProblem::fatal(index, key, sentence).with_hint(hint));
        }
    }
}

/// Reports combinations of hints that no tool can have.
fn check_hints(index: usize, hints: &[(Hint, Option<bool>)], problems: &mut Vec<RuleProblem>) {
    let wants = |hint: Hint, value: Option<bool>| hints.contains(&(hint, value));
    for hint in Hint::ALL {
        let values = [Some(true), Some(false), None];
        if values
            .into_iter()
            .filter(|value| wants(hint, *value))
            .count()
            > 1
        {
            let sentence = format!(
                "the rule can never match: it wants {} to have two values at once",
                hint.word()
            );
            let problem = RuleProblem::fatal(index, "hints", sentence);
            problems.push(problem.with_hint("write two rules"));
        }
    }
    let read_only = wants(Hint::ReadOnly, Some(true));
    if read_only && wants(Hint::Destructive, Some(true)) {
        let sentence = "the rule can never match: what is read-only is not destructive";
        let problem = RuleProblem::fatal(index, "hints", sentence);
        problems.push(problem.with_hint("leave out one of the two"));
    } else if read_only && wants(Hint::Destructive, None) {
        let sentence = "the rule can never match: what is read-only is known not to be destructive";
        let problem = RuleProblem::fatal(index, "hints", sentence);
        problems.push(problem.with_hint("leave out `destructive`"));
    }
}

/// Reports keys without meaning for this effect, and a rule that allows everything.
fn check_effect(index: usize, draft: &RuleDraft, problems: &mut Vec<RuleProblem>) {
    let effect = draft.effect;
    if draft.out_of_band.is_some() && effect != RuleEffect::Ask {
        let sentence = format!(
            "`out_of_band` means nothing in a rule that {} calls",
            effect.verb()
        );
        problems
            .push(RuleProblem::remark(index, "out_of_band", sentence).with_hint("leave it out"));
    }
    if draft.message.is_some() && effect == RuleEffect::Allow {
        let sentence = "the message of a rule that allows calls is never shown";
        problems.push(RuleProblem::remark(index, "message", sentence).with_hint("leave it out"));
    }
    if effect == RuleEffect::Allow && draft.is_about_everything() {
        let sentence = "the rule allows every call, so that no call needs approval";
        let hint = "say which calls: by `tool`, `source`, `hints` or `when`";
        problems.push(RuleProblem::remark(index, "effect", sentence).with_hint(hint));
    }
}
