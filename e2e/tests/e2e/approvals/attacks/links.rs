//! Approval links in the hands of others.

use candor_testkit::http_api::{HttpApi, ScriptedReply};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use super::pages::{field, form};
use crate::approvals::guarded::{GuardedGateway, HttpAnswer, fetch, pool, until};
use crate::approvals::message_client::{
    FORM, MessageClient, MessageStream, NOTHING, is_done, refusal,
};

/// A gateway that tells a webhook.
pub(super) struct WebhookGateway {
    pub(super) guarded: GuardedGateway,
    pub(super) hook: HttpApi,
}

/// What the webhook's messages are signed with.
pub(super) const SECRET: &str = "whsec_Y2FuYXJ5LXdlYmhvb2stc2VjcmV0LTEyMzQ1Njc4OTA=";

// === impl WebhookGateway ===

impl WebhookGateway {
    pub(super) async fn start(more: &str) -> Self {
        Self::serve(more, &[]).await
    }

    pub(super) async fn serve(more: &str, args: &[&str]) -> Self {
        let hook = HttpApi::start().expect("a receiver");
        hook.on("POST", "/hook", ScriptedReply::status(204));
        let text = format!(
            "[[policy.webhook]]\nurl = \"{}\"\nsecret = \"{SECRET}\"\nallow_private = true\n{more}",
            hook.url("/hook")
        );
        let guarded = GuardedGateway::serve(&text, args).await;
        Self { guarded, hook }
    }

    /// What the webhook was told of questions that wait, oldest first.
    pub(super) fn told(&self) -> Vec<Value> {
        let requests = self.hook.requests();
        let bodies = requests.iter().map(|request| {
            let body: Value = serde_json::from_slice(&request.body).expect("JSON");
            body
        });
        let pending = |body: &Value| body["type"] == "approval.pending";
        bodies.filter(pending).collect()
    }

    /// The link of the question that was told as this one.
    pub(super) async fn link(&self, number: usize) -> String {
        let told = async || self.told().get(number).cloned();
        let told = until("a message to the webhook", told).await;
        let link = told["data"]["link"].as_str();
        link.unwrap_or_else(|| panic!("no link: {told}")).to_owned()
    }

    /// Begins a call that waits; gives it with its question and its link.
    async fn waiting(&self, number: usize, path: &str) -> (MessageStream, String, String) {
        let wire = MessageClient::legacy(self.guarded.candor.url(), None, NOTHING).await;
        let held = wire.call("s_wipe", &json!({"path": path})).await;
        let link = self.link(number).await;
        let id = self.told()[number]["data"]["id"]
            .as_str()
            .expect("an id")
            .to_owned();
        (held, id, link)
    }
}

async fn get(pool: &Client, url: &str) -> HttpAnswer {
    fetch(pool.get(url)).await
}

