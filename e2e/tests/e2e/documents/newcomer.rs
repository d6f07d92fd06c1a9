//! The first hour of a new user, counted.
//!
//! Every command of the README; then three servers, a client that is connected through its own
//! file, and a destructive call that a person approves in a browser. `docs/first-hour.md` tells
//! what it took: counts are compared, and seconds are written down with `UPDATE_DOCS=1`.

use std::path::Path;
use std::time::{Duration, Instant};

use candor_testkit::browser::RealBrowser;
use candor_testkit::wait_until;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use serde_json::{Value, json};

use super::page::blocks;
use super::reader::DocumentReader;
use super::rules::{DocumentRules, folder};
use super::{address, follow, root};
use crate::peers::connect;

/// What the page is called.
const PAGE: &str = "first-hour.md";

/// A tool that can destroy something, by the name that clients call it.
const TOOL: &str = "files_write_file";

/// What something took.
struct MeasuredStep {
    commands: usize,
    clicks: usize,
    time: Duration,
}

/// A person in front of the dashboard, whose clicks are counted.
struct CountingPerson {
    browser: RealBrowser,
    clicks: usize,
}

// === impl CountingPerson ===

impl CountingPerson {
    async fn press(&mut self, words: &str) {
        self.clicks += 1;
        self.browser.press(words).await;
    }
}

fn template() -> String {
    std::fs::read_to_string(folder().join(PAGE)).expect("the text of the page")
}

/// Types every command of the page; the link to the dashboard that the last one prints.
fn type_commands(reader: &mut DocumentReader) -> Result<String, String> {
    let mut rules = DocumentRules::of(PAGE);
    for block in blocks(&template()) {
        for command in block.commands() {
            if command.line == "candor open" {
                reader.typed += 1;
                let (code, said) = reader.run(&command.line)?;
                let link = said.lines().find(|line| line.starts_with("http://"));
                let link = link.filter(|_| code == 0).map(str::to_owned);
                return link.ok_or(said);
            }
            let rule = rules.rule(&command.line).unwrap_or_default();
            reader.enter(&command.line, "", &rule)?;
        }
    }
    Err("the page does not say `candor open`".to_owned())
}

/// The command line by which the client starts Candor, from its own file.
fn line_of_client(reader: &DocumentReader) -> Vec<String> {
    let text = std::fs::read_to_string(reader.home().join(".cursor/mcp.json"));
    let file: Value = serde_json::from_str(&text.expect("a file")).expect("JSON");
    let entry = &file["mcpServers"]["candor"];
    let args = entry["args"].as_array().expect("arguments");
    let words = std::iter::once(&entry["command"]).chain(args);
    let words = words.map(|word| word.as_str().expect("a word").to_owned());
    let variables = reader.environment().into_iter();
    let variables = variables.map(|(name, value)| format!("{name}={value}"));
    let clean = ["env".to_owned(), "-i".to_owned()];
    clean.into_iter().chain(variables).chain(words).collect()
}

async fn write_file(line: Vec<String>, path: String) -> CallToolResult {
    let client = connect((), &line, false).await;
    // Its servers come one after the other.
    wait_until("the tool", async || {
        let tools = client.list_all_tools().await.expect("tools");
        tools.iter().any(|tool| tool.name == TOOL)
    })
    .await;
    let arguments = json!({"path": path, "content": "written"});
    let arguments = arguments.as_object().expect("an object").clone();
    let call = CallToolRequestParams::new(TOOL).with_arguments(arguments);
    let result = client.call_tool(call).await.expect("an answer");
    client.cancel().await.expect("it ends");
    result
}

/// Signs in with the link, opens the call that waits and approves it.
async fn approve(link: &str, file: &Path) -> CountingPerson {
    let (base, _) = link.split_once("/sign-in/").expect("a link that signs in");
    let mut person = CountingPerson {
        browser: RealBrowser::open(base).await,
        clicks: 0,
    };
    person.browser.client.goto(link).await.expect("a page");
    person.press("Approvals 1 pending").await;
    assert!(!file.exists(), "nobody has approved it");
    person.press("Approve once: Write File for local").await;
    person
}

async fn first_call() -> MeasuredStep {
    let begun = Instant::now();
    let mut reader = DocumentReader::new(&address(1));
    let link = type_commands(&mut reader).unwrap_or_else(|error| panic!("{error}"));
    let file = reader.at().join("list.txt");
    let call = write_file(line_of_client(&reader), file.display().to_string());
    let (result, person) = tokio::join!(call, approve(&link, &file));
    assert_ne!(result.is_error, Some(true), "{result:?}");
    let written = std::fs::read_to_string(&file).expect("a file");
    assert_eq!(written, "written");
    let step = MeasuredStep {
        commands: reader.typed,
        clicks: person.clicks,
        time: begun.elapsed(),
    };
    person.browser.close().await;
    reader.stop().unwrap_or_else(|error| panic!("{error}"));
    step
}

fn every_command_of_the_readme() -> MeasuredStep {
    let begun = Instant::now();
    let followed = follow("README.md");
    followed.went_well();
    MeasuredStep {
        commands: followed.commands,
        clicks: 0,
        time: begun.elapsed(),
    }
}

/// The page with what was measured.
fn page(readme: &MeasuredStep, start: &MeasuredStep) -> String {
    let seconds = |step: &MeasuredStep| step.time.as_secs_f64().round().to_string();
    let mut page = template();
    for (mark, value) in [
        ("README_COMMANDS", readme.commands.to_string()),
        ("README_SECONDS", seconds(readme)),
        ("START_COMMANDS", start.commands.to_string()),
        ("START_CLICKS", start.clicks.to_string()),
        ("START_SECONDS", seconds(start)),
    ] {
        page = page.replace(mark, &value);
    }
    page
}

/// A page without the last column of its table, which has the seconds.
fn without_seconds(page: &str) -> Vec<&str> {
    let lines = page.lines();
    lines
        .map(|line| match line.trim_end_matches('|').rsplit_once('|') {
            Some((kept, _)) if line.starts_with('|') => kept,
            _ => line,
        })
        .collect()
}

fn compare(page: &str, path: &Path) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, page).expect("the page");
    }
    let kept = std::fs::read_to_string(path).expect("the page");
    assert_eq!(
        without_seconds(&kept),
        without_seconds(page),
        "docs/{PAGE} is out of date; run `UPDATE_DOCS=1 cargo nextest run -p candor-e2e -E 'test(newcomer)'`"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_hour_of_a_newcomer() {
    let readme = tokio::task::spawn_blocking(every_command_of_the_readme);
    let readme = readme.await.expect("the README");
    let start = first_call().await;
    compare(&page(&readme, &start), &root().join("docs").join(PAGE));
}
