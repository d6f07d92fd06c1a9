//! Reading what was imported is reading the original.

use std::path::Path;

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::*;
use crate::flags::SettingFlags;
use crate::read::{ConfigFile, LoadedSettings, read};

fn env(name: &str) -> Option<String> {
    (name == "HOME").then(|| "/home/ada".to_owned())
}

fn loaded(path: &str, text: &str) -> LoadedSettings {
    let path = Path::new(path);
    let file = Some(ConfigFile { path, text });
    read(file, &SettingFlags::default(), &env).expect("readable")
}

#[test]
fn a_file_reads_well_afterwards() {
    let text = r#"{
      "mcpServers": {
        "files": {
          "command": "npx", "args": ["-y", "say \"hi\"", "C:\\x", "${HOME}"], "cwd": "/srv",
          "env": { "B": "${TOKEN:-x}", "A": "pa$$$$word", "odd name": "1" }, "disabled": true
        },
        "My API": {
          "type": "sse", "url": "https://a.example/mcp",
          "headers": { "Authorization": "Bearer ${TOKEN}" }
        },
        "broken": {}
      }
    }"#;
    let imported = mcp_json(".mcp.json", text).expect("readable");
    insta::assert_snapshot!(imported.toml, @r#"
    # Imported from .mcp.json. All keys: `candor config show`.

    [sources.files]
    command = "npx"
    args = ["-y", 'say "hi"', 'C:\x', "${HOME}"]
    cwd = "/srv"
    enabled = false
    env = { B = "${TOKEN:-x}", A = "pa$$$$word", "odd name" = "1" }

    [sources.My-API]
    url = "https://a.example/mcp"
    transport = "sse"
    headers = { Authorization = "Bearer ${TOKEN}" }
    "#);
    let told = imported.diagnostics.iter();
    let told: Vec<String> = told.map(ToString::to_string).collect();
    insta::assert_snapshot!(told.join("\n"), @"
    .mcp.json:7:9: note: `My API` is called `My-API` here [config::renamed]
      hint: names of sources have letters, digits, `_` and `-`, at most 64
    .mcp.json:11:9: error: `sources.broken` has neither a `command` nor a `url` [config::no-transport]
      hint: a program needs `command`, a server on the network needs `url`
    ");
}

#[test]
fn what_cannot_be_read_cannot_be_imported() {
    for text in ["{", "[]", &" ".repeat(LARGEST + 1)] {
        let refused = mcp_json("a.json", text).expect_err("unreadable");
        assert_eq!(refused.diagnostics.len(), 1, "{}", &text[..1]);
    }
}

#[test]
fn no_servers_make_an_empty_file() {
    let imported = mcp_json("a.json", "{\"mcpServers\": {}}").expect("readable");
    let read_back = loaded("candor.toml", &imported.toml);
    assert!(read_back.settings.sources.is_empty() && read_back.diagnostics.is_empty());
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => Just("${HOME}".to_owned()),
        8 => Just("${NO:-x}".to_owned()),
        1 => Just("${NO}".to_owned()),
        8 => Just("$$".to_owned()),
        8 => Just("\"'\\\n\t".to_owned()),
        8 => any::<String>(),
        8 => "[a-z/]{1,8}",
    ];
    prop::collection::vec(piece, 1..3).prop_map(|pieces| pieces.concat())
}

fn pairs() -> impl Strategy<Value = Json> {
    let name = prop_oneof![8 => "[A-Z-]{1,6}", 1 => any::<String>()];
    prop::collection::btree_map(name, text(), 0..4).prop_map(|map| json!(map))
}

fn entry() -> impl Strategy<Value = Json> {
    let stdio = (text(), prop::collection::vec(text(), 0..4), pairs(), prop::option::of(text()))
        .prop_map(|(command, args, env, cwd)| {
            json!({"command": command, "args": args, "env": env, "cwd": cwd})
        });
    let types = prop::sample::select(vec!["http", "sse", "streamable-http", "nonsense"]);
    let http = (text(), pairs(), prop::option::of(types), any::<bool>()).prop_map(
        |(path, headers, kind, disabled)| {
            let url = format!("https://a.example/{path}");
            json!({"url": url, "headers": headers, "type": kind, "disabled": disabled,
                "protocolEra": disabled.then_some("modern")})
        },
    );
    prop_oneof![stdio, http]
}

proptest! {
    #[test]
    fn importing_and_reading_is_reading(
        entries in prop::collection::vec((prop_oneof!["[a-z. ]{0,4}", any::<String>()], entry()), 0..6)
    ) {
        let servers: Map<String, Json> = entries.into_iter().collect();
        let text = json!({ "mcpServers": servers }).to_string();
        let original = loaded(".mcp.json", &text);
        let imported = mcp_json(".mcp.json", &text).expect("readable");
        let read_back = loaded("candor.toml", &imported.toml);
        prop_assert_eq!(read_back.settings.sources, original.settings.sources);
    }
}
