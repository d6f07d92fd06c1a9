//! Over a limit: a clear sentence, and the connection lives on.

use candor_testkit::script::ServerScript;
use candor_testkit::{CandorProcess, ServerEra, assert_contains, config};

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_is_too_large() {
    let script =
        ServerScript::simple(&[("big", r#"{"big":3000000}"#), ("good", r#"{"echo":true}"#)]);
    let file = script.file();
    let web = candor_testkit::script::serve_http(&script, ServerEra::Modern);
    let text = "[limits]\nreply = \"1MiB\"\n".to_owned()
        + &config::script("child", &file, ServerEra::Legacy, "")
        + &config::url("web", web.url(), "");
    let candor = CandorProcess::unasked(&text, &[]);
    let mut client = candor.client(ServerEra::Legacy).await;
    for source in ["child", "web"] {
        let reply = client.call(&format!("{source}_big"), "{}").await;
        assert_eq!(reply.value()["isError"], true, "{source}");
        assert!(reply.words().contains("larger than"), "{}", reply.response);
        let reply = client.call(&format!("{source}_good"), r#"{"n":1}"#).await;
        assert_eq!(
            reply.value()["structuredContent"]["n"],
            1,
            "{source} lives on"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_too_large() {
    let file = ServerScript::simple(&[("good", r#"{"echo":true}"#)]).file();
    let text = "[limits]\nrequest_body = \"64KiB\"\n".to_owned()
        + &config::script("s", &file, ServerEra::Legacy, "");
    let candor = CandorProcess::unasked(&text, &[]);
    let huge = format!(r#"{{"x":"{}"}}"#, "x".repeat(100_000));
    for mut client in [
        candor.client(ServerEra::Modern).await,
        candor.client(ServerEra::Legacy).await,
    ] {
        let reply = client.call("s_good", &huge).await;
        assert_contains(&reply.error()["message"], "65536");
        let reply = client.call("s_good", r#"{"n":1}"#).await;
        assert_eq!(reply.value()["structuredContent"]["n"], 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_calls_at_one_source() {
    let file = ServerScript::simple(&[("slow", r#"{"sleep_ms":1000}"#)]).file();
    let text = config::script("s", &file, ServerEra::Legacy, "concurrent_calls = 2");
    let candor = CandorProcess::served_unasked(&text).await;
    let call = || async {
        let mut client = candor.client(ServerEra::Modern).await;
        client.call("s_slow", "{}").await.words()
    };
    let words = tokio::join!(call(), call(), call(), call());
    let words = [words.0, words.1, words.2, words.3];
    assert_eq!(
        words.iter().filter(|words| *words == "done").count(),
        2,
        "{words:?}"
    );
    assert_eq!(
        words.iter().filter(|words| words.contains("busy")).count(),
        2,
        "{words:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_sessions() {
    let limits = "[limits]\nsessions = 2\nsessions_per_caller = 3\n";
    let text = limits.to_owned() + &config::fixture("f", ServerEra::Both);
    let candor = CandorProcess::unasked(&text, &[]);
    let _one = candor.client(ServerEra::Legacy).await;
    let _two = candor.client(ServerEra::Legacy).await;
    let answer = candor.initialize("2025-11-25").await;
    assert_eq!(answer.status(), 503);
    assert!(answer.text().await.expect("text").contains("session"));
    // A client without a session is served all the same.
    let mut modern = candor.client(ServerEra::Modern).await;
    assert!(!modern.tools().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_that_do_not_fit() {
    let script = ServerScript::new()
        .tools(
            r#"[{"name":"t","inputSchema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","minimum":1}},"required":["city"]}}]"#,
        )
        .call("t", r#"{"count":true}"#);
    let file = script.file();
    let text = config::script("strict", &file, ServerEra::Legacy, "")
        + &config::script(
            "lax",
            &file,
            ServerEra::Legacy,
            "validate_arguments = false",
        );
    let candor = CandorProcess::unasked(&text, &[]);
    let mut client = candor.client(ServerEra::Legacy).await;
    let reply = client.call("strict_t", r#"{"days":0}"#).await;
    assert_eq!(reply.value()["isError"], true);
    for expect in [
        "/days: 0 is less than the minimum of 1",
        "\"city\" is a required property",
    ] {
        assert!(reply.words().contains(expect), "{}", reply.words());
    }
    assert_eq!(
        client.call("strict_t", r#"{"city":"Oslo"}"#).await.words(),
        "1",
        "it was not called before"
    );
    assert_eq!(client.call("lax_t", r#"{"days":0}"#).await.words(), "1");
}

/// A page of another site, or a name that points here, gets nothing.
#[tokio::test(flavor = "multi_thread")]
async fn foreign_hosts_and_origins() {
    let candor = CandorProcess::unasked(&config::fixture("f", ServerEra::Both), &[]);
    for (name, value) in [
        ("host", "evil.example.com"),
        ("origin", "http://evil.example.com"),
    ] {
        let answer = candor
            .post(
                r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
                &[(name, value)],
            )
            .await;
        assert_eq!(answer.status(), 403, "{name}");
    }
}
