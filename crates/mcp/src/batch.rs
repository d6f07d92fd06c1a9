//! Several messages at once, which only 2025-03-26 knows.

use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use candor_gateway::Gateway;
use candor_model::{Era, Revision};
use candor_wire::{EnvelopeError, Message, Request};
use futures_util::stream;
use http::StatusCode;

use crate::dispatch::{Question, Reply, legacy};
use crate::parts::Parts;
use crate::refusal::Refusal;
use crate::respond::{Answer, Fault};
use crate::session::Session;

/// Messages that one batch may hold.
const LIMIT: usize = 100;

/// Works on a batch. Gives the answers of all its requests as they come, in no order, or nothing
/// where there is nothing to answer. `open` prepares each request as the transport needs it.
pub(crate) async fn serve(
    gateway: &Gateway,
    session: &Arc<Session>,
    messages: Vec<Result<Message, EnvelopeError>>,
    open: impl Fn(Question) -> Question,
) -> Result<Option<Parts>, Refusal> {
    check(session.client().revision, messages.len())?;
    let mut replies: Vec<Parts> = Vec::new();
    for message in messages {
        match message {
            Ok(Message::Request(request)) => {
                replies.push(reply(gateway, session, request, &open).await.into_parts());
            }
            Ok(Message::Notification(notification)) => {
                legacy::notice(gateway, session, &notification).await;
            }
            Ok(Message::Response(response)) => session.asks().answer(response).await,
            Err(error) => {
                let answer = Answer {
                    bytes: error.response(),
                    status: StatusCode::OK,
                };
                replies.push(Reply::Ready(answer).into_parts());
            }
        }
    }
    Ok((!replies.is_empty()).then(|| Box::pin(stream::select_all(replies)) as Parts))
}

/// Answers as the array that answers a batch.
pub(crate) fn array(answers: &[Bytes]) -> Bytes {
    let size = answers.iter().map(|answer| answer.len() + 1).sum::<usize>();
    let mut text = BytesMut::with_capacity(size + 2);
    text.put_u8(b'[');
    for (at, answer) in answers.iter().enumerate() {
        if at > 0 {
            text.put_u8(b',');
        }
        text.put_slice(answer);
    }
    text.put_u8(b']');
    text.freeze()
}

async fn reply(
    gateway: &Gateway,
    session: &Arc<Session>,
    request: Request,
    open: &impl Fn(Question) -> Question,
) -> Reply {
    let bytes = request.params.as_ref().map_or(0, candor_wire::RawJson::len);
    match Question::open(request, bytes) {
        Ok(question) => legacy::dispatch(gateway, session, open(question)).await,
        Err((id, error)) => {
            Reply::Ready(Answer::new(&id, &Err(Fault::Request(error)), Era::Legacy))
        }
    }
}

fn check(revision: Revision, messages: usize) -> Result<(), Refusal> {
    match messages {
        _ if revision != Revision::V2025_03_26 => Err(Refusal::Batch),
        0 => Err(Refusal::EmptyBatch),
        found if found > LIMIT => Err(Refusal::LongBatch {
            limit: LIMIT,
            found,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_of_one_revision_and_of_some_size() {
        assert!(check(Revision::V2025_03_26, 1).is_ok());
        assert!(check(Revision::V2025_03_26, 100).is_ok());
        assert!(matches!(
            check(Revision::V2025_03_26, 0),
            Err(Refusal::EmptyBatch)
        ));
        assert!(matches!(
            check(Revision::V2025_03_26, 101),
            Err(Refusal::LongBatch { .. })
        ));
        for revision in Revision::ALL
            .into_iter()
            .filter(|one| *one != Revision::V2025_03_26)
        {
            let refusal = check(revision, 1).expect_err("no batches");
            assert!(refusal.to_string().contains("2025-03-26"), "{refusal}");
        }
    }

    #[test]
    fn answers_become_one_array() {
        assert_eq!(array(&[]), "[]");
        assert_eq!(array(&["{}".into(), "1".into()]), "[{},1]");
    }
}
