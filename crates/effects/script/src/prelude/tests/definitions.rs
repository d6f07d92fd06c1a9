//! What authors write, and what becomes of it.

use serde_json::json;

use super::{definitions, load, refused, remarks};
use crate::protocol::ThrownKind;

#[test]
fn a_definition_is_passed_on_as_it_was_written() {
    let (_, ready) = load(
        "const greet = { name: 'greet', description: 'Greets', input: { who: s.string().describe('Whom') },
           output: { said: s.string() }, annotations: { title: 'Greet', readOnlyHint: true, 'x-own': [1, { a: null }] },
           tags: ['talk'], hosts: ['api.example.com'], safePosts: ['https://api.example.com/s'], meta: { k: 1 },
           execute: () => ({ said: 'hi' }) };
         export default new Toolbox().tool(greet).tool({ name: 'bare', title: 'Bare', annotations: {}, execute() {} });",
    );
    assert!(remarks(&ready).is_empty());
    assert_eq!(
        definitions(&ready),
        [
            json!({
                "name": "greet",
                "title": "Greet",
                "description": "Greets",
                "inputSchema": {
                    "type": "object",
                    "properties": { "who": { "type": "string", "description": "Whom" } },
                    "required": ["who"],
                    "additionalProperties": false,
                },
                "outputSchema": {
                    "type": "object",
                    "properties": { "said": { "type": "string" } },
                    "required": ["said"],
                    "additionalProperties": false,
                },
                "annotations": { "title": "Greet", "readOnlyHint": true, "x-own": [1, { "a": null }] },
                "tags": ["talk"],
                "hosts": ["api.example.com"],
                "safePosts": ["https://api.example.com/s"],
                "meta": { "k": 1 },
            }),
            json!({
                "name": "bare",
                "title": "Bare",
                "inputSchema": { "type": "object", "properties": {}, "additionalProperties": false },
                "annotations": {},
            }),
        ]
    );
}

#[test]
fn a_hint_that_stands_alone_stays_alone() {
    let (_, ready) = load(
        "export default new Toolbox().tool({ name: 'a', annotations: { readOnlyHint: true }, execute() {} });",
    );
    let annotations = &definitions(&ready)[0]["annotations"];
    assert_eq!(annotations, &json!({ "readOnlyHint": true }));
}

#[test]
fn json_schema_is_passed_on_as_it_is() {
    let (_, ready) = load(
        "const inputSchema = { type: 'object', properties: { a: { type: 'number', minimum: 1 } }, $defs: { x: {} } };
         export default new Toolbox().tool({ name: 'a', inputSchema, execute() {} });",
    );
    assert_eq!(
        definitions(&ready)[0]["inputSchema"],
        json!({ "type": "object", "properties": { "a": { "type": "number", "minimum": 1 } }, "$defs": { "x": {} } })
    );
}

#[test]
fn toolboxes_are_found_wherever_they_are_exported() {
    for export in [
        "export default new Toolbox().tool(a);",
        "export default Promise.resolve(new Toolbox().tool(a));",
        "export const tools = new Toolbox().tool(a); export const other = 1;",
        "export default new Toolbox().extend(new Toolbox().tool(a));",
    ] {
        let (_, ready) = load(&format!(
            "const a = {{ name: 'a', execute() {{}} }};\n{export}"
        ));
        assert_eq!(definitions(&ready)[0]["name"], "a", "{export}");
    }
}

#[test]
fn a_module_without_tools_is_told_how_to_export_them() {
    for (text, expect) in [
        (
            "",
            "the module exports nothing; write `export default new Toolbox().tool({ … })`",
        ),
        (
            "export const a = 1; export default 2;",
            "the module exports no tools, only `a`, `default`; write",
        ),
        (
            "export const a = new Toolbox(); export const b = new Toolbox();",
            "the module exports several toolboxes, `a`, `b`, and none as default; join them with `extend`",
        ),
        (
            "export const handleToolCall = () => 1;",
            "nothing says which tools there are",
        ),
    ] {
        let error = refused(text);
        assert_eq!(error.kind, ThrownKind::Export, "{text}");
        assert!(error.message.contains(expect), "{text}: {}", error.message);
    }
}

#[test]
fn what_makes_no_sense_is_refused_at_its_line() {
    for (definition, expect) in [
        ("{}", "a tool needs a `name`"),
        ("'x'", "a tool is an object"),
        (
            "{ name: 'a' }",
            "`execute` of the tool `a` must be a function",
        ),
        (
            "{ name: 'a', execute() {}, anotations: {} }",
            "`anotations` that is not known; did you mean `annotations`?",
        ),
        (
            "{ name: 'a', execute() {}, annotations: [] }",
            "`annotations` of the tool `a` must be an object",
        ),
        (
            "{ name: 'a', execute() {}, tags: 'x' }",
            "`tags` of the tool `a` must be a list of texts",
        ),
        (
            "{ name: 'a', execute() {}, title: 1 }",
            "`title` of the tool `a` must be a text",
        ),
        (
            "{ name: 'a', execute() {}, input: 'x' }",
            "`input` of the tool `a` must be a shape",
        ),
        (
            "{ name: 'a', execute() {}, input: { a: s.string(), b: 1 } }",
            "the member `b` of `input` of the tool `a`",
        ),
        (
            "{ name: 'a', execute() {}, input: { type: 'string' } }",
            "with `type: \"object\"`",
        ),
        (
            "{ name: 'a', execute() {}, input: {}, inputSchema: {} }",
            "say the same",
        ),
        (
            "{ name: 'a', execute() {}, input: { a: { _def: { typeName: 'ZodString' } } } }",
            "zod 3",
        ),
    ] {
        let error = refused(&format!(
            "export default new Toolbox()\n  .tool({definition});"
        ));
        assert_eq!(error.kind, ThrownKind::Threw, "{definition}");
        assert!(
            error.message.contains(expect),
            "{definition}: {}",
            error.message
        );
        assert_eq!(error.place.unwrap().line, 3, "{definition}");
    }
    let twice = refused(
        "const a = { name: 'a', execute() {} };\nexport default new Toolbox().tool(a).tool(a);",
    );
    assert!(twice.message.contains("two tools have the name `a`"));
}
