//! What a client receives is what the server sent, apart from the name: for definitions and
//! results that a typed model would lose, over both transports and both eras on both sides.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::text::{compact, member, members};
use candor_testkit::{CandorProcess, RawClient, ServerEra, config, test_rows};

/// Definitions with unknown fields at every level, odd orders, big numbers and unicode.
const TOOLS: &[(&str, &str)] = &[
    (
        "odd-order",
        r#"{"zzUnknown":{"deep":[1,{"k":1e-7}],"null":null},"inputSchema":{"x-first":true,"type":"object",
        "properties":{"b":{"type":"string","x-ui":{"order":2}},"a":{"type":"number","default":1.0}},"$comment":"kept"},
        "name":"odd-order","annotations":{"destructiveHint":false,"x-vendor":{"risk":[3,2,1]},"readOnlyHint":true,
        "secretHint":"maybe","title":"T"},"description":"Unknown fields at every level.","execution":{"taskSupport":"optional","later":1},
        "icons":[{"src":"data:,","sizes":["48x48"],"theme":"dark","unk":0}],"_meta":{"dev.example/x":{"y":[]}},"title":"Odd"}"#,
    ),
    (
        "big.numbers",
        r#"{"name":"big.numbers","description":"Numbers that no double holds.","inputSchema":{"type":"object",
        "properties":{"n":{"type":"integer","examples":[123456789012345678901234567890,-0,1E5,1.10,0.1000000000000000055511151231257827]}}},
        "limits":{"max":99999999999999999999999999,"min":-1e-400}}"#,
    ),
    (
        "unicode",
        "{\"name\":\"unicode\",\"description\":\"caf\\u00e9 café \\ud83d\\ude00 😀 \\u202e \\/ \\u0000 é\",\
        \"inputSchema\":{\"type\":\"object\",\"properties\":{\"größe\":{\"type\":\"string\",\"description\":\"日本語\"}}},\
        \"schlüssel\":\"\\u00fc\"}",
    ),
    (
        "schema",
        r##"{"name":"schema","description":"Keywords of 2020-12.","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema",
        "$id":"https://example.test/s","$defs":{"n":{"$anchor":"n","type":"object","properties":{"next":{"$ref":"#n"}}}},
        "type":"object","properties":{"list":{"$ref":"#/$defs/n"}},"allOf":[{"if":{"required":["a"]},"then":{"required":["b"]}}],
        "unevaluatedProperties":true},"outputSchema":{"type":"object","properties":{"x":{}},"x-out":[[]]}}"##,
    ),
];

/// Results that no typed model would keep.
const RESULTS: &[(&str, &str)] = &[
    (
        "odd-order",
        r#""zFirst":1,"content":[{"type":"video","data":"AAAA","fps":29.970},{"annotations":{"audience":["user"],"custom":{"a":1}},
        "text":"t","type":"text","unk":[{}]},{"type":"resource_link","uri":"x://y","name":"n","size":12345678901234567890}],
        "prompts":[],"tools":[],"action":"accept","_meta":{"dev.example/m":{"z":1,"a":2}}"#,
    ),
    (
        "big.numbers",
        r#""content":[],"structuredContent":{"n":123456789012345678901234567890,"f":0.1000000000000000055511151231257827,"e":1E5,"z":-0}"#,
    ),
    (
        "unicode",
        "\"content\":[{\"type\":\"text\",\"text\":\"\\u0000 \\ud83d\\ude00 😀 \\u00e9é \\/ \\u2028 \\\"q\\\"\"}],\"naïve\":true",
    ),
    (
        "schema",
        r#""content":[{"type":"text","text":"x"}],"structuredContent":{"x":null},"isError":false"#,
    ),
];

/// With no annotations but the source's own.
const NO_INFERENCE: &str = "\n[inference]\nenabled = false\ntitles = false\n";

/// A result of five megabytes.
const BIG: usize = 5_000_000;

