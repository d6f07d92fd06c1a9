//! `/tokens`.

use serde_json::json;

use crate::fixture::{ApiFixture, refuse_all, shows, strings};

#[tokio::test]
async fn a_token_is_made_used_and_taken_back() {
    let world = ApiFixture::shop().await;
    let body = json!({"name": "ci", "roles": ["viewer", "caller"], "expires_in": "90d"});
    let made = world.post("/tokens", body).sent(201).await;
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let view = made.json();
    let text = view["text"].as_str().expect("the text").to_owned();
    shows!(view, {"roles": ["viewer", "caller"], "works": true, "created_by": "local"});
    assert!(view["expires"].is_string());
    world.get("/tools").by(&text).sent(200).await;

    let forever = json!({"name": "ada", "roles": ["admin"], "expires_in": "never", "why": "boss"});
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
    world
        .delete(&format!("/tokens/{id}?why=leaked"))
        .sent(204)
        .await;
    let used = world.get("/tools").by(&text);
    used.refused(401, "unrecognised", "expired or revoked")
        .await;
    let again = world.delete(&format!("/tokens/{id}"));
    again.unknown("to revoke").await;
    let list = world.json("/tokens").await;
    let ci = &list["items"][1];
    assert_eq!(ci["works"], false);
    assert!(ci["revoked"].is_string());
    // The name is free again.
    let again = json!({"name": "ci", "roles": ["caller"]});
    let other = world.post("/tokens", again).sent(201).await;
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
    let rows = json!([
        [409, "exists", {"name": "ci", "roles": roles}, "ci"],
        [422, "invalid", {"name": "local", "roles": roles}, "`local` stands for callers without a token"],
        [422, "invalid", {"name": "A b", "roles": roles}, "`A b` is no name for a token"],
        [422, "invalid", {"name": "", "roles": roles}, "`` is no name for a token"],
        [422, "invalid", {"name": "x", "roles": []}, "a token needs at least one role"],
        [422, "invalid", {"name": "x", "roles": ["root"]}, "unknown variant `root`"],
        [422, "invalid", {"name": "x", "roles": "viewer"}, "expected a sequence"],
        [422, "invalid", {"roles": roles}, "missing field `name`"],
        [422, "invalid", {"name": "x"}, "missing field `roles`"],
        [422, "invalid", {"name": "x", "roles": roles, "text": "mine"}, "unknown field `text`"],
        [422, "invalid", {"name": "x", "roles": roles, "expires_in": "soon"},
         "`expires_in` is `soon`"],
        [422, "invalid", {"name": "x", "roles": roles, "expires_in": "0d"}, "`expires_in` is `0d`"],
        [422, "invalid", {"name": "x", "roles": roles, "expires_in": 90},
         "invalid type: integer `90`"],
    ]);
    refuse_all(&rows, |body| world.post("/tokens", body)).await;
    for path in [
        "/tokens/nope",
        "/tokens/00000000-0000-7000-8000-000000000000",
        "/tokens/%00",
    ] {
        let ask = world.delete(path);
        ask.unknown("there is no token `").await;
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
    let pages = world.pages("/tokens?limit=2").await;
    let pages = pages.iter();
    let names: Vec<_> = pages
        .flat_map(|page| strings(&page["items"], "name"))
        .collect();
    assert_eq!(names, ["t4", "t3", "t2", "t1", "t0"]);
}
