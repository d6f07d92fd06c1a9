//! What was shown, checked and written down is what is sent.

mod access;
mod any_reader;
mod command_line;
mod commands;
mod everything_is_a_call;
mod excess;
mod hostile_json;
mod new_tools;
mod own_guard;
mod own_listener;
mod owner;
mod page_questions;
mod reveal;
mod waiting;

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::text::member;
use candor_testkit::{CandorProcess, RawClient, ServerEra, assert_contains, config};

use any_reader::{JsonReader, Preference};
use hostile_json::HostileJson;

/// How many calls are made, each with arguments of its own.
const CALLS: usize = 10_000;
/// How many clients make them.
const CLIENTS: usize = 8;

/// Amounts above this are refused by a rule.
const LIMIT: f64 = 100.0;

/// A server whose one tool gives back its arguments, byte for byte, behind a rule.
async fn guarded() -> (CandorProcess, ScriptFile) {
    let tool = r#"{"name":"pay","description":"Pays.","inputSchema":{"type":"object",
        "properties":{"amount":{"type":["number","string","null"]}}}}"#;
    let script = ServerScript::new()
        .tools(format!("[{tool}]"))
        .call("pay", r#"{"echo":true}"#);
    let rule = "\n[[policy.rule]]\nname = \"large\"\ntool = \"s.pay\"\nwhen = \"args.amount > 100\"\n\
                effect = \"deny\"\n";
    let file = script.file();
    let config = config::script("s", &file, ServerEra::Legacy, "");
    (CandorProcess::served_unasked(&(config + rule)).await, file)
}

/// What the server got, if the call was made.
async fn received(client: &mut RawClient, arguments: &str) -> Result<String, String> {
    let reply = client.call("s_pay", arguments).await;
    let result = member(&reply.response, "result");
    let got = result.and_then(|result| member(&result, "structuredContent"));
    got.ok_or(reply.response)
}

/// The same for bytes that are no JSON to the letter: what the server got, if the call was made.
async fn received_raw(pool: &reqwest::Client, url: &str, arguments: &str) -> Option<String> {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"s_pay","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{{"name":"e2e","version":"1"}},"io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    let request = pool
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", "s_pay")
        .body(body);
    let answer = request.send().await.expect("an answer");
    let text = answer.text().await.expect("a text");
    let result = member(&text, "result")?;
    member(&result, "structuredContent")
}

/// The amounts that a server could take the arguments to name: the first or the last of equal keys,
/// in any case.
fn amounts(text: &str) -> Vec<f64> {
    [Preference::First, Preference::Last]
        .into_iter()
        .flat_map(|preference| JsonReader::new(text, preference).numbers_named("amount"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_executed_is_what_the_policy_saw() {
    let (candor, _file) = guarded().await;
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        let (pool, url) = (reqwest::Client::new(), candor.url().to_owned());
        clients.push(tokio::spawn(async move {
            let (mut made, mut refused) = (0, 0);
            for seed in (number..CALLS).step_by(CLIENTS) {
                let sent = HostileJson::new(seed).object();
                match received_raw(&pool, &url, &sent).await {
                    Some(got) => {
                        made += 1;
                        assert_eq!(got, sent.trim(), "not the bytes that were read");
                        let readers = [Preference::First, Preference::Last]
                            .map(|preference| JsonReader::new(&got, preference).read());
                        assert_eq!(readers[0], readers[1], "{got}");
                        let largest = amounts(&got).into_iter().fold(f64::MIN, f64::max);
                        assert!(largest <= LIMIT, "{got}");
                    }
                    None => refused += 1,
                }
            }
            (made, refused)
        }));
    }
    let (mut made, mut refused) = (0, 0);
    for client in clients {
        let (some, others) = client.await.expect("a client");
        made += some;
        refused += others;
    }
    assert_eq!(made + refused, CALLS);
    // Neither everything nor nothing is let through.
    assert!(
        made > CALLS / 10 && refused > CALLS / 10,
        "{made} {refused}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_is_refused_wherever_it_stands() {
    let (candor, _file) = guarded().await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = candor.client(era).await;
        for (arguments, why) in [
            (
                r#"{"to":"m","amount":5000,"amount":5}"#,
                "`amount` is there twice",
            ),
            (
                r#"{"amount":5000,"\u0061mount":5}"#,
                "`amount` is there twice",
            ),
            (r#"{"x":{"y":[{"k":1,"k":1}]}}"#, "`k` is there twice"),
            (
                r#"{"amount":5,"Amount":5000}"#,
                "take the keys `amount` and `Amount`",
            ),
            (r#"{"Amount":5000}"#, r#"take it for \"amount\""#),
        ] {
            let said = received(&mut client, arguments).await.expect_err(arguments);
            assert_contains(&said, why);
        }
        let fine = r#"{"amount":5, "to":"m"}"#;
        assert_eq!(received(&mut client, fine).await.as_deref(), Ok(fine));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_cannot_be_compared_does_not_pass_a_rule() {
    let (candor, _file) = guarded().await;
    let mut client = candor.client(ServerEra::Modern).await;
    let long = r#"{"amount":100.00000000000000000000001}"#;
    let said = received(&mut client, long).await.expect_err(long);
    assert_contains(&said, "its condition could not be evaluated");
}
