//! Batches of messages, which only 2025-03-26 has.

use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use candor_gateway::Gateway;
use candor_model::{McpEra, McpRevision};
use candor_wire::{EnvelopeError, JsonRpcMessage, JsonRpcRequest};
use futures_util::stream;
use http::StatusCode;

use crate::dispatch::{ClientRequest, MethodReply, legacy};
use crate::refusal::TransportRefusal;
use crate::response::{FinishedResponse, RequestFault, ResponseMessage, ResponseParts};
use crate::session::McpSession;

/// The maximum number of messages in a batch.
const LIMIT: usize = 100;

/// Processes a batch. Returns the answers of all its requests as they complete, in no order, or
/// `None` if there is nothing to answer. `open` prepares each request as the transport needs it.
pub(crate) async fn serve(
    gateway: &Gateway,
    session: &Arc<McpSession>,
    messages: Vec<Result<JsonRpcMessage, EnvelopeError>>,
    open: impl Fn(Box<ClientRequest>) -> Box<ClientRequest>,
) -> Result<Option<ResponseParts>, TransportRefusal> {
    check(session.client().revision, messages.len())?;
    let mut replies: Vec<ResponseParts> = Vec::new();
    for message in messages {
        match message {
            Ok(JsonRpcMessage::Request(request)) => {
                replies.push(reply(gateway, session, request, &open).await.into_parts());
            }
            Ok(JsonRpcMessage::Notification(notification)) => {
                legacy::notice(gateway, session, &notification).await;
            }
            Ok(JsonRpcMessage::Response(response)) => session.asks().answer(response).await,
            Err(error) => {
                let answer = FinishedResponse {
                    message: ResponseMessage::Whole(error.response()),
                    status: StatusCode::OK,
                };
                replies.push(MethodReply::Ready(answer).into_parts());
            }
        }
    }
    Ok((!replies.is_empty()).then(|| Box::pin(stream::select_all(replies)) as ResponseParts))
}

/// Joins answers into the array that answers a batch.
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
    session: &Arc<McpSession>,
    request: JsonRpcRequest,
    open: &impl Fn(Box<ClientRequest>) -> Box<ClientRequest>,
) -> MethodReply {
    let bytes = request.params.as_ref().map_or(0, candor_wire::RawJson::len);
    match ClientRequest::open(request, bytes) {
        Ok(question) => legacy::dispatch(gateway, session, open(question)).await,
        Err((id, error)) => MethodReply::Ready(FinishedResponse::new(
            &id,
            &Err(RequestFault::Request(error)),
            McpEra::Legacy,
        )),
    }
}

fn check(revision: McpRevision, messages: usize) -> Result<(), TransportRefusal> {
    match messages {
        _ if revision != McpRevision::V2025_03_26 => Err(TransportRefusal::Batch),
        0 => Err(TransportRefusal::EmptyBatch),
        found if found > LIMIT => Err(TransportRefusal::LongBatch {
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
        assert!(check(McpRevision::V2025_03_26, 1).is_ok());
        assert!(check(McpRevision::V2025_03_26, 100).is_ok());
        assert!(matches!(
            check(McpRevision::V2025_03_26, 0),
            Err(TransportRefusal::EmptyBatch)
        ));
        assert!(matches!(
            check(McpRevision::V2025_03_26, 101),
            Err(TransportRefusal::LongBatch { .. })
        ));
        for revision in McpRevision::ALL
            .into_iter()
            .filter(|one| *one != McpRevision::V2025_03_26)
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
