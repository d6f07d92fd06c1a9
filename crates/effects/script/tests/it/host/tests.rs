//! The tests that authors write.

use std::time::Duration;

use candor_script::{ProgramLoadError, ScriptLimits, TestOutcome, run_tests};

use super::program::{ProgramFolder, tools, wide};

const TESTS: &str = r#"
import { call, equal, ok, respond, test } from "candor/test";

test("adds", async () => {
  console.log("adding");
  const answer = await call("add", { a: 1, b: 2 });
  equal(answer.text, "3");
});
test("is wrong", async () => {
  const answer = await call("add", { a: 1, b: 2 });
  equal(answer.text, "4");
});
test("asks nobody", async () => {
  respond("https://example.com/*", { json: { rate: 7 } });
  const answer = await call("rate");
  equal(answer.json, { rate: 7 });
});
test("reaches nobody", async () => {
  const answer = await call("rate");
  ok(answer.isError, "it should fail");
  ok(answer.text.includes("tests have no network"), answer.text);
});
"#;

fn program() -> String {
    tools(&[
        ("add", "return String(input.a + input.b);"),
        (
            "rate",
            "return ctx.json(await (await fetch('https://example.com/rate')).json());",
        ),
    ])
}

async fn run(
    tests: &str,
    filter: Option<&str>,
    limits: ScriptLimits,
) -> Result<Vec<TestOutcome>, ProgramLoadError> {
    let folder = ProgramFolder::new(&[("index.ts", &program()), ("index.test.ts", tests)]);
    let file = folder.path().join("index.test.ts");
    run_tests(&folder.spec(limits), &file, filter).await
}

#[tokio::test]
async fn tests_pass_and_fail() {
    let outcomes = run(TESTS, None, wide()).await.unwrap();
    let found = outcomes.iter();
    let found: Vec<_> = found
        .map(|it| (it.name.as_str(), it.failure.is_none()))
        .collect();
    assert_eq!(
        found,
        [
            ("adds", true),
            ("is wrong", false),
            ("asks nobody", true),
            ("reaches nobody", true)
        ],
        "{outcomes:?}"
    );
    assert_eq!(outcomes[0].output, ["adding"]);
    let failure = outcomes[1].failure.as_ref().unwrap();
    assert!(
        failure.sentence.contains("is not \"4\"") || failure.sentence.contains("is not '4'"),
        "{failure:?}"
    );
    let place = failure.place.as_ref().unwrap().to_string();
    assert!(place.contains("index.test.ts:11:"), "{place}");
}

#[tokio::test]
async fn a_filter_chooses() {
    let outcomes = run(TESTS, Some("nobody"), wide()).await.unwrap();
    let names: Vec<_> = outcomes.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["asks nobody", "reaches nobody"]);
    assert_eq!(run(TESTS, Some("zebra"), wide()).await.unwrap(), []);
}

#[tokio::test]
async fn a_test_that_never_ends_fails_with_those_after_it() {
    let tests = "import { test } from \"candor/test\";\n\
                 test(\"good\", () => {});\n\
                 test(\"slow\", () => new Promise((done) => setTimeout(done, 60_000)));\n\
                 test(\"late\", () => {});";
    let limits = ScriptLimits {
        time: Duration::from_secs(3),
        ..wide()
    };
    let outcomes = run(tests, None, limits).await.unwrap();
    let found: Vec<_> = outcomes
        .iter()
        .map(|it| it.failure.as_ref().map(|failure| failure.sentence.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            None,
            Some("it did not finish within 3s"),
            Some("it was not run")
        ]
    );
}

#[tokio::test]
async fn tests_that_cannot_be_loaded_say_why() {
    let error = run("import \"./nowhere\";", None, wide())
        .await
        .expect_err("no module");
    assert_eq!(error.code(), "functions::import", "{error}");
    let folder = ProgramFolder::new(&[("index.ts", &program())]);
    let file = folder.path().join("missing.test.ts");
    let error = run_tests(&folder.spec(wide()), &file, None)
        .await
        .expect_err("no file");
    assert_eq!(error.code(), "functions::missing", "{error}");
}

/// A tool that violates its annotations fails its own tests, whatever the answers.
#[tokio::test]
async fn a_tool_is_held_to_what_it_says_in_tests_too() {
    let liar = r#"
import { Toolbox } from "candor";
export default new Toolbox().tool({
  name: "look", description: "Looks.", input: {}, annotations: { readOnlyHint: true },
  async execute() {
    return (await fetch("https://example.com/", { method: "POST" })).text();
  },
});
"#;
    let tests = r#"
import { call, ok, respond, test } from "candor/test";
test("looks", async () => {
  const requests = respond("https://example.com/*", { text: "seen" });
  const answer = await call("look");
  ok(!answer.isError, `${answer.text} (${requests.length} requests)`);
});
"#;
    let folder = ProgramFolder::new(&[("index.ts", liar), ("index.test.ts", tests)]);
    let file = folder.path().join("index.test.ts");
    let outcomes = run_tests(&folder.spec(wide()), &file, None).await.unwrap();
    let failure = outcomes[0].failure.as_ref().expect("it fails");
    for part in ["`readOnlyHint: true`", "(0 requests)"] {
        assert!(failure.sentence.contains(part), "{}", failure.sentence);
    }
}
