//! Which arguments become headers, and which schemas are refused.

use serde_json::json;

use super::*;

fn headers(schema: &Value) -> Result<Vec<ParamHeader>, ParamHeaderError> {
    mcp_param_headers(&RawJson::from_value(schema))
}

fn object(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties})
}

#[test]
fn arguments_at_any_depth_become_headers() {
    let schema = object(&json!({
        "region": {"type": "string", "x-mcp-header": "Region"},
        "page": {"type": "object", "properties": {
            "size": {"type": "integer", "x-mcp-header": "Page-Size"},
            "all": {"type": "boolean", "x-mcp-header": "All"},
        }},
        "plain": {"type": "number"},
    }));
    let headers = headers(&schema).expect("valid");
    let arguments = json!({"region": "größe", "page": {"size": 20.0, "all": false}, "plain": 1.5});
    let text = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        param_values(&headers, &arguments),
        [
            text("Mcp-Param-Region", "größe"),
            text("Mcp-Param-Page-Size", "20"),
            text("Mcp-Param-All", "false")
        ]
    );
    for nothing in [
        json!({}),
        json!({"region": null, "page": 3}),
        json!([]),
        json!(null),
    ] {
        assert_eq!(param_values(&headers, &nothing), []);
    }
    assert_eq!(
        param_values(
            &headers,
            &json!({"page": {"size": 12_345_678_901_234_567_890_u64}})
        ),
        [text("Mcp-Param-Page-Size", "12345678901234567890")]
    );
}

#[test]
fn the_keyword_counts_only_where_a_schema_stands() {
    let harmless = [
        json!(true),
        object(&json!({"x-mcp-header": {"type": "string"}})),
        object(&json!({"a": {"type": "string", "default": {"x-mcp-header": ""}}})),
        object(&json!({"a": {"enum": [{"x-mcp-header": ""}], "description": "x-mcp-header"}})),
    ];
    for schema in harmless {
        assert_eq!(headers(&schema).expect("valid"), [], "{schema}");
    }
}

#[test]
fn an_escaped_keyword_is_the_keyword() {
    let schema =
        RawJson::parse(r#"{"properties":{"a":{"type":"string","x\u002dmcp-header":"A"}}}"#)
            .expect("JSON");
    let headers = mcp_param_headers(&schema).expect("valid");
    assert_eq!(
        headers,
        [ParamHeader {
            name: "Mcp-Param-A".into(),
            path: vec!["a".into()]
        }]
    );
}

#[test]
fn invalid_ones_are_refused_with_the_place() {
    let with =
        |name: Value, kind: Value| object(&json!({"a": {"type": kind, "x-mcp-header": name}}));
    let cases = [
        (
            with(json!(3), json!("string")),
            "`/properties/a` must be a string",
        ),
        (
            with(json!(""), json!("string")),
            "is ``, which is no header name",
        ),
        (
            with(json!("bad name"), json!("string")),
            "is `bad name`, which is no header name",
        ),
        (with(json!("a:b"), json!("string")), "is `a:b`"),
        (
            with(json!("gr\u{f6}\u{df}e"), json!("string")),
            "which is no header name",
        ),
        (with(json!("A"), json!("number")), "not `number`"),
        (
            with(json!("A"), json!(["string", "null"])),
            "not `[\"string\",\"null\"]`",
        ),
        (with(json!("A"), Value::Null), "not `null`"),
        (object(&json!({"a": {"x-mcp-header": "A"}})), "not `any`"),
        (
            json!({"x-mcp-header": "A", "type": "string"}),
            "`` is not on a property",
        ),
        (
            object(&json!({
                "a": {"type": "string", "x-mcp-header": "A"},
                "b": {"properties": {"c": {"type": "string", "x-mcp-header": "a"}}},
            })),
            "`/properties/b/properties/c` is `a`, which another property has too",
        ),
        (
            object(
                &json!({"a": {"type": "array", "items": {"type": "string", "x-mcp-header": "A"}}}),
            ),
            "`/properties/a/items` is not on a property",
        ),
        (
            object(&json!({"a": {"anyOf": [{"properties": {
                "b": {"type": "string", "x-mcp-header": "B"}}}]}})),
            "`/properties/a/anyOf/properties/b` is not",
        ),
        (
            json!({"$defs": {"a": {"type": "string", "x-mcp-header": "A"}}}),
            "`/$defs/a` is not on a property",
        ),
    ];
    for (schema, expect) in cases {
        let error = headers(&schema).expect_err("invalid").to_string();
        assert!(error.contains(expect), "{schema}: {error}");
    }
}

#[test]
fn a_schema_too_deep_to_read_is_refused() {
    let deep = format!(
        "{}{{\"x-mcp-header\":\"A\"}}{}",
        "{\"not\":".repeat(300),
        "}".repeat(300)
    );
    let schema = RawJson::parse(deep).expect("raw JSON has no depth limit");
    assert!(matches!(
        mcp_param_headers(&schema),
        Err(ParamHeaderError::Schema(_))
    ));
}
