//! `cargo xtask search-report`: whether search finds the right tool among those of large APIs, and
//! what their lists cost.
//!
//! The questions stand in `bench/questions/apis.tsv` with the operations that answer them. Each is
//! asked twice: among the tools of its own API, and among those of all APIs together. Documents
//! come from npm, and one that is not installed is skipped with a word.

mod documents;
mod questions;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use candor_search::{SearchIndex, ToolDocument};

use self::documents::{ApiTools, DOCUMENTS};
use self::questions::Question;

/// How many results count.
const SHOWN: usize = 5;

/// How often the right tool was found.
#[derive(Clone, Copy, Debug, Default)]
struct SearchScore {
    asked: usize,
    first: usize,
    shown: usize,
}

/// Runs the chore; the error is what the person is told.
#[expect(
    clippy::print_stderr,
    reason = "what is skipped is told apart from the report"
)]
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let usage = "usage: cargo xtask search-report [--folder DIR] [--missed]";
    let (folder, missed) = match arguments {
        [] => (None, false),
        ["--missed"] => (None, true),
        ["--folder", folder] => (Some(*folder), false),
        ["--folder", folder, "--missed"] => (Some(*folder), true),
        _ => return Err(usage.to_owned()),
    };
    let folder = folder.map_or_else(documents::peers, |folder| Ok(PathBuf::from(folder)))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let questions = questions::read(&root.join("bench/questions/apis.tsv"))?;
    let mut apis = Vec::new();
    for document in &DOCUMENTS {
        match ApiTools::read(document, &folder) {
            Ok(tools) => apis.push(tools),
            Err(problem) => eprintln!("skipped: {problem}"),
        }
    }
    let text = report(&apis, &questions, missed);
    match io::stdout().write_all(text.as_bytes()) {
        // Who reads only the beginning has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot print the report: {error}"))
        }
        _ => Ok(()),
    }
}

fn report(apis: &[ApiTools], questions: &[Question], missed: bool) -> String {
    let mut text =
        "| API | tools | tokens of the whole list | with short schemas | largest tool |\n\
                    |---|---:|---:|---:|---:|\n"
            .to_owned();
    for api in apis {
        let costs = api.costs();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            api.name,
            api.tools.len(),
            costs.whole,
            costs.short,
            costs.largest
        );
    }
    text.push_str(
        "\n| questions about | asked | first, among its own | first five | first, among all | \
         first five |\n|---|---:|---:|---:|---:|---:|\n",
    );
    let asked: Vec<&ApiTools> = apis
        .iter()
        .filter(|api| questions.iter().any(|one| one.document == api.name))
        .collect();
    let everything = index(&asked);
    let mut sums = [SearchScore::default(); 2];
    let mut told = String::new();
    for api in &asked {
        let own = index(&[api]);
        let questions = || questions.iter().filter(|one| one.document == api.name);
        let near = score(&own, &[api], questions(), missed.then_some(&mut told));
        let far = score(&everything, &asked, questions(), None);
        row(&mut text, &api.name, near, far);
        sums[0].add(near);
        sums[1].add(far);
    }
    row(&mut text, "all", sums[0], sums[1]);
    if missed {
        let _ = write!(text, "\nNot among the first {SHOWN}:\n\n{told}");
    }
    text
}

fn row(text: &mut String, name: &str, near: SearchScore, far: SearchScore) {
    let share = |part: usize| {
        let asked = near.asked.max(1);
        let thousandths = (1000 * part + asked / 2) / asked;
        format!("{}.{} %", thousandths / 10, thousandths % 10)
    };
    let _ = writeln!(
        text,
        "| {name} | {} | {} | {} | {} | {} |",
        near.asked,
        share(near.first),
        share(near.shown),
        share(far.first),
        share(far.shown)
    );
}

/// An index of some APIs, whose tools are known by their number.
fn index(apis: &[&ApiTools]) -> SearchIndex {
    let all = apis.iter().flat_map(|api| &api.tools).enumerate();
    let words: Vec<(usize, String, Vec<&str>)> = all
        .clone()
        .map(|(id, tool)| {
            let parameters = tool.parameters.iter().map(String::as_str);
            (id, tool.name.clone(), parameters.collect())
        })
        .collect();
    SearchIndex::build(
        all.zip(&words)
            .map(|((id, tool), (_, name, parameters))| ToolDocument {
                id,
                name,
                title: tool.title.as_deref(),
                description: &tool.description,
                notes: &[],
                parameters,
            }),
    )
}

fn score<'q>(
    index: &SearchIndex,
    apis: &[&ApiTools],
    questions: impl Iterator<Item = &'q Question>,
    mut missed: Option<&mut String>,
) -> SearchScore {
    let tools: Vec<_> = apis.iter().flat_map(|api| &api.tools).collect();
    let mut score = SearchScore::default();
    for question in questions {
        score.asked += 1;
        let hits = index.search(&question.text, SHOWN);
        let fits = |id: usize| {
            let tool = tools[id];
            tool.document == question.document && question.answers.contains(&tool.operation)
        };
        let place = hits.iter().position(|hit| fits(hit.id));
        score.first += usize::from(place == Some(0));
        score.shown += usize::from(place.is_some());
        if let (None, Some(told)) = (place, missed.as_deref_mut()) {
            let found: Vec<&str> = hits.iter().map(|hit| tools[hit.id].name.as_str()).collect();
            let _ = writeln!(told, "- {}: {}", question.text, found.join(", "));
        }
    }
    score
}

// === impl SearchScore ===

impl SearchScore {
    fn add(&mut self, other: Self) {
        self.asked += other.asked;
        self.first += other.first;
        self.shown += other.shown;
    }
}
