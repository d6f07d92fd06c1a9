use candor_model::{Hint, Hints, Severity};
use serde_json::{Value, json};

use super::*;

const ALL: Hints = Hints::UNSET
    .with(Hint::ReadOnly, true)
    .with(Hint::Destructive, false)
    .with(Hint::Idempotent, true)
    .with(Hint::OpenWorld, false);

/// A definition with which nothing is wrong, however strictly it is looked at.
fn good() -> FunctionDefinition {
    FunctionDefinition {
        title: Some("Look".to_owned()),
        hints: ALL,
        ..FunctionDefinition::new("look", "Looks.")
    }
}

fn with(change: impl FnOnce(&mut FunctionDefinition)) -> FunctionDefinition {
    let mut definition = good();
    change(&mut definition);
    definition
}

/// Severity, code and sentence of everything found.
fn found(definitions: &[FunctionDefinition], strictness: CheckStrictness) -> Vec<String> {
    let found = check(definitions, strictness);
    let shown = found.iter().map(|one| {
        let code = one.code.strip_prefix("functions::").expect("our code");
        format!("{} {code}: {}", one.severity.as_str(), one.sentence)
    });
    shown.collect()
}

#[test]
fn nothing_is_wrong_with_what_is_in_order() {
    assert!(found(&[good()], CheckStrictness::Strict).is_empty());
    let unset = FunctionDefinition::new("a.b-C_1", "Something.");
    assert!(found(&[unset], CheckStrictness::Usual).is_empty());
}

#[test]
fn each_mistake_is_told() {
    let long = "x".repeat(129);
    let rather_long = "x".repeat(65);
    for (definition, expect) in [
        (with(|it| it.name.clear()), "error name: the name is empty"),
        (
            with(|it| "two words".clone_into(&mut it.name)),
            "error name: the name holds ` `",
        ),
        (
            with(|it| it.name.clone_from(&long)),
            "error name: the name has 129 characters and may have 128",
        ),
        (
            with(|it| it.name.clone_from(&rather_long)),
            "warning name: the name has 65 characters; some clients take 64 at most",
        ),
        (
            with(|it| " \n".clone_into(&mut it.description)),
            "warning description: there is no description; it is described as `Look.`",
        ),
        (
            with(|it| it.title = Some(" ".to_owned())),
            "error title: the title is empty",
        ),
        (
            with(|it| it.title = Some("a\u{202e}b".to_owned())),
            "error title: the title holds `\\u{202e}`",
        ),
        (
            with(|it| it.tags = (0..41).map(|at| at.to_string()).collect()),
            "error tags: there are 41 tags and may be 40",
        ),
        (
            with(|it| it.tags = vec![String::new()]),
            "error tags: a tag is empty",
        ),
        (
            with(|it| it.hints.set(Hint::Destructive, Some(true))),
            "error hints: `readOnlyHint: true` and `destructiveHint: true` exclude each other",
        ),
        (
            with(|it| it.hints.set(Hint::Idempotent, Some(false))),
            "warning hints: `readOnlyHint: true` with `idempotentHint: false` is odd",
        ),
        (
            with(|it| it.input_schema = json!({"type": "string"})),
            "error schema: the schema of the arguments does not describe an object",
        ),
        (
            with(|it| it.input_schema = json!(true)),
            "error schema: the schema of the arguments does not describe an object",
        ),
        (
            with(|it| it.output_schema = Some(json!({"type": "array"}))),
            "error schema: the schema of the results does not describe an object",
        ),
        (
            with(|it| {
                it.meta.insert(META.to_owned(), Value::Null);
            }),
            "error meta: the member `dev.candor/function` of `_meta` is written by the framework",
        ),
        (
            with(|it| it.safe_posts = vec!["api.example.com/search".to_owned()]),
            "error safe-post: `api.example.com/search` is no address to `POST` to",
        ),
        (
            with(|it| it.safe_posts = vec!["ftp://example.com/".to_owned()]),
            "error safe-post: `ftp://example.com/` is no address to `POST` to",
        ),
        (
            with(|it| {
                it.hints.set(Hint::ReadOnly, Some(false));
                it.safe_posts = vec!["https://example.com/".to_owned()];
            }),
            "warning safe-post: safe addresses to `POST` to are named, and `readOnlyHint` is not \
             true",
        ),
    ] {
        assert_eq!(found(&[definition], CheckStrictness::Usual), [expect]);
    }
}

