//! Accepting a suggestion on the page of a tool.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_gateway::EditError;
use candor_gateway::edit::{ExplainedTool, SuggestionChoice};
use candor_model::{Hint, Role};
use http::StatusCode;

use crate::page_scope::PageScope;
use crate::rejected_input::RejectedInput;
use crate::tool_address::ToolAddress;
use crate::{show, wording};

/// A suggested hint.
pub(crate) struct SuggestedHint {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) value: &'static str,
    pub(crate) because: ExternalText,
    pub(crate) sure: String,
}

/// `POST /tools/{name}/suggestions`
pub(crate) async fn accept_suggestion(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    tool.check(&user, "suggestions", &form)?;
    user.needs(Role::Editor, &tool.path)?;
    let place = PageScope::of_form(&form)?;
    let refuse = |status, sentence: String| {
        let sent = RejectedInput::unchanged(&sentence);
        show::draw(&pages, &user, (&tool, &place), (status, sent), None)
    };
    let word = form.get("hint").unwrap_or_default();
    let Some(hint) = Hint::parse(&word) else {
        let sentence = format!("`{}` is not a hint", brief(&word));
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, sentence).await;
    };
    let author = user.author(form.get("why"));
    let choice = SuggestionChoice::Tool(tool.name.clone(), Some(hint));
    match pages
        .gateway
        .editor_for(&user.identity)
        .accept(&author, &choice)
        .await
    {
        Ok(_) => Ok(see_other(&place.after(&tool.path, "agreed"))),
        Err(EditError::Unknown(_)) => {
            let sentence = format!("the suggestion for `{}` no longer exists", hint.key());
            refuse(StatusCode::CONFLICT, sentence).await
        }
        Err(error @ EditError::Stale { .. }) => {
            refuse(StatusCode::CONFLICT, error.to_string()).await
        }
        Err(error @ (EditError::Invalid(_) | EditError::Declared { .. })) => {
            refuse(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).await
        }
        Err(error) => Err(tool.refused(&error)),
    }
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
