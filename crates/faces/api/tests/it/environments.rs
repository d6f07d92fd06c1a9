//! `/environments`.

use candor_gateway::{DeclaredEnvironment, FileDeclarations};
use candor_model::{
    Environment, EnvironmentName, EnvironmentVariable, Secret, VariableName, VariableValue,
};
use serde_json::json;

use crate::fixture::{ApiFixtureBuilder, count, refuse_all, shows, strings};

const PROD: &str = "/environments/prod";

#[tokio::test]
async fn making_changing_and_removing() {
    let world = ApiFixtureBuilder::default().start().await;
    let body = json!({"name": "prod", "description": "The real one.", "profile": "explicit"});
    let made = world.post("/environments", body).sent(201).await;
    assert_eq!(made.header("location"), Some("/api/v1/environments/prod"));
    let view = made.json();
    shows!(view, {"profile": "explicit", "provenance": null, "variables": [], "declared": false});

    let read = world.get(PROD).send().await;
    assert_eq!((read.etag(), read.json()), (made.etag(), view));
    world
        .get(PROD)
        .header("if-none-match", made.etag())
        .sent(304)
        .await;

    let body = json!({"profile": null, "provenance": true});
    let edited = world
        .patch(PROD, body)
        .if_match(made.etag())
        .sent(200)
        .await;
    let view = edited.json();
    assert_eq!(
        view["description"], "The real one.",
        "what is not mentioned stays"
    );
    shows!(view, {"profile": null, "provenance": true});
    let stale = world
        .patch(PROD, json!({"description": "x"}))
        .if_match(made.etag());
    let stale = stale
        .refused(412, "changed", "the environment `prod` has changed")
        .await;
    assert_eq!(stale.etag(), edited.etag());
    let stale = world.delete(PROD).if_match(made.etag());
    stale.refused(412, "changed", "read it again").await;

    world.environment("dev").await;
    let all = world.json("/environments").await;
    assert_eq!(strings(&all["items"], "name"), ["dev", "prod"]);
    let gone = world
        .delete(&format!("{PROD}?why=over"))
        .if_match(edited.etag());
    gone.sent(204).await;
    world
        .get(PROD)
        .unknown("there is no environment `prod`")
        .await;
}

#[tokio::test]
async fn nonsense_is_refused() {
    let world = ApiFixtureBuilder::default().start().await;
    world.environment("prod").await;
    let rows = json!([
        [409, "exists", {"name": "prod"}, "prod"],
        [422, "invalid", {"name": "P"}, "`P` cannot be the name of an environment"],
        [422, "invalid", {}, "missing field `name`"],
        [422, "invalid", {"name": "x1", "profile": "loud"}, "unknown variant `loud`"],
        [422, "invalid", {"name": "x1", "colour": 1}, "unknown field `colour`"],
        [422, "invalid", {"name": "x1", "description": "a\u{0}b"}, "U+0000"],
    ]);
    refuse_all(&rows, |body| world.post("/environments", body)).await;
    let edit = || world.patch(PROD, json!({"description": "x"}));
    edit()
        .refused(428, "precondition-required", "the environment `prod`")
        .await;
    edit()
        .if_match("nonsense")
        .refused(400, "malformed", "`nonsense`")
        .await;
    let bare = world.delete(PROD);
    bare.refused(428, "precondition-required", "or `*` for whatever is there")
        .await;
    let unknown = world.patch("/environments/nope", json!({"description": "x"}));
    let unknown = unknown.if_match("*");
    unknown.unknown("there is no environment `nope`").await;
    let odd = world.get("/environments/NO%2FPE");
    odd.unknown("`NO/PE` cannot be the name of an environment")
        .await;
    let body = world.delete(PROD).if_match("*").body("{}");
    body.refused(400, "malformed", "takes no body").await;
    assert_eq!(count(&world.json("/environments").await), 1);
}

#[tokio::test]
async fn variables_are_set_shown_and_removed() {
    let world = ApiFixtureBuilder::default().start().await;
    world.environment("prod").await;
    let made = world.get(PROD).send().await;
    let path = |name: &str| format!("{PROD}/variables/{name}");
    let plain = json!({"value": "https://api.example", "secret": false});
    let set = world.put(&path("BASE"), plain).sent(200).await;
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
    let rows = json!([
        [422, "invalid", {"value": "a\u{0}"}, "it should be an object with `value`"],
        [422, "invalid", {"value": "a\u{0}", "secret": false}, "NUL"],
    ]);
    refuse_all(&rows, |body| world.put(&path("X"), body)).await;
    let odd = world.put(&path("1X"), value.clone());
    odd.refused(422, "invalid", "`1X` cannot be the name of a variable")
        .await;
    let nowhere = world.put("/environments/nope/variables/X", value.clone());
    nowhere.unknown("there is no environment `nope`").await;
    let conditional = world.put(&path("X"), value).if_match("\"v1\"");
    conditional
        .refused(400, "malformed", "leave `If-Match` out")
        .await;
    let gone = world.delete(&path("BASE")).sent(204).await;
    assert_eq!(gone.etag(), world.get(PROD).send().await.etag());
    let again = world.delete(&path("BASE"));
    again.unknown("has no variable `BASE`").await;
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
    shows!(view, {"declared": true, "version": null});
    assert_eq!(
        view["variables"][0],
        json!({"name": "TOKEN", "value": null, "secret": true})
    );
    let part = "the environment `prod` is declared in candor.toml:9";
    let body = json!({"description": "x"});
    world
        .patch(PROD, body)
        .if_match("*")
        .refused(409, "declared", part)
        .await;
    world
        .delete(PROD)
        .if_match("*")
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
