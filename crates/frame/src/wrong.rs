//! A page that says what is wrong, and the way out.

use askama::Template;
use axum::response::{IntoResponse, Response};
use candor_gateway::DeskError;
use http::StatusCode;

use crate::frame::{Frame, page};

/// Why somebody does not see what they asked for.
#[derive(Debug)]
pub struct Wrong {
    status: StatusCode,
    heading: &'static str,
    sentences: Vec<String>,
    way: Option<Way>,
}

/// Where to go from there.
#[derive(Debug)]
struct Way {
    to: String,
    words: &'static str,
}

#[derive(Template)]
#[template(path = "wrong.html")]
struct View<'a> {
    frame: Frame,
    wrong: &'a Wrong,
}

// === impl Wrong ===

impl Wrong {
    /// With a heading and a sentence.
    pub fn new(status: StatusCode, heading: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            status,
            heading,
            sentences: vec![sentence.into()],
            way: None,
        }
    }

    /// With one more sentence.
    #[must_use]
    pub fn and(mut self, sentence: impl Into<String>) -> Self {
        self.sentences.push(sentence.into());
        self
    }

    /// With a link.
    #[must_use]
    pub fn way(mut self, to: impl Into<String>, words: &'static str) -> Self {
        self.way = Some(Way {
            to: to.into(),
            words,
        });
        self
    }

    /// A list has no such place; `first` is where it begins.
    pub fn no_place(given: &str, first: &str) -> Self {
        let given: String = given.chars().take(60).collect();
        Self::new(
            StatusCode::BAD_REQUEST,
            "There is no such page",
            format!("`{given}` is no place in this list."),
        )
        .way(first, "From the beginning")
    }

    /// There is no such call.
    pub fn no_approval(given: &str) -> Self {
        let given: String = given.chars().take(60).collect();
        Self::new(
            StatusCode::NOT_FOUND,
            "There is no such call",
            format!("There is no approval `{given}`. It may be too old to be kept."),
        )
        .way("/approvals", "Calls that wait")
    }

    /// A form that did not come from a page of ours, or too late.
    pub fn not_ours(path: &str) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "This form is not one of ours, or too old",
            "Nothing was changed. A form can be sent for some hours after its page was opened, \
             by whoever opened it, and not after the gateway was started anew.",
        )
        .way(path, "Open the page again")
    }

    /// The store, or whatever else is ours, has failed.
    pub fn failed(error: &(dyn std::error::Error + 'static)) -> Self {
        tracing::error!(error, "A page could not be shown");
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "This cannot be shown now",
            "What is kept cannot be read or written at the moment; the log of the gateway says \
             why. Nothing was changed. Try it again.",
        )
    }

    /// What the desk refused.
    pub fn refused(error: &DeskError) -> Self {
        let (status, heading) = match error {
            DeskError::Invalid(_) | DeskError::Declared { .. } => {
                (StatusCode::UNPROCESSABLE_ENTITY, "This cannot be done")
            }
            DeskError::Unknown(_) => (StatusCode::NOT_FOUND, "There is no such thing"),
            DeskError::Exists(_) | DeskError::Stale { .. } => {
                (StatusCode::CONFLICT, "Somebody else was faster")
            }
            DeskError::Store(error) => return Self::failed(error),
        };
        Self::new(status, heading, error.to_string())
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        let view = View {
            frame: Frame::bare(self.heading),
            wrong: &self,
        };
        page(self.status, &view)
    }
}
