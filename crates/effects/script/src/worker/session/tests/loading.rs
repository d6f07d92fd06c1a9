//! Programs that load, and those that do not.

use super::*;
use crate::protocol::{ModuleRequest, ThrownKind, ToWorker};
use candor_workers::ServeError;

fn names(ready: &LoadedProgram) -> Vec<String> {
    let name = |tool: &serde_json::value::RawValue| {
        let tool: Value = serde_json::from_str(tool.get()).unwrap();
        tool["name"].as_str().unwrap().to_owned()
    };
    ready.tools.iter().map(|tool| name(tool)).collect()
}

#[test]
fn modules_come_from_the_host() {
    let (mut worker, loaded) = load(&[
        (
            "hello.ts",
            "import { a, type A } from './lib/a.ts'; import data from './data.json' with { type: 'json' };
            import { ours } from 'candor'; import bare from 'bare';
            const lazy: A = await import('./lib/lazy.js');
            export default { run: async () => [a, data, ours, bare, lazy.x, (await import('./lib/lazy.js')).x] };
            export const remark = 'resources are not served yet';",
        ),
        ("lib/a.ts", "import { b } from './b.ts'; export type A = any; export const a: string = 'a' + b"),
        ("lib/b.ts", "export * from './a.ts'; export const b: string = 'b'"),
        ("lib/lazy.js", "export const x = await 'lazy'"),
        ("data.json", "{ \"__proto__\": 1, \"n\": [1.5, \"\u{2028}\"] }"),
        ("bare", "export default 'bare'"),
    ]);
    let ready = loaded.unwrap();
    assert_eq!(names(&ready), ["run"]);
    assert_eq!(ready.remarks[0].sentence, "resources are not served yet");
    let data: Value =
        serde_json::from_str("{ \"__proto__\": 1, \"n\": [1.5, \"\u{2028}\"] }").unwrap();
    assert_eq!(
        run(&mut worker),
        json!(["ab", data, 1, "bare", "lazy", "lazy"])
    );
    let need = |from: Option<&str>, specifier: &str| ModuleRequest {
        from: from.map(str::to_owned),
        specifier: specifier.to_owned(),
    };
    assert_eq!(
        worker.needs,
        [
            need(None, "hello.ts"),
            need(Some("hello.ts"), "./lib/a.ts"),
            need(Some("lib/a.ts"), "./b.ts"),
            need(Some("lib/b.ts"), "./a.ts"),
            need(Some("hello.ts"), "./data.json"),
            need(Some("hello.ts"), "bare"),
            need(Some("hello.ts"), "./lib/lazy.js"),
        ]
    );
}

#[test]
fn a_module_knows_where_it_is() {
    let (mut worker, loaded) = load(&[
        (
            "hello.ts",
            "import { url } from './lib/a.js'; export default { run: () => [import.meta.url, url] }",
        ),
        ("lib/a.js", "export const { url } = import.meta"),
    ]);
    loaded.unwrap();
    let expect = json!(["file:///hello.ts", "file:///lib/a.js"]);
    assert_eq!(run(&mut worker), expect);
}

#[test]
fn a_program_may_wait_while_it_loads() {
    let (mut worker, loaded) = load(&[(
        "hello.ts",
        "await 0; const x = await Promise.resolve(3); export default { run: () => x }",
    )]);
    loaded.unwrap();
    assert_eq!(run(&mut worker), 3);
}

fn check(files: &[(&str, &str)], kind: ThrownKind, place: &str, message: &str, hint: &str) {
    let error = failed(files);
    assert_eq!(error.kind, kind, "{error:?}");
    assert!(error.message.contains(message), "{error:?}");
    assert_eq!(place_of(&error), place, "{error:?}");
    assert!(
        error.hint.as_deref().unwrap_or_default().contains(hint),
        "{error:?}"
    );
}

