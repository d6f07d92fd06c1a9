//! Links with which a client offers to install a server.
//!
//! The formats are from the clients' documentation in November 2026. A link contains what the
//! client's file would contain, so it is equally secret.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use crate::client::ClientKind;

/// The clients that have such links.
pub const WITH_LINKS: [ClientKind; 2] = [ClientKind::Cursor, ClientKind::VsCode];

/// A server as a client's own file has it.
#[derive(Clone, Copy, Debug)]
pub struct InstalledServer<'a> {
    /// The name of its entry.
    pub name: &'a str,
    /// The entry under that name.
    pub entry: &'a Map<String, Value>,
    /// The values that the client prompts for, as the list `inputs` of VS Code.
    pub inputs: Option<&'a Value>,
}

/// The link that installs a server in a client. `None` if the client does not support links, or
/// cannot prompt for required values.
pub fn install_link(client: ClientKind, server: InstalledServer<'_>) -> Option<String> {
    match client {
        ClientKind::Cursor if server.inputs.is_none() => Some(cursor(server)),
        ClientKind::VsCode => Some(vs_code(server)),
        _ => None,
    }
}

/// <https://cursor.com/docs/mcp/install-links>
fn cursor(server: InstalledServer<'_>) -> String {
    let entry = Value::Object(server.entry.clone()).to_string();
    let config = component(&STANDARD.encode(entry));
    let name = component(server.name);
    format!("cursor://anysphere.cursor-deeplink/mcp/install?name={name}&config={config}")
}

/// <https://code.visualstudio.com/api/extension-guides/ai/mcp#mcp-url-handler>
fn vs_code(server: InstalledServer<'_>) -> String {
    let mut object = Map::from_iter([("name".to_owned(), Value::from(server.name))]);
    object.extend(server.entry.clone());
    if let Some(inputs) = server.inputs {
        object.insert("inputs".to_owned(), inputs.clone());
    }
    let object = Value::Object(object).to_string();
    format!("vscode:mcp/install?{}", component(&object))
}

/// A text as part of a query: everything but what never has a meaning there is encoded.
fn component(text: &str) -> String {
    let mut written = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            written.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(written, "%{byte:02X}");
        }
    }
    written
}

#[cfg(test)]
mod tests;
