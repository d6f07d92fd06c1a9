//! The rules over real tools. The corpus is not part of the repository: without it, the test says
//! that it was skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use candor_lint::{DescribedTool, LintInput, LintPolicy, LintProfile, LintReport, RULES};
use candor_model::{DestructivePolicy, Hint, Severity};
use serde_json::Value;

/// How many percent of well-annotated tools one rule may find something in, by default.
const MOST: usize = 30;

/// Where the corpus is, if it is there.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("CANDOR_CORPUS").map(PathBuf::from);
    let beside = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../../shared/corpus"
    ));
    named
        .into_iter()
        .chain([beside])
        .find(|folder| folder.is_dir())
}

fn input(folder: &Path) -> LintInput {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect();
    files.sort();
    let mut subjects = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let tools = text.lines().map(|line| {
            let value: Value = serde_json::from_str(line).expect("JSON");
            DescribedTool::read(value).unwrap_or_else(|error| panic!("{error}"))
        });
        let source = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        subjects.extend(LintInput::subjects(
            &source,
            tools.collect(),
            DestructivePolicy::default(),
        ));
    }
    LintInput::new(subjects)
}

#[test]
fn no_rule_fires_on_too_many_good_tools() {
    let Some(folder) = folder() else {
        println!("skipped: there is no corpus at ../shared/corpus");
        return;
    };
    let input = input(&folder);
    let good: Vec<&str> = input
        .tools
        .iter()
        .filter(|tool| {
            let reads = tool.declared.get(Hint::ReadOnly);
            reads == Some(true)
                || (reads.is_some() && tool.declared.get(Hint::Destructive).is_some())
        })
        .map(|tool| tool.name.as_str())
        .collect();
    let started = std::time::Instant::now();
    for profile in [LintProfile::Clients, LintProfile::Strict] {
        let report = LintReport::new(&input, &LintPolicy::of(profile), Vec::new());
        let mut hits: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for one in &report.findings {
            let row = hits.entry(one.rule.id).or_default();
            row.0 += 1;
            let is_good = one.tool.as_deref().is_some_and(|tool| good.contains(&tool));
            row.1 += usize::from(is_good);
            if profile == LintProfile::Clients && one.severity == Severity::Error {
                println!("error {} {:?}: {}", one.rule.id, one.tool, one.message);
            }
        }
        println!(
            "{profile}: {} findings in {} tools",
            report.findings.len(),
            input.tools.len()
        );
        for (rule, (all, in_good)) in &hits {
            let percent = in_good * 100 / good.len().max(1);
            println!("  {rule} {all} hits, {in_good} in well-annotated tools ({percent} %)");
            assert!(
                profile != LintProfile::Clients || percent <= MOST,
                "{rule} fires on {percent} % of well-annotated tools"
            );
        }
    }
    println!(
        "{} rules, two profiles in {:?}",
        RULES.len(),
        started.elapsed()
    );
}
