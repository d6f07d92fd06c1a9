//! A file with every table in it.

use std::time::Duration;

use candor_model::{DestructivePolicy, HintProfile, UnsetPolicy};

use super::*;
use crate::settings::{AuthMode, LogFormat};

const WHOLE: &str = r#"
[server]
listen = "localhost:9000"
data = "${HOME}/state"
database_url = "postgres://candor:${TOKEN}@db/candor"
allowed_hosts = ["Candor.example", "10.0.0.1:80", "[::1]:80"]
allowed_origins = ["https://App.example:443/"]
allow_commands = true
log_format = "json"
log_level = "info,candor_wire=trace"
transparent = "a"
auth = "required"
public_url = "https://candor.example"

[limits]
request_body = "1KiB"
reply = "1GB"
call_timeout = "2s"
call_ceiling = "2s"
concurrent_calls = 0x10
sessions = 1_000
session_idle = "7d"
start_timeout = "500ms"

[audit]
retention = "1d"
keep_arguments = true

[endpoint]
profile = "openai"
provenance = true
budget = 0x400

[inference]
enabled = false
destructive = "writes"
open_world = true
titles = false

[policy]
unset = "ask"
[[policy.rule]]
tool = "b.*"
effect = "ask"

[annotations."b.*"]
open_world = true

[environments.prod]

[toolsets.all]
tools = ["b.*"]

[[notes]]
tool = "b.x"
name = "house"
note = "Ask first."

[sources.b]
url = "https://example.com/mcp"
[sources.a]
command = "a"
"#;

#[test]
fn a_whole_file() {
    let loaded = sound(WHOLE);
    assert!(!loaded.refused);
    let Settings {
        server,
        limits,
        audit,
        endpoint,
        inference,
        policy,
        sources,
        opinions,
        environments,
        toolsets,
        notes,
        catalogue,
    } = loaded.settings;
    assert!(
        catalogue.registries.is_empty(),
        "nothing is asked by itself"
    );
    assert_eq!(server.listen.to_string(), "127.0.0.1:9000");
    assert_eq!(server.data, Path::new("/home/ada/state"));
    let url = server.database_url.expect("a database");
    let expect = format!("postgres://candor:{CANARY}@db/candor");
    assert_eq!(*url.expose(), expect);
    let hosts = ["candor.example", "10.0.0.1:80", "[::1]:80"];
    assert_eq!(server.allowed_hosts, hosts);
    assert_eq!(server.allowed_origins, ["https://app.example"]);
    assert!(server.allow_commands);
    assert_eq!(server.log_format, LogFormat::Json);
    assert_eq!(server.auth, AuthMode::Required);
    assert_eq!(server.public_url.as_deref(), Some("https://candor.example"));
    assert_eq!(server.transparent.expect("a name").as_str(), "a");
    assert_eq!((limits.request_body, limits.reply), (1024, 1_000_000_000));
    assert_eq!((limits.concurrent_calls, limits.sessions), (16, 1000));
    assert_eq!(limits.start_timeout, Duration::from_millis(500));
    assert_eq!(audit.retention, Duration::from_hours(24));
    assert!(audit.keep_arguments);
    assert_eq!(endpoint.profile, HintProfile::Openai);
    assert_eq!((endpoint.provenance, endpoint.budget), (true, 1_024));
    assert!(!inference.enabled && !inference.titles);
    assert_eq!(inference.destructive, DestructivePolicy::Writes);
    assert_eq!(inference.open_world, Some(true));
    assert_eq!(policy.preferences.unset, Some(UnsetPolicy::Ask));
    assert_eq!(policy.policy.rules().count(), 1);
    let [(noted, place)] = &notes[..] else {
        panic!("not one: {notes:?}")
    };
    assert_eq!(noted.tool.to_string(), "b.x");
    assert_eq!(noted.notes[0].text(), "Ask first.");
    assert_eq!(place.to_string(), "candor.toml:54:1");
    let counts = (opinions.len(), environments.len(), toolsets.len());
    assert_eq!(counts, (1, 1, 1));
    let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["b", "a"], "in the order of the file");
}
