//! Whether a rule matches a call.
//!
//! Uncertainty never loosens policy. A rule that asks or denies also matches if its condition
//! cannot be evaluated, or if only an untrusted source's claim prevents a hint from matching. A
//! rule that allows does not match in these cases.

use candor_model::{AnnotationLayer, EnvironmentName, Hint, SourceTrust, ToolsetName, glob};
use candor_resolve::UnsetReason;

use super::{PolicyRule, RuleEffect};
use crate::PolicyQuestion;
use crate::condition::ConditionContext;

/// How a rule matches a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RuleFit {
    /// All its matchers match.
    Plain,
    /// It may match, which suffices for this rule; the text says why it is uncertain, to follow a
    /// comma.
    Doubtful(String),
}

/// Whether a hint is as a rule requires.
enum HintMatch {
    Surely,
    /// It matches, but only because of an untrusted source's claim.
    Claimed,
    /// It does not match, but only because of an untrusted source's claim.
    Hidden,
    /// It does not match.
    No,
}

impl PolicyRule {
    /// Whether and how the rule matches this call.
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

    /// Whether the rule can match calls of this tool, judging by the tool alone: endpoint, caller
    /// and arguments are ignored.
    pub fn may_fit(&self, question: &PolicyQuestion<'_>) -> bool {
        self.names_tool(question) && self.hints_fit(question).is_some()
    }

    /// Whether the rule matches by tool alone, without conditions on endpoint, caller or arguments.
    pub fn is_about_tools_only(&self) -> bool {
        let draft = &self.draft;
        let others = draft.toolsets.len() + draft.environments.len() + draft.roles.len();
        others == 0 && self.condition.is_none()
    }

    /// Whether the tool and the endpoint match its patterns.
    fn names(&self, question: &PolicyQuestion<'_>) -> bool {
        let draft = &self.draft;
        self.names_tool(question)
            && any_fits(&draft.toolsets, question.toolset.map(ToolsetName::as_str))
            && any_fits(
                &draft.environments,
                question.environment.map(EnvironmentName::as_str),
            )
    }

    /// Whether the tool matches its patterns.
    fn names_tool(&self, question: &PolicyQuestion<'_>) -> bool {
        let draft = &self.draft;
        any_fits(&draft.sources, Some(question.tool.source().as_str()))
            && (draft.tools.is_empty() || any_fits(&draft.tools, Some(&question.tool.to_string())))
    }

    /// Whether the caller has one of its roles.
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

/// Whether one of the patterns matches; an empty list matches everything.
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

/// The values a hint might have without the claims of untrusted sources. Such claims are only used
/// where they warn, so each could be hiding any less cautious value; and since read-only and
/// destructive exclude each other, a claim about one affects the other.
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
