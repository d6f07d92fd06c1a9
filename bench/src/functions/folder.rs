//! A folder with the functions, with the server in Node, and with what a gateway needs.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use http::Uri;

use crate::args::LoadOperation;
use crate::functions::target::{FunctionTarget, NODE, PACK, SCRIPT};
use crate::gateway::{GatewayFolder, ServedGateway, trusted_source};
use crate::question;

/// The server in Node.
pub(super) const SERVER: &str = "server.mjs";

const PROGRAMS: [(&str, &str); 3] = [
    ("work.ts", include_str!("programs/work.ts")),
    ("tools.ts", include_str!("programs/tools.ts")),
    (SERVER, include_str!("programs/server.mjs")),
];

/// A new folder with the programs and their data. Dropping it removes them.
pub(super) fn folder(binary: &Path) -> Result<GatewayFolder> {
    let folder = GatewayFolder::new(binary, &[])?;
    for (name, text) in PROGRAMS {
        folder.write(name, text)?;
    }
    // JSON in a string of JSON is a string of TypeScript too.
    let orders = serde_json::to_string(&question::orders())?;
    let orders = format!("export const orders: string = {orders};\n");
    folder.write("orders.ts", &orders)?;
    Ok(folder)
}

/// Starts a gateway that serves the functions, in so many environments besides, and waits until they
/// are listed.
pub(super) async fn serve_functions(
    folder: GatewayFolder,
    environments: usize,
) -> Result<ServedGateway> {
    let gateway = folder.serve(&functions(environments), Vec::new()).await?;
    let tool = FunctionTarget::Script.tool(LoadOperation::Area);
    gateway.until_tool(&tool).await?;
    Ok(gateway)
}

/// The path of the endpoint of one environment.
pub(super) fn endpoint(environment: usize) -> String {
    format!("/mcp@bench-{environment}")
}

/// Only what must be said; everything else is the default that users get.
fn functions(environments: usize) -> String {
    let mut text = format!("[sources.{SCRIPT}]\nkind = \"functions\"\npath = \"tools.ts\"\n");
    for environment in 0..environments {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[environments.bench-{environment}]");
    }
    text
}

/// The functions, the tools in Rust, and a server in Node.
pub(super) fn everything(node: &Uri) -> String {
    let pack = format!("[sources.{PACK}]\npack = \"gs1\"\n");
    functions(0) + &pack + &trusted_source(NODE, node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_the_programs_and_their_data() {
        let folder = folder(Path::new("candor")).unwrap();
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(read("tools.ts").contains("from \"./work.ts\""));
        assert!(read(SERVER).contains("from './work.ts'"));
        let orders = read("orders.ts");
        let literal = orders.strip_prefix("export const orders: string = ");
        let literal = literal.unwrap().strip_suffix(";\n").unwrap();
        let text: String = serde_json::from_str(literal).unwrap();
        assert_eq!(text, question::orders());
    }

    #[test]
    fn a_gateway_is_told_only_what_must_be_said() {
        let source = "[sources.script]\nkind = \"functions\"\npath = \"tools.ts\"\n";
        let environments = "[environments.bench-0]\n[environments.bench-1]\n";
        let expected = format!("{source}{environments}");
        assert_eq!(functions(2), expected);
        let node = Uri::from_static("http://127.0.0.1:9/mcp");
        let expected = format!(
            "{source}[sources.gs1]\npack = \"gs1\"\n[sources.node]\n\
             url = \"http://127.0.0.1:9/mcp\"\ntrust = \"trusted\"\n"
        );
        assert_eq!(everything(&node), expected);
    }
}
