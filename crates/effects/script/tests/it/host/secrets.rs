//! Values of variables do not get out by accident.

use std::sync::Arc;

use candor_script::ScriptJob;
use serde_json::json;

use super::program::{complaint, failure, job, program, text, tools, variables};
use super::recorder::HostRecorder;

const CANARY: &str = "hunter2/\"quoted\"+more";

fn with_secret(tool: &str, host: &Arc<HostRecorder>) -> ScriptJob {
    ScriptJob {
        variables: variables(&[("TOKEN", CANARY), ("CITY", "Ulm")]),
        ..job(tool, json!({}), host)
    }
}

/// Nothing that was told holds a part of it.
fn check(host: &HostRecorder, said: &str) {
    let questions = host.questions.lock().unwrap();
    let all = format!(
        "{said}\n{:?}\n{:?}\n{questions:?}",
        host.log(),
        host.progress()
    );
    for part in ["hunter2", "quoted", "aHVudGVyMi8icXVvdGVkIittb3Jl"] {
        assert!(!all.contains(part), "{all}");
    }
}

const WARNING: &str = "warning: the tool printed the value of `TOKEN`; it was replaced by `****`";

#[tokio::test]
async fn a_value_is_blotted_out_wherever_it_comes_up() {
    let leaks = [
        ("result", "return `it is ${ctx.env.TOKEN}`;", "it is ****"),
        (
            "json",
            "return ctx.json({ all: ctx.env });",
            r#"{"all":{"CITY":"Ulm","TOKEN":"****"}}"#,
        ),
        ("base64", "return btoa(ctx.env.TOKEN);", "****"),
        (
            "address",
            "return `?key=${encodeURIComponent(ctx.env.TOKEN)}&x`;",
            "?key=****&x",
        ),
    ];
    let source = tools(&leaks.map(|(name, body, _)| (name, body)));
    let (program, _folder) = program(&source).await;
    for (tool, _, expect) in leaks {
        let host = Arc::<HostRecorder>::default();
        let said = text(program.call(with_secret(tool, &host)).await);
        assert_eq!(said, expect, "{tool}");
        assert_eq!(host.log(), [WARNING], "{tool}");
        check(&host, &said);
    }
}

#[tokio::test]
async fn logs_errors_and_questions_are_cleaned_too() {
    let source = tools(&[
        (
            "log",
            "for (const n of [1, 2]) console.log('with', ctx.env.TOKEN); return 'x';",
        ),
        ("progress", "ctx.progress(1, 2, ctx.env.TOKEN); return 'x';"),
        ("throw", "throw new Error(`not ${ctx.env.TOKEN}`);"),
        ("ask", "await ctx.elicit(`Is it ${ctx.env.TOKEN}?`);"),
    ]);
    let (program, _folder) = program(&source).await;
    for (tool, expect) in [("log", "info: with ****"), ("progress", "")] {
        let host = Arc::<HostRecorder>::default();
        let said = text(program.call(with_secret(tool, &host)).await);
        check(&host, &said);
        let log = host.log();
        // However often it comes up.
        let warnings = log.iter().filter(|line| *line == WARNING).count();
        assert_eq!(warnings, 1, "{log:?}");
        assert!(
            expect.is_empty() || log.contains(&expect.to_owned()),
            "{log:?}"
        );
    }
    let host = Arc::<HostRecorder>::default();
    let told = complaint(program.call(with_secret("throw", &host)).await);
    assert!(told.contains("not ****"), "{told}");
    check(&host, &told);
    let host = Arc::<HostRecorder>::default();
    let told = complaint(program.call(with_secret("ask", &host)).await);
    let asked = host.questions.lock().unwrap()[0].message.clone();
    assert_eq!(asked, "Is it ****?");
    check(&host, &told);
}

#[tokio::test]
async fn a_failure_without_a_result_is_cleaned() {
    // It never settles, and says why it cannot.
    let body = "Promise.reject(new Error(`lost ${ctx.env.TOKEN}`)); await new Promise(() => {});";
    let (program, _folder) = program(&tools(&[("lose", body)])).await;
    let host = Arc::<HostRecorder>::default();
    let told = failure(program.call(with_secret("lose", &host)).await).to_string();
    check(&host, &told);
}

#[tokio::test]
async fn a_short_value_is_no_secret() {
    let (program, _folder) = program(&tools(&[("city", "return ctx.env.CITY;")])).await;
    let host = Arc::<HostRecorder>::default();
    assert_eq!(text(program.call(with_secret("city", &host)).await), "Ulm");
    assert!(host.log().is_empty());
}
