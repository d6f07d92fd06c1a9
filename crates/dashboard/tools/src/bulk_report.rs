//! What was done to many tools and what was refused, where something was.

use askama::Template;
use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, ExternalText, PageLayout, SiteSection, render_page};
use http::StatusCode;

use crate::bulk_steps::BulkReport;
use crate::counts::many;

/// How many refusals are shown.
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
    /// Where the list is that it came from.
    back: String,
}

/// Draws it.
pub(crate) fn draw(report: &BulkReport, visitor: &CurrentUser, back: String) -> Response {
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
            ExternalText::short(why, 400),
        )
    });
    let view = BulkReportPage {
        frame: PageLayout::of("What was done", SiteSection::Tools, visitor),
        done: if report.tools == 0 {
            "Nothing was changed.".to_owned()
        } else {
            format!("{} changed.", were(report.tools))
        },
        same: (report.same > 0).then(|| format!("{} so already.", were(report.same))),
        refused: format!("{} not changed:", were(refused)),
        lines: lines.collect(),
        more: (refused > SHOWN).then(|| format!("and {}", many(refused - SHOWN, "more tool"))),
        back,
    };
    render_page(status, &view)
}

/// So many tools were.
pub(crate) fn were(tools: usize) -> String {
    let were = if tools == 1 { "was" } else { "were" };
    format!("{} {were}", many(tools, "tool"))
}
