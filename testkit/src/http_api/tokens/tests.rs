use super::*;

const FORM: &str = "application/x-www-form-urlencoded";

fn ask(tokens: &TokenEndpoint, basic: Option<&str>, body: &str) -> (u16, Value) {
    let mut headers = vec![("content-type".to_owned(), FORM.to_owned())];
    if let Some(pair) = basic {
        let value = format!("Basic {}", STANDARD.encode(pair));
        headers.push(("authorization".to_owned(), value));
    }
    let request = ReceivedRequest {
        method: "POST".to_owned(),
        target: "/token".to_owned(),
        headers,
        body: body.as_bytes().to_vec(),
        head: Vec::new(),
    };
    let reply = tokens.answer(&request);
    assert!(reply.names("cache-control"));
    let bytes = reply.body.supply().next().expect("a body");
    (reply.status, serde_json::from_slice(&bytes).expect("JSON"))
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

#[test]
fn credentials_are_taken_in_both_ways() {
    let tokens = TokenEndpoint::new(TokenPlan::new("shop", "p&ss w:rd").expires_in(60));
    let grant = "grant_type=client_credentials";
    let (status, answer) = ask(&tokens, Some("shop:p%26ss+w%3Ard"), grant);
    assert_eq!((status, &answer["expires_in"]), (200, &json!(60)));
    assert!(tokens.is_good(&text(&answer["access_token"])));
    assert_eq!(tokens.latest(), Some(text(&answer["access_token"])));
    let body = format!("{grant}&client_id=shop&client_secret=p%26ss+w%3Ard&scope=a+b");
    let (status, answer) = ask(&tokens, None, &body);
    assert_eq!((status, &answer["scope"]), (200, &json!("a b")));
    assert_eq!(answer.get("refresh_token"), None);
    let expect = TokenCounts {
        granted: 2,
        by_basic: 1,
        by_form: 1,
        ..TokenCounts::default()
    };
    assert_eq!(tokens.counts(), expect);
}

#[test]
fn what_is_wrong_is_refused_as_the_standard_says() {
    let tokens = TokenEndpoint::new(TokenPlan::new("a", "b").client_auth(ClientAuth::Basic));
    let grant = "grant_type=client_credentials";
    for (basic, body, status, error) in [
        (Some("a:c"), grant.to_owned(), 401, "invalid_client"),
        (Some("x:b"), grant.to_owned(), 401, "invalid_client"),
        (None, grant.to_owned(), 401, "invalid_client"),
        (
            None,
            format!("{grant}&client_id=a&client_secret=b"),
            401,
            "invalid_client",
        ),
        (
            Some("a:b"),
            format!("{grant}&client_secret=b"),
            400,
            "invalid_request",
        ),
        (
            Some("a:b"),
            format!("{grant}&{grant}"),
            400,
            "invalid_request",
        ),
        (Some("a:b"), String::new(), 400, "invalid_request"),
        (
            Some("a:b"),
            "grant_type=password".to_owned(),
            400,
            "unsupported_grant_type",
        ),
        (
            Some("a:b"),
            "grant_type=refresh_token&refresh_token=x".to_owned(),
            400,
            "invalid_grant",
        ),
    ] {
        let (got, answer) = ask(&tokens, basic, &body);
        assert_eq!((got, &answer["error"]), (status, &json!(error)), "{body}");
    }
    let expect = TokenCounts {
        refused: 9,
        ..TokenCounts::default()
    };
    assert_eq!(tokens.counts(), expect);
    assert_eq!(tokens.latest(), None);
    let get = tokens.answer(&ReceivedRequest::default());
    assert_eq!(get.status, 405);
}

#[test]
fn a_rotating_refresh_token_is_good_once() {
    let tokens = TokenEndpoint::new(TokenPlan::new("a", "b").rotating());
    let first = tokens.sign_in();
    let refresh = |token: &str| {
        let body = format!("grant_type=refresh_token&refresh_token={token}");
        ask(&tokens, Some("a:b"), &body)
    };
    let (status, answer) = refresh(&first);
    assert_eq!(status, 200);
    assert_eq!(refresh(&first).0, 400);
    let second = text(&answer["refresh_token"]);
    assert_eq!(refresh(&second).0, 200);
    tokens.end_refresh_tokens();
    assert_eq!(refresh(&second).1["error"], "invalid_grant");
    assert_eq!((tokens.counts().refreshed, tokens.counts().refused), (2, 2));
}

#[test]
fn a_kept_refresh_token_stays_good_and_access_tokens_end() {
    let tokens = TokenEndpoint::new(TokenPlan::new("a", "b").refreshable().without_expiry());
    let (_, answer) = ask(&tokens, Some("a:b"), "grant_type=client_credentials");
    assert_eq!(answer.get("expires_in"), None);
    let body = format!(
        "grant_type=refresh_token&refresh_token={}",
        text(&answer["refresh_token"])
    );
    for _ in 0..2 {
        let (status, answer) = ask(&tokens, Some("a:b"), &body);
        assert_eq!((status, answer.get("refresh_token")), (200, None));
    }
    let access = text(&answer["access_token"]);
    assert!(tokens.is_good(&access));
    tokens.expire();
    assert!(!tokens.is_good(&access));
    let brief = TokenEndpoint::new(TokenPlan::new("a", "b").expires_in(0));
    let (_, answer) = ask(&brief, Some("a:b"), "grant_type=client_credentials");
    assert!(!brief.is_good(&text(&answer["access_token"])));
}
