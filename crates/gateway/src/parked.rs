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
use candor_schema::canonical;
use candor_sources::Ask;
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use crate::arrival::Arrival;
use crate::delivery::Delivery;
use crate::finish::Reply;
use crate::refusal::Refusal;

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
pub(crate) struct Parked(Mutex<HashMap<String, Waiting>>);

struct Waiting {
    delivery: Box<Delivery>,
    ask: Ask,
    since: Instant,
}

/// The handle in the parameters of a call, if the call continues a parked one.
pub(crate) fn handle(params: &RawObject) -> Option<String> {
    params
        .get_string("requestState")
        .filter(|state| state.starts_with(PREFIX))
}

// === impl Parked ===

impl Parked {
    /// Sets a call aside and says what the client must answer.
    pub(crate) fn park(&self, delivery: Box<Delivery>, ask: Ask) -> RawJson {
        let handle = format!("{PREFIX}{}", SessionId::fresh());
        let result = input_required(&handle, &ask);
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
            Waiting {
                delivery,
                ask,
                since,
            },
        );
        result
    }

    /// Continues a call with the client's answer. An answer that is missing is asked for again.
    pub(crate) async fn resume(&self, handle: &str, arrival: Arrival) -> Result<Delivery, Reply> {
        let taken = {
            let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let fits = waiting
                .get(handle)
                .is_some_and(|call| call.belongs_to(&arrival));
            if fits { waiting.remove(handle) } else { None }
        };
        let Some(Waiting {
            mut delivery, ask, ..
        }) = taken
        else {
            return Err(Refusal::UnknownState.reply(arrival.kind, arrival.client.revision));
        };
        let answers = arrival
            .params
            .get("inputResponses")
            .and_then(|all| RawObject::parse(all).ok());
        match answers.as_ref().and_then(|answers| answers.get(QUESTION)) {
            Some(answer) => {
                ask.answer(Ok(answer.clone())).await;
                delivery.resumed(arrival.client);
                Ok(*delivery)
            }
            None => Err(Ok(self.park(delivery, ask))),
        }
    }

    /// Lets go of calls whose client did not come back.
    pub(crate) fn sweep(&self) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, call| call.since.elapsed() < PATIENCE);
    }
}

// === impl Waiting ===

impl Waiting {
    /// Same caller, same target, same arguments.
    fn belongs_to(&self, arrival: &Arrival) -> bool {
        let target = self.delivery.target();
        let digest = match arrival
            .params
            .get("arguments")
            .map(RawJson::decode::<Value>)
        {
            Some(Ok(arguments)) => Digest::of(canonical(&arguments)),
            Some(Err(_)) => return false,
            None => match arrival.params.get_string("uri") {
                Some(uri) => Digest::of(uri),
                None => Digest::of("{}"),
            },
        };
        target.kind() == arrival.kind
            && self.delivery.client().principal() == arrival.client.principal()
            && self.delivery.digest() == digest
            && self.delivery.is_called(&arrival.params)
    }
}

fn input_required(handle: &str, ask: &Ask) -> RawJson {
    let mut question = RawObject::from_iter([("method", RawJson::string(&ask.method))]);
    if let Some(params) = &ask.params {
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
