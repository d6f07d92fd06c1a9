use serde_json::json;

use super::*;

/// Rows as lines: the level, the name, what it is, and the rest.
fn lines(schema: &Value) -> Vec<String> {
    let definition = RawJson::from_value(&json!({"inputSchema": schema}));
    let table = SchemaTable::of(&definition, "inputSchema").expect("a table");
    let line = |row: &SchemaRow| {
        let mut line = format!("{}{}", "  ".repeat(row.level), row.name.text());
        line = format!("{line}: {}", row.kind.text());
        if row.required {
            line.push_str(", required");
        }
        if let Some(default) = &row.default {
            line = format!("{line}, else {}", default.text());
        }
        for limit in &row.limits {
            line = format!("{line}, {}", limit.text());
        }
        match &row.description {
            Some(text) => format!("{line} ({})", text.text()),
            None => line,
        }
    };
    let mut lines: Vec<_> = table.rows.iter().map(line).collect();
    if table.more > 0 {
        lines.push(format!("{} more", table.more));
    }
    lines.extend(table.remark);
    lines
}

#[test]
fn properties_are_described() {
    for (schema, expect) in [
        (json!({"type": "object"}), vec!["No properties defined."]),
        (
            json!({"type": "object", "additionalProperties": false}),
            vec!["No arguments."],
        ),
        (
            json!({"properties": {
                "isbn": {"type": "string", "format": "isbn", "description": " Which. ", "maxLength": 13},
                "copies": {"type": ["integer", "null"], "minimum": 1, "default": 1},
                "any": {},
                "none": false,
            }, "required": ["isbn"]}),
            vec![
                "isbn: string, isbn, required, at most 13 characters (Which.)",
                "copies: integer or null, else 1, at least 1",
                "any: anything",
                "none: nothing",
            ],
        ),
        (
            json!({"properties": {
                "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
                "kinds": {"type": "array", "items": {"enum": ["a", "b"]}},
                "books": {"type": "array", "items": {"type": "object", "properties": {"x": {"const": 3}}}},
            }}),
            vec![
                "tags: array of string, unique items",
                "kinds: array of the values listed below, \"a\", \"b\"",
                "books: array of object",
                "  each item: object",
                "    x: one value, only 3",
            ],
        ),
        (
            json!({"properties": {
                "id": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                "where": {"oneOf": [{"type": "string", "description": "a city"},
                                    {"properties": {"lat": {"type": "number"}}}]},
            }, "additionalProperties": {"type": "string"}}),
            vec![
                "id: one or more of: string, null",
                "where: exactly one of 2 variants",
                "  variant 1: string (a city)",
                "  variant 2: object",
                "    lat: number",
                "any other name: string",
            ],
        ),
    ] {
        assert_eq!(lines(&schema), expect, "{schema}");
    }
}

#[test]
fn references_are_followed_and_never_in_a_circle() {
    let schema = json!({
        "properties": {
            "tree": {"$ref": "#/$defs/node", "description": "the root"},
            "far": {"$ref": "https://example.com/schema"},
        },
        "$defs": {"node": {"type": "object", "properties": {
            "label": {"type": "string"}, "next": {"$ref": "#/$defs/node"}}}},
    });
    assert_eq!(
        lines(&schema),
        [
            "tree: object (the root)",
            "  label: string",
            "  next: see #/$defs/node",
            "far: see https://example.com/schema",
        ]
    );
    let itself = json!({"$ref": "#"});
    assert_eq!(lines(&itself), ["No properties defined."]);
}

#[test]
fn what_is_too_much_is_counted() {
    let wide: serde_json::Map<_, _> = (0..1_000)
        .map(|at| (format!("m{at}"), json!({"type": "string"})))
        .collect();
    let wide = lines(&json!({"properties": wide}));
    assert_eq!(wide.len(), ROWS + 1);
    assert_eq!(wide.last().map(String::as_str), Some("700 more"));

    let deep = (0..30).fold(
        json!({"type": "string"}),
        |inner, _| json!({"properties": {"in": inner}}),
    );
    let deep = lines(&deep);
    assert_eq!(deep.len(), LEVELS + 2);
    assert_eq!(deep.last().map(String::as_str), Some("1 more"));
}

#[test]
fn a_hostile_schema_is_quick_and_bounded() {
    // Every definition refers to the next one twenty times.
    let defs: serde_json::Map<_, _> = (0..50)
        .map(|at| {
            let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
            let members: serde_json::Map<_, _> = (0..20)
                .map(|name| (format!("m{name}"), next.clone()))
                .collect();
            (format!("d{at}"), json!({"properties": members}))
        })
        .collect();
    let bomb = json!({"$ref": "#/$defs/d0", "$defs": defs});
    assert_eq!(lines(&bomb).last().map(String::as_str), Some("10000 more"));

    let huge = json!({"properties": {"x".repeat(500_000): {
        "description": "y".repeat(500_000), "default": "z".repeat(500_000),
        "enum": vec!["w".repeat(1_000); 1_000], "pattern": "p".repeat(500_000)}}});
    let text = lines(&huge).concat();
    assert!(text.len() < 4_000, "{}", text.len());
    assert!(text.contains("and 980 more"), "{text}");

    for odd in [
        json!(null),
        json!([1]),
        json!({"properties": [], "required": 3, "items": 7}),
    ] {
        lines(&odd);
    }
    let text = format!(
        "{{\"inputSchema\":{}1{}}}",
        "[".repeat(500),
        "]".repeat(500)
    );
    let definition = RawJson::parse(text).expect("JSON");
    let table = SchemaTable::of(&definition, "inputSchema").expect("a table");
    assert!(
        table
            .remark
            .is_some_and(|remark| remark.contains("Too deep"))
    );
}
