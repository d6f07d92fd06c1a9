//! A folder with the functions, with the server in Node, and with what a gateway needs.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use http::Uri;

use crate::functions::target::{NODE, PACK, SCRIPT};
use crate::gateway::{GatewayFolder, trusted_source};
use crate::question;
use crate::server_process::ServerProcess;

/// The server in Node.
pub(super) const SERVER: &str = "server.mjs";

const PROGRAMS: [(&str, &str); 3] = [
    ("work.ts", include_str!("programs/work.ts")),
    ("tools.ts", include_str!("programs/tools.ts")),
    (SERVER, include_str!("programs/server.mjs")),
];

/// What a gateway serves.
#[derive(Debug, Clone, Copy)]
pub(super) enum ServedSource<'a> {
    /// The functions, the tools in Rust, and a server in Node.
    All(&'a Uri),
    /// The functions, in so many environments besides.
    Functions(usize),
}

/// The programs and their data. Dropping it removes them.
#[derive(Debug)]
pub(super) struct FunctionsFolder(GatewayFolder);

// === impl FunctionsFolder ===

impl FunctionsFolder {
    pub(super) fn new(binary: &Path) -> Result<Self> {
        let folder = GatewayFolder::new(binary, "")?;
        for (name, text) in PROGRAMS {
            folder.write(name, text)?;
        }
        // JSON in a string of JSON is a string of TypeScript too.
        let orders = serde_json::to_string(&question::orders())?;
        folder.write(
            "orders.ts",
            &format!("export const orders: string = {orders};\n"),
        )?;
        Ok(Self(folder))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Starts a gateway.
    pub(super) async fn serve(&self, serves: ServedSource<'_>) -> Result<ServerProcess> {
        self.0.write("candor.toml", &configuration(serves))?;
        let behind = match serves {
            ServedSource::All(node) => Some(node),
            ServedSource::Functions(_) => None,
        };
        self.0.serve(behind, &[]).await
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
fn configuration(serves: ServedSource<'_>) -> String {
    let mut text = format!("[sources.{SCRIPT}]\nkind = \"functions\"\npath = \"tools.ts\"\n");
    // Writing to a string cannot fail.
    let _ = match serves {
        ServedSource::All(node) => write!(
            text,
            "[sources.{PACK}]\npack = \"gs1\"\n{}",
            trusted_source(NODE, node)
        ),
        ServedSource::Functions(environments) => (0..environments)
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
        let folder = FunctionsFolder::new(Path::new("candor")).unwrap();
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
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
        assert_eq!(configuration(ServedSource::Functions(2)), expected);
        let node = Uri::from_static("http://127.0.0.1:9/mcp");
        let expected = format!(
            "{functions}[sources.gs1]\npack = \"gs1\"\n[sources.node]\n\
             url = \"http://127.0.0.1:9/mcp\"\ntrust = \"trusted\"\n"
        );
        assert_eq!(configuration(ServedSource::All(&node)), expected);
    }
}
