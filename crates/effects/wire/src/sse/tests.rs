//! The decoded events do not depend on how the bytes are split.

use proptest::prelude::*;

use super::*;

fn decode(chunks: &[&[u8]], limit: usize) -> (Vec<SseItem>, Option<String>) {
    let mut decoder = SseDecoder::new(limit);
    let mut events = Vec::new();
    for chunk in chunks {
        decoder.push(chunk);
        events.extend(std::iter::from_fn(|| decoder.pop()));
    }
    (events, decoder.last_event_id().map(str::to_owned))
}

/// Checks the events of a text, given as `name|data|id`.
fn check(text: &str, expect: &[&str]) {
    let got: Vec<String> = decode(&[text.as_bytes()], 100)
        .0
        .into_iter()
        .map(|decoded| match decoded {
            SseItem::Event(SseEvent { name, data, id }) => format!(
                "{}|{}|{}",
                name.unwrap_or_default(),
                String::from_utf8_lossy(&data),
                id.unwrap_or_default()
            ),
            SseItem::Oversize(over) => format!("over {:?}", over.response_id()),
        })
        .collect();
    assert_eq!(got, expect, "{text:?}");
}

#[test]
fn fields_and_line_ends() {
    check(
        "data: a\n\ndata:b\r\rdata:  c\r\n\r\n",
        &["|a|", "|b|", "| c|"],
    );
    check("\u{feff}data: a\n\n", &["|a|"]);
    check("data: a\n\u{feff}data: b\n\n", &["|a|"]);
    check("data: a\ndata\ndata: b\n\n", &["|a\n\nb|"]);
    check(
        "event: endpoint\ndata: /x\n\ndata: y\n\n",
        &["endpoint|/x|", "|y|"],
    );
    check(": hello\n\n:\nx: y\nretry: soon\ndata: a\n\n", &["|a|"]);
    check("data: cut short\n", &[]);
    check("event: nothing\n\ndata: a\n\n", &["|a|"]);
}

#[test]
fn ids_stay_in_force_until_they_change() {
    check(
        "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
        &["|a|1", "|b|1", "|c|"],
    );
    check("id: 1\ndata:\n\nid: 2\u{0}\ndata: b\n\n", &["||1", "|b|1"]);
    assert_eq!(decode(&[b"id: 7\n\n"], 10).1.as_deref(), Some("7"));
}

#[test]
fn retry_is_in_milliseconds() {
    let mut decoder = SseDecoder::new(10);
    decoder.push(b"retry: 250\nretry: x1\nretry: 99999999999999999999999\n\n");
    assert_eq!(decoder.retry(), Some(Duration::from_millis(250)));
    decoder.push(b"id: 3\ndata: half");
    decoder.restart();
    decoder.push(b"data: b\n\n");
    assert_eq!(decoder.retry(), Some(Duration::from_millis(250)));
    let Some(SseItem::Event(event)) = decoder.pop() else {
        panic!("an event")
    };
    assert_eq!((&*event.data, event.id.as_deref()), (&b"b"[..], Some("3")));
}

#[test]
fn a_large_event_is_let_go_and_the_next_is_fine() {
    let long = "x".repeat(5000);
    let first = format!("data: {{\"id\":4,\"result\":\"{long}\"}}\n\ndata: ok\n\n");
    check(&first, &["over Some(4)", "|ok|"]);
    let last = format!("data: {{\"result\":\"{long}\",\"id\":4}}\r\nid: 9\r\n\r\ndata: ok\n\n");
    check(&last, &["over Some(4)", "|ok|9"]);
    check(&format!("\u{feff}{first}"), &["over Some(4)", "|ok|"]);
    let pieces = format!("{}\ndata: ok\n\n", "data: 0123456789\n".repeat(20));
    check(&pieces, &["over None", "|ok|"]);
    let remark = format!(": {long}\n\ndata: ok\n\n");
    check(&remark, &["|ok|"]);
}

#[test]
fn the_limit_is_on_the_data() {
    let data = "x".repeat(100);
    check(&format!("data: {data}\n\n"), &[&format!("|{data}|")]);
    check(&format!("data: {data}x\n\n"), &["over None"]);
    check(&format!("data:{data}x\n\n"), &["over None"]);
}

#[test]
fn a_comment_is_no_event() {
    let stream = [event(b"{}"), comment(), event(b"[]")].concat();
    check(&String::from_utf8(stream).expect("text"), &["|{}|", "|[]|"]);
}

/// Bytes that hit special cases of the syntax more often than random ones.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"data: ".to_vec()),
        Just(b"data:".to_vec()),
        Just(b"id: 1".to_vec()),
        Just(b"event: x".to_vec()),
        Just(b"retry: 5".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"\n\n".to_vec()),
        Just(b"\xEF\xBB\xBF".to_vec()),
        Just(b":".to_vec()),
        proptest::collection::vec(any::<u8>(), 0..30),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn chunks_make_no_difference(
        stream in stream(),
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..10),
        limit in 1_usize..60,
    ) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
        cuts.extend([0, stream.len()]);
        cuts.sort_unstable();
        let chunks: Vec<&[u8]> = cuts.windows(2).map(|pair| &stream[pair[0]..pair[1]]).collect();
        let whole = decode(&[&stream], limit);
        prop_assert_eq!(decode(&chunks, limit), whole.clone());
        let bytes: Vec<&[u8]> = stream.chunks(1).collect();
        prop_assert_eq!(decode(&bytes, limit), whole.clone());
        for decoded in whole.0 {
            if let SseItem::Event(event) = decoded {
                prop_assert!(event.data.len() <= limit);
            }
        }
    }

    #[test]
    fn what_is_written_is_read(data in proptest::collection::vec(
        prop_oneof![Just(b'\n'), Just(b'\r'), Just(b' '), Just(b':'), any::<u8>()], 0..200)) {
        let (events, _) = decode(&[&event(&data)], 10_000);
        let text: Vec<u8> = data.clone();
        let mut expect = Vec::new();
        for (at, byte) in text.iter().enumerate() {
            match byte {
                b'\r' => expect.push(b'\n'),
                b'\n' if at > 0 && text[at - 1] == b'\r' => {}
                other => expect.push(*other),
            }
        }
        let expect = SseEvent { name: None, data: expect.into(), id: None };
        prop_assert_eq!(events, vec![SseItem::Event(expect)]);
    }
}
