//! Why a form is shown again.

use candor_frame::Wrong;
use candor_gateway::DeskError;
use http::StatusCode;

/// What is wrong with a form, and what kind of mistake that is.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The status of the page that says so.
    pub(crate) status: StatusCode,
    /// What is wrong, in a sentence.
    pub(crate) sentence: String,
}

// === impl Problem ===

impl Problem {
    /// The form says something that makes no sense.
    pub(crate) fn invalid(sentence: impl AsRef<str>) -> Self {
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            sentence: spoken(sentence.as_ref()),
        }
    }

    /// What the desk refused. Where the store failed, or what the form is about is gone, there is
    /// no form to show again.
    pub(crate) fn of(error: &DeskError) -> Result<Self, Wrong> {
        let status = match error {
            DeskError::Invalid(_) | DeskError::Declared { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            DeskError::Exists(_) | DeskError::Stale { .. } => StatusCode::CONFLICT,
            DeskError::Unknown(_) | DeskError::Store(_) => return Err(Wrong::refused(error)),
        };
        Ok(Self {
            status,
            sentence: spoken(&error.to_string()),
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
            sentence: spoken(sentence.as_ref()),
        }
    }
}

/// A fragment as a sentence.
fn spoken(fragment: &str) -> String {
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
            assert_eq!(spoken(fragment).to_lowercase(), expect.to_lowercase());
        }
        assert!(spoken("there").starts_with("There"));
    }
}
