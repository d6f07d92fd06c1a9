//! A gateway before a server that counts its calls.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use candor_e2e::candor::run;
use candor_e2e::{Candor, Era, config};
use candor_testkit::script::{self, Script};
use candor_testkit::{Handle, Postgres};
use serde_json::Value;
use tempfile::TempDir;

use super::{Desk, Over, Way, Wire, forms};

/// Of every nature one. All but `slow` and `turn` send back their arguments.
pub(crate) const TOOLS: &str = r#"[
    {"name":"wipe","title":"Wipe a folder","description":"Deletes everything in a folder.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}},
    {"name":"slow","description":"Deletes slowly.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}},
    {"name":"look","description":"Looks at a folder.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"add","description":"Adds to a folder.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":false}},
    {"name":"odd","description":"Says nothing about itself.","inputSchema":{"type":"object"}},
    {"name":"turn","description":"Changes the tools.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":false}}]"#;

/// A gateway, and its source `s`.
pub(crate) struct Stage {
    pub(crate) gateway: Candor,
    pub(crate) upstream: Handle,
    text: String,
}

/// Two gateways on one PostgreSQL database, with one key and one source.
pub(crate) struct Pair {
    pub(crate) one: Candor,
    pub(crate) two: Candor,
    pub(crate) upstream: Handle,
    _database: Postgres,
    _keys: TempDir,
}

/// What the server does.
pub(crate) fn script() -> Script {
    Script::new()
        .tools(TOOLS)
        .call("slow", r#"{"sleep_ms":2000}"#)
        .call("turn", r#"{"list_changed":true}"#)
        .call("*", r#"{"echo":true}"#)
}

// === impl Stage ===

impl Stage {
    /// `more` is added to the configuration.
    pub(crate) async fn open(more: &str) -> Self {
        Self::before(script::serve_http(&script(), Era::Modern), "", more).await
    }

    /// The same before a source that is relied upon.
    pub(crate) async fn trusted(more: &str) -> Self {
        let upstream = script::serve_http(&script(), Era::Modern);
        Self::before(upstream, "trust = \"trusted\"", more).await
    }

    /// The same where everybody needs a token; with the tokens of these, by name and roles.
    pub(crate) async fn guarded<const N: usize>(
        more: &str,
        holders: [(&str, &str); N],
    ) -> (Self, [String; N]) {
        let upstream = script::serve_http(&script(), Era::Modern);
        let source = config::url("s", upstream.url(), "");
        let text = format!("{source}{more}\n[server]\nauth = \"required\"\n");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("candor.toml"), &text).expect("a file");
        let tokens = holders.map(|(name, roles)| {
            let made = command(folder.path(), &["token", "create", name, "--role", roles]);
            made.trim().to_owned()
        });
        let gateway = Candor::serve_in(folder, &text, &[]);
        gateway.ready(|said| said["ready"] == true).await;
        let stage = Self {
            gateway,
            upstream,
            text,
        };
        (stage, tokens)
    }

    /// The same before any server; `source` is added to its table.
    pub(crate) async fn before(upstream: Handle, source: &str, more: &str) -> Self {
        let text = config::url("s", upstream.url(), source) + more;
        let gateway = Candor::serve(&text, &[]);
        gateway.all_ready().await;
        Self {
            gateway,
            upstream,
            text,
        }
    }

    /// A client that can be asked.
    pub(crate) async fn wire(&self, way: Way) -> Wire {
        self.wire_with(way, &forms()).await
    }

    /// A client that can do this.
    pub(crate) async fn wire_with(&self, Way(over, revision): Way, able: &Value) -> Wire {
        match over {
            Over::Http => Wire::http(self.gateway.url(), revision, able, None).await,
            Over::Stdio => Wire::stdio(self.gateway.folder(), revision, able).await,
        }
    }

    /// Whoever decides.
    pub(crate) fn desk(&self) -> Desk {
        Desk::at(self.gateway.at("/api/v1"), None)
    }

    /// How often the source was asked to do this.
    pub(crate) fn calls(&self, tool: &str) -> u64 {
        self.upstream.calls(tool)
    }

    /// Runs a command on the same data, which must go well.
    pub(crate) fn run(&self, args: &[&str]) -> String {
        command(self.gateway.folder(), args)
    }

    /// Kills the gateway on the spot, does something without it, and starts it again on its data.
    pub(crate) async fn die(self, meanwhile: impl FnOnce(&Path)) -> Self {
        let folder = self.gateway.kill();
        meanwhile(folder.path());
        let gateway = Candor::serve_in(folder, &self.text, &[]);
        gateway.all_ready().await;
        Self { gateway, ..self }
    }
}

/// Runs a command in the folder of a gateway, which must go well.
pub(crate) fn command(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, &[args, &["--data", "data"]].concat());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "candor {args:?}: {said}{complaint}"
    );
    said
}

/// Two gateways; none where there is no PostgreSQL.
pub(crate) async fn pair(more: &str) -> Option<Pair> {
    let database = Postgres::start()?;
    let upstream = script::serve_http(&script(), Era::Modern);
    let keys = tempfile::tempdir().expect("a folder");
    let key = keys.path().join("secret.key");
    std::fs::write(&key, "5a".repeat(32)).expect("a file");
    std::fs::set_permissions(&key, Permissions::from_mode(0o600)).expect("a file");
    let text = config::url("s", upstream.url(), "") + more;
    let text = format!(
        "{text}\n[server]\nsecret_key_file = {:?}\n",
        key.display().to_string()
    );
    let url = database.url();
    let serve = || Candor::serve(&text, &["--database-url", &url]);
    let pair = Pair {
        one: serve(),
        two: serve(),
        upstream,
        _database: database,
        _keys: keys,
    };
    pair.one.all_ready().await;
    pair.two.all_ready().await;
    Some(pair)
}

// === impl Pair ===

impl Pair {
    /// Whoever decides at each of them.
    pub(crate) fn desks(&self) -> (Desk, Desk) {
        let desk = |candor: &Candor| Desk::at(candor.at("/api/v1"), None);
        (desk(&self.one), desk(&self.two))
    }
}
