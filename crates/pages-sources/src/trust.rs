//! `POST /sources/{name}/trust`: whether what a source says is relied upon.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, query, see};
use candor_gateway::DeskError;
use candor_model::{Role, Trust};
use http::StatusCode;

use crate::numbers::Tally;
use crate::place;
use crate::saved;
use crate::show::{Sent, draw, quoted};
use candor_gateway::desk::SourceRefusal;

/// `POST /sources/{name}/trust`
pub(crate) async fn change(
    State(pages): State<Pages>,
    Extension(tally): Extension<Tally>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let name = place::read(&name)?;
    let here = place::of(&name);
    visitor.check(&place::to(&name, "trust"), &form)?;
    visitor.needs(Role::Admin, &here)?;
    let why = form.get("why");
    let word = form.get("trust").unwrap_or_default();
    let sent = |problem, trust| Sent {
        problem,
        trust,
        why: why.clone().unwrap_or_default(),
    };
    let (status, sent) = match read(&word) {
        None => {
            let word = quoted(&word);
            let sentence = format!("`{word}` is neither trusted nor untrusted.");
            (StatusCode::UNPROCESSABLE_ENTITY, sent(sentence, None))
        }
        Some(trust) => {
            let version = form.get("version").and_then(|text| text.parse().ok());
            let desk = pages.gateway.desk();
            let author = visitor.author(why.clone());
            let done = desk.trust_source(&name, trust, version, &author).await;
            let Err(refusal) = done else {
                return Ok(see(&query::with(&here, "done", &word)));
            };
            let (status, sentence) = judge(&refusal)?;
            (status, sent(sentence, Some(trust)))
        }
    };
    let known = saved::one(&pages, &name)?;
    let numbers = tally.one(&pages.gateway.catalogue(), &name);
    let sent = Some(sent);
    Ok(draw(&visitor, &known, &numbers, status, None, sent))
}

/// What a form calls it.
pub(crate) fn read(word: &str) -> Option<Trust> {
    match word {
        "trusted" => Some(Trust::Trusted),
        "untrusted" => Some(Trust::Untrusted),
        _ => None,
    }
}

/// What is said where it did not count.
fn judge(refusal: &SourceRefusal) -> Result<(StatusCode, String), Wrong> {
    match refusal {
        SourceRefusal::Findings(found) => {
            let first = found.first().map(|one| one.message.as_str());
            let first = first.unwrap_or("its table cannot be read");
            let sentence = format!("Nothing was changed: {first}.");
            Ok((StatusCode::UNPROCESSABLE_ENTITY, sentence))
        }
        SourceRefusal::Desk(DeskError::Stale { .. }) => Ok((
            StatusCode::CONFLICT,
            "Somebody else changed this source since you opened the page, so nothing was \
             changed. Below is how it is now, with your choice; send it again if you still want \
             it."
            .to_owned(),
        )),
        SourceRefusal::Desk(error @ (DeskError::Invalid(_) | DeskError::Declared { .. })) => {
            let sentence = format!("Nothing was changed: {error}.");
            Ok((StatusCode::UNPROCESSABLE_ENTITY, sentence))
        }
        SourceRefusal::Desk(error) => Err(Wrong::refused(error).way(place::ALL, "All sources")),
    }
}
