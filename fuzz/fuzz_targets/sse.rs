//! Whatever bytes come as a stream of events: the pieces they come in make no difference, the
//! limit holds, and what is written is read.

#![no_main]

use candor_wire::sse::{self, SseDecoder, SseItem};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (limit, size, bytes) = input;
    let limit = usize::from(limit) + 1;
    let whole = decode(bytes, limit, bytes.len().max(1));
    assert_eq!(decode(bytes, limit, usize::from(size) + 1), whole);
    assert_eq!(decode(bytes, limit, 1), whole);
    for decoded in &whole {
        match decoded {
            SseItem::Event(event) => assert!(event.data.len() <= limit),
            SseItem::Oversize(over) => drop(over.response_id()),
        }
    }

    let text = sse::event(bytes);
    let events = decode(&text, usize::MAX, text.len());
    let [SseItem::Event(event)] = &events[..] else { panic!("one event: {events:?}") };
    assert_eq!(&event.data[..], &normal(bytes)[..]);
});

fn decode(bytes: &[u8], limit: usize, size: usize) -> Vec<SseItem> {
    let mut decoder = SseDecoder::new(limit);
    let mut events = Vec::new();
    for chunk in bytes.chunks(size) {
        decoder.push(chunk);
        events.extend(std::iter::from_fn(|| decoder.pop()));
    }
    events
}

/// The bytes with every line end as LF.
fn normal(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' => text.push(b'\n'),
            b'\n' if at > 0 && bytes[at - 1] == b'\r' => {}
            other => text.push(*other),
        }
    }
    text
}
