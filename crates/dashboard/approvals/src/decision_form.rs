//! The submitted decision.

use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{PageError, SubmittedForm};
use candor_model::{ApprovalAnswer, GrantScope};
use http::StatusCode;

use crate::decision_panel::ScopeLimit;

/// The submitted fields, to be shown again after an error.
#[derive(Debug, Default)]
pub(crate) struct DecisionForm {
    pub(crate) scope: Option<String>,
    pub(crate) pattern: Option<String>,
    pub(crate) why: Option<String>,
}

// === impl DecisionForm ===

impl DecisionForm {
    pub(crate) fn of(form: &SubmittedForm) -> Self {
        Self {
            scope: form.get("scope"),
            pattern: form.get("pattern"),
            why: form.get("why").map(|why| why.trim().to_owned()),
        }
    }

    /// The decision: approve with a scope, or deny.
    pub(crate) fn answer(
        &self,
        form: &SubmittedForm,
        reach: ScopeLimit,
    ) -> Result<ApprovalAnswer, PageError> {
        match form.get("answer").as_deref() {
            Some("deny") => Ok(ApprovalAnswer::Deny),
            Some("approve") => self.scope(reach).map(ApprovalAnswer::Approve),
            _ => Err(unclear(
                "The form contains neither `approve` nor `deny`.".to_owned(),
            )),
        }
    }

    fn scope(&self, reach: ScopeLimit) -> Result<GrantScope, PageError> {
        let word = self.scope.as_deref().unwrap_or("once");
        // The pattern field is always sent. An empty pattern matches calls without arguments.
        let pattern = (word == "pattern").then(|| self.pattern.as_deref().unwrap_or_default());
        let Some(scope) = GrantScope::parse(word, pattern) else {
            let word = brief(word);
            return Err(unclear(format!("`{word}` is not an approval scope.")));
        };
        let narrow = matches!(scope, GrantScope::Once | GrantScope::TheseArguments);
        if reach == ScopeLimit::Narrow && !narrow {
            return Err(PageError::new(
                StatusCode::FORBIDDEN,
                "This scope needs sign-in",
                format!(
                    "A link can approve one call, or the same call again. For `{word}`, sign in."
                ),
            )
            .link("/approvals", "Sign in and decide there"));
        }
        Ok(scope)
    }
}

fn unclear(sentence: String) -> PageError {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    PageError::new(status, "Invalid request", sentence)
        .and("The call is still pending. Go back and choose again.")
}
