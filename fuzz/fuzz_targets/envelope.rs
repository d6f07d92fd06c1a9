//! Whatever bytes come as a message: what is read can be written, and what is not can be told.

#![no_main]

use bytes::Bytes;
use candor_wire::{
    EnvelopeError, IncomingBody, JsonRpcMessage, JsonRpcResponse, RawJson, RawObject, envelope,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match IncomingBody::parse(Bytes::copy_from_slice(bytes)) {
        Ok(IncomingBody::Single(message)) => holds(Ok(message)),
        Ok(IncomingBody::Batch(messages)) => messages.into_iter().for_each(holds),
        Err(error) => holds(Err(error)),
    }
    if let Ok(json) = RawJson::parse(Bytes::copy_from_slice(bytes))
        && let Ok(object) = RawObject::parse(&json)
    {
        let again = RawObject::parse(&object.to_json()).expect("what is written is an object");
        assert_eq!(again, object);
    }
});

fn holds(message: Result<JsonRpcMessage, EnvelopeError>) {
    match message {
        Ok(message) => {
            let again = JsonRpcMessage::parse(rewrite(&message)).expect("what is written is a message");
            assert_eq!(again, message);
        }
        Err(error) => {
            let told = JsonRpcMessage::parse(error.response()).expect("a refusal is a message");
            assert!(matches!(told, JsonRpcMessage::Response(JsonRpcResponse { outcome: Err(_), .. })));
        }
    }
}

fn rewrite(message: &JsonRpcMessage) -> Bytes {
    match message {
        JsonRpcMessage::Request(it) => envelope::request(&it.id, &it.method, it.params.as_ref()),
        JsonRpcMessage::Notification(it) => envelope::notification(&it.method, it.params.as_ref()),
        JsonRpcMessage::Response(JsonRpcResponse { id, outcome: Err(error) }) => {
            envelope::error_response(id.as_ref(), error)
        }
        JsonRpcMessage::Response(JsonRpcResponse { id: Some(id), outcome: Ok(result) }) => {
            envelope::response(id, result)
        }
        JsonRpcMessage::Response(JsonRpcResponse { id: None, outcome: Ok(_) }) => {
            panic!("a result without an id is no message")
        }
    }
}
