//! The benchmark of approvals runs, and what it measures is right.

use std::process::Command;

use candor_e2e::candor::bin;

#[test]
fn a_few_calls_that_wait_are_measured() {
    let program = bin().with_file_name("candor-bench");
    assert!(
        program.is_file(),
        "`{}` is not built: run `cargo build` first",
        program.display()
    );
    let output = Command::new(program)
        .args(["approvals", "--pending", "40", "--rounds", "2"])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for part in [
        "40 calls wait, in SQLite",
        "from a yes until the source is asked",
        "Letting all of them expire at once",
    ] {
        assert!(said.contains(part), "no `{part}` in {said}");
    }
}
