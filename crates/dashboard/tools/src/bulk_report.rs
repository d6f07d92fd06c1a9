//! The report of a bulk edit in which something was refused.

use askama::Template;
use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, ExternalText, PageLayout, SiteSection, render_page};
use http::StatusCode;

use crate::bulk_steps::BulkReport;
use candor_dashboard_kit::wording::counted;

/// The maximum number of refusals shown.
const SHOWN: usize = 100;

#[derive(Template)]
#[template(path = "report.html")]
struct BulkReportPage {
    frame: PageLayout,
    done: String,
    same: Option<String>,
    refused: String,
    lines: Vec<(ExternalText, ExternalText)>,
    more: Option<String>,
    /// The address of the list.
    back: String,
}

/// Renders the report.
pub(crate) fn draw(report: &BulkReport, user: &CurrentUser, back: String) -> Response {
    let status = if report.tools == 0 {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    };
    let refused = report.refused.len();
    let lines = report.refused.iter().take(SHOWN);
    let lines = lines.map(|(name, why)| {
        (
            ExternalText::short(name, 400),
            ExternalText::sentence(why, 400),
        )
    });
    let view = BulkReportPage {
        frame: PageLayout::of("Bulk edit result", SiteSection::Tools, user),
        done: if report.tools == 0 {
            "Nothing was changed.".to_owned()
        } else {
            format!("{} updated.", counted(report.tools, "tool"))
        },
        same: (report.same > 0).then(|| format!("{} unchanged.", counted(report.same, "tool"))),
        refused: format!("{} not updated:", counted(refused, "tool")),
        lines: lines.collect(),
        more: (refused > SHOWN).then(|| format!("and {}", counted(refused - SHOWN, "more tool"))),
        back,
    };
    render_page(status, &view)
}