/// Answers with a link's form as a browser would, but for these headers.
async fn post(
    pool: &Client,
    url: &str,
    fields: &[(&str, &str)],
    headers: &[(&str, &str)],
) -> HttpAnswer {
    let mut request = pool.post(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    fetch(form(request, fields)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_a_link_decides_nothing() {
    let (hooked, pool) = (WebhookGateway::start("").await, pool(None));
    let (mut held, id, link) = hooked.waiting(0, "looked").await;
    let approver = hooked.guarded.approver();
    for more in ["", "?answer=approve", "?answer=approve&scope=once"] {
        let page = get(&pool, &format!("{link}{more}")).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains("looked"), "{}", page.text);
    }
    for method in [Method::HEAD, Method::OPTIONS, Method::PUT, Method::DELETE] {
        fetch(pool.request(method, &link)).await;
    }
    assert_eq!(approver.state(&id).await, "pending");
    approver.deny(&id, "enough").await;
    assert!(refusal(&held.end().await).contains("enough"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_not_the_links_own_decides_nothing() {
    let (hooked, pool) = (WebhookGateway::start("").await, pool(None));
    let (mut one, first, link) = hooked.waiting(0, "first").await;
    let (mut two, second, other) = hooked.waiting(1, "second").await;
    let approver = hooked.guarded.approver();
    let own = field(&get(&pool, &link).await.text);
    let foreign = field(&get(&pool, &other).await.text);
    let candor = &hooked.guarded.candor;
    let owner = candor_testkit::api::pool(Some(&candor.owner_secret()));
    let page = get(&owner, &candor.at(&format!("/approvals/{first}"))).await;
    let page = field(&page.text);
    assert_ne!(own, foreign);
    let approve = |field| [("answer", "approve"), ("scope", "once"), ("form", field)];

    // Without the field, with that of another link, of the page, or with one made up.
    let made_up = "0".repeat(64);
    for field in ["", &foreign, &page, &made_up, &own[1..]] {
        let answer = post(&pool, &link, &approve(field), &[]).await;
        assert_eq!(answer.status, 403, "`{field}`: {}", answer.text);
    }
    // From another site, which has even seen the field.
    for headers in [
        &[("origin", "https://evil.example")][..],
        &[("origin", "null")],
        &[
            ("origin", "http://localhost:5173"),
            ("sec-fetch-site", "same-site"),
        ],
        &[("sec-fetch-site", "cross-site")],
        &[("host", "evil.example")],
    ] {
        let answer = post(&pool, &link, &approve(&own), headers).await;
        assert_eq!(answer.status, 403, "{headers:?}: {}", answer.text);
    }
    // For more than a link may agree to.
    for scope in ["session", "pattern", "always", "everything"] {
        let fields = [("answer", "approve"), ("scope", scope), ("form", &own)];
        let answer = post(&pool, &link, &fields, &[]).await;
        assert!(
            matches!(answer.status, 403 | 422),
            "{scope}: {}",
            answer.text
        );
    }
    for answer in ["", "yes", "APPROVE"] {
        let answer = post(&pool, &link, &[("answer", answer), ("form", &own)], &[]).await;
        assert_eq!(answer.status, 422, "{}", answer.text);
    }
    assert_eq!(
        (approver.state(&first).await, approver.state(&second).await),
        ("pending".into(), "pending".into())
    );
    assert_eq!(hooked.guarded.made("first"), 0);

    // The right one counts, for its own call, once; and then it shows nothing of the call.
    let origin = hooked.guarded.candor.at("");
    let answer = post(
        &pool,
        &link,
        &approve(&own),
        &[("origin", origin.trim_end_matches('/'))],
    )
    .await;
    assert_eq!(answer.status, 303, "{}", answer.text);
    assert!(is_done(&one.end().await));
    assert_eq!(approver.state(&second).await, "pending");
    let again = post(&pool, &link, &[("answer", "deny"), ("form", &own)], &[]).await;
    assert_eq!(again.status, 409, "{}", again.text);
    for page in [again, get(&pool, &link).await] {
        assert!(
            !page.text.contains("&#34;first&#34;") && !page.text.contains("<bdi>path</bdi>"),
            "{}",
            page.text
        );
    }
    assert_eq!(hooked.guarded.made("first"), 1);
    approver.deny(&second, "no").await;
    refusal(&two.end().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_was_cut_changed_or_made_up_leads_nowhere() {
    let (hooked, pool) = (WebhookGateway::start("").await, pool(None));
    let (mut held, id, link) = hooked.waiting(0, "changed").await;
    let own = field(&get(&pool, &link).await.text);
    let (before, sealed) = link.rsplit_once('/').expect("a path");
    let wire = MessageClient::modern(hooked.guarded.candor.url(), None, FORM);
    let asked = wire.call("s_burn", &json!({})).await.end().await;
    let state = asked["result"]["requestState"].as_str().expect("a state");
    let bare = state.split_once('.').expect("a mark").1;

    let mut forged = vec![
        state.to_owned(),
        bare.to_owned(),
        id.clone(),
        format!("{sealed}A"),
        format!("{sealed}."),
        "A".repeat(3_000),
        "A".repeat(5_000),
        "%00".to_owned(),
        "..%2Fapprovals".to_owned(),
    ];
    forged.extend((1..sealed.len()).map(|length| sealed[..length].to_owned()));
    forged.extend((0..sealed.len()).map(|at| {
        let other = if &sealed[at..=at] == "A" { "B" } else { "A" };
        format!("{}{other}{}", &sealed[..at], &sealed[at + 1..])
    }));
    let fields = [("answer", "approve"), ("form", own.as_str())];
    for forged in forged {
        let url = format!("{before}/{forged}");
        for answer in [
            get(&pool, &url).await,
            post(&pool, &url, &fields, &[]).await,
        ] {
            assert_eq!(answer.status, 404, "{forged}: {}", answer.text);
            assert!(!answer.text.contains("changed&#34;"), "{}", answer.text);
        }
    }
    let approver = hooked.guarded.approver();
    assert_eq!(approver.state(&id).await, "pending");
    approver.deny(&id, "").await;
    refusal(&held.end().await);
    assert_eq!(hooked.guarded.made("changed"), 0);
}
