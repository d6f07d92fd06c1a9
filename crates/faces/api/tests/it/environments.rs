//! `/environments`.

use candor_gateway::{DeclaredEnvironment, FileDeclarations};
use candor_model::{
    Environment, EnvironmentName, EnvironmentVariable, Secret, VariableName, VariableValue,
};
use serde_json::json;

use crate::fixture::{ApiFixtureBuilder, strings};

const PROD: &str = "/environments/prod";

#[tokio::test]
async fn making_changing_and_removing() {
    let world = ApiFixtureBuilder::default().start().await;
    let body = json!({"name": "prod", "description": "The real one.", "profile": "explicit"});
    let made = world.post("/environments", body).send().await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(made.header("location"), Some("/api/v1/environments/prod"));
    let view = made.json();
    assert_eq!(view["profile"], "explicit");
    assert_eq!(view["provenance"], json!(null));
    assert_eq!(view["variables"], json!([]));
    assert_eq!(view["declared"], false);

    let read = world.get(PROD).send().await;
    assert_eq!((read.etag(), read.json()), (made.etag(), view));
    let known = world
        .get(PROD)
        .header("if-none-match", made.etag())
        .send()
        .await;
    assert_eq!(known.status, 304);

    let body = json!({"profile": null, "provenance": true});
    let edited = world
        .patch(PROD, body)
        .header("if-match", made.etag())
        .send()
        .await;
    assert_eq!(edited.status, 200, "{}", edited.text);
    let view = edited.json();
    assert_eq!(
        view["description"], "The real one.",
        "what is not mentioned stays"
    );
    assert_eq!(
        (&view["profile"], &view["provenance"]),
        (&json!(null), &json!(true))
    );
    let stale = world
        .patch(PROD, json!({"description": "x"}))
        .header("if-match", made.etag());
    let stale = stale
        .refused(412, "changed", "the environment `prod` has changed")
        .await;
    assert_eq!(stale.etag(), edited.etag());
    let stale = world.delete(PROD).header("if-match", made.etag());
    stale.refused(412, "changed", "read it again").await;

    world
        .post("/environments", json!({"name": "dev"}))
        .gives(201)
        .await;
    let all = world.json("/environments").await;
    assert_eq!(strings(&all["items"], "name"), ["dev", "prod"]);
    let gone = world
        .delete(&format!("{PROD}?why=over"))
        .header("if-match", edited.etag());
    assert_eq!(gone.send().await.status, 204);
    world
        .get(PROD)
        .refused(404, "unknown", "there is no environment `prod`")
        .await;
}

