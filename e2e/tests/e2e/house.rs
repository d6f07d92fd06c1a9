//! The layering of ARCHITECTURE.md, checked against the manifests: crates use only what stands
//! above them, and a library stays in its home.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The crates, lowest first. A crate may use the ones before it.
const ORDER: [&str; 40] = [
    "model",
    "resolve",
    "infer",
    "schema",
    "drift",
    "search",
    "yaml",
    "openapi",
    "rest",
    "hypertool",
    "policy",
    "card",
    "config",
    "wire",
    "egress",
    "sandbox",
    "jq",
    "bookshop",
    "functions",
    "strip",
    "script",
    "store",
    "gs1",
    "sources",
    "gateway",
    "web",
    "webhook",
    "mcp",
    "api",
    "frame",
    "pages-tools",
    "pages-tool",
    "pages-trial",
    "pages-toolsets",
    "pages-sources",
    "pages-house",
    "pages-calls",
    "pages",
    "server",
    "cli",
];

/// The crates that know no network, clock, database or file.
const PURE: [&str; 12] = [
    "model", "resolve", "infer", "schema", "drift", "search", "yaml", "openapi", "rest", "policy",
    "card", "strip",
];

/// The crates that are packs: tools of our own on the framework for everybody's.
const PACKS: [&str; 1] = ["gs1"];

/// The faces, which never know each other.
const FACES: [&str; 3] = ["mcp", "api", "pages"];

/// The rooms of the dashboard, which never know each other either.
const ROOMS: [&str; 7] = [
    "pages-tools",
    "pages-tool",
    "pages-trial",
    "pages-toolsets",
    "pages-sources",
    "pages-house",
    "pages-calls",
];

/// Whoever serves HTTP.
const AXUM: [&str; 14] = [
    "bookshop",
    "functions",
    "mcp",
    "api",
    "frame",
    "pages-tools",
    "pages-tool",
    "pages-trial",
    "pages-toolsets",
    "pages-sources",
    "pages-house",
    "pages-calls",
    "pages",
    "server",
];

/// Whoever draws pages.
const ASKAMA: [&str; 9] = [
    "frame",
    "pages-tools",
    "pages-tool",
    "pages-trial",
    "pages-toolsets",
    "pages-sources",
    "pages-house",
    "pages-calls",
    "pages",
];

