use super::*;

fn raw(text: &str) -> RawJson {
    RawJson::parse(text.to_owned()).expect("JSON")
}

/// A tool with one additional member (or none).
fn with(member: &str) -> RawJson {
    let comma = if member.is_empty() { "" } else { "," };
    raw(&format!(
        r#"{{"name":"t","inputSchema":{{"type":"object"}}{comma}{member}}}"#
    ))
}

#[test]
fn good_tools_keep_every_member() {
    for member in [
        "",
        r#""outputSchema":true"#,
        r#""outputSchema":{"type":"array"}"#,
        r#""annotations":{"readOnlyHint":true,"title":"T","futureHint":"yes"}"#,
        r#""execution":{"taskSupport":"optional"},"icons":[],"_meta":{"a":1e400}"#,
    ] {
        let text = with(member);
        let entry = tool(&text, false).expect(member);
        assert_eq!(entry.definition.to_json(), text);
    }
    let untyped = raw(r#"{"name":"t","inputSchema":{}}"#);
    assert_eq!(
        tool(&untyped, false)
            .expect("no type is fine")
            .input_schema
            .to_string(),
        "{}"
    );
}

#[test]
fn bad_tools_are_told_apart_from_good_ones() {
    let long = format!(r#"{{"name":"{}","inputSchema":{{}}}}"#, "n".repeat(257));
    for (text, expect) in [
        ("7", "position 3 is left out: it must be an object, not `7`"),
        (r#"{"inputSchema":{}}"#, "it has no `name`"),
        (r#"{"name":"","inputSchema":{}}"#, "its `name` is empty"),
        (
            r#"{"name":5,"inputSchema":{}}"#,
            "`name` must be a string, not `5`",
        ),
        (long.as_str(), "has 257 characters"),
        (
            r#"{"name":"t"}"#,
            "the tool `t` is left out: it has no `inputSchema`",
        ),
        (
            r#"{"name":"t","inputSchema":true}"#,
            "`inputSchema` must be an object, not `true`",
        ),
        (
            r#"{"name":"t","inputSchema":{"type":"string"}}"#,
            "must be \"object\", not `\"string\"`",
        ),
        (
            r#"{"name":"t","inputSchema":{"type":"object","type":"object"}}"#,
            "`type` is there twice",
        ),
        (
            r#"{"name":"t","name":"u","inputSchema":{}}"#,
            "`name` is there twice",
        ),
    ] {
        check_tool(&raw(text), expect);
    }
    for (member, expect) in [
        (
            r#""outputSchema":"x""#,
            "`outputSchema` must be an object or a boolean",
        ),
        (
            r#""annotations":[]"#,
            "`annotations` must be an object, not `[]`",
        ),
        (
            r#""annotations":{"readOnlyHint":"yes"}"#,
            "`annotations.readOnlyHint` must be true or false",
        ),
        (r#""annotations":{"destructiveHint":null}"#, "not `null`"),
        (
            r#""annotations":{"title":1}"#,
            "`annotations.title` must be a string",
        ),
        (r#""annotations":{"a":1,"a":2}"#, "`a` is there twice"),
        (r#""title":null"#, "`title` must be a string, not `null`"),
        (r#""description":{}"#, "`description` must be a string"),
        (r#""icons":{}"#, "`icons` must be an array"),
        (r#""_meta":[]"#, "`_meta` must be an object"),
    ] {
        check_tool(&with(member), expect);
    }
}

fn check_tool(text: &RawJson, expect: &str) {
    let fault = tool(text, false).expect_err("malformed");
    let diagnostic = fault.diagnostic("source::malformed-tool", "tool", 2);
    assert!(
        diagnostic.message.contains(expect),
        "{text}: {}",
        diagnostic.message
    );
    assert!(
        diagnostic
            .hint
            .expect("a way out")
            .contains("the author of the server")
    );
}

#[test]
fn resources_and_prompts_are_judged_too() {
    assert!(resource(&raw(r#"{"uri":"a:b","name":"n","size":3}"#)).is_ok());
    assert!(resource(&raw(r#"{"uri":"a:b"}"#)).is_err());
    assert!(resource(&raw(r#"{"uri":"a:b","name":"n","mimeType":1}"#)).is_err());
    assert!(template(&raw(r#"{"uriTemplate":"a:{b}","name":"n"}"#)).is_ok());
    assert!(template(&raw(r#"{"uri":"a:b","name":"n"}"#)).is_err());
    assert!(prompt(&raw(r#"{"name":"p","arguments":[{"name":"a"}]}"#)).is_ok());
    assert!(prompt(&raw(r#"{"name":"p","arguments":[{"name":""}]}"#)).is_err());
    assert!(prompt(&raw(r#"{"name":"p","arguments":{}}"#)).is_err());
}

#[test]
fn a_long_wrong_value_is_cut() {
    let text = raw(&format!(r#""{}""#, "é".repeat(500)));
    assert!(shown(&text).chars().count() < 70);
}
