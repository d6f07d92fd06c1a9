//! `candor functions test`.

use crate::sandbox::{CommandSandbox, check};

const TOOLS: &str = r#"import { Toolbox, s } from "candor";

export default new Toolbox().tool({
  name: "add",
  description: "Adds two numbers.",
  input: { a: s.number().describe("One"), b: s.number().describe("The other") },
  annotations: { readOnlyHint: true, openWorldHint: false },
  execute(ctx, { a, b }) { return ctx.text(String(a + b)); },
});
"#;

const TESTS: &str = r#"import { call, equal, test } from "candor/test";

test("adds", async () => {
  equal((await call("add", { a: 1, b: 2 })).text, "3");
});

test("adds badly", async () => {
  console.log("about to fail");
  equal((await call("add", { a: 1, b: 2 })).text, "4");
});

test("throws", () => {
  throw new TypeError("on purpose");
});
"#;

fn sums() -> CommandSandbox {
    let sandbox = CommandSandbox::with("sums.ts", TOOLS);
    sandbox.file("sums.test.ts", TESTS);
    sandbox
}

#[test]
fn what_fails_is_told_with_its_place() {
    check!(sums().run("functions test sums.ts"), @r#"
    exit 1
    --- stdout
    sums.test.ts
      ok      adds
      FAILED  adds badly
              sums.test.ts:9:16: AssertionError: "3" is not "4"
              | about to fail
      FAILED  throws
              sums.test.ts:13:13: TypeError: on purpose

    3 tests, 2 failed
    "#);
}

#[test]
fn some_of_them() {
    let sandbox = sums();
    check!(sandbox.run("functions test sums.ts --filter thr"), @"
    exit 1
    --- stdout
    sums.test.ts
      FAILED  throws
              sums.test.ts:13:13: TypeError: on purpose

    1 test, 1 failed
    ");
    check!(sandbox.run("functions test sums.ts --filter nothing"), @"
    exit 2
    --- stderr
    error: no test name contains `nothing`
      hint: leave out `--filter` to run all tests
    ");
    // The file of tests finds its program by its name.
    let ran = sandbox.silent(1, "functions test sums.test.ts --json --filter add");
    let found = ran.json();
    assert_eq!(found["tests"], 2, "{found}");
    assert_eq!(found["failed"], 1, "{found}");
    let bad = &found["files"][0]["tests"][1];
    assert_eq!(bad["name"], "adds badly");
    assert_eq!(bad["failure"]["place"]["line"], 9, "{bad}");
    assert_eq!(bad["output"][0], "about to fail", "{bad}");
}

#[test]
fn a_file_that_cannot_be_loaded_hides_no_other() {
    let sandbox = sums();
    sandbox.file(
        "sums.broken.test.ts",
        "import { test } from \"candor/test\";\ntest(][);\n",
    );
    let ran = sandbox.exits(2, "functions test sums.ts --filter adds");
    ran.reports("sums.broken.test.ts:2:");
    ran.prints("ok      adds\n");
}

#[test]
fn where_there_is_none() {
    let sandbox = CommandSandbox::with("sums.ts", TOOLS);
    check!(sandbox.run("functions test sums.ts"), @"
    exit 2
    --- stderr
    error: no tests found for `sums.ts`
      hint: write one in `sums.test.ts`; `candor functions new` creates an example
    ");
    check!(sandbox.run("functions test none.ts"), @"
    exit 2
    --- stderr
    error: cannot read `none.ts`
      caused by: No such file or directory (os error 2)
      hint: give the file or folder of the functions, or a test file
    ");
    sandbox.file("sums.test.ts", "// Nothing yet.\n");
    check!(sandbox.run("functions test sums.ts"), @r#"
    exit 2
    --- stderr
    error: the test files of `sums.ts` contain no tests
      hint: write `test("greets", async () => { … })`, with `test` from `candor/test`
    "#);
    sandbox.file("sums.ts", "export default 1;\n");
    sandbox.file("sums.test.ts", TESTS);
    sandbox.exits(2, "functions test sums.ts");
}
