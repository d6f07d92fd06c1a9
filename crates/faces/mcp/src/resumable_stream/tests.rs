use futures_util::stream;
use tokio::sync::mpsc;

use super::*;
use crate::response::{FinishedResponse, ResponseMessage};

const TERMS: StreamTerms = StreamTerms {
    primed: true,
    return_window: Duration::from_mins(10),
};
const OLDER: StreamTerms = StreamTerms {
    primed: false,
    ..TERMS
};

fn aside(text: &str) -> ResponsePart {
    ResponsePart::Aside(Bytes::from(text.to_owned()))
}

fn answer(text: &str) -> ResponsePart {
    ResponsePart::Answer(FinishedResponse {
        message: ResponseMessage::Whole(Bytes::from(text.to_owned())),
        status: http::StatusCode::OK,
    })
}

/// A call whose messages the test sends.
fn call() -> (mpsc::UnboundedSender<ResponsePart>, ResponseParts) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let parts = stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|part| (part, receiver))
    });
    (sender, Box::pin(parts))
}

async fn said(reader: &mut StreamReader) -> Option<String> {
    let event = reader.next().await?;
    Some(String::from_utf8(event.to_vec()).expect("text"))
}

#[tokio::test]
async fn what_was_missed_is_said_again_and_nothing_twice() {
    let (sender, parts) = call();
    let streams = ResumableStreams::default();
    let mut first = streams.begin(TERMS, vec![Bytes::from_static(b"a")], parts, None);
    let priming = said(&mut first).await.expect("an event");
    assert!(priming.starts_with("id: 1-0\nretry: 1000\n"), "{priming}");
    assert_eq!(
        said(&mut first).await.as_deref(),
        Some("id: 1-1\ndata: a\n\n")
    );
    drop(first);
    sender.send(aside("b")).expect("it goes on");
    sender.send(answer("c")).expect("it goes on");
    drop(sender);
    for (last, rest) in [("1-0", "abc"), ("1-1", "bc"), ("1-2", "c"), ("1-3", "")] {
        let mut again = streams.resume(last).expect("a stream");
        for word in rest.chars() {
            let event = said(&mut again).await.expect("an event");
            assert!(
                event.ends_with(&format!("data: {word}\n\n")),
                "{last}: {event}"
            );
        }
        assert_eq!(said(&mut again).await, None, "{last}");
    }
    for unknown in ["2-1", "1", "1-x", "", "1-18446744073709551615"] {
        assert!(streams.resume(unknown).is_none(), "{unknown}");
    }
}

#[tokio::test]
async fn a_second_reader_takes_the_place_of_the_first() {
    let (sender, parts) = call();
    let streams = ResumableStreams::default();
    let mut first = streams.begin(OLDER, Vec::new(), parts, None);
    let mut second = streams.resume("1-0").expect("a stream");
    assert_eq!(said(&mut first).await, None);
    drop(first);
    sender.send(answer("x")).expect("it goes on");
    drop(sender);
    assert_eq!(
        said(&mut second).await.as_deref(),
        Some("id: 1-1\ndata: x\n\n")
    );
    assert_eq!(said(&mut second).await, None);
}

#[tokio::test]
async fn a_pause_ends_the_stream_but_not_the_call() {
    let (sender, parts) = call();
    let streams = ResumableStreams::default();
    let pause = Some(Duration::from_millis(70));
    let mut first = streams.begin(TERMS, Vec::new(), parts, pause);
    let priming = said(&mut first).await.expect("an event");
    assert!(priming.contains("retry: 70\n"), "{priming}");
    assert_eq!(said(&mut first).await, None);
    drop(first);
    let mut second = streams.resume("1-0").expect("a stream");
    sender
        .send(ResponsePart::Paused(Duration::from_millis(5)))
        .expect("it goes on");
    assert_eq!(said(&mut second).await, None);
    drop(second);
    let mut third = streams.resume("1-0").expect("a stream");
    sender.send(answer("x")).expect("it goes on");
    assert_eq!(
        said(&mut third).await.as_deref(),
        Some("id: 1-1\ndata: x\n\n")
    );
}

#[tokio::test]
async fn a_reader_that_is_slow_holds_the_call_back() {
    let (sender, parts) = call();
    let streams = ResumableStreams::default();
    let mut reader = streams.begin(OLDER, Vec::new(), parts, None);
    let many = MOST_EVENTS * 3;
    for number in 0..many {
        sender.send(aside(&number.to_string())).expect("it goes on");
    }
    sender.send(answer("end")).expect("it goes on");
    drop(sender);
    for number in 0..many {
        let event = said(&mut reader).await.expect("an event");
        assert!(event.ends_with(&format!("data: {number}\n\n")), "{event}");
        assert!(reader.stream.lock().waiting() <= MOST_EVENTS);
    }
    assert!(said(&mut reader).await.expect("the answer").contains("end"));
    assert_eq!(said(&mut reader).await, None);
    assert!(reader.stream.lock().events.len() <= MOST_EVENTS + 1);
}

#[tokio::test]
async fn a_call_that_nobody_comes_back_for_is_given_up() {
    let (sender, parts) = call();
    let streams = ResumableStreams::default();
    let terms = StreamTerms {
        return_window: Duration::from_millis(20),
        ..TERMS
    };
    let reader = streams.begin(terms, Vec::new(), parts, None);
    drop(reader);
    // The call is dropped, and with it the other end of the channel.
    sender.closed().await;
    let mut late = streams.resume("1-0").expect("it is still known");
    assert_eq!(said(&mut late).await, None);
}
