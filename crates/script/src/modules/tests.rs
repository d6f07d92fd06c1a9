use std::fs;
use std::os::unix::fs::symlink;

use tempfile::TempDir;

use super::*;
use crate::frame::ModuleKind;

const NOTHING: &str = "export {}";

/// Files by name.
type Files<'a> = &'a [(&'a str, &'a str)];
/// The name of a module, or a part of the sentence that says why there is none.
type Expected = Result<&'static str, &'static str>;

/// A folder with these files.
fn tree(files: Files<'_>) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files {
        put(&folder, name, text);
    }
    folder
}

fn put(folder: &TempDir, name: &str, text: &str) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// What is answered: the name of a module, or a sentence.
fn answered(frame: &[u8]) -> Result<ModuleText, String> {
    match serde_json::from_slice(&frame[4..]).expect("a frame") {
        ToWorker::Module(module) => Ok(module),
        ToWorker::NoModule { sentence } => Err(sentence),
        _ => panic!("neither a module nor none"),
    }
}

fn ask(modules: &Modules, from: Option<&str>, specifier: &str) -> Result<ModuleText, String> {
    let need = Need {
        from: from.map(str::to_owned),
        specifier: specifier.to_owned(),
    };
    answered(&modules.answer(&need))
}

fn entry(modules: &Modules) {
    let entry = modules.entry().to_owned();
    ask(modules, None, &entry).expect("the entry");
}

/// Asks for specifiers from a module, which is first imported from the entry by its path.
fn check(modules: &Modules, from: &str, cases: &[(&str, Expected)]) {
    entry(modules);
    if from != modules.entry() {
        ask(modules, Some(modules.entry()), &format!("./{from}")).expect("the importer");
    }
    for (specifier, expect) in cases {
        let found = ask(modules, Some(from), specifier).map(|module| module.name);
        match expect {
            Ok(name) => assert_eq!(found.as_deref(), Ok(*name), "{specifier}"),
            Err(part) => {
                let sentence = found.expect_err(specifier);
                assert!(sentence.contains(part), "{specifier}: {sentence}");
            }
        }
    }
}

