//! Who may do what: every operation, asked for by everybody.

use serde_json::{Value, json};

use crate::fixture::{ApiFixture, TestRequest};

const ROLES: [&str; 5] = ["viewer", "caller", "approver", "editor", "admin"];

/// Everything that can be asked for, and some things that cannot.
fn operations() -> Vec<(&'static str, String)> {
    let document: Value = serde_json::from_str(&candor_api::document()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let mut all = Vec::new();
    for (path, item) in paths {
        let path = path.strip_prefix("/api/v1").expect("the prefix");
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            if item.get(method.to_ascii_lowercase()).is_some() {
                all.push((method, path.to_owned()));
            }
        }
    }
    for (method, path) in [
        ("HEAD", "/tools"),
        ("HEAD", "/tokens"),
        ("PUT", "/tools"),
        ("OPTIONS", "/tokens"),
        ("GET", "/"),
        ("GET", "/nothing"),
        ("DELETE", "/nothing/at/all"),
    ] {
        all.push((method, path.to_owned()));
    }
    all
}

/// A request with names that nothing has, and without a body: if it is let in, it comes to
/// nothing.
fn ask<'a>(world: &'a ApiFixture, method: &'static str, path: &str) -> TestRequest<'a> {
    let mut named = path.to_owned();
    for (name, value) in [
        ("{name}", "nope"),
        ("{pattern}", "no.pe"),
        ("{tool}", "no.pe"),
        ("{note}", "nope"),
        ("{variable}", "X"),
        ("{toolset}", "nope"),
        ("{id}", "nope"),
    ] {
        named = named.replace(name, value);
    }
    assert!(!named.contains('{'), "{named}");
    world.bare(method, &named)
}

#[tokio::test]
async fn every_operation_takes_the_role_that_was_agreed() {
    let world = ApiFixture::guarded().await;
    let mut tokens = Vec::new();
    for role in ROLES {
        tokens.push((role, world.token(role, role).await));
    }
    let row = |method: &str, path: &str, cells: &[&str]| {
        let cells: Vec<_> = cells.iter().map(|cell| format!("{cell:<9}")).collect();
        let row = format!("{method:<8}{path:<42}{}", cells.concat());
        row.trim_end().to_owned()
    };
    let names = ["nobody", "viewer", "caller", "approver", "editor", "admin"];
    let mut table = vec![row("", "", &names)];
    for (method, path) in operations() {
        let nobody = ask(&world, method, &path).send().await;
        assert_eq!(nobody.status, 401, "{method} {path}");
        let mut cells = vec!["401"];
        for (role, token) in &tokens {
            let reply = ask(&world, method, &path).by(token).send().await;
            let came = match reply.status {
                401 => "401",
                403 => "403",
                _ => "allowed",
            };
            if reply.status == 403 && method != "HEAD" {
                let problem = reply.json();
                assert_eq!(problem["type"], "urn:candor:problem:not-allowed");
                let detail = problem["detail"].as_str().expect("a sentence");
                let part = format!("; `{role}` has `{role}`");
                assert!(detail.contains(&part), "{detail}");
            }
            cells.push(came);
        }
        table.push(row(method, &path, &cells));
    }
    insta::assert_snapshot!(table.join("\n"));
}

#[tokio::test]
async fn nobody_gets_in_without_saying_who_they_are() {
    let world = ApiFixture::guarded().await;
    let token = world.token("ada", "viewer").await;
    let refused = world.get("/tools");
    let part = "send `Authorization: Bearer TOKEN`";
    let reply = refused.refused(401, "unrecognised", part).await;
    assert_eq!(
        reply.header("www-authenticate"),
        Some("Bearer realm=\"candor\"")
    );
    let invalid = "Bearer realm=\"candor\", error=\"invalid_token\"";
    for wrong in [
        "candor_x".to_owned(),
        token[..token.len() - 1].to_owned(),
        format!("{token}0"),
        format!("{}{}", &token[..token.len() - 1], 'x'),
    ] {
        let ask = world.get("/tools").by(&wrong);
        let reply = ask
            .refused(401, "unrecognised", "the token is unknown")
            .await;
        assert_eq!(reply.header("www-authenticate"), Some(invalid), "{wrong}");
        assert!(!reply.text.contains(&wrong), "what is presented is no echo");
    }
    for odd in ["Basic YWRhOng=", "Bearer", &token] {
        let ask = world.get("/tools").header("authorization", odd);
        let reply = ask.send().await;
        assert_eq!(reply.status, 401, "{odd}");
        assert!(reply.header("www-authenticate").is_some(), "{odd}");
        assert!(!reply.text.contains(&token));
    }
    // Not from the query string: it would be in every log.
    world
        .get(&format!("/tools?access_token={token}"))
        .sent(401)
        .await;
    world.get("/tools").by(&token).sent(200).await;
    // The host comes before the person.
    let foreign = world.get("/tools").header("host", "evil.example");
    foreign.refused(403, "forbidden", "evil.example").await;
}

#[tokio::test]
async fn a_token_that_was_taken_back_works_no_more() {
    let world = ApiFixture::guarded().await;
    let admin = world.token("root", "admin").await;
    let token = world.token("ada", "viewer").await;
    world.get("/tools").by(&token).sent(200).await;
    world.delete("/tokens/ada").by(&admin).sent(204).await;
    let ask = world.get("/tools").by(&token);
    ask.refused(401, "unrecognised", "expired or revoked").await;
}

#[tokio::test]
async fn a_bad_token_is_refused_where_none_is_needed() {
    let world = ApiFixture::shop().await;
    let token = world.token("ada", "viewer").await;
    world.get("/tools").sent(200).await;
    let bad = world.get("/tools").by("candor_x");
    bad.refused(401, "unrecognised", "the token is unknown")
        .await;
    // A user with a token has the token's roles, and no others.
    let body = json!({"name": "prod"});
    let ask = world.post("/environments", body).by(&token);
    ask.refused(403, "not-allowed", "this requires the role `admin`")
        .await;
}

#[tokio::test]
async fn changes_are_made_in_the_name_of_the_token() {
    let world = ApiFixture::guarded().await;
    let token = world.token("ada", "editor").await;
    let body = json!({"idempotent": true, "why": "tried it"});
    let changed = world.patch("/annotations/shop.add_book", body).by(&token);
    let entry = changed.gives(200).await;
    assert_eq!(entry["fields"]["idempotent"]["who"], "person ada");
    let page = world
        .get("/audit/changes?who=ada")
        .by(&token)
        .gives(200)
        .await;
    let change = &page["items"][0];
    assert_eq!(
        (&change["who"], &change["door"], &change["why"]),
        (&json!("ada"), &json!("api"), &json!("tried it"))
    );
}
