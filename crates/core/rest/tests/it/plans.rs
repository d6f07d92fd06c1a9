//! What a request has beside its arguments.

use std::collections::BTreeMap;

use candor_openapi::{ApiParameter, ApiTool, KeyPlace, ParameterPlace, ResponseStatus};
use serde_json::json;
use url::Url;

use crate::builder::{ToolBuild, parameter, refusal, request, tool};

fn url(text: &str) -> Url {
    Url::parse(text).expect("a URL")
}

#[test]
fn the_path_of_the_server_is_kept() {
    let tool = tool("GET", "/books/{id}")
        .with(parameter("id", ParameterPlace::Path))
        .with(parameter("q", ParameterPlace::Query));
    let plan = request(&tool, &json!({ "id": "a/b", "q": "x y" }));
    for (base, expect) in [
        (
            "https://api.example",
            "https://api.example/books/a%2Fb?q=x%20y",
        ),
        (
            "https://api.example/",
            "https://api.example/books/a%2Fb?q=x%20y",
        ),
        (
            "https://api.example/v1",
            "https://api.example/v1/books/a%2Fb?q=x%20y",
        ),
        (
            "https://api.example/v1/",
            "https://api.example/v1/books/a%2Fb?q=x%20y",
        ),
        (
            "http://[::1]:8080/a%20b",
            "http://[::1]:8080/a%20b/books/a%2Fb?q=x%20y",
        ),
    ] {
        let joined = plan
            .url(&url(base))
            .unwrap_or_else(|error| panic!("{base}: {error}"));
        assert_eq!(joined.as_str(), expect);
    }
    let mail = plan.url(&url("mailto:a@b"));
    assert!(mail.is_err(), "{mail:?}");
}

#[test]
fn unknown_arguments_are_refused() {
    let flat = tool("GET", "/").with(parameter("q", ParameterPlace::Query));
    assert_eq!(
        refusal(&flat, &json!({ "query": 1 })),
        "there is no argument `query`; leave it out or correct its name"
    );
    assert!(refusal(&flat, &json!({ "_select": "." })).contains("`_select`"));
    let grouped = tool("GET", "/{id}")
        .grouped(parameter("id", ParameterPlace::Path))
        .grouped(parameter("id", ParameterPlace::Query));
    let plan = request(
        &grouped,
        &json!({ "path": { "id": 1 }, "query": { "id": 2 } }),
    );
    assert_eq!((plan.path.as_str(), plan.query.as_str()), ("/1", "id=2"));
    let plan = request(&grouped, &json!({ "path": { "id": 1 }, "query": null }));
    assert_eq!(plan.query, "");
    for (arguments, expect) in [
        (
            json!({ "path": { "id": 1 }, "query": { "x": 2 } }),
            "there is no argument `query.x`; leave it out or correct its name",
        ),
        (
            json!({ "path": 1 }),
            "the argument `path` is a number; give an object",
        ),
        (json!({}), "the argument `path.id` is missing; give it"),
        (
            json!({ "path": { "id": ".." } }),
            "the argument `path.id` makes `..` of a part of the path, which would lead to another \
             path; give a value without `.` and `..` between slashes",
        ),
    ] {
        assert_eq!(refusal(&grouped, &arguments), expect);
    }
}

#[test]
fn a_selection_is_taken_out() {
    let tool = ApiTool {
        selects: true,
        ..tool("GET", "/")
    };
    let select = |arguments| request(&tool, &arguments).select;
    assert_eq!(select(json!({ "_select": ".a" })).as_deref(), Some(".a"));
    assert_eq!(select(json!({ "_select": null })), None);
    assert_eq!(select(json!({})), None);
    assert_eq!(
        refusal(&tool, &json!({ "_select": 7 })),
        "the argument `_select` is a number; give a filter of jq as text, such as `.items[].name`"
    );
}

#[test]
fn defaults_are_sent_only_where_something_must_be() {
    let with_default = |required| ApiParameter {
        required,
        schema: json!({ "$ref": "#/$defs/limit" }),
        ..parameter("limit", ParameterPlace::Query)
    };
    let defs = json!({ "type": "object", "$defs": { "limit": { "default": 20 } } });
    for (required, expect) in [(true, "limit=20"), (false, "")] {
        let tool = ApiTool {
            input: defs.clone(),
            ..tool("GET", "/").with(with_default(required))
        };
        assert_eq!(request(&tool, &json!({})).query, expect);
        assert_eq!(request(&tool, &json!({ "limit": 5 })).query, "limit=5");
    }
    // A parameter that callers cannot set is not filled in, and not missed.
    let fixed = ApiParameter {
        required: true,
        schema: json!({ "default": "2" }),
        ..parameter("X-Version", ParameterPlace::Header)
    };
    let secret = ApiParameter {
        required: true,
        ..parameter("X-Key", ParameterPlace::Header)
    };
    let tool = tool("GET", "/").without_slot(fixed).without_slot(secret);
    let plan = request(&tool, &json!({}));
    assert_eq!(plan.headers, []);
}

