//! What people install who never compile: the installer, the wheel and the npm packages, each made
//! from the built binary, installed and started.

use std::path::{Path, PathBuf};
use std::process::Command;

use candor_testkit::assert_contains;
use candor_testkit::candor::{bin, ended};
use candor_testkit::peers::node;
use tempfile::TempDir;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn packaging(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.expect("the workspace").join("packaging").join(path)
}

fn fine(command: &mut Command) -> String {
    let output = command.output().expect("a program that runs");
    let (code, said) = ended(&output);
    assert_eq!(code, 0, "{command:?}: {said}");
    said
}

/// A folder with the binary as releases carry it, without symbols.
fn stage() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = folder.path().join("candor");
    fine(Command::new("strip").arg("-o").arg(&binary).arg(bin()));
    (folder, binary)
}

fn says_its_version(command: &mut Command) {
    let said = fine(command.arg("--version"));
    assert_eq!(said.trim(), format!("candor {VERSION}"));
}

#[test]
fn the_installer_takes_only_what_the_checksums_name() {
    let (folder, binary) = stage();
    let release = folder.path().join("release");
    std::fs::create_dir(&release).expect("a folder");
    let archive = format!(
        "candor-{}-unknown-linux-musl.tar.gz",
        std::env::consts::ARCH
    );
    let mut packing = Command::new("tar");
    packing.args(["--use-compress-program=gzip -1", "-cf"]);
    fine(
        packing
            .arg(release.join(&archive))
            .arg("-C")
            .arg(folder.path())
            .arg("candor"),
    );
    let sums = fine(
        Command::new("sha256sum")
            .arg(&archive)
            .current_dir(&release),
    );
    let install = |sums: &str, place: &str| {
        std::fs::write(release.join("SHA256SUMS"), sums).expect("a file");
        let place = folder.path().join(place);
        let mut installer = Command::new("sh");
        installer.arg(packaging("install.sh"));
        installer.env("CANDOR_DOWNLOADS", format!("file://{}", release.display()));
        installer.env("CANDOR_BIN", &place);
        let output = installer.output().expect("a shell");
        (ended(&output), place.join("candor"))
    };

    let ((code, said), installed) = install(&sums, "right");
    assert_eq!(code, 0, "{said}");
    assert_contains(&said, &format!("installed candor {VERSION}"));
    says_its_version(&mut Command::new(installed));

    let wrong = format!("{}  {archive}\n", "0".repeat(64));
    let other = sums.replace(&archive, "another.tar.gz");
    for (sums, why) in [
        (wrong.as_str(), "the checksum"),
        (&other, "SHA256SUMS does not name"),
    ] {
        let ((code, said), installed) = install(sums, "wrong");
        assert_eq!(code, 1, "{said}");
        assert_contains(&said, why);
        assert!(!installed.exists(), "{why}");
    }
    drop(binary);
}

#[test]
fn a_wheel_carries_the_command() {
    let (folder, binary) = stage();
    let mut packing = Command::new("python3");
    packing.arg(packaging("wheel/package.py"));
    packing.args(["--version", VERSION, "--platform"]);
    packing.arg(format!("linux_{}", std::env::consts::ARCH));
    packing.args(["--level", "1", "--out"]).arg(folder.path());
    let wheel = fine(packing.arg("--binary").arg(&binary));
    let place = folder.path().join("venv");
    fine(Command::new("python3").args(["-m", "venv"]).arg(&place));
    let mut pip = Command::new(place.join("bin/pip"));
    fine(
        pip.args(["install", "--quiet", "--no-index"])
            .arg(wheel.trim()),
    );
    says_its_version(&mut Command::new(place.join("bin/candor")));
}

#[test]
fn npm_packages_carry_the_command() {
    let (folder, binary) = stage();
    let Ok(node) = node() else {
        assert!(
            std::env::var_os("CANDOR_REQUIRE_PEERS").is_none(),
            "Node is not installed"
        );
        eprintln!("skipped: Node is not installed");
        return;
    };
    let platform = match std::env::consts::ARCH {
        "aarch64" => "linux-arm64",
        _ => "linux-x64",
    };
    let packages = folder.path().join("packages");
    let mut packing = Command::new(&node);
    packing.arg(packaging("npm/package.mjs"));
    packing.args(["--version", VERSION, "--out"]).arg(&packages);
    fine(packing.arg(format!("{platform}={}", binary.display())));

    let project = folder.path().join("project");
    std::fs::create_dir(&project).expect("a folder");
    std::fs::write(project.join("package.json"), "{}").expect("a file");
    let mut npm = Command::new("npm");
    npm.args([
        "install",
        "--offline",
        "--install-links",
        "--no-audit",
        "--silent",
    ]);
    npm.arg(packages.join(format!("candor-mcp-{platform}")));
    npm.arg(packages.join("candor-mcp")).current_dir(&project);
    fine(&mut npm);
    let shim = project.join("node_modules/.bin/candor");
    says_its_version(Command::new(&node).arg(&shim));
    let output = Command::new(&node).arg(&shim).arg("bogus").output();
    let (code, said) = ended(&output.expect("a program that runs"));
    assert_eq!(code, 2, "{said}");
}
