//! Programs that can be loaded, and those that cannot.

use std::path::Path;
use std::time::Duration;

use candor_model::{Hint, Severity};
use candor_script::{ScriptLimits, ScriptProgram};
use serde_json::json;

use super::program::{ProgramFolder, call, program, spec, text, tools, wide};

const BOOKS: &str = r#"
import { Toolbox, s } from "candor";
import { greeting } from "./words.js";
import data from "./data.json";

interface Named { name: string }

console.log("loading");
export default new Toolbox({ name: "books" })
  .tool({
    name: "greet",
    title: "Greet",
    description: "Greets somebody.",
    input: { name: s.string().describe("Whom") },
    annotations: { readOnlyHint: true, openWorldHint: false },
    async execute(ctx, input: Named) {
      return ctx.text(`${greeting}, ${input.name}! ${data.length}`);
    },
  })
  .tool({
    name: "remove",
    description: "Removes it.",
    annotations: { readOnlyHint: true, destructiveHint: true },
    async execute(ctx) { return ctx.text("gone"); },
  });
"#;

fn books() -> ProgramFolder {
    ProgramFolder::new(&[
        ("index.ts", BOOKS),
        ("words.ts", "export const greeting: string = \"Hello\";"),
        ("data.json", "[1, 2, 3]"),
    ])
}

#[tokio::test]
async fn a_program_says_what_it_has() {
    let folder = books();
    let program = folder.load(wide()).await.unwrap();
    let [greet] = program.tools() else {
        panic!("{:?}", program.tools());
    };
    assert_eq!(
        (greet.name.as_str(), greet.title.as_deref()),
        ("greet", Some("Greet"))
    );
    assert_eq!(greet.hints.get(Hint::ReadOnly), Some(true));
    assert_eq!(greet.hints.get(Hint::Destructive), None);
    assert_eq!(
        greet.input_schema["properties"]["name"]["description"],
        "Whom"
    );
    // One contradicts itself, and is left out.
    let found = program.diagnostics().iter();
    let found: Vec<_> = found
        .map(|it| (it.severity, it.code, it.message.as_str()))
        .collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        (found[0].0, found[0].1),
        (Severity::Error, "functions::hints")
    );
    assert!(found[0].2.starts_with("`remove`: "), "{found:?}");
    assert!(
        found[1].2.ends_with("while it was loaded: loading"),
        "{found:?}"
    );
    let files = program.files().iter();
    let files: Vec<_> = files
        .map(|path| path.file_name().unwrap().to_str().unwrap())
        .collect();
    assert_eq!(files, ["data.json", "index.ts", "words.ts"]);
    let said = text(call(&program, "greet", json!({"name": "Ada"})).await);
    assert_eq!(said, "Hello, Ada! 3");
}

#[tokio::test]
async fn a_change_is_noticed_and_the_old_version_goes_on() {
    let folder = books();
    let program = folder.load(wide()).await.unwrap();
    assert!(program.is_current().await);
    folder.write("words.ts", "export const greeting: string = \"Good day\";");
    assert!(!program.is_current().await);
    let newer = folder.load(wide()).await.unwrap();
    assert!(newer.is_current().await);
    // The old one starts workers from what it had read, also fresh ones.
    let [one, other] = [&program, &program].map(|it| call(it, "greet", json!({"name": "A"})));
    let (one, other) = tokio::join!(one, other);
    assert_eq!(
        (text(one), text(other)),
        ("Hello, A! 3".to_owned(), "Hello, A! 3".to_owned())
    );
    let said = text(call(&newer, "greet", json!({"name": "A"})).await);
    assert_eq!(said, "Good day, A! 3");
}

