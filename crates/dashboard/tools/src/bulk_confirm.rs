//! The confirmation page before an edit of all matching tools: how many, and which.

use askama::Template;
use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, ExternalText, PageLayout, SiteSection, render_page};
use candor_model::Digest;
use http::StatusCode;

use candor_dashboard_kit::wording::counted;

/// The maximum number of lines shown.
const SHOWN: usize = 100;

/// The field with the digest of what was confirmed.
pub(crate) const FIELD: &str = "confirmed";

/// A bulk edit that needs a confirmation.
pub(crate) struct BulkConfirmation {
    /// The heading: what will be done.
    pub(crate) heading: String,
    /// The affected tools and their changes.
    pub(crate) lines: Vec<(String, String)>,
    /// The unit of a line.
    pub(crate) unit: &'static str,
    /// The target of the form.
    pub(crate) to: &'static str,
    /// The fields to submit again.
    pub(crate) fields: Vec<(&'static str, String)>,
    /// The address of the list.
    pub(crate) back: String,
}

#[derive(Template)]
#[template(path = "confirm.html")]
struct BulkConfirmPage {
    frame: PageLayout,
    problem: Option<String>,
    heading: String,
    count: String,
    lines: Vec<(ExternalText, ExternalText)>,
    more: Option<String>,
    to: &'static str,
    field: String,
    confirmed: String,
    fields: Vec<(&'static str, String)>,
    back: String,
}

// === impl BulkConfirmation ===

impl BulkConfirmation {
    /// The digest of exactly this edit.
    pub(crate) fn digest(&self) -> String {
        let mut text = self.heading.clone();
        for (name, what) in &self.lines {
            text.extend(["\n", name, "\t", what]);
        }
        Digest::of(text).to_string()
    }

    /// Renders the page. `answered`: another version of this edit was confirmed.
    pub(crate) fn draw(self, user: &CurrentUser, answered: bool) -> Response {
        let confirmed = self.digest();
        let count = self.lines.len();
        let problem = "The tools changed since you opened this page. Nothing was changed. Check \
                       the list and confirm again.";
        let lines = self.lines.iter().take(SHOWN);
        let lines = lines.map(|(name, what)| {
            (
                ExternalText::short(name, 400),
                ExternalText::short(what, 400),
            )
        });
        let view = BulkConfirmPage {
            frame: PageLayout::of(&self.heading, SiteSection::Tools, user),
            problem: answered.then(|| problem.to_owned()),
            count: counted(count, self.unit),
            lines: lines.collect(),
            more: (count > SHOWN).then(|| {
                format!(
                    "and {}",
                    counted(count - SHOWN, &format!("more {}", self.unit))
                )
            }),
            to: self.to,
            field: user.field(self.to),
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
        render_page(status, &view)
    }
}
