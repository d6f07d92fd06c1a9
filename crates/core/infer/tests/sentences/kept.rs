//! What goes on or stays when a call is over, and what only looks like it.

use serde_json::json;

use crate::Expectation::{NotReads, Reads};
use crate::{check, guess};
use candor_model::Hint;

#[test]
fn a_job_that_goes_on_is_more_than_a_look() {
    check(&[
        (
            NotReads,
            "search_people",
            "Search people at a company. Returns a job ID.",
        ),
        (
            NotReads,
            "analyze_pages",
            "Run an analysis of many pages. Returns a job_id to poll.",
        ),
        (
            NotReads,
            "load_rows",
            "Load rows of a table and return an opaque handle.",
        ),
        (
            Reads,
            "get_job",
            "Get a job. Returns its id, its state and when it began.",
        ),
        (
            Reads,
            "list_runs",
            "List runs. Returns id and state of each run.",
        ),
    ]);
}

#[test]
fn a_file_that_stays_is_heard() {
    check(&[
        (
            NotReads,
            "get_picture",
            "Get a picture of the page, saved under the output folder.",
        ),
        (
            NotReads,
            "get_report",
            "Get a report. Written to a file beside the project.",
        ),
        (
            NotReads,
            "get_paper",
            "Get a paper. Stores the text locally.",
        ),
        (Reads, "get_note", "Get a note that was written in a file."),
    ]);
}

#[test]
fn a_tool_that_calls_itself_a_writing_one_is_believed() {
    check(&[
        (
            NotReads,
            "preview_page",
            "Mutating preview tool. Shows a page.",
        ),
        (
            NotReads,
            "get_insights",
            "WRITE tool: gets fresh insights of an app.",
        ),
        (
            NotReads,
            "list_agents",
            "List agents. The only side effect is a newer cache.",
        ),
        (
            Reads,
            "get_volume",
            "Get the volume.\n\nSide effects: none.",
        ),
        (
            Reads,
            "read_query",
            "Execute a single read-only SELECT query. Mutating SQL is rejected.",
        ),
    ]);
}

#[test]
fn what_a_model_makes_stays_where_it_is_made() {
    check(&[
        (
            NotReads,
            "generate_image",
            "Generate an image from a text prompt.",
        ),
        (
            NotReads,
            "draw_rect",
            "Draw a rectangle, an outline or filled, on a canvas.",
        ),
        (Reads, "generate_chart", "Generate a chart of sales."),
        (Reads, "draw_diagram", "Draw a diagram of the services."),
    ]);
}

#[test]
fn who_is_told_later_waits_for_something() {
    let told = json!({"type": "object", "properties": {"webhook": {"type": "string"}}});
    let plain = json!({"type": "object", "properties": {"query": {"type": "string"}}});
    for (schema, reads) in [(&told, false), (&plain, true)] {
        let found = guess("search_people", "Search people.", schema).get(Hint::ReadOnly);
        assert_eq!(found == Some(true), reads, "{schema}");
    }
}

#[test]
fn what_is_downloaded_or_exported_may_stay() {
    check(&[
        (NotReads, "export_sheet", "Export a sheet to PDF."),
        (NotReads, "download_data", "Download a dataset."),
        (Reads, "export_page", "Export a page as Markdown text."),
        (
            Reads,
            "export_rows",
            "Export all rows as CSV text and return it.",
        ),
    ]);
}
