//! The guides, followed word by word: what they say is typed, and what they show is what comes.
//!
//! A reader has a new home, an empty folder and `candor` on the path. Where a guide names an address,
//! the checkout or the Inspector from npm, the reader takes those of this test.

mod guide;
mod reader;
pub(crate) mod shown;

use std::net::TcpListener;
use std::path::{Path, PathBuf};

use candor_testkit::candor::bin;
use candor_testkit::peers::{node, npm_bin};

use guide::{GuideStep, read};
use reader::GuideReader;

pub(crate) fn root() -> &'static Path {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.expect("the workspace")
}

/// Where cargo has built all this.
fn target() -> PathBuf {
    let bin = bin();
    let target = bin.parent().and_then(Path::parent);
    target.expect("a folder above the program's").to_owned()
}

/// An address of this process. The system never assigns such ports by itself.
pub(crate) fn address(nth: u32) -> String {
    let first = 10_000 + (std::process::id() % 5_000) * 4 + nth;
    let mut ports = (0..100).map(|more| first + more * 4);
    let free = |port: &u32| TcpListener::bind(format!("127.0.0.1:{port}")).is_ok();
    let port = ports.find(free).expect("a free port");
    format!("127.0.0.1:{port}")
}

/// What a guide says to start the Inspector, and how it is started here. The guide has to name the
/// version that the tests know.
fn inspector() -> (String, String) {
    let package = "@modelcontextprotocol/inspector";
    let file = |path: &str| npm_bin(package, path).expect("the Inspector is installed");
    let about = std::fs::read_to_string(file("package.json")).expect("a manifest");
    let about: serde_json::Value = serde_json::from_str(&about).expect("JSON");
    let version = about["version"].as_str().expect("a version");
    let node = node().expect("Node is installed");
    let program = file("clients/launcher/build/index.js");
    (
        format!("npx -y {package}@{version}"),
        format!("'{}' '{}'", node.display(), program.display()),
    )
}

/// The steps of a guide, with what is different here.
fn steps(name: &str, swaps: &[(String, String)]) -> Vec<GuideStep> {
    let path = root().join("docs/guides").join(name);
    let mut text = std::fs::read_to_string(path).expect("the guide");
    for (from, to) in swaps.iter().chain(&[inspector()]) {
        assert!(text.contains(from), "`{name}` does not say `{from}`");
        text = text.replace(from, to);
    }
    assert!(!text.contains("npx"), "`{name}` fetches something");
    read(&text)
}

#[test]
fn every_guide_is_followed() {
    let folder = std::fs::read_dir(root().join("docs/guides")).expect("the guides");
    let mut names: Vec<_> = folder
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["rust.md", "typescript.md"]);
}

#[test]
fn in_typescript() {
    let listen = address(0);
    let swaps = [("127.0.0.1:7333".to_owned(), listen.clone())];
    let mut reader = GuideReader::new(&listen);
    for step in steps("typescript.md", &swaps) {
        reader.follow(&step);
    }
}

/// What the framework is built on was built with the workspace, and is used again: with the same
/// versions and the same profile, in the same place.
#[test]
fn in_rust() {
    let (listen, alone) = (address(1), address(2));
    let target = target();
    let shown = |path: &Path| path.display().to_string();
    let swaps = [
        ("127.0.0.1:7333".to_owned(), listen.clone()),
        ("127.0.0.1:8000".to_owned(), alone),
        ("~/candor".to_owned(), shown(root())),
        ("target/debug".to_owned(), shown(&target.join("debug"))),
    ];
    let mut reader = GuideReader::new(&listen);
    reader.set("CARGO_NET_OFFLINE", "true");
    reader.set("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    reader.set("CARGO_TARGET_DIR", &shown(&target));
    for step in steps("rust.md", &swaps) {
        reader.follow(&step);
        if step.types("cargo new till") {
            let lock = reader.folder().join("till/Cargo.lock");
            std::fs::copy(root().join("Cargo.lock"), lock).expect("the versions");
        }
    }
    // The next run is in another folder, and would not use it again.
    reader.run("cargo clean --quiet --package till");
}
