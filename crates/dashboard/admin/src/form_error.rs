//! Why a form is shown again.

use candor_dashboard_kit::PageError;
use candor_gateway::EditError;
use http::StatusCode;

/// What is wrong with a form, and what kind of mistake that is.
#[derive(Debug)]
pub(crate) struct FormError {
    /// The status of the page that says so.
    pub(crate) status: StatusCode,
    /// What is wrong, in a sentence.
    pub(crate) sentence: String,
}

// === impl Problem ===

impl FormError {
    /// The form says something that makes no sense.
    pub(crate) fn invalid(sentence: impl AsRef<str>) -> Self {
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            sentence: to_sentence(sentence.as_ref()),
        }
    }

    /// What the desk refused. Where the store failed, or what the form is about is gone, there is
    /// no form to show again.
    pub(crate) fn of(error: &EditError) -> Result<Self, PageError> {
        let status = match error {
            EditError::Invalid(_) | EditError::Declared { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            EditError::Exists(_) | EditError::Stale { .. } => StatusCode::CONFLICT,
            EditError::Unknown(_) | EditError::Store(_) => return Err(PageError::refused(error)),
        };
        Ok(Self {
            status,
            sentence: to_sentence(&error.to_string()),
        })
    }

    /// Somebody was faster. The form, sent again, counts against what is there now.
    pub(crate) fn stale(what: &str) -> Self {
        Self::conflict(format!(
            "Somebody else has changed {what} since you opened this page. Nothing of yours was \
                 written. What you chose is still below, beside what is there now: look at both, \
                 and send it again if it is still right."
        ))
    }

    /// Somebody was faster, in these words.
    pub(crate) fn conflict(sentence: impl AsRef<str>) -> Self {
        Self {
            status: StatusCode::CONFLICT,
            sentence: to_sentence(sentence.as_ref()),
        }
    }
}

/// A fragment as a sentence.
fn to_sentence(fragment: &str) -> String {
    let mut chars = fragment.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    let end = if fragment.ends_with(['.', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{}{end}", first.unwrap_or_default(), chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_become_sentences() {
        for (fragment, expect) in [
            ("there is none", "There is none."),
            ("`a` is wrong; write `b`", "`a` is wrong; write `b`."),
            ("did you mean `b`?", "did you mean `b`?"),
        ] {
            assert_eq!(to_sentence(fragment).to_lowercase(), expect.to_lowercase());
        }
        assert!(to_sentence("there").starts_with("There"));
    }
}
