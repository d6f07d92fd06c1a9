mod imports;

use std::fs;

use tempfile::TempDir;

use super::*;

const NOTHING: &str = "export {}";

/// Files by name.
type SampleFiles<'a> = &'a [(&'a str, &'a str)];
/// The name of a module, or a part of the sentence that says why there is none.
type ExpectedModule = Result<&'static str, &'static str>;

/// A folder with these files.
fn tree(files: SampleFiles<'_>) -> TempDir {
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

fn ask(
    modules: &ProgramModules,
    from: Option<&str>,
    specifier: &str,
) -> Result<ModuleText, String> {
    let need = ModuleRequest {
        from: from.map(str::to_owned),
        specifier: specifier.to_owned(),
    };
    answered(&modules.answer(&need))
}

fn entry(modules: &ProgramModules) {
    let entry = modules.entry().to_owned();
    ask(modules, None, &entry).expect("the entry");
}

/// Asks for specifiers from a module, which is first imported from the entry by its path.
fn check(modules: &ProgramModules, from: &str, cases: &[(&str, ExpectedModule)]) {
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
    let cases: [(SampleFiles<'_>, ExpectedModule); 14] = [
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
        // It was never built; the source exists.
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
        let found = ProgramModules::open(folder.path());
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
        let error = ProgramModules::open(&folder.path().join(name)).expect_err(name);
        assert!(error.to_string().contains(expect), "{error}");
        let place = error.place().map(|place| place.file.ends_with(name));
        assert_ne!(place, Some(false), "{name}");
    }
    let error = ProgramModules::open(Path::new("/dev/null")).expect_err("no file");
    assert_eq!(
        error.to_string(),
        "`/dev/null` is neither a file nor a folder"
    );
}

#[test]
fn modules_are_bounded_text() {
    let folder = tree(&[("main.ts", NOTHING), ("mark.ts", "\u{feff}export {}")]);
    fs::write(folder.path().join("bytes.js"), b"a = '\xff'").expect("a file");
    let large = "/".repeat(4 * 1024 * 1024 + 1);
    put(&folder, "large.js", &large);
    put(&folder, "most.js", &large[1..]);
    let modules = ProgramModules::open(&folder.path().join("main.ts")).expect("a program");
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
    let modules = ProgramModules::open(&folder.path().join("m0.ts")).expect("a program");
    entry(&modules);
    for number in 1..=MAX_MODULES {
        put(&folder, &format!("m{number}.ts"), "");
        let found = ask(&modules, Some("m0.ts"), &format!("./m{number}.ts"));
        assert_eq!(found.is_ok(), number < MAX_MODULES, "{number}");
    }
}

#[test]
fn what_was_read_first_is_what_is_given() {
    let folder = tree(&[("main.ts", NOTHING), ("a.ts", "1")]);
    let modules = ProgramModules::open(&folder.path().join("main.ts")).expect("a program");
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
        let modules = ProgramModules::open(folder.path()).expect("a program");
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
    let modules = ProgramModules::open(&named).expect("a program");
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

#[test]
fn a_file_below_its_project_finds_packages_beside_its_folder() {
    let folder = tree(&[
        ("package.json", "{}"),
        ("node_modules/plain/index.js", NOTHING),
        ("src/gram.ts", NOTHING),
        ("src/near.ts", NOTHING),
    ]);
    let modules = ProgramModules::open(&folder.path().join("src/gram.ts")).expect("a program");
    assert_eq!(modules.entry(), "src/gram.ts");
    let shown = folder.path().join("src/gram.ts").display().to_string();
    assert_eq!(modules.shown("src/gram.ts"), shown);
    check(
        &modules,
        "src/gram.ts",
        &[
            ("plain", Ok("node_modules/plain/index.js")),
            ("./near", Ok("src/near.ts")),
            ("../../outside", Err("leads out of the program's folder")),
        ],
    );
    // Without a project, nothing above the file is read.
    let alone = tree(&[
        ("node_modules/plain/index.js", NOTHING),
        ("src/gram.ts", NOTHING),
    ]);
    let modules = ProgramModules::open(&alone.path().join("src/gram.ts")).expect("a program");
    assert_eq!(modules.entry(), "gram.ts");
    check(&modules, "gram.ts", &[("plain", Err("`plain`"))]);
}