#[test]
fn null_is_nothing_unless_something_must_be() {
    let required = ApiParameter {
        required: true,
        ..parameter("a", ParameterPlace::Query)
    };
    let tool = tool("GET", "/")
        .with(required)
        .with(parameter("b", ParameterPlace::Query));
    let plan = request(&tool, &json!({ "a": null, "b": null }));
    assert_eq!(plan.query, "a=null");
}

#[test]
fn the_key_against_repetition_is_named() {
    let described = |name: &str, text: &str| ApiParameter {
        description: Some(text.to_owned()),
        ..parameter(name, ParameterPlace::Header)
    };
    for (parameter, expect) in [
        (described("Idempotency-Key", ""), true),
        (described("X-Idempotency-Token", ""), true),
        (described("PayPal-Request-Id", "For idempotency."), true),
        (described("X-Request-Id", "For support."), false),
        (described("X-Mode", "Not idempotent."), false),
    ] {
        let name = parameter.name.clone();
        let required = ApiParameter {
            required: expect,
            ..parameter
        };
        let tool = tool("POST", "/").with(required);
        let named = request(&tool, &json!({})).idempotency_header;
        assert_eq!(named, expect.then_some(name.clone()), "{name}");
        let given = request(&tool, &json!({ name: "mine" }));
        assert_eq!((given.idempotency_header, given.headers.len()), (None, 1));
    }
}

#[test]
fn what_would_be_accepted() {
    for (responses, expect) in [
        (vec![], "application/json, */*;q=0.1"),
        (
            vec![(
                ResponseStatus::Exact(200),
                vec!["text/csv", "application/hal+json"],
            )],
            "application/hal+json, text/csv, */*;q=0.1",
        ),
        (
            vec![
                (
                    ResponseStatus::Exact(200),
                    vec!["image/png", "*/*", "text/a\r\nX: y"],
                ),
                (ResponseStatus::Exact(404), vec!["text/html"]),
                (
                    ResponseStatus::Class(2),
                    vec!["IMAGE/PNG", "application/json"],
                ),
                (ResponseStatus::Default, vec!["text/plain"]),
            ],
            "application/json, image/png, */*;q=0.1",
        ),
        (
            vec![(ResponseStatus::Default, vec!["application/xml"])],
            "application/xml, */*;q=0.1",
        ),
    ] {
        let tool = responses
            .iter()
            .fold(tool("GET", "/"), |tool, (status, types)| {
                tool.responds(*status, types)
            });
        assert_eq!(request(&tool, &json!({})).accept, expect);
    }
}

#[test]
fn credentials_stand_alone() {
    let tool = tool("GET", "/")
        .with(parameter("filter", ParameterPlace::Query))
        .with(parameter("X-Color", ParameterPlace::Header))
        .with(parameter("crumbs", ParameterPlace::Cookie));
    let plan = request(
        &tool,
        &json!({
            "filter": { "api key": "mine" },
            "X-Color": "red",
            "crumbs": { "session": "mine" },
        }),
    );
    let taken: BTreeMap<_, _> = [
        (KeyPlace::Query, "api key"),
        (KeyPlace::Header, "x-color"),
        (KeyPlace::Cookie, "session"),
        (KeyPlace::Query, "other"),
        (KeyPlace::Header, "api key"),
        (KeyPlace::Cookie, "filter"),
    ]
    .into_iter()
    .map(|(place, name)| {
        (
            format!("{place:?} {name}"),
            plan.reserve(place, name).is_err(),
        )
    })
    .collect();
    let free: Vec<_> = taken
        .iter()
        .filter(|(_, taken)| !**taken)
        .map(|(name, _)| name)
        .collect();
    assert_eq!(free, ["Cookie filter", "Header api key", "Query other"]);
    assert_eq!(
        plan.reserve(KeyPlace::Query, "api key")
            .expect_err("taken")
            .to_string(),
        "the query parameter `api key` is for a credential, and the arguments set it too; leave \
         it out"
    );
}