#[test]
fn the_entry_of_a_folder_is_found() {
    let cases: [(Files<'_>, Expected); 14] = [
        (&[("index.ts", "")], Ok("index.ts")),
        (&[("index.js", ""), ("functions.ts", "")], Ok("index.js")),
        (&[("functions.ts", "")], Ok("functions.ts")),
        (&[("src/index.ts", "")], Ok("src/index.ts")),
        (&[("src/gram.ts", "")], Ok("src/gram.ts")),
        (
            &[
                ("package.json", r#"{"main": "a.js"}"#),
                ("a.js", ""),
                ("index.ts", ""),
            ],
            Ok("a.js"),
        ),
        (
            &[
                ("package.json", r#"{"main": "./lib"}"#),
                ("lib/index.ts", ""),
            ],
            Ok("lib/index.ts"),
        ),
        (
            &[
                ("package.json", r#"{"main": "a.js", "exports": "./b.js"}"#),
                ("a.js", ""),
                ("b.js", ""),
            ],
            Ok("b.js"),
        ),
        (
            &[
                ("package.json", r#"{"main": "a.js", "module": "b.js"}"#),
                ("a.js", ""),
                ("b.js", ""),
            ],
            Ok("b.js"),
        ),
        // Nobody has built it; the source is there.
        (
            &[
                ("package.json", r#"{"main": "dist/index.js"}"#),
                ("src/index.ts", ""),
            ],
            Ok("src/index.ts"),
        ),
        // A bundle, whatever else there is.
        (
            &[
                ("manifest.json", "{}"),
                ("functions.js", ""),
                ("index.ts", ""),
            ],
            Ok("functions.js"),
        ),
        (&[], Err("neither `index.ts`, nor `index.mts`")),
        (
            &[("package.json", r#"{"main": "dist/index.js"}"#)],
            Err("neither `dist/index.js` of its `package.json`, nor `index.ts`"),
        ),
        (&[("package.json", "{")], Err("`package.json` is no JSON: ")),
    ];
    for (files, expect) in cases {
        let folder = tree(files);
        let found = Modules::open(folder.path());
        match expect {
            Ok(name) => assert_eq!(found.expect(name).entry(), name),
            Err(part) => {
                let error = found.expect_err(part).to_string();
                assert!(error.contains(part), "{error}");
            }
        }
    }
}

#[test]
fn a_path_must_lead_to_a_program() {
    let folder = tree(&[("notes.txt", ""), ("a.cjs", ""), ("b.tsx", "")]);
    for (name, expect) in [
        ("nowhere.ts", "cannot read `"),
        (
            "notes.txt",
            "a module is a `.ts`, `.mts`, `.js`, `.mjs` or `.json` file",
        ),
        ("a.cjs", "CommonJS is not understood"),
        ("b.tsx", "JSX is not understood"),
    ] {
        let error = Modules::open(&folder.path().join(name)).expect_err(name);
        assert!(error.to_string().contains(expect), "{error}");
        let place = error.place().map(|place| place.file.ends_with(name));
        assert_ne!(place, Some(false), "{name}");
    }
    let error = Modules::open(Path::new("/dev/null")).expect_err("no file");
    assert_eq!(
        error.to_string(),
        "`/dev/null` is neither a file nor a folder"
    );
}

#[test]
fn relative_imports_are_guessed_as_people_write_them() {
    let folder = tree(&[
        ("main.ts", NOTHING),
        ("a.ts", NOTHING),
        ("b.js", NOTHING),
        ("both.js", NOTHING),
        ("both.ts", NOTHING),
        ("data.json", "{}"),
        ("c.mts", NOTHING),
        ("lib/index.ts", NOTHING),
        ("lib/deep.ts", NOTHING),
        ("with.dots.ts", NOTHING),
        ("page.tsx", ""),
        ("text.txt", ""),
        ("empty/none.txt", ""),
    ]);
    let modules = Modules::open(&folder.path().join("main.ts")).expect("a program");
    check(
        &modules,
        "main.ts",
        &[
            ("./a.ts", Ok("a.ts")),
            ("./a", Ok("a.ts")),
            ("./a.js", Ok("a.ts")),
            ("./b", Ok("b.js")),
            ("./both.js", Ok("both.js")),
            ("./both", Ok("both.ts")),
            ("./c.mjs", Ok("c.mts")),
            ("./data.json", Ok("data.json")),
            ("./data", Ok("data.json")),
            ("./lib", Ok("lib/index.ts")),
            ("./lib/", Ok("lib/index.ts")),
            ("./lib/../a", Ok("a.ts")),
            ("./with.dots", Ok("with.dots.ts")),
            ("./main.ts", Ok("main.ts")),
            ("./aa", Err("there is no module `./aa` beside `main.ts`")),
            ("./dta.json", Err("did you mean `data.json`")),
            ("./empty", Err("there is no module `./empty`")),
            ("./page.tsx", Err("JSX is not understood")),
            ("./text.txt", Err("`text.txt` cannot be loaded")),
            ("../a.ts", Err("leads out of the program's folder")),
            ("./lib/../../x.ts", Err("leads out of the program's folder")),
            ("/etc/passwd", Err("absolute path")),
            ("", Err("cannot be the name of a module")),
            ("./a\0.ts", Err("cannot be the name of a module")),
        ],
    );
    check(
        &modules,
        "lib/deep.ts",
        &[
            (".", Ok("lib/index.ts")),
            ("..", Err("there is no module `..`")),
            ("../a", Ok("a.ts")),
            ("./a", Err("there is no module `./a` beside `lib/deep.ts`")),
        ],
    );
    // Only modules that it was given can import.
    let error = ask(&modules, Some("never.ts"), "./a").expect_err("a stranger");
    assert_eq!(error, "there is no module `never.ts` to import from");
}

#[test]
fn kinds_follow_the_names() {
    let folder = tree(&[
        ("m.ts", NOTHING),
        ("a.js", NOTHING),
        ("b.json", "7"),
        ("c.mjs", ""),
    ]);
    let modules = Modules::open(&folder.path().join("m.ts")).expect("a program");
    entry(&modules);
    for (specifier, kind, text) in [
        ("./m.ts", ModuleKind::Ts, NOTHING),
        ("./a.js", ModuleKind::Js, NOTHING),
        ("./b.json", ModuleKind::Json, "7"),
        ("./c.mjs", ModuleKind::Js, ""),
    ] {
        let module = ask(&modules, Some("m.ts"), specifier).expect(specifier);
        assert_eq!((module.kind, module.text.as_str()), (kind, text));
    }
}

#[test]
fn packages_say_where_their_modules_are() {
    let exports = r##"{"name": "rich", "exports": {
        ".": {"types": "./no.d.ts", "require": "./no.cjs", "import": "./esm/main.js"},
        "./part": ["./gone/../bad.js", {"node": null, "default": "./esm/part.js"}],
        "./features/*": "./esm/features/*.js",
        "./features/private/*": null,
        "./features/deep/*": {"module": "./esm/deep/*.js"},
        "./lost": "./esm/lost.js",
        "./out": "../plain/index.js"
    }, "imports": {"#own": "./esm/part.js", "#other": "plain"}}"##;
    let folder = tree(&[
        ("main.ts", NOTHING),
        (
            "package.json",
            r#"{"name": "me", "exports": {"./x": "./x.ts"}}"#,
        ),
        ("x.ts", NOTHING),
        ("node_modules/plain/index.js", NOTHING),
        ("node_modules/plain/sub/a.js", NOTHING),
        ("node_modules/old/package.json", r#"{"main": "lib/old"}"#),
        ("node_modules/old/lib/old.js", NOTHING),
        (
            "node_modules/new/package.json",
            r#"{"main": "cjs.js", "module": "esm.js"}"#,
        ),
        ("node_modules/new/esm.js", NOTHING),
        ("node_modules/new/cjs.js", "module.exports = 1"),
        (
            "node_modules/@me/scoped/package.json",
            r#"{"exports": "./s.js"}"#,
        ),
        ("node_modules/@me/scoped/s.js", NOTHING),
        ("node_modules/rich/package.json", exports),
        ("node_modules/rich/esm/main.js", NOTHING),
        ("node_modules/rich/esm/part.js", NOTHING),
        ("node_modules/rich/esm/features/one.js", NOTHING),
        ("node_modules/rich/esm/deep/two.js", NOTHING),
        ("node_modules/rich/node_modules/plain/index.js", NOTHING),
        ("node_modules/broken/package.json", "[]"),
        ("node_modules/empty/readme.md", ""),
        ("node_modules/buffer/package.json", r#"{"module": "b.js"}"#),
        ("node_modules/buffer/b.js", NOTHING),
    ]);
    let modules = Modules::open(&folder.path().join("main.ts")).expect("a program");
    check(
        &modules,
        "main.ts",
        &[
            ("plain", Ok("node_modules/plain/index.js")),
            ("plain/sub/a.js", Ok("node_modules/plain/sub/a.js")),
            ("plain/sub/a", Ok("node_modules/plain/sub/a.js")),
            ("plain/sub/b", Err("has no such module")),
            ("old", Ok("node_modules/old/lib/old.js")),
            ("new", Ok("node_modules/new/esm.js")),
            ("new/cjs.js", Err("is CommonJS")),
            ("@me/scoped", Ok("node_modules/@me/scoped/s.js")),
            ("@me/scoped/more", Err("exports nothing under that name")),
            ("@me", Err("cannot be the name of a package")),
            ("rich", Ok("node_modules/rich/esm/main.js")),
            ("rich/part", Ok("node_modules/rich/esm/part.js")),
            (
                "rich/features/one",
                Ok("node_modules/rich/esm/features/one.js"),
            ),
            (
                "rich/features/deep/two",
                Ok("node_modules/rich/esm/deep/two.js"),
            ),
            (
                "rich/features/private/x",
                Err("exports nothing under that name"),
            ),
            ("rich/esm/main.js", Err("exports nothing under that name")),
            ("rich/lost", Err("and there is no such file")),
            ("rich/out", Err("exports nothing under that name")),
            ("me/x", Ok("x.ts")),
            (
                "broken",
                Err("`node_modules/broken/package.json` is no JSON object"),
            ),
            ("empty", Err("has no such module")),
            ("zod", Err("run `npm install zod` in its folder")),
            ("@a/b/c", Err("run `npm install @a/b` in its folder")),
            ("#own", Err("has nothing for `#own` in `imports`")),
            // A package of that name is better than nothing.
            ("buffer", Ok("node_modules/buffer/b.js")),
            ("node:buffer", Err("this is not Node.js")),
            ("fs", Err("functions have no file system")),
            ("node:fs", Err("functions have no file system")),
            ("node:fs/promises", Err("functions have no file system")),
            ("node:novelty", Err("`node:novelty` cannot be imported")),
            (
                "https://example.com/x.js",
                Err("modules come from the program's folder only"),
            ),
            ("npm:zod", Err("install the package into `node_modules`")),
            (
                "data:text/javascript,1",
                Err("modules come from the program's folder only"),
            ),
            (".hidden", Err("cannot be the name of a package")),
            ("a/../../b", Err("is not in the `node_modules`")),
        ],
    );
    check(
        &modules,
        "node_modules/rich/esm/main.js",
        &[
            ("plain", Ok("node_modules/rich/node_modules/plain/index.js")),
            ("old", Ok("node_modules/old/lib/old.js")),
            ("#own", Ok("node_modules/rich/esm/part.js")),
            (
                "#other",
                Ok("node_modules/rich/node_modules/plain/index.js"),
            ),
            ("rich/part", Ok("node_modules/rich/esm/part.js")),
        ],
    );
}

#[test]
fn links_lead_around_inside_and_nowhere_outside() {
    let outside = tree(&[
        ("secret.json", "{}"),
        ("pack/package.json", r#"{"main": "i.js"}"#),
        ("pack/i.js", NOTHING),
    ]);
    let folder = tree(&[
        ("app/main.ts", NOTHING),
        (
            "app/node_modules/.pnpm/a@1/node_modules/a/index.js",
            NOTHING,
        ),
        (
            "app/node_modules/.pnpm/a@1/node_modules/b/index.js",
            NOTHING,
        ),
        ("node_modules/above/index.js", NOTHING),
    ]);
    let modules = folder.path().join("app/node_modules");
    symlink(".pnpm/a@1/node_modules/a", modules.join("a")).expect("a link");
    symlink(outside.path().join("pack"), modules.join("pack")).expect("a link");
    let app = folder.path().join("app");
    symlink(outside.path().join("secret.json"), app.join("secret.json")).expect("a link");
    symlink("loop.ts", app.join("loop.ts")).expect("a link");
    let modules = Modules::open(&app.join("main.ts")).expect("a program");
    check(
        &modules,
        "main.ts",
        &[
            ("a", Ok("node_modules/.pnpm/a@1/node_modules/a/index.js")),
            ("b", Err("npm install b")),
            ("pack", Err("leads out of the program's folder")),
            (
                "./secret.json",
                Err("`secret.json` leads out of the program's folder"),
            ),
            ("./loop.ts", Err("there is no module `./loop.ts`")),
            // It is there, above the root.
            ("above", Err("npm install above")),
        ],
    );
    let inner = "node_modules/.pnpm/a@1/node_modules/a/index.js";
    let sibling = ask(&modules, Some(inner), "b").expect("a sibling");
    assert_eq!(
        sibling.name,
        "node_modules/.pnpm/a@1/node_modules/b/index.js"
    );
}

#[test]
fn modules_are_bounded_text() {
    let folder = tree(&[("main.ts", NOTHING), ("mark.ts", "\u{feff}export {}")]);
    fs::write(folder.path().join("bytes.js"), b"a = '\xff'").expect("a file");
    let large = "/".repeat(4 * 1024 * 1024 + 1);
    put(&folder, "large.js", &large);
    put(&folder, "most.js", &large[1..]);
    let modules = Modules::open(&folder.path().join("main.ts")).expect("a program");
    check(
        &modules,
        "main.ts",
        &[
            (
                "./bytes.js",
                Err("`bytes.js` is not UTF-8: byte 5 begins no character"),
            ),
            (
                "./large.js",
                Err("`large.js` has more than the 4194304 bytes"),
            ),
            ("./most.js", Ok("most.js")),
        ],
    );
    let marked = ask(&modules, Some("main.ts"), "./mark.ts").expect("a module");
    assert_eq!(marked.text, NOTHING);
    for copy in 0..7 {
        put(&folder, &format!("most{copy}.js"), &large[1..]);
        let found = ask(&modules, Some("main.ts"), &format!("./most{copy}.js"));
        assert_eq!(found.is_ok(), copy < 6, "{copy}");
    }
}

#[test]
fn there_are_so_many_modules_and_no_more() {
    let folder = tree(&[("m0.ts", "")]);
    let modules = Modules::open(&folder.path().join("m0.ts")).expect("a program");
    entry(&modules);
    for number in 1..=MAX_MODULES {
        put(&folder, &format!("m{number}.ts"), "");
        let found = ask(&modules, Some("m0.ts"), &format!("./m{number}.ts"));
        assert_eq!(found.is_ok(), number < MAX_MODULES, "{number}");
    }
}

#[test]
fn commonjs_is_told_from_modules() {
    for (text, expect) in [
        ("module.exports = {}", true),
        ("'use strict';\nexports.a = require('b')", true),
        ("Object.defineProperty(exports, '__esModule', {})", true),
        ("// import it\nmodule.exports = import('x')", true),
        ("const importer = 1; exports.important = importer", true),
        ("export default 1", false),
        ("var a=require('x');export{a as b};", false),
        ("import 'x'\nmodule.exports = 1", false),
        ("import*as z from'zod';exports.x=1", false),
        ("/* c */ export const a = require('x')", false),
        ("function f(){}export{f};exports.x", false),
        ("console.log(1)", false),
    ] {
        assert_eq!(commonjs::is_commonjs("a.js", text), expect, "{text}");
    }
    assert!(!commonjs::is_commonjs("a.ts", "module.exports = 1"));
    let own = commonjs::sentence("lib/a.js");
    assert!(own.contains("write `export` and `import`"), "{own}");
    let theirs = commonjs::sentence("node_modules/a/a.js");
    assert!(theirs.contains("npx esbuild"), "{theirs}");
}

#[test]
fn what_was_read_first_is_what_is_given() {
    let folder = tree(&[("main.ts", NOTHING), ("a.ts", "1")]);
    let modules = Modules::open(&folder.path().join("main.ts")).expect("a program");
    entry(&modules);
    let first = ask(&modules, Some("main.ts"), "./a").expect("a module");
    put(&folder, "a.ts", "22");
    put(&folder, "b.ts", "3");
    assert_eq!(
        ask(&modules, Some("main.ts"), "./a").expect("a module"),
        first
    );
    assert_eq!(
        ask(&modules, Some("main.ts"), "./a.ts").expect("a module"),
        first
    );
    let real = folder.path().canonicalize().expect("a path");
    assert_eq!(modules.files(), [real.join("a.ts"), real.join("main.ts")]);
}

#[test]
fn changes_are_noticed() {
    type Change = fn(&TempDir);
    let changes: [(&str, Change, bool); 9] = [
        ("nothing", |_| {}, true),
        (
            "the same again",
            |folder| put(folder, "a.js", NOTHING),
            true,
        ),
        (
            "another length",
            |folder| put(folder, "a.js", "export {};"),
            false,
        ),
        (
            "another text",
            |folder| put(folder, "a.js", "import {}"),
            false,
        ),
        (
            "gone",
            |folder| fs::remove_file(folder.path().join("a.js")).expect("gone"),
            false,
        ),
        ("better", |folder| put(folder, "a.ts", NOTHING), false),
        ("unrelated", |folder| put(folder, "b.ts", NOTHING), true),
        (
            "a package",
            |folder| put(folder, "node_modules/zod/index.js", NOTHING),
            false,
        ),
        (
            "another main",
            |folder| put(folder, "package.json", r#"{"main":"b.ts"}"#),
            false,
        ),
    ];
    for (what, change, expect) in changes {
        let folder = tree(&[("index.ts", NOTHING), ("a.js", NOTHING)]);
        let modules = Modules::open(folder.path()).expect("a program");
        entry(&modules);
        ask(&modules, Some("index.ts"), "./a").expect("a module");
        ask(&modules, Some("index.ts"), "zod").expect_err("not installed");
        // The clock of a file system may be slow, and these must not look as old.
        for name in ["a.js", "index.ts"] {
            let path = folder.path().join(name);
            let file = fs::File::options().write(true).open(path).expect("a file");
            let past = std::time::SystemTime::now() - std::time::Duration::from_hours(1);
            file.set_modified(past).expect("a time");
        }
        assert!(modules.is_current(), "{what}: touched only");
        change(&folder);
        assert_eq!(modules.is_current(), expect, "{what}");
    }
}

#[test]
fn files_are_shown_as_the_user_names_them() {
    let folder = tree(&[("app/main.ts", NOTHING), ("app/test.ts", NOTHING)]);
    let named = folder.path().join("app/../app/main.ts");
    let modules = Modules::open(&named).expect("a program");
    let shown = modules.shown("lib/a.ts");
    assert!(shown.ends_with("app/../app/lib/a.ts"), "{shown}");
    let name = modules.name_of(&folder.path().join("app/test.ts"));
    assert_eq!(name.expect("a name"), "test.ts");
    let elsewhere = tree(&[("test.ts", NOTHING)]);
    let error = modules
        .name_of(&elsewhere.path().join("test.ts"))
        .expect_err("outside");
    assert!(error.to_string().contains("leads out of"), "{error}");
}
