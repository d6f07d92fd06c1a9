//! The layering of ARCHITECTURE.md, checked against the folders and the manifests: a crate uses
//! its own layer and those below it, and a library stays in its home.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The layers, lowest first, each a folder. Packs are tools on the functions framework.
const LAYERS: [&str; 7] = [
    "crates/core",
    "crates/effects",
    "packs",
    "crates/gateway",
    "crates/faces",
    "crates/dashboard",
    "crates/app",
];

/// The faces, which never know each other. `web` and `webhook` are shared by them.
const FACES: [&str; 4] = ["mcp", "api", "registry-server", "dashboard-site"];

/// Crates that serve HTTP, or make responses for those that do, without being a page of the dashboard.
const AXUM: [&str; 7] = [
    "bookshop",
    "functions",
    "mcp",
    "api",
    "registry-server",
    "server",
    "web",
];

/// Libraries that only their home may use.
const HOMES: [(&str, &[&str]); 53] = [
    ("sqlx", &["store"]),
    ("jsonschema", &["schema"]),
    ("unicode-normalization", &["schema"]),
    ("async-recursion", &["boxed"]),
    ("toml", &["config", "lint-files", "verify-run"]),
    ("toml_edit", &["config", "lint-files", "adopt"]),
    ("jsonc-parser", &["adopt"]),
    ("similar", &["adopt"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("comfy-table", &["cli"]),
    ("indicatif", &["cli"]),
    ("anyhow", &["cli"]),
    ("prometheus-client", &["gateway"]),
    ("tracing-subscriber", &["server"]),
    ("pulldown-cmark", &["dashboard-kit"]),
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
    ("sqlparser", &["sql"]),
    ("percent-encoding", &["rest", "text", "nextcloud"]),
    ("hyper-rustls", &["egress", "wire"]),
    ("httparse", &["wire"]),
    ("async-compression", &["egress"]),
    ("jaq-core", &["jq"]),
    ("jaq-json", &["jq"]),
    ("jaq-std", &["jq"]),
    ("memmap2", &["mapped-file"]),
    (
        "rustix",
        &[
            "wire",
            "sandbox",
            "confine",
            "server",
            "store",
            "mapped-file",
        ],
    ),
    ("landlock", &["sandbox", "confine"]),
    ("libc", &["confine"]),
    ("seccompiler", &["sandbox"]),
    ("rmcp", &["functions"]),
    ("schemars", &["functions", "gs1", "nextcloud"]),
    ("swc_ts_fast_strip", &["script"]),
    ("swc_common", &["script"]),
    ("rquickjs", &["script"]),
    ("qrcode", &["qr"]),
    ("png", &["gs1"]),
    ("csv", &["gs1"]),
    ("quick-xml", &["nextcloud"]),
    ("calcard", &["nextcloud"]),
    ("chrono", &["nextcloud"]),
];

/// One crate of the workspace.
struct WorkspaceCrate {
    /// Its name without `candor-`.
    name: String,
    layer: usize,
    folder: PathBuf,
}

impl WorkspaceCrate {
    fn manifest_text(&self) -> String {
        std::fs::read_to_string(self.folder.join("Cargo.toml")).expect("a manifest")
    }

    fn manifest(&self) -> toml::Table {
        self.manifest_text().parse().expect("TOML")
    }

    fn is_page(&self) -> bool {
        LAYERS[self.layer] == "crates/dashboard"
    }

    /// What it uses outside its tests, on any system.
    fn dependencies(&self) -> BTreeSet<String> {
        let manifest = self.manifest();
        let targets = manifest.get("target").and_then(toml::Value::as_table);
        let targets = targets.into_iter().flat_map(toml::Table::values);
        let tables = targets.filter_map(|target| target.get("dependencies"));
        tables
            .chain([&manifest["dependencies"]])
            .flat_map(|table| table.as_table().expect("a table").keys())
            .cloned()
            .collect()
    }

    fn uses(&self, other: &str) -> bool {
        self.dependencies().contains(&format!("candor-{other}"))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .to_owned()
}

/// Every crate that is shipped.
fn members() -> Vec<WorkspaceCrate> {
    let mut members = Vec::new();
    for (layer, folder) in LAYERS.iter().enumerate() {
        let folder = root().join(folder);
        let folders = if folder.join("Cargo.toml").exists() {
            vec![folder]
        } else {
            let entries = std::fs::read_dir(folder).expect("a layer");
            entries
                .map(|entry| entry.expect("an entry").path())
                .collect()
        };
        for folder in folders {
            let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
            let manifest: toml::Table = manifest.parse().expect("TOML");
            let package = manifest["package"]["name"].as_str().expect("a name");
            let name = package.strip_prefix("candor-").unwrap_or("cli").to_owned();
            members.push(WorkspaceCrate {
                name,
                layer,
                folder,
            });
        }
    }
    assert!(members.len() > 30, "the crates were not found");
    members
}

fn member(name: &str) -> WorkspaceCrate {
    let mut members = members().into_iter();
    members.find(|member| member.name == name).expect("a crate")
}

#[test]
fn arrows_point_downward_only() {
    let members = members();
    for member in &members {
        for used in member.dependencies() {
            let Some(used) = used.strip_prefix("candor-") else {
                continue;
            };
            let other = members.iter().find(|other| other.name == used);
            let other = other.expect("a crate of a layer");
            assert!(
                other.layer <= member.layer,
                "`{}` must not use `{used}`",
                member.name
            );
        }
    }
}

#[test]
fn the_core_is_pure() {
    for member in members().iter().filter(|member| member.layer == 0) {
        let name = &member.name;
        for library in ["tokio", "reqwest", "hyper-util", "sqlx", "jiff", "tracing"] {
            // Times are formatted there; that it looks at no clock is checked below.
            let shows = name == "text" && library == "jiff";
            let used = member.dependencies().contains(library) && !shows;
            assert!(!used, "`{name}` must not use `{library}`");
        }
    }
}

#[test]
fn the_core_looks_at_no_clock() {
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
    let core = members();
    let core = core.iter().filter(|member| member.layer == 0);
    for member in core.filter(|member| member.name != "model") {
        let mut found = Vec::new();
        sources(&member.folder.join("src"), &mut found);
        assert!(!found.is_empty(), "`{}` has sources", member.name);
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
        for other in FACES.iter().filter(|other| **other != face) {
            assert!(!member(face).uses(other), "`{face}` must not use `{other}`");
        }
    }
}

#[test]
fn pages_of_the_dashboard_never_know_each_other() {
    let members = members();
    let pages = |member: &&WorkspaceCrate| {
        member.is_page() && !["dashboard-kit", "dashboard-site"].contains(&member.name.as_str())
    };
    for page in members.iter().filter(pages) {
        let others = members
            .iter()
            .filter(pages)
            .map(|other| other.name.as_str());
        for other in others.chain(FACES).filter(|other| *other != page.name) {
            assert!(!page.uses(other), "`{}` must not use `{other}`", page.name);
        }
    }
}

#[test]
fn libraries_stay_at_home() {
    for member in members() {
        let used = member.dependencies();
        let name = member.name.as_str();
        for (library, homes) in HOMES {
            assert!(
                !used.contains(library) || homes.contains(&name),
                "`{library}` is not at home in `{name}`"
            );
        }
        let serves = member.is_page() || AXUM.contains(&name);
        assert!(!used.contains("axum") || serves, "`{name}` serves no HTTP");
        assert!(
            !used.contains("askama") || member.is_page(),
            "`{name}` is no page"
        );
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
    let own = member("functions").manifest();
    assert_eq!(
        own["dependencies"]["rmcp"]["optional"].as_bool(),
        Some(true)
    );
    for member in members().iter().filter(|member| member.name != "functions") {
        let text = member.manifest_text();
        assert!(
            !text.contains("\"serve\""),
            "`{}` asks for the servers",
            member.name
        );
    }
}

/// The test servers share no code with the product, so that mistakes cannot cancel out.
#[test]
fn the_testkit_knows_nothing_of_the_product() {
    let text = std::fs::read_to_string(root().join("testkit/Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = text.parse().expect("TOML");
    let tables = ["dependencies", "dev-dependencies"].map(|table| manifest.get(table));
    let tables = tables.into_iter().flatten();
    for name in tables.flat_map(|table| table.as_table().expect("a table").keys()) {
        assert!(
            !name.starts_with("candor"),
            "`testkit` must not use `{name}`"
        );
    }
}
