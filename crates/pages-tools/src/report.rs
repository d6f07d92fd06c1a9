//! What was done to many tools and what was refused, where something was.

use askama::Template;
use axum::response::Response;
use candor_frame::{Frame, Outside, Section, Visitor, page};
use http::StatusCode;

use crate::plan::Report;
use crate::thousands::many;

/// How many refusals are shown.
const SHOWN: usize = 100;

#[derive(Template)]
#[template(path = "report.html")]
struct View {
    frame: Frame,
    done: String,
    same: Option<String>,
    refused: String,
    lines: Vec<(Outside, Outside)>,
    more: Option<String>,
    /// Where the list is that it came from.
    back: String,
}

/// Draws it.
pub(crate) fn draw(report: &Report, visitor: &Visitor, back: String) -> Response {
    let status = if report.tools == 0 {
        StatusCode::UNPROCESSABLE_ENTITY
    } else {
        StatusCode::OK
    };
    let refused = report.refused.len();
    let lines = report.refused.iter().take(SHOWN);
    let lines = lines.map(|(name, why)| (Outside::short(name, 400), Outside::short(why, 400)));
    let view = View {
        frame: Frame::of("What was done", Section::Tools, visitor),
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
    page(status, &view)
}

/// So many tools were.
pub(crate) fn were(tools: usize) -> String {
    let were = if tools == 1 { "was" } else { "were" };
    format!("{} {were}", many(tools, "tool"))
}