#[tokio::test]
async fn nonsense_is_refused() {
    let world = ApiFixtureBuilder::default().start().await;
    world
        .post("/environments", json!({"name": "prod"}))
        .gives(201)
        .await;
    for (body, status, kind, part) in [
        (json!({"name": "prod"}), 409, "exists", "prod"),
        (
            json!({"name": "P"}),
            422,
            "invalid",
            "`P` cannot be the name of an environment",
        ),
        (json!({}), 422, "invalid", "missing field `name`"),
        (
            json!({"name": "x1", "profile": "loud"}),
            422,
            "invalid",
            "unknown variant `loud`",
        ),
        (
            json!({"name": "x1", "colour": 1}),
            422,
            "invalid",
            "unknown field `colour`",
        ),
        (
            json!({"name": "x1", "description": "a\u{0}b"}),
            422,
            "invalid",
            "U+0000",
        ),
    ] {
        world
            .post("/environments", body)
            .refused(status, kind, part)
            .await;
    }
    let edit = || world.patch(PROD, json!({"description": "x"}));
    edit()
        .refused(428, "precondition-required", "the environment `prod`")
        .await;
    edit()
        .header("if-match", "nonsense")
        .refused(400, "malformed", "`nonsense`")
        .await;
    let bare = world.delete(PROD);
    bare.refused(428, "precondition-required", "or `*` for whatever is there")
        .await;
    let unknown = world.patch("/environments/nope", json!({"description": "x"}));
    let unknown = unknown.header("if-match", "*");
    unknown
        .refused(404, "unknown", "there is no environment `nope`")
        .await;
    let odd = world.get("/environments/NO%2FPE");
    odd.refused(
        404,
        "unknown",
        "`NO/PE` cannot be the name of an environment",
    )
    .await;
    let body = world.delete(PROD).header("if-match", "*").body("{}");
    body.refused(400, "malformed", "takes no body").await;
    assert_eq!(
        world.json("/environments").await["items"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[tokio::test]
async fn variables_are_set_shown_and_removed() {
    let world = ApiFixtureBuilder::default().start().await;
    let made = world
        .post("/environments", json!({"name": "prod"}))
        .send()
        .await;
    let path = |name: &str| format!("{PROD}/variables/{name}");
    let plain = json!({"value": "https://api.example", "secret": false});
    let set = world.put(&path("BASE"), plain).send().await;
    assert_eq!(set.status, 200, "{}", set.text);
    assert_ne!(
        set.etag(),
        made.etag(),
        "a variable is a change of its environment"
    );
    let secret = json!({"value": "canary", "secret": true, "why": "rotated"});
    let view = world.put(&path("TOKEN"), secret).gives(200).await;
    assert_eq!(
        view["variables"],
        json!([
            {"name": "BASE", "value": "https://api.example", "secret": false},
            {"name": "TOKEN", "value": null, "secret": true},
        ])
    );
    let value = json!({"value": "x", "secret": false});
    for (name, body, status, kind, part) in [
        (
            "1X",
            value.clone(),
            422,
            "invalid",
            "`1X` cannot be the name of a variable",
        ),
        (
            "X",
            json!({"value": "a\u{0}"}),
            422,
            "invalid",
            "it should be an object with `value`",
        ),
        (
            "X",
            json!({"value": "a\u{0}", "secret": false}),
            422,
            "invalid",
            "NUL",
        ),
    ] {
        world
            .put(&path(name), body)
            .refused(status, kind, part)
            .await;
    }
    let nowhere = world.put("/environments/nope/variables/X", value.clone());
    nowhere
        .refused(404, "unknown", "there is no environment `nope`")
        .await;
    let conditional = world.put(&path("X"), value).header("if-match", "\"v1\"");
    conditional
        .refused(400, "malformed", "leave `If-Match` out")
        .await;
    let gone = world.delete(&path("BASE")).send().await;
    assert_eq!(gone.status, 204);
    assert_eq!(gone.etag(), world.get(PROD).send().await.etag());
    let again = world.delete(&path("BASE"));
    again
        .refused(404, "unknown", "has no variable `BASE`")
        .await;
}

#[tokio::test]
async fn what_the_file_declares_cannot_be_changed_here() {
    let environment = Environment {
        name: EnvironmentName::parse("prod").expect("a name"),
        description: "From the file.".to_owned(),
        profile: None,
        provenance: None,
    };
    let variable = EnvironmentVariable {
        name: VariableName::parse("TOKEN").expect("a name"),
        value: VariableValue::Secret(Secret::new("file-canary".to_owned())),
    };
    let declarations = FileDeclarations {
        environments: vec![DeclaredEnvironment {
            environment,
            variables: vec![variable],
            place: "candor.toml:9".to_owned(),
        }],
        ..FileDeclarations::default()
    };
    let world = ApiFixtureBuilder::default()
        .declare(declarations)
        .start()
        .await;
    let read = world.get(PROD).send().await;
    assert_eq!(read.header("etag"), None, "there is no version to name");
    let view = read.json();
    assert_eq!(
        (&view["declared"], &view["version"]),
        (&json!(true), &json!(null))
    );
    assert_eq!(
        view["variables"][0],
        json!({"name": "TOKEN", "value": null, "secret": true})
    );
    let part = "the environment `prod` is declared in candor.toml:9";
    let body = json!({"description": "x"});
    world
        .patch(PROD, body)
        .header("if-match", "*")
        .refused(409, "declared", part)
        .await;
    world
        .delete(PROD)
        .header("if-match", "*")
        .refused(409, "declared", part)
        .await;
    world
        .post("/environments", json!({"name": "prod"}))
        .refused(409, "declared", part)
        .await;
    let body = json!({"value": "x", "secret": false});
    let variable = world.put(&format!("{PROD}/variables/TOKEN"), body);
    variable.refused(409, "declared", part).await;
    assert!(
        !world
            .heard
            .lock()
            .expect("no panic")
            .contains("file-canary")
    );
}
