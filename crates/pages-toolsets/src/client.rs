//! How clients are told where an endpoint is: one recipe for each, to be copied as it is.
//!
//! No recipe holds a token. Where one is needed, the client takes it from the environment or asks
//! for it, as far as it can; elsewhere a word stands in its place.

#[cfg(test)]
mod tests;

use candor_gateway::Endpoint;
use serde_json::{Map, Value, json};

/// The variable that clients take the token from.
pub(crate) const VARIABLE: &str = "CANDOR_TOKEN";

/// What stands where a client can only hold the token itself.
pub(crate) const PLACEHOLDER: &str = "YOUR_TOKEN";

/// What a recipe leads to.
#[derive(Clone, Debug)]
pub(crate) struct Goal<'a> {
    /// What the gateway's addresses begin with, without a slash at the end.
    pub(crate) base: &'a str,
    /// Which endpoint.
    pub(crate) endpoint: &'a Endpoint,
    /// Whether callers need a token.
    pub(crate) tokens: bool,
}

/// What to do for one client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recipe {
    /// One of a kind on the page.
    pub(crate) id: &'static str,
    /// Which client.
    pub(crate) client: &'static str,
    /// What to do with it.
    pub(crate) how: &'static str,
    /// What is copied.
    pub(crate) text: String,
}

// === impl Goal ===

impl Goal<'_> {
    /// The address.
    pub(crate) fn url(&self) -> String {
        format!("{}{}", self.base, self.endpoint)
    }

    /// What a client calls it: `candor`, `candor-reading`, `candor-reading-prod`.
    pub(crate) fn name(&self) -> String {
        let toolset = self.endpoint.toolset.as_ref().map(ToString::to_string);
        let environment = self.endpoint.environment.as_ref().map(ToString::to_string);
        let parts = ["candor".to_owned()].into_iter();
        let parts: Vec<_> = parts.chain(toolset).chain(environment).collect();
        parts.join("-")
    }

    /// A server that is reached by its address, with these fields before the header.
    fn server(&self, fields: Value, bearer: &str) -> Value {
        let mut server = fields;
        if self.tokens {
            server["headers"] = json!({ "Authorization": format!("Bearer {bearer}") });
        }
        server
    }

    /// The same under its name, as most clients have it.
    fn servers(&self, server: Value) -> String {
        pretty(&json!({ "mcpServers": self.named(server) }))
    }

    fn named(&self, server: Value) -> Value {
        Value::Object(Map::from_iter([(self.name(), server)]))
    }
}

/// What to do, for every client.
pub(crate) fn recipes(goal: &Goal<'_>) -> Vec<Recipe> {
    let groups = [
        for_claude(goal),
        for_editors(goal),
        for_terminals(goal),
        for_others(goal),
    ];
    groups.into_iter().flatten().collect()
}

fn for_claude(goal: &Goal<'_>) -> Vec<Recipe> {
    let typed = json!({ "type": "http", "url": goal.url() });
    vec![
        Recipe {
            id: "claude-code",
            client: "Claude Code",
            how: "Run this in the folder of your project.",
            text: claude_code(goal),
        },
        Recipe {
            id: "claude-code-file",
            client: "Claude Code, for everybody in a project",
            how: "Write this into `.mcp.json` in the folder of the project.",
            text: goal.servers(goal.server(typed, &format!("${{{VARIABLE}}}"))),
        },
        Recipe {
            id: "claude-desktop",
            client: "Claude Desktop",
            how: "Write this into `claude_desktop_config.json` (Settings, Developer, Edit Config). \
                  It starts only programs, so `mcp-remote` speaks for it; that takes Node.js.",
            text: goal.servers(claude_desktop(goal)),
        },
    ]
}

