//! Requests of servers to clients.

use std::fmt;
use std::sync::Arc;

use candor_boxed::boxed;
use candor_wire::{
    ErrorObject, JsonRpcRequest, RawJson, RawObject, RequestId, code, envelope, extension, method,
};
use tokio::sync::oneshot;

use crate::session::ServerSession;

/// A request of a server to a client: a completion of its model, its user's answer, its roots.
///
/// It must be answered exactly once. If it is dropped, it is answered with an error, so that the
/// server does not wait forever.
pub struct InputRequest {
    /// The method: `sampling/createMessage`, `elicitation/create`, `roots/list`, or a method of an
    /// extension that the client declares.
    pub method: Box<str>,
    /// The parameters, untouched.
    pub params: Option<RawJson>,
    reply: Option<AnswerRoute>,
}

/// Where the answer goes.
enum AnswerRoute {
    /// To a legacy server, as the response to its request.
    Server(Arc<ServerSession>, RequestId),
    /// To the call, which collects the answers for a modern server.
    Round(oneshot::Sender<Result<RawJson, ErrorObject>>),
}

// === impl InputRequest ===

impl InputRequest {
    /// Creates the request for a legacy server's message.
    pub(crate) fn from_server(session: &Arc<ServerSession>, request: JsonRpcRequest) -> Self {
        let JsonRpcRequest { id, method, params } = request;
        Self {
            method,
            params,
            reply: Some(AnswerRoute::Server(Arc::clone(session), id)),
        }
    }

    /// Creates a request whose answer is received locally: of a modern server, or of the gateway
    /// itself.
    pub fn in_round(
        method: Box<str>,
        params: Option<RawJson>,
    ) -> (Self, oneshot::Receiver<Result<RawJson, ErrorObject>>) {
        let (sender, receiver) = oneshot::channel();
        (
            Self {
                method,
                params,
                reply: Some(AnswerRoute::Round(sender)),
            },
            receiver,
        )
    }

    /// Answers the server: a result as the client wrote it, or an error. A failure to deliver the
    /// answer is not reported here, but shows in the server's call.
    #[boxed]
    pub async fn answer(mut self, outcome: Result<RawJson, ErrorObject>) {
        match self.reply.take() {
            Some(AnswerRoute::Server(session, id)) => {
                let message = match outcome {
                    Ok(result) => envelope::response(&id, &result),
                    Err(error) => error.response(Some(&id)),
                };
                session.say(message).await;
            }
            Some(AnswerRoute::Round(sender)) => drop(sender.send(outcome)),
            None => {}
        }
    }

    /// Whether the method is part of the protocol. Others belong to an extension.
    pub fn is_of_the_protocol(&self) -> bool {
        is_ask(&self.method)
    }

    /// Why a client with these capabilities cannot be asked this; `None` if it can.
    pub fn obstacle(&self, capabilities: &RawJson) -> Option<ErrorObject> {
        obstacle(capabilities, &self.method, self.params.as_ref())
    }

    /// Answers with an error at once, without waiting for the server to accept it.
    pub(crate) fn refuse(mut self, error: ErrorObject) {
        self.give(error);
    }

    fn give(&mut self, error: ErrorObject) {
        match self.reply.take() {
            Some(AnswerRoute::Server(session, id)) => session.reply(error.response(Some(&id))),
            Some(AnswerRoute::Round(sender)) => drop(sender.send(Err(error))),
            None => {}
        }
    }
}

impl Drop for InputRequest {
    fn drop(&mut self) {
        if self.reply.is_some() {
            let sentence = format!("`{}` was not answered", self.method);
            self.give(ErrorObject::new(code::INTERNAL_ERROR, sentence));
        }
    }
}

impl fmt::Debug for InputRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// Whether a method is a request that a server may send to a client.
pub(crate) fn is_ask(method: &str) -> bool {
    matches!(
        method,
        method::SAMPLING | method::ELICIT | method::ROOTS_LIST
    )
}

/// Whether a client with these capabilities can answer a request of a server.
pub(crate) fn can_answer(capabilities: &RawJson, request: &JsonRpcRequest) -> bool {
    if is_ask(&request.method) {
        obstacle(capabilities, &request.method, request.params.as_ref()).is_none()
    } else {
        extension::is_declared(capabilities, &request.method)
    }
}

/// The error if a client with these capabilities cannot be asked this.
pub(crate) fn obstacle(
    capabilities: &RawJson,
    method: &str,
    params: Option<&RawJson>,
) -> Option<ErrorObject> {
    let able = RawObject::parse(capabilities).unwrap_or_default();
    let has = |key: &str| able.get(key).is_some_and(RawJson::is_object);
    let missing = match method {
        method::SAMPLING if !has("sampling") => "sampling",
        method::ROOTS_LIST if !has("roots") => "roots",
        method::ELICIT if !has("elicitation") => "elicitation",
        method::ELICIT if wants_url(params) && !opens_urls(&able) => "elicitation of mode `url`",
        _ => return None,
    };
    let sentence = format!("the client of this call does not support {missing}");
    Some(ErrorObject::new(code::METHOD_NOT_FOUND, sentence))
}

/// Whether an elicitation asks for a page to be opened.
pub(crate) fn wants_url(params: Option<&RawJson>) -> bool {
    params
        .and_then(|params| RawObject::parse(params).ok())
        .is_some_and(|members| members.get_string("mode").as_deref() == Some("url"))
}

fn opens_urls(able: &RawObject) -> bool {
    able.get("elicitation")
        .and_then(|elicitation| RawObject::parse(elicitation).ok())
        .is_some_and(|modes| modes.get("url").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_asked_only_what_they_can() {
        let url = r#"{"mode":"url","url":"https://example.com"}"#;
        for (capabilities, method, params, able) in [
            (r#"{"sampling":{}}"#, method::SAMPLING, "{}", true),
            ("{}", method::SAMPLING, "{}", false),
            (r#"{"elicitation":{}}"#, method::ELICIT, "{}", true),
            (r#"{"elicitation":{}}"#, method::ELICIT, url, false),
            (
                r#"{"elicitation":{"form":{},"url":{}}}"#,
                method::ELICIT,
                url,
                true,
            ),
            (r#"{"roots":{}}"#, method::ROOTS_LIST, "{}", true),
            ("[]", method::ROOTS_LIST, "{}", false),
        ] {
            let raw = |text: &'static str| RawJson::parse(text).expect("JSON");
            let found = obstacle(&raw(capabilities), method, Some(&raw(params)));
            assert_eq!(found.is_none(), able, "{capabilities} {method}");
        }
    }

    #[tokio::test]
    async fn a_dropped_ask_is_answered_with_an_error() {
        let (ask, answer) = InputRequest::in_round(method::ELICIT.into(), None);
        drop(ask);
        let error = answer.await.expect("an answer").expect_err("an error");
        assert!(
            error.message.contains("`elicitation/create`"),
            "{}",
            error.message
        );
    }
}
