//! The answer that a form holds.

use candor_model::{Answer, GrantScope};
use http::StatusCode;

use crate::approvals::choices::Reach;
use candor_frame::form::Form;
use candor_frame::wrong::Wrong;

/// What somebody wrote into the form, so that nobody has to write it twice.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// The scope that they chose.
    pub(crate) scope: Option<String>,
    /// The pattern as they edited it.
    pub(crate) pattern: Option<String>,
    /// Why.
    pub(crate) why: Option<String>,
}

// === impl Said ===

impl Said {
    pub(crate) fn of(form: &Form) -> Self {
        Self {
            scope: form.get("scope"),
            pattern: form.get("pattern"),
            why: form.get("why").map(|why| why.trim().to_owned()),
        }
    }

    /// Yes, for how much; or no.
    pub(crate) fn answer(&self, form: &Form, reach: Reach) -> Result<Answer, Wrong> {
        match form.get("answer").as_deref() {
            Some("deny") => Ok(Answer::Deny),
            Some("approve") => self.scope(reach).map(Answer::Approve),
            _ => Err(unclear(
                "The form says neither `approve` nor `deny`.".to_owned(),
            )),
        }
    }

    fn scope(&self, reach: Reach) -> Result<GrantScope, Wrong> {
        let word = self.scope.as_deref().unwrap_or("once");
        // The field for the pattern is sent whatever is chosen. Emptied, it is a pattern that
        // fits calls without arguments.
        let pattern = (word == "pattern").then(|| self.pattern.as_deref().unwrap_or_default());
        let Some(scope) = GrantScope::parse(word, pattern) else {
            let word: String = word.chars().take(60).collect();
            return Err(unclear(format!("`{word}` is nothing to approve for.")));
        };
        let narrow = matches!(scope, GrantScope::Once | GrantScope::TheseArguments);
        if reach == Reach::Narrow && !narrow {
            return Err(Wrong::new(
                StatusCode::FORBIDDEN,
                "A link cannot approve so much",
                format!(
                    "A link answers for one call, or for the same call again; `{word}` takes \
                     somebody who is logged in."
                ),
            )
            .way("/approvals", "Log in and decide there"));
        }
        Ok(scope)
    }
}

fn unclear(sentence: String) -> Wrong {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    Wrong::new(status, "The answer is not clear", sentence)
        .and("Nothing was decided. Go back and choose again.")
}