#[test]
fn what_cannot_be_read_has_its_place() {
    use ThrownKind::{Syntax, Types};
    let js = |text| [("hello.ts", "import './b.js'"), ("b.js", text)];
    check(
        &[("hello.ts", "let a;\n enum B { C }")],
        Types,
        "hello.ts:2:2",
        "`enum`",
        "as const",
    );
    check(&[("hello.ts", "let a: =")], Syntax, "hello.ts:1:8", "", "");
    check(&js("let a = ;"), Syntax, "b.js:1:9", "unexpected token", "");
    check(&js("\n\nlet ü = 'ü' let"), Syntax, "b.js:3:13", "", "");
    check(&js("let a = 'x\0y'"), Syntax, "b.js:1:1", "the code 0", "");
    check(
        &[
            ("hello.ts", "import './b.json'"),
            ("b.json", "{\n  \"a\": }"),
        ],
        Syntax,
        "b.json:2:8",
        "this is not JSON",
        "",
    );
    check(
        &[("hello.ts", "export {}"), ("b", "")],
        ThrownKind::Export,
        "",
        "no tools are exported",
        "",
    );
}

#[test]
fn what_cannot_be_imported_has_its_place() {
    use ThrownKind::{Import, Types};
    check(
        &[("other.ts", "")],
        Import,
        "",
        "there is no `hello.ts`",
        "",
    );
    check(
        &[("hello.ts", "import a from 'zod';")],
        Import,
        "hello.ts:1:15",
        "there is no `zod`",
        "",
    );
    check(
        &[
            ("hello.ts", "import './a.ts'"),
            ("a.ts", "/* ü */\nexport * from 'node:fs'"),
        ],
        Import,
        "a.ts:2:15",
        "there is no `node:fs`",
        "",
    );
    check(
        &[
            ("hello.ts", "let a: 1;\nimport { x, Foo } from './b.js'"),
            ("b.js", "export const x = 1"),
        ],
        Import,
        "hello.ts:2:13",
        "`b.js` has no export `Foo`",
        "import type { Foo }",
    );
    check(
        &[("hello.ts", "import { Foo } from 'candor'")],
        Import,
        "hello.ts:1:10",
        "`candor` has no export `Foo`",
        "import type",
    );
    check(
        &[("hello.ts", "await import('./gone.ts')")],
        Import,
        "hello.ts:1:14",
        "gone.ts",
        "",
    );
    check(
        &[("hello.ts", "import './a.tsx'"), ("a.tsx", "")],
        Types,
        "a.tsx:1:1",
        "`.tsx`",
        "",
    );
}

#[test]
fn what_throws_while_loading_has_its_place() {
    use ThrownKind::{Stuck, Threw};
    check(
        &[("hello.ts", "\nthrow new Error('no')")],
        Threw,
        "hello.ts:2:11",
        "no",
        "",
    );
    check(
        &[("hello.ts", "await 0; missing()")],
        Threw,
        "hello.ts:1:10",
        "missing is not defined",
        "",
    );
    check(
        &[("hello.ts", "await new Promise(() => {})")],
        Stuck,
        "",
        "never finished",
        "",
    );
    check(
        &[
            ("hello.ts", "import './b.js'"),
            ("b.js", "(function f() { missing() })()"),
        ],
        Threw,
        "b.js:1:17",
        "missing is not defined",
        "",
    );
}

#[test]
fn an_import_that_failed_can_be_caught_and_tried_again() {
    let mut worker = program(
        "export default { run: async () => {
            const tries = [];
            for (let i = 0; i < 2; i++) await import('./gone.ts').catch((error) => tries.push(error.message));
            return tries;
        } }",
    );
    assert_eq!(
        run(&mut worker),
        json!(["there is no `gone.ts`", "there is no `gone.ts`"])
    );
}

#[test]
fn a_host_that_talks_nonsense_ends_the_worker() {
    let mut worker = program("export default { run: () => 1 }");
    worker.send(&ToWorker::NoModule {
        sentence: "out of turn".to_owned(),
    });
    let error = worker.end().unwrap_err();
    assert!(matches!(error, ServeError::Lost(_)), "{error:?}");
}
