//! `POST /sources/{name}/trust`: changing the trust in a source.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, query, see_other,
};
use candor_gateway::EditError;
use candor_model::{Role, SourceTrust};
use http::StatusCode;

use crate::known_sources;
use crate::paths;
use crate::show::{RejectedTrustForm, SourcePanels, draw, quoted};
use crate::tool_stats::SourceStatsCache;
use candor_gateway::edit::SaveSourceError;

/// `POST /sources/{name}/trust`: changes whether a source is trusted.
pub(crate) async fn change(
    State(pages): State<DashboardState>,
    Extension(tally): Extension<SourceStatsCache>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let name = paths::read(&name)?;
    let here = paths::of(&name);
    visitor.check(&paths::to(&name, "trust"), &form)?;
    visitor.needs(Role::Admin, &here)?;
    let why = form.get("why");
    let word = form.get("trust").unwrap_or_default();
    let sent = |problem, trust| RejectedTrustForm {
        problem,
        trust,
        why: why.clone().unwrap_or_default(),
    };
    let (status, sent) = match read(&word) {
        None => {
            let word = quoted(&word);
            let sentence = format!("`{word}` is not a trust level: choose trusted or untrusted.");
            (StatusCode::UNPROCESSABLE_ENTITY, sent(sentence, None))
        }
        Some(trust) => {
            let version = form.get("version").and_then(|text| text.parse().ok());
            let editor = pages.gateway.editor();
            let author = visitor.author(why.clone());
            let done = editor.trust_source(&name, trust, version, &author).await;
            let Err(refusal) = done else {
                return Ok(see_other(&query::with(&here, "done", &word)));
            };
            let (status, sentence) = rejection(&refusal)?;
            (status, sent(sentence, Some(trust)))
        }
    };
    let known = known_sources::one(&pages, &name)?;
    let numbers = tally.one(&pages.gateway.catalogue(), &name);
    let panels = SourcePanels::of(&pages.gateway, &name).await;
    let content = (&known, &numbers, panels);
    Ok(draw(&visitor, content, status, None, Some(sent)))
}

/// Parses a trust level.
pub(crate) fn read(word: &str) -> Option<SourceTrust> {
    match word {
        "trusted" => Some(SourceTrust::Trusted),
        "untrusted" => Some(SourceTrust::Untrusted),
        _ => None,
    }
}

/// The status and message of a refusal.
fn rejection(refusal: &SaveSourceError) -> Result<(StatusCode, String), PageError> {
    match refusal {
        SaveSourceError::Local(access) => Ok((
            StatusCode::FORBIDDEN,
            format!("Nothing was changed: {access}."),
        )),
        SaveSourceError::Findings(found) => {
            let first = found.first().map(|one| one.message.as_str());
            let first = first.unwrap_or("its definition cannot be read");
            let sentence = format!("Nothing was changed: {first}.");
            Ok((StatusCode::UNPROCESSABLE_ENTITY, sentence))
        }
        SaveSourceError::Edit(EditError::Stale { .. }) => Ok((
            StatusCode::CONFLICT,
            "Someone else changed this source after you opened the page, so nothing was changed. \
             The current state is below, with your choice. Submit again if you still want the \
             change."
                .to_owned(),
        )),
        SaveSourceError::Edit(error @ (EditError::Invalid(_) | EditError::Declared { .. })) => {
            let sentence = format!("Nothing was changed: {error}.");
            Ok((StatusCode::UNPROCESSABLE_ENTITY, sentence))
        }
        SaveSourceError::Edit(error) => {
            Err(PageError::refused(error).link(paths::ALL, "All sources"))
        }
    }
}
