//! Somebody agrees with what Candor suggests about a tool.

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Outside, Pages, Segment, Visitor, Wrong, see};
use candor_gateway::DeskError;
use candor_gateway::desk::{Choice, Explained};
use candor_model::{Hint, Role};
use http::StatusCode;

use crate::named::Named;
use crate::place::Place;
use crate::sent::Sent;
use crate::{show, words};

/// What Candor suggests.
pub(crate) struct Suggested {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) value: &'static str,
    pub(crate) because: Outside,
    pub(crate) sure: String,
}

/// `POST /tools/{name}/suggestions`
pub(crate) async fn agree(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let tool = Named::read(&name)?;
    tool.check(&visitor, "suggestions", &form)?;
    visitor.needs(Role::Editor, &tool.path)?;
    let place = Place::of_form(&form)?;
    let refuse = |status, sentence: String| {
        let sent = Sent {
            problem: Some(format!("Nothing was changed: {sentence}.")),
            ..Sent::default()
        };
        show::draw(&pages, &visitor, (&tool, &place), (status, sent), None)
    };
    let word = form.get("hint").unwrap_or_default();
    let Some(hint) = Hint::parse(&word) else {
        let word: String = word.chars().take(60).collect();
        let sentence = format!("`{word}` is no hint");
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, sentence).await;
    };
    let author = visitor.author(form.get("why"));
    let choice = Choice::Tool(tool.name.clone(), Some(hint));
    match pages.gateway.desk().accept(&author, &choice).await {
        Ok(_) => Ok(see(&place.after(&tool.path, "agreed"))),
        Err(DeskError::Unknown(_)) => {
            let sentence = format!("nothing is suggested about `{}` any more", hint.key());
            refuse(StatusCode::CONFLICT, sentence).await
        }
        Err(error @ DeskError::Stale { .. }) => {
            refuse(StatusCode::CONFLICT, error.to_string()).await
        }
        Err(error @ (DeskError::Invalid(_) | DeskError::Declared { .. })) => {
            refuse(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).await
        }
        Err(error) => Err(tool.refused(&error)),
    }
}

// === impl Suggested ===

impl Suggested {
    pub(crate) fn of(explained: &Explained) -> Vec<Self> {
        let suggestions = explained.suggestions.iter();
        let suggested = suggestions.map(|suggestion| {
            let finding = &suggestion.finding;
            Self {
                key: finding.hint.key(),
                name: words::name(finding.hint),
                value: words::value(Some(finding.value)),
                because: Outside::short(&finding.because(), 400),
                sure: finding.confidence.to_string(),
            }
        });
        suggested.collect()
    }
}
