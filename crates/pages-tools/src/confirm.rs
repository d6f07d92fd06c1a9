//! Before something is done to everything that is found: how many tools that are, and which.

use askama::Template;
use axum::response::Response;
use candor_frame::{Frame, Outside, Section, Visitor, page};
use candor_model::Digest;
use http::StatusCode;

use crate::thousands::many;

/// How many tools are shown.
const SHOWN: usize = 100;

/// The name of the field that says what was agreed to.
pub(crate) const FIELD: &str = "confirmed";

/// What is asked.
pub(crate) struct Question {
    /// What will be done, as a heading.
    pub(crate) heading: String,
    /// What it is done to: a tool, and what will be different.
    pub(crate) lines: Vec<(String, String)>,
    /// What one of these lines is.
    pub(crate) unit: &'static str,
    /// Where the answer goes.
    pub(crate) to: &'static str,
    /// What is sent again.
    pub(crate) fields: Vec<(&'static str, String)>,
    /// Where the list is that it came from.
    pub(crate) back: String,
}

#[derive(Template)]
#[template(path = "confirm.html")]
struct View {
    frame: Frame,
    problem: Option<String>,
    heading: String,
    count: String,
    lines: Vec<(Outside, Outside)>,
    more: Option<String>,
    to: &'static str,
    field: String,
    confirmed: String,
    fields: Vec<(&'static str, String)>,
    back: String,
}

// === impl Question ===

impl Question {
    /// What is agreed to by answering this very question.
    pub(crate) fn digest(&self) -> String {
        let mut text = self.heading.clone();
        for (name, what) in &self.lines {
            text.extend(["\n", name, "\t", what]);
        }
        Digest::of(text).to_string()
    }

    /// Draws it. `answered`: it was answered, but was another question then.
    pub(crate) fn draw(self, visitor: &Visitor, answered: bool) -> Response {
        let confirmed = self.digest();
        let count = self.lines.len();
        let problem = "The tools have changed since you were asked. Nothing was done; look once \
                       more.";
        let lines = self.lines.iter().take(SHOWN);
        let lines =
            lines.map(|(name, what)| (Outside::short(name, 400), Outside::short(what, 400)));
        let view = View {
            frame: Frame::of(&self.heading, Section::Tools, visitor),
            problem: answered.then(|| problem.to_owned()),
            count: many(count, self.unit),
            lines: lines.collect(),
            more: (count > SHOWN).then(|| {
                let more = format!("more {}", self.unit);
                format!("and {}", many(count - SHOWN, &more))
            }),
            to: self.to,
            field: visitor.field(self.to),
            confirmed,
            fields: self.fields,
            back: self.back,
            heading: self.heading,
        };
        let status = if answered {
            StatusCode::CONFLICT
        } else {
            StatusCode::OK
        };
        page(status, &view)
    }
}
