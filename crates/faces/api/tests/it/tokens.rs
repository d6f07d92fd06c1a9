//! `/tokens`.

use serde_json::json;

use crate::fixture::{ApiFixture, strings};

#[tokio::test]
async fn a_token_is_made_used_and_taken_back() {
    let world = ApiFixture::shop().await;
    let body = json!({"name": "ci", "roles": ["viewer", "caller"], "expires_in": "90d"});
    let made = world.post("/tokens", body).send().await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let view = made.json();
    let text = view["text"].as_str().expect("the text").to_owned();
    assert_eq!(view["roles"], json!(["viewer", "caller"]));
    assert_eq!(view["works"], true);
    assert_eq!(view["created_by"], "local");
    assert!(view["expires"].is_string());
    let me = world.get("/tools").by(&text).send().await;
    assert_eq!(me.status, 200);

    let forever = json!({"name": "ada", "roles": ["admin"], "expires_in": null, "why": "boss"});
    let ada = world.post("/tokens", forever).gives(201).await;
    assert_eq!(ada["expires"], json!(null));
    // From here on, no text may be seen.
    world.heard.lock().expect("no panic").clear();
    let list = world.json("/tokens").await;
    assert_eq!(
        strings(&list["items"], "name"),
        ["ada", "ci"],
        "newest first"
    );
    let id = view["id"].as_str().expect("an id");
    let gone = world
        .delete(&format!("/tokens/{id}?why=leaked"))
        .send()
        .await;
    assert_eq!(gone.status, 204);
    let used = world.get("/tools").by(&text);
    used.refused(401, "unrecognised", "was taken back").await;
    let again = world.delete(&format!("/tokens/{id}"));
    again
        .refused(404, "unknown", "that could be taken back")
        .await;
    let list = world.json("/tokens").await;
    let ci = &list["items"][1];
    assert_eq!(ci["works"], false);
    assert!(ci["revoked"].is_string());
    // The name is free again.
    let again = json!({"name": "ci", "roles": ["caller"]});
    let other = world.post("/tokens", again).send().await;
    assert_eq!(other.status, 201, "{}", other.text);
    let other = other.json()["text"].as_str().expect("the text").to_owned();

    let changes = world.json("/audit/changes?action=tokens.").await;
    assert_eq!(
        strings(&changes["items"], "action"),
        [
            "tokens.create",
            "tokens.revoke",
            "tokens.create",
            "tokens.create"
        ]
    );
    assert_eq!(changes["items"][1]["why"], "leaked");
    let heard = world.heard.lock().expect("no panic").replace(&other, "");
    for text in [
        &text,
        &other,
        &ada["text"].as_str().expect("text").to_owned(),
    ] {
        let secret = text.rsplit('_').next().expect("a secret");
        let digest = candor_model::Digest::of(secret).to_string();
        assert!(!heard.contains(secret), "no text");
        assert!(!heard.contains(&digest), "no digest");
    }
}

#[tokio::test]
async fn nonsense_is_refused() {
    let world = ApiFixture::shop().await;
    let roles = json!(["viewer"]);
    world
        .post("/tokens", json!({"name": "ci", "roles": roles}))
        .gives(201)
        .await;
    for (body, status, kind, part) in [
        (json!({"name": "ci", "roles": roles}), 409, "exists", "ci"),
        (
            json!({"name": "local", "roles": roles}),
            422,
            "invalid",
            "`local` is whoever needs no token",
        ),
        (
            json!({"name": "A b", "roles": roles}),
            422,
            "invalid",
            "`A b` is no name for a token",
        ),
        (
            json!({"name": "", "roles": roles}),
            422,
            "invalid",
            "`` is no name for a token",
        ),
        (
            json!({"name": "x", "roles": []}),
            422,
            "invalid",
            "a token needs at least one role",
        ),
        (
            json!({"name": "x", "roles": ["root"]}),
            422,
            "invalid",
            "unknown variant `root`",
        ),
        (
            json!({"name": "x", "roles": "viewer"}),
            422,
            "invalid",
            "expected a sequence",
        ),
        (
            json!({"roles": roles}),
            422,
            "invalid",
            "missing field `name`",
        ),
        (
            json!({"name": "x"}),
            422,
            "invalid",
            "missing field `roles`",
        ),
        (
            json!({"name": "x", "roles": roles, "text": "mine"}),
            422,
            "invalid",
            "unknown field `text`",
        ),
        (
            json!({"name": "x", "roles": roles, "expires_in": "soon"}),
            422,
            "invalid",
            "`expires_in` is `soon`",
        ),
        (
            json!({"name": "x", "roles": roles, "expires_in": "0d"}),
            422,
            "invalid",
            "`expires_in` is `0d`",
        ),
        (
            json!({"name": "x", "roles": roles, "expires_in": 90}),
            422,
            "invalid",
            "invalid type: integer `90`",
        ),
    ] {
        world
            .post("/tokens", body)
            .refused(status, kind, part)
            .await;
    }
    for path in [
        "/tokens/nope",
        "/tokens/00000000-0000-7000-8000-000000000000",
        "/tokens/%00",
    ] {
        let ask = world.delete(path);
        ask.refused(404, "unknown", "there is no token `").await;
    }
    let list = world.json("/tokens").await;
    assert_eq!(strings(&list["items"], "name"), ["ci"]);
    let ask = world.get("/tokens?after=x");
    ask.refused(400, "malformed", "`after` is `x`").await;
}

#[tokio::test]
async fn lists_go_on_where_the_last_page_ended() {
    let world = ApiFixture::shop().await;
    for number in 0..5 {
        world.token(&format!("t{number}"), "viewer").await;
    }
    let (mut names, mut after) = (Vec::new(), String::new());
    for _ in 0..10 {
        let page = world.json(&format!("/tokens?limit=2{after}")).await;
        names.extend(strings(&page["items"], "name"));
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!(names, ["t4", "t3", "t2", "t1", "t0"]);
}
