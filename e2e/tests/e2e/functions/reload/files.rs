//! Files that come, go, or are not looked at.

use candor_testkit::{CandorProcess, ServerEra, wait_until};
use serde_json::json;

use super::{MORE, findings, rewrite, serves, stage, version};
use crate::functions::kit::{FunctionGateway, done, source, until, write};

/// Waits until a tool says something.
async fn says(stage: &FunctionGateway, tool: &str, word: &str) {
    let mut client = stage.client(ServerEra::Modern).await;
    wait_until(&format!("{tool} says {word}"), async || {
        done(&mut client, tool, &json!({})).await == word
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_not_watched_stays_as_it_is() {
    let text = source("still", "still.ts", "watch = false\n") + &source("f", "program.ts", "");
    let old = version("old", "");
    let stage = FunctionGateway::open(&[("still.ts", &old), ("program.ts", &old)], &text).await;
    // The other one is looked at after each of these.
    for word in ["two", "three"] {
        write(stage.gateway.folder(), "still.ts", &version(word, MORE));
        rewrite(&stage, &version(word, ""));
        serves(&stage, word).await;
        says(&stage, "still_show", "old").await;
    }
    let mut client = stage.client(ServerEra::Legacy).await;
    assert!(!client.offered().await.contains_key("still_more"));
    // A restart is what it takes.
    let text = candor_testkit::candor::unasked(&text);
    let gateway = CandorProcess::served_in(stage.end(), &text).await;
    let stage = FunctionGateway { gateway };
    says(&stage, "still_show", "three").await;
    let mut client = stage.client(ServerEra::Legacy).await;
    assert_eq!(done(&mut client, "still_more", &json!({})).await, "more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_gone_is_served_until_it_is_back() {
    let stage = stage("").await;
    std::fs::remove_file(stage.gateway.folder().join("program.ts")).expect("a file");
    let finding = until("the finding", async || {
        findings(&stage).await.into_iter().next()
    })
    .await;
    assert_eq!(finding["code"], "functions::stale", "{finding}");
    let message = finding["message"].as_str().expect("a sentence");
    assert!(message.contains("program.ts"), "{message}");
    serves(&stage, "old").await;
    rewrite(&stage, &version("back", ""));
    serves(&stage, "back").await;
    assert!(findings(&stage).await.is_empty());
}

/// A program that was never there fails, says so, and is served when it comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_comes_late_is_served_then() {
    let text = candor_testkit::candor::unasked(&source("f", "program.ts", ""));
    let gateway = CandorProcess::serve(&text, &[]);
    let said = gateway
        .ready(|said| said["sources"][0]["state"] == "failing")
        .await;
    let why = said["sources"][0]["last_error"].as_str().expect("a reason");
    assert!(why.contains("program.ts"), "{why}");
    write(gateway.folder(), "program.ts", &version("late", ""));
    gateway.all_ready().await;
    serves(&FunctionGateway { gateway }, "late").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_one_program() {
    let index = r#"
import { Toolbox } from "candor";
import { word } from "./lib/word.ts";
import other from "./other.js";

export default new Toolbox()
  .tool({ name: "show", description: "Shows a word.", execute: () => word() })
  .extend(other);
"#;
    let word = |it: &str| format!("export function word(): string {{ return \"{it}\"; }}\n");
    let other = |it: &str| {
        format!(
            "import {{ Toolbox }} from \"candor\";\nexport default new Toolbox()\
             .tool({{ name: \"{it}\", description: \"Another.\", execute: () => \"{it}\" }});\n"
        )
    };
    let files = [
        ("tools/index.ts", index),
        ("tools/lib/word.ts", &word("first")),
        ("tools/other.ts", &other("one")),
        ("tools/README.md", "Not a part of it."),
    ];
    let stage = FunctionGateway::open(&files, &source("f", "tools", "")).await;
    let folder = stage.gateway.folder();
    let mut client = stage.client(ServerEra::Legacy).await;
    client.listen().await;
    says(&stage, "f_show", "first").await;
    assert_eq!(done(&mut client, "f_one", &json!({})).await, "one");

    write(folder, "tools/lib/word.ts", &word("second"));
    says(&stage, "f_show", "second").await;
    write(folder, "tools/other.ts", &other("two"));
    client.heard(super::CHANGED).await;
    assert_eq!(done(&mut client, "f_two", &json!({})).await, "two");
    assert!(!client.offered().await.contains_key("f_one"));

    // A file of its own that is missing is told with the line that wants it.
    std::fs::remove_file(folder.join("tools/lib/word.ts")).expect("a file");
    let finding = until("the finding", async || {
        findings(&stage).await.into_iter().next()
    })
    .await;
    let message = finding["message"].as_str().expect("a sentence");
    assert!(message.contains("lib/word.ts"), "{message}");
    assert!(message.contains("index.ts:3:"), "{message}");
    says(&stage, "f_show", "second").await;
    write(folder, "tools/lib/word.ts", &word("third"));
    says(&stage, "f_show", "third").await;
    wait_until("no findings", async || findings(&stage).await.is_empty()).await;
}
