//! What somebody may answer to a question.

use candor_model::{Approval, GrantScope};

use crate::approvals::answer::Said;
use crate::approvals::shown_card::ShownCard;

/// The form with which somebody answers.
pub(crate) struct Choices {
    /// Where it is sent to.
    pub(crate) to: String,
    /// What makes it one of ours.
    pub(crate) field: String,
    /// For how much a yes may count.
    pub(crate) scopes: Vec<Scope>,
    /// What is in the field for the reason.
    pub(crate) why: String,
}

/// For how much a yes counts.
pub(crate) struct Scope {
    /// The word that is sent.
    pub(crate) word: &'static str,
    /// What it means.
    pub(crate) label: &'static str,
    /// What comes of it, where that is more than one call.
    pub(crate) help: &'static str,
    /// Whether it is chosen.
    pub(crate) chosen: bool,
    /// The pattern, for the one scope that has it.
    pub(crate) pattern: Option<String>,
}

/// What a yes may count for: on a link this is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Whatever the desk allows.
    Full,
    /// This call, or the same call again.
    Narrow,
}

// === impl Choices ===

impl Choices {
    /// The form for a question, filled in as `said`.
    pub(crate) fn of(
        approval: &Approval,
        shown: &ShownCard,
        reach: Reach,
        to: String,
        field: String,
        said: &Said,
    ) -> Self {
        let chosen = said.scope.as_deref().unwrap_or("once");
        let pattern = &shown.card.pattern;
        let scope = |scope: &GrantScope, label, help| Scope {
            word: scope.as_str(),
            label,
            help,
            chosen: chosen == scope.as_str(),
            pattern: scope.pattern().map(str::to_owned),
        };
        let (once, once_help) = if approval.first {
            (
                "This tool, for this caller",
                "The tool is asked about once per caller; it is not asked again.",
            )
        } else {
            ("This call only", "")
        };
        let mut scopes = vec![scope(&GrantScope::Once, once, once_help)];
        if reach == Reach::Full && shown.card.session {
            let help = "Any arguments, until the client ends its session.";
            scopes.push(scope(&GrantScope::Session, "For this session", help));
        }
        scopes.push(scope(
            &GrantScope::TheseArguments,
            "These arguments",
            "The same call is not asked about again.",
        ));
        if reach == Reach::Full {
            if !pattern.is_empty() {
                let pattern = said.pattern.clone().unwrap_or_else(|| pattern.clone());
                scopes.push(scope(
                    &GrantScope::Pattern(pattern),
                    "Arguments that match a pattern",
                    "One line for each argument: where it is, and what it must be.",
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
