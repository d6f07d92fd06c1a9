//! A running gateway: its catalogue through the API, and itself as a registry.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, has};
use crate::serve::ServeProcess;
use crate::upstream::{CannedReplies, CannedUpstream};

const UPSTREAM: CannedReplies = CannedReplies {
    tools: r#"{"tools":[{"name":"look","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}}]}"#,
    call: r#"{"content":[]}"#,
};

fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// A folder with a server elsewhere, and one that starts a program.
fn with_servers(upstream: &CannedUpstream) -> CommandSandbox {
    let sandbox = CommandSandbox::configured("[catalogue]\nregistries = [\"servers\"]\n");
    sandbox.folder("servers");
    let remote = json!({
        "name": "com.example/remote", "description": "Elsewhere", "version": "1.0.0",
        "remotes": [{
            "type": "streamable-http", "url": upstream.url(),
            "headers": [{ "name": "X-Key", "isRequired": true, "isSecret": true }],
        }],
    });
    let program = json!({
        "name": "com.example/program", "description": "Here", "version": "1.0.0",
        "packages": [{
            "registryType": "npm", "identifier": "ada-clock", "version": "1.0.0",
            "transport": { "type": "stdio" },
        }],
    });
    sandbox.file("servers/remote.json", &remote.to_string());
    sandbox.file("servers/program.json", &program.to_string());
    sandbox
}

#[test]
fn the_api_finds_shows_and_adds() {
    let upstream = CannedUpstream::start(UPSTREAM);
    let sandbox = with_servers(&upstream);
    let server = ServeProcess::start(&sandbox, &["--no-open"]);
    let found = body(&server.get("/api/v1/catalogue?search=elsewhere"));
    assert_eq!(found["servers"][0]["name"], "com.example/remote");
    assert_eq!(found["registries"][0]["servers"], 2);
    let shown = body(&server.get("/api/v1/catalogue/com.example%2Fremote"));
    assert_eq!(shown["tools_known"], "unknown");
    assert_eq!(shown["options"][0]["needs"][0]["key"], "X-Key");
    assert_eq!(shown["options"][0]["needs"][0]["secret"], json!(true));
    let missing = body(&server.get("/api/v1/catalogue/com.example%2Fnothing"));
    assert_eq!(missing["status"], 404);

    let secret = std::fs::read_to_string(sandbox.state().join("owner.secret")).expect("a secret");
    let bearer = format!("Authorization: Bearer {}\r\n", secret.trim());
    let add = |name: &str, headers: &str, new: Value| {
        let path = format!("/api/v1/catalogue/com.example%2F{name}");
        server.post(&path, headers, &new.to_string())
    };
    let values = json!({ "X-Key": ["sk-geheim-0123456789"] });
    let new = json!({ "version": "1.0.0", "source": "away", "values": values });
    has(&add("remote", "", new.clone()), "HTTP/1.1 403");
    let refused = add("remote", &bearer, json!({ "version": "1.0.0" }));
    has(&refused, "HTTP/1.1 422");
    has(&refused, "`X-Key` is needed");
    let refused = add("program", &bearer, json!({ "version": "1.0.0" }));
    has(&refused, "HTTP/1.1 403");
    has(&refused, "allow_commands");
    let added = add("remote", &bearer, new);
    has(&added, "HTTP/1.1 201");
    assert!(!added.contains("sk-geheim"), "{added}");
    assert_eq!(body(&added)["plan"]["trust"], "untrusted");
    server.until_ready();
    let source = body(&server.get("/api/v1/sources/away"));
    assert_eq!(source["tools"], 1, "{source}");
}

#[test]
fn one_candor_is_the_registry_of_another() {
    let upstream = CannedUpstream::start(UPSTREAM);
    let company = CommandSandbox::configured(&format!(
        "[catalogue]\nserve = \"public\"\nnamespace = \"com.example\"\n\n\
         [sources.shop]\nurl = \"{}\"\n\n[toolsets.reading]\ntools = [\"shop.look\"]\n",
        upstream.url()
    ));
    let server = ServeProcess::start(&company, &["--no-open"]);
    server.until_ready();
    let own = CommandSandbox::configured(&format!(
        "[catalogue]\nregistries = [\"http://{}\"]\nallow_private = true\n",
        server.address()
    ));
    let found = own.json("catalogue search reading --json");
    assert_eq!(found["servers"][0]["name"], "com.example/toolset.reading");
    let shown = own.json("catalogue show com.example/toolset.reading --json");
    assert_eq!(shown["tools"]["known"], "declared");
    assert_eq!(
        shown["tools"]["tools"][0]["hints"]["read_only"],
        json!(true)
    );
    assert_eq!(
        shown["tools"]["tools"][0]["origins"]["read_only"],
        "declared"
    );
    own.ok("catalogue add com.example/toolset.reading --as reading --yes");
    has(
        &own.read("candor.toml"),
        &format!("url = \"http://{}/mcp/reading\"", server.address()),
    );
    // What was added is what the company serves.
    own.ok("tools --source reading").prints("look");
}