fn script(server: ServerEra) -> ServerScript {
    let definitions: Vec<_> = TOOLS.iter().map(|(_, definition)| *definition).collect();
    let big = r#"{"name":"big","description":"Much.","inputSchema":{"type":"object"}}"#;
    let script = ServerScript::new().tools(format!("[{},{big}]", definitions.join(",")));
    RESULTS
        .iter()
        .fold(script, |script, (name, _)| {
            script.call(name, format!(r#"{{"result":{}}}"#, result(name, server)))
        })
        .call("big", format!(r#"{{"big":{BIG}}}"#))
}

/// The result as a server of this era sends it.
fn result(tool: &str, server: ServerEra) -> String {
    let (_, inside) = RESULTS
        .iter()
        .find(|(name, _)| *name == tool)
        .expect("a result");
    match server {
        ServerEra::Modern => format!(r#"{{{inside},"resultType":"complete"}}"#),
        _ => format!("{{{inside}}}"),
    }
}

/// What a client must receive: the same, and for a modern client of an older server the one
/// member that its revision demands.
fn expected(tool: &str, server: ServerEra, client: ServerEra) -> String {
    let sent = compact(&result(tool, server));
    if client == ServerEra::Modern && server == ServerEra::Legacy {
        return format!(
            r#"{},"resultType":"complete"}}"#,
            sent.strip_suffix('}').expect("an object")
        );
    }
    sent
}

fn exposed(own: &str) -> String {
    format!("s_{}", own.replace('.', "_"))
}

/// A definition without the mark of what is listed from memory: nothing else may differ then.
fn unmarked(tool: &str) -> String {
    let mark = r#""dev.candor/remembered":true"#;
    tool.replace(&format!(r#","_meta":{{{mark}}}"#), "")
        .replace(&format!(",{mark}"), "")
}

async fn check(mut client: RawClient, server: ServerEra, era: ServerEra) {
    let tools = client.tools().await;
    assert_eq!(tools.len(), TOOLS.len() + 1);
    for (tool, (own, definition)) in tools.iter().zip(TOOLS) {
        let renamed = compact(definition).replace(
            &format!(r#""name":"{own}""#),
            &format!(r#""name":"{}""#, exposed(own)),
        );
        assert_eq!(unmarked(&compact(tool)), renamed, "{own}");
    }
    for (own, _) in RESULTS {
        let reply = client.call(&exposed(own), "{}").await;
        assert_eq!(
            compact(&reply.result()),
            expected(own, server, era),
            "{own}"
        );
    }
    let reply = client.call("s_big", "{}").await;
    let content = member(&reply.result(), "content").expect("content");
    assert!(content.len() > BIG, "{}", content.len());
}

/// All four kinds of client against one server.
async fn check_clients(config: &str, server: ServerEra) {
    let candor = CandorProcess::unasked(&format!("{config}{NO_INFERENCE}"), &[]);
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        check(candor.client(era).await, server, era).await;
        check(RawClient::stdio(candor.folder(), era).await, server, era).await;
    }
}

async fn check_stdio(server: ServerEra) {
    let file = script(server).file();
    check_clients(&config::script("s", &file, server, ""), server).await;
}

async fn check_http(server: ServerEra) {
    let upstream = script::serve_http(&script(server), server);
    check_clients(&config::url("s", upstream.url(), ""), server).await;
}

test_rows! {
    check_stdio {
        a_legacy_server_on_stdio(ServerEra::Legacy);
        a_modern_server_on_stdio(ServerEra::Modern);
    }
}

test_rows! {
    check_http {
        a_legacy_server_on_http(ServerEra::Legacy);
        a_modern_server_on_http(ServerEra::Modern);
    }
}

/// Arguments arrive as they were written, too.
#[tokio::test(flavor = "multi_thread")]
async fn arguments_arrive_untouched() {
    let file = ServerScript::simple(&[("echo", r#"{"echo":true}"#)]).file();
    let candor = CandorProcess::unasked(&config::script("s", &file, ServerEra::Legacy, ""), &[]);
    let arguments = r#"{"z":123456789012345678901234567890,"a":{"k":1.10,"😀":"\u00e9"},"n":null}"#;
    let mut client = candor.client(ServerEra::Legacy).await;
    let reply = client.call("s_echo", arguments).await;
    assert_eq!(
        member(&reply.result(), "structuredContent").as_deref(),
        Some(arguments)
    );
}

/// Errors of a server keep their code, message and data.
#[tokio::test(flavor = "multi_thread")]
async fn errors_arrive_untouched() {
    let error = r#"{"data":{"z":1,"a":[99999999999999999999]},"code":-32042,"message":"no","x":1}"#;
    let file = ServerScript::simple(&[("bad", &format!(r#"{{"error":{error}}}"#))]).file();
    let candor = CandorProcess::unasked(&config::script("s", &file, ServerEra::Legacy, ""), &[]);
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = candor.client(era).await;
        let reply = client.call("s_bad", "{}").await;
        assert_eq!(
            member(&reply.response, "error")
                .map(|error| compact(&error))
                .as_deref(),
            Some(error)
        );
    }
}

/// A tool without a description gets one that says no more than is known; nothing else changes.
#[tokio::test(flavor = "multi_thread")]
async fn a_missing_description_is_generated() {
    let script = ServerScript::new().tools(r#"[{"inputSchema":{"type":"object"},"name":"bare"}]"#);
    let file = script.file();
    let config = config::script("s", &file, ServerEra::Legacy, "") + NO_INFERENCE;
    let candor = CandorProcess::unasked(&config, &[]);
    let tools = candor.client(ServerEra::Legacy).await.tools().await;
    let keys: Vec<_> = members(&tools[0]).into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["inputSchema", "name", "description"]);
    let described = member(&tools[0], "description").expect("a description");
    assert_eq!(
        described,
        r#""Calls the tool `bare` of the source `s`, which does not describe it.""#
    );
}
