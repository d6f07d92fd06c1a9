//! `cargo xtask infer-report DIR`: how well hints are inferred, measured on tools whose authors
//! declared them.
//!
//! Everything is measured twice: with all declared hints hidden, and with those of a tool's
//! siblings visible, as they are when a source declares hints for some of its tools only. A
//! tool's own are never evidence about itself. A plain list of verbs is measured beside it, and
//! how often each stated confidence was right. Lines that have a `method` are operations of an
//! API: of those it is counted how many GETs are taken for writes. Hints are read as if every
//! suggestion had been accepted; where nothing is found, the protocol's default counts.

mod arguments;
mod baseline;
mod by_method;
pub(crate) mod corpus;
mod measure;
mod page;
mod print;
mod reliability;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use candor_model::DestructivePolicy;

use self::arguments::ReportArguments;
use self::corpus::ToolCorpus;
use self::measure::{HintVisibility, ServerScore, infer_server, measure, under};
use self::page::{MeasuredGroup, UnsafeNotes};
use self::reliability::ReliabilityTable;

/// The servers of a corpus under three ways to look at them.
pub(crate) struct ServerScores {
    /// Hints hidden, under the policy that suits each server best.
    pub(crate) best: Vec<ServerScore>,
    /// Hints hidden, under the default policy.
    pub(crate) blind: Vec<ServerScore>,
    /// Siblings' hints visible, under the default policy.
    pub(crate) siblings: Vec<ServerScore>,
}

/// Runs the chore; the error is what the person is told.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let arguments = ReportArguments::read(arguments)?;
    let corpus = read(&arguments.folder)?;
    let report = match &arguments.publish {
        Some(file) => return publish(&corpus, &arguments, file),
        None if arguments.findings => findings(&corpus),
        None => report(&corpus, arguments.errors),
    };
    match io::stdout().write_all(report.as_bytes()) {
        // Who reads only the beginning has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot print the report: {error}"))
        }
        _ => Ok(()),
    }
}

/// Reads a folder and tells which of its lines are no tools.
#[expect(
    clippy::print_stderr,
    reason = "a skipped line is told apart from the report"
)]
fn read(folder: &Path) -> Result<ToolCorpus, String> {
    let corpus = ToolCorpus::read(folder)?;
    for problem in &corpus.problems {
        eprintln!("skipped: {problem}");
    }
    Ok(corpus)
}

/// Writes the page that is published.
fn publish(corpus: &ToolCorpus, asked: &ReportArguments, file: &Path) -> Result<(), String> {
    let mut groups = vec![MeasuredGroup {
        name: "made with",
        scores: ServerScores::of(corpus),
        names_tools: true,
    }];
    let apart = [
        ("kept apart", &asked.kept_apart, true),
        ("kept apart later", &asked.kept_apart_later, true),
        ("kept apart newest", &asked.kept_apart_newest, true),
        ("kept apart last", &asked.only_totals, false),
    ];
    for (name, folder, names_tools) in apart {
        if let Some(folder) = folder {
            groups.push(MeasuredGroup {
                name,
                scores: ServerScores::of(&read(folder)?),
                names_tools,
            });
        }
    }
    let operations = asked.operations.as_deref().map(read).transpose()?;
    let operations = operations.as_ref().and_then(by_method::count);
    let notes = asked.notes.as_deref().map_or(Ok(Vec::new()), notes)?;
    let page = page::page(&groups, operations.as_ref(), &notes, &speed(corpus));
    fs::write(file, page).map_err(|error| format!("cannot write `{}`: {error}", file.display()))
}

/// The notes about tools that are wrongly called read-only: server, tool and words, with tabs
/// between.
fn notes(file: &Path) -> Result<UnsafeNotes, String> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
    let note = |line: &str| {
        let mut parts = line.splitn(3, '\t').map(str::to_owned);
        Some([parts.next()?, parts.next()?, parts.next()?])
    };
    Ok(text.lines().filter_map(note).collect())
}

/// The whole report; with the errors, if they are asked for.
fn report(corpus: &ToolCorpus, errors: bool) -> String {
    let ServerScores {
        best,
        blind,
        siblings,
    } = ServerScores::of(corpus);
    let methods = by_method::count(corpus);
    let labelled = |row: &ServerScore| row.scores.iter().any(|score| score.of > 0);
    if !blind.iter().any(labelled)
        && let Some(score) = &methods
    {
        // Without labels there is nothing else to tell.
        let cases = errors.then(|| format!("raised\n{}\n", score.cases.join("\n")));
        return print::methods(score) + &cases.unwrap_or_default();
    }
    let mut parts = vec![
        print::table(
            "declared hints hidden, the policy that suits each server best",
            &best,
        ),
        print::table("declared hints hidden, default policy", &blind),
        print::table(
            "siblings' declared hints visible, default policy",
            &siblings,
        ),
        print::alarms(&blind),
        print::reliability("declared hints hidden", &merged(&blind)),
        print::reliability("siblings' declared hints visible", &merged(&siblings)),
    ];
    parts.extend(methods.as_ref().map(print::methods));
    parts.push(format!("speed: {}", speed(corpus)));
    if errors {
        parts.push(print::errors("declared hints hidden", &blind));
        parts.push(print::errors("siblings' declared hints visible", &siblings));
        parts.extend(methods.map(|score| format!("raised\n{}\n", score.cases.join("\n"))));
    }
    parts.join("\n")
}

/// How long inference takes; without optimisation about thirty times as long.
fn speed(corpus: &ToolCorpus) -> String {
    let start = Instant::now();
    for server in &corpus.servers {
        infer_server(
            server,
            HintVisibility::Siblings,
            DestructivePolicy::default(),
        );
    }
    let took = start.elapsed();
    let tools: usize = corpus.servers.iter().map(|server| server.tools.len()).sum();
    let thousand = took.as_millis() * 1_000 / u128::try_from(tools.max(1)).unwrap_or(1);
    let build = if cfg!(debug_assertions) {
        "without optimisation"
    } else {
        "optimised"
    };
    format!(
        "{tools} tools inferred in {} ms: {thousand} ms for 1,000 ({build}).\n",
        took.as_millis()
    )
}

/// Every finding beside its label, one a line with tabs between: what calibration is fitted on.
fn findings(corpus: &ToolCorpus) -> String {
    let policy = DestructivePolicy::default();
    let mut text = String::new();
    for server in &corpus.servers {
        for sight in [HintVisibility::Blind, HintVisibility::Siblings] {
            let inferences = infer_server(server, sight, policy);
            for (tool, inference) in server.tools.iter().zip(&inferences) {
                text.push_str(&print::findings(&server.name, sight, tool, inference));
            }
        }
    }
    text
}

// === impl ServerScores ===

impl ServerScores {
    fn of(corpus: &ToolCorpus) -> Self {
        let policy = DestructivePolicy::default();
        let rows = |score: &dyn Fn(&corpus::CorpusServer) -> ServerScore| -> Vec<ServerScore> {
            corpus.servers.iter().map(score).collect()
        };
        Self {
            best: rows(&|server| measure(server, HintVisibility::Blind)),
            blind: rows(&|server| under(server, HintVisibility::Blind, policy)),
            siblings: rows(&|server| under(server, HintVisibility::Siblings, policy)),
        }
    }
}

fn merged(rows: &[ServerScore]) -> ReliabilityTable {
    let mut table = ReliabilityTable::default();
    for row in rows {
        table.merge(&row.reliability);
    }
    table
}
