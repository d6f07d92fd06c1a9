//! Pages of other sites that make a browser send what its person never sent.

use candor_testkit::{CandorProcess, assert_contains};
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::approvals::guarded::{GuardedGateway, HttpAnswer, fetch, id_of, pool};
use crate::approvals::message_client::{MessageClient, NOTHING, is_done, refusal};

/// The hidden field of the form on a page: of the one that answers, if there is one.
pub(super) fn field(page: &str) -> String {
    let form = page.find("class=\"choices\"").unwrap_or_default();
    let after = page[form..].split_once("name=\"form\" value=\"");
    let (_, after) = after.unwrap_or_else(|| panic!("no form: {page}"));
    after.split('"').next().expect("a value").to_owned()
}

/// A form as browsers send it.
pub(super) fn form(request: RequestBuilder, fields: &[(&str, &str)]) -> RequestBuilder {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let encoded = |text: &str| -> String {
        let byte = |byte: u8| match byte {
            byte if plain(byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        text.bytes().map(byte).collect()
    };
    let pair = |(name, value): &(&str, &str)| format!("{name}={}", encoded(value));
    let body: Vec<String> = fields.iter().map(pair).collect();
    request
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body.join("&"))
}

/// The id of the session that an answer begins.
pub(super) fn session(answer: &HttpAnswer) -> Option<String> {
    let cookies = answer.headers.get_all("set-cookie").iter();
    let mut cookies = cookies.map(|cookie| cookie.to_str().expect("text"));
    let pair = cookies.find_map(|cookie| cookie.strip_prefix("candor_session="))?;
    pair.split(';').next().map(str::to_owned)
}

/// The sites that a form may come from and must not.
const ELSEWHERE: [&[(&str, &str)]; 7] = [
    &[("origin", "https://evil.example")],
    &[("origin", "null")],
    &[
        ("origin", "http://localhost:5173"),
        ("sec-fetch-site", "same-site"),
    ],
    &[("origin", "http://127.0.0.1.evil.example")],
    &[("sec-fetch-site", "cross-site")],
    &[("sec-fetch-site", "same-site")],
    &[("host", "evil.example")],
];

struct AttackedBrowser {
    pool: reqwest::Client,
    cookie: Option<String>,
}

// === impl AttackedBrowser ===

impl AttackedBrowser {
    /// A browser without cookies.
    fn new() -> Self {
        Self {
            pool: pool(None),
            cookie: None,
        }
    }

    /// A browser that is signed in.
    async fn signed_in(candor: &CandorProcess, token: &str) -> Self {
        let (browser, login) = (Self::new(), candor.at("/login"));
        let page = browser.get(&login).await;
        let key = page.header("set-cookie");
        let key = key.split(';').next().expect("a cookie");
        let request = browser.pool.post(&login).header("cookie", key);
        let fields = [("form", &*field(&page.text)), ("token", token)];
        let answer = fetch(form(request, &fields)).await;
        let id = session(&answer).expect("a session");
        Self {
            cookie: Some(format!("candor_session={id}")),
            ..browser
        }
    }

    fn request(&self, method: Method, url: &str) -> RequestBuilder {
        let request = self.pool.request(method, url);
        match &self.cookie {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        }
    }

    async fn get(&self, url: &str) -> HttpAnswer {
        fetch(self.request(Method::GET, url)).await
    }

    async fn post(
        &self,
        url: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> HttpAnswer {
        let mut request = self.request(Method::POST, url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        fetch(form(request, fields)).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_not_of_the_page_decides_nothing() {
    let (guarded, approver) = GuardedGateway::with_approver("").await;
    let wire = MessageClient::legacy(guarded.candor.url(), None, NOTHING).await;
    let mut line = wire.call("s_wipe", &json!({"path": "one"})).await;
    let id = id_of(&approver.next_pending().await);
    let url = guarded.candor.at(&format!("/approvals/{id}"));
    let secret = guarded.candor.owner_secret();
    let browser = AttackedBrowser::signed_in(&guarded.candor, &secret).await;
    let page = browser
        .get(&format!("{url}?answer=approve&scope=always"))
        .await;
    assert_eq!(page.status, 200);
    let own = field(&page.text);
    let standing = guarded.candor.at("/approvals/standing");
    let (made_up, longer) = ("0".repeat(64), format!("{own}0"));
    for field in ["", &made_up, &own[..63], &longer] {
        let answer = browser.post(&url, &approve(field), &[]).await;
        assert_eq!(answer.status, 403, "`{field}`: {}", answer.text);
    }
    for headers in ELSEWHERE {
        let answer = browser.post(&url, &approve(&own), headers).await;
        assert_eq!(answer.status, 403, "{headers:?}: {}", answer.text);
    }
    // A field of one form fits no other.
    let answer = browser
        .post(&standing, &[("id", &id), ("form", &own)], &[])
        .await;
    assert_eq!(answer.status, 403, "{}", answer.text);
    // Neither does a field that is there twice, or in a body of another kind.
    let twice = [("answer", "deny"), ("answer", "approve"), ("form", &*own)];
    assert_eq!(browser.post(&url, &twice, &[]).await.status, 400);
    for kind in [
        "text/plain",
        "application/json",
        "multipart/form-data; boundary=x",
    ] {
        let body = format!("answer=approve&form={own}");
        let request = browser
            .request(Method::POST, &url)
            .header("content-type", kind);
        assert_eq!(fetch(request.body(body)).await.status, 415, "{kind}");
    }
    assert_eq!(approver.state(&id).await, "pending");
    assert_eq!(guarded.made("one"), 0);
    let origin = guarded.candor.at("");
    let own_page = [
        ("origin", origin.as_str()),
        ("sec-fetch-site", "same-origin"),
    ];
    let answer = browser.post(&url, &approve(&own), &own_page).await;
    assert_eq!(answer.status, 303, "{}", answer.text);
    assert!(is_done(&line.end().await));
    assert_eq!(
        browser.post(&url, &approve(&own), &own_page).await.status,
        409
    );
    assert_eq!(guarded.made("one"), 1);
}

/// The fields of a yes.
fn approve(field: &str) -> [(&str, &str); 2] {
    [("answer", "approve"), ("form", field)]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_somebody_else_was_shown_decides_nothing() {
    let people = [
        ("cal", "caller"),
        ("ann", "approver"),
        ("eve", "approver"),
        ("vic", "viewer"),
    ];
    let (guarded, tokens) = GuardedGateway::closed("", &people).await;
    let approver = guarded.approver_of(&tokens[1]);
    let wire = MessageClient::legacy(guarded.candor.url(), Some(&tokens[0]), NOTHING).await;
    let mut line = wire.call("s_wipe", &json!({"path": "one"})).await;
    let id = id_of(&approver.next_pending().await);
    let path = format!("/approvals/{id}");
    let url = guarded.candor.at(&path);
    let signed_in =
        async |at: usize| AttackedBrowser::signed_in(&guarded.candor, &tokens[at]).await;
    let (cal, ann) = (signed_in(0).await, signed_in(1).await);
    let (eve, vic) = (signed_in(2).await, signed_in(3).await);
    let shown = ann.get(&url).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    let (of_ann, of_eve) = (field(&shown.text), field(&eve.get(&url).await.text));
    assert_ne!(of_ann, of_eve);
    // The cookie goes along by itself; the field does not.
    for (browser, field) in [
        (&ann, ""),
        (&ann, &*of_eve),
        (&vic, &of_ann),
        (&cal, &of_ann),
    ] {
        let answer = browser.post(&url, &approve(field), &[]).await;
        assert_eq!(answer.status, 403, "{}", answer.text);
    }
    for headers in ELSEWHERE {
        let answer = ann.post(&url, &approve(&of_ann), headers).await;
        assert_eq!(answer.status, 403, "{headers:?}: {}", answer.text);
    }
    // A viewer is shown the call without a form, a caller is shown nothing, a stranger the way in.
    let seen = vic.get(&url).await;
    assert_eq!(seen.status, 200);
    assert!(seen.text.contains("one") && !seen.text.contains("name=\"answer\""));
    assert_eq!(cal.get(&url).await.status, 403);
    let nobody = AttackedBrowser::new();
    let away = nobody.get(&url).await;
    assert_eq!(away.status, 303);
    assert!(away.header("location").starts_with("/login?"), "{away:?}");
    assert_eq!(nobody.post(&url, &approve(&of_ann), &[]).await.status, 401);
    assert_eq!(approver.state(&id).await, "pending");
    assert_eq!(eve.post(&url, &approve(&of_eve), &[]).await.status, 303);
    assert!(is_done(&line.end().await));
    assert_eq!(guarded.made("one"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_in_leads_nowhere_else_and_takes_a_form_of_ours() {
    let (guarded, tokens) = GuardedGateway::closed("", &[("ann", "approver")]).await;
    let login = guarded.candor.at("/login");
    let nobody = AttackedBrowser::new();
    let page = nobody.get(&format!("{login}?next=//evil.example")).await;
    assert_eq!(page.status, 200);
    assert!(!page.text.contains("evil.example"), "{}", page.text);
    let key = page.header("set-cookie");
    assert_contains(&key, "HttpOnly");
    assert_contains(&key, "SameSite=Strict");
    let key = key.split(';').next().expect("a cookie").to_owned();
    let own = field(&page.text);
    let enter = async |cookie: &str, field: &str, token: &str, next: &str| {
        let request = nobody.pool.post(&login).header("cookie", cookie);
        let fields = [("form", field), ("token", token), ("next", next)];
        fetch(form(request, &fields)).await
    };
    // A foreign form would log the victim in as the attacker.
    for (cookie, field) in [("", own.as_str()), (&key, ""), ("candor_login=x", &own)] {
        let answer = enter(cookie, field, &tokens[0], "/approvals").await;
        assert_eq!(answer.status, 403, "{}", answer.text);
        assert!(!answer.headers.contains_key("set-cookie"));
    }
    let wrong = enter(&key, &own, "candor_no_token", "/approvals").await;
    assert_eq!(wrong.status, 401);
    assert!(!wrong.text.contains("candor_no_token"), "{}", wrong.text);
    for next in [
        "//evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "javascript:1",
    ] {
        let answer = enter(&key, &own, &tokens[0], next).await;
        assert_eq!(
            (answer.status, &*answer.header("location")),
            (303, "/"),
            "{next}"
        );
        let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
        let token = cookies.iter().map(|cookie| cookie.to_str().expect("text"));
        let token = token
            .filter(|cookie| cookie.starts_with("candor_session="))
            .collect::<String>();
        assert_contains(&token, "HttpOnly");
        assert_contains(&token, "SameSite=Strict");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_run_no_script_but_ours_and_stand_in_no_frame() {
    let guarded = GuardedGateway::open("").await;
    let wire = MessageClient::legacy(guarded.candor.url(), None, NOTHING).await;
    let mut line = wire.call("s_wipe", &json!({})).await;
    let approver = guarded.approver();
    let id = id_of(&approver.next_pending().await);
    for path in [
        "/approvals",
        "/login",
        "/a/nothing",
        &format!("/approvals/{id}"),
    ] {
        let page = AttackedBrowser::new().get(&guarded.candor.at(path)).await;
        let policy = page.header("content-security-policy");
        for word in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
        ] {
            assert!(policy.contains(word), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(page.header("cache-control"), "no-store", "{path}");
        assert_eq!(page.header("x-content-type-options"), "nosniff", "{path}");
        // One script, ours, by its address.
        assert!(policy.contains("script-src 'self';"), "{path}: {policy}");
        let own = "<script type=\"module\" src=\"/assets/candor.js?v=";
        assert_eq!(page.text.matches("<script").count(), 1, "{path}");
        assert!(page.text.contains(own), "{path}");
    }
    approver.deny(&id, "").await;
    refusal(&line.end().await);
}

/// A page elsewhere can send the API what forms can hold, and no more.
#[tokio::test(flavor = "multi_thread")]
async fn the_api_takes_nothing_that_a_page_elsewhere_could_send() {
    let (guarded, approver) = GuardedGateway::with_approver("").await;
    let wire = MessageClient::legacy(guarded.candor.url(), None, NOTHING).await;
    let mut line = wire.call("s_wipe", &json!({"path": "api"})).await;
    let id = id_of(&approver.next_pending().await);
    let path = format!("/approvals/{id}/decision");
    let body = r#"{"decision":"approve"}"#;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "",
    ] {
        for origin in [None, Some("http://localhost:5173")] {
            let mut request = approver.request(Method::POST, &path);
            if !kind.is_empty() {
                request = request.header("content-type", kind);
            }
            if let Some(origin) = origin {
                request = request.header("origin", origin);
            }
            let answer = fetch(request.body(body)).await;
            assert_eq!(answer.status, 415, "`{kind}`: {}", answer.text);
        }
    }
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("host", "evil.example"),
    ] {
        let request = approver.request(Method::POST, &path).header(name, value);
        let request = request.header("content-type", "application/json");
        let answer = fetch(request.body(body)).await;
        assert_eq!(answer.status, 403, "{name}: {value}: {}", answer.text);
    }
    // A browser asks before it sends JSON, and is not told that it may.
    let request = approver.request(Method::OPTIONS, &path);
    let request = request.header("origin", "http://localhost:5173");
    let asked = fetch(request.header("access-control-request-method", "POST")).await;
    assert!(
        !asked.headers.contains_key("access-control-allow-origin"),
        "{asked:?}"
    );
    assert_eq!(approver.state(&id).await, "pending");
    approver.deny(&id, "").await;
    refusal(&line.end().await);
    assert_eq!(guarded.made("api"), 0);
}
