//! The benchmark of overrides runs, and what it measures is right.

use std::process::Command;

use candor_e2e::candor::bin;

#[test]
fn a_small_catalogue_is_measured() {
    let program = bin().with_file_name("candor-bench");
    assert!(
        program.is_file(),
        "`{}` is not built: run `cargo build` first",
        program.display()
    );
    let output = Command::new(program)
        .args(["annotations", "--tools", "40", "--rounds", "2"])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("40 tools, a list of"), "{said}");
    assert!(said.contains("resolving the whole catalogue"), "{said}");
}
