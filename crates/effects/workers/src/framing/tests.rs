//! What is sent arrives, in whatever pieces.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::*;

/// Frames of every shape that a worker may send.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Sample {
    Text { message: String },
    Raw { result: Box<RawValue>, retire: bool },
    Empty {},
}

fn samples() -> [Sample; 3] {
    let raw = RawValue::from_string(r#"{"n":1.000000000000000000001}"#.to_owned());
    [
        Sample::Text {
            message: "ä\n\"".to_owned(),
        },
        Sample::Raw {
            result: raw.unwrap(),
            retire: true,
        },
        Sample::Empty {},
    ]
}

fn json(frame: &Sample) -> String {
    serde_json::to_string(frame).unwrap()
}

fn stream() -> Vec<u8> {
    let frames = samples().map(|frame| encode(&frame).unwrap());
    frames.concat()
}

#[test]
fn what_is_written_is_read() {
    let stream = stream();
    let mut input = stream.as_slice();
    for frame in samples() {
        let read: Sample = read(&mut input).unwrap().unwrap();
        assert_eq!(json(&read), json(&frame));
    }
    assert!(read::<Sample>(&mut input).unwrap().is_none());
}

#[test]
fn bytes_are_framed_as_they_are() {
    let document = [0_u8, 255, b'{'];
    let stream = [head(document.len()).unwrap().as_slice(), &document].concat();
    let mut input = stream.as_slice();
    assert_eq!(read_bytes(&mut input).unwrap().unwrap(), document);
    assert!(read_bytes(&mut input).unwrap().is_none());
    let error = head(MAX_FRAME + 1).unwrap_err().to_string();
    assert_eq!(error, "a frame has `67108865` bytes, and may have 67108864");
}

#[tokio::test]
async fn frames_arrive_in_any_pieces() {
    let stream = stream();
    let (near, far) = tokio::io::duplex(7);
    let sender = tokio::spawn(async move {
        let mut far = far;
        tokio::io::AsyncWriteExt::write_all(&mut far, &stream).await
    });
    let mut arriving = FrameStream::new(near);
    for frame in samples() {
        let read: Sample = arriving.next().await.unwrap().unwrap();
        assert_eq!(json(&read), json(&frame));
    }
    sender.await.unwrap().unwrap();
    assert!(arriving.next::<Sample>().await.unwrap().is_none());
}

#[tokio::test]
async fn nonsense_is_an_error() {
    let cases: [(&[u8], &str); 5] = [
        (&[1, 0], "unexpected end"),
        (&[9, 0, 0, 0, b'{'], "unexpected end"),
        (&[0xff; 8], "a frame has `4294967295` bytes"),
        (&[2, 0, 0, 0, b'{', b'}'], "expected value"),
        (&[4, 0, 0, 0, b'n', b'u', b'l', b'l'], "expected value"),
    ];
    for (bytes, expect) in cases {
        let blocking = read::<Sample>(&mut &bytes[..]).unwrap_err();
        let waiting = FrameStream::new(bytes).next::<Sample>().await.unwrap_err();
        for error in [blocking, waiting] {
            let text = error.to_string();
            assert!(text.contains(expect), "{bytes:?}: {text}");
        }
    }
}
