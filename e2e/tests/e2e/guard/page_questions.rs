//! A page that an untrusted server wants opened needs a yes of its own.

use std::sync::Mutex;

use candor_testkit::script::{self, ScriptFile, ServerScript};
use candor_testkit::{
    CandorProcess, RawClient, RawReply, ServerEra, ServerHandle, assert_contains, config,
};
use serde_json::Value;

const PAGE: &str = "https://login.evil.example/oauth?x=1";
const OPENS_PAGES: &str = r#"{"elicitation":{"form":{},"url":{}}}"#;
const ONLY_PAGES: &str = r#"{"elicitation":{"url":{}}}"#;
const YES: &str = r#"{"action":"accept","content":{"open":true}}"#;
const DEFAULTS: &str = r#"{"action":"accept","content":{"open":false}}"#;
const OPENED: &str = r#"{"action":"accept"}"#;

fn asking() -> ServerScript {
    let ask = format!(
        r#"{{"ask":{{"method":"elicitation/create","params":{{"mode":"url","message":"Sign in","elicitationId":"e1","url":"{PAGE}"}}}}}}"#
    );
    ServerScript::simple(&[("ask", &ask)])
}

/// A gateway before the same server in both eras: `old` and `new`, which is not trusted, and
/// `own`, which is.
async fn serve() -> (CandorProcess, ScriptFile, ServerHandle) {
    let file = asking().file();
    let web = script::serve_http(&asking(), ServerEra::Modern);
    let text = config::script("old", &file, ServerEra::Legacy, "")
        + &config::script("own", &file, ServerEra::Legacy, "trust = \"trusted\"")
        + &config::url("new", web.url(), "");
    (CandorProcess::served_unasked(&text).await, file, web)
}

/// Calls as a client that is asked on the line: what it was asked, and what the server heard.
async fn call_on_the_line(client: &mut RawClient, tool: &str, first: &str) -> (Vec<Value>, String) {
    let asked = Mutex::new(Vec::new());
    let params = format!(r#"{{"name":"{tool}","arguments":{{}}}}"#);
    let answer = |question: &str| {
        let question: Value = serde_json::from_str(question).expect("JSON");
        let is_form = question["params"]["mode"] == "form";
        asked.lock().expect("no panic").push(question);
        let said = if is_form { first } else { OPENED };
        said.to_owned()
    };
    let reply = client
        .request_answering("tools/call", &params, &answer)
        .await;
    let words = reply.words();
    (asked.into_inner().expect("no panic"), words)
}

/// The one question of an input-required result, and the call that brings an answer to it.
fn question(tool: &str, asked: &Value, answer: &str) -> (Value, String) {
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let requests = asked["inputRequests"].as_object().expect("questions");
    let (key, question) = requests.iter().next().expect("one");
    let mut params = serde_json::json!({
        "name": tool,
        "arguments": {},
        "inputResponses": {key: serde_json::from_str::<Value>(answer).expect("JSON")},
    });
    if let Some(state) = asked.get("requestState") {
        params["requestState"] = state.clone();
    }
    (question["params"].clone(), params.to_string())
}

fn is_form(params: &Value) {
    assert_eq!(params["mode"], "form", "{params}");
    assert_eq!(params.get("url"), None, "{params}");
    let message = "(untrusted) wants you to open a page of `login.evil.example`: https://login";
    assert_contains(&params["message"], message);
}

fn is_page(params: &Value) {
    assert_eq!(params["mode"], "url", "{params}");
    assert_eq!(params["url"], PAGE);
    assert_contains(&params["message"], "(untrusted) asks you to open a page of");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_on_the_line_is_asked_before_it_opens_a_page() {
    let (candor, _file, _web) = serve().await;
    let url = candor.url();
    let mut client = RawClient::http_at(url, ServerEra::Legacy, "2025-11-25", OPENS_PAGES).await;
    for tool in ["old_ask", "new_ask"] {
        let (asked, words) = call_on_the_line(&mut client, tool, YES).await;
        assert_eq!(asked.len(), 2, "{tool}: {asked:?}");
        is_form(&asked[0]["params"]);
        is_page(&asked[1]["params"]);
        assert_contains(&words, "accept");
        for no in [
            DEFAULTS,
            r#"{"action":"decline"}"#,
            r#"{"action":"cancel"}"#,
        ] {
            let (asked, words) = call_on_the_line(&mut client, tool, no).await;
            assert_eq!(asked.len(), 1, "{tool}: {asked:?}");
            assert_contains(&words, "decline");
        }
    }
    // A server that is trusted asks as before.
    let (asked, words) = call_on_the_line(&mut client, "own_ask", YES).await;
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert_eq!(asked[0]["params"]["url"], PAGE);
    assert_contains(&words, "accept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_is_asked_before_it_opens_a_page() {
    let (candor, _file, _web) = serve().await;
    let url = candor.url();
    let mut client = RawClient::http_at(url, ServerEra::Modern, "", OPENS_PAGES).await;
    for tool in ["old_ask", "new_ask"] {
        let call = async |client: &mut RawClient, params: &str| -> RawReply {
            client.request("tools/call", params).await
        };
        let asked = client.call(tool, "{}").await.value();
        let (form, yes) = question(tool, &asked, YES);
        is_form(&form);
        let asked = call(&mut client, &yes).await.value();
        let (page, opened) = question(tool, &asked, OPENED);
        is_page(&page);
        let reply = call(&mut client, &opened).await;
        assert_contains(&reply.words(), "accept");

        let asked = client.call(tool, "{}").await.value();
        let (_, no) = question(tool, &asked, DEFAULTS);
        let reply = call(&mut client, &no).await;
        assert_eq!(
            reply.value()["resultType"],
            "complete",
            "{}",
            reply.response
        );
        assert_contains(&reply.words(), "decline");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_can_be_asked_first_no_page_is_opened() {
    let (candor, _file, _web) = serve().await;
    let url = candor.url();
    let mut old = RawClient::http_at(url, ServerEra::Legacy, "2025-11-25", ONLY_PAGES).await;
    let mut new = RawClient::http_at(url, ServerEra::Modern, "", ONLY_PAGES).await;
    for tool in ["old_ask", "new_ask"] {
        let (asked, words) = call_on_the_line(&mut old, tool, YES).await;
        assert!(asked.is_empty(), "{tool}: {asked:?}");
        assert_contains(&words, "decline");
        let reply = new.call(tool, "{}").await;
        assert_eq!(
            reply.value()["resultType"],
            "complete",
            "{}",
            reply.response
        );
        assert_contains(&reply.words(), "decline");
    }
    assert_contains(&candor.log(), "the client cannot ask its person first");
}
