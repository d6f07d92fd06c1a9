//! The examples under the eyes of the TypeScript compiler, with the types that Candor hands out.

use std::path::Path;

use candor_testkit::candor::run;
use candor_testkit::peers;
use tokio::process::Command;

use super::{DELETE_USER, GET_WEATHER, programs};
use crate::functions::kit::write;

/// What the compiler says about the files of a folder; nothing if it has nothing to say.
async fn complaints(folder: &Path) -> String {
    let compiler = peers::npm_bin("typescript", "lib/tsc.js").expect("TypeScript is installed");
    let output = Command::new(peers::node().expect("Node is installed"))
        .arg(compiler)
        .args(["--noEmit", "--pretty", "false", "--project", "."])
        .current_dir(folder)
        .output()
        .await
        .expect("the compiler runs");
    String::from_utf8(output.stdout).expect("text")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_compiler_agrees() {
    let folder = programs();
    let made = run(folder.path(), &["functions", "new", "start"]);
    assert!(made.status.success(), "{made:?}");
    // The types and the settings of a new folder are for any program.
    for name in ["candor.d.ts", "tsconfig.json"] {
        let text = std::fs::read_to_string(folder.path().join("start").join(name));
        write(folder.path(), name, &text.expect(name));
    }
    std::fs::remove_dir_all(folder.path().join("start")).expect("a folder");
    assert_eq!(complaints(folder.path()).await, "");

    // It does look: what the schema says is the type of the input.
    let wrong = DELETE_USER.replace("deleteUser(input.userId)", "deleteUser(input.user)");
    write(folder.path(), "delete_user.ts", &wrong);
    let wrong = GET_WEATHER.replace("readOnlyHint: true", "readOnlyHint: \"true\"");
    write(folder.path(), "get_weather.ts", &wrong);
    let said = complaints(folder.path()).await;
    assert!(said.contains("delete_user.ts(15,"), "{said}");
    assert!(said.contains("'user'"), "{said}");
    assert!(said.contains("get_weather.ts(10,1)"), "{said}");
}
