//! Envelopes are opened and closed without a change to what they hold.

use super::*;

fn message(text: &'static str) -> JsonRpcMessage {
    JsonRpcMessage::parse(text).expect("a message")
}

fn refusal(text: &'static str) -> String {
    let error = JsonRpcMessage::parse(text).expect_err("no message");
    String::from_utf8(error.response().to_vec()).expect("text")
}

#[test]
fn ids_stay_as_they_were_written() {
    for id in [
        "1",
        "\"1\"",
        "-7",
        "1.5",
        "\"\\u0041\"",
        "99999999999999999999",
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let Ok(JsonRpcMessage::Request(request)) = JsonRpcMessage::parse(text.clone()) else {
            panic!("a request: {text}")
        };
        assert_eq!(request.id.to_string(), id);
        assert_eq!(super::request(&request.id, "ping", None), text.as_bytes());
    }
}

#[test]
fn a_null_result_is_an_answer() {
    let JsonRpcMessage::Response(response) = message(r#"{"id":1,"jsonrpc":"2.0","result":null}"#)
    else {
        panic!("a response")
    };
    assert!(response.outcome.expect("a result").is_null());
}

#[test]
fn an_error_may_have_no_id() {
    let JsonRpcMessage::Response(response) =
        message(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#)
    else {
        panic!("a response")
    };
    assert_eq!(response.id, None);
    assert_eq!(
        ErrorObject::from_json(&response.outcome.expect_err("an error")).code,
        -32700
    );
}

#[test]
fn a_refusal_names_the_request_and_the_reason() {
    let cases = [
        ("{", "-32700"),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}"#,
            "duplicate field `id`",
        ),
        (
            r#"{"jsonrpc":"1.0","id":7,"method":"x"}"#,
            r#""id":7,"error":{"code":-32600"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#,
            "cannot be null",
        ),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#,
            "string or a number",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"x","params":3}"#,
            "`params` must be an object",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"x","result":3}"#,
            "a request (`method`) or",
        ),
        (r#"{"jsonrpc":"2.0","id":1}"#, "a request (`method`) or"),
        (r#"{"jsonrpc":"2.0","result":3}"#, "a request (`method`) or"),
        ("3", "-32600"),
    ];
    for (text, expect) in cases {
        let got = refusal(text).replace("\\\"", "\"");
        assert!(got.contains(expect), "{text}: {got}");
    }
}

#[test]
fn a_batch_is_judged_message_by_message() {
    let text = r#" [{"jsonrpc":"2.0","id":1,"method":"ping"}, 3]"#;
    let Ok(IncomingBody::Batch(batch)) = IncomingBody::parse(text) else {
        panic!("a batch")
    };
    assert!(batch[0].is_ok() && batch[1].is_err());
    assert!(IncomingBody::parse("[]").is_err());
    assert!(IncomingBody::parse("[").is_err());
}

mod laws {
    //! The fuzz target `envelope` holds the same laws against bytes that it breeds itself.

    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};

    use super::super::*;

    /// Members that make, spoil or decorate a message.
    const MEMBERS: [&str; 16] = [
        r#""jsonrpc":"2.0""#,
        r#""jsonrpc":"1.0""#,
        r#""id":1"#,
        r#""id":"a\u0062""#,
        r#""id":null"#,
        r#""id":[]"#,
        r#""method":"tools/call""#,
        r#""m\u0065thod":"x""#,
        r#""method":7"#,
        r#""params":{"b":1.10,"a":[123456789012345678901234567890]}"#,
        r#""params":[]"#,
        r#""params":null"#,
        r#""result":null"#,
        r#""result":{"z":{},"y":"ü"}"#,
        r#""error":{"code":-1,"message":"no"}"#,
        r#""extra":true"#,
    ];

    fn message() -> impl Strategy<Value = Vec<u8>> {
        let object = subsequence(MEMBERS.to_vec(), 0..6)
            .prop_shuffle()
            .prop_map(|members| format!("{{{}}}", members.join(" , ")));
        let batch = proptest::collection::vec(object.clone(), 0..4)
            .prop_map(|objects| format!("[{}]", objects.join(",")));
        let odd = proptest::collection::vec(select(&br#"{}[]":,\0a1."#[..]), 0..30);
        prop_oneof![
            4 => object.prop_map(String::into_bytes),
            2 => batch.prop_map(String::into_bytes),
            1 => odd,
            1 => proptest::collection::vec(any::<u8>(), 0..60),
        ]
    }

    fn rewrite(message: &JsonRpcMessage) -> Bytes {
        match message {
            JsonRpcMessage::Request(it) => request(&it.id, &it.method, it.params.as_ref()),
            JsonRpcMessage::Notification(it) => notification(&it.method, it.params.as_ref()),
            JsonRpcMessage::Response(JsonRpcResponse {
                id: Some(id),
                outcome: Ok(result),
            }) => response(id, result),
            JsonRpcMessage::Response(JsonRpcResponse {
                id,
                outcome: Err(error),
            }) => error_response(id.as_ref(), error),
            JsonRpcMessage::Response(JsonRpcResponse {
                id: None,
                outcome: Ok(_),
            }) => {
                panic!("a result without an id is no message")
            }
        }
    }

    fn holds(message: Result<JsonRpcMessage, EnvelopeError>) {
        match message {
            Ok(message) => assert_eq!(
                JsonRpcMessage::parse(rewrite(&message)).expect("parses"),
                message
            ),
            Err(error) => {
                let told = JsonRpcMessage::parse(error.response()).expect("parses");
                assert!(matches!(
                    told,
                    JsonRpcMessage::Response(JsonRpcResponse {
                        outcome: Err(_),
                        ..
                    })
                ));
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_read_can_be_written_and_what_is_not_can_be_told(bytes in message()) {
            match IncomingBody::parse(bytes) {
                Ok(IncomingBody::Single(message)) => holds(Ok(message)),
                Ok(IncomingBody::Batch(messages)) => messages.into_iter().for_each(holds),
                Err(error) => holds(Err(error)),
            }
        }
    }
}

#[test]
fn a_request_is_one_message() {
    let params: RawObject = [("a\"b", RawJson::number(1)), ("c", RawJson::string("d"))]
        .into_iter()
        .collect();
    let bytes = numbered_request(7, "tools/call", params.iter());
    let JsonRpcMessage::Request(read) = JsonRpcMessage::parse(bytes).expect("a message") else {
        panic!("a request")
    };
    assert_eq!(read.id.as_number(), Some(7));
    assert_eq!(read.params, Some(params.to_json()));
}
