//! `candor-bench openapi`: what it takes to make tools of a large document, and whether clients of
//! other sources notice.
//!
//! The steps are measured in processes of their own, so that the memory of each run is its own.
//! Then a gateway serves a small server and the document together: a client of the small server
//! asks one thing after the other while the document is being loaded.

mod measure;
mod reading;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use candor_testkit::peers;

use crate::args::{DocumentArgs, OpenapiArgs};
use crate::gateway::{existing, find_binary};
use crate::openapi::measure::{
    CALL_AT_REST, CALL_LOADING, LIST_AT_REST, LIST_LOADING, LoadTimes, STARTED, TOOLS, WHOLE_LIST,
};
use crate::openapi::reading::DocumentTimes;
use crate::report::{MarkdownReport, MarkdownTable, millis, spread};

/// Where the document is among the installed packages.
const INSTALLED: &str = "node_modules/@octokit/openapi/generated/api.github.com.json";

/// While a document is loaded, every answer should take less, in seconds.
const AIM: f64 = 0.250;

/// Measures; gives the report, and that nothing was found wrong.
pub(crate) async fn command(args: &OpenapiArgs) -> Result<(String, bool)> {
    let binary = find_binary(args.candor.as_deref())?;
    let document = find(args.document.as_deref())?;
    let reading = DocumentTimes::median(&document, args.rounds).await?;
    let times = LoadTimes::measure(&binary, &document, &reading, args.rounds).await?;
    Ok((report(&reading, &times, args.rounds), true))
}

/// Makes tools of one document, once, and says what that took as JSON.
pub(crate) fn document(args: &DocumentArgs) -> Result<()> {
    let reading = DocumentTimes::of(&args.document)?;
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, &reading)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// The document that was named, or the one that is installed.
fn find(named: Option<&Path>) -> Result<PathBuf> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => peers::folder()
            .ok()
            .context("cannot tell where the document is: name one with `--document PATH`")?
            .join(INSTALLED),
    };
    existing(
        &path,
        "document",
        "run `./scripts/test` once, which installs it, or name one with `--document PATH`",
    )
}

fn report(reading: &DocumentTimes, times: &LoadTimes, rounds: u16) -> String {
    let mut report = MarkdownReport::new("A large OpenAPI document");
    report.line(format_args!(
        "{} bytes, {} operations, {} tools (deprecated operations are left out), {} findings. \
         Medians of {rounds} rounds.\n",
        reading.bytes, reading.operations, reading.tools, reading.findings
    ));
    report.table(&steps(reading, times));
    report.line(format_args!(
        "\nPeak memory: {} MiB for the document alone, {} MiB for the gateway. The list of all \
         tools has {} bytes.\n",
        reading.peak_rss_kib / 1024,
        times.peak_rss_kib / 1024,
        times.whole_bytes
    ));
    report.line(format_args!(
        "What a client of another server ({TOOLS} tools) notices, in milliseconds:\n"
    ));
    report.table(&noticed(times));
    let [list, call] = [LIST_LOADING, CALL_LOADING].map(|what| times.samples.summary(what));
    let limit = AIM * 1e3;
    let aim = format!("every answer within {limit:.0} ms while the document is loaded");
    report.line("");
    if call.count == 0 {
        report.line(format_args!(
            "Aim: {aim}: not measured, the document was loaded before anything could be asked."
        ));
    } else {
        report.aim(aim, list.slowest.max(call.slowest) < AIM);
    }
    report.finish()
}

fn steps(reading: &DocumentTimes, times: &LoadTimes) -> MarkdownTable {
    let mut table = MarkdownTable::new("what | ms | slowest");
    for (what, seconds) in [
        ("parsing: from text to values", reading.parse),
        ("reading: from values to operations", reading.read),
        ("making: from operations to tools", reading.make),
    ] {
        table.row([what.to_owned(), millis(seconds)]);
    }
    for what in [STARTED, WHOLE_LIST] {
        let cells = spread(times.samples.summary(what));
        table.row([what.to_owned()].into_iter().chain(cells));
    }
    table
}

fn noticed(times: &LoadTimes) -> MarkdownTable {
    let mut table = MarkdownTable::new("what | answers | p50 | slowest | × p50 at rest");
    for (what, at_rest) in [
        (LIST_AT_REST, LIST_AT_REST),
        (LIST_LOADING, LIST_AT_REST),
        (CALL_AT_REST, CALL_AT_REST),
        (CALL_LOADING, CALL_AT_REST),
    ] {
        let [own, at_rest] = [what, at_rest].map(|what| times.samples.summary(what));
        let [median, slowest] = spread(own);
        let ratio = format!("{:.2}", own.median / at_rest.median);
        let count = own.count.to_string();
        table.row([what.to_owned(), count, median, slowest, ratio]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check_text;
    use crate::time_samples::TimeSamples;

    #[test]
    fn a_missing_document_is_said_with_the_way_out() {
        let error = find(Some(Path::new("nowhere.json"))).unwrap_err();
        let says = ["`nowhere.json`", "./scripts/test"];
        check_text(&error.to_string(), &says, &[]);
    }

    /// Each median is followed by a slowest time of ten times as much.
    fn written(call_loading: Option<u64>) -> String {
        let reading = DocumentTimes {
            bytes: 13_001_822,
            operations: 1_223,
            tools: 1_200,
            findings: 7,
            parse: 0.1,
            read: 0.2,
            make: 0.3,
            peak_rss_kib: 204_800,
        };
        let call_loading = call_loading.map_or(vec![], |ms| vec![ms, ms, 10 * ms]);
        let rows = [
            (LIST_AT_REST, &[1, 1, 10][..]),
            (CALL_AT_REST, &[2, 2, 20]),
            (LIST_LOADING, &[2, 2, 20]),
            (CALL_LOADING, &call_loading),
            (STARTED, &[1_500, 1_500, 15_000]),
            (WHOLE_LIST, &[10, 10, 100]),
        ];
        let samples = TimeSamples::of_millis(&rows, 0);
        let times = LoadTimes {
            samples,
            whole_bytes: 7,
            peak_rss_kib: 409_600,
        };
        report(&reading, &times, 5)
    }

    #[test]
    fn steps_ratios_and_the_aim_are_told() {
        let text = written(Some(3));
        let says = [
            "1223 operations, 1200 tools",
            "200 MiB for the document alone, 400 MiB",
            "within 250 ms while the document is loaded: reached",
        ];
        check_text(&text, &says, &[]);
        let ratios = text.lines().filter(|line| line.contains("while loading"));
        let ratios: Vec<&str> = ratios.map(|line| &line[line.len() - 6..]).collect();
        assert_eq!(ratios, ["2.00 |", "1.50 |"]);
    }

    #[test]
    fn a_missed_aim_is_told_and_so_is_one_that_was_not_measured() {
        check_text(&written(Some(100)), &["loaded: missed"], &[]);
        check_text(&written(None), &["loaded: not measured"], &[]);
    }
}