#[test]
fn a_host_is_a_host() {
    for (host, expect) in [
        ("api.example.com", None),
        ("*.example.com", None),
        ("localhost:8080", None),
        ("API.example.com", None),
        ("127.0.0.1:80", None),
        ("[::1]:90", None),
        ("xn--bcher-kva.example", None),
        ("https://example.com", Some("has a scheme")),
        ("example.com/a", Some("has a path")),
        ("user@example.com", Some("has a user")),
        ("*", Some("has a star in the middle")),
        ("a.*.com", Some("has a star in the middle")),
        ("", Some("is no host")),
        ("a b", Some("is no host")),
        ("example.com:99999", Some("is no host")),
        ("bücher.example", Some("is read differently")),
        ("127.1", Some("is read differently")),
        ("example.com.", Some("is read differently")),
    ] {
        let definition = with(|it| it.hosts = vec![host.to_owned()]);
        let expect: Vec<_> = expect
            .map(|what| format!("error host: the host `{host}` {what}"))
            .into_iter()
            .collect();
        assert_eq!(found(&[definition], CheckStrictness::Usual), expect);
    }
}

#[test]
fn strictly_nothing_may_be_left_open() {
    let address = json!({
        "type": "object",
        "description": "Where.",
        "properties": {"zip": {"type": "string"}, "city": {"$ref": "#/$defs/city"}},
    });
    let line = json!({"type": "object", "properties": {"gtin": {"type": "string"}}});
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": " "},
            "address": address,
            "lines": {"type": "array", "description": "What.", "items": line},
            "shape": {
                "description": "Which.",
                "oneOf": [
                    {"properties": {"kind": {"const": "a"}, "side": {"type": "number"}}},
                    {
                        "description": "A circle.",
                        "properties": {"circle": {"properties": {"radius": {}}}},
                    },
                ],
            },
            "node": {"$ref": "#/$defs/node"},
        },
        "$defs": {
            "city": {"type": "string", "description": "The city."},
            "node": {
                "type": "object",
                "properties": {"next": {"$ref": "#/$defs/node", "description": "The next."}},
            },
        },
    });
    let open = FunctionDefinition {
        input_schema: schema,
        hints: Hints::UNSET.with(Hint::ReadOnly, true),
        ..FunctionDefinition::new("look", "Looks.")
    };
    assert!(found(std::slice::from_ref(&open), CheckStrictness::Usual).is_empty());
    let undescribed = |path| format!("error parameter: the parameter `{path}` has no description");
    assert_eq!(
        found(&[open], CheckStrictness::Strict),
        [
            "error hint-unset: `destructiveHint`, `idempotentHint`, `openWorldHint` are not set"
                .to_owned(),
            "error title: there is no title".to_owned(),
            undescribed("name"),
            undescribed("address.zip"),
            undescribed("lines[].gtin"),
            undescribed("shape.side"),
            undescribed("shape.circle.radius"),
            undescribed("node"),
        ]
    );
}

#[test]
fn all_tools_are_looked_at() {
    let nameless = with(|it| it.description.clear());
    let found = check(
        &[good(), nameless.clone(), nameless, good()],
        CheckStrictness::Usual,
    );
    let codes: Vec<_> = found.iter().map(|one| one.code).collect();
    assert_eq!(
        codes,
        [
            "functions::duplicate",
            "functions::description",
            "functions::description",
        ]
    );
    let errors = found.iter().filter(|one| one.severity == Severity::Error);
    assert_eq!(errors.count(), 1, "only what cannot be served is one");
    let told = crate::DefinitionProblems(found).to_string();
    assert_eq!(
        told.lines().next(),
        Some("error: `look`: there are several tools of this name [functions::duplicate]")
    );
    assert_eq!(told.lines().count(), 5, "{told}");
}
