//! Calls that wait for their client: the server is of the old era and asks in the middle of a
//! call, the client is of the new one and can only be told to call again.
//!
//! The call stays open in this process, and the client gets an input-required result whose
//! `requestState` is a random handle. It works once, for the same caller, target and arguments,
//! within a time. In another process the handle is unknown, and the refusal says so.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use candor_model::{Digest, SessionId};
use candor_schema::CallArguments;
use candor_sources::InputRequest;
use candor_wire::{RawJson, RawObject};

use crate::call::NextStep;
use crate::call::delivery::Delivery;
use crate::call::incoming::IncomingCall;
use crate::call::refusal::CallRefusal;

/// Marks our handles, so that a server's own request state is never mistaken for one.
const PREFIX: &str = "candor-parked.";
/// The key of the one question in an input-required result.
const QUESTION: &str = "question";
/// How long a person may think.
const PATIENCE: Duration = Duration::from_mins(5);
/// How many calls may wait at once; the oldest gives way.
const MOST: usize = 1_000;

/// The waiting calls.
#[derive(Default)]
pub(crate) struct ParkedCalls(Mutex<HashMap<String, ParkedCall>>);

struct ParkedCall {
    delivery: Box<Delivery>,
    input: InputRequest,
    since: Instant,
}

/// The handle in the parameters of a call, if the call continues a parked one.
pub(crate) fn handle(params: &RawObject) -> Option<String> {
    params
        .get_string("requestState")
        .filter(|state| state.starts_with(PREFIX))
}

// === impl ParkedCalls ===

impl ParkedCalls {
    /// Sets a call aside and says what the client must answer.
    pub(crate) fn park(&self, delivery: Box<Delivery>, input: InputRequest) -> RawJson {
        let handle = format!("{PREFIX}{}", SessionId::fresh());
        let result = input_required(&handle, &input);
        let since = Instant::now();
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= MOST
            && let Some(oldest) = waiting
                .iter()
                .min_by_key(|(_, call)| call.since)
                .map(|(key, _)| key.clone())
        {
            waiting.remove(&oldest);
        }
        waiting.insert(
            handle,
            ParkedCall {
                delivery,
                input,
                since,
            },
        );
        result
    }

    /// Continues a call with the client's answer. An answer that is missing is asked for again.
    pub(crate) async fn resume(&self, handle: &str, call: IncomingCall) -> NextStep {
        let taken = {
            let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let fits = waiting
                .get(handle)
                .is_some_and(|parked| parked.belongs_to(&call));
            if fits { waiting.remove(handle) } else { None }
        };
        let Some(ParkedCall {
            mut delivery,
            input,
            ..
        }) = taken
        else {
            let refusal = CallRefusal::UnknownState;
            return NextStep::Reply(refusal.reply(call.kind, call.client.revision));
        };
        let answers = call
            .params
            .get("inputResponses")
            .and_then(|all| RawObject::parse(all).ok());
        match answers.as_ref().and_then(|answers| answers.get(QUESTION)) {
            Some(answer) => {
                input.answer(Ok(answer.clone())).await;
                delivery.resumed(call.client);
                NextStep::Deliver(delivery)
            }
            None => NextStep::Reply(Ok(self.park(delivery, input))),
        }
    }

    /// Lets go of calls whose client did not come back.
    pub(crate) fn sweep(&self) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, call| call.since.elapsed() < PATIENCE);
    }
}

// === impl ParkedCall ===

impl ParkedCall {
    /// Same caller, same target, same arguments.
    fn belongs_to(&self, call: &IncomingCall) -> bool {
        let parked = &self.delivery.call;
        let given = call.params.get("arguments");
        let digest = match given.map(|given| CallArguments::parse(given.as_bytes())) {
            Some(Ok(arguments)) => Digest::of(arguments.canonical()),
            Some(Err(_)) => return false,
            None => match call.params.get_string("uri") {
                Some(uri) => Digest::of(uri),
                None => Digest::of("{}"),
            },
        };
        parked.target.kind() == call.kind
            && parked.client.principal() == call.client.principal()
            && parked.entry.digest() == digest
            && parked.target.is_named_in(&call.params)
    }
}

fn input_required(handle: &str, input: &InputRequest) -> RawJson {
    let mut question = RawObject::from_iter([("method", RawJson::string(&input.method))]);
    if let Some(params) = &input.params {
        question.set("params", params.clone());
    }
    RawObject::from_iter([
        ("resultType", RawJson::string("input_required")),
        (
            "inputRequests",
            RawObject::from_iter([(QUESTION, question.to_json())]).to_json(),
        ),
        ("requestState", RawJson::string(handle)),
    ])
    .to_json()
}
