use serde_json::{json, value::to_raw_value};

use super::*;
use crate::protocol::ProgramRemark;

fn read(tools: &[Value]) -> DefinedTools {
    let tools = tools.iter().map(|tool| to_raw_value(tool).expect("JSON"));
    let ready = LoadedProgram {
        tools: tools.collect(),
        resources: Vec::new(),
        tests: Vec::new(),
        remarks: Vec::new(),
    };
    DefinedTools::read(&ready, "tools/hello.ts")
}

#[test]
fn a_definition_is_kept_as_it_was_written() {
    let defined = read(&[json!({
        "name": "look",
        "title": "Look",
        "description": "Looks.",
        "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}},
        "outputSchema": {"type": "object"},
        "annotations": {
            "title": "Other", "readOnlyHint": true, "openWorldHint": false, "audience": ["user"]
        },
        "tags": ["eyes"],
        "hosts": ["example.com"],
        "safePosts": ["https://example.com/search"],
        "meta": {"example.com/x": 1},
    })]);
    assert_eq!(defined.diagnostics, []);
    let [tool] = &defined.tools[..] else {
        panic!("one tool");
    };
    let hints = Hints::UNSET
        .with(Hint::ReadOnly, true)
        .with(Hint::OpenWorld, false);
    assert_eq!(tool.hints, hints);
    assert_eq!(
        Value::from(tool.extra.clone()),
        json!({"audience": ["user"]})
    );
    assert_eq!(tool.title.as_deref(), Some("Look"));
    assert_eq!(tool.input_schema["properties"]["a"]["type"], "string");
    assert_eq!(tool.output_schema, Some(json!({"type": "object"})));
    assert_eq!(
        (&tool.tags[..], &tool.hosts[..]),
        (&["eyes".to_owned()][..], &["example.com".to_owned()][..])
    );
    assert_eq!(tool.safe_posts, ["https://example.com/search"]);
    assert_eq!(tool.meta["example.com/x"], 1);
}

#[test]
fn the_title_may_stand_among_the_annotations() {
    let defined = read(&[json!({
        "name": "look", "description": "Looks.", "annotations": {"title": "Look"}
    })]);
    assert_eq!(defined.tools[0].title.as_deref(), Some("Look"));
    assert_eq!(defined.tools[0].hints, Hints::UNSET);
}

#[test]
fn one_bad_tool_does_not_hide_the_others() {
    let good = json!({"name": "good", "description": "Good."});
    for (bad, expect) in [
        (json!(7), "a tool is defined by no object"),
        (json!({"description": "x"}), "a tool has no name"),
        (json!({"name": 7}), "`7` is no name of a tool"),
        (
            json!({"name": "good"}),
            "there are several tools named `good`",
        ),
        (json!({"name": "a b", "description": "x"}), "`a b`: "),
        (
            json!({"name": "x", "description": "x", "inputSchema": {"type": "string"}}),
            "`x`: ",
        ),
    ] {
        let defined = read(&[good.clone(), bad.clone()]);
        let names: Vec<_> = defined
            .tools
            .iter()
            .map(|tool| tool.name.as_str())
            .collect();
        assert_eq!(names, ["good"], "{bad}");
        let errors = defined.diagnostics.iter();
        let mut errors = errors.filter(|it| it.severity == Severity::Error);
        let error = errors.next().expect(expect);
        assert!(error.message.starts_with(expect), "{error}");
        assert_eq!(
            error.place.as_ref().map(|it| it.file.as_str()),
            Some("tools/hello.ts")
        );
    }
}

#[test]
fn what_is_of_the_wrong_kind_is_ignored_and_said() {
    let defined = read(&[json!({
        "name": "odd",
        "description": "Odd.",
        "title": 7,
        "annotations": {"readOnlyHint": "yes", "destructiveHint": null},
        "tags": "eyes",
        "hosts": ["example.com", 7],
        "meta": [],
    })]);
    let tool = &defined.tools[0];
    assert_eq!((tool.title.as_deref(), tool.hints), (None, Hints::UNSET));
    assert_eq!(
        (tool.tags.len(), tool.hosts.len(), tool.meta.len()),
        (0, 1, 0)
    );
    let said: Vec<_> = defined
        .diagnostics
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    assert_eq!(
        said,
        [
            "`odd`: `title` must be a text, and `7` is ignored",
            "`odd`: `readOnlyHint` must be true or false, and `\"yes\"` is ignored",
            "`odd`: `tags` must be a list of texts, and `\"eyes\"` is ignored",
            "`odd`: `hosts` must be a list of texts, and `7` is ignored",
            "`odd`: `meta` must be an object, and `[]` is ignored",
        ]
    );
}

#[test]
fn remarks_and_silence_are_passed_on() {
    let remark = ProgramRemark {
        sentence: "resources are not served".to_owned(),
        tool: Some("look".to_owned()),
    };
    for (remarks, expect) in [
        (
            vec![remark],
            "hello.ts: warning: `look`: resources are not served [functions::remark]",
        ),
        (
            vec![],
            "hello.ts: warning: the program defines no tool [functions::no-tools]",
        ),
    ] {
        let ready = LoadedProgram {
            tools: Vec::new(),
            resources: Vec::new(),
            tests: Vec::new(),
            remarks,
        };
        let defined = DefinedTools::read(&ready, "hello.ts");
        let said = defined.diagnostics.iter().map(ToString::to_string);
        assert_eq!(said.collect::<Vec<_>>(), [expect]);
    }
}
