//! What is sent arrives, in whatever pieces.

use candor_workers::framing::{FrameStream, encode, read};

use super::*;

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

/// Frames of every shape that holds JSON of others.
fn frames() -> Vec<FromWorker> {
    let error = ThrownError {
        kind: ThrownKind::Limit,
        name: "RangeError".to_owned(),
        message: "ä\n\"".to_owned(),
        place: Some(ModulePlace {
            file: "hello.ts".to_owned(),
            line: 12,
            column: 5,
        }),
        stack: vec!["f (hello.ts:12:5)".to_owned()],
        hint: None,
        limit: Some(WorkerLimit::Processor),
    };
    vec![
        FromWorker::Need(ModuleRequest {
            from: None,
            specifier: "hello.ts".to_owned(),
        }),
        FromWorker::Ready(LoadedProgram {
            tools: vec![raw(r#"{ "name":  "a" }"#)],
            resources: vec![raw(r#"{ "uri":  "a:b" }"#)],
            tests: vec![],
            remarks: vec![],
        }),
        FromWorker::Done {
            result: raw(r#"{"n":1.000000000000000000001}"#),
            retire: true,
        },
        FromWorker::Threw {
            error,
            retire: false,
        },
        FromWorker::Tested {},
    ]
}

fn told(frame: &impl Serialize) -> String {
    serde_json::to_string(frame).unwrap()
}

#[test]
fn what_is_written_is_read() {
    let mut stream = Vec::new();
    for frame in frames() {
        stream.extend(encode(&frame).unwrap());
    }
    let mut input = stream.as_slice();
    for frame in frames() {
        let read: FromWorker = read(&mut input).unwrap().unwrap();
        assert_eq!(told(&read), told(&frame));
    }
    assert!(read::<FromWorker>(&mut input).unwrap().is_none());
}

#[test]
fn what_passes_through_stays_as_it_was() {
    let input = r#"{"b": 1.10,  "a": 123456789012345678901234567890}"#;
    let call = ToWorker::Call(WorkerCall {
        task: WorkerTask::Tool {
            name: "t".to_owned(),
            input: raw(input),
        },
        context: raw("{}"),
        cpu_ms: 1,
        max_result: 2,
    });
    let bytes = encode(&call).unwrap();
    match read(&mut &bytes[..]).unwrap() {
        Some(ToWorker::Call(WorkerCall {
            task: WorkerTask::Tool { input: sent, .. },
            ..
        })) => assert_eq!(sent.get(), input),
        _ => panic!("no call arrived"),
    }
}

#[tokio::test]
async fn frames_arrive_in_any_pieces() {
    let mut stream = Vec::new();
    for frame in frames() {
        stream.extend(encode(&frame).unwrap());
    }
    let (near, far) = tokio::io::duplex(7);
    let sender = tokio::spawn(async move {
        let mut far = far;
        tokio::io::AsyncWriteExt::write_all(&mut far, &stream).await
    });
    let mut arriving = FrameStream::new(near);
    for frame in frames() {
        let read: FromWorker = arriving.next().await.unwrap().unwrap();
        assert_eq!(told(&read), told(&frame));
    }
    sender.await.unwrap().unwrap();
    assert!(arriving.next::<FromWorker>().await.unwrap().is_none());
}

#[test]
fn a_context_is_what_the_driver_expects() {
    let meta = raw(r#"{"a":1}"#);
    let context = CallContext {
        env: BTreeMap::from([("KEY", "value")]),
        caller: CallerContext {
            principal: Some("ada"),
            ..CallerContext::default()
        },
        meta: Some(&meta),
    };
    assert_eq!(
        context.to_raw().unwrap().get(),
        r#"{"env":{"KEY":"value"},"caller":{"principal":"ada"},"meta":{"a":1}}"#
    );
}
