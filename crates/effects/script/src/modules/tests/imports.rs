//! What imports lead to.

use std::os::unix::fs::symlink;

use super::*;
use crate::protocol::ModuleKind;

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
    let modules = ProgramModules::open(&folder.path().join("main.ts")).expect("a program");
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
    let modules = ProgramModules::open(&folder.path().join("m.ts")).expect("a program");
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
    let modules = ProgramModules::open(&folder.path().join("main.ts")).expect("a program");
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
    let modules = ProgramModules::open(&app.join("main.ts")).expect("a program");
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
