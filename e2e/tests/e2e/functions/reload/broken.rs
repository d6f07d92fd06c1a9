//! Edits that cannot be loaded: what was served before goes on, and what is wrong is said until it
//! is mended.

use candor_testkit::candor::{ended, run};
use candor_testkit::{ServerEra, wait_until};
use serde_json::{Value, json};

use super::{MORE, findings, rewrite, serves, stage, version};
use crate::functions::kit::{FunctionGateway, done, until};

/// Waits until the source says this of its program.
async fn complains(stage: &FunctionGateway, part: &str) -> Value {
    until(&format!("the finding `{part}`"), async || {
        let mut found = findings(stage).await;
        found.retain(|one| one["code"] == "functions::stale");
        let one = found.pop()?;
        let message = one["message"].as_str().expect("a sentence");
        message.contains(part).then_some(one)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_edit_changes_nothing_and_is_told_with_its_place() {
    let stage = stage("").await;
    let mut client = stage.client(ServerEra::Legacy).await;
    let good = version("old", "");
    let cases = [
        // A bracket is missing: found where the text ends to make sense.
        (
            good.replace(
                "export default new Toolbox()",
                "export default new (Toolbox()",
            ),
            "program.ts:",
        ),
        (
            good.replace("const word: string", "const word: : string"),
            "program.ts:3:",
        ),
        (good.replace("\"old\"", "missing.word"), "program.ts:3:"),
        (good.replace("export default ", ""), "exports nothing"),
        (good.replace("\"candor\"", "\"./nowhere\""), "nowhere"),
        (good.replace("\"candor\"", "\"left-pad\""), "left-pad"),
        (
            good.replace("\"candor\"", "\"node:fs\""),
            "is a module of Node.js",
        ),
        (format!("{good}while (true) {{}}\n"), "loaded"),
        (String::new(), "exports nothing"),
    ];
    for (text, part) in &cases {
        rewrite(&stage, text);
        let finding = complains(&stage, part).await;
        assert_eq!(finding["severity"], "error", "{finding}");
        assert!(finding["hint"].as_str().is_some(), "{finding}");
        assert_eq!(client.offered().await.len(), 2, "{part}");
        assert_eq!(
            done(&mut client, "f_show", &json!({})).await,
            "old",
            "{part}"
        );
    }
    let log = stage.gateway.log();
    assert!(log.contains("has changed and cannot be used"), "{log}");

    rewrite(&stage, &version("new", MORE));
    serves(&stage, "new").await;
    wait_until("no findings", async || findings(&stage).await.is_empty()).await;
    assert_eq!(client.offered().await.len(), 3);
    stage.end();
}

/// Who looks afresh has nothing from before: a failure with the place, on the command line.
#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_tells_the_place() {
    let stage = stage("").await;
    let folder = stage.gateway.folder();
    let ask = |args: &[&str]| ended(&run(folder, args));
    let looks: [&[&str]; 3] = [
        &["lint", "--source", "f", "--data", "lint-data"],
        &["functions", "check", "program.ts"],
        &["lint", "program.ts", "--data", "lint-data"],
    ];
    for look in looks {
        let (code, said) = ask(look);
        assert_eq!(code, 0, "{look:?}: {said}");
    }
    let wrong = version("old", "").replace("const word: string", "const word: : string");
    rewrite(&stage, &wrong);
    for look in looks {
        let (code, said) = ask(look);
        assert_ne!(code, 0, "{look:?}: {said}");
        assert!(said.contains("program.ts:3:13"), "{look:?}: {said}");
    }
    rewrite(&stage, &version("mended", ""));
    for look in looks {
        let (code, said) = ask(look);
        assert_eq!(code, 0, "{look:?}: {said}");
    }
}

/// One tool that makes no sense hides no other, and is told.
#[tokio::test(flavor = "multi_thread")]
async fn a_contradiction_is_told_and_the_others_are_served() {
    let stage = stage("").await;
    let mut client = stage.client(ServerEra::Modern).await;
    let lie = MORE.replace(
        "readOnlyHint: true",
        "readOnlyHint: true, destructiveHint: true",
    );
    rewrite(&stage, &version("new", &lie));
    serves(&stage, "new").await;
    let found = until("the finding", async || {
        let found = findings(&stage).await;
        let about = found.iter().find(|one| one.to_string().contains("more"));
        about.cloned()
    })
    .await;
    assert!(found.to_string().contains("destructive"), "{found}");
    assert_eq!(done(&mut client, "f_show", &json!({})).await, "new");
    rewrite(&stage, &version("mended", MORE));
    serves(&stage, "mended").await;
    assert!(findings(&stage).await.is_empty());
    assert_eq!(done(&mut client, "f_more", &json!({})).await, "more");
}
