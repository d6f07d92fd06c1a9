//! A folder with the functions, with the server in Node, and with what a gateway needs.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use http::Uri;
use tempfile::TempDir;
use tokio::process::Command;

use crate::functions::target::{NODE, PACK, SCRIPT};
use crate::question;

/// The server in Node.
pub(super) const SERVER: &str = "server.mjs";

const PROGRAMS: [(&str, &str); 3] = [
    ("work.ts", include_str!("programs/work.ts")),
    ("tools.ts", include_str!("programs/tools.ts")),
    (SERVER, include_str!("programs/server.mjs")),
];

/// What a gateway serves.
#[derive(Debug, Clone, Copy)]
pub(super) enum Serves<'a> {
    /// The functions, the tools in Rust, and a server in Node.
    All(&'a Uri),
    /// The functions, in so many environments besides.
    Functions(usize),
}

/// See the module. It goes when it is dropped.
#[derive(Debug)]
pub(super) struct Folder(TempDir);

// === impl Folder ===

impl Folder {
    pub(super) fn new() -> Result<Self> {
        let folder = Self(TempDir::with_prefix("candor-bench-").context("cannot make a folder")?);
        for (name, text) in PROGRAMS {
            folder.write(name, text)?;
        }
        // JSON in a string of JSON is a string of TypeScript too.
        let orders = serde_json::to_string(&question::orders())?;
        folder.write(
            "orders.ts",
            &format!("export const orders: string = {orders};\n"),
        )?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The command that starts a gateway.
    pub(super) fn candor(&self, binary: &Path, serves: Serves<'_>) -> Result<Command> {
        self.write("candor.toml", &configuration(serves))?;
        let mut command = Command::new(binary);
        command.arg("--config").arg(self.path().join("candor.toml"));
        command.arg("--data").arg(self.path().join("data"));
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        Ok(command)
    }

    fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.path().join(name);
        fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))
    }
}

/// The path of the endpoint of one environment.
pub(super) fn endpoint(environment: usize) -> String {
    format!("/mcp@{}", environment_name(environment))
}

fn environment_name(number: usize) -> String {
    format!("bench-{number}")
}

/// Only what must be said; everything else is the default that users get.
fn configuration(serves: Serves<'_>) -> String {
    let mut text = format!("[sources.{SCRIPT}]\nkind = \"functions\"\npath = \"tools.ts\"\n");
    // Writing to a string cannot fail.
    let _ = match serves {
        Serves::All(node) => write!(
            text,
            "[sources.{PACK}]\npack = \"gs1\"\n\
             [sources.{NODE}]\nurl = \"{node}\"\ntrust = \"trusted\"\n"
        ),
        Serves::Functions(environments) => (0..environments)
            .map(environment_name)
            .try_for_each(|name| writeln!(text, "[environments.{name}]")),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_the_programs_and_their_data() {
        let folder = Folder::new().unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(read("tools.ts").contains("from \"./work.ts\""));
        assert!(read(SERVER).contains("from './work.ts'"));
        let orders = read("orders.ts");
        let literal = orders
            .strip_prefix("export const orders: string = ")
            .unwrap();
        let literal = literal.strip_suffix(";\n").unwrap();
        let text: String = serde_json::from_str(literal).unwrap();
        assert_eq!(text, question::orders());
    }

    #[test]
    fn a_gateway_is_told_only_what_must_be_said() {
        let functions = "[sources.script]\nkind = \"functions\"\npath = \"tools.ts\"\n";
        let environments = "[environments.bench-0]\n[environments.bench-1]\n";
        let expected = format!("{functions}{environments}");
        assert_eq!(configuration(Serves::Functions(2)), expected);
        let node = Uri::from_static("http://127.0.0.1:9/mcp");
        let expected = format!(
            "{functions}[sources.gs1]\npack = \"gs1\"\n[sources.node]\n\
             url = \"http://127.0.0.1:9/mcp\"\ntrust = \"trusted\"\n"
        );
        assert_eq!(configuration(Serves::All(&node)), expected);
    }
}
