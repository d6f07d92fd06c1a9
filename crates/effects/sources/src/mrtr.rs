//! Lets a legacy client answer the questions of a modern server.
//!
//! A modern server cannot ask while a call is open. It ends the call with its questions
//! (`input_required`), and the call is repeated with the answers. Modern clients do that
//! themselves. For a legacy client the call does it: each question becomes an [`InputRequest`], and
//! the client sees one long call.

use std::collections::VecDeque;

use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use tokio::sync::oneshot;

use crate::input_request::{self, InputRequest};

/// The maximum number of rounds of questions in one call.
const MAX_ROUNDS: u32 = 10;

/// A pending answer of the client.
type PendingAnswer = oneshot::Receiver<Result<RawJson, ErrorObject>>;

/// One set of input requests that is being answered.
#[derive(Debug)]
pub(crate) struct InputRound {
    asks: VecDeque<InputRequest>,
    /// The pending answers, by the key of their request.
    waiting: VecDeque<(Box<str>, PendingAnswer)>,
    answers: RawObject,
    state: Option<RawJson>,
}

/// The next step of a round.
#[derive(Debug)]
pub(crate) enum RoundStep {
    /// Put this question to the client.
    Ask(InputRequest),
    /// Repeat the call with these additional parameters.
    Again(RawObject),
    /// A request was refused; the call ends with this error.
    Refused(ErrorObject),
}

/// What a result means for a legacy client.
pub(crate) enum RoundResult {
    /// It is the final answer.
    Final,
    /// The server has questions first.
    Requests(InputRound),
    /// It violates the protocol.
    Malformed(ErrorObject),
}

/// Parses a result. `rounds` is the number of earlier rounds.
pub(crate) fn read(result: &RawJson, rounds: u32, capabilities: &RawJson) -> RoundResult {
    let Ok(members) = RawObject::parse(result) else {
        return RoundResult::Final;
    };
    if members.get_string("resultType").as_deref() != Some("input_required") {
        return RoundResult::Final;
    }
    if rounds >= MAX_ROUNDS {
        return RoundResult::Malformed(fault(format!(
            "the server asked back more than {MAX_ROUNDS} times in one call"
        )));
    }
    match InputRound::open(&members, capabilities) {
        Ok(round) => RoundResult::Requests(round),
        Err(reason) => {
            RoundResult::Malformed(fault(format!("the server asked back wrongly: {reason}")))
        }
    }
}

fn fault(sentence: String) -> ErrorObject {
    ErrorObject::new(code::INTERNAL_ERROR, sentence)
}

// === impl InputRound ===

impl InputRound {
    fn open(members: &RawObject, capabilities: &RawJson) -> Result<Self, String> {
        let state = members.get("requestState").cloned();
        let requests = match members.get("inputRequests") {
            Some(raw) => {
                RawObject::parse(raw).map_err(|error| format!("`inputRequests`: {error}"))?
            }
            None if state.is_some() => RawObject::default(),
            None => return Err("neither `inputRequests` nor `requestState`".to_owned()),
        };
        let mut round = Self {
            asks: VecDeque::new(),
            waiting: VecDeque::new(),
            answers: RawObject::default(),
            state,
        };
        for (key, request) in requests.iter() {
            round.add(key, request, capabilities)?;
        }
        Ok(round)
    }

    fn add(&mut self, key: &str, request: &RawJson, capabilities: &RawJson) -> Result<(), String> {
        let request = RawObject::parse(request).map_err(|error| format!("`{key}`: {error}"))?;
        let asked = request
            .get_string("method")
            .ok_or_else(|| format!("`{key}` has no `method`"))?;
        if !input_request::is_ask(&asked) {
            return Err(format!("`{key}` has the unknown method `{asked}`"));
        }
        let params = request.get("params").map(|params| with_id(&asked, params));
        let obstacle = input_request::obstacle(capabilities, &asked, params.as_ref());
        let (ask, answer) = InputRequest::in_round(asked.into(), params);
        match obstacle {
            Some(error) => ask.refuse(error),
            None => self.asks.push_back(ask),
        }
        self.waiting.push_back((key.into(), answer));
        Ok(())
    }

    /// Waits for the next step. Cancel-safe: received answers are kept.
    pub(crate) async fn next(&mut self) -> RoundStep {
        if let Some(ask) = self.asks.pop_front() {
            return RoundStep::Ask(ask);
        }
        while let Some((key, answer)) = self.waiting.front_mut() {
            match answer.await {
                Ok(Ok(result)) => self.answers.set(key, result),
                Ok(Err(error)) => return RoundStep::Refused(error),
                // An ask answers when it is dropped, so this one was leaked.
                Err(_) => return RoundStep::Refused(fault(format!("`{key}` was not answered"))),
            }
            self.waiting.pop_front();
        }
        RoundStep::Again(self.parameters())
    }

