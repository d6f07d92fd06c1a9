//! Every command and every snippet of the documents, and every example of the help, is taken by
//! the built program.
//!
//! Each document has a reader with a new home and an empty folder, who types its commands in their
//! order and writes its snippets into files. `documents/rules.toml` says what a command needs beyond
//! being typed, and `documents/skipped.toml` what is not run and why.

mod help;
mod newcomer;
mod page;
mod reader;
mod rules;
mod shell;
mod snippet;
mod stand_ins;

use std::collections::BTreeSet;
use std::path::Path;

use page::{FencedBlock, blocks};
use reader::DocumentReader;
use rules::DocumentRules;

use crate::guides::{address, root};

/// How many lines are not run, in all documents and in the help. Whoever adds one says why in
/// `skipped.toml` and counts it here.
const SKIPPED: usize = 18;

/// The documents that are followed, each by a test of its own. The README and `first-hour.md` are
/// those of the newcomer.
const DOCUMENTS: [&str; 18] = [
    "README.md",
    "adopt.md",
    "annotations.md",
    "approvals.md",
    "catalogue.md",
    "confine.md",
    "dashboard.md",
    "first-hour.md",
    "functions.md",
    "gs1.md",
    "install.md",
    "lint.md",
    "nextcloud.md",
    "openapi.md",
    "proxies.md",
    "run-as-another-user.md",
    "toolsets.md",
    "verify.md",
];

/// Documents in which there is nothing to type, or that are written by a test of their own.
const OTHERS: [&str; 5] = [
    "approvals-table.md",
    // Every example is run by the test that writes the page.
    "lint-rules.md",
    "performance.md",
    "threats.md",
    "truth.md",
];

/// What following a document came to.
struct FollowedDocument {
    /// How many commands were typed.
    commands: usize,
    failures: Vec<String>,
}

/// Follows a document from its first line to its last.
fn follow(document: &str) -> FollowedDocument {
    let mut rules = DocumentRules::of(document);
    let mut reader = DocumentReader::new(&address(0));
    let mut failures = Vec::new();
    for (count, block) in blocks(&text_of(document)).iter().enumerate() {
        reader.section(block.section);
        failures.extend(follow_block(block, count, &mut rules, &mut reader));
    }
    failures.extend(reader.stop().err());
    failures.extend(rules.stale());
    FollowedDocument {
        commands: reader.typed,
        failures,
    }
}

fn follow_block(
    block: &FencedBlock,
    count: usize,
    rules: &mut DocumentRules,
    reader: &mut DocumentReader,
) -> Vec<String> {
    match block.kind().0 {
        "sh" | "console" => {
            let mut failures = Vec::new();
            for command in block.commands() {
                if let Some(rule) = rules.rule(&command.line) {
                    let entered = reader.enter(&command.line, &command.output, &rule);
                    failures.extend(entered.err());
                }
            }
            failures
        }
        "text" => Vec::new(),
        "" => vec![format!("a block without a language: {}", block.text)],
        _ => {
            let rule = rules.rule(&block.name());
            let checked = rule.map(|rule| snippet::check(block, &rule, reader, count));
            checked.and_then(Result::err).into_iter().collect()
        }
    }
}

// === impl FollowedDocument ===

impl FollowedDocument {
    /// Expects that everything went as the document says.
    #[track_caller]
    fn went_well(&self) {
        let failures = self.failures.join("\n\n");
        assert!(failures.is_empty(), "{failures}");
    }
}

fn text_of(document: &str) -> String {
    let folder = if document == "README.md" { "" } else { "docs" };
    let path = root().join(folder).join(document);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

macro_rules! followed {
    ($($name:ident: $document:literal),* $(,)?) => {$(
        #[test]
        fn $name() {
            follow($document).went_well();
        }
    )*};
}

followed! {
    adopt: "adopt.md",
    annotations: "annotations.md",
    approvals: "approvals.md",
    catalogue: "catalogue.md",
    confine: "confine.md",
    dashboard: "dashboard.md",
    functions: "functions.md",
    gs1: "gs1.md",
    install: "install.md",
    lint: "lint.md",
    nextcloud: "nextcloud.md",
    openapi: "openapi.md",
    proxies: "proxies.md",
    run_as_another_user: "run-as-another-user.md",
    toolsets: "toolsets.md",
    verify: "verify.md",
}

#[test]
fn every_document_is_followed() {
    let is_page = |path: &Path| path.extension().is_some_and(|ending| ending == "md");
    let folder = std::fs::read_dir(root().join("docs")).expect("the documents");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let found = paths.filter(|path| is_page(path)).map(|path| {
        let name = path.file_name().expect("a name");
        name.to_string_lossy().into_owned()
    });
    let found: BTreeSet<String> = found.chain(["README.md".to_owned()]).collect();
    let known = DOCUMENTS.iter().chain(&OTHERS);
    let known: BTreeSet<String> = known.map(ToString::to_string).collect();
    assert_eq!(found, known);
    for name in &OTHERS {
        let blocks = blocks(&text_of(name));
        let mut kinds = blocks.iter().map(|block| block.kind().0);
        assert!(
            !kinds.any(|kind| matches!(kind, "sh" | "console")),
            "{name}"
        );
    }
    for name in rules::ruled() {
        let is_known = name == help::NAME || DOCUMENTS.contains(&name.as_str());
        assert!(is_known, "there are rules for `{name}`");
    }
}

#[test]
fn what_is_not_run_is_counted() {
    let skipped = rules::skipped();
    let reasons = || {
        skipped
            .values()
            .flat_map(std::collections::BTreeMap::values)
    };
    assert!(reasons().all(|reason| reason.len() > 10), "{skipped:#?}");
    assert_eq!(reasons().count(), SKIPPED, "{skipped:#?}");
}
