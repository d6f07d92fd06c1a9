//! The page of a call.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, DisplayTime, ExternalText, PageError, PageLayout, PathSegment,
    SiteSection, SubmittedForm, now_micros, query, render_page, see_other,
};
use candor_model::{Approval, Role};
use http::{StatusCode, Uri};

use crate::calls::{self, TryItCall, TryItCalls, TryItEnd};
use crate::pretty_json::pretty_json;
use crate::result::{BlockBody, ResultKind, ResultPanel, ResultPart, StructuredResult};
use crate::shorten::shorten;

/// The maximum length of the arguments, in characters.
const ARGUMENTS: usize = 10_000;
/// How long to wait for the end of a cancelled call.
const END: Duration = Duration::from_secs(2);
/// The reload interval of pages without a script while the call is running.
const AGAIN: Duration = Duration::from_secs(10);

#[derive(Template)]
#[template(path = "call.html")]
struct TryItCallPage<'a> {
    frame: PageLayout,
    name: ExternalText,
    tool: String,
    again: String,
    endpoint: String,
    arguments: ExternalText,
    /// The address of this page, in the same reload mode.
    look: String,
    /// The address in the other reload mode.
    other: String,
    /// The reload interval in seconds, if the call is running and reloading is on.
    again_in: Option<u64>,
    begun: DisplayTime,
    took: String,
    remarks: Vec<ExternalText>,
    state: CallState<'a>,
    /// The form to cancel a running call.
    cancel: Option<CancelForm>,
    minutes: u64,
}

/// The state of the call.
enum CallState<'a> {
    Running,
    Waiting(WaitingForApproval),
    Answered(&'a ResultPanel),
    Cancelled,
}

/// The approval that the call waits for.
struct WaitingForApproval {
    to: String,
    because: ExternalText,
    expires: DisplayTime,
}

struct CancelForm {
    to: String,
    field: String,
}

/// `GET /calls/{id}`: shows a call made from the dashboard, until its result is there.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(calls): Extension<TryItCalls>,
    PathSegment(id): PathSegment,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, uri.path())?;
    let call = find(&calls, &user, &id)?;
    let question = call.question(&pages.gateway).await;
    let question = question.map_err(|error| PageError::failed(&error))?;
    let view = TryItCallPage::of(&call, question.as_ref(), &user, &uri);
    Ok(render_page(StatusCode::OK, &view))
}

/// `POST /calls/{id}/cancel`: cancels a call made from the dashboard.
pub(crate) async fn cancel(
    Extension(calls): Extension<TryItCalls>,
    PathSegment(id): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let here = query::path(&["trials", &id]);
    user.check(&format!("{here}/cancel"), &form)?;
    user.needs(Role::Caller, &here)?;
    let call = find(&calls, &user, &id)?;
    if call.is_over() {
        return Ok(see_other(&query::with(&here, "done", "late")));
    }
    call.cancel();
    call.wait(END).await;
    Ok(see_other(&query::with(&here, "done", "cancelled")))
}

// === impl TryItCallPage ===

impl<'a> TryItCallPage<'a> {
    fn of(call: &'a TryItCall, question: Option<&Approval>, user: &CurrentUser, uri: &Uri) -> Self {
        let name = call.tool.to_string();
        let here = query::path(&["trials", &call.id]);
        let form = query::path(&["tools", &name, "try"]);
        let title = format!("Call of {}", shorten(&name, 80));
        // Read once, since the call may end while the page is rendered.
        let how = CallState::of(call, question);
        let cancel = format!("{here}/cancel");
        let still = query::with(&here, "follow", "no");
        let follows = query::get(uri, "follow").as_deref() != Some("no");
        let (look, other) = if follows {
            (here.clone(), still)
        } else {
            (still, here.clone())
        };
        Self {
            frame: PageLayout::of(&title, SiteSection::Tools, user)
                .wide()
                .done(done(uri)),
            name: ExternalText::short(&name, 120),
            tool: query::path(&["tools", &name]),
            again: query::with(&form, "again", &call.id),
            endpoint: call.endpoint.to_string(),
            arguments: ExternalText::short(&pretty_json(&call.arguments), ARGUMENTS),
            begun: DisplayTime::seen(call.begun_micros, now_micros()),
            took: took(call.took()),
            remarks: how.remarks(call),
            cancel: how.goes_on().then(|| CancelForm {
                field: user.field(&cancel),
                to: cancel,
            }),
            again_in: (how.goes_on() && follows).then_some(AGAIN.as_secs()),
            state: how,
            look,
            other,
            minutes: calls::FOR.as_secs() / 60,
        }
    }
}

// === impl CallState ===

impl<'a> CallState<'a> {
    fn of(call: &'a TryItCall, question: Option<&Approval>) -> Self {
        match (call.end(), question) {
            (Some((TryItEnd::Answered(answer), _)), _) => Self::Answered(answer),
            (Some((TryItEnd::Cancelled, _)), _) => Self::Cancelled,
            (None, Some(question)) => Self::Waiting(WaitingForApproval {
                to: format!("/approvals/{}", question.id),
                because: ExternalText::sentence(&question.because, 600),
                expires: DisplayTime::seen(question.expires_micros, now_micros()),
            }),
            (None, None) => Self::Running,
        }
    }

    fn goes_on(&self) -> bool {
        matches!(self, Self::Running | Self::Waiting(_))
    }

    /// The announcement for screen readers.
    fn says(&self) -> &'static str {
        match self {
            Self::Running => "The call is running.",
            Self::Waiting(_) => "The call is waiting for approval.",
            Self::Answered(_) => "The call has finished.",
            Self::Cancelled => "The call was cancelled.",
        }
    }

    /// The progress messages; none while the call waits for approval.
    fn remarks(&self, call: &TryItCall) -> Vec<ExternalText> {
        if matches!(self, Self::Waiting(_)) {
            return Vec::new();
        }
        let remarks = call.remarks();
        let shown = remarks
            .iter()
            .map(|remark| ExternalText::short(remark, 600));
        shown.collect()
    }
}

/// Finds a call of the user; calls of others do not exist for them.
fn find(calls: &TryItCalls, user: &CurrentUser, id: &str) -> Result<Arc<TryItCall>, PageError> {
    let found = calls.find(&user.identity.name, id);
    found.ok_or_else(|| {
        let minutes = calls::FOR.as_secs() / 60;
        let sentence = format!("You have no call `{}`.", shorten(id, 60));
        PageError::new(StatusCode::NOT_FOUND, "Call not found", sentence)
            .and(format!(
                "Results are kept for {minutes} minutes, and until the gateway restarts. The audit \
                 log keeps calls longer."
            ))
            .link("/audit", "Audit log")
    })
}

/// The status message.
fn done(uri: &Uri) -> Option<&'static str> {
    match query::get(uri, "done")?.as_str() {
        "cancelled" => Some("The call was cancelled."),
        "late" => Some("The call had already finished."),
        "before" => Some("This form was already submitted. This is its call."),
        _ => None,
    }
}

/// A duration with minutes.
fn took(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{} ms", time.as_millis()),
        seconds @ 1..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}