    fn parameters(&mut self) -> RawObject {
        let mut more = RawObject::default();
        if !self.answers.is_empty() {
            more.set(
                "inputResponses",
                std::mem::take(&mut self.answers).to_json(),
            );
        }
        if let Some(state) = self.state.take() {
            more.set("requestState", state);
        }
        more
    }
}

/// In the legacy era a page to open had an id, and legacy clients require it.
fn with_id(asked: &str, params: &RawJson) -> RawJson {
    if asked != method::ELICIT || !input_request::wants_url(Some(params)) {
        return params.clone();
    }
    let Ok(mut members) = RawObject::parse(params) else {
        return params.clone();
    };
    if members.get("elicitationId").is_none() {
        let id = format!("{:032x}", rand::random::<u128>());
        members.set("elicitationId", RawJson::string(&id));
    }
    members.to_json()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &'static str) -> RawJson {
        RawJson::parse(text).expect("JSON")
    }

    fn all() -> RawJson {
        raw(r#"{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}"#)
    }

    fn round(text: &'static str) -> InputRound {
        match read(&raw(text), 0, &all()) {
            RoundResult::Requests(round) => round,
            RoundResult::Final => panic!("final"),
            RoundResult::Malformed(error) => panic!("{}", error.message),
        }
    }

    const TWO: &str = r#"{"resultType":"input_required","requestState":"s\u0031",
        "inputRequests":{"b":{"method":"elicitation/create","params":{"message":"?"}},
                         "a":{"method":"roots/list"}}}"#;

    #[tokio::test]
    async fn every_wish_is_asked_and_the_state_returns_as_it_was() {
        let mut round = round(TWO);
        let RoundStep::Ask(first) = round.next().await else {
            panic!("an ask")
        };
        let RoundStep::Ask(second) = round.next().await else {
            panic!("an ask")
        };
        assert_eq!(
            (&*first.method, &*second.method),
            ("elicitation/create", "roots/list")
        );
        second.answer(Ok(raw(r#"{"roots":[]}"#))).await;
        first.answer(Ok(raw(r#"{"action":"accept"}"#))).await;
        let RoundStep::Again(more) = round.next().await else {
            panic!("again")
        };
        assert_eq!(
            more.to_json().to_string(),
            r#"{"inputResponses":{"b":{"action":"accept"},"a":{"roots":[]}},"requestState":"s\u0031"}"#
        );
    }

    #[tokio::test]
    async fn one_refusal_ends_the_round() {
        let mut round = round(TWO);
        let RoundStep::Ask(first) = round.next().await else {
            panic!("an ask")
        };
        first.answer(Err(ErrorObject::new(-1, "no"))).await;
        assert!(matches!(round.next().await, RoundStep::Ask(_)));
        assert!(matches!(round.next().await, RoundStep::Refused(error) if error.message == "no"));
    }

    #[tokio::test]
    async fn a_page_to_open_gets_an_id() {
        let text = r#"{"resultType":"input_required","inputRequests":{"a":
            {"method":"elicitation/create","params":{"mode":"url","url":"https://example.com"}}}}"#;
        let RoundStep::Ask(ask) = round(text).next().await else {
            panic!("an ask")
        };
        let params = RawObject::parse(ask.params.as_ref().expect("params")).expect("an object");
        assert_eq!(params.get_string("elicitationId").expect("an id").len(), 32);
    }

    #[test]
    fn nonsense_is_an_error_and_the_rest_is_final() {
        for text in [
            r#"{"resultType":"input_required"}"#,
            r#"{"resultType":"input_required","inputRequests":[]}"#,
            r#"{"resultType":"input_required","inputRequests":{"a":{"method":"tools/call"}}}"#,
        ] {
            assert!(
                matches!(read(&raw(text), 0, &all()), RoundResult::Malformed(_)),
                "{text}"
            );
        }
        assert!(matches!(
            read(&raw(TWO), 10, &all()),
            RoundResult::Malformed(_)
        ));
        for text in [
            "{}",
            "[]",
            r#"{"resultType":"complete"}"#,
            r#"{"resultType":"task"}"#,
        ] {
            assert!(
                matches!(read(&raw(text), 0, &all()), RoundResult::Final),
                "{text}"
            );
        }
    }
}
