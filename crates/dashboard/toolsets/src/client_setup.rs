//! Setup instructions for each client, to be copied.
//!
//! No snippet and no link holds a token. The client takes it from the environment or asks for it
//! if it can; otherwise a placeholder stands for it.

#[cfg(test)]
mod tests;

use candor_adopt::{ClientKind, InstalledServer, install_link};
use candor_gateway::Endpoint;
use serde_json::{Map, Value, json};

/// The environment variable that clients read the token from.
pub(crate) const VARIABLE: &str = "CANDOR_TOKEN";

/// The placeholder for clients that can only store the token itself.
pub(crate) const PLACEHOLDER: &str = "YOUR_TOKEN";

/// The endpoint that a client connects to.
#[derive(Clone, Debug)]
pub(crate) struct ConnectTarget<'a> {
    /// The public URL of the gateway, without a trailing slash.
    pub(crate) base: &'a str,
    pub(crate) endpoint: &'a Endpoint,
    /// Whether clients need a token.
    pub(crate) tokens: bool,
}

/// The instructions for one client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClientSetup {
    /// The id of the element on the page.
    pub(crate) id: &'static str,
    pub(crate) client: &'static str,
    /// The instructions for the snippet.
    pub(crate) how: &'static str,
    /// The snippet to copy.
    pub(crate) text: String,
    /// The link with which the client adds the server itself, if it has such links.
    pub(crate) link: Option<String>,
}

// === impl ConnectTarget ===

impl ConnectTarget<'_> {
    /// The URL of the endpoint.
    pub(crate) fn url(&self) -> String {
        format!("{}{}", self.base, self.endpoint)
    }

    /// The name in the client's configuration: `candor`, `candor-reading`, `candor-reading-prod`.
    pub(crate) fn name(&self) -> String {
        let toolset = self.endpoint.toolset.as_ref().map(ToString::to_string);
        let environment = self.endpoint.environment.as_ref().map(ToString::to_string);
        let parts = ["candor".to_owned()].into_iter();
        let parts: Vec<_> = parts.chain(toolset).chain(environment).collect();
        parts.join("-")
    }

    /// A server entry with these fields and the authorization header.
    fn server(&self, fields: Value, bearer: &str) -> Value {
        let mut server = fields;
        if self.tokens {
            server["headers"] = json!({ "Authorization": format!("Bearer {bearer}") });
        }
        server
    }

    /// The snippet as an `mcpServers` file.
    fn servers(&self, server: Value) -> String {
        pretty(&json!({ "mcpServers": self.named(server) }))
    }

    /// The link with which a client adds this server entry.
    fn link(&self, client: ClientKind, server: &Value, inputs: Option<&Value>) -> Option<String> {
        let name = &self.name();
        let entry = server.as_object()?;
        let server = InstalledServer {
            name,
            entry,
            inputs,
        };
        install_link(client, server)
    }

    fn named(&self, server: Value) -> Value {
        Value::Object(Map::from_iter([(self.name(), server)]))
    }
}

/// The instructions for all clients.
pub(crate) fn client_setups(goal: &ConnectTarget<'_>) -> Vec<ClientSetup> {
    let groups = [
        for_claude(goal),
        for_editors(goal),
        for_terminals(goal),
        for_others(goal),
    ];
    groups.into_iter().flatten().collect()
}

fn for_claude(goal: &ConnectTarget<'_>) -> Vec<ClientSetup> {
    let typed = json!({ "type": "http", "url": goal.url() });
    vec![
        ClientSetup {
            id: "claude-code",
            client: "Claude Code",
            how: "Run this in your project folder.",
            text: claude_code(goal),
            link: None,
        },
        ClientSetup {
            id: "claude-code-file",
            client: "Claude Code, shared with a project",
            how: "Add this to `.mcp.json` in the project folder.",
            text: goal.servers(goal.server(typed, &format!("${{{VARIABLE}}}"))),
            link: None,
        },
        ClientSetup {
            id: "claude-desktop",
            client: "Claude Desktop",
            how: "Add this to `claude_desktop_config.json` (Settings, Developer, Edit Config). It \
                  only starts local programs, so it connects through `mcp-remote`, which needs \
                  Node.js.",
            text: goal.servers(claude_desktop(goal)),
            link: None,
        },
    ]
}

fn for_editors(goal: &ConnectTarget<'_>) -> Vec<ClientSetup> {
    let plain = json!({ "url": goal.url() });
    let cursor = goal.server(plain, &format!("${{env:{VARIABLE}}}"));
    vec![
        vs_code(goal),
        ClientSetup {
            id: "cursor",
            client: "Cursor",
            how: "Add this to `.cursor/mcp.json` in a project, or to `~/.cursor/mcp.json`.",
            link: goal.link(ClientKind::Cursor, &cursor, None),
            text: goal.servers(cursor),
        },
    ]
}