fn for_editors(goal: &Goal<'_>) -> Vec<Recipe> {
    let plain = json!({ "url": goal.url() });
    vec![
        Recipe {
            id: "vs-code",
            client: "VS Code",
            how: "Write this into `.vscode/mcp.json`.",
            text: vs_code(goal),
        },
        Recipe {
            id: "cursor",
            client: "Cursor",
            how: "Write this into `.cursor/mcp.json` of a project, or into `~/.cursor/mcp.json`.",
            text: goal.servers(goal.server(plain, &format!("${{env:{VARIABLE}}}"))),
        },
    ]
}

fn for_terminals(goal: &Goal<'_>) -> Vec<Recipe> {
    let gemini = json!({ "httpUrl": goal.url() });
    vec![
        Recipe {
            id: "codex",
            client: "Codex",
            how: "Add this to `~/.codex/config.toml`.",
            text: codex(goal),
        },
        Recipe {
            id: "gemini-cli",
            client: "Gemini CLI",
            how: "Write this into `~/.gemini/settings.json`, or into `.gemini/settings.json` of a \
                  project.",
            text: goal.servers(goal.server(gemini, &format!("${VARIABLE}"))),
        },
    ]
}

fn for_others(goal: &Goal<'_>) -> Vec<Recipe> {
    let typed = json!({ "type": "http", "url": goal.url() });
    vec![
        Recipe {
            id: "plain",
            client: "Any other client",
            how: "Most clients that know Streamable HTTP take this, or the address alone.",
            text: goal.servers(goal.server(typed, PLACEHOLDER)),
        },
        Recipe {
            id: "stdio",
            client: "Clients that start their servers themselves",
            how: "This starts a gateway of its own for the client, with the same configuration. \
                  Say where your `candor.toml` is.",
            text: goal.servers(stdio(goal)),
        },
    ]
}

fn claude_code(goal: &Goal<'_>) -> String {
    let (name, url) = (goal.name(), quoted(&goal.url()));
    let add = format!("claude mcp add --transport http {name} {url}");
    if goal.tokens {
        format!("{add} \\\n  --header \"Authorization: Bearer ${VARIABLE}\"")
    } else {
        add
    }
}

fn claude_desktop(goal: &Goal<'_>) -> Value {
    let mut args = vec!["-y".to_owned(), "mcp-remote".to_owned(), goal.url()];
    if is_plain_and_far(goal.base) {
        args.push("--allow-http".to_owned());
    }
    if !goal.tokens {
        return json!({ "command": "npx", "args": args });
    }
    // A blank inside an argument is lost on its way on some systems; in a variable it is not.
    args.push("--header".to_owned());
    args.push("Authorization:${CANDOR_AUTHORIZATION}".to_owned());
    let bearer = format!("Bearer {PLACEHOLDER}");
    json!({ "command": "npx", "args": args, "env": { "CANDOR_AUTHORIZATION": bearer } })
}

/// Whether an address is neither encrypted nor of this machine.
fn is_plain_and_far(base: &str) -> bool {
    let Some(rest) = base.strip_prefix("http://") else {
        return false;
    };
    let host = rest.split(['/', ':']).next().unwrap_or_default();
    !matches!(host, "localhost" | "127.0.0.1")
}

fn vs_code(goal: &Goal<'_>) -> String {
    let server = json!({ "type": "http", "url": goal.url() });
    let server = goal.server(server, "${input:candor-token}");
    let mut file = json!({ "servers": goal.named(server) });
    if goal.tokens {
        file["inputs"] = json!([{
            "type": "promptString",
            "id": "candor-token",
            "description": "Token for Candor",
            "password": true,
        }]);
    }
    pretty(&file)
}

fn codex(goal: &Goal<'_>) -> String {
    // What JSON writes as a text, TOML reads as the same text.
    let (name, url) = (goal.name(), Value::from(goal.url()));
    let token = if goal.tokens {
        format!("bearer_token_env_var = \"{VARIABLE}\"\n")
    } else {
        String::new()
    };
    format!("[mcp_servers.{name}]\nurl = {url}\n{token}")
}

fn stdio(goal: &Goal<'_>) -> Value {
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

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/@%+=,".contains(c);
    if word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
