//! `candor-bench annotations`: how long it takes until one override counts, in a catalogue of
//! many tools that are annotated in many layers.
//!
//! Everything goes through a served gateway. An override is confirmed when every endpoint's list
//! says it, so the time of one request is the time to write it down, resolve the whole catalogue
//! again and write the lists. The same request once more changes nothing and costs what is left:
//! the way there and back.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use http::{Method, Uri};
use serde_json::{Value, json};

use crate::args::AnnotationsArgs;
use crate::era::BenchEra;
use crate::fixture;
use crate::gateway::{GatewayFolder, SOURCE, find_binary, trusted_source, upstream};
use crate::report::{MarkdownReport, MarkdownTable};
use crate::time_samples::TimeSamples;

/// The endpoint of the environment, where all five layers count.
const ENDPOINT: &str = "/mcp@prod";

/// How often the list is serialised for comparison.
const SERIALISED_TIMES: usize = 9;

/// Until an override counts in the whole catalogue, it should take less, in seconds.
const AIM: f64 = 1.0;

pub(crate) const OVERRIDE: &str = "one override, until every list says it";
const REPEATED: &str = "the same once more, which changes nothing";
const SERIALISED: &str = "serialising the list once, from values in memory";

/// Measures; gives the report, and `false` when a list did not say what it should.
pub(crate) async fn command(args: &AnnotationsArgs) -> Result<(String, bool)> {
    let binary = find_binary(args.candor.as_deref())?;
    let (samples, bytes) = measure(&binary, args).await?;
    Ok((report(args, &samples, bytes), samples.wrong == 0))
}

/// The times, and how many bytes the list has.
pub(crate) async fn measure(binary: &Path, args: &AnnotationsArgs) -> Result<(TimeSamples, usize)> {
    let tools = args.tools as usize;
    let upstream = upstream(BenchEra::Modern, tools).await?;
    let configuration = configuration(upstream.url());
    let folder = GatewayFolder::new(binary, &[])?;
    folder.write("overrides.toml", &overrides(tools))?;
    let gateway = folder.serve(&configuration, vec![upstream]).await?;
    let all = |listed: &[Value]| listed.len() == tools;
    gateway.until_listed(ENDPOINT, all).await?;
    let apply = ["annotate", "--apply", "overrides.toml"];
    gateway.run(&apply).await?;
    let expected = title(tools - 1);
    let corrected = |listed: &[Value]| listed.last().is_some_and(|last| last["title"] == expected);
    gateway.until_listed(ENDPOINT, corrected).await?;

    let mut samples = TimeSamples::default();
    let mut connection = gateway.connect(ENDPOINT).await?;
    let path = format!("/annotations/{SOURCE}.{}?environment=prod", fixture::ECHO);
    // One more, since the first warms up what is cold.
    for round in 0..=args.rounds {
        let title = format!("Round {round}");
        for what in [OVERRIDE, REPEATED] {
            let body = json!({"title": title});
            let (took, _) = connection.send(Method::PATCH, &path, &body).await?;
            samples.add(what, took);
        }
        let list = connection.list().await?;
        let said = list.tools.first().map(|tool| &tool["title"]);
        samples.check(said.is_some_and(|said| *said == title.as_str()));
        if round == 0 {
            samples.warmed_up();
        }
    }
    let (list, mut bytes) = (connection.list().await?, 0);
    for _ in 0..SERIALISED_TIMES {
        let started = Instant::now();
        let text = serde_json::to_vec(black_box(&list.tools))?;
        samples.add(SERIALISED, started.elapsed());
        bytes = black_box(text).len();
    }
    gateway.stop().await;
    Ok((samples, bytes))
}

/// The server declares all hints of each tool. Beside it, evidence says something about every tool,
/// and the file does by a pattern.
fn configuration(upstream: &Uri) -> String {
    trusted_source(SOURCE, upstream)
        + &format!(
            "[inference]\nopen_world = true\n\
             [annotations.\"{SOURCE}.*\"]\nidempotent = true\n\
             [endpoint]\nmanagement = false\n\n[environments.prod]\n"
        )
}

/// Two annotations of each tool by its name: one everywhere, one in the environment.
fn overrides(tools: usize) -> String {
    let mut text = String::new();
    for index in 0..tools {
        let (name, title) = (fixture::tool_name(index), title(index));
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "[annotations.\"{SOURCE}.{name}\"]\ntitle = \"{title}\"\n\
             [environments.prod.annotations.\"{SOURCE}.{name}\"]\nopen_world = true\n"
        );
    }
    text
}

/// The title that a tool is given.
fn title(index: usize) -> String {
    format!("Number {index}, corrected")
}

fn report(args: &AnnotationsArgs, samples: &TimeSamples, bytes: usize) -> String {
    let made = samples.summary(OVERRIDE);
    let repeated = samples.summary(REPEATED).median;
    let serialised = samples.summary(SERIALISED).median;
    let mut table = MarkdownTable::new("what | ms | × serialising");
    for (what, seconds) in [
        (OVERRIDE, made.median),
        ("the slowest of them", made.slowest),
        (REPEATED, repeated),
        (
            "resolving the whole catalogue again (the difference)",
            (made.median - repeated).max(0.0),
        ),
        (SERIALISED, serialised),
    ] {
        let (ms, ratio) = (seconds * 1e3, seconds / serialised);
        table.row([what.to_owned(), format!("{ms:.1}"), format!("{ratio:.1}")]);
    }
    let mut report = MarkdownReport::new("One override in a large catalogue");
    report.line(format_args!(
        "{} tools, a list of {bytes} bytes. Each tool is annotated in five layers: by evidence, by the \
         server, by an override for a pattern, by one for its name, and by one for the environment. \
         Two endpoints are written. Medians of {} rounds.\n",
        args.tools, args.rounds
    ));
    report.table(&table);
    report.line("");
    let aim = format!("every override counts within {AIM:.0} s");
    report.aim(aim, made.slowest < AIM);
    report.wrong(samples.wrong, "lists did not say what had been confirmed.");
    report.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check_text;

    #[test]
    fn every_tool_is_annotated_everywhere_and_in_the_environment() {
        let text = overrides(3);
        for (start, count) in [("[annotations.", 3), ("[environments.prod.annotations.", 3)] {
            let lines = text.lines().filter(|line| line.starts_with(start));
            assert_eq!(lines.count(), count, "{text}");
        }
        assert!(text.contains("\"bench.inventory_lookup_0002\""), "{text}");
    }

    fn written(slowest: u64, wrong: usize) -> String {
        let made = [100, 110, slowest];
        let rows = [
            (OVERRIDE, &made[..]),
            (REPEATED, &[10]),
            (SERIALISED, &[20]),
        ];
        let samples = TimeSamples::of_millis(&rows, wrong);
        let args = AnnotationsArgs {
            candor: None,
            tools: 10_000,
            rounds: 3,
        };
        report(&args, &samples, 7)
    }

    #[test]
    fn the_difference_and_the_ratios_are_told() {
        let text = written(200, 0);
        let line = |start: &str| {
            let line = text.lines().find(|line| line.starts_with(start));
            let cells = line
                .unwrap_or_else(|| panic!("no `{start}` in {text}"))
                .split('|');
            cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(line("| resolving")[2..4], ["100.0", "5.0"]);
        assert_eq!(line("| serialising")[2..4], ["20.0", "1.0"]);
        check_text(&text, &["reached"], &["Wrong"]);
    }

    #[test]
    fn a_missed_aim_and_wrong_lists_are_told() {
        check_text(&written(1_500, 2), &["missed", "Wrong: 2 lists"], &[]);
    }
}
