//! Whatever bytes come as a message: what is read can be written, and what is not can be told.

#![no_main]

use bytes::Bytes;
use candor_wire::envelope::{self, EnvelopeError, Incoming, Message, Response};
use candor_wire::{RawJson, RawObject};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Incoming::parse(Bytes::copy_from_slice(bytes)) {
        Ok(Incoming::Single(message)) => holds(Ok(message)),
        Ok(Incoming::Batch(messages)) => messages.into_iter().for_each(holds),
        Err(error) => holds(Err(error)),
    }
    if let Ok(json) = RawJson::parse(Bytes::copy_from_slice(bytes))
        && let Ok(object) = RawObject::parse(&json)
    {
        let again = RawObject::parse(&object.to_json()).expect("what is written is an object");
        assert_eq!(again, object);
    }
});

fn holds(message: Result<Message, EnvelopeError>) {
    match message {
        Ok(message) => {
            let again = Message::parse(rewrite(&message)).expect("what is written is a message");
            assert_eq!(again, message);
        }
        Err(error) => {
            let told = Message::parse(error.response()).expect("a refusal is a message");
            assert!(matches!(told, Message::Response(Response { outcome: Err(_), .. })));
        }
    }
}

fn rewrite(message: &Message) -> Bytes {
    match message {
        Message::Request(it) => envelope::request(&it.id, &it.method, it.params.as_ref()),
        Message::Notification(it) => envelope::notification(&it.method, it.params.as_ref()),
        Message::Response(Response { id, outcome: Err(error) }) => {
            envelope::error_response(id.as_ref(), error)
        }
        Message::Response(Response { id: Some(id), outcome: Ok(result) }) => {
            envelope::response(id, result)
        }
        Message::Response(Response { id: None, outcome: Ok(_) }) => {
            panic!("a result without an id is no message")
        }
    }
}
