//! Tokens from an OAuth server.

use candor_testkit::http_api::{ClientAuth, CredentialGuard, HttpApi, TokenEndpoint, TokenPlan};
use candor_testkit::{assert_contains, wait_until};
use futures_util::future::join_all;
use serde_json::json;

use super::gateway::{ApiGateway, call, done, refused};
use super::schemes::SECURED;
use super::until;

const CLIENT: &str = "[sources.api.variables]\nAPI_OAUTH_CLIENT_ID = \"me:&\"\nAPI_OAUTH_CLIENT_SECRET = \"s3cret é+\"\n";

fn plan() -> TokenPlan {
    TokenPlan::new("me:&", "s3cret é+")
}

async fn stage(plan: TokenPlan) -> (ApiGateway, TokenEndpoint) {
    let api = HttpApi::start().expect("an API");
    let tokens = api.tokens("/token", plan);
    api.require("/oauth", CredentialGuard::issued_by(&tokens));
    (ApiGateway::before(api, SECURED, CLIENT, &[]).await, tokens)
}

/// Many calls at once, one token.
#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_fetched_once() {
    let (stage, tokens) = stage(plan()).await;
    let calls = (0..12).map(|_| async {
        let mut client = stage.client().await;
        for _ in 0..3 {
            done(&mut client, "by_oauth", &json!({})).await;
        }
    });
    join_all(calls).await;
    let counts = tokens.counts();
    assert_eq!(
        (counts.granted, counts.by_basic, counts.refused),
        (1, 1, 0),
        "{counts:?}"
    );
    assert_eq!(stage.api.count("GET", "/oauth"), 36);

    // Other permissions are another token.
    let mut client = stage.client().await;
    done(&mut client, "write_by_oauth", &json!({})).await;
    assert_eq!(tokens.counts().granted, 2);
    let asked = stage.api.requests().into_iter();
    let scopes: Vec<_> = asked
        .filter(|request| request.path() == "/token")
        .map(|request| request.form().into_iter().find(|(name, _)| name == "scope"))
        .map(|scope| scope.expect("a scope").1)
        .collect();
    assert_eq!(scopes, ["read", "read write"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_expires_is_fetched_again() {
    let (stage, tokens) = stage(plan().expires_in(2)).await;
    let mut client = stage.client().await;
    done(&mut client, "by_oauth", &json!({})).await;
    let first = tokens.latest();
    until("another token", async || {
        done(&mut client, "by_oauth", &json!({})).await;
        (tokens.latest() != first).then_some(())
    })
    .await;
    // It was given up in time: no call was refused.
    assert_eq!(
        stage.api.count("GET", "/oauth"),
        stage.api.requests().len() - 2
    );
    assert_eq!(tokens.counts().refused, 0);
}

/// A token that the API refuses is exchanged once, and no more.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_is_fetched_again() {
    let (stage, tokens) = stage(plan()).await;
    let mut client = stage.client().await;
    done(&mut client, "by_oauth", &json!({})).await;
    tokens.expire();
    done(&mut client, "by_oauth", &json!({})).await;
    assert_eq!(tokens.counts().granted, 2);
    assert_eq!(stage.api.count("GET", "/oauth"), 3);
    // Who refuses has done nothing, so this holds for what cannot be repeated, too.
    tokens.expire();
    done(&mut client, "write_by_oauth", &json!({})).await;

    stage
        .api
        .require("/oauth", CredentialGuard::bearer("never"));
    stage.api.clear();
    let said = refused(&mut client, "by_oauth", &json!({})).await;
    assert_contains(&said, "401");
    assert_contains(&said, "a person must renew it");
    assert_eq!(stage.api.count("GET", "/oauth"), 2);
    assert_eq!(stage.api.count("POST", "/token"), 1);
}

/// First in the header, then in the form, for servers that look there only.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_says_who_it_is_in_either_way() {
    let (stage, tokens) = stage(plan().client_auth(ClientAuth::Form)).await;
    let mut client = stage.client().await;
    done(&mut client, "by_oauth", &json!({})).await;
    let counts = tokens.counts();
    assert_eq!(
        (counts.by_form, counts.by_basic, counts.refused),
        (1, 0, 1),
        "{counts:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_token_the_api_is_not_asked() {
    let (stage, _tokens) = stage(TokenPlan::new("me:&", "another")).await;
    let mut client = stage.client().await;
    let said = refused(&mut client, "by_oauth", &json!({})).await;
    assert!(said.contains("invalid_client"), "{said}");
    assert!(said.contains("nothing was sent to the API"), "{said}");
    assert!(!said.contains("s3cret"), "{said}");
    assert_eq!(stage.api.count("GET", "/oauth"), 0);
}

/// An API that a user has authorized, in the environment `prod`; each refresh token can be
/// used once.
async fn consented() -> (ApiGateway, TokenEndpoint) {
    let api = HttpApi::start().expect("an API");
    let tokens = api.tokens("/consent/token", plan().rotating());
    api.require("/consent", CredentialGuard::issued_by(&tokens));
    let stage = ApiGateway::before(api, SECURED, "", &[]).await;
    stage.fine(&["environment", "create", "prod"]);
    wait_until("the environment", async || {
        stage.read("/environments/prod").await["name"] == "prod"
    })
    .await;
    for (name, value) in [
        ("API_CONSENT_CLIENT_ID", "me:&".to_owned()),
        ("API_CONSENT_CLIENT_SECRET", "s3cret é+".to_owned()),
        ("API_CONSENT_REFRESH_TOKEN", tokens.sign_in()),
    ] {
        let path = format!("/environments/prod/variables/{name}");
        let body = json!({"value": value, "secret": true});
        stage.write(reqwest::Method::PUT, &path, &body).await;
    }
    (stage, tokens)
}

/// Waits until so many exchanges are written down, and gives their records.
async fn written(stage: &ApiGateway, count: usize) -> String {
    until("what was written down", async || {
        let changes = stage
            .read("/audit/changes?action=environment.renew-variable")
            .await;
        let items = changes["items"].as_array().expect("items");
        (items.len() == count).then(|| changes.to_string())
    })
    .await
}

/// A refresh token that is exchanged with every use is kept in the environment: a gateway that
/// starts again has the one that is good.
#[tokio::test(flavor = "multi_thread")]
async fn a_rotated_refresh_token_outlives_the_gateway() {
    let (stage, tokens) = consented().await;
    let mut client = stage.client_in("prod").await;
    done(&mut client, "by_consent", &json!({})).await;
    // Used up, exchanged, used again: within one process it never needs the store.
    tokens.expire();
    done(&mut client, "by_consent", &json!({})).await;
    assert_eq!(tokens.counts().refreshed, 2);
    let said = written(&stage, 2).await;
    assert!(
        said.contains("API_CONSENT_REFRESH_TOKEN") && !said.contains("refresh-"),
        "{said}"
    );

    let stage = stage.restart().await;
    let mut client = stage.client_in("prod").await;
    done(&mut client, "by_consent", &json!({})).await;
    assert_eq!(tokens.counts().refreshed, 3);
    assert_eq!(tokens.counts().refused, 0);
    // The plain endpoint has no consent.
    let result = call(&mut stage.client().await, "by_consent", &json!({})).await;
    assert_eq!(result["isError"], true, "{result}");
}

/// What was exchanged is news for the store, and no reason to fetch another token.
#[tokio::test(flavor = "multi_thread")]
async fn a_token_stays_good_while_its_refresh_token_changes() {
    let (stage, tokens) = consented().await;
    let mut client = stage.client_in("prod").await;
    done(&mut client, "by_consent", &json!({})).await;
    written(&stage, 1).await;
    // Whenever the gateway reads the environment anew, the token is the same.
    stage.fine(&["environment", "set", "prod", "OTHER", "x"]);
    for _ in 0..60 {
        done(&mut client, "by_consent", &json!({})).await;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(tokens.counts().refreshed, 1, "{:?}", tokens.counts());
    assert_eq!(tokens.counts().refused, 0, "{:?}", tokens.counts());
}
