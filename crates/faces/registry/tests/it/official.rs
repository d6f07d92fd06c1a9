//! What the registry project publishes: its OpenAPI document, its form of a `server.json`, and a
//! client that was generated from the document. They are installed with the peers, because they
//! are not ours.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// The installed files.
pub(crate) struct OfficialRegistry {
    folder: PathBuf,
}

// === impl OfficialRegistry ===

impl OfficialRegistry {
    /// The files; none if they are not installed and need not be.
    #[allow(
        clippy::print_stdout,
        reason = "a test that is skipped says so where tests speak"
    )]
    pub(crate) fn installed() -> Option<Self> {
        let folder = candor_testkit::peers::folder().expect("a folder");
        let folder = folder.join("registry");
        if folder.join("installed").exists() {
            return Some(Self { folder });
        }
        let must = std::env::var_os("CANDOR_REQUIRE_PEERS").is_some();
        let missing = format!("`{}` is missing; run `./scripts/test`", folder.display());
        assert!(!must, "{missing}");
        println!("skipped: {missing}");
        None
    }

    /// The official form of a `server.json`.
    pub(crate) fn server_schema(&self) -> Value {
        let path = self.folder.join("server.schema.json");
        let text = std::fs::read_to_string(path).expect("a schema");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Runs a program that uses the generated client, and reads what it prints.
    pub(crate) fn run(&self, program: &str, args: &[&str]) -> Value {
        let output = Command::new(self.folder.join("bin/python"))
            .env("PYTHONPATH", &self.folder)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .args(["-c", program])
            .arg(self.folder.join("openapi.yaml"))
            .args(args)
            .output()
            .expect("Python runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{complaint}");
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}
