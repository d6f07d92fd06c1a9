//! Accepting a suggestion on the page of a tool.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PathSegment, SubmittedForm,
};
use candor_gateway::EditError;
use candor_gateway::edit::{ExplainedTool, SuggestionChoice};
use candor_model::Hint;
use http::StatusCode;

use crate::tool_submission::ToolSubmission;
use crate::wording;

/// A suggested hint.
pub(crate) struct SuggestedHint {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) value: &'static str,
    pub(crate) because: ExternalText,
    pub(crate) sure: String,
}

/// `POST /tools/{name}/suggestions`: accepts a suggested hint.
pub(crate) async fn accept_suggestion(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let sent = ToolSubmission::read(&pages, &name, &user, ("suggestions", &form))?;
    let word = form.get("hint").unwrap_or_default();
    let Some(hint) = Hint::parse(&word) else {
        let sentence = format!("`{}` is not a hint", brief(&word));
        return sent
            .refuse(StatusCode::UNPROCESSABLE_ENTITY, &sentence)
            .await;
    };
    let author = user.author(form.get("why"));
    let choice = SuggestionChoice::Tool(sent.tool.name.clone(), Some(hint));
    let accepted = sent.editor().accept(&author, &choice).await;
    if matches!(accepted, Err(EditError::Unknown(_))) {
        let sentence = format!("the suggestion for `{}` no longer exists", hint.key());
        return sent.refuse(StatusCode::CONFLICT, &sentence).await;
    }
    sent.finish(accepted, "agreed").await
}

// === impl SuggestedHint ===

impl SuggestedHint {
    pub(crate) fn of(explained: &ExplainedTool) -> Vec<Self> {
        let suggestions = explained.suggestions.iter();
        let suggested = suggestions.map(|suggestion| {
            let finding = &suggestion.finding;
            Self {
                key: finding.hint.key(),
                name: wording::hint_label(finding.hint),
                value: wording::hint_value(Some(finding.value)),
                because: ExternalText::sentence(&finding.because(), 400),
                sure: finding.confidence.to_string(),
            }
        });
        suggested.collect()
    }
}
