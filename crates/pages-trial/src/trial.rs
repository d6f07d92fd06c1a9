//! The page of a call that somebody made from these pages.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{
    Form, Frame, Moment, Outside, Pages, Section, Segment, Visitor, Wrong, now_micros, page, query,
    see,
};
use candor_model::{Approval, Role};
use http::{StatusCode, Uri};

use crate::answer::{Answer, Body, Piece, Structured, Tone};
use crate::cut::cut;
use crate::pretty::pretty;
use crate::trials::{self, End, Trial, Trials};

/// The most characters of the arguments.
const ARGUMENTS: usize = 10_000;
/// How long it may take until a call that was taken back is over.
const END: Duration = Duration::from_secs(2);
/// How often a page without a script is loaded again while the call is under way.
const AGAIN: Duration = Duration::from_secs(10);

#[derive(Template)]
#[template(path = "trial.html")]
struct View<'a> {
    frame: Frame,
    name: Outside,
    tool: String,
    again: String,
    endpoint: String,
    arguments: Outside,
    /// Where it is looked at again, loaded by itself or not.
    look: String,
    /// Where it is looked at the other way.
    other: String,
    /// After how many seconds a browser without a script loads the page again by itself; not
    /// when it is over, and not for those who do not want that.
    again_in: Option<u64>,
    begun: Moment,
    took: String,
    remarks: Vec<Outside>,
    state: How<'a>,
    /// For the form that takes it back, while it is under way.
    cancel: Option<Cancel>,
    minutes: u64,
}

/// How it is.
enum How<'a> {
    Running,
    Waiting(Waiting),
    Answered(&'a Answer),
    Cancelled,
}

/// A question to a person.
struct Waiting {
    to: String,
    because: Outside,
    expires: Moment,
}

struct Cancel {
    to: String,
    field: String,
}

/// `GET /trials/{id}`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Extension(trials): Extension<Trials>,
    Segment(id): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, uri.path())?;
    let trial = find(&trials, &visitor, &id)?;
    let question = trial.question(&pages.gateway).await;
    let question = question.map_err(|error| Wrong::failed(&error))?;
    let view = View::of(&trial, question.as_ref(), &visitor, &uri);
    Ok(page(StatusCode::OK, &view))
}

/// `POST /trials/{id}/cancel`
pub(crate) async fn cancel(
    Extension(trials): Extension<Trials>,
    Segment(id): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let here = query::path(&["trials", &id]);
    visitor.check(&format!("{here}/cancel"), &form)?;
    visitor.needs(Role::Caller, &here)?;
    let trial = find(&trials, &visitor, &id)?;
    if trial.is_over() {
        return Ok(see(&query::with(&here, "done", "late")));
    }
    trial.cancel();
    trial.wait(END).await;
    Ok(see(&query::with(&here, "done", "cancelled")))
}

// === impl View ===

impl<'a> View<'a> {
    fn of(trial: &'a Trial, question: Option<&Approval>, visitor: &Visitor, uri: &Uri) -> Self {
        let name = trial.tool.to_string();
        let here = query::path(&["trials", &trial.id]);
        let form = query::path(&["tools", &name, "try"]);
        let title = format!("A call of {}", cut(&name, 80));
        // Looked at once: it may end while the page is made.
        let how = How::of(trial, question);
        let cancel = format!("{here}/cancel");
        let still = query::with(&here, "follow", "no");
        let follows = query::get(uri, "follow").as_deref() != Some("no");
        let (look, other) = if follows {
            (here.clone(), still)
        } else {
            (still, here.clone())
        };
        Self {
            frame: Frame::of(&title, Section::Tools, visitor)
                .wide()
                .done(done(uri)),
            name: Outside::short(&name, 120),
            tool: query::path(&["tools", &name]),
            again: query::with(&form, "again", &trial.id),
            endpoint: trial.endpoint.to_string(),
            arguments: Outside::short(&pretty(&trial.arguments), ARGUMENTS),
            begun: Moment::seen(trial.begun_micros, now_micros()),
            took: took(trial.took()),
            remarks: how.remarks(trial),
            cancel: how.goes_on().then(|| Cancel {
                field: visitor.field(&cancel),
                to: cancel,
            }),
            again_in: (how.goes_on() && follows).then_some(AGAIN.as_secs()),
            state: how,
            look,
            other,
            minutes: trials::FOR.as_secs() / 60,
        }
    }
}

// === impl How ===

impl<'a> How<'a> {
    fn of(trial: &'a Trial, question: Option<&Approval>) -> Self {
        match (trial.end(), question) {
            (Some((End::Answered(answer), _)), _) => Self::Answered(answer),
            (Some((End::Cancelled, _)), _) => Self::Cancelled,
            (None, Some(question)) => Self::Waiting(Waiting {
                to: format!("/approvals/{}", question.id),
                because: Outside::short(&question.because, 600),
                expires: Moment::seen(question.expires_micros, now_micros()),
            }),
            (None, None) => Self::Running,
        }
    }

    fn goes_on(&self) -> bool {
        matches!(self, Self::Running | Self::Waiting(_))
    }

    /// What is said to those who listen once it is so.
    fn says(&self) -> &'static str {
        match self {
            Self::Running => "The call is under way.",
            Self::Waiting(_) => "The call waits for somebody to approve it.",
            Self::Answered(_) => "The call is over: here is the answer.",
            Self::Cancelled => "The call was cancelled.",
        }
    }

    /// What was remarked on the way. While somebody is asked, there is nothing to tell but that.
    fn remarks(&self, trial: &Trial) -> Vec<Outside> {
        if matches!(self, Self::Waiting(_)) {
            return Vec::new();
        }
        let remarks = trial.remarks();
        let shown = remarks.iter().map(|remark| Outside::short(remark, 600));
        shown.collect()
    }
}

/// Somebody's own call; those of others are not there.
fn find(trials: &Trials, visitor: &Visitor, id: &str) -> Result<Arc<Trial>, Wrong> {
    let found = trials.find(&visitor.identity.name, id);
    found.ok_or_else(|| {
        let minutes = trials::FOR.as_secs() / 60;
        let sentence = format!("There is no call `{}` of yours here.", cut(id, 60));
        Wrong::new(StatusCode::NOT_FOUND, "There is no such call", sentence)
            .and(format!(
                "What came of a call is kept here for {minutes} minutes, and not after the \
                 gateway was started anew. The audit keeps it longer."
            ))
            .way("/audit", "The audit")
    })
}

/// What has just been done, in a sentence.
fn done(uri: &Uri) -> Option<&'static str> {
    match query::get(uri, "done")?.as_str() {
        "cancelled" => Some("The call was cancelled."),
        "late" => Some("The call was over already, so that nothing was cancelled."),
        "before" => Some("This form was sent before. Here is the call that came of it."),
        _ => None,
    }
}

/// A time, as people say it.
fn took(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{} ms", time.as_millis()),
        seconds @ 1..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}
