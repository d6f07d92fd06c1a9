use candor_registry::{InputFormat, LaunchOption};
use serde_json::json;

use crate::builders::{package, with_remotes};

fn keys(option: &LaunchOption) -> Vec<String> {
    let fields = option.form().fields.into_iter();
    let mark = |mark: bool, sign: &'static str| if mark { sign } else { "" };
    fields
        .map(|field| {
            let required = mark(field.input.is_required, "!");
            let secret = mark(field.input.is_secret, "*");
            let repeated = mark(field.is_repeated, "+");
            format!("{}{required}{secret}{repeated}", field.key)
        })
        .collect()
}

#[test]
fn everything_that_a_person_must_say_is_a_field() {
    let option = package(json!({
        "registryType": "npm", "identifier": "w", "version": "1.0.0",
        "environmentVariables": [
            { "name": "API_KEY", "isRequired": true, "isSecret": true, "description": "Your key" },
            { "name": "MODE", "value": "fixed" },
            { "name": "PAIR", "value": "{user}:{pass}", "variables": {
                "user": { "isRequired": true }, "pass": { "isSecret": true },
            }},
        ],
        "runtimeArguments": [{ "type": "named", "name": "--silent" }],
        "packageArguments": [
            { "type": "positional", "valueHint": "folder", "format": "filepath", "isRepeated": true },
            { "type": "named", "name": "--port", "default": "80", "format": "number" },
            { "type": "positional", "value": "serve" },
        ],
        "transport": { "type": "stdio" },
    }));
    assert_eq!(
        keys(&option),
        ["API_KEY!*", "user!", "pass*", "folder+", "port"]
    );
    let form = option.form();
    let port = form.field("port").expect("a field");
    assert_eq!(port.input.default.as_deref(), Some("80"));
    assert_eq!(port.input.format, InputFormat::Number);
}

#[test]
fn a_remote_asks_for_variables_and_headers() {
    let entry = with_remotes(json!([{
        "type": "streamable-http",
        "url": "https://{tenant}.example/mcp",
        "variables": { "tenant": { "isRequired": true, "choices": ["eu", "us"] } },
        "headers": [{ "name": "Authorization", "isSecret": true, "isRequired": true }],
    }]));
    assert_eq!(keys(&entry.options[0]), ["tenant!", "Authorization!*"]);
}

#[test]
fn a_key_that_comes_twice_is_asked_for_once_and_carefully() {
    let option = package(json!({
        "registryType": "npm", "identifier": "w", "version": "1.0.0",
        "environmentVariables": [{ "name": "token" }],
        "packageArguments": [
            { "type": "named", "name": "--token", "isSecret": true, "isRequired": true,
              "description": "The same" },
        ],
    }));
    assert_eq!(keys(&option), ["token!*"]);
}
