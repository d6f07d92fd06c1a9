//! Files: a program reads its own folder, and nothing else.

use candor_testkit::ServerEra;
use serde_json::json;

use crate::functions::kit::{FunctionGateway, call, done, folder, program, refused, source, words};

/// What lies beside the program, and must not be seen.
const OUTSIDE: &str = "export default 'outside-7f3a';";

/// What cannot be imported. Some of it leads out by a link, see below.
const OUTSIDE_NAMES: [&str; 47] = [
    "node:fs",
    "fs",
    "node:fs/promises",
    "node:child_process",
    "child_process",
    "node:net",
    "node:os",
    "node:vm",
    "node:worker_threads",
    "bun:ffi",
    "std",
    "os",
    "qjs:std",
    "qjs:os",
    "/etc/passwd",
    "/proc/self/environ",
    "file:///etc/passwd",
    "../outside.ts",
    "./../outside.ts",
    "./sub/../../outside.ts",
    "..",
    "../",
    "../f2/index.ts",
    "./link.ts",
    "./beside/index.ts",
    "./beside",
    "./users.json",
    "./environ.json",
    "./top/etc/passwd",
    "./top/proc/self/environ",
    "./loop.ts",
    "%2e%2e/outside.ts",
    "./%2e%2e/outside.ts",
    "./..%2foutside.ts",
    "..\\outside.ts",
    "../candor.toml",
    "../data/candor.db",
    "https://example.com/x.js",
    "http://127.0.0.1:9/x.js",
    "data:text/javascript,export default 1",
    "npm:zod",
    "candor:native",
    "candor:driver",
    "candor:primordials",
    "../outside.ts\0",
    "",
    "./nothing.ts",
];

#[tokio::test(flavor = "multi_thread")]
async fn nothing_outside_of_the_folder_can_be_imported() {
    let load = "return String((await import(input.what)).default);";
    let code = program(&[("load", "", load), ("hello", "", "return 'hello';")]);
    let files = [
        ("f/index.ts", &*code),
        ("f/inside.ts", "export default 'inside';"),
        ("f/sub/deeper.ts", "export default 'deeper';"),
        ("outside.ts", OUTSIDE),
        ("beside/index.ts", OUTSIDE),
        ("f2/index.ts", OUTSIDE),
    ];
    let folder = folder(&files);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.path().join(name)).expect("a link");
    };
    link("../outside.ts", "f/link.ts");
    link("../beside", "f/beside");
    link("/etc/passwd", "f/users.json");
    link("/proc/self/environ", "f/environ.json");
    link("/", "f/top");
    link("sub/deeper.ts", "f/fine.ts");
    link("loop.ts", "f/loop.ts");
    let stage = FunctionGateway::open_in(folder, &source("f", "f", ""), &[]).await;
    let place = stage.gateway.folder().display().to_string();
    let absolute = format!("{place}/outside.ts");
    let url = format!("file://{place}/outside.ts");
    let long = format!("./{}.ts", "x".repeat(100_000));
    let named = [url.as_str(), &absolute, &long];
    for (_, mut client) in stage.clients().await {
        for what in OUTSIDE_NAMES.into_iter().chain(named) {
            let said = refused(&mut client, "f_load", &json!({"what": what})).await;
            let shown: String = what.chars().take(60).collect();
            for secret in ["outside-7f3a", "root:", "HOME="] {
                assert!(!said.contains(secret), "{shown}: {said}");
            }
            assert!(said.len() < 2_000, "{shown}: {} bytes", said.len());
        }
        for (what, expect) in [
            ("./inside.ts", "inside"),
            ("./sub/deeper", "deeper"),
            ("./fine.ts", "deeper"),
        ] {
            assert_eq!(
                done(&mut client, "f_load", &json!({"what": what})).await,
                expect
            );
        }
    }
    stage.end();
}

/// A program that itself lies outside, by a link, is not served, and says why.
#[tokio::test(flavor = "multi_thread")]
async fn a_static_import_from_outside_is_told() {
    let imports = "import outside from '../outside.ts';\nimport { Toolbox } from 'candor';\n\
        export default new Toolbox();";
    let honest = program(&[("hello", "", "return 'hello';")]);
    let files = [
        ("f/index.ts", imports),
        ("outside.ts", OUTSIDE),
        ("g/index.ts", &*honest),
    ];
    let config = source("f", "f", "") + &source("g", "g", "");
    let gateway = candor_testkit::CandorProcess::serve_in(
        folder(&files),
        &candor_testkit::candor::unasked(&config),
        &[],
    );
    gateway
        .ready(|said| said["sources"].to_string().contains("failing"))
        .await;
    let stage = FunctionGateway { gateway };
    let said = stage.read("/sources/f").await;
    let why = said["last_error"].as_str().unwrap_or_default();
    assert!(why.contains("leads out of the program's folder"), "{said}");
    let mut client = stage.client(ServerEra::Modern).await;
    let result = call(&mut client, "g_hello", &json!({})).await;
    assert_eq!(words(&result), "hello");
    stage.end();
}
