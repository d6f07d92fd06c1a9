//! Whether a rule is about a call.
//!
//! What cannot be known counts against the caller: a rule that asks or denies fits where its
//! condition cannot be evaluated, and where only the word of an untrusted source keeps a hint from
//! fitting. A rule that allows does not fit then. So neither a broken condition nor a claim
//! loosens anything.

use candor_model::{AnnotationLayer, EnvironmentName, Hint, SourceTrust, ToolsetName, glob};
use candor_resolve::UnsetReason;

use super::{PolicyRule, RuleEffect};
use crate::PolicyQuestion;
use crate::condition::ConditionContext;

/// How a rule came to be about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RuleFit {
    /// All that it asks for is so.
    Plain,
    /// It may be so, and that is enough for this rule; why it is not certain, to follow a comma.
    Doubtful(String),
}

/// Whether a hint is as a rule wants it.
enum HintMatch {
    Surely,
    /// It is, and only because an untrusted source claims so.
    Claimed,
    /// It is not, and only because an untrusted source claims so.
    Hidden,
    /// It is not.
    No,
}

impl PolicyRule {
    /// Whether the rule is about this call.
    pub(crate) fn fit(
        &self,
        question: &PolicyQuestion<'_>,
        scene: &ConditionContext<'_>,
    ) -> Option<RuleFit> {
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
            Err(_) if self.effect() == RuleEffect::Allow => None,
            Err(why) => Some(RuleFit::Doubtful(format!(
                "since its condition could not be evaluated: {why}"
            ))),
        }
    }

    /// Whether the rule can be about a call of this tool, as far as the tool alone tells: the
    /// endpoint, the caller and the arguments are not looked at.
    pub fn may_fit(&self, question: &PolicyQuestion<'_>) -> bool {
        self.names_tool(question) && self.hints_fit(question).is_some()
    }

    /// Whether the tool alone tells that the rule is about its calls.
    pub fn is_about_tools_only(&self) -> bool {
        let draft = &self.draft;
        let others = draft.toolsets.len() + draft.environments.len() + draft.roles.len();
        others == 0 && self.condition.is_none()
    }

    /// Whether the tool and the endpoint are among those that it names.
    fn names(&self, question: &PolicyQuestion<'_>) -> bool {
        let draft = &self.draft;
        self.names_tool(question)
            && any_fits(&draft.toolsets, question.toolset.map(ToolsetName::as_str))
            && any_fits(
                &draft.environments,
                question.environment.map(EnvironmentName::as_str),
            )
    }

    /// Whether the tool is among those that it names.
    fn names_tool(&self, question: &PolicyQuestion<'_>) -> bool {
        let draft = &self.draft;
        any_fits(&draft.sources, Some(question.tool.source().as_str()))
            && (draft.tools.is_empty() || any_fits(&draft.tools, Some(&question.tool.to_string())))
    }

    /// Whether the caller acts in one of the roles that it names.
    fn admits(&self, question: &PolicyQuestion<'_>) -> bool {
        let roles = &self.draft.roles;
        roles.is_empty() || roles.iter().any(|role| question.roles.include(*role))
    }

    fn hints_fit(&self, question: &PolicyQuestion<'_>) -> Option<RuleFit> {
        let mut fit = RuleFit::Plain;
        for (hint, want) in &self.draft.hints {
            match (held(question, *hint, *want), self.effect()) {
                (HintMatch::Surely, _)
                | (HintMatch::Claimed, RuleEffect::Ask | RuleEffect::Deny) => {}
                (HintMatch::No, _)
                | (HintMatch::Claimed | HintMatch::Hidden, RuleEffect::Allow) => return None,
                (HintMatch::Hidden, RuleEffect::Ask | RuleEffect::Deny) => {
                    fit = RuleFit::Doubtful(format!(
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
    patterns.is_empty()
        || text.is_some_and(|text| patterns.iter().any(|one| glob::glob_matches(one, text)))
}

fn held(question: &PolicyQuestion<'_>, hint: Hint, want: Option<bool>) -> HintMatch {
    let is = question.relied.hint(hint).map(|fact| fact.value);
    let otherwise = without_claims(question, hint);
    match is == want {
        true if otherwise.is_empty() => HintMatch::Surely,
        true => HintMatch::Claimed,
        false if otherwise.contains(&want) => HintMatch::Hidden,
        false => HintMatch::No,
    }
}

/// Which other values a hint may have if nobody heard what an untrusted source claims. Claims are
/// heard only where they warn, so each of them stands for any value that is less of a warning;
/// and since read-only and destructive exclude each other, a claim about one touches the other.
fn without_claims(question: &PolicyQuestion<'_>, hint: Hint) -> &'static [Option<bool>] {
    let relied = question.relied;
    let claimed = |hint| {
        relied
            .hint(hint)
            .is_some_and(|fact| fact.origin.provenance().layer == AnnotationLayer::Declared)
    };
    if question.trust == SourceTrust::Trusted {
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
        (Hint::ReadOnly, Some(UnsetReason::Contradicted { by, .. }))
            if by.layer == AnnotationLayer::Declared =>
        {
            &[Some(true)]
        }
        (Hint::Destructive, Some(_)) if claimed(Hint::ReadOnly) => &[Some(false)],
        _ => &[],
    }
}
