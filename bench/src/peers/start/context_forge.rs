//! `ContextForge`: a gateway with a database, to which servers are added through its API.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use http::Uri;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::fixture::ECHO;
use crate::gateway::{SOURCE, until};
use crate::peers::BenchPeer;

/// How long it may take to answer, and to read the tools of a server.
const LIMIT: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(300);

const PASSWORD: &str = "Bench-only-1234567890!";

/// Secrets that protect nothing: the gateway listens on loopback and lives as long as the run.
const SECRETS: [(&str, &str); 4] = [
    (
        "JWT_SECRET_KEY",
        "bench-only-0123456789-ABCDEFGHIJ-abcdefghij",
    ),
    (
        "AUTH_ENCRYPTION_SECRET",
        "bench-only-9876543210-ABCDEFGHIJ-abcdefghij",
    ),
    ("BASIC_AUTH_PASSWORD", PASSWORD),
    ("PLATFORM_ADMIN_PASSWORD", PASSWORD),
];

/// Settings without which a hundred calls a minute would be all, clients would need a login, a
/// server on loopback would be refused, and each call would write a line of the log.
const SETTINGS: [(&str, &str); 8] = [
    ("RATE_LIMITING_ENABLED", "false"),
    ("MCP_REQUIRE_AUTH", "false"),
    ("SSRF_ALLOW_LOCALHOST", "true"),
    ("SSRF_ALLOW_PRIVATE_NETWORKS", "true"),
    ("USE_STATEFUL_SESSIONS", "false"),
    ("PASSWORD_CHANGE_ENFORCEMENT_ENABLED", "false"),
    ("ADMIN_REQUIRE_PASSWORD_CHANGE_ON_BOOTSTRAP", "false"),
    ("LOG_LEVEL", "ERROR"),
];

/// Where the tool is, and what it is called there.
#[derive(Debug)]
pub(super) struct ServedTool {
    pub(super) path: String,
    pub(super) tool: String,
}

/// Its command line, with all it keeps in a folder.
pub(super) fn command(peer: BenchPeer, folder: &Path, port: &str) -> Result<Command> {
    let mut command = Command::new(peer.program("mcpgateway")?);
    command.args(["mcpgateway.main:app", "--host", "127.0.0.1", "--port", port]);
    command.args(["--log-level", "error", "--no-access-log"]);
    let database = format!("sqlite:///{}", folder.join("mcp.db").display());
    command
        .env("DATABASE_URL", database)
        .envs(SECRETS)
        .envs(SETTINGS);
    Ok(command)
}

/// Adds the upstream, whose tools are known from then on.
pub(super) async fn register(base: &Uri, upstream: &Uri) -> Result<ServedTool> {
    let api = AdminApi {
        client: reqwest::Client::new(),
        base,
    };
    let login = json!({"email": "admin@example.com", "password": PASSWORD});
    let session = until(LIMIT, PAUSE, async || {
        Ok(api.post("auth/login", "", &login).await)
    });
    let session = session.await?;
    let token = session["access_token"]
        .as_str()
        .context("the login gave no token")?;
    let server = json!({
        "name": SOURCE, "url": upstream.to_string(), "transport": "STREAMABLEHTTP"
    });
    until(LIMIT, PAUSE, async || {
        Ok(api.post("gateways", token, &server).await)
    })
    .await?;
    Ok(ServedTool {
        path: "/mcp/".to_owned(),
        // It puts the name of the server before that of the tool.
        tool: format!("{SOURCE}-{ECHO}"),
    })
}

/// The API with which its owner adds servers.
struct AdminApi<'a> {
    client: reqwest::Client,
    base: &'a Uri,
}

// === impl AdminApi ===

impl AdminApi<'_> {
    async fn post(&self, path: &str, token: &str, body: &Value) -> Result<Value> {
        let request = self.client.post(format!("{}{path}", self.base));
        let request = request.header("content-type", "application/json");
        answer(path, request.body(body.to_string()), token).await
    }
}

async fn answer(path: &str, request: reqwest::RequestBuilder, token: &str) -> Result<Value> {
    let request = request.header("authorization", format!("Bearer {token}"));
    let answer = request.timeout(LIMIT).send().await?;
    let status = answer.status();
    let text = answer.text().await?;
    ensure!(
        status.is_success(),
        "`{path}` was answered with {status}: {text}"
    );
    serde_json::from_str(&text).with_context(|| format!("`{path}` was not answered with JSON"))
}
