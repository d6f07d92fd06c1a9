//! The form that approves or denies a call.

use candor_model::{Approval, GrantScope};

use crate::card_view::ApprovalCardView;
use crate::decision_form::DecisionForm;

/// The form that approves or denies a call.
pub(crate) struct DecisionPanel {
    pub(crate) to: String,
    /// The CSRF token.
    pub(crate) field: String,
    pub(crate) scopes: Vec<ScopeChoice>,
    pub(crate) why: String,
}

/// An approval scope to choose.
pub(crate) struct ScopeChoice {
    /// The value that is sent.
    pub(crate) word: &'static str,
    pub(crate) label: &'static str,
    /// The help text for scopes beyond one call.
    pub(crate) help: &'static str,
    pub(crate) chosen: bool,
    /// The pattern, for the scope that has one.
    pub(crate) pattern: Option<String>,
}

/// The scopes that a form may approve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeLimit {
    /// All scopes can be chosen.
    Full,
    /// This call, or the same call again: for approval links.
    Narrow,
}

// === impl DecisionPanel ===

impl DecisionPanel {
    /// The form for an approval, with the submitted fields.
    pub(crate) fn of(
        approval: &Approval,
        shown: &ApprovalCardView,
        reach: ScopeLimit,
        to: String,
        field: String,
        said: &DecisionForm,
    ) -> Self {
        let chosen = said.scope.as_deref().unwrap_or("once");
        let pattern = &shown.card.pattern;
        let scope = |scope: &GrantScope, label, help| ScopeChoice {
            word: scope.as_str(),
            label,
            help,
            chosen: chosen == scope.as_str(),
            pattern: scope.pattern().map(str::to_owned),
        };
        let (once, once_help) = if approval.first {
            (
                "This tool, for this caller",
                "Later calls of this tool by this caller need no approval.",
            )
        } else {
            ("This call only", "")
        };
        let mut scopes = vec![scope(&GrantScope::Once, once, once_help)];
        // A masked call can only be approved once, because the approver cannot see all of it.
        let lasting = !shown.card.is_masked();
        if lasting && reach == ScopeLimit::Full && shown.card.session {
            let help = "Any arguments, until the client ends its session.";
            scopes.push(scope(&GrantScope::Session, "This session", help));
        }
        if lasting {
            scopes.push(scope(
                &GrantScope::TheseArguments,
                "These arguments",
                "The same call needs no approval again.",
            ));
        }
        if lasting && reach == ScopeLimit::Full {
            if !pattern.is_empty() {
                let pattern = said.pattern.clone().unwrap_or_else(|| pattern.clone());
                scopes.push(scope(
                    &GrantScope::Pattern(pattern),
                    "Arguments that match a pattern",
                    "One line per argument: its path and the value it must have.",
                ));
            }
            let help = "This caller may call this tool with any arguments.";
            scopes.push(scope(&GrantScope::Always, "Always", help));
        }
        Self {
            to,
            field,
            scopes,
            why: said.why.clone().unwrap_or_default(),
        }
    }
}
