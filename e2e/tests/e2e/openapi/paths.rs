//! A path argument stays where it is written.

use candor_testkit::http_api::HttpApi;
use serde_json::json;

use super::gateway::{ApiGateway, call, words};
use super::styles::ECHO;

/// Values that try to get out, and whether they arrive: encoded, as one segment.
const TRICKS: [(&str, bool); 24] = [
    ("..", false),
    (".", false),
    ("", false),
    ("%2e%2e", false),
    ("%2E.", false),
    ("%252e%252e", false),
    ("a/../../admin", false),
    ("a\\..\\b", false),
    ("..%2fadmin", false),
    ("../", false),
    ("...", true),
    ("a..b", true),
    ("a/b", true),
    ("/", true),
    ("?admin=1", true),
    ("a#b", true),
    ("a\r\nHost: evil.example", true),
    ("a\0b", true),
    ("é漢🙂", true),
    ("a b+c", true),
    (";v=x", true),
    ("http://evil.example/", true),
    ("@evil.example", true),
    ("100%", true),
];

#[tokio::test(flavor = "multi_thread")]
async fn an_argument_never_leaves_its_segment() {
    let api = HttpApi::start().expect("an API");
    let more = format!(
        "[environments.deep]\nvariables = {{ API_BASE_URL = \"{}\" }}\n",
        api.url("/v1/%7Eme/")
    );
    let stage = ApiGateway::before(api, ECHO, &more, &[]).await;
    for (mut client, before) in [
        (stage.client().await, &[][..]),
        (stage.client_in("deep").await, &["v1", "~me"]),
    ] {
        for (value, arrives) in TRICKS {
            stage.api.clear();
            let result = call(&mut client, "path_simple", &json!({"v": value})).await;
            assert_eq!(result["isError"] != true, arrives, "{value:?}: {result}");
            if !arrives {
                let said = words(&result);
                assert!(said.contains("`v`"), "{value:?}: {said}");
                assert_eq!(stage.api.requests(), [], "{value:?}");
                continue;
            }
            let request = stage.only_request();
            let expect = [before, &["path", "simple", value, "end"]].concat();
            assert_eq!(request.segments(), expect, "{}", request.target);
            assert_eq!(request.query(), None, "{}", request.target);
            assert!(request.target.is_ascii(), "{}", request.target);
            let host = stage.api.address().to_string();
            assert_eq!(request.header("host"), Some(&*host), "{value:?}");
        }
        // Lists and objects are no way around it.
        for (tool, value) in [
            ("path_simple", json!([".."])),
            ("path_simple", json!([])),
            ("path_label", json!(".")),
            ("path_label_exploded", json!([""])),
            ("path_content", json!({})),
        ] {
            stage.api.clear();
            let result = call(&mut client, tool, &json!({"v": value})).await;
            for request in stage.api.requests() {
                let segments = request.segments();
                assert_eq!(
                    segments.len(),
                    before.len() + 4,
                    "{tool} {value}: {segments:?}"
                );
                assert!(
                    !segments.iter().any(|one| one == ".." || one == "."),
                    "{segments:?}"
                );
            }
            assert_eq!(
                stage.api.requests().is_empty(),
                result["isError"] == true,
                "{result}"
            );
        }
    }
}