#[tokio::test]
async fn what_cannot_be_loaded_says_why_and_where() {
    let cases: [(&str, &str, &str, &str); 11] = [
        (
            "functions::types",
            "index.ts:1:",
            "enum Colour { Red }\nexport default 1",
            "enum",
        ),
        (
            "functions::syntax",
            "index.ts:2:",
            "const a = 1;\nconst = 2;",
            "",
        ),
        (
            "functions::threw",
            "index.ts:2:",
            "const a: any = 1;\na.b.c();",
            "TypeError",
        ),
        (
            "functions::import",
            "index.ts:1",
            "import { z } from \"zod\";",
            "run `npm install zod` in its folder",
        ),
        (
            "functions::import",
            "index.ts:1",
            "import \"node:fs\";",
            "no file system",
        ),
        (
            "functions::import",
            "index.ts",
            "import \"./old.js\";",
            "is CommonJS",
        ),
        (
            "functions::import",
            "index.ts",
            "import { x } from \"./other.ts\";",
            "x",
        ),
        (
            "functions::syntax",
            "broken.json",
            "import x from \"./broken.json\";",
            "",
        ),
        ("functions::no-tools", "", "export const a = 1;", ""),
        (
            "functions::threw",
            "",
            "await new Promise(() => {});\nexport default 1;",
            "",
        ),
        (
            "functions::threw",
            "index.ts:1",
            "await fetch(\"http://127.0.0.1:9/\");",
            "only while a tool is called",
        ),
    ];
    for (code, place, source, expect) in cases {
        let folder = ProgramFolder::new(&[
            ("index.ts", source),
            ("old.js", "module.exports = 1"),
            ("other.ts", "export const y = 1;"),
            ("broken.json", "{"),
        ]);
        let error = folder.load(wide()).await.expect_err(source);
        let told = error.to_diagnostic();
        assert_eq!(told.code, code, "{source}\n{told}");
        assert!(told.to_string().contains(expect), "{source}\n{told}");
        let found = told
            .place
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        let expect = if place.is_empty() {
            String::new()
        } else {
            folder.path().join(place).display().to_string()
        };
        assert!(found.starts_with(&expect), "{source}\n{told}");
        assert!(!told.to_string().contains("candor:"), "{source}\n{told}");
    }
}

#[tokio::test]
async fn loading_has_limits() {
    let endless = ProgramFolder::new(&[("index.ts", "for (;;) {}")]);
    let short = ScriptLimits {
        start: Duration::from_secs(3),
        ..wide()
    };
    let error = endless.load(short).await.expect_err("endless");
    let code = error.code();
    assert!(
        ["functions::processor", "functions::timed-out"].contains(&code),
        "{error}"
    );
    let greedy = "const all: any[] = []; for (;;) all.push(new Array(10000).fill(1));";
    let greedy = ProgramFolder::new(&[("index.ts", greedy)]);
    let error = greedy.load(wide()).await.expect_err("greedy");
    assert_eq!(error.code(), "functions::memory", "{error}");
    let patient = "await new Promise((done) => setTimeout(done, 60_000)); export default 1;";
    let patient = ProgramFolder::new(&[("index.ts", patient)]);
    let error = patient.load(short).await.expect_err("patient");
    assert_eq!(error.to_string(), "the program was not loaded within 3s");
    assert!(error.hint().is_some());
}

#[tokio::test]
async fn a_single_file_is_a_program() {
    let folder = ProgramFolder::new(&[("hello.ts", &tools(&[("hi", "return \"hello\";")]))]);
    let path = folder.path().join("hello.ts");
    let program = ScriptProgram::load(&spec(path, wide())).await.unwrap();
    assert_eq!(text(call(&program, "hi", json!({})).await), "hello");
    let missing = spec(Path::new("/nowhere/hello.ts").to_owned(), wide());
    let error = ScriptProgram::load(&missing)
        .await
        .expect_err("nothing there");
    assert_eq!(error.to_string(), "cannot read `/nowhere/hello.ts`");
}

#[tokio::test]
async fn a_bundle_is_a_program() {
    let manifest = r#"{"version": "0.1.0", "tools": [{"name": "greet", "description": "Greets.",
        "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
        "annotations": {"title": "Greet", "readOnlyHint": true}}]}"#;
    let bundle = "export async function handleToolCall({ name, input }) {\n\
                  return new Response(`${name}: ${input.name}`); }";
    let folder = ProgramFolder::new(&[
        ("manifest.json", manifest),
        ("functions.js", bundle),
        ("index.ts", "not this one"),
    ]);
    let program = folder.load(wide()).await.unwrap();
    let [greet] = program.tools() else {
        panic!("{:?}", program.diagnostics());
    };
    assert_eq!(greet.title.as_deref(), Some("Greet"));
    assert_eq!(greet.hints.get(Hint::ReadOnly), Some(true));
    let said = text(call(&program, "greet", json!({"name": "Ada"})).await);
    assert_eq!(said, "greet: Ada");
}

#[tokio::test]
async fn an_empty_toolbox_is_odd_and_no_error() {
    let text = "import { Toolbox } from \"candor\";\nexport default new Toolbox();";
    let (program, _folder) = program(text).await;
    assert!(program.tools().is_empty());
    let [told] = program.diagnostics() else {
        panic!("{:?}", program.diagnostics());
    };
    assert!(told.message.contains("empty"), "{told}");
}
