//! Calls that are made once, twice, too often, again, and taken back.

use candor_pagetest::{TestBrowser, assert_page, with_timeout};
use candor_testkit::script::ServerScript;
use serde_json::json;

use crate::world::{call, echo, ended, lab, over, settled};

const TRY: &str = "/tools/lab.probe/try";

/// What makes a browser without a script look again.
const AGAIN: &str = r#"<noscript><meta http-equiv="refresh" content="10"></noscript>"#;

fn slow() -> ServerScript {
    let tool = r#"[{"name": "probe", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]"#;
    ServerScript::new()
        .tools(tool)
        .call("*", r#"{"hang": true}"#)
}

fn schema() -> serde_json::Value {
    json!({"type": "object", "properties": {"n": {"type": "integer"}}})
}

/// The hidden fields of a form, to be sent more than once.
async fn opened(browser: &mut TestBrowser) -> Vec<(String, String)> {
    browser.get(TRY).await.hidden(TRY)
}

async fn send(browser: &mut TestBrowser, hidden: &[(String, String)], n: &str) -> String {
    let mut fields: Vec<_> = hidden.iter().map(|(a, b)| (&**a, &**b)).collect();
    fields.extend([("act", "call"), ("/n", n)]);
    browser.post(TRY, &fields).await.leads().to_owned()
}

#[tokio::test]
async fn a_form_that_is_sent_twice_makes_one_call() {
    let world = lab(echo(&schema())).await;
    let mut browser = world.browser();
    let hidden = opened(&mut browser).await;
    let first = send(&mut browser, &hidden, "1").await;
    let second = send(&mut browser, &hidden, "1").await;
    assert_eq!(second, format!("{first}?done=before"));
    browser
        .get(&second)
        .await
        .says(200, &["This form was already submitted."]);
    // Other input makes another call.
    let third = send(&mut browser, &hidden, "2").await;
    assert!(!third.starts_with(&first), "{third}");
    assert_eq!(world.upstreams[0].calls("probe"), 2);
}

#[tokio::test]
async fn a_call_can_be_tried_again() {
    let world = lab(echo(&schema())).await;
    let mut browser = world.browser();
    let page = over(
        &mut browser,
        "lab.probe",
        &[("/n", "12345678901234567890123")],
    )
    .await;
    let (_, again) = page
        .text
        .split_once("href=\"/tools/lab.probe/try?again=")
        .expect("a link");
    let (id, _) = again.split_once('"').expect("an end");
    let page = browser.get(&format!("{TRY}?again={id}")).await;
    page.says(200, &["name=\"/n\" value=\"12345678901234567890123\""]);
    // Those that were written as JSON, or have no field, come back as JSON.
    let fields = [
        ("act", "call"),
        ("arguments", r#"{"n": 1, "other": [1.10]}"#),
    ];
    let sent = browser
        .submit("/tools/lab.probe/try?as=json", TRY, &fields)
        .await;
    let id = sent
        .leads()
        .strip_prefix("/trials/")
        .expect("a call")
        .to_owned();
    let page = browser.get(&format!("{TRY}?again={id}")).await;
    page.says(200, &["{&#34;n&#34;: 1, &#34;other&#34;: [1.10]}"]);
}

#[tokio::test]
async fn a_call_under_way_can_be_taken_back() {
    let world = lab(slow()).await;
    let mut browser = world.browser();
    let sent = call(&mut browser, "lab.probe", &[]).await;
    let path = sent.leads().to_owned();
    let page = settled(browser.get(&path).await);
    let live = r#"id="trial" data-live="approvals calls said trials""#;
    page.says(200, &["Running", live]);
    assert_page!("trial_running", page);
    let cancel = format!("{path}/cancel");
    let hidden = page.hidden(&cancel);
    let fields: Vec<_> = hidden.iter().map(|(a, b)| (&**a, &**b)).collect();
    let sent = browser.post(&cancel, &fields).await;
    assert_eq!(sent.leads(), format!("{path}?done=cancelled"));
    let page = settled(browser.get(sent.leads()).await);
    page.says(200, &["Cancelled"]);
    page.lacks(&["id=\"trial\" data-live", "Cancel call", AGAIN]);
    assert_page!("trial_cancelled", page);
    // Once more changes nothing.
    let sent = browser.post(&cancel, &fields).await;
    assert_eq!(sent.leads(), format!("{path}?done=late"));
    browser
        .get(sent.leads())
        .await
        .says(200, &["had already finished"]);
}

#[tokio::test]
async fn without_a_script_the_page_looks_again_unless_it_is_told_not_to() {
    let world = lab(slow()).await;
    let mut browser = world.browser();
    let sent = call(&mut browser, "lab.probe", &[]).await;
    let path = sent.leads().to_owned();
    let still = format!("{path}?follow=no");
    let page = browser.get(&path).await;
    let (head, main) = page.text.split_once("<body>").expect("a page");
    assert!(head.contains(AGAIN), "{head}");
    for part in [
        format!(r#"<a href="{path}">Refresh</a>"#),
        format!(r#"every 10 seconds. <a href="{still}">Stop</a>"#),
    ] {
        assert!(main.contains(&part), "{part}: {main}");
    }
    let page = browser.get(&still).await;
    page.lacks(&[AGAIN, "http-equiv"]);
    let look = format!(r#"<a href="{still}">Refresh</a>"#);
    let follow = format!(r#"<a href="{path}">Reload every few seconds</a>"#);
    page.says(200, &[&look, &follow, "id=\"trial\" data-live"]);
}

#[tokio::test]
async fn what_is_told_on_the_way_is_shown_while_the_call_goes_on() {
    let tool = r#"[{"name": "probe", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]"#;
    let told = r#"{"progress": [{"progress": 1, "total": 3, "message": "half <b>way</b>"}], "hang": true}"#;
    let world = lab(ServerScript::new().tools(tool).call("*", told)).await;
    let mut browser = world.browser();
    let sent = call(&mut browser, "lab.probe", &[]).await;
    let path = sent.leads().to_owned();
    let page = with_timeout(async {
        loop {
            let page = browser.get(&path).await;
            if page.text.contains("Progress") {
                return page;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    let told = "1 of 3: half &lt;b&gt;way&lt;/b&gt;";
    page.says(200, &["Running", told, AGAIN]);
}

#[tokio::test]
async fn too_many_calls_at_once_are_refused() {
    let world = lab(slow()).await;
    let mut browser = world.browser();
    for _ in 0..8 {
        call(&mut browser, "lab.probe", &[]).await.leads();
    }
    let page = call(&mut browser, "lab.probe", &[]).await;
    page.says(
        429,
        &["Nothing was called: too many of your calls are running."],
    );
    assert_page!("form_too_many", settled(page));
}

#[tokio::test]
async fn a_source_that_goes_away_is_told() {
    let tool = r#"[{"name": "probe", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": false}}]"#;
    let world = lab(ServerScript::new().tools(tool).call("*", r#"{"exit": 1}"#)).await;
    let mut browser = world.browser();
    let sent = call(&mut browser, "lab.probe", &[]).await;
    let page = ended(&mut browser, sent.leads()).await;
    page.says(
        200,
        &[
            "The tool returned an error",
            "whether the call took effect is unknown",
        ],
    );
}
