//! The benchmarks run, and what they measure is right.

use std::process::Command;

use candor_testkit::candor::bin;
use candor_testkit::text::args;

/// Runs a benchmark, which must say all of these.
fn check(line: &str, says: &[&str]) {
    let program = bin().with_file_name("candor-bench");
    assert!(
        program.is_file(),
        "`{}` is not built: run `cargo build` first",
        program.display()
    );
    let output = Command::new(program)
        .args(args(line))
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complaint}");
    for part in says {
        assert!(said.contains(part), "no `{part}` in {said}");
    }
}

#[test]
fn overrides_in_a_small_catalogue_are_measured() {
    let says = ["40 tools, a list of", "resolving the whole catalogue"];
    check("annotations --tools 40 --rounds 2", &says);
}

#[test]
fn a_few_toolsets_are_measured() {
    let says = ["6 toolsets over 60 tools", "equipping", "a search"];
    check("toolsets --tools 60 --toolsets 6 --rounds 2", &says);
}

#[test]
fn a_few_calls_that_wait_are_measured() {
    let says = [
        "40 calls wait, in SQLite",
        "from a yes until the source is asked",
        "Letting all of them expire at once",
    ];
    check("approvals --pending 40 --rounds 2", &says);
}