fn for_terminals(goal: &ConnectTarget<'_>) -> Vec<ClientSetup> {
    let gemini = json!({ "httpUrl": goal.url() });
    vec![
        ClientSetup {
            id: "codex",
            client: "Codex",
            how: "Add this to `~/.codex/config.toml`.",
            text: codex(goal),
            link: None,
        },
        ClientSetup {
            id: "gemini-cli",
            client: "Gemini CLI",
            how: "Add this to `~/.gemini/settings.json`, or to `.gemini/settings.json` in a \
                  project.",
            text: goal.servers(goal.server(gemini, &format!("${VARIABLE}"))),
            link: None,
        },
    ]
}

fn for_others(goal: &ConnectTarget<'_>) -> Vec<ClientSetup> {
    let typed = json!({ "type": "http", "url": goal.url() });
    vec![
        ClientSetup {
            id: "plain",
            client: "Other clients",
            how: "Most clients that support Streamable HTTP accept this, or the URL alone.",
            text: goal.servers(goal.server(typed, PLACEHOLDER)),
            link: None,
        },
        ClientSetup {
            id: "stdio",
            client: "Clients that start servers themselves (stdio)",
            how: "This starts a separate gateway for the client with the same configuration. \
                  Enter the path of your `candor.toml`.",
            text: goal.servers(stdio(goal)),
            link: None,
        },
    ]
}

fn claude_code(goal: &ConnectTarget<'_>) -> String {
    let (name, url) = (goal.name(), shell_quoted(&goal.url()));
    let add = format!("claude mcp add --transport http {name} {url}");
    if goal.tokens {
        format!("{add} \\\n  --header \"Authorization: Bearer ${VARIABLE}\"")
    } else {
        add
    }
}

fn claude_desktop(goal: &ConnectTarget<'_>) -> Value {
    let mut args = vec!["-y".to_owned(), "mcp-remote".to_owned(), goal.url()];
    if is_plain_and_far(goal.base) {
        args.push("--allow-http".to_owned());
    }
    if !goal.tokens {
        return json!({ "command": "npx", "args": args });
    }
    // Some systems split arguments at blanks, but not the values of variables.
    args.push("--header".to_owned());
    args.push("Authorization:${CANDOR_AUTHORIZATION}".to_owned());
    let bearer = format!("Bearer {PLACEHOLDER}");
    json!({ "command": "npx", "args": args, "env": { "CANDOR_AUTHORIZATION": bearer } })
}

/// Whether a URL is unencrypted and not local.
fn is_plain_and_far(base: &str) -> bool {
    let Some(rest) = base.strip_prefix("http://") else {
        return false;
    };
    let host = rest.split(['/', ':']).next().unwrap_or_default();
    !matches!(host, "localhost" | "127.0.0.1")
}

fn vs_code(goal: &ConnectTarget<'_>) -> ClientSetup {
    let server = json!({ "type": "http", "url": goal.url() });
    let server = goal.server(server, "${input:candor-token}");
    let inputs = goal.tokens.then(|| {
        json!([{
            "type": "promptString",
            "id": "candor-token",
            "description": "Token for Candor",
            "password": true,
        }])
    });
    let link = goal.link(ClientKind::VsCode, &server, inputs.as_ref());
    let mut file = json!({ "servers": goal.named(server) });
    if let Some(inputs) = inputs {
        file["inputs"] = inputs;
    }
    ClientSetup {
        id: "vs-code",
        client: "VS Code",
        how: "Add this to `.vscode/mcp.json`.",
        text: pretty(&file),
        link,
    }
}

fn codex(goal: &ConnectTarget<'_>) -> String {
    // A JSON string is also a TOML string.
    let (name, url) = (goal.name(), Value::from(goal.url()));
    let token = if goal.tokens {
        format!("bearer_token_env_var = \"{VARIABLE}\"\n")
    } else {
        String::new()
    };
    format!("[mcp_servers.{name}]\nurl = {url}\n{token}")
}

fn stdio(goal: &ConnectTarget<'_>) -> Value {
    let mut args = vec!["stdio".to_owned()];
    if let Some(toolset) = &goal.endpoint.toolset {
        args.extend(["--toolset".to_owned(), toolset.to_string()]);
    }
    if let Some(environment) = &goal.endpoint.environment {
        args.extend(["--environment".to_owned(), environment.to_string()]);
    }
    args.extend(["--config".to_owned(), "/path/to/candor.toml".to_owned()]);
    json!({ "command": "candor", "args": args })
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// A word quoted for a shell.
fn shell_quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/@%+=,".contains(c);
    if word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