/// Libraries that only their home may use.
const HOMES: [(&str, &[&str]); 43] = [
    ("sqlx", &["store"]),
    ("jsonschema", &["schema"]),
    ("reqwest", &["wire"]),
    ("toml", &["config"]),
    ("toml_edit", &["config"]),
    ("clap", &["cli"]),
    ("comfy-table", &["cli"]),
    ("indicatif", &["cli"]),
    ("anyhow", &["cli"]),
    ("prometheus-client", &["gateway"]),
    ("tracing-subscriber", &["server"]),
    ("axum", &AXUM),
    ("askama", &ASKAMA),
    ("pulldown-cmark", &["frame"]),
    ("shlex", &["config"]),
    ("cel", &["policy"]),
    ("moka", &["gateway"]),
    ("hmac", &["webhook"]),
    ("ratatui", &["cli"]),
    ("crossterm", &["cli"]),
    ("aes-gcm", &["store"]),
    ("utoipa", &["api"]),
    ("utoipa-axum", &["api"]),
    ("tar", &["hypertool"]),
    ("flate2", &["hypertool"]),
    ("serde-saphyr", &["yaml"]),
    ("percent-encoding", &["rest"]),
    ("hyper-rustls", &["egress"]),
    ("async-compression", &["egress"]),
    ("jaq-core", &["jq"]),
    ("jaq-json", &["jq"]),
    ("jaq-std", &["jq"]),
    ("rustix", &["wire", "sandbox"]),
    ("landlock", &["sandbox"]),
    ("seccompiler", &["sandbox"]),
    ("rmcp", &["functions"]),
    ("schemars", &["functions", "gs1"]),
    ("swc_ts_fast_strip", &["strip"]),
    ("swc_common", &["strip"]),
    ("rquickjs", &["script"]),
    ("qrcode", &["gs1"]),
    ("png", &["gs1"]),
    ("csv", &["gs1"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .to_owned()
}

/// Where a crate is.
fn place(name: &str) -> PathBuf {
    let folder = if PACKS.contains(&name) {
        "packs"
    } else {
        "crates"
    };
    root().join(folder).join(name)
}

/// What a crate uses outside its tests.
fn dependencies(name: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(place(name).join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = text.parse().expect("TOML");
    // Some are wanted on some systems only.
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let targets = targets.into_iter().flat_map(toml::Table::values);
    let tables = targets.filter_map(|target| target.get("dependencies"));
    tables
        .chain([&manifest["dependencies"]])
        .flat_map(|table| table.as_table().expect("a table").keys())
        .cloned()
        .collect()
}

#[test]
fn every_crate_is_in_the_order() {
    let found: BTreeSet<_> = ["crates", "packs"]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(root().join(folder)).expect("the crates"))
        .map(|entry| {
            let name = entry.expect("an entry").file_name();
            name.into_string().expect("text")
        })
        .collect();
    assert_eq!(found, ORDER.map(str::to_owned).into());
}

#[test]
fn arrows_point_upward_only() {
    for (at, name) in ORDER.iter().enumerate() {
        for used in dependencies(name) {
            let Some(used) = used.strip_prefix("candor-") else {
                continue;
            };
            let place = ORDER
                .iter()
                .position(|other| *other == used)
                .expect("a known crate");
            assert!(place < at, "`{name}` must not use `{used}`");
        }
    }
}

#[test]
fn the_centre_is_pure() {
    for name in PURE {
        for library in ["tokio", "reqwest", "hyper-util", "sqlx", "jiff", "tracing"] {
            // A card shows moments that it is given; that it looks at no clock is seen below.
            let shows = name == "card" && library == "jiff";
            let used = dependencies(name).contains(library) && !shows;
            assert!(!used, "`{name}` must not use `{library}`");
        }
    }
}

#[test]
fn the_centre_looks_at_no_clock() {
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    for name in PURE.iter().filter(|name| **name != "model") {
        let mut found = Vec::new();
        sources(&place(name).join("src"), &mut found);
        assert!(!found.is_empty(), "`{name}` has sources");
        for path in found {
            let text = std::fs::read_to_string(&path).expect("text");
            assert!(
                !text.contains("::now("),
                "{} looks at a clock",
                path.display()
            );
        }
    }
}

#[test]
fn faces_never_know_each_other() {
    for face in FACES {
        let used = dependencies(face);
        for other in FACES.iter().filter(|other| **other != face) {
            let other = format!("candor-{other}");
            assert!(!used.contains(&other), "`{face}` must not use `{other}`");
        }
    }
}

#[test]
fn rooms_of_the_dashboard_never_know_each_other() {
    for room in ROOMS {
        let used = dependencies(room);
        for other in ROOMS.iter().chain(&FACES).filter(|other| **other != room) {
            let other = format!("candor-{other}");
            assert!(!used.contains(&other), "`{room}` must not use `{other}`");
        }
    }
}

#[test]
fn libraries_stay_at_home() {
    for name in ORDER {
        let used = dependencies(name);
        for (library, homes) in HOMES {
            assert!(
                !used.contains(library) || homes.contains(&name),
                "`{library}` is not at home in `{name}`"
            );
        }
    }
}

/// The proxying path is our own. rmcp serves authors' tools on their own, and the gateway is built
/// without that part.
#[test]
fn the_gateway_is_built_without_rmcp() {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = text.parse().expect("TOML");
    let functions = &manifest["workspace"]["dependencies"]["candor-functions"];
    assert_eq!(functions["default-features"].as_bool(), Some(false));
    let own = std::fs::read_to_string(place("functions").join("Cargo.toml")).expect("a manifest");
    let own: toml::Table = own.parse().expect("TOML");
    assert_eq!(
        own["dependencies"]["rmcp"]["optional"].as_bool(),
        Some(true)
    );
    for name in ORDER.iter().filter(|name| **name != "functions") {
        let text = std::fs::read_to_string(place(name).join("Cargo.toml")).expect("a manifest");
        assert!(!text.contains("\"serve\""), "`{name}` asks for the servers");
    }
}

/// The test servers share no code with the product, so that mistakes cannot cancel out.
#[test]
fn the_testkit_knows_nothing_of_the_product() {
    let text = std::fs::read_to_string(root().join("testkit/Cargo.toml")).expect("a manifest");
    assert!(!text.contains("candor-model") && !text.contains("candor-wire"));
}
