//! Whether a rule is about a call.
//!
//! What cannot be known counts against the caller: a rule that asks or denies fits where its
//! condition cannot be evaluated, and where only the word of an untrusted source keeps a hint from
//! fitting. A rule that allows does not fit then. So neither a broken condition nor a claim
//! loosens anything.

use candor_model::{EnvironmentName, Hint, Layer, ToolsetName, Trust, glob};
use candor_resolve::Unset;

use super::{Effect, Rule};
use crate::Question;
use crate::condition::Scene;

/// How a rule came to be about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// All that it asks for is so.
    Plain,
    /// It may be so, and that is enough for this rule; why it is not certain, to follow a comma.
    Doubtful(String),
}

/// Whether a hint is as a rule wants it.
enum Held {
    /// It is.
    Surely,
    /// It is, and only because an untrusted source claims so.
    Claimed,
    /// It is not, and only because an untrusted source claims so.
    Hidden,
    /// It is not.
    No,
}

impl Rule {
    /// Whether the rule is about this call.
    pub(crate) fn fit(&self, question: &Question<'_>, scene: &Scene<'_>) -> Option<Fit> {
        if !self.names(question) || !self.admits(question) {
            return None;
        }
        let hints = self.hints_fit(question)?;
        let condition = match &self.condition {
            None => return Some(hints),
            Some(condition) => condition.holds(scene),
        };
        match condition {
            Ok(true) => Some(hints),
            Ok(false) => None,
            Err(_) if self.effect() == Effect::Allow => None,
            Err(why) => Some(Fit::Doubtful(format!(
                "since its condition could not be evaluated: {why}"
            ))),
        }
    }

    /// Whether the tool and the endpoint are among those that it names.
    fn names(&self, question: &Question<'_>) -> bool {
        let draft = &self.draft;
        let tool = question.tool.to_string();
        any_fits(&draft.sources, Some(question.tool.source().as_str()))
            && any_fits(&draft.tools, Some(&tool))
            && any_fits(&draft.toolsets, question.toolset.map(ToolsetName::as_str))
            && any_fits(
                &draft.environments,
                question.environment.map(EnvironmentName::as_str),
            )
    }

    /// Whether the caller acts in one of the roles that it names.
    fn admits(&self, question: &Question<'_>) -> bool {
        let roles = &self.draft.roles;
        roles.is_empty() || roles.iter().any(|role| question.roles.include(*role))
    }

    fn hints_fit(&self, question: &Question<'_>) -> Option<Fit> {
        let mut fit = Fit::Plain;
        for (hint, want) in &self.draft.hints {
            match (held(question, *hint, *want), self.effect()) {
                (Held::Surely, _) | (Held::Claimed, Effect::Ask | Effect::Deny) => {}
                (Held::No, _) | (Held::Claimed | Held::Hidden, Effect::Allow) => return None,
                (Held::Hidden, Effect::Ask | Effect::Deny) => {
                    fit = Fit::Doubtful(format!(
                        "and what the untrusted source `{}` says about {} does not exempt it",
                        question.tool.source(),
                        hint.word()
                    ));
                }
            }
        }
        Some(fit)
    }
}

/// Whether one of the patterns fits; without any, everything does.
fn any_fits(patterns: &[String], text: Option<&str>) -> bool {
    patterns.is_empty() || text.is_some_and(|text| patterns.iter().any(|one| glob::fits(one, text)))
}

fn held(question: &Question<'_>, hint: Hint, want: Option<bool>) -> Held {
    let is = question.relied.hint(hint).map(|fact| fact.value);
    let otherwise = without_claims(question, hint);
    match is == want {
        true if otherwise.is_empty() => Held::Surely,
        true => Held::Claimed,
        false if otherwise.contains(&want) => Held::Hidden,
        false => Held::No,
    }
}

/// Which other values a hint may have if nobody heard what an untrusted source claims. Claims are
/// heard only where they warn, so each of them stands for any value that is less of a warning;
/// and since read-only and destructive exclude each other, a claim about one touches the other.
fn without_claims(question: &Question<'_>, hint: Hint) -> &'static [Option<bool>] {
    let relied = question.relied;
    let claimed = |hint| {
        relied
            .hint(hint)
            .is_some_and(|fact| fact.origin.voice().layer == Layer::Declared)
    };
    if question.trust == Trust::Trusted {
        return &[];
    }
    if claimed(hint) {
        return if hint.careful() {
            &[None, Some(false)]
        } else {
            &[None, Some(true)]
        };
    }
    match (hint, relied.unset(hint)) {
        (Hint::ReadOnly, Some(Unset::Contradicted { by, .. })) if by.layer == Layer::Declared => {
            &[Some(true)]
        }
        (Hint::Destructive, Some(_)) if claimed(Hint::ReadOnly) => &[Some(false)],
        _ => &[],
    }
}
