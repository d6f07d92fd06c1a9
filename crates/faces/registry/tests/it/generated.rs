//! A client that was generated from the official OpenAPI document, as the judge of ours.

use std::future::IntoFuture as _;

use candor_schema::SchemaValidator;
use serde_json::{Value, json};

use crate::official::OfficialRegistry;
use crate::world::RegistryWorld;

/// What the generated client makes of an address.
async fn read(official: OfficialRegistry, world: &RegistryWorld) -> Value {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a listener");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(axum::serve(listener, world.router.clone()).into_future());
    let url = format!("http://{address}");
    let ran = tokio::task::spawn_blocking(move || {
        official.run(
            include_str!("generated/client.py"),
            &[&url, "com.example/all"],
        )
    });
    let said = ran.await.expect("an answer");
    server.abort();
    said
}

/// A schema of the document, by its name.
fn schema(document: &Value, name: &str) -> SchemaValidator {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("#/components/schemas/{name}"),
        "components": document["components"],
    });
    SchemaValidator::compile(&schema).expect("a schema")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_generated_client_reads_every_answer() {
    let Some(official) = OfficialRegistry::installed() else {
        return;
    };
    let world = RegistryWorld::open().await;
    for name in ["alpha", "beta", "gamma"] {
        world.toolset(name, "shop.*", "For readers").await;
    }
    let said = read(official, &world).await;
    let document = &said["document"];
    let answers = said["answers"].as_array().expect("answers");
    let mut names = Vec::new();
    let mut broken = 0;
    for answer in answers {
        let (what, raw) = (answer["what"].as_str().expect("a word"), &answer["raw"]);
        let (status, form) = match what {
            "page" | "versions" | "found" => (200, "ServerList"),
            "version" => (200, "ServerResponse"),
            _ => (404, ""),
        };
        assert_eq!(answer["status"], status, "{answer}");
        // Nothing was lost on the way through the generated types, which write times in their own way.
        let parsed = answer["parsed"].to_string().replace("+00:00", "Z");
        let parsed: Value = serde_json::from_str(&parsed).expect("JSON");
        assert_eq!(parsed, *raw, "{what}");
        if form.is_empty() {
            assert!(raw["error"].is_string(), "{answer}");
            continue;
        }
        let form = schema(document, form);
        let violations = form.violations(raw);
        assert!(violations.is_empty(), "{what}: {violations:?} {raw}");
        // The check can fail.
        let mut wrong = raw.clone();
        let entry = match what {
            "version" => &mut wrong,
            _ => &mut wrong["servers"][0],
        };
        entry["server"]["version"] = json!(7);
        broken += usize::from(!form.violations(&wrong).is_empty());
        if what == "page" {
            let servers = raw["servers"].as_array().expect("servers").iter();
            names.extend(servers.map(|entry| entry["server"]["name"].clone()));
        }
    }
    assert_eq!(names, world.names("").await);
    let of = |word: &str| {
        answers
            .iter()
            .filter(|answer| answer["what"] == word)
            .count()
    };
    assert_eq!(
        (of("page"), of("found"), of("versions")),
        (3, 1, 1),
        "{answers:#?}"
    );
    assert_eq!(
        (of("version"), of("no server"), of("no version")),
        (1, 1, 1)
    );
    assert_eq!(broken, 6);
}
