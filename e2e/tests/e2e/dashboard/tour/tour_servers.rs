//! The servers of the registry of a tour.

use serde_json::{Value, json};
use tempfile::TempDir;

/// A registry that is a folder with these servers, each in a file of its own.
pub(super) fn folder(servers: &[Value]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (at, server) in servers.iter().enumerate() {
        let path = folder.path().join(format!("{at}.json"));
        std::fs::write(path, server.to_string()).expect("a file");
    }
    folder
}

/// Servers in whose every text stands `text`: one with everything, and one that is not added.
pub(in crate::dashboard) fn servers(text: &str) -> Vec<Value> {
    let weather = json!({
        "name": "io.github.ada/weather", "title": text, "description": text, "version": "1.2.3",
        "websiteUrl": "https://weather.example/docs",
        "packages": [{
            "registryType": "npm", "identifier": "@ada/weather", "version": "1.2.3",
            "transport": { "type": "stdio" },
            "environmentVariables": [{
                "name": "API_KEY", "description": text, "isRequired": true, "isSecret": true,
            }],
            "packageArguments": [
                { "type": "named", "name": "--units", "default": "metric", "description": text,
                  "choices": ["metric", "imperial", text] },
                { "type": "named", "name": "--city", "isRepeated": true, "description": text,
                  "placeholder": text },
            ],
        }],
        "remotes": [{
            "type": "streamable-http", "url": "https://weather.example/mcp",
            "headers": [{ "name": "Authorization", "description": text, "isSecret": true }],
        }],
        "_meta": { "io.modelcontextprotocol.registry/publisher-provided": { "tools": [
            { "name": "forecast", "title": text, "description": text,
              "annotations": { "readOnlyHint": true, "openWorldHint": true } },
            { "name": text, "annotations": { "destructiveHint": true } },
            { "name": "odd" },
        ] } },
    });
    let loose = json!({
        "name": "a.example/loose", "title": text, "description": text, "version": "1.0.0",
        "packages": [{
            "registryType": "npm", "identifier": "loose", "version": "latest",
            "transport": { "type": "stdio" },
        }],
    });
    vec![weather, loose]
}
