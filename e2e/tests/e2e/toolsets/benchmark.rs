//! The benchmark of toolsets runs, and what it measures is right.

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
        .args([
            "toolsets",
            "--tools",
            "60",
            "--toolsets",
            "6",
            "--rounds",
            "2",
        ])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("6 toolsets over 60 tools"), "{said}");
    assert!(said.contains("equipping"), "{said}");
    assert!(said.contains("a search"), "{said}");
}
