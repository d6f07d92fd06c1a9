//! Documents that are written differently, and the tools that come of them.
//!
//! Each is a small excerpt of a fictional API, in the style of a well-known one; its first lines
//! describe its peculiarities. The snapshot has what a user of it would see.

use std::path::{Path, PathBuf};

use candor_openapi::{DocumentBundle, ToolOptions, parse, read, tools};

use crate::render::render;
use crate::usable::check_tool;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden")
}

/// The document with all files that it wants and that are there.
fn bundle(file: &str) -> DocumentBundle {
    let path = folder().join(file);
    let bytes = std::fs::read(&path).expect("a document");
    let mut bundle = DocumentBundle::new(file, parse(&bytes, file).expect("values"));
    while let Some(wanted) = bundle.wanted().into_iter().next() {
        let beside = path.with_file_name("").join(&wanted);
        let content = std::fs::read(beside).map_err(|_| "there is no such file".to_owned());
        let content = content.and_then(|it| parse(&it, &wanted).map_err(|it| it.to_string()));
        bundle.add(&wanted, content);
    }
    bundle
}

fn check(file: &str) {
    let api = read(&bundle(file)).expect("an API");
    let (tools, findings) = tools(&api, &ToolOptions::default());
    tools.iter().for_each(check_tool);
    let name = file.split(['.', '/']).next().expect("a name");
    insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(name, render(&api, &tools, &findings));
    });
}

macro_rules! golden {
    ($($name:ident: $file:literal,)*) => {
        $(#[test] fn $name() { check($file); })*

        /// Every document in the folder has a test.
        #[test]
        fn none_is_forgotten() {
            let mut listed = vec![$($file.split('/').next().expect("a name")),*];
            listed.sort_unstable();
            let found = std::fs::read_dir(folder()).expect("the folder");
            let mut found: Vec<_> = found
                .map(|it| it.expect("an entry").file_name().into_string().expect("text"))
                .collect();
            found.sort_unstable();
            assert_eq!(found, listed);
        }
    };
}

golden! {
    as_digitalocean: "digitalocean/openapi.yaml",
    as_discord: "discord.yaml",
    as_fastapi: "fastapi.json",
    as_github: "github.json",
    as_json_api: "jsonapi.yaml",
    as_kubernetes: "kubernetes.json",
    as_microsoft_graph: "graph.yaml",
    as_openapi_3_2: "newest.yaml",
    as_petstore: "petstore.yaml",
    as_slack: "slack.yaml",
    as_somebody_in_a_hurry: "sloppy.yaml",
    as_spotify: "spotify.yaml",
    as_stripe: "stripe.yaml",
    as_twilio: "twilio.yaml",
}
