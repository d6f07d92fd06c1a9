//! Secrets are seen by those they are for, and stored nowhere.

use candor_testkit::assert_contains;
use candor_testkit::canaries::{assert_hidden, folder_bytes, holds};
use serde_json::json;

use super::links::{SECRET, WebhookGateway};
use super::pages::{field, form, session};
use crate::approvals::guarded::{fetch, id_of, pool, token};
use crate::approvals::message_client::{FORM, MessageClient, NOTHING, is_done, yes};

/// Arguments that the card masks.
const MASKED: [&str; 3] = [
    "canary-masked-11aa",
    "canary-masked-22bb",
    "canary-masked-33cc",
];

fn arguments() -> serde_json::Value {
    let [password, key, url] = MASKED;
    json!({
        "path": "plainly-seen",
        "password": password,
        "nested": {"list": [{"api_key": key}]},
        "url": format!("https://ann:{url}@host.example/"),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_secret_is_written_down_nowhere() {
    let hooked = WebhookGateway::serve("", &["--log-level", "trace"]).await;
    let guarded = &hooked.guarded;
    let (candor, approver) = (&guarded.candor, guarded.approver());

    // Tokens: made here and there, presented rightly and wrongly, and taken back.
    let made = token(candor.folder(), "ann", &["--role", "caller,approver"]);
    let body = json!({"name": "bob", "roles": ["caller"], "why": "a test"});
    let answer = approver.post("/tokens", &body).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let other = answer.json()["text"].as_str().expect("a token").to_owned();
    let forged = format!("{}0", &made[..made.len() - 1]);
    let mut secrets: Vec<String> = vec![made.clone(), other.clone(), forged.clone()];
    secrets.extend([&made, &other].map(|token| token[token.len() - 64..].to_owned()));
    let query = candor.at(&format!("/api/v1/approvals?token={forged}"));
    fetch(pool(Some(&forged)).get(query)).await;
    fetch(pool(Some(&forged)).post(candor.url())).await;
    let login = candor.at("/login");
    let page = fetch(pool(None).get(&login)).await;
    let key = page.header("set-cookie");
    for token in [&forged, &made] {
        let request = pool(None).post(&login).header("cookie", &key);
        let fields = [("form", &*field(&page.text)), ("token", token.as_str())];
        let answer = fetch(form(request, &fields)).await;
        secrets.extend(session(&answer));
    }

    // A call that is decided with a link, and one with a state.
    let wire = MessageClient::legacy(candor.url(), Some(&made), NOTHING).await;
    secrets.extend(wire.session.clone());
    let mut held = wire.call("s_wipe", &arguments()).await;
    let link = hooked.link(0).await;
    let seal = link.rsplit('/').next().expect("a seal");
    secrets.push(seal.to_owned());
    let shown = fetch(pool(None).get(&link)).await;
    let fields = [
        ("answer", "approve"),
        ("scope", "once"),
        ("form", &*field(&shown.text)),
    ];
    let answer = fetch(form(pool(None).post(&link), &fields)).await;
    assert_eq!(answer.status, 303, "{}", answer.text);
    assert!(is_done(&held.end().await));
    let modern = MessageClient::modern(candor.url(), Some(&other), FORM);
    let mut call = json!({"name": "s_burn", "arguments": arguments()});
    let asked = modern.reply(call.clone()).await;
    let state = asked["result"]["requestState"]
        .as_str()
        .expect("a state")
        .to_owned();
    call["requestState"] = state.as_str().into();
    call["inputResponses"] = json!({"approval": yes()});
    assert!(is_done(&modern.reply(call).await));
    secrets.push(state.split_once('.').expect("a mark").1.to_owned());
    guarded.command(&["token", "revoke", "bob"]);
    // The arguments arrived where they belong, so the canaries are really in use.
    assert!(MASKED.iter().all(|canary| guarded.made(canary) == 2));

    let told = hooked.told();
    let told = serde_json::to_string(&told).expect("JSON");
    assert_contains(&told, "plainly-seen");
    assert_contains(&told, &link);
    // The link and the state are shown where they belong.
    let mut seen = shown.text.replace(seal, "") + &asked.to_string().replace(&state, "");
    seen += &told.replace(&link, "");
    seen += &everything(&hooked).await;
    let WebhookGateway { guarded, hook } = hooked;
    let (folder, _) = guarded.candor.stop();
    drop(hook);
    seen += &std::fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(seen.contains("plainly-seen") && seen.contains("A session has begun"));
    let kept = folder_bytes(&folder.path().join("data"));
    assert!(
        holds(&kept, "plainly-seen"),
        "the database was not looked at"
    );

    secrets.extend(MASKED.map(str::to_owned));
    secrets.extend([SECRET.to_owned(), SECRET["whsec_".len()..].to_owned()]);
    secrets.push("canary-webhook-secret-1234567890".to_owned());
    assert_hidden(&seen, &kept, secrets.iter().map(String::as_str));
}

/// All that can be read about what happened, by those who may read most.
async fn everything(hooked: &WebhookGateway) -> String {
    let guarded = &hooked.guarded;
    let approver = guarded.approver();
    let mut seen = String::new();
    let list = approver.read("/approvals?state=any").await;
    let ids: Vec<_> = list["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(id_of)
        .collect();
    assert_eq!(ids.len(), 2, "{list}");
    let mut paths = [
        "/approvals?state=any",
        "/approvals/standing",
        "/audit/calls?limit=200",
        "/audit/changes?limit=200",
        "/tokens",
        "/policy",
        "/policy/preferences",
        "/sources",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.extend(ids.iter().map(|id| format!("/approvals/{id}")));
    for path in paths {
        seen += &approver.get(&path).await.text;
    }
    let mut pages = [
        "/approvals",
        "/approvals/decided",
        "/approvals/standing",
        "/readyz",
        "/metrics",
    ]
    .map(str::to_owned)
    .to_vec();
    pages.extend(ids.iter().map(|id| format!("/approvals/{id}")));
    for page in pages {
        seen += &fetch(pool(None).get(guarded.candor.at(&page))).await.text;
    }
    for args in [
        &["approvals", "list", "--all"][..],
        &["approvals", "list", "--all", "--json"],
        &["approvals", "standing", "--json"],
        &["approvals", "show", &ids[0]],
        &["approvals", "show", &ids[1], "--json"],
        &["token", "list", "--all", "--json"],
        &["policy", "show"],
        &["config", "show", "--origin"],
        &["config", "show", "--json"],
    ] {
        seen += &guarded.command(args);
    }
    seen
}
