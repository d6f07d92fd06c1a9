//! What is read from the wire, and what is refused.

use super::*;

fn refusal(text: &str) -> (String, i64) {
    let refused = parse(text).unwrap_err();
    (refused.id.get().to_owned(), refused.error.code)
}

#[test]
fn bad_texts_are_refused_under_the_best_known_id() {
    for (text, id, code) in [
        ("", "null", PARSE_ERROR),
        ("{", "null", PARSE_ERROR),
        ("[]", "null", INVALID_REQUEST),
        ("7", "null", INVALID_REQUEST),
        (
            r#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#,
            "3",
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            "null",
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":5}"#,
            "\"a\"",
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#,
            "1",
            INVALID_PARAMS,
        ),
        (r#"{"jsonrpc":"2.0","id":1}"#, "1", INVALID_REQUEST),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
            "1",
            INVALID_REQUEST,
        ),
    ] {
        assert_eq!(refusal(text), (id.to_owned(), code), "{text}");
    }
}

#[test]
fn a_field_is_kept_as_it_was_written() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":{"z":1.50, "b":123456789012345678901234567890}}}"#;
    let IncomingText::One(RpcMessage::Request(request)) = parse(text).unwrap() else {
        panic!("a request")
    };
    let kept = request.params.raw_field("a").unwrap();
    assert_eq!(
        kept.get(),
        r#"{"z":1.50, "b":123456789012345678901234567890}"#
    );
}

#[test]
fn a_number_beyond_all_bounds_spoils_only_its_field() {
    let raw = RawValue::from_string(r#"{"a":1e999,"b":"c"}"#.to_owned()).unwrap();
    let params = RpcParams::read(Some(raw)).unwrap();
    assert_eq!(params.raw_field("a").unwrap().get(), "1e999");
    assert_eq!(params.text("b"), Some("c"));
}

#[test]
fn one_bad_member_leaves_the_rest_of_a_batch() {
    let text = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},5]"#;
    let IncomingText::Batch(members) = parse(text).unwrap() else {
        panic!("a batch")
    };
    assert!(members[0].is_ok());
    assert_eq!(members[1].as_ref().unwrap_err().error.code, INVALID_REQUEST);
}
